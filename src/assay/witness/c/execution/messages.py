"""The texts of errors and signals, for harnesses: those of the machine's C library, for others choose others."""

from __future__ import annotations

import os
from functools import cache
from signal import strsignal
from typing import Final

# The functions of this text.
TELLING: Final = ("strerror", "strsignal")
_ERRORS: Final = 134
_SIGNALS: Final = 32


@cache
def messages() -> str:
    """C text that defines them."""
    told = {
        "strerror": [os.strerror(number) for number in range(_ERRORS)],
        "strsignal": [strsignal(number) or "Unknown signal" for number in range(1, _SIGNALS)],
    }
    told["strsignal"].insert(0, "Unknown signal 0")
    return "".join(_function(name, texts) for name, texts in told.items())


def _function(name: str, texts: list[str]) -> str:
    rows = ",\n  ".join(f'"{_plain(text)}"' for text in texts)
    return (
        f"static char *const assay_texts_{name}[] = {{\n  {rows}}};\n"
        f"ASSAY_OWN char *{name}(int number) {{\n"
        f"  if (number >= 0 && number < {len(texts)}) return assay_texts_{name}[number];\n"
        '  return "Unknown number";\n}\n'
    )


def _plain(text: str) -> str:
    return "".join(letter for letter in text if letter.isascii() and letter.isprintable() and letter not in '"\\')

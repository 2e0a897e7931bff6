"""The text of an input, for who looks at it: every file of it, bounded, with the language that it is written in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

# Of a text that is longer, so much is kept; and of a line.
MOST_TEXT: Final = 400_000
MOST_LINE: Final = 2000
MOST_LINES: Final = 8000
# What highlighters call the languages, by the name of the input's format, or else by suffix.
_LANGUAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "C": "c",
        "SMV": "nusmv",
        "SMT-LIB HORN": "smtlib",
        "VMT-LIB": "smtlib",
        "ARMC": "prolog",
        "PNML": "xml",
    }
)
_BY_SUFFIX: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys((".c", ".i", ".h"), "c"),
        **dict.fromkeys((".v", ".vh"), "verilog"),
        **dict.fromkeys((".sv", ".svh"), "systemverilog"),
        **dict.fromkeys((".smt2", ".vmt"), "smtlib"),
        ".smv": "nusmv",
        ".pl": "prolog",
    }
)


def source_record(name: str, content: bytes, format: str) -> dict[str, Any]:
    """The file ``name`` of an input; of a binary one only that it is there."""
    suffix = Path(name).suffix
    language = _BY_SUFFIX.get(suffix) or _LANGUAGES.get(format, "text")
    if b"\0" in content[:4096] or content.startswith(b"aig "):
        size = f"(a binary file of {len(content):,} bytes)"
        return {"event": "source", "name": name, "language": "binary", "text": size, "left_out": 0, "cut": 0}
    text = content[: 4 * MOST_TEXT].decode("utf-8", errors="replace")
    lines = text.removesuffix("\n").split("\n")
    kept = [_line(line.rstrip("\r")) for line in lines[:MOST_LINES]]
    total = 0
    for number, line in enumerate(kept):
        total += len(line) + 1
        if total > MOST_TEXT:
            kept = kept[:number]
            break
    return {
        "event": "source",
        "name": name,
        "language": language,
        "text": "\n".join(kept),
        "left_out": max(0, content.removesuffix(b"\n").count(b"\n") + 1 - len(kept)),
        "cut": sum(len(line) > MOST_LINE for line in lines[: len(kept)]),
    }


def _line(line: str) -> str:
    return line if len(line) <= MOST_LINE else f"{line[:MOST_LINE]}..."

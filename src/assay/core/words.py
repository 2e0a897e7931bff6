"""Words that messages share."""

from __future__ import annotations

import re
from typing import Final

# Texts compare by it.
Reading = tuple[tuple[int, int, str], ...]

_NUMBER: Final = re.compile(r"(\d+)")
# A lower bound is read before an upper one.
_LOWER_FIRST: Final = str.maketrans({">": "\x01"})


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: ``1 step``, ``2 steps``; ``many`` where an s does not make the plural."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def reading_order(text: str) -> Reading:
    """The order in which formulas and names are listed: by their letters, ``x9`` before ``x10``, ``>=`` before ``<=``.

    It depends on nothing but the text, so what is written in this order reads the same in every process.
    """
    return tuple(
        (0, int(part), part) if part.isdecimal() else (1, 0, part)
        for part in _NUMBER.split(text.translate(_LOWER_FIRST))
        if part
    )

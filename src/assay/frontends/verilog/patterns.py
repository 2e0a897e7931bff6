"""``e ==? 4'b1x?0``, which Yosys does not know, as a comparison of the bits that count (IEEE 1800-2017, 11.4.6).

The bits of the pattern that are x, z or ``?`` are set on both sides; what is behind the pattern, and has a width and
no sign, counts as 0, as the number has it.  Limit: a pattern is a number, and what stands before the operator is a
name, a number or something in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.tokens import BASES, Token

_PATTERN: Final = re.compile(r"(\d+)'([bBoOhH])\s*([\da-fA-FxXzZ?_]+)")
_DIGITS: Final[Mapping[str, int]] = {"b": 1, "o": 3, "h": 4}
_OPEN: Final = "xXzZ?"
HINT: Final = "write the pattern as a number: 4'b1??0"


def compared(value: str, sign: str, pattern: Token) -> str:
    """A comparison by ``==`` or ``!=`` with a number of which some bits are open; raises Unsupported for others."""
    match = _PATTERN.fullmatch(pattern.text)
    if match is None or int(match[1]) == 0:
        raise Unsupported(f"a comparison with the pattern {pattern.text}", pattern.spot, HINT)
    width, base, digits = int(match[1]), match[2].lower(), match[3].replace("_", "")
    bits = "".join(_bits(digit, base) for digit in digits)
    filled = bits.rjust(width, "x" if digits[0] in _OPEN else "0")[-width:]
    mask = "".join("1" if bit == "x" else "0" for bit in filled)
    ones = filled.replace("x", "1")
    return f"((({value}) | {width}'b{mask}) {sign} {width}'b{ones})"


def is_pattern(token: Token) -> bool:
    """Is this a number with a size of which some bits are open?"""
    match = _PATTERN.fullmatch(token.text)
    return match is not None and any(digit in _OPEN for digit in match[3])


def _bits(digit: str, base: str) -> str:
    width = _DIGITS[base]
    return "x" * width if digit in _OPEN else f"{int(digit, BASES[base]):0{width}b}"

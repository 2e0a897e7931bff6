"""Literals: strings as clang spells them, and numbers in the range of their type."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from assay.frontends.c.read.types import Int

_ESCAPE: Final = re.compile(r'\\(x[0-9a-fA-F]+|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|.)|""', re.DOTALL)
_SPELLED: Final = re.compile(r'(L|u8|u|U|)"(.*)"', re.DOTALL)
_SIMPLE: Final = MappingProxyType(
    {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "\\": 92, '"': 34, "'": 39, "?": 63}
)


def string_units(spelling: str, width: int) -> tuple[int, ...] | None:
    """The units, of so many bits, of a literal as clang spells it, without the final NUL; None if it is none."""
    match = _SPELLED.fullmatch(spelling)
    if match is None:
        return None
    body, last = match.group(2), 0
    found: list[int] = []
    for escape in _ESCAPE.finditer(body):
        found += _encoded(body[last : escape.start()], width)
        code = escape.group(1)
        if code is not None:  # two quotes end an escape that the next character would go on with
            found += _escaped(code, width)
        last = escape.end()
    return (*found, *_encoded(body[last:], width))


def _encoded(text: str, width: int) -> list[int]:
    code = {8: "utf-8", 16: "utf-16-le", 32: "utf-32-le"}[width]
    raw, size = text.encode(code), width // 8
    return [int.from_bytes(raw[place : place + size], "little") for place in range(0, len(raw), size)]


def _escaped(code: str, width: int) -> list[int]:
    if code[0] in "uU" and len(code) > 1:
        return _encoded(chr(int(code[1:], 16)), width)
    if code[0] == "x":
        return [int(code[1:], 16) & ((1 << width) - 1)]
    if code[0].isdigit():
        return [int(code, 8)]
    return [_SIMPLE.get(code, ord(code[0]) & 255)]


def wrapped(value: int, made: Int) -> int:
    """``value`` reduced to the range of the type."""
    value &= (1 << made.width) - 1
    if made.signed and value >> (made.width - 1):
        value -= 1 << made.width
    return value

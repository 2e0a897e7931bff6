"""Literals: strings as clang spells them, and numbers in the range of their type."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from assay.frontends.c.read.types import Int

_ESCAPE: Final = re.compile(r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|.)", re.DOTALL)
_SIMPLE: Final = MappingProxyType(
    {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "\\": 92, '"': 34, "'": 39, "?": 63}
)


def string_bytes(spelling: str) -> bytes | None:
    """The characters of a plain literal, without the final NUL; None for wide and Unicode literals."""
    if not spelling.startswith('"') or not spelling.endswith('"') or len(spelling) < 2:
        return None
    body, result, last = spelling[1:-1], bytearray(), 0
    for match in _ESCAPE.finditer(body):
        result += body[last : match.start()].encode()
        result.append(_escaped(match.group(1)))
        last = match.end()
    return bytes(result + body[last:].encode())


def _escaped(code: str) -> int:
    if code[0] == "x":
        return int(code[1:], 16) & 255
    if code[0].isdigit():
        return int(code, 8) & 255
    return _SIMPLE.get(code, ord(code[0]) & 255)


def wrapped(value: int, made: Int) -> int:
    """``value`` reduced to the range of the type."""
    value &= (1 << made.width) - 1
    if made.signed and value >> (made.width - 1):
        value -= 1 << made.width
    return value

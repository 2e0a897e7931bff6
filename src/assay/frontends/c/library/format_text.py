"""Formats of the printf and scanf families, taken apart (C17 7.21.6.1 and 7.21.6.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_DIRECTIVE: Final = re.compile(
    rb"%(?P<flags>[-+ #0*]*)(?P<width>\d+|\*)?(?P<point>\.(?P<precision>\d*|\*))?"
    rb"(?P<length>hh|h|ll|l|j|z|t|q|L)?(?P<conversion>.)",
    re.DOTALL,
)
_FLAGS: Final = {ord("-"): 1, ord("+"): 2, ord(" "): 4, ord("#"): 8, ord("0"): 16}
CAPITALS: Final = 32
STAR: Final = -2  # given by an argument
NONE: Final = -1


@dataclass(frozen=True, slots=True)
class Directive:
    """A piece of a format that begins with a percent sign; ``suppressed`` is the star of scanf."""

    conversion: str
    length: str
    flags: int
    width: int
    precision: int
    suppressed: bool = False

    @property
    def plain(self) -> bool:
        """Are there neither flags nor sizes?"""
        return not self.flags and self.width == NONE and self.precision == NONE


def pieces(text: bytes, *, scanned: bool) -> Iterator[bytes | Directive | None]:
    """Plain text and directives, in turn; None for what is no directive.  ``text`` ends before its first zero."""
    text = text.partition(b"\0")[0]
    place = 0
    while place < len(text):
        if text[place] != ord("%"):
            end = text.find(b"%", place)
            end = len(text) if end < 0 else end
            yield text[place:end]
            place = end
            continue
        match = _DIRECTIVE.match(text, place)
        if match is None:
            yield None
            return
        place = match.end()
        yield b"%" if match.group() == b"%%" else _directive(match, scanned=scanned)


def _directive(match: re.Match[bytes], *, scanned: bool) -> Directive | None:
    flags = match["flags"]
    if (b"*" in flags) != (scanned and flags == b"*") or (scanned and flags not in (b"", b"*")):
        star_width = not scanned and flags.endswith(b"*") and match["width"] is None
        if not star_width:
            return None
        flags = flags[:-1]
        width = STAR
        if b"*" in flags:
            return None
    else:
        width = _size(match["width"])
    if scanned and match["point"] is not None:
        return None
    precision = NONE if match["point"] is None else _size(match["precision"] or b"0")
    value = 0
    for flag in flags.replace(b"*", b""):
        value |= _FLAGS[flag]
    conversion = match["conversion"].decode("latin-1")
    if conversion in ("X", "E", "G", "A"):
        value |= CAPITALS
    return Directive(conversion, (match["length"] or b"").decode(), value, width, precision, scanned and flags == b"*")


def _size(text: bytes | None) -> int:
    return NONE if text is None else STAR if text == b"*" else int(text)

"""Input files as text with positions, and names that never clash.

Reading is strict: what is not a readable, non-empty text file is refused here, with a position and a hint, so that no
front end meets it.  Text is UTF-8; old files in Latin-1 are read as such, because they use it in comments only.
A line ends at a line feed, with carriage returns before it or without; one anywhere else is refused, because tools
differ on whether it ends a line, and with it a comment.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position
from assay.frontends.pipes import is_stream, name_of, receive

_LINE_END: Final = re.compile(r"\r+(?:\n|\Z)")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


# Longer numbers are no use in any format, and take a time that grows with the square of their length.
DIGITS: Final = 1000


def whole(text: str, where: Position) -> int:
    """The number that decimal digits say; an ``InputError`` if they are too many."""
    if len(text) > DIGITS:
        raise InputError(f"a number of more than {DIGITS} digits", where)
    return int(text)


@dataclass(frozen=True)
class Source:
    """The text of one input file."""

    file: str
    text: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def position(self, offset: int) -> Position:
        """Line and column, from 1, of the character at ``offset``."""
        line = bisect_right(self._starts, offset)
        return Position(self.file, line, offset - self._starts[line - 1] + 1)

    @property
    def end(self) -> Position:
        """The position of the last character that is not white space: where a truncated file breaks off."""
        return self.position(max(len(self.text.rstrip()) - 1, 0))


def contents(path: str | Path) -> bytes:
    """The bytes of the file at ``path``; every way in which there are none is an ``InputError``."""
    place = Position(name_of(path))
    try:
        return receive(path) if is_stream(path) else Path(path).read_bytes()
    except FileNotFoundError:
        raise InputError("no such file", place, "check the path") from None
    except IsADirectoryError:
        raise InputError("this is a directory", place, "name one file in it") from None
    except PermissionError:
        raise InputError("no permission to read this file", place, "check its access rights") from None
    except (OSError, ValueError) as failure:
        reason = getattr(failure, "strerror", None) or str(failure)
        raise InputError(f"cannot read this file: {reason}", place) from None


def read(path: str | Path) -> Source:
    """The text of the file at ``path``; every way in which there is none is an ``InputError``."""
    return decoded(name_of(path), contents(path))


def decoded(file: str, content: bytes) -> Source:
    """The text that the bytes of a file are."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    source = Source(file, _LINE_END.sub("\n", text))
    lone = source.text.find("\r")
    if lone >= 0:
        hint = "end lines with a line feed"
        raise InputError("a carriage return inside a line", source.position(lone), hint)
    junk = _CONTROL.search(source.text)
    if junk:
        where = source.position(junk.start())
        raise InputError(f"not a text file: byte 0x{ord(junk.group()):02x}", where, "Assay reads text formats")
    if not source.text.strip():
        raise InputError("the file is empty", Position(file), "it should hold a task")
    return source


class Names:
    """Names handed out once each; with a name, its primed form is taken as well."""

    __slots__ = ("_taken",)

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken: set[str] = set()
        for name in taken:
            self._take(name)

    def _take(self, name: str) -> str:
        self._taken.update((name, name + "'"))
        return name

    def copy(self) -> Names:
        other = Names()
        other._taken.update(self._taken)
        return other

    def fresh(self, wanted: str) -> str:
        """``wanted``, or ``wanted!1``, ``wanted!2``, ...: the first that is not taken, neither plain nor primed."""
        candidate, number = wanted, 0
        while candidate in self._taken or candidate + "'" in self._taken:
            number += 1
            candidate = f"{wanted}!{number}"
        return self._take(candidate)

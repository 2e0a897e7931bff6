"""Input files as bytes, read line by line, with positions: for formats that are not, or not only, text."""

from __future__ import annotations

from pathlib import Path

from assay.core.errors import InputError, Position
from assay.frontends.pipes import name_of
from assay.frontends.text import contents


class Bytes:
    """A file and a place in it."""

    __slots__ = ("_start", "data", "file", "offset")

    def __init__(self, file: str, data: bytes) -> None:
        self.file = file
        self.data = data
        self.offset = 0
        self._start = 0

    def at(self, offset: int) -> Position:
        """Line and column, from 1, of the byte at ``offset``; beyond the end, those of the last byte."""
        offset = max(0, min(offset, len(self.data) - 1))
        line = self.data.count(b"\n", 0, offset)
        return Position(self.file, line + 1, offset - self.data.rfind(b"\n", 0, offset))

    @property
    def here(self) -> Position:
        return self.at(self.offset)

    @property
    def start(self) -> int:
        """The offset where the line that was read last begins."""
        return self._start

    @property
    def last(self) -> Position:
        """Where the line that was read last begins."""
        return self.at(self._start)

    @property
    def exhausted(self) -> bool:
        return self.offset >= len(self.data)

    def line(self, what: str) -> bytes:
        """The next line without its end; a file that is over lacks ``what``."""
        if self.exhausted:
            raise InputError(f"the file ends where {what} should follow", self.here)
        end = self.data.find(b"\n", self.offset)
        end = len(self.data) if end < 0 else end
        self._start = self.offset
        self.offset = end + 1
        return self.data[self._start : end].removesuffix(b"\r")


def read_bytes(path: str | Path) -> Bytes:
    """The file at ``path``; every way in which there is none is an ``InputError``."""
    return as_bytes(name_of(path), contents(path))


def as_bytes(file: str, data: bytes) -> Bytes:
    """The content of ``file``, if there is any."""
    if not data:
        raise InputError("the file is empty", Position(file), "it should hold a task")
    return Bytes(file, data)

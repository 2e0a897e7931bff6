"""The text of a C program, as far as witnesses point into it: lines, columns, and what stands there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Final

_WORD: Final = re.compile(rb"[A-Za-z_]\w*|.", re.DOTALL)
_COMMENT: Final = re.compile(
    rb'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*|^[ \t]*#[^\n]*', re.DOTALL | re.M
)

LOOPS: Final = frozenset(("for", "while", "do"))
BRANCHES: Final = frozenset(("if", "while", "for", "switch", "?"))
# What may stand before a statement; a word is one of those that statements follow.
_BEFORE_STATEMENT: Final = frozenset((";", "{", "}", ")", ":", "else", "do"))


@dataclass(frozen=True)
class ProgramText:
    """The bytes of one file, and its name."""

    content: bytes
    name: str = ""

    @cached_property
    def hash(self) -> str:
        """Its SHA-256, in hexadecimal."""
        return sha256(self.content).hexdigest()

    @cached_property
    def lines(self) -> list[bytes]:
        return self.content.removesuffix(b"\n").split(b"\n")

    @cached_property
    def _bare(self) -> list[bytes]:
        """The lines with comments, strings and directives blanked."""
        return _COMMENT.sub(_blank, self.content).split(b"\n")

    def has(self, line: int, column: int | None = None) -> bool:
        """Is there such a line, and such a column in it?  Both count from 1."""
        if not 1 <= line <= len(self.lines):
            return False
        return column is None or 1 <= column <= len(self.lines[line - 1].rstrip(b"\r"))

    def token(self, line: int, column: int) -> str:
        """The word or sign that begins there; nothing if it is the middle of a word, blank, or no code."""
        if not self.has(line, column):
            return ""
        row = self._bare[line - 1]
        match = _WORD.match(row, column - 1)
        inside = column > 1 and re.match(rb"\w\w", row[column - 2 : column])
        return "" if match is None or inside else match.group().decode(errors="replace").strip()

    def words(self, line: int) -> list[str]:
        """All words and signs of a line."""
        return [word.decode(errors="replace") for word in re.findall(rb"[A-Za-z_]\w*|[^\s\w]", self._bare[line - 1])]

    def begins_statement(self, line: int, column: int) -> bool:
        """Does what stands there follow the end of a statement, the head of one, or a label?"""
        token = self.token(line, column)
        if not token or token in ")]};:,":
            return False
        row, before = line - 1, self._bare[line - 1][: column - 1]
        while not before.strip():
            row -= 1
            if row < 0:
                return False
            before = self._bare[row]
        match = re.search(rb"([A-Za-z_]\w*|\S)\s*$", before)
        return match is not None and match.group(1).decode(errors="replace") in _BEFORE_STATEMENT


def _blank(match: re.Match[bytes]) -> bytes:
    """As many blanks; strings keep their quotes, so that something stands there."""
    text = match.group()
    inside = re.sub(rb"[^\n]", b" ", text)
    return text[:1] + inside[1:-1] + text[-1:] if text[:1] in (b'"', b"'") else inside

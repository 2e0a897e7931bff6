"""S-expressions with positions: the commands of an SMT-LIB file, found by one linear scan.

Formulas are left to a solver's parser; what is read here is where commands begin and end, and, on demand, one command
as a tree.  A parser is handed a ``Rewriting``: only the commands that matter, so that none can make a solver print,
open files or change its settings, with the way back from its positions to ours.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from assay.core.errors import InputError, Position
from assay.frontends.text import Source

_TOKEN: Final = re.compile(
    r"""(?P<comment>;[^\n]*)|(?P<open>\()|(?P<close>\))
    |(?P<quoted>"(?:[^"]|"")*"|\|[^|]*\|)
    |(?P<atom>[^\s()";|]+)""",
    re.VERBOSE,
)
_KEYWORD: Final = re.compile(r"\(\s*(?:;[^\n]*\s*)*([^\s()\";|]*)")
_VISIBLE: Final = re.compile(r"\S")
# Only what can change the nesting; atoms are skipped over.
_STRUCTURE: Final = re.compile(r';[^\n]*|[()]|"(?:[^"]|"")*"|\|[^|]*\||["|]')
# An application of ``(_ divisible n)``, which z3's parser does not know, up to its argument.
_DIVISIBLE: Final = re.compile(
    rf"(?P<divisible>\(\s*\(\s*_\s+divisible\s+(?P<by>[1-9][0-9]*)\s*\))|{_STRUCTURE.pattern}"
)


@dataclass(frozen=True, slots=True)
class Command:
    """``(keyword ...)`` between two offsets of the text."""

    keyword: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Atom:
    """A symbol, keyword or literal as written; ``name`` is what a symbol denotes."""

    text: str
    offset: int

    @property
    def name(self) -> str:
        return self.text[1:-1] if self.text.startswith("|") else self.text

    @property
    def end(self) -> int:
        return self.offset + len(self.text)

    def text_in(self, source: Source) -> str:
        return source.text[self.offset : self.end]


@dataclass(frozen=True, slots=True)
class Group:
    """``( items )``; ``end`` is the offset just behind."""

    items: tuple[Expression, ...]
    offset: int
    end: int

    def text_in(self, source: Source) -> str:
        return source.text[self.offset : self.end]


Expression = Atom | Group


def commands(source: Source) -> Iterator[Command]:
    """The top-level expressions in order.  Brackets that do not match, and text outside of any, are ``InputError``s."""
    text = source.text
    opened: list[int] = []
    behind = 0
    for match in _STRUCTURE.finditer(text):
        first = match.group()[0]
        if not opened and first != ";":
            stray = _VISIBLE.search(text, behind, match.start())
            if stray or first != "(":
                offset = stray.start() if stray else match.start()
                raise InputError(f"expected '(', not {text[offset]!r}", source.position(offset), "a command begins so")
        if first == "(":
            opened.append(match.start())
        elif first == ")":
            start = opened.pop()
            if not opened:
                keyword = _KEYWORD.match(text, start)
                yield Command(keyword.group(1) if keyword else "", start, match.end())
                behind = match.end()
        elif first in '"|' and match.end() == match.start() + 1:
            where = source.position(match.start())
            raise InputError(f"this quoted text does not end: {first}", where, "is it truncated?")
        elif first == ";" and not opened:
            behind = match.end() if not _VISIBLE.search(text, behind, match.start()) else behind
    if opened:
        where = source.position(opened[-1])
        missing = "1 bracket is" if len(opened) == 1 else f"{len(opened)} brackets are"
        message = f"the file breaks off: {missing} still open, the innermost from {where.line}:{where.column}"
        raise InputError(message, source.end, "is it truncated?")
    stray = _VISIBLE.search(text, behind)
    if stray:
        raise InputError(f"expected '(', not {stray.group()!r}", source.position(stray.start()), "a command begins so")


def expression(source: Source, command: Command) -> Group:
    """``command`` as a tree."""
    stack: list[tuple[int, list[Expression]]] = []
    items: list[Expression] = []
    for match in _TOKEN.finditer(source.text, command.start, command.end):
        if match.lastgroup == "open":
            stack.append((match.start(), items))
            items = []
        elif match.lastgroup == "close":
            start, outer = stack.pop()
            outer.append(Group(tuple(items), start, match.end()))
            items = outer
        elif match.lastgroup != "comment":
            items.append(Atom(match.group(), match.start()))
    root = items[0]
    assert isinstance(root, Group)
    return root


def defined_name(source: Source, command: Command) -> str:
    """The name that a declaration or definition introduces; nothing if it does not begin with a symbol."""
    tokens = _TOKEN.finditer(source.text, command.start, command.end)
    # The bracket, the keyword, the name.
    for match in islice((token for token in tokens if token.lastgroup != "comment"), 2, 3):
        if match.lastgroup in ("atom", "quoted"):
            return Atom(match.group(), match.start()).name
    return ""


class Rewriting:
    """Text in which pieces of a source are replaced, with the way back from places in it to the source."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._length = 0
        # (offset in the new text, offset in the source, are offsets inside this piece the same distance apart?)
        self._marks: list[tuple[int, int, bool]] = []

    def keep(self, start: int, end: int) -> None:
        """The source between two offsets, as it is, but for ``((_ divisible n) x)``: that is ``(= (mod x n) 0)``."""
        first, behind = (bisect_left(self._divisible, (place,)) for place in (start, end))
        for low, high, text in self._divisible[first:behind]:
            self._add(self._source.text[start:low], start, moves=True)
            self._add(text, low, moves=False)
            start = high
        self._add(self._source.text[start:end], start, moves=True)

    def put(self, text: str, offset: int) -> None:
        """New text that stands for what the source has at ``offset``."""
        self._add(text, offset, moves=False)

    def wrap(self, before: str, node: Expression, after: str) -> None:
        """A part of the source between two pieces of new text."""
        self.put(before, node.offset)
        self.keep(node.offset, node.end)
        self.put(after, node.end - 1)

    def _add(self, text: str, offset: int, *, moves: bool) -> None:
        self._marks.append((self._length, offset, moves))
        self._pieces.append(text)
        self._length += len(text)

    @cached_property
    def _divisible(self) -> list[tuple[int, int, str]]:
        """What is replaced in applications of ``(_ divisible n)``: between which offsets, and by what, in order."""
        found: list[tuple[int, int, str]] = []
        opened: list[str] = []
        if "divisible" not in self._source.text:
            return found
        for match in _DIVISIBLE.finditer(self._source.text):
            first = match.group()[0]
            if match["divisible"]:
                found.append((*match.span(), "(= (mod"))
                opened.append(match["by"])
            elif first == "(":
                opened.append("")
            elif first == ")" and opened and (by := opened.pop()):
                found.append((*match.span(), f" {by}) 0)"))
        return found

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def position(self, line: int, column: int) -> Position:
        """Where in the source the character at this line and column of the new text comes from."""
        lines = self.text.split("\n")
        return self.origin(sum(len(text) + 1 for text in lines[: line - 1]) + column - 1)

    def origin(self, offset: int) -> Position:
        """Where the character at ``offset`` of the new text comes from; for a closing bracket, its opening one."""
        offset = min(max(offset, 0), max(self._length - 1, 0))
        place = 0
        for begins, original, moves in self._marks:
            if begins > offset:
                break
            place = original + (offset - begins if moves else 0)
        return self._source.position(opening(self._source, place))


def opening(source: Source, offset: int) -> int:
    """The offset of the bracket that the one at ``offset`` closes; ``offset`` itself if none closes there."""
    if source.text[offset : offset + 1] != ")":
        return offset
    opened: list[int] = []
    for match in _STRUCTURE.finditer(source.text):
        first = match.group()[0]
        if first == "(":
            opened.append(match.start())
        elif first == ")":
            start = opened.pop() if opened else offset
            if match.start() >= offset:
                return start
    return offset

"""Front end for finite graphs, a format of our own: states, steps, and named sets of states.

    graph
    states 0..4
    initial 4
    bad 2
    steps 0>1 1>3 2>1 3>2 3>3 4>1
    set low = 0 1 3

States are numbers.  Each line begins with its keyword; ``steps`` and ``set`` lines may be repeated; ``#`` begins a
comment.  Named sets are what engines of fixpoint-guided refinement begin their abstraction with; others ignore them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from assay.core.errors import InputError, Position
from assay.core.model import Edge, Location, Model, Origin, Safety
from assay.core.terms import Term, disjunction, eq, integer, variable
from assay.core.terms.sorts import INT
from assay.frontends.text import Source

FORMAT: Final = "graph"

_START: Final = re.compile(r"(?:\s+|#[^\n]*)*graph[ \t]*(?:#[^\n]*)?(?:\n|$)")
_LINE: Final = re.compile(r"[ \t]*(?P<line>[^#\n]*)[^\n]*\n?")
_WORD: Final = re.compile(r"\S+")
_RANGE: Final = re.compile(r"(\d{1,9})(?:\.\.(\d{1,9}))?")
_STEP: Final = re.compile(r"(\d{1,9})>(\d{1,9})")
_SET: Final = re.compile(r"set\s+(?P<name>[A-Za-z_]\w*)\s*=")
_ONCE: Final = ("states", "initial", "bad")
# States are bits of a number: more than this would be slow rather than explicit.
MOST_STATES: Final = 100_000


def looks_like_graph(text: str) -> bool:
    """Does the text begin, after comments, with a line that says so?"""
    return _START.match(text) is not None


class _Reader:
    """The lines of one file, in order."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._sets: dict[str, tuple[int, ...]] = {}
        self._named: dict[str, tuple[int, ...]] = {}
        self._steps: dict[tuple[int, int], Position] = {}
        self._known: frozenset[int] = frozenset()

    def model(self) -> Model:
        header = _START.match(self._source.text)
        if header is None:
            raise InputError("expected a line 'graph'", self._source.position(0))
        for text, offset in self._lines(header.end()):
            self._line(text, offset)
        for keyword in _ONCE:
            if keyword not in self._sets:
                hint = f"write '{keyword}', with no states behind it, if there are none" if keyword != "states" else ""
                raise InputError(f"the file has no line '{keyword}'", self._source.end, hint)
        state = variable("state", INT)
        place = Location("graph", (state,))
        edges = tuple(
            Edge(f"{a}>{b}", place, place, eq(state, integer(a)), {state: integer(b)}, where)
            for (a, b), where in self._steps.items()
        )
        named = self._named.items()
        prop = Safety("bad", {place: _among(state, self._sets["bad"])})
        return Model(
            place,
            edges,
            _among(state, self._sets["initial"]),
            (prop,),
            Origin(self._source.file, FORMAT),
            definitions={name: _among(state, states) for name, states in (("states", self._sets["states"]), *named)},
        )

    def _lines(self, start: int) -> Iterator[tuple[str, int]]:
        """The lines that say something, without comments, and where they begin."""
        offset = start
        while offset < len(self._source.text):
            match = _LINE.match(self._source.text, offset)
            assert match is not None
            if match["line"].strip():
                yield match["line"].rstrip(), match.start("line")
            offset = match.end()

    def _line(self, text: str, offset: int) -> None:
        keyword = text.split()[0]
        if keyword in _ONCE:
            if keyword in self._sets:
                raise InputError(f"a second line '{keyword}'", self._source.position(offset))
            self._sets[keyword] = self._states(text, offset, len(keyword))
            if keyword == "states":
                self._known = frozenset(self._sets["states"])
        elif keyword == "steps":
            self._read_steps(text, offset)
        elif keyword == "set":
            named = _SET.match(text)
            if named is None:
                raise InputError("expected 'set NAME = STATES'", self._source.position(offset))
            if named["name"] in self._named or named["name"] in _ONCE:
                raise InputError(f"a second set {named['name']!r}", self._source.position(offset))
            self._named[named["name"]] = self._states(text, offset, named.end())
        else:
            hint = "lines begin with states, initial, bad, steps or set"
            raise InputError(f"unknown keyword {keyword!r}", self._source.position(offset), hint)

    def _states(self, text: str, offset: int, start: int) -> tuple[int, ...]:
        """Numbers and ranges, in ascending order."""
        found: set[int] = set()
        for word in _WORD.finditer(text, start):
            where = self._source.position(offset + word.start())
            match = _RANGE.fullmatch(word.group())
            if match is None:
                raise InputError(f"expected a state or a range of states, found {word.group()!r}", where, "0 or 0..4")
            low, high = int(match[1]), int(match[2] or match[1])
            if high < low:
                raise InputError(f"the range {word.group()} is empty", where)
            if high >= MOST_STATES:
                raise InputError(f"states are numbers below {MOST_STATES}", where)
            for state in range(low, high + 1):
                found.add(state if text.startswith("states") else self._declared(state, where))
        return tuple(sorted(found))

    def _read_steps(self, text: str, offset: int) -> None:
        for word in _WORD.finditer(text, len("steps")):
            where = self._source.position(offset + word.start())
            match = _STEP.fullmatch(word.group())
            if match is None:
                raise InputError(f"expected a step, found {word.group()!r}", where, "0>1, without spaces")
            pair = (self._declared(int(match[1]), where), self._declared(int(match[2]), where))
            self._steps.setdefault(pair, where)

    def _declared(self, state: int, where: Position) -> int:
        if state not in self._known:
            hint = "the line 'states' comes first and lists them all"
            raise InputError(f"{state} is no state of this graph", where, hint)
        return state


def _among(state: Term, numbers: tuple[int, ...]) -> Term:
    return disjunction(eq(state, integer(number)) for number in numbers)


def read_graph(source: Source) -> Model:
    """The graph as a model over one integer; its one property is that no bad state is reached."""
    return _Reader(source).model()

"""Checks: what must hold where an operation is carried out, each with an error point for its kind and position.

A check is an edge from the current point to its error point; what is evaluated behind it supposes that it passed, for
nothing is promised of a run that makes an error.  Copies of an inlined function share the error point of a position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.core.errors import Position
from assay.core.model import Edge, Safety
from assay.core.program import DRIVER
from assay.core.terms import FALSE, TRUE, Term, and_, not_, or_
from assay.frontends.c.checks import Kind, names_of
from assay.frontends.c.memory.once import parts
from assay.frontends.c.read.tree import Binary, Deref, Expression, Part, Place, Unary
from assay.frontends.c.read.types import Int, Pointer
from assay.frontends.c.text.headers import FOLDER
from assay.frontends.c.translate.automaton import Mark, Point

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation


class Checks:
    """The checks of one translation; with ``asked`` None the one question is whether a run calls the error function."""

    def __init__(self, translation: Translation, asked: frozenset[Kind] | None) -> None:
        self.t = translation
        self.kinds = asked
        self.points: dict[tuple[Kind, Position], Point] = {}
        self._fallible: dict[Expression, bool] = {}

    def asked(self, kind: Kind) -> bool:
        """Is this kind of error looked for?"""
        if self.kinds is None:
            return kind in (Kind.ASSERTION, Kind.ERROR_CALL)
        return kind in self.kinds

    @property
    def any(self) -> bool:
        """Is each kind of error a property of its own?"""
        return self.kinds is not None

    def fallible(self, expression: Expression) -> bool:
        """May it be an error to evaluate an expression, even if nobody needs its value?"""
        if self.kinds is None or not isinstance(expression.type, Int | Pointer):
            return False
        found = self._fallible.get(expression)
        if found is None:
            inner = any(self.fallible(part) for part in parts(expression) if isinstance(part, Expression))
            places = (part for part in parts(expression) if isinstance(part, Place))
            found = isinstance(expression, Binary | Unary) or inner or any(_follows(place) for place in places)
            self._fallible[expression] = found
        return found

    def point(self, kind: Kind, where: Position) -> Point:
        """Where a run ends that makes this error here; the end of the program if nobody asks."""
        if self.kinds is None:
            return self.t.error
        if kind not in self.kinds:
            return self.t.stop
        found = self.points.get((kind, where))
        if found is None:
            found = self.points[kind, where] = Point(self.t.ends, f"{kind} {where.line}:{where.column}")
        return found

    def check(self, kind: Kind, good: Term, where: Position | None = None) -> None:
        """An error unless ``good`` holds, or what is evaluated here is not needed."""
        t = self.t
        if self.kinds is None or kind not in self.kinds or t.current is None or t.certain(good):
            return
        place = self.told(where or t.where)
        if place.file == DRIVER:
            return  # what makes up arguments makes no errors
        statement = t.statement if t.statement is not None and not t.statement.file.startswith(FOLDER) else place
        self._suppose(self.point(kind, place), good, place, Mark(statement))

    def auxiliary(self, point: Point, good: Term) -> None:
        """Runs on which ``good`` does not hold end at ``point``: a proof must show that there are none."""
        if self.t.current is not None and not self.t.certain(good):
            self._suppose(point, good, self.t.where, None)

    def _suppose(self, point: Point, good: Term, place: Position, mark: Mark | None) -> None:
        t = self.t
        assert t.current is not None
        supposed = and_(*t.supposed())
        bad = and_(supposed, not_(good))
        t.automaton.suppose(t.current, point, place, bad, or_(not_(supposed), good), mark)
        if bad is TRUE:
            t.current = None

    def told(self, where: Position) -> Position:
        """Where the user sees an error: of one inside a function of the library, where that is called."""
        calls = iter(reversed(self.t.calls.active))
        while where.file.startswith(FOLDER):
            call = next(calls, None)
            if call is None:
                break
            where = call.where
        return where

    def properties(self, edges: tuple[Edge, ...]) -> list[Safety]:
        """One for each kind and position that some path leads to, in the order of the program."""
        reached = {edge.target for edge in edges if edge.guard is not FALSE}
        places = [key for key, point in self.points.items() if self.t.automaton.location(point) in reached]
        names = names_of(places)
        return [
            Safety(
                names[kind, where],
                {self.t.automaton.location(self.points[kind, where]): TRUE},
                kind.rule,
                kind=str(kind),
                where=where,
            )
            for kind, where in places
        ]


def _follows(place: Place) -> bool:
    """Does an access to this place follow a pointer?"""
    while isinstance(place, Part):
        place = place.whole
    return isinstance(place, Deref)

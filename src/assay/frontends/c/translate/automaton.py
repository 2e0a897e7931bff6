"""Program points and guarded commands under construction, and the model that is made of them.

A point belongs to a frame: one inlined call.  Its variables are the globals and those of the frames that are active
there. Points that would be joined by an empty step are one; points that cannot be reached are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from assay.core.errors import Position
from assay.core.model import Edge, Location
from assay.core.terms import FALSE, TRUE, Op, Term, and_
from assay.frontends.c.library.handed import HandingOver
from assay.frontends.c.read.types import Int
from assay.frontends.text import Names

# Of the conditions on the way to a point, this many are remembered.
KNOWN: Final = 8
# With checks it is more: they are many, and each must be remembered alike however many formulas an encoding needs.
KNOWN_WITH_CHECKS: Final = 64


@dataclass(eq=False, slots=True)
class Frame:
    """One inlined call (or the globals): who called, and which variables live as long as it is active.

    Of the temporaries of each type, the first ``taken`` are in use; a statement gives back what it took.
    """

    name: str
    parent: Frame | None
    function: str = ""
    variables: dict[Term, None] = field(default_factory=dict)
    scope: tuple[Term, ...] | None = None
    temporaries: dict[Int, list[Term]] = field(default_factory=dict)
    taken: dict[Int, int] = field(default_factory=dict)

    def active(self) -> list[Frame]:
        """This frame and those below it, innermost first."""
        found = []
        frame: Frame | None = self
        while frame is not None:
            found.append(frame)
            frame = frame.parent
        return found

    def in_scope(self) -> tuple[Term, ...]:
        """The variables that have a value in this frame.  To be asked once all are known."""
        pending = []
        frame: Frame | None = self
        while frame is not None and frame.scope is None:
            pending.append(frame)
            frame = frame.parent
        for inner in reversed(pending):
            outer = inner.parent.scope if inner.parent is not None and inner.parent.scope is not None else ()
            inner.scope = outer + tuple(inner.variables) if inner.variables else outer
        assert self.scope is not None
        return self.scope


@dataclass(eq=False, slots=True)
class Point:
    """A program point; one that turned out to be another's name has it as ``same``.

    ``known`` are conditions that hold whenever control is here: those on the one way that leads here.  Where ways are
    joined, and so at the heads of loops and at labels, nothing is known.  ``supposes`` are the checks that were made
    here so far: every later step from here is taken only if they passed.
    """

    frame: Frame
    label: str = ""
    same: Point | None = None
    entered: bool = False
    location: Location | None = None
    known: tuple[Term, ...] = ()
    supposes: tuple[Term, ...] = ()

    def resolved(self) -> Point:
        point = self
        while point.same is not None:
            if point.same.same is not None:
                point.same = point.same.same
            point = point.same
        return point


@dataclass(frozen=True, slots=True)
class Mark:
    """What a step is in the source: with ``value``, the outcome of the branch at ``where``; with ``call``, what the
    call of a function without a body changes; else an error.
    """

    where: Position
    value: str = ""
    call: HandingOver | None = None


Marks = Mapping[Point, Mark]
NO_MARKS: Final[Marks] = MappingProxyType({})


def outcomes(keyword: Position | None, then: Point, otherwise: Point) -> Marks:
    """What steps to the one or the other point are: the outcomes of the branch whose keyword is at this place."""
    return {then: Mark(keyword, "true"), otherwise: Mark(keyword, "false")} if keyword is not None else NO_MARKS


@dataclass(eq=False, slots=True)
class Step:
    """An edge under construction; ``enters`` is the frame that begins with it."""

    source: Point
    target: Point
    guard: Term
    updates: Mapping[Term, Term]
    where: Position
    enters: Frame | None = None
    mark: Mark | None = None


class Automaton:
    """Collects points and steps."""

    def __init__(self, limit: int, known: int = KNOWN) -> None:
        self.steps: list[Step] = []
        self.limit = limit
        self.known = known
        self.names = Names()
        self.marked: dict[str, Step] = {}

    def add(
        self,
        source: Point,
        target: Point,
        where: Position,
        guard: Term = TRUE,
        updates: Mapping[Term, Term] | None = None,
        enters: Frame | None = None,
        mark: Mark | None = None,
    ) -> None:
        if guard is FALSE:
            return
        if source.supposes:
            guard = and_(*source.supposes, guard)
        self._append(Step(source, target, guard, updates or {}, where, enters, mark))

    def suppose(self, source: Point, error: Point, where: Position, bad: Term, good: Term, mark: Mark | None) -> None:
        """A step to ``error`` where ``bad`` holds; steps from ``source`` that are added later suppose ``good``.

        It is there even if it is never taken, so that every encoding of integers has the same steps.
        """
        self._append(Step(source, error, and_(*source.supposes, bad), {}, where, None, mark))
        source.supposes = (*source.supposes, good)

    def _append(self, step: Step) -> None:
        source, target, where = step.source, step.target, step.where
        if len(self.steps) >= self.limit:
            raise TooLarge(where)
        if not source.label:
            source.label = str(where.line)
        target.known = () if target.entered else _kept(source.known, step.guard, step.updates, self.known)
        target.entered = True
        self.steps.append(step)

    def join(self, source: Point, target: Point, where: Position) -> None:
        """From ``source``, where only checks leave yet, control goes to ``target`` and nothing happens on the way."""
        source, target = source.resolved(), target.resolved()
        if source is target or source.frame is not target.frame or source.supposes:
            self.add(source, target, where)
            target.known = ()
            return
        target.known = ()
        target.entered |= source.entered
        if not target.label:
            target.label = source.label
        source.same = target

    def finish(self, entry: Point, unknown: Callable[[Term], Term]) -> tuple[Location, tuple[Edge, ...]]:
        """The edges that the entry reaches, in the order of the program; ``marked`` has those that are marked."""
        steps = self._reachable(entry.resolved())
        start = self.location(entry)
        edges = []
        for number, step in enumerate(steps):
            source, target = self.location(step.source), self.location(step.target)
            updates = step.updates
            if step.enters is not None:
                updates = {v: updates.get(v) or unknown(v) for v in step.enters.variables} | {
                    v: term for v, term in updates.items() if v not in step.enters.variables
                }
            edges.append(Edge(f"e{number}", source, target, step.guard, updates, step.where))
            if step.mark is not None:
                self.marked[edges[-1].name] = step
        return start, tuple(edges)

    def _reachable(self, entry: Point) -> list[Step]:
        leaving: dict[Point, list[Point]] = {}
        for step in self.steps:
            leaving.setdefault(step.source.resolved(), []).append(step.target.resolved())
        seen = {entry}
        stack = [entry]
        while stack:
            for target in leaving.get(stack.pop(), ()):
                if target not in seen:
                    seen.add(target)
                    stack.append(target)
        return [step for step in self.steps if step.source.resolved() in seen]

    def location(self, point: Point) -> Location:
        point = point.resolved()
        if point.location is None:
            wanted = f"{point.frame.name}:{point.label}" if point.label else f"{point.frame.name}:end"
            point.location = Location(self.names.fresh(wanted), point.frame.in_scope())
        return point.location


def _kept(known: tuple[Term, ...], guard: Term, updates: Mapping[Term, Term], most: int) -> tuple[Term, ...]:
    """What is known behind a step: the last few conditions that it does not change."""
    if guard is not TRUE:
        known = (*known, *(guard.args if guard.op is Op.AND else (guard,)))[-most:]
    if known and updates:
        known = tuple(fact for fact in known if updates.keys().isdisjoint(fact.free))
    return known


class TooLarge(Exception):
    """The unfolding outgrew its limit."""

    def __init__(self, where: Position) -> None:
        super().__init__(str(where))
        self.where = where

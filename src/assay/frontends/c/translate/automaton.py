"""Program points and guarded commands under construction, and the model that is made of them.

A point belongs to a frame: one inlined call.  Its variables are the globals and those of the frames that are active
there. Points that would be joined by an empty step are one; points that cannot be reached are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from assay.core.errors import Position
from assay.core.model import Edge, Location, Use
from assay.core.terms import FALSE, TRUE, Op, Term, and_, prime, variable
from assay.core.terms.rebuild import Substitution
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

    Of the temporaries of each type, the first ``taken`` are in use; a statement gives back what it took.  An activation
    of a procedure is ``detached``: it has no caller, and beside its own the variables ``outer``.
    """

    name: str
    parent: Frame | None
    function: str = ""
    variables: dict[Term, None] = field(default_factory=dict)
    scope: tuple[Term, ...] | None = None
    outer: tuple[Term, ...] | None = None
    detached: bool = False
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

    @property
    def procedure(self) -> Frame | None:
        """The activation of a procedure that this is, or is inside of."""
        return next((frame for frame in self.active() if frame.detached), None)

    def in_scope(self) -> tuple[Term, ...]:
        """The variables that have a value in this frame.  To be asked once all are known."""
        pending = []
        frame: Frame | None = self
        while frame is not None and frame.scope is None:
            pending.append(frame)
            frame = frame.parent
        for inner in reversed(pending):
            outer = inner.outer
            if outer is None:
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
class Procedure:
    """A function that is called, not copied.

    At ``entry`` its parameters and what it touches of its surroundings have their values at the call.  At ``end`` it
    has returned: these ``given`` values are there still, those of what it ``changed``, and its ``results``.
    """

    name: str
    frame: Frame
    entry: Point
    start: Point
    end: Point
    result: Term | None = None
    arguments: dict[Term, None] = field(default_factory=dict)
    results: dict[Term, None] = field(default_factory=dict)
    given: tuple[tuple[Term, Term], ...] = ()
    changed: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Calling:
    """A call of a procedure: its arguments, over the caller's variables, and what becomes of its results."""

    procedure: Procedure
    arguments: Mapping[Term, Term]
    results: Mapping[Term, Term]


@dataclass(eq=False, slots=True)
class Step:
    """An edge under construction; ``enters`` is the frame that begins with it, ``calling`` the procedure it calls."""

    source: Point
    target: Point
    guard: Term
    updates: Mapping[Term, Term]
    where: Position
    enters: Frame | None = None
    mark: Mark | None = None
    calling: Calling | None = None


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

    def call(self, source: Point, target: Point, where: Position, calling: Calling) -> None:
        """A call of a procedure: of what was known before it, nothing is known behind it."""
        self._append(Step(source, target, and_(*source.supposes), {}, where, calling=calling))
        target.known = ()

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
            if step.calling is not None:
                edges += self._called(f"e{number}", step, step.calling)
                continue
            updates = step.updates
            if step.enters is not None:
                updates = {v: updates.get(v) or unknown(v) for v in step.enters.variables} | {
                    v: term for v, term in updates.items() if v not in step.enters.variables
                }
                updates = {v: term for v, term in updates.items() if term is not v}
            edges.append(Edge(f"e{number}", source, target, step.guard, updates, step.where))
            if step.mark is not None:
                self.marked[edges[-1].name] = step
        if any(step.calling is not None for step in steps):
            _refuse_strangers(steps, edges)
        return start, tuple(edges)

    def _called(self, name: str, step: Step, calling: Calling) -> list[Edge]:
        """The step into a procedure, and the step over it, which uses what it does."""
        procedure, source, target = calling.procedure, self.location(step.source), self.location(step.target)
        entry, end = self.location(procedure.entry), self.location(procedure.end)
        here = frozenset(source.variables)
        # What only other callers have may have any value here: nobody looks at it.
        absent = {v: variable(f"{v.name} elsewhere", v.sort) for v in entry.variables if v not in procedure.arguments}
        given = {v: v if v in here else absent[v] for v in absent}
        given |= {v: calling.arguments.get(v) or prime(v) for v in procedure.arguments}
        becomes = {v: prime(v) for v in procedure.changed}
        becomes |= {v: variable(f"{v.name} returned", v.sort) for v in procedure.results}
        replace = Substitution(becomes)
        updates = {v: becomes[v] for v in procedure.changed if v in here}
        updates |= {v: replace(term) for v, term in calling.results.items()}
        use = Use(end, (*(given[v] for v, _ in procedure.given), *becomes.values()))
        into = {v: term for v, term in given.items() if term is not v}
        return [
            Edge(f"{name}.call", source, entry, step.guard, into, step.where),
            Edge(name, source, target, step.guard, updates, step.where, (use,)),
        ]

    def _reachable(self, entry: Point) -> list[Step]:
        leaving: dict[Point, list[Point]] = {}
        for step in self.steps:
            leaving.setdefault(step.source.resolved(), []).append(step.target.resolved())
            if step.calling is not None:
                leaving[step.source.resolved()].append(step.calling.procedure.entry)
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


def _refuse_strangers(steps: Sequence[Step], edges: Sequence[Edge]) -> None:
    """What is no variable of a step's source is chosen freely: no variable of the program may be that by mistake."""
    frames = {frame for step in steps for point in (step.source, step.target) for frame in point.frame.active()}
    variables = {symbol for frame in frames for symbol in frame.variables}
    for edge in edges:
        missing = variables.intersection(edge.inputs)
        assert not missing, f"{edge}: {', '.join(sorted(symbol.name for symbol in missing))} has no value there"


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

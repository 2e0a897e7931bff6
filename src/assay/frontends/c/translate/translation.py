"""From the typed tree to the automaton: the current point, and the steps that leave it.

``Translation`` is the desk at which expressions, statements and calls work together.  Where control cannot be, the
current point is None and steps are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from assay.core.c_source import STREAMS
from assay.core.errors import Position
from assay.core.terms import FALSE, TRUE, Op, Term, not_, prime
from assay.core.terms.evaluate import holds
from assay.core.terms.sorts import INT
from assay.frontends.c.checks import Kind
from assay.frontends.c.library.externals import Externals
from assay.frontends.c.memory.memory import HEAP_BASE, Memory
from assay.frontends.c.memory.objects import Object, Spot
from assay.frontends.c.memory.points_to import PointsTo
from assay.frontends.c.memory.recursion import ALL_COPIED, Separate
from assay.frontends.c.memory.unwritten import Shadow
from assay.frontends.c.memory.validity import FOLLOWED_KINDS, Validity
from assay.frontends.c.read.tree import Expression, Function, Logical, Not, Variable
from assay.frontends.c.read.types import DataModel, Int, Pointer
from assay.frontends.c.translate.assignments import Assignments
from assay.frontends.c.translate.automaton import (
    KNOWN,
    KNOWN_WITH_CHECKS,
    NO_MARKS,
    Automaton,
    Frame,
    Mark,
    Marks,
    Point,
    Step,
    outcomes,
)
from assay.frontends.c.translate.calls import Calls
from assay.frontends.c.translate.checks import Checks
from assay.frontends.c.translate.encoding import Encoding
from assay.frontends.c.translate.expressions import Values
from assay.frontends.c.translate.fitting import bounds
from assay.frontends.c.translate.floating import Floats
from assay.frontends.c.translate.notes import Notes
from assay.frontends.c.translate.plainly_written import drop_plain_checks
from assay.frontends.c.translate.records import Records
from assay.frontends.c.translate.statements import Runner

# What follows from conditions on a variable of so many bits is found by trying all its values.
FEW_BITS: Final = 8


class Conditions(StrEnum):
    """Is a condition without effects one guard, or an edge for each operand of its ``&&`` and ``||``?"""

    WHOLE = "whole"
    SPLIT = "split"


@dataclass(frozen=True)
class Options:
    """How to translate: the names of integers, the shape of conditions, how deep to unfold recursion.

    ``checks`` are the kinds of error to look for; None looks for calls of the error function alone.  ``procedures`` are
    the functions that are called instead of being copied.
    """

    encoding: Encoding
    model: DataModel
    conditions: Conditions
    recursion: int
    limit: int
    checks: frozenset[Kind] | None = None
    procedures: Separate = ALL_COPIED


class Translation:
    """The state of one translation."""

    def __init__(self, points_to: PointsTo, options: Options, where: Position) -> None:
        self.points_to = points_to
        self.encoding = options.encoding
        self.conditions = options.conditions
        self.recursion = options.recursion
        self.where = where
        self.root = Frame("program", None)
        self.frame = self.root
        self.automaton = Automaton(options.limit, KNOWN if options.checks is None else KNOWN_WITH_CHECKS)
        self.memory = Memory(points_to, options.encoding, options.model, self.root, self._here)
        self.constants: dict[tuple[Variable, Frame], Term] = {}
        self.entry = Point(Frame("entry", None), "start")
        # Procedures have no variables in common with the places where runs end.
        self.ends = Frame(self.root.name, None) if options.procedures.functions else self.root
        self.error = Point(self.ends, "error")
        self.bound = Point(self.ends, "bound")
        self.stop = Point(self.ends, "exit")
        self.current: Point | None = Point(self.root, "initialised")
        self.truncated = False  # is recursion cut off?
        self.bounded = False  # is anything cut off?
        self.statement: Position | None = None
        self.notes = Notes()
        self._function_addresses: dict[str, int] = {}
        self._supposed: frozenset[Term] = frozenset()
        self.checks = Checks(self, options.checks)
        self.floats = Floats(self)
        self.assignments = Assignments(self)
        self.values = Values(self)
        self.records = Records(self)
        self.statements = Runner(self)
        self.memory.crossing = options.procedures.crossing
        self.calls = Calls(self, options.procedures.functions)
        self.strays = Point(self.ends, "stray")
        self.validity = Validity(self) if options.checks is not None and options.checks & FOLLOWED_KINDS else None
        if self.validity is not None:
            self.values.follow(self.validity)
        if self.asked(Kind.UNINITIALISED):
            outside = frozenset(points_to.outside.nodes()) if points_to.externals is Externals.ANY else frozenset()
            self.memory.shadow = Shadow(self.memory, outside)

    def program(self, main: Function) -> None:
        """Translate the whole program."""
        start = self.current
        assert start is not None
        self.calls.run_main(main)
        if self.current is not None:
            self.goto(self.stop)
        self.calls.procedures.run()
        updates = self._initial()
        self.automaton.steps.insert(0, self._first(start, updates))
        self.calls.procedures.close()
        if self.memory.shadow is not None:
            drop_plain_checks(self.automaton, self.memory.shadow, self.entry)

    def _first(self, start: Point, updates: Mapping[Term, Term]) -> Step:
        return Step(self.entry, start, TRUE, updates, self.where, enters=self.root)

    def _initial(self) -> dict[Term, Term]:
        """The values of everything that lives as long as the program."""
        self.frame, self.current = self.root, Point(self.root)
        self.memory.written = None  # what constants begin with is no write to them
        updates: dict[Term, Term] = {}
        done: set[Variable] = set()
        while True:
            fresh = [o for o in self.memory.by_address if o.frame is self.root and o.variable not in done]
            if not fresh:
                break
            for found in fresh:
                done.add(found.variable)
                if not found.variable.external:
                    self._initialise(found, updates)
                    continue
                if self.memory.shadow is not None:
                    self.memory.shadow.fill(found, self.root, updates, written=True)
                if found.variable.name in STREAMS and isinstance(found.variable.type, Pointer):
                    address = self.encoding.constant(STREAMS[found.variable.name], self.memory.pointer)
                    self.assignments.put(Spot(found.start, found, 0), found.variable.type, None, address, updates)
        if self.memory.heap is not None:
            self.memory.fits(self.where)
            start = HEAP_BASE if self.validity is None else self.validity.live.heap_start
            updates[self.memory.heap] = self.encoding.constant(start, self.memory.pointer)
        if self.validity is not None:
            updates |= self.validity.initial()
        if self.memory.shadow is not None:
            self.memory.shadow.initial(updates)
        return updates

    def _initialise(self, found: Object, updates: dict[Term, Term]) -> None:
        spot = Spot(found.start, found, 0)
        self.memory.clear(found, self.root, updates, found.variable.where)
        for part in found.variable.initial or []:
            value = self.values.value(part.value)
            self.assignments.put(spot.moved(part.offset), part.type, part.bits, value, updates)

    # -- steps

    def beyond(self, guard: Term = TRUE) -> None:
        """Leave what the model covers: a proof must show that no run comes here."""
        if self.current is not None and guard is not FALSE:
            self.bounded = True
            self.leave(self.bound, guard)
        self.current = None

    def beyond_unless(self, good: Term) -> None:
        """Leave what the model covers where a condition does not hold."""
        self.bounded = True
        self.checks.auxiliary(self.bound, good)

    def stray(self, good: Term) -> None:
        """Leave the model where a pointer might lead from one object to another."""
        self.checks.auxiliary(self.strays, good)

    def step(
        self,
        updates: Mapping[Term, Term],
        where: Position | None = None,
        guard: Term = TRUE,
        mark: Mark | None = None,
    ) -> None:
        """One step from the current point to a new one."""
        if self.current is None or (not updates and guard is TRUE):
            return
        if guard is FALSE:
            self.current = None
            return
        target = Point(self.frame)
        self.automaton.add(self.current, target, where or self.where, guard, updates, mark=mark)
        self.current = target

    def set(self, target: Term, value: Term) -> None:
        self.step({target: value})

    def goto(self, target: Point) -> None:
        """Control goes on at ``target``; the current point is left."""
        if self.current is not None:
            self.automaton.join(self.current, target, self.where)
            self.current = None

    def leave(
        self,
        target: Point,
        guard: Term = TRUE,
        updates: Mapping[Term, Term] | None = None,
        mark: Mark | None = None,
    ) -> None:
        """An edge to ``target``; the current point stays."""
        if self.current is not None:
            self.automaton.add(self.current, target, self.where, guard, updates, mark=mark)

    def resume(self, target: Point) -> None:
        """Go on at ``target``, if anything leads there."""
        target = target.resolved()
        self.current = target if target.entered else None

    @contextmanager
    def checked_whole(self, spots: Iterable[tuple[Spot, Frame]], size: int) -> Iterator[None]:
        """Accesses to parts of places that are checked as a whole, if they are; each as seen from its call."""
        if self.validity is None:
            yield
            return
        for spot, frame in spots:
            self.validity.access(spot, size, frame)
        with self.validity.trusted():
            yield

    def temporary(self, made: Int) -> Term:
        """A variable for an intermediate value, until the end of the statement."""
        frame = self.frame
        known = frame.temporaries.setdefault(made, [])
        number = frame.taken.get(made, 0)
        frame.taken[made] = number + 1
        if number == len(known):
            known.append(self.memory.new_variable(f"{frame.name}::temporary", made, frame))
        return known[number]

    def here(self) -> Position:
        return self.where

    def _here(self) -> Position | None:
        return self.where if self.current is not None else None

    def certain(self, condition: Term) -> bool:
        """Does the way to the current expression show that a condition holds?  Inputs are chosen anew at each step."""
        if condition is TRUE or condition in self._supposed:
            return True
        if self.current is not None and condition in self.current.supposes:
            return True
        if self.current is None or not all(s in self.memory.types or s.sort.is_array for s in condition.free):
            return False
        parts = condition.args if condition.op is Op.AND and self.checks.any else (condition,)
        return all(part in self.current.known for part in parts) or self._follows(condition, self.current.known)

    def supposed(self) -> list[Term]:
        """The conditions under which the current expression is evaluated."""
        return sorted(self._supposed, key=lambda condition: condition.uid)

    def asked(self, kind: Kind) -> bool:
        """Is this kind of error looked for?"""
        return self.checks.asked(kind)

    def check(self, kind: Kind, good: Term, where: Position | None = None) -> None:
        """An error of this kind, at ``where``, unless ``good`` holds or what is evaluated here is not needed."""
        self.checks.check(kind, good, where)

    def _follows(self, condition: Term, known: tuple[Term, ...]) -> bool:
        """Does a condition on a single variable of few values follow from others on it?"""
        if len(condition.free) != 1:
            return False
        (symbol,) = condition.free
        made = self.memory.types.get(symbol)
        facts = [fact for fact in known if fact.free == condition.free]
        if made is None or made.width > FEW_BITS or not facts:
            return False
        low, high = bounds(made) if symbol.sort is INT else (0, (1 << made.width) - 1)
        values = ({symbol: value} for value in range(low, high + 1))
        return all(holds(condition, value) for value in values if all(holds(fact, value) for fact in facts))

    def supposing(self, condition: Term, work: Callable[[], Term]) -> Term:
        """The value of a part that is evaluated only where ``condition`` holds."""
        outer = self._supposed
        self._supposed |= {condition}
        try:
            return work()
        finally:
            self._supposed = outer

    # -- branching

    def branch(self, condition: Expression, then: Point, otherwise: Point, marks: Marks = NO_MARKS) -> None:
        """Control goes to one of two points; ``marks`` are what a step to one of them is in the source."""
        if isinstance(condition, Not):
            self.branch(condition.operand, otherwise, then, marks)
            return
        if isinstance(condition, Logical) and (condition.right.effects or self.conditions is Conditions.SPLIT):
            middle = Point(self.frame)
            if condition.conjunction:
                self.branch(condition.left, middle, otherwise, marks)
            else:
                self.branch(condition.left, then, middle, marks)
            self.resume(middle)
            self.branch(condition.right, then, otherwise, marks)
            return
        self.branch_on(self.values.condition(condition), then, otherwise, marks)

    def branch_on(self, condition: Term, then: Point, otherwise: Point, marks: Marks = NO_MARKS) -> None:
        if condition is TRUE:
            self.goto(then)
        elif condition is FALSE:
            self.goto(otherwise)
        else:
            self.leave(then, condition, mark=marks.get(then))
            self.leave(otherwise, not_(condition), mark=marks.get(otherwise))
            self.current = None

    def fork(
        self,
        condition: Expression,
        then: Callable[[], object],
        otherwise: Callable[[], object],
        keyword: Position | None = None,
    ) -> None:
        """Run one of two pieces of work, and go on behind both."""
        first, second = Point(self.frame), Point(self.frame)
        self.branch(condition, first, second, outcomes(keyword, first, second))
        self._both(first, second, then, otherwise)

    def fork_on(self, condition: Term, then: Callable[[], object], otherwise: Callable[[], object]) -> None:
        first, second = Point(self.frame), Point(self.frame)
        self.branch_on(condition, first, second)
        self._both(first, second, then, otherwise)

    def _both(self, first: Point, second: Point, then: Callable[[], object], otherwise: Callable[[], object]) -> None:
        after = Point(self.frame)
        for start, work in ((first, then), (second, otherwise)):
            self.resume(start)
            work()
            self.goto(after)
        self.resume(after)

    # -- functions as values

    def function_address(self, function: Function) -> Term:
        address = self._function_addresses.get(function.name)
        if address is None:
            address = self._function_addresses[function.name] = self.memory.reserve()
        return self.encoding.constant(address, self.memory.pointer)

    def havoc_value(self, target: Term) -> Term:
        """Any value for a variable that begins to live; a ghost has its own."""
        if self.memory.shadow is not None and target in self.memory.shadow.begins:
            return self.memory.shadow.begins[target]
        made = self.memory.types.get(target)
        return self.encoding.unknown(prime(target).name, made) if made is not None else prime(target)

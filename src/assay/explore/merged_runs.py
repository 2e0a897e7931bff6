"""Bounded search for errors in programs: all runs of one length at once, with their values put in as terms.

After so many steps each location has a condition under which it is reached and a term for each variable, over inputs
alone; where two ways meet, the term is a choice between theirs.  So constants are propagated, what cannot happen is
dropped while it is built, and a question to the solver has no state in it: loops with constant bounds cost next to
nothing.  Each question goes to a solver of its own, which may simplify it as a whole; as lengths grow, questions are
asked more rarely.  (Bounded model checking of C as in Clarke, Kroening, Lerda, TACAS 2004, with merging at locations.)
Where no location can be reached any more, all runs have ended, and that is a proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.events import BoundReached, Listener, ignore
from assay.core.evidence import Path, Unrolling
from assay.core.model import Edge, Location, Model
from assay.core.roles import Alarm, Proved, Stuck
from assay.core.terms import FALSE, Term, and_, disjunction, ite, or_, variable
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL
from assay.explore.bounded import Bound
from assay.solve.bits import bits_solver
from assay.solve.smt import Answer, Solver

# Up to this length every one is asked about; then each is longer than the last by a part of it.
EACH: Final = 16
# Seconds for the question whether any run goes on.
PATIENCE: Final = 2.0


@dataclass(frozen=True, slots=True)
class Reached:
    """When a location is reached, and with which values."""

    condition: Term
    values: Mapping[Term, Term]


@dataclass(frozen=True, slots=True)
class Way:
    """A step to a location, and when the values there are this step's, unless a later way says so too."""

    edge: Edge
    chosen: Term


class MergedRuns:
    """Explorer whose alarms are real.  Requires a single error location (transform ``aim``).

    Each exploration goes on at the length where the last one stopped.
    """

    def __init__(self, model: Model, deadline: Deadline = FOREVER, announce: Listener = ignore) -> None:
        self.model = model
        self._deadline = deadline
        self._announce = announce
        (self._error,) = model.properties[0].bad
        first = {v: variable(f"{v.name}@0", v.sort) for v in model.entry.variables}
        self._reached = {model.entry: Reached(Substitution(first)(model.initial), first)}
        self._ways: list[Mapping[Location, list[Way]]] = []
        self._open: list[tuple[int, Term]] = []  # lengths with their errors, not yet asked about
        self._refuted = 0
        self._asked = EACH // 2  # the length at which to ask next whether any run goes on

    def explore(self, precision: Bound, /) -> Proved[Unrolling] | Alarm[Path] | Stuck:
        while self._refuted < precision.depth:
            while self._reached and len(self._ways) < self._next(precision):
                self._grow()
                if self._deadline.passed:
                    return Stuck(f"bounded search ended at depth {self._refuted}", hint="raise --time")
            found = self._ask()
            if found is not None:
                return Alarm(found)
            self._refuted = len(self._ways)
            self._announce(BoundReached(self._refuted))
            if self._ended():
                return Proved(Unrolling(self._refuted))
        return Stuck(f"no error within {precision.depth} steps", hint="a proof needs another engine")

    def _next(self, precision: Bound) -> int:
        """The length to ask about next."""
        return min(precision.depth, self._refuted + max(1, self._refuted // EACH))

    # -- runs

    def _grow(self) -> None:
        """All runs that are one step longer."""
        length = len(self._ways)
        found: dict[Location, list[tuple[Edge, Reached]]] = {}
        for edge in self.model.edges:
            before = self._reached.get(edge.source)
            if before is not None:
                after = self._after(edge, before, length)
                if after.condition is not FALSE:
                    found.setdefault(edge.target, []).append((edge, after))
        ways: dict[Location, list[Way]] = {}
        self._reached = {}
        for place, steps in found.items():
            reached, ways[place] = _merged(steps, f"{place.name}@{length}")
            if place == self._error:
                self._open.append((length + 1, reached.condition))
            else:
                self._reached[place] = reached
        self._ways.append(ways)

    def _after(self, edge: Edge, before: Reached, length: int) -> Reached:
        """The step from all states at once; inputs have symbols of their own for each edge and length."""
        inputs = {symbol: variable(f"{symbol.name}@{length}!{edge.name}", symbol.sort) for symbol in edge.inputs}
        now = Substitution({**before.values, **inputs})
        condition = and_(before.condition, now(edge.guard))
        if condition is FALSE or edge.target == self._error:
            return Reached(condition, {})
        return Reached(condition, {v: now(edge.after(v)) for v in edge.target.variables})

    # -- questions

    def _ended(self) -> bool:
        """Is no location reached any more?  That is asked as lengths double, and not waited for long."""
        if self._reached and len(self._ways) >= self._asked:
            self._asked = 2 * len(self._ways)
            alive = disjunction(reached.condition for reached in self._reached.values())
            solver = bits_solver(alive)
            solver.add(alive)
            if solver.check(seconds=min(self._deadline.left, PATIENCE)) is Answer.UNSAT:
                self._reached = {}
        return not self._reached

    def _ask(self) -> Path | None:
        """A run to the error of one of the lengths that were not asked about; None if there is none."""
        goal = disjunction(condition for _, condition in self._open)
        if goal is FALSE:
            self._open.clear()
            return None
        solver = bits_solver(goal)
        solver.add(goal)
        answer = solver.check(seconds=self._deadline.left)
        if answer is Answer.UNKNOWN:
            raise SolverFailure(f"bounded search gave up between depths {self._refuted} and {len(self._ways)}")
        if answer is Answer.UNSAT:
            self._open.clear()
            return None
        return self._path(solver)

    def _path(self, solver: Solver) -> Path:
        """Walk back from the error along the ways whose values were taken."""
        length = next(length for length, condition in self._open if solver.value(condition))
        place = self._error
        edges: list[Edge] = []
        for ways in reversed(self._ways[:length]):
            *first, last = ways[place]
            others = (way for way in (last, *reversed(first)) if way is ways[place][0] or solver.value(way.chosen))
            edge = next(others).edge
            edges.append(edge)
            place = edge.source
        return Path(tuple(reversed(edges)))


def _merged(steps: list[tuple[Edge, Reached]], name: str) -> tuple[Reached, list[Way]]:
    """One state for all steps to a location.  Where two may be taken at once, an input says which it is."""
    edge, reached = steps[0]
    ways = [Way(edge, reached.condition)]
    for number, (edge, other) in enumerate(steps[1:]):
        if and_(reached.condition, other.condition) is FALSE:
            chosen = other.condition
            condition = or_(reached.condition, other.condition)
        else:
            chosen = variable(f"%way {name}/{number}", BOOL)
            condition = ite(chosen, other.condition, reached.condition)
        values = {v: ite(chosen, other.values[v], value) for v, value in reached.values.items()}
        reached = Reached(condition, values)
        ways.append(Way(edge, chosen))
    return reached, ways

"""Bounded search for errors in programs: all runs of one length at once, with their values put in as terms.

After so many steps each location has a condition under which it is reached and a term for each variable, over inputs
alone; where two ways meet, the term is a choice between theirs.  So constants are propagated, what cannot happen is
dropped while it is built, and a question to the solver has no state in it: loops with constant bounds cost next to
nothing.  Each question goes to a solver of its own, which may simplify it as a whole; as lengths grow, questions are
asked more rarely.  (Bounded model checking of C as in Clarke, Kroening, Lerda, TACAS 2004, with merging at locations.)
Where no location can be reached any more, all runs have ended, and that is a proof.

A product of two choices is far harder than some products.  So where floating-point numbers are computed with, a few
ways to a location are not merged but followed side by side, and each is asked about alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.events import BoundReached, Listener, ignore
from assay.core.evidence import EndedRuns, Path
from assay.core.model import Edge, Location, Model
from assay.core.roles import Alarm, Proved, Stuck
from assay.core.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    and_,
    boolean,
    conjuncts,
    disjunction,
    integer,
    ite,
    or_,
    size,
    variable,
)
from assay.core.terms.float_operators import is_floating
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL
from assay.explore.bounded import Bound
from assay.solve.bits import bits_solver
from assay.solve.interpolation import killable
from assay.solve.smt import Answer, Solver

# Up to this length every one is asked about; then each is longer than the last by a part of it.
EACH: Final = 16
# Seconds for the question whether any run goes on.
PATIENCE: Final = 2.0
# Terms from which on a question goes to a process of its own: solvers do not look at the clock while they prepare it.
LARGE: Final = 4000
# Ways to a location that are followed side by side, where numbers are computed with.
APART: Final = 24


@dataclass(frozen=True, slots=True)
class Reached:
    """When a location is reached, with which values, and how: by the last way that was chosen, else by the first."""

    condition: Term
    values: Mapping[Term, Term]
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """A step to a location, the ways to where it starts, and when the values behind it are this step's."""

    edge: Edge
    before: tuple[Way, ...]
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
        self._reached = {model.entry: [Reached(Substitution(first)(model.initial), first)]}
        self._length = 0
        self._open: list[Reached] = []  # errors that were not yet asked about
        self._apart = APART if _computes(model) else 1
        self._refuted = 0
        self._asked = EACH // 2  # the length at which to ask next whether any run goes on

    def explore(self, precision: Bound, /) -> Proved[EndedRuns] | Alarm[Path] | Stuck:
        while self._refuted < precision.depth:
            while self._reached and self._length < self._next(precision):
                self._grow()
                if self._deadline.passed:
                    return Stuck(f"bounded search ended at depth {self._refuted}", hint="raise --time")
            found = self._ask()
            if found is not None:
                return Alarm(found)
            self._refuted = self._length
            self._announce(BoundReached(self._refuted))
            if self._ended():
                return Proved(EndedRuns(self._refuted))
        return Stuck(f"no error within {precision.depth} steps", hint="a proof needs another engine")

    def _next(self, precision: Bound) -> int:
        """The length to ask about next."""
        return min(precision.depth, self._refuted + max(1, self._refuted // EACH))

    # -- runs

    def _grow(self) -> None:
        """All runs that are one step longer."""
        length = self._length
        found: dict[Location, list[Reached]] = {}
        for edge in self.model.edges:
            for number, before in enumerate(self._reached.get(edge.source, ())):
                after = self._after(edge, before, f"{length}/{number}" if number else f"{length}")
                if after.condition is not FALSE:
                    found.setdefault(edge.target, []).append(after)
        self._reached = {}
        for place, several in found.items():
            if len(several) > self._apart:
                several = [_merged(several, f"{place.name}@{length}")]
            if place == self._error:
                self._open += several
            else:
                self._reached[place] = several
        self._length += 1

    def _after(self, edge: Edge, before: Reached, time: str) -> Reached:
        """The step from all states at once; inputs have symbols of their own for each edge and time."""
        inputs = {symbol: variable(f"{symbol.name}@{time}!{edge.name}", symbol.sort) for symbol in edge.inputs}
        guard, known = _determined(Substitution({**before.values, **inputs})(edge.guard), frozenset(inputs.values()))
        condition = and_(before.condition, guard)
        way = Way(edge, before.ways, condition)
        if condition is FALSE or edge.target == self._error:
            return Reached(condition, {}, (way,))
        now = Substitution({**before.values, **{symbol: known.get(fresh, fresh) for symbol, fresh in inputs.items()}})
        return Reached(condition, {v: now(edge.after(v)) for v in edge.target.variables}, (way,))

    # -- questions

    def _ended(self) -> bool:
        """Is no location reached any more?  That is asked as lengths double, and not waited for long."""
        if self._reached and self._length >= self._asked:
            self._asked = 2 * self._length
            alive = disjunction(reached.condition for several in self._reached.values() for reached in several)
            until = self._deadline.within(PATIENCE)
            try:
                (over,) = _answered(alive, until, lambda: (_impossible(alive, until),))
                if over is TRUE:
                    self._reached = {}
            except SolverFailure:
                return False
        return not self._reached

    def _ask(self) -> Path | None:
        """A run to the error of one of the lengths that were not asked about; None if there is none."""
        questions = [[error] for error in self._open] if self._apart > 1 else [self._open]
        for errors in questions:
            found = self._run(errors)
            if found is not None:
                return found
        self._open = []
        return None

    def _run(self, errors: Sequence[Reached]) -> Path | None:
        goal = disjunction(error.condition for error in errors)
        if goal is FALSE:
            return None
        try:
            found = _answered(goal, self._deadline, lambda: self._solved(errors, goal))
        except SolverFailure as failure:
            depths = f"between depths {self._refuted} and {self._length}"
            raise SolverFailure(f"bounded search gave up {depths}") from failure
        return Path(tuple(self.model.edges[int(edge.number)] for edge in found)) if found else None

    def _solved(self, errors: Sequence[Reached], goal: Term) -> tuple[Term, ...]:
        """The numbers of the edges of a run, as terms; none if there is no run."""
        solver = bits_solver(goal)
        solver.add(goal)
        answer = solver.check(seconds=self._deadline.left)
        if answer is Answer.UNKNOWN:
            raise SolverFailure("undecided")
        if answer is Answer.UNSAT:
            return ()
        numbers = {edge: number for number, edge in enumerate(self.model.edges)}
        path = _path(next(error for error in errors if solver.value(error.condition)).ways, solver)
        return tuple(integer(numbers[edge]) for edge in path.edges)


def _determined(guard: Term, inputs: frozenset[Term]) -> tuple[Term, Mapping[Term, Term]]:
    """The guard without the inputs that it says to be a constant or another symbol, and what these are.

    A step that stands for a piece of the program computes by such inputs; without them, what is known stays known.
    """
    known: dict[Term, Term] = {}
    while found := _equated(guard, inputs):
        put_in = Substitution(found)
        known = {symbol: put_in(value) for symbol, value in known.items()} | found
        guard = put_in(guard)
    return guard, known


def _equated(guard: Term, inputs: frozenset[Term]) -> dict[Term, Term]:
    """Inputs that conjuncts of the guard say to be a constant, or a symbol that is not among them."""
    found: dict[Term, Term] = {}
    for part in conjuncts(guard):
        if part.op is not Op.EQ or not all(side.is_const or side.op is Op.VAR for side in part.args):
            continue
        left, right = (_followed(side, found) for side in part.args)
        if left is not right and left in inputs:
            found[left] = right
        elif left is not right and right in inputs:
            found[right] = left
    return {symbol: _followed(symbol, found) for symbol in found}


def _followed(term: Term, found: Mapping[Term, Term]) -> Term:
    while term in found:
        term = found[term]
    return term


def _answered(asked: Term, until: Deadline, answer: Callable[[], tuple[Term, ...]]) -> tuple[Term, ...]:
    """The answer, in a process of its own if what is asked is large."""
    return answer() if size(asked) < LARGE else killable.run(answer, until)


def _impossible(formula: Term, until: Deadline) -> Term:
    solver = bits_solver(formula)
    solver.add(formula)
    return boolean(solver.check(seconds=until.left) is Answer.UNSAT)


def _computes(model: Model) -> bool:
    return is_floating(*(term for edge in model.edges for term in (edge.guard, *edge.updates.values())))


def _path(ways: tuple[Way, ...], solver: Solver) -> Path:
    """Walk back from the error along the ways whose values were taken."""
    edges: list[Edge] = []
    while ways:
        first, *others = ways
        way = next((way for way in reversed(others) if solver.value(way.chosen)), first)
        edges.append(way.edge)
        ways = way.before
    return Path(tuple(reversed(edges)))


def _merged(several: Sequence[Reached], name: str) -> Reached:
    """One state for all steps to a location.  Where two may be taken at once, an input says which it is."""
    result, *others = several
    for number, other in enumerate(others):
        if and_(result.condition, other.condition) is FALSE:
            chosen = other.condition
            condition = or_(result.condition, other.condition)
        else:
            chosen = variable(f"%way {name}/{number}", BOOL)
            condition = ite(chosen, other.condition, result.condition)
        values = {v: ite(chosen, other.values[v], value) for v, value in result.values.items()}
        way = Way(other.ways[0].edge, other.ways[0].before, chosen)
        result = Reached(condition, values, (*result.ways, way))
    return result

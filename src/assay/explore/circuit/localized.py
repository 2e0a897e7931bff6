"""Abstract models of localization: decided with hidden latches free, and what they show where they fail.

``RingExplorer`` looks for a bad state over decision diagrams, ``ClauseExplorer`` by IC3 once those are too large,
``LassoExplorer`` for a fair lasso; ``BranchingExplorer`` decides a universal CTL formula.  A proof of the abstraction
is one of the design: the reachable abstract states are an inductive set of it.
The abstract path has one value at each step for whatever its steps depend on, but keeps all bad states at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit
from assay.core.errors import SolverFailure
from assay.core.events import Listener, Progress, ignore
from assay.core.roles import Alarm, Stuck
from assay.core.temporal import Formula
from assay.core.terms import Term
from assay.core.verdict import Proof
from assay.domains.localization import AbstractPath, BadStates, Localization, Supports, Visible
from assay.explore.circuit.answers import Invariant, Run, StateTable, simulate, truth
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.reachability import list_rings, table, union
from assay.explore.temporal.ctl import Branching, branching_in
from assay.explore.temporal.lasso import NoLasso, lasso_in
from assay.solve.bdd import Diagram

Lift = Callable[[StateTable | Invariant], Proof]
"""A set of states of the circuit as a proof about the model."""


class RingExplorer:
    """Are ``bad`` states reachable?  ``depth`` is that of the last search."""

    def __init__(self, localization: Localization, bad: BadStates, lift: Lift, announce: Listener = ignore) -> None:
        self._localization = localization
        self._bad = bad
        self._lift = lift
        self._announce = announce
        self.depth = 0

    def explore(self, precision: Visible, /) -> Proof | Alarm[AbstractPath] | Stuck:
        try:
            return self._search(precision)
        except SolverFailure as failure:
            return Stuck(str(failure), "raise --time")

    def _search(self, precision: Visible) -> Proof | Alarm[AbstractPath]:
        local = self._localization
        space = local.space(precision.latches)
        goal = local.aim(self._bad, precision.latches)
        states = local.project(goal, precision.latches)
        rings = list_rings(space, states, self._announce)
        self.depth = len(rings) - 1
        _count(self._announce, precision, self.depth, local)
        last = local.project(rings[-1] & goal, precision.latches)
        if last == local.diagrams.false:
            return self._lift(table(space, union(space, rings)))
        return Alarm(self._path_to(rings, last, precision))

    def _path_to(self, rings: Sequence[Diagram], last: Diagram, precision: Visible) -> AbstractPath:
        local = self._localization
        space = local.space(precision.latches)
        free = sorted(local.supports.support(precision.latches) - precision.latches)
        steps: list[Mapping[int, int]] = []
        state, _ = space.pick(last)
        for ring in reversed(rings[:-1]):
            state, inputs = space.pick(space.steps_of(ring, state))
            steps.append({**state, **{node: inputs.get(node, 0) for node in free}})
        return AbstractPath(tuple(reversed(steps)), last)


class ClauseExplorer:
    """Is ``bad`` reachable?  By decision diagrams as long as they stay small, then by IC3."""

    def __init__(
        self,
        first: RingExplorer | None,
        supports: Supports,
        bad: int,
        lift: Lift,
        deadline: Deadline = FOREVER,
        announce: Listener = ignore,
    ) -> None:
        self._first = first
        self._supports = supports
        self._bad = bad
        self._lift = lift
        self._deadline = deadline
        self._announce = announce

    def explore(self, precision: Visible, /) -> Proof | Alarm[AbstractPath] | Stuck:
        if self._first is not None:
            answer = self._first.explore(precision)
            if not isinstance(answer, Stuck) or self._deadline.passed:
                return answer
            self._first = None
        circuit = self._supports.cut(precision.latches)
        match Ic3(circuit, self._bad, self._deadline, self._announce).run():
            case Invariant() as found:
                return self._lift(found)
            case Stuck() as stuck:
                return stuck
            case Run() as run:
                return Alarm(AbstractPath(_steps(circuit, self._supports, precision, run)))


class LassoExplorer:
    """Has the circuit a fair run?  ``found`` is what showed that there is none."""

    def __init__(self, localization: Localization, lift: Lift, announce: Listener = ignore) -> None:
        self._localization = localization
        self._lift = lift
        self._announce = announce
        self.found: NoLasso | None = None

    def explore(self, precision: Visible, /) -> Proof | Alarm[AbstractPath] | Stuck:
        local = self._localization
        try:
            space = local.space(precision.latches)
            answer = lasso_in(space, self._announce)
        except SolverFailure as failure:
            return Stuck(str(failure), "raise --time")
        if isinstance(answer, NoLasso):
            _count(self._announce, precision, answer.rounds, local)
            self.found = answer
            return self._lift(answer.reached)
        assert answer.loop is not None
        _count(self._announce, precision, len(answer.inputs), local)
        steps = _steps(space.circuit, local.supports, precision, answer)
        marks = _marks(space.circuit, answer, answer.loop)
        return Alarm(AbstractPath(steps, None, marks, answer.loop))


class BranchingExplorer:
    """Does a universal CTL formula hold?  The alarm shows no more than the state in which it fails.

    ``found`` is what showed that it holds.
    """

    def __init__(
        self,
        localization: Localization,
        formula: Formula,
        atoms: Mapping[Term, int],
        lift: Lift,
        announce: Listener = ignore,
    ) -> None:
        self._localization = localization
        self._formula = formula
        self._atoms = atoms
        self._lift = lift
        self._announce = announce
        self.found: Branching | None = None

    def explore(self, precision: Visible, /) -> Proof | Alarm[AbstractPath] | Stuck:
        local = self._localization
        try:
            space = local.space(precision.latches)
            answer = branching_in(space, self._formula, self._atoms, self._announce)
        except SolverFailure as failure:
            return Stuck(str(failure), "raise --time")
        _count(self._announce, precision, 0, local)
        self.found = answer
        if answer.state is None:
            return self._lift(answer.reached)
        return Alarm(AbstractPath((answer.state,)))


def _count(announce: Listener, precision: Visible, depth: int, localization: Localization) -> None:
    counters = {"latches": len(precision.latches), "depth": depth, "nodes": localization.diagrams.peak}
    announce(Progress(counters))


def _steps(circuit: Circuit, supports: Supports, precision: Visible, run: Run) -> tuple[Mapping[int, int], ...]:
    """The values of visible latches, and of what they depend on, along a run of the cut circuit."""
    shown = sorted(precision.latches | supports.support(precision.latches))
    return tuple({node: values[node] for node in shown} for values in simulate(circuit, run))


def _marks(circuit: Circuit, run: Run, loop: int) -> tuple[tuple[int, ...], ...]:
    """For each fairness condition one step of the loop where it is true."""
    steps = simulate(circuit, run)
    marks: list[list[int]] = [[] for _ in steps]
    for condition in dict.fromkeys(circuit.fairness):
        where = next(k for k in range(loop, len(steps)) if truth(steps[k], condition))
        marks[where].append(condition)
    return tuple(tuple(row) for row in marks)

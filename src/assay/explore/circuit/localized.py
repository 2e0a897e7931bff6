"""Abstract models of localization: decided with hidden latches free, and what they show where they fail.

``RingExplorer`` looks for a bad state over decision diagrams, ``ClauseExplorer`` by IC3 once those are too large,
``LassoExplorer`` for a fair lasso; ``BranchingExplorer`` decides a universal CTL formula.  A proof of the abstraction
is one of the design: the reachable abstract states are an inductive set of it.
The abstract path has one value at each step for whatever its steps depend on, but keeps all bad states at its end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Invariant, NoLasso, Run, simulate, truth
from assay.core.errors import SolverFailure
from assay.core.events import Listener, Progress, ignore
from assay.core.evidence import StateTable
from assay.core.roles import Alarm, Paused, Proved, Stuck
from assay.core.temporal import Formula
from assay.core.terms import Term
from assay.domains.localization import AbstractPath, BadStates, Localization, Supports, Visible
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.reachability import list_rings, table, union
from assay.explore.temporal.ctl import Branching, branching_in
from assay.explore.temporal.lasso import lasso_in
from assay.solve.bdd import Diagram

# Diagrams of abstract models may have so many nodes, and take this share of the time, before IC3 takes over.
LARGEST: Final = 1_000_000
DIAGRAM_SHARE: Final = 0.3


class RingExplorer:
    """Are ``bad`` states reachable?  ``depth`` is that of the last search."""

    def __init__(self, localization: Localization, bad: BadStates, announce: Listener = ignore) -> None:
        self._localization = localization
        self._bad = bad
        self._announce = announce
        self.depth = 0

    def explore(self, precision: Visible, /) -> Proved[StateTable] | Alarm[AbstractPath]:
        local = self._localization
        space = local.space(precision.latches)
        goal = local.aim(self._bad, precision.latches)
        states = local.project(goal, precision.latches)
        rings = list_rings(space, states, self._announce)
        self.depth = len(rings) - 1
        _count(self._announce, precision, self.depth, local)
        last = local.project(rings[-1] & goal, precision.latches)
        if last == local.diagrams.false:
            return Proved(table(space, union(space, rings)))
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
        return AbstractPath(tuple(reversed(steps)), last, rings=tuple(rings))


class ClauseExplorer:
    """Is ``bad`` reachable?  By decision diagrams as long as they stay small, then by IC3."""

    def __init__(
        self,
        circuit: Circuit,
        states: BadStates,
        supports: Supports,
        bad: int,
        deadline: Deadline = FOREVER,
        announce: Listener = ignore,
    ) -> None:
        diagrams = Localization(circuit, deadline.within(DIAGRAM_SHARE * deadline.left), LARGEST)
        self._first: RingExplorer | None = RingExplorer(diagrams, states, announce)
        self._supports = supports
        self._bad = bad
        self._deadline = deadline
        self._announce = announce

    def explore(self, precision: Visible, /) -> Proved[StateTable | Invariant] | Alarm[AbstractPath] | Stuck:
        if self._first is not None:
            try:
                return self._first.explore(precision)
            except SolverFailure:
                if self._deadline.passed:
                    raise
                self._first = None
        circuit = self._supports.cut(precision.latches)
        search = Ic3(circuit, self._bad, self._announce)
        try:
            answer = search.advance(self._deadline)
        finally:
            search.close()
        if isinstance(answer, Paused):
            return Stuck(answer.reason, answer.hint)
        found = answer.evidence
        if isinstance(found, Invariant):
            return Proved(found)
        return Alarm(AbstractPath(_steps(circuit, self._supports, precision, found)))


class LassoExplorer:
    """Has the circuit a fair run?"""

    def __init__(self, localization: Localization, announce: Listener = ignore) -> None:
        self._localization = localization
        self._announce = announce

    def explore(self, precision: Visible, /) -> Proved[NoLasso] | Alarm[AbstractPath]:
        local = self._localization
        space = local.space(precision.latches)
        answer = lasso_in(space, self._announce)
        if isinstance(answer, NoLasso):
            _count(self._announce, precision, answer.rounds, local)
            return Proved(answer)
        assert answer.loop is not None
        _count(self._announce, precision, len(answer.inputs), local)
        steps = _steps(space.circuit, local.supports, precision, answer)
        marks = _marks(space.circuit, answer, answer.loop)
        return Alarm(AbstractPath(steps, None, marks, answer.loop))


class BranchingExplorer:
    """Does a universal CTL formula hold?  The alarm has a state in which it fails."""

    def __init__(
        self,
        localization: Localization,
        formula: Formula,
        atoms: Mapping[Term, int],
        announce: Listener = ignore,
    ) -> None:
        self._localization = localization
        self._formula = formula
        self._atoms = atoms
        self._announce = announce

    def explore(self, precision: Visible, /) -> Proved[Branching] | Alarm[Branching]:
        local = self._localization
        answer = branching_in(local.space(precision.latches), self._formula, self._atoms, self._announce)
        _count(self._announce, precision, 0, local)
        return Proved(answer) if answer.state is None else Alarm(answer)


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

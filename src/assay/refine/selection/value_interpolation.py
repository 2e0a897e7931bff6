"""Refinement of the value analysis: which variables to track along an infeasible path, and nothing more.

Value interpolation (Beyer, Löwe, FASE 2013): follow the path with all values, and at each position forget every
variable without which the rest of the path stays contradictory.  What is left says what must be tracked there.
Operations from which nothing flows into the contradiction are skipped if that is enough.  A variable is tried again
only after an edge that speaks of it: elsewhere the answer cannot change, since less knowledge never refutes more.
A path through large blocks is followed in all cases of its guards at once, so there are several assignments of values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.model import Edge, Model
from assay.core.terms import Term, conjuncts
from assay.domains.values.compile_commands import Operation, Values, assignment, assumption
from assay.domains.values.guard_cases import cases
from assay.domains.values.partial_arrays import Known
from assay.refine.selection.prefixes import SlicedPrefix

_MOST: Final = 256  # assignments of values that a path is followed with; beyond, disjunctions say nothing
_CASES: Final = 512


class Operations:
    """The operations of paths, compiled once each."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._assumptions: dict[Term, tuple[Operation, ...]] = {}
        self._plain: dict[Term, Operation] = {}
        self._assignments: dict[tuple[object, ...], Operation] = {}

    def start(self) -> list[Values]:
        """What the initial condition says."""
        states: list[Values] = [{}]
        for condition in conjuncts(self.model.initial):
            states = self.assume(states, condition)
        return states

    def assume(self, states: Sequence[Values], condition: Term) -> list[Values]:
        """The assignments of values after ``condition``, case by case; none if it contradicts them all."""
        found = self._assumptions.get(condition)
        if found is None:
            found = self._assumptions[condition] = tuple(map(assumption, cases((condition,), _CASES)))
        if len(found) == 1 and len(states) == 1:
            after = found[0](states[0])
            return [] if after is None else [after]
        results = _distinct(found, states)
        return results if len(results) <= _MOST else _distinct((self._unsplit(condition),), states)

    def _unsplit(self, condition: Term) -> Operation:
        found = self._plain.get(condition)
        if found is None:
            found = self._plain[condition] = assumption((condition,))
        return found

    def leave(self, states: Sequence[Values], edge: Edge) -> list[Values]:
        """The assignments of values at the edge's target."""
        key = (frozenset(edge.updates.items()), edge.target)
        found = self._assignments.get(key)
        if found is None:
            found = self._assignments[key] = assignment(edge.updates, edge.target.variables)
        return _distinct((found,), states)


def _distinct(operations: Sequence[Operation], states: Sequence[Values]) -> list[Values]:
    results = (after for state in states for operation in operations if (after := operation(state)) is not None)
    if len(states) == 1 and len(operations) == 1:
        return list(results)
    return list({frozenset(after.items()): after for after in results}.values())


class ValueTrail:
    """The trail of a path in the value analysis that tracks everything: one forward pass.

    ``SolverFailure`` when the deadline passes on the way.
    """

    def __init__(self, operations: Operations, path: Sequence[Edge], deadline: Deadline = FOREVER) -> None:
        self._operations = operations
        self._path = path
        self._deadline = deadline
        self._position = 0
        self._states = operations.start()

    def assume(self, condition: Term, /) -> bool:
        after = self._operations.assume(self._states, condition)
        if after:
            self._states = after
        return bool(after)

    def leave(self) -> None:
        _in_time(self._deadline)
        self._states = self._operations.leave(self._states, self._path[self._position])
        self._position += 1


@dataclass(frozen=True)
class _Step:
    """What is left of one edge: its position, conditions that matter, and whether its updates do."""

    position: int
    edge: Edge
    conditions: tuple[Term, ...]
    updates: bool


def value_interpolants(
    operations: Operations, prefix: SlicedPrefix, *, sliced: bool = True, deadline: Deadline = FOREVER
) -> tuple[tuple[Term, ...], ...]:
    """Per position after an edge of ``prefix``, which the value analysis must refute: the variables to track there.

    Without ``sliced`` every operation counts: for paths that are contradictory in more than one way.  So it does where
    a disjunction couples variables: a condition on one of them then says something about another.
    """
    if sliced:
        weakening = _Weakening(operations, _relevant(prefix), deadline)
        if weakening.refutes():
            return weakening.run(prefix.edges)
    steps = [_Step(i, e, conjuncts(e.guard), True) for i, e in enumerate(prefix.edges)]
    return _Weakening(operations, steps, deadline).run(prefix.edges)


def _relevant(prefix: SlicedPrefix) -> list[_Step]:
    """The edges from which values flow into the last condition, first to last."""
    steps: list[_Step] = []
    needed: set[Term] = set(prefix.reason.free)
    last = len(prefix.edges) - 1
    for position in range(last, -1, -1):
        edge = prefix.edges[position]
        updates = False
        if position < last:
            written = [symbol for symbol in edge.updates if symbol in needed]
            needed.difference_update(written)
            for symbol in written:
                needed |= edge.updates[symbol].free
                updates = True
        conditions = conjuncts(edge.guard)
        related = set(_connected(conditions, needed))
        if position == last:
            related.add(prefix.reason)
        needed.intersection_update(edge.source.variables)
        if related or updates:
            steps.append(_Step(position, edge, tuple(c for c in conditions if c in related), updates))
    return steps[::-1]


def _connected(conditions: Sequence[Term], needed: set[Term]) -> Iterable[Term]:
    """The conditions that share symbols with ``needed``, which grows by their symbols, until none is left."""
    left = list(conditions)
    grown = True
    while grown:
        grown = False
        for condition in list(left):
            if not needed.isdisjoint(condition.free):
                needed |= condition.free
                left.remove(condition)
                grown = True
                yield condition


class _Weakening:
    """One path, followed forward while variables are forgotten."""

    def __init__(self, operations: Operations, steps: Sequence[_Step], deadline: Deadline) -> None:
        self._operations = operations
        self._steps = steps
        self._deadline = deadline

    def refutes(self) -> bool:
        """Do the steps contradict what holds at the start?"""
        return self._refuted(self._operations.start(), 0)

    def run(self, edges: Sequence[Edge]) -> tuple[tuple[Term, ...], ...]:
        states = self._operations.start()
        found: list[tuple[Term, ...]] = []
        pending = {step.position: number for number, step in enumerate(self._steps)}
        first = True
        for position, edge in enumerate(edges):
            number = pending.get(position)
            if number is not None:
                states = self._after(states, self._steps[number])
            if not states:
                break
            here = frozenset(edge.target.variables)
            states = _restricted(states, here)
            if number is not None or first:
                states = self._forget(states, None if first else _spoken(edge), number)
                first = False
            found.append(_known(states))
        return (*found, *((),) * (len(edges) - len(found)))

    def _after(self, states: list[Values], step: _Step) -> list[Values]:
        for condition in step.conditions:
            states = self._operations.assume(states, condition)
            if not states:
                return []
        if step.updates:
            return self._operations.leave(states, step.edge)
        return _restricted(states, frozenset(step.edge.target.variables).difference(step.edge.updates))

    def _forget(self, states: list[Values], spoken: frozenset[Term] | None, number: int | None) -> list[Values]:
        first = 0 if number is None else number + 1
        for symbol in _known(states):
            if spoken is None or symbol in spoken:
                weaker = _restricted(states, frozenset(_known(states)).difference((symbol,)))
                if self._refuted(weaker, first):
                    states = weaker
        return states

    def _refuted(self, states: list[Values], first: int) -> bool:
        """Do the steps from number ``first`` on contradict ``states``?"""
        for number in range(first, len(self._steps)):
            _in_time(self._deadline)
            states = self._after(states, self._steps[number])
            if not states:
                return True
        return False


def _in_time(deadline: Deadline) -> None:
    if deadline.passed:
        raise SolverFailure("the path is too long to be refined in time")


def _known(states: Iterable[Values]) -> tuple[Term, ...]:
    """The variables that have a value in some assignment, by name."""
    symbols = {symbol for state in states for symbol in state}
    return tuple(sorted(symbols, key=lambda symbol: (symbol.name, symbol.uid)))


def _restricted(states: list[Values], kept: frozenset[Term]) -> list[Values]:
    """The assignments on ``kept`` alone, each once."""
    if all(kept.issuperset(state) for state in states):
        return states
    smaller: list[dict[Term, Known]] = [{s: v for s, v in state.items() if s in kept} for state in states]
    return list({frozenset(state.items()): state for state in smaller}.values())


def _spoken(edge: Edge) -> frozenset[Term]:
    """The symbols that an edge reads or writes."""
    return edge.guard.free.union(edge.updates, *(update.free for update in edge.updates.values()))

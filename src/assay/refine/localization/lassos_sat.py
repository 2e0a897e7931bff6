"""Reconstruction of an abstract lasso by SAT: bounded queries for the path, and for a state that comes back.

A layer is followed through one traversal of the abstract loop.  Where nothing is hidden any more, traversals are added
until some state at the start of the loop comes twice, or until the path cannot be followed: then the core of that is
the refinement.  With one traversal only, or when too many were tried, the core of why no state comes back is it.
(``paths_sat`` has the papers; loops by bounded queries as in Biere, Cimatti, Clarke, Zhu, TACAS 1999.)
Limit: time is looked at between queries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import TRUE
from assay.core.events import Listener, Progress, ignore
from assay.core.evidence import Trace
from assay.core.roles import Genuine, Refined, Stuck
from assay.domains.localization import AbstractPath, Latches, Supports, Visible
from assay.refine.localization.paths_bdd import LiftRun
from assay.refine.localization.paths_sat import GuardedSteps, core_latches


@dataclass(frozen=True, eq=False)
class _Repeated:
    """The lasso as a path on which the loop goes on: what is assumed of each of its steps."""

    steps: GuardedSteps
    evidence: AbstractPath
    visible: Sequence[int]

    @property
    def tail(self) -> int:
        assert self.evidence.loop is not None
        return self.evidence.loop

    @property
    def period(self) -> int:
        return len(self.evidence.steps) - self.tail

    def end(self, traversals: int) -> int:
        """The step at which the loop begins again after so many traversals."""
        return self.tail + traversals * self.period

    def assumed(self, until: int) -> list[int]:
        """The visible values up to a step, and the conditions of those before it."""
        found: list[int] = []
        for number in range(until + 1):
            at = number if number < self.tail else self.tail + (number - self.tail) % self.period
            values = self.evidence.steps[at]
            found += [self.steps.literal(2 * node + (not values[node]), number) for node in self.visible]
            if number < until:
                found += [self.steps.literal(mark, number) for mark in self.evidence.marks[at]]
        return found


class SatLoopReconstruction:
    """Refiner of localization for fair lassos, with at most so many ``traversals`` of an abstract loop."""

    def __init__(
        self,
        supports: Supports,
        lift: LiftRun,
        traversals: int,
        deadline: Deadline = FOREVER,
        announce: Listener = ignore,
    ) -> None:
        self.supports = supports
        self.lift = lift
        self.traversals = traversals
        self.deadline = deadline
        self.announce = announce
        self.steps = GuardedSteps(supports.circuit)

    def refine(self, precision: Visible, evidence: AbstractPath, /) -> Genuine[Trace] | Refined[Visible] | Stuck:
        path = _Repeated(self.steps, evidence, sorted(precision.latches))
        inside = precision.latches
        for inside in self.supports.layers(precision):
            if self.deadline.passed:
                return Stuck("out of time", "raise --time")
            self.announce(Progress({"layer": len(inside), "depth": path.end(1)}))
            more = self._refuted(path, precision, inside, path.end(1))
            if more is not None:
                return self._refined(precision, more or inside - precision.latches)
        return self._closed(path, precision, inside)

    def _refined(self, precision: Visible, more: Latches) -> Refined[Visible] | Stuck:
        return Refined(precision.extended(more)) if more else Stuck("an abstract lasso cannot be followed")

    def _closed(
        self, path: _Repeated, precision: Visible, inside: Latches
    ) -> Genuine[Trace] | Refined[Visible] | Stuck:
        """Nothing that matters is hidden: a lasso, or why the path ends or stays open."""
        missing: Latches = frozenset()
        for number in range(1, self.traversals + 1):
            if self.deadline.passed:
                return Stuck("out of time", "raise --time")
            more = self._refuted(path, precision, inside, path.end(number))
            if more is not None:
                return self._refined(precision, more or inside - precision.latches)
            again = {self._same(path.end(k), path.end(number), inside): k for k in range(number)}
            for literal, first in again.items():
                fixed = [*self._frame(inside, path.end(number)), literal, *path.assumed(path.end(number))]
                found = core_latches(self.steps, fixed, inside, precision.latches, self.supports, self.deadline)
                if found is None:
                    return self._genuine(path.end(first), path.end(number))
                missing = found
        return self._refined(precision, missing or inside - precision.latches)

    def _refuted(self, path: _Repeated, precision: Visible, inside: Latches, end: int) -> Latches | None:
        fixed = [*self._frame(inside, end), *path.assumed(end)]
        return core_latches(self.steps, fixed, inside, precision.latches, self.supports, self.deadline)

    def _frame(self, inside: Latches, end: int) -> list[int]:
        """What is assumed of a layer besides its latches and the path."""
        steps, circuit = self.steps, self.supports.cut(inside)
        fixed = [steps.under_guard(part, number) for part in circuit.constraints for number in range(end)]
        if circuit.initial != TRUE:
            fixed.append(steps.under_guard(circuit.initial, 0))
        for latch in sorted(inside):
            steps.literal(2 * latch, end)
        steps.connect(inside)
        return fixed

    def _same(self, first: int, second: int, latches: Latches) -> int:
        """A literal that implies that the latches, where their guards count, are equal at two steps."""
        steps, sat = self.steps, self.steps.sat
        equal = sat.fresh()
        for latch in sorted(latches):
            a, b, guard = steps.literal(2 * latch, first), steps.literal(2 * latch, second), steps.guard(latch)
            sat.add([-equal, -guard, -a, b])
            sat.add([-equal, -guard, a, -b])
        steps.connect(latches)
        return equal

    def _genuine(self, loop: int, end: int) -> Genuine[Trace] | Stuck:
        circuit, steps = self.supports.circuit, self.steps
        initial = steps.values((latch.node for latch in circuit.latches), 0)
        inputs = [steps.values(circuit.inputs, number) for number in range(end)]
        trace = self.lift(initial, inputs, loop)
        return Stuck("a reconstructed lasso does not replay") if trace is None else Genuine(trace)

"""Layered reconstruction by SAT: a layer is one bounded query, and the core of a refusal is the refinement.

The circuit is unrolled with a guard for each latch: its reset value and its next function count where the guard is
assumed.  A layer assumes the guards of its latches and the values of the abstract path.  If that cannot be, the layer
is asked whether any path of the same length leads to a bad state: if none does, the core of that excludes them all.
The paper (Barner, Geist, Gringauze, CAV 2002) names SAT as future work; cores as refinements are from Gupta, Ganai,
Yang, Ashar, "Iterative abstraction using SAT-based BMC with proof analysis", ICCAD 2003.
Limit: time is looked at between queries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import TRUE, Circuit
from assay.core.events import Listener, Progress, ignore
from assay.core.evidence import Trace
from assay.core.roles import Genuine, Refined, Stuck
from assay.domains.localization import AbstractPath, BadStates, Latches, Supports, Visible
from assay.refine.localization.paths_bdd import LiftRun
from assay.solve.sat import SatSolver

# Conflicts that one query to make a core smaller may have, and all of them together.
EACH: Final = 200
ALTOGETHER: Final = 2_000


class GuardedSteps:
    """A circuit unrolled in a solver, cone by cone; hidden latches are free at every step until they are connected."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self.sat = SatSolver()
        self._rows = {latch.node: latch for latch in circuit.latches}
        self._variables: dict[tuple[int, int], int] = {}
        self._guards: dict[int, int] = {}
        self._open: dict[tuple[int, int], None] = {}
        self._assumed: dict[tuple[int, int], int] = {}

    def guard(self, latch: int) -> int:
        """The literal that makes a latch behave as in the circuit."""
        found = self._guards.get(latch)
        if found is None:
            found = self._guards[latch] = self.sat.fresh()
        return found

    def literal(self, literal: int, step: int) -> int:
        """The solver's literal for a literal of the circuit at a step."""
        table, left, right, add = self._variables, self.circuit.left, self.circuit.right, self.sat.add
        stack = [literal >> 1]
        while stack:
            node = stack[-1]
            if (node, step) in table:
                stack.pop()
                continue
            a, b = left[node], right[node]
            if a < 0:
                stack.pop()
                self._load_leaf(node, step)
                continue
            x, y = table.get((a >> 1, step)), table.get((b >> 1, step))
            if x is None or y is None:
                stack += [child >> 1 for child, known in ((a, x), (b, y)) if known is None]
                continue
            stack.pop()
            own = table[node, step] = self.sat.fresh()
            x, y = -x if a & 1 else x, -y if b & 1 else y
            add([-own, x])
            add([-own, y])
            add([own, -x, -y])
        own = table[literal >> 1, step]
        return -own if literal & 1 else own

    def _load_leaf(self, node: int, step: int) -> None:
        own = self._variables[node, step] = self.sat.fresh()
        if node == 0:
            self.sat.add([-own])
        elif node in self._rows:
            self._open[node, step] = None

    def connect(self, latches: Latches) -> None:
        """Gives these latches their resets and next functions, under their guards, wherever they occur."""
        while True:
            ready = [place for place in self._open if place[0] in latches]
            if not ready:
                return
            for node, step in ready:
                del self._open[node, step]
                self._connect(node, step)

    def _connect(self, node: int, step: int) -> None:
        own, guard, row = self._variables[node, step], self.guard(node), self._rows[node]
        if step:
            before = self.literal(row.next, step - 1)
            self.sat.add([-guard, -own, before])
            self.sat.add([-guard, own, -before])
        elif row.reset is not None:
            self.sat.add([-guard, own if row.reset else -own])

    def under_guard(self, literal: int, step: int) -> int:
        """A literal of the solver that implies a literal of the circuit at a step."""
        found = self._assumed.get((literal, step))
        if found is None:
            found = self._assumed[literal, step] = self.sat.fresh()
            self.sat.add([-found, self.literal(literal, step)])
        return found

    def values(self, nodes: Iterable[int], step: int) -> dict[int, int]:
        """After a positive answer: the values of nodes at a step, where the solver has any."""
        model = self.sat.model()
        places = ((node, self._variables.get((node, step))) for node in nodes)
        return {node: int(model[own - 1] > 0) for node, own in places if own is not None and own <= len(model)}


def core_latches(
    steps: GuardedSteps, fixed: Sequence[int], inside: Latches, visible: Latches, supports: Supports, deadline: Deadline
) -> Latches | None:
    """The hidden latches of a small core of why ``fixed`` cannot be inside these latches; None if it can."""
    guards = {steps.guard(latch): latch for latch in sorted(inside)}
    if steps.sat.solve([*fixed, *guards]):
        return None
    return smaller_core(steps, fixed, guards, visible, supports, deadline)


def smaller_core(
    steps: GuardedSteps,
    fixed: Sequence[int],
    guards: Mapping[int, int],
    visible: Latches,
    supports: Supports,
    deadline: Deadline,
) -> Latches:
    """After a refusal of ``fixed`` under ``guards``: the hidden latches of a core, made smaller by easy queries.

    Those are dropped first that would leave most variables free.
    """
    sat, conflicts = steps.sat, ALTOGETHER
    found = set(sat.core())
    known = [guard for guard, latch in guards.items() if latch in visible]
    kept = [guard for guard, latch in guards.items() if latch not in visible and guard in found]
    for guard in sorted(kept, key=lambda guard: -supports.frees(visible | {guards[guard]})):
        if guard not in kept or conflicts <= 0 or deadline.passed:
            continue
        fewer = [other for other in kept if other != guard]
        before = sat.conflicts
        answer = sat.solve_within(deadline, [*fixed, *known, *fewer], min(conflicts, EACH))
        conflicts -= sat.conflicts - before
        if answer is False:
            found = set(sat.core())
            kept = [other for other in fewer if other in found]
    return frozenset(guards[guard] for guard in kept)


class SatReconstruction:
    """Refiner of localization for runs to ``bad`` states, by bounded queries; what is unrolled serves all of them."""

    def __init__(
        self,
        supports: Supports,
        bad: BadStates,
        lift: LiftRun,
        deadline: Deadline = FOREVER,
        announce: Listener = ignore,
    ) -> None:
        self.supports = supports
        self.bad = bad
        self.lift = lift
        self.deadline = deadline
        self.announce = announce
        self.steps = GuardedSteps(supports.circuit)

    def refine(self, precision: Visible, evidence: AbstractPath, /) -> Genuine[Trace] | Refined[Visible] | Stuck:
        depth = len(evidence.steps) if evidence.last is not None else len(evidence.steps) - 1
        shown = sorted(precision.latches)
        path = [
            self.steps.literal(2 * node + (not values[node]), number)
            for number, values in enumerate(evidence.steps)
            for node in shown
        ]
        for inside in self.supports.layers(precision):
            if self.deadline.passed:
                return Stuck("out of time", "raise --time")
            self.announce(Progress({"layer": len(inside), "depth": depth}))
            more = self._refuted(precision, inside, depth, path)
            if more is None:
                continue
            more = more or (inside - precision.latches)
            return Refined(precision.extended(more)) if more else Stuck("an abstract path cannot be followed")
        return lifted(self.steps, self.lift, depth)

    def _refuted(self, precision: Visible, inside: Latches, depth: int, path: Sequence[int]) -> Latches | None:
        """The hidden latches in a core of why the layer has no such path; None if it has one."""
        fixed = frame(self.steps, self.supports, self.bad, inside, depth)
        if self.steps.sat.solve([*fixed, *path, *(self.steps.guard(latch) for latch in sorted(inside))]):
            return None
        # Does any path of this length exist?  If not, the reason for that excludes more.
        for assumed in (fixed, [*fixed, *path]):
            core = core_latches(self.steps, assumed, inside, precision.latches, self.supports, self.deadline)
            if core is not None:
                return core
        raise AssertionError("a query has been refused and accepted")


def frame(steps: GuardedSteps, supports: Supports, bad: BadStates, inside: Latches, depth: int) -> list[int]:
    """What is assumed of a layer besides its latches: a bad state at the end, constraints before it."""
    circuit = supports.cut(inside)
    fixed = [steps.literal(part, depth) for part in supports.aim(bad, inside)]
    fixed += [steps.under_guard(part, number) for part in circuit.constraints for number in range(depth)]
    if circuit.initial != TRUE:
        fixed.append(steps.under_guard(circuit.initial, 0))
    steps.connect(inside)
    return fixed


def lifted(steps: GuardedSteps, lift: LiftRun, depth: int) -> Genuine[Trace] | Stuck:
    """The run of so many steps that the solver has found, as one of the design."""
    circuit = steps.circuit
    initial = steps.values((latch.node for latch in circuit.latches), 0)
    inputs = [steps.values(circuit.inputs, number) for number in range(depth + 1)]
    trace = lift(initial, inputs, None)
    return Stuck("a reconstructed run does not replay") if trace is None else Genuine(trace)

"""All shortest abstract runs to a bad state at once, layer by layer: a refinement excludes every one of them.

The reachable states at each distance, as far as they lead on to a bad one, are the *bundle* of the shortest runs (the
onion rings of Wang, Li, Jin, Hachtel, Somenzi, "Improving Ariadne's bundle by following multiple threads in abstraction
refinement", ICCAD 2003).  A layer is one bounded query to a SAT solver for a run of its latches inside the bundle.
What a refusal needs of the latches (its core, made smaller) becomes visible: often several at once, and no abstract
run of this length is left.  Layers as in Barner, Geist, Gringauze, CAV 2002.
Limit: a set of the bundle that is a large diagram is left out; then the query asks for more runs than there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import TRUE
from assay.core.events import Listener, Progress, ignore
from assay.core.evidence import Trace
from assay.core.roles import Genuine, Refined, Stuck
from assay.domains.localization import AbstractPath, BadStates, Latches, Localization, Visible
from assay.refine.localization.paths_bdd import LiftRun
from assay.refine.localization.paths_sat import GuardedSteps, core_latches
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import node_of

# Nodes of a set that is told to the SAT solver.
LARGEST: Final = 2_000


class BundledReconstruction:
    """Refiner of localization for runs to ``bad`` states; what is unrolled serves all rounds."""

    def __init__(
        self,
        localization: Localization,
        bad: BadStates,
        lift: LiftRun,
        deadline: Deadline = FOREVER,
        announce: Listener = ignore,
    ) -> None:
        self.localization = localization
        self.supports = localization.supports
        self.bad = bad
        self.lift = lift
        self.deadline = deadline
        self.announce = announce
        self.steps = GuardedSteps(self.supports.circuit)

    def refine(self, precision: Visible, evidence: AbstractPath, /) -> Genuine[Trace] | Refined[Visible] | Stuck:
        depth = len(evidence.rings) - 1
        bundle = self._told(self.bundle(precision.latches, evidence))
        for inside in self.supports.layers(precision):
            if self.deadline.passed:
                return Stuck("out of time", "raise --time")
            self.announce(Progress({"layer": len(inside), "depth": depth}))
            fixed = [*bundle, *self._frame(inside, depth)]
            more = core_latches(self.steps, fixed, inside, precision.latches, self.supports, self.deadline)
            if more is None:
                continue
            more = more or (inside - precision.latches)
            return Refined(precision.extended(more)) if more else Stuck("an abstract path cannot be followed")
        return self._genuine(depth)

    def bundle(self, visible: Latches, evidence: AbstractPath) -> list[Diagram]:
        """The states at each distance that lead on to a bad one in the abstraction."""
        local, space = self.localization, self.localization.space(visible)
        sets = [evidence.last]
        for ring in reversed(evidence.rings[:-1]):
            local.functions.check_time()
            sets.append(space.preimage(sets[-1]) & ring)
        return sets[::-1]

    def _told(self, bundle: Sequence[Diagram]) -> list[int]:
        """Literals of the solver that imply that the steps are in the sets."""
        return [self._set(states, number) for number, states in enumerate(bundle) if len(states) <= LARGEST]

    def _set(self, states: Diagram, step: int) -> int:
        rows, root = self.localization.diagrams.table(states)
        sat = self.steps.sat
        own = [sat.fresh()]
        sat.add([-own[0]])

        def literal(edge: int) -> int:
            return -own[edge >> 1] if edge & 1 else own[edge >> 1]

        for name, low, high in rows:
            choice, node = self.steps.literal(2 * node_of(name), step), sat.fresh()
            for side, edge in ((-choice, high), (choice, low)):
                sat.add([side, -node, literal(edge)])
                sat.add([side, node, -literal(edge)])
            own.append(node)
        return literal(root)

    def _frame(self, inside: Latches, depth: int) -> list[int]:
        """What is assumed of a layer besides its latches: a bad state at the end, constraints before it."""
        steps, circuit = self.steps, self.supports.cut(inside)
        fixed = [steps.literal(part, depth) for part in self.supports.aim(self.bad, inside)]
        fixed += [steps.under_guard(part, number) for part in circuit.constraints for number in range(depth)]
        if circuit.initial != TRUE:
            fixed.append(steps.under_guard(circuit.initial, 0))
        steps.connect(inside)
        return fixed

    def _genuine(self, depth: int) -> Genuine[Trace] | Stuck:
        circuit, steps = self.supports.circuit, self.steps
        initial = steps.values((latch.node for latch in circuit.latches), 0)
        inputs = [steps.values(circuit.inputs, number) for number in range(depth + 1)]
        trace = self.lift(initial, inputs, None)
        return Stuck("a reconstructed run does not replay") if trace is None else Genuine(trace)

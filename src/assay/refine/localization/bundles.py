"""All shortest abstract runs to a bad state at once, layer by layer: a refinement excludes every one of them.

The reachable states at each distance, as far as they lead on to a bad one, are the *bundle* of these runs: the onion
rings of Wang, Li, Jin, Hachtel, Somenzi, "Improving Ariadne's bundle by following multiple threads in abstraction
refinement", ICCAD 2003.  A layer (Barner, Geist, Gringauze, CAV 2002) is one bounded query to a SAT solver for a run of
its latches inside the bundle.  What a refusal needs of the latches (its core, made smaller) becomes visible: often
several at once, and no abstract run of this length is left.  Where nothing is hidden, an answer is a run of the design.
Limits: a query that is too hard leaves the round to another refiner; a set of many nodes is left out of the query,
which then asks for more runs than there are in the bundle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.events import Listener, Progress, ignore
from assay.core.evidence import Trace
from assay.core.roles import Genuine, Refined, Refiner, Stuck
from assay.domains.localization import AbstractPath, BadStates, Latches, Localization, Visible
from assay.refine.localization.paths_bdd import LiftRun
from assay.refine.localization.paths_sat import GuardedSteps, frame, lifted, smaller_core
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import node_of

# Nodes of a set that the SAT solver is told, and conflicts after which a query is too hard.
LARGEST: Final = 2_000
HARDEST: Final = 3_000


@dataclass(frozen=True)
class BundledReconstruction:
    """Refiner of localization for runs to ``bad`` states, where paths come with their rings.

    ``otherwise`` refines by one path, where that of all runs takes too long.  What is unrolled serves all rounds.
    """

    localization: Localization
    bad: BadStates
    lift: LiftRun
    otherwise: Refiner[Visible, AbstractPath, Trace]
    steps: GuardedSteps
    deadline: Deadline = FOREVER
    announce: Listener = field(default=ignore, compare=False)
    hardest: int = HARDEST

    def refine(self, precision: Visible, evidence: AbstractPath, /) -> Genuine[Trace] | Refined[Visible] | Stuck:
        supports, visible, steps = self.localization.supports, precision.latches, self.steps
        depth = len(evidence.rings) - 1
        inside_bundle = self._told(bundle(self.localization, visible, evidence))
        for inside in supports.layers(precision):
            self.announce(Progress({"layer": len(inside), "depth": depth}))
            fixed = [*inside_bundle, *frame(steps, supports, self.bad, inside, depth)]
            guards = {steps.guard(latch): latch for latch in sorted(inside)}
            answer = steps.sat.solve_within(self.deadline, [*fixed, *guards], self.hardest)
            if self.deadline.passed:
                return Stuck("out of time", "raise --time")
            if answer is None:
                return self.otherwise.refine(precision, evidence)
            if answer is False:
                more = smaller_core(steps, fixed, guards, visible, supports, self.deadline) or (inside - visible)
                return Refined(precision.extended(more)) if more else Stuck("an abstract path cannot be followed")
        return lifted(steps, self.lift, depth)

    def _told(self, sets: Sequence[Diagram]) -> list[int]:
        """For each step that has a small set: the solver's literal for being in it."""
        return [self._literal(states, number) for number, states in enumerate(sets) if len(states) <= LARGEST]

    def _literal(self, states: Diagram, step: int) -> int:
        rows, root = self.localization.diagrams.table(states)
        sat = self.steps.sat
        own = [sat.fresh()]
        sat.add([-own[0]])

        def literal(edge: int) -> int:
            return -own[edge >> 1] if edge & 1 else own[edge >> 1]

        for name, low, high in rows:
            choice, node = self.steps.literal(2 * node_of(name), step), sat.fresh()
            for other, edge in ((-choice, high), (choice, low)):
                sat.add([other, -node, literal(edge)])
                sat.add([other, node, -literal(edge)])
            own.append(node)
        return literal(root)


def bundle(localization: Localization, visible: Latches, evidence: AbstractPath) -> list[Diagram]:
    """The states at each distance through which a shortest abstract run leads to a bad state."""
    assert evidence.last is not None
    space = localization.space(visible)
    sets: list[Diagram] = [evidence.last]
    for ring in reversed(evidence.rings[:-1]):
        sets.append(space.preimage(sets[-1]) & ring)
    return sets[::-1]

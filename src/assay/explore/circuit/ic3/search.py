"""IC3: an inductive invariant in clauses, found backward from bad states, frame by frame (Bradley, VMCAI 2011).

A state that leads to a bad one is lifted to a cube of such states and blocked if no step from the frame before enters
it; clauses that hold one frame later are pushed, and two equal frames are an invariant (Een, Mishchenko, Brayton,
"Efficient implementation of property directed reachability", FMCAD 2011).
Constraints restrict every query but are justified only once a counterexample has violated them: most never matter.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Invariant, Run, broken_constraints, conjuncts, simulate, truth
from assay.core.events import Listener, Progress, ignore
from assay.core.roles import Found, Paused
from assay.explore.circuit.ic3.clauses import Clock, Frames
from assay.explore.circuit.ic3.cones import WideGates
from assay.explore.circuit.ic3.generalise import Generalisation
from assay.explore.circuit.ic3.justify import Justification
from assay.solve.sat import OutOfTime


@dataclass(frozen=True, eq=False, slots=True)
class Obligation:
    """States that lead to a bad one: by ``inputs`` into those of ``then``, or to a bad state if that is None."""

    cube: tuple[int, ...]
    inputs: dict[int, int]
    then: Obligation | None


class Ic3:
    """Decides whether ``bad`` is reachable in ``circuit``."""

    def __init__(self, circuit: Circuit, bad: int, announce: Listener = ignore) -> None:
        self._circuit = circuit
        self._bad = bad
        self._announce = announce
        self._nexts = {latch.node: latch.next for latch in circuit.latches}
        self._clock = Clock()
        gates = WideGates(circuit)
        self._frames = Frames(gates, self._clock)
        self._justification = Justification(gates)
        self._generalisation = Generalisation(self._frames, self._justification, self._targets)
        # A bad state repeats the constraints: what is left of it without them is what has to be justified.
        shared = set(conjuncts(circuit, circuit.constraints))
        self._parts = conjuncts(circuit, [bad])
        self._goal = [part for part in self._parts if part not in shared]
        self._justified: list[int] = []
        self._justified_parts: list[int] = []
        self._ages = count()
        # The frame from which bad states are excluded next.
        self._level = 0

    def advance(self, deadline: Deadline, /) -> Found[Invariant | Run] | Paused:
        """An invariant without bad states, or a run to one; the next turn goes on with the frames of this one."""
        self._clock.deadline = deadline
        try:
            return Found(self._search())
        except OutOfTime:
            return Paused()

    def learn(self, facts: Sequence[Sequence[int]]) -> None:
        """Every reachable state satisfies these clauses: what is found may rest on them."""
        self._frames.learn(facts)

    def close(self) -> None:
        self._frames.close()

    def _search(self) -> Invariant | Run:
        frames = self._frames
        while True:
            if frames.last < self._level:
                frames.extend()
            if frames.last == self._level:
                found = self._bad_initially() if self._level == 0 else self._bad_later()
                if found is not None:
                    return found
                frames.extend()
            invariant = frames.propagate(self._level)
            if invariant is not None:
                return invariant
            self._announce(Progress({"frames": self._level, "clauses": frames.clauses}))
            self._level += 1

    def _bad_initially(self) -> Run | None:
        """A run without steps."""
        if not self._frames.solver(0).reaches(self._bad):
            return None
        found = self._genuine(self._bad_obligation(0))
        while found is None:
            # What is missing is justified from now on.
            found = self._genuine(self._bad_obligation(0))
        return found

    def _bad_later(self) -> Run | None:
        """A run of as many steps as the frame's number, or None if the frame has no bad states any more."""
        while True:
            chain = self._block_bad(self._level)
            if chain is None:
                return None
            found = self._genuine(chain)
            if found is not None:
                return found

    # -- blocking ------------------------------------------------------------------------------------------------------

    def _block_bad(self, level: int) -> Obligation | None:
        """Excludes all bad states from the frame; an obligation with initial states if one stands in the way."""
        while self._frames.solver(level).reaches(self._bad):
            first = self._bad_obligation(level)
            if self._frames.initial.meet(first.cube):
                return first
            queue = [(level, next(self._ages), first)]
            while queue:
                found = self._block_next(queue, level)
                if found is not None:
                    return found
        return None

    def _block_next(self, queue: list[tuple[int, int, Obligation]], level: int) -> Obligation | None:
        frames = self._frames
        at, _, obligation = heapq.heappop(queue)
        cube = obligation.cube
        known = frames.excluded(cube, at)
        if known is not None:
            if known < level:
                heapq.heappush(queue, (known + 1, next(self._ages), obligation))
            return None
        solver = frames.solver(at - 1)
        core = solver.unreached(cube)
        if core is None:
            before, inputs = self._justification.of(solver.cones, self._targets(cube))
            earlier = Obligation(before, inputs, obligation)
            if at == 1 or frames.initial.meet(before):
                return earlier
            heapq.heappush(queue, (at, next(self._ages), obligation))
            heapq.heappush(queue, (at - 1, next(self._ages), earlier))
            return None
        kept = self._generalisation.smaller(at - 1, frames.initial.outside(core, cube))
        kept, at = frames.pushed(kept, at, level)
        frames.exclude(kept, at)
        if at < level:
            heapq.heappush(queue, (at + 1, next(self._ages), obligation))
        return None

    def _targets(self, cube: Sequence[int]) -> list[int]:
        """What a step into ``cube`` has to make true."""
        return [*(self._nexts[literal >> 1] ^ (literal & 1) for literal in cube), *self._justified]

    # -- counterexamples -----------------------------------------------------------------------------------------------

    def _bad_obligation(self, level: int) -> Obligation:
        """The bad states around the one that the frame was just found to contain."""
        cones = self._frames.model(level)
        return Obligation(*self._justification.of(cones, [*self._goal, *self._justified_parts]), None)

    def _genuine(self, chain: Obligation) -> Run | None:
        """The run from an initial state in the first cube; None if it violates constraints, which count from now on."""
        inputs = []
        obligation: Obligation | None = chain
        while obligation is not None:
            inputs.append(obligation.inputs)
            obligation = obligation.then
        run = Run(self._frames.initial.pick(chain.cube), tuple(inputs))
        steps = simulate(self._circuit, run)
        broken = broken_constraints(self._circuit, steps)
        missing = [part for part in self._parts if not truth(steps[-1], part)]
        if not broken and not missing:
            return run
        fresh = [constraint for constraint in broken if constraint not in self._justified]
        fresh_parts = [part for part in missing if part not in self._justified_parts and part not in self._goal]
        assert fresh or fresh_parts, "what was justified is violated"
        self._justified += fresh
        self._justified_parts += fresh_parts
        return None

"""IC3: an inductive invariant in clauses, found backward from bad states, frame by frame (Bradley, VMCAI 2011).

Frame i over-approximates what i steps reach.  A state that leads to a bad one is generalised to a cube by a walk
through the gates that justify its successor, and blocked if no step from the frame before enters it; clauses that hold
one frame later are pushed, and two equal frames are an invariant (Een, Mishchenko, Brayton, FMCAD 2011).
Constraints restrict every query but are justified only once a counterexample has violated them: most never matter.
Limit: the deadline is looked at between queries.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from assay.core.circuit import Circuit
from assay.core.events import Listener, Progress, ignore
from assay.core.roles import Stuck
from assay.explore.frames_of_clauses import FrameSolver, InitialStates
from assay.explore.runs import Invariant, Run, broken_constraints, conjuncts, simulate, truth
from assay.solve.budget import FOREVER, Deadline
from assay.solve.sat import ConeSolver

# Temporary clauses slow a solver down: after so many it is built anew.
REBUILD_AFTER: Final = 400
# Literals that could not be dropped from a cube before generalisation gives up.
FAILURES: Final = 25


@dataclass(frozen=True, eq=False, slots=True)
class Obligation:
    """States that lead to a bad one: by ``inputs`` into those of ``then``, or to a bad state if that is None."""

    cube: tuple[int, ...]
    inputs: dict[int, int]
    then: Obligation | None


class OutOfTime(Exception):
    """The deadline has passed."""


class Ic3:
    """Decides whether ``bad`` is reachable in ``circuit``."""

    def __init__(self, circuit: Circuit, bad: int, deadline: Deadline = FOREVER, announce: Listener = ignore) -> None:
        self._circuit = circuit
        self._bad = bad
        self.deadline = deadline
        self._announce = announce
        self._nexts = {latch.node: latch.next for latch in circuit.latches}
        self._initial = InitialStates(circuit)
        self._frames: list[dict[frozenset[int], None]] = []
        self._solvers: list[FrameSolver] = []
        self._activity: dict[int, int] = {}
        # A bad state repeats the constraints: what is left of it without them is what has to be justified.
        shared = set(conjuncts(circuit, circuit.constraints))
        self._parts = conjuncts(circuit, [bad])
        self._goal = [part for part in self._parts if part not in shared]
        self._justified: list[int] = []
        self._justified_parts: list[int] = []
        self._ages = count()

    def run(self) -> Invariant | Run | Stuck:
        """An invariant without bad states, or a run to one."""
        try:
            return self._search()
        except OutOfTime:
            return Stuck("out of time", "raise --time")
        finally:
            for solver in self._solvers:
                solver.close()
            self._initial.close()

    def _search(self) -> Invariant | Run:
        self._extend()
        if self._solvers[0].reaches(self._bad):
            found = self._genuine(self._bad_obligation(0))
            while found is None:
                # What is missing is justified from now on.
                found = self._genuine(self._bad_obligation(0))
            return found
        self._extend()
        level = 1
        while True:
            chain = self._block_bad(level)
            if chain is not None:
                found = self._genuine(chain)
                if found is not None:
                    return found
                continue
            self._extend()
            invariant = self._propagate(level)
            if invariant is not None:
                return invariant
            clauses = sum(len(frame) for frame in self._frames)
            self._announce(Progress({"frames": level, "clauses": clauses}))
            level += 1

    # -- frames --------------------------------------------------------------------------------------------------------

    def _extend(self) -> None:
        self._frames.append({})
        self._solvers.append(self._made(len(self._frames) - 1))

    def _made(self, level: int) -> FrameSolver:
        # Frame 0 is the initial states themselves.
        clauses = [cube for frame in self._frames[level:] for cube in frame] if level else []
        return FrameSolver(self._circuit, [sorted(cube) for cube in clauses], at_reset=level == 0)

    def _solver(self, level: int) -> FrameSolver:
        if self.deadline.passed:
            raise OutOfTime
        if self._solvers[level].spent > REBUILD_AFTER:
            self._solvers[level].close()
            self._solvers[level] = self._made(level)
        return self._solvers[level]

    def _add(self, cube: Sequence[int], level: int) -> None:
        """No state of frames up to ``level`` is in ``cube``."""
        own = frozenset(cube)
        for literal in cube:
            self._activity[literal] = self._activity.get(literal, 0) + 1
        for frame in self._frames[1 : level + 1]:
            for other in [other for other in frame if own <= other]:
                del frame[other]
        self._frames[level][own] = None
        for solver in self._solvers[1 : level + 1]:
            solver.block(cube)

    def _propagate(self, level: int) -> Invariant | None:
        """Moves clauses to later frames as far as they hold there; the invariant, if a frame loses all of its own."""
        for i in range(1, level + 1):
            for cube in sorted(self._frames[i], key=lambda cube: (len(cube), sorted(cube))):
                if cube not in self._frames[i]:
                    continue
                row = sorted(cube)
                core = self._solver(i).unreached(row, outside=False)
                if core is None:
                    continue
                smaller = self._initial.outside(core, row)
                del self._frames[i][cube]
                if len(smaller) < len(row):
                    self._add(smaller, i + 1)
                else:
                    self._frames[i + 1][cube] = None
                    self._solvers[i + 1].block(row)
            if not self._frames[i]:
                cubes = [sorted(cube) for frame in self._frames[i + 1 :] for cube in frame]
                return Invariant(tuple(tuple(literal ^ 1 for literal in cube) for cube in cubes))
        return None

    # -- blocking ------------------------------------------------------------------------------------------------------

    def _block_bad(self, level: int) -> Obligation | None:
        """Excludes all bad states from the frame; an obligation with initial states if one stands in the way."""
        while self._solver(level).reaches(self._bad):
            first = self._bad_obligation(level)
            if self._initial.meet(first.cube):
                return first
            queue = [(level, next(self._ages), first)]
            while queue:
                found = self._block_next(queue, level)
                if found is not None:
                    return found
        return None

    def _block_next(self, queue: list[tuple[int, int, Obligation]], level: int) -> Obligation | None:
        at, _, obligation = heapq.heappop(queue)
        cube = obligation.cube
        if self._is_blocked(cube, at):
            if at < level:
                heapq.heappush(queue, (at + 1, next(self._ages), obligation))
            return None
        solver = self._solver(at - 1)
        core = solver.unreached(cube)
        if core is None:
            targets = [self._nexts[literal >> 1] ^ (literal & 1) for literal in cube]
            before, inputs = self._justify(solver.cones, [*targets, *self._justified])
            earlier = Obligation(before, inputs, obligation)
            if at == 1 or self._initial.meet(before):
                return earlier
            heapq.heappush(queue, (at, next(self._ages), obligation))
            heapq.heappush(queue, (at - 1, next(self._ages), earlier))
            return None
        kept = self._generalised(at - 1, self._initial.outside(core, cube))
        while at < level:
            core = self._solver(at).unreached(kept)
            if core is None:
                break
            kept = self._initial.outside(core, kept)
            at += 1
        self._add(kept, at)
        if at < level:
            heapq.heappush(queue, (at + 1, next(self._ages), obligation))
        return None

    def _is_blocked(self, cube: Sequence[int], level: int) -> bool:
        own = frozenset(cube)
        return any(other <= own for frame in self._frames[level:] for other in frame)

    def _generalised(self, level: int, cube: list[int]) -> list[int]:
        """A smaller cube that no step from the frame outside of it enters, and without initial states."""
        failures = 0
        for literal in sorted(cube, key=lambda literal: self._activity.get(literal, 0)):
            if literal not in cube or len(cube) == 1:
                continue
            smaller = [other for other in cube if other != literal]
            core = None
            if not self._initial.meet(smaller):
                core = self._solver(level).unreached(smaller)
                if core is None:
                    failures += 1
                    if failures >= FAILURES:
                        break
            if core is not None:
                cube = self._initial.outside(core, smaller)
        return cube

    # -- counterexamples -----------------------------------------------------------------------------------------------

    def _bad_obligation(self, level: int) -> Obligation:
        cube, inputs = self._justify(self._solvers[level].cones, [*self._goal, *self._justified_parts])
        return Obligation(cube, inputs, None)

    def _justify(self, cones: ConeSolver, targets: Sequence[int]) -> tuple[tuple[int, ...], dict[int, int]]:
        """Latch literals that, with the inputs of the model at hand, make all ``targets`` true."""
        model, variable = cones.sat.model(), cones.variable
        left, right, nexts = self._circuit.left, self._circuit.right, self._nexts
        seen: set[int] = set()
        cube: list[int] = []
        inputs: dict[int, int] = {}
        stack = [target >> 1 for target in targets]
        while stack:
            node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            a = left[node]
            value = model[variable[node] - 1] > 0
            if a < 0:
                if node in nexts:
                    cube.append(2 * node + (not value))
                elif node:
                    inputs[node] = int(value)
                continue
            b = right[node]
            first, second = a >> 1, b >> 1
            if value:
                stack += (first, second)
                continue
            by_first = (model[variable[first] - 1] > 0) == bool(a & 1)
            by_second = (model[variable[second] - 1] > 0) == bool(b & 1)
            if by_first and by_second:
                if first not in seen and second not in seen:
                    stack.append(self._cheaper(first, second))
            else:
                stack.append(first if by_first else second)
        if self._circuit.constraints:
            size = len(model)
            for node in self._circuit.inputs:
                if node not in inputs and node in variable and variable[node] <= size:
                    inputs[node] = int(model[variable[node] - 1] > 0)
        return tuple(sorted(cube)), inputs

    def _cheaper(self, first: int, second: int) -> int:
        """Which of two sufficient reasons to justify: an input costs nothing, a node near the leaves little."""
        left, nexts = self._circuit.left, self._nexts
        for node in (first, second):
            if left[node] < 0 and node not in nexts:
                return node
        return min(first, second)

    def _genuine(self, chain: Obligation) -> Run | None:
        """The run from an initial state in the first cube; None if it violates constraints, which count from now on."""
        inputs = []
        obligation: Obligation | None = chain
        while obligation is not None:
            inputs.append(obligation.inputs)
            obligation = obligation.then
        run = Run(self._initial.pick(chain.cube), tuple(inputs))
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

"""Induction over several steps, checked by SAT: base and step asked of a solver that had no part in finding the proof.

Base: no run from an initial state shows the error at one of its first ``depth`` steps.  Step: ``depth`` steps inside
the invariant that do not show the error are followed by none that does.  For a *simple* proof the states of such a path
may be assumed to differ in what the error and the constraints depend on: a shortest run to an error never repeats that
part of the state, or it could be made shorter.  The unrolling is this module's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.core.budget import Deadline
from assay.core.circuit import TRUE, Circuit
from assay.solve.sat import SatSolver


class Path:
    """The steps of a path in a solver, loaded as far as queries need; from the initial states if ``at_reset``."""

    def __init__(self, circuit: Circuit, solver: str, *, at_reset: bool) -> None:
        self.circuit = circuit
        self.sat = SatSolver(solver)
        self._at_reset = at_reset
        self._latches = {latch.node: latch for latch in circuit.latches}
        self._known: dict[tuple[int, int], int] = {}
        if at_reset and circuit.initial != TRUE:
            self.sat.add([self.literal(circuit.initial, 0)])

    def literal(self, literal: int, step: int) -> int:
        """The solver's literal for a literal of the circuit at a step."""
        known, left, right = self._known, self.circuit.left, self.circuit.right
        stack = [(literal >> 1, step)]
        while stack:
            key = node, number = stack[-1]
            if key in known:
                stack.pop()
                continue
            latch = self._latches.get(node) if number else None
            if latch is not None:
                below = [(latch.next, number - 1)]
            else:
                below = [(left[node], number), (right[node], number)] if left[node] >= 0 else []
            missing = [(part >> 1, at) for part, at in below if (part >> 1, at) not in known]
            if missing:
                stack += missing
                continue
            stack.pop()
            known[key] = self._made(node, number, [self._signed(part, at) for part, at in below])
        return self._signed(literal, step)

    def _signed(self, literal: int, step: int) -> int:
        own = self._known[literal >> 1, step]
        return -own if literal & 1 else own

    def _made(self, node: int, step: int, below: Sequence[int]) -> int:
        if len(below) == 1:
            return below[0]
        own = self.sat.fresh()
        if below:
            a, b = below
            self.sat.add([-own, a])
            self.sat.add([-own, b])
            self.sat.add([own, -a, -b])
        elif node == 0:
            self.sat.add([-own])
        elif self._at_reset and step == 0 and node in self._latches:
            reset = self._latches[node].reset
            if reset is not None:
                self.sat.add([own if reset else -own])
        return own

    def take_step(self, step: int) -> None:
        """The constraints hold at the step."""
        for constraint in self.circuit.constraints:
            self.sat.add([self.literal(constraint, step)])

    def differ(self, nodes: Sequence[int], first: int, second: int) -> None:
        """The states at two steps are not the same on ``nodes``."""
        clause = []
        for node in nodes:
            a, b = self.literal(2 * node, first), self.literal(2 * node, second)
            other = self.sat.fresh()
            self.sat.add([-other, a, b])
            self.sat.add([-other, -a, -b])
            clause.append(other)
        self.sat.add(clause)


def base_fails(circuit: Circuit, bad: int, depth: int, solver: str, deadline: Deadline) -> bool:
    """Does a run show the error at one of its first ``depth`` steps?"""
    path = Path(circuit, solver, at_reset=True)
    for step in range(depth):
        if path.sat.decide([path.literal(bad, step)], deadline):
            return True
        path.take_step(step)
    path.sat.close()
    return False


def step_fails(
    circuit: Circuit, bad: int, outside: Sequence[int], depth: int, solver: str, deadline: Deadline, *, simple: bool
) -> bool:
    """Can ``depth`` steps without error, in states where nothing of ``outside`` is true, lead to one with an error?"""
    path = Path(circuit, solver, at_reset=False)
    for step in range(depth + 1):
        for literal in outside:
            path.sat.add([-path.literal(literal, step)])
        if step < depth:
            path.sat.add([-path.literal(bad, step)])
            path.take_step(step)
    relevant = relevant_latches(circuit, bad) if simple else []
    goal = path.literal(bad, depth)
    for node in relevant:
        for step in range(depth + 1):
            path.literal(2 * node, step)
    while path.sat.decide([goal], deadline):
        pair = _repeated(path, relevant, depth) if simple else None
        if pair is None:
            return True
        path.differ(relevant, *pair)
    path.sat.close()
    return False


def relevant_latches(circuit: Circuit, bad: int) -> list[int]:
    """The latches on which the error and the constraints depend, over any number of steps."""
    nexts = {latch.node: latch.next for latch in circuit.latches}
    found: dict[int, None] = {}
    roots = [bad, *circuit.constraints]
    while roots:
        fresh = [node for node in circuit.cone(roots) if node in nexts and node not in found]
        found.update(dict.fromkeys(fresh))
        roots = [nexts[node] for node in fresh]
    return list(found)


def _repeated(path: Path, nodes: Sequence[int], depth: int) -> tuple[int, int] | None:
    """Two steps of the model that was found that agree on ``nodes``."""
    true = {literal for literal in path.sat.model() if literal > 0}
    seen: dict[tuple[bool, ...], int] = {}
    for step in range(depth + 1):
        literals = (path.literal(2 * node, step) for node in nodes)
        state = tuple((literal in true) if literal > 0 else (-literal not in true) for literal in literals)
        earlier = seen.setdefault(state, step)
        if earlier != step:
            return earlier, step
    return None

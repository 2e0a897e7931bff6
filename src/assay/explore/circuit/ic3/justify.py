"""Which latches matter: a walk through the gates that make literals true in a model (lifting by justification).

From a state and inputs to a cube of states for which the same inputs do: a gate that is true needs both sides, one that
is false only one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.core.circuit import Circuit
from assay.solve.sat import ConeSolver


class Justification:
    """Reasons within one step of ``circuit``."""

    def __init__(self, circuit: Circuit) -> None:
        self._circuit = circuit
        self._latches = frozenset(latch.node for latch in circuit.latches)

    def of(self, cones: ConeSolver, targets: Sequence[int]) -> tuple[tuple[int, ...], dict[int, int]]:
        """Latch literals that, with the inputs of the model at hand, make all ``targets`` true."""
        model, variable = cones.sat.model(), cones.variable
        left, right, latches = self._circuit.left, self._circuit.right, self._latches
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
                if node in latches:
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
            self._add_inputs(cones, model, inputs)
        return tuple(sorted(cube)), inputs

    def _add_inputs(self, cones: ConeSolver, model: Sequence[int], inputs: dict[int, int]) -> None:
        """The inputs that constraints may need."""
        size = len(model)
        for node in self._circuit.inputs:
            own = cones.variable.get(node)
            if own is not None and node not in inputs and own <= size:
                inputs[node] = int(model[own - 1] > 0)

    def _cheaper(self, first: int, second: int) -> int:
        """Which of two sufficient reasons to justify: an input costs nothing, a node near the leaves little."""
        left, latches = self._circuit.left, self._latches
        for node in (first, second):
            if left[node] < 0 and node not in latches:
                return node
        return min(first, second)

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
        # All of these literals are true in the model.
        seen: set[int] = set()
        cube: list[int] = []
        inputs: dict[int, int] = {}
        stack = list(targets)
        while stack:
            literal = stack.pop()
            if literal in seen:
                continue
            seen.add(literal)
            node = literal >> 1
            a = left[node]
            if a < 0:
                if node in latches:
                    cube.append(literal)
                elif node:
                    inputs[node] = 1 - (literal & 1)
            elif not literal & 1:
                stack += (a, right[node])
            else:
                first, second = a ^ 1, right[node] ^ 1
                if (model[variable[first >> 1] - 1] < 0) != (first & 1):
                    stack.append(second)
                elif (model[variable[second >> 1] - 1] < 0) != (second & 1):
                    stack.append(first)
                elif first not in seen and second not in seen:
                    stack.append(self._cheaper(first, second))
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
        for literal in (first, second):
            if left[literal >> 1] < 0 and literal >> 1 not in latches:
                return literal
        return min(first, second)

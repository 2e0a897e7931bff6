"""Which latches matter: a walk through the gates that make literals true in a model (lifting by justification).

From a state and inputs to a cube of states for which the same inputs do: a conjunction that is true needs all of its
parts, one that is false only one of them, and a choice needs its condition and what that chooses.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.explore.circuit.ic3.cones import Choice, Cones, WideGates


class Justification:
    """Reasons within one step of the circuit with these ``gates``."""

    def __init__(self, gates: WideGates) -> None:
        self._gates = gates
        self._latches = frozenset(latch.node for latch in gates.circuit.latches)

    def of(self, cones: Cones, targets: Sequence[int]) -> tuple[tuple[int, ...], dict[int, int]]:
        """Latch literals that, with the inputs of the model at hand, make all ``targets`` true."""
        model = cones.sat.model()
        values = Values(cones, model)
        left, gate_of, latches = self._gates.circuit.left, self._gates.gate, self._latches
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
            if left[node] < 0:
                if node in latches:
                    cube.append(literal)
                elif node:
                    inputs[node] = 1 - (literal & 1)
                continue
            gate = gate_of(node)
            if isinstance(gate, Choice):
                stack += self._chosen(gate, literal & 1, values, seen)
            elif not literal & 1:
                stack += gate
            else:
                stack.append(self._false(gate, values, seen))
        if self._gates.circuit.constraints:
            self._add_inputs(cones, model, inputs)
        return tuple(sorted(cube)), inputs

    def _false(self, parts: Sequence[int], values: Values, seen: set[int]) -> int:
        """The negation of a part that is false, at best one that is a reason already."""
        wrong = [part ^ 1 for part in parts if not values[part]]
        if len(wrong) == 1:
            return wrong[0]
        for part in wrong:
            if part in seen:
                return part
        return self._cheapest(wrong)

    def _chosen(self, choice: Choice, sign: int, values: Values, seen: set[int]) -> tuple[int, int]:
        """What makes the choice true, or false if ``sign`` is 1."""
        condition, then, otherwise = choice
        if not values[condition]:
            condition, then, otherwise = condition ^ 1, otherwise, then
        if condition in seen or bool(values[otherwise]) == bool(sign):
            return then ^ sign, condition
        # Where both lead to the same, the condition does not matter.
        other = otherwise ^ sign
        return then ^ sign, other if other in seen else self._cheapest((condition, other))

    def _add_inputs(self, cones: Cones, model: Sequence[int], inputs: dict[int, int]) -> None:
        """The inputs that constraints may need."""
        size = len(model)
        for node in self._gates.circuit.inputs:
            own = cones.variable.get(node)
            if own is not None and node not in inputs and own <= size:
                inputs[node] = int(model[own - 1] > 0)

    def _cheapest(self, reasons: Sequence[int]) -> int:
        """Which of several sufficient reasons to justify: an input costs nothing, a node near the leaves little."""
        left, latches = self._gates.circuit.left, self._latches
        for literal in reasons:
            if left[literal >> 1] < 0 and literal >> 1 not in latches:
                return literal
        return min(reasons)


class Values:
    """The value of every literal in a model, also of what is inside of wide gates."""

    def __init__(self, cones: Cones, model: Sequence[int]) -> None:
        self._variable = cones.variable
        self._gates = cones.gates
        self._model = model

    def __getitem__(self, literal: int) -> bool:
        own = self._variable.get(literal >> 1)
        if own is not None:
            return (own <= len(self._model) and self._model[own - 1] > 0) != (literal & 1)
        return self._inner(literal >> 1) != (literal & 1)

    def _inner(self, node: int) -> bool:
        left, right = self._gates.circuit.left, self._gates.circuit.right
        return left[node] >= 0 and self[left[node]] and self[right[node]]

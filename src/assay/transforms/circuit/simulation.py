"""Steps of many runs of a circuit at once: a word for each node, one bit of it a run."""

from __future__ import annotations

from collections.abc import Mapping

from assay.core.circuit import Circuit


class Simulation:
    """Evaluates the whole circuit."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        left, right = circuit.left, circuit.right
        self._gates = [
            (node, a >> 1, a & 1, b >> 1, b & 1) for node, (a, b) in enumerate(zip(left, right, strict=True)) if a >= 0
        ]

    def values(self, leaves: Mapping[int, int], everywhere: int) -> list[int]:
        """The word of each node; ``everywhere`` has a bit for each run."""
        values = [0] * self.circuit.size
        for node, word in leaves.items():
            values[node] = word
        signs = (0, everywhere)
        for node, a, negated_a, b, negated_b in self._gates:
            values[node] = (values[a] ^ signs[negated_a]) & (values[b] ^ signs[negated_b])
        return values

    def step(self, state: Mapping[int, int], inputs: Mapping[int, int], everywhere: int) -> tuple[dict[int, int], int]:
        """The states after a step, and which runs satisfied all constraints when they took it."""
        values = self.values({**state, **inputs}, everywhere)
        signs = (0, everywhere)
        legal = everywhere
        for constraint in self.circuit.constraints:
            legal &= values[constraint >> 1] ^ signs[constraint & 1]
        return {latch.node: values[latch.next >> 1] ^ signs[latch.next & 1] for latch in self.circuit.latches}, legal

"""A circuit that grows: more inputs, latches, gates and conditions around one that stays as it is."""

from __future__ import annotations

from dataclasses import replace

from assay.core.circuit import Circuit, Gates, Latch


class Extension:
    """Builds a circuit on top of ``circuit``; the old nodes, and so the old literals, keep their meaning."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self.gates = Gates()
        self.gates.left[:], self.gates.right[:] = circuit.left, circuit.right
        self.constraints = list(circuit.constraints)
        self.fairness = list(circuit.fairness)
        self._inputs: list[int] = []
        self._resets: dict[int, int | None] = {}
        self._nexts: dict[int, int] = {}

    def input(self) -> int:
        """The literal of a new input."""
        literal = self.gates.leaf()
        self._inputs.append(literal >> 1)
        return literal

    def latch(self, reset: int | None) -> int:
        """The literal of a new latch; ``step`` says what becomes of it."""
        literal = self.gates.leaf()
        self._resets[literal >> 1] = reset
        return literal

    def step(self, latch: int, after: int) -> None:
        """The value that a new latch takes over at each step."""
        self._nexts[latch >> 1] = after

    def made(self, *, bads: tuple[int, ...] = ()) -> Circuit:
        """The circuit with everything that was added; ``bads`` are its only bad states, and it has no justice."""
        latches = tuple(Latch(node, self._nexts[node], reset) for node, reset in self._resets.items())
        return replace(
            self.circuit,
            left=self.gates.left,
            right=self.gates.right,
            inputs=(*self.circuit.inputs, *self._inputs),
            latches=(*self.circuit.latches, *latches),
            constraints=tuple(self.constraints),
            bads=bads,
            justice=(),
            fairness=tuple(self.fairness),
        )

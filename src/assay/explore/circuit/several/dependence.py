"""Which latches each bad state of a circuit depends on, over any number of steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from assay.core.circuit import Circuit


class Dependence:
    """Sets of latches are the bits of a number; what inputs have a say in has one bit more."""

    def __init__(self, circuit: Circuit) -> None:
        self._circuit = circuit
        self._bit = {latch.node: 1 << k for k, latch in enumerate(circuit.latches)}
        self._input = 1 << len(circuit.latches)
        self._whole: dict[int, int] = {}

    @cached_property
    def _support(self) -> list[int]:
        """What each node depends on within one step."""
        circuit = self._circuit
        support = [0] * circuit.size
        for node in circuit.inputs:
            support[node] = self._input
        for node, bit in self._bit.items():
            support[node] = bit
        for node, (a, b) in enumerate(zip(circuit.left, circuit.right, strict=True)):
            if a >= 0:
                support[node] = support[a >> 1] | support[b >> 1]
        return support

    def of(self, number: int) -> int:
        """The latches on which the bad state depends; constraints, which bind every step, are left out."""
        if number not in self._whole:
            self._whole[number] = self._closed(self._support[self._circuit.bads[number] >> 1])
        return self._whole[number]

    def _closed(self, latches: int) -> int:
        support, every = self._support, self._circuit.latches
        seen, new = 0, latches & ~self._input
        while new:
            seen |= new
            after = 0
            while new:
                place = new.bit_length() - 1
                new ^= 1 << place
                after |= support[every[place].next >> 1]
            new = after & ~seen & ~self._input
        return seen

    def size(self, number: int) -> int:
        return self.of(number).bit_count()

    def covers(self, number: int, clause: Sequence[int]) -> bool:
        """Does the clause speak of nothing but latches on which the bad state depends?  Inputs are none."""
        said = 0
        for literal in clause:
            said |= self._support[literal >> 1]
        return not said & ~self.of(number)

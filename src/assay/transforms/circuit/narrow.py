"""The runs of a circuit in which wide words have small values: a few of their lowest bits are free, the others are 0.

Data that is moved, stored and compared needs few values to show an error, however wide it is (Wolper, "Expressing
interesting properties of programs in propositional temporal logic", POPL 1986; Johannsen, "Reducing bitwidth", CHARME
2001).  Here no analysis says which words are such data.  Inputs and open first values are restricted, and what is then
constant is simplified away: each run that is left is one of the circuit, so that runs count and proofs do not.
Limit: what takes a large value, such as a comparison with a large constant, is not seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from assay.core.circuit import Circuit, Latch
from assay.core.terms import Term
from assay.transforms.circuit.bitblast import width_of
from assay.transforms.circuit.vectors import Vector

# Words wider than this are restricted to so many bits.
WIDE: Final = 4
LEFT: Final = 2


def narrowed(circuit: Circuit, variables: Mapping[Term, Vector]) -> Circuit | None:
    """The same nodes, where inputs that are restricted are latches that stay 0; None if no word is wide."""
    dropped = {bit >> 1 for symbol, bits in variables.items() for bit in _high(symbol, bits)}
    inputs = tuple(node for node in circuit.inputs if node not in dropped)
    opened = {latch.node for latch in circuit.latches if latch.reset is None} & dropped
    if len(inputs) == len(circuit.inputs) and not opened:
        return None
    stuck = tuple(Latch(node, 0, 0) for node in circuit.inputs if node in dropped)
    latches = tuple(replace(latch, reset=0) if latch.node in opened else latch for latch in circuit.latches)
    return replace(circuit, inputs=inputs, latches=(*latches, *stuck))


def _high(symbol: Term, bits: Vector) -> Vector:
    """The bits that are restricted: those of each element of an array."""
    sort = symbol.sort if not symbol.sort.is_array else symbol.sort.element
    assert sort is not None
    width = width_of(sort)
    return tuple(bit for place, bit in enumerate(bits) if place % width >= LEFT) if width > WIDE else ()

"""Latches that keep their reset value: those that ternary simulation finds, and as many also of a long counter."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings

from assay.core.circuit import Circuit, Gates, Latch
from assay.frontends.hardware.aiger import read_circuit
from assay.transforms.circuit.simplify import simplify
from hardware import Aig, circuits
from health import ONE_FOLDER


def constants(circuit: Circuit) -> set[int]:
    """The same round by round: whatever may become another value is unknown in the next round."""
    kept = {latch.node: latch.reset for latch in circuit.latches if latch.reset is not None}
    while True:
        values: list[int | None] = [0] * circuit.size
        for node in range(1, circuit.size):
            values[node] = kept.get(node)
            if circuit.is_gate(node):
                x, y = (
                    None if values[side >> 1] is None else (values[side >> 1] or 0) ^ (side & 1)
                    for side in (circuit.left[node], circuit.right[node])
                )
                values[node] = 0 if 0 in (x, y) else 1 if x == y == 1 else None
        after = {latch.node: values[latch.next >> 1] for latch in circuit.latches}
        sign = {latch.node: latch.next & 1 for latch in circuit.latches}
        lost = [node for node, reset in kept.items() if after[node] is None or (after[node] or 0) ^ sign[node] != reset]
        if not lost:
            return set(kept)
        for node in lost:
            del kept[node]


@settings(max_examples=150, suppress_health_check=ONE_FOLDER)
@given(circuits())
def test_no_latch_that_keeps_its_value_is_left(tmp_path: Path, aig: Aig) -> None:
    circuit = read_circuit(aig.write(tmp_path / "x.aag"))
    kept = constants(circuit)
    small = simplify(circuit)
    left = {small.origin[latch.node] for latch in small.circuit.latches}
    assert not left & kept
    # What was merged with another one, or found constant, is said in clauses, and what is constant in one literal.
    named = {row[0] >> 1 for row in small.clauses if len(row) == 1}
    assert named >= {latch.node for latch in circuit.latches if latch.node in kept and latch.node in small.literals}


def test_a_long_counter_is_simplified_at_once() -> None:
    """Each of its bits is lost by the one below it: round by round this would take a round a bit."""
    gates, width = Gates(), 20_000
    bits = [gates.leaf() for _ in range(width)]
    carry, latches = 1, []
    for bit in bits:
        latches.append(Latch(bit >> 1, gates.differ(bit, carry), 0))
        carry = gates.both(bit, carry)
    circuit = Circuit(gates.left, gates.right, (), tuple(latches), bads=(bits[-1],))
    assert len(simplify(circuit).circuit.latches) == width

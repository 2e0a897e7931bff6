"""Wide gates in a solver say what the circuit says, and reasons within them suffice."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.circuit import Circuit, Gates, Latch
from assay.explore.circuit.ic3.cones import Choice, Cones, WideGates
from assay.explore.circuit.ic3.justify import Justification, Values
from assay.frontends.hardware.aiger import read_circuit
from assay.solve.sat import ConeSolver
from hardware import Aig, circuits, machines
from health import ONE_FOLDER


def over(gates: Gates, leaves: list[int], *nexts: int) -> Circuit:
    """A circuit whose first leaves are latches with these next states, and the others inputs."""
    latches = tuple(Latch(leaf >> 1, after, 0) for leaf, after in zip(leaves, nexts, strict=False))
    return Circuit(gates.left, gates.right, tuple(leaf >> 1 for leaf in leaves[len(nexts) :]), latches)


def test_a_conjunction_of_conjunctions_that_nothing_else_uses_is_one_gate() -> None:
    gates = Gates()
    leaves = a, b, c, d = [gates.leaf() for _ in range(4)]
    shared = gates.both(a, b)
    alone = gates.both(c, d ^ 1)
    top = gates.both(shared, alone)
    wide = WideGates(over(gates, leaves, top, shared))
    assert set(wide.gate(top >> 1)) == {shared, c, d ^ 1}
    cones = Cones(wide)
    cones.literal(top)
    assert alone >> 1 not in cones.variable and shared >> 1 in cones.variable


@pytest.mark.parametrize("exclusive", [False, True])
def test_a_choice_is_one_gate_with_the_clauses_that_follow(exclusive: bool) -> None:
    gates = Gates()
    leaves = condition, then, otherwise = [gates.leaf() for _ in range(3)]
    top = gates.choose(condition, then, then ^ 1 if exclusive else otherwise)
    wide = WideGates(over(gates, leaves, top))
    found = wide.gate(top >> 1)
    assert isinstance(found, Choice)
    cones = Cones(wide)
    cones.literal(top)
    assert len(cones.variable) == 3 + (not exclusive)
    if not exclusive:
        # Of both sides the gate follows by propagation alone.
        own, sides = cones.literal(top), cones.literals([then, otherwise])
        for sign in (1, -1):
            _, implied = cones.sat._solver.propagate([sign * side for side in sides])
            assert sign * own in implied


@settings(max_examples=60, suppress_health_check=ONE_FOLDER)
@given(circuits() | machines(most_latches=4), st.data())
def test_a_query_says_what_the_circuit_computes(tmp_path: Path, aig: Aig, data: st.DataObject) -> None:
    circuit = read_circuit(aig.write(tmp_path / "x.aag"))
    gates = WideGates(circuit)
    cones = Cones(gates)
    leaves = [node for node in range(1, circuit.size) if not circuit.is_gate(node)]
    values = {node: data.draw(st.integers(0, 1)) for node in leaves}
    expected = circuit.values(values)
    roots = [*circuit.bads, *circuit.constraints, *(latch.next for latch in circuit.latches)]
    assumed = [cones.literal(2 * node + 1 - value) for node, value in values.items()]
    for root in roots:
        true = expected[root >> 1] ^ (root & 1)
        assert cones.sat.solve([*assumed, cones.literal(root)]) == bool(true)
    assert cones.sat.solve(assumed)
    found = Values(cones, cones.sat.model())
    for literal in range(2 * circuit.size):
        if literal >> 1 in cones.variable or circuit.is_gate(literal >> 1):
            assert bool(found[literal]) == bool(expected[literal >> 1] ^ (literal & 1))


@settings(max_examples=60, suppress_health_check=ONE_FOLDER)
@given(circuits() | machines(most_latches=4))
def test_reasons_suffice_and_are_true(tmp_path: Path, aig: Aig) -> None:
    circuit = read_circuit(aig.write(tmp_path / "x.aag"))
    gates = WideGates(circuit)
    cones, plain = Cones(gates), ConeSolver(circuit)
    roots = [*circuit.bads, *(latch.next ^ sign for latch in circuit.latches for sign in (0, 1))]
    for target in roots:
        if not cones.sat.solve([cones.literal(target)]):
            continue
        cube, inputs = Justification(gates).of(cones, [target])
        values = Values(cones, cones.sat.model())
        reasons = [*cube, *(2 * node + 1 - value for node, value in inputs.items())]
        assert all(values[literal] for literal in reasons)
        assert not plain.sat.solve([*plain.literals(reasons), -plain.literal(target)])

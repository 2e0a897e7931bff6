"""Sweeping: whatever the states are that it assumes, nothing that is left of a circuit changes its value in them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import check
from assay.core.circuit import Circuit, Gates, Latch
from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.verdict import Holds, Violated
from assay.engines import swept as engine
from assay.frontends.hardware.aiger import read_circuit
from assay.frontends.task import load
from assay.transforms.circuit import correspondence, sweep
from assay.transforms.circuit.correspondence import correspondences
from assay.transforms.circuit.simplify import Simplified, simplify
from assay.transforms.circuit.sweep import equal_gates, swept
from assay.witness.hardware.certificate_checker import check_certificate
from assay.witness.hardware.certificate_writer import certificate, write_aiger
from clocks import PATIENCE
from hardware import Aig, circuits, machines
from health import ONE_FOLDER

MANY = settings(max_examples=150, suppress_health_check=ONE_FOLDER)


def result_of(circuit: Circuit) -> Simplified:
    return ended(swept(circuit))


T = TypeVar("T")


def ended(work: Generator[None, None, T]) -> T:
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


def satisfied(clauses: Sequence[Sequence[int]], values: Sequence[int]) -> bool:
    return all(any(values[literal >> 1] ^ (literal & 1) for literal in clause) for clause in clauses)


def states(circuit: Circuit) -> Iterator[list[int]]:
    """The values of all nodes in each state, for all inputs."""
    leaves = [*circuit.inputs, *(latch.node for latch in circuit.latches)]
    for bits in product((0, 1), repeat=len(leaves)):
        yield circuit.values(dict(zip(leaves, bits, strict=True)))


def truth(values: Sequence[int], literal: int) -> int:
    return values[literal >> 1] ^ (literal & 1)


def examine(small: Simplified) -> None:
    """What was assumed is inductive, and where it holds every literal that is left means the same."""
    old, new = small.original, small.circuit
    for values in states(old):
        if all(latch.reset in (None, values[latch.node]) for latch in old.latches):
            assert satisfied(small.clauses, values)
        if not satisfied(small.clauses, values):
            continue
        again = new.values({node: values[middle] for node, middle in small.origin.items()})
        for node, literal in small.literals.items():
            assert truth(again, literal) == values[node], node
        if all(truth(values, part) for part in old.constraints):
            after = [0] * old.size
            for latch in old.latches:
                after[latch.node] = truth(values, latch.next)
            assert satisfied(small.clauses, after)
    nexts = {latch.node: latch for latch in old.latches}
    for latch in new.latches:
        was = nexts[small.origin[latch.node]]
        assert (latch.next, latch.reset) == (small.literal(was.next), was.reset)
    assert new.bads == tuple(map(small.literal, old.bads))


@MANY
@given(circuits(most_gates=24) | machines(most_latches=5), st.booleans())
def test_nothing_changes(tmp_path: Path, aig: Aig, blind: bool) -> None:
    """Neither where patterns and runs tell apart most of what differs, nor where that is left to queries."""
    circuit = read_circuit(aig.write(tmp_path / "x.aag"))
    with pytest.MonkeyPatch.context() as patch:
        if blind:
            for module, name in ((sweep, "PATTERNS"), (sweep, "BLOCKS"), (correspondence, "RUNS")):
                patch.setattr(module, name, 1)
            patch.setattr(correspondence, "STEPS", 1)
        small = result_of(circuit)
        examine(small)
        # Sweeping what was simplified is what a search does.
        first = simplify(circuit)
        examine(first.then(result_of(first.circuit)))
        assert len(small.circuit.latches) <= len(first.circuit.latches)
        same = ended(equal_gates(circuit))
    for values in states(circuit):
        assert [truth(values, literal) for literal in same] == values


def test_opposite_gates_become_one() -> None:
    """Two inputs differ: either but not both is true, or one without the other is; the gates of these are opposite."""
    gates = Gates()
    a, b, c = (gates.leaf() for _ in range(3))
    one = gates.differ(a, b)
    other = gates.either(gates.both(a, b ^ 1), gates.both(b, a ^ 1))
    assert one & 1 != other & 1
    bads = (one, other, gates.both(one, c), gates.both(other, c))
    circuit = Circuit(gates.left, gates.right, (a >> 1, b >> 1, c >> 1), (), bads=bads)
    same = ended(equal_gates(circuit))
    assert same[other >> 1] == one & ~1 ^ 1
    assert same[bads[3] >> 1] == bads[2]
    assert all(
        truth(values, literal) == values[node] for values in states(circuit) for node, literal in enumerate(same)
    )


def doubled(circuit: Circuit, negated: Random) -> Circuit:
    """The circuit beside a copy of it, made of other gates and in part of negated latches; bad if bads differ."""
    gates = Gates()
    first, second = {0: 0}, {0: 0}
    for node in circuit.inputs:
        first[node] = second[node] = gates.leaf()
    for latch in circuit.latches:
        first[latch.node] = gates.leaf()
        second[latch.node] = gates.leaf() ^ negated.getrandbits(1)

    def of(table: dict[int, int], literal: int) -> int:
        return table[literal >> 1] ^ (literal & 1)

    for node in range(circuit.size):
        if circuit.is_gate(node):
            a, b = circuit.left[node], circuit.right[node]
            first[node] = gates.both(of(first, a), of(first, b))
            x, y = of(second, a), of(second, b)
            # a and b is a, but where a and not b.
            second[node] = gates.differ(x, gates.both(x, y ^ 1))
    latches = []
    for latch in circuit.latches:
        for table in (first, second):
            own = table[latch.node]
            sign = own & 1
            reset = None if latch.reset is None else latch.reset ^ sign
            latches.append(Latch(own >> 1, of(table, latch.next) ^ sign, reset))
    bads = tuple(gates.differ(of(first, bad), of(second, bad)) for bad in circuit.bads)
    constraints = tuple(of(first, part) for part in circuit.constraints)
    return Circuit(gates.left, gates.right, circuit.inputs, tuple(latches), constraints=constraints, bads=bads)


@MANY
@given(machines(most_latches=6))
def test_two_of_a_kind_become_one(tmp_path: Path, aig: Aig) -> None:
    """Latches with an open first value apart, equality is found, however different the gates."""
    aig.latches = [(after, reset or 0) for after, reset in aig.latches]
    circuit = read_circuit(aig.write(tmp_path / "x.aag"))
    small = result_of(doubled(circuit, Random(len(aig.gates))))
    assert small.circuit.bads == (0,)
    assert not small.circuit.latches or circuit.constraints


def two_counters() -> Circuit:
    """Two counters, one of which counts only where the other is equal: so it always is, by induction over all bits."""
    gates = Gates()
    left, right = ([gates.leaf() for _ in range(4)] for _ in range(2))
    same = gates.all_of(gates.differ(a, b) ^ 1 for a, b in zip(left, right, strict=True))
    latches, carries = [], [1, same]
    for a, b in zip(left, right, strict=True):
        latches += [Latch(a >> 1, gates.differ(a, carries[0]), 0), Latch(b >> 1, gates.differ(b, carries[1]), 0)]
        carries = [gates.both(a, carries[0]), gates.both(b, carries[1])]
    return Circuit(gates.left, gates.right, (), tuple(latches), bads=(same ^ 1,))


def test_equality_is_proved_of_all_latches_together() -> None:
    assert len(ended(correspondences(two_counters()))) == 4
    assert result_of(two_counters()).circuit.bads == (0,)


def test_what_constraints_exclude_does_not_count() -> None:
    """Two latches take over two inputs, which a constraint makes equal."""
    gates = Gates()
    a, b, x, y = (gates.leaf() for _ in range(4))
    equal = gates.differ(a, b) ^ 1
    latches = (Latch(x >> 1, a, 0), Latch(y >> 1, b, 0))
    circuit = Circuit(gates.left, gates.right, (a >> 1, b >> 1), latches, bads=(gates.differ(x, y),))
    assert not ended(correspondences(circuit))
    limited = Circuit(
        gates.left, gates.right, circuit.inputs, latches, constraints=(equal,), bads=(gates.differ(x, y),)
    )
    assert ended(correspondences(limited)) == {y >> 1: x}


def test_what_is_hard_to_say_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queries that are given up merge nothing; neither does a search for correspondences that has no end in time."""

    def given_up(*_: object) -> None:
        return None

    circuit = doubled(two_counters(), Random(1))
    monkeypatch.setattr(correspondence._Round, "_differ", given_up)
    assert not ended(correspondences(circuit))
    monkeypatch.setattr(sweep._Sweep, "_differ", given_up)
    assert list(ended(equal_gates(circuit))) == [2 * node for node in range(circuit.size)]
    monkeypatch.undo()
    monkeypatch.setattr(correspondence, "MOST_WORK", 1)
    assert not ended(correspondences(circuit))
    monkeypatch.setattr(sweep, "MOST_WORK", 0)
    assert list(ended(equal_gates(circuit))) == [2 * node for node in range(circuit.size)]


def test_it_pauses_at_each_query() -> None:
    circuit = doubled(two_counters(), Random(1))
    assert sum(1 for _ in correspondences(circuit)) >= 8
    assert sum(1 for _ in equal_gates(circuit)) >= 8


def test_a_proof_over_swept_gates_is_a_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was merged is part of it: the design's own latches are all there again."""
    path = tmp_path / "doubled.aag"
    path.write_text(write_aiger(doubled(two_counters(), Random(1))))
    model = load(path)
    monkeypatch.setattr(engine, "PLAIN", 0.0)
    (result,) = check(model, engine="ic3")
    assert isinstance(result.verdict, Holds)
    proof = result.verdict.evidence
    assert isinstance(proof, Proof)
    text = certificate(model, model.properties[0], proof)
    assert check_certificate(path, text, 0, seconds=PATIENCE)


TWO_INPUTS_REMEMBERED = """aag 5 2 2 0 1 1
2
4
6 2
8 4
10
10 8 6
"""


@pytest.mark.parametrize("wrong", ["latches", "gates"])
def test_a_wrong_merge_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """Whoever merges what differs finds a proof or a run that no checker confirms."""
    path = tmp_path / "two.aag"
    path.write_text(TWO_INPUTS_REMEMBERED)
    model = load(path)

    def latches(circuit: Circuit) -> Generator[None, None, dict[int, int]]:
        yield
        return {latch.node: 0 for latch in circuit.latches}

    def gates(circuit: Circuit) -> Generator[None, None, list[int]]:
        yield
        return [0 if circuit.is_gate(node) else 2 * node for node in range(circuit.size)]

    monkeypatch.setattr(engine, "PLAIN", 0.0)
    assert isinstance(check(model, engine="ic3")[0].verdict, Violated)
    monkeypatch.setattr(sweep, "correspondences" if wrong == "latches" else "equal_gates", locals()[wrong])
    with pytest.raises(UnsoundVerdict):
        check(model, engine="ic3")

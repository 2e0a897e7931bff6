"""The inductive part of a guess: against all states and inputs of small circuits, and of designs with wide words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.checking.confirming import confirmed
from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import truth
from assay.core.evidence import Proof, Trace
from assay.core.roles import Stuck
from assay.core.verdict import Holds, Violated
from assay.engines.views import Views
from assay.explore.circuit.guessed import inductive_part
from assay.frontends.hardware.aiger import read_circuit
from assay.frontends.task import load
from assay.solve.sat import OutOfTime
from clocks import patient
from engines import by_method
from hardware import Aig, circuits, machines
from health import ONE_FOLDER

Clause = tuple[int, ...]


def largest(circuit: Circuit, guess: Iterable[Clause]) -> list[Clause]:
    """The largest part of the guess that is inductive, by trying all states and inputs."""
    nodes = [latch.node for latch in circuit.latches]
    leaves = (*nodes, *circuit.inputs)
    steps = []
    for bits in product((0, 1), repeat=len(leaves)):
        values = circuit.values(dict(zip(leaves, bits, strict=True)))
        if all(truth(values, part) for part in circuit.constraints):
            after = {latch.node: truth(values, latch.next) for latch in circuit.latches}
            steps.append((dict(zip(leaves, bits, strict=True)), after))
    first = [{latch.node: latch.reset or 0 for latch in circuit.latches}]
    for latch in circuit.latches:
        if latch.reset is None:
            first += [{**state, latch.node: 1} for state in first]

    def true(row: Clause, state: dict[int, int]) -> bool:
        return any(state[literal >> 1] ^ (literal & 1) for literal in row)

    kept = [row for row in guess if all(true(row, state) for state in first)]
    while True:
        inside = [after for before, after in steps if all(true(row, before) for row in kept)]
        left = [row for row in kept if all(true(row, after) for after in inside)]
        if left == kept:
            return kept
        kept = left


def excludes(circuit: Circuit, rows: Sequence[Clause]) -> bool:
    """Is no state bad in which the clauses hold?"""
    leaves = (*(latch.node for latch in circuit.latches), *circuit.inputs)
    for bits in product((0, 1), repeat=len(leaves)):
        values = circuit.values(dict(zip(leaves, bits, strict=True)))
        if all(any(truth(values, literal) for literal in row) for row in rows) and truth(values, circuit.bads[0]):
            return False
    return True


@settings(max_examples=150, suppress_health_check=ONE_FOLDER)
@given(circuits(most_latches=4) | machines(most_latches=5), st.data())
def test_it_is_found_if_it_excludes_what_is_bad(tmp_path: Path, aig: Aig, data: st.DataObject) -> None:
    circuit = read_circuit(aig.write(tmp_path / "x.aag"))
    literals = [2 * latch.node + sign for latch in circuit.latches for sign in (0, 1)]
    rows = st.lists(st.sampled_from(literals), min_size=1, max_size=3).map(tuple)
    guess = data.draw(st.lists(rows, max_size=12))
    found = inductive_part(circuit, circuit.bads[0], guess, FOREVER)
    kept = largest(circuit, guess)
    assert (found is not None) == excludes(circuit, kept)
    if found is not None:
        assert set(found.clauses) <= set(kept)
        assert largest(circuit, found.clauses) == list(found.clauses)
        assert excludes(circuit, found.clauses)


def test_each_clause_is_needed_by_another_one(tmp_path: Path) -> None:
    # A register shifts what stays 0; the last latch, which stays 0 as well, has nothing to do with it.
    aig = Aig(0, [(0, 0), (2, 0), (4, 0), (6, 0), (10, 0)], [], bads=[8])
    circuit = read_circuit(aig.write(tmp_path / "x.aag"))
    found = inductive_part(circuit, circuit.bads[0], [(3,), (5,), (7,), (9,), (11,)], FOREVER)
    assert found is not None
    # What stays 0 as its next value is the constant needs no other clause.
    assert set(found.clauses) == {(3,), (5,), (7,), (9,)}


def test_it_ends_with_the_deadline(tmp_path: Path) -> None:
    aig = Aig(0, [(2, 0)], [], bads=[2])
    circuit = read_circuit(aig.write(tmp_path / "x.aag"))
    with pytest.raises(OutOfTime):
        inductive_part(circuit, circuit.bads[0], [(3,)], Deadline(0.0, lambda: 1.0))


# A word is taken over where a request was granted, one that was granted is not granted again, and the sum of words is
# kept: errors are two grants at once, a word that is stored without a grant, or one of at least a limit.
CONTROL = """
1 sort bitvec 1
2 sort bitvec 32
3 zero 1
4 zero 2
5 input 1 request
6 input 1 other
7 input 2 data
8 state 1 one
9 state 1 two
10 state 2 stored
11 state 2 sum
12 state 1 ever
13 init 1 8 3
14 init 1 9 3
15 init 2 10 4
16 init 2 11 4
17 init 1 12 3
18 and 1 5 -9
19 next 1 8 18
20 and 1 6 -5
21 and 1 20 -8
22 next 1 9 21
23 ite 2 8 7 10
24 next 2 10 23
25 add 2 11 7
26 next 2 11 25
27 or 1 12 8
28 next 1 12 27
29 and 1 8 9
30 neq 1 10 4
31 and 1 30 -12
32 constd 2 1000
33 ugte 1 10 32
34 constd 2 2
35 ugte 1 10 34
36 or 1 29 31
"""
# A sum that matters to the error, but need not.
SUM = "37 neq 1 11 10\n38 and 1 37 29\n39 and 1 38 29\n"


def views_of(path: Path, bad: str) -> Views:
    path.write_text(f"{CONTROL}{SUM}{bad}\n")
    model = load(str(path))
    return Views(model, model.properties[0], patient(), lambda event: None)


@pytest.mark.parametrize("bad", ["40 bad 39", "40 redor 1 10\n41 and 1 40 29\n42 bad 41"])
def test_what_holds_of_control_is_guessed_with_small_values(tmp_path: Path, bad: str) -> None:
    views = views_of(tmp_path / "x.btor2", bad)
    found = by_method("IC3 of small values", views, "gates")
    assert isinstance(found, Proof)
    verdict, _ = confirmed(views.model, views.goal, found, patient())
    assert isinstance(verdict, Holds)


def test_what_holds_of_small_values_alone_proves_nothing(tmp_path: Path) -> None:
    assert isinstance(by_method("IC3 of small values", views_of(tmp_path / "x.btor2", "40 bad 33"), "gates"), Stuck)


def test_a_run_with_small_values_counts(tmp_path: Path) -> None:
    views = views_of(tmp_path / "x.btor2", "40 bad 35")
    found = by_method("IC3 of small values", views, "gates")
    assert isinstance(found, Trace)
    verdict, _ = confirmed(views.model, views.goal, found, patient())
    assert isinstance(verdict, Violated)

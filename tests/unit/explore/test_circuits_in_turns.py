"""Searches of circuits in turns: however short a turn is, what was found is kept, and the answer is the same."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.circuit_answers import Inductive, Invariant, Run
from assay.core.evidence import Proof, Trace
from assay.core.roles import Found, Paused
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.kinduction import Induction
from assay.explore.circuit.long_bmc import Leaps
from assay.frontends.hardware.aiger import read_aiger, read_circuit
from clocks import over, ticking
from explicit import Explicit
from hardware import Aig, circuits, machines
from health import ONE_FOLDER
from unchecked import found


@settings(max_examples=30, suppress_health_check=ONE_FOLDER)
@given(circuits() | machines(most_latches=4), st.integers(2, 9))
def test_short_turns_come_to_the_answer_of_a_long_one(tmp_path: Path, aig: Aig, looks: int) -> None:
    path = aig.write(tmp_path / "x.aag")
    circuit = read_circuit(path)
    bad = circuit.bads[0]
    reached = bool((explicit := Explicit(read_aiger(path))).sometimes(explicit.blasted.circuit.bads[0]))
    induction, ic3 = Induction(circuit, bad), Ic3(circuit, bad)
    for search, expected in ((induction, Inductive), (ic3, Invariant)):
        turns = 0
        while isinstance(answer := search.advance(ticking(looks + turns)), Paused):
            turns += 1
            assert turns < 2000
        assert isinstance(answer.evidence, Run if reached else expected)
    induction.close()
    ic3.close()


@settings(max_examples=30, suppress_health_check=ONE_FOLDER)
@given(circuits() | machines(most_latches=4))
def test_all_searches_together(tmp_path: Path, aig: Aig) -> None:
    model = read_aiger(aig.write(tmp_path / "x.aag"))
    goal = model.properties[0]
    reached = bool((explicit := Explicit(model)).sometimes(explicit.blasted.circuit.bads[0]))
    assert isinstance(found(model, goal), Trace if reached else Proof)
    assert isinstance(found(model, goal, deadline=over()), Paused)


def test_leaps_in_turns(tmp_path: Path) -> None:
    circuit = read_circuit(Aig(1, [(2 * k + 2, 0) for k in range(40)], [], bads=[82]).write(tmp_path / "x.aag"))
    leaps = Leaps(circuit, circuit.bads[0])
    turns = 0
    while isinstance(answer := leaps.advance(ticking(10)), Paused):
        turns += 1
    assert isinstance(answer, Found) and len(answer.evidence.inputs) >= 41 and 3 <= turns < 20
    leaps.close()

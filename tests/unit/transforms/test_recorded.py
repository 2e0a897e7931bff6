"""Latches that record what should not have happened: what is found without such states is true of the whole design."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given, settings

from assay.checking.confirming import confirmed
from assay.core.circuit import Circuit, Gates, Latch
from assay.core.evidence import Proof
from assay.core.roles import Stuck
from assay.core.verdict import Holds, Violated
from assay.engines.views import Views
from assay.frontends.hardware.aiger import read_aiger, read_circuit
from assay.transforms.circuit.recorded import without_changed
from clocks import patient
from engines import by_method
from explicit import decide
from hardware import Aig, recording
from health import ONE_FOLDER

METHODS = ("IC3", "k-induction", "decision diagrams")


def recorder(*, reset: int | None = 0, kept_in_bad: bool = True, stays: bool = True) -> Circuit:
    """A toggling latch that is bad when it is 1, unless an input was 1 before: another latch records that."""
    gates = Gates()
    wrong, toggle, record = (gates.leaf() for _ in range(3))
    after = gates.either(record, wrong) if stays else wrong
    bad = gates.both(toggle, record ^ 1) if kept_in_bad else toggle
    latches = (Latch(toggle >> 1, toggle ^ 1, 0), Latch(record >> 1, after, reset))
    return Circuit(gates.left, gates.right, (wrong >> 1,), latches, bads=(bad,))


def test_a_recorded_mistake_is_excluded() -> None:
    circuit = recorder()
    wrong, record = 2 * circuit.inputs[0], 2 * circuit.latches[1].node
    found = without_changed(circuit)
    assert found.changed == (record,)
    assert found.circuit.constraints == (wrong ^ 1,)
    assert [latch.next for latch in found.circuit.latches] == [circuit.latches[0].next, 0]


@pytest.mark.parametrize(
    "circuit",
    [recorder(reset=None), recorder(reset=1), recorder(kept_in_bad=False), recorder(stays=False)],
)
def test_a_latch_that_tells_nothing_about_all_steps_is_left(circuit: Circuit) -> None:
    found = without_changed(circuit)
    assert found.circuit is circuit
    assert not found.changed


@settings(max_examples=40, suppress_health_check=ONE_FOLDER)
@given(recording())
def test_evidence_is_about_the_whole_design(tmp_path: Path, aig: Aig) -> None:
    path = aig.write(tmp_path / "x.aag")
    model = read_aiger(path)
    goal = model.properties[0]
    expected = decide(model, goal)
    assume(without_changed(read_circuit(path)).changed)
    for method in METHODS:
        views = Views(model, goal, patient(), lambda event: None)
        evidence = by_method(method, views, "gates")
        assert not isinstance(evidence, Stuck), method
        verdict, _ = confirmed(model, goal, evidence, patient())
        assert isinstance(verdict, Holds if expected else Violated), method
        assert isinstance(evidence, Proof) == expected

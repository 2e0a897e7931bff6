"""Event by event: the verdict of explicit-state search, where inputs choose among events."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from assay.core.circuit_answers import Run, broken_constraints, simulate, truth
from assay.explore.circuit.events import events_of, search_by_events
from assay.frontends.hardware.aiger import read_aiger, read_circuit
from assay.transforms.circuit import choices
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.choices import exclusive_choices
from assay.transforms.circuit.lift import lifted_proof
from assay.transforms.circuit.simplify import simplify
from assay.witness.check.by_sat import check_proof_by_sat
from clocks import PATIENCE
from explicit import decide
from hardware import Aig, circuits, machines, one_at_a_time
from health import ONE_FOLDER


@settings(max_examples=60, suppress_health_check=ONE_FOLDER)
@given((circuits() | machines(most_latches=4)).map(one_at_a_time))
def test_verdicts_are_those_of_explicit_search(tmp_path: Path, aig: Aig) -> None:
    model = read_aiger(aig.write(tmp_path / "x.aag"))
    (prop,) = model.properties
    blasted = circuit_of(model)
    small = simplify(blasted.circuit)
    circuit = small.circuit
    answer = search_by_events(circuit, circuit.bads[0], circuit.inputs)
    if isinstance(answer, Run):
        assert not decide(model, prop)
        steps = simulate(circuit, answer)
        assert truth(steps[-1], circuit.bads[0]) and not broken_constraints(circuit, steps)
        assert truth(steps[0], circuit.initial)
    else:
        assert decide(model, prop)
        proof = lifted_proof(blasted, small, answer)
        assert check_proof_by_sat(model, prop, proof, seconds=PATIENCE)


def toggled(constraints: list[int]) -> Aig:
    """Four inputs, of which the first toggles a latch and the second sets another."""
    # 10 and 12 are the latches; what the first becomes is 10 exclusive or 2.
    gates = [(10, 3), (11, 2), (15, 17), (13, 5)]
    return Aig(4, [(19, 0), (21, 0)], gates, bads=[12], constraints=constraints)


def test_an_event_changes_only_what_its_input_does(tmp_path: Path) -> None:
    circuit = read_circuit(one_at_a_time(toggled([])).write(tmp_path / "x.aag"))
    first, second, *_ = circuit.inputs
    toggle, fill = (latch.node for latch in circuit.latches)
    _, events = events_of(circuit, circuit.inputs)
    assert [(event.chosen, dict(event.changes)) for event in events] == [
        (first, {toggle: 2 * toggle + 1}),
        (second, {fill: 1}),
    ]


def test_inputs_choose_where_at_most_one_is_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = read_circuit(toggled([]).write(tmp_path / "x.aag"))
    chosen = read_circuit(one_at_a_time(toggled([])).write(tmp_path / "x.aag"))
    assert exclusive_choices(free) == ()
    assert exclusive_choices(chosen) == chosen.inputs
    # Others may be what they like.
    assert exclusive_choices(chosen, chosen.inputs[:1]) == ()
    monkeypatch.setattr(choices, "FEWEST", 3)
    assert exclusive_choices(chosen, chosen.inputs[:1]) == chosen.inputs[1:]

"""All bit-level engines on the same random circuits, against explicit-state search; all evidence is checked.

``ASSAY_CIRCUITS=1000`` asks for that many circuits of each kind instead of a few.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.core.budget import FOREVER
from assay.core.circuit_answers import Invariant, Run, broken_constraints, simulate, truth
from assay.core.evidence import Proof, Trace
from assay.core.model import Model, Origin, Safety
from assay.core.terms import TRUE, Term, and_, conjunction, implies, not_, or_
from assay.explore.circuit.ic3 import clauses
from assay.explore.circuit.ic3.search import Ic3
from assay.frontends.hardware.aiger import model_of_file, read_aiger
from assay.frontends.hardware.aiger_file import parse
from assay.transforms.circuit.bitblast import circuit_of, clause, is_circuit
from assay.witness.check.by_sat import check_proof_by_sat
from assay.witness.check.invariants import check_proof, check_trace
from assay.witness.hardware.aiger_witness import aiger_witness, check_aiger_witness
from assay.witness.hardware.certificate_checker import check_certificate
from assay.witness.hardware.certificate_writer import certificate
from clocks import PATIENCE
from engines import decided, first
from explicit import decide
from hardware import Aig, circuits, machines
from health import UNHURRIED

ENGINES = ("auto", "ic3", "kinduction", "bdd")
NUMBER = int(os.environ.get("ASSAY_CIRCUITS", "50"))


def model_of(circuit: Aig, folder: Path) -> Model:
    return model_of_file(parse(circuit.write(folder / "random.aag")))


def agree(model: Model, prop: Safety) -> None:
    """Every engine says what explicit-state search says, with evidence that is confirmed."""
    expected = decide(model, prop)
    for engine in ENGINES:
        match decided(model, prop, engine):
            case Proof() as proof:
                assert expected, engine
                check_proof_by_sat(model, prop, proof, seconds=PATIENCE)
                if not proof.depth:
                    check_proof(model, prop, proof, seconds=PATIENCE)
            case Trace() as trace:
                assert not expected, engine
                check_trace(model, prop, trace)
            case other:
                raise AssertionError(f"{engine}: {other}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("circuits")


@given(circuits() | machines(most_latches=4))
@settings(max_examples=NUMBER)
def test_safety(folder: Path, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    assert is_circuit(model)
    agree(model, model.properties[0])


@given(circuits() | machines(most_latches=4))
@settings(max_examples=NUMBER)
def test_witnesses_and_certificates_are_confirmed_on_the_file(folder: Path, circuit: Aig) -> None:
    path = circuit.write(folder / "random.aig")
    model = read_aiger(path)
    (prop,) = model.properties
    for engine in ENGINES:
        match decided(model, prop, engine):
            case Proof() as proof if proof.simple:  # of paths without repeated states: there is no certificate
                assert check_proof_by_sat(model, prop, proof, seconds=PATIENCE)
            case Proof() as proof:
                assert check_certificate(path, certificate(model, prop, proof), 0, seconds=PATIENCE)
            case Trace() as trace:
                assert check_aiger_witness(path, aiger_witness(model, trace, "b0"))
            case other:
                raise AssertionError(f"{engine}: {other}")


@given(machines())
@settings(max_examples=NUMBER, suppress_health_check=(*UNHURRIED, HealthCheck.data_too_large))
def test_ic3_that_looks_for_lasting_clauses_at_every_frame(folder: Path, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    (prop,) = model.properties
    gates = circuit_of(model).circuit
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clauses, "FIRST_LASTING", 1)
        patch.setattr(clauses, "NEXT_LASTING", 1)
        answer = first(Ic3(gates, gates.bads[0]), FOREVER)
    match answer:
        case Invariant(rows):
            assert decide(model, prop)
            formula = conjunction(clause(circuit_of(model), row) for row in rows)
            check_proof_by_sat(model, prop, Proof({model.entry: formula}), seconds=PATIENCE)
        case Run() as run:
            assert not decide(model, prop)
            steps = simulate(gates, run)
            assert truth(steps[-1], gates.bads[0]) and not broken_constraints(gates, steps)
        case stuck:
            raise AssertionError(stuck)


@st.composite
def conditions(draw: st.DrawFn, symbols: tuple[Term, ...]) -> Term:
    """A formula over a few literals."""
    literals = st.sampled_from([*symbols, *(not_(symbol) for symbol in symbols)])
    first, second, third = draw(literals), draw(literals), draw(literals)
    return draw(st.sampled_from([or_(first, second), and_(first, second), implies(and_(first, second), third)]))


@given(circuits(), st.data())
@settings(max_examples=NUMBER)
def test_safety_where_initial_states_and_steps_are_restricted_by_formulas(
    folder: Path, circuit: Aig, data: st.DataObject
) -> None:
    """An initial formula beyond reset values, and dead ends that may be bad."""
    model = model_of(replace(circuit, constraints=[]), folder)
    (edge,), place = model.edges, model.entry
    start = data.draw(conditions(place.variables))
    guard = data.draw(st.just(TRUE) | conditions((*place.variables, *model.inputs)))
    model = replace(model, initial=start, edges=(replace(edge, guard=guard),), origin=Origin())
    agree(model, model.properties[0])


# The second latch follows the first, and that the input: literal 2 is the input, 4 and 6 are the latches.
# A third latch, 8, starts with any value and keeps it.
@pytest.mark.parametrize("constraints", [[], [2], [3], [5], [7], [3, 5], [8]])
@pytest.mark.parametrize("bad", [4, 6])
def test_constraints_bind_the_steps_that_are_taken(folder: Path, constraints: list[int], bad: int) -> None:
    model = model_of(Aig(1, [(2, 0), (4, 0), (8, None)], [], bads=[bad], constraints=constraints), folder)
    agree(model, model.properties[0])
    # The same with a bad state that may be a dead end.
    place = model.entry
    dead = Safety("dead end", {place: place.variables[bad // 2 - 2]})
    agree(model, dead)

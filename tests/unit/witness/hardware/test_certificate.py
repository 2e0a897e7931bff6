"""Certificate circuits: what is written is accepted by the checker, and every condition of the checker can fail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.circuit_answers import Inductive
from assay.core.errors import SolverFailure, UnsoundVerdict, Unsupported
from assay.core.evidence import Proof
from assay.core.model import Model
from assay.core.terms import TRUE, Term, and_, conjunction, disjunction, eq, not_
from assay.core.terms.bitvectors import bv, extract
from assay.explore.circuit.kinduction import Induction
from assay.frontends.hardware.aiger import read_aiger
from assay.frontends.smv.model import smv_model
from assay.frontends.text import Source
from assay.transforms.circuit.bitblast import circuit_of
from assay.witness.check.by_sat import check_proof_by_sat
from assay.witness.hardware.aiger_witness import parse_design
from assay.witness.hardware.certificate_checker import check_certificate, check_designs
from assay.witness.hardware.certificate_writer import certificate, write_aiger
from clocks import PATIENCE
from explicit import Explicit
from hardware import Aig, circuits, machines
from health import ONE_FOLDER
from unchecked import first


def outside(model: Model, code: int) -> Term:
    """The clause that excludes the state whose k-th latch is bit k of ``code``."""
    latches = model.entry.variables
    return disjunction(not_(latch) if code >> k & 1 else latch for k, latch in enumerate(latches))


@settings(max_examples=30, suppress_health_check=ONE_FOLDER)
@given(circuits(), st.data())
def test_reachable_states_are_accepted_exactly_if_they_prove_safety(
    tmp_path: Path, aig: Aig, data: st.DataObject
) -> None:
    path = aig.write(tmp_path / "x.aig")
    model = read_aiger(path)
    (prop,) = model.properties
    explicit = Explicit(model)
    safe = not explicit.sometimes(explicit.blasted.circuit.bads[0])
    codes = range(1 << len(model.entry.variables))
    formula = conjunction(outside(model, code) for code in codes if code not in explicit.number)
    text = certificate(model, prop, Proof({model.entry: formula}))
    if safe:
        assert check_certificate(path, text, 0, seconds=PATIENCE)
    else:
        with pytest.raises(UnsoundVerdict):
            check_certificate(path, text, 0, seconds=PATIENCE)
    # A state that is reached is excluded as well: not initial and inductive together, if it is left by a legal step.
    reached = data.draw(st.sampled_from(sorted(explicit.number)))
    stronger = Proof({model.entry: and_(formula, outside(model, reached))})
    if not aig.constraints:
        with pytest.raises(UnsoundVerdict):
            check_certificate(path, certificate(model, prop, stronger), 0, seconds=PATIENCE)


@settings(max_examples=40, suppress_health_check=ONE_FOLDER)
@given(circuits() | machines(most_latches=4), st.integers(1, 4))
def test_certificates_of_induction_are_accepted_exactly_if_base_and_step_hold(
    tmp_path: Path, aig: Aig, depth: int
) -> None:
    path = aig.write(tmp_path / "x.aag")
    model = read_aiger(path)
    (prop,) = model.properties
    proof = Proof({model.entry: TRUE}, depth)
    try:
        check_proof_by_sat(model, prop, proof, seconds=PATIENCE)
        proved = True
    except UnsoundVerdict:
        proved = False
    text = certificate(model, prop, proof)
    if proved:
        assert not Explicit(model).sometimes(circuit_of(model).circuit.bads[0])
        assert check_certificate(path, text, 0, seconds=PATIENCE)
    else:
        with pytest.raises(UnsoundVerdict):
            check_certificate(path, text, 0, seconds=PATIENCE)


@settings(max_examples=30, suppress_health_check=ONE_FOLDER)
@given(circuits() | machines(most_latches=4))
def test_what_induction_finds_is_confirmed(tmp_path: Path, aig: Aig) -> None:
    path = aig.write(tmp_path / "x.aag")
    model = read_aiger(path)
    circuit = circuit_of(model).circuit
    answer = first(Induction(circuit, circuit.bads[0]))
    explicit = Explicit(model)
    assert isinstance(answer, Inductive) == (not explicit.sometimes(circuit.bads[0]))
    if isinstance(answer, Inductive):
        proof = Proof({model.entry: TRUE}, answer.depth, answer.simple)
        assert check_proof_by_sat(model, model.properties[0], proof, seconds=PATIENCE)
        if answer.depth and not answer.simple:
            # One step less is not enough, or the search would have stopped there.
            with pytest.raises(UnsoundVerdict):
                check_proof_by_sat(model, model.properties[0], replace(proof, depth=answer.depth - 1), seconds=PATIENCE)


def row(length: int, bad: int) -> Aig:
    """Latches in a row after an input; literal 2 is the input, 4, 6, ... are the latches."""
    return Aig(1, [(2 * k + 2, 0) for k in range(length)], [], bads=[bad])


def test_each_condition(tmp_path: Path) -> None:
    """Two latches in a row: the second is bad, the first follows the input."""
    path = row(2, 6).write(tmp_path / "x.aag")
    model = read_aiger(path)
    first, second = model.entry.variables
    for formula, words in [
        (first, "an initial state is outside"),
        (not_(second), "a step leaves"),
        (TRUE, "a bad state is inside"),
    ]:
        with pytest.raises(UnsoundVerdict, match=words):
            check_certificate(
                path, certificate(model, model.properties[0], Proof({model.entry: formula})), 0, seconds=PATIENCE
            )


def test_a_certificate_whose_steps_are_not_those_of_the_design(tmp_path: Path) -> None:
    path = row(1, 4).write(tmp_path / "x.aag")
    stuck = Aig(1, [(0, 0)], [], bads=[4])
    with pytest.raises(UnsoundVerdict, match="latch 0 does not change as in the design"):
        check_certificate(path, stuck.ascii().decode(), 0, seconds=PATIENCE)


def test_a_certificate_that_forbids_steps_by_its_own_constraints(tmp_path: Path) -> None:
    path = row(1, 4).write(tmp_path / "x.aag")
    cheat = replace(row(1, 4), constraints=[3])
    with pytest.raises(UnsoundVerdict, match="constraint 0 of the certificate does not follow"):
        check_certificate(path, cheat.ascii().decode(), 0, seconds=PATIENCE)


@pytest.mark.parametrize(("own", "accepted"), [([], True), ([1], True), ([3], True), ([2], False), ([3, 0], False)])
def test_a_certificate_of_what_is_safe_has_no_constraints_of_its_own(
    tmp_path: Path, own: list[int], accepted: bool
) -> None:
    """Others who read it would take it for a design that has fewer runs."""
    path = replace(row(1, 0), constraints=[3]).write(tmp_path / "x.aag")
    text = replace(row(1, 0), constraints=own).ascii().decode()
    if accepted:
        assert check_certificate(path, text, 0, seconds=PATIENCE)
        return
    with pytest.raises(UnsoundVerdict, match="does not follow from those of the design"):
        check_certificate(path, text, 0, seconds=PATIENCE)


def test_a_certificate_for_another_design(tmp_path: Path) -> None:
    path = Aig(1, [(3, 1)], [], bads=[4]).write(tmp_path / "x.aag")
    for other, words in [
        (Aig(1, [(3, 0)], [], bads=[4]), "reset value"),
        (Aig(1, [(3, None)], [], bads=[4]), "reset value"),
        (Aig(0, [(3, 1)], [], bads=[2]), "inputs and latches"),
        (Aig(1, [], [], bads=[2]), "inputs and latches"),
        (Aig(1, [(3, 1)], [], bads=[4, 4]), "one bad state"),
        (Aig(1, [(3, 1)], [(2, 6)], bads=[6]), "depends on itself"),
    ]:
        with pytest.raises(UnsoundVerdict, match=words):
            check_certificate(path, other.ascii().decode(), 0, seconds=PATIENCE)
    with pytest.raises(UnsoundVerdict, match="one bad state"):
        check_certificate(path, path.read_text(), 1, seconds=PATIENCE)


def test_a_certificate_with_an_undefined_literal(tmp_path: Path) -> None:
    path = row(1, 4).write(tmp_path / "x.aag")
    with pytest.raises(UnsoundVerdict, match="not defined"):
        check_certificate(path, "aag 5 1 1 0 0 1\n2\n4 2 0\n10\n", 0, seconds=PATIENCE)


def test_no_time(tmp_path: Path) -> None:
    path = row(1, 0).write(tmp_path / "x.aag")
    with pytest.raises(SolverFailure, match="no time left"):
        check_certificate(path, path.read_text(), 0, seconds=0)


def test_paths_without_repeated_states_have_no_certificate(tmp_path: Path) -> None:
    model = read_aiger(row(1, 4).write(tmp_path / "x.aag"))
    with pytest.raises(Unsupported, match="no certificate"):
        certificate(model, model.properties[0], Proof({model.entry: TRUE}, 2, simple=True))


def test_designs_in_other_formats_come_with_their_circuit() -> None:
    text = "MODULE main VAR n : 0..7; ASSIGN init(n) := 1; next(n) := (n + 2) mod 8; INVARSPEC n != 4"
    model = smv_model(Source("x.smv", text))
    prop = model.properties[0]
    (counter,) = model.entry.variables
    odd = eq(extract(0, 0, counter), bv(1, 1))
    certified = parse_design(certificate(model, prop, Proof({model.entry: odd})).encode())
    written = write_aiger(circuit_of(model).circuit, "the design, bit by bit")
    assert check_designs(parse_design(written.encode()), certified, 0, seconds=PATIENCE)


LATCH, GATE = "2 3 0\n", "4 3 3\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (LATCH, "3 3 0\n"),
        (LATCH, "2 7 0\n"),
        (LATCH, "2 3 3\n"),
        (GATE, "5 3 3\n"),
        (GATE, "2 1 1\n"),
        (GATE, "4 3 9\n"),
    ],
)
def test_a_circuit_whose_literals_are_not_its_own_is_none(old: str, new: str) -> None:
    text = f"aag 2 0 1 1 1\n{LATCH}0\n{GATE}"
    design = parse_design(f"aag 1 0 1 1 0\n{LATCH}0\n".encode())
    assert check_designs(design, parse_design(text.encode()), 0, seconds=PATIENCE)
    with pytest.raises(UnsoundVerdict, match="literal"):
        check_designs(design, parse_design(text.replace(old, new).encode()), 0, seconds=PATIENCE)

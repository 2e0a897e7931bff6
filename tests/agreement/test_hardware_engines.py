"""All bit-level engines on the same random circuits, against explicit-state search; all evidence is checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.model import Model, Safety
from assay.core.terms import TRUE, Term, and_, implies, not_, or_
from assay.core.verdict import Holds, Violated
from assay.engines.hardware import SEARCHES, decide_safety, is_hardware
from assay.frontends.aiger import model_of_file
from assay.frontends.aiger_file import parse
from assay.solve.budget import Deadline
from assay.witness.sat_check import check_proof_by_sat
from assay.witness.validate import check_proof, check_trace
from explicit import decide
from hardware import Aig, circuits


def model_of(circuit: Aig, folder: Path) -> Model:
    return model_of_file(parse(circuit.write(folder / "random.aag")))


def agree(model: Model, prop: Safety) -> None:
    """Every engine says what explicit-state search says, with evidence that is confirmed."""
    expected = decide(model, prop)
    for engine in SEARCHES:
        match decide_safety(model, prop, engine, Deadline.after(20)):
            case Holds(proof):
                assert expected, engine
                check_proof(model, prop, proof, seconds=20)
                check_proof_by_sat(model, prop, proof, seconds=20)
            case Violated(trace):
                assert not expected, engine
                check_trace(model, prop, trace)
            case unknown:
                raise AssertionError(f"{engine}: {unknown}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("circuits")


@given(circuits())
@settings(max_examples=60, deadline=None)
def test_safety(folder: Path, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    assert is_hardware(model)
    agree(model, model.properties[0])


@st.composite
def conditions(draw: st.DrawFn, symbols: tuple[Term, ...]) -> Term:
    """A formula over a few literals."""
    literals = st.sampled_from([*symbols, *(not_(symbol) for symbol in symbols)])
    first, second, third = draw(literals), draw(literals), draw(literals)
    return draw(st.sampled_from([or_(first, second), and_(first, second), implies(and_(first, second), third)]))


@given(circuits(), st.data())
@settings(max_examples=60, deadline=None)
def test_safety_where_initial_states_and_steps_are_restricted_by_formulas(
    folder: Path, circuit: Aig, data: st.DataObject
) -> None:
    """An initial formula beyond reset values, and dead ends that may be bad."""
    model = model_of(replace(circuit, constraints=[]), folder)
    (edge,), place = model.edges, model.entry
    start = data.draw(conditions(place.variables))
    guard = data.draw(st.just(TRUE) | conditions((*place.variables, *model.inputs)))
    model = replace(model, initial=start, edges=(replace(edge, guard=guard),))
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

"""Witness files: proofs that another solver confirms from the text alone, runs that survive writing and reading."""

from __future__ import annotations

import json
import random
import re

import pytest
import z3
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay.checking import check
from assay.core.errors import InputError
from assay.core.evidence import Proof, Trace
from assay.core.model import Edge, Location, Model, Origin, Safety
from assay.core.terms import FALSE, TRUE, Term, add, integer, le, not_, variable
from assay.core.terms.sorts import BOOL, INT
from assay.core.verdict import Holds, Violated
from assay.engines.catalogue import configured
from assay.engines.config import Config
from assay.frontends.task import load
from assay.witness.check.invariants import check_trace
from assay.witness.write.document import document
from assay.witness.write.smtlib import proof_document
from assay.witness.write.trace import read_trace, trace_document, value_in, value_out
from clocks import PATIENCE
from models import models, strongest, violations
from places import EXAMPLES
from strategies import EVERYTHING, values

LAW = settings(max_examples=15)
DIRECTED = Config(engine="directed", seconds=PATIENCE)


def answers(script: str) -> list[str]:
    """What z3 says to a script."""
    context = z3.Context()
    return str(z3.Z3_eval_smtlib2_string(context.ref(), script)).split()


# -- proofs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["count-up.smt2", "bakery-2.smt2", "halving.smt2", "gas-burner-dense.smt2"])
def test_the_definitions_are_a_model_of_the_horn_file(name: str) -> None:
    model = load(EXAMPLES / name)
    (result,) = check(model, config=DIRECTED)
    assert isinstance(result.verdict, Holds) and isinstance(result.verdict.evidence, Proof)
    definitions = proof_document(model, model.properties[0], result.verdict.evidence)
    text = (EXAMPLES / name).read_text()
    assert _invalid_assertions(definitions, text) == 0
    broken = re.sub(r"Bool .*\)$", "Bool true)", definitions, flags=re.MULTILINE)
    assert _invalid_assertions(broken, text) > 0


def _invalid_assertions(definitions: str, original: str) -> int:
    """How many assertions of the file are not valid once the declarations are replaced by definitions."""
    rest = re.sub(r"\(declare-fun [^\n]*\n|\(check-sat\)|\(set-logic HORN\)", "", original)
    assertions = z3.parse_smt2_string(definitions + rest)
    invalid = 0
    for assertion in assertions:
        solver = z3.Solver()
        solver.add(z3.Not(assertion))
        invalid += solver.check() != z3.unsat
    return invalid


@pytest.mark.parametrize("name", ["alternating-bit.vmt", "thermostat.vmt", "count-up.pl", "bakery-2.pl"])
def test_the_script_checks_itself(name: str) -> None:
    model = load(EXAMPLES / name)
    (result,) = check(model, config=DIRECTED)
    assert isinstance(result.verdict, Holds)
    text = document(model, model.properties[0], result.verdict, evidence=result.evidence)
    assert result.evidence in text
    said = answers(text)
    assert said == ["unsat"] * (len(model.edges) + 1 + len(model.properties[0].bad))


@LAW
@given(models(), st.randoms(use_true_random=False))
def test_scripts_of_random_models_say_unsat_iff_the_proof_is_right(model: Model, chance: random.Random) -> None:
    goal = model.properties[0]
    assume(not violations(model, goal))
    proof = strongest(model)
    assert set(answers(proof_document(model, goal, proof))) == {"unsat"}
    reached = [place for place, term in proof.invariant.items() if term is not FALSE]
    assume(reached)
    broken = Proof({**proof.invariant, chance.choice(reached): FALSE})
    assert "sat" in answers(proof_document(model, goal, broken))


def test_names_of_locations_never_clash_with_variables() -> None:
    x = variable("x", INT)
    place, end = Location("x", (x,)), Location("x!", (x,))
    step = Edge("step", place, end, TRUE, {x: add(x, integer(1))})
    model = Model(place, (step,), le(x, integer(0)), (Safety("p", {end: le(integer(2), x)}),))
    proof = Proof({place: le(x, integer(0)), end: le(x, integer(1))})
    text = proof_document(model, model.properties[0], proof)
    assert "(define-fun x! (" in text and "(define-fun x!! (" in text
    assert set(answers(text)) == {"unsat"}


@pytest.mark.parametrize("name", ["true", "and", "=", "as", "select", "bvadd", "fp.add", "RNE", "forall", "let", "a b"])
def test_names_that_mean_something_to_solvers_are_declared_as_others(name: str) -> None:
    """A bit that has such a name keeps its value: a solver has to see that it is a variable."""
    own = variable(name, BOOL)
    place = Location("state", (own,))
    model = Model(place, (Edge("step", place, place, TRUE, {}),), own, (Safety("p", {place: not_(own)}),), Origin("x"))
    script = proof_document(model, model.properties[0], Proof({place: own}))
    assert answers(script) == ["unsat"] * 3
    false = proof_document(model, model.properties[0], Proof({place: TRUE}))
    assert answers(false) == ["unsat", "unsat", "sat"]


def test_comments_stay_on_their_line() -> None:
    place = Location("l")
    model = Model(place, (), TRUE, (Safety("a\n(assert false)", {place: FALSE}),), Origin("f\nile", "VMT-LIB"))
    text = proof_document(model, model.properties[0], Proof({place: TRUE}), evidence="checked\nby")
    assert answers(text) == ["unsat", "unsat"]
    assert all(line.startswith((";", "(")) for line in text.splitlines())
    assert "(assert false)" not in text.splitlines()


# -- runs --------------------------------------------------------------------------------------------------------------


BROKEN = ("overshoot.smt2", "token-pair.vmt", "bakery-2-broken.pl", "gas-burner-dense-broken.smt2")


@pytest.mark.parametrize("name", BROKEN)
def test_a_written_run_can_be_replayed_from_the_file(name: str) -> None:
    model = load(EXAMPLES / name)
    results = check(model, config=configured("bounded", seconds=PATIENCE, depth=20))
    ((prop, verdict),) = [
        (prop, result.verdict)
        for prop, result in zip(model.properties, results, strict=True)
        if isinstance(result.verdict, Violated)
    ]
    again = load(EXAMPLES / name)
    assert check_trace(again, prop, read_trace(again, document(model, prop, verdict)))


@LAW
@given(models())
def test_reading_gives_back_what_was_written(model: Model) -> None:
    goal = model.properties[0]
    runs = violations(model, goal)
    assume(runs)
    for run in runs[:3]:
        text = trace_document(model, goal, run, evidence="replayed by evaluation")
        assert json.loads(text)["property"] == goal.name
        back = read_trace(model, text)
        assert (back.states, back.edges) == (run.states, run.edges)
        for edge, chosen, found in zip(run.edges, run.inputs, back.inputs, strict=True):
            assert found == {symbol: chosen[symbol] for symbol in edge.inputs}


@settings(max_examples=50)
@given(st.sampled_from(EVERYTHING).flatmap(lambda symbol: st.tuples(st.just(symbol), values(symbol.sort))))
def test_values_survive_json(pair: tuple[Term, object]) -> None:
    symbol, value = pair
    text = json.dumps(value_out(value))  # type: ignore[arg-type]
    back = value_in(json.loads(text), symbol.sort)
    assert back == value and type(back) is type(value)


def test_numbers_of_any_size_survive() -> None:
    assert value_in(json.loads(json.dumps(value_out(10**300))), INT) == 10**300
    assert value_in(json.loads("false"), BOOL) is False


PLACE = Location("l", (variable("x", INT),))
MODEL = Model(PLACE, (), TRUE, (Safety("p", {PLACE: TRUE}),))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "other", "version": 1}',
        '{"format": "assay-run", "version": 1, "states": [{"location": "nowhere", "values": {}}], "steps": []}',
        '{"format": "assay-run", "version": 1, "states": [], "steps": [{"edge": 3, "inputs": {}}]}',
        '{"format": "assay-run", "version": 1, "states": [{"location": "l", "values": {"x": "one"}}], "steps": []}',
        '{"format": "assay-run", "version": 1, "states": [{"location": "l", "values": 3}], "steps": []}',
    ],
)
def test_what_is_no_run_is_an_input_error(text: str) -> None:
    with pytest.raises(InputError):
        read_trace(MODEL, text)


def test_a_run_without_steps_is_written() -> None:
    text = trace_document(MODEL, MODEL.properties[0], Trace(({PLACE.variables[0]: 3},), (), ()))
    assert read_trace(MODEL, text).states == ({PLACE.variables[0]: 3},)

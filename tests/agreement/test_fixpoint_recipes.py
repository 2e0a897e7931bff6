"""Fixpoint engines on models: every space, against exhaustive search; all evidence is checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from assay.engines.fixpoint import RECIPES, over_diagrams, over_formulas, over_markings, state_by_state
from assay.engines.guided import METHODS
from hypothesis import given, settings

from assay.core.budget import FOREVER
from assay.core.errors import Unsupported
from assay.core.events import Event, LineExecuted, ignore
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import TRUE, Term, add, and_, conjunction, eq, ge, integer, le, variable
from assay.core.terms.sorts import INT
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines.config import Config
from assay.frontends.hardware.aiger import model_of_file
from assay.frontends.hardware.aiger_file import parse
from assay.frontends.nets.mist import read_mist
from assay.frontends.text import Source
from assay.witness.check.by_sat import check_proof_by_sat
from assay.witness.check.invariants import check_proof, check_trace
from clocks import PATIENCE, patient
from explicit import decide
from hardware import Aig, circuits
from models import models, violations
from systems import family


def judge(model: Model, prop: Safety, verdict: Verdict, *, safe: bool) -> None:
    match verdict:
        case Holds(proof):
            assert safe
            assert check_proof(model, prop, proof, seconds=PATIENCE)
        case Violated(trace):
            assert not safe
            assert check_trace(model, prop, trace)
        case _:
            pytest.fail(str(verdict))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("circuits")


@given(circuits())
@settings(max_examples=80)
def test_circuits_over_diagrams(folder: Path, circuit: Aig) -> None:
    model = model_of_file(parse(circuit.write(folder / "random.aag")))
    (prop,) = model.properties
    safe = decide(model, prop)
    for method in METHODS:
        verdict = over_diagrams(method, model, prop, Config(debug=True), FOREVER, ignore)
        judge(model, prop, verdict, safe=safe)
        if isinstance(verdict, Holds):
            assert check_proof_by_sat(model, prop, verdict.proof, seconds=PATIENCE)


@given(models())
@settings(max_examples=15)
def test_models_over_formulas(model: Model) -> None:
    prop = model.properties[0]
    safe = not violations(model, prop)
    for method in METHODS:
        verdict = over_formulas(method, model, prop, Config(), patient(), ignore)
        # Refinement need not end where variables are unbounded, and elimination may fail.
        if not isinstance(verdict, Unknown):
            judge(model, prop, verdict, safe=safe)


NUMBER = variable("number", INT)
PLACE = Location("counter", (NUMBER,))


def counter(step: int, error: int, guard: Term = TRUE) -> Model:
    """Counts up from 0."""
    edge = Edge("count", PLACE, PLACE, guard, {NUMBER: add(NUMBER, integer(step))})
    prop = Safety("never there", {PLACE: eq(NUMBER, integer(error))})
    return Model(PLACE, (edge,), eq(NUMBER, integer(0)), (prop,))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("error", "safe"), [(-1, True), (4, False), (12, True)])
def test_a_counter_over_formulas(method: str, error: int, *, safe: bool) -> None:
    model = counter(1, error, and_(ge(NUMBER, integer(0)), le(NUMBER, integer(9))))
    (prop,) = model.properties
    judge(model, prop, RECIPES[method](model, prop, Config(), patient(), ignore), safe=safe)


@pytest.mark.parametrize("method", METHODS)
def test_an_initial_state_that_is_bad(method: str) -> None:
    model = counter(1, 0)
    (prop,) = model.properties
    verdict = RECIPES[method](model, prop, Config(), FOREVER, ignore)
    assert isinstance(verdict, Violated)
    assert not verdict.trace.edges


def test_the_space_suits_the_model() -> None:
    """Diagrams for vectors, markings for nets, formulas for integers, bitsets for few states at several locations."""
    heard: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, LineExecuted) and event.values:
            heard.append(str(next(iter(event.values.values()))))

    vectors, integers = family.over_vectors(4).model, family.over_integers(4).model
    net = read_mist(Source("net.spec", NET))
    for model, method in ((vectors, "fbar"), (net, "cgr-dual"), (integers, "fbar")):
        RECIPES[method](model, model.properties[0], Config(), FOREVER, hear)
    assert any("nodes over" in text for text in heard)
    assert any("used >= 2" in text for text in heard)
    assert any("(" in text for text in heard)


NET = """
vars free used held
rules
  free >= 1 -> free' = free - 1, used' = used + 1;
  used >= 1 -> used' = used - 1, free' = free + 1;
  held >= 1 -> held' = held - 1, used' = used + 2;
init free = 1, used = 0, held = 0
target used >= 2
"""


def test_dual_cgr_on_a_net() -> None:
    model = read_mist(Source("net.spec", NET))
    (prop,) = model.properties
    judge(model, prop, over_markings(model, prop, FOREVER), safe=True)
    broken = read_mist(Source("net.spec", NET.replace("held = 0", "held = 1")))
    (prop,) = broken.properties
    judge(broken, prop, over_markings(broken, prop, FOREVER), safe=False)


@pytest.mark.parametrize(
    ("rule", "complaint"),
    [
        ("free >= 1, used = 0 -> free' = free - 1;", "rule 4 (net.spec:7:1) tests from above"),
        ("free >= 1 -> free' = 0, used' = used + free;", "rule 4 (net.spec:7:1) transfers tokens"),
        ("free >= 2 -> free' = 2 - free;", "rule 4 does not only move tokens"),
    ],
)
def test_a_net_is_refused_by_the_name_of_the_rule(rule: str, complaint: str) -> None:
    model = read_mist(Source("net.spec", NET.replace("init", rule + "\ninit")))
    with pytest.raises(Unsupported) as refusal:
        over_markings(model, model.properties[0], FOREVER)
    assert complaint in str(refusal.value)


def test_counters_that_may_be_negative_are_no_net() -> None:
    """The engine for nets must not be misled by models over integers."""
    model = counter(-1, 5)
    with pytest.raises(Unsupported, match="may make number negative"):
        RECIPES["coverability"](model, model.properties[0], Config(), FOREVER, ignore)
    below = Model(PLACE, model.edges[:0], eq(NUMBER, integer(-3)), model.properties)
    with pytest.raises(Unsupported, match="may be negative at first"):
        RECIPES["coverability"](below, below.properties[0], Config(), FOREVER, ignore)
    free = Model(PLACE, (), conjunction(()), model.properties)
    with pytest.raises(Unsupported, match="may be negative at first"):
        RECIPES["coverability"](free, free.properties[0], Config(), FOREVER, ignore)


def test_few_states_at_several_locations() -> None:
    flag = variable("flag", family.over_vectors(2).model.entry.variables[0].sort)
    here, there = Location("here", (flag,)), Location("there", (flag,))
    step = Edge("step", here, there, TRUE, {})
    model = Model(here, (step,), TRUE, (Safety("never there", {there: TRUE}),))
    for method in METHODS:
        verdict = state_by_state(method, model, model.properties[0], Config(debug=True), FOREVER, ignore)
        judge(model, model.properties[0], verdict, safe=False)

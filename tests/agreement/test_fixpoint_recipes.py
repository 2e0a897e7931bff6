"""Fixpoint engines on models: every space, against exhaustive search; all evidence is checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from assay.core.budget import FOREVER
from assay.core.errors import Unsupported
from assay.core.events import Event, LineExecuted, ignore
from assay.core.evidence import Evidence, Proof, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Stuck
from assay.core.terms import TRUE, Term, add, and_, conjunction, eq, ge, integer, le, variable
from assay.core.terms.sorts import INT
from assay.engines.options import Fixpoints
from assay.engines.recipes.fixpoint import over_diagrams, over_formulas, state_by_state
from assay.engines.recipes.guided import METHODS
from assay.engines.recipes.nets import over_markings
from assay.engines.views import Views
from assay.frontends.hardware.aiger import model_of_file
from assay.frontends.hardware.aiger_file import parse
from assay.frontends.nets.mist import read_mist
from assay.frontends.text import Source
from assay.spaces.nets.net import net_of
from assay.witness.check.by_sat import check_proof_by_sat
from assay.witness.check.invariants import check_proof, check_trace
from clocks import PATIENCE, briefly
from engines import decided
from explicit import decide
from hardware import Aig, circuits
from models import models, violations
from systems import family


def judge(model: Model, prop: Safety, found: Evidence | Stuck, *, safe: bool) -> None:
    match found:
        case Proof() as proof:
            assert safe
            assert check_proof(model, prop, proof, seconds=PATIENCE)
        case Trace() as trace:
            assert not safe
            assert check_trace(model, prop, trace)
        case _:
            pytest.fail(str(found))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("circuits")


@given(circuits())
@settings(max_examples=40)
def test_circuits_over_diagrams(folder: Path, circuit: Aig) -> None:
    model = model_of_file(parse(circuit.write(folder / "random.aag")))
    (prop,) = model.properties
    safe = decide(model, prop)
    gates = Views(model, prop, FOREVER, ignore).gates()
    for method in METHODS:
        found = over_diagrams(method, gates, Fixpoints(debug=True), FOREVER, ignore)
        judge(model, prop, found, safe=safe)
        if isinstance(found, Proof):
            assert check_proof_by_sat(model, prop, found, seconds=PATIENCE)


@given(models())
@settings(max_examples=15)
def test_models_over_formulas(model: Model) -> None:
    prop = model.properties[0]
    safe = not violations(model, prop)
    for method in METHODS:
        found = over_formulas(method, model, prop, Fixpoints(), briefly(2), ignore)
        # Refinement need not end where variables are unbounded, and elimination may fail.
        if not isinstance(found, Stuck):
            judge(model, prop, found, safe=safe)


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
    judge(model, prop, decided(model, prop, method), safe=safe)


@pytest.mark.parametrize("method", METHODS)
def test_an_initial_state_that_is_bad(method: str) -> None:
    model = counter(1, 0)
    (prop,) = model.properties
    found = decided(model, prop, method)
    assert isinstance(found, Trace)
    assert not found.edges


def test_the_space_suits_the_model() -> None:
    """Diagrams for vectors, markings for nets, formulas for integers, bitsets for few states at several locations."""
    heard: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, LineExecuted) and event.values:
            heard.append(str(next(iter(event.values.values()))))

    vectors, integers = family.over_vectors(4).model, family.over_integers(4).model
    net = read_mist(Source("net.spec", NET))
    for model, method in ((vectors, "fbar"), (net, "cgr-dual"), (integers, "fbar")):
        assert not isinstance(decided(model, model.properties[0], method, announce=hear), Stuck)
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
    judge(model, prop, over_markings(net_of(model, prop), FOREVER, ignore), safe=True)
    broken = read_mist(Source("net.spec", NET.replace("held = 0", "held = 1")))
    (prop,) = broken.properties
    judge(broken, prop, over_markings(net_of(broken, prop), FOREVER, ignore), safe=False)


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
        over_markings(net_of(model, model.properties[0]), FOREVER, ignore)
    assert complaint in str(refusal.value)


def test_counters_that_may_be_negative_are_no_net() -> None:
    """The engine for nets must not be misled by models over integers."""
    model = counter(-1, 5)
    with pytest.raises(Unsupported, match="may make number negative"):
        decided(model, model.properties[0], "coverability")
    below = Model(PLACE, model.edges[:0], eq(NUMBER, integer(-3)), model.properties)
    with pytest.raises(Unsupported, match="may be negative at first"):
        decided(below, below.properties[0], "coverability")
    free = Model(PLACE, (), conjunction(()), model.properties)
    with pytest.raises(Unsupported, match="may be negative at first"):
        decided(free, free.properties[0], "coverability")


def test_few_states_at_several_locations() -> None:
    flag = variable("flag", family.over_vectors(2).model.entry.variables[0].sort)
    here, there = Location("here", (flag,)), Location("there", (flag,))
    step = Edge("step", here, there, TRUE, {})
    model = Model(here, (step,), TRUE, (Safety("never there", {there: TRUE}),))
    for method in METHODS:
        found = state_by_state(method, model, model.properties[0], Fixpoints(debug=True), FOREVER, ignore)
        judge(model, model.properties[0], found, safe=False)

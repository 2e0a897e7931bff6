"""Finite models, state by state: steps, errors with inputs, and evidence that the independent checker accepts."""

from __future__ import annotations

import pytest

from assay.core.budget import FOREVER
from assay.core.errors import Unsupported
from assay.core.events import ignore
from assay.core.evidence import Proof, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import TRUE, Op, and_, eq, integer, not_, variable
from assay.core.terms.bitvectors import bv, bv_binary
from assay.core.terms.sorts import BOOL, INT, bitvector
from assay.engines.options import Fixpoints
from assay.engines.recipes.fixpoint import state_by_state
from assay.engines.recipes.guided import METHODS
from assay.spaces.finite.enumerated import enumerated
from assay.transforms.aim import aim
from assay.witness.check.invariants import check_proof, check_trace
from clocks import PATIENCE

COUNTER, GO, ALARM = variable("counter", bitvector(3)), variable("go", BOOL), variable("alarm", BOOL)
PLACE = Location("circuit", (COUNTER,))
CAREFULLY = Fixpoints(debug=True)


def counting_by(step: int) -> Model:
    """Counts from 0 in steps while the input allows it; 5 is an error if an input says so."""
    count = Edge("count", PLACE, PLACE, GO, {COUNTER: bv_binary(Op.BV_ADD, COUNTER, bv(step, 3))})
    wait = Edge("wait", PLACE, PLACE, not_(GO), {})
    bad = Safety("never five", {PLACE: and_(eq(COUNTER, bv(5, 3)), ALARM)})
    return Model(PLACE, (count, wait), eq(COUNTER, bv(0, 3)), (bad,))


def test_states_and_steps() -> None:
    space = enumerated(counting_by(2))
    assert len(space.states) == 8
    assert space.system.post(1 << 3) == 1 << 3 | 1 << 5
    assert (space.system.initial, space.system.bad) == (1, 1 << 5)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize(("step", "kind"), [(2, Proof), (3, Trace)])
def test_engines_on_a_model(name: str, step: int, kind: type) -> None:
    model = counting_by(step)
    lowered = aim(model, model.properties[0])
    evidence = state_by_state(name, lowered.model, lowered.model.properties[0], CAREFULLY, FOREVER, ignore)
    assert isinstance(evidence, kind)
    match evidence:
        case Proof():
            assert check_proof(model, model.properties[0], lowered.lift_proof(evidence), seconds=PATIENCE)
        case Trace():
            assert check_trace(model, model.properties[0], lowered.lift_trace(evidence))


def test_errors_may_depend_on_inputs() -> None:
    model = counting_by(1)
    trace = state_by_state("fbar", model, model.properties[0], CAREFULLY, FOREVER, ignore)
    assert isinstance(trace, Trace)
    assert trace.final == {ALARM: True}
    assert check_trace(model, model.properties[0], trace)


def test_what_is_too_large_is_refused() -> None:
    number = variable("number", INT)
    place = Location("program", (number,))
    model = Model(place, (), TRUE, (Safety("none", {place: eq(number, integer(1))}),))
    with pytest.raises(Unsupported, match="number"):
        enumerated(model)
    with pytest.raises(Unsupported, match="more than 4"):
        enumerated(counting_by(1), limit=4)

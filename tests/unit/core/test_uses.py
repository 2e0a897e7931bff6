"""Steps that need several states: their parts, and what proofs and runs have to say of them."""

from __future__ import annotations

import pytest

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Derivation, Derived, Proof, Trace
from assay.core.model import Edge, Location, Model, Safety, Use
from assay.core.terms import TRUE, add, and_, boolean, eq, ge, integer, le, variable
from assay.core.terms.sorts import INT
from assay.transforms.aim import aim
from assay.witness.check.invariants import check_proof
from assay.witness.check.replay import check_trace

X, Y = variable("x", INT), variable("y", INT)
ENTRY = Location("entry")
SUM = Location("sum", (X,))
BEGIN = Edge("begin", ENTRY, SUM, TRUE, {X: integer(1)})
JOIN = Edge("join", SUM, SUM, TRUE, {X: add(X, Y)}, uses=(Use(SUM, (Y,)),))
POSITIVE = Safety("positive", {SUM: le(X, integer(0))})
SMALL = Safety("small", {SUM: ge(X, integer(2))})
MODEL = Model(ENTRY, (BEGIN, JOIN), properties=(POSITIVE, SMALL))


def test_what_a_step_uses_is_part_of_it() -> None:
    elsewhere = Location("elsewhere", (Y,))
    edge = Edge("e", SUM, SUM, uses=(Use(elsewhere, (add(X, variable("i", INT)),)),))
    assert edge.inputs == (variable("i", INT),)
    assert Model(ENTRY, (BEGIN, edge)).locations == (ENTRY, SUM, elsewhere)
    assert not MODEL.is_linear and Model(ENTRY, (BEGIN,)).is_linear
    with pytest.raises(ValueError, match="do not fit"):
        Use(SUM, (boolean(True),))


def test_a_proof_may_rely_on_what_is_used() -> None:
    positive = Proof({ENTRY: TRUE, SUM: ge(X, integer(1))})
    assert check_proof(MODEL, POSITIVE, positive, seconds=60)
    with pytest.raises(UnsoundVerdict, match="join"):
        check_proof(MODEL, SMALL, Proof({ENTRY: TRUE, SUM: eq(X, integer(1))}), seconds=60)


def test_a_run_cannot_take_a_step_that_needs_more() -> None:
    one, two = {X: 1}, {X: 2}
    with pytest.raises(UnsoundVerdict, match="needs more"):
        check_trace(MODEL, SMALL, Trace(({}, one, two), (BEGIN, JOIN), ({}, {Y: 1})))


def test_a_derivation_about_an_aimed_model_is_one_about_the_model() -> None:
    started = Model(SUM, (JOIN,), and_(ge(X, integer(1)), le(X, integer(1))), (SMALL,))
    lowered = aim(started, SMALL)
    start, stop = lowered.model.edges[0], lowered.model.edges[-1]
    nodes = (
        Derived({}),
        Derived({X: 1}, start, {}, 0),
        Derived({X: 2}, JOIN, {Y: 1}, 1, (1,)),
        Derived({}, stop, {}, 2),
    )
    assert lowered.lift_derivation(Derivation(nodes)) == Derivation(
        (
            Derived({X: 1}),
            Derived({X: 2}, JOIN, {Y: 1}, 0, (0,)),
        )
    )

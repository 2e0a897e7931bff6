"""Derivations are replayed node by node: whatever is changed in one place is noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import Derivation, Derived
from assay.core.model import Edge, Location, Model, Safety, Use
from assay.core.terms import TRUE, Term, add, eq, ge, int_div, integer, le, variable
from assay.core.terms.sorts import INT
from assay.witness.check.derivations import check_derivation

X, Y, Z = (variable(name, INT) for name in "xyz")
ENTRY = Location("entry", (Z,))
SUM = Location("sum", (X,))
DONE = Location("done", (X,))
BEGIN = Edge("begin", ENTRY, SUM, TRUE, {X: Z})
JOIN = Edge("join", SUM, SUM, le(X, Y), {X: add(X, Y)}, uses=(Use(SUM, (Y,)),))
STOP = Edge("stop", SUM, DONE, uses=(Use(ENTRY, (integer(1),)), Use(SUM, (add(X, integer(-1)),))))
THREE = Safety("three", {DONE: eq(X, add(Y, integer(1)))})
MODEL = Model(ENTRY, (BEGIN, JOIN, STOP), ge(Z, integer(1)), (THREE,))
NODES = (
    Derived({Z: 1}),
    Derived({X: 1}, BEGIN, {}, 0),
    Derived({X: 2}, JOIN, {Y: 1}, 1, (1,)),
    Derived({X: 3}, JOIN, {Y: 2}, 1, (2,)),
    Derived({X: 3}, STOP, {}, 3, (0, 2)),
)
DERIVATION = Derivation(NODES, {Y: 2})


def test_a_derivation_is_replayed() -> None:
    assert check_derivation(MODEL, THREE, DERIVATION) == "replayed by evaluation"


@pytest.mark.parametrize(
    ("number", "node", "reason"),
    [
        (0, Derived({Z: 0}), "is not initial"),
        (0, Derived({}), "no value for z"),
        (0, Derived({Z: True}), "is no value of z"),
        (0, Derived({Z: 1}, source=0), "has no premises"),
        (0, Derived({Z: 1}, uses=(0,)), "has no premises"),
        (1, replace(NODES[1], state={X: 2}), "x becomes 1, not 2"),
        (1, replace(NODES[1], source=None), "no earlier node"),
        (1, replace(NODES[1], source=1), "no earlier node"),
        (1, replace(NODES[1], source=-1), "no earlier node"),
        (2, replace(NODES[2], edge=replace(JOIN)), "is not one of the model"),
        (2, replace(NODES[2], inputs={}), "no value for y"),
        (2, replace(NODES[2], inputs={Y: 0}, state={X: 1}), "the guard is false"),
        (2, replace(NODES[2], inputs={Y: 2}, state={X: 3}), "uses sum with x = 2, not 1"),
        (2, replace(NODES[2], uses=()), "uses 1 states, and 0 are given"),
        (2, replace(NODES[2], uses=(1, 1)), "uses 1 states, and 2 are given"),
        (2, replace(NODES[2], uses=(0,)), "the premise at entry should be at sum"),
        (2, replace(NODES[2], uses=(2,)), "no earlier node"),
        (2, replace(NODES[2], uses=(3,)), "no earlier node"),
        (3, replace(NODES[3], uses=(1,)), "uses sum with x = 2, not 1"),
        (4, replace(NODES[4], source=0), "the premise at entry should be at sum"),
        (4, replace(NODES[4], uses=(2, 0)), "the premise at sum should be at entry"),
        (4, replace(NODES[4], uses=(0, 1)), "uses sum with x = 2, not 1"),
        (4, replace(NODES[3]), "at sum, is no error"),
    ],
)
def test_a_change_in_one_place_is_noticed(number: int, node: Derived, reason: str) -> None:
    changed = (*NODES[:number], node, *NODES[number + 1 :])
    with pytest.raises(UnsoundVerdict, match=reason):
        check_derivation(MODEL, THREE, Derivation(changed, {Y: 2}))


@pytest.mark.parametrize(("final", "reason"), [({}, "no value for y"), ({Y: 3}, "is no error")])
def test_the_last_state_must_be_an_error(final: dict[Term, int], reason: str) -> None:
    with pytest.raises(UnsoundVerdict, match=reason):
        check_derivation(MODEL, THREE, Derivation(NODES, final))


def test_nothing_is_derived_from_nothing() -> None:
    with pytest.raises(UnsoundVerdict, match="without a node"):
        check_derivation(MODEL, THREE, Derivation(()))


def test_a_value_that_the_theory_leaves_open_decides_nothing() -> None:
    use = Edge("use", ENTRY, SUM, TRUE, {X: Z}, uses=(Use(ENTRY, (int_div(Z, integer(0)),)),))
    model = Model(ENTRY, (use,), TRUE, (Safety("any", {SUM: TRUE}),))
    with pytest.raises(SolverFailure, match="cannot be replayed"):
        check_derivation(model, model.properties[0], Derivation((Derived({Z: 1}), Derived({X: 1}, use, {}, 0, (0,)))))

"""Formulas that count are said in bits, and mean the same."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from assay.core.evidence import Proof
from assay.core.model import Location
from assay.core.terms import Term, add, and_, eq, int_mod, integer, ite, le, lt, mul, not_, or_, variable
from assay.core.terms.evaluate import Evaluation
from assay.core.terms.sorts import BOOL, INT
from assay.transforms.circuit.truth import (
    MOST_VARIABLES,
    counting,
    counting_in_vectors,
    counts,
    in_vectors,
    without_counting,
)

BITS = tuple(variable(f"b{k}", BOOL) for k in range(MOST_VARIABLES + 1))


def one(symbol: Term, weight: int = 1) -> Term:
    return mul(integer(weight), ite(symbol, integer(1), integer(0)))


@pytest.mark.parametrize(
    "formula",
    [
        eq(add(one(BITS[0]), one(BITS[1]), one(BITS[2], -1)), integer(0)),
        le(add(*(one(symbol, k) for k, symbol in enumerate(BITS[:5]))), integer(4)),
        or_(BITS[6], not_(lt(add(one(BITS[0], 2), one(and_(BITS[1], BITS[2]), -3)), integer(-1)))),
    ],
)
def test_the_same_in_bits(formula: Term) -> None:
    place = Location("gates", BITS)
    found = without_counting(Proof({place: formula})).invariant[place]
    assert counts(formula) and not counts(found)
    for values in product((False, True), repeat=len(BITS)):
        state = Evaluation(dict(zip(BITS, values, strict=True)))
        assert state(found) is state(formula)
        assert state(in_vectors(formula)) is state(formula)


def test_what_counts_many_stays() -> None:
    place = Location("gates", BITS)
    proof = Proof({place: eq(add(*map(one, BITS)), integer(3))})
    assert without_counting(proof) == proof
    assert not counting(counting_in_vectors(proof))


@pytest.mark.parametrize("compare", [eq, le, lt])
@pytest.mark.parametrize("offset", range(-8, 9))
def test_vectors_have_room_for_every_number(compare: Callable[[Term, Term], Term], offset: int) -> None:
    few = BITS[:4]
    inner = ite(lt(add(one(few[0]), one(few[1], 2)), integer(2)), one(few[2], -4), one(few[3], 3))
    formula = compare(add(inner, one(few[0], -2), one(few[1], 1), mul(inner, one(few[3]))), integer(offset))
    found = in_vectors(formula)
    assert not counts(found)
    for values in product((False, True), repeat=len(few)):
        state = Evaluation(dict(zip(few, values, strict=True)))
        assert state(found) is state(formula)


def test_what_is_no_sum_of_given_numbers_stays() -> None:
    number = variable("n", INT)
    for formula in (le(add(one(BITS[0]), number), integer(2)), eq(int_mod(one(BITS[0], 5), integer(3)), integer(2))):
        assert in_vectors(and_(BITS[1], formula)) is and_(BITS[1], formula)

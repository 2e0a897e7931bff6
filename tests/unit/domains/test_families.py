"""Families of predicates, and what cuts across them."""

from __future__ import annotations

from assay.core.model import Location
from assay.core.terms import Term, add, ge, integer, le, neg, or_, scale, sub, variable
from assay.core.terms.sorts import INT
from assay.domains.predicates.families import guided
from assay.domains.scoped import positive

X, Y, Z = (variable(name, INT) for name in "xyz")
PLACE = Location("loop", (X, Y, Z))


def at_most(term: Term, bound: int) -> Term:
    return le(term, integer(bound))


def test_bounds_that_move_together_give_the_sum_that_stays() -> None:
    family = [or_(at_most(X, k), at_most(Z, -2 - 2 * k)) for k in range(4)]
    assert at_most(add(Z, scale(2, X)), 0) in {positive(p) for p in guided(PLACE, family)}


def test_growing_coefficients_give_their_direction() -> None:
    family = [ge(add(scale(k, Y), X), integer(-1 - k * k)) for k in range(1, 5)]
    found = guided(PLACE, family)
    assert {at_most(Y, 0), at_most(Y, -1)} <= set(found)


def test_a_bound_that_moves_alone_is_compared_with_the_other_variables() -> None:
    found = guided(PLACE, [at_most(X, 90 + k) for k in range(4)])
    assert at_most(sub(X, Y), 0) in found and at_most(sub(X, Z), 0) in found


def test_no_family_no_guidance() -> None:
    assert guided(PLACE, [at_most(X, 1), at_most(X, 2)]) == ()
    assert guided(PLACE, [at_most(X, 1), at_most(X, 2), at_most(X, 5)]) == ()
    assert guided(PLACE, [at_most(X, 1), at_most(Y, 2), at_most(neg(Z), 3)]) == ()

"""Linear equations modulo powers of two, against all equations there are."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import FALSE, TRUE, Op, Term, and_, eq, not_, variable
from assay.core.terms.bitvectors import bv, bv_binary, bv_sub
from assay.core.terms.evaluate import evaluate
from assay.core.terms.sorts import bitvector
from assay.transforms.aim import aim
from assay.transforms.facts.affine import hull_of, hulls, joined, with_affine_equalities
from assay.transforms.facts.congruences import Congruence, solved_congruences
from clocks import PATIENCE, patient

WIDTH, SIZE = 3, 8
SYMBOLS = tuple(variable(name, bitvector(WIDTH)) for name in "uvw")
STATES = tuple(itertools.product(range(SIZE), repeat=len(SYMBOLS)))
POINTS = st.lists(st.sampled_from(STATES), min_size=1, max_size=5)

A, B, X, Y = (variable(name, bitvector(32)) for name in "abxy")
ONE = bv(1, 32)


def at(state: Sequence[int]) -> dict[Term, Fraction]:
    return {symbol: Fraction(value) for symbol, value in zip(SYMBOLS, state, strict=True)}


def hull_around(points: Sequence[Sequence[int]]) -> list[Congruence]:
    hull = hull_of(at(points[0]))
    for point in points[1:]:
        hull = joined(hull, at(point))
    return [equation for equation in hull if isinstance(equation, Congruence)]


def least(points: Sequence[Sequence[int]]) -> set[tuple[int, ...]]:
    """Whatever satisfies each equation that all of the points satisfy."""
    found = set(STATES)
    for factors in STATES:
        values = {sum(map(int.__mul__, factors, point)) % SIZE for point in points}
        if len(values) == 1:
            found = {state for state in found if sum(map(int.__mul__, factors, state)) % SIZE in values}
    return found


def satisfying(formula: Term) -> set[tuple[int, ...]]:
    return {state for state in STATES if evaluate(formula, dict(zip(SYMBOLS, state, strict=True)))}


@given(POINTS)
def test_the_hull_is_the_least_one(points: list[tuple[int, ...]]) -> None:
    hull = hull_around(points)
    inside = {state for state in STATES if not any(congruence.excess(at(state)) for congruence in hull)}
    assert inside == least(points)
    assert satisfying(and_(*(congruence.formula for congruence in hull))) == inside


@given(POINTS)
def test_solved_equations_say_the_same(points: list[tuple[int, ...]]) -> None:
    hull = hull_around(points)
    values, rest = solved_congruences(hull)
    free: frozenset[Term] = frozenset().union(*(value.free for value in values.values()), *(part.free for part in rest))
    assert free.isdisjoint(values)
    said = and_(*rest, *(eq(symbol, value) for symbol, value in values.items()))
    assert satisfying(said) == satisfying(and_(*(congruence.formula for congruence in hull)))


def countdown(error: Mapping[Location, Term]) -> Model:
    """x and y begin as any a and b, and go down together, below zero too."""
    start, loop = Location("start"), Location("loop", (A, B, X, Y))
    inputs = {A: variable("c", bitvector(32)), B: variable("d", bitvector(32))}
    begin = Edge("begin", start, loop, TRUE, {**inputs, X: inputs[A], Y: inputs[B]})
    down = Edge("down", loop, loop, not_(eq(X, bv(0, 32))), {X: bv_sub(X, ONE), Y: bv_sub(Y, ONE)})
    return Model(start, (begin, down), TRUE, (Safety("safe", dict(error)),))


def test_differences_are_kept_around_zero() -> None:
    """No bound is known, so over the integers this is false: y may wrap around."""
    loop = Location("loop", (A, B, X, Y))
    model = countdown({loop: and_(eq(X, bv(0, 32)), eq(A, B), not_(eq(Y, bv(0, 32))))})
    lowered = aim(model, model.properties[0])
    found = hulls(lowered.model, patient(), vectors=4)
    assert found is not None
    assert len(found[loop]) == 1
    (equation,) = found[loop]
    state = {A: 5, B: 9, X: 2**32 - 3, Y: 1}
    assert evaluate(equation.formula, state) and not evaluate(equation.formula, {**state, Y: 2})
    small = with_affine_equalities(lowered.model, seconds=PATIENCE, vectors=4)
    assert len(small.model.at("loop").variables) == 3
    none = hulls(lowered.model, patient(), vectors=3)
    assert none is not None and not none[loop]


def test_parity_is_an_equation() -> None:
    loop = Location("loop", (X,))
    up = Edge("up", loop, loop, TRUE, {X: bv_binary(Op.BV_ADD, X, bv(6, 32))})
    found = hulls(aim(Model(loop, (up,), eq(X, ONE)), Safety("s", {loop: FALSE})).model, patient(), vectors=1)
    assert found is not None
    (equation,) = next(hull for place, hull in found.items() if place.name == "loop")
    assert evaluate(equation.formula, {X: 2**32 - 1}) and not evaluate(equation.formula, {X: 4})

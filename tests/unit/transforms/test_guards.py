"""Guards: bounds, equations and projections, against evaluation on a grid of small values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.terms import (
    FALSE,
    Term,
    add,
    and_,
    eq,
    ge,
    integer,
    le,
    lt,
    mul,
    not_,
    number,
    or_,
    real,
    scale,
    variable,
)
from assay.core.terms.evaluate import Evaluation, Value, evaluate, holds
from assay.core.terms.literals import independent_definitions
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL, INT, REAL, Sort
from assay.transforms.edges.fourier_motzkin import project
from assay.transforms.edges.guards import tightened
from assay.transforms.edges.reduction import reduced

X, Y, K, L = (variable(name, INT) for name in "xyij")
R, S = variable("r", REAL), variable("s", REAL)
B, C = variable("b", BOOL), variable("c", BOOL)

GRID: Final = range(-3, 4)


def total(symbols: Sequence[Term], coefficients: Sequence[int], sort: Sort) -> Term:
    return add(number(0, sort), *(scale(c, v) for c, v in zip(coefficients, symbols, strict=True)))


@st.composite
def literals(draw: st.DrawFn, sort: Sort, symbols: Sequence[Term]) -> Term:
    """A linear comparison, or its negation."""
    coefficients = draw(st.lists(st.integers(-2, 2), min_size=len(symbols), max_size=len(symbols)))
    left = total(symbols, coefficients, sort)
    compare = draw(st.sampled_from((le, lt, eq)))
    atom = compare(left, number(draw(st.integers(-3, 3)), sort))
    return not_(atom) if draw(st.booleans()) else atom


def points(symbols: Sequence[Term]) -> Iterator[dict[Term, Value]]:
    for values in product(GRID, repeat=len(symbols)):
        yield {s: Fraction(v) if s.sort is REAL else v for s, v in zip(symbols, values, strict=True)}


# -- bounds ----------------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.lists(literals(INT, (X, Y)), max_size=6) | st.lists(literals(REAL, (R, S)), max_size=6))
def test_tightening_keeps_the_conjunction(parts: list[Term]) -> None:
    result = tightened(parts)
    assert len(result) <= max(1, len(parts))
    for point in points(sorted(frozenset().union(*(part.free for part in parts)), key=lambda symbol: symbol.name)):
        assert holds(and_(*parts), point) == holds(and_(*result), point)


def test_tightest_bounds_win_and_opposite_ones_meet() -> None:
    assert tightened([le(X, integer(5)), le(X, integer(3))]) == [le(X, integer(3))]
    assert tightened([le(X, integer(3)), ge(X, integer(3))]) == [eq(X, integer(3))]
    assert tightened([le(X, integer(3)), ge(X, integer(4))]) == [FALSE]
    assert tightened([lt(R, real(3)), ge(R, real(3))]) == [FALSE]
    assert tightened([eq(X, integer(3)), le(X, integer(7))]) == [eq(X, integer(3))]
    assert tightened([eq(X, integer(3)), ge(X, integer(7))]) == [FALSE]


# -- equations -------------------------------------------------------------------------------------------------------


def test_equations_are_solved_for_unknowns_only() -> None:
    assert independent_definitions([eq(K, add(X, integer(1)))], frozenset((K,))) == ({K: add(X, integer(1))}, [])
    assert independent_definitions([eq(Y, add(X, integer(1)))], frozenset((K,))) == ({}, [eq(Y, add(X, integer(1)))])


def test_an_integer_needs_a_unit_coefficient_and_a_real_does_not() -> None:
    doubled = eq(scale(2, K), X)
    assert independent_definitions([doubled], frozenset((K,))) == ({}, [doubled])
    assert independent_definitions([eq(scale(2, R), S)], frozenset((R,))) == ({R: scale(Fraction(1, 2), S)}, [])


def test_an_unknown_below_another_operator_is_not_solved() -> None:
    square = eq(K, mul(K, K))
    assert independent_definitions([square], frozenset((K,))) == ({}, [square])


def test_boolean_forms() -> None:
    assert independent_definitions([B], frozenset((B,)))[0] == {B: eq(B, B)}
    assert independent_definitions([not_(B)], frozenset((B,)))[0] == {B: FALSE}
    assert independent_definitions([eq(B, C)], frozenset((B,)))[0] == {B: C}
    assert independent_definitions([not_(eq(B, C))], frozenset((B,)))[0] == {B: not_(C)}


def test_a_chain_of_equations_needs_few_batches() -> None:
    symbols = [variable(f"k{n}", INT) for n in range(101)]
    parts = [eq(symbols[n + 1], add(symbols[n], integer(1))) for n in range(100)]
    rounds = 0
    unknowns = frozenset(symbols[1:])
    while parts:
        solved, rest = independent_definitions(parts, unknowns)
        parts = [Substitution(solved)(part) for part in rest]
        unknowns -= frozenset(solved)
        rounds += 1
    assert rounds <= 10 and not unknowns


# -- projection ------------------------------------------------------------------------------------------------------


def check_projection(parts: list[Term], symbol: Term, others: Sequence[Term]) -> None:
    """The projection is implied, and where it is true the definition makes the original true."""
    result, definitions = project(parts, [symbol])
    before, after = and_(*parts), and_(*result)
    assert (symbol in after.free) == (not definitions and symbol in before.free)
    for point in points(others):
        if not definitions:
            break
        for candidate in range(-9, 10):
            value = Fraction(candidate, 2) if symbol.sort is REAL else candidate
            if holds(before, {**point, symbol: value}):
                assert holds(after, point)
                break
        if holds(after, point):
            chosen = evaluate(definitions[0][1], point)
            assert holds(before, {**point, symbol: chosen}), (parts, point, chosen)


@settings(max_examples=40)
@given(st.lists(literals(INT, (X, Y, K)), min_size=1, max_size=4))
def test_projection_of_an_integer_is_exact(parts: list[Term]) -> None:
    check_projection(parts, K, (X, Y))


@settings(max_examples=40)
@given(st.lists(literals(REAL, (S, R)), min_size=1, max_size=4))
def test_projection_of_a_real_is_exact(parts: list[Term]) -> None:
    check_projection(parts, R, (S,))


def test_projection_refuses_what_would_not_be_exact() -> None:
    parts = [le(X, scale(2, K)), le(scale(3, K), Y)]
    assert project(parts, [K]) == (parts, [])


def test_an_input_of_its_own_is_unconstrained() -> None:
    assert project([or_(B, le(X, integer(0)))], [B]) == ([], [(B, eq(B, B))])
    assert project([not_(eq(add(X, K), integer(0)))], [K])[0] == []
    assert project([le(X, K)], [K])[0] == []


# -- everything ------------------------------------------------------------------------------------------------------


@settings(max_examples=50)
@given(st.lists(literals(INT, (X, K, L)) | st.sampled_from((B, not_(B), eq(B, C), or_(B, le(X, K)))), max_size=5))
def test_reduction_keeps_the_relation(parts: list[Term]) -> None:
    values = {Y: add(K, X), C: B}
    result = reduced(parts, values, frozenset((K, L, B)), frozenset((X, C)))
    assert set(result.values) == set(values)
    for x, c in product((-1, 0, 2), (False, True)):
        state: dict[Term, Value] = {X: x, C: c}
        ends = set(_ends(parts, values, state, range(-1, 3)))
        assert ends <= set(_ends(result.parts, result.values, state, range(-7, 8)))


@settings(max_examples=50)
@given(st.lists(literals(INT, (X, K, L)) | st.sampled_from((B, not_(B), eq(B, C), or_(B, le(X, K)))), max_size=5))
def test_definitions_restore_the_step(parts: list[Term]) -> None:
    values = {Y: add(K, X), C: B}
    result = reduced(parts, values, frozenset((K, L, B)), frozenset((X, C)))
    for x, c, i, j, b in product((-1, 0, 2), (False, True), (-2, 0, 1), (-1, 3), (False, True)):
        now: dict[Term, Value] = {X: x, C: c, K: i, L: j, B: b}
        if not holds(and_(*result.parts), now):
            continue
        end = {symbol: evaluate(value, now) for symbol, value in result.values.items()}
        for symbol, definition in reversed(result.definitions):
            now[symbol] = evaluate(definition, now)
        assert holds(and_(*parts), now)
        assert end == {symbol: evaluate(value, now) for symbol, value in values.items()}


def _ends(
    parts: Sequence[Term], values: Mapping[Term, Term], state: dict[Term, Value], grid: range
) -> Iterator[tuple[Value, ...]]:
    """The values after the step, for all inputs from ``grid``."""
    free = frozenset().union(*(term.free for term in (*parts, *values.values()))).difference(state)
    inputs = sorted(free, key=lambda v: v.name)
    for choice in product(*((False, True) if symbol.sort is BOOL else grid for symbol in inputs)):
        value = Evaluation({**state, **dict(zip(inputs, choice, strict=True))})
        if all(value(part) for part in parts):
            yield tuple(value(term) for term in values.values())


def test_known_constants_spread_and_stay() -> None:
    result = reduced(
        [eq(X, integer(2)), le(add(X, Y), integer(5)), C], {Y: add(X, Y), C: C}, frozenset(), frozenset((X, Y, C))
    )
    assert set(result.parts) == {eq(X, integer(2)), le(Y, integer(3)), C}
    assert result.values == {Y: add(Y, integer(2)), C: eq(B, B)}


def test_contradictions_end_the_edge() -> None:
    assert reduced([le(X, K), lt(K, X)], {}, frozenset((K,)), frozenset((X,))).parts == (FALSE,)
    assert reduced(
        [B, or_(not_(B), le(X, integer(0))), lt(integer(0), X)], {}, frozenset(), frozenset((B, X))
    ).parts == (FALSE,)

"""Intervals of vectors and floating-point numbers contain their values, whatever conditions have been learnt.

Set ASSAY_CAMPAIGN=1 for 20,000 of each kind.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.terms import Op, Term, and_, intern, ite, not_, or_, variable
from assay.core.terms.bitvectors import (
    BINARY,
    bv,
    bv_binary,
    bv_compare,
    bv_neg,
    extract,
    sign_extend,
    signed,
    zero_extend,
)
from assay.core.terms.evaluate import evaluate, holds
from assay.core.terms.float_conversions import from_bits
from assay.core.terms.floats import (
    form,
    fp_abs,
    fp_add,
    fp_div,
    fp_is_nan,
    fp_le,
    fp_lt,
    fp_mul,
    fp_neg,
    fp_sqrt,
    number,
)
from assay.core.terms.sorts import BOOL, FLOAT32, FLOAT64, Sort, bitvector
from assay.transforms.edges.shortening import Shortening
from assay.transforms.facts.bit_bounds import parts_of_number, parts_of_vector
from assay.transforms.facts.bit_ranges import BitRanges, number_in
from assay.transforms.facts.number_intervals import position
from assay.transforms.facts.ranges import ANY, FALSEHOOD, TRUTH, Infeasible, Interval
from floats import SYMBOLS, assignments, plain_conditions, plain_floats, plain_vectors
from strategies import LAW

MANY = settings(LAW, max_examples=20_000 if os.environ.get("ASSAY_CAMPAIGN") else 60)
State = dict[Term, int]
Situation = tuple[dict[Term, Interval], State]


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Bounds, some of them missing, and a state within them."""
    state = draw(assignments())
    bounds: dict[Term, Interval] = {}
    for symbol in SYMBOLS:
        value, width = state[symbol], symbol.sort.width
        below, above = draw(st.sampled_from((0, 3, 1 << 20, 1 << 30))), draw(st.sampled_from((0, 3, 1 << 20)))
        if draw(st.booleans()):
            middle = signed(value, width)
            bounds[symbol] = (middle - below, middle + above)
        made = number_in(symbol)
        assert made is not None
        layout = form(made.sort)
        if layout.is_nan(value):
            if draw(st.booleans()):
                bounds[made] = (0, 7)
        elif draw(st.booleans()):
            end = position(layout, value)
            low = end - below if end != float("inf") else layout.infinity
            high = end + above if end != -float("inf") else -layout.infinity
            bounds[made] = (low, high)
            if draw(st.booleans()):
                bounds[fp_is_nan(made)] = FALSEHOOD
    return bounds, state


def lies(ranges: BitRanges, term: Term, state: State) -> bool:
    """Is the value of the term where ``ranges`` say?"""
    value, (low, high) = evaluate(term, state), ranges(term)
    if term.sort is BOOL:
        return low <= int(bool(value)) <= high
    assert isinstance(value, int)
    if term.sort.is_bitvector:
        return low <= signed(value, term.sort.width) <= high
    layout = form(term.sort)
    found, nan = ranges.numbers(term)
    return nan if layout.is_nan(value) else found[0] <= position(layout, value) <= found[1]


@st.composite
def integers_of(draw: st.DrawFn, width: int, depth: int) -> Term:
    """Vectors that are computed with as integers."""
    choice = draw(st.integers(0, 8 if depth else 1))
    if choice == 0:
        return draw(st.sampled_from([symbol for symbol in SYMBOLS if symbol.sort.width == width]))
    if choice == 1:
        return bv(draw(st.integers(-9, 40)), width)
    left = draw(integers_of(width, depth - 1))
    if choice == 2:
        return ite(draw(conditions(depth - 1)), left, draw(integers_of(width, depth - 1)))
    if choice == 3:
        half = extract(31, 0, draw(integers_of(64, depth - 1)))
        return half if width == 32 else draw(st.sampled_from((sign_extend, zero_extend)))(32, half)
    if choice == 4:
        return bv_neg(left)
    return bv_binary(draw(st.sampled_from(list(BINARY))), left, draw(integers_of(width, depth - 1)))


@st.composite
def conditions(draw: st.DrawFn, depth: int) -> Term:
    """Questions about vectors and numbers, and what is made of them."""
    choice = draw(st.integers(0, 3))
    if choice == 0:
        return draw(plain_conditions(depth))
    if choice == 1 or not depth:
        width, operator = draw(st.sampled_from((32, 64))), draw(st.sampled_from((Op.BV_SLE, Op.BV_ULE, Op.EQ)))
        left, right = draw(integers_of(width, depth)), draw(integers_of(width, depth))
        return intern(Op.EQ, (left, right), BOOL) if operator is Op.EQ else bv_compare(operator, left, right)
    if choice == 2:
        return not_(draw(conditions(depth - 1)))
    return draw(st.sampled_from((and_, or_)))(draw(conditions(depth - 1)), draw(conditions(depth - 1)))


def any_terms() -> st.SearchStrategy[Term]:
    floats = [plain_floats(sort, 3) for sort in (FLOAT32, FLOAT64)]
    return st.one_of(*floats, plain_vectors(32, 2), integers_of(32, 3), integers_of(64, 3))


@MANY
@given(situation=situations(), term=any_terms())
def test_a_value_lies_in_its_interval(situation: Situation, term: Term) -> None:
    bounds, state = situation
    assert lies(BitRanges(bounds), term, state)


@MANY
@given(situation=situations(), condition=conditions(2), term=any_terms())
def test_learning_what_is_true_keeps_the_state(situation: Situation, condition: Term, term: Term) -> None:
    bounds, state = situation
    ranges = BitRanges(bounds)
    truth = holds(condition, state)
    try:
        ranges.learn(condition, holds=truth)
    except Infeasible:
        pytest.fail(f"{condition} is {truth} in {state}")
    assert all(lies(ranges, known, state) for known in list(ranges.known.learnt))
    assert lies(ranges, term, state)


@MANY
@given(situation=situations(), condition=conditions(2), term=any_terms())
def test_shorter_terms_say_the_same_within_the_bounds(situation: Situation, condition: Term, term: Term) -> None:
    bounds, state = situation
    assert evaluate(Shortening(BitRanges(bounds))(term), state) == evaluate(term, state)
    assert holds(Shortening(BitRanges(bounds))(condition), state) == holds(condition, state)
    assert holds(Shortening(BitRanges(bounds)).in_context(condition), state) == holds(condition, state)


@MANY
@given(situation=situations())
def test_bounds_are_written_as_what_they_mean(situation: Situation) -> None:
    bounds, state = situation
    for term, interval in bounds.items():
        if term.sort.is_float:
            nan = bounds.get(fp_is_nan(term)) != FALSEHOOD
            assert all(holds(part, state) for part in parts_of_number(term, interval, nan=nan))
        elif term.sort.is_bitvector:
            low, high = (end if -(2**31) < end < 2**31 else float("inf") for end in interval)
            inside = interval if float("inf") not in (low, high) else ANY
            assert all(holds(part, state) for part in parts_of_vector(term, inside))


# -- what has to be found out ------------------------------------------------------------------------------------------


def named(name: str, sort: Sort) -> Term:
    return from_bits(variable(name, bitvector(sort.width)), sort)


X, Y = named("x", FLOAT64), named("y", FLOAT64)
F = named("f", FLOAT32)


def real(value: float, sort: Sort = FLOAT64) -> Term:
    return number(value, sort)


def between(low: float, term: Term, high: float) -> Term:
    return and_(fp_le(real(low, term.sort), term), fp_le(term, real(high, term.sort)))


@pytest.mark.parametrize(
    ("condition", "question"),
    [
        (and_(between(0, X, 1), between(-2, Y, 2)), between(-2, fp_mul(X, Y), 2)),
        (and_(between(0, X, 1), between(-2, Y, 2)), between(-2, fp_add(X, Y), 3)),
        (and_(between(0, X, 1), between(2, Y, 4)), between(0, fp_div(X, Y), 0.5)),
        (between(-3, X, 2), between(0, fp_mul(X, X), 9)),
        (between(4, X, 9), between(2, fp_sqrt(X), 3)),
        (between(-4, X, 1), between(0, fp_abs(X), 4)),
        (between(0, fp_abs(X), 4), between(-4, X, 4)),
        (between(-4, X, 1), between(-1, fp_neg(X), 4)),
        (and_(fp_lt(X, Y), fp_lt(Y, real(1))), fp_lt(X, real(1))),
        (and_(not_(fp_le(X, Y)), between(0, X, 1), between(-5, Y, 5)), fp_lt(Y, real(1))),
        (between(0, X, 1), not_(fp_is_nan(fp_add(X, X)))),
        (not_(fp_is_nan(fp_add(X, Y))), not_(fp_is_nan(X))),
        (fp_le(real(0), X), not_(fp_is_nan(fp_sqrt(X)))),
        (between(1, F, 2), between(1, intern(Op.FP_TO_FP, (F,), FLOAT64, (11, 53)), 2)),
    ],
    ids=str,
)
def test_what_a_condition_says(condition: Term, question: Term) -> None:
    ranges = BitRanges({})
    ranges.learn(condition)
    assert ranges(question) == TRUTH


@pytest.mark.parametrize(
    "impossible",
    [
        and_(fp_lt(X, real(0)), fp_le(real(0), X)),
        and_(between(0, X, 1), fp_lt(real(2), fp_add(X, real(1)))),
        and_(fp_is_nan(X), fp_le(X, real(0))),
    ],
    ids=str,
)
def test_contradictions_are_found(impossible: Term) -> None:
    ranges = BitRanges({})
    with pytest.raises(Infeasible):
        for _ in range(2):
            ranges.learn(impossible)


def test_what_is_one_number_is_replaced_by_it_but_zero() -> None:
    ranges = BitRanges({})
    ranges.learn(and_(between(2, X, 2), between(0, Y, 0)))
    assert Shortening(ranges)(fp_add(X, real(1))) is real(3)
    assert Shortening(ranges)(fp_mul(Y, real(5))).args

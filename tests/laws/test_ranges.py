"""Intervals of terms contain their values, whatever conditions have been learnt (random terms, sampled states)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.terms import (
    TRUE,
    Term,
    add,
    and_,
    eq,
    ge,
    gt,
    int_div,
    int_mod,
    integer,
    ite,
    le,
    lt,
    mul,
    not_,
    or_,
    scale,
    sub,
    variable,
)
from assay.core.terms.evaluate import Value, evaluate, holds
from assay.core.terms.sorts import BOOL, INT
from assay.transforms.edges import shortening
from assay.transforms.edges.shortening import Shortening
from assay.transforms.facts.ranges import FALSEHOOD, TRUTH, Infeasible, Interval, Ranges
from strategies import BOOLEANS, INTEGERS, LAW, assignments, formulas, terms, whole

SYMBOLS = (*BOOLEANS, *INTEGERS)
X, Y, Z = INTEGERS
State = dict[Term, Value]


@st.composite
def bounded_states(draw: st.DrawFn) -> tuple[dict[Term, Interval], State]:
    """Bounds, some of them missing, and a state within them."""
    state = draw(assignments(SYMBOLS))
    bounds: dict[Term, Interval] = {}
    for symbol in INTEGERS:
        if draw(st.booleans()):
            value = whole(state[symbol])
            bounds[symbol] = (value - draw(st.integers(0, 4)), value + draw(st.integers(0, 4)))
    for symbol in BOOLEANS:
        if draw(st.booleans()):
            bounds[symbol] = TRUTH if state[symbol] else FALSEHOOD
    return bounds, state


@LAW
@given(situation=bounded_states(), term=terms(INT, SYMBOLS))
def test_a_value_lies_in_its_interval(situation: tuple[dict[Term, Interval], State], term: Term) -> None:
    bounds, state = situation
    low, high = Ranges(bounds)(term)
    assert low <= whole(evaluate(term, state)) <= high


@LAW
@given(situation=bounded_states(), condition=formulas(SYMBOLS), term=terms(INT, SYMBOLS))
def test_learning_what_is_true_keeps_the_state(
    situation: tuple[dict[Term, Interval], State], condition: Term, term: Term
) -> None:
    bounds, state = situation
    ranges = Ranges(bounds)
    truth = holds(condition, state)
    try:
        ranges.learn(condition, holds=truth)
    except Infeasible:
        pytest.fail(f"{condition} is {truth} in {state}")
    for symbol, (low, high) in ranges.known.learnt.items():
        assert low <= whole(evaluate(symbol, state)) <= high
    low, high = ranges(term)
    assert low <= whole(evaluate(term, state)) <= high


@LAW
@given(situation=bounded_states(), conditions=st.lists(formulas(SYMBOLS), max_size=3), term=terms(INT, SYMBOLS))
def test_what_is_learnt_leaves_nothing_behind_that_was_computed_without_it(
    situation: tuple[dict[Term, Interval], State], conditions: list[Term], term: Term
) -> None:
    bounds, state = situation
    ranges = Ranges(bounds)
    for condition in conditions:
        ranges(term)
        ranges.learn(condition, holds=holds(condition, state))
    assert ranges(term) == Ranges({**bounds, **ranges.known.learnt}, sums=ranges.sums)(term)


def chained(length: int) -> Term:
    """Cases that all speak of prefixes of one long sum of choices."""
    total, cases = X, []
    for number in range(length):
        total = add(total, ite(le(Y, integer(number)), variable(f"t{number}", INT), integer(1)))
        cases.append(and_(le(Z, integer(number)), or_(eq(total, integer(3)), ge(total, integer(number)))))
    return and_(ge(Y, integer(0)), or_(*cases))


def test_terms_that_cases_share_are_shortened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Term] = []
    shorter = shortening._shorter

    def counted(term: Term, args: tuple[Term, ...], ranges: Ranges) -> Term:
        made.append(term)
        return shorter(term, args, ranges)

    monkeypatch.setattr(shortening, "_shorter", counted)
    Shortening(Ranges({})).learnt(chained(80))
    few = len(made)
    Shortening(Ranges({})).learnt(chained(160))
    assert len(made) - few < 2.5 * few


@LAW
@given(situation=bounded_states(), formula=formulas(SYMBOLS), term=terms(INT, SYMBOLS))
def test_shorter_terms_say_the_same_within_the_bounds(
    situation: tuple[dict[Term, Interval], State], formula: Term, term: Term
) -> None:
    bounds, state = situation
    assert evaluate(Shortening(Ranges(bounds))(term), state) == evaluate(term, state)
    assert holds(Shortening(Ranges(bounds))(formula), state) == holds(formula, state)
    assert holds(Shortening(Ranges(bounds)).in_context(formula), state) == holds(formula, state)
    shorten = Shortening(Ranges(bounds))
    try:
        assert holds(shorten.learnt(formula), state) == holds(formula, state)
        assert not holds(formula, state) or evaluate(shorten(term), state) == evaluate(term, state)
    except Infeasible:
        assert not holds(formula, state)


def within(**bounds: tuple[int, int]) -> Ranges:
    return Ranges({variable(name, INT): interval for name, interval in bounds.items()})


WIDE = 1 << 32


@pytest.mark.parametrize(
    ("term", "interval"),
    [
        (add(X, scale(-2, Y), integer(7)), (7 - 20, 7 + 5 - 2)),
        (mul(X, X), (0, 25)),
        (mul(X, Y), (0, 50)),
        (int_div(sub(X, integer(7)), integer(2)), (-4, -1)),
        (int_mod(sub(X, integer(7)), integer(100)), (93, 98)),
        (int_mod(Y, integer(4)), (0, 3)),
        (ite(gt(add(X, integer(1)), integer(5)), sub(X, integer(WIDE)), add(X, integer(1))), (5 - WIDE, 5)),
        (ite(le(X, integer(9)), X, integer(100)), (0, 5)),
    ],
)
def test_some_intervals(term: Term, interval: tuple[int, int]) -> None:
    assert within(x=(0, 5), y=(1, 10))(term) == interval


def test_conditions_bound_sums_and_their_parts() -> None:
    ranges = within(x=(0, 100), y=(0, 100))
    ranges.learn(and_(le(add(X, Y), integer(10)), ge(Y, integer(4))))
    assert ranges(X) == (0, 6) and ranges(Y) == (4, 10) and ranges(add(X, Y)) == (4, 10)
    assert ranges(sub(integer(3), add(X, Y))) == (-7, -1)


def test_cases_bound_what_they_have_in_common() -> None:
    ranges = within(x=(0, 100))
    ranges.learn(or_(and_(eq(X, integer(3)), eq(Y, integer(1))), and_(eq(X, integer(5)), eq(Y, integer(2)))))
    assert ranges(X) == (3, 5) and ranges(Y) == (1, 2)


def test_contradictions_are_found() -> None:
    with pytest.raises(Infeasible):
        within(x=(0, 5)).learn(gt(X, integer(5)))
    with pytest.raises(Infeasible):
        within(x=(0, 5)).learn(or_(gt(X, integer(5)), lt(X, integer(0))))


def test_a_wrap_around_that_cannot_happen_goes() -> None:
    wrapped = ite(gt(add(X, integer(1)), integer(99)), sub(X, integer(99)), add(X, integer(1)))
    assert Shortening(within(x=(0, 50)))(wrapped) is add(X, integer(1))
    assert Shortening(within(x=(0, 50)))(int_mod(add(X, integer(8)), integer(64))) is add(X, integer(8))
    assert Shortening(within(x=(0, 50)))(le(X, integer(50))) is TRUE


def test_literals_beside_a_disjunction_shorten_it() -> None:
    inner = or_(and_(le(X, integer(50)), eq(Y, integer(0))), and_(gt(X, integer(50)), eq(Y, integer(1))))
    formula = and_(le(X, integer(9)), inner)
    assert Shortening(Ranges({})).in_context(formula) is and_(le(X, integer(9)), eq(Y, integer(0)))


def test_booleans_are_numbers() -> None:
    p = variable("p", BOOL)
    ranges = Ranges({p: TRUTH})
    assert ranges(not_(p)) == FALSEHOOD and ranges(or_(p, le(X, integer(0)))) == TRUTH


def test_many_conditionals_are_not_refined_in_the_light_of_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them is, but not each of those inside of it in turn."""
    refined, counted = Ranges.refined, [0]

    def counting(self: Ranges, condition: Term, *, holds: bool = True) -> Ranges | None:
        counted[0] += 1
        return refined(self, condition, holds=holds)

    monkeypatch.setattr(Ranges, "refined", counting)
    nested = X
    for number in range(20):
        nested = ite(le(nested, integer(number)), add(nested, Y), sub(nested, Y))
    within(x=(0, 50))(nested)
    assert 0 < counted[0] < 50


@LAW
@given(situation=bounded_states(), first=formulas(SYMBOLS), second=formulas(SYMBOLS), term=terms(INT, SYMBOLS))
def test_what_was_computed_before_is_kept_only_where_nothing_was_learnt(
    situation: tuple[dict[Term, Interval], State], first: Term, second: Term, term: Term
) -> None:
    bounds, state = situation
    ranges = Ranges(bounds)
    choice = ite(second, term, add(term, X))
    for condition in (first, second):
        ranges(choice)
        ranges.learn(condition, holds=holds(condition, state))
        for root in (choice, term):
            low, high = ranges(root)
            assert low <= whole(evaluate(root, state)) <= high

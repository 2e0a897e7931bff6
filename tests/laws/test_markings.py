"""Laws of rules, caps and upward-closed sets of markings, by brute force over small boxes of markings."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import FALSE, TRUE, variable
from assay.core.terms.sorts import INT
from assay.domains.fixpoint.capped_markings import Capped
from assay.spaces.nets.net import Net
from assay.spaces.nets.rules import Range, Rule
from assay.spaces.nets.upward import Marking, Upward, joined, upward

PLACES = 3
BOX = tuple(product(range(7), repeat=PLACES))
SYMBOLS = tuple(variable(name, INT) for name in "abc")
HERE = Location("net", SYMBOLS)
EDGE = Edge("rule", HERE, HERE)
MODEL = Model(HERE, (EDGE,), TRUE, (Safety("none", {HERE: FALSE}),))


def marking(vector: tuple[int, ...]) -> Marking:
    return {place: count for place, count in enumerate(vector) if count}


MARKINGS = st.tuples(*(st.integers(0, 3) for _ in range(PLACES))).map(marking)
SETS = st.lists(MARKINGS, max_size=3)
LOWER = st.tuples(*(st.integers(0, 2) for _ in range(PLACES)))
SHIFT = st.tuples(*(st.integers(-2, 2) for _ in range(PLACES)))


@st.composite
def plain_rules(draw: st.DrawFn) -> Rule:
    """Asks for tokens, adds some and takes away no more than it asked for."""
    lower, shift = draw(LOWER), draw(SHIFT)
    changes = {place: ({place: 1}, max(change, -lower[place])) for place, change in enumerate(shift) if change}
    return Rule(EDGE, marking(lower), {}, changes)


def covered(sets: list[Marking] | Upward, vector: tuple[int, ...]) -> bool:
    return any(all(vector[place] >= count for place, count in m.items()) for m in sets)


@settings(max_examples=50)
@given(SETS, SETS)
def test_intersection(left: list[Marking], right: list[Marking]) -> None:
    both = upward(left).within(right)
    assert all(covered(both, v) == (covered(left, v) and covered(right, v)) for v in BOX)
    assert all((marking(v) in both) == covered(both, v) for v in BOX[:60])


@given(MARKINGS, MARKINGS)
def test_least_marking_above_both(left: Marking, right: Marking) -> None:
    above = joined(left, right)
    assert all(above.get(place, 0) == max(left.get(place, 0), right.get(place, 0)) for place in range(PLACES))


@settings(max_examples=50)
@given(plain_rules(), SETS)
def test_all_predecessors(rule: Rule, states: list[Marking]) -> None:
    """Exactly the markings that are covered by no step from outside."""
    found = upward(rule.all_before(states))
    for vector in BOX[::5]:
        # The least marking from which the rule covers the vector decides for all of them.
        (least,) = rule.before(marking(vector))
        assert (marking(vector) in found) == covered(states, tuple(least.get(p, 0) for p in range(PLACES)))


@settings(max_examples=50)
@given(plain_rules(), MARKINGS)
def test_rows_of_firings(rule: Rule, target: Marking) -> None:
    """What some number of firings in a row covers, and nothing else; each row can be fired."""
    rows = list(rule.often_before(target))
    exact = Upward()
    current = target
    for _ in range(12):
        (current,) = rule.before(current)
        exact.add(current)
    found = upward(earlier for _, earlier in rows)
    gained = Upward()
    for earlier in exact:
        # Firing a rule that gives nothing the target asks for cannot help.
        if not covered([target], tuple(earlier.get(p, 0) for p in range(PLACES))):
            gained.add(earlier)
    assert all(earlier in found for earlier in gained)
    for times, earlier in rows:
        now = earlier
        for _ in range(times):
            assert rule.enabled(now)
            now = rule.after(now)
        assert covered([target], tuple(now.get(p, 0) for p in range(PLACES)))


@settings(max_examples=50)
@given(SETS, MARKINGS, MARKINGS)
def test_caps(members: list[Marking], one: Marking, other: Marking) -> None:
    domain = Capped().refine(members)

    def contains(lower: Marking, upper: Marking) -> bool:
        return all(upper.get(place, 0) >= count for place, count in lower.items())

    assert contains(domain.above(one), one)
    assert domain.above(domain.above(one)) == domain.above(one)
    if contains(one, other):
        assert contains(domain.above(one), domain.above(other))
    assert all(domain.above(member) == member for member in members)
    finer = domain.refine([other])
    assert all(finer.above(member) == member for member in (*members, other))


def test_markings_that_are_not_initial() -> None:
    ranges = (Range({}, {0: 1, 1: 0, 2: 2}), Range({}, {0: 0, 1: 0}))
    found = Net(MODEL, ranges, (), ()).not_initial()
    for vector in BOX:
        below = any(all(vector[p] <= most for p, most in r.upper.items()) for r in ranges)
        assert (marking(vector) in found) == (not below)


def test_places_that_never_get_a_token() -> None:
    start = Range({0: 1}, {0: 1, 1: 0, 2: 0})
    moves = Rule(EDGE, {0: 1}, {}, {0: ({0: 1}, -1), 1: ({1: 1}, 1)})
    needs = Rule(EDGE, {2: 1}, {}, {1: ({1: 1}, 1)})
    net = Net(MODEL, (start,), (needs, moves), ())
    assert net.unmarkable == {2}
    assert net.live().rules == (moves,)
    transfer = Rule(EDGE, {}, {}, {2: ({1: 1}, 0), 1: ({}, 0)})
    assert not Net(MODEL, (start,), (needs, moves, transfer), ()).unmarkable
    # A rule that moved nothing at first may move something later.
    assert not Net(MODEL, (start,), (transfer, needs, moves), ()).unmarkable

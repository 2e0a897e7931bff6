"""Maps on shared pages are maps; and what a step leaves behind is never taken for an input of the same name."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assay.core.model import Edge, Location, Model, Safety
from assay.core.pages import Combination, Numbers, Paged
from assay.core.terms import TRUE, Term, add, and_, eq, ge, integer, le, variable
from assay.core.terms.sorts import INT
from assay.transforms.aim import aim
from assay.transforms.edges.reduction import reduce_edges
from assay.transforms.facts.intervals import intervals, within
from assay.transforms.variables.constants import constants

# So many that their values lie in several volumes; few of them are looked at.
ALL = [variable(f"s{number}", INT) for number in range(2400)]
SYMBOLS = ALL[::24]
Changes = dict[Term, int | None]
changes = st.dictionaries(st.sampled_from(SYMBOLS), st.none() | st.integers(0, 3), max_size=6)


def applied(steps: list[Changes], start: Paged[int]) -> tuple[Paged[int], dict[Term, int]]:
    """The map after changes, and what it should be."""
    expected: Changes = dict(start.items())
    for step in steps:
        start = start.changed(step)
        expected |= step
    return start, {symbol: value for symbol, value in expected.items() if value is not None}


@given(common=st.lists(changes), left=st.lists(changes, max_size=3), right=st.lists(changes, max_size=3))
def test_paged_maps_are_maps(common: list[Changes], left: list[Changes], right: list[Changes]) -> None:
    start, expected = applied(common, Paged(Numbers(ALL[::2])))
    one, mine = applied(left, start)
    other, theirs = applied(right, start)
    assert dict(start.items()) == expected
    assert dict(one.items()) == mine
    assert all(one.get(symbol) == mine.get(symbol) for symbol in SYMBOLS)
    differing = {symbol for symbol in SYMBOLS if mine.get(symbol) != theirs.get(symbol)}
    assert {symbol for symbol, _, _ in one.differences(other)} == differing
    assert all((a, b) == (mine.get(s), theirs.get(s)) for s, a, b in one.differences(other))
    largest: Combination[int] = Combination(lambda a, b: max(a, b) if a + b != 3 else None)
    both = {s: max(mine[s], theirs[s]) for s in mine.keys() & theirs.keys()}
    both = {s: v for s, v in both.items() if mine[s] == theirs[s] or mine[s] + theirs[s] != 3}
    for _ in range(2):  # what was combined before is combined alike
        found = largest(one, other)
        assert dict(found.items()) == both
        assert (found is one) == (both == mine)


def test_an_input_is_not_the_variable_of_that_name_that_was_there_before() -> None:
    x, y = variable("x", INT), variable("y", INT)
    first, second, third = Location("first", (x, y)), Location("second", (y,)), Location("third", (y,))
    five = integer(5)
    edges = (
        Edge("forget", first, second, and_(ge(x, five), le(x, five))),
        Edge("choose", second, third, TRUE, {y: add(x, five)}),
    )
    goal = Safety("low", {third: eq(y, five)})
    aimed = reduce_edges(aim(Model(first, edges, and_(eq(x, five), eq(y, five)), (goal,)), goal).model).model
    assert constants(aimed)[second] == {y: five}
    assert constants(aimed)[third] == {}
    bounds = intervals(aimed)
    assert bounds is not None
    assert dict(bounds[second]) == {y: (5, 5)}
    assert dict(bounds[third]) == {}
    assert len(within(aimed, bounds).model.edges) == len(aimed.edges)

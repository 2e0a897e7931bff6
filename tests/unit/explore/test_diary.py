"""What an unfolding tells of its graph, and that nobody pays who does not listen closely."""

from __future__ import annotations

import pytest

from assay.core.events import Closely, Event, Unfolded, as_close, ignore, listens_closely
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import TRUE, add, and_, eq, integer, lt, variable
from assay.core.terms.sorts import INT
from assay.domains.values.domain import ValueAbstraction, ValuePrecision
from assay.explore.unfold.diary import FIRST, MOST_STATES, worth_telling
from assay.explore.unfold.explorer import Options, Unfold
from assay.explore.unfold.order import BFS, ORDERS, SUBSUMER_FIRST, Order
from assay.explore.unfold.value_search import ValueSearch
from set_systems import System, chain, comb, self_loop


def explored(system: System, order: Order = SUBSUMER_FIRST, *, closely: bool = True) -> tuple[list[Unfolded], Unfold]:  # type: ignore[type-arg]
    heard: list[Event] = []
    listener = Closely(heard.append) if closely else heard.append
    explorer = Unfold(system.model(), system.transfer(), order, Options(), listener)
    explorer.explore(None)
    return [event for event in heard if isinstance(event, Unfolded)], explorer


def test_only_who_listens_closely_is_told() -> None:
    assert explored(chain(3), closely=False)[0] == []
    assert len(explored(chain(3))[0]) == 1


def test_who_passes_on_listens_as_closely() -> None:
    assert listens_closely(as_close(ignore, Closely(ignore)))
    assert not listens_closely(as_close(ignore, ignore))


@pytest.mark.parametrize("order", ORDERS.values(), ids=lambda order: order.name)
@pytest.mark.parametrize("system", [chain(5), comb(4), self_loop(4)], ids=["chain", "comb", "loop"])
def test_the_graph_agrees_with_the_counters(system: System, order: Order) -> None:
    (told,), explorer = explored(system, order)
    totals = explorer.totals
    assert len(told.states) == totals.states
    assert sum(state.status == "pruned" for state in told.states) == totals.pruned
    assert sum(state.ahead for state in told.states) == totals.front_inserts
    assert sum(state.turn > 0 for state in told.states) == totals.expansions
    assert len(told.covered) == totals.covered
    assert sorted(state.turn for state in told.states if state.turn) == list(range(1, totals.expansions + 1))


def test_who_was_pruned_says_by_whom() -> None:
    (told,), _ = explored(chain(4))
    by_number = {state.number: state for state in told.states}
    pruned = [state for state in told.states if state.status == "pruned"]
    assert pruned
    for state in pruned:
        assert by_number[state.heir].location == state.location
        assert state.heir > state.number
    assert all(state.heir == 0 for state in told.states if state.status == "live")


def test_each_state_has_its_creator_and_edge() -> None:
    (told,), _ = explored(comb(3), BFS)
    places = {state.number: state.location for state in told.states}
    edges = {name: (source, target) for name, source, target, _ in comb(3).transitions}
    for state in told.states:
        if state.edge:
            (creator,) = state.creators
            assert edges[state.edge] == (places[creator], state.location)


def test_of_large_graphs_the_oldest_states_are_told() -> None:
    (told,), explorer = explored(chain(MOST_STATES + 50), BFS)
    assert len(told.states) == MOST_STATES
    assert told.left_out == explorer.totals.states - MOST_STATES
    assert [state.number for state in told.states] == list(range(1, MOST_STATES + 1))


def test_the_quick_search_over_values_tells_too() -> None:
    x = variable("x", INT)
    place, error = Location("l", (x,)), Location("error", ())
    count = Edge("count", place, place, lt(x, integer(5)), {x: add(x, integer(1))})
    fail = Edge("fail", place, error, and_(eq(x, integer(7))))
    model = Model(place, (count, fail), eq(x, integer(0)), (Safety("p", {error: TRUE}),))
    heard: list[Event] = []
    search = ValueSearch(model, ValueAbstraction(model), announce=Closely(heard.append))
    search.explore(ValuePrecision.empty("global").extended({place: (x,)}))
    (told,) = [event for event in heard if isinstance(event, Unfolded)]
    assert [(state.number, state.creators, state.edge) for state in told.states] == [
        (1, (), ""),
        *((number, (number - 1,), "count") for number in range(2, 7)),
    ]
    assert told.states[2].state == eq(x, integer(2))


def test_of_many_explorations_some_are_told() -> None:
    told = [number for number in range(1, 200) if worth_telling(number)]
    assert told == [*range(1, FIRST + 1), 32, 64, 128]

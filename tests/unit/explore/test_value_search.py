"""Where many edges leave a location, a state tries those that its values allow; what explodes is dropped."""

from __future__ import annotations

from assay.core.budget import Deadline
from assay.core.events import ignore
from assay.core.evidence import Path, Proof
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Alarm, Proved, Stuck
from assay.core.terms import TRUE, Term, add, and_, eq, integer, lt, mul, or_, variable
from assay.core.terms.sorts import INT
from assay.domains.values.domain import ValueAbstraction, ValuePrecision
from assay.engines.loop import run
from assay.engines.options import Values, ValuesAndPredicates
from assay.engines.recipes.paths import exploding, product_conversation, value_conversation
from assay.explore.unfold.value_search import Explosion, ValueSearch

X, Y = variable("x", INT), variable("y", INT)
START, PLACE, ERROR = Location("start", ()), Location("l", (X, Y)), Location("error", ())
STEPS = 6


def machine(initial: Term) -> Model:
    """x counts from 0 to 6 by an edge for each value, an edge for two values skips; the error needs x = 6 and y = 1."""
    edges = [Edge(f"e{k}", PLACE, PLACE, eq(X, integer(k)), {X: integer(k + 1)}) for k in range(STEPS)]
    edges.append(Edge("skip", PLACE, PLACE, or_(eq(X, integer(1)), eq(X, integer(2))), {X: integer(5)}))
    edges.append(Edge("fail", PLACE, ERROR, and_(eq(X, integer(STEPS)), eq(Y, integer(1)))))
    return Model(PLACE, tuple(edges), initial, (Safety("p", {ERROR: TRUE}),))


def explored(initial: Term) -> tuple[Proof | Alarm[Path] | object, ValueSearch]:
    model = machine(initial)
    search = ValueSearch(model, ValueAbstraction(model))
    return search.explore(ValuePrecision.empty("global").extended({PLACE: (X, Y)})), search


def test_known_values_choose_their_edges() -> None:
    outcome, search = explored(and_(eq(X, integer(0)), eq(Y, integer(0))))
    assert isinstance(outcome, Proved)
    assert set(search.live()[PLACE]) == {(k, 0) for k in range(STEPS + 1)}
    assert search.transitions == STEPS + 2


def test_an_unknown_value_allows_every_edge() -> None:
    outcome, _ = explored(TRUE)
    assert isinstance(outcome, Alarm)
    assert [edge.name for edge in outcome.evidence.edges] == ["fail"]


def test_the_error_is_reached_by_the_shortest_way() -> None:
    outcome, _ = explored(and_(eq(X, integer(0)), eq(Y, integer(1))))
    assert isinstance(outcome, Alarm)
    assert [edge.name for edge in outcome.evidence.edges] == ["e0", "skip", "e5", "fail"]


# -- values that explode -----------------------------------------------------------------------------------------------

EARLY = Explosion(values=100, states=500)


def tree(bad: Term) -> Model:
    """x has twice as many values after each step, all of them positive; y stays 0."""
    grows = [
        Edge("left", PLACE, PLACE, TRUE, {X: add(mul(integer(2), X), integer(1))}),
        Edge("right", PLACE, PLACE, TRUE, {X: add(mul(integer(2), X), integer(2))}),
    ]
    first = Edge("first", START, PLACE, TRUE, {X: integer(1), Y: integer(0)})
    return Model(START, (first, *grows, Edge("fail", PLACE, ERROR, bad)), TRUE, (Safety("p", {ERROR: TRUE}),))


def searched(model: Model, explosion: Explosion | None) -> tuple[object, ValueSearch]:
    search = ValueSearch(model, ValueAbstraction(model), most_states=5000, explosion=explosion)
    return search.explore(ValuePrecision.empty("global").extended({PLACE: (X, Y)})), search


def test_a_variable_whose_values_explode_is_dropped() -> None:
    model = tree(eq(Y, integer(1)))
    outcome, search = searched(model, EARLY)
    assert isinstance(outcome, Proved)
    assert search.dropped == {X} and set(search.live()[PLACE]) == {(0,)}


def test_it_is_tracked_where_it_is_spared_or_nothing_is_dropped() -> None:
    model = tree(eq(Y, integer(1)))
    for explosion in (None, Explosion(100, 500, lambda: frozenset({X})), Explosion(10_000, 500)):
        outcome, search = searched(model, explosion)
        assert isinstance(outcome, Stuck) and not search.dropped


def test_what_was_dropped_stays_dropped_and_its_loss_is_an_alarm() -> None:
    model = tree(eq(X, integer(0)))
    outcome, search = searched(model, EARLY)
    assert isinstance(outcome, Alarm) and [edge.name for edge in outcome.evidence.edges] == ["first", "fail"]
    again = search.explore(ValuePrecision.empty("global").extended({PLACE: (X,)}))
    assert isinstance(again, Alarm) and search.dropped == {X}


def test_without_it_values_end_and_predicates_go_on() -> None:
    model = tree(lt(X, integer(1)))
    alone = value_conversation(model, Values(), Deadline(), ignore)
    ended = run(alone.explorer, alone.refiner, alone.precision)
    assert isinstance(ended, Stuck) and "no refinement" in ended.reason
    both = product_conversation(model, ValuesAndPredicates(), Deadline(), ignore)
    assert isinstance(run(both.explorer, both.refiner, both.precision), Proof)


def test_counters_of_loops_are_spared() -> None:
    counting = Edge("count", PLACE, PLACE, lt(X, integer(9)), {X: add(X, integer(1))})
    leaving = Edge("leave", PLACE, ERROR, lt(integer(9), X))
    model = Model(PLACE, (counting, leaving), eq(X, integer(0)), (Safety("p", {ERROR: TRUE}),))
    assert exploding(model).spared() == {X}

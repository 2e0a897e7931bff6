"""Where many edges leave a location, a state tries those that its values allow, and misses none."""

from __future__ import annotations

from assay.core.evidence import Path, Proof
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Alarm, Proved
from assay.core.terms import TRUE, Term, and_, eq, integer, or_, variable
from assay.core.terms.sorts import INT
from assay.domains.values.domain import ValueAbstraction, ValuePrecision
from assay.explore.unfold.value_search import ValueSearch

X, Y = variable("x", INT), variable("y", INT)
PLACE, ERROR = Location("l", (X, Y)), Location("error", ())
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

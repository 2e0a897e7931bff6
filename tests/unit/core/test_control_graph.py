"""Components, loops and orders of control graphs, against their definitions on random graphs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assay.core.graph import component_ranks, components, forward_order, loop_heads, loops
from assay.core.model import Edge, Location, Model

ARCS = st.integers(1, 7).flatmap(
    lambda size: st.tuples(
        st.just(size), st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=14)
    )
)


def reached(size: int, arcs: list[tuple[int, int]]) -> list[set[int]]:
    """What each node reaches by one or more arcs."""
    found: list[set[int]] = [set() for _ in range(size)]
    for _ in range(size):
        for source, target in arcs:
            found[source] |= {target} | found[target]
    return found


def control_graph(arcs: list[tuple[int, int]]) -> tuple[Model, list[Location]]:
    places = [Location(str(number)) for number in range(8)]
    edges = [Edge(f"e{n}", places[source], places[target]) for n, (source, target) in enumerate(arcs)]
    return Model(places[0], tuple(edges)), places


@given(ARCS)
def test_components_are_the_classes_of_mutual_reachability_targets_first(
    given: tuple[int, list[tuple[int, int]]],
) -> None:
    size, arcs = given
    reach = reached(size, arcs)
    found = [
        set(part)
        for part in components(range(size), lambda node: [target for source, target in arcs if source == node])
    ]
    assert sorted(node for part in found for node in part) == list(range(size))
    for number, part in enumerate(found):
        for node in part:
            assert part == {node} | {other for other in reach[node] if node in reach[other]}
            assert reach[node] <= set().union(*found[: number + 1])


@given(ARCS)
def test_no_edge_leads_to_a_lower_rank(given: tuple[int, list[tuple[int, int]]]) -> None:
    model, _ = control_graph(given[1])
    ranks = component_ranks(model)
    assert all(ranks[edge.source] <= ranks[edge.target] for edge in model.edges)
    assert sorted(set(ranks.values())) == list(range(len(set(ranks.values()))))


@given(ARCS)
def test_the_outermost_loops_are_the_components_with_a_cycle(given: tuple[int, list[tuple[int, int]]]) -> None:
    size, arcs = given
    model, places = control_graph(arcs)
    reach = reached(size, arcs)
    found = list(loops(model))
    on_cycles = {node for node in range(size) if node in reach[node]}
    outermost = [body for body in found if not any(body < other for other in found)]
    assert {places[node] for node in on_cycles} == set().union(*outermost)
    for body in found:
        assert all(not body & other or body <= other or other <= body for other in found)


@given(ARCS)
def test_only_edges_to_loop_heads_go_backwards(given: tuple[int, list[tuple[int, int]]]) -> None:
    model, _ = control_graph(given[1])
    order, heads = forward_order(model), loop_heads(model)
    seen = {model.entry}
    for _ in model.locations:
        seen |= {edge.target for edge in model.edges if edge.source in seen}
    assert sorted(order.values()) == list(range(len(model.locations)))
    assert order[model.entry] == 0
    for edge in model.edges:
        if edge.source in seen and not edge.idle:
            assert order[edge.source] < order[edge.target] or edge.target in heads


def test_a_long_chain_needs_neither_recursion_nor_quadratic_time() -> None:
    size = 200_000
    assert sum(1 for _ in components(range(size), lambda node: range(node + 1, min(node + 2, size)))) == size

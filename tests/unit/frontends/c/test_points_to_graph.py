"""Laws of the points-to graph."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.frontends.c.memory.points_to_graph import Graph, Handle, groups

ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(("unify", "step", "access", "pointee")),
        st.integers(0, 5),
        st.integers(0, 5),
        st.integers(-8, 16),
        st.sampled_from((1, 2, 4, 8, 12)),
    ),
    max_size=25,
)


def build(actions: list[tuple[str, int, int, int, int]]) -> tuple[Graph, list[Handle], list[tuple[Handle, int]]]:
    graph = Graph()
    handles = [graph.fresh() for _ in range(6)]
    seen = []
    for kind, first, second, offset, size in actions:
        left, right = handles[first].moved(offset), handles[second]
        if kind == "unify":
            graph.unify(left, right)
        elif kind == "step":
            graph.step(left, size)
        elif kind == "access":
            graph.access(left, size, indirect=False)
            seen.append((left, size))
        else:
            graph.unify(graph.pointee(left), right)
    return graph, handles, seen


@settings(max_examples=100)
@given(actions=ACTIONS)
def test_find_is_idempotent_and_unification_is_permanent(actions: list[tuple[str, int, int, int, int]]) -> None:
    graph, handles, _ = build(actions)
    for handle in handles:
        assert graph.find(graph.find(handle)) == graph.find(handle)
    for kind, first, second, offset, _ in actions:
        left, right = handles[first].moved(offset), handles[second]
        if kind == "unify":
            assert graph.find(left) == graph.find(right)
        if kind == "pointee":
            assert graph.find(graph.pointee(left)) == graph.find(right)


@settings(max_examples=100)
@given(actions=ACTIONS)
def test_equal_bytes_have_equal_pointees(actions: list[tuple[str, int, int, int, int]]) -> None:
    graph, handles, _ = build(actions)
    for left in handles:
        for right in handles:
            if graph.find(left) == graph.find(right):
                assert graph.find(graph.pointee(left)) == graph.find(graph.pointee(right))


@settings(max_examples=100)
@given(actions=ACTIONS)
def test_groups_do_not_overlap_and_hold_every_access(actions: list[tuple[str, int, int, int, int]]) -> None:
    graph, _, seen = build(actions)
    for handle, size in seen:
        found = graph.find(handle)
        made = groups(found.node)
        for left, right in pairwise(made):
            assert left.high <= right.low
        owners = [group for group in made if group.low <= found.offset < group.high]
        assert len(owners) == 1
        whole = owners[0].unit == size and owners[0].low == found.offset
        assert whole or owners[0].unit == 1


def test_a_step_folds_the_fields() -> None:
    graph = Graph()
    record = graph.fresh()
    graph.access(record, 4, indirect=False)
    graph.access(record.moved(4), 4, indirect=False)
    assert len(groups(graph.find(record).node)) == 2
    graph.step(record, 8)
    assert graph.find(record.moved(12)) == graph.find(record.moved(4))
    assert len(groups(graph.find(record).node)) == 2
    graph.step(record, 4)
    assert [(g.low, g.unit) for g in groups(graph.find(record).node)] == [(0, 4)]


def test_an_array_that_joins_an_array_keeps_its_elements() -> None:
    graph = Graph()
    first, second = graph.fresh(), graph.fresh()
    graph.step(first, 4)
    graph.access(first, 4, indirect=True)
    graph.access(second.moved(12), 4, indirect=False)
    graph.unify(first, second)
    assert [(g.low, g.high, g.unit) for g in groups(graph.find(first).node)] == [(0, 4, 4)]


def test_values_of_different_sizes_at_one_place_are_bytes() -> None:
    graph = Graph()
    union = graph.fresh()
    graph.access(union, 4, indirect=False)
    graph.access(union.moved(2), 1, indirect=False)
    (group,) = groups(graph.find(union).node)
    assert (group.low, group.high, group.unit) == (0, 4, 1)
    assert list(group.cells(0, 4)) == [0, 1, 2, 3]


@settings(max_examples=100)
@given(actions=ACTIONS, start=st.integers(-4, 9), size=st.integers(1, 40))
def test_a_cell_is_known_without_listing_them(
    actions: list[tuple[str, int, int, int, int]], start: int, size: int
) -> None:
    graph, handles, _ = build(actions)
    for handle in handles:
        for group in groups(graph.find(handle).node):
            listed = set(group.cells(start, size))
            assert listed == {offset for offset in range(-2, size + 2) if group.has(start, size, offset)}

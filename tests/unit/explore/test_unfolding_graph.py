"""The rules of rewiring, one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assay.core.model import Edge, Location
from assay.explore.unfold.graph import (
    LIVE,
    PRUNED,
    REMOVED,
    Node,
    created_from,
    link,
    remove,
    representative,
    take_over,
    tree_to,
)

PLACE = Location("l")
T, U = (Edge(name, PLACE, PLACE) for name in "tu")


def nodes(count: int) -> list[Node[str]]:
    return [Node(number, PLACE, f"s{number}", None, None, 0) for number in range(count)]


def relation(*many: Node[str]) -> set[tuple[int, str, int]]:
    out = {(a.number, edge.name, b.number) for a in many for edge, b in a.outgoing if edge is not None}
    into = {(a.number, edge.name, b.number) for b in many for a, edge in b.incoming if edge is not None}
    assert out == into
    return out


def test_all_parents_are_rewired() -> None:
    """A node has several parents once it has covered something: each of them now leads to the heir."""
    a, b, p, q, m = nodes(5)
    link(a, T, p)
    link(b, U, p)
    link(p, T, q)
    take_over(m, p)
    assert relation(a, b, p, q, m) == {(0, "t", 4), (1, "u", 4), (4, "t", 3)}
    assert (p.status, p.pruned_by) == (PRUNED, m)
    assert not p.incoming and not p.outgoing


def test_a_loop_becomes_the_heirs_loop() -> None:
    p, m = nodes(2)
    link(p, T, p)
    link(p, U, m)
    take_over(m, p)
    assert relation(p, m) == {(1, "t", 1), (1, "u", 1)}


def test_one_edge_may_lead_to_several_children() -> None:
    """An heir of two nodes inherits the children of both: the child relation is no function."""
    p, q, c, d, m = nodes(5)
    link(p, T, c)
    link(q, T, d)
    link(p, U, q)
    take_over(m, p)
    take_over(m, q)
    assert relation(p, q, c, d, m) == {(4, "t", 2), (4, "t", 3), (4, "u", 4)}


def test_representative_follows_all_prunings() -> None:
    p, q, m = nodes(3)
    take_over(q, p)
    take_over(m, q)
    assert [representative(node) for node in (p, q, m)] == [m, m, m]


def test_counterexamples_follow_creators_not_children() -> None:
    start = Node(0, PLACE, "start", None, None, 0)
    root = Node(1, PLACE, "root", start, None, 0)
    child = Node(2, PLACE, "child", root, T, 0)
    leaf = Node(3, PLACE, "leaf", child, U, 0)
    heir = Node(4, PLACE, "heir", root, U, 0)
    take_over(heir, child)
    assert tree_to((leaf,), None).edges == (T, U)


@given(st.data())
def test_removal_names_exactly_the_survivors_that_lost_a_child(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 12))
    many = [Node[str](0, PLACE, "s", None, None, 0)]
    for number in range(1, size):
        creator = data.draw(st.sampled_from(many))
        many.append(Node(number, PLACE, "s", creator, T, 0))
        creator.created.append(many[-1])
    for parent, child in data.draw(st.lists(st.tuples(st.sampled_from(many), st.sampled_from(many)), max_size=25)):
        link(parent, data.draw(st.sampled_from((T, U))), child)
    before = relation(*many)
    root = data.draw(st.sampled_from(many[1:]))
    doomed = created_from(root)
    gone = {node.number for node in doomed}
    assert {n.number for n in many if n.creator is not None and n.creator.number in gone} <= gone
    owners = {node.number for node in remove(doomed)}
    assert owners == {a for a, _, b in before if b in gone and a not in gone}
    assert relation(*many) == {(a, t, b) for a, t, b in before if a not in gone and b not in gone}
    assert {node.status for node in doomed} == {REMOVED}
    assert all(node.status is LIVE for node in many if node.number not in gone)
    assert all(child.number not in gone for node in many if node.number not in gone for child in node.created)

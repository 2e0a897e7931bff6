"""The invariants of an unfolding, for the debug option and the tests: an assertion error names the one that fails.

1. The live nodes of a location form an antichain.
2. A successor of a live expanded node, and any initial state, lies below a live child; without lazy repair even every
   state ever generated lies below a live node.
3. Every live node is expanded or waits.
4. A pruned node's state lies strictly below the state of the node that answers for it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from assay.core.model import Edge, Location
from assay.explore.unfold.agenda import Agenda
from assay.explore.unfold.coverage import Coverage
from assay.explore.unfold.graph import LIVE, PRUNED, Node, representative

S = TypeVar("S", bound=Hashable)

Successors = Callable[[Node[S]], Iterable[tuple[Edge | None, S]]]
"""The transitions of a node and the states they generate, error states left out."""


def check_antichain(coverage: Coverage[S], leq: Callable[[S, S], bool]) -> None:
    for location in coverage.locations():
        nodes = coverage.nodes(location)
        for node in nodes:
            assert node.status is LIVE, f"{node} is indexed"
            for other in nodes:
                assert node is other or not leq(_of(node), _of(other)), f"antichain: {node} lies below {other}"


def check_nodes(
    nodes: Iterable[Node[S]], agenda: Agenda[S], coverage: Coverage[S], leq: Callable[[S, S], bool]
) -> None:
    for node in nodes:
        if node.status is LIVE:
            assert node.expanded or node in agenda, f"{node} neither waits nor is expanded"
            assert node in coverage.nodes(node.location), f"{node} is not indexed"
        elif node.status is PRUNED:
            heir = representative(node)
            assert not node.incoming and not node.outgoing, f"{node} is pruned but related"
            if heir.status is LIVE:
                assert leq(_of(node), _of(heir)) and not leq(_of(heir), _of(node)), f"{node} is not below {heir}"


def check_children(nodes: Iterable[Node[S]], successors: Successors[S], leq: Callable[[S, S], bool]) -> None:
    for node in nodes:
        if node.status is LIVE and node.expanded:
            for edge, state in successors(node):
                above = (child for label, child in node.outgoing if label is edge and leq(state, _of(child)))
                assert any(child.status is LIVE for child in above), f"{node} has no child above {state} along {edge}"


def check_generated(
    generated: Iterable[tuple[Location, S]], coverage: Coverage[S], leq: Callable[[S, S], bool]
) -> None:
    for location, state in generated:
        live = coverage.nodes(location)
        assert any(leq(state, _of(node)) for node in live), f"{location}:{state} was generated and is not covered"


def _of(node: Node[S]) -> S:
    assert node.state is not None
    return node.state

"""The graph that an unfolding leaves behind: nodes, who made them, and who stands for whom now.

Two structures share the nodes.  *Creators* form a tree that never changes: it gives counterexamples.  Where steps use
further states, a node has several creators, and the tree is a graph without cycles.  The *child
relation* (parent, edge, child) says which live node stands for a successor; it is rewired when a node is pruned, may be
cyclic, may have several children for one edge, and serves lazy repair alone.
Law: a live expanded node has, for each successor state, a live child along that edge and above that state.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from enum import Enum
from typing import Final, Generic, TypeVar

from assay.core.evidence import Grown, Tree
from assay.core.model import Edge, Location

S = TypeVar("S")


class Status(Enum):
    LIVE = "live"
    PRUNED = "pruned"
    REMOVED = "removed"


LIVE: Final = Status.LIVE
PRUNED: Final = Status.PRUNED
REMOVED: Final = Status.REMOVED


class Node(Generic[S]):
    """An abstract state at a location, and how it came about.

    ``creator``, ``edge`` and ``uses`` never change; the start of everything has none, an initial state has no edge.
    ``stamp`` names the precision of the location at which the state was computed.
    """

    __slots__ = (
        "created", "creator", "edge", "expanded", "incoming", "location", "number", "outgoing", "pruned_by", "stamp",
        "state", "status", "uses",
    )  # fmt: skip

    def __init__(
        self,
        number: int,
        location: Location,
        state: S | None,
        creator: Node[S] | None,
        edge: Edge | None,
        stamp: Hashable,
        uses: tuple[Node[S], ...] = (),
    ) -> None:
        self.number = number
        self.location = location
        self.state = state
        self.creator = creator
        self.edge = edge
        self.stamp = stamp
        self.uses = uses
        self.status = LIVE
        self.pruned_by: Node[S] | None = None
        self.expanded = False
        self.created: list[Node[S]] = []
        self.incoming: dict[tuple[Node[S], Edge | None], None] = {}
        self.outgoing: dict[tuple[Edge | None, Node[S]], None] = {}

    @property
    def creators(self) -> tuple[Node[S], ...]:
        """Its creator and the nodes used beside it."""
        return () if self.creator is None else (self.creator, *self.uses)

    def __repr__(self) -> str:
        return f"<{self.number} {self.location}:{self.state} {self.status.value}>"


def link(parent: Node[S], edge: Edge | None, child: Node[S]) -> None:
    """Let ``child`` stand for a successor of ``parent`` along ``edge``."""
    parent.outgoing[edge, child] = None
    child.incoming[parent, edge] = None


def _unlink(parent: Node[S], edge: Edge | None, child: Node[S]) -> None:
    del parent.outgoing[edge, child]
    del child.incoming[parent, edge]


def take_over(heir: Node[S], node: Node[S]) -> None:
    """Prune ``node``: whatever led to it leads to ``heir``, and whatever it led to now follows from ``heir``.

    A loop at ``node`` becomes one at ``heir``: the first half moves its end, the second its beginning.
    """
    for parent, edge in list(node.incoming):
        _unlink(parent, edge, node)
        link(parent, edge, heir)
    for edge, child in list(node.outgoing):
        _unlink(node, edge, child)
        link(heir, edge, child)
    node.status = PRUNED
    node.pruned_by = heir


def representative(node: Node[S]) -> Node[S]:
    """The node that answers for ``node``: itself while it is live, else whoever pruned it last."""
    while node.pruned_by is not None:
        node = node.pruned_by
    return node


def ancestry(*nodes: Node[S]) -> list[Node[S]]:
    """The nodes by which ``nodes`` were created, initial states included, each after its creators and once."""
    found: dict[Node[S], None] = {}
    stack = list(reversed(nodes))
    while stack:
        missing = [creator for creator in stack[-1].creators if creator not in found and creator.creator is not None]
        stack.extend(reversed(missing))
        if not missing:
            node = stack.pop()
            if node.creator is not None:
                found[node] = None
    return list(found)


def tree_to(nodes: Sequence[Node[S]], last: Edge | None) -> Tree:
    """How ``nodes`` were created, and after that the edge that needs them all."""
    chain = ancestry(*nodes)
    number = {node: position for position, node in enumerate(chain)}
    steps = [
        Grown(node.edge, () if node.edge is None else tuple(number[creator] for creator in node.creators))
        for node in chain
    ]
    return Tree((*steps, Grown(last, tuple(number[node] for node in nodes) if last is not None else ())))


def created_from(root: Node[S]) -> list[Node[S]]:
    """``root`` and everything created below it."""
    found = {root: None}
    stack = [root]
    while stack:
        fresh = [node for node in stack.pop().created if node not in found]
        found.update(dict.fromkeys(fresh))
        stack.extend(fresh)
    return list(found)


def remove(nodes: Iterable[Node[S]]) -> list[Node[S]]:
    """Take a set of nodes, closed under creation, out of the graph.

    Returns the surviving nodes that lost a child: each owes a successor again, be it one that a removed node covered or
    one whose own node a removed node pruned.
    """
    nodes = list(nodes)
    for node in nodes:
        node.status = REMOVED
    owners: dict[Node[S], None] = {}
    for node in nodes:
        for parent, edge in list(node.incoming):
            _unlink(parent, edge, node)
            if parent.status is not REMOVED:
                owners[parent] = None
        for edge, child in list(node.outgoing):
            _unlink(node, edge, child)
        for creator in dict.fromkeys(node.creators):
            if creator.status is not REMOVED:
                creator.created.remove(node)
    return list(owners)

"""Orders of exploration: where a new node waits, and which part of the program goes first.

An order is a value with two small functions.  ``place(queue, node, first)`` puts the node into the queue of its lane;
``first`` is the first queued descendant of the nodes that the new one prunes, if it waits in the same lane; only orders
that say ``wants_descendants`` are told.
``lanes(model)`` ranks locations: a lane is a queue of its own, and the lowest lane that has work is served first.

An order of your own takes a few lines, and is passed to the explorer like the ones below::

    def near_the_error(model):
        distance = ...                      # location -> number of edges to the error
        return lambda location: distance.get(location, 10**9)

    Order("near-the-error", place=at_the_end, lanes=near_the_error)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from assay.core.graph import component_ranks
from assay.core.model import Location, Model
from assay.explore.unfold.graph import Node
from assay.explore.unfold.order_list import Queue

Place = Callable[[Queue[Node[Any]], Node[Any], Node[Any] | None], None]
Ranking = Callable[[Location], int]


def one_lane(model: Model) -> Ranking:
    """Every location has the same rank."""
    return lambda location: 0


@dataclass(frozen=True)
class Order:
    """A strategy of exploration.  No choice changes the answer; it changes how much work the answer takes."""

    name: str
    place: Place
    lanes: Callable[[Model], Ranking] = one_lane
    wants_descendants: bool = False


def at_the_end(queue: Queue[Node[Any]], node: Node[Any], first: Node[Any] | None) -> None:
    queue.append(node)


def at_the_front(queue: Queue[Node[Any]], node: Node[Any], first: Node[Any] | None) -> None:
    queue.prepend(node)


def before_descendants(queue: Queue[Node[Any]], node: Node[Any], first: Node[Any] | None) -> None:
    """In front of whatever is about to be computed in vain, or at the end."""
    if first is None:
        queue.append(node)
    else:
        queue.insert_before(node, first)


def by_component(model: Model) -> Ranking:
    """Locations ranked by strongly connected component, sources first: no edge leads to a lower rank."""
    ranks = component_ranks(model)
    return lambda location: ranks[location]


BFS: Final = Order("bfs", at_the_end)
DFS: Final = Order("dfs", at_the_front)
SUBSUMER_FIRST: Final = Order("subsumer-first", before_descendants, wants_descendants=True)
SCC_SUBSUMER_FIRST: Final = Order("scc-subsumer-first", before_descendants, by_component, wants_descendants=True)

ORDERS: Final[Mapping[str, Order]] = MappingProxyType(
    {order.name: order for order in (BFS, DFS, SUBSUMER_FIRST, SCC_SUBSUMER_FIRST)}
)

"""The nodes that wait for expansion, in the lanes of an order: a queue each, the lowest lane that has work first."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import Generic, TypeVar

from assay.core.model import Model
from assay.explore.unfold.graph import Node, descendants
from assay.explore.unfold.order import Order
from assay.explore.unfold.order_list import Queue

S = TypeVar("S")


class Agenda(Generic[S]):
    """Who waits, and who is next.  A node waits in the lane of its location, at most once."""

    __slots__ = ("_awake", "_lanes", "_order", "_rank", "_size", "_turns")

    def __init__(self, model: Model, order: Order) -> None:
        self._order = order
        self._rank = order.lanes(model)
        self._lanes: dict[int, Queue[Node[S]]] = {}
        self._turns: list[int] = []  # a heap of the ranks in _awake, which include those of all lanes with work
        self._awake: set[int] = set()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __contains__(self, node: Node[S]) -> bool:
        return node in self._lane(node)

    def put(self, node: Node[S], first: Node[S] | None = None) -> None:
        """Queue a new node where the order wants it."""
        self._order.place(self._wake(node), node, first)
        self._size += 1

    def put_back(self, node: Node[S]) -> None:
        """Queue a node whose expansion was interrupted, at the front of its lane."""
        self._wake(node).prepend(node)
        self._size += 1

    def pop(self) -> Node[S]:
        """Take the node whose turn it is."""
        while not self._lanes[self._turns[0]]:
            self._awake.remove(heapq.heappop(self._turns))
        self._size -= 1
        return self._lanes[self._turns[0]].pop()

    def remove(self, node: Node[S]) -> None:
        self._lane(node).remove(node)
        self._size -= 1

    def first_descendant(self, roots: Iterable[Node[S]], node: Node[S]) -> Node[S] | None:
        """Of ``roots`` and whatever follows from them: the one that is first in the lane of ``node``, if any waits."""
        lane = self._lane(node)
        return min((found for found in descendants(roots) if found in lane), key=lane.label, default=None)

    def _lane(self, node: Node[S]) -> Queue[Node[S]]:
        rank = self._rank(node.location)
        lane = self._lanes.get(rank)
        if lane is None:
            lane = self._lanes[rank] = Queue()
        return lane

    def _wake(self, node: Node[S]) -> Queue[Node[S]]:
        rank = self._rank(node.location)
        if rank not in self._awake:
            self._awake.add(rank)
            heapq.heappush(self._turns, rank)
        return self._lane(node)

"""The nodes that wait for expansion, in the lanes of an order: a queue each, the lowest lane that has work first.

A new node that prunes others may want to wait in front of their descendants, which would be computed in vain.  Who
descends from whom is told by creators: a node descends from the first of its creators, or from whoever pruned that one;
and an heir takes the place of one node that it prunes, the one with the first waiting descendant.  Nodes that merely
cover a successor are no descendants of it: they may be needed as they are.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from operator import itemgetter
from typing import Generic, TypeVar

from assay.core.model import Model
from assay.explore.unfold.family import Family
from assay.explore.unfold.graph import Node, representative
from assay.explore.unfold.order import Order
from assay.explore.unfold.order_list import Queue

S = TypeVar("S")


class Agenda(Generic[S]):
    """Who waits, and who is next.  A node waits in the lane of its location, at most once."""

    __slots__ = ("_awake", "_family", "_lanes", "_order", "_rank", "_size", "_start", "_turns")

    def __init__(self, model: Model, order: Order, start: Node[S]) -> None:
        """``start`` is who created the initial states."""
        self._order = order
        self._start = start
        self._family = Family(start, self._turn) if order.wants_descendants else None
        self._rank = order.lanes(model)
        self._lanes: dict[int, Queue[Node[S]]] = {}
        self._turns: list[int] = []  # a heap of the ranks in _awake, which include those of all lanes with work
        self._awake: set[int] = set()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __contains__(self, node: Node[S]) -> bool:
        return node in self._lane(node)

    def put(self, node: Node[S], pruned: Sequence[Node[S]] = ()) -> bool:
        """Queue a node where the order wants it, once, with all that it prunes; is it in front of work in vain?"""
        first = self._seated(node, pruned) if self._family is not None else None
        self._order.place(self._wake(node), node, first)
        self._waits(node)
        return first is not None

    def put_back(self, node: Node[S]) -> None:
        """Queue a node whose expansion was interrupted, at the front of its lane."""
        self._wake(node).prepend(node)
        self._waits(node)

    def pop(self) -> Node[S]:
        """Take the node whose turn it is."""
        while not self._lanes[self._turns[0]]:
            self._awake.remove(heapq.heappop(self._turns))
        node = self._lanes[self._turns[0]].pop()
        self._ceases(node)
        return node

    def remove(self, node: Node[S]) -> None:
        """Forget a node that is taken out of the graph, be it queued or not."""
        lane = self._lane(node)
        if node in lane:
            lane.remove(node)
            self._size -= 1
        if self._family is not None and node in self._family:
            self._family.leave(node)

    def _seated(self, node: Node[S], pruned: Sequence[Node[S]]) -> Node[S] | None:
        """Give a new node its place in the family; the first waiting descendant of ``pruned`` if it is in its lane."""
        family = self._family
        assert family is not None
        if not pruned:
            if node not in family:
                assert node.creator is not None
                creator = representative(node.creator)
                family.enter(node, creator if creator in family else self._start)
            return None
        firsts = {old: family.first(old) for old in pruned}
        waiting = [(self._turn(first), first, old) for old, first in firsts.items() if first is not None]
        _, first, chosen = min(waiting, key=itemgetter(0), default=(None, None, pruned[0]))
        for old in pruned:
            if old is not chosen:
                family.leave(old)
        family.inherit(node, chosen)
        return first if first is not None and first in self._lane(node) else None

    def _waits(self, node: Node[S]) -> None:
        self._size += 1
        if self._family is not None:
            self._family.wait(node)

    def _ceases(self, node: Node[S]) -> None:
        self._size -= 1
        if self._family is not None and node in self._family:
            self._family.cease(node)

    def _turn(self, node: Node[S]) -> tuple[int, int]:
        rank = self._rank(node.location)
        return rank, self._lanes[rank].label(node)

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

"""An index of live nodes that answers: who covers this state, and whom would it cover?

By location first, then by *rank*: a number that does not grow when a state gets larger (the literal count of a cube).
So only nodes of at most a state's rank can cover it, and only nodes of at least its rank can lie below it.
Law: the nodes at one location form an antichain, so the two questions never both have an answer.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from assay.core.model import Location
from assay.explore.unfold.graph import Node

S = TypeVar("S", bound=Hashable)


class _Shelf(Generic[S]):
    """The live nodes of one location: equal states by hash, others by rank; ``ranks`` is sorted."""

    __slots__ = ("buckets", "equal", "ranks")

    def __init__(self) -> None:
        self.equal: dict[S, Node[S]] = {}
        self.ranks: list[int] = []
        self.buckets: dict[int, dict[Node[S], S]] = {}


class Coverage(Generic[S]):
    """Live nodes, an antichain at each location under ``leq``; ``leq(a, b)`` implies ``rank(a) >= rank(b)``."""

    __slots__ = ("_leq", "_rank", "_shelves", "tests")

    def __init__(self, leq: Callable[[S, S], bool], rank: Callable[[S], int]) -> None:
        self._leq = leq
        self._rank = rank
        self._shelves: dict[Location, _Shelf[S]] = {}
        self.tests = 0

    def above(self, location: Location, state: S) -> Node[S] | None:
        """A live node that covers ``state``: the equal one, else the oldest of the most general ones."""
        shelf = self._shelves.get(location)
        if shelf is None:
            return None
        equal = shelf.equal.get(state)
        if equal is not None:
            return equal
        leq = self._leq
        for rank in shelf.ranks[: bisect_right(shelf.ranks, self._rank(state))]:
            for node, larger in shelf.buckets[rank].items():
                self.tests += 1
                if leq(state, larger):
                    return node
        return None

    def below(self, location: Location, state: S) -> list[Node[S]]:
        """The live nodes that ``state`` covers; asked only where nothing covers it, so they lie strictly below."""
        shelf = self._shelves.get(location)
        if shelf is None:
            return []
        leq = self._leq
        found = []
        for rank in shelf.ranks[bisect_left(shelf.ranks, self._rank(state)) :]:
            for node, smaller in shelf.buckets[rank].items():
                self.tests += 1
                if leq(smaller, state):
                    found.append(node)
        return found

    def add(self, node: Node[S]) -> None:
        state = node.state
        assert state is not None
        shelf = self._shelves.get(node.location)
        if shelf is None:
            shelf = self._shelves[node.location] = _Shelf()
        rank = self._rank(state)
        if rank not in shelf.buckets:
            shelf.buckets[rank] = {}
            insort(shelf.ranks, rank)
        shelf.buckets[rank][node] = state
        shelf.equal[state] = node

    def discard(self, node: Node[S]) -> None:
        state = node.state
        assert state is not None
        shelf = self._shelves[node.location]
        rank = self._rank(state)
        bucket = shelf.buckets[rank]
        del bucket[node], shelf.equal[state]
        if not bucket:
            del shelf.buckets[rank]
            shelf.ranks.remove(rank)

    def nodes(self, location: Location) -> list[Node[S]]:
        """The live nodes at ``location``, oldest first."""
        shelf = self._shelves.get(location)
        return [] if shelf is None else sorted(shelf.equal.values(), key=lambda node: node.number)

    def locations(self) -> list[Location]:
        """The locations that have live nodes, in order of first arrival."""
        return [location for location, shelf in self._shelves.items() if shelf.equal]

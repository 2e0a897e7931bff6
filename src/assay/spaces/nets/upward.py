"""Upward-closed sets of markings by their minimal elements, with an index for either direction of subsumption.

A marking maps places to positive numbers; places that are not listed have none.  What is below a marking is found in a
trie whose paths are stored markings, place by place: only places where the marking has tokens are followed (Hoffmann,
Koehler: A New Method to Index and Query Sets, IJCAI 1999).  What is above it is found by bitsets: for every place and
every number that occurs there, the stored markings with at least that many tokens.  Sets are never complemented.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping

from assay.core.bits import ones

Marking = Mapping[int, int]


class Larger:
    """Numbered markings, indexed to find those that are at least a given one."""

    def __init__(self) -> None:
        self._values: dict[int, list[int]] = {}
        self._at_least: dict[int, list[int]] = {}

    def store(self, marking: Marking, number: int) -> None:
        for place, count in marking.items():
            values = self._values.setdefault(place, [])
            sets = self._at_least.setdefault(place, [])
            index = bisect_left(values, count)
            if index == len(values) or values[index] != count:
                values.insert(index, count)
                sets.insert(index, sets[index] if index < len(sets) else 0)
            for lower in range(index + 1):
                sets[lower] |= 1 << number

    def among(self, candidates: int, marking: Marking) -> int:
        """The candidates, a set of numbers, whose markings are at least this one."""
        for place, count in marking.items():
            values = self._values.get(place, [])
            index = bisect_left(values, count)
            if index == len(values):
                return 0
            candidates &= self._at_least[place][index]
            if not candidates:
                return 0
        return candidates


class _Node:
    """The stored markings that begin as the path to here; ``number`` is that of the one that ends here, or -1."""

    __slots__ = ("further", "number")

    def __init__(self) -> None:
        self.further: dict[int, dict[int, _Node]] = {}
        self.number = -1


class Upward:
    """A growing upward-closed set; ``minimal`` are its minimal elements by the number under which they were added."""

    def __init__(self) -> None:
        self.minimal: dict[int, Marking] = {}
        self._alive = 0
        self._next = 0
        self._root = _Node()
        self._larger = Larger()

    def __contains__(self, marking: Marking) -> bool:
        """Is some stored marking below this one?"""
        items = sorted(marking.items())
        stack = [(self._root, 0)]
        while stack:
            node, start = stack.pop()
            if node.number in self.minimal:
                return True
            further = node.further
            if further:
                for position in range(start, len(items)):
                    place, most = items[position]
                    for count, following in further.get(place, {}).items():
                        if count <= most:
                            stack.append((following, position + 1))
        return False

    def add(self, marking: Marking) -> int | None:
        """Add the marking and all above it; its number, or None if it was there."""
        return None if marking in self else self.insert(marking)

    def insert(self, marking: Marking) -> int:
        """Add a marking that is not in the set, and all above it; its number."""
        for number in ones(self._larger.among(self._alive, marking)):
            self._remove(self.minimal.pop(number))
            self._alive &= ~(1 << number)
        number, self._next = self._next, self._next + 1
        self.minimal[number] = marking
        self._alive |= 1 << number
        self._larger.store(marking, number)
        node = self._root
        for place, count in sorted(marking.items()):
            node = node.further.setdefault(place, {}).setdefault(count, _Node())
        node.number = number
        return number

    def _remove(self, marking: Marking) -> None:
        """Take the path of a stored marking out of the trie, as far as no other one uses it."""
        path, node = [], self._root
        for place, count in sorted(marking.items()):
            path.append((node, place, count))
            node = node.further[place][count]
        node.number = -1
        while path and node.number < 0 and not node.further:
            node, place, count = path.pop()
            del node.further[place][count]
            if not node.further[place]:
                del node.further[place]

    def within(self, markings: Iterable[Marking]) -> Upward:
        """What is both in this set and at or above one of ``markings``."""
        result = Upward()
        for marking in markings:
            if marking in self:
                result.add(marking)
            else:
                for own in self:
                    result.add(joined(own, marking))
        return result

    def __iter__(self) -> Iterator[Marking]:
        return iter(self.minimal.values())

    def __len__(self) -> int:
        return len(self.minimal)


def upward(markings: Iterable[Marking]) -> Upward:
    """The markings at or above one of those given."""
    result = Upward()
    for marking in markings:
        result.add(marking)
    return result


def joined(left: Marking, right: Marking) -> Marking:
    """The least marking above both."""
    return {**left, **{place: max(count, left.get(place, 0)) for place, count in right.items()}}

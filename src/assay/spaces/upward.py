"""Upward-closed sets of markings by their minimal elements, with a subsumption index.

A marking maps places to positive numbers; places that are not listed have none.  The index keeps, for every place and
every number that occurs there, the stored markings with at least that many tokens, as a bitset: both directions of
subsumption are then a few operations on long integers, whatever the number of stored markings.  Each stored marking is
also *watched* at its rarest place: only those watched where a marking has tokens can be below it, mostly a handful.
Sets are never complemented.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Final

from assay.spaces.explicit import members

Marking = Mapping[int, int]


HANDFUL: Final = 32


class Upward:
    """A growing upward-closed set; ``minimal`` are its minimal elements by the number under which they were added."""

    def __init__(self) -> None:
        self.minimal: dict[int, Marking] = {}
        self._alive = 0
        self._next = 0
        self._values: dict[int, list[int]] = {}
        self._at_least: dict[int, list[int]] = {}
        self._watched: dict[int, int] = {}
        self._everything = False

    def __contains__(self, marking: Marking) -> bool:
        """Is some stored marking below this one?"""
        if self._everything:
            return True
        candidates = 0
        for place in marking:
            candidates |= self._watched.get(place, 0)
        candidates &= self._alive
        if candidates.bit_count() <= HANDFUL:
            return any(_below(self.minimal[number], marking) for number in members(candidates))
        for place, values in self._values.items():
            index = bisect_left(values, marking.get(place, 0) + 1)
            if index < len(values):
                candidates &= ~self._at_least[place][index]
                if not candidates:
                    return False
        return bool(candidates)

    def add(self, marking: Marking) -> int | None:
        """Add the marking and all above it; its number, or None if it was there."""
        if marking in self:
            return None
        for number in self._above(marking):
            del self.minimal[number]
            self._alive &= ~(1 << number)
        number, self._next = self._next, self._next + 1
        self.minimal[number] = marking
        self._alive |= 1 << number
        for place, count in marking.items():
            self._store(place, count, number)
        if marking:
            rarest = min(marking, key=lambda place: (self._at_least[place][0].bit_count(), place))
            self._watched[rarest] = self._watched.get(rarest, 0) | 1 << number
        else:
            self._everything = True
        return number

    def _above(self, marking: Marking) -> Iterator[int]:
        """The stored minimal markings that are at least this one."""
        candidates = self._alive
        for place, count in marking.items():
            values = self._values.get(place, [])
            index = bisect_left(values, count)
            if index == len(values):
                return iter(())
            candidates &= self._at_least[place][index]
        return members(candidates)

    def _store(self, place: int, count: int, number: int) -> None:
        values = self._values.setdefault(place, [])
        sets = self._at_least.setdefault(place, [])
        index = bisect_left(values, count)
        if index == len(values) or values[index] != count:
            values.insert(index, count)
            sets.insert(index, sets[index] if index < len(sets) else 0)
        for lower in range(index + 1):
            sets[lower] |= 1 << number

    def __iter__(self) -> Iterator[Marking]:
        return iter(self.minimal.values())

    def __len__(self) -> int:
        return len(self.minimal)


def _below(lower: Marking, upper: Marking) -> bool:
    return all(upper.get(place, 0) >= count for place, count in lower.items())

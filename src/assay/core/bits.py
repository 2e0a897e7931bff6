"""Sets of small numbers as integers: a number is in the set if its bit is one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def ones(numbers: int) -> Iterator[int]:
    """The elements of a set, in ascending order, in time proportional to their number (and words)."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


def bitset(elements: Iterable[int]) -> int:
    """The set of these numbers."""
    result = 0
    for element in elements:
        result |= 1 << element
    return result

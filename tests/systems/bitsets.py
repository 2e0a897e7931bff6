"""Bitsets and domains over them as the papers write them: a set of states is a word of digits."""

from __future__ import annotations

from collections.abc import Mapping

from assay.core.bits import bitset
from assay.domains.fixpoint.partition import Partition
from assay.spaces.sets import included


def digits(text: str) -> int:
    """The set of the digits of ``text``; ``{}`` is the empty set."""
    return 0 if text == "{}" else bitset(int(digit) for digit in text)


def from_cones(cones: Mapping[int, int]) -> Partition[int]:
    """The domain on bitsets whose least member around each state is given; it must be a closure."""
    blocks: dict[int, int] = {}
    for state, cone in cones.items():
        blocks[cone] = blocks.get(cone, 0) | 1 << state
    order = tuple(sum(1 << number for number, lower in enumerate(blocks) if included(lower, upper)) for upper in blocks)
    result = Partition(tuple(blocks.values()), order)
    if result.cones != tuple(blocks):
        raise ValueError("these sets are not the cones of a preorder")
    return result

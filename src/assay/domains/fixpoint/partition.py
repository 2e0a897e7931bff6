"""Disjunctive domains: families of state sets closed under union and intersection, as a partition with a partial order.

A member is a union of blocks that contains, with a block, every block below it.  The least member around a state is the
*cone* of its block, so the family approximates from above and from below, and adding a set only splits blocks.
(Ranzato, Rossi Doria, Tapparo: A Forward-Backward Abstraction Refinement Algorithm, section 6.3.)
Known limits: a refinement compares all pairs of blocks, so thousands of blocks are too many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from assay.core.bits import ones
from assay.spaces.sets import StateSet

S = TypeVar("S", bound=StateSet)
Settle = Callable[[S, Sequence[S]], Sequence[S]]
"""Told that a block falls into pieces, a space may answer with other names of the same sets."""


def as_they_are(block: S, pieces: Sequence[S]) -> Sequence[S]:
    """Sets that need no other names."""
    return pieces


@dataclass(frozen=True)
class Partition(Generic[S]):
    """``blocks`` are disjoint, not empty, and cover everything; bit ``b`` of ``order[c]`` says that b is below c.

    The relation is reflexive, transitive and antisymmetric.
    """

    blocks: tuple[S, ...]
    order: tuple[int, ...]
    settle: Settle[S] = field(default=as_they_are, compare=False)

    @cached_property
    def empty(self) -> S:
        return self.blocks[0] & ~self.blocks[0]

    @cached_property
    def cones(self) -> tuple[S, ...]:
        """Per block the least member that contains it."""
        return tuple(_union(self.blocks[block], self.blocks, lower) for block, lower in enumerate(self.order))

    @property
    def additive(self) -> bool:
        return True

    def above(self, states: S) -> S:
        """The least member that contains ``states``.  Extensive, monotone, idempotent, additive."""
        found, members = 0, self.empty
        rest = states
        for number, (block, lower) in enumerate(zip(self.blocks, self.order, strict=True)):
            if found >> number & 1:
                continue
            if not rest:
                break
            if block & rest:
                found |= lower
                members = members | self.cones[number]
                rest = rest & ~block
        return members

    def below(self, states: S) -> S:
        """The greatest member inside ``states``.  Reductive, monotone, idempotent."""
        result = self.empty
        outside = ~states
        partly = 0
        for number, block in enumerate(self.blocks):
            if block & outside:
                partly |= 1 << number
        for block, lower in zip(self.blocks, self.order, strict=True):
            if not lower & partly:
                result = result | block
        return result

    def refine(self, states: S) -> Partition[S]:
        """The least disjunctive family with these members and ``states``."""
        pieces: list[S] = []
        parents: list[int] = []
        inside = 0
        others = ~states
        for number, block in enumerate(self.blocks):
            within, without = block & states, block & others
            if within and without:
                inside |= 1 << len(pieces)
                pieces += self.settle(block, (within, without))
                parents += (number, number)
            else:
                inside |= bool(within) << len(pieces)
                pieces.append(block)
                parents.append(number)
        return Partition(tuple(pieces), self._split_order(parents, inside), self.settle)

    def _split_order(self, parents: Sequence[int], inside: int) -> tuple[int, ...]:
        """A piece is below another if its parent was, except that nothing outside is below something inside."""
        children = [0] * len(self.blocks)
        for piece, parent in enumerate(parents):
            children[parent] |= 1 << piece
        inherited = [_union(0, children, lower) for lower in self.order]
        return tuple(
            inherited[parent] & inside if inside >> piece & 1 else inherited[parent]
            for piece, parent in enumerate(parents)
        )

    def cells(self) -> tuple[tuple[S, S], ...]:
        return tuple(zip(self.blocks, self.cones, strict=True))


def coarsest(whole: S, settle: Settle[S] = as_they_are) -> Partition[S]:
    """The domain whose only members are nothing and everything."""
    return Partition((whole,), (1,), settle)


def generated(whole: S, members: Iterable[S], settle: Settle[S] = as_they_are) -> Partition[S]:
    """The least disjunctive domain that contains ``members``."""
    result = coarsest(whole, settle)
    for member in members:
        result = result.refine(member)
    return result


def _union(start: S, sets: Sequence[S], chosen: int) -> S:
    result = start
    for number in ones(chosen):
        result = result | sets[number]
    return result

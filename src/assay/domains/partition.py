"""Disjunctive domains: families of state sets closed under union and intersection, as a partition with a partial order.

A member is a union of blocks that contains, with a block, every block below it.  The least member around a state is the
*cone* of its block, so the family approximates from above and from below, and adding a set only splits blocks.
(Ranzato, Rossi Doria, Tapparo: A Forward-Backward Abstraction Refinement Algorithm, section 6.3.)
Known limits: a refinement compares all pairs of blocks, so thousands of blocks are too many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from assay.spaces.sets import StateSet, System, included

S = TypeVar("S", bound=StateSet)


@dataclass(frozen=True)
class Partition(Generic[S]):
    """``blocks`` are disjoint, not empty, and cover everything; bit ``b`` of ``order[c]`` says that b is below c.

    The relation is reflexive, transitive and antisymmetric.
    """

    blocks: tuple[S, ...]
    order: tuple[int, ...]

    @cached_property
    def cones(self) -> tuple[S, ...]:
        """Per block the least member that contains it."""
        return tuple(_union(self.blocks[block], self.blocks, lower) for block, lower in enumerate(self.order))

    def above(self, states: S) -> S:
        """The least member that contains ``states``.  Extensive, monotone, idempotent, additive."""
        result = states
        rest = states
        for block, cone in zip(self.blocks, self.cones, strict=True):
            if not rest:
                break
            if block & rest:
                result = result | cone
                rest = rest & ~block
        return result

    def below(self, states: S) -> S:
        """The greatest member inside ``states``.  Reductive, monotone, idempotent."""
        result = states & ~states
        for block, cone in zip(self.blocks, self.cones, strict=True):
            if included(cone, states):
                result = result | block
        return result

    def refine(self, states: S) -> Partition[S]:
        """The least disjunctive family with these members and ``states``."""
        pieces: list[S] = []
        parents: list[int] = []
        inside = 0
        for number, block in enumerate(self.blocks):
            within = block & states
            if within:
                inside |= 1 << len(pieces)
                pieces.append(within)
                parents.append(number)
            outside = block & ~states
            if outside:
                pieces.append(outside)
                parents.append(number)
        return Partition(tuple(pieces), self._split_order(parents, inside))

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

    def normal(self, system: System[S]) -> Partition[S]:
        """The least refinement with the initial, other, safe and bad states among its members."""
        result = self
        for member in (system.safe, system.bad, system.initial, system.other):
            if member and result.above(member) != member:
                result = result.refine(member)
        return result


def coarsest(whole: S) -> Partition[S]:
    """The domain whose only members are nothing and everything."""
    return Partition((whole,), (1,))


def generated(whole: S, members: Iterable[S]) -> Partition[S]:
    """The least disjunctive domain that contains ``members``."""
    result = coarsest(whole)
    for member in members:
        result = result.refine(member)
    return result


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


def _union(start: S, sets: Sequence[S], chosen: int) -> S:
    result = start
    for number in _ones(chosen):
        result = result | sets[number]
    return result


def _ones(number: int) -> Iterator[int]:
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


@dataclass(frozen=True)
class Suspicion(Generic[S]):
    """What FBAR keeps between rounds: the domain and its variables M, U, V, X, Y as printed.

    ``cleared`` collects what left M although it was reached: together with the last forward set it is inductive.
    """

    domain: Partition[S]
    suspects: S
    forward: S
    backward: S
    safe: S
    unsafe: S
    cleared: S = field(compare=False)
    number: int = field(default=0, compare=False)


def first_suspicion(system: System[S], domain: Partition[S]) -> Suspicion[S]:
    """Line 2: everything is suspect.  The domain is refined until it has the members that FBAR requires."""
    return Suspicion(
        domain.normal(system),
        suspects=system.whole,
        forward=system.safe,
        backward=system.other,
        safe=system.safe,
        unsafe=system.bad,
        cleared=system.empty,
    )

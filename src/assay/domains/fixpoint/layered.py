"""Disjunctive domains with more blocks than anybody could list: a base given by its two approximations, cut by sets.

The least member around a state is that of the base, met with every added set that the state lies in.  So the states
that lie in the same added sets form a *layer* with one *bound*, the meet of these sets, and both approximations are
those of the base layer by layer.  FBAR adds sets that shrink, so that each refinement adds one layer.
(Equal to a partition split by the same sets: Ranzato, Rossi Doria, Tapparo, section 6.3.)
A base may answer each refinement with more members of its own: methods only ask that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from assay.spaces.sets import StateSet

S = TypeVar("S", bound=StateSet)


class Base(Protocol[S]):
    """Two approximations by the same family, closed under union and intersection."""

    def above(self, states: S, /) -> S: ...
    def below(self, states: S, /) -> S: ...
    def finer(self) -> Self:
        """The same members, and perhaps more: what to use after a refinement."""


@dataclass(frozen=True)
class Layered(Generic[S]):
    """``layers`` are disjoint, not empty, and cover everything; each comes with its bound."""

    base: Base[S]
    layers: tuple[tuple[S, S], ...]

    @property
    def empty(self) -> S:
        layer, _ = self.layers[0]
        return layer & ~layer

    @property
    def additive(self) -> bool:
        return True

    def above(self, states: S) -> S:
        """The least member that contains ``states``.  Extensive, monotone, idempotent, additive."""
        result = self.empty
        for layer, bound in self.layers:
            inside = states & layer
            if inside:
                result = result | (self.base.above(inside) & bound)
        return result

    def below(self, states: S) -> S:
        """The greatest member inside ``states``.  Reductive, monotone, idempotent."""
        result = self.empty
        for layer, bound in self.layers:
            if states & layer:
                result = result | (layer & self.base.below(states | ~bound))
        return result

    def refine(self, states: S) -> Layered[S]:
        """A disjunctive family with these members and ``states``: the least one if the base stays as it is."""
        return self.cut(states, self.base.finer())

    def cut(self, states: S, base: Base[S]) -> Layered[S]:
        """The least disjunctive family with the members of ``base``, the sets added so far, and ``states``."""
        found: list[tuple[S, S]] = []
        others = ~states
        for layer, bound in self.layers:
            inside, outside = layer & states, layer & others
            if inside:
                found.append((inside, bound & states))
            if outside:
                found.append((outside, bound))
        return Layered(base, tuple(found))

    def cells(self) -> tuple[tuple[S, S], ...]:
        return ()


def layered(base: Base[S], whole: S, added: Iterable[S] = ()) -> Layered[S]:
    """The least disjunctive family with the members of ``base`` and the sets ``added``."""
    result = Layered(base, ((whole, whole),))
    for states in added:
        result = result.cut(states, base)
    return result

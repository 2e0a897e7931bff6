"""Intersection-only domains: a base closure and a growing list of members, for fixpoint-guided refinement (CGR).

Adding a set adds its intersections with the members so far, and nothing else; there is no approximation from below.
(Cousot, Ganty, Raskin: Fixpoint-Guided Abstraction Refinements, SAS 2007.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Protocol, Self, TypeVar

from assay.domains.partition import Partition
from assay.spaces.sets import StateSet, included

S = TypeVar("S", bound=StateSet)


class Domain(Protocol[S]):
    """A closure that can be refined: afterwards ``states`` is a member."""

    def above(self, states: S, /) -> S: ...
    def refine(self, states: S, /) -> Self: ...


@dataclass(frozen=True)
class Closure(Generic[S]):
    """The members of ``base``, the sets ``added``, and their intersections."""

    base: Partition[S]
    added: tuple[S, ...] = ()

    def above(self, states: S) -> S:
        """The least member that contains ``states``.  Extensive, monotone, idempotent."""
        result = self.base.above(states)
        for member in self.added:
            if included(states, member):
                result = result & member
        return result

    def refine(self, states: S) -> Closure[S]:
        return Closure(self.base, (*self.added, states))


@dataclass(frozen=True)
class Guided(Generic[S]):
    """Precision of CGR: a domain, and the states not yet known to reach an error (``Z``)."""

    domain: Domain[S]
    remaining: S
    number: int = field(default=0, compare=False)

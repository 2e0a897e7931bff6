"""Intersection-only domains: a base closure and a growing list of members, for fixpoint-guided refinement (CGR).

Adding a set adds its intersections with the members so far, and nothing else; there is no approximation from below.
(Cousot, Ganty, Raskin: Fixpoint-Guided Abstraction Refinements, SAS 2007.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from assay.domains.fixpoint.protocols import Domain
from assay.spaces.sets import StateSet, included

S = TypeVar("S", bound=StateSet)


@dataclass(frozen=True)
class Closure(Generic[S]):
    """The members of ``base``, the sets ``added``, and their intersections."""

    base: Domain[S]
    added: tuple[S, ...] = ()

    @property
    def additive(self) -> bool:
        return False

    def above(self, states: S) -> S:
        """The least member that contains ``states``.  Extensive, monotone, idempotent."""
        result = self.base.above(states)
        for member in self.added:
            if included(states, member):
                result = result & member
        return result

    def refine(self, states: S) -> Closure[S]:
        return Closure(self.base, (*self.added, states))

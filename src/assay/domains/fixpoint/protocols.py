"""What fixpoint engines ask of a domain of state sets, and what they keep from one refinement to the next.

A *closure* approximates from above; a *disjunctive* domain, closed under union as well, also from below.
(Cousot, Ganty, Raskin, SAS 2007; Ranzato, Rossi Doria, Tapparo: A Forward-Backward Abstraction Refinement Algorithm.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

from assay.spaces.sets import StateSet, System

S = TypeVar("S", bound=StateSet)


class Domain(Protocol[S]):
    """A closure that can be refined: afterwards ``states`` is a member.  If *additive*, it distributes over unions."""

    @property
    def additive(self) -> bool: ...
    def above(self, states: S, /) -> S:
        """The least member that contains ``states``.  Extensive, monotone, idempotent."""

    def refine(self, states: S, /) -> Self: ...


class Disjunctive(Domain[S], Protocol[S]):
    """A refinable domain that is closed under union and intersection."""

    def below(self, states: S, /) -> S:
        """The greatest member inside ``states``.  Reductive, monotone, idempotent."""

    def cells(self) -> tuple[tuple[S, S], ...]:
        """Blocks of states that no member tells apart, each with the least member around it; nothing if too many."""


D = TypeVar("D", bound=Disjunctive[Any])


def normal(domain: D, system: System[S]) -> D:
    """The least refinement with the initial, other, safe and bad states among its members."""
    for member in (system.safe, system.bad, system.initial, system.other):
        if member and domain.above(member) != member:
            domain = domain.refine(member)
    return domain


@dataclass(frozen=True)
class Guided(Generic[S]):
    """Precision of CGR: a domain, and the states not yet known to reach an error (``Z``)."""

    domain: Domain[S]
    remaining: S
    number: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Suspicion(Generic[S]):
    """What FBAR keeps between rounds: the domain and its variables M, U, V, X, Y as printed.

    ``cleared`` collects what left M although it was reached: together with the last forward set it is inductive.
    """

    domain: Disjunctive[S]
    suspects: S
    forward: S
    backward: S
    safe: S
    unsafe: S
    cleared: S = field(compare=False)
    number: int = field(default=0, compare=False)


def first_suspicion(system: System[S], domain: Disjunctive[S]) -> Suspicion[S]:
    """Line 2: everything is suspect.  The domain is refined until it has the members that FBAR requires."""
    return Suspicion(
        normal(domain, system),
        suspects=system.whole,
        forward=system.safe,
        backward=system.other,
        safe=system.safe,
        unsafe=system.bad,
        cleared=system.empty,
    )

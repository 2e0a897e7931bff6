"""Upward-closed sets of markings that count no further than a cap at each place.

The least such set above ``m`` and all larger markings has the minimal element ``min(m, cap)``.  The family is closed
under union and intersection; raising caps adds members.  (In the spirit of Ganty, Raskin, Van Begin: From Many Places
to Few, ATPN 2007, which merges places instead.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from assay.spaces.nets.upward import Marking


@dataclass(frozen=True)
class Capped:
    """``caps`` by place; a place that is not listed is not looked at."""

    caps: tuple[tuple[int, int], ...] = ()

    def above(self, marking: Marking) -> Marking:
        """The minimal element of the least member with ``marking``."""
        caps = dict(self.caps)
        return {place: min(count, caps[place]) for place, count in marking.items() if place in caps}

    def refine(self, states: Iterable[Marking]) -> Capped:
        """A family with these members and the set whose minimal elements are ``states``."""
        caps = dict(self.caps)
        for marking in states:
            for place, count in marking.items():
                caps[place] = max(count, caps.get(place, 0))
        return Capped(tuple(sorted(caps.items())))


@dataclass(frozen=True)
class Watched:
    """Precision of dual CGR on nets: a domain, and the minimal markings not yet known to be reachable (``Z``).

    Two are equal if they have the same domain and the same Z, in whichever order and after however many rounds.
    """

    domain: Capped
    remaining: tuple[Marking, ...]
    number: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        in_order = sorted(self.remaining, key=lambda marking: sorted(marking.items()))
        object.__setattr__(self, "remaining", tuple(in_order))

"""What an abstract domain gives to an explorer by unfolding."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

from assay.core.events import Counters
from assay.core.model import Edge, Location
from assay.core.terms import Term

P_contra = TypeVar("P_contra", contravariant=True)
S = TypeVar("S", bound=Hashable)


class Transfer(Protocol[P_contra, S]):
    """An abstract domain over one model.  ``S`` is a hashable abstract state at a location, never the empty one.

    Laws: ``post`` is extensive over the concrete step and, for answers that do not depend on the order, monotone;
    ``leq`` is a preorder that implies inclusion, and ``leq(a, b)`` implies ``rank(a) >= rank(b)``.
    """

    def adopt(self, precision: P_contra, /) -> bool:
        """Compute with ``precision`` from now on.  Do states computed before keep their meaning?"""

    def initial(self) -> Sequence[S]:
        """Abstract states that together contain the initial states."""

    def post(self, edge: Edge, state: S, /, *uses: S) -> Sequence[S]:
        """Abstract states that together contain the successors of ``state``; none if the edge is not enabled.

        ``uses`` are abstract states of what the edge uses besides, in its order; a domain may forget them.
        """

    def possible(self, edge: Edge, chosen: Sequence[S | None], /) -> bool:
        """May a step along ``edge``, which uses further states, need those ``chosen``, None for what is left open?

        The source's comes first.  A domain says no only if there is no such step, whatever else is chosen.
        """

    def leq(self, left: S, right: S, /) -> bool: ...
    def rank(self, state: S, /) -> int: ...

    def stamp(self, location: Location, /) -> Hashable:
        """A name for the precision at ``location``: it differs when states there would be computed differently."""

    def formula(self, location: Location, states: Sequence[S], /) -> Term:
        """The union of ``states`` over the variables of ``location``."""

    def counters(self) -> Counters:
        """Running totals, such as ``queries``."""

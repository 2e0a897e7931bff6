"""Which latches tell two sets of states apart: the refinement of localization.

``differ`` finds few hidden latches over which two disjoint sets stay disjoint; among equally few it prefers those that
leave fewer variables free.  ``separating`` says which two sets to tell apart after a path could not be followed: the
pairs of figure 7 of Barner, Geist, Gringauze (CAV 2002), and others for conflicts that the figure does not cover.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from assay.domains.localization import Latches, Localization
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import node_of

# Beyond so many candidates single latches are not tried one by one.
SINGLES: Final = 300

Rank = Callable[[Latches], int]
"""Of two equally small sets of new latches, the one with the lower rank is taken."""


@dataclass(frozen=True, eq=False)
class Failure:
    """Step ``index`` of a path could not be reached inside the latches ``inside``.

    ``reached`` are the steps at ``index - 1`` that the search came to (None if it failed at once), and ``sets`` the
    path as it stood; the ``condition`` is what steps there had to satisfy, where inputs matter.
    """

    index: int
    reached: Diagram | None
    sets: tuple[Diagram, ...]
    inside: Latches
    condition: Diagram | None = None


@dataclass(frozen=True)
class Separation:
    """The latches to make visible, and the name of the rule that found them."""

    latches: Latches
    rule: str


def fewest_free(localization: Localization, visible: Latches) -> Rank:
    """The number of free variables of the abstraction with the new latches."""
    return lambda more: localization.supports.frees(visible | more)


class Pair(Protocol):
    """Two sets of states, as far as some latches show them."""

    def candidates(self) -> Latches:
        """Latches that suffice to tell the sets apart, if anything does."""
        ...

    def are_apart(self, shown: Latches) -> bool:
        """Are the sets disjoint when projected on these latches?  Monotone."""
        ...


@dataclass(frozen=True, eq=False)
class Sets:
    """Two sets that are given: what only one of them mentions cannot tell them apart."""

    localization: Localization
    left: Diagram
    right: Diagram

    def candidates(self) -> Latches:
        support = self.localization.diagrams.support
        common = frozenset(node_of(name) for name in support(self.left) & support(self.right))
        return common & self.localization.supports.latches

    def are_apart(self, shown: Latches) -> bool:
        project = self.localization.project
        return bool(project(self.left, shown) & project(self.right, shown) == self.localization.diagrams.false)


@dataclass(frozen=True, eq=False)
class ImageOf:
    """The image of ``before`` inside some latches, and a set ``here``: told apart by preimages, which cost less."""

    localization: Localization
    inside: Latches
    before: Diagram
    here: Diagram

    def candidates(self) -> Latches:
        mentioned = frozenset(node_of(name) for name in self.localization.diagrams.support(self.here))
        return mentioned & self.inside

    def are_apart(self, shown: Latches) -> bool:
        target = self.localization.project(self.here, shown & self.inside)
        leading = self.localization.space(self.inside).steps_before(target, self.before)
        return bool(leading == self.localization.diagrams.false)


def differ(localization: Localization, pair: Pair, visible: Latches, rank: Rank) -> Latches | None:
    """A set of latches, minimal by inclusion, that keeps the pair apart together with the visible ones.

    None if they are not apart, even over all latches.
    """
    hidden = sorted(pair.candidates() - visible)
    if not pair.are_apart(visible.union(hidden)):
        return None
    if pair.are_apart(visible):
        return frozenset()
    if len(hidden) <= SINGLES:
        singles = [frozenset((node,)) for node in hidden if pair.are_apart(visible | {node})]
        if singles:
            return min(singles, key=lambda more: (rank(more), sorted(more)))
    costs = {node: rank(frozenset((node,))) for node in hidden}
    orders = (sorted(hidden, key=lambda node: (-costs[node], -node)), hidden, hidden[::-1])
    found = [_eliminated(localization, pair, visible, order) for order in orders]
    return min(found, key=lambda more: (len(more), rank(more), sorted(more)))


def _eliminated(localization: Localization, pair: Pair, visible: Latches, order: Sequence[int]) -> Latches:
    """What is left when one latch after another is dropped as long as the sets stay apart."""
    kept = frozenset(order)
    for node in order:
        localization.functions.check_time()
        if pair.are_apart(visible | kept - {node}):
            kept = kept - {node}
    return kept


def separating(localization: Localization, failure: Failure, visible: Latches, rank: Rank) -> Separation | None:
    """New latches that show the conflict: of the first pair of sets that are apart, and not by visible ones alone."""
    for rule, pair in _pairs(localization, failure, visible):
        found = differ(localization, pair, visible, rank)
        if found:
            return Separation(found, rule)
    rest = failure.inside - visible
    return Separation(rest, "all") if rest else None


def _pairs(localization: Localization, failure: Failure, visible: Latches) -> Iterator[tuple[str, Pair]]:
    """Candidates for ``differ`` in the order in which they are tried."""
    index, sets, inside = failure.index, failure.sets, failure.inside
    large = localization.space(inside)
    if index == 0:
        yield "init", Sets(localization, large.initial(), sets[0])
        return
    before, here = sets[index - 1], sets[index]
    yield "img", ImageOf(localization, inside, localization.project(before, visible), here)
    yield "pre", Sets(localization, large.steps_before(localization.project(here, visible)), before)
    if failure.reached is not None:
        alive = localization.space(visible).steps_before(localization.project(here, visible))
        alive = alive if failure.condition is None else alive & failure.condition
        yield "dead", Sets(localization, failure.reached, alive)
        yield "dead2", ImageOf(localization, inside, failure.reached, here)

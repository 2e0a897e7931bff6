"""Lemmas from obligations that cannot be met: the cube made larger as long as it stays underivable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from assay.core.model import Location
from assay.explore.summaries.facts import Cube, Frames
from assay.explore.summaries.rules import Rule
from assay.solve.interpolation.projection import sum_of

Unreachable = Callable[[Location, Cube, int], Cube | None]


class Generaliser:
    """Asks whether larger cubes are ``unreachable`` too."""

    MOST_SUMMED_LITERALS = 6

    def __init__(self, unreachable: Unreachable, frames: Frames, rules: Sequence[Rule]) -> None:
        self._unreachable = unreachable
        self._frames = frames

    def lemmas(self, place: Location, cube: Cube, needed: Cube, level: int) -> Iterator[Cube]:
        """Cubes to be blocked at ``level``: the first contains ``cube``, of which ``needed`` suffices."""
        yield self._summed(place, self._dropped(place, needed, level), level)

    def _dropped(self, place: Location, cube: Cube, level: int) -> Cube:
        """Without the literals that it does not need."""
        for literal in sorted(cube, key=lambda literal: -literal.uid):
            if literal in cube:
                part = self._unreachable(place, cube - {literal}, level)
                if part is not None:
                    cube = part
        return cube

    def _summed(self, place: Location, cube: Cube, level: int) -> Cube:
        """Two inequalities replaced by their sum, where that suffices."""
        if not 2 <= len(cube) <= self.MOST_SUMMED_LITERALS:
            return cube
        for left, right in combinations(sorted(cube, key=lambda literal: literal.uid), 2):
            total = sum_of(left, right)
            if total is not None and not total.is_const:
                part = self._unreachable(place, cube - {left, right} | {total}, level)
                if part is not None:
                    return part
        return cube

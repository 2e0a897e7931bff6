"""Larger cubes to block: literals are dropped as long as no step from the frame enters the cube (IC3's MIC).

Where a step from state s does, s itself may be unreachable: it is blocked first, up to a number of times (Hassan,
Bradley, Somenzi, "Better generalization in IC3", FMCAD 2013).  Easy problems pay for that with a few queries more; hard
ones get clauses of half the length.  Their second idea, to go on with the part of the cube that s satisfies, is left
out: it took more queries on most circuits that were measured.
Literals of a part that is excluded one frame before were tried there, and are not tried again (Xia, Becchi, Cimatti,
Griggio, Li, Pu, "Searching for i-good lemmas to accelerate safety model checking", CAV 2023).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from assay.explore.circuit.ic3.clauses import Frames
from assay.explore.circuit.ic3.justify import Justification

# Literals that could not be dropped from a cube before generalisation gives up.
FAILURES: Final = 25
# States that stand in the way and are blocked, for each literal.
OBSTACLES: Final = 3


class Generalisation:
    """Shrinks cubes over ``frames``; ``targets`` are the literals that a step into a cube makes true."""

    def __init__(
        self, frames: Frames, justification: Justification, targets: Callable[[Sequence[int]], list[int]]
    ) -> None:
        self._frames = frames
        self._justification = justification
        self._targets = targets

    def smaller(self, level: int, cube: list[int], *, nested: bool = False) -> list[int]:
        """Part of ``cube`` that no step from frame ``level`` outside of it enters, and without initial states."""
        failures = 0
        obstacles = 0 if nested or not level else OBSTACLES
        parent = self._frames.parent(cube, level)
        if len(parent) >= FAILURES:
            # Not all of its literals were tried.
            parent = frozenset()
        for literal in sorted((literal for literal in cube if literal not in parent), key=self._frames.often):
            if literal not in cube or len(cube) == 1:
                continue
            found = self._without(level, [other for other in cube if other != literal], obstacles)
            if found is not None:
                cube = found
                continue
            failures += 1
            if failures >= FAILURES:
                break
        return cube

    def _without(self, level: int, cube: list[int], obstacles: int) -> list[int] | None:
        """Part of ``cube`` that no step enters, after blocking up to so many states from which one does."""
        frames = self._frames
        if frames.initial.meet(cube):
            return None
        for _ in range(obstacles):
            solver = frames.solver(level)
            core = solver.unreached(cube)
            if core is not None:
                return frames.initial.outside(core, cube)
            obstacle, _ = self._justification.of(solver.cones, self._targets(cube))
            if not self._block(obstacle, level):
                return None
        return frames.unreached(level, cube)

    def _block(self, obstacle: Sequence[int], level: int) -> bool:
        """Excludes states from frame ``level``, if no step from the frame before enters them."""
        frames = self._frames
        if frames.initial.meet(obstacle):
            return False
        found = frames.unreached(level - 1, obstacle)
        if found is None:
            return False
        cube, at = frames.pushed(found, level, frames.last)
        frames.exclude(self.smaller(at - 1, cube, nested=True), at)
        return True

"""Why cubes could not be pushed: states of their frames from which steps enter them.

A frame loses states only to cubes that are excluded.  So as long as none of those that were excluded since then
contains the state, the cube cannot be pushed now either, and to see that takes no query.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from assay.core.circuit import Circuit
from assay.explore.circuit.ic3.cones import Cones

# To look at so many excluded cubes takes as long as a query.
MOST_LOOKED_AT: Final = 1000


class Witness(NamedTuple):
    """A state by the latch literals that are ``false`` in it, and how many cubes had been excluded by then.

    Sets of literals are the bits of a number.  Latches without a false literal have any value.
    """

    false: int
    seen: int


class Witnesses:
    """Makes witnesses, and tells how long they last."""

    def __init__(self, circuit: Circuit) -> None:
        self._latches = [latch.node for latch in circuit.latches]
        self._bit = {2 * node + sign: 1 << 2 * k + sign for k, node in enumerate(self._latches) for sign in (0, 1)}
        # Each cube that was excluded, and the last frame from which it was.
        self._excluded: list[tuple[int, int]] = []

    def exclude(self, cube: Iterable[int], level: int) -> None:
        """Frames up to ``level`` have lost the states in ``cube``."""
        self._excluded.append((sum(map(self._bit.__getitem__, cube)), level))

    def found(self, cones: Cones) -> Witness:
        """The state in the model that the solver has just found."""
        model, variable, bit = cones.sat.model(), cones.variable, self._bit
        size = len(model)
        false = 0
        for node in self._latches:
            own = variable.get(node)
            if own is not None and own <= size:
                false |= bit[2 * node + (model[own - 1] > 0)]
        return Witness(false, len(self._excluded))

    def remaining(self, witness: Witness, level: int) -> Witness | None:
        """The witness as of now, if frame ``level`` is sure to have it still."""
        if len(self._excluded) - witness.seen > MOST_LOOKED_AT:
            return None
        for cube, last in self._excluded[witness.seen :]:
            if last >= level and not cube & witness.false:
                return None
        return Witness(witness.false, len(self._excluded))

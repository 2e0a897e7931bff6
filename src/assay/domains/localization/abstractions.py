"""The abstractions of one circuit as sets in one manager, so that sets over different latches can be combined."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from assay.core import evidence
from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit
from assay.domains.localization.supports import BadStates, Leaves, Supports
from assay.domains.localization.visible import Latches
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import CircuitSpace, Functions, node_of, now

AbstractPath = evidence.AbstractPath[Diagram]

# Spaces that are kept: that of the precision, and those of the last layers.
KEPT: Final = 4


def leaves_of(functions: Functions) -> Leaves:
    """The latches and inputs that the function of a literal depends on."""

    def leaves(literal: int) -> frozenset[int]:
        return frozenset(node_of(name) for name in functions.diagrams.support(functions.literal(literal)))

    return leaves


class Localization:
    """The abstractions of one circuit as sets in one manager."""

    # Nothing here refers back to itself: diagrams must go before their manager does.

    def __init__(self, circuit: Circuit, deadline: Deadline = FOREVER, largest: float = math.inf) -> None:
        self.circuit = circuit
        self.functions = Functions(circuit, deadline, largest)
        self.diagrams = self.functions.diagrams
        self.supports = Supports(circuit, leaves_of(self.functions))
        self._spaces: dict[Latches, CircuitSpace] = {}

    def space(self, visible: Latches) -> CircuitSpace:
        """The sets and images of the abstraction."""
        found = self._spaces.pop(visible, None)
        if found is None:
            found = CircuitSpace(self.supports.cut(visible), functions=self.functions)
        self._spaces[visible] = found
        while len(self._spaces) > KEPT:
            del self._spaces[next(iter(self._spaces))]
        return found

    def project(self, steps: Diagram, visible: Latches) -> Diagram:
        """Least set over the visible latches that contains ``steps``: extensive, monotone, idempotent."""
        kept = {now(node) for node in visible}
        return self.diagrams.exists(self.diagrams.support(steps) - kept, steps)

    def aim(self, bad: BadStates, visible: Latches) -> Diagram:
        """The steps that are bad as far as an abstraction knows."""
        found = self.diagrams.true
        for part in self.supports.aim(bad, visible):
            found = found & self.functions.literal(part)
        return found

    def cube(self, values: Mapping[int, int]) -> Diagram:
        """The steps with these values of latches and inputs."""
        self.functions.declare(values)
        return self.diagrams.cube({now(node): bool(value) for node, value in values.items()})

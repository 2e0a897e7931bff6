"""Localization: only some latches are visible; the others may have any value at every step.

With W visible, the abstract states are values of W, and a hidden latch is an input: the existential projection of the
design on W, which simulates it.  Of the constraints, those are kept that share a latch or an input with W or with what
W depends on; the rest, and the values of hidden latches, come back in layers (Barner, Geist, Gringauze, "Symbolic
localization reduction with reconstruction layering and backtracking", CAV 2002; Kurshan's localization, 1994).
All precisions of one design share a manager, so that sets over different latches can be combined.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import TRUE, Circuit
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import CircuitSpace, Functions, node_of, now

Latches = frozenset[int]

NONE: Final[Latches] = frozenset()
# Spaces that are kept: that of the precision, and those of the last layers.
KEPT: Final = 4


@dataclass(frozen=True)
class Visible:
    """The visible latches; ``recent`` are those that the last refinement added: what they depend on is suspect."""

    latches: Latches
    recent: Latches = field(default=NONE, compare=False)

    def extended(self, more: Latches) -> Visible:
        return Visible(self.latches | more, more)


@dataclass(frozen=True)
class BadStates:
    """Where all of ``own`` and ``shared`` literals are true; the shared ones are constraints of the circuit as well."""

    own: tuple[int, ...]
    shared: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class AbstractPath:
    """A run of the design with hidden latches: the values, at each step, of visible latches and of what they depend on.

    To a bad state: ``last`` is the set of all bad states that the last step may reach, over visible latches.
    A lasso: the last step leads to step ``loop``, and ``marks`` has the conditions that each step has to meet.
    """

    steps: tuple[Mapping[int, int], ...]
    last: Diagram | None = None
    marks: tuple[tuple[int, ...], ...] = ()
    loop: int | None = None


Leaves = Callable[[int], frozenset[int]]


def leaves_in(circuit: Circuit) -> Leaves:
    """The latches and inputs under the gates of a literal: what it can depend on."""

    def leaves(literal: int) -> frozenset[int]:
        return frozenset(node for node in circuit.cone([literal]) if circuit.left[node] < 0)

    return leaves


class Supports:
    """Which leaves of a circuit depend on which, within one step; ``leaves`` says it of one literal."""

    def __init__(self, circuit: Circuit, leaves: Leaves | None = None) -> None:
        self.circuit = circuit
        self.leaves = leaves or leaves_in(circuit)
        self.latches: Latches = frozenset(latch.node for latch in circuit.latches)
        self._nexts = {latch.node: latch.next for latch in circuit.latches}
        self._supports: dict[int, frozenset[int]] = {}
        below = leaves_in(circuit)
        self._initial = below(circuit.initial) & self.latches
        self._constraints = {part: below(part) for part in circuit.constraints}

    def needed(self, latch: int) -> frozenset[int]:
        """The latches and inputs that the next value of a latch depends on."""
        found = self._supports.get(latch)
        if found is None:
            found = self._supports[latch] = self.leaves(self._nexts[latch])
        return found

    def constraints(self, visible: Latches) -> tuple[int, ...]:
        """The constraints that an abstraction has: what shares a leaf with its steps, and what hides nothing."""
        near = visible.union(*(self.needed(latch) for latch in visible))
        parts = self._constraints.items()
        return tuple(part for part, own in parts if own & near or own & self.latches <= visible)

    def aim(self, bad: BadStates, visible: Latches) -> tuple[int, ...]:
        """What an abstraction knows of bad states: constraints as far as it has them."""
        kept = set(self.constraints(visible)) if bad.shared else set()
        return (*bad.own, *(part for part in bad.shared if part in kept))

    def support(self, latches: Latches) -> frozenset[int]:
        """The latches and inputs that steps of these latches depend on."""
        found = NONE.union(*(self.needed(latch) for latch in latches))
        return found.union(*(self._constraints[part] for part in self.constraints(latches)))

    def frees(self, visible: Latches) -> int:
        """How many leaves are free in an abstraction."""
        return len(self.support(visible) - visible)

    def layers(self, visible: Visible) -> Iterator[Latches]:
        """Growing sets of latches around the visible ones, each with what those before it depend on.

        The first one has what was added last, and the last one is closed: nothing in it depends on hidden latches.
        """
        inside = visible.latches
        suspects = (self.support(visible.recent) & self.latches) - inside
        more = suspects or self._next_layer(inside)
        if not more:
            yield inside
        while more:
            inside = inside | more
            yield inside
            more = self._next_layer(inside)

    def _next_layer(self, inside: Latches) -> Latches:
        more = (self.support(inside) & self.latches) - inside
        if not more and not self._is_complete(inside):
            return self.latches - inside
        return more

    def _is_complete(self, inside: Latches) -> bool:
        """Do constraints and initial states say nothing of other latches?"""
        return self._initial <= inside and all(own & self.latches <= inside for own in self._constraints.values())

    def cut(self, visible: Latches) -> Circuit:
        """The circuit in which hidden latches are inputs."""
        circuit = self.circuit
        hidden = tuple(latch.node for latch in circuit.latches if latch.node not in visible)
        return replace(
            circuit,
            inputs=(*circuit.inputs, *hidden),
            latches=tuple(latch for latch in circuit.latches if latch.node in visible),
            initial=TRUE if self._initial and not self._initial & visible else circuit.initial,
            constraints=self.constraints(visible),
        )


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

"""What depends on what in a circuit, within one step: constraints, layers and the circuit of an abstraction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from assay.core.circuit import TRUE, Circuit
from assay.domains.localization.visible import NONE, Latches, Visible


@dataclass(frozen=True)
class BadStates:
    """Where all of ``own`` and ``shared`` literals are true; the shared ones are constraints of the circuit as well."""

    own: tuple[int, ...]
    shared: tuple[int, ...] = ()


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

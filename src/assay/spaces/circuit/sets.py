"""Sets of states of a circuit as decision diagrams, in the form that fixpoint engines ask for, and an abstraction.

A ``DiagramSet`` is a Boolean function of the latches; images are relational products (``spaces.circuit.space``).
``LatchProjection`` approximates by the values of some latches: from above the others are quantified existentially, from
below universally. Its blocks, one for each combination of values, are never listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from assay.solve.bdd import Diagram, Diagrams
from assay.spaces.circuit.space import CircuitSpace, now

MOST_NAMED: Final = 8


@dataclass(frozen=True, slots=True, eq=False)
class DiagramSet:
    """The states where ``function`` is true; equality is equality of sets."""

    manager: Diagrams
    function: Diagram

    def __and__(self, other: DiagramSet, /) -> DiagramSet:
        return DiagramSet(self.manager, self.function & other.function)

    def __or__(self, other: DiagramSet, /) -> DiagramSet:
        return DiagramSet(self.manager, self.function | other.function)

    def __invert__(self) -> DiagramSet:
        return DiagramSet(self.manager, ~self.function)

    def __bool__(self) -> bool:
        return bool(self.function != self.manager.false)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DiagramSet) and bool(self.function == other.function)

    def __hash__(self) -> int:
        return hash(self.function)

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.function)


class CircuitSets:
    """The sets that a search over a circuit starts from, and their images."""

    def __init__(self, space: CircuitSpace, bad: int) -> None:
        self._space = space
        self._goal = space.literal(bad)
        self.whole = self.set(space.diagrams.true)
        self.initial = self.set(space.initial())
        self.bad = self.set(space.states(self._goal))

    def set(self, function: Diagram) -> DiagramSet:
        return DiagramSet(self._space.diagrams, function)

    def latch(self, node: int) -> DiagramSet:
        """The states where a latch is 1."""
        return self.set(self._space.diagrams.variable(now(node)))

    def post(self, states: DiagramSet) -> DiagramSet:
        return self.set(self._space.image(states.function))

    def pre(self, states: DiagramSet) -> DiagramSet:
        return self.set(self._space.preimage(states.function))

    def support(self, states: DiagramSet) -> tuple[int, ...]:
        """The latches that the set speaks of."""
        names = self._space.diagrams.support(states.function)
        return tuple(node for node in self._space.latches if now(node) in names)

    def follow(self, rings: Sequence[DiagramSet]) -> tuple[dict[int, int], list[dict[int, int]]]:
        """The first state of a run through the rings, and the inputs of its steps, those of the error last."""
        space = self._space
        state, _ = space.pick(rings[0].function)
        first, steps = state, []
        for ring in rings[1:]:
            here = space.only(state)
            following, _ = space.pick(space.image(here) & ring.function)
            steps.append(space.pick(here & space.steps_into(following))[1])
            state = following
        steps.append(space.pick(space.only(state) & self._goal)[1])
        return first, steps

    def show(self, states: DiagramSet) -> str:
        """A few words: a diagram is too large to read."""
        names = self._space.circuit.names
        latches = ", ".join(names.get(node, f"latch {node}") for node in self.support(states)[:MOST_NAMED])
        return f"{{{len(states)} nodes over {latches or 'nothing'}}}"

    def table(self, states: DiagramSet) -> tuple[list[tuple[int, int, int]], int]:
        """The set as rows ``(latch, low, high)`` and a literal, as in ``CircuitSpace.table``."""
        return self._space.table(states.function)


class LatchProjection:
    """The sets of states that the values of some latches decide; a base for ``Layered``.

    It gets finer by the latches that the visible ones depend on.
    """

    def __init__(self, space: CircuitSpace, latches: Iterable[int]) -> None:
        self._space = space
        self.latches = frozenset(latches)
        self._hidden = frozenset(now(node) for node in space.latches if node not in self.latches)

    def above(self, states: DiagramSet) -> DiagramSet:
        """The least set around ``states``.  Extensive, monotone, idempotent, additive."""
        return DiagramSet(states.manager, self._space.diagrams.exists(self._hidden, states.function))

    def below(self, states: DiagramSet) -> DiagramSet:
        """The greatest set inside ``states``.  Reductive, monotone, idempotent."""
        return ~self.above(~states)

    def finer(self) -> LatchProjection:
        circuit = self._space.circuit
        cone = circuit.cone(latch.next for latch in circuit.latches if latch.node in self.latches)
        return LatchProjection(self._space, self.latches.union(cone).intersection(self._space.latches))

"""The gates of a circuit for many runs at once: one word of a big integer a literal, one bit of it a run.

Gates are sorted by their distance from the leaves: those of one level are evaluated together, which is far sooner done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import and_, itemgetter
from typing import Final

from assay.core.circuit import Circuit

Pick = Callable[[list[int]], Sequence[int]]
Level = tuple[Pick, Pick, Pick]
"""What picks the two words under each gate of a level, and those of its words that are needed negated."""

# Places of a constant that precede whatever is picked.
PADDING: Final = (0, 0)


class Levels:
    """Evaluates in two parts: first what the literals ``first`` depend on, then the rest of what ``then`` depend on.

    Words are in one list: constants, the leaves and their negations, then those of one level after the other; only
    what is needed is negated.  ``everywhere`` is the word of what is true in every run.
    """

    def __init__(self, circuit: Circuit, first: Sequence[int], then: Sequence[int], everywhere: int) -> None:
        self._everywhere = everywhere
        self._negated = {*circuit.left, *circuit.right, *first, *then}
        self._leaves = (*circuit.inputs, *(latch.node for latch in circuit.latches))
        self._place = {0: 0, 1: 1}
        self._size = len(self._place)
        self._leaves_negated = self._list(self._leaves)
        beginning = [node for node in circuit.cone(first) if circuit.is_gate(node)]
        rest = [node for node in circuit.cone(then, set(beginning)) if circuit.is_gate(node)]
        self._first, self._rest = (self._by_level(circuit, nodes) for nodes in (beginning, rest))

    def _by_level(self, circuit: Circuit, nodes: Iterable[int]) -> list[Level]:
        left, right = circuit.left, circuit.right
        levels: list[list[int]] = []
        level_of: dict[int, int] = {}
        for node in nodes:
            level = max(level_of.get(left[node] >> 1, -1), level_of.get(right[node] >> 1, -1)) + 1
            level_of[node] = level
            if level == len(levels):
                levels.append([])
            levels[level].append(node)
        return [
            (self._picked(left[node] for node in row), self._picked(right[node] for node in row), self._list(row))
            for row in levels
        ]

    def _picked(self, literals: Iterable[int]) -> Pick:
        """What is at the places of the literals, after ``PADDING``, without which few of them made no sequence."""
        return itemgetter(*PADDING, *(self._place[literal] for literal in literals))

    def _list(self, nodes: Sequence[int]) -> Pick:
        """Gives the nodes the next places, and then those that are negated; what picks the words that are."""
        negated = [node for node in nodes if 2 * node + 1 in self._negated]
        for literals in ([2 * node for node in nodes], [2 * node + 1 for node in negated]):
            start = self._size + len(PADDING)
            self._place.update((literal, start + number) for number, literal in enumerate(literals))
            self._size = start + len(literals)
        return self._picked(2 * node for node in negated)

    def start(self, leaves: Mapping[int, int]) -> list[int]:
        """The values where the leaves are these, as far as the first literals need them."""
        values = [0, self._everywhere, *PADDING, *(leaves[node] for node in self._leaves)]
        values += map(self._everywhere.__xor__, self._leaves_negated(values))
        self._extend(values, self._first)
        return values

    def finish(self, values: list[int]) -> None:
        """Adds the others."""
        self._extend(values, self._rest)

    def value(self, values: Sequence[int], literal: int) -> int:
        """In which runs the literal is true."""
        return values[self._place[literal]]

    def _extend(self, values: list[int], levels: Iterable[Level]) -> None:
        negated = self._everywhere.__xor__
        for first, second, third in levels:
            values += map(and_, first(values), second(values))
            values += map(negated, third(values))

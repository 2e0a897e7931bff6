"""What happened in an unfolding, for who wants to look at its graph: the oldest states, and what became of them.

Nobody pays for it who does not listen closely.  States are kept here, for a pruned node loses its own, and become
formulas when they are told.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final, Generic, TypeVar

from assay.core.events import AbstractState, Unfolded
from assay.core.model import Edge, Location
from assay.core.terms import Term
from assay.explore.unfold.graph import Node

S = TypeVar("S", bound=Hashable)

# Of the states of one exploration so many are told, and as many coverings: more is no picture.
MOST_STATES: Final = 400


# The graphs of so many explorations are told, and later ones more and more rarely.
FIRST: Final = 16


def worth_telling(exploration: int) -> bool:
    """Is the graph of the exploration with this number told, whatever it comes to?"""
    return exploration <= FIRST or exploration.bit_count() == 1


class Diary(Generic[S]):
    """Notes of one graph; ``formula`` is what states of a location say."""

    def __init__(self, formula: Callable[[Location, Sequence[S]], Term]) -> None:
        self._formula = formula
        self._nodes: dict[Node[S], S | None] = {}
        self._turns: dict[Node[S], int] = {}
        self._ahead: set[Node[S]] = set()
        self._covered: list[tuple[int, str, int]] = []
        self._expansions = 0
        self._created = 0

    def created(self, node: Node[S], *, ahead: bool) -> None:
        self._created += 1
        if len(self._nodes) == MOST_STATES:
            return
        self._nodes[node] = node.state
        if ahead:
            self._ahead.add(node)

    def expanded(self, node: Node[S]) -> None:
        self._expansions += 1
        if node in self._nodes:
            self._turns[node] = self._expansions

    def covered(self, source: Node[S], edge: Edge | None, cover: Node[S]) -> None:
        if edge is not None and len(self._covered) < MOST_STATES and source in self._nodes and cover in self._nodes:
            self._covered.append((source.number, edge.name, cover.number))

    def told(self) -> Unfolded:
        """The graph as it stands."""
        states = tuple(self._state(node, state) for node, state in self._nodes.items())
        return Unfolded(states, tuple(self._covered), self._created - len(states))

    def _state(self, node: Node[S], state: S | None) -> AbstractState:
        return AbstractState(
            node.number,
            node.location.name,
            None if state is None else self._formula(node.location, (state,)),
            tuple(creator.number for creator in node.creators if creator.number),
            node.edge.name if node.edge is not None else "",
            node.status.value,
            heir=node.pruned_by.number if node.pruned_by is not None else 0,
            turn=self._turns.get(node, 0),
            ahead=node in self._ahead,
        )

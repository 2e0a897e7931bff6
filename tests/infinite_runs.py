"""Which runs a finite design has, told by looking at every state and every input: for designs made with their meaning.

Nothing of the project takes part.  A node is a state with an input for which the step is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)
Fact = TypeVar("Fact")


@dataclass(frozen=True, eq=False)
class Node(Generic[State, Fact]):
    """What is true there, and which states may follow."""

    state: State
    facts: Fact
    after: Sequence[State]


class Runs(Generic[State, Fact]):
    """The nodes that runs from the ``initial`` states reach; ``steps`` are what is legal in a state."""

    def __init__(
        self, initial: Iterable[State], steps: Callable[[State], Iterable[tuple[Fact, Sequence[State]]]]
    ) -> None:
        self.nodes: list[Node[State, Fact]] = []
        self._before: dict[State, list[Node[State, Fact]]] = {}
        todo = list(dict.fromkeys(initial))
        seen = set(todo)
        while todo:
            state = todo.pop()
            for facts, after in steps(state):
                node = Node(state, facts, after)
                self.nodes.append(node)
                for one in after:
                    self._before.setdefault(one, []).append(node)
                    if one not in seen:
                        seen.add(one)
                        todo.append(one)

    def reaches(self, wanted: Callable[[Fact], object]) -> bool:
        """Is this true at some node?"""
        return any(wanted(node.facts) for node in self.nodes)

    def endlessly(self, conditions: Sequence[Callable[[Fact], object]]) -> bool:
        """Does an infinite run meet each condition again and again?"""
        return bool(self._fair(conditions))

    def before(self, conditions: Sequence[Callable[[Fact], object]]) -> list[Fact]:
        """What is true at the nodes from which such a run goes on."""
        lasting = self._leading(self._fair(conditions), set(self.nodes))
        return [node.facts for node in self.nodes if node in lasting]

    def _fair(self, conditions: Sequence[Callable[[Fact], object]]) -> set[Node[State, Fact]]:
        """Nodes on such runs inside of themselves (Emerson, Lei 1986)."""
        left = set(self.nodes)
        while True:
            size = len(left)
            for condition in (*conditions, _always):
                near = self._leading({node for node in left if condition(node.facts)}, left)
                states = {node.state for node in near}
                left = {node for node in left if not states.isdisjoint(node.after)}
            if len(left) == size:
                return left

    def _leading(self, goal: set[Node[State, Fact]], inside: set[Node[State, Fact]]) -> set[Node[State, Fact]]:
        """The nodes from which some of ``goal`` is reached inside."""
        found = set(goal)
        todo = list(goal)
        while todo:
            for node in self._before.get(todo.pop().state, ()):
                if node in inside and node not in found:
                    found.add(node)
                    todo.append(node)
        return found


def _always(facts: object) -> bool:
    return True

"""States that are said to follow from each other as a derivation: for each, edges and inputs that lead to it.

Whoever says so is believed in nothing but the values.  Each state is derived from those that it is said to follow from,
or else from any before it; what lies between them, because it was left out as being of no importance, is looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Derivation, Derived
from assay.core.model import Location, Model
from assay.core.terms.evaluate import Value
from assay.explore.clauses.rules import Fact
from assay.explore.clauses.unfolding import Met, Unfolding

# Steps above each other between states that are said to follow from each other, at most.
BETWEEN: Final = 12


def rebuilt(model: Model, facts: Sequence[Fact], deadline: Deadline) -> Derivation:
    """The derivation of the last fact in an aimed model; ``SolverFailure`` if some fact does not follow."""
    builder = _Builder(model, deadline)
    numbers: list[int] = []
    for fact in facts:
        numbers.append(builder.add(fact, [numbers[premise] for premise in fact.premises]))
    return Derivation(needed_for(builder.nodes, numbers[-1]))


class _Builder:
    def __init__(self, model: Model, deadline: Deadline) -> None:
        self._model = model
        self._deadline = deadline
        self.nodes: tuple[Derived, ...] = (Derived({}),)
        self._known: dict[tuple[Location, tuple[Value, ...]], int] = {}

    def add(self, fact: Fact, premises: Sequence[int]) -> int:
        """The number of the node with this state."""
        key = _key(fact.location, Derived(fact.state))
        if key not in self._known:
            found = self._derived(fact, premises) or self._derived(fact, range(1, len(self.nodes)))
            if found is None:
                raise SolverFailure(f"a state of {fact.location} does not follow from those before it")
            for number in range(len(self.nodes), len(found)):
                edge = found[number].edge
                if edge is not None:
                    self._known.setdefault(_key(edge.target, found[number]), number)
            self.nodes = found
        return self._known[key]

    def _derived(self, fact: Fact, premises: Sequence[int]) -> tuple[Derived, ...] | None:
        """The nodes with those that derive the fact, if it follows from the premises."""
        known: dict[Location, list[int]] = {}
        for premise in premises:
            edge = self.nodes[premise].edge
            if edge is not None:
                known.setdefault(edge.target, []).append(premise)
        unfolding = Unfolding(self._model, fact.location, fact.state, nodes=self.nodes, known=known)
        answer = unfolding.search(self._deadline, highest=BETWEEN)
        return answer.nodes if isinstance(answer, Met) else None


def _key(place: Location, node: Derived) -> tuple[Location, tuple[Value, ...]]:
    return place, tuple(node.state[symbol] for symbol in place.variables)


def needed_for(nodes: Sequence[Derived], last: int) -> tuple[Derived, ...]:
    """What the node ``last`` needs, and nothing else; a state that was derived twice is there once."""
    first: dict[object, int] = {}
    same: list[int] = []
    for number, node in enumerate(nodes):
        key = number if node.edge is None else _key(node.edge.target, node)
        same.append(first.setdefault(key, number))
    needed = {same[last]}
    for number in range(last, -1, -1):
        node = nodes[number]
        if number in needed and node.source is not None:
            needed.update(same[premise] for premise in (node.source, *node.uses))
    places = {number: place for place, number in enumerate(sorted(needed))}
    kept = []
    for number in places:
        node = nodes[number]
        source = None if node.source is None else places[same[node.source]]
        kept.append(replace(node, source=source, uses=tuple(places[same[use]] for use in node.uses)))
    return tuple(kept)

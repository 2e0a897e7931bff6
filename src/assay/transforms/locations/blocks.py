"""Larger blocks: control locations eliminated by composing what enters with what leaves.

``chains``: a location without self loop goes if the number of edges does not grow.  ``large`` (large-block encoding,
Beyer et al., FMCAD 2009): parallel edges are merged into one with a disjunctive guard, and every location but the
loop heads goes, within limits on growth.  Locations go in forward order, so the edges that leave an eliminated
location are mostly edges of the original: cheap to substitute into, and their weakest preconditions are small (see
``restore`` for the way back of proofs).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.evidence import Proof
from assay.core.graph import forward_order, loop_heads
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered, unchanged
from assay.core.terms import FALSE, size
from assay.transforms.aim import error_of
from assay.transforms.edges.compose import composed, merged
from assay.transforms.edges.history import Made, lifting
from assay.transforms.edges.reduction import rewritten
from assay.transforms.locations.restore import Between, Eliminated, restored
from assay.transforms.prepare.prepared import Blocks


@dataclass(frozen=True)
class Limits:
    """When a block is large enough: nodes of one edge, and edges that one elimination may add."""

    nodes: int = 4000
    growth: int = 8


STANDARD: Final = Limits()


@dataclass
class _Graph:
    """The edges that there are now, by both ends, and how those that are new came about."""

    leaving: dict[Location, dict[Edge, None]]
    entering: dict[Location, dict[Edge, None]]
    history: dict[Edge, Made] = field(default_factory=dict)
    made: int = 0

    @staticmethod
    def of(model: Model) -> _Graph:
        graph = _Graph({place: {} for place in model.locations}, {place: {} for place in model.locations})
        for edge in model.edges:
            graph.add(edge)
        return graph

    def add(self, edge: Edge) -> None:
        self.leaving[edge.source][edge] = None
        self.entering[edge.target][edge] = None

    def remove(self, edge: Edge) -> None:
        del self.leaving[edge.source][edge]
        del self.entering[edge.target][edge]

    def name(self, source: Location, target: Location) -> str:
        self.made += 1
        return f"{source}->{target}#{self.made}"

    def merge_parallel(self, edges: Iterable[Edge], limits: Limits) -> None:
        """Leave one edge for each pair of ends, unless that would be too large."""
        groups: dict[tuple[Location, Location], list[Edge]] = {}
        for edge in edges:
            groups.setdefault((edge.source, edge.target), []).append(edge)
        for (source, target), group in groups.items():
            if len(group) > 1 and size(*(edge.guard for edge in group)) <= limits.nodes:
                edge, choice = merged(group, self.name(source, target))
                for part in group:
                    self.remove(part)
                self.history[edge] = choice
                self.add(edge)

    def compose(self, first: Edge, second: Edge) -> tuple[Edge, dict[Edge, Made]]:
        """The composition in its smallest form, with its history, not added yet."""
        edge, parts = composed(first, second, self.name(first.source, second.target))
        smaller, made = rewritten(edge)
        history: dict[Edge, Made] = {edge: parts}
        if smaller is not edge:
            history[smaller] = made
        return smaller, history


def enlarge(
    model: Model,
    *,
    blocks: Blocks,
    between: Between,
    limits: Limits = STANDARD,
    deadline: Deadline = FOREVER,
    lifting_deadline: Deadline = FOREVER,
) -> Lowered:
    """The model with larger blocks.  Stops early, with what it has, when ``deadline`` passes."""
    if blocks == "single":
        return unchanged(model)
    graph = _Graph.of(model)
    eliminations = _eliminate(model, graph, blocks, limits, deadline)
    if blocks == "large":
        graph.merge_parallel([edge for edges in graph.leaving.values() for edge in edges], limits)
    edges = tuple(edge for edges in graph.leaving.values() for edge in edges)
    lowered = Model(model.entry, edges, model.initial, model.properties, model.origin)

    def lift_proof(proof: Proof) -> Proof:
        return restored(proof, eliminations, graph.history, between, lifting_deadline)

    return Lowered(lowered, lifting(graph.history), lift_proof)


def _eliminate(model: Model, graph: _Graph, blocks: Blocks, limits: Limits, deadline: Deadline) -> list[Eliminated]:
    """Eliminate locations in forward order; one that was refused comes again when a neighbour has gone."""
    order = forward_order(model)
    fixed = {model.entry, error_of(model)} | (loop_heads(model) if blocks == "large" else frozenset())
    queue = [(position, place) for place, position in order.items() if place not in fixed]
    queued = {place for _, place in queue}
    heapify(queue)
    gone: list[Eliminated] = []
    while queue and not deadline.passed:
        _, place = heappop(queue)
        queued.discard(place)
        if blocks == "large":
            graph.merge_parallel([*graph.entering[place]], limits)
            graph.merge_parallel([*graph.leaving[place]], limits)
        elimination = _eliminated(place, graph, blocks, limits)
        if elimination is None:
            continue
        gone.append(elimination)
        for other in elimination.neighbours:
            if other not in fixed and other not in queued:
                queued.add(other)
                heappush(queue, (order[other], other))
    return gone


def _eliminated(place: Location, graph: _Graph, blocks: Blocks, limits: Limits) -> Eliminated | None:
    """Replace ``place`` by the compositions through it, if the rules allow that."""
    entering, leaving = tuple(graph.entering[place]), tuple(graph.leaving[place])
    growth = len(entering) * len(leaving) - len(entering) - len(leaving)
    if any(edge.source == place for edge in entering) or growth > (limits.growth if blocks == "large" else 0):
        return None
    results: list[tuple[Edge, dict[Edge, Made]]] = []
    for first in entering:
        for second in leaving:
            edge, history = graph.compose(first, second)
            if size(edge.guard, *edge.updates.values()) > limits.nodes:
                return None
            if edge.guard is not FALSE:
                results.append((edge, history))
    for edge in (*entering, *leaving):
        graph.remove(edge)
    for edge, history in results:
        graph.history.update(history)
        graph.add(edge)
    return Eliminated(place, entering, leaving)

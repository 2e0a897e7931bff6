"""Choices of premises for steps that use further states.

A choice begins with the node that is expanded, and is given up as soon as what is chosen cannot lead to a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from assay.core.model import Edge, Location
from assay.explore.unfold.graph import LIVE, Node

S = TypeVar("S")

Possible = Callable[[Edge, Sequence[S | None]], bool]
"""May a step along the edge need these states, None for what is left open?"""


def choices(
    edge: Edge,
    node: Node[S],
    state: S,
    expanded: Mapping[Location, Sequence[Node[S]]],
    possible: Possible[S],
) -> Iterator[tuple[Node[S], ...]]:
    """Premises of ``edge`` that are ``expanded``, with ``node``, whose state is given, among them.

    By the first place that is the node's own, so that each choice comes once.
    """
    places = edge.premises
    for role, place in enumerate(places):
        if place == node.location:
            before = [[other for other in expanded[earlier] if other is not node] for earlier in places[:role]]
            pools = [*before, [node], *(expanded[later] for later in places[role + 1 :])]
            rest = [other for other in range(len(places)) if other != role]
            yield from _completed(edge, pools, rest, {role: (node, state)}, possible)


def _completed(
    edge: Edge,
    pools: Sequence[Sequence[Node[S]]],
    rest: Sequence[int],
    chosen: Mapping[int, tuple[Node[S], S]],
    possible: Possible[S],
) -> Iterator[tuple[Node[S], ...]]:
    """All choices that go on from ``chosen`` by the roles that are left, in the order of the pools."""
    if not rest:
        yield tuple(chosen[role][0] for role in range(len(pools)))
        return
    states = [chosen[role][1] if role in chosen else None for role in range(len(pools))]
    if not all(pools[role] for role in rest) or not possible(edge, states):
        return
    role, *later = rest
    for candidate in pools[role]:
        # Steps that were taken meanwhile may have pruned it.
        if candidate.status is LIVE and candidate.state is not None:
            yield from _completed(edge, pools, later, {**chosen, role: (candidate, candidate.state)}, possible)

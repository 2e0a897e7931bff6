"""The control graph of a model: its components, its loops, and an order of locations that follows the edges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from typing import TypeVar

from assay.core.model import Location, Model

N = TypeVar("N", bound=Hashable)


def components(nodes: Iterable[N], successors: Callable[[N], Iterable[N]]) -> Iterator[tuple[N, ...]]:
    """The strongly connected components, each after those that it leads to (Tarjan 1972, without recursion)."""
    low: dict[N, int] = {}
    open_nodes: list[N] = []
    closed: set[N] = set()
    for root in nodes:
        stack = [] if root in low else [(root, len(low), iter(successors(root)))]
        while stack:
            node, number, following = stack[-1]
            if node not in low:
                low[node] = number
                open_nodes.append(node)
            for target in following:
                if target not in low:
                    stack.append((target, len(low), iter(successors(target))))
                    break
                if target not in closed:
                    low[node] = min(low[node], low[target])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[node])
                if low[node] == number:
                    component = [open_nodes.pop()]
                    while component[-1] != node:
                        component.append(open_nodes.pop())
                    closed.update(component)
                    yield tuple(component)


def component_ranks(model: Model) -> dict[Location, int]:
    """Numbers of the strongly connected components, sources first: no edge leads to a lower rank."""
    found = list(components(model.locations, lambda place: [edge.target for edge in model.needing(place)]))
    return {place: rank for rank, component in enumerate(reversed(found)) for place in component}


def loops(model: Model) -> Iterator[frozenset[Location]]:
    """The bodies of all loops, each before the loops inside it.

    A loop is a strongly connected part of the graph; without its head, what is strongly connected in it are its inner
    loops (Havlak 1997 in spirit; for irreducible loops the head is the first location in the model's order).
    """
    position = {place: number for number, place in enumerate(model.locations)}
    pending: list[Collection[Location]] = [model.locations]
    while pending:
        for body in _cycles(model, pending.pop()):
            yield body
            entered = [p for p in body if any(edge.source not in body for edge in model.entering(p))]
            head = min(entered or body, key=lambda place: position[place])
            rest = sorted(body - {head}, key=lambda place: position[place])
            if rest:
                pending.append(rest)


def _cycles(model: Model, region: Collection[Location]) -> Iterator[frozenset[Location]]:
    """The strongly connected components inside ``region`` that contain a cycle."""
    inside = frozenset(region)

    def successors(place: Location) -> list[Location]:
        return [edge.target for edge in model.leaving(place) if edge.target in inside]

    for component in components(region, successors):
        if len(component) > 1 or component[0] in successors(component[0]):
            yield frozenset(component)


def forward_order(model: Model) -> dict[Location, int]:
    """Positions in reverse post-order from the entry: only edges that close cycles go backwards.  The rest is last."""
    return _depth_first(model)[0]


def loop_heads(model: Model) -> frozenset[Location]:
    """Targets of the edges that go backwards in ``forward_order``: every cycle in which something happens has one."""
    return _depth_first(model)[1]


def _depth_first(model: Model) -> tuple[dict[Location, int], frozenset[Location]]:
    finished: list[Location] = []
    state: dict[Location, bool] = {model.entry: True}
    heads: set[Location] = set()
    stack = [(model.entry, iter(model.leaving(model.entry)))]
    while stack:
        place, edges = stack[-1]
        for edge in edges:
            if edge.target not in state:
                state[edge.target] = True
                stack.append((edge.target, iter(model.leaving(edge.target))))
                break
            if state[edge.target] and not edge.idle:
                heads.add(edge.target)
        else:
            state[place] = False
            finished.append(place)
            stack.pop()
    order = {place: position for position, place in enumerate(reversed(finished))}
    for place in model.locations:
        order.setdefault(place, len(order))
    return order, frozenset(heads)

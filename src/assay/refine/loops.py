"""The loops of a control graph, outer ones and those nested in them.

A loop is a strongly connected part of the graph; without its head, what is strongly connected in it are its inner
loops (Havlak 1997 in spirit; for irreducible loops the head is the first location in the model's order).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from assay.core.model import Location, Model


def loops(model: Model) -> Iterator[frozenset[Location]]:
    """The bodies of all loops, each before the loops inside it."""
    position = {place: number for number, place in enumerate(model.locations)}
    pending: list[Collection[Location]] = [model.locations]
    while pending:
        region = pending.pop()
        for part in components(model, region):
            yield part
            entered = [p for p in part if any(edge.source not in part for edge in model.entering(p))]
            head = min(entered or part, key=lambda place: position[place])
            rest = sorted(part - {head}, key=lambda place: position[place])
            if rest:
                pending.append(rest)


def components(model: Model, region: Collection[Location]) -> Iterator[frozenset[Location]]:
    """The strongly connected components inside ``region`` that contain a cycle (Tarjan 1972, without recursion)."""
    inside = frozenset(region)
    index: dict[Location, int] = {}
    low: dict[Location, int] = {}
    open_places: list[Location] = []
    waiting: set[Location] = set()
    for root in region:
        work = [] if root in index else [(root, 0)]
        while work:
            place, position = work.pop()
            if position == 0:
                index[place] = low[place] = len(index)
                open_places.append(place)
                waiting.add(place)
            targets = [edge.target for edge in model.leaving(place) if edge.target in inside]
            if position > 0:
                low[place] = min(low[place], low[targets[position - 1]])
            while position < len(targets) and targets[position] in index:
                if targets[position] in waiting:
                    low[place] = min(low[place], index[targets[position]])
                position += 1
            if position < len(targets):
                work += [(place, position + 1), (targets[position], 0)]
            elif low[place] == index[place]:
                closed = [open_places.pop()]
                while closed[-1] != place:
                    closed.append(open_places.pop())
                part = frozenset(closed)
                waiting -= part
                if len(part) > 1 or place in targets:
                    yield part

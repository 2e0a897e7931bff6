"""Where the nodes of a drawing go: trees by depth, nets in layers.  Pure arithmetic, the same at every run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

# Sweeps over the layers of a net that bring neighbours together.
SWEEPS: Final = 6

Places = list[tuple[float, float]]


def tree(creators: Sequence[int | None]) -> Places:
    """Rows and depths of nodes, each behind its creator: leaves stand side by side, a creator before their middle."""
    children: list[list[int]] = [[] for _ in creators]
    roots: list[int] = []
    for number, creator in enumerate(creators):
        (roots if creator is None else children[creator]).append(number)
    depth = [0] * len(creators)
    for number, creator in enumerate(creators):
        depth[number] = 0 if creator is None else depth[creator] + 1
    column = [0.0] * len(creators)
    leaves = 0
    for root in roots:
        stack: list[tuple[int, bool]] = [(root, False)]
        while stack:
            node, done = stack.pop()
            if not children[node]:
                column[node] = float(leaves)
                leaves += 1
            elif done:
                column[node] = (column[children[node][0]] + column[children[node][-1]]) / 2
            else:
                stack.append((node, True))
                stack.extend((child, False) for child in reversed(children[node]))
    return [(column[number], float(depth[number])) for number in range(len(creators))]


def layered(count: int, arcs: Sequence[tuple[int, int]], first: Sequence[int]) -> Places:
    """Columns and rows of the nodes of a graph: layers by distance from the ``first``, neighbours close together."""
    after: dict[int, list[int]] = {}
    for source, target in arcs:
        after.setdefault(source, []).append(target)
    layer = _distances(count, after, first)
    rows: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for node in range(count):
        rows[layer[node]].append(node)
    near: dict[int, list[int]] = {}
    for source, target in arcs:
        if layer[source] != layer[target]:
            near.setdefault(source, []).append(target)
            near.setdefault(target, []).append(source)
    column = {node: float(place) for row in rows for place, node in enumerate(row)}
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            _arranged(row, near, column)
    broadest = max(map(len, rows), default=0)
    found = [(0.0, 0.0)] * count
    for number, row in enumerate(rows):
        for place, node in enumerate(row):
            found[node] = (place + (broadest - len(row)) / 2, float(number))
    return found


def _distances(count: int, after: Mapping[int, Sequence[int]], first: Sequence[int]) -> list[int]:
    """How far each node is from the first ones; where they do not lead, from whoever comes next."""
    layer = [-1] * count
    for starts in (list(first), *([node] for node in range(count))):
        queue = [node for node in starts if layer[node] < 0]
        for node in queue:
            layer[node] = 0
        for node in queue:
            for target in after.get(node, ()):
                if layer[target] < 0:
                    layer[target] = layer[node] + 1
                    queue.append(target)
    return layer


def _arranged(row: list[int], near: Mapping[int, Sequence[int]], column: dict[int, float]) -> None:
    """Orders a layer by the middle of each node's neighbours."""

    def middle(node: int) -> float:
        others = near.get(node, ())
        return sum(column[other] for other in others) / len(others) if others else column[node]

    row.sort(key=middle)
    for place, node in enumerate(row):
        column[node] = float(place)

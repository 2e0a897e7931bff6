"""The control graph of a model: an order of locations that follows the edges, and loop heads."""

from __future__ import annotations

from assay.core.model import Location, Model


def forward_order(model: Model) -> dict[Location, int]:
    """Positions in reverse post-order from the entry: only edges that close cycles go backwards.  The rest is last."""
    return _search(model)[0]


def loop_heads(model: Model) -> frozenset[Location]:
    """Targets of the edges that go backwards in ``forward_order``: every cycle in which something happens has one."""
    return _search(model)[1]


def _search(model: Model) -> tuple[dict[Location, int], frozenset[Location]]:
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

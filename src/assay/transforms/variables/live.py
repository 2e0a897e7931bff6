"""The cone of influence: per location, only the variables that can influence whether the error is reached.

A variable is live at a location if a guard of a leaving edge mentions it, or the value of a variable that is live at
the edge's target.  The least such sets are found backwards from the guards.  What is proved over live variables is
inductive as it stands; a run recomputes dead variables by the original updates, with default values for inputs that
only they used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from itertools import filterfalse

from assay.core.bits import ones
from assay.core.graph import forward_order
from assay.core.model import Edge, Location, Model, among
from assay.core.roles import Lowered
from assay.core.terms import Term
from assay.transforms.edges.history import Made, Rewritten
from assay.transforms.edges.reduction import rewired


def live_variables(model: Model) -> dict[Location, set[Term]]:
    """The least sets closed under the rule above."""
    numbers, live = _numbered(model)
    symbols = list(numbers)
    return {place: {symbols[bit] for bit in ones(mask)} for place, mask in live.items()}


def _numbered(model: Model) -> tuple[dict[Term, int], dict[Location, int]]:
    """Numbers of the variables that are read anywhere, and the live ones of each location as a mask over these."""
    numbers: dict[Term, int] = {}
    for edge in model.edges:
        for symbol in _mentioned(edge):
            numbers.setdefault(symbol, len(numbers))
    return numbers, _live(model, numbers)


def _mentioned(edge: Edge) -> Iterator[Term]:
    """The variables of the source that the step reads: no others are live anywhere."""
    inputs = edge.inputs
    for term in edge.terms:
        yield from (symbol for symbol in term.free if symbol not in inputs)


def _live(model: Model, numbers: Mapping[Term, int]) -> dict[Location, int]:
    """Sets as masks over ``numbers``, from the guards backwards along the edges until nothing changes."""
    rank = forward_order(model)
    live = dict.fromkeys(model.locations, 0)
    entering: dict[Location, list[tuple[Location, _Passing]]] = {}
    for edge in model.edges:
        live[edge.source] |= mask_of((s for s in edge.guard.free if s not in edge.inputs), numbers)
        entering.setdefault(edge.target, []).append((edge.source, _Passing(edge, numbers)))
    queue = [(-rank[place], place) for place in model.locations]
    heapify(queue)
    queued = set(model.locations)
    while queue:
        _, place = heappop(queue)
        queued.discard(place)
        after = live[place]
        for source, passing in entering.get(place, ()):
            before = live[source]
            now = before | passing(after)
            if now != before:
                live[source] = now
                if source not in queued:
                    queued.add(source)
                    heappush(queue, (-rank[source], source))
    return live


class _Passing:
    """Which variables a step needs so that given ones have their values behind it."""

    __slots__ = ("_kept", "_sources")

    def __init__(self, edge: Edge, numbers: Mapping[Term, int]) -> None:
        inputs = edge.inputs
        self._kept = ~mask_of(edge.updates, numbers)
        self._sources: list[tuple[int, int]] = []
        for symbol, value in edge.updates.items():
            number = numbers.get(symbol)
            if number is not None and value.free:
                self._sources.append((1 << number, mask_of((s for s in value.free if s not in inputs), numbers)))

    def __call__(self, wanted: int) -> int:
        needed = wanted & self._kept
        for symbol, sources in self._sources:
            if wanted & symbol:
                needed |= sources
        return needed


def mask_of(symbols: Iterable[Term], numbers: Mapping[Term, int]) -> int:
    """The set of those symbols that have a number."""
    mask = 0
    for symbol in symbols:
        number = numbers.get(symbol)
        if number is not None:
            mask |= 1 << number
    return mask


def without_dead_variables(model: Model) -> Lowered:
    """The model over live variables.  The entry has none to begin with (see ``aim``)."""
    assert not model.entry.variables
    numbers, live = _numbered(model)
    symbols = list(numbers)
    owned: dict[int, int] = {}
    shared: dict[tuple[int, int], tuple[Term, ...]] = {}
    kept: dict[Location, tuple[Term, ...]] = {}
    for place, mask in live.items():
        variables, key = place.variables, (id(place.variables), mask)
        if mask.bit_count() == len(variables):
            kept[place] = variables
            continue
        if key not in shared:
            # Neighbours mostly have the same variables, and keep them as one object.
            shared[key] = _selected(variables, mask, owned, numbers, symbols)
        kept[place] = shared[key]
    return restricted(model, kept)


def _selected(
    variables: tuple[Term, ...], mask: int, owned: dict[int, int], numbers: dict[Term, int], symbols: list[Term]
) -> tuple[Term, ...]:
    """Those of the variables that the mask has, which may be few or nearly all of them."""
    if 2 * mask.bit_count() < len(variables):
        return tuple(filter({symbols[bit] for bit in ones(mask)}.__contains__, variables))
    if id(variables) not in owned:
        unread = [symbol for symbol in variables if symbol not in numbers]
        numbers.update((symbol, len(symbols) + place) for place, symbol in enumerate(unread))
        symbols += unread
        owned[id(variables)] = mask_of(variables, numbers)
    dead = {symbols[bit] for bit in ones(owned[id(variables)] & ~mask)}
    return tuple(filterfalse(dead.__contains__, variables))


def restricted(model: Model, kept: Mapping[Location, tuple[Term, ...]]) -> Lowered:
    """The model over the variables ``kept`` for each location; no guard or kept value may mention others."""
    changed = {p: Location(p.name, kept[p]) for p in model.locations if len(kept[p]) < len(p.variables)}
    history: dict[Edge, Made] = {}
    edges: list[Edge] = []
    for edge in model.edges:
        source, target = changed.get(edge.source, edge.source), changed.get(edge.target, edge.target)
        if source is edge.source and target is edge.target:
            edges.append(edge)
            continue
        updates = {symbol: edge.updates[symbol] for symbol in among(edge.updates, target.variables)}
        smaller = Edge(edge.name, source, target, edge.guard, updates, edge.origin)
        history[smaller] = Rewritten(edge)
        edges.append(smaller)
    return rewired(model, edges, history)

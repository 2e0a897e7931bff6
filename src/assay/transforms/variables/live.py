"""The cone of influence: per location, only the variables that can influence whether the error is reached.

A variable is live at a location if a guard of a leaving edge mentions it, or the value of a variable that is live at
the edge's target.  The least such sets are found backwards from the guards.  What is proved over live variables is
inductive as it stands; a run recomputes dead variables by the original updates, with default values for inputs that
only they used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assay.core.bits import ones
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered
from assay.core.terms import Term
from assay.transforms.edges.history import Made, Rewritten
from assay.transforms.edges.reduction import rewired


def live_variables(model: Model) -> dict[Location, set[Term]]:
    """The least sets closed under the rule above."""
    numbers: dict[Term, int] = {}
    symbols: list[Term] = []
    for place in model.locations:
        for symbol in place.variables:
            if symbol not in numbers:
                numbers[symbol] = len(symbols)
                symbols.append(symbol)
    live = _live(model, numbers)
    return {place: {symbols[bit] for bit in ones(live[place])} for place in model.locations}


def _live(model: Model, numbers: Mapping[Term, int]) -> dict[Location, int]:
    """Sets as masks over ``numbers``, from the guards backwards along the edges until nothing changes."""
    owned = {place: mask_of(place.variables, numbers) for place in model.locations}
    live = dict.fromkeys(model.locations, 0)
    for edge in model.edges:
        live[edge.source] |= mask_of(edge.guard.free, numbers) & owned[edge.source]
    passing = {edge: _Passing(edge, numbers) for edge in model.edges}
    pending = dict.fromkeys(reversed(model.locations))
    while pending:
        place, _ = pending.popitem()
        after = live[place]
        for edge in model.entering(place):
            before = live[edge.source]
            now = before | (passing[edge](after) & owned[edge.source])
            if now != before:
                live[edge.source] = now
                pending[edge.source] = None
    return live


class _Passing:
    """Which variables a step needs so that given ones have their values behind it."""

    __slots__ = ("_kept", "_sources")

    def __init__(self, edge: Edge, numbers: Mapping[Term, int]) -> None:
        self._kept = ~mask_of(edge.updates, numbers)
        self._sources = [
            (1 << numbers[symbol], mask_of(value.free, numbers)) for symbol, value in edge.updates.items() if value.free
        ]

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
    live = live_variables(model)
    kept = {place: tuple(symbol for symbol in place.variables if symbol in live[place]) for place in model.locations}
    return restricted(model, kept)


def restricted(model: Model, kept: dict[Location, tuple[Term, ...]]) -> Lowered:
    """The model over the variables ``kept`` for each location; no guard or kept value may mention others."""
    places = {place: Location(place.name, kept[place]) for place in model.locations}
    changed = {place for place in model.locations if len(kept[place]) < len(place.variables)}
    history: dict[Edge, Made] = {}
    edges: list[Edge] = []
    for edge in model.edges:
        if edge.source not in changed and edge.target not in changed:
            edges.append(edge)
            continue
        target = places[edge.target]
        updates = {symbol: edge.updates[symbol] for symbol in target.variables if symbol in edge.updates}
        smaller = Edge(edge.name, places[edge.source], target, edge.guard, updates, edge.origin)
        history[smaller] = Rewritten(edge)
        edges.append(smaller)
    return rewired(model, edges, history)

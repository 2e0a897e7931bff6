"""The cone of influence: per location, only the variables that can influence whether the error is reached.

A variable is live at a location if a guard of a leaving edge mentions it, or the value of a variable that is live at
the edge's target.  The least such sets are found backwards from the guards.  What is proved over live variables is
inductive as it stands; a run recomputes dead variables by the original updates, with default values for inputs that
only they used.
"""

from __future__ import annotations

from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered
from assay.core.terms import Term
from assay.transforms.reduction import rewired
from assay.transforms.steps import Made, Rewritten


def live_variables(model: Model) -> dict[Location, set[Term]]:
    """The least sets closed under the rule above."""
    live: dict[Location, set[Term]] = {place: set() for place in model.locations}
    owned = {place: frozenset(place.variables) for place in model.locations}
    pending: list[tuple[Location, Term]] = []

    def enliven(place: Location, symbols: frozenset[Term]) -> None:
        for symbol in sorted((symbols & owned[place]) - live[place], key=lambda symbol: symbol.uid):
            live[place].add(symbol)
            pending.append((place, symbol))

    for edge in model.edges:
        enliven(edge.source, edge.guard.free)
    while pending:
        place, symbol = pending.pop()
        for edge in model.entering(place):
            enliven(edge.source, edge.after(symbol).free)
    return live


def drop_dead(model: Model) -> Lowered:
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

"""Constant propagation: variables that have one and the same constant value whenever a location is reached.

Optimistic, from the entry forwards; edges that the constants rule out do not count.  A proof gets the equations back.
Kildall's lattice: a variable is a constant until two entering edges disagree, so the search ends after at most one
change per variable and location.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from assay.core.graph import forward_order
from assay.core.model import Edge, Location, Model, among
from assay.core.pages import Combination, Numbers, Paged
from assay.core.roles import Lowered
from assay.core.terms import FALSE, TRUE, Term, symbols_of
from assay.core.terms.rebuild import Substitution
from assay.transforms.variables.determined import NOTHING, Known, without_determined

Constants = dict[Term, Term]


def constants(model: Model) -> dict[Location, Constants]:
    """Per location that is reached as far as constants tell: the variables that are constant there."""
    rank = forward_order(model)
    # A variable that is no longer there may still be listed; nobody reads it, for an input of that name is no variable.
    known: dict[Location, Paged[Term]] = {model.entry: Paged(Numbers())}
    queue: list[tuple[int, Location]] = []
    queued: set[Location] = set()

    def wake(place: Location) -> None:
        if place not in queued:
            queued.add(place)
            heappush(queue, (rank[place], place))

    common: Combination[Term] = Combination(lambda *_: None)
    wake(model.entry)
    while queue:
        _, place = heappop(queue)
        queued.discard(place)
        here, leaving = known[place], model.leaving(place)
        substitution = _substitution(here, leaving)
        for edge in leaving:
            if substitution(edge.guard) is not FALSE and _joined(
                known, edge, _behind(edge, here, substitution), common
            ):
                wake(edge.target)
    return {place: _listed(place, values) for place, values in known.items()}


def _substitution(here: Paged[Term], leaving: Sequence[Edge]) -> Substitution:
    """The constants that the steps from a place read."""
    values: Constants = {}
    for edge in leaving:
        for symbol in symbols_of(*edge.terms):
            value = here.get(symbol)
            if value is not None and symbol not in edge.inputs:
                values[symbol] = value
    return Substitution(values)


def _behind(edge: Edge, here: Paged[Term], substitution: Substitution) -> Paged[Term]:
    """The constants behind a step."""
    values = {symbol: substitution(value) for symbol, value in edge.updates.items()}
    return here.changed({symbol: value if value.is_const else None for symbol, value in values.items()})


def _joined(known: dict[Location, Paged[Term]], edge: Edge, after: Paged[Term], common: Combination[Term]) -> bool:
    """Account for one more entering edge; did the target's constants change?"""
    before = known.get(edge.target)
    now = known[edge.target] = after if before is None else common(before, after)
    return now is not before


def _listed(place: Location, values: Paged[Term]) -> Constants:
    found = dict(values.items())
    return {symbol: found[symbol] for symbol in among(found, place.variables)} if found else found


def drop_constants(model: Model) -> Lowered:
    """The model without variables that are constant, without what the constants rule out."""
    assert not model.entry.variables and model.initial is TRUE
    known = {place: Known(values) if values else NOTHING for place, values in constants(model).items()}
    return without_determined(model, known)

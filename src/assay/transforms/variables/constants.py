"""Constant propagation: variables that have one and the same constant value whenever a location is reached.

Optimistic, from the entry forwards; edges that the constants rule out do not count.  A proof gets the equations back.
Kildall's lattice: a variable is a constant until two entering edges disagree, so the search ends after at most one
change per variable and location.
"""

from __future__ import annotations

from heapq import heappop, heappush

from assay.core.graph import forward_order
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered
from assay.core.terms import FALSE, TRUE, Term
from assay.core.terms.rebuild import Substitution
from assay.transforms.variables.determined import NOTHING, Known, without_determined

Constants = dict[Term, Term]


def constants(model: Model) -> dict[Location, Constants]:
    """Per location that is reached as far as constants tell: the variables that are constant there."""
    rank = forward_order(model)
    known: dict[Location, Constants] = {model.entry: {}}
    queue: list[tuple[int, Location]] = []
    queued: set[Location] = set()

    def wake(place: Location) -> None:
        if place not in queued:
            queued.add(place)
            heappush(queue, (rank[place], place))

    wake(model.entry)
    while queue:
        _, place = heappop(queue)
        queued.discard(place)
        substitution = Substitution(known[place])
        for edge in model.leaving(place):
            if substitution(edge.guard) is not FALSE and _joined(known, edge, substitution):
                wake(edge.target)
    return known


def _joined(known: dict[Location, Constants], edge: Edge, substitution: Substitution) -> bool:
    """Account for one more entering edge; did the target's constants change?"""
    before = known.get(edge.target)
    if before is None:
        values = {symbol: substitution(edge.after(symbol)) for symbol in edge.target.variables}
        known[edge.target] = {symbol: value for symbol, value in values.items() if value.is_const}
        return True
    wrong = [symbol for symbol, value in before.items() if substitution(edge.after(symbol)) is not value]
    for symbol in wrong:
        del before[symbol]
    return bool(wrong)


def drop_constants(model: Model) -> Lowered:
    """The model without variables that are constant, without what the constants rule out."""
    assert not model.entry.variables and model.initial is TRUE
    known = {place: Known(values) if values else NOTHING for place, values in constants(model).items()}
    return without_determined(model, known)

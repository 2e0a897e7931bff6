"""Dropping variables whose value is known: a constant, or a term over others, whenever a location is reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered
from assay.core.terms import FALSE, TRUE, Term, and_, eq
from assay.core.terms.rebuild import Substitution
from assay.transforms.edges.history import Made, Rewritten
from assay.transforms.edges.reduction import rewired, trimmed


@dataclass(frozen=True)
class Known:
    """What is always true at a location: ``values`` of some variables over the others, and a ``fact`` about those."""

    values: Mapping[Term, Term] = field(default_factory=dict)
    fact: Term = TRUE

    @property
    def formula(self) -> Term:
        """All of it, over all variables of the location."""
        return and_(self.fact, *(eq(symbol, value) for symbol, value in self.values.items()))


NOTHING = Known()


def without_determined(model: Model, known: Mapping[Location, Known]) -> Lowered:
    """The model over variables that are not determined, its steps restricted to what is known.

    What is known must be inductive as a whole; a location that is not listed is unreachable.  Proofs get it back.
    """
    places = {place: _without(place, known.get(place, NOTHING)) for place in model.locations}
    history: dict[Edge, Made] = {}
    edges: list[Edge] = []
    for edge in model.edges:
        if edge.source not in known or edge.target not in known:
            continue
        smaller = _specialised(edge, known[edge.source], known[edge.target], places)
        if smaller.guard is not FALSE:
            edges.append(smaller)
            if smaller is not edge:
                history[smaller] = Rewritten(edge)

    def lift_proof(proof: Proof) -> Proof:
        invariant = proof.invariant.items()
        return Proof(
            {place: and_(formula, known[place].formula) for place, formula in invariant if place in known},
            every=proof.every,
        )

    lowered = rewired(model, edges, history)
    return Lowered(lowered.model, lowered.lift_trace, lift_proof)


def _without(place: Location, known: Known) -> Location:
    if not known.values:
        return place
    return Location(place.name, tuple(symbol for symbol in place.variables if symbol not in known.values))


def _specialised(edge: Edge, before: Known, after: Known, places: Mapping[Location, Location]) -> Edge:
    if before is NOTHING and after is NOTHING:
        return edge
    source, target = places[edge.source], places[edge.target]
    replace = Substitution(before.values)
    values = {symbol: replace(edge.after(symbol)) for symbol in target.variables}
    guard = and_(replace(edge.guard), before.fact)
    return Edge(edge.name, source, target, guard, trimmed(values, frozenset(source.variables)), edge.origin)

"""Dropping variables whose value is known: a constant, or a term over others, whenever a location is reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import filterfalse

from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, among
from assay.core.roles import Lowered
from assay.core.terms import FALSE, TRUE, Term, and_, eq, symbols_of
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
    shared: dict[tuple[int, frozenset[Term]], tuple[Term, ...]] = {}
    places = {place: _without(place, known.get(place, NOTHING), shared) for place in model.locations}
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
    if lowered.model is model and all(place in known and known[place] is NOTHING for place in model.locations):
        return lowered
    return Lowered(lowered.model, lowered.lift_trace, lift_proof)


def _without(place: Location, known: Known, shared: dict[tuple[int, frozenset[Term]], tuple[Term, ...]]) -> Location:
    """The place without what is known there; neighbours that keep the same variables keep them as one object."""
    if not known.values:
        return place
    key = (id(place.variables), frozenset(known.values))
    if key not in shared:
        shared[key] = tuple(filterfalse(known.values.__contains__, place.variables))
    return Location(place.name, shared[key])


def _specialised(edge: Edge, before: Known, after: Known, places: Mapping[Location, Location]) -> Edge:
    if before is NOTHING and after is NOTHING:
        return edge
    source, target = places[edge.source], places[edge.target]
    values = before.values
    read = symbols_of(*edge.terms)
    replace = Substitution({symbol: values[symbol] for symbol in read if symbol in values})
    # What the target keeps of what is known at the source has to be said.
    told = {**dict.fromkeys(values.keys() - after.values.keys()), **dict.fromkeys(edge.updates)}
    updates: dict[Term, Term] = {}
    for symbol in among(told, target.variables):
        updates[symbol] = replace(edge.updates[symbol]) if symbol in edge.updates else values[symbol]
    guard = and_(replace(edge.guard), before.fact)
    return Edge(edge.name, source, target, guard, trimmed(updates, source.variables), edge.origin)

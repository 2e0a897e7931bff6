"""The part of an aimed model with uses that takes part in some derivation of the error, as far as its graph says.

A location is derivable if an edge into it needs derivable locations only; it matters if an edge into one that matters
needs it.  In the proof a location that is not derivable is false (not listed), and one that is derivable but does not
matter is true: so is everything that needs it, hence the invariant stays inductive.
"""

from __future__ import annotations

from collections.abc import Iterator

from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered
from assay.core.terms import FALSE, TRUE
from assay.transforms.aim import error_of


def needed(edge: Edge) -> Iterator[Location]:
    """The locations of the states that a step needs."""
    yield edge.source
    for use in edge.uses:
        yield use.location


def derivable_part(model: Model) -> Lowered:
    """The edges between entry and error; evidence needs next to no way back."""
    useful = [edge for edge in model.edges if edge.guard is not FALSE and not edge.idle]
    derivable = _derivable(model.entry, useful)
    possible = [edge for edge in useful if all(place in derivable for place in needed(edge))]
    mattering = _mattering(error_of(model), possible)
    kept = tuple(edge for edge in possible if edge.target in mattering)
    harmless = {place: TRUE for place in model.locations if place in derivable and place not in mattering}

    def lift_proof(proof: Proof) -> Proof:
        return Proof({**harmless, **proof.invariant})

    lowered = Model(model.entry, kept, model.initial, model.properties, model.origin)
    return Lowered(lowered, lambda trace: trace, lift_proof, lambda derivation: derivation)


def _derivable(entry: Location, edges: list[Edge]) -> set[Location]:
    needing: dict[Location, list[int]] = {}
    missing = []
    for number, edge in enumerate(edges):
        places = set(needed(edge))
        missing.append(len(places))
        for place in places:
            needing.setdefault(place, []).append(number)
    found = {entry}
    pending = [entry]
    while pending:
        for number in needing.get(pending.pop(), ()):
            missing[number] -= 1
            target = edges[number].target
            if not missing[number] and target not in found:
                found.add(target)
                pending.append(target)
    return found


def _mattering(error: Location, edges: list[Edge]) -> set[Location]:
    entering: dict[Location, list[Edge]] = {}
    for edge in edges:
        entering.setdefault(edge.target, []).append(edge)
    found = {error}
    pending = [error]
    while pending:
        for edge in entering.get(pending.pop(), ()):
            for place in needed(edge):
                if place not in found:
                    found.add(place)
                    pending.append(place)
    return found

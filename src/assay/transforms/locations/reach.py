"""The part of an aimed model's graph that lies on some way from the entry to the error.

Edges whose guard is false, or that stay at a location and change nothing, go first.  In the proof a location that the
entry does not reach is false (not listed), and one that the entry reaches but that does not reach the error is true:
so is everything behind it, hence the invariant stays inductive.
"""

from __future__ import annotations

from collections.abc import Iterable

from assay.core.evidence import Proof
from assay.core.model import Location, Model
from assay.core.roles import Lowered
from assay.core.terms import FALSE, TRUE
from assay.transforms.aim import error_of


def reachable_part(model: Model) -> Lowered:
    """The edges between entry and error; evidence needs next to no way back."""
    useful = [edge for edge in model.edges if edge.guard is not FALSE and not edge.idle]
    forward = _closure(model.entry, ((edge.source, edge.target) for edge in useful))
    backward = _closure(error_of(model), ((edge.target, edge.source) for edge in useful))
    kept = tuple(edge for edge in useful if edge.source in forward and edge.target in backward)
    harmless = {place: TRUE for place in model.locations if place in forward and place not in backward}

    def lift_proof(proof: Proof) -> Proof:
        return Proof({**harmless, **proof.invariant}, every=proof.every)

    same = kept == model.edges
    lowered = model if same else Model(model.entry, kept, model.initial, model.properties, model.origin)
    return Lowered(lowered, lambda trace: trace, lift_proof)


def _closure(start: Location, arcs: Iterable[tuple[Location, Location]]) -> set[Location]:
    """The locations that ``start`` reaches along ``arcs``."""
    following: dict[Location, list[Location]] = {}
    for source, target in arcs:
        following.setdefault(source, []).append(target)
    found = {start}
    pending = [start]
    while pending:
        for place in following.get(pending.pop(), ()):
            if place not in found:
                found.add(place)
                pending.append(place)
    return found

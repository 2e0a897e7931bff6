"""Large blocks of a program that calls functions: all paths from one cut point to the next as a single edge.

Cut points are the entry and the error, loop heads, entries and ends of functions, and places where a function is
called.  So the step over a call is the first of all paths that go on behind it, and their block uses what it uses.  A
proof says nothing of the locations in between: it is one at cut points.
"""

from __future__ import annotations

from collections.abc import Iterable

from assay.core.evidence import Proof
from assay.core.graph import forward_order, loop_heads
from assay.core.model import Edge, Location, Model, Use
from assay.core.roles import Lowered
from assay.core.terms import FALSE, Term, conjunction, prime, variable
from assay.core.terms.rebuild import Substitution
from assay.transforms.aim import error_of
from assay.transforms.calls.reexecution import no_run, reexecution
from assay.transforms.edges.history import Block, Made, Rewritten
from assay.transforms.edges.reduction import reduced, trimmed
from assay.transforms.locations.loop_free_paths import blocks_from


def cut_points(model: Model) -> frozenset[Location]:
    """The locations at which a proof of a program with calls is given."""
    cuts = {model.entry, error_of(model), *loop_heads(model)}
    for edge in model.edges:
        if edge.uses:
            cuts.add(edge.source)
            cuts.update(use.location for use in edge.uses)
    source = model.origin.source
    names = {function.entry.name for function in source.functions} if source is not None else set()
    return frozenset((*cuts, *(place for place in model.locations if place.name in names)))


def between_calls(model: Model) -> Lowered:
    """The aimed model with one edge between any two cut points, for each call one more."""
    cuts = cut_points(model).intersection(model.locations)
    rank = forward_order(model)
    reserved = {prime(symbol) for place in cuts for symbol in place.variables}
    history: dict[Edge, Made] = {}
    edges: list[Edge] = []
    for place in sorted(cuts, key=lambda cut: rank[cut]):
        plain = [edge for edge in model.leaving(place) if not edge.uses]
        calls = [[edge] for edge in model.leaving(place) if edge.uses]
        for first in (plain, *calls):
            if first:
                for edge, made in _blocks(model, place, first, cuts, rank, reserved):
                    smaller, rewriting = smallest(edge)
                    if smaller.guard is not FALSE:
                        history[edge] = made
                        if smaller is not edge:
                            history[smaller] = rewriting
                        edges.append(smaller)
    lowered = Model(model.entry, tuple(edges), model.initial, model.properties, model.origin)

    def lift_proof(proof: Proof) -> Proof:
        return Proof({**dict.fromkeys(cuts, FALSE), **proof.invariant})

    return Lowered(lowered, no_run, lift_proof, reexecution(model, history))


def _blocks(
    model: Model,
    place: Location,
    first: list[Edge],
    cuts: frozenset[Location],
    rank: dict[Location, int],
    reserved: Iterable[Term],
) -> Iterable[tuple[Edge, Block]]:
    uses = first[0].uses
    for number, (edge, made) in enumerate(blocks_from(model, place, first, cuts, rank, reserved)):
        if not uses:
            yield edge, made
            continue
        rename = Substitution(dict(made.names[first[0]]))
        used = tuple(Use(use.location, tuple(map(rename, use.arguments))) for use in uses)
        name = f"{first[0].name}->{edge.target}" if number else first[0].name
        yield Edge(name, place, edge.target, edge.guard, edge.updates, edge.origin, used), made


def smallest(edge: Edge) -> tuple[Edge, Rewritten]:
    """The edge in its smallest form, and how it came about; the edge itself if it is in that form."""
    variables = frozenset(edge.source.variables)
    values = {symbol: edge.after(symbol) for symbol in edge.target.variables}
    arguments = {
        variable(f"%use {number} {symbol.name}", symbol.sort): term
        for number, use in enumerate(edge.uses)
        for symbol, term in use.values.items()
    }
    result = reduced((edge.guard,), {**values, **arguments}, frozenset(edge.inputs), variables)
    rest = iter([result.values[symbol] for symbol in arguments])
    uses = tuple(Use(use.location, tuple(next(rest) for _ in use.arguments)) for use in edge.uses)
    updates = trimmed({symbol: result.values[symbol] for symbol in values}, variables)
    guard = conjunction(result.parts)
    if guard is edge.guard and updates == edge.updates and uses == edge.uses:
        return edge, Rewritten(edge)
    smaller = Edge(edge.name, edge.source, edge.target, guard, updates, edge.origin, uses)
    return smaller, Rewritten(edge, result.definitions)

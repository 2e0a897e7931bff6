"""Where a run is becomes part of its state: an aimed model with a single location, as searches over gates need it.

Places are numbered, and Boolean variables hold the number of the present one.  A variable that a place does not have is
reset on the way there, so that what an invariant says of it there is known, and the invariant can be told for each
place in that place's own variables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.evidence import Proof, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Lowered
from assay.core.terms import Term, and_, boolean, conjunction, eq, variable
from assay.core.terms.evaluate import constant, default_value
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL
from assay.transforms.aim import error_of
from assay.transforms.edges.compose import fresh

EVERYWHERE: Final = "%everywhere"


@dataclass(frozen=True)
class _Moved:
    """What an edge at one place was, and the names that it gives to inputs."""

    original: Edge
    names: Mapping[Term, Term]


def at_one_place(model: Model) -> Lowered:
    """The same runs at one location; ``model`` is aimed."""
    places = model.locations
    symbols = tuple(dict.fromkeys(symbol for place in places for symbol in place.variables))
    taken = {*symbols, *(symbol for edge in model.edges for symbol in edge.inputs)}
    # What is true of each place: its number, and the values of variables that it does not have.
    signs = _numbers(places, taken)
    everywhere = Location(EVERYWHERE, (*signs[model.entry], *symbols))
    numbers = {place: _all_equal(sign) for place, sign in signs.items()}
    for place, sign in signs.items():
        own = set(place.variables)
        sign.update((s, constant(default_value(s.sort), s.sort)) for s in symbols if s not in own)
    moved: dict[Edge, _Moved] = {}
    for edge in model.edges:
        names = _apart(edge, set(symbols), taken)
        rename = Substitution(names)
        updates = {symbol: rename(edge.after(symbol)) for symbol in edge.target.variables} | signs[edge.target]
        guard = and_(numbers[edge.source], rename(edge.guard))
        made = Edge(edge.name, everywhere, everywhere, guard, updates)
        moved[made] = _Moved(edge, names)
    error = Safety(model.properties[0].name, {everywhere: numbers[error_of(model)]})
    lowered = Model(everywhere, tuple(moved), _all_equal(signs[model.entry]), (error,), model.origin)

    def lift_trace(trace: Trace) -> Trace:
        steps = [moved[edge] for edge in trace.edges]
        visited = (model.entry, *(step.original.target for step in steps))
        return Trace(
            tuple({s: state[s] for s in place.variables} for place, state in zip(visited, trace.states, strict=True)),
            tuple(step.original for step in steps),
            tuple(
                {s: chosen[step.names.get(s, s)] for s in step.original.inputs}
                for step, chosen in zip(steps, trace.inputs, strict=True)
            ),
        )

    def lift_proof(proof: Proof) -> Proof:
        whole = proof.invariant[everywhere]
        return Proof({place: Substitution(sign)(whole) for place, sign in signs.items()})

    return Lowered(lowered, lift_trace, lift_proof)


def _numbers(places: Sequence[Location], taken: set[Term]) -> dict[Location, dict[Term, Term]]:
    """For each place the values of the Boolean variables that tell it from the others."""
    bits = [fresh(variable(f"%place {position}", BOOL), taken) for position in range((len(places) - 1).bit_length())]
    return {
        place: {bit: boolean(bool(number >> position & 1)) for position, bit in enumerate(bits)}
        for number, place in enumerate(places)
    }


def _all_equal(values: Mapping[Term, Term]) -> Term:
    return conjunction(eq(symbol, value) for symbol, value in values.items())


def _apart(edge: Edge, variables: set[Term], taken: set[Term]) -> dict[Term, Term]:
    """Names for the inputs that are called as the variables of another place are."""
    names: dict[Term, Term] = {}
    for symbol in edge.inputs:
        if symbol in variables:
            names[symbol] = fresh(symbol, taken)
            taken.add(names[symbol])
    return names

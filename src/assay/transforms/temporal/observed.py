"""Inputs that a temporal property speaks of, as part of the state.

A path formula can only be evaluated where states fix its atoms.  An observed input becomes a state variable that is
free at the start and after every step; the step that leaves a state uses the value that the state has.  Inputs that the
property does not mention stay inputs, so branching formulas quantify over them at each step.
"""

from __future__ import annotations

from dataclasses import replace

from assay.core.evidence import Proof, Trace
from assay.core.model import Ctl, Edge, Location, Ltl, Model
from assay.core.roles import Lowered, unchanged
from assay.core.temporal import atoms
from assay.core.terms import Op, Term, post_order, prime


def observed_inputs(model: Model, prop: Ctl | Ltl) -> tuple[Term, ...]:
    """The inputs that ``prop`` mentions, by age."""
    own = set(model.entry.variables)
    found = {term for term in post_order(*atoms(prop.formula)) if term.op is Op.VAR and term not in own}
    return tuple(sorted(found, key=lambda symbol: symbol.uid))


def observe(model: Model, prop: Ctl | Ltl) -> Lowered:
    """The model with ``prop`` as its only property, and with states that decide every atom of it."""
    model = replace(model, properties=(), temporal=(prop,))
    inputs = observed_inputs(model, prop)
    if not inputs:
        return unchanged(model)
    places = {place: Location(place.name, (*place.variables, *inputs)) for place in model.locations}
    fresh = {symbol: prime(symbol) for symbol in inputs}
    originals: dict[Edge, Edge] = {}
    for edge in model.edges:
        updates = {**edge.updates, **fresh}
        wider = Edge(edge.name, places[edge.source], places[edge.target], edge.guard, updates, edge.origin)
        originals[wider] = edge
    lowered = replace(model, entry=places[model.entry], edges=tuple(originals))

    def lift_trace(trace: Trace) -> Trace:
        chosen = [{symbol: state[symbol] for symbol in inputs} for state in trace.states]
        states = tuple({s: v for s, v in state.items() if s not in fresh} for state in trace.states)
        steps = tuple({**step, **chosen[k]} for k, step in enumerate(trace.inputs))
        return Trace(states, tuple(originals[edge] for edge in trace.edges), steps, trace.loop, chosen[-1])

    def lift_proof(proof: Proof) -> Proof:
        return proof

    return Lowered(lowered, lift_trace, lift_proof)

"""One property at a time, in the form that every other transform and engine here works on.

An *aimed* model has one entry without variables, initial formula and entering edges, and one error location without
variables and leaving edges; its only property is that no run gets there.  Initial and bad states become guards of
edges, so that whatever simplifies edges simplifies them as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.core.errors import UndefinedValue
from assay.core.evidence import Derivation, Derived, Proof, Trace
from assay.core.joint import joint
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Lowered
from assay.core.terms import FALSE, TRUE, Term, prime
from assay.core.terms.evaluate import holds
from assay.core.terms.rebuild import substitute

ENTRY = "%entry"
ERROR = "%error"


def error_of(model: Model) -> Location:
    """The error location of an aimed model."""
    ((error, bad),) = ((place, bad) for goal in model.properties for place, bad in goal.bad.items())
    assert bad is TRUE and not error.variables
    return error


def aim(model: Model, goal: Safety) -> Lowered:
    """The aimed model whose error is reachable exactly if ``model`` violates ``goal``."""
    names = {place.name for place in model.locations}
    error = Location(_unused(ERROR, names))
    edges = list(model.edges)
    entry = model.entry
    if entry.variables or model.initial is not TRUE or model.entering(entry):
        entry = Location(_unused(ENTRY, names))
        edges.insert(0, _start(entry, model))
    bad_states = [(place, bad) for place, bad in goal.bad.items() if bad is not FALSE]
    edges.extend(_stop(place, bad, error, number) for number, (place, bad) in enumerate(bad_states))
    aimed = Model(entry, tuple(edges), TRUE, (Safety(goal.name, {error: TRUE}, goal.text),), model.origin)
    first = 0 if entry is model.entry else 1

    def lift_trace(trace: Trace) -> Trace:
        return Trace(trace.states[first:-1], trace.edges[first:-1], trace.inputs[first:-1], None, trace.inputs[-1])

    def lift_proof(proof: Proof) -> Proof:
        return Proof(
            {place: formula for place, formula in proof.invariant.items() if place.name in names}, every=proof.every
        )

    def lift_derivation(derivation: Derivation) -> Derivation:
        last = derivation.nodes[-1]
        assert last.source is not None, "the error of an aimed model is not where its derivations start"
        nodes = derivation.nodes[: last.source + 1]
        return Derivation(nodes if first == 0 else _without_start(nodes), last.inputs)

    return Lowered(aimed, lift_trace, lift_proof, lift_derivation)


def _without_start(nodes: Sequence[Derived]) -> tuple[Derived, ...]:
    """The same derived from initial states of the model itself."""
    places: dict[int, int] = {}
    found: list[Derived] = []
    for number, node in enumerate(nodes):
        if node.source is None:
            continue
        places[number] = len(found)
        if nodes[node.source].source is None:
            found.append(Derived(node.state))
        else:
            uses = tuple(places[use] for use in node.uses)
            found.append(replace(node, source=places[node.source], uses=uses))
    return tuple(found)


def _start(entry: Location, model: Model) -> Edge:
    """Chooses an initial state."""
    values: dict[Term, Term] = {symbol: prime(symbol) for symbol in model.entry.variables}
    return Edge("start", entry, model.entry, substitute(model.initial, values), values)


def _stop(place: Location, bad: Term, error: Location, number: int) -> Edge:
    return Edge(f"error {number}" if number else "error", place, error, bad)


def _unused(name: str, names: set[str]) -> str:
    while name in names:
        name += "%"
    return name


def with_auxiliary(model: Model, goal: Safety) -> Safety:
    """What a proof of ``goal`` must show: that, and every auxiliary property of the model."""
    auxiliary = [prop for prop in model.properties if prop.auxiliary and prop.name != goal.name]
    return joint((goal, *auxiliary), goal.name) if auxiliary else goal


def reaches(found: Trace | Derivation, prop: Safety) -> bool:
    """Does the run, or the derivation, end in an error of ``prop``, whatever value the theory leaves open?"""
    if isinstance(found, Trace):
        edge, state = found.edges[-1] if found.edges else None, found.states[-1]
    else:
        edge, state = found.nodes[-1].edge, found.nodes[-1].state
    place = edge.target if edge is not None else None
    last = {**found.final, **state}
    try:
        return any((place is None or where == place) and holds(formula, last) for where, formula in prop.bad.items())
    except UndefinedValue:
        return False

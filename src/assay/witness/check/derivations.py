"""The independent checker of derivations: why a state with an error follows from the clauses, node by node.

Each node is an initial state, or a step from the states of earlier nodes: that of its source and those that its edge
uses.  All values are evaluated again here; nothing is taken from the search but the values that it chose.  Premises
come first, so that no node rests on itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Derivation, Derived
from assay.core.model import Edge, Location, Model, Property
from assay.core.terms import FALSE
from assay.core.terms.evaluate import Evaluation
from assay.witness.check.replay import REPLAYED, evaluated, require, require_values


def check_derivation(model: Model, property: Property, derivation: Derivation) -> str:
    """The way in which ``derivation`` was confirmed to violate ``property`` of ``model``.

    Raises UnsoundVerdict with the node that fails, SolverFailure if the theory does not fix a value that matters.
    """
    if not derivation.nodes:
        raise UnsoundVerdict("a derivation without a node")
    own = set(model.edges)
    places: list[Location] = []
    for number, node in enumerate(derivation.nodes):
        if node.edge is None:
            _initial(number, node, model)
            places.append(model.entry)
            continue
        if node.edge not in own:
            raise UnsoundVerdict(f"node {number}: edge {node.edge} is not one of the model")
        _step(number, node.edge, derivation, places)
        places.append(node.edge.target)
    _error(property, derivation, places[-1])
    return REPLAYED


def _initial(number: int, node: Derived, model: Model) -> None:
    where = f"node {number} at {model.entry}"
    if node.source is not None or node.uses:
        raise UnsoundVerdict(f"{where}: an initial state has no premises")
    require_values(model.entry.variables, node.state, where)
    require(model.initial, node.state, f"{where} is not initial")


def _error(property: Property, derivation: Derivation, place: Location) -> None:
    """Is the last state an error?"""
    bad = property.bad.get(place, FALSE)
    inputs = tuple(sorted(bad.free.difference(place.variables), key=lambda symbol: symbol.uid))
    require_values(inputs, derivation.final, "the inputs of the last state")
    last = {**{symbol: derivation.final[symbol] for symbol in inputs}, **derivation.nodes[-1].state}
    require(bad, last, f"the last state, at {place}, is no error")


def _step(number: int, edge: Edge, derivation: Derivation, places: Sequence[Location]) -> None:
    """Does ``edge`` lead from the states of the premises to that of node ``number``?"""
    node = derivation.nodes[number]
    where = f"node {number}, edge {edge.name}"
    source = _premise(derivation, places, node.source, edge.source, where)
    require_values(edge.inputs, node.inputs, f"the inputs of {where}")
    require_values(edge.target.variables, node.state, where)
    chosen = {symbol: node.inputs[symbol] for symbol in edge.inputs}
    evaluation = Evaluation({**chosen, **{v: source.state[v] for v in edge.source.variables}})
    if evaluated(edge.guard, evaluation, where) is not True:
        raise UnsoundVerdict(f"{where}: the guard is false")
    for target in edge.target.variables:
        value = evaluated(edge.after(target), evaluation, where)
        if value != node.state[target]:
            raise UnsoundVerdict(f"{where}: {target.name} becomes {value}, not {node.state[target]}")
    if len(node.uses) != len(edge.uses):
        raise UnsoundVerdict(f"{where}: it uses {len(edge.uses)} states, and {len(node.uses)} are given")
    for use, index in zip(edge.uses, node.uses, strict=True):
        found = _premise(derivation, places, index, use.location, where).state
        for variable, argument in use.values.items():
            value = evaluated(argument, evaluation, where)
            if value != found[variable]:
                needed = f"{use.location} with {variable.name} = {value}"
                raise UnsoundVerdict(f"{where}: it uses {needed}, not {found[variable]}")


def _premise(
    derivation: Derivation, places: Sequence[Location], index: int | None, location: Location, where: str
) -> Derived:
    """The earlier node ``index``, if it is at ``location``."""
    if index is None or not 0 <= index < len(places):
        raise UnsoundVerdict(f"{where}: no earlier node is the premise at {location}")
    if places[index] != location:
        raise UnsoundVerdict(f"{where}: the premise at {places[index]} should be at {location}")
    return derivation.nodes[index]

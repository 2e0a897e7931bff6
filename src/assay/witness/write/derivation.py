"""Derivations as JSON documents that can be read, stored and replayed (docs/reference/witness.md)."""

from __future__ import annotations

import json
from typing import Any, Final

from assay.core.errors import InputError
from assay.core.evidence import Derivation, Derived
from assay.core.model import Goal, Model
from assay.witness.write.trace import assignment_in, assignment_out, in_lines

FORMAT: Final = "assay-derivation"
VERSION: Final = 1


def derivation_document(model: Model, property: Goal, derivation: Derivation, *, evidence: str = "") -> str:
    """The derivation as JSON, a state a line; ``read_derivation`` is the inverse."""
    places = [node.edge.target if node.edge is not None else model.entry for node in derivation.nodes]
    head = {
        "format": FORMAT,
        "version": VERSION,
        "input": {"file": model.origin.name, "format": model.origin.format},
        "property": property.name,
        "evidence": evidence,
        "sorts": {place.name: {v.name: str(v.sort) for v in place.variables} for place in dict.fromkeys(places)},
    }
    if derivation.final:
        head["final"] = assignment_out(derivation.final, derivation.final)
    numbers = {edge: number for number, edge in enumerate(model.edges)}
    nodes: list[dict[str, Any]] = []
    for place, node in zip(places, derivation.nodes, strict=True):
        said: dict[str, Any] = {"location": place.name, "values": assignment_out(place.variables, node.state)}
        if node.edge is not None:
            said |= {"edge": numbers[node.edge], "name": node.edge.name, "origin": str(node.edge.origin or "")}
            said |= {"inputs": assignment_out(node.edge.inputs, node.inputs)}
            said |= {"source": node.source, "uses": list(node.uses)}
        nodes.append(said)
    opening = json.dumps(head, indent=2, ensure_ascii=False)[:-2]
    return f"{opening},\n{in_lines('nodes', nodes)}\n}}\n"


def read_derivation(model: Model, text: str) -> Derivation:
    """The derivation that a document describes, over the edges of ``model``.

    Whether it is one, ``check_derivation`` decides.
    """
    try:
        document = json.loads(text)
        if (document["format"], document["version"]) != (FORMAT, VERSION):
            raise InputError(f"not a derivation in the format {FORMAT}, version {VERSION}")
        places = {location.name: location for location in model.locations}
        nodes = []
        for said in document["nodes"]:
            state = assignment_in(places[said["location"]].variables, said["values"])
            if "edge" not in said:
                nodes.append(Derived(state))
                continue
            edge = model.edges[said["edge"]]
            inputs = assignment_in(edge.inputs, said["inputs"])
            nodes.append(Derived(state, edge, inputs, said["source"], tuple(said["uses"])))
        final = {symbol for prop in model.properties for bad in prop.bad.values() for symbol in bad.free}
        last = assignment_in(final, document.get("final", {}))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise InputError(f"not a derivation of this model: {type(error).__name__}: {error}") from None
    return Derivation(tuple(nodes), last)

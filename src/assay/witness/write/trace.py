"""Runs as JSON documents that can be read, stored and replayed (docs/reference/witness.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from assay.core.errors import InputError
from assay.core.evidence import Assignment, Branch, Trace
from assay.core.model import Goal, Location, Model
from assay.core.temporal import show
from assay.core.terms import Term
from assay.core.terms.evaluate import ArrayValue, Value
from assay.core.terms.smtlib import to_smtlib
from assay.core.terms.sorts import BOOL, REAL, Sort

FORMAT: Final = "assay-run"
VERSION: Final = 1


def trace_document(
    model: Model, property: Goal, trace: Trace, *, evidence: str = "", branches: Sequence[Branch] = ()
) -> str:
    """The run as JSON, a state or step a line; ``read_trace`` is the inverse.

    ``branches`` are added where it takes several runs to show that a CTL formula fails.
    """
    places = [model.entry, *(edge.target for edge in trace.edges)]
    head = {
        "format": FORMAT,
        "version": VERSION,
        "input": {"file": model.origin.name, "format": model.origin.format},
        "property": property.name,
        "evidence": evidence,
        "sorts": {place.name: {v.name: str(v.sort) for v in place.variables} for place in dict.fromkeys(places)},
    }
    states, steps = _states(model, trace), _steps(model, trace)
    if trace.loop is not None:
        head["loop"] = trace.loop
    if trace.final:
        head["final"] = assignment_out(trace.final, trace.final)
    if branches:
        head["branches"] = [_branch(model, branch) for branch in branches]
    opening = json.dumps(head, indent=2, ensure_ascii=False)[:-2]
    return f"{opening},\n{in_lines('states', states)},\n{in_lines('steps', steps)}\n}}\n"


def _states(model: Model, trace: Trace) -> list[dict[str, Any]]:
    places = [model.entry, *(edge.target for edge in trace.edges)]
    return [
        {"location": place.name, "values": assignment_out(place.variables, state)}
        for place, state in zip(places, trace.states, strict=True)
    ]


def _steps(model: Model, trace: Trace) -> list[dict[str, Any]]:
    numbers = {edge: number for number, edge in enumerate(model.edges)}
    return [
        {
            "edge": numbers[edge],
            "name": edge.name,
            "origin": str(edge.origin) if edge.origin else "",
            "inputs": assignment_out(edge.inputs, inputs),
        }
        for edge, inputs in zip(trace.edges, trace.inputs, strict=True)
    ]


def _branch(model: Model, branch: Branch) -> dict[str, Any]:
    return {
        "formula": show(branch.formula, to_smtlib),
        "goal": branch.goal,
        "loop": branch.trace.loop,
        "states": _states(model, branch.trace),
        "steps": _steps(model, branch.trace),
        "below": {str(k): [_branch(model, part) for part in parts] for k, parts in branch.below.items()},
    }


def in_lines(name: str, items: Iterable[object]) -> str:
    """A list as JSON, an item a line."""
    inside = ",\n    ".join(json.dumps(item, ensure_ascii=False) for item in items)
    return f'  "{name}": [\n    {inside}\n  ]' if inside else f'  "{name}": []'


def assignment_out(symbols: Iterable[Term], assignment: Assignment) -> dict[str, Any]:
    """The values of the symbols as JSON, by name."""
    return {symbol.name: value_out(assignment[symbol]) for symbol in symbols}


def value_out(value: Value) -> Any:
    """A value as JSON: Booleans and integers as they are, fractions as text, arrays as a default with exceptions."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, ArrayValue):
        entries = [[value_out(index), value_out(element)] for index, element in value.entries]
        return {"default": value_out(value.default), "entries": entries}
    return value


def value_in(data: Any, sort: Sort) -> Value:
    """The inverse of ``value_out``."""
    if sort.is_array:
        assert sort.index is not None and sort.element is not None
        value = ArrayValue(sort, value_in(data["default"], sort.element))
        for index, element in data["entries"]:
            value = value.updated(value_in(index, sort.index), value_in(element, sort.element))
        return value
    if sort is BOOL:
        return bool(data)
    return Fraction(data) if sort is REAL else int(data)


def read_trace(model: Model, text: str) -> Trace:
    """The run that a document describes, over the edges of ``model``.  Whether it is one, ``check_trace`` decides."""
    try:
        document = json.loads(text)
        if (document["format"], document["version"]) != (FORMAT, VERSION):
            raise InputError(f"not a run in the format {FORMAT}, version {VERSION}")
        places = {location.name: location for location in model.locations}
        states = [_state(places[state["location"]], state["values"]) for state in document["states"]]
        edges = [model.edges[step["edge"]] for step in document["steps"]]
        steps = zip(edges, document["steps"], strict=True)
        inputs = [assignment_in(edge.inputs, step["inputs"]) for edge, step in steps]
        final = {symbol.name: symbol for prop in model.properties for bad in prop.bad.values() for symbol in bad.free}
        last = assignment_in(final.values(), document.get("final", {}))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise InputError(f"not a run of this model: {type(error).__name__}: {error}") from None
    return Trace(tuple(states), tuple(edges), tuple(inputs), document.get("loop"), last)


def _state(place: Location, values: Mapping[str, Any]) -> dict[Term, Value]:
    return assignment_in(place.variables, values)


def assignment_in(symbols: Iterable[Term], values: Mapping[str, Any]) -> dict[Term, Value]:
    """The inverse of ``assignment_out``, for those that have a value."""
    return {symbol: value_in(values[symbol.name], symbol.sort) for symbol in symbols if symbol.name in values}

"""The events of a run in a C program (SV-COMP witnesses 2.0, ``violation_sequence``).

In the order of the run: what undefined functions returned, which way branches went, and the error call at the end.
Each is a segment of its own that must be followed; leaving one out makes the witness weaker, never wrong.  So events
whose place the text does not confirm (inside macros) are left out, and of very long runs the branches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from assay.core.c_source import CallSite, Scalar, SourceMap
from assay.core.errors import Position
from assay.core.evidence import Assignment, NativeRun, Trace
from assay.core.model import Edge, Model
from assay.core.terms import Term
from assay.core.terms.evaluate import Value
from assay.core.terms.floats import form
from assay.core.terms.sorts import FLOAT32, FLOAT64
from assay.witness.c.text.floats import float_literal
from assay.witness.svcomp.text import BRANCHES, ProgramText

MOST_SEGMENTS: Final = 5_000


def violation_content(model: Model, trace: Trace, texts: Mapping[str, ProgramText]) -> list[dict[str, Any]]:
    """The segments of a run that ends in the error call; none if the place of that call is not known."""
    source = model.origin.source
    last = trace.edges[-1] if trace.edges else None
    if source is None or last is None or last.name not in source.errors:
        return []
    error = source.errors[last.name]
    text = texts.get(error.position.file)
    if text is None:
        return []
    events = list(_events(source, trace, texts))
    if len(events) >= MOST_SEGMENTS:
        events = [event for event in events if event["type"] != "branching"][: MOST_SEGMENTS - 1]
    target = _waypoint("target", text.name, error.position, error.function)
    return [{"segment": [{"waypoint": waypoint}]} for waypoint in (*events, target)]


def execution_content(model: Model, run: NativeRun, texts: Mapping[str, ProgramText]) -> list[dict[str, Any]]:
    """The segments of an execution that ends in the error call: what calls returned, where their places are known."""
    source = model.origin.source
    last = run.passed[-1].where if run.passed else run.where
    if source is None or last is None:
        return []
    errors = [error for error in source.errors.values() if error.position.line == last.line]
    text = texts.get(errors[0].position.file) if errors else None
    if text is None:
        return []
    lines = {passed.call: passed.where.line for passed in run.passed if passed.call is not None}
    events: list[dict[str, Any]] = []
    for number, (function, value) in enumerate(run.calls[: MOST_SEGMENTS - 1]):
        sites = {
            site.position: site
            for site in source.calls.values()
            if site.name == function and site.where is not None and site.where.line == lines.get(number)
        }
        if len(sites) == 1:
            (site,) = sites.values()
            events += _returned(site, value, texts)
    target = _waypoint("target", text.name, errors[0].position, errors[0].function)
    return [{"segment": [{"waypoint": waypoint}]} for waypoint in (*events, target)]


def _events(source: SourceMap, trace: Trace, texts: Mapping[str, ProgramText]) -> Iterator[dict[str, Any]]:
    for edge, inputs in zip(trace.edges, trace.inputs, strict=True):
        yield from _returns(source, edge, inputs, texts)
        decision = source.decisions.get(edge.name)
        text = texts.get(decision.position.file) if decision is not None else None
        if decision is not None and text is not None:
            position = decision.position
            token = text.token(position.line, position.column)
            wanted = token == "switch" if decision.value not in ("true", "false") else token != "switch"
            if token in BRANCHES and wanted:
                yield _waypoint("branching", text.name, position, decision.function, {"value": decision.value})


def _returns(
    source: SourceMap, edge: Edge, inputs: Assignment, texts: Mapping[str, ProgramText]
) -> Iterator[dict[str, Any]]:
    """The results of the calls in one step, in the order in which they were translated: from left to right."""
    for symbol in sorted(edge.inputs, key=_number):
        site = source.calls.get(symbol.name)
        if site is not None and symbol in inputs:
            yield from _returned(site, inputs[symbol], texts)


def _returned(site: CallSite, value: Value, texts: Mapping[str, ProgramText]) -> Iterator[dict[str, Any]]:
    """What a call returned, if its place is one that the text confirms and there is a word for the value."""
    position = site.position
    text = texts.get(position.file)
    if not site.type.pointer and text is not None and text.token(position.line, position.column) == ")":
        words = _result(value, site.type)
        if words is not None:
            constraint = {"value": words, "format": "acsl_expression"}
            yield _waypoint("function_return", text.name, position, site.function, constraint)


def _result(value: Value, kind: Scalar) -> str | None:
    """What a call returned, as a condition; None where there is no word for it."""
    if not kind.floating:
        return f"\\result == {returned(value, kind)}"
    assert isinstance(value, int)
    sort = FLOAT32 if kind.width == 32 else FLOAT64
    if form(sort).is_nan(value):
        return "\\result != \\result"
    text = float_literal(value, sort)
    return f"\\result == {text}" if text is not None else None


def _number(symbol: Term) -> int:
    """The number behind the last ``#`` of an input's name."""
    digits = symbol.name.rpartition("#")[2].rstrip("'")
    return int(digits) if digits.isdecimal() else 0


def returned(value: Value, kind: Scalar) -> int:
    """The number of C's type that an input stands for: vectors and integers count modulo its size."""
    number = int(value) if isinstance(value, int) else 0
    if kind.boolean:
        return int(number != 0)
    low = kind.bounds[0]
    return (number - low) % (1 << kind.width) + low


def _waypoint(
    kind: str, file: str, position: Position, function: str, constraint: dict[str, str] | None = None
) -> dict[str, Any]:
    location = {"file_name": file, "line": position.line, "column": position.column, "function": function}
    made: dict[str, Any] = {"type": kind, "action": "follow"}
    if constraint is not None:
        made["constraint"] = constraint
    return {**made, "location": location}

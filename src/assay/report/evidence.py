"""Evidence in a few lines for people: a run as the changes that it makes, a proof as a formula per location."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from assay.core.evidence import Assignment, Proof, Trace
from assay.core.model import Edge
from assay.core.terms import FALSE, Term
from assay.core.terms.evaluate import Value
from assay.core.terms.smtlib import symbol
from assay.core.verdict import Holds, Verdict, Violated
from assay.report.infix import infix, show_value

# Longer runs are folded in the middle, longer values and formulas are cut.
SHOWN_STEPS: Final = 24
SHOWN_LOCATIONS: Final = 12
VALUE_WIDTH: Final = 60
FORMULA_WIDTH: Final = 300


def evidence_record(property: str, verdict: Verdict) -> dict[str, Any] | None:
    """What a person wants to see of the evidence; None if there is none."""
    match verdict:
        case Violated():
            trace = verdict.trace
            return {"event": "run", "property": property, "length": len(trace.edges), "rows": run_rows(trace)}
        case Holds(Proof() as proof):
            return {"event": "invariant", "property": property, **invariant_rows(proof)}
        case _:
            return None


def run_rows(trace: Trace) -> list[list[str]]:
    """Number, location, edge and changes of each state; a row of one cell says how many were left out."""
    count = len(trace.states)
    if count <= SHOWN_STEPS + 1:
        return [_row(trace, number) for number in range(count)]
    head = SHOWN_STEPS // 2
    first = [_row(trace, number) for number in range(head)]
    last = [_row(trace, number) for number in range(count - head, count)]
    return [*first, [f"... {count - 2 * head} more ..."], *last]


def _row(trace: Trace, number: int) -> list[str]:
    if number == 0:
        place = trace.edges[0].source.name if trace.edges else ""
        return ["0", place, "", ", ".join(_assigned(trace.states[0]))]
    edge = trace.edges[number - 1]
    changes = [*_inputs(edge, trace.inputs[number - 1]), *_assigned(trace.states[number], trace.states[number - 1])]
    return [str(number), edge.target.name, edge.name, ", ".join(changes)]


def _assigned(state: Assignment, before: Assignment | None = None) -> Iterator[str]:
    """The variables whose value is new."""
    for variable, value in state.items():
        if before is None or variable not in before or before[variable] != value:
            yield f"{symbol(variable.name)} = {_short(variable, value)}"


def _inputs(edge: Edge, inputs: Assignment) -> Iterator[str]:
    """The inputs that do not merely name the next value of a variable."""
    shown_anyway = set(edge.updates.values())
    for chosen in edge.inputs:
        if chosen not in shown_anyway and chosen in inputs:
            yield f"input {symbol(chosen.name)} = {_short(chosen, inputs[chosen])}"


def _short(variable: Term, value: Value) -> str:
    text = show_value(value, variable.sort)
    return text if len(text) <= VALUE_WIDTH else text[: VALUE_WIDTH - 3] + "..."


def invariant_rows(proof: Proof) -> dict[str, Any]:
    """``rows`` of location and formula, where there are variables to speak of.

    ``unreachable`` and ``hidden`` say how many locations cannot be reached, and how many take too much room.
    """
    reachable = {place: term for place, term in proof.invariant.items() if term is not FALSE and place.variables}
    texts = {location.name: _about_all(term, proof) for location, term in reachable.items()}
    rows = [[name, text] for name, text in texts.items() if text is not None][:SHOWN_LOCATIONS]
    return {
        "rows": rows,
        "hidden": len(reachable) - len(rows),
        "unreachable": sum(term is FALSE for term in proof.invariant.values()),
    }


def _about_all(term: Term, proof: Proof) -> str | None:
    """The formula, with the indices that it is about all values of."""
    text = infix(term, FORMULA_WIDTH)
    indices = ", ".join(symbol(index.name) for index in proof.every if index in term.free)
    return f"for every {indices}: {text}" if indices and text is not None else text

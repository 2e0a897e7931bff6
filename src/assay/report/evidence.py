"""Evidence in a few lines for people: a run as the changes that it makes, a proof as a formula per location."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from assay.core.evidence import Assignment, Proof, Trace
from assay.core.model import Edge, Model
from assay.core.terms import FALSE, TRUE, Term, conjuncts
from assay.core.terms.evaluate import Value
from assay.core.terms.smtlib import quoted
from assay.core.verdict import Holds, Verdict, Violated
from assay.core.words import reading_order
from assay.report.infix import AND, Language, Text, show_value, spelled
from assay.report.languages import language_of

# Longer runs are folded in the middle, longer values and formulas are cut.
SHOWN_STEPS: Final = 24
SHOWN_LOCATIONS: Final = 12
VALUE_WIDTH: Final = 60
FORMULA_WIDTH: Final = 300


def evidence_record(model: Model, property: str, verdict: Verdict) -> dict[str, Any] | None:
    """What a person wants to see of the evidence; None if there is none."""
    match verdict:
        case Violated():
            trace = verdict.trace
            return {"event": "run", "property": property, "length": len(trace.edges), "rows": run_rows(trace)}
        case Holds(Proof() as proof):
            return {"event": "invariant", "property": property, **invariant_rows(proof, language_of(model))}
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
        return ["0", _named(place), "", _listed(assigned(trace.states[0]))]
    edge = trace.edges[number - 1]
    changes = [*chosen(edge, trace.inputs[number - 1]), *assigned(trace.states[number], trace.states[number - 1])]
    return [str(number), _named(edge.target.name), edge.name, _listed(changes)]


def _named(place: str) -> str:
    """The name of a location; one that front ends add stands in no file."""
    return f"({place[1:]})" if place.startswith("%") else place


def _listed(changes: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in changes)


def assigned(state: Assignment, before: Assignment | None = None) -> Iterator[tuple[str, str]]:
    """The variables whose value is new, with that value."""
    for variable, value in state.items():
        if before is None or variable not in before or before[variable] != value:
            yield quoted(variable.name), _short(variable, value)


def chosen(edge: Edge, inputs: Assignment) -> Iterator[tuple[str, str]]:
    """The inputs that do not merely name the next value of a variable, with what was chosen."""
    shown_anyway = set(edge.updates.values())
    for free in edge.inputs:
        if free not in shown_anyway and free in inputs:
            yield f"input {quoted(free.name)}", _short(free, inputs[free])


def _short(variable: Term, value: Value) -> str:
    text = show_value(value, variable.sort)
    return text if len(text) <= VALUE_WIDTH else text[: VALUE_WIDTH - 3] + "..."


def invariant_rows(proof: Proof, language: Language) -> dict[str, Any]:
    """``rows`` of location and formula, where there are variables to speak of.

    ``unreachable`` and ``hidden`` say how many locations cannot be reached, and how many take too much room.
    """
    said = {place: term for place, term in proof.invariant.items() if term not in (TRUE, FALSE) and place.variables}
    texts = {location.name: _about_all(term, proof, language) for location, term in said.items()}
    rows = [[name, text] for name, text in texts.items() if text is not None][:SHOWN_LOCATIONS]
    return {
        "rows": rows,
        "hidden": len(said) - len(rows),
        "unreachable": sum(term is FALSE for term in proof.invariant.values()),
    }


def _about_all(term: Term, proof: Proof, language: Language) -> str | None:
    """The formula, with the indices that it is about all values of."""
    text = sentence(term, language)
    indices = ", ".join(quoted(index.name) for index in proof.every if index in term.free)
    return f"for every {indices}: {text}" if indices and text is not None else text


def sentence(term: Term, language: Language, width: int = FORMULA_WIDTH) -> str | None:
    """A conjunction, what is said of single variables first, by their names, then what is short; how many parts do not
    fit: long ones, and rather those about several variables.

    None if not even one fits.
    """
    spellings = [(part, spelled(part, width, language)) for part in conjuncts(term)]
    found: list[tuple[bool, Text]] = [(len(part.free) > 1, text) for part, text in spellings if text is not None]
    found.sort(key=lambda one: (one[0], len(one[1].words), one[1].words))
    fitting: list[tuple[bool, str]] = []
    room = width
    for several, text in found:
        words = text.inside(AND) if len(spellings) > 1 else text.words
        room -= len(words) + len(language.both) + 2
        if fitting and room < 0:
            break
        fitting.append((several, words))
    single = sorted((words for several, words in fitting if not several), key=reading_order)
    shown = [*single, *(words for several, words in fitting if several)]
    if not shown:
        return None
    rest = len(spellings) - len(shown)
    return f" {language.both} ".join([*shown, *([f"... {rest} more"] if rest else [])])

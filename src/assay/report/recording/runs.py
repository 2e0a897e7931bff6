"""A run as the steps of a recording: for each its line, what it set, and the step that it depends on.

Every kind of run becomes the same list, so that one reader steps through all of them.  Nothing is folded: iterations of
loops are marked, and whoever shows the steps may fold them.  Of a run that is too long, the middle is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from assay.core.evidence import Assignment, Derivation, NativeRun, Trace
from assay.core.model import Goal, Model, Safety
from assay.core.slicing.influence import causes, influence
from assay.core.terms import TRUE, Term
from assay.report.c_path import all_rows
from assay.report.evidence import assigned, chosen
from assay.report.folding import Row, repetitions
from assay.report.native_path import passages
from assay.report.recording.announced import short

# Longer runs lose their middle, longer values their end.
MOST_STEPS: Final = 2000
VALUE_WIDTH: Final = 200


@dataclass(frozen=True)
class Step:
    """A step of a run: where it is in the text, if it is there; what it ``sets``; what else there is to say.

    ``cause`` is the number of the step that set what this one depends on; ``place`` is where the model is after it.
    """

    line: int = 0
    file: str = ""
    depth: int = 0
    sets: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    matters: bool = True
    cause: int | None = None
    place: str = ""
    edge: str = ""

    @property
    def record(self) -> dict[str, Any]:
        told = {
            "line": self.line,
            "file": self.file,
            "depth": self.depth,
            "sets": [[short(name), _cut(value)] for name, value in self.sets],
            "notes": [_cut(note) for note in self.notes],
            "matters": self.matters,
            "cause": self.cause,
            "place": short(self.place),
            "edge": short(self.edge),
        }
        # Most fields of most steps say nothing.
        return {key: value for key, value in told.items() if value not in ("", [], 0, None) or key == "cause"}


def steps_record(goal: Goal, kind: str, title: str, steps: Sequence[Step]) -> dict[str, Any]:
    """The counterexample of a property; ``left_out`` steps are missing behind the step that is named ``gap``."""
    kept = list(steps)
    gap = None
    if len(kept) > MOST_STEPS:
        gap = MOST_STEPS // 2
        missing = len(kept) - MOST_STEPS
        kept = [_moved(step, gap, missing) for step in (*kept[:gap], *kept[gap + missing :])]
    # Steps that are nowhere in a text go round no loop of it.
    placed = gap is None and any(step.line for step in kept)
    loops = repetitions([(step.line, step.depth, f"{step.file} {step.place}") for step in kept]) if placed else ()
    return {
        "event": "counterexample",
        "property": goal.name,
        "kind": kind,
        "title": title,
        "steps": [step.record for step in kept],
        "loops": [list(loop) for loop in loops],
        "gap": gap,
        "left_out": len(steps) - len(kept),
    }


def _moved(step: Step, gap: int, missing: int) -> Step:
    """The step with the number that its cause has now, if it is still there."""
    cause = step.cause
    if cause is None or cause < gap:
        return step
    return replace(step, cause=cause - missing if cause >= gap + missing else None)


# -- programs ----------------------------------------------------------------------------------------------------------


def program_steps(model: Model, trace: Trace) -> list[Step]:
    """A run of a C program by its lines."""
    matters = influence(trace)
    rows = all_rows(model, trace, matters)
    before = causes(trace, matters)
    row_of: dict[int, int] = {}
    first = 0
    for number, row in enumerate(rows):
        row_of.update((step, number) for step in range(first, row.last + 1))
        first = row.last + 1
    causing: list[int | None] = [None] * len(rows)
    for step, cause in enumerate(before):
        here, there = row_of.get(step), row_of.get(cause) if cause is not None else None
        if here is not None and there is not None and there < here:
            causing[here] = max(there, causing[here] or 0)
    if rows and causing[-1] is None:
        # A call of an error needs nothing itself: the last condition that led to it does.
        causing[-1] = next((number for number in reversed(range(len(rows) - 1)) if rows[number].outcomes), None)
    return [_of_row(row, cause) for row, cause in zip(rows, causing, strict=True)]


def _of_row(row: Row, cause: int | None) -> Step:
    pairs = [value.partition(" = ") for value in row.values]
    sets = tuple((name, value) for name, equals, value in pairs if equals)
    notes = (*(name for name, equals, _ in pairs if not equals), *row.outcomes[-1:])
    return Step(row.line, row.file, row.depth, sets, notes, row.matters, cause)


def native_steps(model: Model, run: NativeRun) -> list[Step]:
    """The lines that an execution passed, as far as it was followed."""
    found = []
    for row in passages(model, run):
        pairs = [note.partition(" = ") for note in row.notes]
        sets = tuple((name, value) for name, equals, value in pairs if equals)
        notes = tuple(name for name, equals, _ in pairs if not equals)
        found.append(Step(row.line, "" if row.file == model.origin.name else row.file, row.depth, sets, notes))
    return found


# -- other models ------------------------------------------------------------------------------------------------------


def model_steps(model: Model, goal: Goal, trace: Trace) -> list[Step]:
    """A run of any model, edge by edge, the initial state first."""
    bad = _bad(goal, trace, model)
    before = causes(trace, influence(trace, bad))
    place = trace.edges[0].source if trace.edges else model.entry
    found = [Step(sets=_sets(trace.states[0]), place=place.name, notes=("the start",))]
    for number, edge in enumerate(trace.edges):
        cause = before[number]
        sets = _sets(trace.states[number + 1], trace.states[number])
        free = tuple(chosen(edge, trace.inputs[number]))
        line = edge.origin.line if edge.origin is not None else 0
        named = Step(line, sets=(*free, *sets), place=edge.target.name, edge=edge.name)
        found.append(replace(named, cause=cause + 1 if cause is not None else (0 if edge.guard is not TRUE else None)))
    return _ended(found, trace)


def _ended(steps: list[Step], trace: Trace) -> list[Step]:
    if trace.loop is None:
        steps[-1] = replace(steps[-1], notes=(*steps[-1].notes, "the error"))
        return steps
    steps[-1] = replace(steps[-1], notes=(*steps[-1].notes, f"this is the state of step {trace.loop} again"))
    steps[trace.loop] = replace(steps[trace.loop], notes=(*steps[trace.loop].notes, "the loop begins here"))
    return steps


def derivation_steps(model: Model, derivation: Derivation) -> list[Step]:
    """The states of a derivation, each after what it comes from."""
    found = []
    for node in derivation.nodes:
        edge = node.edge
        place = edge.target if edge is not None else model.entry
        uses = tuple(f"uses {number}" for number in node.uses)
        line = edge.origin.line if edge is not None and edge.origin is not None else 0
        name = edge.name if edge is not None else ""
        found.append(Step(line, "", 0, _sets(node.state), uses, cause=node.source, place=place.name, edge=name))
    found[-1] = replace(found[-1], notes=(*found[-1].notes, "the error"))
    return found


def _bad(goal: Goal, trace: Trace, model: Model) -> Term:
    """What makes the last state erroneous."""
    place = trace.edges[-1].target if trace.edges else model.entry
    return goal.bad.get(place, TRUE) if isinstance(goal, Safety) else TRUE


def _sets(state: Assignment, before: Assignment | None = None) -> tuple[tuple[str, str], ...]:
    return tuple(assigned(state, before))


def _cut(text: str) -> str:
    return text if len(text) <= VALUE_WIDTH else f"{text[: VALUE_WIDTH - 3]}..."

"""What a recording has of the input and of the evidence, beside what algorithms announce.

The same evidence is told on a terminal by ``app.evidence_files``; here nothing is folded, and it is told by parts:
steps, signals, places of invariants.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from assay.app.inapplicable import HARDWARE
from assay.core.errors import InputError, Unsupported
from assay.core.evidence import Branches, Derivation, Fixpoints, NativeRun, Trace
from assay.core.model import Goal, Ltl, Model, Safety
from assay.core.netlist import COVER
from assay.core.slicing.relevance import relevant
from assay.core.verdict import Holds, Verdict, Violated
from assay.frontends.text import contents
from assay.report.json import Record
from assay.report.recording.runs import (
    derivation_steps,
    model_steps,
    native_steps,
    program_steps,
    steps_record,
)
from assay.report.recording.sources import source_record

NETS: Final = ("MIST", "PNML")
# Of a longer formula, the beginning is told.
MOST_TEXT: Final = 400
_LINE: Final = re.compile(r"(?:line |(?P<file>.+):)(?P<line>\d+)")


def sources(model: Model) -> Iterator[Record]:
    """The files of the input, the first one first."""
    origin = model.origin
    files = {origin.file: origin.name}
    if origin.program is not None:
        files |= {unit.file: unit.name for unit in origin.program.units}
    if origin.netlist is not None:
        # What is included is shown where a property stands in it.
        goals = (goal for goal in model.goals if isinstance(goal, Safety | Ltl))
        stated = (goal.where.file for goal in goals if goal.where is not None)
        files |= {file: file for file in (*origin.netlist.sources, *stated)}
    for file, name in files.items():
        with suppress(InputError):
            yield source_record(name, contents(file), origin.format)


def goals(wanted: Sequence[Goal]) -> Record:
    """What the properties say, where the input says it in words of its own."""
    return {"event": "goals", "texts": {goal.name: goal.text[:MOST_TEXT] for goal in wanted if goal.text}}


def told(model: Model, goal: Goal, verdict: Verdict, shown: Record | None) -> Record | None:
    """The evidence of a verdict by its parts; ``shown`` is what a terminal has of it."""
    match verdict:
        case Violated():
            found = _counterexample(model, goal, verdict)
            lines = list(shown.get("lines", ())) if shown is not None else []
            return {**found, "lines": lines if isinstance(verdict.evidence, Branches | Derivation) else []}
        case Holds(Fixpoints() as sets) if sets.example:
            lines = list(shown.get("lines", ())) if shown is not None else []
            return {**steps_record(goal, "example", shown["title"] if shown else "", []), "lines": lines}
        case Holds() if shown is not None and shown["event"] == "invariant":
            return _invariants(model, shown)
    return None


def _counterexample(model: Model, goal: Goal, verdict: Violated) -> dict[str, Any]:
    match model.origin.format, verdict.evidence:
        case "C", NativeRun() as run:
            title = "the execution that ends with the error"
            return steps_record(goal, "program", title, native_steps(model, run))
        case _, Derivation() as derivation:
            title = "a derivation of the error: each state comes from ones above it"
            return steps_record(goal, "derivation", title, derivation_steps(model, derivation))
        case "C", _:
            return steps_record(goal, "program", "the path to the error", program_steps(model, verdict.trace))
        case format, _ if format in HARDWARE:
            return _design(model, goal, verdict)
    return _general(model, goal, verdict.trace)


def _design(model: Model, goal: Goal, verdict: Violated) -> dict[str, Any]:
    from assay.report.branches import breaking, settled
    from assay.report.hardware_path import shortened, title
    from assay.report.recording.waves import design_steps, wave_record

    matters = relevant(model, goal)
    run = settled(model, goal, verdict)
    trace = run if isinstance(verdict.evidence, Branches) else shortened(run, matters)
    wave = wave_record(model, trace, matters)
    steps = design_steps(wave, len(trace.states), breaking(goal, trace))
    if isinstance(goal, Safety) and trace.loop is None:
        end = "this is covered" if goal.asks == COVER else "the error"
        steps[-1] = replace(steps[-1], notes=(*steps[-1].notes, end))
    return {**steps_record(goal, "design", title(trace, run).partition(":")[0], steps), "wave": wave}


def _general(model: Model, goal: Goal, trace: Trace) -> dict[str, Any]:
    steps = model_steps(model, goal, trace)
    found = steps_record(goal, "run", "the run to the error", steps)
    # Other models are nets for engines; people wrote something else.
    if isinstance(goal, Safety) and model.origin.format in NETS:
        from assay.report.recording.nets import net_record
        from assay.spaces.nets.net import net_of

        with suppress(Unsupported):
            return {**found, "kind": "net", "net": net_record(net_of(model, goal), trace)}
    return found


def _invariants(model: Model, shown: Record) -> Record:
    """Formulas with the lines where they are true."""
    rows = [{"place": place, "text": text, **_where(model, place)} for place, text in shown["rows"]]
    kept = {key: shown[key] for key in ("property", "hidden", "unreachable")}
    return {"event": "invariants", **kept, "rows": rows}


def _where(model: Model, place: str) -> dict[str, Any]:
    """The line that a place is, or at which a location is entered first."""
    match = _LINE.fullmatch(place)
    if match is not None:
        return {"line": int(match["line"]), "file": _file(model, match["file"] or "")}
    origins = (edge.origin for edge in model.edges if edge.target.name == place)
    found = next((origin for origin in origins if origin is not None and origin.line), None)
    return {"line": found.line if found is not None else 0, "file": ""}


def _file(model: Model, name: str) -> str:
    """The file of the program with this name; empty for its first one."""
    units = model.origin.program.units if model.origin.program is not None else ()
    return next((unit.name for unit in units[1:] if Path(unit.name).name == name), "")

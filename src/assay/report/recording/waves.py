"""A run of a design for a waveform: the values of its signals at every step, as the source writes them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from assay.core.evidence import Trace
from assay.core.model import Model
from assay.core.terms import Term
from assay.core.terms.evaluate import ArrayValue
from assay.core.terms.sorts import BOOL, Sort
from assay.report.hardware_path import Signal, concerns, shown_signals, spelled, with_values
from assay.report.recording.announced import short
from assay.report.recording.runs import Step

# So many signals are drawn, those that matter first; of very long runs the first steps.
MOST_SIGNALS: Final = 80
MOST_STEPS: Final = 2000
VALUE_WIDTH: Final = 40


def wave_record(model: Model, trace: Trace, relevant: Collection[Term]) -> dict[str, Any]:
    """The signals with their values; an input has none after the last step of a lasso."""
    rows = [row for row in _rows(model, trace, relevant) if any(value is not None for value in row["values"])]
    rows.sort(key=lambda row: not row["matters"])
    return {
        "signals": rows[:MOST_SIGNALS],
        "loop": trace.loop,
        "hidden": max(0, len(rows) - MOST_SIGNALS),
    }


def _rows(model: Model, trace: Trace, relevant: Collection[Term]) -> Iterator[dict[str, Any]]:
    states, inputs = shown_signals(model, None)
    if model.origin.netlist is not None:
        trace = with_values(trace, states)
    for kind, signals in (("state", states), ("input", inputs)):
        for signal in signals:
            values = _values(model, trace, signal, kind)[: MOST_STEPS + 1]
            matters = concerns(model, signal, relevant)
            bit = len(signal.symbols) == 1 and _is_bit(signal.symbols[0].sort)
            yield {"name": short(signal.name), "kind": kind, "bit": bit, "matters": matters, "values": values}


def _is_bit(sort: Sort) -> bool:
    return sort is BOOL or (sort.is_bitvector and sort.width == 1)


def _values(model: Model, trace: Trace, signal: Signal, kind: str) -> list[str | None]:
    steps = trace.states if kind == "state" else (*trace.inputs, trace.final)[: len(trace.states)]
    found: list[str | None] = []
    for step in steps:
        value = signal.value(step)
        text = None if value is None or isinstance(value, ArrayValue) else spelled(model, signal, value)
        found.append(text if text is None or len(text) <= VALUE_WIDTH else f"{text[: VALUE_WIDTH - 3]}...")
    return found


def design_steps(wave: dict[str, Any], count: int, marks: dict[int, str]) -> list[Step]:
    """The same run step by step: what changes at each of what matters, or of all signals if none of them does."""
    telling = [signal for signal in wave["signals"] if signal["matters"]] or wave["signals"]
    found = []
    for number in range(min(count, MOST_STEPS + 1)):
        sets = []
        for signal in telling:
            now = signal["values"][number] if number < len(signal["values"]) else None
            before = signal["values"][number - 1] if number else None
            if now is not None and now != before:
                name = f"{signal['name']} (input)" if signal["kind"] == "input" else signal["name"]
                sets.append((name, now))
        notes = []
        if number == wave["loop"]:
            notes.append("the loop begins here")
        if wave["loop"] is not None and number == count - 1:
            notes.append(f"this is the state of step {wave['loop']}: from here the run repeats")
        if number in marks:
            notes.append(marks[number])
        found.append(Step(sets=tuple(sets), notes=tuple(notes), cause=number - 1 if number else None))
    return found

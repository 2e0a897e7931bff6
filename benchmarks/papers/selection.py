"""One task with values or predicates and a heuristic, in the setting of Beyer, Löwe, Wendler (SPIN 2015): a run.

    python selection.py FILE value|predicate|predicate+value SELECT COMBINATION SECONDS

Single blocks, one condition an edge of a C program, restart, one precision for all locations, breadth-first.  SELECT is
a heuristic (``none``, ``good&narrow``, ``random:2``); COMBINATION matters to the product only.  The limit is processor
time, reading and preparing included.  Prints the confirmed verdict, why there is none, and figures as ``name=value``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, Final

from assay.checking.confirming import confirmed
from assay.core.budget import Deadline
from assay.core.errors import AssayError
from assay.core.events import Event, Explored, Listener, PathRefuted, Progress
from assay.core.evidence import Path, Proof, Trace
from assay.core.model import Model
from assay.core.roles import Stuck
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines.loop import run
from assay.engines.options import Predicates, Values, ValuesAndPredicates
from assay.engines.recipes.paths import predicate_conversation, product_conversation, value_conversation
from assay.engines.searches import Conversation
from assay.frontends import text
from assay.frontends.c import Conditions, read_c
from assay.frontends.task import data_model_of, load
from assay.transforms.aim import reaches, with_auxiliary
from assay.transforms.prepare.standard import prepare

Begin = Callable[[Model, Deadline, Listener], Conversation[Any, Path, Proof, Trace]]

WORDS: Final[dict[type[Any], str]] = {Holds: "holds", Violated: "violated", Unknown: "unknown"}


class Tally:
    """What a run announces: refinements by analysis, and the explorer's last counters."""

    def __init__(self) -> None:
        self.facts: dict[str, float] = {"alarms": 0, "refinements": 0, "value_refinements": 0}

    def hear(self, event: Event) -> None:
        match event:
            case PathRefuted(provider=provider):
                self.facts["refinements"] += 1
                self.facts["value_refinements"] += provider.startswith("value")
            case Explored(outcome=outcome, counters=counters):
                self.facts["alarms"] += outcome == "alarm"
                self.facts.update(counters)
            case Progress(counters=counters):
                self.facts.update(counters)
            case _:
                pass


def main(file: str, engine: str, select: str, combination: str, seconds: float) -> None:
    tally, deadline = Tally(), Deadline(seconds, time.process_time)
    try:
        verdict = decided(read(file), conversation(engine, select, combination), deadline, tally.hear)
    except MemoryError:
        verdict = Unknown("memory ran out")
    print(WORDS[type(verdict)])
    if isinstance(verdict, Unknown):
        print(verdict.reason)
    for name, value in tally.facts.items():
        print(f"{name}={value:g}")


def decided(model: Model, begin: Begin, deadline: Deadline, announce: Listener) -> Verdict:
    """The checked verdict about the model's first property."""
    goal = model.properties[0]
    lowered = prepare(model, with_auxiliary(model, goal), blocks="single", control_seconds=0, affine_seconds=0)
    talk = begin(lowered.model, deadline, announce)
    answer: Proof | Trace | Stuck = run(talk.explorer, talk.refiner, talk.precision, announce)
    if isinstance(answer, Stuck):
        return Unknown(answer.reason)
    found = lowered.lift(answer)
    if isinstance(found, Trace) and not reaches(found, goal):
        return Unknown("some run exceeds the bound to which recursion is unfolded")
    return confirmed(model, goal, found, deadline)[0]


def read(file: str) -> Model:
    """An edge of a C program has one condition."""
    if not file.endswith((".c", ".i")):
        return load(file)
    return read_c(file, data_model_of(text.read(file).text), conditions=Conditions.SPLIT)


def conversation(engine: str, select: str, combination: str) -> Begin:
    """The engine with a selection, in the paper's setting."""
    if engine == "value":
        values = Values(select=select)
        return lambda model, deadline, announce: value_conversation(model, values, deadline, announce)
    if engine == "predicate":
        predicates = Predicates("bfs", scope="global", select=select)
        return lambda model, deadline, announce: predicate_conversation(model, predicates, deadline, announce)
    both = ValuesAndPredicates.of(combination=combination, select=select, order="bfs", scope="global")
    return lambda model, deadline, announce: product_conversation(model, both, deadline, announce)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:5], float(sys.argv[5]))
    except AssayError as reason:
        sys.exit(f"error: {type(reason).__name__}: {reason}")

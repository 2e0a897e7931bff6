"""One task with one configuration: prepare, run the recipe, lift and check the evidence, print one line of JSON.

python benchmarks/refinement_selection/run.py FILE ENGINE SELECT COMBINATION SETTING SECONDS
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from assay.checking.confirming import confirmed, reaches, with_auxiliary
from assay.core.errors import AssayError, UnsoundVerdict
from assay.core.events import Event, Explored, Listener, PathRefuted, Progress
from assay.core.model import Model, Safety
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines.catalogue import ENGINES
from assay.engines.config import Config
from assay.engines.recipes import Recipe, lifted
from assay.engines.selection import predicate, predicate_and_value, value
from assay.frontends import text
from assay.frontends.c import Conditions, read_c
from assay.frontends.task import data_model_of, load
from assay.solve import budget
from assay.solve.budget import Deadline
from assay.transforms.pipeline import prepare

Method = Callable[[Model, Safety, Deadline, Listener], Verdict]

MEMORY = 4 << 30
GRACE = 1.0  # seconds for evidence that was found at the last moment
NAMES: Mapping[type[Any], str] = {Holds: "holds", Violated: "violated", Unknown: "unknown"}


class Tally:
    """What a run announces: refinements by analysis, and the explorer's last counters."""

    def __init__(self) -> None:
        self.facts: dict[str, float] = {"refinements": 0, "value_refinements": 0}

    def hear(self, event: Event) -> None:
        match event:
            case PathRefuted(provider=provider):
                self.facts["refinements"] += 1
                self.facts["value_refinements"] += provider.startswith("value")
            case Explored(counters=counters) | Progress(counters=counters):
                self.facts.update(counters)
            case _:
                pass


def main(file: str, engine: str, select: str, combination: str, setting: str, seconds: float) -> None:
    budget.__dict__["time"] = SimpleNamespace(monotonic=time.process_time)
    started = time.process_time()
    deadline = Deadline.after(seconds)
    tally = Tally()
    limit(seconds, lambda: show("unknown", started, "the processor time is over", tally))
    try:
        method = (in_the_paper if setting == "paper" else by_itself)(engine, select, combination)
        verdict, evidence = decide(read(file, setting), method, deadline, tally)
    except UnsoundVerdict as problem:
        show("unsound", started, str(problem), tally)
    except AssayError as problem:
        show("error", started, str(problem), tally)
    else:
        show(NAMES[type(verdict)], started, evidence or cast(Unknown, verdict).reason, tally)


def limit(seconds: float, give_up: Callable[[], None]) -> None:
    """End this process after so much processor time: in good order, or by force if a solver does not listen."""

    def end(number: int, frame: object) -> None:
        give_up()
        os._exit(0)

    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds + GRACE)
    hard = int(time.process_time() + seconds + GRACE) + 5
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def show(verdict: str, started: float, reason: str, tally: Tally) -> None:
    seconds = round(time.process_time() - started, 2)
    print(json.dumps({"verdict": verdict, "seconds": seconds, "reason": reason, "statistics": tally.facts}), flush=True)


def decide(model: Model, method: Method, deadline: Deadline, tally: Tally) -> tuple[Verdict, str]:
    """The checked verdict about the model's first property."""
    goal = model.properties[0]
    verdict = method(model, with_auxiliary(model, goal), deadline, tally.hear)
    if isinstance(verdict, Violated) and not reaches(verdict.trace, goal):
        return Unknown("some run exceeds the bound to which recursion is unfolded"), ""
    return confirmed(model, goal, verdict, deadline)


def read(file: str, setting: str) -> Model:
    """In the paper's setting an edge of a C program has one condition."""
    if not file.endswith((".c", ".i")):
        return load(file)
    conditions = Conditions.SPLIT if setting == "paper" else Conditions.WHOLE
    return read_c(file, data_model_of(text.read(file).text), conditions=conditions)


def in_the_paper(engine: str, select: str, combination: str) -> Method:
    """Single blocks, restart, global precision, breadth-first."""
    config = Config(blocks="single", scope="global", order="bfs")

    def method(model: Model, goal: Safety, deadline: Deadline, announce: Listener) -> Verdict:
        lowered = prepare(model, goal, blocks="single", deadline=deadline, control_seconds=0, affine_seconds=0)
        return lifted(lowered, recipe(engine, select, combination)(lowered.model, config, deadline, announce))

    return method


def by_itself(engine: str, select: str, combination: str) -> Method:
    """What Assay does unless told otherwise; with the selection ``default`` this includes the selection."""
    config = replace(Config(select=select), **({"combination": combination} if combination else {}))

    def method(model: Model, goal: Safety, deadline: Deadline, announce: Listener) -> Verdict:
        return ENGINES[engine].decide(model, goal, config, deadline, announce)

    return method


def recipe(engine: str, select: str, combination: str) -> Recipe:
    """The engine with a selection."""
    if engine == "predicate+value":
        return lambda *task: predicate_and_value(*task, select=select, combination=combination)
    chosen = {"value": value, "predicate": predicate}[engine]
    return lambda *task: chosen(*task, select=select)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5], float(sys.argv[6]))

"""One task with many configurations: read and prepare once, then a process for each; print one line of JSON a run.

python benchmarks/refinement_selection/run.py FILE SETTING SECONDS ENGINE/SELECT/COMBINATION...

In the paper's setting the time of a run begins with the model aimed and reduced, which is the same for all; in the
own setting it begins with the model as it was read, and includes preparation.  Where an engine and combination meets
no path to the error within the limit, nothing is ever selected: its outcome then stands for all its selections.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from select import select as ready
from typing import Any, Final, cast

from configurations import DEFAULT

from assay.checking.confirming import confirmed
from assay.core.budget import Deadline
from assay.core.errors import AssayError, UnsoundVerdict
from assay.core.events import Event, Explored, Listener, PathRefuted, Progress
from assay.core.evidence import Evidence, Path, Proof, Trace
from assay.core.model import Model
from assay.core.roles import Found, Stuck
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines import catalogue, properties
from assay.engines.loop import run
from assay.engines.options import Predicates, Values, ValuesAndPredicates
from assay.engines.recipes.paths import predicate_conversation, product_conversation, value_conversation
from assay.engines.searches import Conversation
from assay.engines.side_by_side import Bus
from assay.explore.unfold.order import Order
from assay.frontends import text
from assay.frontends.c import Conditions, read_c
from assay.frontends.task import data_model_of, load
from assay.transforms.aim import reaches, with_auxiliary
from assay.transforms.prepare.standard import prepare

Method = Callable[[Deadline, Listener], Iterator[Evidence | Stuck]]  # the first that is confirmed counts
Begin = Callable[[Model, Deadline, Listener], Conversation[Any, Path, Proof, Trace]]

MEMORY: Final = 4 << 30
GRACE: Final = 0.1  # seconds for evidence that was found at the last moment
ORDERS: Final = {"own": Predicates().order, "own-bfs": "bfs"}
WAITING: Final = 20  # times the limit by the clock: then a run is taken to hang
NAMES: Final[Mapping[type[Any], str]] = {Holds: "holds", Violated: "violated", Unknown: "unknown"}


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


def main(file: str, setting: str, seconds: float, configurations: list[str]) -> None:
    try:
        model = read(file, setting)
        methods = in_the_paper(model) if setting == "paper" else by_itself(model, ORDERS[setting])
    except AssayError as problem:
        for name in configurations:
            show(name, "error", time.process_time(), str(problem), Tally())
        return
    settled: dict[tuple[str, str], str] = {}
    for name in configurations:
        engine, _, combination = name.split("/")
        if (engine, combination) not in settled:
            told = alone(partial(judge, name, model, methods(*name.split("/")), seconds), seconds)
            if told and not json.loads(told)["statistics"]["alarms"]:
                settled[engine, combination] = told
        else:
            told = json.dumps({**json.loads(settled[engine, combination]), "name": name})
        if told:
            print(told, flush=True)


def alone(work: Callable[[], None], seconds: float) -> str:
    """The line that the work prints in a process of its own; one that neither ends nor uses processor time is ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writing, sys.stdout.fileno())
        try:
            work()
        finally:
            sys.stdout.flush()
            os._exit(0)
    os.close(writing)
    if not ready([reading], [], [], WAITING * seconds)[0]:
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reading) as lines:
        told = lines.readline().strip()
    os.waitpid(child, 0)
    return told


def judge(name: str, model: Model, method: Method, seconds: float) -> None:
    """The checked verdict of one configuration about the model's first property."""
    started = time.process_time()
    deadline = Deadline(started + seconds, time.process_time)
    tally = Tally()
    limit(seconds, lambda: show(name, "unknown", started, "the processor time is over", tally))
    goal = model.properties[0]
    verdict: Verdict = Unknown("nothing was tried")
    evidence = ""
    try:
        for found in method(deadline, tally.hear):
            if isinstance(found, Stuck):
                verdict = Unknown(found.reason)
            elif isinstance(found, Trace) and not reaches(found, goal):
                verdict = Unknown("some run exceeds the bound to which recursion is unfolded")
            else:
                verdict, evidence = confirmed(model, goal, found, deadline)
            if evidence:
                break
    except UnsoundVerdict as problem:
        show(name, "unsound", started, str(problem), tally)
    except (AssayError, MemoryError) as problem:
        show(name, "unknown", started, f"{type(problem).__name__}: {problem}", tally)
    else:
        show(name, NAMES[type(verdict)], started, evidence or cast(Unknown, verdict).reason, tally)


def limit(seconds: float, give_up: Callable[[], None]) -> None:
    """End this process after so much processor time: in good order, or by force if a solver does not listen."""

    def end(number: int, frame: object) -> None:
        give_up()
        os._exit(0)

    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds + GRACE)
    hard = int(time.process_time() + seconds + GRACE) + 3
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def show(name: str, verdict: str, started: float, reason: str, tally: Tally) -> None:
    seconds = round(time.process_time() - started, 2)
    facts = {"name": name, "verdict": verdict, "seconds": seconds, "reason": reason, "statistics": tally.facts}
    print(json.dumps(facts), flush=True)


def read(file: str, setting: str) -> Model:
    """In the paper's setting an edge of a C program has one condition."""
    if not file.endswith((".c", ".i")):
        return load(file)
    conditions = Conditions.SPLIT if setting == "paper" else Conditions.WHOLE
    return read_c(file, data_model_of(text.read(file).text), conditions=conditions)


def in_the_paper(model: Model) -> Callable[[str, str, str], Method]:
    """Single blocks, restart, global precision, breadth-first."""
    goal = with_auxiliary(model, model.properties[0])
    lowered = prepare(model, goal, blocks="single", control_seconds=0, affine_seconds=0)

    def method(engine: str, select: str, combination: str) -> Method:
        begin = conversation(engine, select, combination)

        def decide(deadline: Deadline, announce: Listener) -> Iterator[Evidence | Stuck]:
            talk = begin(lowered.model, deadline, announce)
            found: Proof | Trace | Stuck = run(talk.explorer, talk.refiner, talk.precision, announce)
            yield found if isinstance(found, Stuck) else lowered.lift(found)

        return decide

    return method


def by_itself(model: Model, order: str | Order) -> Callable[[str, str, str], Method]:
    """What Assay does unless told otherwise, but for the order of exploration."""
    goal = model.properties[0]

    def method(engine: str, select: str, combination: str) -> Method:
        chosen = {"select": "" if select == DEFAULT else select, "order": order, "combination": combination}
        known = catalogue.ENGINES[engine].options.names()
        options: dict[str, Any] = {name: value for name, value in chosen.items() if value and name in known}

        def decide(deadline: Deadline, announce: Listener) -> Iterator[Evidence | Stuck]:
            config = catalogue.configured(engine, seconds=deadline.left, **options)
            bus, decided = Bus(lambda name: announce), properties.Decided((goal,))
            search = properties.search(model, (goal,), config, deadline, bus, decided)
            while isinstance(answer := search.advance(deadline), Found):
                yield answer.evidence.evidence
            yield Stuck(answer.reason, answer.hint)

        return decide

    return method


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
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4:])

"""Runs of campaigns, made up, and stores of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from assay.bench.judging import judged
from assay.bench.results import ERROR, HOLDS, PROCESSOR, UNKNOWN, VIOLATED, Run, Task
from assay.bench.store import Store

STATISTICS = ("rounds", "states", "expansions", "queries")
LIMIT = 60.0


def run(task: str, configuration: str = "a", verdict: str = HOLDS, processor: float = 1.0, **facts: Any) -> Run:
    """A run, right if nothing is said of what is right."""
    expected = facts.pop("expected", {HOLDS: True, VIOLATED: False}.get(verdict))
    correct = judged(Task(task, task, expected=expected), verdict)
    standard = {"repetition": 1, "seed": None, "path": f"tasks/{task}", "goal": "", "group": ""}
    measured = {"seconds": processor, "processor": processor, "memory": 50_000_000}
    return Run(
        task=task,
        configuration=configuration,
        verdict=verdict,
        **{**standard, **measured, "expected": expected, "correct": correct, **facts},
    )


def campaign(count: int, configurations: Sequence[str] = ("bfs", "subsumer"), seed: int = 1) -> Iterator[Run]:
    """So many runs as a campaign may have them: times over three decades, limits reached, a few wrong answers."""
    draw = random.Random(seed)
    for number in range(count // len(configurations)):
        expected = draw.choice((True, False, None))
        hard = 10 ** draw.uniform(-1.5, 2)
        for configuration in configurations:
            processor = hard * 10 ** draw.gauss(0, 0.2)
            right = VIOLATED if expected is False else HOLDS
            verdict = right if processor < LIMIT else draw.choice((UNKNOWN, UNKNOWN, ERROR))
            if verdict == right and draw.random() < 0.002:
                verdict = HOLDS if right == VIOLATED else VIOLATED
            decided = verdict in (HOLDS, VIOLATED)
            yield run(
                f"set-{number % 7}/task_{number:05}.c",
                configuration,
                verdict,
                min(processor, LIMIT),
                expected=expected,
                group=f"set {number % 7}",
                seconds=1.1 * min(processor, LIMIT),
                memory=int(3e7 + 1e6 * min(processor, LIMIT)),
                limit="" if decided else PROCESSOR,
                evidence="inductive invariant" if decided else "",
                reason="" if decided else "time limit of 60s reached",
                statistics={name: float(draw.randint(1, 10**5)) for name in STATISTICS},
                started="2026-11-18T12:00:00Z",
                machine="node-1",
            )


def stored(path: Path, runs: Sequence[Run], silent: Sequence[Run] = ()) -> Path:
    """A store with these runs, of which each printed what it was but for the silent ones."""
    tasks = [Task(each.task, each.path, each.goal, each.group, each.expected) for each in (*runs, *silent)]
    limits = {"seconds": 2 * LIMIT, "processor": LIMIT, "memory": 2e9, "cores": 1}
    configurations = {each.configuration: {"limits": limits} for each in (*runs, *silent)}
    with Store.create(path) as store:
        numbers = store.plan(tasks, configurations, [each.key for each in (*runs, *silent)])
        for number, each in zip(numbers, runs, strict=False):
            store.finish(number, each, printed(each).encode())
        store.finish_all(zip(numbers[len(runs) :], silent, strict=True))
    return path


def printed(one: Run) -> str:
    return f"{one.verdict}   {one.task} by {one.configuration}\n  <b>run</b> {one.repetition}\n"

"""Localization against whole designs: time and peak nodes of decision diagrams, per task and method.

    python benchmarks/localization run TABLE.csv STORE.jsonl --seconds 10 --corpus smv --corpus hw_aiger_safety
    python benchmarks/localization report STORE.jsonl

The table has the columns corpus, path, property and expected; files are looked up next to it.  Invariants are decided
by ``none`` (reachability of the whole cone of influence), ``clarke``, ``layer1``, ``layer2`` and ``sat``, other
properties by ``none``, ``naive``, ``fixpoint`` and ``sat``.  Each method runs in a process of its own, which is killed
at the limit of processor time; evidence is checked outside of the time that is shown.  What is in the store is not run
again.  A method that gives up at the limit still tells the nodes that it had by then; a call inside the library of
diagrams is not interrupted, so a few are killed without a word.
"""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import monotonic, process_time
from typing import Any

import click

from assay.bench.campaign import Task, tasks_from_csv
from assay.checking.confirming import confirmed
from assay.core.budget import FOREVER, Deadline
from assay.core.errors import AssayError, Unsupported
from assay.core.events import Event, Progress, RoundStarted, ignore
from assay.core.evidence import Evidence
from assay.core.model import Goal, Model, Safety
from assay.core.roles import Found, Paused, Stuck
from assay.core.temporal import invariant
from assay.core.terms import not_
from assay.core.verdict import Unknown, Violated, verdict_of
from assay.engines import catalogue
from assay.engines.views import Views
from assay.frontends.goals import select
from assay.frontends.task import load
from assay.transforms.temporal.violations import path_formula

SAFETY = ("none", "clarke", "layer1", "layer2", "sat")
LIVENESS = ("none", "naive", "fixpoint", "sat")
MEMORY = 3 << 30
# Checking evidence may take so long; starting Python and reading takes some processor time as well.
GRACE = 60.0
START = 1.0
# The process is given so many seconds to stop by itself at the limit.
LAST_WORDS = 3
# Limits are of processor time; a busy machine may take so many times longer.
WALL = 5.0


class Counts:
    """Listener: rounds, the largest number of nodes, and the visible latches of the last round."""

    def __init__(self) -> None:
        self.rounds = self.nodes = self.latches = 0

    def hear(self, event: Event) -> None:
        match event:
            case RoundStarted(number):
                self.rounds = number
            case Progress(counters):
                self.nodes = max(self.nodes, int(counters.get("nodes", 0)))
                self.latches = int(counters.get("latches", self.latches))


def as_safety(model: Model, goal: Goal) -> Goal:
    """The invariant as a safety property, where the two say the same."""
    if isinstance(goal, Safety):
        return goal
    try:
        exact = Views(model, goal, FOREVER, ignore).invariant().exact
    except Unsupported:
        return goal
    formula = path_formula(goal)
    always = None if formula is None else invariant(formula)
    return Safety(goal.name, {model.entry: not_(always)}) if exact and always is not None else goal


def latches_of(model: Model, goal: Goal) -> int:
    """The latches in the cone of influence."""
    views = Views(model, goal, FOREVER, ignore)
    if isinstance(goal, Safety):
        return len(views.gates().circuit.latches)
    try:
        return len(views.runs().circuit.latches)
    except Unsupported:
        return len(views.branching().small.circuit.latches)


def options_of(goal: Goal, method: str) -> dict[str, Any]:
    if isinstance(goal, Safety) or method == "sat":
        return {"reconstruction": method}
    return {"loops": method}


def decide(
    model: Model, goal: Goal, method: str, deadline: Deadline, counts: Counts
) -> Found[Evidence] | Paused | Stuck:
    seconds = deadline.left
    if method == "none":
        config = catalogue.configured("bdd", seconds=seconds)
    else:
        config = catalogue.configured("localization", seconds=seconds, **options_of(goal, method))
    search = catalogue.search(Views(model, goal, deadline, counts.hear), config, counts.hear, seconds=seconds)
    try:
        return search.advance(deadline)
    finally:
        search.close()


def checked(model: Model, goal: Goal, evidence: Evidence) -> str:
    """How the evidence was confirmed; what could not be checked in time is told, and is no error."""
    verdict, how = confirmed(model, goal, evidence, Deadline.after(GRACE))
    return f"not checked: {verdict.reason}" if isinstance(verdict, Unknown) else how


def one(file: str, wanted: str, method: str, seconds: float) -> dict[str, Any]:
    """A record of one method on one task."""
    model = load(file)
    goals = select(model, wanted) if wanted else model.goals
    if len(goals) != 1:
        return {"verdict": "skipped", "reason": f"{len(goals)} properties"}
    goal = as_safety(model, goals[0])
    kind = "safety" if isinstance(goal, Safety) else "liveness"
    if method not in (SAFETY if kind == "safety" else LIVENESS):
        return {"verdict": "skipped", "kind": kind}
    counts, started = Counts(), process_time()
    row: dict[str, Any] = {"kind": kind, "latches": latches_of(model, goal)}
    signal.signal(signal.SIGXCPU, _stop)
    # What does not stop by itself is ended by this, whose signal nobody handles.
    signal.setitimer(signal.ITIMER_PROF, seconds + LAST_WORDS)
    try:
        answer = decide(model, goal, method, Deadline.after(WALL * seconds), counts)
        row["seconds"] = round(process_time() - started, 3)
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_PROF, 0)
        if isinstance(answer, Found):
            row["verdict"] = "false" if isinstance(verdict_of(answer.evidence), Violated) else "true"
            row["evidence"] = checked(model, goal, answer.evidence)
        else:
            row |= {"verdict": "unknown", "reason": answer.reason}
    except TimeoutError:
        row |= {"verdict": "unknown", "reason": "out of time"}
    except AssayError as failure:
        row |= {"verdict": "error", "reason": f"{type(failure).__name__}: {failure}"}
    return row | {"nodes": counts.nodes, "visible": counts.latches, "rounds": counts.rounds}


def _stop(number: int, frame: object) -> None:
    # The signal comes again every second.
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    raise TimeoutError


def run_one(task: Task, method: str, seconds: float) -> dict[str, Any]:
    command = [sys.executable, __file__, "one", str(task.path), method, str(seconds), "--property", task.goal]
    started = monotonic()

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds + START), int(seconds + START + GRACE)))

    try:
        timeout = WALL * seconds + GRACE
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, preexec_fn=limit, check=False)
        if done.returncode < 0:
            done.stdout = json.dumps({"verdict": "unknown", "reason": f"killed by signal {-done.returncode}"})
        row = json.loads(done.stdout) if done.stdout.strip() else {"verdict": "error", "reason": done.stderr[-300:]}
    except subprocess.TimeoutExpired:
        row = {"verdict": "unknown", "reason": "killed"}
    expected = {True: "true", False: "false", None: ""}[task.expected]
    wrong = row["verdict"] in ("true", "false") and expected not in ("", row["verdict"])
    name = {"corpus": task.corpus, "path": task.path.name, "property": task.goal, "method": method}
    return name | {"expected": expected, "wrong": wrong, "wall": round(monotonic() - started, 2)} | row


@click.group()
def main() -> None:
    """Measure localization."""


@main.command("one")
@click.argument("file")
@click.argument("method")
@click.argument("seconds", type=float)
@click.option("--property", "wanted", default="")
def command_one(file: str, method: str, seconds: float, wanted: str) -> None:
    click.echo(json.dumps(one(file, wanted, method, seconds)))


@main.command("run")
@click.argument("table", type=click.Path(exists=True, path_type=Path))
@click.argument("store", type=click.Path(path_type=Path))
@click.option("--seconds", default=10.0)
@click.option("--corpus", "corpora", multiple=True, required=True)
@click.option("--method", "methods", multiple=True, default=(*SAFETY, "naive", "fixpoint"))
@click.option("--holding", is_flag=True, help="only tasks that are known to hold")
@click.option("--budget", default=450.0, help="seconds after which no further run is started")
def command_run(
    table: Path,
    store: Path,
    seconds: float,
    corpora: Sequence[str],
    methods: Sequence[str],
    holding: bool,
    budget: float,
) -> None:
    known = [json.loads(line) for line in store.read_text().splitlines()] if store.exists() else []
    done = {(row["corpus"], row["path"], row["property"], row["method"]) for row in known}
    started = monotonic()
    for task in tasks_from_csv(table, table.parent, corpora):
        if holding and not task.expected:
            continue
        for method in methods:
            if (task.corpus, task.path.name, task.goal, method) in done:
                continue
            if monotonic() - started > budget:
                click.echo("out of budget: run again to go on")
                return
            row = run_one(task, method, seconds)
            with store.open("a") as lines:
                lines.write(json.dumps(row) + "\n")
            if row["verdict"] != "skipped":
                click.echo(_line(row))


def _line(row: dict[str, Any]) -> str:
    shown = f"{row['corpus']}/{row['path']} {row['property'][:40]}"
    figures = f"{row.get('seconds', row['wall']):7.2f} s {row.get('nodes', 0):9} nodes"
    used = f"{row.get('visible', 0)}/{row.get('latches', 0)} latches, {row.get('rounds', 0)} rounds"
    mark = "WRONG " if row["wrong"] else ""
    return f"{mark}{row['method']:8} {row['verdict']:8} {figures} {used:32} {shown} {row.get('reason', '')[:80]}"


@main.command("tasks")
@click.argument("store", type=click.Path(exists=True, path_type=Path))
@click.option("--slow", default=0.0, help="only tasks on which the whole design takes longer")
@click.option("--limit", default=10.0, help="what a run without an answer counts as")
def command_tasks(store: Path, slow: float, limit: float) -> None:
    """The paper's two tables: a row a task; seconds, thousands of nodes and visible latches for each method."""
    for kind, methods in (("safety", SAFETY), ("liveness", LIVENESS)):
        click.echo(f"\n| {kind} | latches | holds | {' | '.join(methods)} |\n|{'---|' * (3 + len(methods))}")
        for (_, path, wanted), runs in sorted(_by_task(_rows(store), kind).items()):
            if "none" not in runs or _seconds(runs["none"], limit) <= slow:
                continue
            latches = max(row.get("latches", 0) for row in runs.values())
            verdicts = {row["verdict"] for row in runs.values()} & {"true", "false"}
            name = path.removesuffix(".aig") + (f" {wanted.rpartition('#')[2]}" if "#" in wanted else "")
            cells = [_cell(runs[method]) if method in runs else "" for method in methods]
            click.echo(f"| {name} | {latches} | {' '.join(verdicts) or '?'} | {' | '.join(cells)} |")


def _cell(row: dict[str, Any]) -> str:
    nodes = f"{row['nodes'] / 1000:.1f}k" if row.get("nodes") else "?"
    if row["verdict"] not in ("true", "false"):
        return f"- / {nodes}"
    used = f" / {row['visible']}" if row["method"] != "none" else ""
    return f"{row['seconds']:.2f} / {nodes}{used}"


def _rows(store: Path) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in store.read_text().splitlines()]
    return [row for row in rows if row["verdict"] != "skipped"]


def _by_task(rows: Sequence[dict[str, Any]], kind: str) -> dict[tuple[str, str, str], dict[str, dict[str, Any]]]:
    """The runs of each task of the kind, by method; a run that was killed does not know its kind."""
    tasks: dict[tuple[str, str, str], dict[str, dict[str, Any]]] = {}
    for row in rows:
        tasks.setdefault((row["corpus"], row["path"], row["property"]), {})[row["method"]] = row
    kinds = {key: {row.get("kind") for row in runs.values()} for key, runs in tasks.items()}
    return {key: runs for key, runs in tasks.items() if kind in kinds[key]}


@main.command("report")
@click.argument("store", type=click.Path(exists=True, path_type=Path))
@click.option("--slow", default=1.0, help="only tasks on which the whole design takes longer count for ratios")
@click.option("--limit", default=10.0, help="what a run without an answer counts as")
def command_report(store: Path, slow: float, limit: float) -> None:
    for kind, methods in (("safety", SAFETY), ("liveness", LIVENESS)):
        _report(kind, _rows(store), methods, slow, limit)


def _report(kind: str, rows: list[dict[str, Any]], methods: Sequence[str], slow: float, limit: float) -> None:
    tasks = _by_task(rows, kind)
    click.echo(f"\n{kind}: {len(tasks)} tasks")
    for method in methods:
        runs = [found[method] for found in tasks.values() if method in found]
        decided = [row for row in runs if row["verdict"] in ("true", "false")]
        wrong = sum(row["wrong"] for row in runs)
        click.echo(f"  {method:8} decided {len(decided)} of {len(runs)}, wrong {wrong}")
    passing = [
        runs
        for runs in tasks.values()
        if any("true" in (row["verdict"], row["expected"]) for row in runs.values())
        and "none" in runs
        and _seconds(runs["none"], limit) > slow
    ]
    click.echo(f"  holding, and over {slow} s (or undecided) on the whole design: {len(passing)} tasks")
    for method in methods[1:]:
        for base in ("none", methods[1]):
            pairs = [(runs[method], runs[base]) for runs in passing if method in runs and base in runs]
            if not pairs or method == base:
                continue
            times = median(_seconds(a, limit) / _seconds(b, limit) for a, b in pairs)
            both = [(a, b) for a, b in pairs if a.get("nodes") and b.get("nodes")]
            nodes = median(a["nodes"] / b["nodes"] for a, b in both) if both else float("nan")
            click.echo(f"  {method} to {base}: time x {times:.3f}, peak nodes x {nodes:.3f} ({len(both)} pairs)")


def _seconds(row: dict[str, Any], limit: float) -> float:
    return max(0.01, row["seconds"]) if row["verdict"] in ("true", "false") else limit


if __name__ == "__main__":
    main()

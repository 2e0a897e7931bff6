"""CGR, dual CGR, FBAR and the hybrid on models from files: verdict, checked evidence, refinements, fixpoints, time.

Usage: models.py SECONDS TABLE.csv CORPUS[:NUMBER]...

The table has columns corpus, path, property and expected; models are looked up next to it, or in $CORPORA.
Every method runs on every model in a process of its own with a limit of processor time.  Properties that are not about
safety are left out.
"""

from __future__ import annotations

import csv
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

from assay.checking.confirming import confirmed
from assay.core.budget import Deadline
from assay.core.errors import AssayError
from assay.core.events import Event, LineExecuted
from assay.core.model import Goal, Justice, Model, Safety
from assay.core.roles import Found
from assay.core.temporal import invariant
from assay.core.terms import not_
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines import catalogue
from assay.engines.recipes.guided import METHODS
from assay.engines.views import Views
from assay.frontends.goals import select
from assay.frontends.task import load
from assay.transforms.aim import joint


class Count:
    """Listener: refinements and fixpoints as they are announced."""

    def __init__(self) -> None:
        self.refinements = 0
        self.fixpoints = 0

    def hear(self, event: Event) -> None:
        if isinstance(event, LineExecuted):
            self.fixpoints += len(event.values.keys() & {"R", "S", "Up", "Vp", "Xp", "Yp"})
            rounds = event.number if event.method != "FBAR" else self.refinements + (event.number == 25)
            self.refinements = max(self.refinements, rounds)


class OutOfTime(Exception):
    """Raised wherever the method happens to be; no handler of its own takes it for a solver's failure."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise OutOfTime("out of processor time")


def as_safety(model: Model, goal: Goal) -> Safety | None:
    """The property if it is about safety; an invariant in a temporal formula is, where no run must be fair."""
    if isinstance(goal, Safety):
        return goal
    if isinstance(goal, Justice) or model.fairness or model.compassion:
        return None
    always = invariant(goal.formula)
    return None if always is None else Safety(goal.name, {model.entry: not_(always)}, goal.text)


def one(method: str, file: str, wanted: str, seconds: float) -> str:
    """A line about one method on one model."""
    model = load(file)
    wishes = select(model, wanted) if wanted else model.goals
    goals = [goal for goal in (as_safety(model, wish) for wish in wishes) if goal is not None]
    if not goals:
        return "skipped: no safety property"
    goal = goals[0] if len(goals) == 1 else joint(goals)
    count, started, deadline = Count(), time.process_time(), Deadline.after(20 * seconds)
    signal.signal(signal.SIGXCPU, _stop)
    verdict: Verdict
    evidence, searching = "", 0.0
    try:
        config = catalogue.configured(method, seconds=deadline.left)
        views = Views(model, goal, deadline, count.hear)
        answer = catalogue.search(views, config, count.hear, seconds=deadline.left).advance(deadline)
        searching = time.process_time() - started
        if isinstance(answer, Found):
            verdict, evidence = confirmed(model, goal, answer.evidence, deadline)
        else:
            verdict = Unknown(answer.reason)
    except (AssayError, OutOfTime) as failure:
        verdict, searching = Unknown(f"{type(failure).__name__}: {failure}"), 0.0
    word = {Holds: "true", Violated: "false"}.get(type(verdict), "unknown")
    reason = verdict.reason if isinstance(verdict, Unknown) else evidence
    checking = time.process_time() - started - searching
    counts = f"refinements {count.refinements}, fixpoints {count.fixpoints}"
    return f"{word} {counts}, search {searching:.2f} s, check {checking:.2f} s; {reason[:120]}"


def table(seconds: int, file: Path, corpora: dict[str, int]) -> None:
    tallies = {method: [0, 0, 0.0] for method in METHODS}
    rows: dict[str, list[dict[str, str]]] = {}
    for row in csv.DictReader(file.open()):
        rows.setdefault(row["corpus"], []).append(row)
    for corpus, number in corpora.items():
        for row in rows[corpus][:number]:
            print(f"{corpus}/{row['path']} {row['property'][:60]}: expected {row['expected']}", flush=True)
            model = Path(os.environ.get("CORPORA", file.parent)) / corpus / row["path"]
            for method in METHODS:
                command = [sys.executable, __file__, "--one", method, str(seconds), str(model), row["property"]]
                started = time.monotonic()
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                answer = done.stdout.strip() or "unknown killed " + done.stderr.strip()[-100:]
                word = answer.split()[0]
                if word == "skipped:":
                    print(f"  {answer}")
                    break
                tallies[method][0] += word == row["expected"]
                tallies[method][1] += word in ("true", "false") and word != row["expected"]
                tallies[method][2] += time.monotonic() - started
                print(f"  {method:9} {answer}", flush=True)
    for method, (right, wrong, spent) in tallies.items():
        print(f"{method:9} {right} right, {wrong} wrong, {spent:.0f} s of wall clock")


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        limit = int(sys.argv[3])
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        print(one(sys.argv[2], sys.argv[4], sys.argv[5], limit))
    else:
        chosen = (argument.partition(":") for argument in sys.argv[3:])
        table(int(sys.argv[1]), Path(sys.argv[2]), {name: int(number or "1000000") for name, _, number in chosen})

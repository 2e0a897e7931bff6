"""Campaigns: many tasks, each checked by the command line in a process of its own, results kept as they come.

A campaign is a list of tasks and a store (JSON lines).  A task that is already in the store is not run again, so an
interrupted campaign goes on where it stopped.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

from assay.core.errors import InputError, Position


@dataclass(frozen=True)
class Task:
    """One property of one file; ``expected`` is true (holds), false (violated) or None (not known)."""

    corpus: str
    path: Path
    goal: str = ""
    expected: bool | None = None
    category: str = ""

    @property
    def key(self) -> str:
        return f"{self.corpus}:{self.path.name}:{self.path.parent.name}:{self.goal}"


@dataclass(frozen=True)
class Outcome:
    """What one run said; ``correct`` is None where there is no verdict or no known answer."""

    key: str
    corpus: str
    path: str
    category: str
    tool: str
    verdict: str
    correct: bool | None
    seconds: float
    evidence: str = ""
    reason: str = ""
    statistics: dict[str, float] | None = None

    @property
    def decided(self) -> bool:
        return self.verdict in ("holds", "violated")


# A table of tasks has the first two columns, and may have the others.
NEEDED_COLUMNS: Final = ("path", "expected")
COLUMNS: Final = (*NEEDED_COLUMNS, "corpus", "property", "category")


def tasks_from_csv(table: Path, root: Path, corpora: Sequence[str] = ()) -> Iterator[Task]:
    """The rows of a task table that belong to ``corpora``, all if none is named.

    A file is looked for at ``root/corpus/path``; ``expected`` is ``true``, ``false``, or anything else if not known.
    """
    with table.open(newline="") as lines:
        rows = csv.DictReader(lines)
        _require_columns(table, rows.fieldnames or ())
        for row in rows:
            corpus, goal, category = (row.get(name) or "" for name in COLUMNS[2:])
            if not corpora or corpus in corpora:
                expected = {"true": True, "false": False}.get(row["expected"])
                yield Task(corpus, root / corpus / row["path"], goal, expected, category)


def _require_columns(table: Path, found: Sequence[str]) -> None:
    for name in NEEDED_COLUMNS:
        if name not in found:
            hint = f"the first line names the columns: {', '.join(NEEDED_COLUMNS)}, maybe {', '.join(COLUMNS[2:])}"
            raise InputError(f"this table of tasks has no column {name!r}", Position(str(table), 1), hint)


Runner = Callable[[Task], Outcome]


def assay_runner(seconds: float, options: Sequence[str] = (), tool: str = "assay") -> Runner:
    """Runs the command line with a hard limit of ``seconds`` a task."""

    def run(task: Task) -> Outcome:
        command = [sys.executable, "-m", "assay", "check", str(task.path), "--json", "--time", f"{seconds}s", *options]
        if task.goal:
            command += ["--property", task.goal]
        started = monotonic()
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds * 2 + 30)
        elapsed = monotonic() - started
        last = _last_verdict(done.stdout)
        if last is None:
            reason = _complaint(done.stderr) or f"exit code {done.returncode}"
            return outcome(task, tool, "error", elapsed, reason=reason)
        return outcome(task, tool, last["verdict"], elapsed, last["evidence"], last["reason"] or "", last["statistics"])

    return run


def outcome(
    task: Task,
    tool: str,
    verdict: str,
    seconds: float,
    evidence: str = "",
    reason: str = "",
    statistics: dict[str, float] | None = None,
) -> Outcome:
    """What ``tool`` said of ``task``, judged against the known answer."""
    correct = None
    if task.expected is not None and verdict in ("holds", "violated"):
        correct = (verdict == "holds") == task.expected
    where = (task.key, task.corpus, str(task.path), task.category)
    return Outcome(*where, tool, verdict, correct, seconds, evidence, reason, statistics)


def _complaint(errors: str) -> str:
    """What a run complained of: its first internal error, else its last line."""
    lines = [line for line in errors.strip().splitlines() if line.strip()]
    internal = [line for line in lines if line.startswith("internal error")]
    return (internal or lines[-1:] or [""])[0]


def _last_verdict(output: str) -> dict[str, Any] | None:
    """The worst verdict that the run printed."""
    rank = {"holds": 0, "unknown": 1, "violated": 2}
    found: list[dict[str, Any]] = []
    for line in output.splitlines():
        if '"event": "verdict"' in line:
            found.append(json.loads(line))
    return max(found, key=lambda entry: rank[entry["verdict"]], default=None)


def run_campaign(
    tasks: Iterable[Task], runner: Runner, store: Path, *, workers: int = 1, report: Callable[[Outcome], None]
) -> list[Outcome]:
    """Run what the store does not have yet; every outcome of these tasks, in their order."""
    tasks = list(tasks)
    known = {entry.key: entry for entry in load(store)}
    missing = [task for task in tasks if task.key not in known]
    store.parent.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(workers) as pool, store.open("a") as lines:
        for result in pool.map(runner, missing):
            known[result.key] = result
            lines.write(json.dumps(asdict(result)) + "\n")
            lines.flush()
            report(result)
    return [known[task.key] for task in tasks]


def load(store: Path) -> list[Outcome]:
    """The outcomes that a store holds."""
    if not store.exists():
        return []
    return [Outcome(**json.loads(line)) for line in store.read_text().splitlines() if line.strip()]

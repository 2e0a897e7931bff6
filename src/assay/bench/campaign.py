"""Campaigns: many tasks, each checked by the command line in a process of its own, results kept as they come.

A campaign is a list of tasks and a store (JSON lines).  A task that is already in the store is not run again, so an
interrupted campaign goes on where it stopped.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final

from assay.core.errors import InputError, Position


@dataclass(frozen=True)
class Task:
    """One property of one file; ``expected`` is true (holds), false (violated) or None (not known).

    ``part`` is which part of the property is violated, where it has several and that is known.
    """

    corpus: str
    path: Path
    goal: str = ""
    expected: bool | None = None
    category: str = ""
    part: str = ""

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
    answer: str = ""
    processor: float = 0.0

    @property
    def decided(self) -> bool:
        return self.verdict in ("holds", "violated")


# A table of tasks has the first two columns, and may have the others.
NEEDED_COLUMNS: Final = ("path", "expected")
COLUMNS: Final = (*NEEDED_COLUMNS, "corpus", "property", "category", "subproperty")


def tasks_from_csv(table: Path, root: Path, corpora: Sequence[str] = ()) -> Iterator[Task]:
    """The rows of a task table that belong to ``corpora``, all if none is named.

    A file is looked for at ``root/corpus/path``, and so is one that states the property; ``expected`` is ``true``,
    ``false``, or anything else if not known.
    """
    with table.open(newline="") as lines:
        rows = csv.DictReader(lines)
        _require_columns(table, rows.fieldnames or ())
        for row in rows:
            corpus, goal, category, part = (row.get(name) or "" for name in COLUMNS[2:])
            if not corpora or corpus in corpora:
                expected = {"true": True, "false": False}.get(row["expected"])
                goal = _stated(root / corpus, goal)
                yield Task(corpus, root / corpus / row["path"], goal, expected, category, part)


def _stated(folder: Path, goal: str) -> str:
    """The file that states the property, if there is one; a formula may be too long for the name of a file."""
    with suppress(OSError):
        if goal and (folder / goal).is_file():
            return str(folder / goal)
    return goal


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
        with tempfile.TemporaryDirectory() as folder:
            statistics = Path(folder) / "statistics.json"
            command += ["--stats", str(statistics)]
            started = monotonic()
            done = subprocess.run(command, capture_output=True, text=True, timeout=seconds * 2 + 30)
            elapsed = monotonic() - started
            processor = json.loads(statistics.read_text())["processor_seconds"] if statistics.exists() else 0.0
        last = _last_verdict(done.stdout)
        if last is None:
            reason = _complaint(done.stderr) or f"exit code {done.returncode}"
            return replace(outcome(task, tool, "error", elapsed, reason=reason), processor=processor)
        found = outcome(
            task, tool, last["verdict"], elapsed, last["evidence"], last["reason"] or "", last["statistics"]
        )
        return judged(replace(found, answer=last.get("answer", ""), processor=processor), task)

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


def judged(found: Outcome, task: Task) -> Outcome:
    """An answer that names another part of the property than the one that is violated is wrong."""
    named = found.answer.removeprefix("false(").removesuffix(")") if found.answer.startswith("false(") else ""
    wrong = found.correct and task.part and named and named != task.part
    return replace(found, correct=False) if wrong else found


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

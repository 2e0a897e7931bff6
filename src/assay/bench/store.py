"""The store of a campaign: tasks, configurations, which runs are planned, and what became of them.

Laws.  A run that ``finish`` took is durable when that returns.  There is never more than one run of a key: of two that
come, the first one counts.  A run is claimed by one living worker at most; what a dead one had claimed is free again:
at once on the same machine, after ``LEASE_SECONDS`` without a sign of life (``renew``) on others.  Any number of
processes may use a store at the same time.  A store object belongs to the thread that opened it.
"""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from assay import __version__
from assay.bench.judging import judged
from assay.bench.results import Key, Run, Task
from assay.bench.schema import connect, create, failures_told
from assay.bench.workers import Worker, is_alive, is_here, this_process
from assay.core.errors import InputError

# A worker of another machine that gave no sign of life for so long is taken to be gone.
LEASE_SECONDS: Final = 300.0

Definition = Mapping[str, Any]
"""A configuration as JSON writes it: what it runs, and with which limits (``assay.bench.configurations``)."""


class Underway(NamedTuple):
    """A run that somebody has claimed."""

    key: Key
    worker: Worker
    since: float
    alive: bool


class Store:
    """A file with all that is known of a campaign."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._sql = connection
        self._worker: int | None = None

    @classmethod
    def create(cls, path: str | Path) -> Self:
        """The store of this name, which is made if it is not there."""
        return cls(Path(path), create(Path(path)))

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """The store of this name; an ``InputError`` if there is none."""
        return cls(Path(path), connect(Path(path)))

    def close(self) -> None:
        self._sql.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the store; what SQLite could not do meanwhile is told as a sentence."""
        with failures_told(self.path):
            self.close()
            if isinstance(error, sqlite3.Error):
                raise error

    # What there is -------------------------------------------------------------------------------------------------

    def tasks(self) -> list[Task]:
        return list(self._tasks().values())

    def configurations(self) -> dict[str, dict[str, Any]]:
        """The definition of every configuration by its name, in the order in which they came."""
        rows = self._sql.execute("SELECT name, definition FROM configuration ORDER BY id")
        return {name: json.loads(definition) for name, definition in rows}

    def runs(self) -> Iterator[Run]:
        """All runs that have ended, in the order of the plan."""
        return self._runs("ORDER BY id")

    def last(self, count: int) -> tuple[int, list[Run]]:
        """The runs that ended last, in their order, and a mark for ``since``."""
        mark = self._mark()
        return mark, list(self._runs("WHERE place > ? - ? ORDER BY place", mark, count))

    def since(self, mark: int) -> tuple[int, list[Run]]:
        """The runs that ended after the mark was made, in their order, and the next mark."""
        found = list(self._runs("WHERE place > ? ORDER BY place", mark))
        return mark + len(found), found

    def log(self, key: Key) -> str:
        """All that the run printed; empty if nothing was kept."""
        number = self._planned(key)
        row = self._sql.execute("SELECT output FROM log WHERE run = ?", (number,)).fetchone()
        return zlib.decompress(row[0]).decode(errors="replace") if row else ""

    def logs(self, keys: Iterable[Key]) -> Iterator[bytes]:
        """What each of these runs printed, packed by zlib; empty if nothing was kept."""
        tasks, names = self._tasks(), self._names()
        rows = self._sql.execute("SELECT id, task, configuration, repetition, seed FROM planned")
        numbers = {
            Key(tasks[task].name, names[configuration], repetition, seed): number
            for number, task, configuration, repetition, seed in rows
        }
        for key in keys:
            row = self._sql.execute("SELECT output FROM log WHERE run = ?", (numbers.get(key),)).fetchone()
            yield row[0] if row else b""

    def log_bytes(self) -> int:
        """How much all of them take, packed."""
        return int(self._sql.execute("SELECT ifnull(sum(length(output)), 0) FROM log").fetchone()[0])

    def planned(self) -> list[Key]:
        """All runs that somebody wanted, whether or not they have ended."""
        return self._keys("SELECT id FROM planned")

    def missing(self) -> list[Key]:
        """The planned runs that have not ended."""
        return self._keys("SELECT id FROM planned EXCEPT SELECT id FROM run")

    def underway(self) -> list[Underway]:
        """The runs that somebody is at, or was at when he died."""
        tasks, names = self._tasks(), self._names()
        rows = self._sql.execute(
            "SELECT task, configuration, repetition, seed, machine, pid, born, since, seen"
            " FROM claim JOIN planned ON planned.id = claim.run JOIN worker ON worker.id = claim.worker ORDER BY run"
        )
        found = []
        for task, configuration, repetition, seed, machine, pid, born, since, seen in rows:
            worker = Worker(machine, pid, born)
            key = Key(tasks[task].name, names[configuration], repetition, seed)
            found.append(Underway(key, worker, since, _lives(worker, seen)))
        return found

    # What is wanted ------------------------------------------------------------------------------------------------

    def plan(self, tasks: Iterable[Task], configurations: Mapping[str, Definition], keys: Iterable[Key]) -> list[int]:
        """Enters what is wanted, as far as it is not known yet; the numbers of the runs, in their order.

        A configuration that the store knows under this name with another definition is refused.
        """
        with self._transaction():
            self._enter_configurations(configurations)
            self._sql.executemany(_ENTER_TASK, (_task_row(task) for task in tasks))
            task_ids = dict(self._sql.execute("SELECT name, id FROM task"))
            configuration_ids = dict(self._sql.execute("SELECT name, id FROM configuration"))
            rows = [(task_ids[k.task], configuration_ids[k.configuration], k.repetition, k.seed) for k in keys]
            self._sql.executemany(
                "INSERT OR IGNORE INTO planned (task, configuration, repetition, seed) VALUES (?, ?, ?, ?)", rows
            )
            numbers = {
                tuple(key): number
                for number, *key in self._sql.execute("SELECT id, task, configuration, repetition, seed FROM planned")
            }
        return [numbers[row] for row in rows]

    def _enter_configurations(self, configurations: Mapping[str, Definition]) -> None:
        known = self.configurations()
        for name, definition in configurations.items():
            written = json.dumps(definition)
            if name in known and known[name] != json.loads(written):
                raise InputError(
                    f"{self.path}: the store has another configuration {name!r}: {json.dumps(known[name])}",
                    hint="give this one another name, or use another store",
                )
            self._sql.execute("INSERT OR IGNORE INTO configuration (name, definition) VALUES (?, ?)", (name, written))

    # Who does it ---------------------------------------------------------------------------------------------------

    def claim(self, number: int) -> bool:
        """Claims the planned run for this process; not if it has ended, or somebody alive is at it."""
        me = self._me()
        with self._transaction():
            if self.has_ended(number):
                return False
            holder = self._sql.execute(
                "SELECT machine, pid, born, seen FROM claim JOIN worker ON worker.id = claim.worker WHERE run = ?",
                (number,),
            ).fetchone()
            if holder is not None and _lives(Worker(*holder[:3]), holder[3]):
                return False
            self._sql.execute("INSERT OR REPLACE INTO claim VALUES (?, ?, ?)", (number, me, time.time()))
        return True

    def renew(self) -> None:
        """Tells that this process is alive: to be called every minute by who has claims."""
        self._sql.execute("UPDATE worker SET seen = ? WHERE id = ?", (time.time(), self._me()))

    def release(self, number: int) -> None:
        """Gives up a claim of this process: somebody else may do it."""
        self._sql.execute("DELETE FROM claim WHERE run = ? AND worker = ?", (number, self._me()))

    def ended(self) -> set[int]:
        """The numbers of all runs that have ended."""
        return {number for (number,) in self._sql.execute("SELECT id FROM run")}

    def has_ended(self, number: int) -> bool:
        return self._sql.execute("SELECT 1 FROM run WHERE id = ?", (number,)).fetchone() is not None

    def finish(self, number: int, run: Run, output: bytes = b"") -> bool:
        """Keeps what became of a planned run, and what it printed; not if somebody else was faster."""
        with self._transaction():
            row = (number, *_outcome_row(run))
            new = self._sql.execute(_ENTER_RUN, row).rowcount == 1
            if new and output:
                self._sql.execute("INSERT INTO log VALUES (?, ?)", (number, zlib.compress(output)))
            self._sql.execute("DELETE FROM claim WHERE run = ?", (number,))
        return new

    def finish_all(self, ended: Iterable[tuple[int, Run]]) -> int:
        """Keeps many runs at once, such as those of another store; how many of them are new."""
        with self._transaction():
            rows = [(number, *_outcome_row(run)) for number, run in ended]
            return self._sql.executemany(_ENTER_RUN, rows).rowcount

    # Inside --------------------------------------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of it or nothing; nobody else writes meanwhile."""
        self._sql.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._sql.execute("COMMIT")
        except BaseException:
            # A full disk, for one, has ended it already.
            if self._sql.in_transaction:
                self._sql.execute("ROLLBACK")
            raise

    def _me(self) -> int:
        """This process among the workers of the store."""
        if self._worker is None:
            row = (*this_process(), time.time(), __version__)
            entered = self._sql.execute(
                "INSERT INTO worker (machine, pid, born, seen, version) VALUES (?, ?, ?, ?, ?)", row
            )
            self._worker = entered.lastrowid
        assert self._worker is not None
        return self._worker

    def _mark(self) -> int:
        return int(self._sql.execute("SELECT ifnull(max(place), 0) FROM run").fetchone()[0])

    def _runs(self, which: str, *values: int) -> Iterator[Run]:
        tasks, names = self._tasks(), self._names()
        for row in self._sql.execute(f"SELECT {_RUN_COLUMNS} FROM run JOIN planned USING (id) {which}", values):
            yield _run(row, tasks[row[0]], names[row[1]])

    def _tasks(self) -> dict[int, Task]:
        return {
            row[0]: _task(row[1:]) for row in self._sql.execute(f"SELECT id, {_TASK_COLUMNS} FROM task ORDER BY id")
        }

    def _names(self) -> dict[int, str]:
        return dict(self._sql.execute("SELECT id, name FROM configuration"))

    def _keys(self, numbers: str) -> list[Key]:
        rows = self._sql.execute(
            "SELECT task.name, configuration.name, repetition, seed FROM planned"
            " JOIN task ON task.id = planned.task JOIN configuration ON configuration.id = planned.configuration"
            f" WHERE planned.id IN ({numbers}) ORDER BY planned.id"
        )
        return [Key(*row) for row in rows]

    def _planned(self, key: Key) -> int | None:
        row = self._sql.execute(
            "SELECT planned.id FROM planned JOIN task ON task.id = planned.task"
            " JOIN configuration ON configuration.id = planned.configuration"
            " WHERE task.name = ? AND configuration.name = ? AND repetition = ? AND seed IS ?",
            key,
        ).fetchone()
        return row[0] if row else None


_TASK_COLUMNS: Final = "name, path, goal, category, expected, part, files, data_model"
# What a later plan knows of a task counts, unless it knows nothing.
_ENTER_TASK: Final = f"""
INSERT INTO task ({_TASK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (name) DO UPDATE SET
    path = excluded.path, goal = excluded.goal, files = excluded.files, data_model = excluded.data_model,
    category = CASE excluded.category WHEN '' THEN category ELSE excluded.category END,
    expected = ifnull(excluded.expected, expected),
    part = CASE excluded.part WHEN '' THEN part ELSE excluded.part END
"""
_OUTCOME_COLUMNS: Final = (
    "verdict, answer, seconds, processor, memory, ended_by, evidence, reason, statistics, started, machine, supervisor"
)
_RUN_COLUMNS: Final = f"task, configuration, repetition, seed, {_OUTCOME_COLUMNS}"
_ENTER_RUN: Final = f"INSERT OR IGNORE INTO run (id, {_OUTCOME_COLUMNS}) VALUES (?{', ?' * 12})"


def _task_row(task: Task) -> tuple[object, ...]:
    files = json.dumps(task.files)
    return (task.name, task.path, task.goal, task.group, task.expected, task.part, files, task.data_model)


def _task(row: Sequence[Any]) -> Task:
    name, path, goal, group, expected, part, files, data_model = row
    known = None if expected is None else bool(expected)
    return Task(name, path, goal, group, known, part, tuple(json.loads(files)), data_model)


def _outcome_row(run: Run) -> tuple[object, ...]:
    measured = (run.seconds, run.processor, run.memory, run.limit)
    said = (run.evidence, run.reason, json.dumps(run.statistics) if run.statistics else "")
    return (run.verdict, run.answer, *measured, *said, run.started, run.machine, run.supervisor)


def _run(row: Sequence[Any], task: Task, configuration: str) -> Run:
    _, _, repetition, seed, verdict, answer, seconds, processor, memory, limit, *said, started, machine, supervisor = (
        row
    )
    evidence, reason, statistics = said
    figures = json.loads(statistics) if statistics else {}
    which = (task.name, configuration, repetition, seed, task.path, task.goal, task.group, task.expected)
    spent = (seconds, processor, memory, limit)
    correct = judged(task, verdict, answer)
    return Run(*which, verdict, correct, answer, *spent, evidence, reason, figures, started, machine, supervisor)


def _lives(worker: Worker, seen: float) -> bool:
    return is_alive(worker) if is_here(worker) else time.time() - seen < LEASE_SECONDS

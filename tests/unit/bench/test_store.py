"""The store: every run once, durable at once, shared by processes, and freed from those that died."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.bench import store as module
from assay.bench.results import Key, Run, Task
from assay.bench.store import Store
from assay.bench.workers import Worker, is_alive, this_process
from assay.core.errors import InputError

TASKS = [Task("a.smt2", "a.smt2", group="small", expected=True), Task("b.smt2#p", "b.smt2", "p", expected=False)]
CONFIGURATIONS = {"one": {"check": ""}, "two": {"check": "--engine value"}}
KEYS = [Key(task.name, name) for task in TASKS for name in CONFIGURATIONS]


def run(key: Key, verdict: str = "holds", **changes: Any) -> Run:
    task = next(task for task in TASKS if task.name == key.task)
    plain = Run(*key, task.path, task.goal, task.group, task.expected, verdict, None)
    return replace(plain, **changes)


def planned(store: Store) -> list[int]:
    return store.plan(TASKS, CONFIGURATIONS, KEYS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "store.db"


def test_what_is_kept_comes_back(path: Path) -> None:
    measured: dict[str, Any] = {
        "seconds": 1.5,
        "processor": 1.25,
        "memory": 7,
        "limit": "time",
        "statistics": {"states": 3.0},
    }
    said = {"answer": "true", "reason": "why", "evidence": "by whom", "started": "2026-01-01", "machine": "m"}
    whole = run(KEYS[0], "unknown", **measured, **said, supervisor="runexec")
    with Store.create(path) as store:
        numbers = planned(store)
        assert store.finish(numbers[0], whole, b"many words")
        assert store.finish(numbers[3], run(KEYS[3]))
    with Store.open(path) as store:
        assert list(store.runs()) == [whole, run(KEYS[3], correct=False)]
        assert store.log(KEYS[0]) == "many words"
        assert store.log(KEYS[3]) == store.log(KEYS[1]) == ""
        packed = list(store.logs([KEYS[3], KEYS[0], Key("none", "one")]))
        assert [zlib.decompress(log) if log else b"" for log in packed] == [b"", b"many words", b""]
        assert store.log_bytes() == len(packed[1])
        assert store.tasks() == TASKS
        assert store.configurations() == CONFIGURATIONS
        assert store.planned() == KEYS
        assert store.missing() == KEYS[1:3]


def test_of_two_runs_of_a_key_the_first_counts(path: Path) -> None:
    with Store.create(path) as store:
        (number, *_) = planned(store)
        assert store.finish(number, run(KEYS[0]))
        assert not store.finish(number, run(KEYS[0], "unknown"), b"late")
        assert [found.verdict for found in store.runs()] == ["holds"]
        assert store.log(KEYS[0]) == ""


def test_to_plan_twice_is_to_plan_once(path: Path) -> None:
    with Store.create(path) as store:
        assert planned(store) == planned(store)
        seeds = [Key("a.smt2", "one", 1, seed) for seed in (None, 0, 1)]
        assert len({*store.plan(TASKS, CONFIGURATIONS, seeds)}) == 3
        assert len(store.planned()) == len(KEYS) + 2


def test_what_a_later_plan_knows_of_a_task_counts(path: Path) -> None:
    with Store.create(path) as store:
        numbers = planned(store)
        store.finish(numbers[0], run(KEYS[0]))
        store.plan([Task("a.smt2", "a.smt2")], {}, [])
        assert next(store.runs()).correct is True
        store.plan([Task("a.smt2", "a.smt2", expected=False)], {}, [])
        (found,) = store.runs()
        assert found.correct is False and found.group == "small"


def test_another_configuration_of_the_same_name_is_refused(path: Path) -> None:
    with Store.create(path) as store:
        planned(store)
        with pytest.raises(InputError, match="another configuration 'one'"):
            store.plan([], {"three": {}, "one": {"check": "--engine ic3"}}, [])
        assert store.configurations() == CONFIGURATIONS


def test_runs_in_the_order_in_which_they_ended(path: Path) -> None:
    with Store.create(path) as store:
        numbers = planned(store)
        for place in (2, 0, 1):
            store.finish(numbers[place], run(KEYS[place]))
        mark, last = store.last(2)
        assert [found.key for found in last] == [KEYS[0], KEYS[1]]
        store.finish(numbers[3], run(KEYS[3]))
        mark, new = store.since(mark)
        assert [found.key for found in new] == [KEYS[3]]
        assert store.since(mark) == (mark, [])


@pytest.mark.parametrize("content", [b"", b"no database at all, but long enough to be looked at" * 10])
def test_what_is_no_store_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(content)
    with pytest.raises(InputError, match="no store of a campaign"):
        Store.open(tmp_path / "x.db")
    if content:
        with pytest.raises(InputError, match="no store of a campaign"):
            Store.create(tmp_path / "x.db")


def test_other_databases_and_versions_are_refused(path: Path, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE t (x)")
    with pytest.raises(InputError, match="something else"):
        Store.create(tmp_path / "other.db")
    Store.create(path).close()
    with sqlite3.connect(path) as later:
        later.execute("PRAGMA user_version = 99")
    with pytest.raises(InputError, match="version 99"):
        Store.open(path)
    with pytest.raises(InputError, match="no such store"):
        Store.open(tmp_path / "missing.db")


# -- claims ------------------------------------------------------------------------------------------------------------

HOLDER = """
import sys, time
from assay.bench.store import Store
with Store.open(sys.argv[1]) as store:
    numbers = range(1, 5)
    print(*[number for number in numbers if store.claim(number)], flush=True)
    time.sleep(600)
"""


def test_what_a_living_process_claims_is_free_when_it_was_killed(path: Path) -> None:
    with Store.create(path) as store:
        numbers = planned(store)
        assert store.claim(numbers[0])
        with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdout is not None
            assert [int(word) for word in holder.stdout.readline().split()] == numbers[1:]
            assert not any(store.claim(number) for number in numbers[1:])
            assert [entry.alive for entry in store.underway()] == [True] * 4
            holder.kill()
        assert [entry.alive for entry in store.underway()] == [True, False, False, False]
        assert store.claim(numbers[1])
        store.finish(numbers[2], run(KEYS[2]))
        assert not store.claim(numbers[2])
        store.release(numbers[1])
        assert [entry.key for entry in store.underway()] == [KEYS[0], KEYS[3]]


def test_a_worker_of_another_machine_has_a_lease(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.create(path) as ours, Store.open(path) as theirs:
        number = planned(ours)[0]
        monkeypatch.setattr(module, "this_process", lambda: Worker("elsewhere", 1, 1))
        assert theirs.claim(number)
        monkeypatch.undo()
        assert not ours.claim(number)
        theirs.renew()
        later = time.time() + module.LEASE_SECONDS + 1
        monkeypatch.setattr(time, "time", lambda: later)
        assert ours.claim(number)
        assert not theirs.claim(number)


def test_a_number_that_is_used_again_is_another_process() -> None:
    me = this_process()
    assert is_alive(me)
    assert not is_alive(me._replace(born=me.born + 1))
    with subprocess.Popen(["sleep", "600"]) as child:
        other = Worker(me.machine, child.pid, int(Path(f"/proc/{child.pid}/stat").read_text().split()[21]))
        assert is_alive(other)
        os.kill(child.pid, signal.SIGKILL)
        # Not collected yet, it has a number still.
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert not is_alive(other)


# -- many --------------------------------------------------------------------------------------------------------------


def test_many_runs_are_listed_fast(path: Path) -> None:
    tasks = [Task(f"{number}.smt2", f"{number}.smt2", expected=True) for number in range(10_000)]
    keys = [Key(task.name, name) for task in tasks for name in CONFIGURATIONS]
    with Store.create(path) as store:
        numbers = store.plan(tasks, CONFIGURATIONS, keys)
        one = run(KEYS[0], statistics={"states": 5.0, "queries": 7.0})
        assert store.finish_all((number, one) for number in numbers) == 20_000
        started = time.process_time()
        assert sum(found.correct is True for found in store.runs()) == 20_000
        assert time.process_time() - started < 1.0

"""Campaigns: which runs there are, that each is made once, and that what was cut off is made up for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from assay.bench import campaign as module
from assay.bench.campaign import Campaign, Standing, run_campaign
from assay.bench.configurations import Configuration, Patterns
from assay.bench.results import Key, Run, Task
from assay.bench.running.job import Bounds, Ended, Job
from assay.bench.store import Store
from clocks import PATIENCE, eventually

TASKS = [Task(f"{name}.smt2", f"{name}.smt2", expected=True) for name in "abc"]


def peer(name: str, script: str, only: tuple[str, ...] = ()) -> Configuration:
    command = ("sh", "-c", script, "sh", "{file}")
    return Configuration(name, (), command, Patterns("^yes$", "^no$"), Bounds(PATIENCE), only=only)


ONE, TWO = peer("one", "echo yes"), peer("two", "echo {seed}", only=("[ab]*",))


class Immediate:
    """An executor that does nothing, at once."""

    def __init__(self, capacity: int = 2) -> None:
        self.capacity = self.width = capacity
        self.jobs: list[Job] = []
        self.closed = False
        self._ended: list[tuple[int, Ended]] = []

    def submit(self, number: int, job: Job) -> None:
        self.jobs.append(job)
        self._ended.append((number, Ended(0, output=b"yes\n")))
        assert len(self._ended) <= self.capacity

    def ended(self, seconds: float) -> list[tuple[int, Ended]]:
        found, self._ended = self._ended, []
        return found

    def close(self) -> None:
        self.closed = True


def ignore(run: Run | None, standing: Standing) -> None:
    """Nobody listens."""


def test_runs_are_tasks_times_configurations_repetitions_and_seeds() -> None:
    keys = list(Campaign(TASKS[1:], [ONE, TWO], 2, (5, 6)).wanted())
    assert keys == [
        *(Key("b.smt2", "one", 1), Key("b.smt2", "one", 2)),
        *(Key("b.smt2", "two", repetition, seed) for repetition in (1, 2) for seed in (5, 6)),
        *(Key("c.smt2", "one", 1), Key("c.smt2", "one", 2)),
    ]
    assert [key.seed for key in Campaign(TASKS[:1], [TWO]).wanted()] == [1]


def test_what_the_store_has_is_not_run_again(tmp_path: Path) -> None:
    small, whole = Campaign(TASKS[:2], [ONE]), Campaign(TASKS, [ONE, TWO])
    with Store.create(tmp_path / "x.db") as store:
        first, second, third = Immediate(), Immediate(), Immediate()
        assert run_campaign(small, store, first, ignore)
        heard: list[tuple[Run | None, Standing]] = []
        assert run_campaign(whole, store, second, lambda *told: heard.append(told))
        assert run_campaign(whole, store, third, ignore)
        assert [len(made.jobs) for made in (first, second, third)] == [2, 3, 0]
        assert first.closed and second.closed and third.closed
        assert [run.key for run in store.runs()] == [
            *small.wanted(),
            *(key for key in whole.wanted() if key not in list(small.wanted())),
        ]
        assert [run.key for run, _ in heard if run is not None] == [
            key for key in whole.wanted() if key not in list(small.wanted())
        ]
        assert heard[-1][1] == Standing(5, 5, 0, 0, 2) and heard[0][1].wanted == 5
        assert all(run.correct for run in store.runs() if run.configuration == "one")


class Lazy(Immediate):
    """Takes jobs and ends none."""

    def ended(self, seconds: float) -> list[tuple[int, Ended]]:
        return []


def test_who_is_asked_to_stop_gives_back_what_is_under_way(tmp_path: Path) -> None:
    with Store.create(tmp_path / "x.db") as store:
        lazy = Lazy(2)
        assert not run_campaign(Campaign(TASKS, [ONE]), store, lazy, ignore, lambda: len(lazy.jobs) > 0)
        assert lazy.closed and len(store.missing()) == 3 and not store.underway()


def test_what_somebody_else_is_at_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one is told to be dead as soon as we have waited once."""
    monkeypatch.setattr(module, "OTHERS_SECONDS", 0.0)
    dead: list[bool] = []
    campaign = Campaign(TASKS, [ONE])
    with Store.create(tmp_path / "x.db") as store, Store.create(tmp_path / "x.db") as other:
        numbers = other.plan(TASKS, {"one": ONE.definition()}, campaign.wanted())
        assert other.claim(numbers[0]) and other.claim(numbers[1])
        monkeypatch.setattr("assay.bench.store.is_alive", lambda worker: not dead)

        def hear(run: Run | None, standing: Standing) -> None:
            if run is None and standing.elsewhere == 1 and standing.done == 2:
                dead.append(True)
            if run is None and standing.elsewhere == 2:
                other.finish(numbers[1], Run(*next(iter(campaign.wanted())), "", "", "", None, "unknown", None))

        executor = Immediate()
        assert run_campaign(campaign, store, executor, hear)
        assert len(executor.jobs) == 2
        assert [run.verdict for run in store.runs()] == ["holds", "unknown", "holds"]


# -- the whole command -------------------------------------------------------------------------------------------------

DEFINITION = """
tasks = ["*.smt2"]
[config.quick]
command = "sh -c 'echo $$$$ >> {folder}/started; echo yes'"
holds = "^yes$"
[config.slow]
command = "sh -c 'echo {file} >> {folder}/begun; while [ ! -e {folder}/go ]; do sleep 0.05; done; echo no'"
violated = "^no$"
"""


def started(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "assay", "bench", "run", "campaign.toml", "--jobs", "2", "--time", f"{PATIENCE}s"]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)


def ended(folder: Path) -> int:
    with Store.open(folder / "campaign.db") as store:
        return len(list(store.runs()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in "abcdef":
        (tmp_path / f"{name}.smt2").write_text("")
    (tmp_path / "campaign.toml").write_text(DEFINITION.replace("$$$$", "x"))
    return tmp_path


def test_killed_at_any_time_nothing_is_lost_but_what_is_under_way(folder: Path) -> None:
    """Two are under way when it is killed; all their processes end; the next one makes up for them."""
    with started(folder) as first:
        assert eventually(lambda: (folder / "begun").exists() and len((folder / "begun").read_text().split()) == 2)
        first.kill()
    before = ended(folder)
    (folder / "go").touch()
    with started(folder) as second, started(folder) as third:
        outputs = [process.communicate()[0] for process in (second, third)]
    assert all("all runs have ended: 6 holds, 6 violated" in output for output in outputs)
    assert before >= 1 and ended(folder) == 12
    assert len((folder / "started").read_text().split()) == 6
    assert len((folder / "begun").read_text().split()) == 8
    with Store.open(folder / "campaign.db") as store:
        assert len({run.key for run in store.runs()}) == 12 and not store.underway()


def test_interrupted_it_says_how_to_go_on(folder: Path) -> None:
    with started(folder) as process:
        assert eventually((folder / "begun").exists)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate()
    assert process.returncode == 130
    assert "runs have ended; run it again to go on" in output
    with Store.open(folder / "campaign.db") as store:
        assert not store.underway()


def test_renewing_is_a_sign_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RENEWAL_SECONDS", 0.0)
    with Store.create(tmp_path / "x.db") as store:
        renewed: list[float] = []
        monkeypatch.setattr(store, "renew", lambda: renewed.append(time.time()))
        run_campaign(Campaign(TASKS, [ONE]), store, Immediate(), ignore)
        assert renewed


def test_a_campaign_costs_little_beside_its_runs(tmp_path: Path) -> None:
    """In processor time of this process: the store, not the slots, which are processes of their own."""
    tasks = [Task(f"{number}.smt2", f"{number}.smt2") for number in range(200)]
    with Store.create(tmp_path / "x.db") as store:
        before = os.times()
        run_campaign(Campaign(tasks, [ONE]), store, Immediate(), ignore)
        after = os.times()
    assert after.user + after.system - before.user - before.system < 200 * 0.01

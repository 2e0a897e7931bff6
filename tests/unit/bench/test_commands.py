"""``assay bench`` as people call it: a campaign of our own examples and of a peer, and what is told of it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assay.bench.campaign import Campaign, Standing
from assay.bench.configurations import Configuration
from assay.bench.progress import MOST_WRONG, NOBODY, Progress, duration, time_left, told_wrong
from assay.bench.results import Key, Run, Task
from assay.bench.store import Store
from assay.cli import cli
from places import EXAMPLES

LIMIT = "--time=600s"


def call(*words: str) -> Result:
    return CliRunner().invoke(cli, ["bench", *words])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("toggle.aag", "suspects.graph"):
        shutil.copy(EXAMPLES / name, name)
    Path("tasks.csv").write_text("path,expected\ntoggle.aag,false\nsuspects.graph,true\n")
    return tmp_path


def test_a_campaign_from_its_beginning_to_its_tables(folder: Path) -> None:
    """The second row of the table is wrong on purpose: the answer is told in red, and by the exit code."""
    done = call("run", "tasks.csv", "-c", "a=", "-c", "b=--engine fbar", "--store", "x.db", LIMIT)
    assert done.exit_code == 1, done.output
    assert "4 runs; " in done.output and "x.db: all runs have ended: 4 violated" in done.output
    assert "WRONG violated" in done.output and "\n2 WRONG\n" in done.output
    again = call("run", "tasks.csv", "-c", "a=", "-c", "b=--engine fbar", "--store", "x.db", LIMIT)
    assert "4 of them in x.db already" in again.output and again.exit_code == 1
    status = call("status", "x.db").output
    assert status.splitlines()[0].split() == [
        *("configuration", "ended", "of", "holds", "violated", "unknown", "error", "correct", "WRONG"),
    ]
    assert status.splitlines()[1].split() == ["a", "2", "2", "0", "2", "0", "0", "1", "1"]
    assert re.match(r"4 runs, on .*, held to their limits by (runexec|assay), 2", status.splitlines()[3])
    assert len(call("tail", "x.db", "-n", "3", "-f").output.splitlines()) == 3
    log = call("log", "x.db", "toggle.aag", "b").output
    assert "violated    both" in log and "fbar" in log
    assert call("log", "x.db", "toggle.aag", "c").exit_code == 2
    with Store.open("x.db") as store:
        runs = list(store.runs())
    assert all(run.statistics and run.evidence and run.machine and run.memory for run in runs)
    assert all(0 < run.processor and 0 < run.seconds for run in runs)
    exported = call("export", "x.db", "--benchexec", "out").output
    assert "out/benchmark.xml" in exported and "out/results/campaign.results.a.xml" in exported
    imported = call("import", "x.db", "out/results/campaign.results.a.xml", "--name", "theirs").output
    assert "2 of 2 runs are new, as 'theirs'" in imported and "did not have" not in imported


def test_a_written_campaign_with_tasks_beside_it(folder: Path) -> None:
    Path("mine.toml").write_text(
        'tasks = ["tasks.csv"]\n[config.peer]\ncommand = "cat {file}"\nholds = "^aag"\nonly = ["*.aag"]\n'
        '[config.seeded]\ncommand = "echo {seed}"\nholds = "^1$"\nviolated = "^2$"\n'
    )
    done = call("run", "mine.toml", "toggle.aag", "--seed", "1", "--seed", "2", "--repetitions", "2", "--quiet")
    assert done.exit_code == 0, done.output
    assert done.output.splitlines() == ["mine.db: all runs have ended: 4 holds, 2 violated"]
    limited = call("run", "mine.toml", "--memory", "1GB", "--quiet")
    assert limited.exit_code == 2 and "another configuration 'peer'" in limited.output


def test_some_tasks_and_some_configurations_of_a_campaign(folder: Path) -> None:
    Path("tasks.csv").write_text("path,category\ntoggle.aag,circuits\nsuspects.graph,graphs\n")
    Path("mine.toml").write_text(
        'tasks = ["tasks.csv"]\ngroups = ["circuits"]\n'
        '[config.one]\ncommand = "echo one"\nholds = "^one$"\n[config.two]\nlike = "one"\ncommand = "echo two"\n'
        '[config.other]\nlike = "one"\n'
    )

    def ran(*words: str) -> set[tuple[str, str]]:
        done = call("run", "mine.toml", *words, "--store", f"{len(list(folder.iterdir()))}.db", LIMIT)
        assert done.exit_code == 0, done.output
        lines = [line.split() for line in done.output.splitlines()[1:-1]]
        return {(words[4], words[5]) for words in lines}

    assert ran("-c", "o*") == {("one", "toggle.aag"), ("other", "toggle.aag")}
    assert ran("-c", "two", "-c", "own=", "--group", "g*") == {("two", "suspects.graph"), ("own", "suspects.graph")}
    assert {task for _, task in ran("-c", "one", "--group", "*")} == {"toggle.aag", "suspects.graph"}
    first, again = (ran("-c", "one", "--group", "*", "tasks.csv", "--draw", "1") for _ in range(2))
    assert first == again == {("one", "toggle.aag"), ("one", "suspects.graph")}  # one of each group


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tasks.csv"], "results need a place (--store FILE)"),
        (["nowhere", "--store", "x.db"], "error: nowhere: there is no such file"),
        (["tasks.csv", "--store", "x.db", "-c", "fast"], "'fast' is no configuration"),
        (["tasks.csv", "--store", "x.db", "-c", "a=", "-c", "a=-j1"], "two configurations are called a"),
        (["tasks.csv", "--store", "x.db", "-c", "a=--engine best"], "no engine is called 'best'"),
        (["tasks.csv", "--store", "x.db", "--time", "soon"], "'soon' is not a time"),
        (["mine.toml", "-c", "two"], "the campaign has no configuration 'two' (known: one)"),
        (["tasks.csv", "--store", "x.db", "--group", "nets"], "no task is of the group nets (known: '' (no group))"),
        (["a.toml", "b.toml"], "2 campaigns at a time"),
        (["tasks.csv", "--store", "tasks.csv"], "tasks.csv: this is no store of a campaign"),
        (["tasks.csv", "--store", "x.db", "--cluster", "tcp://"], "no cluster answers"),
    ],
)
def test_mistakes_are_told_before_anything_runs(words: list[str], message: str, folder: Path) -> None:
    Path("mine.toml").write_text('tasks = ["tasks.csv"]\n[config.one]\nengine = "ic3"\n')
    done = call("run", *words)
    assert done.exit_code == 2 and message in done.output, done.output
    assert not Path("x.db").exists() or message == "no cluster answers"


def test_other_commands_want_a_store(folder: Path) -> None:
    for command in (["status"], ["tail"], ["log"], ["export"]):
        more = {"log": ["a"], "export": ["--benchexec", "out"]}.get(command[0], [])
        done = call(*command, "none.db", *more)
        assert done.exit_code == 2 and "there is no such store" in done.output
    assert call("import", "x.db", "none.xml").exit_code == 2
    assert call("fly").exit_code == 2


def test_help_names_all_commands() -> None:
    found = call("--help").output
    assert all(f"\n  {name} " in found for name in ("run", "status", "tail", "log", "export", "import"))


def test_what_was_cut_off_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.create("x.db") as store:
        (number,) = store.plan([Task("a", "a")], {"one": {}}, [Key("a", "one")])
        store.claim(number)
    assert "running for 0 s: one  a" in call("status", "x.db").output
    monkeypatch.setattr("assay.bench.store.is_alive", lambda worker: False)
    assert "1 runs were cut off: run the campaign again to go on" in call("status", "x.db").output


def test_who_follows_a_campaign_may_stop(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.create("x.db") as store:
        store.plan([Task("a", "a")], {"one": {}}, [Key("a", "one")])
    monkeypatch.setattr("assay.bench.commands.tail.time.sleep", lambda _: os.kill(os.getpid(), signal.SIGINT))
    assert call("tail", "x.db", "-f").exit_code == 130


def test_on_a_terminal_the_last_line_tells_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    tasks = [Task(name, name, expected=True) for name in "abc"]
    campaign = Campaign(tasks, [Configuration("one")])
    runs = [Run(*key, "", "", "", True, "violated", False, seconds=4.0) for key in campaign.wanted()]
    progress = Progress(campaign, runs[:1], quiet=False)
    progress.begin(Path("x.db"), 2, "60s")
    with progress:
        progress.hear(runs[1], Standing(3, 2, 1, 0, 2))
        progress.hear(None, Standing(3, 2, 0, 1, 2))
    progress.end(Path("x.db"), runs)
    out = capsys.readouterr().out
    assert "3 runs, 1 of them in x.db already; 2 at a time" in out
    assert out.count("WRONG violated") == 3 and "3 WRONG" in out
    assert "\r2/3, 1 running, about 2 s left" in out and out.index("2/3") < out.index("\r\033[K")


def test_a_cluster_without_workers_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(Campaign([Task("a", "a")], [Configuration("one")]), (), quiet=False)
    for width in (2, 0, 0, 2):
        progress.hear(None, Standing(1, 0, 0, 0, width))
    assert capsys.readouterr().out.splitlines() == [NOBODY, "there are workers again"]


def test_of_very_many_wrong_answers_some_are_listed() -> None:
    wrong = [Run(str(number), "c", 1, None, "", "", "", True, "violated", False) for number in range(MOST_WRONG + 2)]
    assert len(told_wrong(wrong[:MOST_WRONG])) == MOST_WRONG
    assert told_wrong(wrong)[-1] == "WRONG and 2 more" and len(told_wrong(wrong)) == MOST_WRONG + 1


def test_how_long_it_still_takes() -> None:

    assert time_left(Counter(a=3), {}, 1) is None
    assert time_left(Counter(a=3, b=1), {"a": [1.0, 3.0]}, 2) == (3 * 2 + 2) / 2
    assert [duration(seconds) for seconds in (5, 89, 600, 12_000)] == ["5 s", "89 s", "10 min", "3 h 20 min"]

"""What people do wrong with stores, names and tools: a sentence that says what, where and what next; exit code 2."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assay.bench import schema
from assay.bench.command import MODULES
from assay.bench.progress import line_of
from assay.bench.results import Key, Task
from assay.bench.running.control_groups import by_runexec
from assay.bench.running.job import Bounds, Job
from assay.bench.store import Store
from assay.bench.tasks import tasks_of
from assay.cli import cli
from assay.core.errors import InputError
from bench_runs import campaign, run, stored
from places import EXAMPLES


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["bench", *map(str, words)])


def refused(done: Result, *told: str) -> None:
    assert done.exit_code == 2, done.output
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1, done.stderr
    for text in told:
        assert text in done.stderr


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "toggle.aag", "toggle.aag")
    return tmp_path


@pytest.fixture
def store(folder: Path) -> Path:
    return stored(folder / "x.db", list(campaign(20)))


# -- files that are no stores ------------------------------------------------------------------------------------------


def _of_version_2(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 2")


def _of_something_else(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE x (y)")


def _overwritten(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[8192:] = b"x" * (len(data) - 8192)
    path.write_bytes(data)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])


BROKEN: list[tuple[Callable[[Path], object], str, str]] = [
    (_of_version_2, "this store has version 2, and this Assay reads version 1", "(read it by the version of Assay"),
    (_of_something_else, "it is a database of something else", "(name another file"),
    (_overwritten, "the store failed: database disk image is malformed", "(the file is damaged"),
    (_cut, "the store failed: database disk image is malformed", "(the file is damaged"),
    (lambda path: path.write_text("hello"), "this is no store of a campaign", "(name another file"),
]


@pytest.mark.parametrize(("harm", "what", "next_step"), BROKEN, ids=lambda value: getattr(value, "__name__", None))
@pytest.mark.parametrize("command", [["status"], ["tail"], ["table"], ["log", "a"], ["run", "toggle.aag", "--store"]])
def test_a_file_that_is_no_store(
    harm: Callable[[Path], object], what: str, next_step: str, command: list[str], store: Path
) -> None:
    harm(store)
    words = [*command, "x.db"] if command[0] == "run" else [command[0], "x.db", *command[1:]]
    refused(call(*words), "error: x.db: ", what, next_step)


def test_an_empty_file_is_no_store_but_becomes_one(folder: Path) -> None:
    Path("zero.db").touch()
    refused(call("status", "zero.db"), "it is empty")
    with Store.create("zero.db"):
        pass
    assert call("status", "zero.db").exit_code == 0


@pytest.mark.parametrize(
    ("place", "told"),
    [(".", "this is a folder (name a file in it"), ("toggle.aag/x.db", "the store cannot be made: File exists")],
)
def test_a_place_for_no_store(place: str, told: str, folder: Path) -> None:
    refused(call("run", "toggle.aag", "--store", place), f"error: {place}: {told}")


def test_a_store_that_may_only_be_read_can_be_read(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an ordinary user sees a colleague's store; root may write wherever it wants to."""
    monkeypatch.setattr(os, "access", lambda path, mode: mode & os.W_OK == 0)
    before = store.read_bytes()
    with Store.open(store) as opened:
        assert len(list(opened.runs())) == 20
        assert [file.name for file in store.parent.glob("x.db*")] == ["x.db"]
    with pytest.raises(InputError, match="it may be read, but not written"), Store.open(store) as opened:
        opened.plan([Task("b", "b")], {"new": {}}, [Key("b", "new")])
    assert store.read_bytes() == before


def test_what_a_campaign_wrote_last_is_read_by_who_may_only_read(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(store) as writing:
        (number,) = writing.plan([Task("b", "b")], {"new": {}}, [Key("b", "new")])
        writing.finish(number, run("b", "new"))
        monkeypatch.setattr(os, "access", lambda path, mode: mode & os.W_OK == 0)
        with Store.open(store) as opened:
            assert len(list(opened.runs())) == 21


def test_a_full_disk_loses_nothing_that_has_ended(store: Path) -> None:
    next_step = "make room and call the same command again: what has ended is kept"
    with pytest.raises(InputError, match=f"database or disk is full .{next_step}"), Store.open(store) as opened:
        opened._sql.execute("PRAGMA max_page_count = 1")
        (number,) = opened.plan([Task("b", "b")], {"new": {}}, [Key("b", "new")])
        opened.finish(number, run("b", "new"), os.urandom(100_000))
    with Store.open(store) as opened:
        assert len(list(opened.runs())) == 20


def test_somebody_else_who_writes_is_waited_for(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PATIENCE_SECONDS", 0.0)
    told = r"database is locked \(another process has been writing"
    with (
        Store.open(store) as writing,
        writing._transaction(),
        pytest.raises(InputError, match=told),
        Store.open(store) as opened,
    ):
        opened.renew()


# -- nothing to tell ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [["table"], ["table", "--format", "csv"], ["plot", "-o", "x.svg"], ["plot", "-o", "x.html"], ["compare"]]
)
def test_without_a_run_there_is_nothing_to_tell(words: list[str], folder: Path) -> None:
    with Store.create("x.db") as opened:
        opened.plan([Task("a", "a")], {"one": {}}, [Key("a", "one")])
    refused(call(words[0], "x.db", *words[1:]), "x.db: no run has ended yet (assay bench status x.db tells how far")
    assert not Path("x.svg").exists() and not Path("x.html").exists()


def test_two_that_ran_no_task_both(folder: Path) -> None:
    stored(folder / "x.db", [run("a", "one"), run("b", "two")])
    told = "one and two have no task in common (a task is known by its path as given"
    refused(call("compare", "x.db"), told)
    refused(call("plot", "x.db", "--scatter", "one", "two", "-o", "x.svg"), told)
    assert call("plot", "x.db", "-o", "x.html").exit_code == 0
    assert Path("x.html").read_text().count("<figure>") == 1


def test_a_second_word_that_is_neither_a_store_nor_a_configuration(store: Path) -> None:
    refused(call("compare", "x.db", "y.db"), "y.db is neither a store nor a configuration of x.db (there are: bfs, sub")


def test_a_log_that_is_not_there(store: Path) -> None:
    refused(call("log", "x.db", "nothing.c"), "no run on nothing.c has ended (the name or its end")
    refused(call("log", "x.db", "nothing.c", "fast"), "no run of a configuration 'fast' has ended (there are: bfs, sub")


def test_results_that_are_none_make_no_store(folder: Path) -> None:
    refused(call("import", "new.db", "toggle.aag"), "toggle.aag: these are no results of BenchExec")
    assert not Path("new.db").exists()


def test_a_folder_in_which_nothing_can_be_written(store: Path) -> None:
    refused(call("export", "x.db", "--benchexec", "toggle.aag/x"), "toggle.aag/x: cannot be written: Not a directory")


# -- campaigns in which nothing could be run ---------------------------------------------------------------------------


def test_a_tool_that_is_not_there(folder: Path) -> None:
    Path("c.toml").write_text('tasks = ["toggle.aag"]\n[config.peer]\ncommand = "no-tool {file}"\nholds = "x"\n')
    refused(call("run", "c.toml"), "peer: there is no command 'no-tool' here (install it")
    Path("c.toml").write_text('tasks = ["toggle.aag"]\n[config.peer]\ncommand = "{folder}/tool"\nholds = "x"\n')
    refused(call("run", "c.toml"), f"there is no command '{folder}/tool' here")
    assert not Path("c.db").exists()


def test_a_tool_without_tasks_need_not_be_there(folder: Path) -> None:
    peers = ("cat", "*.aag"), ("no-tool", "*.aig")
    told = [
        f'[config.{tool}]\ncommand = "{tool} {{file}}"\nholds = "^aag"\nonly = ["{only}"]\n' for tool, only in peers
    ]
    Path("c.toml").write_text(f'tasks = ["toggle.aag"]\n{"".join(told)}')
    done = call("run", "c.toml")
    assert done.exit_code == 0 and "1 holds" in done.output


def test_runexec_says_which_tool_is_not_there() -> None:
    execute = by_runexec()
    if execute is None:
        pytest.skip("runexec is not installed, or may not use control groups")
    assert execute(Job(("no-tool",), Bounds())).failure == "no-tool: there is no such command"


def test_patterns_that_fit_no_task(folder: Path) -> None:
    Path("c.toml").write_text('tasks = ["toggle.aag"]\n[config.a]\nonly = ["*.c", "*.i"]\n')
    refused(call("run", "c.toml"), "none of 1 task is for a (`only` has no pattern that fits: *.c, *.i)")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--colour red", "No such option '--colour'"),
        ("--engine best", "no engine is called 'best' (known: auto, "),
        ("--help", "--help checks nothing"),
        ("'", "No closing quotation"),
        ("--time 3s", "--time is no option of a configuration"),
    ],
)
def test_options_are_refused_with_the_configuration_that_has_them(options: str, told: str, folder: Path) -> None:
    done = call("run", "toggle.aag", "--store", "y.db", "-c", "good=", "-c", f"bad={options}")
    refused(done, f"error: the options of bad: {told}")
    assert not done.stdout and not Path("y.db").exists()


# -- names -------------------------------------------------------------------------------------------------------------

ODD = ("a b'c\"d\ne;$(x).aag", "ünï — 木.aag", "-dash.aag", "[br] {file} {seed} &.aag", "|pipe|<b>\x1b[31m.aag")


def test_names_may_have_anything_in_them(folder: Path) -> None:
    Path("odd").mkdir()
    for name in ODD:
        shutil.copy("toggle.aag", Path("odd") / name)
    Path("c.toml").write_text('tasks = ["odd"]\n[config."a b"]\ncommand = "cat {file}"\nholds = "^aag"\n')
    done = call("run", "c.toml")
    assert done.exit_code == 0 and "5 holds" in done.output
    assert len(done.output.splitlines()) == 7 and "\x1b" not in done.output
    for name in ODD:
        assert call("log", "c.db", f"odd/{name}").stdout.count("holds") == 1
    assert all(call("table", "c.db", "-o", f"t.{form}").exit_code == 0 for form in ("md", "csv", "html"))
    assert call("export", "c.db", "--benchexec", "out").exit_code == 0
    imported = call("import", "other.db", "out/results/campaign.results.a-b.xml")
    assert "5 of 5 runs are new" in imported.output


def test_a_name_that_is_not_utf8_is_refused(folder: Path) -> None:
    Path("odd").mkdir()
    name = os.fsdecode(b"odd/bytes\xff.aag")
    try:
        shutil.copy("toggle.aag", name)
    except OSError:
        pytest.skip("the file system has no such names")
    refused(call("run", "odd", "--store", "x.db"), "odd/bytes\\udcff.aag: this name is not UTF-8 (rename the file")


@pytest.mark.parametrize("name", ["b.csv", "b.set"])
def test_a_list_that_is_not_utf8_is_refused(name: str, folder: Path) -> None:
    Path(name).write_bytes(b"path,expected\ntoggle.aag,\xff\n" if name == "b.csv" else b"toggle.aag\n\xff\n")
    refused(call("run", name, "--store", "x.db"), f"error: {name}:2: this is not UTF-8 (save the file as UTF-8)")


def test_a_table_may_begin_with_the_mark_of_spreadsheets(folder: Path) -> None:
    Path("b.csv").write_bytes(b"\xef\xbb\xbfpath\ntoggle.aag\n")
    assert [task.path for task in tasks_of(["b.csv"])] == ["toggle.aag"]


def test_a_line_is_one_line() -> None:
    told = line_of(run("a\nb\x1b]0;c"))
    assert "\n" not in told and "\x1b" not in told and "b⟨U+001B⟩]0;c" in told


def test_the_list_of_commands_cuts_nothing_short() -> None:
    lines = call("--help").output.partition("Commands:")[2].splitlines()[1:]
    assert [line.split()[0] for line in lines] == list(MODULES)
    assert all(line.endswith(".") and not line.endswith("...") for line in lines)

"""Tasks from files, folders, patterns, tables, sets, definitions and benchmark definitions."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from assay.bench.configurations import assay_configuration
from assay.bench.judging import judged
from assay.bench.results import Task
from assay.bench.running.job import Bounds
from assay.bench.tasks import tasks_of
from assay.bench.tasks.drawing import Draw
from assay.bench.tasks.table import COLUMNS
from assay.core.errors import InputError

PROJECT = Path(__file__).parents[3]
UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
YML = """format_version: '2.0'
input_files: 'loop.c'
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-free
options:
  language: C
  data_model: LP64
"""


def table(folder: Path, *lines: str) -> str:
    path = folder / "tasks.csv"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two folders of tasks as in SV-COMP, and we are where they are."""
    monkeypatch.chdir(tmp_path)
    for folder in ("loops", "properties", "clauses"):
        (tmp_path / folder).mkdir()
    (tmp_path / "loops" / "loop.yml").write_text(YML)
    for name in ("loops/loop.c", "loops/other.c", "clauses/a.smt2", "clauses/b.smt2", "clauses/README.txt"):
        (tmp_path / name).write_text("")
    for name in ("unreach-call", "valid-memsafety"):
        (tmp_path / "properties" / f"{name}.prp").write_text(UNREACH)
    return tmp_path


LOOP = Task(
    *("loops/loop.yml#unreach-call", "loops/loop.yml", "properties/unreach-call.prp", "loops", True, ""),
    *(("loops/loop.c",), "LP64"),
)
MEMORY = Task(
    *("loops/loop.yml#valid-memsafety", "loops/loop.yml", "properties/valid-memsafety.prp", "loops", False),
    *("valid-free", ("loops/loop.c",), "LP64"),
)


def test_a_folder_has_definitions_and_the_models_that_they_do_not_name(suite: Path) -> None:
    assert tasks_of(["loops"]) == [LOOP, MEMORY, Task("loops/other.c", "loops/other.c", group="loops")]
    assert [task.name for task in tasks_of(["."])][2:] == ["clauses/a.smt2", "clauses/b.smt2", "loops/other.c"]


def test_a_property_chooses(suite: Path) -> None:
    assert tasks_of(["loops/loop.yml"], "unreach-call") == [LOOP]
    assert tasks_of(["loops/loop.yml"], "properties/valid-memsafety.prp") == [MEMORY]
    assert tasks_of(["clauses/a.smt2"], "0") == [Task("clauses/a.smt2#0", "clauses/a.smt2", "0", "clauses")]


def test_patterns_and_files_each_task_once(suite: Path) -> None:
    names = [task.name for task in tasks_of(["clauses/b.smt2", "**/*.smt2", str(suite / "clauses" / "a.smt2")])]
    assert names == ["clauses/b.smt2", "clauses/a.smt2", str(suite / "clauses" / "a.smt2")]


def test_a_draw_is_the_same_everywhere_and_grows(suite: Path) -> None:
    for number in range(40):
        for group in ("loops", "clauses"):
            (suite / group / f"{number}.smt2").write_text("")
    everything = tasks_of(["loops/*.smt2", "clauses/*.smt2"])
    drawn = {number: Draw(number=number, seed=7).of(everything) for number in range(1, 43)}
    for number, tasks in drawn.items():
        groups = [task.group for task in tasks]
        assert groups == ["loops"] * min(number, 40) + ["clauses"] * number  # in clauses there were two before
        assert set(tasks) <= set(drawn.get(number + 1, tasks))
        assert tasks == [task for task in everything if task in tasks]
    elsewhere = tasks_of([str(suite / "loops" / "*.smt2"), str(suite / "clauses" / "*.smt2")])
    names = [Path(task.name).name for task in Draw(number=9, seed=7).of(elsewhere[::-1])]
    assert names == [Path(task.name).name for task in drawn[9][::-1]]
    # Every task is drawn about as often as any other: 1,000 draws of 10 of 40, so each 250 times, give or take 14.
    counts = Counter(task.name for seed in range(1000) for task in Draw(("loops",), 10, seed).of(everything))
    assert len(counts) == 40 and 180 < min(counts.values()) and max(counts.values()) < 320


def test_each_argument_is_drawn_from_by_itself(suite: Path) -> None:
    for name in ("clauses/a.pl", "clauses/b.pl"):
        (suite / name).write_text("")
    found = tasks_of(["clauses/*.smt2", "clauses/*.pl"], draw=Draw(number=1))
    assert [Path(task.name).suffix for task in found] == [".smt2", ".pl"]
    assert len(tasks_of(["clauses/*.smt2"], draw=Draw(number=1))) == 1


def test_single_files_are_drawn_from_together(suite: Path) -> None:
    """A shell may have made them of a pattern that was not in quotes."""
    for number in range(8):
        (suite / "clauses" / f"{number}.smt2").write_text("")
    names = sorted(str(path.relative_to(suite)) for path in suite.glob("clauses/*.smt2"))
    assert tasks_of(names, draw=Draw(number=3)) == tasks_of(["clauses/*.smt2"], draw=Draw(number=3))


def test_a_group_that_is_not_there(suite: Path) -> None:
    with pytest.raises(InputError, match=r"no task is of the group nets \(known: clauses, loops\)"):
        tasks_of(["clauses", "loops"], draw=Draw(("nets",)))


def test_a_set_names_patterns_beside_it(suite: Path) -> None:
    (suite / "loops.set").write_text("# loops\nloops/*.yml\n\nclauses/a.smt2  # one more\n")
    found = tasks_of(["loops.set"], "unreach-call")
    assert [(task.name, task.group) for task in found] == [
        ("loops/loop.yml#unreach-call", "loops"),
        ("clauses/a.smt2#unreach-call", "loops"),
    ]
    (suite / "wrong.set").write_text("loops/*.yml\nnothing/*.yml\n")
    with pytest.raises(InputError, match=r"wrong\.set:2: no file is called nothing"):
        tasks_of(["wrong.set"])


def test_a_benchmark_definition(suite: Path) -> None:
    (suite / "all.set").write_text("loops/*.yml\nclauses/*.smt2\n")
    (suite / "excluded.set").write_text("clauses/b.smt2\n")
    (suite / "benchmark.xml").write_text(
        '<benchmark tool="x"><rundefinition name="r"/><tasks name="mine"><includesfile>all.set</includesfile>'
        "<excludesfile>excluded.set</excludesfile><exclude>loops/other.*</exclude></tasks>"
        '<tasks name="more"><include>loops/*.yml</include><propertyfile>properties/unreach-call.prp</propertyfile>'
        "</tasks></benchmark>"
    )
    found = [(task.name, task.group) for task in tasks_of(["benchmark.xml"])]
    names = ("loops/loop.yml#unreach-call", "loops/loop.yml#valid-memsafety", "clauses/a.smt2")
    assert found == [(name, "mine") for name in names]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<result/>", "assay bench import"),
        ("<other/>", "no benchmark definition of BenchExec, but <other>"),
        ("<benchmark>", r"x\.xml:1: this is not XML"),
        ("<benchmark><tasks><include>none.c</include></tasks></benchmark>", "no file is called none.c"),
        ("<benchmark/>", "no task in it"),
    ],
)
def test_what_is_no_benchmark_definition(text: str, message: str, suite: Path) -> None:
    (suite / "x.xml").write_text(text)
    with pytest.raises(InputError, match=message):
        tasks_of(["x.xml"])


def test_what_is_not_there(suite: Path) -> None:
    with pytest.raises(InputError, match="nowhere: there is no such file"):
        tasks_of(["nowhere"])
    with pytest.raises(InputError, match="no task in it"):
        tasks_of(["properties"])
    with pytest.raises(InputError, match="no task in it"):
        tasks_of(["*.pl"])


# -- tables ------------------------------------------------------------------------------------------------------------


def test_all_columns_in_any_order(tmp_path: Path) -> None:
    for name in ("horn/a.smt2", "armc/b.pl"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("")
    written = table(
        tmp_path,
        "category,expected,path,corpus,property,data_model",
        "small,true,a.smt2,horn,query-1,LP64",
        ",,b.pl,armc,,",
    )
    one, two = str(tmp_path / "horn" / "a.smt2"), str(tmp_path / "armc" / "b.pl")
    assert tasks_of([written]) == [
        Task(f"{one}#query-1", one, "query-1", "small", True, data_model="LP64"),
        Task(two, two, group="armc"),
    ]


def test_the_table_of_our_examples_is_one() -> None:
    tasks = tasks_of([str(PROJECT / "examples" / "verdicts.csv")])
    assert len(tasks) > 50
    assert all(Path(task.path).is_file() and task.expected is not None for task in tasks)


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"tasks\.csv:1: this table of tasks has no column 'path'") as told:
        tasks_of([table(tmp_path, "file,expected", "a.smt2,true")])
    assert all(name in str(told.value) for name in COLUMNS)


@pytest.mark.parametrize(
    ("row", "message"),
    [("missing.smt2,true", r"tasks\.csv:2: there is no file .*missing\.smt2"), ("a.smt2,yes", "not 'yes'")],
)
def test_a_wrong_row_is_named(row: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.smt2").write_text("")
    with pytest.raises(InputError, match=message):
        tasks_of([table(tmp_path, "path,expected", row)])


def test_a_property_may_be_a_file_beside_the_tasks(tmp_path: Path) -> None:
    (tmp_path / "properties").mkdir()
    stated = tmp_path / "properties" / "safe.prp"
    stated.write_text(UNREACH)
    (tmp_path / "a.c").write_text("")
    long = "G " * 500
    rows = ("a.c,properties/safe.prp,false,valid-free", "a.c,other.prp,false,", f"a.c,{long},,")
    found = tasks_of([table(tmp_path, "path,property,expected,subproperty", *rows)])
    assert [(task.goal, task.part) for task in found] == [
        (str(stated), "valid-free"),
        ("other.prp", ""),
        (long.strip(), ""),
    ]
    assert found[0].name == f"{tmp_path / 'a.c'}#safe"


def test_a_property_may_be_one_of_a_file(tmp_path: Path) -> None:
    """It is known by the file's name, and travels with the file; a formula is as long as it likes."""
    (tmp_path / "formulas").mkdir()
    stated = tmp_path / "formulas" / "all.ctl"
    stated.write_text("#PASS: 1\nAG a\n")
    (tmp_path / "a.aag").write_text("")
    long = "AG (" + " & ".join(["a"] * 200) + ")"
    first, second = tasks_of([table(tmp_path, "path,property", "a.aag,formulas/all.ctl#1", f"a.aag,{long}")])
    assert (first.name, first.goal) == (f"{tmp_path / 'a.aag'}#all.ctl#1", f"{stated}#1")
    configuration = assay_configuration("assay", [], Bounds())
    job = configuration.job(first, None, "auto")
    assert job.files == (str(tmp_path / "a.aag"), str(stated))
    assert job.command[job.command.index("--property") + 1] == f"{stated}#1"
    job = configuration.job(second, None, "auto")
    assert job.files == (str(tmp_path / "a.aag"),)
    assert job.command[job.command.index("--property") + 1] == long


@pytest.mark.parametrize(
    ("verdict", "answer", "part", "correct"),
    [
        ("violated", "false(valid-free)", "valid-free", True),
        ("violated", "false(valid-deref)", "valid-free", False),
        ("violated", "false(valid-deref)", "", True),
        ("violated", "", "valid-free", True),
        ("holds", "true", "", False),
        ("unknown", "", "", None),
        ("error", "", "", None),
    ],
)
def test_what_is_right(verdict: str, answer: str, part: str, *, correct: bool | None) -> None:
    assert judged(Task("a.c", "a.c", expected=False, part=part), verdict, answer) is correct
    assert judged(Task("a.c", "a.c", part=part), verdict, answer) is None

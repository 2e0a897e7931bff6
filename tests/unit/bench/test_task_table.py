"""Tables of tasks: which columns they need, and what is said where one is missing."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from assay.bench.campaign import COLUMNS, Task, judged, outcome, tasks_from_csv
from assay.bench.tables import gist
from assay.core.errors import InputError

PROJECT = Path(__file__).parents[3]


def table(folder: Path, *lines: str) -> Path:
    path = folder / "tasks.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_all_columns_in_any_order(tmp_path: Path) -> None:
    written = table(
        tmp_path,
        "category,expected,path,corpus,property",
        "small,true,a.smt2,horn,query-1",
        "small,,b.pl,armc,",
    )
    one = Task("horn", tmp_path / "horn" / "a.smt2", "query-1", expected=True, category="small")
    two = Task("armc", tmp_path / "armc" / "b.pl", "", expected=None, category="small")
    assert list(tasks_from_csv(written, tmp_path)) == [one, two]
    assert list(tasks_from_csv(written, tmp_path, ["armc"])) == [two]
    assert list(tasks_from_csv(written, tmp_path, ["nets"])) == []


def test_the_table_of_our_examples_is_one() -> None:
    folder = PROJECT / "examples"
    tasks = list(tasks_from_csv(folder / "verdicts.csv", folder))
    assert len(tasks) > 50
    assert all(task.path.is_file() and task.expected is not None for task in tasks)


@pytest.mark.parametrize("header", ["path,verdict", "file,expected", ""])
def test_a_missing_column_is_named(header: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"tasks\.csv:1: this table of tasks has no column '(path|expected)'") as told:
        list(tasks_from_csv(table(tmp_path, header, "a.smt2,true"), tmp_path))
    assert all(name in str(told.value) for name in COLUMNS)


def sample(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The driver of samples, as people start it."""
    command = [sys.executable, str(PROJECT / "benchmarks" / "sample.py"), *(str(argument) for argument in arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_driver_refuses_in_a_sentence(tmp_path: Path) -> None:
    done = sample(table(tmp_path, "path,verdict", "a.smt2,true"), tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ") and "no column 'expected'" in done.stderr
    named = sample(table(tmp_path, "path,expected,corpus", "a.smt2,true,horn"), tmp_path, "--corpus", "nets")
    assert named.stderr.endswith("tasks.csv: no row belongs to nets (corpora of this table: horn)\n")


def test_the_driver_decides_what_the_table_says(tmp_path: Path) -> None:
    tasks = table(tmp_path, "path,expected", "toggle.aag,false", "overshoot.smt2,false")
    done = sample(tasks, PROJECT / "examples", "--store", tmp_path / "out", "--seconds", 120, "--workers", 1)
    assert "| all | 2 | 2 | 100 % | 0 | 0 | 2 |" in done.stdout, done.stdout + done.stderr
    assert "## spacer" in done.stdout


def test_the_driver_says_what_the_columns_are() -> None:
    text = (PROJECT / "benchmarks" / "task_table.py").read_text()
    assert all(f"\n    {name} " in text for name in COLUMNS)


def test_a_property_may_be_a_file_beside_the_tasks(tmp_path: Path) -> None:
    (tmp_path / "c" / "properties").mkdir(parents=True)
    stated = tmp_path / "c" / "properties" / "safe.prp"
    stated.write_text("CHECK( init(main()), LTL(G valid-free) )\n")
    written = table(
        tmp_path,
        "corpus,path,property,expected,subproperty",
        "c,a.c,properties/safe.prp,false,valid-free",
        "c,b.c,other.prp,false,",
    )
    assert [(task.goal, task.part) for task in tasks_from_csv(written, tmp_path)] == [
        (str(stated), "valid-free"),
        ("other.prp", ""),
    ]


@pytest.mark.parametrize(
    ("answer", "part", "correct"),
    [
        ("false(valid-free)", "valid-free", True),
        ("false(valid-deref)", "valid-free", False),
        ("false(valid-deref)", "", True),
        ("", "valid-free", True),
    ],
)
def test_another_part_of_the_property_is_a_wrong_answer(answer: str, part: str, *, correct: bool) -> None:
    task = Task("c", Path("a.c"), expected=False, part=part)
    said = replace(outcome(task, "assay", "violated", 1.0), answer=answer)
    assert judged(said, task).correct is correct


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("error: /a/b.c:3:14: a goto of 'x' is not supported; leave it out", "a goto of '...' is not supported"),
        ("time limit of 60s reached while exploring; there is no error within 7 steps", "time limit of Ns reached"),
    ],
)
def test_reasons_that_differ_in_places_only_are_one(reason: str, expected: str) -> None:
    assert gist(reason).startswith(expected)

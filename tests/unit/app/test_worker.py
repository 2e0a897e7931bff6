"""What the working process does with a job."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import assay.checking
from assay.app import followed
from assay.app.worker import Job, Method, work
from assay.checking import Result
from assay.report.json import Record

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_lines_are_followed_in_one_process() -> None:
    job = Job("x.graph", Method("fbar", jobs=4))
    assert job.config().jobs == 4
    assert Job("x.graph", Method("fbar", jobs=4), explain=True).config().jobs == 1


def test_files_keep_their_numbers_where_a_bug_ends_the_check_of_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each property is then checked by itself, and none is written over another."""
    results = assay.checking.results

    def failing(model: Any, goals: Any, *args: Any, **options: Any) -> Iterator[Result]:
        if len(goals) > 1:
            raise ZeroDivisionError("of several")
        return results(model, goals, *args, **options)

    monkeypatch.setattr(assay.checking, "results", failing)
    records: list[Record] = []
    job = Job(str(EXAMPLES / "token-pair.vmt"), Method(), witness=str(tmp_path / "w.smt2"))
    work(job, records.append)
    written = sorted(Path(record["file"]).name for record in records if record["event"] == "file")
    assert written == ["w.0.smt2", "w.1.smt2"]
    assert any(record["event"] == "error" and record["internal"] for record in records)


def test_a_verdict_stands_where_its_evidence_cannot_be_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*arguments: object) -> Record:
        raise KeyError("surprise")

    monkeypatch.setattr(followed, "told", failing)
    records: list[Record] = []
    work(Job(str(EXAMPLES / "overshoot.smt2"), Method(), record="r.json"), records.append)
    kinds = [record["event"] for record in records]
    assert [record["verdict"] for record in records if record["event"] == "verdict"] == ["violated"]
    (error,) = [record for record in records if record["event"] == "error"]
    assert error["internal"] and "is not recorded: KeyError" in error["message"]
    assert kinds.index("verdict") < kinds.index("error")

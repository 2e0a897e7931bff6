"""``--record``, ``--html`` and ``--explain`` on the command line: what is written, when, and what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.core.errors import InputError
from scenarios import HOLDS, UNKNOWN, VIOLATED, arrange, outcome, run


def test_a_recording_has_the_verdicts_and_the_command_line_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrange(monkeypatch, outcome(HOLDS), outcome(VIOLATED), outcome(UNKNOWN))
    plain = run(["check", "toy.c"]).stdout
    done = run(["check", "toy.c", "--record", str(tmp_path / "r.json"), "--html", str(tmp_path / "r.html")])
    assert done.stdout == plain
    recording = json.loads((tmp_path / "r.json").read_text())
    assert [result["verdict"] for result in recording["results"]] == ["holds", "violated", "unknown"]
    assert recording["exit_code"] == done.exit_code == 10
    assert {"counterexample", "invariants"} <= {event["event"] for event in recording["events"]}
    assert (tmp_path / "r.html").read_text().startswith("<!doctype html>")


def test_json_output_is_the_same_with_a_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS))
    kinds = []
    for options in ([], ["--record", str(tmp_path / "r.json")]):
        lines = run(["check", "toy.c", "--json", *options]).stdout.splitlines()
        kinds.append([json.loads(line)["event"] for line in lines])
    assert kinds[0] == kinds[1]


def test_a_refused_input_leaves_a_page_that_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS))
    done = run(["check", "missing.c", "--html", str(tmp_path / "r.html")])
    assert done.exit_code == 2
    assert "no such file" in (tmp_path / "r.html").read_text()


def test_a_page_that_cannot_be_made_is_a_bug_and_the_verdict_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(recording: object) -> str:
        raise KeyError("surprise")

    arrange(monkeypatch, outcome(HOLDS))
    monkeypatch.setattr("assay.report.html.page.page", failing)
    record, html = tmp_path / "r.json", tmp_path / "r.html"
    done = run(["check", "toy.c", "--record", str(record), "--html", str(html)])
    assert done.exit_code == 1
    assert done.stdout.startswith("holds")
    assert "no page was made: KeyError" in done.stderr
    assert record.exists() and not html.exists()


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(file: str, *rest: object) -> None:
        raise InputError("no space left")

    arrange(monkeypatch, outcome(HOLDS))
    monkeypatch.setattr("assay.app.session.write_whole", refusing)
    done = run(["check", "toy.c", "--record", str(tmp_path / "r.json")])
    assert (done.exit_code, done.stdout[:5]) == (2, "holds")
    assert "no space left" in done.stderr


@pytest.mark.parametrize("option", ["--record", "--html"])
def test_the_input_is_not_written_over(option: str, tmp_path: Path) -> None:
    task = tmp_path / "task.smt2"
    task.write_text("(set-logic HORN)")
    assert run(["check", str(task), option, str(task)]).exit_code == 2
    assert task.read_text() == "(set-logic HORN)"


def test_explaining_goes_beside_the_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS))
    plain = run(["check", "toy.c"])
    told = run(["check", "toy.c", "--explain"])
    assert told.stdout == plain.stdout
    sentences = [line for line in told.stderr.splitlines() if line[:4].strip().rstrip(".").isdigit()]
    assert [line[:5] for line in sentences] == [f"{number:>3}. " for number in range(1, len(sentences) + 1)]
    assert "is read: " in sentences[0] and sentences[-1].split(". ", 1)[1].startswith("property 0 holds: ")

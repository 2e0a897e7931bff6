"""Several inputs in one call: a table, one exit code, files about all of them."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from assay.cli import cli
from assay.report.several import table
from places import EXAMPLES

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
HOLDS, VIOLATED = str(EXAMPLES / "count-up.smt2"), str(EXAMPLES / "toggle.aag")


def call(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["check", "--jobs", "1", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_the_worst_input_counts_and_all_are_in_the_table() -> None:
    code, out, _ = call(HOLDS, VIOLATED)
    assert code == 10
    *_, first, second, last = out.splitlines()
    assert first.startswith("holds") and first.endswith(HOLDS)
    assert second.startswith("violated") and second.endswith(VIOLATED)
    assert last == "2 inputs: 1 violated, 1 holds"
    assert f"== {HOLDS}" in out


def test_a_mistake_in_one_does_not_stop_the_others(tmp_path: Path) -> None:
    broken = tmp_path / "broken.smt2"
    broken.write_text("(assert")
    code, out, err = call(str(broken), HOLDS, "--quiet")
    assert code == 2
    assert out.splitlines() == [f"holds       query  {HOLDS}"]
    assert "broken.smt2:1" in err


def test_reports_are_about_all_inputs(tmp_path: Path) -> None:
    sarif, junit = tmp_path / "found.sarif", tmp_path / "found.xml"
    code, out, _ = call(HOLDS, VIOLATED, "--sarif", str(sarif), "--junit", str(junit), "--github", "--json")
    (run,) = json.loads(sarif.read_text())["runs"]
    assert run["properties"] == {"holds": 1, "violated": 1, "unknown": 0}
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.endswith("examples/toggle.aag")
    assert ElementTree.parse(junit).getroot().get("tests") == "2"
    assert sum(line.startswith("::error ") for line in out.splitlines()) == 1
    assert code == 10


def test_files_about_one_input_are_refused_for_several(tmp_path: Path) -> None:
    code, _, err = call(HOLDS, VIOLATED, "--witness", str(tmp_path / "w"))
    assert code == 2
    assert "--witness is about one input, and there are 2" in err


def test_a_report_that_cannot_be_written_is_a_mistake(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    code, _, err = call(HOLDS, "--sarif", str(folder))
    assert code == 2
    assert "directory" in err


def test_the_table_has_the_worst_last() -> None:
    told = table([("violated", "v", 1.0), ("holds", "h", 2.0), ("error", "e", 0.5), ("holds", "g", 1.25)])
    assert told.splitlines() == [
        "holds         2.00 s  h",
        "holds         1.25 s  g",
        "violated      1.00 s  v",
        "error         0.50 s  e",
        "4 inputs: 1 error, 1 violated, 2 hold",
    ]


def test_no_limit_counts_while_what_reads_verilog_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command was called 100 seconds ago, and all of that was compiling."""
    ahead = [0.0]

    def compiled(*given: object) -> None:
        ahead[0] = 100.0

    monkeypatch.setattr("assay.cli.monotonic", lambda: monotonic() - 100)
    monkeypatch.setattr("assay.app.batch.monotonic", lambda: monotonic() + ahead[0])
    monkeypatch.setattr("assay.app.batch.compile_once", compiled)
    code, out, _ = call(HOLDS, "--time", "60s", "--quiet")
    assert (code, out.split()[0]) == (0, "holds")

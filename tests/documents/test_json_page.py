"""docs/reference/json-output.md describes every event and field that ``--json`` prints, and those of ``--stats``."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import pytest

from assay.core import events
from assay.core.evidence import Path as Edges
from assay.report import json as records
from assay.report.json import Record, event_record
from assay.report.printers import JsonPrinter
from assay.report.statistics import STANDARD
from documents.pages import PROJECT
from scenarios import ENTER, LEAVE

PAGE: Final = (PROJECT / "docs" / "reference" / "json-output.md").read_text(encoding="utf-8")


def example(kind: type) -> Any:
    """An event of this class, with a value of the right type in each field."""
    values: dict[object, object] = {str: "word", int: 1, float: 1.0, Edges: Edges((ENTER, LEAVE))}
    return kind(*(values.get(hint, {}) for hint in get_type_hints(kind).values()))


ANNOUNCED: Final[tuple[events.Event, ...]] = tuple(example(kind) for kind in get_args(events.Event))
TOLD: Final[dict[str, Record]] = {
    "verdict_record": records.verdict_record("holds", "error"),
    "advice_record": records.advice_record("error", "--time 5s"),
    "note_record": records.note_record("holds trivially"),
    "unwritten_record": records.unwritten_record("no space"),
    "error_record": records.error_record("no such file", internal=False),
}
# Made of others: the verdict of a finding, one of the events above; a file, of which printers hear when it is done; and
# what each run begins with.
OTHERS: Final = ("finding_record", "event_record", "file_record", "model_record", "graph_record")
# By the page itself, of every event.
COMMON: Final = ("event", "seconds")


def section(title: str) -> str:
    """What stands below a heading."""
    return re.split(r"^## ", PAGE.split(f"\n## {title}\n")[1], flags=re.MULTILINE)[0]


def rows(text: str) -> dict[str, set[str]]:
    """Of each row of a table that begins with names: the names, and all other names in it."""
    found: dict[str, set[str]] = {}
    for first, rest in re.findall(r"^\| (`[^|]*`) \|(.*)\|$", text, re.MULTILINE):
        for name in re.findall(r"`([^`]+)`", first):
            found[name] = set(re.findall(r"`([^`]+)`", rest))
    return found


FIELDS: Final = {**rows(section("Other events")), "verdict": set(rows(section("Verdicts")))}
SILENT: Final = set(re.findall(r"`(\w+)`", section("Other events").split("Not printed are")[1]))


def require_documented(record: Record) -> None:
    event = record["event"]
    assert event in FIELDS, f"the event {event} is not described"
    undocumented = record.keys() - FIELDS[event] - set(COMMON)
    assert not undocumented, f"fields of {event} are not described: {undocumented}"


def test_every_kind_of_record_has_an_example() -> None:
    made = {name for name, _ in inspect.getmembers(records, inspect.isfunction) if name.endswith("_record")}
    assert made == {*TOLD, *OTHERS}


@pytest.mark.parametrize(
    "record",
    [*TOLD.values(), *(event_record(event, {"rounds": 1}) for event in ANNOUNCED)],
    ids=lambda record: str(record["event"]),
)
def test_what_is_printed_is_described(record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    JsonPrinter(lambda: 1.0, 0.0).hear(record)
    printed = capsys.readouterr().out
    if printed:
        require_documented(json.loads(printed))
        assert record["event"] not in SILENT
    else:
        assert record["event"] in SILENT


def lines(*arguments: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "assay", "check", *arguments, "--json"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    "arguments",
    [
        ("examples/three-questions.smt2",),
        ("examples/overshoot.smt2", "--engine", "predicate"),
        ("examples/suspects.graph", "--engine", "fbar", "--explain"),
        ("examples/traffic-light.smv",),
        ("examples/missing.c",),
    ],
    ids=lambda arguments: Path(arguments[0]).name,
)
def test_lines_of_a_run_are_described(arguments: tuple[str, ...]) -> None:
    printed = lines(*arguments)
    assert printed
    for record in printed:
        require_documented(record)
        assert ("assumptions" if record["event"] == "verdict" else "seconds") in record


def test_fields_of_a_verdict_are_described() -> None:
    assert set(rows(section("Verdicts"))) >= set(records.VERDICT_FIELDS)


def test_standard_statistics_are_described() -> None:
    assert set(rows(section("Statistics"))) == set(STANDARD)


def test_the_file_of_statistics_is_described(tmp_path: Path) -> None:
    lines("examples/count-up.smt2", "--stats", str(tmp_path / "stats.json"))
    written = json.loads((tmp_path / "stats.json").read_text())
    described = rows(section("The file of `--stats`"))
    assert set(described) == set(written)
    assert set(written["limits"]) <= described["limits"]

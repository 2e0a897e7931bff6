"""docs/reference/events.md and the schema describe what recordings have, and recordings have nothing else."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from assay.core import events
from assay.core.evidence import Path as Edges
from assay.report import json as records
from assay.report.recording.recorder import MOST, MOST_OF, RECORDED_ONLY
from documents.pages import PROJECT
from recordings import CHECKS, everywhere, recorded
from scenarios import ENTER

jsonschema = pytest.importorskip("jsonschema")

PAGE: Final = (PROJECT / "docs" / "reference" / "events.md").read_text(encoding="utf-8")
SCHEMA: Final = json.loads(resources.files("assay.report.recording").joinpath("schema.json").read_text())
CHECKER: Final = jsonschema.Draft202012Validator(SCHEMA)
# What recordings do not have: evidence as text and texts of files, whose parts they have, and what is counted.
NOT_RECORDED: Final = {"run", "path", "invariant", "file", "refuted", "unsaid"}


def described() -> set[str]:
    """The events that the page has a row for."""
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", PAGE, re.MULTILINE)
    head = re.findall(r"^\| (?:`\w+`(?:, )?)+ \|", PAGE.split("## What happens")[0], re.MULTILINE)
    return {name for row in rows[len(head) :] for name in re.findall(r"`(\w+)`", row)}


def in_the_schema() -> set[str]:
    found = set()
    for kind in SCHEMA["$defs"]["event"]["oneOf"]:
        event = SCHEMA["$defs"][kind["$ref"].rpartition("/")[2]]["properties"]["event"]
        found |= {event["const"]} if "const" in event else set(event["enum"])
    return found


def complaints(recording: object) -> Iterator[str]:
    for error in CHECKER.iter_errors(recording):
        yield f"{list(error.absolute_path)}: {error.message[:300]}"


def test_the_page_and_the_schema_know_the_same_events() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert described() == in_the_schema()
    assert set(RECORDED_ONLY) - {"unsaid"} <= described()


def test_fields_of_what_only_recordings_have_are_described() -> None:
    for name in RECORDED_ONLY:
        if name != "unsaid":
            for field in SCHEMA["$defs"][name]["required"]:
                assert f"`{field}`" in PAGE, (name, field)


def test_whatever_is_announced_fits_the_schema() -> None:
    values: dict[str, Any] = {
        "phase": "p",
        "method": "m",
        "number": 1,
        "counters": {"states": 1},
        "outcome": "proof",
        "depth": 1,
        "path": Edges((ENTER,)),
        "provider": "p",
        "predicates": {},
        "length": 1,
        "layer": 2,
        "latches": ("a",),
        "states": (),
        "covered": (),
        "left_out": 0,
        "seconds": 0.5,
        "name": "n",
        "values": {},
        "note": "",
    }
    for kind in get_args(events.Event):
        event = kind(**{name: values[name] for name in inspect.signature(kind).parameters})
        record = dict(records.event_record(event, {"states": 1}))
        if record["event"] not in NOT_RECORDED:
            found = [*complaints({**everywhere("x"), "events": [{**record, "at": 1.0}]})]
            assert not found, (kind, found)


@pytest.mark.parametrize("name", CHECKS)
def test_recordings_fit_the_schema(name: str, tmp_path: Path) -> None:
    recording = json.loads(recorded(name, tmp_path).read_text())
    assert [*complaints(recording)] == []
    assert recording["left_out"] == {}
    assert recording["command"][:2] == ["assay", "check"]


def test_what_is_no_event_is_found() -> None:
    bad = {**everywhere("x"), "events": [{"event": "round", "round": 0, "statistics": {}, "at": 0.0}]}
    assert len([*complaints(bad)]) == 1
    assert [*complaints({**everywhere("x"), "surprise": 1})]


def test_bounds_are_those_of_the_page() -> None:
    half = f"first {MOST // 2} and the last {MOST // 2} are kept"
    half += f", of graphs {MOST_OF['graph']}, of lines {MOST_OF['line']:,}"
    assert half in " ".join(PAGE.split())

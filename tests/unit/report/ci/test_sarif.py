"""SARIF against a published model of the format, which knows every field and its type."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sarif_pydantic import Sarif

from assay.report.ci.findings import Recording
from assay.report.ci.sarif import sarif, uri
from assay.report.unseen import plain
from hostile import TEXTS, named
from unit.report.ci.recordings import OVERFLOW, everything, recording, verdict

BASE = Path("/home/user/project")


def valid(recordings: Sequence[Recording]) -> dict[str, Any]:
    """The document, all of which the model knows: what it does not know would be lost on the way."""
    document = sarif(recordings, BASE)
    read = Sarif.model_validate_json(json.dumps(document))
    told = json.loads(read.model_dump_json(by_alias=True, exclude_none=True))
    assert contains(told, document), (told, document)
    return document


def contains(whole: Any, part: Any) -> bool:
    match part:
        case dict():
            return isinstance(whole, dict) and all(key in whole and contains(whole[key], part[key]) for key in part)
        case list():
            return len(whole) == len(part) and all(map(contains, whole, part))
    return bool(whole == part)


def test_a_violation_is_a_result_with_its_path() -> None:
    (run,) = valid([OVERFLOW])["runs"]
    (result,) = run["results"]
    assert result["ruleId"] == run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "assay/overflow"
    region = {"startLine": 3, "startColumn": 13}
    assert result["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "src/a.c"}, "region": region}}]
    flow = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [step["location"]["message"]["text"] for step in flow] == ["line 1", "x = 2147483647", "the error: overflow"]
    assert flow[1]["state"] == {"x": {"text": "2147483647"}}
    assert result["properties"] == {"assumptions": ["`read` changes nothing"]}
    assert run["properties"] == {"holds": 1, "violated": 1, "unknown": 1}


def test_an_unknown_is_a_notification_and_no_result() -> None:
    (run,) = valid([OVERFLOW])["runs"]
    (notice,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notice["level"] == "warning"
    assert "out of time" in notice["message"]["text"]
    assert notice["locations"][0]["physicalLocation"]["region"]["startLine"] == 5


def test_a_mistake_is_told_and_nothing_was_found() -> None:
    wrong = {"event": "error", "message": "a.c:1:1: expected ';'", "internal": False}
    (run,) = valid([recording([], [wrong], code=2)])["runs"]
    assert run["results"] == []
    (told,) = run["invocations"]
    assert (told["executionSuccessful"], told["exitCode"]) == (False, 2)
    assert told["toolExecutionNotifications"][0]["message"]["text"] == "a.c:1:1: expected ';'"


def test_several_inputs_are_one_run() -> None:
    other = recording([verdict("q", "violated")], file="b.smt2")
    (run,) = valid([OVERFLOW, other])["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["assay/overflow", "assay/property"]
    assert len(run["invocations"]) == 2


@pytest.mark.parametrize("text", TEXTS, ids=named)
def test_names_and_texts_may_be_anything(text: str) -> None:
    document = valid([everything(text)])
    (result,) = document["runs"][0]["results"]
    (place,) = result["locations"]
    told = place["physicalLocation"]["artifactLocation"]["uri"]
    assert told.isascii() and not set(told) & set(" \n<>\"'`\\")
    assert plain(text) == text or text not in json.dumps(document, ensure_ascii=False)
    assert json.dumps(document, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("src/a.c", "src/a.c"),
        ("./a b.c", "a%20b.c"),
        ("c:d.c", "c%3Ad.c"),
        ("/home/user/project/src/a.c", "src/a.c"),
        ("/usr/include/x.h", "file:///usr/include/x.h"),
        ("../x.c", "../x.c"),
    ],
)
def test_files_are_told_relative_to_the_base(file: str, expected: str) -> None:
    assert uri(file, BASE) == expected

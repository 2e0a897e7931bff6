"""JUnit's XML is read back; commands of workflows cannot be broken out of."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree

import pytest

from assay.report.ci.github import workflow_commands
from assay.report.ci.junit import junit
from hostile import TEXTS, named
from unit.report.ci.recordings import OVERFLOW, check, everything, recording, verdict, way

ATTRIBUTES: Final = {
    *("name", "tests", "failures", "errors", "skipped", "time"),
    *("classname", "message", "type"),
}


def test_properties_are_test_cases() -> None:
    root = ElementTree.fromstring(junit([OVERFLOW]))
    assert {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "3",
        "failures": "1",
        "errors": "0",
        "skipped": "1",
    }
    violated, holds, unknown = root.iter("testcase")
    (failure,) = violated
    assert (failure.tag, failure.get("type")) == ("failure", "overflow")
    assert failure.text is not None and "src/a.c:2: x = 2147483647" in failure.text
    assert list(holds) == []
    assert unknown[0].tag == "skipped"


def test_a_suite_takes_as_long_as_the_check() -> None:
    """What is searched together takes its time at once; steps of a design have a number, and no line."""
    results = [verdict("a", "holds", seconds=3.0), verdict("b", "violated", seconds=4.0)]
    told = way("b", {"sets": [["x", "0"]]}, {}, {"sets": [["x", "1"]], "notes": ["the error"]})
    root = ElementTree.fromstring(junit([recording(results, [{**told, "at": 4.5}], file="d.sv", source="")]))
    assert (root[0].get("time"), root.get("time")) == ("4.500", "4.500")
    assert [case.get("time") for case in root.iter("testcase")] == ["3.000", "4.000"]
    (failure,) = root.iter("failure")
    assert (failure.text or "").splitlines()[1:] == ["step 0: x = 0", "step 2: x = 1, the error"]


def test_an_input_that_cannot_be_read_is_an_error() -> None:
    wrong = {"event": "error", "message": "it's <bad>\x00\ud800", "internal": False}
    root = ElementTree.fromstring(junit([recording([], [wrong])]))
    (case,) = root.iter("testcase")
    assert case[0].get("message") == "it's <bad>\u27e8U+0000\u27e9\u27e8U+D800\u27e9"
    assert (root.get("tests"), root.get("errors")) == ("1", "1")


def test_violations_and_unknowns_are_annotated() -> None:
    error, warning = workflow_commands(OVERFLOW)
    assert error.startswith("::error file=src/a.c,line=3,col=13,title=Assay%3A overflow::violated: overflow a.c:3")
    assert warning.startswith("::warning file=src/a.c,line=5,")


def test_no_text_ends_a_command_or_begins_another() -> None:
    hostile = "a,b::c%\n::error::d\r"
    found = recording([verdict(hostile, "violated", check=check("overflow", 1, file=hostile))], file=hostile)
    (told,) = workflow_commands(found)
    assert "\n" not in told and "\r" not in told
    head, _, text = told.removeprefix("::error ").partition("::")
    assert head.count(",") == 3
    assert text.startswith("violated: a,b::c%25%0A::error::d\u27e8U+000D\u27e9")


@pytest.mark.parametrize("text", TEXTS, ids=named)
def test_any_text_is_xml(text: str) -> None:
    root = ElementTree.fromstring(junit([everything(text)]))
    assert {node.tag for node in root.iter()} <= {"testsuites", "testsuite", "testcase", "failure", "skipped", "error"}
    assert [len(suite) for suite in root] == [3]
    assert {name for node in root.iter() for name in node.keys()} <= ATTRIBUTES  # noqa: SIM118


@pytest.mark.parametrize("text", TEXTS, ids=named)
def test_any_text_is_one_command(text: str) -> None:
    told = list(workflow_commands(everything(text)))
    assert len(told) == 3
    for command in told:
        assert command.startswith(("::error ", "::warning "))
        assert command.isprintable() or not set(command) & set("\n\r\x00\x1b\u2028\u202e")
        head, _, _ = command.removeprefix("::").partition("::")
        assert all(
            part.partition("=")[0] in ("file", "line", "col", "title") for part in head.split(" ", 1)[1].split(",")
        )

"""JUnit's XML is read back; commands of workflows cannot be broken out of."""

from __future__ import annotations

from xml.etree import ElementTree

from assay.report.ci.github import workflow_commands
from assay.report.ci.junit import junit
from unit.report.ci.recordings import OVERFLOW, check, recording, verdict


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


def test_an_input_that_cannot_be_read_is_an_error() -> None:
    wrong = {"event": "error", "message": "it's <bad>\x00\ud800", "internal": False}
    root = ElementTree.fromstring(junit([recording([], [wrong])]))
    (case,) = root.iter("testcase")
    assert case[0].get("message") == "it's <bad>\ufffd\ufffd"
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
    assert text.startswith("violated: a,b::c%25%0A::error::d%0D")

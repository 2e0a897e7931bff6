"""Findings: rule, place, message and steps of what a recording has."""

from __future__ import annotations

from assay.frontends.c.checks import GROUPS
from assay.report.ci.findings import RULES, STATED, findings, fingerprints, mistakes, place
from unit.report.ci.recordings import OVERFLOW, SOURCE, check, recording, verdict, way


def test_a_finding_is_where_its_check_is() -> None:
    violated, holds, unknown = findings(OVERFLOW)
    assert (violated.rule, place(violated), violated.text.strip()) == ("overflow", "src/a.c:3:13", "int y = x + 1;")
    assert violated.message == "violated: overflow a.c:3 (checked)"
    assert [step.says for step in violated.steps] == ["", "x = 2147483647", "the error: overflow"]
    assert holds.steps == ()
    assert unknown.message == "unknown: error call a.c:5 (out of time)"


def test_a_stated_property_is_where_its_run_ends() -> None:
    found = findings(recording([verdict("p", "violated")], [way("p", {"line": 2}, {"line": 4}, {"place": "end"})]))
    assert (found[0].rule, place(found[0])) == (STATED, "src/a.c:4")


def test_a_finding_without_a_place_is_about_its_file() -> None:
    assert place(findings(recording([verdict("p", "violated")]))[0]) == "src/a.c"


def test_a_line_that_is_not_there_has_no_text() -> None:
    found = findings(recording([verdict("p", "violated", check=check("overflow", 99))]))
    assert found[0].text == ""


def test_every_kind_of_check_has_a_rule() -> None:
    asked_for = {kind.value for kinds in GROUPS.values() for kind in kinds}
    assert asked_for <= set(RULES)


def test_mistakes_are_errors_that_were_told() -> None:
    wrong = {"event": "error", "message": "no such file", "internal": False}
    assert mistakes(recording([], [wrong])) == ["no such file"]


def test_fingerprints_outlive_lines_above() -> None:
    def of(source: str, *lines: int) -> list[str]:
        results = [verdict(f"overflow a.c:{line}", "violated", check=check("overflow", line)) for line in lines]
        return fingerprints(findings(recording(results, source=source)))

    before = of(SOURCE, 3)
    assert of("/* new */\n\n" + SOURCE, 5) == before
    assert of(SOURCE.replace("x + 1", "x + 2"), 3) != before
    twice = of(SOURCE.replace("  return y;", "  int y = x + 1;"), 3, 4)
    assert twice[0] == before[0]
    assert len(set(twice)) == 2

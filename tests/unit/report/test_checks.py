"""Many checks in few lines."""

from __future__ import annotations

from typing import Any

import pytest

from assay.report.checks import MANY, alike, as_one, summary, table
from assay.report.printers import TextPrinter
from assay.report.standing import Standing


def verdict(answer: str, name: str, line: int, **more: Any) -> dict[str, Any]:
    place = {"kind": name, "file": "a.c", "line": line, "column": 1}
    return {"verdict": answer, "property": f"{name} a.c:{line}", "check": place, "evidence": "", **more}


def test_all_hold_in_one_line() -> None:
    checks = [verdict("holds", "overflow", 3), verdict("holds", "assertion", 4), verdict("holds", "overflow", 5)]
    assert summary(checks) == "holds: 3 checks (2 overflow, 1 assertion)\n"


def test_what_does_not_hold_is_listed_by_its_place() -> None:
    checks = [
        verdict("unknown", "shift", 2),
        verdict("violated", "division", 9),
        verdict("violated", "overflow", 4),
        verdict("holds", "overflow", 1),
    ]
    assert summary(checks).splitlines() == [
        "4 checks: 2 violated, 1 unknown, 1 hold",
        "  violated  overflow a.c:4",
        "  violated  division a.c:9",
        "  unknown   shift a.c:2",
    ]


def test_nothing_is_said_of_one_check_or_of_other_properties() -> None:
    assert summary([verdict("holds", "overflow", 3)]) == ""
    assert summary([{**verdict("holds", "overflow", 3), "check": None}] * 3) == ""


def test_checks_that_are_alike_are_told_as_one() -> None:
    first, second = verdict("holds", "overflow", 3, evidence="x"), verdict("holds", "shift", 4, evidence="x")
    assert alike(first, second) and not alike(first, verdict("holds", "shift", 4, evidence="y"))
    assert not alike(first, verdict("unknown", "shift", 4, evidence="x"))
    assert as_one([first, second])["property"] == "2 checks (1 overflow, 1 shift)"
    assert as_one([first]) is first


def test_many_properties_are_one_table_that_ends_with_what_asks_for_attention() -> None:
    """A few without a place are no table; many are, in the order in which they were decided within each verdict."""
    names = [f"p{number}" for number in range(MANY)]
    rows = [{"property": name, "verdict": "holds"} for name in names]
    assert table(rows[:-1]) == ""
    rows[3]["verdict"], rows[5]["verdict"] = "violated", "unknown"
    lines = table(rows).splitlines()
    assert lines[0] == "  holds       p0"
    assert lines[-3:] == [
        "  unknown     p5",
        "  violated    p3",
        f"{MANY} properties: {MANY - 2} holds, 1 violated, 1 unknown",
    ]
    where = {"file": "a.v", "line": 7, "column": 1}
    assert table([{**row, "where": {**where, "line": 9 - number}} for number, row in enumerate(rows[:2])]) == (
        "2 properties: 2 holds\n  holds       p1  a.v:8\n  holds       p0  a.v:9\n"
    )


def test_properties_that_one_proof_shows_are_told_together_where_there_are_many(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With names as far as they help, without what was said before; a violation and another proof stand alone."""
    names = [f"p{number}" for number in range(MANY)]
    told = {"evidence": "induction", "engine": "auto", "method": "k-induction", "seconds": 1.0, "statistics": {}}
    place = {"file": "a.v", "line": 1, "text": "a"}
    printer = TextPrinter(Standing(lambda: 0.0, "auto"), lambda: 0.0)
    model = {"event": "model", "file": "a.v", "format": "Verilog", "locations": 1, "edges": 1, "properties": names}
    printer.hear({**model, "assumptions": ["a clock"], "places": {"p0": place}})
    for number, name in enumerate(names):
        word = "violated" if number == 3 else "holds"
        rows = [["circuit", "x" if number < 18 else "y"]]
        if word == "holds":
            printer.hear({"event": "invariant", "rows": rows, "unreachable": 0, "hidden": 0})
        shared = {"assumptions": ["a clock"], "where": place}
        printer.hear({"event": "verdict", "verdict": word, "property": name, **told, **shared})
    printer.end()
    lines = capsys.readouterr().out.splitlines()
    heads = [line.split(maxsplit=1) for line in lines if line.startswith(("holds", "violated"))]
    assert heads == [
        ["holds", "p0, p1, p2"],
        ["violated", "p3"],
        ["holds", "p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, and 2 more"],
        ["holds", "p18, p19"],
    ]
    assert [line for line in lines if "a clock" in line] == ["  assumes   a clock"]
    printer.hear({"event": "verdict", "verdict": "holds", "property": "p20", **told, "assumptions": []})
    assert "p20" not in capsys.readouterr().out
    printer.tick()
    assert "p20" in capsys.readouterr().out

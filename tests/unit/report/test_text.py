"""Verdict blocks: what must be said is said, and lines fit the width."""

from __future__ import annotations

import pytest

from assay.report.json import verdict_record
from assay.report.text import came_to, model_line, phases, verdict_block

LONG = {"rounds": 3, "states": 123456, "path_length": 0, "depth": 12, "seconds exploring": 1.5, "seconds idle": 0.001}


@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_fit_the_width(width: int) -> None:
    rows = [["loop", " && ".join(f"x{n} >= {n}" for n in range(60))]]
    record = verdict_record("holds", "p", evidence="checked by " + "very " * 30 + "much", statistics=LONG)
    evidence = {"event": "invariant", "rows": rows, "hidden": 0, "unreachable": 0}
    text = verdict_block(record, evidence=evidence, width=width)
    assert max(map(len, text.splitlines())) <= width
    assert text.count("&&") == 59


def test_counters_that_are_zero_are_not_worth_a_word() -> None:
    assert came_to(LONG) == "rounds 3, states 123,456, depth 12"
    assert came_to({"rounds": 0}) == ""
    assert phases(LONG) == "exploring 1.50s"


def test_an_unknown_has_reason_progress_and_hint() -> None:
    record = verdict_record("unknown", "p", reason="no more ideas", engine="auto", statistics={"rounds": 4})
    lines = verdict_block(record, hint="think again").splitlines()
    assert lines[0] == "unknown     p"
    assert lines[1:4] == ["  why       no more ideas", "  came to   rounds 4", "  try       think again"]
    assert "  try       another --engine" in verdict_block(record, hint="try another --engine").splitlines()


def test_only_the_verdict_is_painted() -> None:
    text = verdict_block(verdict_record("violated", "p"), paint=lambda word, colour: f"<{colour}>{word}</>")
    assert text.splitlines()[0] == "<red>violated</>    p"
    assert text.count("<") == 2


def test_what_is_hidden_is_said_with_the_way_to_see_it() -> None:
    record = verdict_record("holds", "p")
    some = {"event": "invariant", "rows": [["a", "x == 1"]], "hidden": 4, "unreachable": 2}
    text = verdict_block(record, evidence=some)
    assert "unreachable locations: 2" in text
    assert "4 more locations; --witness FILE writes all of it" in text
    none = {"event": "invariant", "rows": [], "hidden": 4, "unreachable": 0}
    assert "4 locations have an invariant; --witness FILE" in verdict_block(record, evidence=none)


def test_a_design_has_state_variables_and_other_models_have_places() -> None:
    about = {"file": "d.smv", "format": "SMV", "properties": ["p", "q"], "variables": 3}
    assert model_line({**about, "locations": 1, "edges": 1}) == "d.smv (SMV): 3 state variables, 2 properties"
    assert model_line({**about, "locations": 2, "edges": 1}) == "d.smv (SMV): 2 locations, 1 edge, 2 properties"

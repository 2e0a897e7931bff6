"""Records: every event has one, and they are plain data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest

from assay.core.events import Event, PathRefuted, Progress
from assay.core.evidence import Path, Proof, Trace
from assay.core.model import Safety
from assay.core.terms import ge, integer, ite, mul
from assay.core.verdict import Verdict, Violated
from assay.report.evidence import SHOWN_STEPS, evidence_record, invariant_rows, run_rows
from assay.report.infix import PLAIN
from assay.report.json import SHOWN_PREDICATES, contest_answer, event_record, finding_record, line, model_record
from scenarios import ENTER, EVENTS, HOLDS, PROOF, STEP, TOY, UNKNOWN, VIOLATED, X


@dataclass(frozen=True)
class Finding:
    verdict: Verdict
    evidence: str = ""
    property: str = "p"
    engine: str = "auto"
    seconds: float = 0.12345
    method: str = "IC3"
    statistics: dict[str, int | float] = field(default_factory=lambda: {"states": 7, "bound": 3})


@pytest.mark.parametrize("event", [*EVENTS, Progress({"states": 3})])
def test_every_event_is_plain_data_on_one_line(event: Event) -> None:
    record = event_record(event, {"states": 3})
    assert "\n" not in line(record)
    assert json.loads(line(record)) == record


def test_statistics_are_a_copy() -> None:
    statistics: dict[str, int | float] = {"states": 3}
    record = event_record(Progress({}), statistics)
    statistics["states"] = 4
    assert record["statistics"] == {"states": 3}


def test_a_refuted_path_shows_some_of_its_predicates() -> None:
    many = tuple(ge(X, integer(bound)) for bound in range(50))
    huge = X
    for _ in range(30):
        huge = ite(ge(huge, integer(1)), mul(huge, huge), X)
    event = PathRefuted(Path((ENTER, STEP)), "farkas", {"a": (ge(huge, integer(0)),), "b": many, "c": many})
    record = event_record(event, {})
    assert (record["length"], record["provider"], record["predicates"]) == (2, "farkas", 101)
    assert list(record["sample"]) == ["b"]
    assert record["sample"]["b"][:2] == ["x >= 0", "x >= 1"]
    assert len(record["sample"]["b"]) == SHOWN_PREDICATES


@pytest.mark.parametrize(
    ("verdict", "name", "reason"),
    [
        (HOLDS[0], "holds", ""),
        (VIOLATED[0], "violated", ""),
        (UNKNOWN[0], "unknown", "out of ideas after many attempts"),
    ],
)
def test_findings(verdict: Verdict, name: str, reason: str) -> None:
    record = finding_record(Finding(verdict))
    assert (record["verdict"], record["reason"], record["seconds"]) == (name, reason, 0.123)
    assert record["statistics"]["rounds"] == 0
    assert (record["statistics"]["states"], record["statistics"]["bound"]) == (7, 3)


def test_a_model_is_counted() -> None:
    record = model_record(TOY, (Safety("p", {}), Safety("q", {}, asks="EF")))
    assert (record["properties"], record["asks"]) == (["p", "q"], {"q": "EF"})
    assert (record["locations"], record["edges"], record["variables"]) == (3, 3, 2)


@pytest.mark.parametrize(
    ("asks", "verdict", "answer"),
    [
        ("AG", "holds", "TRUE"),
        ("AG", "violated", "FALSE"),
        ("EF", "holds", "FALSE"),
        ("EF", "violated", "TRUE"),
        ("EF", "unknown", ""),
        ("", "holds", ""),
    ],
)
def test_formulas_are_answered_as_the_contest_does(asks: str, verdict: str, answer: str) -> None:
    assert contest_answer(asks, verdict) == answer


# -- evidence in a few lines -------------------------------------------------------------------------------------------


def test_a_run_is_folded_in_the_middle_only_if_it_is_long() -> None:
    assert isinstance(VIOLATED[0], Violated)
    trace = VIOLATED[0].trace
    short = Trace(trace.states[: SHOWN_STEPS + 1], trace.edges[:SHOWN_STEPS], trace.inputs[:SHOWN_STEPS])
    assert [row[0] for row in run_rows(short)] == [str(number) for number in range(SHOWN_STEPS + 1)]
    rows = run_rows(trace)
    assert len(rows) == SHOWN_STEPS + 1
    (fold,) = [row for row in rows if len(row) == 1]
    assert fold == [f"... {len(trace.states) - SHOWN_STEPS} more ..."]
    assert rows[-1][:3] == ["102", "end", "leave"]


def test_only_changes_and_real_inputs_are_shown() -> None:
    assert isinstance(VIOLATED[0], Violated)
    rows = run_rows(VIOLATED[0].trace)
    assert rows[1] == ["1", "loop", "enter", "x = 0, n = 100"]
    assert rows[2] == ["2", "loop", "step", "input size = 1, x = 1"]


def test_a_state_without_steps_is_a_run() -> None:
    assert run_rows(Trace(({X: 3},), (), ())) == [["0", "", "", "x = 3"]]


def test_long_values_are_cut() -> None:
    (row,) = run_rows(Trace(({X: 10**200},), (), ()))
    assert row[3].endswith("...") and len(row[3]) < 80


def test_long_invariants_are_hidden_and_counted() -> None:
    huge = X
    for _ in range(30):
        huge = ite(ge(huge, integer(1)), mul(huge, huge), X)
    proof = Proof({**PROOF.invariant, ENTER.target: ge(huge, integer(0))})
    assert invariant_rows(proof, PLAIN) == {"rows": [["end", "x >= 0"]], "hidden": 1, "unreachable": 0}


def test_an_unknown_has_no_evidence() -> None:
    assert evidence_record(TOY, "p", UNKNOWN[0]) is None

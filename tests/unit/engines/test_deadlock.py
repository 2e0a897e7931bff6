"""Deadlocks of transition relations are found exactly if there are some, and the run to one is confirmed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from assay.app.worker import Job, Method, work
from assay.core.budget import FOREVER
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import Trace
from assay.core.model import Model
from assay.engines.recipes.deadlock import find_deadlock
from assay.frontends.hardware.aiger import read_aiger
from assay.frontends.smv.model import smv_model
from assay.frontends.text import Source
from assay.report.json import Record
from assay.witness.check.deadlock import check_deadlock
from clocks import PATIENCE, over
from explicit import Explicit
from hardware import Aig, circuits
from health import ONE_FOLDER


def smv(text: str) -> Model:
    return smv_model(Source("x.smv", text))


def test_a_relation_that_is_not_total() -> None:
    model = smv("MODULE main VAR x : 0..5; INIT x = 1 TRANS next(x) = x + 2")
    trace = find_deadlock(model, FOREVER)
    assert isinstance(trace, Trace)
    (symbol,) = model.entry.variables
    assert [state[symbol] for state in trace.states] == [1, 3, 5]
    assert "no step" in check_deadlock(model, trace, seconds=PATIENCE)
    earlier = replace(trace, states=trace.states[:-1], edges=trace.edges[:-1], inputs=trace.inputs[:-1])
    with pytest.raises(UnsoundVerdict, match="has a successor"):
        check_deadlock(model, earlier, seconds=PATIENCE)


@pytest.mark.parametrize(
    "text",
    [
        "MODULE main VAR x : 0..5; INIT x = 1 TRANS next(x) = (x + 2) mod 6",
        "MODULE main VAR x : 0..5; INIT x = 1 TRANS x = 0 | next(x) = (x + 2) mod 6",
        "MODULE main VAR x : boolean; ASSIGN next(x) := !x;",
        # The states without successor are not reachable.
        "MODULE main VAR x : 0..5; INIT x = 1 TRANS x != 4 & next(x) = (x + 2) mod 6",
    ],
)
def test_no_deadlock(text: str) -> None:
    assert find_deadlock(smv(text), FOREVER) is None


def test_an_invariant_that_no_successor_satisfies() -> None:
    model = smv("MODULE main VAR x : 0..3; ASSIGN init(x) := 0; next(x) := (x + 1) mod 4; INVAR x != 2")
    trace = find_deadlock(model, FOREVER)
    assert isinstance(trace, Trace) and len(trace.states) == 2
    assert check_deadlock(model, trace, seconds=PATIENCE)


def test_no_time() -> None:
    model = smv("MODULE main VAR x : 0..5; INIT x = 1 TRANS next(x) = x + 2")
    with pytest.raises(SolverFailure):
        find_deadlock(model, over())


@settings(max_examples=30, suppress_health_check=ONE_FOLDER)
@given(circuits())
def test_random_circuits(tmp_path: Path, aig: Aig) -> None:
    model = read_aiger(aig.write(tmp_path / "x.aag"))
    explicit = Explicit(model)
    trace = find_deadlock(model, FOREVER)
    assert (trace is not None) == any(not edges for edges in explicit.graph.edges)
    if isinstance(trace, Trace):
        assert check_deadlock(model, trace, seconds=PATIENCE)


DEAD_END = (
    "MODULE main\nVAR x : 0..5; s : {idle, busy};\nINIT x = 1 & s = idle\nTRANS next(x) = x + 2\nSPEC AG x != 2\n"
)


def notes(text: str, path: Path) -> list[str]:
    """What is said beside verdicts."""
    path.write_text(text)
    sent: list[Record] = []
    work(Job(str(path), Method()), sent.append)
    assert any(record["event"] == "verdict" for record in sent)
    return [record["message"] for record in sent if record["event"] == "note"]


def test_a_deadlock_is_reported_beside_the_verdicts(tmp_path: Path) -> None:
    (note,) = notes(DEAD_END, tmp_path / "dead.smv")
    assert "after 2 steps, the state x = 5, s = " in note and "has no successor" in note


def test_no_deadlock_is_reported_where_there_is_none(tmp_path: Path) -> None:
    assert notes(DEAD_END.replace("x + 2", "(x + 2) mod 6"), tmp_path / "total.smv") == []

"""What nobody has checked is unknown, whatever it is; what was rejected is told, wherever that happens."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from assay.engines.temporal import Decided

from assay import checking
from assay.app.worker import Job, _writing, work
from assay.checking import check, confirming, deciding
from assay.checking.confirming import confirmed
from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure, UnsoundVerdict, Unsupported
from assay.core.evidence import Branch, Counting, Elimination, Fixpoints, Lasting, NoFairRun, Proof, StateTable, Trace
from assay.core.model import Ctl, Goal, Justice, Model, Safety
from assay.core.temporal import Temporal, subformulas
from assay.core.terms import TRUE, not_
from assay.core.verdict import Argued, Holds, Unknown, Verdict, Violated
from assay.engines.catalogue import ENGINES
from assay.engines.config import Config
from assay.frontends.smv.model import smv_model
from assay.frontends.text import Source
from assay.report.json import Record
from clocks import PATIENCE, patient

DESIGN = """
MODULE main
VAR x : boolean; y : boolean;
ASSIGN init(x) := FALSE; next(x) := !x; init(y) := FALSE; next(y) := y;
INVARSPEC !y
INVARSPEC y -> x
CTLSPEC AG (EF x)
LTLSPEC G !y
"""


@pytest.fixture
def model() -> Model:
    return smv_model(Source("x.smv", DESIGN))


def goals(model: Model) -> tuple[Goal, ...]:
    """One of every kind."""
    found = (*model.goals, Justice("again", (model.entry.variables[0],)))
    assert {type(goal) for goal in found} == set(get_args(Goal))
    return found


def verdicts(model: Model) -> list[Verdict]:
    """One of every kind, with every kind of evidence, which shows nothing at all."""
    x, y = model.entry.variables
    trace = Trace(({x: False, y: False},), (), ())
    nothing = StateTable((), 0)
    sets = Fixpoints((), nothing, (), Lasting(nothing, ()), ())
    certificates: list[Proof | NoFairRun | Fixpoints] = [Proof({}), Proof({model.entry: TRUE})]
    certificates += [Elimination((), nothing, ()), Counting(1, ()), sets]
    assert {type(each) for each in certificates} == {Proof, Fixpoints, *get_args(NoFairRun)}
    (ctl,) = [goal for goal in model.temporal if isinstance(goal, Ctl)]
    branches = tuple(Branch(part, trace) for part in subformulas(ctl.formula) if isinstance(part, Temporal))
    found: list[Verdict] = [
        *(Holds(each) for each in certificates if isinstance(each, Proof)),
        *(Argued("because", each) for each in certificates),
        *(Argued("because", each, branches) for each in certificates),
        Violated(trace),
        Violated(trace, branches),
        Violated(trace, (), sets),
        Unknown("why"),
    ]
    assert {type(verdict) for verdict in found} == set(get_args(Verdict))
    return found


CHECKERS = [name for name in dir(confirming) if name.startswith("check_") or name == "stimulus"]


def test_a_verdict_that_no_checker_had_time_for_is_unknown(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(*_: object, **__: object) -> str:
        raise SolverFailure("no time left")

    assert len(CHECKERS) > 8
    for name in CHECKERS:
        monkeypatch.setattr(confirming, name, gives_up)
    for goal in goals(model):
        for verdict in verdicts(model):
            told, how = confirmed(model, goal, verdict, FOREVER)
            assert isinstance(told, Unknown) and how == "", (verdict, goal)
            assert isinstance(verdict, Unknown) or "could not be checked" in told.reason


def test_evidence_that_shows_nothing_is_never_a_verdict(model: Model) -> None:
    for goal in goals(model):
        for verdict in verdicts(model):
            try:
                told, _ = confirmed(model, goal, verdict, patient())
            except UnsoundVerdict:
                continue
            assert isinstance(told, Unknown), (verdict, goal)


def test_an_answer_without_evidence_is_unknown(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where time was over between an answer and the sets of states that show it."""
    for holds in (True, False):
        monkeypatch.setattr("assay.engines.catalogue.decide_temporal", lambda *_, h=holds: Decided(h, "so it is"))
        for goal in model.temporal:
            verdict = ENGINES["auto"].decide(model, goal, Config(), FOREVER, lambda event: None)
            assert isinstance(verdict, Unknown)
            assert "was found (so it is), but it could not be checked" in verdict.reason and verdict.hint


def test_a_run_that_ends_violates_nothing_where_not_every_run_goes_on() -> None:
    text = "MODULE main VAR x : 0..3; ASSIGN init(x) := 0; next(x) := (x + 1) mod 4; {} LTLSPEC G x != 2"
    for more, genuine in (("", True), ("FAIRNESS x = 0", False), ("TRANS x != 2", False)):
        model = smv_model(Source("x.smv", text.format(more)))
        (x,) = model.entry.variables
        (edge,) = model.edges
        trace = Trace(({x: 0}, {x: 1}, {x: 2}), (edge, edge), ({}, {}))
        (goal,) = model.goals
        if genuine:
            assert isinstance(confirmed(model, goal, Violated(trace), FOREVER)[0], Violated)
        else:
            with pytest.raises(UnsoundVerdict, match="goes on"):
                confirmed(model, goal, Violated(trace), FOREVER)


def test_the_search_leaves_time_for_checking(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def attempts(_model: Model, goal: Goal, config: Config, deadline: Deadline, *_: object) -> list[Verdict]:
        given.append(deadline.left)
        return [Unknown("nothing was found")]

    monkeypatch.setattr(checking, "attempts", attempts)
    for seconds, most in ((20.0, 19.5), (1000.0, 990.0)):
        check(model, property=model.goals[0], config=Config(seconds=seconds))
        assert given.pop() <= most
    check(model, property=model.goals[0], config=Config())
    assert given.pop() > 1e6


# -- rejected evidence -------------------------------------------------------------------------------------------------


def wrong(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Has the engine tell that whatever is called ``name`` holds, because of an invariant that is none."""
    real = deciding.attempts

    def attempts(model: Model, goal: Goal, config: Config, deadline: Deadline, announce: object) -> object:
        if goal.name.endswith(name):
            return [Holds(Proof({model.entry: not_(model.entry.variables[0])}))]
        return real(model, goal, config, deadline, lambda event: None)

    monkeypatch.setattr(checking, "attempts", attempts)


def told(model_text: str, path: Path) -> list[Record]:
    path.write_text(model_text)
    sent: list[Record] = []
    work(Job(str(path), Config(seconds=PATIENCE)), sent.append)
    return sent


def test_rejected_evidence_of_several_properties_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong(monkeypatch, "2 properties")
    with pytest.raises(UnsoundVerdict):
        check(smv_model(Source("x.smv", DESIGN)))
    sent = told(DESIGN, tmp_path / "x.smv")
    (error,) = [record for record in sent if record["event"] == "error"]
    assert error["internal"] and "rejected" in error["message"]
    # Each property is then looked at by itself.
    assert [record["verdict"] for record in sent if record["event"] == "verdict"] == ["holds"] * 4


def test_rejected_evidence_of_one_property_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = DESIGN.replace("INVARSPEC y -> x\n", "")
    (goal,) = smv_model(Source("x.smv", text)).properties
    wrong(monkeypatch, goal.name)
    sent = told(text, tmp_path / "x.smv")
    (error,) = [record for record in sent if record["event"] == "error"]
    assert error["internal"] and "rejected" in error["message"]


@pytest.mark.parametrize(("failure", "internal"), [(UnsoundVerdict("no run"), True), (Unsupported("no form"), False)])
def test_a_witness_that_is_rejected_is_an_error(tmp_path: Path, failure: Exception, internal: bool) -> None:
    sent: list[Record] = []

    def made() -> str:
        raise failure

    with _writing("witness", "p", tmp_path / "w", sent.append) as write:
        write(made())
    (record,) = sent
    assert (record["event"] == "error" and record["internal"]) if internal else record["event"] == "note"
    assert not (tmp_path / "w").exists()


def test_safety_is_checked_for_each_of_several(model: Model) -> None:
    results = check(model, config=Config(seconds=PATIENCE))
    assert all(result.evidence for result in results)
    assert all(isinstance(result.verdict, Holds | Argued) for result in results)
    assert [result.property for result in results] == [goal.name for goal in model.goals]
    assert sum(isinstance(goal, Safety) for goal in model.goals) == 2

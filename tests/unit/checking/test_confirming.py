"""What nobody has checked is unknown, whatever it is; what was rejected is told, wherever that happens."""

from __future__ import annotations

import ast
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from assay.app.worker import Job, Method, _writing, work
from assay.checking import check, confirming, proofs
from assay.checking.confirming import confirmed, first_share
from assay.core.budget import FOREVER, Deadline
from assay.core.errors import EndlessRuns, SolverFailure, UnsoundVerdict, Unsupported
from assay.core.evidence import (
    Branch,
    Branches,
    Counting,
    Derivation,
    Derived,
    Elimination,
    EndedRuns,
    Evidence,
    Fixpoints,
    Lasting,
    NativeRun,
    Proof,
    StateTable,
    Trace,
)
from assay.core.model import Ctl, Goal, Justice, Model, Safety
from assay.core.roles import Found, Paused, Search, Stuck
from assay.core.temporal import Temporal, subformulas
from assay.core.terms import TRUE, eq, not_, size
from assay.core.verdict import Holds, Unknown, Violated
from assay.engines import properties
from assay.engines.catalogue import configured
from assay.engines.config import Config
from assay.engines.properties import Claim
from assay.explore.temporal import ctl
from assay.explore.temporal.ctl import Branching
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


def evidences(model: Model) -> list[Evidence]:
    """One of every kind, which shows nothing at all."""
    x, y = model.entry.variables
    trace = Trace(({x: False, y: False},), (), ())
    nothing = StateTable((), 0)
    sets = Fixpoints((), nothing, (), Lasting(nothing, ()), ())
    (goal,) = [goal for goal in model.temporal if isinstance(goal, Ctl)]
    branches = tuple(Branch(part, trace) for part in subformulas(goal.formula) if isinstance(part, Temporal))
    found: list[Evidence] = [
        Proof({}),
        Proof({model.entry: TRUE}),
        Elimination((), nothing, ()),
        Counting(1, ()),
        EndedRuns(1),
        sets,
        replace(sets, example=branches),
        trace,
        Derivation((Derived({x: False, y: False}),)),
        NativeRun(()),
        Branches(trace),
        Branches(trace, branches),
        Branches(trace, (), sets),
    ]
    assert {type(evidence) for evidence in found} == set(get_args(Evidence))
    return found


def checkers() -> list[str]:
    """Whoever is asked to check something, by name."""
    trees = [ast.parse(Path(str(module.__file__)).read_text()) for module in (confirming, proofs)]
    found = [
        f"{node.module}.{alias.name}"
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("assay.witness")
        for alias in node.names
    ]
    own = ("stimulus", "stated_invariant")
    return [name for name in found if (last := name.rpartition(".")[2]).startswith("check_") or last in own]


def test_evidence_that_no_checker_had_time_for_is_unknown(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(*_: object, **__: object) -> str:
        raise SolverFailure("no time left")

    assert len(checkers()) > 8
    # Whoever is imported later would keep what is only for now.
    for name in checkers():
        import_module(name.rpartition(".")[0])
    for name in checkers():
        monkeypatch.setattr(name, gives_up)
    for goal in goals(model):
        for evidence in evidences(model):
            told, how = confirmed(model, goal, evidence, FOREVER)
            assert isinstance(told, Unknown) and how == "", (evidence, goal)
            assert "could not be checked" in told.reason and told.hint


def test_evidence_that_shows_nothing_is_never_a_verdict(model: Model) -> None:
    for goal in goals(model):
        for evidence in evidences(model):
            try:
                told, _ = confirmed(model, goal, evidence, patient())
            except (UnsoundVerdict, EndlessRuns):
                continue
            assert isinstance(told, Unknown), (evidence, goal)


@pytest.mark.parametrize("formula", ["AG (EF x)", "AG (EF y)"])
def test_an_answer_without_evidence_is_unknown(formula: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where time was over between an answer and the sets of states that show it."""
    real = ctl.branching_in

    def hasty(*arguments: Any) -> Branching:
        return replace(real(*arguments), fixpoints=None, shown=())

    monkeypatch.setattr("assay.engines.recipes.temporal.branching_in", hasty)
    model = smv_model(Source("x.smv", DESIGN.replace("AG (EF x)", formula)))
    (goal,) = [goal for goal in model.temporal if isinstance(goal, Ctl)]
    (result,) = check(model, property=goal, config=configured("bdd", seconds=PATIENCE))
    assert isinstance(result.verdict, Unknown) and result.evidence == ""
    assert "was found, but it could not be checked" in result.verdict.reason and result.verdict.hint


def test_a_run_that_ends_violates_nothing_where_not_every_run_goes_on() -> None:
    text = "MODULE main VAR x : 0..3; ASSIGN init(x) := 0; next(x) := (x + 1) mod 4; {} LTLSPEC G x != 2"
    for more, genuine in (("", True), ("FAIRNESS x = 0", False), ("TRANS x != 2", False)):
        model = smv_model(Source("x.smv", text.format(more)))
        (x,) = model.entry.variables
        (edge,) = model.edges
        trace = Trace(({x: 0}, {x: 1}, {x: 2}), (edge, edge), ({}, {}))
        (goal,) = model.goals
        if genuine:
            assert isinstance(confirmed(model, goal, trace, FOREVER)[0], Violated)
        else:
            with pytest.raises(UnsoundVerdict, match="goes on"):
                confirmed(model, goal, trace, FOREVER)


class Saying:
    """A search that makes one claim, and then gives up."""

    def __init__(self, *claims: Claim) -> None:
        self._claims = list(claims)

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        return Found(self._claims.pop(0), more=True) if self._claims else Stuck("nothing was found")

    def close(self) -> None:
        """There is nothing to let go of."""


def test_the_search_leaves_time_for_checking(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def search(_model: Model, goals: Sequence[Goal], config: Config, deadline: Deadline, *_: Any) -> Search[Claim]:
        given.append(deadline.left)
        return Saying()

    monkeypatch.setattr(properties, "search", search)
    for seconds, most in ((20.0, 19.5), (1000.0, 990.0)):
        check(model, property=model.goals[0], config=Config(seconds=seconds))
        assert given.pop() <= most
    check(model, property=model.goals[0], config=Config())
    assert given.pop() > 1e6


# -- rejected evidence -------------------------------------------------------------------------------------------------


def wrong(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Has the search tell that these properties hold, because of an invariant that is none."""
    real = properties.search

    def search(model: Model, goals: Sequence[Goal], *rest: Any) -> Search[Claim]:
        if set(names) <= {goal.name for goal in goals}:
            return Saying(Claim(names, Proof({model.entry: not_(model.entry.variables[0])})))
        return real(model, goals, *rest)

    monkeypatch.setattr(properties, "search", search)


def told(model_text: str, path: Path) -> list[Record]:
    path.write_text(model_text)
    sent: list[Record] = []
    work(Job(str(path), Method(), deadline=time.monotonic() + PATIENCE), sent.append)
    return sent


def test_rejected_evidence_of_several_properties_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [goal.name for goal in smv_model(Source("x.smv", DESIGN)).properties]
    assert len(names) == 2
    wrong(monkeypatch, *names)
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
    # Once when all were looked at together, and once when this one was by itself; the others have their verdicts.
    errors = [record for record in sent if record["event"] == "error"]
    assert len(errors) == 2 and all(error["internal"] and "rejected" in error["message"] for error in errors)
    assert goal.name in errors[1]["message"]
    verdicts = {record["property"]: record["verdict"] for record in sent if record["event"] == "verdict"}
    assert goal.name not in verdicts and set(verdicts.values()) == {"holds"} and len(verdicts) == 2


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
    assert all(isinstance(result.verdict, Holds) for result in results)
    assert [result.property for result in results] == [goal.name for goal in model.goals]
    assert sum(isinstance(goal, Safety) for goal in model.goals) == 2


def test_a_large_set_of_states_leaves_time_for_another_proof(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = model.entry.variables
    small, large = Proof({model.entry: not_(y)}), Proof({model.entry: eq(x, y)})
    monkeypatch.setattr(confirming, "LARGE_PROOF", size(not_(y)))
    assert first_share(model, large) < first_share(model, small) == confirming.PROOF_SHARE

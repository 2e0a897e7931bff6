"""CTL, LTL and justice on random circuits: every engine against explicit-state search; lassos are replayed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.events import ignore
from assay.core.evidence import Branches, Evidence, Fixpoints, NoFairRun, Trace
from assay.core.model import Ctl, Justice, Ltl, Model
from assay.core.roles import Stuck
from assay.core.temporal import (
    BINARY,
    PAST,
    Atom,
    Formula,
    Logic,
    PathOperator,
    Quantifier,
    connect,
    is_universal,
    temporal,
)
from assay.core.terms import Term, not_
from assay.core.verdict import Holds, verdict_of
from assay.engines.views import Views
from assay.frontends.hardware.aiger import model_of_file
from assay.frontends.hardware.aiger_file import parse
from assay.frontends.smv.model import read_smv
from assay.transforms.circuit.lift_branches import MOST_RUNS
from assay.witness.check.branches import check_branches, check_example
from assay.witness.check.fixpoints import check_fixpoints
from assay.witness.check.lasso import check_lasso
from clocks import PATIENCE, patient
from engines import by_method, decided
from explicit import TooLarge, decide
from hardware import Aig, circuits

FUTURE = [op for op in PathOperator if op not in PAST]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("circuits")


def model_of(circuit: Aig, folder: Path) -> Model:
    return model_of_file(parse(circuit.write(folder / "random.aag")))


@st.composite
def formulas(draw: st.DrawFn, symbols: tuple[Term, ...], depth: int, *, branching: bool) -> Formula:
    """CTL, or LTL with past, over literals of ``symbols``."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return Atom(draw(st.sampled_from([*symbols, *(not_(symbol) for symbol in symbols)])))
    smaller = formulas(symbols, depth - 1, branching=branching)
    if draw(st.integers(0, 2)) == 0:
        op = draw(st.sampled_from(list(Logic)))
        return connect(op, *(draw(smaller) for _ in range(1 if op is Logic.NOT else 2)))
    path = draw(st.sampled_from(FUTURE if branching else list(PathOperator)))
    quantifier = draw(st.sampled_from(list(Quantifier))) if branching else None
    return temporal(path, *(draw(smaller) for _ in range(2 if path in BINARY else 1)), quantifier=quantifier)


def agree(model: Model, prop: Ctl | Ltl | Justice, *engines: str) -> None:
    try:
        expected = decide(model, prop)
    except TooLarge:
        return
    for engine in engines:
        confirm(model, prop, decided(model, prop, engine), expected=expected)


def confirm(model: Model, prop: Ctl | Ltl | Justice, found: Evidence | Stuck, *, expected: bool) -> None:
    """The answer is right; runs are replayed, and fixpoints checked step by step."""
    assert not isinstance(found, Stuck), found
    assert isinstance(verdict_of(found), Holds) == expected
    match found:
        case Fixpoints():
            assert isinstance(prop, Ctl)
            assert check_fixpoints(model, prop, found, holds=True, seconds=PATIENCE).startswith("fixpoints of")
            assert not found.example or check_example(model, prop, found.example, found).runs
        case Branches():
            assert isinstance(prop, Ctl)
            confirm_branches(model, prop, found)
        case Trace() if found.loop is not None:
            check_lasso(model, prop.conditions if isinstance(prop, Justice) else (), found)


def confirm_branches(model: Model, prop: Ctl, found: Branches) -> None:
    """What runs show is replayed; the rest is in sets of states that are checked step by step."""
    assert found.sets is not None
    how = check_fixpoints(model, prop, found.sets, holds=False, seconds=PATIENCE)
    assert how.startswith("fixpoints of")
    replay = check_branches(model, prop, found.trace, found.branches, found.sets)
    # An existential formula is shown by runs alone, as long as there are not too many of them.
    assert replay.runs and (replay.runs >= MOST_RUNS or not replay.claims or not is_universal(prop.formula))


@given(circuits(justice=True))
@settings(max_examples=40)
def test_justice(folder: Path, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    prop = model.temporal[0]
    assert isinstance(prop, Justice)
    agree(replace(model, temporal=()), prop, "auto", "bdd")


@given(circuits(justice=True))
@settings(max_examples=40)
def test_justice_by_sat(folder: Path, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    prop = model.temporal[0]
    assert isinstance(prop, Justice)
    model = replace(model, temporal=())
    if decide(model, prop):
        views = Views(model, prop, patient(), ignore)
        confirm(model, prop, by_method("IC3 of fair rounds", views, "runs"), expected=True)
    else:
        agree(model, prop, "kinduction")


@given(circuits(justice=True), st.data())
@settings(max_examples=30)
def test_branching_time(folder: Path, circuit: Aig, data: st.DataObject) -> None:
    model = replace(model_of(circuit, folder), temporal=())
    symbols = (*model.entry.variables, *model.inputs[:1])
    agree(model, Ctl("p", data.draw(formulas(symbols, 3, branching=True))), "auto", "bdd")


@given(circuits(justice=True), st.data())
@settings(max_examples=40)
def test_linear_time(folder: Path, circuit: Aig, data: st.DataObject) -> None:
    model = replace(model_of(circuit, folder), temporal=())
    symbols = (*model.entry.variables, *model.inputs[:1])
    agree(model, Ltl("p", data.draw(formulas(symbols, 2, branching=False))), "auto", "bdd")


@pytest.mark.parametrize("op", [PathOperator.FINALLY, PathOperator.GLOBALLY, PathOperator.NEXT])
@pytest.mark.parametrize("outer", [PathOperator.FINALLY, PathOperator.GLOBALLY, PathOperator.UNTIL])
@pytest.mark.parametrize("branching", [True, False])
def test_nested_operators_where_a_latch_rises_and_another_toggles(
    folder: Path, op: PathOperator, outer: PathOperator, *, branching: bool
) -> None:
    """Most of these hold, unlike what random circuits satisfy, so that owing forever must count as unfair."""
    model = model_of(Aig(1, [(1, 0), (7, 0), (2, 0)], []), folder)
    quantifier = Quantifier.ALL if branching else None
    kind = Ctl if branching else Ltl
    risen, toggling, free = (Atom(symbol) for symbol in model.entry.variables)
    for atom in (risen, toggling, free):
        inner = temporal(op, atom, quantifier=quantifier)
        parts = (toggling, inner) if outer is PathOperator.UNTIL else (inner,)
        formula = temporal(outer, *parts, quantifier=quantifier)
        agree(model, kind("p", formula), "auto", "bdd")
        agree(model, kind("not p", connect(Logic.NOT, formula)), "auto", "bdd")


# A latch that stays once an input has set it, whatever that is; fair are the runs in which it is 0 again and again.
FAIR = """MODULE main
VAR set : boolean;
IVAR now : boolean;
ASSIGN init(set) := FALSE; next(set) := set | now;
FAIRNESS !set
LTLSPEC G !set
CTLSPEC AG !set
"""


@pytest.mark.parametrize("engine", ["auto", "ic3", "kinduction", "bdd", "localization"])
@pytest.mark.parametrize("number", [0, 1])
def test_a_state_that_no_fair_run_is_in_violates_no_invariant(folder: Path, number: int, engine: str) -> None:
    """Some run comes to it, which says nothing."""
    path = folder / "fair.smv"
    path.write_text(FAIR)
    model = read_smv(path)
    bounded = engine == "kinduction"
    found = decided(model, model.temporal[number], engine, seconds=0.2 if bounded else PATIENCE)
    assert isinstance(found, Stuck if bounded else NoFairRun | Fixpoints)

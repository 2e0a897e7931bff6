"""Localization with every option on the same random circuits, against explicit-state search; evidence is checked.

``ASSAY_CIRCUITS=1000`` asks for that many circuits of each kind instead of a few.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.events import Event, Listener, RoundStarted, ignore
from assay.core.evidence import (
    Branches,
    Derivation,
    Elimination,
    EndedRuns,
    Evidence,
    Fixpoints,
    NativeRun,
    Proof,
    Trace,
)
from assay.core.model import Ctl, Goal, Justice, Ltl, Model, Origin, Safety
from assay.core.roles import Found, Stuck
from assay.core.temporal import BINARY, PAST, Atom, Formula, Logic, PathOperator, Quantifier, connect, temporal
from assay.core.terms import TRUE, Term, and_, implies, not_, or_
from assay.core.verdict import Holds, verdict_of
from assay.engines import catalogue
from assay.engines.views import Views
from assay.explore.circuit import localized
from assay.frontends.hardware.aiger import model_of_file
from assay.frontends.hardware.aiger_file import parse
from assay.witness.check.branches import check_branches, check_example
from assay.witness.check.by_sat import check_proof_by_sat
from assay.witness.check.fixpoints import check_fixpoints
from assay.witness.check.invariants import check_trace
from assay.witness.check.lasso import check_lasso
from assay.witness.check.linear import check_violation
from assay.witness.check.temporal_proofs import check_certificate
from clocks import PATIENCE, patient
from engines import decided
from explicit import TooLarge, decide
from hardware import Aig

NUMBER = int(os.environ.get("ASSAY_CIRCUITS", "40"))
MANY = settings(max_examples=NUMBER)

Options = dict[str, Any]

SAFETY: list[Options] = [{"reconstruction": kind} for kind in ("clarke", "layer1", "layer2", "sat", "bundle")]
LIVENESS: list[Options] = [
    {"reconstruction": kind, "loops": loops} for kind in ("layer2", "sat") for loops in ("naive", "fixpoint")
]


@st.composite
def circuits(draw: st.DrawFn, *, justice: bool = False, latches: int = 7) -> Aig:
    """Latches with little support each, so that what a property depends on is found step by step."""
    count, inputs = draw(st.integers(1, latches)), draw(st.integers(0, 2))
    leaves = inputs + count
    leaf = st.integers(2, 2 * leaves + 1)
    gates: list[tuple[int, int]] = []

    def gate(left: int, right: int) -> int:
        gates.append((max(left, right), min(left, right)))
        return 2 * (leaves + len(gates))

    def function() -> int:
        match draw(st.integers(0, 6)):
            case 0:
                return draw(leaf)
            case 1 | 2:
                return gate(draw(leaf), draw(leaf))
            case 3 | 4:
                return gate(draw(leaf), draw(leaf)) ^ 1
            case kind:
                a, b, c = draw(leaf), draw(leaf), draw(leaf)
                if kind == 5:
                    c = b ^ 1
                return gate(gate(a, b) ^ 1, gate(a ^ 1, c) ^ 1) ^ 1

    rows = [(function(), draw(st.sampled_from([0, 0, 1, None]))) for _ in range(count)]
    goals = [function() for _ in range(draw(st.integers(1, 2)))]
    goals = goals if justice else [gate(*goals) if len(goals) == 2 else goals[0]]
    constraints = [function() ^ 1 for _ in range(draw(st.sampled_from([0, 0, 1, 2])))]
    fairness = [function()] if justice and draw(st.booleans()) else []
    if justice:
        return Aig(inputs, rows, gates, constraints=constraints, justice=[goals], fairness=fairness)
    return Aig(inputs, rows, gates, bads=goals, constraints=constraints)


@st.composite
def conditions(draw: st.DrawFn, symbols: tuple[Term, ...]) -> Term:
    """A formula over a few literals."""
    literals = st.sampled_from([*symbols, *(not_(symbol) for symbol in symbols)])
    first, second, third = draw(literals), draw(literals), draw(literals)
    return draw(st.sampled_from([or_(first, second), and_(first, second), implies(and_(first, second), third)]))


@st.composite
def formulas(draw: st.DrawFn, symbols: tuple[Term, ...], depth: int, quantifiers: list[Quantifier | None]) -> Formula:
    """CTL, or LTL with past (where there are no quantifiers), over literals of ``symbols``."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return Atom(draw(st.sampled_from([*symbols, *(not_(symbol) for symbol in symbols)])))
    smaller = formulas(symbols, depth - 1, quantifiers)
    if draw(st.integers(0, 2)) == 0:
        op = draw(st.sampled_from([Logic.AND, Logic.OR] if quantifiers == [Quantifier.ALL] else list(Logic)))
        return connect(op, *(draw(smaller) for _ in range(1 if op is Logic.NOT else 2)))
    quantifier = draw(st.sampled_from(quantifiers))
    path = draw(st.sampled_from([op for op in PathOperator if quantifier is None or op not in PAST]))
    return temporal(path, *(draw(smaller) for _ in range(2 if path in BINARY else 1)), quantifier=quantifier)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("circuits")


def model_of(circuit: Aig, folder: Path) -> Model:
    return model_of_file(parse(circuit.write(folder / "random.aag")))


def localized_answer(model: Model, prop: Goal, options: Options, announce: Listener = ignore) -> Evidence | Stuck:
    return decided(model, prop, "localization", announce=announce, **options)


def agree(model: Model, prop: Safety, options: Options) -> None:
    expected = decide(model, prop)
    match localized_answer(model, prop, options):
        case Proof() as proof:
            assert expected
            check_proof_by_sat(model, prop, proof, seconds=PATIENCE)
        case Trace() as trace:
            assert not expected
            check_trace(model, prop, trace)
        case other:
            raise AssertionError(other)


@given(circuits())
@MANY
def test_safety(folder: Path, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    for options in SAFETY:
        agree(model, model.properties[0], options)


@given(circuits())
@MANY
def test_safety_when_diagrams_become_too_large(folder: Path, circuit: Aig) -> None:
    """IC3 then decides the abstract models."""
    model = model_of(circuit, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(localized, "LARGEST", 1)
        agree(model, model.properties[0], {"reconstruction": "sat"})


@given(circuits(), st.data())
@MANY
def test_safety_where_initial_states_and_steps_are_restricted_by_formulas(
    folder: Path, circuit: Aig, data: st.DataObject
) -> None:
    model = model_of(replace(circuit, constraints=[]), folder)
    (edge,), place = model.edges, model.entry
    start = data.draw(conditions(place.variables))
    guard = data.draw(st.just(TRUE) | conditions((*place.variables, *model.inputs)))
    model = replace(model, initial=start, edges=(replace(edge, guard=guard),), origin=Origin())
    for options in SAFETY:
        agree(model, model.properties[0], options)


def agree_on(model: Model, prop: Ctl | Ltl | Justice, options: Options) -> None:
    try:
        expected = decide(model, prop)
    except TooLarge:
        return
    found = localized_answer(model, prop, options)
    assert not isinstance(found, Stuck), found
    assert isinstance(verdict_of(found), Holds) == expected
    match found:
        case Trace() if isinstance(prop, Justice):
            check_lasso(model, prop.conditions, found)
        case Trace():
            assert not isinstance(prop, Justice)
            check_violation(model, prop.formula, found)
        case Branches(trace, branches, sets):
            assert isinstance(prop, Ctl) and sets is not None
            assert "step by step" in check_fixpoints(model, prop, sets, holds=False, seconds=PATIENCE)
            assert not branches or check_branches(model, prop, trace, branches, sets).runs
        case EndedRuns() | Derivation() | NativeRun():
            raise AssertionError("hardware has runs, which do not end")
        case _:
            assert check_certificate(model, prop, found, seconds=PATIENCE)
            if isinstance(found, Fixpoints) and found.example:
                assert isinstance(prop, Ctl) and check_example(model, prop, found.example).runs


@given(circuits(justice=True))
@MANY
def test_justice(folder: Path, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    prop = model.temporal[0]
    assert isinstance(prop, Justice)
    for options in LIVENESS:
        agree_on(replace(model, temporal=()), prop, options)


@pytest.mark.parametrize("quantifiers", [[Quantifier.ALL], [Quantifier.ALL, Quantifier.SOME], [None]], ids=str)
@given(circuits(justice=True, latches=4), st.data())
@MANY
def test_formulas(folder: Path, quantifiers: list[Quantifier | None], circuit: Aig, data: st.DataObject) -> None:
    """ACTL, CTL and LTL."""
    model = replace(model_of(circuit, folder), temporal=())
    symbols = (*model.entry.variables, *model.inputs[:1])
    formula = data.draw(formulas(symbols, 2 if None in quantifiers else 3, quantifiers))
    for options in LIVENESS:
        agree_on(model, Ltl("p", formula) if None in quantifiers else Ctl("p", formula), options)


def test_a_formula_outside_of_actl_is_decided_on_the_whole_design(folder: Path) -> None:
    model = model_of(Aig(1, [(2, 0)], []), folder)
    (latch,) = model.entry.variables
    possible = temporal(PathOperator.FINALLY, Atom(latch), quantifier=Quantifier.SOME)
    formula = temporal(PathOperator.GLOBALLY, possible, quantifier=Quantifier.ALL)
    time = patient()
    views = Views(model, Ctl("p", formula), time, ignore)
    search = catalogue.search(views, catalogue.configured("localization", seconds=PATIENCE), ignore, seconds=PATIENCE)
    answer = search.advance(time)
    search.close()
    assert isinstance(answer, Found) and isinstance(answer.evidence, Fixpoints)
    assert answer.by == "fixpoints"


def test_a_universal_formula_is_confirmed_where_a_hidden_constraint_blocks_every_step(folder: Path) -> None:
    """The abstraction has fair runs that the design has not; the argument must not rest on them."""
    model = model_of(Aig(0, [(1, 0), (5, 0)], [], constraints=[4]), folder)
    risen = Atom(model.entry.variables[0])
    parts = [risen, connect(Logic.NOT, risen)]
    after = [temporal(PathOperator.NEXT, part, quantifier=Quantifier.ALL) for part in parts]
    agree_on(model, Ctl("p", connect(Logic.OR, *after)), {})


def test_the_first_abstraction_has_what_the_property_mentions(folder: Path) -> None:
    """One latch rises and stays; it is all that matters, whatever ten others do."""
    others = [(2 * k + 5, 0) for k in range(10)]
    model = model_of(Aig(1, [(1, 0), *others], []), folder)
    risen = Atom(model.entry.variables[0])
    formula = temporal(PathOperator.FINALLY, temporal(PathOperator.GLOBALLY, risen))
    heard: list[Event] = []
    assert isinstance(localized_answer(model, Ltl("p", formula), {}, heard.append), Elimination)
    assert [event for event in heard if isinstance(event, RoundStarted)] == [RoundStarted(1)]

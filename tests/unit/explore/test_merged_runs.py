"""Runs of one length as one: choices stay choices, constants are propagated, and a search goes on where it stopped."""

from __future__ import annotations

import math
import signal
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from assay.core.budget import Deadline
from assay.core.errors import EndlessRuns, SolverFailure, UnsoundVerdict
from assay.core.evidence import EndedRuns, Path
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Alarm, Proved, Stuck
from assay.core.terms import TRUE, Term, and_, eq, not_, or_, variable
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare
from assay.core.terms.evaluate import Value
from assay.core.terms.float_conversions import from_bits, to_bits
from assay.core.terms.floats import fp_le, fp_mul, number
from assay.core.terms.nodes import Op
from assay.core.terms.sorts import FLOAT32, bitvector
from assay.explore import merged_runs
from assay.explore.bounded import Bound
from assay.explore.merged_runs import MergedRuns
from assay.solve.bits import bits_solver
from assay.solve.floating import has_bitwuzla
from assay.solve.smt import Answer, Solver
from assay.witness.check import ended_runs
from assay.witness.check.ended_runs import check_ended_runs
from clocks import PATIENCE

BYTE = bitvector(8)
X = variable("x", BYTE)
ENTRY, LOOP, LEFT, RIGHT, ERROR = (
    Location(name, variables)
    for name, variables in (("entry", ()), ("loop", (X,)), ("left", (X,)), ("right", (X,)), ("error", ()))
)


def counting(limit: int) -> Model:
    """Count from 0; an error once ``limit`` is reached."""
    one = bv_binary(Op.BV_ADD, X, bv(1, 8))
    stop = eq(X, bv(limit, 8))
    edges = (
        Edge("begin", ENTRY, LOOP, TRUE, {X: bv(0, 8)}),
        Edge("count", LOOP, LOOP, not_(stop), {X: one}),
        Edge("stop", LOOP, ERROR, stop, {}),
    )
    return Model(ENTRY, edges, properties=(Safety("limit", {ERROR: TRUE}),))


def choosing(wanted: int) -> Model:
    """Two ways lead to one place at the same time, under no condition; an error if the wanted one was taken."""

    def way(name: str, source: Location, target: Location, value: Term) -> Edge:
        return Edge(name, source, target, TRUE, {X: value})

    edges = (
        way("go left", ENTRY, LEFT, bv(1, 8)),
        way("go right", ENTRY, RIGHT, bv(2, 8)),
        way("from left", LEFT, LOOP, X),
        way("from right", RIGHT, LOOP, X),
        Edge("stop", LOOP, ERROR, eq(X, bv(wanted, 8)), {}),
    )
    return Model(ENTRY, edges, properties=(Safety("wanted", {ERROR: TRUE}),))


def names(answer: object) -> list[str]:
    assert isinstance(answer, Alarm) and isinstance(answer.evidence, Path)
    return [edge.name for edge in answer.evidence.edges]


def test_either_of_two_ways_may_be_taken() -> None:
    assert names(MergedRuns(choosing(1)).explore(Bound(10))) == ["go left", "from left", "stop"]
    assert names(MergedRuns(choosing(2)).explore(Bound(10))) == ["go right", "from right", "stop"]
    assert isinstance(MergedRuns(choosing(3)).explore(Bound(10)), Proved)


def test_large_questions_are_asked_in_a_process_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merged_runs, "LARGE", 0)
    assert names(MergedRuns(choosing(1)).explore(Bound(10))) == ["go left", "from left", "stop"]
    assert isinstance(MergedRuns(choosing(3)).explore(Bound(10)), Proved)


def test_a_question_that_does_not_end_is_ended_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merged_runs, "LARGE", 0)
    monkeypatch.setattr(merged_runs, "bits_solver", lambda _: signal.pause())
    try:
        # On a busy machine time may be over before anything is asked.
        assert isinstance(MergedRuns(choosing(1), Deadline.after(0.5)).explore(Bound(10)), Stuck)
    except SolverFailure as failure:
        assert "gave up between depths" in str(failure)


def test_constants_need_no_solver_before_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Term] = []

    def counted(question: Term) -> object:
        asked.append(question)
        return bits_solver(question)

    monkeypatch.setattr(merged_runs, "bits_solver", counted)
    assert names(MergedRuns(counting(200)).explore(Bound(1000))) == ["begin", *["count"] * 200, "stop"]
    assert asked[-1] is TRUE and set(asked[:-1]) <= {TRUE}


def test_a_search_goes_on_where_it_stopped() -> None:
    search = MergedRuns(counting(30))
    for depth in (3, 20, 31):
        answer = search.explore(Bound(depth))
        assert answer == Stuck(f"no error within {depth} steps", hint="a proof needs another engine")
    assert len(names(search.explore(Bound(32)))) == 32


def test_where_control_ends_so_does_the_search() -> None:
    assert MergedRuns(choosing(3)).explore(Bound(10)) == Proved(EndedRuns(3))


def test_runs_that_no_input_can_prolong_have_ended() -> None:
    """Each run ends by the eighth step, but its conditions do not fold to false."""
    given = variable("given", BYTE)
    few = bv_compare(Op.BV_ULT, given, bv(5, 8))
    edges = (
        Edge("begin", ENTRY, LOOP, few, {X: given}),
        Edge("count", LOOP, LOOP, not_(eq(X, bv(0, 8))), {X: bv_binary(Op.BV_LSHR, X, bv(1, 8))}),
    )
    model = Model(ENTRY, edges, properties=(Safety("never", {ERROR: TRUE}),))
    assert isinstance(MergedRuns(model).explore(Bound(100)), Proved)
    assert check_ended_runs(model, model.properties[0], EndedRuns(16), seconds=PATIENCE)[1] <= 32


def test_inputs_that_stand_for_what_is_known_leave_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that computes by inputs which its guard says to be constants, or each other, is computed all the same."""

    def asked(formula: Term) -> Solver:
        assert formula is TRUE
        return bits_solver(formula)

    monkeypatch.setattr(merged_runs, "bits_solver", asked)
    y, z, w = (variable(name, BYTE) for name in ("y", "z", "w"))
    odd = eq(bv_binary(Op.BV_AND, X, bv(1, 8)), bv(1, 8))
    either = or_(and_(not_(odd), eq(z, y)), and_(odd, eq(z, w)))
    guard = and_(bv_compare(Op.BV_ULT, X, bv(99, 8)), eq(y, w), either, eq(w, X))
    edges = (
        Edge("begin", ENTRY, LOOP, TRUE, {X: bv(0, 8)}),
        Edge("count", LOOP, LOOP, guard, {X: bv_binary(Op.BV_ADD, z, bv(1, 8))}),
        Edge("fail", LOOP, ERROR, bv_compare(Op.BV_ULT, bv(99, 8), X), {}),
    )
    model = Model(ENTRY, edges, properties=(Safety("never", {ERROR: TRUE}),))
    found = MergedRuns(model).explore(Bound(1000))
    assert isinstance(found, Proved) and found.evidence == EndedRuns(101)


def test_inputs_that_cannot_be_all_they_are_said_to_be_lead_nowhere() -> None:
    y = variable("y", BYTE)
    edges = (
        Edge("begin", ENTRY, LOOP, TRUE, {X: bv(3, 8)}),
        Edge("fail", LOOP, ERROR, and_(eq(y, bv(4, 8)), eq(y, X)), {}),
    )
    model = Model(ENTRY, edges, properties=(Safety("never", {ERROR: TRUE}),))
    assert isinstance(MergedRuns(model).explore(Bound(9)), Proved)


def test_the_checker_refuses_what_is_wrong_and_what_does_not_end() -> None:
    with pytest.raises(UnsoundVerdict):
        check_ended_runs(counting(9), counting(9).properties[0], EndedRuns(9), seconds=PATIENCE)
    with pytest.raises(UnsoundVerdict):
        check_ended_runs(choosing(2), choosing(2).properties[0], EndedRuns(9), seconds=PATIENCE)
    name, steps = check_ended_runs(choosing(3), choosing(3).properties[0], EndedRuns(9), seconds=PATIENCE)
    assert name.startswith("cvc5") and steps == 3
    begin, *_ = counting(1).edges
    endless = replace(counting(1), edges=(begin, Edge("on", LOOP, LOOP, TRUE, {X: variable("y", BYTE)})))
    with pytest.raises(EndlessRuns, match="runs go on"):
        check_ended_runs(endless, endless.properties[0], EndedRuns(1), seconds=PATIENCE)


class Mute:
    """A solver that has nothing to say."""

    name = "mute"
    queries = 0

    def add(self, *formulas: Term) -> None: ...
    def push(self) -> None: ...
    def pop(self) -> None: ...
    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        return Answer.UNKNOWN

    def core(self) -> tuple[Term, ...]:
        return ()

    def value(self, term: Term) -> Value:
        raise SolverFailure("there is no model")

    def truth(self, literals: Sequence[Term]) -> list[bool | None]:
        return []


@pytest.mark.skipif(not has_bitwuzla(), reason="Bitwuzla is not installed")
def test_where_the_first_solver_is_at_a_loss_gates_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ended_runs, "checkers_for", lambda model: (Mute, Mute))
    name, steps = check_ended_runs(choosing(3), choosing(3).properties[0], EndedRuns(9), seconds=PATIENCE)
    assert name.startswith("minisat22") and steps == 3
    with pytest.raises(UnsoundVerdict):
        check_ended_runs(choosing(2), choosing(2).properties[0], EndedRuns(9), seconds=PATIENCE)


def test_nobody_is_asked_forever() -> None:
    """Without a limit of time, who gives up at once is not asked again and again."""
    begin, *_ = counting(1).edges
    endless = replace(counting(1), edges=(begin, Edge("on", LOOP, LOOP, TRUE, {X: variable("y", BYTE)})))
    with pytest.raises(SolverFailure, match="runs go on"):
        check_ended_runs(endless, endless.properties[0], EndedRuns(40), seconds=math.inf, checkers=(Mute, Mute))


# -- ways that are followed side by side -------------------------------------------------------------------------------


def halving(most: float) -> Model:
    """Halve or double a number from 0 to 1 three times; an error if it is larger than ``most``."""
    double = number(2.0, FLOAT32)
    half = number(0.5, FLOAT32)
    bits = variable("f", bitvector(32))
    value = from_bits(bits, FLOAT32)
    places = [Location(f"after {n}", (bits,)) for n in range(4)]
    start = variable("start", bitvector(32))
    given = from_bits(start, FLOAT32)
    inside = and_(fp_le(number(0.0, FLOAT32), given), fp_le(given, number(1.0, FLOAT32)))
    edges = [Edge("begin", ENTRY, places[0], inside, {bits: start})]
    for before, after in pairwise(places):
        for name, factor in (("halve", half), ("double", double)):
            edges.append(Edge(name, before, after, TRUE, {bits: to_bits(fp_mul(value, factor))}))
    edges.append(Edge("stop", places[-1], ERROR, not_(fp_le(value, number(most, FLOAT32))), {}))
    return Model(ENTRY, tuple(edges), properties=(Safety("most", {ERROR: TRUE}),))


@pytest.mark.parametrize("width", [1, 2, 3, 100])
def test_numbers_are_followed_side_by_side_with_the_same_answers(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merged_runs, "APART", width)
    monkeypatch.setattr(ended_runs, "SIDE_BY_SIDE", width)
    safe, unsafe = halving(8.0), halving(7.5)
    answer = MergedRuns(safe).explore(Bound(20))
    assert isinstance(answer, Proved)
    assert check_ended_runs(safe, safe.properties[0], answer.evidence, seconds=PATIENCE)
    assert names(MergedRuns(unsafe).explore(Bound(20))) == ["begin", *["double"] * 3, "stop"]
    with pytest.raises(UnsoundVerdict):
        check_ended_runs(unsafe, unsafe.properties[0], EndedRuns(5), seconds=PATIENCE)

"""Proofs about all elements: right ones are confirmed, wrong ones never."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import (
    TRUE,
    Term,
    add,
    and_,
    conjunction,
    eq,
    ge,
    implies,
    integer,
    le,
    lt,
    not_,
    post_order,
    variable,
)
from assay.core.terms.arrays import select, store
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare
from assay.core.terms.nodes import Op
from assay.core.terms.sorts import INT, array, bitvector
from assay.solve.cvc5.solver import cvc5_solver
from assay.solve.incremental import Incremental
from assay.solve.smt import Answer
from assay.witness.check.instances import Instances
from assay.witness.check.invariants import check_proof
from assay.witness.check.loop_invariants import block_conditions, check_proof_by_blocks

A, B = variable("a", array(INT, INT)), variable("b", array(INT, INT))
K, P, Q = variable("i", INT), variable("p", INT), variable("q", INT)
ENTRY, FILL, LOOK = Location("entry"), Location("fill", (A, B, K)), Location("look", (A, B, K))
ZERO, HUNDRED = integer(0), integer(100)
STEP = {K: add(K, integer(1))}
EDGES = (
    Edge("start", ENTRY, FILL, TRUE, {A: A, B: B, K: ZERO}),
    Edge("fill", FILL, FILL, lt(K, HUNDRED), {A: store(A, K, ZERO), **STEP}),
    Edge("turn", FILL, LOOK, ge(K, HUNDRED), {K: ZERO}),
    Edge("look", LOOK, LOOK, lt(K, HUNDRED), STEP),
)
GOAL = Safety("zero", {LOOK: and_(lt(K, HUNDRED), not_(eq(select(A, K), ZERO)))})
MODEL = Model(ENTRY, EDGES, properties=(GOAL,))
CHECKERS = [check_proof, check_proof_by_blocks]
Checker = Callable[..., str]


def proof(*, last: Term = HUNDRED, read: Term | None = None, value: Term = ZERO, least: Term = ZERO) -> Proof:
    zero = eq(select(A, P) if read is None else read, value)
    filled = implies(and_(le(least, P), lt(P, K)), zero)
    whole = implies(and_(le(least, P), lt(P, last)), zero)
    bounds = ge(K, ZERO)
    return Proof({ENTRY: TRUE, FILL: and_(bounds, filled), LOOK: and_(bounds, whole)}, every=(P,))


@pytest.mark.parametrize("check", CHECKERS)
def test_a_right_proof_is_confirmed(check: Checker) -> None:
    assert "cvc5" in check(MODEL, GOAL, proof(), seconds=600)


@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize(
    "wrong",
    [
        proof(last=integer(101)),  # out of range
        proof(last=integer(99)),  # one element is left out
        proof(value=integer(1)),
        proof(read=select(B, P)),  # the other array
        proof(read=select(A, add(P, integer(1)))),  # the neighbour
        proof(least=integer(1)),
        Proof({**proof().invariant, FILL: TRUE}, every=(P,)),
        Proof({**proof().invariant, FILL: eq(select(A, P), ZERO)}, every=(P,)),
    ],
)
def test_a_wrong_proof_is_not(check: Checker, wrong: Proof) -> None:
    with pytest.raises((SolverFailure, UnsoundVerdict)):
        check(MODEL, GOAL, wrong, seconds=60)


@pytest.mark.parametrize("check", CHECKERS)
def test_what_is_not_listed_as_an_index_is_refused(check: Checker) -> None:
    with pytest.raises(UnsoundVerdict, match="speaks of what has no value there: p"):
        check(MODEL, GOAL, Proof(proof().invariant), seconds=60)


@pytest.mark.parametrize("check", CHECKERS)
def test_a_variable_or_an_input_is_no_index(check: Checker) -> None:
    """Else the invariant would be one about some value, which is about no element but one."""
    with pytest.raises(UnsoundVerdict, match="what has one: i"):
        check(MODEL, GOAL, Proof({FILL: TRUE}, every=(K,)), seconds=60)
    chosen = Edge("choose", FILL, FILL, eq(P, K), {})
    with pytest.raises(UnsoundVerdict, match="what has one: p"):
        check(Model(ENTRY, (*EDGES, chosen)), GOAL, proof(), seconds=60)


@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize("name", ["i@look", "i@fill!1", "%every 0", "%passed look", "q@look!0"])
def test_an_index_called_like_a_symbol_of_the_checker_is_none(check: Checker, name: str) -> None:
    """A step that reads at an input, and an invariant that is true at that input only."""
    there = variable(name, INT)
    seek = Edge("seek", LOOK, LOOK, and_(ge(Q, ZERO), lt(Q, HUNDRED)), {K: Q})
    one = Proof({ENTRY: TRUE, FILL: TRUE, LOOK: implies(eq(there, K), eq(select(A, there), ZERO))}, every=(there,))
    with pytest.raises((SolverFailure, UnsoundVerdict)):
        check(Model(ENTRY, (*EDGES, seek), properties=(GOAL,)), GOAL, one, seconds=60)


def test_an_index_of_wrapping_addresses() -> None:
    """Over bit-vectors, the address of an element wraps around: what is written at one place is read at another."""
    byte = bitvector(8)
    cells, i, p = variable("a", array(byte, byte)), variable("i", byte), variable("p", byte)
    fill, look = Location("fill", (cells, i)), Location("look", (cells, i))
    one, four = bv(1, 8), bv(4, 8)

    def at(index: Term) -> Term:
        return select(cells, bv_binary(Op.BV_MUL, four, index))

    step = {i: bv_binary(Op.BV_ADD, i, one)}
    few = bv_compare(Op.BV_ULT, i, bv(64, 8))
    many = bv_compare(Op.BV_ULT, i, bv(65, 8))
    filled = implies(bv_compare(Op.BV_ULT, p, i), eq(at(p), p))

    def check(guard: Term, limit: int) -> str:
        edges = (
            Edge("start", ENTRY, fill, TRUE, {cells: cells, i: bv(0, 8)}),
            Edge("fill", fill, fill, guard, {cells: store(cells, bv_binary(Op.BV_MUL, four, i), i), **step}),
            Edge("turn", fill, look, not_(guard), {i: bv(0, 8)}),
            Edge("look", look, look, guard, step),
        )
        goal = Safety("own", {look: and_(guard, not_(eq(at(i), i)))})
        within = bv_compare(Op.BV_ULE, i, bv(limit, 8))
        whole = implies(bv_compare(Op.BV_ULT, p, bv(limit, 8)), eq(at(p), p))
        found = Proof({ENTRY: TRUE, fill: and_(filled, within), look: whole}, every=(p,))
        return check_proof(Model(ENTRY, edges, properties=(goal,)), goal, found, seconds=60)

    assert check(few, 64)
    with pytest.raises((SolverFailure, UnsoundVerdict)):
        check(many, 65)


def test_instances_are_at_symbols_of_the_sort_and_at_vectors_of_any_width() -> None:
    fact = eq(select(A, P), ZERO)
    assert Instances((P,))(fact, (K, A)) is and_(fact, eq(select(A, K), ZERO))
    assert Instances()(fact, (K,)) is fact and Instances((Q,))(fact, (K,)) is fact
    index, narrow, wide = variable("p", bitvector(8)), variable("n", bitvector(4)), variable("w", bitvector(16))
    below = bv_compare(Op.BV_ULT, index, bv(200, 8))
    found = Instances((index,))(below, (narrow, wide))
    assert found.free == {index, narrow, wide}


def test_the_index_itself_is_asked_for_first(monkeypatch: pytest.MonkeyPatch) -> None:
    questions: list[Term] = []
    plain = Incremental.add

    def add_asked(solver: Incremental, *formulas: Term) -> None:
        questions.append(conjunction(formulas))
        plain(solver, *formulas)

    monkeypatch.setattr(Incremental, "add", add_asked)
    assert check_proof_by_blocks(MODEL, GOAL, proof(), seconds=600, checkers=(cvc5_solver,))
    with_instances = [c for c in block_conditions(MODEL, GOAL, proof()) if c.enough]
    assert with_instances
    for condition in with_instances:
        few, whole = conjunction(condition.enough), conjunction(condition.violation)
        assert few in questions and len(list(post_order(few))) < len(list(post_order(whole)))
        # What the proof says at the index itself is one of the instances.
        solver = cvc5_solver()
        solver.add(whole, not_(few))
        assert solver.check(seconds=600) is Answer.UNSAT

"""SAT on gates of our own as a solver: it agrees with all assignments, and keeps what it was asked apart."""

from __future__ import annotations

import random
from itertools import product

import pytest

from assay.core.errors import SolverFailure
from assay.core.terms import Op, Term, and_, eq, integer, not_, or_, variable
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare
from assay.core.terms.evaluate import Value, evaluate, holds
from assay.core.terms.sorts import BOOL, INT, bitvector
from assay.solve.smt import Answer
from assay.witness.check.gate_solver import GateSolver, SharedGates
from clocks import PATIENCE

WIDTH = 3
SYMBOLS = tuple(variable(name, bitvector(WIDTH)) for name in "xyz")
FLAG = variable("p", BOOL)
VALUES = (Op.BV_ADD, Op.BV_MUL, Op.BV_AND, Op.BV_OR, Op.BV_XOR, Op.BV_UDIV, Op.BV_SREM, Op.BV_SHL, Op.BV_ASHR)
COMPARISONS = (Op.BV_ULE, Op.BV_SLE, Op.BV_ULT)


def formula(drawn: random.Random, depth: int) -> Term:
    if depth == 0:
        left, right = value(drawn, 2), value(drawn, 2)
        made = eq(left, right) if drawn.random() < 0.4 else bv_compare(drawn.choice(COMPARISONS), left, right)
        return drawn.choice((made, not_(made), or_(made, FLAG)))
    return drawn.choice((and_, or_))(formula(drawn, depth - 1), formula(drawn, depth - 1))


def value(drawn: random.Random, depth: int) -> Term:
    if depth == 0 or drawn.random() < 0.2:
        return drawn.choice((*SYMBOLS, bv(drawn.randrange(1 << WIDTH), WIDTH)))
    return bv_binary(drawn.choice(VALUES), value(drawn, depth - 1), value(drawn, depth - 1))


def satisfying(*formulas: Term) -> bool:
    for found in product(range(1 << WIDTH), range(1 << WIDTH), range(1 << WIDTH), (False, True)):
        values: dict[Term, Value] = dict(zip((*SYMBOLS, FLAG), found, strict=True))
        if all(holds(one, values) for one in formulas):
            return True
    return False


@pytest.mark.parametrize("seed", range(20))
def test_it_agrees_with_all_assignments(seed: int) -> None:
    drawn, gates = random.Random(seed), SharedGates()
    first, second, third = (formula(drawn, 2) for _ in range(3))
    for formulas in ((first,), (first, second), (third,), (first, second, third)):
        solver = gates()
        solver.add(*formulas)
        answer = solver.check(seconds=PATIENCE)
        assert answer is (Answer.SAT if satisfying(*formulas) else Answer.UNSAT)
        if answer is Answer.SAT:
            found = {symbol: solver.value(symbol) for symbol in (*SYMBOLS, FLAG)}
            assert all(evaluate(one, found) for one in formulas) and solver.truth(formulas) == [True] * len(formulas)


def test_formulas_are_forgotten_with_their_scope() -> None:
    x = SYMBOLS[0]
    solver = GateSolver()
    solver.add(eq(x, bv(3, WIDTH)))
    solver.push()
    solver.add(eq(x, bv(4, WIDTH)))
    assert solver.check() is Answer.UNSAT
    solver.pop()
    assert solver.check() is Answer.SAT and solver.value(x) == 3
    assert solver.check([eq(x, bv(5, WIDTH))]) is Answer.UNSAT and solver.core() == (eq(x, bv(5, WIDTH)),)
    assert solver.queries == 3
    with pytest.raises(SolverFailure):
        solver.pop()
    with pytest.raises(SolverFailure):
        solver.value(x)


def test_what_has_no_bits_or_too_many_gates_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = GateSolver()
    solver.add(eq(variable("n", INT), integer(3)))
    assert solver.check() is Answer.UNKNOWN
    wide = GateSolver()
    a, b = (variable(name, bitvector(64)) for name in "ab")
    wide.add(eq(bv_binary(Op.BV_MUL, a, b), bv(15, 64)))
    assert wide.check(seconds=0.001) is Answer.UNKNOWN
    monkeypatch.setattr("assay.witness.check.gate_solver.MOST_GATES", 1000)
    assert wide.check() is Answer.UNKNOWN

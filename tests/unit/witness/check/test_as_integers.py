"""Vectors read as integers: every model of the formulas is one of what is written, and nothing else is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product

import pytest

from assay.core.terms import Op, Term, and_, eq, implies, ite, not_, or_, variable
from assay.core.terms.bitvectors import (
    bv,
    bv_binary,
    bv_compare,
    bv_neg,
    bv_not,
    concat,
    extract,
    mask,
    sign_extend,
    signed,
    zero_extend,
)
from assay.core.terms.evaluate import Value, evaluate, holds
from assay.core.terms.sorts import BOOL, bitvector
from assay.solve.cvc5.solver import cvc5_solver
from assay.solve.smt import Answer
from assay.witness.check.as_integers import Translation
from assay.witness.check.integer_solver import IntegerSolver
from strategies import whole

EXACT = (Op.BV_ADD, Op.BV_ADD, Op.BV_MUL)
BY_CONSTANT = (Op.BV_UDIV, Op.BV_UREM, Op.BV_SDIV, Op.BV_SREM, Op.BV_SHL, Op.BV_LSHR, Op.BV_ASHR)
OTHERS = (Op.BV_AND, Op.BV_OR, Op.BV_XOR, Op.BV_UDIV, Op.BV_SREM, Op.BV_SHL)
WIDTH = 3
SYMBOLS = tuple(variable(name, bitvector(WIDTH)) for name in "xyz")
FLAGS = tuple(variable(name, BOOL) for name in "pq")


class Formulas:
    """Random formulas in the shape that conditions have, and in none."""

    def __init__(self, seed: int, *, exact: bool) -> None:
        self._random = random.Random(seed)
        self._exact = exact

    def conditions(self) -> list[Term]:
        """What some flags imply, and a conjunction."""
        implied = [implies(flag, or_(*(self.cube() for _ in range(2)))) for flag in FLAGS]
        return [*self._random.sample(implied, self._random.randrange(3)), self.cube(), self.formula(3)]

    def cube(self) -> Term:
        return and_(*(self.formula(1) for _ in range(self._random.randrange(1, 4))), self._random.choice(FLAGS))

    def formula(self, depth: int) -> Term:
        choose = self._random
        if depth == 0:
            return choose.choice((self.atom, self.atom, self.simple, lambda: choose.choice(FLAGS)))()
        parts = [self.formula(depth - 1) for _ in range(2)]
        shape = choose.randrange(6)
        if shape == 0:
            return not_(parts[0])
        if shape == 1:
            return ite(choose.choice(FLAGS), *parts)
        return and_(*parts) if shape < 4 else or_(*parts)

    def simple(self) -> Term:
        symbol, value = self._random.choice(SYMBOLS), bv(self._random.randrange(1 << WIDTH), WIDTH)
        if self._random.random() < 0.3:
            symbol = bv_binary(Op.BV_ADD, symbol, bv(self._random.randrange(1 << WIDTH), WIDTH))
        return self._compared(*self._random.sample((symbol, value), 2))

    def atom(self) -> Term:
        left = self.vector(2)
        return self._compared(left, self.vector(2) if self._random.random() < 0.5 else bv(self._random.randrange(8), 3))

    def _compared(self, left: Term, right: Term) -> Term:
        op = self._random.choice((Op.EQ, Op.BV_SLE, Op.BV_ULE, Op.BV_SLT, Op.BV_ULT))
        wide = self._random.randrange(3)
        if wide:
            extended = sign_extend if wide == 1 else zero_extend
            left, right = extended(1, left), extended(1, right)
        return eq(left, right) if op is Op.EQ else bv_compare(op, left, right)

    def vector(self, depth: int) -> Term:
        choose = self._random
        if depth == 0:
            return choose.choice((*SYMBOLS, bv(choose.randrange(1 << WIDTH), WIDTH)))
        first, second = self.vector(depth - 1), self.vector(depth - 1)
        shape = choose.randrange(9 if self._exact else 11)
        if shape < 3:
            return bv_binary(choose.choice(EXACT), first, second)
        if shape < 5:
            by = choose.randrange(1, 1 << WIDTH)
            return bv_binary(choose.choice(BY_CONSTANT), first, bv(by, WIDTH))
        if shape == 5:
            return bv_neg(first) if choose.random() < 0.5 else bv_not(first)
        if shape == 6:
            return ite(choose.choice((self.simple(), FLAGS[0])), first, second)
        if shape == 7:
            low = choose.randrange(WIDTH)
            return extract(low + WIDTH - 1, low, concat(first, second))
        if shape == 8:
            return bv_binary(Op.BV_AND, first, bv(choose.choice((0, 1, 3, 7)), WIDTH))
        return bv_binary(choose.choice(OTHERS), first, second)


def assignments() -> Iterator[dict[Term, Value]]:
    for values in product(range(1 << WIDTH), repeat=len(SYMBOLS)):
        for truths in product((False, True), repeat=len(FLAGS)):
            yield {**dict(zip(SYMBOLS, values, strict=True)), **dict(zip(FLAGS, truths, strict=True))}


def over_integers(translation: Translation, values: Mapping[Term, Value]) -> dict[Term, Value]:
    """The same state as what was written sees it."""
    symbols = translation.symbols
    found: dict[Term, Value] = {own: values[symbol] for symbol, own in symbols.booleans.items()}
    for symbol, own in symbols.integers.items():
        found[own] = signed(whole(evaluate(symbol, values)), symbol.sort.width)
    found.update((own, evaluate(term, values)) for term, own in symbols.others.items())
    return found


@pytest.mark.parametrize("seed", range(12))
def test_what_is_written_has_the_same_models(seed: int) -> None:
    formulas = Formulas(seed, exact=True).conditions()
    translation = Translation(formulas)
    assert not translation.symbols.others
    for values in assignments():
        expected = all(holds(formula, values) for formula in formulas)
        own = over_integers(translation, values)
        assert all(holds(formula, own) for formula in translation.formulas) is expected, (formulas, values)


@pytest.mark.parametrize("seed", range(12))
def test_what_has_no_reading_loses_no_model(seed: int) -> None:
    formulas = Formulas(seed, exact=False).conditions()
    translation = Translation(formulas)
    for values in assignments():
        if all(holds(formula, values) for formula in formulas):
            own = over_integers(translation, values)
            assert all(holds(formula, own) for formula in translation.formulas), (formulas, values)


@pytest.mark.parametrize("seed", range(12))
def test_the_solver_is_never_wrong(seed: int) -> None:
    formulas = Formulas(seed, exact=seed % 2 == 0).conditions()
    solver = IntegerSolver(lambda: cvc5_solver(cores=False))
    solver.add(*formulas)
    answer = solver.check(seconds=20.0)
    satisfying = [values for values in assignments() if all(holds(formula, values) for formula in formulas)]
    assert answer is not Answer.UNSAT or not satisfying
    if answer is Answer.SAT and seed % 2 == 0:
        found = {symbol: solver.value(symbol) for symbol in (*SYMBOLS, *FLAGS)}
        assert all(holds(formula, found) for formula in formulas)


@pytest.mark.parametrize("op", [Op.EQ, Op.BV_SLE, Op.BV_ULE])
@pytest.mark.parametrize("extended", [lambda extra, term: term, sign_extend, zero_extend])
def test_bounds_by_every_literal_are_right(op: Op, extended: Callable[[int, Term], Term]) -> None:
    x = SYMBOLS[0]
    for offset, value in product(range(1 << WIDTH), repeat=2):
        sum_, limit = extended(1, bv_binary(Op.BV_ADD, x, bv(offset, WIDTH))), extended(1, bv(value, WIDTH))
        outer = bv_binary(Op.BV_ADD, extended(1, x), bv(offset, limit.sort.width))
        for left, right in ((sum_, limit), (limit, sum_), (outer, limit), (limit, outer)):
            atom = eq(left, right) if op is Op.EQ else bv_compare(op, left, right)
            for literal in (atom, not_(atom)):
                translation = Translation([literal])
                for found in range(1 << WIDTH):
                    own = over_integers(translation, {x: found})
                    written = all(holds(formula, own) for formula in translation.formulas)
                    assert written is holds(literal, {x: found}), (literal, found)


def test_arithmetic_within_bounds_is_plain() -> None:
    x = variable("x", bitvector(32))
    bounded = and_(bv_compare(Op.BV_SLE, bv(-50, 32), x), bv_compare(Op.BV_SLE, x, bv(100, 32)))
    result = bv_binary(Op.BV_SDIV, bv_binary(Op.BV_MUL, x, bv(9, 32)), bv(10, 32))
    translation = Translation([bounded, bv_compare(Op.BV_SLE, bv(91, 32), result)])
    assert translation.formulas[-1] is Translation([and_(bounded, not_(bounded))]).formulas[-1]


def test_wrapping_is_not_forgotten() -> None:
    x = variable("x", bitvector(32))
    positive = bv_compare(Op.BV_SLE, bv(1, 32), x)
    next_is_less = bv_compare(Op.BV_SLE, bv_binary(Op.BV_ADD, x, bv(1, 32)), bv(0, 32))
    solver = IntegerSolver(lambda: cvc5_solver(cores=False))
    solver.add(positive, next_is_less)
    assert solver.check(seconds=20.0) is Answer.SAT
    assert solver.value(x) == mask(31)

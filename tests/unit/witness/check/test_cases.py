"""Conditions case by case have a model exactly where the whole has one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.terms import FALSE, Term, and_, conjunction, disjunction, eq, not_, or_, variable
from assay.core.terms.bitvectors import bv
from assay.core.terms.float_conversions import from_bits, to_bits
from assay.core.terms.floats import fp_add, fp_lt, fp_mul, number
from assay.core.terms.sorts import BOOL, FLOAT64, bitvector
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.witness.check.cases import by_cases, propagated
from assay.witness.check.court import Condition
from strategies import LAW

X, Y, N = variable("x", bitvector(64)), variable("y", bitvector(64)), variable("i", bitvector(8))
P = variable("p", BOOL)


def state(index: int, value: float) -> Term:
    return and_(eq(N, bv(index, 8)), eq(X, to_bits(number(value, FLOAT64))))


def step(limit: float) -> Condition:
    """Ten states, a step that adds a half, and whether it leaves what is below the limit."""
    states = disjunction(state(index, index / 2) for index in range(10))
    after = eq(Y, to_bits(fp_add(from_bits(X, FLOAT64), number(0.5, FLOAT64))))
    outside = not_(fp_lt(from_bits(Y, FLOAT64), number(limit, FLOAT64)))
    return Condition("below", (states, or_(not_(P), after), P, outside))


def test_what_follows_from_every_case_is_computed() -> None:
    assert by_cases(step(5.5)).violation == (FALSE,)


def test_an_open_case_stays_open() -> None:
    (rest,) = by_cases(step(5.0)).violation
    assert rest is not FALSE
    assert by_cases(Condition("", (FALSE, P))).violation == (FALSE,)


def test_other_conditions_stay_as_they_are() -> None:
    plain = Condition("", (fp_lt(from_bits(X, FLOAT64), fp_mul(from_bits(Y, FLOAT64), from_bits(Y, FLOAT64))),))
    assert by_cases(plain) is plain


small = st.sampled_from([eq(N, bv(value, 8)) for value in range(3)] + [P, not_(P), eq(X, Y), eq(Y, bv(1, 64))])
clauses = st.lists(st.lists(small, min_size=1, max_size=3).map(disjunction), min_size=1, max_size=5)


@settings(LAW)
@given(clauses)
def test_models_are_kept(formulas: list[Term]) -> None:
    def answer(parts: tuple[Term, ...]) -> Answer:
        solver = Z3Solver()
        solver.add(*parts)
        return solver.check()

    expected = answer(tuple(formulas))
    assert answer((conjunction(propagated(formulas)),)) is expected
    assert answer(by_cases(Condition("", tuple(formulas))).violation) is expected

"""Terms as people write them: the text means what the term means."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.terms import (
    Op,
    Term,
    add,
    and_,
    eq,
    from_linear,
    ge,
    gt,
    int_mod,
    integer,
    ite,
    le,
    lt,
    mul,
    neg,
    not_,
    or_,
    real,
    scale,
    sub,
    to_real,
    variable,
)
from assay.core.terms.arrays import const_array, select, store
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare, bv_neg, bv_not, bv_sub, concat, extract, sign_extend
from assay.core.terms.evaluate import ArrayValue, Value, evaluate, holds
from assay.core.terms.float_conversions import from_bits
from assay.core.terms.float_operators import OPERATORS
from assay.core.terms.floats import fp_add, fp_is_nan, fp_lt, fp_mul
from assay.core.terms.floats import number as floating_number
from assay.core.terms.sorts import BOOL, FLOAT32, INT, REAL, Sort, array, bitvector
from assay.report.evidence import sentence
from assay.report.infix import _FUNCTIONS, _SIGNS, PLAIN, infix, show_value
from strategies import BOOLEANS, INTEGERS, assignments

FRESH = count()
X, Y, Z = INTEGERS
P, Q = BOOLEANS
R, S = variable("r", REAL), variable("s", REAL)
U, V = variable("u", bitvector(8)), variable("v", bitvector(8))
A = variable("a", array(INT, INT))


def number(value: int) -> Term:
    return integer(value)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (and_(ge(X, number(4)), lt(Y, add(Z, number(2)))), "x >= 4 && y <= z + 1"),
        (lt(X, Y), "x < y"),
        (gt(X, Y), "y < x"),
        (ge(X, Y), "y <= x"),
        (ge(X, add(Y, number(3))), "y + 3 <= x"),
        (le(X, sub(Y, number(3))), "x + 3 <= y"),
        (le(X, number(-3)), "x <= -3"),
        (eq(scale(2, X), add(scale(3, Y), number(5))), "2*x == 3*y + 5"),
        (not_(eq(X, Y)), "x != y"),
        (lt(R, S), "r < s"),
        (ge(R, real(Fraction(1, 2))), "r >= 1/2"),
        (le(scale(20, R), add(scale(19, S), real(3))), "20*r <= 19*s + 3"),
        (lt(scale(Fraction(2, 3), R), add(scale(Fraction(1, 2), S), real(1))), "4*r < 3*s + 6"),
        (or_(and_(P, not_(Q)), eq(P, Q)), "p == q || p && !q"),
        (not_(and_(P, Q)), "!p || !q"),
        (not_(and_(P, not_(and_(Q, lt(X, Y))))), "!p || q && x < y"),
        (not_(or_(Q, and_(P, lt(X, Y)))), "!(q || p && x < y)"),
        (ge(sub(Y, X), number(3)), "x + 3 <= y"),
        (eq(X, add(Y, number(1))), "x == y + 1"),
        (eq(Y, add(X, number(1))), "y == x + 1"),
        (eq(int_mod(add(X, Y), number(3)), Z), "z == (x + y) mod 3"),
        (mul(Y, X), "x * y"),
        (eq(ite(P, X, Y), number(3)), "(p ? x : y) == 3"),
        (select(A, add(X, number(1))), "a[x + 1]"),
        (select(store(A, X, Y), Z), "a[x := y][z]"),
        (const_array(A.sort, number(7)), "all(7)"),
        (bv_compare(Op.BV_ULT, U, V), "u <u v"),
        (bv_compare(Op.BV_SLE, U, bv_sub(V, bv(3, 8))), "u <=s v + 253"),
        (bv_binary(Op.BV_MUL, U, bv_binary(Op.BV_ADD, U, V)), "u * (u + v)"),
        (extract(3, 0, U), "u[3:0]"),
        (concat(U, V), "u ++ v"),
        (sign_extend(8, U), "sign_extend(u, 8)"),
        (bv_not(bv_neg(U)), "~-u"),
        (int_mod(add(X, Y), number(3)), "(x + y) mod 3"),
        (eq(mul(X, Y), number(-4)), "x * y == -4"),
        (sub(X, add(Y, number(7))), "x - y - 7"),
        (neg(X), "-x"),
        (to_real(X), "real(x)"),
        (variable("a b", INT), "|a b|"),
    ],
)
def test_examples(term: Term, text: str) -> None:
    assert infix(term) == text


def sums() -> st.SearchStrategy[Term]:
    coefficients = st.dictionaries(st.sampled_from(INTEGERS), st.integers(-3, 3), max_size=3)
    return st.builds(lambda c, k: from_linear(c, k, INT), coefficients, st.integers(-4, 4))


def formulas() -> st.SearchStrategy[Term]:
    atoms = st.one_of(
        st.sampled_from(BOOLEANS),
        st.builds(le, sums(), sums()),
        st.builds(lt, sums(), sums()),
        st.builds(eq, sums(), sums()),
    )
    return st.recursive(atoms, _combined, max_leaves=8)


def _combined(part: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.one_of(st.builds(and_, part, part), st.builds(or_, part, part), part.map(not_))


def in_python(text: str, assignment: dict[Term, Value]) -> object:
    """The value of a text over sums, comparisons and connectives, computed by Python."""
    words = text.replace("&&", " and ").replace("||", " or ").replace("true", "True").replace("false", "False")
    words = re.sub(r"!(?!=)", " not ", words)
    return eval(words, {}, {symbol.name: value for symbol, value in assignment.items()})


@settings(max_examples=75)
@given(formulas(), assignments(BOOLEANS + INTEGERS))
def test_the_text_of_a_formula_means_the_formula(term: Term, assignment: dict[Term, Value]) -> None:
    text = infix(term)
    assert text is not None
    assert bool(in_python(text, assignment)) is holds(term, assignment)


@settings(max_examples=50)
@given(sums(), assignments(INTEGERS))
def test_the_text_of_a_sum_means_the_sum(term: Term, assignment: dict[Term, Value]) -> None:
    text = infix(term)
    assert text is not None
    assert in_python(text, assignment) == evaluate(term, assignment)


def test_long_text_is_given_up_before_it_explodes() -> None:
    term = X
    for _ in range(200):
        term = ite(P, mul(term, term), Y)
    assert infix(term) is None


def test_deep_terms_are_no_problem() -> None:
    term = X
    for number_of in range(5000):
        term = ite(P, term, integer(number_of))
    assert infix(term, limit=10**6) is not None


@pytest.mark.parametrize(
    ("value", "sort", "text"),
    [
        (True, BOOL, "true"),
        (-3, INT, "-3"),
        (Fraction(1, 2), REAL, "1/2"),
        (Fraction(4), REAL, "4"),
        (255, bitvector(8), "255"),
        (ArrayValue(array(INT, BOOL), False, ((3, True),)), array(INT, BOOL), "{3: true, else false}"),
    ],
)
def test_values(value: Value, sort: Sort, text: str) -> None:
    assert show_value(value, sort) == text


def test_floating_point_numbers_are_told() -> None:
    x = from_bits(variable("x", bitvector(32)), FLOAT32)
    formula = and_(fp_lt(fp_add(x, floating_number(1.5, FLOAT32)), fp_mul(x, x)), not_(fp_is_nan(x)))
    text = infix(formula)
    assert text is not None and "number(x, 8, 24) + 1.5 < number(x, 8, 24) * number(x, 8, 24)" in text
    assert all(op in _SIGNS or op in _FUNCTIONS for op in OPERATORS)


def rewritten(term: Term, renaming: dict[Term, Term], order: Callable[[tuple[Term, ...]], tuple[Term, ...]]) -> Term:
    """The term over other variables, its parts put together in another order."""
    args = order(tuple(rewritten(arg, renaming, order) for arg in term.args))
    match term.op:
        case Op.VAR:
            return renaming[term]
        case Op.NOT:
            return not_(*args)
        case Op.AND:
            return and_(*args)
        case Op.OR:
            return or_(*args)
        case Op.ADD:
            return add(*args)
        case Op.MUL:
            return mul(*args)
        case Op.LE | Op.LT | Op.EQ:
            left, right = (rewritten(arg, renaming, order) for arg in term.args)
            return {Op.LE: le, Op.LT: lt, Op.EQ: eq}[term.op](left, right)
    assert term.op is Op.CONST
    return term


@settings(max_examples=75)
@given(formulas(), st.permutations((*BOOLEANS, *INTEGERS)))
def test_the_text_does_not_depend_on_which_variable_was_made_first(term: Term, made: list[Term]) -> None:
    texts = []
    for symbols, order in ((made, tuple), (made[::-1], reversed)):
        # All names are as long as the others: what is short comes first.
        suffix = f".{next(FRESH):06}"
        renaming = {symbol: variable(symbol.name + suffix, symbol.sort) for symbol in symbols}
        other = rewritten(term, renaming, lambda args, order=order: tuple(order(args)))  # type: ignore[misc]
        texts.append([text and text.replace(suffix, "") for text in (sentence(other, PLAIN, 10**6), infix(other))])
    assert texts[0] == texts[1]

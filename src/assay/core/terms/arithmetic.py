"""Linear arithmetic, kept canonical, and what goes beyond it.

* A sum lists its monomials by age of their atoms, one monomial an atom, the constant last.
* A comparison is ``sum <= constant`` (or ``sum < constant`` over the reals) with a positive leading coefficient,
  coprime over the integers and monic over the reals; ``>=`` and ``>`` are negations.  An atom and its negation share
  one node.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd

from assay.core.terms.nodes import FALSE, TRUE, Op, Term, boolean, by_age, integer, intern, not_, number, real
from assay.core.terms.sorts import BOOL, INT, REAL, Sort


def linear(term: Term) -> tuple[dict[Term, int | Fraction], int | Fraction]:
    """``term`` as coefficients of its atoms and a constant; atoms are whatever is not a sum or a multiple."""
    coefficients: dict[Term, int | Fraction] = {}
    constant: int | Fraction = 0
    for monomial in term.args if term.op is Op.ADD else (term,):
        if monomial.op is Op.CONST:
            constant = monomial.number
        elif monomial.op is Op.MUL and monomial.args[0].op is Op.CONST:
            coefficients[monomial.args[1]] = monomial.args[0].number
        else:
            coefficients[monomial] = 1
    return coefficients, constant


def from_linear(coefficients: Mapping[Term, int | Fraction], constant: int | Fraction, sort: Sort) -> Term:
    """The canonical sum with these coefficients; inverse of ``linear``."""
    monomials = [_monomial(c, atom, sort) for atom, c in sorted(coefficients.items(), key=lambda i: i[0].uid) if c]
    if constant or not monomials:
        monomials.append(number(constant, sort))
    return monomials[0] if len(monomials) == 1 else intern(Op.ADD, tuple(monomials), sort)


def _monomial(coefficient: int | Fraction, atom: Term, sort: Sort) -> Term:
    return atom if coefficient == 1 else intern(Op.MUL, (number(coefficient, sort), atom), sort)


def add(*terms: Term) -> Term:
    """The sum of at least one term."""
    total: dict[Term, int | Fraction] = {}
    constant: int | Fraction = 0
    for term in terms:
        _accumulate(total, term, 1)
        constant += _constant_of(term)
    return from_linear(total, constant, terms[0].sort)


def _accumulate(total: dict[Term, int | Fraction], term: Term, factor: int | Fraction) -> None:
    for atom, coefficient in linear(term)[0].items():
        total[atom] = total.get(atom, 0) + factor * coefficient


def _constant_of(term: Term) -> int | Fraction:
    last = term.args[-1] if term.op is Op.ADD else term
    return last.number if last.op is Op.CONST else 0


def scale(factor: int | Fraction, term: Term) -> Term:
    coefficients, constant = linear(term)
    return from_linear({atom: factor * c for atom, c in coefficients.items()}, factor * constant, term.sort)


def neg(term: Term) -> Term:
    return scale(-1, term)


def sub(left: Term, right: Term) -> Term:
    return add(left, neg(right))


def mul(*terms: Term) -> Term:
    """The product of at least one term; constant factors are pulled out, products of variables stay opaque."""
    sort = terms[0].sort
    factor: int | Fraction = 1
    rest: list[Term] = []
    for term in terms:
        for part in term.args if term.op is Op.MUL else (term,):
            if part.op is Op.CONST:
                factor = factor * part.number
            else:
                rest.append(part)
    if not rest or factor == 0:
        return number(factor, sort)
    if len(rest) == 1:
        return scale(factor, rest[0])
    return scale(factor, intern(Op.MUL, tuple(sorted(rest, key=by_age)), sort))


def le(left: Term, right: Term) -> Term:
    return compare(Op.LE, left, right)


def lt(left: Term, right: Term) -> Term:
    return not_(compare(Op.LE, right, left)) if left.sort is INT else compare(Op.LT, left, right)


def ge(left: Term, right: Term) -> Term:
    return le(right, left)


def gt(left: Term, right: Term) -> Term:
    return lt(right, left)


def compare(op: Op, left: Term, right: Term) -> Term:
    """Canonical ``left op right`` for op in =, <=, < (the last over the reals only)."""
    sort = left.sort
    if not sort.is_arithmetic or right.sort is not sort:
        raise TypeError(f"cannot compare {left.sort} with {right.sort}")
    total: dict[Term, int | Fraction] = {}
    _accumulate(total, left, 1)
    _accumulate(total, right, -1)
    bound = _constant_of(right) - _constant_of(left)
    coefficients = sorted(((a, c) for a, c in total.items() if c), key=lambda item: item[0].uid)
    if not coefficients:
        return boolean(bound == 0 if op is Op.EQ else 0 <= bound if op is Op.LE else 0 < bound)
    if len(coefficients) == 1 and coefficients[0][0].op is Op.ITE:
        decided = _compared_cases(op, coefficients[0][0], coefficients[0][1], bound)
        if decided is not None:
            return decided
    lead = coefficients[0][1]
    divisor: int | Fraction = lead if lead > 0 else -lead
    if sort is INT:
        divisor = gcd(*(int(c) for _, c in coefficients))
        if op is Op.EQ and bound % divisor:
            return FALSE
    negative = lead < 0
    if negative:
        divisor = -divisor
    lhs = from_linear({atom: _quotient(c, divisor, sort) for atom, c in coefficients}, 0, sort)
    if op is Op.EQ:
        return intern(Op.EQ, (lhs, number(_quotient(bound, divisor, sort), sort)), BOOL)
    if sort is INT:
        # s <= b with divisor g: s/g <= floor(b/g); with a negative one: -s/g >= ceil(-b/g), so not (-s/g <= that - 1)
        if not negative:
            return intern(Op.LE, (lhs, integer(int(bound // divisor))), BOOL)
        return not_(intern(Op.LE, (lhs, integer(int(-(bound // -divisor)) - 1)), BOOL))
    flipped = {Op.LE: Op.LT, Op.LT: Op.LE}
    limit = real(_quotient(bound, divisor, sort))
    if not negative:
        return intern(op, (lhs, limit), BOOL)
    return not_(intern(flipped[op], (lhs, limit), BOOL))


def _compared_cases(op: Op, choice: Term, factor: int | Fraction, bound: int | Fraction) -> Term | None:
    """``factor * choice op bound``, where both cases of the choice are constants: its condition, or a truth value."""
    condition, then, otherwise = choice.args
    if then.op is not Op.CONST or otherwise.op is not Op.CONST:
        return None
    first, second = (
        value == bound if op is Op.EQ else value <= bound if op is Op.LE else value < bound
        for value in (factor * then.number, factor * otherwise.number)
    )
    if first == second:
        return boolean(first)
    return condition if first else not_(condition)


def _quotient(dividend: int | Fraction, divisor: int | Fraction, sort: Sort) -> int | Fraction:
    return dividend // divisor if sort is INT else Fraction(dividend) / divisor


def int_div(left: Term, right: Term) -> Term:
    """SMT-LIB ``div``: the remainder is never negative."""
    if right.is_const and right.number != 0:
        if right.number == 1:
            return left
        if right.number == -1:
            return neg(left)
        if left.is_const:
            return integer(euclidean(int(left.number), int(right.number))[0])
    return intern(Op.DIV, (left, right), INT)


def int_mod(left: Term, right: Term) -> Term:
    """SMT-LIB ``mod``: between 0 and the divisor's absolute value."""
    if right.is_const and right.number != 0:
        if abs(right.number) == 1:
            return integer(0)
        if left.is_const:
            return integer(euclidean(int(left.number), int(right.number))[1])
    return intern(Op.MOD, (left, right), INT)


def euclidean(dividend: int, divisor: int) -> tuple[int, int]:
    """Quotient and remainder with 0 <= remainder < abs(divisor)."""
    remainder = dividend % abs(divisor)
    return (dividend - remainder) // divisor, remainder


def real_div(left: Term, right: Term) -> Term:
    if right.is_const and right.number != 0:
        return scale(1 / Fraction(right.number), left)
    return intern(Op.REAL_DIV, (left, right), REAL)


def to_real(term: Term) -> Term:
    if term.sort is REAL:
        return term
    coefficients, constant = linear(term)
    lifted = {intern(Op.TO_REAL, (atom,), REAL): Fraction(c) for atom, c in coefficients.items()}
    return from_linear(lifted, Fraction(constant), REAL)


def to_int(term: Term) -> Term:
    """The floor of a real."""
    if term.is_const:
        return integer(term.number.__floor__())
    if term.op is Op.TO_REAL:
        return term.args[0]
    return intern(Op.TO_INT, (term,), INT)


def is_int(term: Term) -> Term:
    if term.is_const:
        return boolean(Fraction(term.number).denominator == 1)
    if term.op is Op.TO_REAL:
        return TRUE
    return intern(Op.IS_INT, (term,), BOOL)

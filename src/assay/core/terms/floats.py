"""Floating-point terms: constants by their bits, operations as in SMT-LIB under rounding to the nearest even number.

There is one NaN, as in SMT-LIB.  Every simplification is exact, whatever the operands: ``x + 0`` is not ``x`` (for -0),
and ``x == x`` is not true (for NaN).  Conversions are in ``core.terms.float_conversions``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from assay.core.terms import FALSE, Op, Term, and_, boolean, eq, ieee, intern, ite, not_
from assay.core.terms.bitvectors import bv, mask
from assay.core.terms.ieee import Format, Mode
from assay.core.terms.sorts import BOOL, Sort


def form(sort: Sort) -> Format:
    """The format of the numbers of a sort."""
    return ieee.binary(sort.exponent, sort.significand)


def fp(bits: int, sort: Sort) -> Term:
    """The number with these bits."""
    return intern(Op.CONST, (), sort, form(sort).canonical(bits & mask(sort.width)))


def number(value: float, sort: Sort) -> Term:
    """The number nearest to one of Python's."""
    return fp(ieee.from_python(form(sort), value), sort)


def bits_of(term: Term) -> int:
    """The bits of a constant."""
    assert isinstance(term.value, int)
    return term.value


# What operators compute, on bits.
BINARY: Final[dict[Op, Callable[[Format, int, int], int]]] = {
    Op.FP_ADD: ieee.add,
    Op.FP_MUL: ieee.multiply,
    Op.FP_DIV: ieee.divide,
    Op.FP_REM: ieee.remainder,
}
UNARY: Final[dict[Op, Callable[[Format, int], int]]] = {
    Op.FP_SQRT: ieee.square_root,
    Op.FP_ABS: ieee.absolute,
    Op.FP_NEG: ieee.negate,
}
COMPARE: Final[dict[Op, Callable[[Format, int, int], bool]]] = {
    Op.FP_EQ: ieee.equal,
    Op.FP_LE: ieee.at_most,
    Op.FP_LT: ieee.less,
}
CLASSIFY: Final[dict[Op, Callable[[Format, int], bool]]] = {
    Op.FP_IS_NAN: Format.is_nan,
    Op.FP_IS_INFINITE: Format.is_infinite,
    Op.FP_IS_ZERO: Format.is_zero,
}
_COMMUTATIVE: Final = frozenset((Op.FP_ADD, Op.FP_MUL))


def _same(left: Term, right: Term) -> Sort:
    if not left.sort.is_float or left.sort is not right.sort:
        raise TypeError(f"floating-point numbers of different sorts: {left.sort} and {right.sort}")
    return left.sort


# -- arithmetic --------------------------------------------------------------------------------------------------------


def fp_binary(op: Op, left: Term, right: Term) -> Term:
    """``left op right`` for an operator of ``BINARY``."""
    sort = _same(left, right)
    layout = form(sort)
    if left.is_const and right.is_const:
        return fp(BINARY[op](layout, bits_of(left), bits_of(right)), sort)
    if any(side.is_const and layout.is_nan(bits_of(side)) for side in (left, right)):
        return fp(layout.nan, sort)
    if op in _COMMUTATIVE and (left.is_const or (not right.is_const and right.uid < left.uid)):
        left, right = right, left
    if right.is_const:
        simple = _by_constant(op, left, right)
        if simple is not None:
            return simple
    return intern(op, (left, right), sort)


def _by_constant(op: Op, left: Term, right: Term) -> Term | None:
    """Neutral elements; division by a power of two is multiplication."""
    sort, layout, bits = right.sort, form(right.sort), bits_of(right)
    one = layout.bias << (layout.sb - 1)
    if op is Op.FP_ADD:
        return left if bits == layout.sign else None
    if op is Op.FP_REM:
        return None
    if bits == one:
        return left
    if bits == one | layout.sign:
        return fp_neg(left)
    power = not layout.is_infinite(bits) and bits & mask(layout.sb - 1) == 0 and not layout.is_zero(bits)
    if op is Op.FP_DIV and power:
        inverse = ieee.divide(layout, one, bits)
        if inverse & mask(layout.sb - 1) == 0 and not layout.is_zero(inverse):
            return fp_binary(Op.FP_MUL, left, fp(inverse, sort))
    return None


def fp_add(left: Term, right: Term) -> Term:
    return fp_binary(Op.FP_ADD, left, right)


def fp_sub(left: Term, right: Term) -> Term:
    """The sum with the negated number, which is the same even for zeros."""
    return fp_binary(Op.FP_ADD, left, fp_neg(right))


def fp_mul(left: Term, right: Term) -> Term:
    return fp_binary(Op.FP_MUL, left, right)


def fp_div(left: Term, right: Term) -> Term:
    return fp_binary(Op.FP_DIV, left, right)


def fp_rem(left: Term, right: Term) -> Term:
    """IEEE's remainder, whose quotient is rounded to the nearest integer."""
    return fp_binary(Op.FP_REM, left, right)


def fp_fma(left: Term, right: Term, addend: Term) -> Term:
    """``left * right + addend``, rounded once."""
    _same(left, right)
    sort = _same(left, addend)
    if left.is_const and right.is_const and addend.is_const:
        return fp(ieee.multiply_add(form(sort), bits_of(left), bits_of(right), bits_of(addend)), sort)
    if (left.is_const, left.uid) > (right.is_const, right.uid):
        left, right = right, left
    return intern(Op.FP_FMA, (left, right, addend), sort)


def fp_sqrt(term: Term) -> Term:
    return _folded(Op.FP_SQRT, term)


def fp_abs(term: Term) -> Term:
    while term.op is Op.FP_NEG or term.op is Op.FP_ABS:
        term = term.args[0]
    return _folded(Op.FP_ABS, term)


def fp_neg(term: Term) -> Term:
    return term.args[0] if term.op is Op.FP_NEG else _folded(Op.FP_NEG, term)


def _folded(op: Op, term: Term) -> Term:
    if term.is_const:
        return fp(UNARY[op](form(term.sort), bits_of(term)), term.sort)
    return intern(op, (term,), term.sort)


def fp_round(mode: Mode, term: Term) -> Term:
    """The number without its fraction, rounded as ``mode`` says."""
    if term.is_const:
        return fp(ieee.round_to_integral(form(term.sort), bits_of(term), mode), term.sort)
    if term.op in (Op.FP_ROUND, Op.FP_FROM_SIGNED, Op.FP_FROM_UNSIGNED):
        return term
    return intern(Op.FP_ROUND, (term,), term.sort, (int(mode),))


# -- comparison --------------------------------------------------------------------------------------------------------


def fp_compare(op: Op, left: Term, right: Term) -> Term:
    """``left op right`` for an operator of ``COMPARE``: false if a side is NaN, and zeros are equal."""
    sort = _same(left, right)
    layout = form(sort)
    if left.is_const and right.is_const:
        return boolean(COMPARE[op](layout, bits_of(left), bits_of(right)))
    if any(side.is_const and layout.is_nan(bits_of(side)) for side in (left, right)):
        return FALSE
    if left is right:
        return FALSE if op is Op.FP_LT else not_(fp_is_nan(left))
    narrow = _compared_narrowly(op, left, right)
    if narrow is not None:
        return narrow
    if op is Op.FP_EQ:
        if left.is_const:
            left, right = right, left
        if right.is_const:
            return fp_is_zero(left) if layout.is_zero(bits_of(right)) else eq(left, right)
        if right.uid < left.uid:
            left, right = right, left
    return intern(op, (left, right), BOOL)


def _compared_narrowly(op: Op, left: Term, right: Term) -> Term | None:
    """The comparison of two numbers before they were made wider, or of one with a constant of the narrow sort."""
    narrow = next((side.args[0].sort for side in (left, right) if widened(side)), None)
    if narrow is None:
        return None
    sides = [narrowed(side, narrow) for side in (left, right)]
    if sides[0] is not None and sides[1] is not None:
        return fp_compare(op, sides[0], sides[1])
    if op is Op.FP_EQ:
        return FALSE if any(side.is_const for side in (left, right)) else None
    if sides[1] is not None and left.is_const:
        return fp_compare(Op.FP_LE, _neighbour(left, narrow, above=True), sides[1])
    if sides[0] is not None and right.is_const:
        return fp_compare(Op.FP_LE, sides[0], _neighbour(right, narrow, above=False))
    return None


def widened(term: Term) -> bool:
    """Is the term a number of a narrower format, made wider?"""
    if term.op is not Op.FP_TO_FP:
        return False
    inner = term.args[0].sort
    return inner.exponent <= term.sort.exponent and inner.significand <= term.sort.significand


def narrowed(term: Term, sort: Sort) -> Term | None:
    """The number of the narrower ``sort`` that ``term`` is for sure."""
    if term.op is Op.FP_TO_FP and term.args[0].sort is sort and widened(term):
        return term.args[0]
    if term.is_const:
        there = ieee.to_format(form(term.sort), bits_of(term), form(sort))
        if ieee.to_format(form(sort), there, form(term.sort)) == bits_of(term):
            return fp(there, sort)
    return None


def _neighbour(constant: Term, sort: Sort, *, above: bool) -> Term:
    """The number of ``sort`` next to a constant between two of them."""
    wide, narrow = form(constant.sort), form(sort)
    there = ieee.to_format(wide, bits_of(constant), narrow)
    back = ieee.to_format(narrow, there, wide)
    if above and ieee.less(wide, back, bits_of(constant)):
        there = _next(narrow, there, upward=True)
    if not above and ieee.less(wide, bits_of(constant), back):
        there = _next(narrow, there, upward=False)
    return fp(there, sort)


def _next(layout: Format, bits: int, *, upward: bool) -> int:
    """The next number in the order."""
    if layout.is_zero(bits):
        return 1 if upward else layout.sign | 1
    return bits + 1 if layout.is_negative(bits) != upward else bits - 1


def fp_eq(left: Term, right: Term) -> Term:
    """IEEE's equality."""
    return fp_compare(Op.FP_EQ, left, right)


def fp_le(left: Term, right: Term) -> Term:
    return fp_compare(Op.FP_LE, left, right)


def fp_lt(left: Term, right: Term) -> Term:
    return fp_compare(Op.FP_LT, left, right)


def fp_is_nan(term: Term) -> Term:
    while term.op in (Op.FP_NEG, Op.FP_ABS, Op.FP_ROUND, Op.FP_TO_FP):
        term = term.args[0]
    if term.op in (Op.FP_FROM_SIGNED, Op.FP_FROM_UNSIGNED):
        return FALSE
    return _classified(Op.FP_IS_NAN, term)


def fp_is_infinite(term: Term) -> Term:
    while term.op in (Op.FP_NEG, Op.FP_ABS, Op.FP_ROUND) or widened(term):
        term = term.args[0]
    return _classified(Op.FP_IS_INFINITE, term)


def fp_is_zero(term: Term) -> Term:
    while term.op in (Op.FP_NEG, Op.FP_ABS, Op.FP_SQRT) or widened(term):
        term = term.args[0]
    if term.op in (Op.FP_FROM_SIGNED, Op.FP_FROM_UNSIGNED):
        return eq(term.args[0], bv(0, term.args[0].sort.width))
    return _classified(Op.FP_IS_ZERO, term)


def fp_is_finite(term: Term) -> Term:
    return and_(not_(fp_is_nan(term)), not_(fp_is_infinite(term)))


def fp_classify(op: Op, term: Term) -> Term:
    """One of the questions of ``CLASSIFY``."""
    return {Op.FP_IS_NAN: fp_is_nan, Op.FP_IS_INFINITE: fp_is_infinite, Op.FP_IS_ZERO: fp_is_zero}[op](term)


def _classified(op: Op, term: Term) -> Term:
    if term.is_const:
        return boolean(CLASSIFY[op](form(term.sort), bits_of(term)))
    if term.op is Op.ITE and any(arg.is_const for arg in term.args[1:]):
        return ite(term.args[0], fp_classify(op, term.args[1]), fp_classify(op, term.args[2]))
    return intern(op, (term,), BOOL)

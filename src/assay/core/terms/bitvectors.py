"""Bit-vector terms: constants by their unsigned reading, operations as in SMT-LIB, total, division included."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from assay.core.terms import TRUE, Op, Term, and_, boolean, eq, intern, ite, not_
from assay.core.terms.sorts import BOOL, Sort, bitvector


def bv(value: int, width: int) -> Term:
    """The constant ``value`` modulo 2**width."""
    return intern(Op.CONST, (), bitvector(width), value & mask(width))


def mask(width: int) -> int:
    return (1 << width) - 1


def signed(value: int, width: int) -> int:
    """The two's complement reading of an unsigned value."""
    return value - (1 << width) if value >> (width - 1) else value


def _truncating(left: int, right: int) -> tuple[int, int]:
    """Quotient and remainder rounded towards zero, as C and SMT-LIB's signed operations do."""
    quotient = abs(left) // abs(right)
    if (left < 0) != (right < 0):
        quotient = -quotient
    return quotient, left - quotient * right


def _udiv(a: int, b: int, width: int) -> int:
    return a // b if b else mask(width)


def _urem(a: int, b: int, width: int) -> int:
    return a % b if b else a


def _sdiv(a: int, b: int, width: int) -> int:
    x, y = signed(a, width), signed(b, width)
    return _truncating(x, y)[0] if y else (1 if x < 0 else -1)


def _srem(a: int, b: int, width: int) -> int:
    x, y = signed(a, width), signed(b, width)
    return _truncating(x, y)[1] if y else x


def _ashr(a: int, b: int, width: int) -> int:
    return signed(a, width) >> min(b, width)


# Semantics on unsigned values; the caller reduces the result modulo 2**width.
BINARY: Final[dict[Op, Callable[[int, int, int], int]]] = {
    Op.BV_AND: lambda a, b, w: a & b,
    Op.BV_OR: lambda a, b, w: a | b,
    Op.BV_XOR: lambda a, b, w: a ^ b,
    Op.BV_ADD: lambda a, b, w: a + b,
    Op.BV_MUL: lambda a, b, w: a * b,
    Op.BV_UDIV: _udiv,
    Op.BV_UREM: _urem,
    Op.BV_SDIV: _sdiv,
    Op.BV_SREM: _srem,
    Op.BV_SHL: lambda a, b, w: a << b if b < w else 0,
    Op.BV_LSHR: lambda a, b, w: a >> b if b < w else 0,
    Op.BV_ASHR: _ashr,
}

COMPARE: Final[dict[Op, Callable[[int, int, int], bool]]] = {
    Op.BV_ULT: lambda a, b, w: a < b,
    Op.BV_ULE: lambda a, b, w: a <= b,
    Op.BV_SLT: lambda a, b, w: signed(a, w) < signed(b, w),
    Op.BV_SLE: lambda a, b, w: signed(a, w) <= signed(b, w),
}

_COMMUTATIVE: Final = frozenset((Op.BV_AND, Op.BV_OR, Op.BV_XOR, Op.BV_ADD, Op.BV_MUL))
# Right neutral elements (x op e = x), as functions of the width.
_NEUTRAL: Final[dict[Op, Callable[[int], int]]] = {
    Op.BV_AND: mask,
    Op.BV_OR: lambda w: 0,
    Op.BV_XOR: lambda w: 0,
    Op.BV_ADD: lambda w: 0,
    Op.BV_MUL: lambda w: 1 & mask(w),
    Op.BV_SHL: lambda w: 0,
    Op.BV_LSHR: lambda w: 0,
    Op.BV_ASHR: lambda w: 0,
    Op.BV_UDIV: lambda w: 1 & mask(w),
}
# Right absorbing elements (x op e = e).
_ABSORBING: Final[dict[Op, Callable[[int], int]]] = {
    Op.BV_AND: lambda w: 0,
    Op.BV_OR: mask,
    Op.BV_MUL: lambda w: 0,
}


def _value(term: Term) -> int:
    assert isinstance(term.value, int)
    return term.value


def bv_binary(op: Op, left: Term, right: Term) -> Term:
    """``left op right`` for an operator of ``BINARY``; both sides have the same width."""
    sort = _same_width(left, right)
    width = sort.width
    if left.is_const and right.is_const:
        return bv(BINARY[op](_value(left), _value(right), width), width)
    if op in _COMMUTATIVE and (left.is_const or (not right.is_const and right.uid < left.uid)):
        left, right = right, left
    if right.is_const:
        if op in _NEUTRAL and _value(right) == _NEUTRAL[op](width):
            return left
        if op in _ABSORBING and _value(right) == _ABSORBING[op](width):
            return right
        if op in _COMMUTATIVE and left.op is op and left.args[1].is_const:
            return bv_binary(op, left.args[0], bv(BINARY[op](_value(left.args[1]), _value(right), width), width))
    if left is right:
        if op in (Op.BV_AND, Op.BV_OR):
            return left
        if op is Op.BV_XOR:
            return bv(0, width)
    return intern(op, (left, right), sort)


def bv_compare(op: Op, left: Term, right: Term) -> Term:
    """``left op right`` for an operator of ``COMPARE``; a strict one is the negation of the other's mirror image."""
    width = _same_width(left, right).width
    if left.is_const and right.is_const:
        return boolean(COMPARE[op](_value(left), _value(right), width))
    if op is Op.BV_ULT:
        return not_(bv_compare(Op.BV_ULE, right, left))
    if op is Op.BV_SLT:
        return not_(bv_compare(Op.BV_SLE, right, left))
    if left is right:
        return TRUE
    if op is Op.BV_ULE and ((left.is_const and _value(left) == 0) or (right.is_const and _value(right) == mask(width))):
        return TRUE
    return intern(op, (left, right), BOOL)


def bv_not(term: Term) -> Term:
    if term.is_const:
        return bv(~_value(term), term.sort.width)
    return term.args[0] if term.op is Op.BV_NOT else intern(Op.BV_NOT, (term,), term.sort)


def bv_neg(term: Term) -> Term:
    if term.is_const:
        return bv(-_value(term), term.sort.width)
    return term.args[0] if term.op is Op.BV_NEG else intern(Op.BV_NEG, (term,), term.sort)


def bv_sub(left: Term, right: Term) -> Term:
    return bv(0, left.sort.width) if left is right else bv_binary(Op.BV_ADD, left, bv_neg(right))


def bv_smod(left: Term, right: Term) -> Term:
    """SMT-LIB ``bvsmod``: the sign follows the divisor."""
    width = left.sort.width
    zero = bv(0, width)
    remainder = bv_binary(Op.BV_SREM, left, right)
    signs_differ = not_(eq(bv_compare(Op.BV_SLT, remainder, zero), bv_compare(Op.BV_SLT, right, zero)))
    wrong_side = and_(not_(eq(remainder, zero)), signs_differ, not_(eq(right, zero)))
    return ite(wrong_side, bv_binary(Op.BV_ADD, remainder, right), remainder)


def concat(high: Term, low: Term) -> Term:
    sort = bitvector(high.sort.width + low.sort.width)
    if high.is_const and low.is_const:
        return bv((_value(high) << low.sort.width) | _value(low), sort.width)
    return intern(Op.BV_CONCAT, (high, low), sort)


def extract(high: int, low: int, term: Term) -> Term:
    """Bits ``high`` down to ``low``, both included."""
    if not 0 <= low <= high < term.sort.width:
        raise TypeError(f"bits {high}..{low} of a vector of {term.sort.width}")
    width = high - low + 1
    if width == term.sort.width:
        return term
    if term.is_const:
        return bv(_value(term) >> low, width)
    if term.op is Op.BV_EXTRACT and isinstance(term.value, tuple):
        return extract(high + term.value[1], low + term.value[1], term.args[0])
    return intern(Op.BV_EXTRACT, (term,), bitvector(width), (high, low))


def zero_extend(extra: int, term: Term) -> Term:
    if extra == 0:
        return term
    if term.is_const:
        return bv(_value(term), term.sort.width + extra)
    if term.op is Op.BV_ZERO_EXTEND:
        return zero_extend(extra + term.sort.width - term.args[0].sort.width, term.args[0])
    return intern(Op.BV_ZERO_EXTEND, (term,), bitvector(term.sort.width + extra), (extra,))


def sign_extend(extra: int, term: Term) -> Term:
    if extra == 0:
        return term
    if term.is_const:
        return bv(signed(_value(term), term.sort.width), term.sort.width + extra)
    if term.op is Op.BV_SIGN_EXTEND:
        return sign_extend(extra + term.sort.width - term.args[0].sort.width, term.args[0])
    if term.op is Op.BV_ZERO_EXTEND:
        return zero_extend(extra + term.sort.width - term.args[0].sort.width, term.args[0])
    return intern(Op.BV_SIGN_EXTEND, (term,), bitvector(term.sort.width + extra), (extra,))


def bit(condition: Term) -> Term:
    """A Boolean as a vector of one bit."""
    return ite(condition, bv(1, 1), bv(0, 1))


def nonzero(term: Term) -> Term:
    return not_(eq(term, bv(0, term.sort.width)))


def _same_width(left: Term, right: Term) -> Sort:
    if not left.sort.is_bitvector or left.sort is not right.sort:
        raise TypeError(f"bit-vectors of different sorts: {left.sort} and {right.sort}")
    return left.sort

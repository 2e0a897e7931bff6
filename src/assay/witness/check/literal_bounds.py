"""Bounds of vector variables by what a literal says, in the scope of others."""

from __future__ import annotations

from assay.core.terms import Op, Term
from assay.core.terms.bitvectors import mask, signed
from assay.witness.check.readings import Bounds, Scope, payload, type_bounds


def bounds_by(literal: Term, scope: Scope) -> Bounds | None:
    """What follows from the literal; None if it is false in the scope."""
    positive = literal.op is not Op.NOT
    atom = literal if positive else literal.args[0]
    if atom.op is Op.EQ and atom.args[0].sort.is_bitvector:
        left, right = atom.args
        return _equated(left, right, scope) if positive else _distinct(left, right, scope)
    if atom.op in (Op.BV_SLE, Op.BV_ULE):
        left, right = atom.args
        return _ordered(left, right, scope, positive=positive, sign=atom.op is Op.BV_SLE)
    return {}


def _bounded(side: Term, scope: Scope, low: int | None, high: int | None, *, sign: bool) -> Bounds | None:
    """What follows of a variable if the reading of ``side``, with or without sign, has these bounds."""
    if side.op is Op.BV_ADD and side.args[1].is_const:
        return _bounded_sum(side, scope, low, high, sign=sign)
    symbol = side.args[0] if side.op in (Op.BV_SIGN_EXTEND, Op.BV_ZERO_EXTEND) else side
    if symbol.op is not Op.VAR:
        return {}
    least, most = scope.bounds(symbol)
    if least < 0 and not (sign and side.op is not Op.BV_ZERO_EXTEND):
        # Without sign negative vectors are the greatest numbers: a small upper bound excludes them.
        if side is not symbol or high is None or high > type_bounds(symbol)[1]:
            return {}
        least = 0
    least = least if low is None else max(least, low)
    most = most if high is None else min(most, high)
    return None if least > most else {symbol: (least, most)}


def _bounded_sum(side: Term, scope: Scope, low: int | None, high: int | None, *, sign: bool) -> Bounds | None:
    """The same of a sum with a constant, if it does not wrap."""
    base, constant = side.args
    width = side.sort.width
    offset = signed(payload(constant), width)
    number = scope.reading(base, signed=sign)
    least = -(1 << (width - 1)) if sign else 0
    if number.low + offset < least or number.high + offset > least + mask(width):
        return {}
    return _bounded(
        base, scope, None if low is None else low - offset, None if high is None else high - offset, sign=sign
    )


def _merged(left: Bounds | None, right: Bounds | None) -> Bounds | None:
    if left is None or right is None:
        return None
    both = left.keys() & right.keys()
    meet = {s: (max(left[s][0], right[s][0]), min(left[s][1], right[s][1])) for s in both}
    return None if any(low > high for low, high in meet.values()) else {**left, **right, **meet}


def _ordered(left: Term, right: Term, scope: Scope, *, positive: bool, sign: bool) -> Bounds | None:
    """By ``left <= right`` if positive, else by ``right < left``."""
    below, above = scope.reading(left, signed=sign), scope.reading(right, signed=sign)
    if positive:
        return _merged(
            _bounded(left, scope, None, above.high, sign=sign), _bounded(right, scope, below.low, None, sign=sign)
        )
    return _merged(
        _bounded(left, scope, above.low + 1, None, sign=sign), _bounded(right, scope, None, below.high - 1, sign=sign)
    )


def _equated(left: Term, right: Term, scope: Scope) -> Bounds | None:
    first, second = scope.reading(left, signed=True), scope.reading(right, signed=True)
    return _merged(
        _bounded(left, scope, second.low, second.high, sign=True),
        _bounded(right, scope, first.low, first.high, sign=True),
    )


def _distinct(left: Term, right: Term, scope: Scope) -> Bounds | None:
    """A variable that is not the least, or not the greatest, of its values has narrower bounds."""
    if left.is_const:
        left, right = right, left
    if left.op is not Op.VAR or not right.is_const:
        return {}
    low, high = scope.bounds(left)
    value = signed(payload(right), right.sort.width)
    low, high = low + (value == low), high - (value == high)
    return None if low > high else {left: (low, high)}

"""When the exact result of an operation is a value of its type: over vectors, with comparisons where a side is known.

``text_range`` finds, by types and constants alone, values that an expression cannot leave: what it decides is decided
alike in every encoding of integers, so that all have the same steps.
"""

from __future__ import annotations

from assay.core.terms import FALSE, TRUE, Op, Term, and_, eq, not_, or_
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare, bv_neg, bv_not, extract, sign_extend, zero_extend
from assay.frontends.c.read.tree import Binary, Compare, Constant, Convert, Expression, Load, Logical, Not, Part
from assay.frontends.c.read.types import Int, unsigned

Interval = tuple[int, int]


def bounds(made: Int) -> Interval:
    """The least and the greatest value of a type."""
    if made.boolean:
        return 0, 1
    return (-(1 << (made.width - 1)), (1 << (made.width - 1)) - 1) if made.signed else (0, (1 << made.width) - 1)


def within(inner: Interval, outer: Interval) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def reach(op: str, left: Interval, right: Interval) -> Interval:
    """The values that ``+``, ``-`` or ``*`` of two ranges cannot leave."""
    if op == "+":
        return left[0] + right[0], left[1] + right[1]
    if op == "-":
        return left[0] - right[1], left[1] - right[0]
    ends = [a * b for a in left for b in right]
    return min(ends), max(ends)


def value_of(term: Term, made: Int) -> int | None:
    """The number that a constant stands for."""
    if not term.is_const or not isinstance(term.value, int):
        return int(term.number) if term.is_const else None
    return term.value - (1 << made.width) if made.signed and term.value > bounds(made)[1] else term.value


def text_range(expression: Expression) -> Interval | None:
    """Values that an integer expression cannot leave, as its text shows."""
    if not isinstance(expression.type, Int):
        return None
    whole = bounds(expression.type)
    match expression:
        case Constant(value=value):
            return value, value
        case Compare() | Not() | Logical():
            return 0, 1
        case Load(place=Part(bits=(_, width, _))) if not expression.type.boolean:
            return bounds(Int(width, expression.type.signed))
        case Convert(operand=operand):
            inner = text_range(operand)
            return inner if inner is not None and within(inner, whole) else whole
        case Binary():
            return _binary_range(expression, whole)
    return whole


def _binary_range(expression: Binary, whole: Interval) -> Interval:
    left, right = text_range(expression.left), text_range(expression.right)
    if left is None or right is None:
        return whole
    found = whole
    match expression.op:
        case "+" | "-" | "*":
            found = reach(expression.op, left, right)
        case "&" if left[0] >= 0 or right[0] >= 0:
            found = 0, min(side[1] for side in (left, right) if side[0] >= 0)
        case "%" if right[0] > 0:
            found = max(left[0], 1 - right[1]) if left[0] < 0 else 0, min(max(left[1], 0), right[1] - 1)
        case "/" if right[0] > 0:
            found = min(left[0], 0), max(left[1], 0)
        case ">>" if 0 <= right[0] and left[0] >= 0:
            found = 0, left[1] >> min(right[0], 128)
    return found if within(found, whole) else whole


# -- vectors -----------------------------------------------------------------------------------------------------------


def vectors_fit(op: str, left: Term, right: Term, made: Int) -> Term:
    """Is the exact result of ``+``, ``-`` or ``*`` a value of the type?"""
    if op == "*":
        return _product_fits(left, right, made)
    first, second = value_of(left, made), value_of(right, made)
    low, high = bounds(made)
    if op == "+":
        if first is not None:
            left, right, first, second = right, left, second, first
        if second is not None:
            return between(left, low - second, high - second, made)
    elif second is not None:
        return between(left, low + second, high + second, made)
    elif first is not None:
        return between(right, first - high, first - low, made)
    if not made.signed:
        return bv_compare(Op.BV_ULE, left, bv_not(right)) if op == "+" else bv_compare(Op.BV_ULE, right, left)
    return _sum_fits(left, right, made) if op == "+" else _difference_fits(left, right, made)


def _sum_fits(left: Term, right: Term, made: Int) -> Term:
    """Signs that differ, or the sign of the result is theirs."""
    total = bv_binary(Op.BV_ADD, left, right)
    first, second, last = (_negative(term, made) for term in (left, right, total))
    return or_(not_(eq(first, second)), eq(first, last))


def _difference_fits(left: Term, right: Term, made: Int) -> Term:
    total = bv_binary(Op.BV_ADD, left, bv_neg(right))
    first, second, last = (_negative(term, made) for term in (left, right, total))
    return or_(eq(first, second), eq(first, last))


def _negative(term: Term, made: Int) -> Term:
    return bv_compare(Op.BV_SLT, term, bv(0, made.width))


def _product_fits(left: Term, right: Term, made: Int) -> Term:
    if left.is_const:
        left, right = right, left
    low, high = bounds(made)
    factor = value_of(right, made)
    if factor is not None:
        if factor == 0:
            return TRUE
        return between(left, *_divided(low, high, factor), made)
    wider = sign_extend if made.signed else zero_extend
    product = bv_binary(Op.BV_MUL, wider(made.width, left), wider(made.width, right))
    return eq(product, wider(made.width, extract(made.width - 1, 0, product)))


def _divided(low: int, high: int, factor: int) -> Interval:
    """The numbers whose multiple by ``factor`` lies between ``low`` and ``high``."""
    if factor < 0:
        low, high, factor = -high, -low, -factor
    return -(-low // factor), high // factor


def shifted_vector_fits(left: Term, amount: Term, made: Int, least: int) -> Term:
    """Is ``left`` at least ``least`` (0, or the type's least value), and its multiple by the power a value of the type?

    ``amount`` is a vector of the type's width, below that width.
    """
    count, value = value_of(amount, unsigned(made.width)), value_of(left, made)
    if count is not None:
        return between(left, least >> count, bounds(made)[1] >> count, made)
    if value is not None:
        return between(amount, 0, most_shifted(value, made, least), unsigned(made.width))
    if least:
        return eq(bv_binary(Op.BV_ASHR, bv_binary(Op.BV_SHL, left, amount), amount), left)
    rest = bv_binary(Op.BV_ADD, bv(made.width - 1, made.width), bv_neg(amount))
    return eq(bv_binary(Op.BV_LSHR, left, rest), bv(0, made.width))


def most_shifted(value: int, made: Int, least: int) -> int:
    """The greatest count below the width by which a number can be shifted; -1 for none."""
    low, high = bounds(made)
    if value < least:
        return -1
    return max(count for count in range(made.width) if low <= value << count <= high)


def between(term: Term, low: int, high: int, made: Int) -> Term:
    """Does a vector of the type stand for a number from ``low`` to ``high``?"""
    if low > high:
        return FALSE
    least, greatest = bounds(made)
    at_most = Op.BV_SLE if made.signed else Op.BV_ULE
    parts = []
    if low > least:
        parts.append(bv_compare(at_most, bv(low, made.width), term))
    if high < greatest:
        parts.append(bv_compare(at_most, term, bv(high, made.width)))
    return and_(*parts)

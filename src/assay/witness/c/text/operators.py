"""Operators on bit-vectors in C: exact, total where SMT-LIB is, and without undefined behaviour.

Each takes its operands as values that are equal to them modulo their width (``witness.c.text.values``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final

from assay.core.terms import Op, Term
from assay.witness.c.text.conditions import comparison, conditional
from assay.witness.c.text.values import (
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    EQUALITY,
    INT,
    LONG,
    PRODUCT,
    RELATION,
    SHIFT,
    SUM,
    UNARY,
    UNSIGNED,
    UNSIGNED_LONG,
    Bounds,
    CValue,
    cast,
    combined,
    common,
    literal,
    signed_reading,
    unsigned_reading,
    usual,
    window,
)

Operator = Callable[[Term, Sequence[CValue]], CValue | None]


def _compared(sign: str, *, signed: bool) -> Operator:
    def compared(term: Term, args: Sequence[CValue]) -> CValue | None:
        reading = signed_reading if signed else unsigned_reading
        width = term.args[0].sort.width
        return comparison(sign, reading(args[0], width), reading(args[1], width))

    return compared


# -- arithmetic --------------------------------------------------------------------------------------------------------


def subtracted(left: CValue, right: CValue, width: int | None) -> CValue | None:
    bounds = left.bounds[0] - right.bounds[1], left.bounds[1] - right.bounds[0]
    return combined("-", SUM, left, right, width, bounds)


def product_bounds(left: CValue, right: CValue) -> Bounds:
    ends = [a * b for a in left.bounds for b in right.bounds]
    return min(ends), max(ends)


def _multiply(term: Term, args: Sequence[CValue]) -> CValue | None:
    left, right = args
    return combined("*", PRODUCT, left, right, term.sort.width, product_bounds(left, right))


def negated(value: CValue, width: int | None) -> CValue | None:
    """``-value``; in an unsigned type, where it might overflow."""
    bounds = -value.bounds[1], -value.bounds[0]
    for kind in dict.fromkeys((value.type, LONG)) if width is None else (value.type,):
        if kind.signed and kind.bounds[0] <= bounds[0] and bounds[1] <= kind.bounds[1]:
            inner = value if kind == value.type else cast(value, kind)
            return CValue(f"-{inner.inside(UNARY)}", UNARY, kind, bounds)
    if width is None:
        return None
    kind = UNSIGNED if width <= 32 and value.type.width == 32 else UNSIGNED_LONG
    inner = value if value.type == kind else cast(value, kind)
    return CValue(f"-{inner.inside(UNARY)}", UNARY, kind, kind.bounds)


def _not(term: Term, args: Sequence[CValue]) -> CValue | None:
    """``~x`` is ``-x - 1`` of a signed number; of an unsigned one all bits of its type count."""
    (value,) = args
    if value.type.signed:
        return CValue(f"~{value.inside(UNARY)}", UNARY, value.type, (-1 - value.bounds[1], -1 - value.bounds[0]))
    if value.type.width < term.sort.width:
        value = cast(value, UNSIGNED_LONG)
    return CValue(f"~{value.inside(UNARY)}", UNARY, value.type, value.type.bounds)


def _bitwise(sign: str, binding: int) -> Operator:
    def bitwise(term: Term, args: Sequence[CValue]) -> CValue | None:
        left, right = args
        if sign == "&" and right.literal:
            right = literal(unsigned_reading(right, term.sort.width).bounds[0])
        sides = common(left, right, term.sort.width)
        if sides is None:
            return None
        kind = usual(sides[0].type, sides[1].type)
        kept = left.fits(kind.bounds) and right.fits(kind.bounds)
        words = f"{sides[0].leading(binding)} {sign} {sides[1].inside(binding)}"
        return CValue(words, binding, kind, _bit_bounds(sign, left, right) if kept else kind.bounds)

    return bitwise


def _bit_bounds(sign: str, left: CValue, right: CValue) -> Bounds:
    """Both operands keep their value, so the result has no more digits than they."""
    tops = [value.bounds[1] for value in (left, right) if value.bounds[0] >= 0]
    if sign == "&" and tops:
        return 0, min(tops)
    digits = max(abs(end).bit_length() for value in (left, right) for end in value.bounds)
    return 0 if len(tops) == 2 else -(1 << digits), (1 << digits) - 1


# -- division and shifts -----------------------------------------------------------------------------------------------


def _divided(term: Term, args: Sequence[CValue]) -> CValue | None:
    """Division by zero has SMT-LIB's value."""
    width = term.sort.width
    signed = term.op in (Op.BV_SDIV, Op.BV_SREM)
    reading = signed_reading if signed else unsigned_reading
    left, right = (reading(arg, width) for arg in args)
    made = _nonzero_divided(term, left, right)
    if made is None or not right.bounds[0] <= 0 <= right.bounds[1]:
        return made
    undefined: CValue | None = left
    if term.op is Op.BV_UDIV:
        undefined = literal((1 << width) - 1)
    elif term.op is Op.BV_SDIV:
        undefined = conditional(_test(left, "<", 0), literal(1), literal(-1), width)
    if undefined is None or right.literal:
        return undefined
    return conditional(_test(right, "!=", 0), made, undefined, width)


def _nonzero_divided(term: Term, left: CValue, right: CValue) -> CValue | None:
    """The least number divided by -1 overflows, and the machine fails even on the remainder: both are made wide.

    The widest numbers have no wider type, so they are told apart.
    """
    width = term.sort.width
    quotient = term.op in (Op.BV_SDIV, Op.BV_UDIV)
    minus = right.bounds[0] <= -1 <= right.bounds[1] and left.bounds[0] == window(width, signed=True)[0]
    result = _quotient_bounds(left, right) if quotient or minus else _remainder_bounds(left, right)
    if not minus:
        least, most = window(width, signed=term.op in (Op.BV_SDIV, Op.BV_SREM))
        result = max(result[0], least), min(result[1], most)
    sign = "/" if quotient else "%"
    if not minus or width < 64:
        return combined(sign, PRODUCT, left, right, None, result)
    turned = negated(left, width) if quotient else literal(0)
    made = combined(sign, PRODUCT, left, right, None, LONG.bounds)
    if right.literal:
        return turned
    return None if made is None or turned is None else conditional(_test(right, "==", -1), turned, made, width)


def _test(value: CValue, sign: str, constant: int) -> CValue:
    binding = EQUALITY if sign in ("==", "!=") else RELATION
    return CValue(f"{value.inside(binding)} {sign} {constant}", binding, INT, (0, 1))


def _quotient_bounds(left: CValue, right: CValue) -> Bounds:
    least = max(right.bounds[0], -right.bounds[1], 1)
    size = max(abs(end) for end in left.bounds) // least
    return 0 if left.bounds[0] >= 0 and right.bounds[0] >= 0 else -size, size


def _remainder_bounds(left: CValue, right: CValue) -> Bounds:
    size = min(max(abs(end) for end in left.bounds), max(abs(end) for end in right.bounds))
    return -size if left.bounds[0] < 0 else 0, size if left.bounds[1] > 0 else 0


def _shifted_right(term: Term, args: Sequence[CValue]) -> CValue | None:
    width = term.sort.width
    signed = term.op is Op.BV_ASHR
    value = (signed_reading if signed else unsigned_reading)(args[0], width)
    count = unsigned_reading(args[1], width)
    most = width - 1
    if count.literal:
        if count.bounds[0] > most and not signed:
            return literal(0)
        return moved_right(value, min(count.bounds[0], most))
    if value.type.width < width:
        value = cast(value, LONG if value.type.signed else UNSIGNED_LONG)
    bounds = min(value.bounds[0], 0), max(value.bounds[1], 0)
    if count.bounds[1] <= most:
        return CValue(f"{value.inside(SHIFT)} >> {count.inside(SHIFT)}", SHIFT, value.type, bounds)
    test = _test(count, "<", width)
    if signed:
        amount = conditional(test, count, literal(most), None)
        return (
            None if amount is None else CValue(f"{value.inside(SHIFT)} >> ({amount.text})", SHIFT, value.type, bounds)
        )
    moved = CValue(f"{value.inside(SHIFT)} >> {count.inside(SHIFT)}", SHIFT, value.type, bounds)
    return conditional(test, moved, literal(0), width)


def moved_right(value: CValue, count: int) -> CValue:
    """``value >> count``, rounding down; ``count`` is less than 64."""
    bounds = value.bounds[0] >> count, value.bounds[1] >> count
    if value.literal:
        return literal(bounds[0])
    if not count:
        return value
    if count >= value.type.width:
        value = cast(value, LONG if value.type.signed else UNSIGNED_LONG)
    return CValue(f"{value.inside(SHIFT)} >> {count}", SHIFT, value.type, bounds)


def _shifted_left(term: Term, args: Sequence[CValue]) -> CValue | None:
    """A shift by a constant is a product; one by a variable happens in an unsigned type."""
    width = term.sort.width
    value, count = args[0], unsigned_reading(args[1], width)
    if count.literal:
        if count.bounds[0] >= width:
            return literal(0)
        factor = literal(1 << count.bounds[0])
        return combined("*", PRODUCT, value, factor, width, product_bounds(value, factor))
    kind = UNSIGNED if width <= 32 else UNSIGNED_LONG
    if value.type.signed or value.type.width < width:
        value = cast(value, kind)
    moved = CValue(f"{value.inside(SHIFT)} << {count.inside(SHIFT)}", SHIFT, value.type, value.type.bounds)
    if count.bounds[1] < width:
        return moved
    test = _test(count, "<", width)
    return conditional(test, moved, literal(0), width)


# -- pieces ------------------------------------------------------------------------------------------------------------


def _extracted(term: Term, args: Sequence[CValue]) -> CValue | None:
    """The low bits are free of charge; others are shifted down first."""
    assert isinstance(term.value, tuple)
    return moved_right(args[0], term.value[1])


def _concatenated(term: Term, args: Sequence[CValue]) -> CValue | None:
    cut = term.args[1].sort.width
    low = unsigned_reading(args[1], cut)
    factor = literal(1 << cut)
    high = combined("*", PRODUCT, args[0], factor, term.sort.width, product_bounds(args[0], factor))
    if high is None:
        return None
    bounds = high.bounds[0] + low.bounds[0], high.bounds[1] + low.bounds[1]
    return combined("+", SUM, high, low, term.sort.width, bounds)


def _extended(term: Term, args: Sequence[CValue]) -> CValue | None:
    reading = signed_reading if term.op is Op.BV_SIGN_EXTEND else unsigned_reading
    return reading(args[0], term.args[0].sort.width)


OPERATORS: Final = MappingProxyType(
    {
        Op.BV_ULE: _compared("<=", signed=False),
        Op.BV_ULT: _compared("<", signed=False),
        Op.BV_SLE: _compared("<=", signed=True),
        Op.BV_SLT: _compared("<", signed=True),
        Op.BV_MUL: _multiply,
        Op.BV_NOT: _not,
        Op.BV_AND: _bitwise("&", BIT_AND),
        Op.BV_OR: _bitwise("|", BIT_OR),
        Op.BV_XOR: _bitwise("^", BIT_XOR),
        Op.BV_UDIV: _divided,
        Op.BV_UREM: _divided,
        Op.BV_SDIV: _divided,
        Op.BV_SREM: _divided,
        Op.BV_LSHR: _shifted_right,
        Op.BV_ASHR: _shifted_right,
        Op.BV_SHL: _shifted_left,
        Op.BV_EXTRACT: _extracted,
        Op.BV_CONCAT: _concatenated,
        Op.BV_ZERO_EXTEND: _extended,
        Op.BV_SIGN_EXTEND: _extended,
    }
)
NEGATABLE: Final = MappingProxyType(
    {
        Op.BV_ULE: _compared(">", signed=False),
        Op.BV_ULT: _compared(">=", signed=False),
        Op.BV_SLE: _compared(">", signed=True),
        Op.BV_SLT: _compared(">=", signed=True),
    }
)

"""Intervals of vectors that are read as signed integers: what operators make of them.

Ends are finite here: the least and the greatest integer of the width where nothing is known.  What may wrap around is
not known.
"""

from __future__ import annotations

import math
from typing import Final

from assay.core.terms import Op, Term
from assay.core.terms.bitvectors import signed
from assay.transforms.facts.ranges import ANY, End, Interval

Ends = tuple[int, int]


def all_of(width: int) -> Ends:
    """Every integer of the width."""
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1)


def finite(interval: Interval, width: int) -> Ends:
    """The interval with ends that are integers of the width."""
    least, most = all_of(width)
    low, high = interval
    return (least if low <= least else int(min(low, most)), most if high >= most else int(max(high, least)))


def unbounded(ends: Ends, width: int) -> Interval:
    """The same with ends that say nothing made infinite; all integers if some are outside of the width."""
    least, most = all_of(width)
    if ends[0] < least or ends[1] > most:
        return ANY
    low: End = ends[0] if ends[0] > least else -math.inf
    high: End = ends[1] if ends[1] < most else math.inf
    return (low, high)


def without_sign(ends: Ends, width: int) -> Ends:
    """The same vectors, read as unsigned integers."""
    low, high = ends
    if low >= 0:
        return ends
    return (low + (1 << width), high + (1 << width)) if high < 0 else (0, (1 << width) - 1)


def with_sign(ends: Ends, width: int) -> Ends:
    """Vectors whose unsigned integers are known, read as signed ones."""
    half = 1 << (width - 1)
    if ends[1] < half:
        return ends
    return (ends[0] - 2 * half, ends[1] - 2 * half) if ends[0] >= half else all_of(width)


def result(term: Term, args: list[Ends]) -> Interval:
    """What an operator of vectors makes of vectors in intervals."""
    width = term.sort.width
    return unbounded(_result(term, args, width), width)


def _result(term: Term, args: list[Ends], width: int) -> Ends:
    match term.op:
        case Op.BV_ADD:
            return (args[0][0] + args[1][0], args[0][1] + args[1][1])
        case Op.BV_MUL:
            products = [a * b for a in args[0] for b in args[1]]
            return (min(products), max(products))
        case Op.BV_NEG:
            return (-args[0][1], -args[0][0])
        case Op.BV_NOT:
            return (-1 - args[0][1], -1 - args[0][0])
        case Op.BV_SIGN_EXTEND:
            return args[0]
        case Op.BV_ZERO_EXTEND:
            return without_sign(args[0], term.args[0].sort.width)
        case Op.BV_EXTRACT:
            return _low_part(term, args[0], width)
        case Op.BV_AND if max(args[0][0], args[1][0]) >= 0:
            return (0, min(high for low, high in args if low >= 0))
        case Op.BV_SDIV | Op.BV_SREM | Op.BV_UDIV | Op.BV_UREM | Op.BV_ASHR | Op.BV_LSHR | Op.BV_SHL:
            return _by_constant(term, args[0], width)
        case _:
            return all_of(width)


def _low_part(term: Term, whole: Ends, width: int) -> Ends:
    """The lowest bits are the integer itself, if it fits."""
    assert isinstance(term.value, tuple)
    least, most = all_of(width)
    return whole if term.value[1] == 0 and least <= whole[0] and whole[1] <= most else (least, most)


_UNSIGNED: Final = frozenset((Op.BV_UDIV, Op.BV_UREM, Op.BV_LSHR))


def _by_constant(term: Term, whole: Ends, width: int) -> Ends:
    """Quotients, remainders and shifts by a positive constant."""
    by = term.args[1]
    divisor = signed(int(by.number), width) if by.is_const else 0
    if term.op in (Op.BV_ASHR, Op.BV_LSHR, Op.BV_SHL):
        divisor = 1 << divisor if by.is_const and 0 <= divisor < width - 1 else 0
    if divisor <= 0 or (term.op in _UNSIGNED and whole[0] < 0):
        return all_of(width)
    low, high = whole
    match term.op:
        case Op.BV_SHL:
            return (low * divisor, high * divisor)
        case Op.BV_ASHR | Op.BV_LSHR:
            return (low // divisor, high // divisor)
        case Op.BV_SDIV | Op.BV_UDIV:
            return (_towards_zero(low, divisor), _towards_zero(high, divisor))
        case _:
            return (max(low, 1 - divisor) if low < 0 else 0, min(high, divisor - 1) if high > 0 else 0)


def _towards_zero(number: int, divisor: int) -> int:
    return number // divisor if number >= 0 else -(-number // divisor)

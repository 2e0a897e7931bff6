"""Intervals of floating-point numbers: what operators make of them.

An end is a number's position in the order of its format, counted from zero; so both zeros are one position, and strict
comparisons are steps by one.  Unbounded ends include the infinities.  NaN has no position: a flag says whether it is
possible.  Rounding to nearest is monotone, so that the ends of a result are results of ends, and exact (IEEE 754-2019,
section 4.3; Mine, ESOP 2004, has to round outward because it computes the ends with other numbers).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from assay.core.terms import Op, Term, ieee
from assay.core.terms.floats import form
from assay.core.terms.ieee import Format, Mode
from assay.core.terms.sorts import Sort
from assay.transforms.facts.ranges import ANY, End, Interval, joined


class Numbers(NamedTuple):
    """Numbers between two positions, and perhaps NaN."""

    interval: Interval
    nan: bool


ANYTHING = Numbers(ANY, nan=True)


def position(layout: Format, bits: int) -> End:
    """The end that a number is; infinities are unbounded ends."""
    if layout.is_infinite(bits):
        return -math.inf if layout.is_negative(bits) else math.inf
    magnitude = layout.magnitude(bits)
    return -magnitude if layout.is_negative(bits) else magnitude


def at(layout: Format, end: End) -> int:
    """The bits of the number at an end; of zeros the positive one."""
    if isinstance(end, float) or abs(end) >= layout.infinity:
        return layout.infinity | (layout.sign if end < 0 else 0)
    return layout.sign - end if end < 0 else end


def point(bits: int, sort: Sort) -> Numbers:
    """One number."""
    layout = form(sort)
    if layout.is_nan(bits):
        return ANYTHING
    end = position(layout, bits)
    # An infinity is the last position and nothing else, which unbounded ends cannot say on both sides.
    if end == math.inf:
        return Numbers((layout.infinity, end), nan=False)
    if end == -math.inf:
        return Numbers((end, -layout.infinity), nan=False)
    return Numbers((end, end), nan=False)


def hull(layout: Format, results: Iterable[int], *, nan: bool) -> Numbers:
    """The smallest interval around some results.

    The quotient of infinities and their product with zero are NaN, and count as zero here: with that, products and
    quotients are monotone in each operand, infinities and all.
    """
    ends = [0 if layout.is_nan(bits) else position(layout, bits) for bits in results]
    low, high = min(ends), max(ends)
    return Numbers((_low(layout, low), _high(layout, high)), nan)


def _low(layout: Format, end: End) -> End:
    return layout.infinity if end == math.inf else end


def _high(layout: Format, end: End) -> End:
    return -layout.infinity if end == -math.inf else end


def has_infinity(numbers: Numbers) -> bool:
    return math.isinf(numbers.interval[0]) or math.isinf(numbers.interval[1])


def has_zero(numbers: Numbers) -> bool:
    return numbers.interval[0] <= 0 <= numbers.interval[1]


def either(left: Numbers, right: Numbers) -> Numbers:
    return Numbers(joined(left.interval, right.interval), left.nan or right.nan)


# -- operators ---------------------------------------------------------------------------------------------------------


def result(term: Term, args: list[Numbers]) -> Numbers:
    """What an operator of numbers makes of numbers in intervals."""
    layout = form(term.sort)
    nan = any(arg.nan for arg in args)
    match term.op:
        case Op.FP_ADD:
            return _sum(layout, args[0], args[1], nan=nan)
        case Op.FP_MUL:
            return _product(layout, args, nan=nan, square=term.args[0] is term.args[1])
        case Op.FP_DIV:
            return _quotient(layout, args[0], args[1], nan=nan)
        case Op.FP_REM:
            return _remainder(args[0], args[1], nan=nan)
        case Op.FP_SQRT:
            return _root(layout, args[0])
        case Op.FP_NEG:
            low, high = args[0].interval
            return Numbers((-high, -low), nan)
        case Op.FP_ABS:
            return Numbers(absolute(args[0].interval), nan)
        case Op.FP_ROUND:
            assert isinstance(term.value, tuple)
            mode = Mode(term.value[0])
            return _along(layout, args[0], lambda bits: ieee.round_to_integral(layout, bits, mode))
        case Op.FP_TO_FP:
            source = form(term.args[0].sort)
            ends = [ieee.to_format(source, at(source, end), layout) for end in args[0].interval]
            return hull(layout, ends, nan=nan)
        case _:
            return ANYTHING


def _corners(layout: Format, operator: Callable[[Format, int, int], int], args: list[Numbers], *, nan: bool) -> Numbers:
    left, right = ([at(layout, end) for end in arg.interval] for arg in args)
    return hull(layout, (operator(layout, a, b) for a in left for b in right), nan=nan)


def _sum(layout: Format, left: Numbers, right: Numbers, *, nan: bool) -> Numbers:
    undefined = any(a.interval[1] == math.inf and b.interval[0] == -math.inf for a, b in ((left, right), (right, left)))
    low, high = (ieee.add(layout, at(layout, left.interval[side]), at(layout, right.interval[side])) for side in (0, 1))
    least: End = -math.inf if layout.is_nan(low) else _low(layout, position(layout, low))
    most: End = math.inf if layout.is_nan(high) else _high(layout, position(layout, high))
    return Numbers((least, most), nan or undefined)


def _product(layout: Format, args: list[Numbers], *, nan: bool, square: bool) -> Numbers:
    """No square is negative; nor NaN, unless its root is."""
    undefined = any(has_zero(a) and has_infinity(b) for a, b in (args, args[::-1]))
    found = _corners(layout, ieee.multiply, args, nan=nan or (undefined and not square))
    low, high = found.interval
    return Numbers((max(low, 0), high), found.nan) if square else found


def _quotient(layout: Format, left: Numbers, right: Numbers, *, nan: bool) -> Numbers:
    undefined = (has_zero(left) and has_zero(right)) or (has_infinity(left) and has_infinity(right))
    if has_zero(right):
        # Of a zero the sign is not known.
        return Numbers(ANY, nan or undefined)
    return _corners(layout, ieee.divide, [left, right], nan=nan or undefined)


def _remainder(left: Numbers, right: Numbers, *, nan: bool) -> Numbers:
    """Not larger than either operand."""
    largest = min(absolute(left.interval)[1], absolute(right.interval)[1])
    return Numbers((-largest, largest), nan or has_infinity(left) or has_zero(right))


def _root(layout: Format, arg: Numbers) -> Numbers:
    low, high = arg.interval
    ends = [ieee.square_root(layout, at(layout, max(end, 0))) for end in (low, high)]
    return hull(layout, ends, nan=arg.nan or low < 0)


def _along(layout: Format, arg: Numbers, function: Callable[[int], int]) -> Numbers:
    return hull(layout, [function(at(layout, end)) for end in arg.interval], nan=arg.nan)


def absolute(interval: Interval) -> Interval:
    low, high = interval
    return (0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high)))


# -- conversions -------------------------------------------------------------------------------------------------------


def of_integers(interval: Interval, sort: Sort) -> Numbers:
    """The numbers nearest to integers between finite ends."""
    layout = form(sort)
    return hull(layout, [ieee.from_integer(layout, int(end)) for end in interval], nan=False)


def truncated(numbers: Numbers, sort: Sort) -> Interval | None:
    """The integers next to numbers towards zero; None if one may have none."""
    if numbers.nan or has_infinity(numbers):
        return None
    layout = form(sort)
    low, high = (ieee.to_integer(layout, at(layout, end)) for end in numbers.interval)
    return (low, high) if low is not None and high is not None else None


def before_conversion(interval: Interval, target: Sort, source: Sort) -> Interval:
    """Where a number of ``source`` lies that lies in ``interval`` once it is one of ``target``: at most so far out."""
    there, here = form(target), form(source)
    ends: list[End] = []
    for end, outward in zip(interval, (-1, 1), strict=True):
        if math.isinf(end) or abs(end + outward) >= there.infinity:
            ends.append(outward * math.inf)
            continue
        near = position(here, ieee.to_format(there, at(there, end + outward), here))
        ends.append(near if math.isinf(near) else near + outward)
    return (_low(here, ends[0]), _high(here, ends[1]))

"""Vectors read as integers, by the law of each operation and bounds of what it is applied to.

A vector of ``width`` bits is stood for by any integer that is congruent to it modulo 2**width, with bounds of that
integer.  Sums and products of such integers stand for sums and products of the vectors, whatever they overflow;
comparisons, quotients and extensions need the one number that the vector reads as, with sign or without, which is the
integer itself where its bounds are those of the type.  So what never wraps is plain arithmetic, and the rest says where
it wraps.
"""

from __future__ import annotations

from dataclasses import dataclass

from assay.core.terms import FALSE, TRUE, Term, add, eq, int_div, int_mod, integer, ite, le, mul, neg, sub


@dataclass(frozen=True, slots=True)
class Number:
    """An integer term between ``low`` and ``high``, both included."""

    term: Term
    low: int
    high: int


def exactly(value: int) -> Number:
    return Number(integer(value), value, value)


def read(number: Number, width: int, *, signed: bool) -> Number:
    """What the vector of ``width`` bits that the number stands for reads as."""
    size = 1 << width
    least = -(size >> 1) if signed else 0
    first, last = (number.low - least) >> width, (number.high - least) >> width
    if first == last:
        return plus(number, -first * size)
    if last == first + 1:
        # One place where it wraps.
        limit = last * size + least
        below, above = sub(number.term, integer(first * size)), sub(number.term, integer(last * size))
        term = ite(le(number.term, integer(limit - 1)), below, above)
    else:
        term = add(int_mod(sub(number.term, integer(least)), integer(size)), integer(least))
    return Number(term, least, least + size - 1)


def plus(number: Number, constant: int) -> Number:
    if not constant:
        return number
    return Number(add(number.term, integer(constant)), number.low + constant, number.high + constant)


def total(*numbers: Number) -> Number:
    term = add(*(number.term for number in numbers))
    return Number(term, sum(number.low for number in numbers), sum(number.high for number in numbers))


def negative(number: Number) -> Number:
    return Number(neg(number.term), -number.high, -number.low)


def product(left: Number, right: Number) -> Number:
    ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return Number(mul(left.term, right.term), min(ends), max(ends))


def choice(condition: Term, then: Number, otherwise: Number) -> Number:
    if condition is TRUE or condition is FALSE:
        return then if condition is TRUE else otherwise
    term = ite(condition, then.term, otherwise.term)
    return Number(term, min(then.low, otherwise.low), max(then.high, otherwise.high))


def floor_quotient(number: Number, divisor: int) -> Number:
    """Rounded down, by a positive number."""
    low, high = number.low // divisor, number.high // divisor
    return exactly(low) if low == high else Number(int_div(number.term, integer(divisor)), low, high)


def floor_remainder(number: Number, divisor: int) -> Number:
    """What rounding down leaves, of a positive divisor: never negative."""
    quotient = number.low // divisor
    if quotient == number.high // divisor:
        return plus(number, -quotient * divisor)
    return Number(int_mod(number.term, integer(divisor)), 0, divisor - 1)


def truncated_quotient(number: Number, divisor: int) -> Number:
    """Rounded towards zero, as C divides; the divisor is not zero."""
    size = abs(divisor)
    found = _by_sign(number, floor_quotient(number, size), negative(floor_quotient(negative(number), size)))
    return found if divisor > 0 else negative(found)


def truncated_remainder(number: Number, divisor: int) -> Number:
    """What rounding towards zero leaves: its sign is that of the number."""
    size = abs(divisor)
    if -size < number.low and number.high < size:
        return number
    return _by_sign(number, floor_remainder(number, size), negative(floor_remainder(negative(number), size)))


def _by_sign(number: Number, positive: Number, otherwise: Number) -> Number:
    """The first if the number is zero or more, else the second, each of which grows with the number or has its sign."""
    if number.low >= 0:
        return positive
    if number.high <= 0:
        return otherwise
    term = ite(le(integer(0), number.term), positive.term, otherwise.term)
    return Number(term, min(otherwise.low, 0), max(positive.high, 0))


def at_most(left: Number, right: Number) -> Term:
    if left.high <= right.low:
        return TRUE
    if left.low > right.high:
        return FALSE
    return le(left.term, right.term)


def equal(left: Number, right: Number) -> Term:
    if left.high < right.low or right.high < left.low:
        return FALSE
    return eq(left.term, right.term)


def within(term: Term, low: int, high: int) -> tuple[Term, Term]:
    return le(integer(low), term), le(term, integer(high))

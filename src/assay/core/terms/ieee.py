"""Arithmetic of IEEE 754 on the bits of its numbers, exact, for any binary format.

A number of a format with ``eb`` bits of exponent and ``sb`` bits of significand (the hidden one counted) is its bits as
an unsigned integer; of the many bits of a NaN one stands for all.  A result is the exact one, rounded once: to the
nearest number, of two to the even one, unless a mode is given.  The laws are those of SMT-LIB's floating-point theory.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Final


class Mode(IntEnum):
    """How ``round_to_integral`` rounds."""

    NEAREST_EVEN = 0
    NEAREST_AWAY = 1
    UPWARD = 2
    DOWNWARD = 3
    TOWARD_ZERO = 4


@dataclass(frozen=True)
class Number:
    """The finite number ``significand * 2**exponent``, negated if ``negative``: zero has a sign too."""

    negative: bool
    significand: int
    exponent: int

    @property
    def signed(self) -> int:
        return -self.significand if self.negative else self.significand


@dataclass(frozen=True)
class Format:
    """A binary format; everything about its numbers follows from two sizes."""

    eb: int
    sb: int

    @property
    def width(self) -> int:
        return self.eb + self.sb

    @property
    def bias(self) -> int:
        return (1 << (self.eb - 1)) - 1

    @property
    def sign(self) -> int:
        """The bit that negates."""
        return 1 << (self.width - 1)

    @property
    def infinity(self) -> int:
        return ((1 << self.eb) - 1) << (self.sb - 1)

    @property
    def nan(self) -> int:
        """The NaN that stands for all."""
        return self.infinity | (1 << (self.sb - 2))

    def magnitude(self, bits: int) -> int:
        return bits & (self.sign - 1)

    def is_nan(self, bits: int) -> bool:
        return self.magnitude(bits) > self.infinity

    def is_infinite(self, bits: int) -> bool:
        return self.magnitude(bits) == self.infinity

    def is_zero(self, bits: int) -> bool:
        return self.magnitude(bits) == 0

    def is_negative(self, bits: int) -> bool:
        return bits >= self.sign

    def canonical(self, bits: int) -> int:
        return self.nan if self.is_nan(bits) else bits

    def number(self, bits: int) -> Number:
        """The value of a finite number."""
        field, fraction = divmod(self.magnitude(bits), 1 << (self.sb - 1))
        significand = fraction + (1 << (self.sb - 1)) if field else fraction
        return Number(bits >= self.sign, significand, max(field, 1) - self.bias - (self.sb - 1))


BINARY32: Final = Format(8, 24)
BINARY64: Final = Format(11, 53)


@cache
def binary(eb: int, sb: int) -> Format:
    """The format with these sizes, one object for each."""
    return BINARY32 if (eb, sb) == (8, 24) else BINARY64 if (eb, sb) == (11, 53) else Format(eb, sb)


def rounded(form: Format, *, negative: bool, numerator: int, denominator: int = 1, exponent: int = 0) -> int:
    """The number nearest to ``numerator / denominator * 2**exponent``; of two, the one whose last bit is 0."""
    sign = form.sign if negative else 0
    if numerator == 0:
        return sign
    lowest = 1 - form.bias - (form.sb - 1)
    place = max(numerator.bit_length() - denominator.bit_length() + exponent - form.sb, lowest)
    while True:
        shift = exponent - place
        top, bottom = (numerator << shift, denominator) if shift >= 0 else (numerator, denominator << -shift)
        quotient, remainder = divmod(top, bottom)
        if quotient < 1 << form.sb:
            break
        place += 1
    quotient += 2 * remainder > bottom or (2 * remainder == bottom and quotient & 1)
    # The exponent's field counts from the lowest place; a hidden bit adds one to it, and so does a carry.
    magnitude = ((place - lowest) << (form.sb - 1)) + quotient
    return sign | min(magnitude, form.infinity)


# -- arithmetic --------------------------------------------------------------------------------------------------------


def add(form: Format, left: int, right: int) -> int:
    fast = _by_machine(operator.add, form, left, right)
    if fast is not None:
        return fast
    if form.is_nan(left) or form.is_nan(right):
        return form.nan
    if form.is_infinite(left) or form.is_infinite(right):
        if form.is_infinite(left) and form.is_infinite(right) and left != right:
            return form.nan
        return left if form.is_infinite(left) else right
    a, b = form.number(left), form.number(right)
    place = min(a.exponent, b.exponent)
    total = (a.signed << (a.exponent - place)) + (b.signed << (b.exponent - place))
    negative = total < 0 or (total == 0 and a.negative and b.negative)
    return rounded(form, negative=negative, numerator=abs(total), exponent=place)


def multiply(form: Format, left: int, right: int) -> int:
    fast = _by_machine(operator.mul, form, left, right)
    if fast is not None:
        return fast
    if form.is_nan(left) or form.is_nan(right):
        return form.nan
    negative = form.is_negative(left) != form.is_negative(right)
    if form.is_infinite(left) or form.is_infinite(right):
        if form.is_zero(left) or form.is_zero(right):
            return form.nan
        return form.infinity | (form.sign if negative else 0)
    a, b = form.number(left), form.number(right)
    return rounded(form, negative=negative, numerator=a.significand * b.significand, exponent=a.exponent + b.exponent)


def divide(form: Format, left: int, right: int) -> int:
    fast = None if form.is_zero(right) else _by_machine(operator.truediv, form, left, right)
    if fast is not None:
        return fast
    if form.is_nan(left) or form.is_nan(right):
        return form.nan
    sign = (left ^ right) & form.sign
    if form.is_infinite(left):
        return form.nan if form.is_infinite(right) else form.infinity | sign
    if form.is_infinite(right):
        return sign
    if form.is_zero(right):
        return form.nan if form.is_zero(left) else form.infinity | sign
    a, b = form.number(left), form.number(right)
    exponent = a.exponent - b.exponent
    return rounded(form, negative=sign != 0, numerator=a.significand, denominator=b.significand, exponent=exponent)


def multiply_add(form: Format, left: int, right: int, addend: int) -> int:
    """``left * right + addend``, rounded once."""
    if form.is_nan(left) or form.is_nan(right) or form.is_nan(addend):
        return form.nan
    if form.is_infinite(left) or form.is_infinite(right):
        return add(form, multiply(form, left, right), addend)
    if form.is_infinite(addend):
        return addend
    a, b, c = form.number(left), form.number(right), form.number(addend)
    place = min(a.exponent + b.exponent, c.exponent)
    product = (a.signed * b.signed) << (a.exponent + b.exponent - place)
    total = product + (c.signed << (c.exponent - place))
    negative = total < 0 or (total == 0 and c.negative and a.negative != b.negative)
    return rounded(form, negative=negative, numerator=abs(total), exponent=place)


def square_root(form: Format, operand: int) -> int:
    if form.is_zero(operand):
        return operand
    if form.is_nan(operand) or form.is_negative(operand):
        return form.nan
    if form.is_infinite(operand):
        return operand
    a = form.number(operand)
    # Enough bits that those below the last only matter by whether there are any.
    shift = 2 * form.sb + 4 + (a.exponent & 1)
    radicand = a.significand << shift
    root = math.isqrt(radicand)
    sticky = 2 * root + (root * root != radicand)
    return rounded(form, negative=False, numerator=sticky, exponent=(a.exponent - shift) // 2 - 1)


def remainder(form: Format, left: int, right: int) -> int:
    """``left - right * n`` with ``n`` the integer nearest to ``left / right``, of two the even one."""
    if form.is_nan(left) or form.is_nan(right) or form.is_infinite(left) or form.is_zero(right):
        return form.nan
    if form.is_infinite(right) or form.is_zero(left):
        return left
    a, b = form.number(left), form.number(right)
    place = min(a.exponent, b.exponent)
    divisor = b.significand << (b.exponent - place)
    quotient, rest = divmod(a.significand << (a.exponent - place), divisor)
    negative = a.negative
    if 2 * rest > divisor or (2 * rest == divisor and quotient & 1):
        rest, negative = divisor - rest, not negative
    return rounded(form, negative=a.negative if rest == 0 else negative, numerator=rest, exponent=place)


def round_to_integral(form: Format, operand: int, mode: Mode) -> int:
    if form.is_nan(operand):
        return form.nan
    if form.is_infinite(operand):
        return operand
    a = form.number(operand)
    if a.exponent >= 0:
        return operand
    return rounded(form, negative=a.negative, numerator=_integral(a, mode))


def _integral(a: Number, mode: Mode) -> int:
    """The integer, without its sign, that a number with a negative exponent is rounded to."""
    below, rest = divmod(a.significand, 1 << -a.exponent)
    half = 1 << (-a.exponent - 1)
    match mode:
        case Mode.NEAREST_EVEN:
            return below + (rest > half or (rest == half and below & 1 == 1))
        case Mode.NEAREST_AWAY:
            return below + (rest >= half)
        case Mode.TOWARD_ZERO:
            return below
        case Mode.UPWARD:
            return below + (rest > 0 and not a.negative)
        case Mode.DOWNWARD:
            return below + (rest > 0 and a.negative)


def absolute(form: Format, operand: int) -> int:
    return form.nan if form.is_nan(operand) else form.magnitude(operand)


def negate(form: Format, operand: int) -> int:
    return form.nan if form.is_nan(operand) else operand ^ form.sign


# -- comparison --------------------------------------------------------------------------------------------------------


def equal(form: Format, left: int, right: int) -> bool:
    """IEEE's equality: zeros are equal, and a NaN equals nothing."""
    if form.is_nan(left) or form.is_nan(right):
        return False
    return left == right or (form.is_zero(left) and form.is_zero(right))


def less(form: Format, left: int, right: int) -> bool:
    if form.is_nan(left) or form.is_nan(right):
        return False
    return _ordinal(form, left) < _ordinal(form, right)


def at_most(form: Format, left: int, right: int) -> bool:
    if form.is_nan(left) or form.is_nan(right):
        return False
    return _ordinal(form, left) <= _ordinal(form, right)


def _ordinal(form: Format, bits: int) -> int:
    """The position in the order of all numbers, counted from zero."""
    magnitude = form.magnitude(bits)
    return -magnitude if bits >= form.sign else magnitude


# -- conversion --------------------------------------------------------------------------------------------------------


def to_format(source: Format, bits: int, target: Format) -> int:
    if source.is_nan(bits):
        return target.nan
    if source.is_infinite(bits):
        return target.infinity | (target.sign if source.is_negative(bits) else 0)
    a = source.number(bits)
    return rounded(target, negative=a.negative, numerator=a.significand, exponent=a.exponent)


def from_integer(form: Format, value: int) -> int:
    return rounded(form, negative=value < 0, numerator=abs(value))


def to_integer(form: Format, bits: int) -> int | None:
    """The integer next to a number towards zero; None for what is no number, or infinite."""
    if form.is_nan(bits) or form.is_infinite(bits):
        return None
    a = form.number(bits)
    magnitude = a.significand << a.exponent if a.exponent >= 0 else a.significand >> -a.exponent
    return -magnitude if a.negative else magnitude


# -- Python's numbers --------------------------------------------------------------------------------------------------

_CODES: Final[dict[Format, tuple[struct.Struct, struct.Struct]]] = {
    BINARY32: (struct.Struct("<f"), struct.Struct("<I")),
    BINARY64: (struct.Struct("<d"), struct.Struct("<Q")),
}


def to_python(form: Format, bits: int) -> float:
    """The same number of Python's; of formats other than binary32 and binary64, the nearest."""
    codes = _CODES.get(form)
    if codes is None:
        return to_python(BINARY64, to_format(form, bits, BINARY64))
    found: float = codes[0].unpack(codes[1].pack(bits))[0]
    return found


def from_python(form: Format, value: float) -> int:
    """The number of a format nearest to one of Python's."""
    if value != value:
        return form.nan
    codes = _CODES.get(form)
    if codes is None:
        return to_format(BINARY64, from_python(BINARY64, value), form)
    try:
        found: int = codes[1].unpack(codes[0].pack(value))[0]
    except OverflowError:
        return form.infinity | (form.sign if value < 0 else 0)
    return found


def _by_machine(function: Callable[[float, float], float], form: Format, left: int, right: int) -> int | None:
    """A sum, product or quotient by the processor's doubles, which obey the same law.

    Of two numbers of binary32 it is rounded twice, which changes nothing as 53 >= 2 * 24 + 2 (Figueroa, SIGNUM 1995).
    """
    if form is not BINARY64 and form is not BINARY32:
        return None
    return from_python(form, function(to_python(form, left), to_python(form, right)))

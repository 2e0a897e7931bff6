"""Operations that C leaves undefined for some operands: an error where that is asked for, else any value.

A shift is defined for counts from zero to below the width, and to the left for values that still fit; a division for
every divisor but zero; signed arithmetic where its exact result fits the type, and so is the quotient of the least
integer and -1, and the remainder.  Behind a check the operation is exact.  Where nobody asks, signed arithmetic wraps
(with gcc's -fwrapv) and elsewhere the machine may do what it likes, so a fresh input stands for the result: what holds
then holds whatever it does.

What can be seen from the text is not checked.  Whether a check or an input is needed is decided by the text alone, so
that every encoding has the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from assay.core.errors import Position
from assay.core.terms import FALSE, Term, and_, ite, not_, or_
from assay.frontends.c.checks import Kind
from assay.frontends.c.read.tree import Binary, Constant, Convert, Expression, Unary
from assay.frontends.c.read.types import Int, as_int
from assay.frontends.c.translate.fitting import Interval, bounds, reach, text_range, value_of, within

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation

UNDEFINED_SHIFT: Final = "undefined-shift"
UNDEFINED_DIVISION: Final = "undefined-division"


@dataclass(frozen=True, slots=True)
class Operand:
    """The value of an expression, and the values that its text allows."""

    term: Term
    range: Interval

    @classmethod
    def of(cls, term: Term, expression: Expression, made: Int) -> Operand:
        value = value_of(term, made)
        if value is not None:
            return cls(term, (value, value))
        found = text_range(expression)
        return cls(term, found if found is not None and within(found, bounds(made)) else bounds(made))


@dataclass(frozen=True, slots=True)
class Operation:
    """``left op right`` in the type ``made``, with its sign at ``mark``.

    What has no mark is not the program's, and not checked.
    """

    op: str
    made: Int
    mark: Position | None
    left: Expression
    right: Expression


def computed(t: Translation, operation: Operation, left: Term, right: Term) -> Term:
    """The value of an operation whose operands have these values."""
    op, made = operation.op, operation.made
    first = Operand.of(left, operation.left, made)
    if op in ("<<", ">>"):
        return _shifted(t, operation, first, right)
    second = Operand.of(right, operation.right, made)
    if op in ("/", "%"):
        return _divided(t, operation, first, second)
    kind = Kind.OVERFLOW if made.signed else Kind.WRAP
    fits = False
    if (
        op in ("+", "-", "*")
        and operation.mark is not None
        and t.asked(kind)
        and not within(reach(op, first.range, second.range), bounds(made))
    ):
        t.check(kind, t.encoding.fits(op, first.term, second.term, made), operation.mark)
        fits = True
    return t.encoding.arithmetic(op, first.term, second.term, made, fits=fits)


def negated(t: Translation, expression: Unary, operand: Term) -> Term:
    """``-`` or ``~`` of a value."""
    made = as_int(expression.type)
    kind = Kind.OVERFLOW if made.signed else Kind.WRAP
    fits = False
    if expression.op == "-" and expression.mark is not None and t.asked(kind):
        low, high = Operand.of(operand, expression.operand, made).range
        if not within((-high, -low), bounds(made)):
            t.check(kind, negatable(t, operand, made), expression.mark)
            fits = True
    return t.encoding.negate(expression.op, operand, made, fits=fits)


def negatable(t: Translation, operand: Term, made: Int) -> Term:
    """Is the negative of a value one of its type?"""
    only = t.encoding.constant(bounds(made)[0], made)
    same = t.encoding.compare("==", operand, only, made)
    return not_(same) if made.signed else same


def check_conversion(
    t: Translation, value: Term, expression: Expression, source: Int, target: Int, mark: Position | None
) -> None:
    """Check that an integer keeps its value in another type, where the program does not say that it need not."""
    if mark is None or target.boolean or not t.asked(Kind.CONVERSION):
        return
    kept, (low, high) = Operand.of(value, expression, source), bounds(target)
    parts = []
    if kept.range[0] < low:
        parts.append(t.encoding.compare(">=", value, t.encoding.constant(low, source), source))
    if kept.range[1] > high:
        parts.append(t.encoding.compare("<=", value, t.encoding.constant(high, source), source))
    if parts:
        t.check(Kind.CONVERSION, and_(*parts), mark)


def _divided(t: Translation, operation: Operation, left: Operand, right: Operand) -> Term:
    divisor = operation.right
    encoding, made, mark = t.encoding, operation.made, operation.mark
    zero = right.range[0] <= 0 <= right.range[1]
    checked = mark is not None and t.asked(Kind.DIVISION)
    if zero and checked:
        t.check(Kind.DIVISION, encoding.truth(right.term, made), mark)
    least = bounds(made)[0]
    unfit = made.signed and left.range[0] == least and right.range[0] <= -1 <= right.range[1]
    kind = Kind.OVERFLOW if t.asked(Kind.OVERFLOW) else Kind.QUOTIENT
    if unfit and mark is not None and t.asked(kind):
        smallest = encoding.compare("==", left.term, encoding.constant(least, made), made)
        minus_one = encoding.compare("==", right.term, encoding.constant(-1, made), made)
        t.check(kind, not_(and_(smallest, minus_one)), mark)
    exact = encoding.arithmetic(operation.op, left.term, right.term, made)
    if checked or (isinstance(divisor, Constant) and divisor.value):
        return exact
    unknown = t.memory.unknown(UNDEFINED_DIVISION, made)
    defined = encoding.truth(right.term, made)
    return exact if t.certain(defined) else ite(defined, exact, unknown)


def _shifted(t: Translation, operation: Operation, left: Operand, right: Term) -> Term:
    encoding, made, mark, amount = t.encoding, operation.made, operation.mark, operation.right
    count = as_int(amount.type)
    safe = _below(amount, made.width)
    checked = mark is not None and t.asked(Kind.SHIFT)
    if checked and not safe:
        t.check(Kind.SHIFT, encoding.counts(right, made, count), mark)
    fits = False
    if operation.op == "<<" and made.signed and mark is not None:
        fits = _keeps_bits(t, operation, left, right)
    exact = encoding.shift(operation.op, left.term, right, made, count, fits=fits)
    if safe or checked:
        return exact
    unknown = t.memory.unknown(UNDEFINED_SHIFT, made)
    defined = encoding.counts(right, made, count)
    return exact if t.certain(defined) else ite(defined, exact, unknown)


def _keeps_bits(t: Translation, operation: Operation, left: Operand, right: Term) -> bool:
    """Check a shift to the left: of negative numbers and of too large ones.

    For those who ask for overflow alone, a result is an error if it does not fit, be it negative or not; counts that
    are not defined have no result.
    """
    kind = Kind.SHIFT if t.asked(Kind.SHIFT) else Kind.OVERFLOW
    if not t.asked(kind):
        return False
    made, amount = operation.made, operation.right
    count = as_int(amount.type)
    counts = t.encoding.counts(right, made, count)
    if counts is FALSE or t.current is None:
        return False
    least = 0 if kind is Kind.SHIFT else bounds(made)[0]
    most = Operand.of(right, amount, count).range[1]
    if left.range[0] >= 0 and most < made.width and left.range[1] << max(most, 0) <= bounds(made)[1]:
        return False
    good = t.encoding.shift_fits(left.term, right, made, count, least)
    defined = kind is Kind.SHIFT or _below(amount, made.width) or t.certain(counts)
    t.check(kind, good if defined else or_(not_(counts), good), operation.mark)
    return defined


def _below(amount: Expression, limit: int) -> bool:
    """Is the value one of 0, ..., ``limit`` - 1, as its text shows?"""
    while isinstance(amount, Convert):
        source, target = amount.operand.type, amount.type
        if not isinstance(source, Int) or not isinstance(target, Int) or target.width < source.width:
            return False
        amount = amount.operand
    match amount:
        case Constant(value=value):
            return 0 <= value < limit
        case Binary(op="&"):
            sides = (amount.left, amount.right)
            return any(isinstance(side, Constant) and 0 <= side.value < limit for side in sides)
        case Binary(op="%", right=Constant(value=value)):
            return isinstance(amount.type, Int) and not amount.type.signed and 0 < value <= limit
    return False

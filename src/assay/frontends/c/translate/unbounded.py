"""C's integers as unbounded integers that are kept in the range of their type.

Every operation is exact: where the result may leave the range, an explicit wrap brings it back.  A cheap interval
analysis of terms leaves the wrap out where it cannot be needed; sums and differences need one comparison on each side,
products and conversions to narrower types a remainder.  Bitwise operations are sums over bits, unless a constant makes
them remainders.  What is learnt of a term is learnt for good, so an encoding serves one translation.  Where a result is
known to fit its type because a check was passed, it needs no wrap; but that is known at this place only, so nothing is
learnt of it, nor of what is computed from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from assay.core.terms import (
    Op,
    Term,
    add,
    and_,
    eq,
    ge,
    gt,
    int_div,
    int_mod,
    integer,
    ite,
    le,
    linear,
    lt,
    mul,
    neg,
    not_,
    or_,
    scale,
    sub,
    variable,
)
from assay.core.terms.sorts import BOOL, INT, Sort
from assay.frontends.c.read.types import Int
from assay.frontends.c.translate.encoding import same
from assay.frontends.c.translate.fitting import Interval, bounds, most_shifted, reach, value_of

_EXACT: Final = ("+", "-", "*")


class Unbounded:
    """Every integer is an integer.  Remembers what is known of terms: ranges, and what a term was converted from."""

    def __init__(self) -> None:
        self._ranges: dict[Term, Interval] = {}
        self._origins: dict[tuple[Term, Int], Term] = {}
        self._passed: set[Term] = set()  # what fits its type by a check, and what is computed from it
        self._local = False  # is the operation at hand one on such terms?

    def sort(self, made: Int) -> Sort:
        return INT

    def constant(self, value: int, made: Int) -> Term:
        low, high = bounds(made)
        return integer(value if low <= value <= high else (value - low) % (1 << made.width) + low)

    def unknown(self, name: str, made: Int) -> Term:
        self._on()
        if made.boolean:
            return self.number(variable(name, BOOL), made)
        return self._reduced(variable(name, INT), made)

    def loaded(self, stored: Term, made: Int) -> Term:
        """What an array holds was put there in range, except for what was there from the beginning."""
        self._on()
        return self._reduced(stored, made)

    # -- ranges

    def _range(self, term: Term, made: Int) -> Interval:
        """Bounds of a term that is a value of ``made``."""
        low, high = bounds(made)
        known = self._interval(term)
        return (max(low, known[0]), min(high, known[1])) if known is not None else (low, high)

    def _interval(self, term: Term) -> Interval | None:
        """Bounds of a term by its shape; None if there are none."""
        if term.op is Op.CONST:
            return int(term.number), int(term.number)
        known = self._ranges.get(term)
        if known is not None:
            return known
        if term.op is Op.MOD and term.args[1].is_const:
            return 0, abs(int(term.args[1].number)) - 1
        if term.op is Op.ITE and term.args[1].is_const and term.args[2].is_const:
            values = sorted(int(arg.number) for arg in term.args[1:])
            return values[0], values[1]
        if term.op in (Op.ADD, Op.MUL):
            return self._sum(term)
        return None

    def _sum(self, term: Term) -> Interval | None:
        coefficients, constant = linear(term)
        low = high = int(constant)
        for atom, coefficient in coefficients.items():
            inner = self._interval(atom) if atom is not term else None
            if inner is None:
                return None
            ends = sorted(int(coefficient) * end for end in inner)
            low, high = low + ends[0], high + ends[1]
        return low, high

    def _learn(self, term: Term, interval: Interval) -> Term:
        if self._local:
            self._passed.add(term)
        elif term.op is not Op.CONST:
            known = self._ranges.get(term)
            if known is not None:
                interval = max(known[0], interval[0]), min(known[1], interval[1])
            self._ranges[term] = interval
        return term

    def _reduced(self, term: Term, made: Int) -> Term:
        """``term`` modulo a power of two, in range."""
        low, high = bounds(made)
        known = self._interval(term)
        if known is not None and low <= known[0] and known[1] <= high:
            return term
        size = integer(1 << made.width)
        return self._learn(add(int_mod(sub(term, integer(low)), size), integer(low)), (low, high))

    def _once(self, term: Term, reach: Interval, made: Int) -> Term:
        """``term`` in range, if it is at most one range away; ``reach`` are its bounds."""
        low, high = bounds(made)
        size = integer(1 << made.width)
        result = term
        if reach[1] > high:
            result = ite(gt(term, integer(high)), sub(term, size), result)
        if reach[0] < low:
            result = ite(lt(term, integer(low)), add(term, size), result)
        return self._learn(result, (low, high) if result is not term else reach)

    def _on(self, *operands: Term) -> None:
        """The operation at hand is one on these."""
        if self._passed:
            self._local = any(term in self._passed or not self._passed.isdisjoint(term.args) for term in operands)

    def _checked(self, term: Term) -> Term:
        """A result that fits its type by a check."""
        if not term.is_const and term.op is not Op.VAR:
            self._passed.add(term)
        return term

    # -- arithmetic

    def fits(self, op: str, left: Term, right: Term, made: Int) -> Term:
        low, high = bounds(made)
        least, most = reach(op, self._range(left, made), self._range(right, made))
        result = _exact(op, left, right)
        parts = [le(integer(low), result)] if least < low else []
        return and_(*parts, le(result, integer(high))) if most > high or not parts else parts[0]

    def arithmetic(self, op: str, left: Term, right: Term, made: Int, *, fits: bool = False) -> Term:
        if fits and op in _EXACT:
            return self._checked(_exact(op, left, right))
        self._on(left, right)
        first, second = self._range(left, made), self._range(right, made)
        match op:
            case "+" | "-":
                return self._once(_exact(op, left, right), reach(op, first, second), made)
            case "*":
                return self._reduced(self._learn(mul(left, right), reach(op, first, second)), made)
            case "/" | "%":
                return self._division(op, left, right, made)
            case _:
                return self._bitwise(op, left, right, made)

    def _division(self, op: str, left: Term, right: Term, made: Int) -> Term:
        """Towards zero; by zero, which is undefined, as bit-vectors do it."""
        zero = integer(0)
        if not made.signed:
            quotient, rest = int_div(left, right), int_mod(left, right)
        else:
            size = int_div(_magnitude(left), _magnitude(right))
            quotient = ite(eq(lt(left, zero), lt(right, zero)), size, neg(size))
            part = int_mod(_magnitude(left), _magnitude(right))
            rest = ite(lt(left, zero), neg(part), part)
        low, high = bounds(made)
        if op == "%":
            return self._learn(ite(eq(right, zero), left, rest), (low, high))
        undefined = ite(lt(left, zero), integer(1), integer(-1)) if made.signed else integer(high)
        overflow = and_(eq(left, integer(low)), eq(right, integer(-1))) if made.signed else eq(zero, integer(1))
        return self._learn(ite(eq(right, zero), undefined, ite(overflow, integer(low), quotient)), (low, high))

    def shift(self, op: str, left: Term, right: Term, made: Int, count: Int, *, fits: bool = False) -> Term:
        self._on(left, right)
        if right.is_const:
            return self._shifted(op, left, int(right.number) % made.width, made, fits=fits)
        result = left
        for number in range(1, made.width):
            result = ite(eq(right, integer(number)), self._shifted(op, left, number, made, fits=fits), result)
        return self._checked(result) if fits else self._learn(result, bounds(made))

    def shift_fits(self, left: Term, right: Term, made: Int, count: Int, least: int) -> Term:
        high, value = bounds(made)[1], value_of(left, made)
        if right.is_const:
            amount = int(right.number)
            return and_(le(integer(least >> amount), left), le(left, integer(high >> amount)))
        if value is not None:
            return le(right, integer(most_shifted(value, made, least)))
        return and_(
            *(
                or_(not_(eq(right, integer(n))), and_(le(integer(least >> n), left), le(left, integer(high >> n))))
                for n in range(made.width)
            )
        )

    def counts(self, right: Term, made: Int, count: Int) -> Term:
        return and_(ge(right, integer(0)), lt(right, integer(made.width)))

    def _shifted(self, op: str, left: Term, count: int, made: Int, *, fits: bool) -> Term:
        if op == "<<" and fits:
            return self._checked(scale(1 << count, left))
        if op == "<<":
            return self._reduced(scale(1 << count, left), made)
        low, high = self._range(left, made)
        return self._learn(int_div(left, integer(1 << count)), (low >> count, high >> count))

    def negate(self, op: str, operand: Term, made: Int, *, fits: bool = False) -> Term:
        if fits and op == "-":
            return self._checked(neg(operand))
        self._on(operand)
        low, high = self._range(operand, made)
        if op == "-":
            return self._once(neg(operand), (-high, -low), made)
        return self._once(sub(integer(-1), operand), (-1 - high, -1 - low), made)

    def _bitwise(self, op: str, left: Term, right: Term, made: Int) -> Term:
        """``x | y = x + y - (x & y)`` and ``x ^ y = x + y - 2 (x & y)``, on unsigned values."""
        unsigned = Int(made.width, signed=False)
        first, second = self.convert(left, made, unsigned), self.convert(right, made, unsigned)
        if first.is_const:
            first, second = second, first
        both = _masked(first, int(second.number)) if second.is_const else _conjunction(first, second, made.width)
        result = both if op == "&" else sub(add(first, second), both if op == "|" else scale(2, both))
        return self.convert(self._learn(result, bounds(unsigned)), unsigned, made)

    # -- conditions and conversions

    def compare(self, op: str, left: Term, right: Term, made: Int) -> Term:
        match op:
            case "==":
                return same(left, right)
            case "!=":
                return not_(same(left, right))
            case "<":
                return lt(left, right)
            case "<=":
                return le(left, right)
            case ">":
                return gt(left, right)
            case _:
                return ge(left, right)

    def convert(self, operand: Term, source: Int, target: Int) -> Term:
        self._on(operand)
        if target.boolean:
            return operand if source.boolean else self.number(self.truth(operand, source), target)
        reach = self._range(operand, source)
        self._learn(operand, reach)
        low, high = bounds(target)
        if low <= reach[0] and reach[1] <= high:
            return operand
        origin = self._origins.get((operand, target))
        if origin is not None:
            return origin
        size = 1 << target.width
        if self._local and source.width == target.width:
            return self._reread(operand, source, target)
        if reach[0] >= low - size and reach[1] <= high + size:
            result = self._once(operand, reach, target)
        else:
            result = self._reduced(operand, target)
        if source.width == target.width:
            self._origins[result, source] = operand
        return result

    def _reread(self, term: Term, source: Int, target: Int) -> Term:
        """What fits ``source`` by a check, as a value of the type with the other sign.

        The range is part of the condition, so that the result is no other's and its origin is right.
        """
        size = integer(1 << target.width)
        if source.signed:
            result = ite(and_(le(integer(bounds(source)[0]), term), lt(term, integer(0))), add(term, size), term)
        else:
            result = ite(and_(gt(term, integer(bounds(target)[1])), lt(term, size)), sub(term, size), term)
        self._origins[result, source] = term
        return self._checked(result)

    def truth(self, operand: Term, made: Int) -> Term:
        return not_(same(operand, integer(0)))

    def number(self, condition: Term, made: Int) -> Term:
        return ite(condition, integer(1), integer(0))

    # -- bits and bytes

    def read_bits(self, unit: Term, size: int, low: int, width: int, made: Int) -> Term:
        self._on()
        field = int_mod(int_div(unit, integer(1 << low)), integer(1 << width))
        self._learn(field, (0, (1 << width) - 1))
        return self.convert(field, Int(width, signed=False), Int(width, made.signed))

    def write_bits(self, unit: Term, size: int, low: int, width: int, value: Term, made: Int) -> Term:
        self._on()
        old = scale(1 << low, int_mod(int_div(unit, integer(1 << low)), integer(1 << width)))
        new = scale(1 << low, int_mod(value, integer(1 << width)))
        return self._learn(add(sub(unit, old), new), (0, (1 << (8 * size)) - 1))

    def join(self, parts: Sequence[Term], made: Int) -> Term:
        self._on()
        whole = self._whole(parts)
        if whole is not None:
            return whole
        result = add(*(scale(1 << (8 * number), part) for number, part in enumerate(parts)))
        return self._learn(result, (0, (1 << (8 * len(parts))) - 1))

    def _whole(self, parts: Sequence[Term]) -> Term | None:
        """The value that was split into these parts."""
        origin = self._origins.get((parts[0], Int(8, signed=False)))
        if origin is None or self.split(origin, Int(8 * len(parts), signed=False)) != list(parts):
            return None
        return origin

    def split(self, value: Term, made: Int) -> list[Term]:
        self._on()
        parts = [int_mod(int_div(value, integer(1 << (8 * n))), integer(256)) for n in range(made.size)]
        for part in parts:
            self._learn(part, (0, 255))
        if not value.is_const and self._range(value, made)[0] >= 0:
            self._origins.setdefault((parts[0], Int(8, signed=False)), value)
        return parts


def _exact(op: str, left: Term, right: Term) -> Term:
    """``+``, ``-`` or ``*`` of numbers."""
    return add(left, right) if op == "+" else sub(left, right) if op == "-" else mul(left, right)


def _magnitude(term: Term) -> Term:
    return ite(lt(term, integer(0)), neg(term), term)


def _masked(term: Term, mask: int) -> Term:
    """``term & mask`` of unsigned values: a remainder for each run of ones."""
    parts: list[Term] = [integer(0)]
    position = 0
    while mask >> position:
        if not mask >> position & 1:
            position += 1
            continue
        length = 0
        while mask >> (position + length) & 1:
            length += 1
        field = int_mod(int_div(term, integer(1 << position)), integer(1 << length))
        parts.append(scale(1 << position, field))
        position += length
    return add(*parts)


def _conjunction(left: Term, right: Term, width: int) -> Term:
    """``left & right`` of unsigned values, bit by bit."""
    parts: list[Term] = [integer(0)]
    for position in range(width):
        weight = integer(1 << position)
        bits = [eq(int_mod(int_div(term, weight), integer(2)), integer(1)) for term in (left, right)]
        parts.append(ite(and_(*bits), weight, integer(0)))
    return add(*parts)

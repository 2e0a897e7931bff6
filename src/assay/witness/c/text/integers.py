"""Operators on unbounded integers in C: computed in a type that holds every result, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from assay.core.terms import Op, Term
from assay.core.terms.arithmetic import linear
from assay.core.words import reading_order
from assay.witness.c.text.conditions import comparison, conditional
from assay.witness.c.text.operators import moved_right, negated, product_bounds, subtracted
from assay.witness.c.text.sums import Known, related, summed, turned
from assay.witness.c.text.values import (
    BIT_AND,
    EQUALITY,
    INT,
    PRODUCT,
    RELATION,
    SUM,
    CValue,
    combined,
    literal,
    usual,
)


def integer_comparison(term: Term, known: Known, *, holds: bool) -> CValue | None:
    """``sum <= constant`` or ``sum == constant``, or its negation, with what is negative on the other side."""
    coefficients = _whole(linear(term.args[0])[0])
    bound = int(term.args[1].number)
    sign = "==" if term.op is Op.EQ else "<="
    if not holds:
        sign, bound = ("!=", bound) if sign == "==" else (">=", bound + 1)
    if turned(coefficients, sign, bound):
        coefficients, bound = {atom: -c for atom, c in coefficients.items()}, -bound
        sign = {"<=": ">=", ">=": "<="}.get(sign, sign)
    if min(coefficients.values()) < 0 and (sign, bound) == ("<=", -1):
        sign, bound = "<", 0
    return related(coefficients, bound, known, None, partial(comparison, sign))


def integer_sum(term: Term, known: Known) -> CValue | None:
    coefficients, constant = linear(term)
    return summed(_whole(coefficients), int(constant), known, None)


def _whole(coefficients: Mapping[Term, int | Fraction]) -> dict[Term, int]:
    return {atom: int(coefficient) for atom, coefficient in coefficients.items()}


def integer_product(term: Term, known: Known) -> CValue | None:
    """A product of several variables."""
    total: CValue | None = None
    values = [known.get(arg) for arg in term.args]
    for value in sorted(values, key=lambda value: reading_order(value.text if value is not None else "")):
        if value is None or value.type.pointer:
            return None
        if total is None:
            total = value
        else:
            total = combined("*", PRODUCT, total, value, None, product_bounds(total, value))
            if total is None:
                return None
    return total


def integer_division(term: Term, left: CValue, right: CValue) -> CValue | None:
    """SMT-LIB's ``div`` and ``mod``, whose remainder is never negative."""
    if not right.literal:
        return _unknown_divisor(term, left, right)
    divisor = right.bounds[0]
    if divisor <= 0:
        return None
    quotient = term.op is Op.DIV
    if not quotient and left.fits((0, divisor - 1)):
        return left
    if left.bounds[0] >= 0:
        bounds = (left.bounds[0] // divisor, left.bounds[1] // divisor) if quotient else (0, divisor - 1)
        return combined("/" if quotient else "%", PRODUCT, left, right, None, bounds)
    power = divisor.bit_length() - 1
    if divisor == 1 << power and power < 63:
        return moved_right(left, power) if quotient else _low_bits(left, divisor - 1)
    return _rounded_down(left, divisor) if quotient else _remainder(left, divisor)


def _low_bits(left: CValue, mask: int) -> CValue:
    kind = usual(left.type, literal(mask).type)
    return CValue(f"{left.inside(BIT_AND)} & {literal(mask).text}", BIT_AND, kind, (0, mask))


def _rounded_down(left: CValue, divisor: int) -> CValue | None:
    """``x / c`` from zero up, ``-((c - 1 - x) / c)`` below."""
    bounds = left.bounds[0] // divisor, left.bounds[1] // divisor
    above = combined("/", PRODUCT, left, literal(divisor), None, bounds)
    distance = subtracted(literal(divisor - 1), left, None)
    if above is None or distance is None:
        return None
    below = combined("/", PRODUCT, distance, literal(divisor), None, (0, max(-bounds[0], 0)))
    minus = None if below is None else negated(below, None)
    test = CValue(f"{left.inside(RELATION)} >= 0", RELATION, INT, (0, 1))
    made = None if minus is None else conditional(test, above, minus, None)
    return None if made is None else made._replace(bounds=bounds)


def _remainder(left: CValue, divisor: int) -> CValue | None:
    """``(x % c + c) % c``."""
    first = combined("%", PRODUCT, left, literal(divisor), None, (1 - divisor, divisor - 1))
    moved = None if first is None else combined("+", SUM, first, literal(divisor), None, (1, 2 * divisor - 1))
    return None if moved is None else combined("%", PRODUCT, moved, literal(divisor), None, (0, divisor - 1))


def _unknown_divisor(term: Term, left: CValue, right: CValue) -> CValue | None:
    """Numbers from zero up; by zero, which has no fixed value, the result is 0."""
    if left.bounds[0] < 0 or right.bounds[0] < 0:
        return None
    quotient = term.op is Op.DIV
    bounds = 0, left.bounds[1] if quotient else min(left.bounds[1], right.bounds[1])
    made = combined("/" if quotient else "%", PRODUCT, left, right, None, bounds)
    test = CValue(f"{right.inside(EQUALITY)} != 0", EQUALITY, INT, (0, 1))
    if made is None or right.bounds[0] > 0:
        return made
    return conditional(test, made, literal(0), None)

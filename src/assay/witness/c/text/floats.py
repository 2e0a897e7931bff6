"""Comparisons of floating-point numbers in C: literals are exact, operators are those of the same types.

Known limits: infinities, NaN by any other word than ``x != x``, roots, remainders and what is made of bits.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from assay.core.terms import Op, Term
from assay.core.terms.floats import form
from assay.core.terms.ieee import rounded, to_python
from assay.core.terms.sorts import FLOAT32, FLOAT64, Sort
from assay.witness.c.text.scope import CScope
from assay.witness.c.text.values import EQUALITY, INT, RELATION, CValue

_NAMES: Final = {FLOAT32: "float", FLOAT64: "double"}
_SIGNS: Final = {Op.FP_ADD: "+", Op.FP_MUL: "*", Op.FP_DIV: "/"}
_RELATIONS: Final = {Op.FP_LE: "<=", Op.FP_LT: "<", Op.FP_EQ: "=="}
# So many significant digits, but one, tell any two numbers of 24 bits apart.
DIGITS: Final = 10
QUESTIONS: Final = frozenset((*_RELATIONS, Op.FP_IS_NAN, Op.FP_IS_ZERO))


def float_condition(term: Term, scope: CScope) -> CValue | None:
    """A question of ``QUESTIONS``, as a C expression."""
    texts = [_number(arg, scope) for arg in term.args]
    first = texts[0]
    if first is None or texts[-1] is None:
        return None
    if term.op is Op.FP_IS_NAN:
        return CValue(f"{first} != {first}", EQUALITY, INT, (0, 1))
    if term.op is Op.FP_IS_ZERO:
        return CValue(f"{first} == 0", EQUALITY, INT, (0, 1))
    binding = EQUALITY if term.op is Op.FP_EQ else RELATION
    return CValue(f"{first} {_RELATIONS[term.op]} {texts[1]}", binding, INT, (0, 1))


def _number(term: Term, scope: CScope) -> str | None:
    """A number that can stand on either side of any operator."""
    if term.sort not in _NAMES:
        return None
    if term.is_const:
        return float_literal(int(term.number), term.sort)
    if term.op is Op.FP_FROM_BITS:
        return scope.number(term.args[0])
    inside = [_number(arg, scope) for arg in term.args if arg.sort.is_float]
    known = [text for text in inside if text is not None]
    if len(known) < len(term.args):
        return None
    if term.op in _SIGNS:
        return f"({known[0]} {_SIGNS[term.op]} {known[1]})"
    if term.op is Op.FP_NEG:
        return f"(-{known[0]})"
    return f"(({_NAMES[term.sort]}){known[0]})" if term.op is Op.FP_TO_FP else None


def float_literal(bits: int, sort: Sort) -> str | None:
    """A number in decimal digits that are read back as the same number; None for infinities and NaN.

    Those C only has macros for, and hexadecimal digits are not in the grammar of witnesses.
    """
    layout = form(sort)
    if layout.is_infinite(bits) or layout.is_nan(bits):
        return None
    suffix = "f" if sort is FLOAT32 else ""
    text = _shortest(to_python(layout, bits), sort)
    return f"({text}{suffix})" if text.startswith("-") else f"{text}{suffix}"


def _shortest(value: float, sort: Sort) -> str:
    """The fewest digits that no other number of the sort is nearer to; with a point or an exponent."""
    if sort is FLOAT64 or value == 0:
        return repr(value)
    texts = (repr(float(f"{value:.{digits}g}")) for digits in range(1, DIGITS))
    return next((text for text in texts if _nearest(Fraction(text), sort) == value), repr(value))


def _nearest(number: Fraction, sort: Sort) -> float:
    """The number of the sort that a compiler reads, which rounds once."""
    over, under = abs(number.numerator), number.denominator
    layout = form(sort)
    return to_python(layout, rounded(layout, negative=number < 0, numerator=over, denominator=under))

"""Conversions of floating-point terms: from and to bits, integers and other formats.

``to_bits`` gives the one NaN fixed bits, and ``from_bits`` takes any of its bits.  Conversions to integers round
towards zero, and are total here: what does not fit becomes 0.  All others round to the nearest even number.
"""

from __future__ import annotations

from assay.core.terms import Op, Term, and_, ieee, intern, ite
from assay.core.terms.bitvectors import bv, mask, signed
from assay.core.terms.floats import (
    BINARY,
    bits_of,
    form,
    fp,
    fp_abs,
    fp_binary,
    fp_is_nan,
    fp_le,
    fp_lt,
    fp_neg,
    fp_sqrt,
    narrowed,
    widened,
)
from assay.core.terms.ieee import Format
from assay.core.terms.sorts import FLOAT32, FLOAT64, Sort, bitvector


def from_bits(term: Term, sort: Sort) -> Term:
    """The number of ``sort`` that a vector of its width represents."""
    if term.sort is not bitvector(sort.width):
        raise TypeError(f"{term.sort} does not hold the bits of {sort}")
    layout = form(sort)
    if term.is_const:
        return fp(bits_of(term), sort)
    if term.op is Op.FP_TO_BITS and term.args[0].sort is sort:
        return term.args[0]
    if term.op is Op.BV_XOR and term.args[1].is_const and bits_of(term.args[1]) == layout.sign:
        return fp_neg(from_bits(term.args[0], sort))
    if term.op is Op.BV_AND and term.args[1].is_const and bits_of(term.args[1]) == layout.sign - 1:
        return fp_abs(from_bits(term.args[0], sort))
    if term.op is Op.ITE:
        condition, then, otherwise = term.args
        made = otherwise.args[0] if otherwise.op is Op.FP_TO_BITS else None
        if made is not None and _is_some_nan(then, layout) and condition is fp_is_nan(made):
            return made
        if all(arg.is_const or arg.op is Op.FP_TO_BITS for arg in (then, otherwise)):
            return ite(condition, from_bits(then, sort), from_bits(otherwise, sort))
    return intern(Op.FP_FROM_BITS, (term,), sort, (sort.exponent, sort.significand))


def _is_some_nan(term: Term, layout: Format) -> bool:
    """Is the vector a NaN, whatever its variables are?  Recognised as a disjunction with the quiet NaN."""
    if term.is_const:
        return layout.is_nan(bits_of(term))
    return term.op is Op.BV_OR and term.args[1].is_const and bits_of(term.args[1]) & layout.nan == layout.nan


def to_bits(term: Term) -> Term:
    """The vector that represents a number; all NaNs have the same."""
    if term.is_const:
        return bv(bits_of(term), term.sort.width)
    return intern(Op.FP_TO_BITS, (term,), bitvector(term.sort.width))


def to_float(term: Term, sort: Sort) -> Term:
    """The nearest number of another format."""
    if term.sort is sort:
        return term
    if term.is_const:
        return fp(ieee.to_format(form(term.sort), bits_of(term), form(sort)), sort)
    if widened(term):
        return to_float(term.args[0], sort)
    if term.sort is FLOAT64 and sort is FLOAT32:
        single = _rounded_once(term)
        if single is not None:
            return single
    return intern(Op.FP_TO_FP, (term,), sort, (sort.exponent, sort.significand))


def _rounded_once(term: Term) -> Term | None:
    """A sum, product, quotient or root of floats by doubles: made a float again, it is the one by floats.

    To round twice changes nothing, as 53 >= 2 * 24 + 2 (Figueroa, SIGNUM Newsletter 1995).
    """
    if term.op not in (Op.FP_ADD, Op.FP_MUL, Op.FP_DIV, Op.FP_SQRT, Op.FP_NEG, Op.FP_ABS):
        return None
    args = [narrowed(arg, FLOAT32) for arg in term.args]
    if any(arg is None for arg in args):
        return None
    found = [arg for arg in args if arg is not None]
    if term.op in BINARY:
        return fp_binary(term.op, found[0], found[1])
    return {Op.FP_SQRT: fp_sqrt, Op.FP_NEG: fp_neg, Op.FP_ABS: fp_abs}[term.op](found[0])


def from_integer(term: Term, sort: Sort, *, negative: bool) -> Term:
    """The number nearest to an integer, whose vector is read as a signed one if it may be ``negative``."""
    if term.is_const:
        value = signed(bits_of(term), term.sort.width) if negative else bits_of(term)
        return fp(ieee.from_integer(form(sort), value), sort)
    if term.op is Op.BV_ZERO_EXTEND or (term.op is Op.BV_SIGN_EXTEND and negative):
        return from_integer(term.args[0], sort, negative=term.op is Op.BV_SIGN_EXTEND)
    if term.op is Op.ITE and term.args[1].is_const and term.args[2].is_const:
        then, otherwise = (from_integer(arg, sort, negative=negative) for arg in term.args[1:])
        return ite(term.args[0], then, otherwise)
    op = Op.FP_FROM_SIGNED if negative else Op.FP_FROM_UNSIGNED
    return intern(op, (term,), sort, (sort.exponent, sort.significand))


def to_integer(term: Term, width: int, *, negative: bool) -> Term:
    """The integer next to a number towards zero, as a vector; 0 if it has none of ``width`` bits."""
    if term.is_const:
        value = ieee.to_integer(form(term.sort), bits_of(term))
        return bv(value if value is not None and _fits(value, width, negative=negative) else 0, width)
    return intern(Op.FP_TO_SIGNED if negative else Op.FP_TO_UNSIGNED, (term,), bitvector(width), (width,))


def _fits(value: int, width: int, *, negative: bool) -> bool:
    return -(1 << (width - 1)) <= value < 1 << (width - 1) if negative else 0 <= value < 1 << width


def integer_fits(term: Term, width: int, *, negative: bool) -> Term:
    """Is the number, without its fraction, an integer of ``width`` bits?"""
    layout, sort = form(term.sort), term.sort
    above = fp(ieee.from_integer(layout, 1 << (width - negative)), sort)
    lowest = -(1 << (width - 1)) if negative else 0
    # Strictly above the integer before the lowest one, where that is a number; else nothing lies between.
    before = ieee.from_integer(layout, lowest - 1)
    if ieee.to_integer(layout, before) == lowest - 1:
        low = fp_lt(fp(before, sort), term)
    else:
        low = fp_le(fp(ieee.from_integer(layout, lowest), sort), term)
    return and_(low, fp_lt(term, above))


def integer_value(bits: int, layout: Format, width: int, *, negative: bool) -> int:
    """What ``to_integer`` gives, on bits."""
    value = ieee.to_integer(layout, bits)
    return value & mask(width) if value is not None and _fits(value, width, negative=negative) else 0

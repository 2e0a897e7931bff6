"""All floating-point operators in one place: their values, for evaluation, and their terms, for rebuilding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from assay.core.terms import Op, Payload, Term, ieee, post_order
from assay.core.terms.bitvectors import signed
from assay.core.terms.float_conversions import from_bits, from_integer, integer_value, to_bits, to_float, to_integer
from assay.core.terms.floats import (
    BINARY,
    CLASSIFY,
    COMPARE,
    UNARY,
    form,
    fp_abs,
    fp_binary,
    fp_classify,
    fp_compare,
    fp_fma,
    fp_neg,
    fp_round,
    fp_sqrt,
)
from assay.core.terms.ieee import Format, Mode
from assay.core.terms.sorts import Sort

# -- evaluation --------------------------------------------------------------------------------------------------------

_OTHERS: Final[dict[Op, Callable[[Term, Format, list[int]], int]]] = {
    Op.FP_FROM_BITS: lambda t, f, v: form(t.sort).canonical(v[0]),
    Op.FP_TO_BITS: lambda t, f, v: v[0],
    Op.FP_FMA: lambda t, f, v: ieee.multiply_add(f, v[0], v[1], v[2]),
    Op.FP_ROUND: lambda t, f, v: ieee.round_to_integral(f, v[0], Mode(_parameter(t))),
    Op.FP_TO_FP: lambda t, f, v: ieee.to_format(f, v[0], form(t.sort)),
    Op.FP_FROM_SIGNED: lambda t, f, v: ieee.from_integer(form(t.sort), signed(v[0], t.args[0].sort.width)),
    Op.FP_FROM_UNSIGNED: lambda t, f, v: ieee.from_integer(form(t.sort), v[0]),
    Op.FP_TO_SIGNED: lambda t, f, v: integer_value(v[0], f, t.sort.width, negative=True),
    Op.FP_TO_UNSIGNED: lambda t, f, v: integer_value(v[0], f, t.sort.width, negative=False),
}
OPERATORS: Final = frozenset((*BINARY, *UNARY, *COMPARE, *CLASSIFY, *_OTHERS))
"""The operators that take or give a floating-point number, apart from those of every sort."""


def _parameter(term: Term) -> int:
    assert isinstance(term.value, tuple)
    return term.value[0]


def apply(term: Term, values: list[int]) -> int | bool:
    """The value of a term with an operator of ``OPERATORS``, from those of its arguments."""
    op, layout = term.op, form(term.args[0].sort)
    if op in BINARY:
        return BINARY[op](layout, values[0], values[1])
    if op in COMPARE:
        return COMPARE[op](layout, values[0], values[1])
    if op in UNARY:
        return UNARY[op](layout, values[0])
    if op in CLASSIFY:
        return CLASSIFY[op](layout, values[0])
    return _OTHERS[op](term, layout, values)


def is_floating(*roots: Term) -> bool:
    """Does any of the terms compute with floating-point numbers?"""
    return any(term.op in OPERATORS or term.sort.is_float for term in post_order(*roots))


# -- rebuilding --------------------------------------------------------------------------------------------------------


def make(op: Op, args: tuple[Term, ...], sort: Sort, value: Payload) -> Term:
    """The simplified term with an operator of ``OPERATORS``."""
    if op in BINARY:
        return fp_binary(op, args[0], args[1])
    if op in COMPARE:
        return fp_compare(op, args[0], args[1])
    if op in CLASSIFY:
        return fp_classify(op, args[0])
    match op:
        case Op.FP_SQRT:
            return fp_sqrt(args[0])
        case Op.FP_ABS:
            return fp_abs(args[0])
        case Op.FP_NEG:
            return fp_neg(args[0])
        case Op.FP_FMA:
            return fp_fma(args[0], args[1], args[2])
        case Op.FP_ROUND:
            assert isinstance(value, tuple)
            return fp_round(Mode(value[0]), args[0])
        case Op.FP_FROM_BITS:
            return from_bits(args[0], sort)
        case Op.FP_TO_BITS:
            return to_bits(args[0])
        case Op.FP_TO_FP:
            return to_float(args[0], sort)
        case Op.FP_FROM_SIGNED | Op.FP_FROM_UNSIGNED:
            return from_integer(args[0], sort, negative=op is Op.FP_FROM_SIGNED)
        case _:
            return to_integer(args[0], sort.width, negative=op is Op.FP_TO_SIGNED)

"""Floating-point operators as Python source, over bits: for code that is emitted to run often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from assay.core.terms import Op, Term, floats, ieee
from assay.core.terms.float_conversions import integer_value
from assay.core.terms.sorts import FLOAT32, FLOAT64, Sort


def _name(op: Op) -> str:
    return op.name.lower()


# What the source may call.
FLOAT_NAMES: Final[Mapping[str, Any]] = {
    **{
        _name(op): function
        for table in (floats.BINARY, floats.UNARY, floats.COMPARE, floats.CLASSIFY)
        for op, function in table.items()
    },
    **{name: getattr(ieee, name) for name in ("BINARY32", "BINARY64", "binary", "to_format", "from_integer", "Mode")},
    **{name: getattr(ieee, name) for name in ("multiply_add", "round_to_integral")},
    "integer_value": integer_value,
}


def float_source(term: Term, a: Sequence[str]) -> str:
    """A floating-point operator on the expressions ``a``, by the names of ``FLOAT_NAMES``."""
    op, sort = term.op, term.args[0].sort
    if op in floats.BINARY or op in floats.UNARY or op in floats.COMPARE or op in floats.CLASSIFY:
        return f"{_name(op)}({_form(sort)}, {', '.join(a)})"
    if op is Op.FP_TO_BITS:
        return a[0]
    if op is Op.FP_FROM_BITS:
        return f"{_form(term.sort)}.canonical({a[0]})"
    if op is Op.FP_TO_FP:
        return f"to_format({_form(sort)}, {a[0]}, {_form(term.sort)})"
    if op in (Op.FP_FROM_SIGNED, Op.FP_FROM_UNSIGNED):
        flip = 1 << (sort.width - 1)
        value = f"({a[0]} ^ {flip}) - {flip}" if op is Op.FP_FROM_SIGNED else a[0]
        return f"from_integer({_form(term.sort)}, {value})"
    if op is Op.FP_FMA:
        return f"multiply_add({_form(sort)}, {', '.join(a)})"
    if op is Op.FP_ROUND:
        assert isinstance(term.value, tuple)
        return f"round_to_integral({_form(sort)}, {a[0]}, Mode({term.value[0]}))"
    return f"integer_value({a[0]}, {_form(sort)}, {term.sort.width}, negative={op is Op.FP_TO_SIGNED})"


def _form(sort: Sort) -> str:
    return (
        "BINARY64" if sort is FLOAT64 else "BINARY32" if sort is FLOAT32 else f"binary{sort.exponent, sort.significand}"
    )

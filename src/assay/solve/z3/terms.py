"""Our terms as z3 expressions: one call of the library for each distinct subterm, ever."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from assay.core.terms import Op, Term
from assay.core.terms.bitvectors import bv
from assay.core.terms.float_conversions import integer_fits
from assay.core.terms.float_operators import OPERATORS
from assay.core.terms.floats import form, fp_is_nan
from assay.core.terms.sorts import BOOL
from assay.solve.translation import untranslated
from assay.solve.z3.context import Z3Context
from assay.solve.z3.raw import Library, array_of

# Operators whose z3 function takes its arguments one by one.
_PLAIN: Final[dict[Op, str]] = {
    Op.NOT: "mk_not",
    Op.EQ: "mk_eq",
    Op.ITE: "mk_ite",
    Op.DIV: "mk_div",
    Op.MOD: "mk_mod",
    Op.REAL_DIV: "mk_div",
    Op.LE: "mk_le",
    Op.LT: "mk_lt",
    Op.TO_REAL: "mk_int2real",
    Op.TO_INT: "mk_real2int",
    Op.IS_INT: "mk_is_int",
    Op.SELECT: "mk_select",
    Op.STORE: "mk_store",
    Op.BV_CONCAT: "mk_concat",
    Op.FP_REM: "mk_fpa_rem",
    Op.FP_ABS: "mk_fpa_abs",
    Op.FP_NEG: "mk_fpa_neg",
    Op.FP_EQ: "mk_fpa_eq",
    Op.FP_LE: "mk_fpa_leq",
    Op.FP_LT: "mk_fpa_lt",
    Op.FP_IS_NAN: "mk_fpa_is_nan",
    Op.FP_IS_INFINITE: "mk_fpa_is_infinite",
    Op.FP_IS_ZERO: "mk_fpa_is_zero",
} | {op: "mk_" + op.value for op in Op if op.value.startswith("bv")}
# Operators whose z3 function takes an array of arguments.
_VARIADIC: Final[dict[Op, str]] = {Op.AND: "mk_and", Op.OR: "mk_or", Op.ADD: "mk_add", Op.MUL: "mk_mul"}
# Operators whose z3 function takes the term's parameters first.
_INDEXED: Final[dict[Op, str]] = {
    Op.BV_EXTRACT: "mk_extract",
    Op.BV_ZERO_EXTEND: "mk_zero_ext",
    Op.BV_SIGN_EXTEND: "mk_sign_ext",
}
# Operators whose z3 function takes a rounding mode first, always to the nearest.
_ROUNDING: Final[dict[Op, str]] = {
    Op.FP_ADD: "mk_fpa_add",
    Op.FP_MUL: "mk_fpa_mul",
    Op.FP_DIV: "mk_fpa_div",
    Op.FP_FMA: "mk_fpa_fma",
    Op.FP_SQRT: "mk_fpa_sqrt",
}
# Conversions to a floating-point sort, which z3's functions take last.
_TO_FLOAT: Final[dict[Op, str]] = {
    Op.FP_TO_FP: "mk_fpa_to_fp_float",
    Op.FP_FROM_SIGNED: "mk_fpa_to_fp_signed",
    Op.FP_FROM_UNSIGNED: "mk_fpa_to_fp_unsigned",
}
_MODES: Final = ("mk_fpa_rne", "mk_fpa_rna", "mk_fpa_rtp", "mk_fpa_rtn", "mk_fpa_rtz")
_INT64: Final = range(-(2**63), 2**63)


@cache
def _functions(api: Library) -> tuple[dict[Op, Callable[..., int]], dict[Op, Callable[..., int]]]:
    """The functions of ``_PLAIN`` and of ``_VARIADIC``."""
    plain = {op: getattr(api, name) for op, name in _PLAIN.items()}
    return plain, {op: getattr(api, name) for op, name in _VARIADIC.items()}


def to_z3(context: Z3Context, root: Term) -> int:
    """The expression of ``context`` that says ``root``; the same pointer whenever it is asked for."""
    raws, terms, floats = context.raws, context.terms, context.floats
    known = raws.get(root)
    if known is not None:
        return known
    raw_context, keep = context.raw, context.api.inc_ref
    plain, variadic = _functions(context.api)
    for term in untranslated(root, raws):
        function = plain.get(term.op)
        if function is not None:
            raw = function(raw_context, *[raws[arg] for arg in term.args])
        elif (function := variadic.get(term.op)) is not None:
            raw = function(raw_context, len(term.args), array_of([raws[arg] for arg in term.args]))
        else:
            raw = _special(context, term)
        if not raw:
            raise context.complaint()
        keep(raw_context, raw)
        raws[term] = raw
        terms[raw] = term
        if floats and not floats.isdisjoint(term.args):
            floats.add(term)
    return raws[root]


def _special(context: Z3Context, term: Term) -> int:
    """A leaf, or an operator with parameters; its arguments are translated already."""
    api = context.api
    if term.sort.is_float or term.op in OPERATORS:
        context.floats.add(term)
    raw: int
    if term.op is Op.VAR:
        raw = api.mk_const(context.raw, context.symbol(term.name), context.raw_sort(term.sort))
    elif term.op is Op.CONST:
        raw = _constant(context, term)
    elif term.op is Op.CONST_ARRAY:
        assert term.sort.index is not None
        raw = api.mk_const_array(context.raw, context.raw_sort(term.sort.index), context.raws[term.args[0]])
    elif term.op in OPERATORS:
        raw = _floating(context, term)
    else:
        assert isinstance(term.value, tuple)
        raw = getattr(api, _INDEXED[term.op])(context.raw, *term.value, context.raws[term.args[0]])
    return raw


def _floating(context: Z3Context, term: Term) -> int:
    """A floating-point operator; its arguments are translated already."""
    api, here, arg = context.api, context.raw, term.args[0]
    nearest, operands = context.keep(api.mk_fpa_rne(here)), [context.raws[arg] for arg in term.args]
    raw: int
    if term.op in _ROUNDING:
        raw = getattr(api, _ROUNDING[term.op])(here, nearest, *operands)
    elif term.op in _TO_FLOAT:
        raw = getattr(api, _TO_FLOAT[term.op])(here, nearest, *operands, context.raw_sort(term.sort))
    elif term.op is Op.FP_FROM_BITS:
        raw = api.mk_fpa_to_fp_bv(here, *operands, context.raw_sort(term.sort))
    elif term.op is Op.FP_ROUND:
        assert isinstance(term.value, tuple)
        raw = api.mk_fpa_round_to_integral(here, context.keep(getattr(api, _MODES[term.value[0]])(here)), *operands)
    elif term.op is Op.FP_TO_BITS:
        exact = context.keep(api.mk_fpa_to_ieee_bv(here, *operands))
        canonical = to_z3(context, bv(form(arg.sort).nan, arg.sort.width))
        raw = api.mk_ite(here, to_z3(context, fp_is_nan(arg)), canonical, exact)
    else:
        negative = term.op is Op.FP_TO_SIGNED
        function = api.mk_fpa_to_sbv if negative else api.mk_fpa_to_ubv
        exact = context.keep(function(here, context.keep(api.mk_fpa_rtz(here)), *operands, term.sort.width))
        fits = to_z3(context, integer_fits(arg, term.sort.width, negative=negative))
        raw = api.mk_ite(here, fits, exact, to_z3(context, bv(0, term.sort.width)))
    return raw


def _constant(context: Z3Context, term: Term) -> int:
    assert term.sort is not BOOL, "both truth values are known to every context"
    sort, value = context.raw_sort(term.sort), term.number
    raw: int
    if term.sort.is_float:
        bits = to_z3(context, bv(int(value), term.sort.width))
        return int(context.api.mk_fpa_to_fp_bv(context.raw, bits, sort))
    if isinstance(value, int) and value in _INT64:
        raw = context.api.mk_int64(context.raw, value, sort)
    else:
        raw = context.api.mk_numeral(context.raw, str(value).encode(), sort)
    return raw

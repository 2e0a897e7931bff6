"""Our terms as z3 expressions: one call of the library for each distinct subterm, ever."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from assay.core.terms import Op, Term
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
} | {op: "mk_" + op.value for op in Op if op.value.startswith("bv")}
# Operators whose z3 function takes an array of arguments.
_VARIADIC: Final[dict[Op, str]] = {Op.AND: "mk_and", Op.OR: "mk_or", Op.ADD: "mk_add", Op.MUL: "mk_mul"}
# Operators whose z3 function takes the term's parameters first.
_INDEXED: Final[dict[Op, str]] = {
    Op.BV_EXTRACT: "mk_extract",
    Op.BV_ZERO_EXTEND: "mk_zero_ext",
    Op.BV_SIGN_EXTEND: "mk_sign_ext",
}
_INT64: Final = range(-(2**63), 2**63)


@cache
def _functions(api: Library) -> tuple[dict[Op, Callable[..., int]], dict[Op, Callable[..., int]]]:
    """The functions of ``_PLAIN`` and of ``_VARIADIC``."""
    plain = {op: getattr(api, name) for op, name in _PLAIN.items()}
    return plain, {op: getattr(api, name) for op, name in _VARIADIC.items()}


def to_z3(context: Z3Context, root: Term) -> int:
    """The expression of ``context`` that says ``root``; the same pointer whenever it is asked for."""
    raws, terms = context.raws, context.terms
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
    return raws[root]


def _special(context: Z3Context, term: Term) -> int:
    """A leaf, or an operator with parameters; its arguments are translated already."""
    api = context.api
    raw: int
    if term.op is Op.VAR:
        raw = api.mk_const(context.raw, context.symbol(term.name), context.raw_sort(term.sort))
    elif term.op is Op.CONST:
        raw = _constant(context, term)
    elif term.op is Op.CONST_ARRAY:
        assert term.sort.index is not None
        raw = api.mk_const_array(context.raw, context.raw_sort(term.sort.index), context.raws[term.args[0]])
    else:
        assert isinstance(term.value, tuple)
        raw = getattr(api, _INDEXED[term.op])(context.raw, *term.value, context.raws[term.args[0]])
    return raw


def _constant(context: Z3Context, term: Term) -> int:
    assert term.sort is not BOOL, "both truth values are known to every context"
    sort, value = context.raw_sort(term.sort), term.number
    raw: int
    if isinstance(value, int) and value in _INT64:
        raw = context.api.mk_int64(context.raw, value, sort)
    else:
        raw = context.api.mk_numeral(context.raw, str(value).encode(), sort)
    return raw

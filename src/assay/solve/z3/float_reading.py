"""z3's floating-point expressions as our terms; a rounding mode is read as the number of a ``Mode``.

Outside our language, and so ``Unsupported``: other roundings than to the nearest even (of integers: towards zero), and
conversions from and to real numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from assay.core.errors import SolverFailure, Unsupported
from assay.core.terms import Term, and_, eq, integer, ite, not_, or_
from assay.core.terms import floats as f
from assay.core.terms.bitvectors import bv, concat, extract
from assay.core.terms.float_conversions import from_bits, from_integer, to_bits, to_float, to_integer
from assay.core.terms.ieee import Mode
from assay.core.terms.sorts import Sort, floating
from assay.solve.z3.context import Maker, Z3Context, decode

IndexedMaker = Callable[[Sequence[int], Sequence[Term]], Term]

_MODES: Final = {
    "RM_NEAREST_TIES_TO_EVEN": Mode.NEAREST_EVEN,
    "RM_NEAREST_TIES_TO_AWAY": Mode.NEAREST_AWAY,
    "RM_TOWARD_POSITIVE": Mode.UPWARD,
    "RM_TOWARD_NEGATIVE": Mode.DOWNWARD,
    "RM_TOWARD_ZERO": Mode.TOWARD_ZERO,
}


def nullary_float(context: Z3Context, raw: int, kind: int) -> Term | None:
    """A floating-point numeral or a rounding mode; None if it is neither."""
    api, kinds = context.api, context.api.kinds
    for name, mode in _MODES.items():
        if kind == getattr(kinds, "Z3_OP_FPA_" + name):
            return integer(int(mode))
    numerals = ("NUM", "PLUS_INF", "MINUS_INF", "NAN", "PLUS_ZERO", "MINUS_ZERO")
    if not any(kind == getattr(kinds, "Z3_OP_FPA_" + name) for name in numerals):
        return None
    made = api.get_sort(context.raw, raw)
    sort = floating(api.fpa_get_ebits(context.raw, made), api.fpa_get_sbits(context.raw, made))
    if kind == kinds.Z3_OP_FPA_NAN:
        return f.fp(f.form(sort).nan, sort)
    with (
        context.holding(api.mk_fpa_to_ieee_bv(context.raw, raw)) as vector,
        context.holding(api.simplify(context.raw, vector)) as simple,
    ):
        text = decode(api.get_numeral_string(context.raw, simple))
    if not text.isdigit():
        raise SolverFailure(f"z3: the number {context.text(raw)} has no bits")
    return f.fp(int(text), sort)


def _to_nearest(mode: Term) -> None:
    if mode.value != int(Mode.NEAREST_EVEN):
        raise Unsupported("floating-point arithmetic that does not round to the nearest even number")


def _rounding(maker: Maker) -> Maker:
    """An operator whose first argument is the rounding mode."""

    def made(a: Sequence[Term]) -> Term:
        _to_nearest(a[0])
        return maker(a[1:])

    return made


def _smallest_normal(sort: Sort) -> Term:
    return f.fp(1 << (sort.significand - 1), sort)


def _is_normal(a: Sequence[Term]) -> Term:
    return and_(f.fp_is_finite(a[0]), f.fp_le(_smallest_normal(a[0].sort), f.fp_abs(a[0])))


def _is_subnormal(a: Sequence[Term]) -> Term:
    return and_(not_(f.fp_is_zero(a[0])), f.fp_lt(f.fp_abs(a[0]), _smallest_normal(a[0].sort)))


def _has_sign(bit: int) -> Maker:
    def made(a: Sequence[Term]) -> Term:
        top = a[0].sort.width - 1
        return and_(not_(f.fp_is_nan(a[0])), eq(extract(top, top, to_bits(a[0])), bv(bit, 1)))

    return made


def _to_integral(a: Sequence[Term]) -> Term:
    if not isinstance(a[0].value, int):
        raise Unsupported("a rounding mode that is not fixed")
    return f.fp_round(Mode(a[0].value), a[1])


def _assembled(a: Sequence[Term]) -> Term:
    bits = concat(concat(a[0], a[1]), a[2])
    return from_bits(bits, floating(a[1].sort.width, a[2].sort.width + 1))


def _to_fp(parameters: Sequence[int], a: Sequence[Term]) -> Term:
    sort = floating(parameters[0], parameters[1])
    if len(a) == 1 and a[0].sort.is_bitvector:
        return from_bits(a[0], sort)
    if len(a) == 2 and a[1].sort.is_float:
        _to_nearest(a[0])
        return to_float(a[1], sort)
    if len(a) == 2 and a[1].sort.is_bitvector:
        _to_nearest(a[0])
        return from_integer(a[1], sort, negative=True)
    raise Unsupported("a floating-point number made of a real one")


def _to_fp_unsigned(parameters: Sequence[int], a: Sequence[Term]) -> Term:
    _to_nearest(a[0])
    return from_integer(a[1], floating(parameters[0], parameters[1]), negative=False)


def _integral(*, negative: bool) -> IndexedMaker:
    def made(parameters: Sequence[int], a: Sequence[Term]) -> Term:
        if a[0].value != int(Mode.TOWARD_ZERO):
            raise Unsupported("a conversion to integers that does not round towards zero")
        return to_integer(a[1], parameters[0], negative=negative)

    return made


def _smaller(a: Sequence[Term]) -> Term:
    return ite(or_(f.fp_lt(a[0], a[1]), f.fp_is_nan(a[1])), a[0], a[1])


def _greater(a: Sequence[Term]) -> Term:
    return ite(or_(f.fp_lt(a[1], a[0]), f.fp_is_nan(a[1])), a[0], a[1])


FLOATS: Final[dict[str, Maker]] = {
    "FPA_ADD": _rounding(lambda a: f.fp_add(a[0], a[1])),
    "FPA_SUB": _rounding(lambda a: f.fp_sub(a[0], a[1])),
    "FPA_MUL": _rounding(lambda a: f.fp_mul(a[0], a[1])),
    "FPA_DIV": _rounding(lambda a: f.fp_div(a[0], a[1])),
    "FPA_FMA": _rounding(lambda a: f.fp_fma(a[0], a[1], a[2])),
    "FPA_SQRT": _rounding(lambda a: f.fp_sqrt(a[0])),
    "FPA_ROUND_TO_INTEGRAL": _to_integral,
    "FPA_REM": lambda a: f.fp_rem(a[0], a[1]),
    "FPA_ABS": lambda a: f.fp_abs(a[0]),
    "FPA_NEG": lambda a: f.fp_neg(a[0]),
    "FPA_MIN": _smaller,
    "FPA_MAX": _greater,
    "FPA_EQ": lambda a: f.fp_eq(a[0], a[1]),
    "FPA_LT": lambda a: f.fp_lt(a[0], a[1]),
    "FPA_GT": lambda a: f.fp_lt(a[1], a[0]),
    "FPA_LE": lambda a: f.fp_le(a[0], a[1]),
    "FPA_GE": lambda a: f.fp_le(a[1], a[0]),
    "FPA_IS_NAN": lambda a: f.fp_is_nan(a[0]),
    "FPA_IS_INF": lambda a: f.fp_is_infinite(a[0]),
    "FPA_IS_ZERO": lambda a: f.fp_is_zero(a[0]),
    "FPA_IS_NORMAL": _is_normal,
    "FPA_IS_SUBNORMAL": _is_subnormal,
    "FPA_IS_NEGATIVE": _has_sign(1),
    "FPA_IS_POSITIVE": _has_sign(0),
    "FPA_FP": _assembled,
    "FPA_TO_IEEE_BV": lambda a: to_bits(a[0]),
}
INDEXED_FLOATS: Final[dict[str, IndexedMaker]] = {
    "FPA_TO_FP": _to_fp,
    "FPA_TO_FP_UNSIGNED": _to_fp_unsigned,
    "FPA_TO_SBV": _integral(negative=True),
    "FPA_TO_UBV": _integral(negative=False),
}

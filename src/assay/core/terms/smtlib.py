"""Printing terms, sorts and symbols as SMT-LIB 2 text, shared subterms bound by ``let``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from assay.core.terms import Op, Term, post_order
from assay.core.terms.float_operators import OPERATORS
from assay.core.terms.sorts import BOOL, INT, REAL

_SIMPLE: Final = re.compile(r"(?!-[0-9])[A-Za-z~!@$%^&*_+=<>.?/-][0-9A-Za-z~!@$%^&*_+=<>.?/-]*\Z")
_WORDS: Final = "! let match par BINARY DECIMAL HEXADECIMAL NUMERAL STRING"
# Names with a meaning in the theories: quoted they have it still, so that nothing else can be called so.
_THEORIES: Final = (
    "_ as exists forall true false not and or xor ite distinct select store div mod abs to_real to_int is_int + - "
    "* / = < <= > >= => concat extract repeat zero_extend sign_extend rotate_left rotate_right to_fp fp RNE RNA "
    "RTP RTN RTZ roundNearestTiesToEven roundNearestTiesToAway roundTowardPositive roundTowardNegative "
    "roundTowardZero bvnot bvneg bvand bvor bvxor bvnand bvnor bvxnor bvadd bvsub bvmul bvudiv bvurem bvsdiv "
    "bvsrem bvsmod bvshl bvlshr bvashr bvcomp bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge bv2nat int2bv"
)
_FAMILIES: Final = ("fp.", "str.", "re.", "seq.")
_TAKEN: Final = frozenset(_THEORIES.split())
_RESERVED: Final = frozenset(_WORDS.split()) | _TAKEN


def symbol(name: str) -> str:
    """``name`` as an SMT-LIB symbol that may be declared, quoted where it must be."""
    return quoted(f"{name}!" if name in _TAKEN or name.startswith(_FAMILIES) else name)


def quoted(name: str) -> str:
    """``name`` as it is written among others, quoted where it has to be."""
    if _SIMPLE.match(name) and name not in _RESERVED:
        return name
    return "|" + name.replace("\\", "!").replace("|", "!") + "|"


def literal(term: Term) -> str:
    """A constant as text."""
    value = term.value
    if term.sort is BOOL:
        return "true" if value else "false"
    if term.sort is INT:
        assert isinstance(value, int)
        return str(value) if value >= 0 else f"(- {-value})"
    if term.sort is REAL:
        assert isinstance(value, Fraction)
        text = f"{abs(value.numerator)}.0"
        if value.denominator != 1:
            text = f"(/ {text} {value.denominator}.0)"
        return f"(- {text})" if value < 0 else text
    if term.sort.is_float:
        return f"((_ to_fp {term.sort.exponent} {term.sort.significand}) (_ bv{value} {term.sort.width}))"
    return f"(_ bv{value} {term.sort.width})"


def _head(term: Term) -> str:
    if term.op is Op.CONST_ARRAY:
        return f"(as const {term.sort})"
    if term.op in (Op.BV_EXTRACT, Op.BV_ZERO_EXTEND, Op.BV_SIGN_EXTEND):
        assert isinstance(term.value, tuple)
        return f"(_ {term.op.value} {' '.join(map(str, term.value))})"
    return _FLOATING.get(term.op, _plain)(term) if term.op in OPERATORS else term.op.value


def _plain(term: Term) -> str:
    return term.op.value


def _converting(term: Term, rounding: str) -> str:
    name = "to_fp_unsigned" if term.op is Op.FP_FROM_UNSIGNED else "to_fp"
    return f"(_ {name} {term.sort.exponent} {term.sort.significand}){rounding}"


def _to_integer(term: Term) -> str:
    """The conversion, in the standard's words, which leave open what does not fit."""
    return f"(_ {term.op.value} {term.sort.width}) RTZ"


def _to_integral(term: Term) -> str:
    assert isinstance(term.value, tuple)
    return f"{term.op.value} {('RNE', 'RNA', 'RTP', 'RTN', 'RTZ')[term.value[0]]}"


# What stands before the arguments of a floating-point operator that is not just its name.
_FLOATING: Final[dict[Op, Callable[[Term], str]]] = {
    Op.FP_FROM_BITS: lambda t: _converting(t, ""),
    Op.FP_TO_FP: lambda t: _converting(t, " RNE"),
    Op.FP_FROM_SIGNED: lambda t: _converting(t, " RNE"),
    Op.FP_FROM_UNSIGNED: lambda t: _converting(t, " RNE"),
    Op.FP_TO_SIGNED: _to_integer,
    Op.FP_TO_UNSIGNED: _to_integer,
    Op.FP_ROUND: _to_integral,
    **{op: lambda t: f"{t.op.value} RNE" for op in (Op.FP_ADD, Op.FP_MUL, Op.FP_DIV, Op.FP_FMA, Op.FP_SQRT)},
}


def to_smtlib(root: Term) -> str:
    """``root`` as text whose length is linear in the number of distinct subterms."""
    order = list(post_order(root))
    uses = Counter(arg for term in order for arg in term.args)
    text: dict[Term, str] = {}
    bindings: list[tuple[str, str]] = []
    for term in order:
        if term.op is Op.CONST:
            text[term] = literal(term)
        elif term.op is Op.VAR:
            text[term] = symbol(term.name)
        else:
            body = f"({_head(term)} {' '.join(text[arg] for arg in term.args)})"
            if uses[term] > 1 and len(body) > 24:
                name = f"?{len(bindings)}"
                bindings.append((name, body))
                body = name
            text[term] = body
    opening = "".join(f"(let (({name} {body})) " for name, body in bindings)
    return opening + text[root] + ")" * len(bindings)

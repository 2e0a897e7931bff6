"""Literals that bound one variable: as intervals, for what is evaluated behind them, and as readable C.

A comparison of ``x + k`` (or ``k - x``) with a constant, modulo the width and by whatever reading, says that ``x`` is
in an interval or outside of one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.c_source import NamedValue
from assay.core.terms import Op, Term
from assay.core.terms.sorts import INT as INTEGER
from assay.witness.c.text.scope import CScope
from assay.witness.c.text.sums import vector_linear
from assay.witness.c.text.values import AND, EQUALITY, INT, OR, RELATION, Bounds, CValue, literal, window

_SIGNED: Final = {Op.BV_SLE: True, Op.BV_ULE: False}


@dataclass(frozen=True, slots=True)
class Range:
    """The value of a variable's C expression is from ``low`` to ``high``, or if ``low > high``, not between them."""

    symbol: Term
    named: NamedValue
    low: int
    high: int


def learnt(part: Term, scope: CScope, known: Mapping[Term, Bounds]) -> dict[Term, Bounds]:
    """Tighter bounds of the variable that the literal ``part`` bounds; nothing if it does not bound one.

    A variable over unbounded integers is bounded as the model holds it, a vector as its C expression's value.
    """
    found = bounded(part, scope)
    if found is None or found.low > found.high:
        return {}
    named = found.named
    start = known.get(found.symbol, (named.held if found.symbol.sort is INTEGER else named.type).bounds)
    low, high = max(start[0], found.low), min(start[1], found.high)
    return {found.symbol: (low, high)} if low <= high else {}


def bounded(part: Term, scope: CScope) -> Range | None:
    """What the literal says about its only variable, if that is an interval, or of a vector the outside of one."""
    return vector_range(part, scope) or _integer_range(part, scope)


def _integer_range(part: Term, scope: CScope) -> Range | None:
    positive = part.op is not Op.NOT
    atom = part if positive else part.args[0]
    if atom.op not in (Op.LE, Op.EQ) or atom.args[0].op is not Op.VAR or atom.args[0].sort is not INTEGER:
        return None
    symbol, value = atom.args[0], int(atom.args[1].number)
    named = scope.variable(symbol)
    if named is None or named.type.pointer or (atom.op is Op.EQ and not positive):
        return None
    low, high = named.held.bounds
    if atom.op is Op.EQ:
        return Range(symbol, named, value, value)
    return Range(symbol, named, low, value) if positive else Range(symbol, named, value + 1, high)


def vector_range(part: Term, scope: CScope) -> Range | None:
    """What a literal over vectors says about its only variable, if that is an interval or the outside of one."""
    positive = part.op is not Op.NOT
    atom = part if positive else part.args[0]
    if atom.op not in _SIGNED and atom.op is not Op.EQ:
        return None
    left, right = atom.args
    if not left.sort.is_bitvector or left.is_const == right.is_const:
        return None
    coefficients, constant = vector_linear(right if left.is_const else left)
    ((symbol, factor),) = coefficients.items() if len(coefficients) == 1 else ((left, 0),)
    named = scope.variable(symbol) if symbol.op is Op.VAR and factor in (1, -1) else None
    width = left.sort.width
    if named is None or named.type.pointer or named.type.boolean or named.type.width != width:
        return None
    without = atom.op is Op.EQ and not positive
    inside = _satisfying(atom, positive=positive or without)
    if inside is None:
        return None
    start = inside[0] - constant if factor == 1 else constant - inside[1]
    least, most = named.type.bounds
    low = least + (start - least) % (1 << width)
    high = low + inside[1] - inside[0]
    if without:
        return Range(symbol, named, low + 1, low - 1)
    return Range(symbol, named, low, high if high <= most else high - (1 << width))


def _satisfying(atom: Term, *, positive: bool) -> Bounds | None:
    """The numbers that satisfy a comparison with a constant, by its reading; None if there are none."""
    left, right = atom.args
    width = left.sort.width
    value = int((left if left.is_const else right).number)
    if atom.op is Op.EQ:
        return value, value
    least, most = window(width, signed=_SIGNED[atom.op])
    value = value - (1 << width) if value > most else value
    if right.is_const:
        low, high = (least, value) if positive else (value + 1, most)
    else:
        low, high = (value, most) if positive else (least, value - 1)
    return (low, high) if low <= high else None


def range_text(found: Range) -> CValue:
    """The range as a condition in C."""
    least, most = found.named.type.bounds
    if found.low == found.high:
        return _compared(found, "==", found.low)
    if found.low - found.high == 2:
        return _compared(found, "!=", found.low - 1)
    low, high = _compared(found, ">=", found.low), _compared(found, "<=", found.high)
    if found.low > found.high:
        return CValue(f"{high.text} || {low.text}", OR, INT, (0, 1))
    if found.low == least:
        return high
    return low if found.high == most else CValue(f"{low.text} && {high.text}", AND, INT, (0, 1))


def _compared(found: Range, sign: str, value: int) -> CValue:
    binding = EQUALITY if sign in ("==", "!=") else RELATION
    constant = found.named.type.name(value) or literal(value).inside(binding)
    return CValue(f"{found.named.text} {sign} {constant}", binding, INT, (0, 1))

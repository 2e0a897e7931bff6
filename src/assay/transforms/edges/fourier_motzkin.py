"""Projecting away inputs that only the guard mentions, where that is exact and does not grow the guard.

Fourier and Motzkin: an input with lower and upper bounds goes if every lower bound is below every upper one.  Over
the integers this is exact when all bounds on one side have coefficient 1, or when there is only one side.  An input
whose only occurrence is a disequality, or a disjunct of its own, is unconstrained.  The way back computes a value
between the bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from assay.core.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    add,
    eq,
    from_linear,
    int_div,
    integer,
    ite,
    le,
    linear,
    lt,
    neg,
    number,
    real,
    scale,
    sub,
)
from assay.core.terms.literals import Definition, inequality_of
from assay.core.terms.sorts import BOOL, INT
from assay.transforms.edges.guards import flattened


@dataclass(frozen=True, slots=True)
class _Side:
    """``factor * input`` is at most (at least) ``term``; the factor is positive."""

    factor: int | Fraction
    term: Term
    strict: bool


def project(parts: Sequence[Term], symbols: Iterable[Term]) -> tuple[list[Term], list[Definition]]:
    """``exists symbols. parts`` without as many of the symbols as the rules above remove, and their definitions."""
    current: dict[Term, None] = dict.fromkeys(parts)
    uses: dict[Term, dict[Term, None]] = {symbol: {} for symbol in symbols}
    for part in current:
        _note(part, uses)
    definitions: list[Definition] = []
    for symbol in list(uses):
        affected = [part for part in uses[symbol] if part in current]
        answer = _eliminated(symbol, affected) if affected else None
        if answer is None:
            continue
        value, resolvents = answer
        definitions.append((symbol, value))
        for part in affected:
            del current[part]
        for part in flattened(resolvents):
            current[part] = None
            _note(part, uses)
    return list(current), definitions


def _note(part: Term, uses: dict[Term, dict[Term, None]]) -> None:
    for symbol in part.free:
        if symbol in uses:
            uses[symbol][part] = None


def _eliminated(symbol: Term, parts: Sequence[Term]) -> tuple[Term, list[Term]] | None:
    """A value for ``symbol`` that makes ``parts`` true whenever the returned conjuncts are, and conversely."""
    if len(parts) == 1:
        value = _free_value(symbol, parts[0])
        if value is not None:
            return value, []
    if not symbol.sort.is_arithmetic:
        return None
    lower: list[_Side] = []
    upper: list[_Side] = []
    for part in parts:
        found = _side(symbol, part)
        if found is None:
            return None
        (upper if found[0] else lower).append(found[1])
    if len(lower) * len(upper) > len(lower) + len(upper):
        return None
    if symbol.sort is INT and lower and upper and not (_unit(lower) or _unit(upper)):
        return None
    resolvents = [_below(low, high) for low in lower for high in upper]
    value = _integer_between(lower, upper) if symbol.sort is INT else _real_between(lower, upper)
    return value, resolvents


def _free_value(symbol: Term, part: Term) -> Term | None:
    """A value that makes ``part`` true whatever the rest is, for the forms that always have one."""
    if symbol.sort is BOOL and part.op is Op.OR:
        for disjunct in part.args:
            if disjunct is symbol:
                return TRUE
            if disjunct.op is Op.NOT and disjunct.args[0] is symbol:
                return FALSE
    if part.op is Op.NOT and part.args[0].op is Op.EQ and symbol.sort.is_arithmetic:
        total, constant = part.args[0].args
        if total.sort is symbol.sort:
            coefficients = linear(total)[0]
            rest = {atom: c for atom, c in coefficients.items() if atom is not symbol}
            if symbol in coefficients and not any(symbol in atom.free for atom in rest):
                clash = eq(from_linear(rest, 0, symbol.sort), constant)
                return ite(clash, number(1, symbol.sort), number(0, symbol.sort))
    return None


def _side(symbol: Term, part: Term) -> tuple[bool, _Side] | None:
    """``part`` solved for ``symbol``: is it an upper bound, and which."""
    bound = inequality_of(part)
    if bound is None or bound.total.sort is not symbol.sort:
        return None
    coefficients = linear(bound.total)[0]
    factor = coefficients.pop(symbol, 0)
    if not factor or any(symbol in atom.free for atom in coefficients):
        return None
    rest = sub(number(bound.limit, symbol.sort), from_linear(coefficients, 0, symbol.sort))
    if factor > 0:
        return bound.upper, _Side(factor, rest, bound.strict)
    return not bound.upper, _Side(-factor, neg(rest), bound.strict)


def _unit(sides: Sequence[_Side]) -> bool:
    return all(side.factor == 1 for side in sides)


def _below(low: _Side, high: _Side) -> Term:
    """Some value lies between the two."""
    left, right = scale(high.factor, low.term), scale(low.factor, high.term)
    return lt(left, right) if low.strict or high.strict else le(left, right)


def _integer_between(lower: Sequence[_Side], upper: Sequence[_Side]) -> Term:
    if lower and (not upper or _unit(lower)):
        return _extreme([neg(int_div(neg(s.term), integer(int(s.factor)))) for s in lower], lambda a, b: le(b, a))
    return _extreme([int_div(s.term, integer(int(s.factor))) for s in upper], le)


def _real_between(lower: Sequence[_Side], upper: Sequence[_Side]) -> Term:
    lows = [scale(Fraction(1) / side.factor, side.term) for side in lower]
    highs = [scale(Fraction(1) / side.factor, side.term) for side in upper]
    if not lows:
        return sub(_extreme(highs, le), real(1))
    greatest = _extreme(lows, lambda a, b: le(b, a))
    if not highs:
        return add(greatest, real(1))
    return scale(Fraction(1, 2), add(greatest, _extreme(highs, le)))


def _extreme(terms: Sequence[Term], wins: Callable[[Term, Term], Term]) -> Term:
    """The term that wins against all others."""
    return reduce(lambda best, term: ite(wins(best, term), best, term), terms)

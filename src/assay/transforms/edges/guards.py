"""Conjunctions of literals: the tightest bounds win, contradictory ones are found, opposite ones make an equation.

Comparisons are canonical, so all bounds of one sum share its node.  Only bounds by constants are compared; what needs
more reasoning is left to solvers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from assay.core.terms import FALSE, Op, Term, conjuncts, eq
from assay.core.terms.sorts import INT


@dataclass(frozen=True, slots=True)
class Bound:
    """``total`` is at most (or, if not ``upper``, at least) ``limit``; ``strict`` excludes the limit itself."""

    total: Term
    limit: int | Fraction
    upper: bool
    strict: bool

    def tighter(self, other: Bound) -> bool:
        """Does this bound imply ``other``, of the same total and direction?"""
        if self.limit != other.limit:
            return (self.limit < other.limit) is self.upper
        return self.strict or not other.strict


_Tightest = dict[tuple[Term, bool], tuple[Bound, Term]]


def bound_of(literal: Term) -> Bound | None:
    """The literal as a bound by a constant, if it is one; over the integers none is strict."""
    positive = literal.op is not Op.NOT
    atom = literal if positive else literal.args[0]
    if atom.op is not Op.LE and atom.op is not Op.LT:
        return None
    total, limit = atom.args[0], atom.args[1].number
    if positive:
        return Bound(total, limit, upper=True, strict=atom.op is Op.LT)
    if total.sort is INT:
        return Bound(total, limit + 1, upper=False, strict=False)
    return Bound(total, limit, upper=False, strict=atom.op is Op.LE)


def flattened(terms: Iterable[Term]) -> list[Term]:
    """The distinct conjuncts of all ``terms``, in order."""
    return list(dict.fromkeys(part for term in terms for part in conjuncts(term)))


def tightened(parts: Sequence[Term]) -> list[Term]:
    """The same conjunction with fewer literals; ``[FALSE]`` if a contradiction shows."""
    best: _Tightest = {}
    values: dict[Term, Term] = {}
    for part in parts:
        if part.op is Op.EQ and part.args[1].is_const and part.args[0].sort.is_arithmetic:
            if values.setdefault(part.args[0], part.args[1]) is not part.args[1]:
                return [FALSE]
            continue
        bound = bound_of(part)
        if bound is not None:
            key = (bound.total, bound.upper)
            if key not in best or bound.tighter(best[key][0]):
                best[key] = (bound, part)
    return _assembled(parts, best, values)


def _assembled(parts: Sequence[Term], best: _Tightest, values: dict[Term, Term]) -> list[Term]:
    result: dict[Term, None] = {}
    for part in parts:
        bound = bound_of(part)
        if bound is None:
            if part is FALSE:
                return [FALSE]
            result[part] = None
            continue
        known = values.get(bound.total)
        if known is not None:
            if not _allows(bound, known.number):
                return [FALSE]
            continue
        lower, upper = best.get((bound.total, False)), best.get((bound.total, True))
        if lower and upper and not _allows(upper[0], lower[0].limit):
            return [FALSE]
        if lower and upper and lower[0].limit == upper[0].limit:
            if lower[0].strict or upper[0].strict:
                return [FALSE]
            result[eq(bound.total, _constant_side(upper[1]))] = None
        elif best[bound.total, bound.upper][1] is part:
            result[part] = None
    return list(result)


def _allows(bound: Bound, value: int | Fraction) -> bool:
    if value == bound.limit:
        return not bound.strict
    return (value < bound.limit) is bound.upper


def _constant_side(literal: Term) -> Term:
    """The constant of a positive (upper) bound."""
    return literal.args[1]

"""Conjunctions of literals: the tightest bounds win, contradictory ones are found, opposite ones make an equation.

Comparisons are canonical, so all bounds of one sum share its node.  Only bounds by constants are compared; what needs
more reasoning is left to solvers.  And conjuncts that say a variable to be a constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.core.terms import FALSE, TRUE, Op, Term, conjuncts, eq
from assay.core.terms.literals import Inequality, inequality_of

_Tightest = dict[tuple[Term, bool], tuple[Inequality, Term]]


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
        bound = inequality_of(part)
        if bound is not None:
            key = (bound.total, bound.upper)
            if key not in best or bound.tighter(best[key][0]):
                best[key] = (bound, part)
    return _assembled(parts, best, values)


def _assembled(parts: Sequence[Term], best: _Tightest, values: dict[Term, Term]) -> list[Term]:
    result: dict[Term, None] = {}
    for part in parts:
        bound = inequality_of(part)
        if bound is None:
            if part is FALSE:
                return [FALSE]
            result[part] = None
            continue
        known = values.get(bound.total)
        if known is not None:
            if not bound.allows(known.number):
                return [FALSE]
            continue
        lower, upper = best.get((bound.total, False)), best.get((bound.total, True))
        if lower and upper and not upper[0].allows(lower[0].limit):
            return [FALSE]
        if lower and upper and lower[0].limit == upper[0].limit:
            if lower[0].strict or upper[0].strict:
                return [FALSE]
            result[eq(bound.total, _constant_side(upper[1]))] = None
        elif best[bound.total, bound.upper][1] is part:
            result[part] = None
    return list(result)


def _constant_side(literal: Term) -> Term:
    """The constant of a positive (upper) bound."""
    return literal.args[1]


def settled(parts: Sequence[Term], variables: frozenset[Term]) -> dict[Term, Term]:
    """The ``variables`` that some conjunct says to be a constant."""
    found: dict[Term, Term] = {}
    for part in parts:
        if part.op is Op.EQ and part.args[0] in variables and part.args[1].is_const:
            found[part.args[0]] = part.args[1]
        elif part.op is Op.EQ and part.args[1] in variables and part.args[0].is_const:
            found[part.args[1]] = part.args[0]
        elif part in variables:
            found[part] = TRUE
        elif part.op is Op.NOT and part.args[0] in variables:
            found[part.args[0]] = FALSE
    return found


def states_constant(part: Term) -> bool:
    """Is this one of the conjuncts that ``settled`` reads?"""
    return bool(settled((part,), part.free)) if len(part.free) == 1 else False

"""Solving equations among conjuncts: an input that equals a term is that term.

``input = term``, a general linear equation with an input (coefficient 1 or -1 over the integers, any over the reals),
and the Boolean forms ``b``, ``not b``, ``b = f``.  This is what turns a relation over x and x' into updates.
Equations are solved in batches whose right sides mention no variable of the batch, so that one simultaneous
substitution serves a whole batch; a chain of n equations takes about log n batches.  Equations below disjunctions are
not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from assay.core.terms import FALSE, TRUE, Op, Term, from_linear, linear, not_
from assay.core.terms.sorts import BOOL, INT

Definition = tuple[Term, Term]


def batch(parts: Sequence[Term], unknowns: frozenset[Term]) -> tuple[dict[Term, Term], list[Term]]:
    """Definitions of ``unknowns`` that may be substituted all at once, and the conjuncts that are left."""
    solved: dict[Term, Term] = {}
    mentioned: set[Term] = set()
    rest: list[Term] = []
    for part in parts:
        found = None
        if not unknowns.isdisjoint(part.free) and part.free.isdisjoint(solved):
            found = _definition(part, unknowns, mentioned)
        if found is None:
            rest.append(part)
            continue
        symbol, value = found
        solved[symbol] = value
        mentioned |= value.free
    return solved, rest


def _definition(part: Term, unknowns: frozenset[Term], mentioned: set[Term]) -> Definition | None:
    """``part`` as the definition of an unknown that is not mentioned yet."""
    positive = part.op is not Op.NOT
    atom = part if positive else part.args[0]
    if atom.op is Op.VAR:
        return (atom, TRUE if positive else FALSE) if atom in unknowns and atom not in mentioned else None
    if atom.op is not Op.EQ:
        return None
    left, right = atom.args
    if left.sort.is_arithmetic:
        return _linear_definition(left, right, unknowns, mentioned) if positive else None
    if not positive and left.sort is not BOOL:
        return None
    for symbol, value in ((left, right), (right, left)):
        if symbol in unknowns and symbol not in mentioned and symbol not in value.free:
            return symbol, value if positive else not_(value)
    return None


def _linear_definition(total: Term, bound: Term, unknowns: frozenset[Term], mentioned: set[Term]) -> Definition | None:
    coefficients = linear(total)[0]
    for symbol, coefficient in coefficients.items():
        if symbol not in unknowns or symbol in mentioned or (total.sort is INT and abs(coefficient) != 1):
            continue
        others = {atom: c for atom, c in coefficients.items() if atom is not symbol}
        if any(symbol in atom.free for atom in others):
            continue
        factor = -coefficient if total.sort is INT else Fraction(-1) / coefficient
        return symbol, from_linear({a: c * factor for a, c in others.items()}, -bound.number * factor, total.sort)
    return None


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

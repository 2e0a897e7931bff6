"""Elimination of symbols by the equations that define them, on our own terms: cheap, exact, and no quantifier.

``exists x. x = t and F`` is ``F[t/x]`` when x does not occur in t.  Integer equations are solved for a symbol with
coefficient 1 or -1, real ones for any; Booleans by literals and equivalences; other sorts by ``x = t``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from assay.core.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    add,
    conjunction,
    conjuncts,
    from_linear,
    linear,
    neg,
    not_,
    scale,
)
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL, INT


def solve_definitions(formulas: Iterable[Term], eliminate: Collection[Term]) -> tuple[Term, ...]:
    """Conjuncts equivalent to ``exists eliminate. formulas``, under that quantifier where some of it is left."""
    pending = conjuncts(conjunction(formulas))
    candidates = frozenset(eliminate)
    while True:
        solved, rest = _independent_definitions(pending, candidates)
        if not solved:
            return pending
        pending = conjuncts(conjunction(map(Substitution(solved), rest)))


def _independent_definitions(
    formulas: tuple[Term, ...], candidates: frozenset[Term]
) -> tuple[dict[Term, Term], list[Term]]:
    """Definitions of which none uses a symbol that another defines, and the formulas that are no such definition."""
    solved: dict[Term, Term] = {}
    used: set[Term] = set()
    rest: list[Term] = []
    for formula in formulas:
        for symbol, meaning in _readings(formula, candidates):
            if symbol not in solved and symbol not in used and meaning.free.isdisjoint(solved):
                solved[symbol] = meaning
                used |= meaning.free
                break
        else:
            rest.append(formula)
    return solved, rest


def _readings(formula: Term, candidates: frozenset[Term]) -> Iterable[tuple[Term, Term]]:
    """The ways to read ``formula`` as ``symbol = meaning``, the symbol a candidate that its meaning does not use."""
    positive, atom = (False, formula.args[0]) if formula.op is Op.NOT else (True, formula)
    if atom in candidates:
        yield atom, TRUE if positive else FALSE
    if atom.op is not Op.EQ or candidates.isdisjoint(atom.free):
        return
    left, right = atom.args
    if left.sort.is_arithmetic:
        if positive:
            yield from _linear_readings(left, right, candidates)
        return
    if not positive and left.sort is not BOOL:
        return
    for symbol, meaning in ((left, right), (right, left)):
        if symbol in candidates and symbol not in meaning.free:
            yield symbol, meaning if positive else not_(meaning)


def _linear_readings(total: Term, bound: Term, candidates: frozenset[Term]) -> Iterable[tuple[Term, Term]]:
    coefficients, _ = linear(total)
    for symbol, coefficient in sorted(coefficients.items(), key=lambda item: item[0].uid):
        if symbol not in candidates or (symbol.sort is INT and abs(coefficient) != 1):
            continue
        others = {atom: c for atom, c in coefficients.items() if atom is not symbol}
        if any(symbol in atom.free for atom in others):
            continue
        remainder = add(bound, neg(from_linear(others, 0, symbol.sort)))
        yield symbol, scale(int(coefficient) if symbol.sort is INT else 1 / Fraction(coefficient), remainder)

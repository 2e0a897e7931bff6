"""What a literal says at first sight: a bound of a sum, or what one of its symbols equals.

Comparisons are canonical (``core.terms.arithmetic``): a sum without constant on the left, a constant on the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction

from assay.core.terms import FALSE, TRUE, Op, Term, from_linear, linear, neg, not_
from assay.core.terms.sorts import BOOL, INT

Definition = tuple[Term, Term]
"""A symbol, and the term that it equals."""


# -- bounds ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Inequality:
    """``total`` is at most (or, if not ``upper``, at least) ``limit``; ``strict`` excludes the limit itself."""

    total: Term
    limit: int | Fraction
    upper: bool
    strict: bool

    def allows(self, value: int | Fraction) -> bool:
        """May the total have this value?"""
        if value == self.limit:
            return not self.strict
        return (value < self.limit) is self.upper

    def tighter(self, other: Inequality) -> bool:
        """Does this one imply ``other``, of the same total and direction?"""
        if self.limit != other.limit:
            return (self.limit < other.limit) is self.upper
        return self.strict or not other.strict

    def as_upper(self) -> Inequality:
        """The same, as an upper bound."""
        return self if self.upper else Inequality(neg(self.total), -self.limit, upper=True, strict=self.strict)


def inequality_of(literal: Term) -> Inequality | None:
    """The literal as a bound by a constant, if it is one; over the integers none is strict."""
    positive = literal.op is not Op.NOT
    atom = literal if positive else literal.args[0]
    if atom.op is not Op.LE and atom.op is not Op.LT:
        return None
    total, limit = atom.args[0], atom.args[1].number
    if positive:
        return Inequality(total, limit, upper=True, strict=atom.op is Op.LT)
    if total.sort is INT:
        return Inequality(total, limit + 1, upper=False, strict=False)
    return Inequality(total, limit, upper=False, strict=atom.op is Op.LE)


# -- equations ---------------------------------------------------------------------------------------------------------


def independent_definitions(parts: Sequence[Term], unknowns: frozenset[Term]) -> tuple[dict[Term, Term], list[Term]]:
    """Definitions of ``unknowns`` of which none mentions another, and the conjuncts that are left.

    So they may be substituted all at once.
    """
    solved: dict[Term, Term] = {}
    mentioned: set[Term] = set()
    rest: list[Term] = []
    for part in parts:
        if not unknowns.isdisjoint(part.free) and part.free.isdisjoint(solved):
            found = next((d for d in definitions(part, unknowns) if d[0] not in mentioned), None)
            if found is not None:
                solved[found[0]] = found[1]
                mentioned |= found[1].free
                continue
        rest.append(part)
    return solved, rest


def definitions(literal: Term, unknowns: Set[Term]) -> Iterator[Definition]:
    """The ways to read ``literal`` as ``symbol = value``: the symbol is unknown, and its value does not mention it.

    A Boolean literal or equation, ``symbol = term`` of any sort, or a linear equation, if the symbol's coefficient is 1
    or -1 over the integers.
    """
    positive = literal.op is not Op.NOT
    atom = literal if positive else literal.args[0]
    if atom.op is Op.VAR and atom in unknowns:
        yield atom, TRUE if positive else FALSE
    if atom.op is not Op.EQ:
        return
    left, right = atom.args
    if left.sort.is_arithmetic:
        if positive:
            yield from _linear_definitions(left, right, unknowns)
        return
    if not positive and left.sort is not BOOL:
        return
    for symbol, value in ((left, right), (right, left)):
        if symbol in unknowns and symbol not in value.free:
            yield symbol, value if positive else not_(value)


def _linear_definitions(total: Term, bound: Term, unknowns: Set[Term]) -> Iterator[Definition]:
    coefficients, sort = linear(total)[0], total.sort
    for symbol, coefficient in coefficients.items():
        if symbol not in unknowns or (sort is INT and abs(coefficient) != 1):
            continue
        others = {atom: c for atom, c in coefficients.items() if atom is not symbol}
        if any(symbol in atom.free for atom in others):
            continue
        factor = -coefficient if sort is INT else Fraction(-1) / coefficient
        yield symbol, from_linear({a: c * factor for a, c in others.items()}, -bound.number * factor, sort)

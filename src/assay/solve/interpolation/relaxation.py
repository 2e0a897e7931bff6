"""Formulas read over the rationals: what Farkas' lemma can speak about.

Each arithmetic symbol becomes a rational one.  Whatever else occurs is opaque; an opaque Boolean is read as a rational
that is at least 1 where it holds and at most 0 where it does not.  Conditionals and remainders by constants are named
first and defined beside.  Integer atoms arrive tightened (the constructors see to it), so ``not (x <= 3)`` reads
``x >= 4``.  If the reading of a conjunction is unsatisfiable, so is the conjunction; the converse may fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from assay.core.terms import (
    FALSE,
    Op,
    Term,
    add,
    and_,
    boolean,
    conjunction,
    disjunction,
    eq,
    from_linear,
    ge,
    gt,
    integer,
    is_connective,
    ite,
    le,
    linear,
    lt,
    not_,
    number,
    or_,
    post_order,
    real,
    scale,
    to_real,
    variable,
)
from assay.core.terms.rebuild import rebuild
from assay.core.terms.sorts import BOOL, INT, REAL, Sort


@dataclass(frozen=True)
class Halfspace:
    """``sum <= bound``, or ``sum < bound`` if strict, over rational symbols."""

    total: Mapping[Term, Fraction]
    bound: Fraction
    strict: bool


class Relaxation:
    """One reading of symbols as rationals, used for all steps of a chain."""

    def __init__(self) -> None:
        self._rational: dict[Term, Term] = {}
        self._original: dict[Term, Term] = {}
        self._named = 0

    # -- there ---------------------------------------------------------------------------------------------------------

    def read(self, formulas: Iterable[Term]) -> Term:
        """The conjunction over the rationals: conjunctions, disjunctions and inequalities, no negation above them."""
        return conjunction(self._positive(formula) for formula in self._plain(formulas))

    def _plain(self, formulas: Iterable[Term]) -> list[Term]:
        """The formulas with a name for each conditional number and each remainder, and the definitions of the names."""
        roots = tuple(formulas)
        plain: dict[Term, Term] = {}
        beside: list[Term] = []
        for term in post_order(*roots):
            image = rebuild(term, tuple(plain[arg] for arg in term.args))
            if image.op is Op.ITE and image.sort.is_arithmetic:
                condition, then, otherwise = image.args
                image = self._name(image.sort)
                beside += [or_(not_(condition), eq(image, then)), or_(condition, eq(image, otherwise))]
            elif image.op in (Op.MOD, Op.DIV) and image.args[1].is_const and image.args[1].number:
                image = self._divided(image, beside)
            plain[term] = image
        return [plain[root] for root in roots] + beside

    def _divided(self, term: Term, beside: list[Term]) -> Term:
        dividend, divisor = term.args[0], int(term.args[1].number)
        quotient, remainder = self._name(INT), self._name(INT)
        beside.append(eq(dividend, add(scale(divisor, quotient), remainder)))
        beside += [ge(remainder, integer(0)), lt(remainder, integer(abs(divisor)))]
        return quotient if term.op is Op.DIV else remainder

    def _name(self, sort: Sort) -> Term:
        self._named += 1
        return variable(f"assay!named!{self._named}", sort)

    def _positive(self, root: Term) -> Term:
        """Negation normal form, with every literal read over the rationals."""
        known: dict[tuple[Term, bool], Term] = {}
        stack = [(root, True)]
        while stack:
            term, sign = stack[-1]
            needed = _needed(term, sign)
            missing = [key for key in needed if key not in known]
            if (term, sign) in known or not missing:
                stack.pop()
                known[term, sign] = self._combined(term, sign, [known[key] for key in needed])
            else:
                stack += missing
        return known[root, True]

    def _combined(self, term: Term, sign: bool, parts: list[Term]) -> Term:
        if not parts:
            return self._literal(term, sign)
        if term.op is Op.NOT:
            return parts[0]
        if term.op is Op.AND or term.op is Op.OR:
            return conjunction(parts) if (term.op is Op.AND) == sign else disjunction(parts)
        return or_(and_(parts[0], parts[1]), and_(parts[2], parts[3]))  # a case distinction

    def _literal(self, atom: Term, sign: bool) -> Term:
        if atom.is_const:
            return atom if sign else not_(atom)
        if atom.op not in (Op.LE, Op.LT, Op.EQ) or not atom.args[0].sort.is_arithmetic:
            symbol = self._symbol(atom)
            return ge(symbol, real(1)) if sign else le(symbol, real(0))
        coefficients, _ = linear(atom.args[0])
        total: dict[Term, int | Fraction] = {}
        for part, coefficient in coefficients.items():
            symbol = self._symbol(part.args[0] if part.op is Op.TO_REAL else part)
            total[symbol] = total.get(symbol, 0) + Fraction(coefficient)
        left, bound = from_linear(total, 0, REAL), Fraction(atom.args[1].number)
        right = real(bound)
        whole = atom.args[0].sort is INT
        above = ge(left, real(bound + 1)) if whole else gt(left, right)
        if atom.op is Op.EQ:
            if sign:
                return and_(le(left, right), ge(left, right))
            return or_(le(left, real(bound - 1)) if whole else lt(left, right), above)
        if atom.op is Op.LE:
            return le(left, right) if sign else above
        return lt(left, right) if sign else ge(left, right)

    def _symbol(self, atom: Term) -> Term:
        symbol = self._rational.get(atom)
        if symbol is None:
            symbol = variable(f"assay!rational!{len(self._rational)}", REAL)
            self._rational[atom] = symbol
            self._original[symbol] = atom
        return symbol

    # -- and back ------------------------------------------------------------------------------------------------------

    def original(self, symbol: Term) -> Term:
        """The number or Boolean that the rational ``symbol`` stands for."""
        return self._original[symbol]

    def write(self, halfspace: Halfspace) -> Term:
        """What ``halfspace`` says about the symbols that were read."""
        parts = {self._original[symbol]: c for symbol, c in halfspace.total.items() if c}
        if all(atom.sort is BOOL for atom in parts) and len(parts) == 1:
            ((atom, coefficient),) = parts.items()
            return ite(atom, _satisfied(coefficient, halfspace), _satisfied(Fraction(0), halfspace))
        sort = REAL if any(atom.sort is REAL for atom in parts) else INT
        denominators = (c.denominator for c in (*parts.values(), halfspace.bound))
        common = lcm(*denominators) if sort is INT else 1
        number_of = int if sort is INT else Fraction
        terms = [scale(number_of(c * common), _numeric(atom, sort)) for atom, c in parts.items()]
        total, bound = add(*terms, number(0, sort)), number(halfspace.bound * common, sort)
        return lt(total, bound) if halfspace.strict else le(total, bound)


def _satisfied(value: Fraction, halfspace: Halfspace) -> Term:
    return boolean(value < halfspace.bound if halfspace.strict else value <= halfspace.bound)


def _numeric(atom: Term, sort: Sort) -> Term:
    """The number of ``sort`` that ``atom`` was read as."""
    if atom.sort is BOOL:
        return ite(atom, number(1, sort), number(0, sort))
    return to_real(atom) if sort is REAL else atom


def _needed(term: Term, sign: bool) -> list[tuple[Term, bool]]:
    """The parts, with the signs in which they matter, that decide a connective; none for a literal."""
    if not is_connective(term):
        return []
    if term.op is Op.NOT:
        return [(term.args[0], not sign)]
    if term.op is Op.ITE:
        condition, then, otherwise = term.args
        return [(condition, True), (then, sign), (condition, False), (otherwise, sign)]
    if term.op is Op.EQ:
        left, right = term.args
        return [(left, True), (right, sign), (left, False), (right, not sign)]
    return [(arg, sign) for arg in term.args]


def halfspace(literal: Term) -> Halfspace:
    """A literal of ``Relaxation.read`` as a halfspace."""
    negative, atom = (True, literal.args[0]) if literal.op is Op.NOT else (False, literal)
    if atom is FALSE:
        return Halfspace({}, Fraction(-1), strict=False)
    factor = -1 if negative else 1
    total = {symbol: Fraction(factor * c) for symbol, c in linear(atom.args[0])[0].items()}
    return Halfspace(total, Fraction(factor * atom.args[1].number), (atom.op is Op.LT) != negative)

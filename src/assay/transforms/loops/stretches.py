"""A loop's guard during a whole stretch of iterations, as a condition on its beginning and on how many there are.

What a conjunct compares is a polynomial in the number of the iteration, and a stretch is an interval of numbers.  So it
is enough to look at few places:

* an affine polynomial is greatest and least at the ends, whichever way it goes, and equals a number everywhere iff it
  does so at both ends;
* it avoids a number iff it stays on one side of it, which the ends tell, or jumps over it, where the distance is no
  multiple of the stride;
* one of the second degree that bends upward (downward) is greatest (least) at the ends.

These are *exact*: they hold of just those stretches during which the conjunct does.  Otherwise it is asked besides that
the polynomial rises or falls all the way.  That suffices, and excludes no single iteration: a stretch for which it
fails is several shorter ones.  (Finkel, Leroux: How to compose Presburger-accelerations, FSTTCS 2002; Frohn: A calculus
for modular loop acceleration, TACAS 2020, which asks for monotone conditions.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from assay.core.terms import FALSE, Op, Term, and_, eq, ge, gt, int_mod, integer, le, lt, not_, or_, sub
from assay.core.terms.literals import inequality_of
from assay.core.terms.rebuild import substitute
from assay.core.terms.sorts import INT
from assay.transforms.loops.closed_forms import ONE, ZERO, Form, Number, Polynomial, form_of


@dataclass(frozen=True)
class Condition:
    """When a conjunct holds in all iterations of a stretch; ``exact`` if it does only then."""

    term: Term
    exact: bool = True


def throughout(parts: Iterable[Term], forms: Mapping[Term, Form], number: Number) -> Condition | None:
    """When all ``parts`` of a guard hold in ``number`` iterations, one at least; None where that cannot be said."""
    found = [_of_literal(part, forms, number) for part in parts]
    known = [condition for condition in found if condition is not None]
    if len(known) < len(found):
        return None
    return Condition(and_(*(one.term for one in known)), all(one.exact for one in known))


def _of_literal(literal: Term, forms: Mapping[Term, Form], number: Number) -> Condition | None:
    changed = literal.free.intersection(forms)
    if not changed:
        return Condition(literal)
    only_one = le(number.count, ONE)
    if all(forms[symbol].later.is_constant for symbol in changed):
        afterwards = substitute(literal, {symbol: forms[symbol].later.first for symbol in changed})
        return Condition(and_(literal, or_(only_one, afterwards)))
    relation = _relation(literal)
    form = None if relation is None else form_of(relation.total, forms, frozenset(forms))
    if relation is None or form is None:
        return None
    if form.always is not None:
        return relation.between(form.always, number, -1)
    rest = relation.between(form.later, number, -2)
    return Condition(and_(literal, or_(only_one, rest.term)), rest.exact)


@dataclass(frozen=True)
class _Relation:
    """``total`` is at most zero, equal to it, or different from it."""

    kind: Literal["at most", "equal", "different"]
    total: Term

    def between(self, values: Polynomial, number: Number, offset: int) -> Condition:
        """When it holds of ``values`` from 0 to ``number + offset``."""
        last = values.at(number, offset)
        if self.kind == "different":
            return _never_zero(values, last, number, offset)
        ends = and_(self._holds(values.first), self._holds(last))
        if values.is_affine:
            return Condition(ends)
        if self.kind == "at most" and values.growth.is_const and values.growth.number >= 0:
            return Condition(ends)
        return Condition(and_(ends, _monotone(values, number, offset)), exact=False)

    def _holds(self, value: Term) -> Term:
        return le(value, ZERO) if self.kind == "at most" else eq(value, ZERO)


def _relation(literal: Term) -> _Relation | None:
    bound = inequality_of(literal)
    if bound is not None and bound.total.sort is INT:
        upper = bound.as_upper()
        return _Relation("at most", sub(upper.total, integer(int(upper.limit))))
    positive = literal.op is not Op.NOT
    atom = literal if positive else literal.args[0]
    if atom.op is Op.EQ and atom.args[0].sort is INT:
        return _Relation("equal" if positive else "different", sub(*atom.args))
    return None


def _never_zero(values: Polynomial, last: Term, number: Number, offset: int) -> Condition:
    one_side = or_(and_(lt(values.first, ZERO), lt(last, ZERO)), and_(gt(values.first, ZERO), gt(last, ZERO)))
    if not values.is_affine:
        return Condition(and_(one_side, _monotone(values, number, offset)), exact=False)
    if not values.stride.is_const:
        return Condition(one_side, exact=False)
    jump = abs(int(values.stride.number))
    jumps_over = not_(eq(int_mod(values.first, integer(jump)), ZERO)) if jump > 1 else FALSE
    return Condition(or_(one_side, jumps_over))


def _monotone(values: Polynomial, number: Number, offset: int) -> Term:
    """Do the values rise all the way, or fall?  Their differences are affine, so their ends tell."""
    last = Polynomial(values.stride, values.growth).at(number, offset - 1)
    rises = and_(ge(values.stride, ZERO), ge(last, ZERO))
    falls = and_(le(values.stride, ZERO), le(last, ZERO))
    return or_(le(number.count, integer(-offset)), rises, falls)

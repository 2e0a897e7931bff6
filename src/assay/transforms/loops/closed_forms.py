"""Closed forms: the values of a loop's variables after any number of iterations, as terms over those at its beginning.

An iteration has no choice (inputs are refused) and gives each variable one of

* its own value plus a sum of multiples of others: constant strides, strides by what the loop leaves alone, and sums of
  variables that have such strides themselves,
* a sum of multiples of others, without its own value: constants, copies, what was the case one iteration ago.

Such values are polynomials in the number of iterations, here up to the second degree, written with binomial
coefficients: ``first + stride * k + growth * (k choose 2)``.  In this basis a sum over iterations only moves each
coefficient to the next place, and all of them are integers.  (Boigelot: On iterating linear transformations over
recognizable sets of integers, TCS 2003; Jeannet, Schrammel, Sankaranarayanan: Abstract acceleration of general linear
loops, POPL 2014.)

What an iteration overwrites has no such form from its beginning on, but from the end of the first iteration.

Integers only; what is of another sort has to stay as it is, or to become something that stays.  Products of variables
that the loop changes, and values that depend on each other in a circle, have no closed form here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.core.model import Edge
from assay.core.terms import Term, add, integer, linear, mul, scale
from assay.core.terms.sorts import INT

ZERO = integer(0)
ONE = integer(1)


@dataclass(frozen=True, slots=True)
class Polynomial:
    """``first + stride * k + growth * (k choose 2)``, for each ``k`` from 0 on; of other sorts, ``first`` alone."""

    first: Term
    stride: Term = ZERO
    growth: Term = ZERO

    @property
    def is_constant(self) -> bool:
        return self.stride is ZERO and self.growth is ZERO

    @property
    def is_affine(self) -> bool:
        return self.growth is ZERO

    def shifted(self) -> Polynomial:
        """The same from ``k = 1`` on: its value at ``k`` is this one's at ``k + 1``."""
        if self.is_constant:
            return self
        return Polynomial(add(self.first, self.stride), add(self.stride, self.growth), self.growth)

    def at(self, number: Number, offset: int = 0) -> Term:
        """The value at ``k = number + offset``."""
        if self.is_constant:
            return self.first
        pairs = add(number.pairs, scale(offset, number.count), integer(offset * (offset - 1) // 2))
        moved = add(number.count, integer(offset))
        return add(self.first, _product(self.stride, moved), _product(self.growth, pairs))


@dataclass(frozen=True, slots=True)
class Number:
    """A number of iterations, and how many pairs of them there are: ``count choose 2``."""

    count: Term
    pairs: Term


def _product(left: Term, right: Term) -> Term:
    """The product, multiplied out: a solver should see the same products in the same form."""
    parts = [ZERO]
    for one, factor in _monomials(left):
        for other, multiple in _monomials(right):
            parts.append(scale(factor * multiple, mul(one, other)))
    return add(*parts)


def _monomials(total: Term) -> list[tuple[Term, int]]:
    coefficients, constant = linear(total)
    return [*((atom, int(factor)) for atom, factor in coefficients.items()), (ONE, int(constant))]


@dataclass(frozen=True, slots=True)
class Form:
    """The values of a variable: ``later`` has those after 1, 2, ... iterations.

    ``always`` has those after 0, 1, 2, ... of them, where one polynomial does.
    """

    later: Polynomial
    always: Polynomial | None = None


def combined(coefficients: Mapping[Term, int], constant: int, forms: Mapping[Term, Form]) -> Form | None:
    """The form of a sum of multiples of terms, of which those without a form stay as they are."""
    later = Polynomial(integer(constant))
    always: Polynomial | None = later
    for atom, coefficient in coefficients.items():
        form = forms.get(atom)
        if form is None:
            form = Form(Polynomial(atom), Polynomial(atom))
        later = _plus(later, coefficient, form.later)
        always = None if always is None or form.always is None else _plus(always, coefficient, form.always)
    return Form(later, always)


def _plus(left: Polynomial, factor: int, right: Polynomial) -> Polynomial:
    return Polynomial(
        add(left.first, scale(factor, right.first)),
        add(left.stride, scale(factor, right.stride)),
        add(left.growth, scale(factor, right.growth)),
    )


def form_of(total: Term, forms: Mapping[Term, Form], changed: frozenset[Term]) -> Form | None:
    """The form of a sum, if the loop changes nothing inside of its parts."""
    coefficients, constant = linear(total)
    if any(atom not in changed and not changed.isdisjoint(atom.free) for atom in coefficients):
        return None
    return combined({atom: int(factor) for atom, factor in coefficients.items()}, int(constant), forms)


@dataclass
class _Solving:
    """The forms found so far; ``pending`` are variables whose forms are being looked for."""

    edge: Edge
    changed: frozenset[Term]
    forms: dict[Term, Form] = field(default_factory=dict)

    def solve(self) -> bool:
        """Has every variable that changes a form?  Each is found once those it is made of are."""
        waiting = sorted(self.changed, key=lambda symbol: symbol.uid)
        while waiting:
            ready = [symbol for symbol in waiting if self._needed(symbol) <= self.forms.keys()]
            if not ready:
                return False
            for symbol in ready:
                form = self._form(symbol)
                if form is None:
                    return False
                self.forms[symbol] = form
            waiting = [symbol for symbol in waiting if symbol not in self.forms]
        return True

    def _needed(self, symbol: Term) -> frozenset[Term]:
        return self.edge.after(symbol).free.intersection(self.changed) - {symbol}

    def _form(self, symbol: Term) -> Form | None:
        value = self.edge.after(symbol)
        if value.free.isdisjoint(self.changed):
            return Form(Polynomial(value))
        if symbol.sort is not INT:
            return None
        coefficients, constant = linear(value)
        own = coefficients.pop(symbol, 0)
        if any(atom not in self.changed and not atom.free.isdisjoint(self.changed) for atom in coefficients):
            return None
        others = combined({atom: int(c) for atom, c in coefficients.items()}, int(constant), self.forms)
        if others is None or own not in (0, 1):
            return None
        return _summed(symbol, value, others) if own else _overwritten(others)


def _summed(symbol: Term, after: Term, others: Form) -> Form | None:
    """``symbol`` and the sum of what is added to it."""
    if others.always is not None:
        if not others.always.is_affine:
            return None
        always = Polynomial(symbol, others.always.first, others.always.stride)
        return Form(always.shifted(), always)
    if not others.later.is_affine:
        return None
    return Form(Polynomial(after, others.later.first, others.later.stride))


def _overwritten(others: Form) -> Form | None:
    """What ``others`` was one iteration ago."""
    return Form(others.always) if others.always is not None else None


def closed_forms(edge: Edge) -> dict[Term, Form] | None:
    """The forms of the variables that the loop ``edge`` changes; None if one of them has none."""
    assert edge.source == edge.target
    if edge.inputs:
        return None
    changed = frozenset(symbol for symbol in edge.target.variables if edge.after(symbol) is not symbol)
    solving = _Solving(edge, changed)
    return solving.forms if solving.solve() else None

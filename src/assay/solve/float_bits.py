"""The bits of floating-point numbers, for solvers that can make a number of bits, but no bits of a number.

There ``to_bits(x)`` is an unknown vector of which ``x`` is made; where ``x`` is NaN, it is the one that stands for all.
As this fixes the vector, to suppose it changes nothing, as long as it is supposed wherever the vector occurs.
"""

from __future__ import annotations

from collections.abc import Iterable

from assay.core.terms import Op, Term, and_, eq, implies, post_order, variable
from assay.core.terms.bitvectors import bv
from assay.core.terms.float_conversions import from_bits
from assay.core.terms.floats import form, fp_is_nan


def unknown_bits(term: Term) -> Term:
    """The variable that stands for a term ``to_bits(x)``."""
    return variable(f"bits!{term.uid}", term.sort)


def _definition(term: Term) -> Term:
    vector, number = unknown_bits(term), term.args[0]
    canonical = bv(form(number.sort).nan, number.sort.width)
    return and_(eq(from_bits(vector, number.sort), number), implies(fp_is_nan(number), eq(vector, canonical)))


class BitDefinitions:
    """What has been supposed about such vectors, scope by scope of one solver."""

    def __init__(self) -> None:
        self._scopes: list[set[Term]] = [set()]

    def push(self) -> None:
        self._scopes.append(set())

    def pop(self) -> None:
        self._scopes.pop()

    def missing(self, formulas: Iterable[Term]) -> list[Term]:
        """What must still be supposed in this scope before ``formulas`` mean what they say; from now on it is."""
        found: list[Term] = []
        for term in post_order(*formulas):
            if term.op is Op.FP_TO_BITS and not any(term in scope for scope in self._scopes):
                self._scopes[-1].add(term)
                found.append(_definition(term))
        return found

"""How a file reads a bit-vector: as a number of some range, signed or not, or as one of a few names."""

from __future__ import annotations

from dataclasses import dataclass

from assay.core.model import Enumeration, Model, Range, Word
from assay.core.terms import FALSE, TRUE, Op, Term, and_, eq, not_, or_
from assay.core.terms.bitvectors import bv, bv_compare, signed


@dataclass(frozen=True)
class Number:
    """A variable that is a vector, with the least and the greatest number that its type has.

    Comparisons are those of the numbers.  Only values of a ``nominal`` one are told apart: they have no order.
    """

    symbol: Term
    low: int
    high: int
    signed: bool = False
    nominal: bool = False

    def value(self, bits: int) -> int:
        """The number that these bits are."""
        return signed(bits, self.symbol.sort.width) if self.signed else bits

    def equals(self, value: int) -> Term:
        return eq(self.symbol, self._constant(value))

    def at_most(self, value: int) -> Term:
        if value >= self.window[1]:
            return TRUE
        return bv_compare(self._order, self.symbol, self._constant(value)) if value >= self.window[0] else FALSE

    def at_least(self, value: int) -> Term:
        if value <= self.window[0]:
            return TRUE
        return bv_compare(self._order, self._constant(value), self.symbol) if value <= self.window[1] else FALSE

    def between(self, low: int, high: int) -> Term:
        return self.equals(low) if low == high else and_(self.at_least(low), self.at_most(high))

    def outside(self, low: int, high: int) -> Term:
        """Below the one or above the other."""
        if low == high:
            return not_(self.equals(low))
        return or_(self.at_most(low - 1), self.at_least(high + 1))

    def compared(self, other: Number) -> Term:
        """At most as large as another of the same width and sign."""
        return bv_compare(self._order, self.symbol, other.symbol)

    @property
    def in_type(self) -> Term:
        """That the vector is one of the numbers: codes behind them mean nothing."""
        return and_(self.at_least(self.low), self.at_most(self.high))

    @property
    def _order(self) -> Op:
        return Op.BV_SLE if self.signed else Op.BV_ULE

    @property
    def window(self) -> tuple[int, int]:
        """The numbers that the bits can be."""
        width = self.symbol.sort.width
        return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if self.signed else (0, (1 << width) - 1)

    def _constant(self, value: int) -> Term:
        return bv(value, self.symbol.sort.width)


def number_of(model: Model, symbol: Term) -> Number | None:
    """What the vector ``symbol`` is in the file; unsigned where that says nothing, None if it is no number."""
    if not symbol.sort.is_bitvector:
        return None
    width = symbol.sort.width
    whole = Number(symbol, 0, (1 << width) - 1)
    match model.domains.get(symbol):
        case Enumeration(values):
            return Number(symbol, 0, len(values) - 1, nominal=True)
        case Range(low, high):
            return Number(symbol, low, high, signed=low < 0)
        case Word(_, signed=True):
            return Number(symbol, -(1 << (width - 1)), (1 << (width - 1)) - 1, signed=True)
    named = model.origin.source.variables.get(symbol) if model.origin.source is not None else None
    if named is None:
        return whole
    kind = named.type
    if kind.pointer or kind.floating:
        return None
    low, high = kind.bounds
    return Number(symbol, low, high, signed=kind.signed) if kind.width == width else whole

"""Cases: how the states of a program that calls functions are told apart by what a function was called with.

A parameter's value is a case of its own between the least and the greatest small number in the program; all values
below are one case, and so are all above.  At a function's entry its parameters tell the case, at its
other places the values that it was called with, as far as they are known there; elsewhere there is one case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from assay.core.model import Location, Model
from assay.core.terms import TRUE, Op, Term, and_, conjunction, disjunction, eq, post_order
from assay.core.terms.bitvectors import bv, bv_compare, signed

Case = tuple[int, ...]
"""For each symbol that tells cases apart its value, or the number next to the range on the side where it lies."""


@dataclass(frozen=True)
class Split:
    """The symbols that tell the states of a place apart, and the range of values that are cases of their own."""

    symbols: tuple[Term, ...] = ()
    low: int = 0
    high: int = 0

    def case(self, values: Iterable[int]) -> Case:
        """The case of these values of the symbols."""
        named = zip(self.symbols, values, strict=True)
        return tuple(_clamped(signed(value, symbol.sort.width), self._range(symbol)) for symbol, value in named)

    def formula(self, case: Case) -> Term:
        """That the symbols are in the case."""
        return conjunction(self._formula(symbol, part) for symbol, part in zip(self.symbols, case, strict=True))

    def some(self, cases: Iterable[Case]) -> Term:
        """That the symbols are in one of the cases; those that differ in the last symbol alone are ranges of it."""
        if not self.symbols:
            return TRUE
        rows: dict[Case, list[int]] = {}
        for *row, last in sorted(cases):
            rows.setdefault(tuple(row), []).append(last)
        return disjunction(
            and_(*map(self._formula, self.symbols, row), disjunction(self._ranges(lasts)))
            for row, lasts in rows.items()
        )

    def _ranges(self, parts: Sequence[int]) -> Iterator[Term]:
        """Values of the last symbol that follow each other, as ranges."""
        symbol = self.symbols[-1]
        low, high = self._range(symbol)
        for _, run in groupby(enumerate(parts), lambda pair: pair[1] - pair[0]):
            values = [part for _, part in run]
            if len(values) == 1:
                yield self._formula(symbol, values[0])
                continue
            from_below = TRUE if values[0] < low else _at_least(symbol, values[0])
            yield and_(from_below, TRUE if values[-1] > high else _at_most(symbol, values[-1]))

    def _range(self, symbol: Term) -> tuple[int, int]:
        half = 1 << (symbol.sort.width - 1)
        return max(self.low, -half), min(self.high, half - 1)

    def _formula(self, symbol: Term, part: int) -> Term:
        low, high = self._range(symbol)
        if part < low:
            return _at_most(symbol, part)
        return _at_least(symbol, part) if part > high else eq(symbol, _vector(symbol, part))


def _at_least(symbol: Term, number: int) -> Term:
    return bv_compare(Op.BV_SLE, _vector(symbol, number), symbol)


def _at_most(symbol: Term, number: int) -> Term:
    return bv_compare(Op.BV_SLE, symbol, _vector(symbol, number))


def _vector(symbol: Term, number: int) -> Term:
    return bv(number % (1 << symbol.sort.width), symbol.sort.width)


def _clamped(value: int, bounds: tuple[int, int]) -> int:
    low, high = bounds
    return max(low - 1, min(high + 1, value))


def splits(model: Model, numbers: Iterable[int], small: int) -> Mapping[Location, Split]:
    """For each place of a program how its states are told apart: by its numbers up to ``small``, not at all if 0."""
    if not small:
        return dict.fromkeys(model.locations, Split())
    chosen = [number for number in numbers if abs(number) <= small]
    low, high = min(chosen, default=0), max(chosen, default=0)
    return {place: Split(symbols, low, high) for place, symbols in _telling(model).items()}


def _telling(model: Model) -> dict[Location, tuple[Term, ...]]:
    """The vectors at each place that a function was called with."""
    found: dict[Location, tuple[Term, ...]] = dict.fromkeys(model.locations, ())
    source = model.origin.source
    for function in source.functions if source is not None else ():
        given = [(symbol, kept) for symbol, kept in function.given if symbol in function.parameters]
        for place in model.locations:
            names = [symbol if place.name == function.entry.name else kept for symbol, kept in given]
            known = tuple(name for name in names if name in place.variables and name.sort.is_bitvector)
            found[place] = known or found[place]
    return found


def numbers_in(model: Model) -> frozenset[int]:
    """The numbers in a program, as signed ones."""
    terms = post_order(*(term for edge in model.edges for term in edge.terms))
    return frozenset(
        signed(term.value, term.sort.width)
        for term in terms
        if term.is_const and term.sort.is_bitvector and isinstance(term.value, int)
    )

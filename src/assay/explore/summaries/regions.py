"""Regions: what is known of the states of one case, affine equations and bounds.

A bound is one of finitely many numbers, those in the program and next to them, or none: so a region grows finitely
often however far values go.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from assay.core.terms import Op, Term, conjunction
from assay.core.terms.bitvectors import bv, bv_compare, signed
from assay.core.terms.evaluate import constant
from assay.transforms.facts.affine import Hull, hull_of, joined
from assay.transforms.facts.congruences import Congruence

MOST_BOUNDS: Final = 40
"""Numbers in the program beyond which the large ones are no bounds."""

Point = Mapping[Term, Fraction]
Bounds = tuple[int | None, int | None]


def bounds_of(numbers: Iterable[int]) -> tuple[int, ...]:
    """The bounds in a program with these ``numbers``, in order."""
    chosen = sorted(numbers, key=abs)[:MOST_BOUNDS]
    return tuple(sorted({near for number in chosen for near in (number - 1, number, number + 1)}))


@dataclass(frozen=True, eq=False)
class Region:
    """The states that satisfy the equations, with signed values of vectors between their bounds."""

    hull: Hull = ()
    bounds: Mapping[Term, Bounds] | None = None

    @cached_property
    def formula(self) -> Term:
        """What is known, over the variables."""
        return conjunction(self.parts)

    @cached_property
    def parts(self) -> tuple[Term, ...]:
        """The equations, and the bounds of what they leave open."""
        bounds = (part for symbol, found in (self.bounds or {}).items() for part in _within(symbol, found))
        open_bounds = [part for part in bounds if self.constants.keys().isdisjoint(part.free)]
        return (*(equation.formula for equation in self.hull), *open_bounds)

    @cached_property
    def constants(self) -> Mapping[Term, Term]:
        """The variables whose values the equations say."""
        found: dict[Term, Term] = {}
        for equation in self.hull:
            if len(equation.coefficients) != 1:
                continue
            ((symbol, factor),) = equation.coefficients.items()
            if not isinstance(equation, Congruence):
                value = equation.constant / factor
                found[symbol] = constant(value if symbol.sort.is_arithmetic else bool(value), symbol.sort)
            elif int(factor) & 1:
                inverse = pow(int(factor), -1, 1 << equation.width)
                found[symbol] = constant(equation.constant * inverse % (1 << equation.width), symbol.sort)
        return found

    def with_point(self, point: Point, numbers: Sequence[int]) -> Region:
        """The least region around this one and a point."""
        bounds = {symbol: _stretched(found, _signed(symbol, point), numbers) for symbol, found in self._bounds.items()}
        return Region(joined(self.hull, point), bounds)

    @property
    def _bounds(self) -> Mapping[Term, Bounds]:
        return self.bounds or {}


def region_of(point: Point, numbers: Sequence[int]) -> Region:
    """The least region around one point."""
    vectors = [symbol for symbol in point if symbol.sort.is_bitvector]
    return Region(hull_of(point), {symbol: _around(_signed(symbol, point), numbers) for symbol in vectors})


def _signed(symbol: Term, point: Point) -> int:
    return signed(int(point[symbol]), symbol.sort.width)


def _around(value: int, numbers: Sequence[int]) -> Bounds:
    """The nearest numbers on both sides."""
    below, above = bisect_right(numbers, value), bisect_left(numbers, value)
    return (numbers[below - 1] if below else None, numbers[above] if above < len(numbers) else None)


def _stretched(bounds: Bounds, value: int, numbers: Sequence[int]) -> Bounds:
    """The bounds with ``value`` between them."""
    (low, high), (lower, higher) = bounds, _around(value, numbers)
    return (
        None if low is None or lower is None else min(low, lower),
        None if high is None or higher is None else max(high, higher),
    )


def _within(symbol: Term, bounds: Bounds) -> Iterable[Term]:
    """That the vector is between the bounds, as far as these are numbers of its width."""
    width = symbol.sort.width
    low, high = bounds
    half = 1 << (width - 1)
    if low is not None and low > -half:
        yield bv_compare(Op.BV_SLE, bv(low % (1 << width), width), symbol)
    if high is not None and high < half - 1:
        yield bv_compare(Op.BV_SLE, symbol, bv(high % (1 << width), width))

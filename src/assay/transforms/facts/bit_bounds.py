"""What interval analysis bounds in programs that compute with floating-point numbers, and where it stops to look.

There, variables are vectors.  All are bounded as signed integers, and those that hold the bits of a number also as
that number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from assay.core.model import Edge, Location, Model
from assay.core.terms import Op, Term, and_, eq, or_, post_order
from assay.core.terms.bitvectors import bv, bv_compare, signed
from assay.core.terms.float_operators import is_floating
from assay.core.terms.floats import bits_of, form, fp, fp_is_nan, fp_le, number
from assay.core.terms.sorts import BOOL, FLOAT32, FLOAT64, INT, Sort
from assay.transforms.facts.bit_ranges import BitRanges, number_in
from assay.transforms.facts.number_intervals import at, position
from assay.transforms.facts.ranges import ANY, FALSEHOOD, Interval, Ranges


@dataclass(frozen=True)
class About:
    """Which terms have bounds: vectors if there are any ``numbers``, which are made of variables.

    ``thresholds`` are where bounds of a term stop for a while when they grow.
    """

    over: type[Ranges] = Ranges
    numbers: Mapping[Term, Term] = field(default_factory=dict)
    thresholds: Mapping[Term, Sequence[int]] = field(default_factory=dict)

    def bounds(self, symbol: Term) -> bool:
        """Is the variable bounded?"""
        return symbol.sort is INT or symbol.sort is BOOL or (symbol.sort.is_bitvector and self.over is BitRanges)

    def named_by(self, symbols: Iterable[Term]) -> tuple[Term, ...]:
        """These, and what is made of them that has bounds of its own."""
        if not self.numbers:
            return tuple(symbols)
        found: list[Term] = []
        for symbol in symbols:
            term = self.numbers.get(symbol)
            found += (symbol,) if term is None else (symbol, term, fp_is_nan(term))
        return tuple(found)

    def is_at(self, term: Term, place: Location) -> bool:
        """Does the location have what the term is made of?"""
        return term in place.variables if term.op is Op.VAR else term.free.issubset(place.variables)


INTEGERS: Final = About()


def what_is_bounded(model: Model) -> About:
    """Integers, or vectors and the numbers made of them."""
    roots = [term for edge in model.edges for term in (edge.guard, *edge.updates.values())]
    if not is_floating(*roots):
        return INTEGERS
    numbers = _numbers(model, roots)
    stops = {sort: sorted({*LANDMARKS[sort], *_constants(roots, sort)}) for sort in LANDMARKS}
    return About(BitRanges, numbers, {**_compared(roots), **{n: stops[n.sort] for n in numbers.values()}})


def _numbers(model: Model, roots: Sequence[Term]) -> dict[Term, Term]:
    """The variables that are used as numbers, or copied to such, each with its number."""
    found: dict[Term, Term] = {}
    waiting = list(roots)
    while waiting:
        for term in post_order(*waiting):
            if term.op is Op.FP_FROM_BITS and term.args[0].op is Op.VAR and term.sort in LANDMARKS:
                found.setdefault(term.args[0], term)
        values = [number_in(v) for edge in model.edges for s, v in edge.updates.items() if s in found]
        parts = (part for part in post_order(*(v for v in values if v is not None)))
        waiting = [p for p in parts if p.op is Op.FP_FROM_BITS and p.args[0].op is Op.VAR and p.args[0] not in found]
    return found


# -- where widening stops ----------------------------------------------------------------------------------------------


def _landmarks(sort: Sort) -> list[int]:
    """Zero, one, powers of ten and two, and the largest number, with either sign."""
    sizes = [1.0, *(10.0**n for n in range(-6, 10, 3)), *(2.0**n for n in (4, 8, 16, 31, 32, 63, 64))]
    ends = {int(position(form(sort), bits_of(number(size, sort)))) for size in sizes}
    ends |= {0, form(sort).infinity - 1}
    return sorted({sign * end for end in ends for sign in (1, -1)})


LANDMARKS: Final[Mapping[Sort, Sequence[int]]] = {sort: _landmarks(sort) for sort in (FLOAT32, FLOAT64)}


def _constants(roots: Sequence[Term], sort: Sort) -> Iterable[int]:
    """The positions of the constants of a sort, and their neighbours'."""
    layout = form(sort)
    for term in post_order(*roots):
        if term.is_const and term.sort is sort and not layout.is_nan(bits_of(term)):
            end = position(layout, bits_of(term))
            if not math.isinf(end):
                yield from (int(end) - 1, int(end), int(end) + 1, -int(end))


def _compared(roots: Sequence[Term]) -> dict[Term, Sequence[int]]:
    """Per vector, the constants that something made of it alone is compared with, and their neighbours."""
    found: dict[Term, set[int]] = {}
    for term in post_order(*roots):
        if term.op not in (Op.BV_SLE, Op.BV_ULE, Op.EQ) or not term.args[0].sort.is_bitvector:
            continue
        for constant, other in (term.args, term.args[::-1]):
            if constant.is_const and len(other.free) == 1:
                value = signed(bits_of(constant), constant.sort.width)
                found.setdefault(next(iter(other.free)), set()).update((value - 1, value, value + 1))
    return {symbol: sorted({*values, *_POWERS, 0}) for symbol, values in found.items()}


_POWERS: Final = tuple(sign * (1 << w) + d for w in (7, 8, 15, 16, 31, 32, 63, 64) for sign in (1, -1) for d in (-1, 0))


# -- bounds ------------------------------------------------------------------------------------------------------------


def bounds_of_numbers(
    symbols: Iterable[Term], edge: Edge, ranges: BitRanges, about: About
) -> dict[Term, Interval | None]:
    """Of each number behind the edge its interval, and that it is not NaN, where that is known."""
    after: dict[Term, Interval | None] = {}
    for symbol in symbols:
        term = about.numbers.get(symbol)
        if term is None:
            continue
        value = number_in(edge.updates.get(symbol, symbol))
        assert value is not None
        interval, nan = ranges.numbers(value)
        after[term] = interval if interval != ANY else None
        after[fp_is_nan(term)] = FALSEHOOD if not nan else None
    return after


def parts_of_number(term: Term, interval: Interval, *, nan: bool) -> Iterable[Term]:
    """That the number lies there, or may be NaN."""
    layout = form(term.sort)
    low, high = interval
    parts: list[Term] = []
    if not math.isinf(low):
        parts.append(fp_le(fp(at(layout, low), term.sort), term))
    if not math.isinf(high):
        parts.append(fp_le(term, fp(at(layout, high), term.sort)))
    return (or_(fp_is_nan(term), and_(*parts)),) if nan and parts else parts


def parts_of_vector(term: Term, interval: Interval) -> Iterable[Term]:
    low, high = interval
    width = term.sort.width
    if low == high:
        return (eq(term, bv(int(low), width)),)
    parts: list[Term] = []
    if not math.isinf(low):
        parts.append(bv_compare(Op.BV_SLE, bv(int(low), width), term))
    if not math.isinf(high):
        parts.append(bv_compare(Op.BV_SLE, term, bv(int(high), width)))
    return parts

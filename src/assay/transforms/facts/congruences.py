"""Linear equations between bit-vectors of one width: they hold modulo 2**width, as machine arithmetic does.

The equations that hold at some points are a module over the integers modulo 2**width, in which only odd numbers can be
divided by (Mueller-Olm and Seidl, TOPLAS 2007).  A point outside makes the module smaller: of the equations that miss
it, one whose excess has the fewest factors 2 mends the others, and is itself kept in the multiple that the point
satisfies.  Each step takes factors 2 from the point's way, so there are at most width times as many as variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from assay.core.terms import Op, Term, eq
from assay.core.terms.bitvectors import bv, bv_binary, signed


@dataclass(frozen=True, eq=False)
class Congruence:
    """The sum of coefficient times vector equals ``constant`` modulo 2**width.  Compared by identity."""

    width: int
    coefficients: Mapping[Term, int]
    constant: int

    def excess(self, point: Mapping[Term, Fraction]) -> int:
        """By how much ``point`` misses the equation."""
        total = sum(c * int(point[v]) for v, c in self.coefficients.items())
        return (total - self.constant) % (1 << self.width)

    def times(self, factor: int) -> Congruence:
        return self._of({symbol: c * factor for symbol, c in self.coefficients.items()}, self.constant * factor)

    def minus(self, other: Congruence, factor: int) -> Congruence:
        symbols = dict.fromkeys((*self.coefficients, *other.coefficients))
        ours, theirs = self.coefficients, other.coefficients
        sums = {symbol: ours.get(symbol, 0) - factor * theirs.get(symbol, 0) for symbol in symbols}
        return self._of(sums, self.constant - factor * other.constant)

    def _of(self, coefficients: Mapping[Term, int], constant: int) -> Congruence:
        size = 1 << self.width
        kept = {symbol: c % size for symbol, c in coefficients.items() if c % size}
        return Congruence(self.width, kept, constant % size)

    @cached_property
    def formula(self) -> Term:
        """The equation over the vectors, in its multiple with the smallest factors: large ones are hard for solvers."""
        odd = [factor for factor in self.coefficients.values() if factor & 1]
        multiples = [self, *(self.times(pow(factor, -1, 1 << self.width)) for factor in odd)]
        best = min(multiples, key=lambda one: sum(map(abs, one._signed.values())))
        right = {symbol: -factor for symbol, factor in best._signed.items() if factor < 0}
        left = {symbol: factor for symbol, factor in best._signed.items() if factor > 0}
        return eq(_sum(self.width, left, 0), _sum(self.width, right, best.constant))

    @property
    def _signed(self) -> dict[Term, int]:
        """The coefficients between -2**(width-1) and 2**(width-1)."""
        return {symbol: signed(factor, self.width) for symbol, factor in self.coefficients.items()}


def joined_congruences(hull: Sequence[Congruence], point: Mapping[Term, Fraction]) -> tuple[Congruence, ...]:
    """The equations of one width that follow from ``hull`` and hold at ``point`` too."""
    misses = [congruence.excess(point) for congruence in hull]
    outside = [number for number, miss in enumerate(misses) if miss]
    if not outside:
        return tuple(hull)
    pivot = min(outside, key=lambda number: (_twos(misses[number]), len(hull[number].coefficients)))
    width, twos = hull[pivot].width, _twos(misses[pivot])
    inverse = pow(misses[pivot] >> twos, -1, 1 << width)
    mended = [
        congruence.minus(hull[pivot], (miss >> twos) * inverse) if miss else congruence
        for number, (congruence, miss) in enumerate(zip(hull, misses, strict=True))
        if number != pivot
    ]
    return tuple(c for c in (*mended, hull[pivot].times(1 << (width - twos))) if c.coefficients)


def solved_congruences(hull: Iterable[Congruence]) -> tuple[dict[Term, Term], list[Term]]:
    """Values of some vectors over the others, and what else is said about those."""
    rest = list(hull)
    definitions: dict[Term, Congruence] = {}
    while True:
        found = next(((c, v) for c in rest for v, factor in c.coefficients.items() if factor & 1), None)
        if found is None:
            break
        chosen, symbol = found
        rest.remove(chosen)
        unit = chosen.times(pow(chosen.coefficients[symbol], -1, 1 << chosen.width))
        rest = [_without(symbol, unit, other) for other in rest]
        rest = [other for other in rest if other.coefficients]
        definitions = {v: _without(symbol, unit, other) for v, other in definitions.items()}
        definitions[symbol] = unit
    values = {}
    for symbol, unit in definitions.items():
        others = {v: -factor for v, factor in unit.coefficients.items() if v is not symbol}
        values[symbol] = _sum(unit.width, others, unit.constant)
    return values, [other.formula for other in rest]


def _without(symbol: Term, unit: Congruence, other: Congruence) -> Congruence:
    """``other`` with ``symbol`` put in, which ``unit`` has once."""
    if other.width != unit.width or symbol not in other.coefficients:
        return other
    return other.minus(unit, other.coefficients[symbol])


def _sum(width: int, coefficients: Mapping[Term, int], constant: int) -> Term:
    total = bv(constant % (1 << width), width)
    for symbol, factor in coefficients.items():
        total = bv_binary(Op.BV_ADD, total, bv_binary(Op.BV_MUL, bv(factor % (1 << width), width), symbol))
    return total


def _twos(number: int) -> int:
    """How often 2 divides a number that is not 0."""
    return (number & -number).bit_length() - 1

"""Evidence about a program over integers as evidence about the same program over bit-vectors.

Both models are made from one program, so they have the same locations, edges and variables by name; an integer stands
for the vector that reads as it, in two's complement if its range begins below zero.  A formula is translated into
vectors wide enough for every intermediate value, by the ranges of its variables, so that it says the same of a state.
What cannot be said exactly (a quotient by an unknown, writes at unknown places) is a ``SolverFailure``.  Nothing here
is trusted: the result is checked against the bit-precise model as all evidence is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.errors import SolverFailure
from assay.core.evidence import Assignment, Derivation, Derived, Proof, Trace
from assay.core.model import Location, Model, Range
from assay.core.terms import FALSE, TRUE, Op, Term, and_, atoms, eq, ite, linear, not_, post_order, variable
from assay.core.terms.arrays import select, store
from assay.core.terms.bitvectors import (
    bv,
    bv_binary,
    bv_compare,
    bv_neg,
    bv_smod,
    bv_sub,
    extract,
    mask,
    sign_extend,
    zero_extend,
)
from assay.core.terms.evaluate import ArrayValue, Value, default_value
from assay.core.terms.rebuild import rebuild
from assay.core.terms.sorts import BOOL, INT, Sort, bitvector


def corresponds(integers: Model, bits: Model) -> bool:
    """Have the two models the same edges between the same locations, over variables of the same names?"""
    pairs = zip(integers.edges, bits.edges, strict=False)
    return len(integers.edges) == len(bits.edges) and all(
        _same(first.source, second.source)
        and _same(first.target, second.target)
        and len(first.uses) == len(second.uses)
        and all(_same(one.location, other.location) for one, other in zip(first.uses, second.uses, strict=True))
        for first, second in pairs
    )


def _same(left: Location, right: Location) -> bool:
    if left.name != right.name or len(left.variables) != len(right.variables):
        return False
    return all(a.name == b.name for a, b in zip(left.variables, right.variables, strict=True))


# -- runs ------------------------------------------------------------------------------------------------------------


def trace_over_bits(integers: Model, bits: Model, trace: Trace) -> Trace:
    """The run with the same choices, over vectors."""
    assert corresponds(integers, bits)
    twin = dict(zip(integers.edges, bits.edges, strict=True))
    edges = tuple(twin[edge] for edge in trace.edges)
    places = [bits.entry, *(edge.target for edge in edges)]
    states = tuple(_state(place.variables, state) for place, state in zip(places, trace.states, strict=True))
    inputs = tuple(_state(edge.inputs, chosen) for edge, chosen in zip(edges, trace.inputs, strict=True))
    return Trace(states, edges, inputs, trace.loop, trace.final)


def derivation_over_bits(integers: Model, bits: Model, derivation: Derivation) -> Derivation:
    """The derivation with the same choices, over vectors."""
    assert corresponds(integers, bits)
    twin = dict(zip(integers.edges, bits.edges, strict=True))
    nodes = []
    for node in derivation.nodes:
        edge = twin[node.edge] if node.edge is not None else None
        place = edge.target if edge is not None else bits.entry
        inputs = _state(edge.inputs, node.inputs) if edge is not None else {}
        nodes.append(Derived(_state(place.variables, node.state), edge, inputs, node.source, node.uses))
    return Derivation(tuple(nodes), derivation.final)


def _state(symbols: Sequence[Term], values: Assignment) -> dict[Term, Value]:
    """The vectors called ``symbols`` with the values of the integers of the same names."""
    known = {symbol.name: value for symbol, value in values.items()}
    return {s: vector(known[s.name], s.sort) if s.name in known else default_value(s.sort) for s in symbols}


def vector(value: Value, sort: Sort) -> Value:
    """The value of ``sort`` that an integer (or an array of integers) is reduced to."""
    if isinstance(value, ArrayValue):
        assert sort.index is not None and sort.element is not None
        result = ArrayValue(sort, vector(value.default, sort.element))
        for index, element in value.entries:
            if isinstance(index, int) and 0 <= index <= mask(sort.index.width):
                result = result.updated(index, vector(element, sort.element))
        return result
    return int(value) & mask(sort.width) if sort.is_bitvector else value


# -- proofs ----------------------------------------------------------------------------------------------------------


def proof_over_bits(integers: Model, bits: Model, proof: Proof) -> Proof:
    """The same invariant over vectors, and that these keep within the ranges of the integers (``_Bool`` is 0 or 1)."""
    assert corresponds(integers, bits)
    twins: dict[Location, Location] = {integers.entry: bits.entry}
    for first, second in zip(integers.edges, bits.edges, strict=True):
        twins[first.source], twins[first.target] = second.source, second.target
    meanings: dict[Term, Term] = {}
    for place, twin in twins.items():
        meanings.update(zip(place.variables, twin.variables, strict=True))
    ranges = {s: (d.low, d.high) for s, d in integers.domains.items() if isinstance(d, Range)}
    every = _indices(proof, ranges)
    meanings.update(every)
    translation = VectorTranslation(meanings, ranges, proof.every)

    def within_ranges(place: Location) -> Term:
        return and_(*(_within(meanings[s], *ranges[s]) for s in place.variables if s in ranges))

    # By the locations of ``integers``: those of the proof may be of a model in which some variables are gone.
    return Proof(
        {
            twin: and_(translation(proof.invariant[place]), within_ranges(place))
            for place, twin in twins.items()
            if place in proof.invariant
        },
        every=tuple(every.values()),
    )


def _indices(proof: Proof, ranges: dict[Term, tuple[int, int]]) -> dict[Term, Term]:
    """A vector for each index, whose values are those of the variables that it is compared with; adds its range."""
    found: dict[Term, Term] = {}
    for index in proof.every:
        lows, highs = [0], [0]
        for atom in dict.fromkeys(atom for formula in proof.invariant.values() for atom in atoms(formula)):
            if index in atom.free:
                compared = [ranges[symbol] for symbol in atom.free if symbol in ranges]
                lows += [low for low, _ in compared]
                highs += [high for _, high in compared]
        width = bits_for(min(lows), max(highs), signed=min(lows) < 0) if any(highs) else 32
        least = -(1 << (width - 1)) if min(lows) < 0 else 0
        found[index] = variable(index.name, bitvector(width))
        ranges[index] = least, least + mask(width)
    return found


def _within(meaning: Term, low: int, high: int) -> Term:
    """That a vector reads as a number of the range; true if all its vectors do, and of what is no vector."""
    if not meaning.sort.is_bitvector:
        return TRUE
    width = meaning.sort.width
    least = -(1 << (width - 1)) if low < 0 else 0
    number = Number(meaning, least, least + mask(width), signed=low < 0)
    return and_(_at_most(_constant(low), number), _at_most(number, _constant(high)))


@dataclass(frozen=True, slots=True)
class Number:
    """An integer term as a vector that reads as a number between ``low`` and ``high``, by its sign if ``signed``."""

    term: Term
    low: int
    high: int
    signed: bool

    def at(self, width: int) -> Term:
        """The low ``width`` bits of the number, in two's complement."""
        extra = width - self.term.sort.width
        if extra < 0:
            return extract(width - 1, 0, self.term)
        return sign_extend(extra, self.term) if self.signed else zero_extend(extra, self.term)


def bits_for(low: int, high: int, *, signed: bool) -> int:
    """The width in which all numbers from ``low`` to ``high`` have a vector."""
    if signed:
        return max((-low - 1).bit_length() if low < 0 else 0, high.bit_length() if high >= 0 else 0) + 1
    return max(1, high.bit_length())


WIDEST: Final = 512


class VectorTranslation:
    """Formulas over integers as formulas over vectors; ``meanings`` gives the vector, ``ranges`` the bounds, of each
    variable.

    A read at an address that depends on a symbol of ``wrapping`` is one at the address modulo the width.
    """

    def __init__(
        self,
        meanings: Mapping[Term, Term],
        ranges: Mapping[Term, tuple[int, int]],
        wrapping: Collection[Term] = (),
    ) -> None:
        self._meanings = meanings
        self._ranges = ranges
        self._wrapping = wrapping
        self._numbers: dict[Term, Number] = {}
        self._others: dict[Term, Term] = {}

    def __call__(self, formula: Term) -> Term:
        for term in post_order(formula):
            if term.sort is INT:
                if term not in self._numbers:
                    self._numbers[term] = self._number(term)
            elif term not in self._others:
                self._others[term] = self._other(term)
        return self._others[formula]

    # -- numbers

    def _number(self, term: Term) -> Number:
        if term.op is Op.CONST:
            value = int(term.number)
            return _fitting(bv(value, bits_for(value, value, signed=value < 0)), value, value)
        if term.op is Op.VAR:
            return self._variable(term)
        if term.op is Op.SELECT:
            return self._read(term)
        if term.op is Op.ITE:
            return self._choice(term)
        parts = [self._numbers[arg] for arg in term.args]
        match term.op:
            case Op.ADD:
                low, high = sum(part.low for part in parts), sum(part.high for part in parts)
                return _combined(Op.BV_ADD, parts, low, high)
            case Op.MUL:
                result = parts[0]
                for part in parts[1:]:
                    ends = [a * b for a in (result.low, result.high) for b in (part.low, part.high)]
                    result = _combined(Op.BV_MUL, (result, part), min(ends), max(ends))
                return result
            case Op.DIV | Op.MOD if term.args[1].is_const and term.args[1].number:
                return _divided(term.op, parts[0], int(term.args[1].number))
        raise SolverFailure(f"no vector stands for {term.op.value} of integers")

    def _variable(self, term: Term) -> Number:
        meaning, range_ = self._meanings.get(term), self._ranges.get(term)
        if meaning is None or range_ is None or not meaning.sort.is_bitvector:
            raise SolverFailure(f"no vector stands for {term.name}")
        return Number(meaning, *range_, signed=range_[0] < 0)

    def _read(self, term: Term) -> Number:
        """An element; outside the addresses of the vectors' array there is nothing, which counts as zero."""
        base, index = self._others[term.args[0]], self._numbers[term.args[1]]
        assert base.sort.index is not None
        width = base.sort.index.width
        wraps = not term.args[1].free.isdisjoint(self._wrapping)
        found = select(base, self._modulo(term.args[1], width) if wraps else index.at(width))
        if not wraps and (index.low < 0 or index.high > mask(width)):
            inside = and_(_at_most(_constant(0), index), _at_most(index, _constant(mask(width))))
            found = ite(inside, found, bv(0, found.sort.width))
        return Number(found, 0, mask(found.sort.width), signed=False)

    def _modulo(self, term: Term, width: int) -> Term:
        """The low ``width`` bits of a sum, as the program computes an address."""
        factors, constant = linear(term)
        found = bv(int(constant) & mask(width), width)
        for atom, factor in factors.items():
            part = self._numbers[atom].at(width)
            found = bv_binary(Op.BV_ADD, found, bv_binary(Op.BV_MUL, bv(int(factor) & mask(width), width), part))
        return found

    def _choice(self, term: Term) -> Number:
        condition = self._others[term.args[0]]
        then, otherwise = self._numbers[term.args[1]], self._numbers[term.args[2]]
        if condition is TRUE or condition is FALSE:
            return then if condition is TRUE else otherwise
        low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
        width = bits_for(low, high, signed=low < 0)
        return Number(ite(condition, then.at(width), otherwise.at(width)), low, high, signed=low < 0)

    # -- formulas and arrays

    def _other(self, term: Term) -> Term:
        if term.op is Op.VAR:
            return self._meanings.get(term, term) if term.sort is BOOL or term.sort.is_array else _refused(term)
        if term.op is Op.STORE:
            return self._written(term)
        if term.op in _COMPARISONS and term.args[0].sort is INT:
            return self._compared(term)
        if any(arg.sort is INT for arg in term.args):
            return _refused(term)
        return rebuild(term, tuple(self._others[arg] for arg in term.args)) if term.args else term

    def _compared(self, term: Term) -> Term:
        """A comparison with what is subtracted on its other side: products with -1 are dear, and vectors stay short."""
        total: dict[Term, int] = {}
        (left, low), (right, high) = linear(term.args[0]), linear(term.args[1])
        for factors, sign in ((left, 1), (right, -1)):
            for atom, factor in factors.items():
                total[atom] = total.get(atom, 0) + sign * int(factor)
        bound = int(high) - int(low)
        below = self._sum({atom: factor for atom, factor in total.items() if factor > 0})
        above = self._sum({atom: -factor for atom, factor in total.items() if factor < 0})
        if term.op is Op.LE and bound == -1:
            return not_(_at_most(above, below))
        below = _plus(below, -bound) if bound < 0 else below
        above = _plus(above, bound) if bound > 0 else above
        return _COMPARISONS[term.op](below, above)

    def _sum(self, factors: Mapping[Term, int]) -> Number:
        found = _constant(0)
        for atom, factor in factors.items():
            part = self._numbers[atom]
            if factor != 1:
                part = _combined(Op.BV_MUL, (part, _constant(factor)), part.low * factor, part.high * factor)
            found = part if found.low == found.high == 0 else _sum_of(found, part)
        return found

    def _written(self, term: Term) -> Term:
        base, index, value = self._others[term.args[0]], self._numbers[term.args[1]], self._numbers[term.args[2]]
        assert base.sort.index is not None and base.sort.element is not None
        places, units = base.sort.index.width, base.sort.element.width
        if index.low < 0 or index.high > mask(places) or value.low < 0 or value.high > mask(units):
            return _refused(term)
        return store(base, index.at(places), value.at(units))


def _refused(term: Term) -> Term:
    raise SolverFailure(f"no formula over vectors stands for {term.op.value}")


def _constant(value: int) -> Number:
    return Number(bv(value, bits_for(value, value, signed=value < 0)), value, value, signed=value < 0)


def _fitting(term: Term, low: int, high: int) -> Number:
    return Number(term, low, high, signed=low < 0)


def _width(low: int, high: int) -> int:
    width = bits_for(low, high, signed=low < 0)
    if width > WIDEST:
        raise SolverFailure(f"numbers of {width} bits are too wide")
    return width


def _combined(op: Op, parts: Sequence[Number], low: int, high: int) -> Number:
    """A sum or product: modulo a power of two that the result does not reach."""
    width = _width(low, high)
    result = parts[0].at(width)
    for part in parts[1:]:
        result = bv_binary(op, result, part.at(width))
    return _fitting(result, low, high)


def _sum_of(left: Number, right: Number) -> Number:
    return _combined(Op.BV_ADD, (left, right), left.low + right.low, left.high + right.high)


def _plus(number: Number, constant: int) -> Number:
    if number.low == number.high == 0:
        return _constant(constant)
    return _sum_of(number, _constant(constant))


def _divided(op: Op, number: Number, divisor: int) -> Number:
    """Quotient, or the remainder that is never negative, by a constant."""
    size = abs(divisor)
    if op is Op.MOD and number.low >= 0 and number.high < size:
        return number
    low, high = number.low // size, number.high // size
    width = _width(min(number.low, 0), max(number.high, size)) + 1
    whole, by = number.at(width), bv(size, width)
    if number.low >= 0:
        found = bv_binary(Op.BV_UDIV if op is Op.DIV else Op.BV_UREM, whole, by)
    else:
        rest = bv_smod(whole, by)
        found = rest if op is Op.MOD else bv_binary(Op.BV_SDIV, bv_sub(whole, rest), by)
    if op is Op.MOD:
        low, high = 0, size - 1
    elif divisor < 0:
        found, low, high = bv_neg(found), -high, -low
    return _fitting(extract(_width(low, high) - 1, 0, found), low, high)


def _at_most(left: Number, right: Number) -> Term:
    if left.high <= right.low:
        return TRUE
    if left.low > right.high:
        return FALSE
    signed = left.low < 0 or right.low < 0
    width = bits_for(min(left.low, right.low), max(left.high, right.high), signed=signed)
    return bv_compare(Op.BV_SLE if signed else Op.BV_ULE, left.at(width), right.at(width))


def _equal(left: Number, right: Number) -> Term:
    if left.high < right.low or right.high < left.low:
        return FALSE
    low, high = min(left.low, right.low), max(left.high, right.high)
    width = bits_for(low, high, signed=low < 0)
    return eq(left.at(width), right.at(width))


_COMPARISONS: Final[Mapping[Op, Callable[[Number, Number], Term]]] = {Op.LE: _at_most, Op.EQ: _equal}

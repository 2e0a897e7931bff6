"""Terms about vectors as terms about integers, within bounds of the variables.

The operations' laws are in ``numbers``.  What has no reading there, such as an element of an array, becomes a symbol of
which its type alone is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from assay.core.terms import Op, Term, conjunction, disjunction, eq, ite, not_, post_order, variable
from assay.core.terms.bitvectors import mask, signed
from assay.core.terms.sorts import BOOL, INT
from assay.witness.check import numbers
from assay.witness.check.numbers import Number, read

Bounds = Mapping[Term, tuple[int, int]]
"""Of the signed reading of vector variables."""

# Beyond so many times its width a number is wrapped before it is computed with.
WIDEST: Final = 4


def type_bounds(symbol: Term) -> tuple[int, int]:
    half = 1 << (symbol.sort.width - 1)
    return -half, half - 1


class Scope:
    """Bounds that hold in a part of a formula, and what terms are there: those without bounds of its own as outside."""

    def __init__(self, symbols: Symbols, own: Bounds, outside: Scope | None = None) -> None:
        self._symbols = symbols
        self._own = own
        self._outside = outside
        self._numbers: dict[Term, Number] = {}
        self._truths: dict[Term, Term] = {}

    def inside(self, own: Bounds) -> Scope:
        return Scope(self._symbols, own, self) if own else self

    def bounds(self, symbol: Term) -> tuple[int, int]:
        scope: Scope | None = self
        while scope is not None:
            if symbol in scope._own:
                return scope._own[symbol]
            scope = scope._outside
        return type_bounds(symbol)

    def number(self, term: Term) -> Number:
        """An integer that is congruent to the vector, and its bounds."""
        scope = self._of(term)
        scope._read(term)
        return scope._numbers[term]

    def truth(self, formula: Term) -> Term:
        """The formula over integers, without regard to what its parts say of each other."""
        scope = self._of(formula)
        scope._read(formula)
        return scope._truths[formula]

    def _of(self, term: Term) -> Scope:
        """The outermost scope that says as much of the term's variables as this one."""
        scope = self
        while scope._outside is not None and term.free.isdisjoint(scope._own):
            scope = scope._outside
        return scope

    def _read(self, root: Term) -> None:
        if root in self._numbers or root in self._truths:
            return
        for term in post_order(root):
            if term.sort is BOOL:
                if term not in self._truths:
                    self._truths[term] = self._formula(term)
            elif term.sort.is_bitvector and term not in self._numbers:
                self._numbers[term] = self._vector(term)

    # -- formulas

    def _formula(self, term: Term) -> Term:
        args = term.args
        match term.op:
            case Op.CONST:
                return term
            case Op.VAR:
                return self._symbols.boolean(term)
            case Op.NOT:
                return not_(self._truths[args[0]])
            case Op.AND:
                return conjunction(self._truths[arg] for arg in args)
            case Op.OR:
                return disjunction(self._truths[arg] for arg in args)
            case Op.ITE:
                return ite(*(self._truths[arg] for arg in args))
            case Op.EQ if args[0].sort is BOOL:
                return eq(*(self._truths[arg] for arg in args))
            case Op.EQ if args[0].sort.is_bitvector:
                return self._equal(*args)
            case Op.BV_ULE | Op.BV_SLE:
                sign = term.op is Op.BV_SLE
                return numbers.at_most(self.reading(args[0], signed=sign), self.reading(args[1], signed=sign))
        return self._symbols.truth(term)

    def _equal(self, left: Term, right: Term) -> Term:
        """By the reading under which fewer of both sides wrap."""
        first, second = self._numbers[left], self._numbers[right]
        natural = min(first.low, second.low) >= 0
        width = left.sort.width
        return numbers.equal(read(first, width, signed=not natural), read(second, width, signed=not natural))

    def reading(self, term: Term, *, signed: bool) -> Number:
        return read(self.number(term), term.sort.width, signed=signed)

    # -- vectors

    def _vector(self, term: Term) -> Number:
        found = self._computed(term)
        if found is None:
            found = Number(self._symbols.number(term), 0, mask(term.sort.width))
        furthest = 1 << WIDEST * term.sort.width
        wide = found.low < -furthest or found.high > furthest
        return read(found, term.sort.width, signed=True) if wide else found

    def _computed(self, term: Term) -> Number | None:
        """What the operation makes of its operands; None if that is not said here."""
        width = term.sort.width
        args = term.args
        match term.op:
            case Op.CONST:
                return numbers.exactly(signed(payload(term), width))
            case Op.VAR:
                return Number(self._symbols.integer(term), *self.bounds(term))
            case Op.ITE:
                return numbers.choice(self._truths[args[0]], self._numbers[args[1]], self._numbers[args[2]])
            case Op.BV_ADD:
                return numbers.total(*(self._numbers[arg] for arg in args))
            case Op.BV_MUL:
                return numbers.product(self._numbers[args[0]], self._numbers[args[1]])
            case Op.BV_NEG:
                return numbers.negative(self._numbers[args[0]])
            case Op.BV_NOT:
                return numbers.plus(numbers.negative(self._numbers[args[0]]), -1)
            case Op.BV_ZERO_EXTEND:
                return self.reading(args[0], signed=False)
            case Op.BV_SIGN_EXTEND:
                return self.reading(args[0], signed=True)
            case Op.BV_EXTRACT:
                assert isinstance(term.value, tuple)
                # Multiples of the operand's size are multiples of the result's behind the division, too.
                return numbers.floor_quotient(self._numbers[args[0]], 1 << term.value[1])
            case Op.BV_CONCAT:
                above = numbers.product(self._numbers[args[0]], numbers.exactly(1 << args[1].sort.width))
                return numbers.total(above, self.reading(args[1], signed=False))
        if len(args) == 2 and args[0].sort is args[1].sort is term.sort and args[1].is_const:
            return self._by_constant(term.op, args[0], payload(args[1]))
        return None

    def _by_constant(self, op: Op, left: Term, right: int) -> Number | None:
        """Operations whose second operand is known, by its unsigned value."""
        width = left.sort.width
        if op is Op.BV_AND and not right & (right + 1):
            return numbers.floor_remainder(self._numbers[left], right + 1)
        if op is Op.BV_SHL:
            return numbers.product(self._numbers[left], numbers.exactly(1 << right if right < width else 0))
        if op is Op.BV_LSHR:
            return numbers.floor_quotient(self.reading(left, signed=False), 1 << min(right, width))
        if op is Op.BV_ASHR:
            return numbers.floor_quotient(self.reading(left, signed=True), 1 << min(right, width))
        if not right:
            return None
        match op:
            case Op.BV_UDIV:
                return numbers.floor_quotient(self.reading(left, signed=False), right)
            case Op.BV_UREM:
                return numbers.floor_remainder(self.reading(left, signed=False), right)
            case Op.BV_SDIV:
                return numbers.truncated_quotient(self.reading(left, signed=True), signed(right, width))
            case Op.BV_SREM:
                return numbers.truncated_remainder(self.reading(left, signed=True), signed(right, width))
        return None


def payload(term: Term) -> int:
    assert isinstance(term.value, int)
    return term.value


class Symbols:
    """The integers that stand for vector variables, and symbols for what has no reading, each the same throughout."""

    def __init__(self) -> None:
        self.integers: dict[Term, Term] = {}
        self.booleans: dict[Term, Term] = {}
        self.others: dict[Term, Term] = {}

    def boolean(self, symbol: Term) -> Term:
        """A symbol with a name of ours, as all have here, so that no two are one."""
        return self.booleans.setdefault(symbol, variable(f"%boolean {symbol.name}", BOOL))

    def integer(self, symbol: Term) -> Term:
        return self.integers.setdefault(symbol, variable(f"%integer {symbol.name}:{symbol.sort.width}", INT))

    def number(self, term: Term) -> Term:
        return self.others.setdefault(term, variable(f"%number {len(self.others)}", INT))

    def truth(self, term: Term) -> Term:
        return self.others.setdefault(term, variable(f"%truth {len(self.others)}", BOOL))

    @property
    def types(self) -> list[Term]:
        """What is known of the integers by the types of what they stand for."""
        own = [part for symbol, found in self.integers.items() for part in numbers.within(found, *type_bounds(symbol))]
        others = [
            part
            for term, found in self.others.items()
            if found.sort is INT
            for part in numbers.within(found, 0, mask(term.sort.width))
        ]
        return [*own, *others]

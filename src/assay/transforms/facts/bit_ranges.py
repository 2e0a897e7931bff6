"""Ranges of vectors and of floating-point numbers, besides those of integers.

A vector's range is that of the signed integer that it is.  The range of a number is one of positions in the order of
its format (``number_intervals``); that it is not NaN is known as a condition of its own, ``fp.isNaN``, which is false.
So what is known of a variable that holds a number's bits is known of the number made of them, and nothing else is new:
bounds are bounds of terms.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from assay.core.terms import Op, Term
from assay.core.terms.bitvectors import bv, signed
from assay.core.terms.float_conversions import from_bits
from assay.core.terms.floats import bits_of, form, fp, fp_is_nan
from assay.core.terms.sorts import FLOAT32, FLOAT64, Sort
from assay.transforms.facts import number_intervals as numbers
from assay.transforms.facts import vector_intervals as vectors
from assay.transforms.facts.number_intervals import ANYTHING, Numbers
from assay.transforms.facts.ranges import (
    ANY,
    EITHER,
    FALSEHOOD,
    TRUTH,
    End,
    Infeasible,
    Interval,
    Known,
    Ranges,
    met,
)

FORMATS: Final = {32: FLOAT32, 64: FLOAT64}
_ORDERS: Final = frozenset((Op.BV_SLE, Op.BV_ULE, Op.FP_LE, Op.FP_LT))
# How far the operands of what is not NaN are looked into.
NESTING: Final = 6


def number_in(vector: Term) -> Term | None:
    """The number whose bits a vector may be."""
    sort = FORMATS.get(vector.sort.width) if vector.sort.is_bitvector else None
    return None if sort is None else from_bits(vector, sort)


class BitRanges(Ranges):
    """Intervals of vectors and numbers too."""

    __slots__ = ("_nan",)

    def __init__(self, known: Mapping[Term, Interval] | Known, *, sums: bool = False, depth: int = 0) -> None:
        super().__init__(known, sums=sums, depth=depth)
        self._nan: dict[Term, bool] = {}

    def _is_still_known(self, term: Term) -> bool:
        return False  # whether it may be NaN is not kept

    def numbers(self, term: Term) -> Numbers:
        """Where a number is, and whether it may be NaN."""
        interval = self(term)
        return Numbers(interval, self._nan.get(term, True))

    def constant(self, term: Term) -> Term | None:
        low, high = self(term)
        if low != high or math.isinf(low):
            return None
        if term.sort.is_bitvector:
            return bv(int(low), term.sort.width)
        if term.sort.is_float:
            alone = low != 0 and not self._nan.get(term, True)  # there are two zeros
            return fp(numbers.at(form(term.sort), low), term.sort) if alone else None
        return super().constant(term)

    # -- values

    def _leaf(self, term: Term) -> Interval:
        if not term.is_const or not (term.sort.is_float or term.sort.is_bitvector):
            return super()._leaf(term)
        if term.sort.is_float:
            return self._noted(term, numbers.point(bits_of(term), term.sort))
        value = signed(bits_of(term), term.sort.width)
        return (value, value)

    def _compound(self, term: Term) -> Interval:
        if term.sort.is_float:
            return self._noted(term, self._limited(term, self._float(term)))
        if term.sort.is_bitvector:
            return _within(self._vector(term), self.known.get(term) or ANY)
        return super()._compound(term)

    def _noted(self, term: Term, found: Numbers) -> Interval:
        self._nan[term] = found.nan
        return found.interval

    def _limited(self, term: Term, found: Numbers) -> Numbers:
        """By what is known of the term itself."""
        nan = found.nan and self.known.get(fp_is_nan(term)) != FALSEHOOD
        return Numbers(_within(found.interval, self.known.get(term) or ANY), nan)

    def _args(self, term: Term) -> list[Numbers]:
        return [Numbers(self._memo[arg], self._nan.get(arg, True)) for arg in term.args]

    def _ends(self, term: Term) -> vectors.Ends:
        return vectors.finite(self(term), term.sort.width)

    def _float(self, term: Term) -> Numbers:
        match term.op:
            case Op.ITE:
                return self._either(term)
            case Op.FP_FROM_SIGNED:
                return numbers.of_integers(self._ends(term.args[0]), term.sort)
            case Op.FP_FROM_UNSIGNED:
                vector = term.args[0]
                return numbers.of_integers(vectors.without_sign(self._ends(vector), vector.sort.width), term.sort)
            case Op.FP_FROM_BITS:
                return self._from_bits(term.args[0], term.sort)
            case Op.FP_FMA:
                return ANYTHING
            case _:
                return numbers.result(term, self._args(term))

    def _from_bits(self, vector: Term, sort: Sort) -> Numbers:
        """Of a choice of bits, either number."""
        if vector.op is not Op.ITE:
            return ANYTHING
        truth = self(vector.args[0])
        sides = vector.args[1:] if truth == EITHER else (vector.args[1 if truth == TRUTH else 2],)
        found = [self.numbers(from_bits(side, sort)) for side in sides]
        return numbers.either(found[0], found[-1])

    def _either(self, term: Term) -> Numbers:
        """What the branches may be, each where its condition holds."""
        condition = term.args[0]
        found: Numbers | None = None
        for branch, holds in ((term.args[1], True), (term.args[2], False)):
            if self._memo[condition] == (FALSEHOOD if holds else TRUTH):
                continue
            inner = self.refined(condition, holds=holds) if self._matters(condition, branch) else self
            if inner is not None:
                part = inner.numbers(branch)
                found = part if found is None else numbers.either(found, part)
        return found if found is not None else ANYTHING

    def _vector(self, term: Term) -> Interval:
        if term.op is Op.ITE:
            return self._choice(term)
        if term.op is Op.FP_TO_SIGNED or term.op is Op.FP_TO_UNSIGNED:
            return self._integer(term)
        if term.op is Op.FP_TO_BITS or not all(arg.sort.is_bitvector for arg in term.args):
            return ANY
        return vectors.result(term, [self._ends(arg) for arg in term.args])

    def _integer(self, term: Term) -> Interval:
        found = numbers.truncated(self.numbers(term.args[0]), term.args[0].sort)
        if found is None:
            return ANY
        low, high = int(found[0]), int(found[1])
        width = term.sort.width
        if term.op is Op.FP_TO_UNSIGNED:
            return vectors.unbounded((low, high), width) if low >= 0 else ANY
        return vectors.unbounded((low, high), width)

    # -- conditions

    def _truth(self, term: Term) -> Interval:
        if not term.args or not (term.args[0].sort.is_float or term.args[0].sort.is_bitvector):
            return super()._truth(term)
        if term.args[0].sort.is_bitvector:
            return self._compared(term)
        if len(term.args) == 1:
            return self._classified(term)
        (first, some), (second, other) = self._args(term)
        nan = some or other
        if term.op is Op.FP_LE or term.op is Op.FP_LT:
            strict = term.op is Op.FP_LT
            never = first[0] >= second[1] if strict else first[0] > second[1]
            always = first[1] < second[0] if strict else first[1] <= second[0]
            return FALSEHOOD if never else TRUTH if always and not nan else EITHER
        apart = first[0] > second[1] or second[0] > first[1]
        if term.op is Op.EQ:
            return FALSEHOOD if apart and not (some and other) else EITHER
        same = first[0] == first[1] == second[0] == second[1] and not nan
        return FALSEHOOD if apart else TRUTH if same else EITHER

    def _classified(self, term: Term) -> Interval:
        (found,) = self._args(term)
        if term.op is Op.FP_IS_NAN:
            return EITHER if found.nan else FALSEHOOD
        if term.op is Op.FP_IS_INFINITE:
            return EITHER if numbers.has_infinity(found) else FALSEHOOD
        if not numbers.has_zero(found):
            return FALSEHOOD
        return TRUTH if found == Numbers((0, 0), nan=False) else EITHER

    def _compared(self, term: Term) -> Interval:
        first, second = self._ends(term.args[0]), self._ends(term.args[1])
        width = term.args[0].sort.width
        if term.op is Op.BV_ULE:
            first, second = vectors.without_sign(first, width), vectors.without_sign(second, width)
        if term.op is Op.EQ:
            apart = first[0] > second[1] or second[0] > first[1]
            same = first[0] == first[1] == second[0] == second[1]
            return FALSEHOOD if apart else TRUTH if same else EITHER
        if term.op not in _ORDERS:
            return EITHER
        return TRUTH if first[1] <= second[0] else FALSEHOOD if first[0] > second[1] else EITHER

    # -- refinement

    def _learn_literal(self, literal: Term) -> None:
        positive = literal.op is not Op.NOT
        atom = literal if positive else literal.args[0]
        if not atom.args or not (atom.args[0].sort.is_float or atom.args[0].sort.is_bitvector):
            super()._learn_literal(literal)
            return
        if self(literal)[1] < 1:
            raise Infeasible
        if atom.args[0].sort.is_bitvector:
            self._learn_vectors(atom, positive=positive)
        elif len(atom.args) == 1:
            self._learn_class(atom, positive=positive)
        else:
            self._learn_numbers(atom, positive=positive)

    # -- of numbers

    def _learn_class(self, atom: Term, *, positive: bool) -> None:
        term = atom.args[0]
        if atom.op is Op.FP_IS_NAN:
            if not positive:
                self._is_number(term)
        elif atom.op is Op.FP_IS_ZERO:
            if positive:
                self._is_number(term)
                self._lies(term, (0, 0))
            else:
                self._differs(term, 0)
        elif not positive:
            last = form(term.sort).infinity - 1
            self._lies(term, (-last, last))

    def _learn_numbers(self, atom: Term, *, positive: bool) -> None:
        left, right = atom.args
        some, other = self.numbers(left), self.numbers(right)
        if atom.op is Op.EQ or atom.op is Op.FP_EQ:
            self._learn_same(atom, some, other, positive=positive)
        elif positive:
            self._is_number(left)
            self._is_number(right)
            self._above(right, left, strict=atom.op is Op.FP_LT)
            self._below(left, right, strict=atom.op is Op.FP_LT)
        else:
            # A side is NaN, or they are the other way round.
            if not other.nan:
                self._above(left, right, strict=atom.op is Op.FP_LE)
            if not some.nan:
                self._below(right, left, strict=atom.op is Op.FP_LE)

    def _learn_same(self, atom: Term, some: Numbers, other: Numbers, *, positive: bool) -> None:
        left, right = atom.args
        if positive:
            if atom.op is Op.FP_EQ or not (some.nan and other.nan):
                self._is_number(left)
                self._is_number(right)
            self._lies(left, other.interval)
            self._lies(right, some.interval)
            return
        low, high = other.interval
        # Of two zeros, to be different from one says nothing.
        if low == high and not other.nan and (atom.op is Op.FP_EQ or low != 0):
            self._differs(left, low)

    def _above(self, term: Term, other: Term, *, strict: bool) -> None:
        least: End = self(other)[0]
        self._lies(term, (max(least, -form(term.sort).infinity) + 1 if strict else least, math.inf))

    def _below(self, term: Term, other: Term, *, strict: bool) -> None:
        most: End = self(other)[1]
        self._lies(term, (-math.inf, min(most, form(term.sort).infinity) - 1 if strict else most))

    def _differs(self, term: Term, end: End) -> None:
        low, high = self(term)
        if low == end:
            self._lies(term, (end + 1, math.inf))
        elif high == end:
            self._lies(term, (-math.inf, end - 1))

    def _is_number(self, term: Term, depth: int = 0) -> None:
        """It is not NaN; so none of the operands that it is computed from is."""
        question = fp_is_nan(term)
        if question.op is Op.FP_IS_NAN and self(question) != FALSEHOOD:
            self._set(question, FALSEHOOD)
        if depth < NESTING and term.op is not Op.ITE:
            for arg in term.args:
                if arg.sort.is_float and not arg.is_const:
                    self._is_number(arg, depth + 1)

    def _lies(self, term: Term, interval: Interval) -> None:
        """The number lies there, or is NaN."""
        if term.is_const:
            return
        before, nan = self.numbers(term)
        now = met(before, interval)
        if now == before or (nan and _is_empty(now)):
            return
        self._set(term, now)
        low, high = now
        if term.op is Op.FP_NEG:
            self._lies(term.args[0], (-high, -low))
        elif term.op is Op.FP_ABS:
            self._lies(term.args[0], (-high, high))
        elif term.op is Op.FP_TO_FP:
            self._lies(term.args[0], numbers.before_conversion((low, high), term.sort, term.args[0].sort))

    # -- of vectors

    def _learn_vectors(self, atom: Term, *, positive: bool) -> None:
        left, right = atom.args
        first, second = self._ends(left), self._ends(right)
        if atom.op is Op.EQ:
            if positive:
                self._learn_equal(left, right)
            elif second[0] == second[1]:
                self._vector_differs(left, second[0])
        elif atom.op is Op.BV_SLE or (atom.op is Op.BV_ULE and first[0] >= 0 and second[0] >= 0):
            if positive:
                self._vector_lies(left, (-math.inf, second[1]))
                self._vector_lies(right, (first[0], math.inf))
            else:
                self._vector_lies(left, (second[0] + 1, math.inf))
                self._vector_lies(right, (-math.inf, first[1] - 1))
        elif atom.op is Op.BV_ULE:
            small, large = (left, right) if positive else (right, left)
            if self._ends(large)[0] >= 0:
                self._vector_lies(small, (0, self._ends(large)[1]))

    def _learn_equal(self, left: Term, right: Term) -> None:
        self._vector_lies(left, self(right))
        self._vector_lies(right, self(left))
        some, other = number_in(left), number_in(right)
        if some is None or other is None:
            return
        for one, by in ((some, self.numbers(other)), (other, self.numbers(some))):
            if not by.nan:
                self._is_number(one)
            self._lies(one, by.interval)

    def _vector_differs(self, term: Term, value: int) -> None:
        low, high = self._ends(term)
        if low == value:
            self._vector_lies(term, (value + 1, math.inf))
        elif high == value:
            self._vector_lies(term, (-math.inf, value - 1))

    def _vector_lies(self, term: Term, interval: Interval) -> None:
        if term.is_const:
            return
        if met(self(term), interval) == self(term):
            return
        self._set(term, interval)
        low, high = self(term)
        if term.op is Op.BV_SIGN_EXTEND:
            self._vector_lies(term.args[0], (low, high))
        elif term.op is Op.BV_ADD and term.args[1].is_const:
            inner, constant = term.args[0], signed(bits_of(term.args[1]), term.sort.width)
            least, most = self._ends(inner)
            bottom, top = vectors.all_of(term.sort.width)
            if bottom <= least + constant and most + constant <= top:
                self._vector_lies(inner, (low - constant, high - constant))


def _is_empty(interval: Interval) -> bool:
    return interval[0] > interval[1]


def _within(found: Interval, known: Interval) -> Interval:
    """Both hold; where they contradict each other nothing is reached, and either will do."""
    common = met(found, known)
    return found if _is_empty(common) else common

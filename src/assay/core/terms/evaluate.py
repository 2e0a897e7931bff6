"""Concrete values, and evaluation of terms under an assignment: the ground truth that replays runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, Final

from assay.core.errors import UndefinedValue
from assay.core.terms import Op, Term, bitvectors, boolean, euclidean, integer, real
from assay.core.terms.arrays import const_array, store
from assay.core.terms.float_operators import OPERATORS, apply
from assay.core.terms.floats import fp
from assay.core.terms.sorts import BOOL, INT, REAL, Sort


@dataclass(frozen=True)
class ArrayValue:
    """A map that differs from ``default`` at finitely many indices, sorted, none of them redundant.

    Equal maps are equal values: where there are only so many indices, ``default`` is what most of them have.
    """

    sort: Sort
    default: Value
    entries: tuple[tuple[Value, Value], ...] = ()

    def __post_init__(self) -> None:
        index = self.sort.index
        assert index is not None
        count = _count(index, 2 * len(self.entries))
        if count is None or 2 * len(self.entries) < count:
            return
        table = dict.fromkeys(_values(index), self.default) | dict(self.entries)
        counts = Counter(table.values())
        default = min(counts, key=lambda value: (-counts[value], repr(value)))
        entries = sorted(((i, v) for i, v in table.items() if v != default), key=repr)
        object.__setattr__(self, "default", default)
        object.__setattr__(self, "entries", tuple(entries))

    @cached_property
    def _table(self) -> Mapping[Value, Value]:
        return dict(self.entries)

    def at(self, index: Value) -> Value:
        return self._table.get(index, self.default)

    def updated(self, index: Value, value: Value) -> ArrayValue:
        table = {**self._table, index: value}
        entries = sorted(((i, v) for i, v in table.items() if v != self.default), key=repr)
        return ArrayValue(self.sort, self.default, tuple(entries))


Value = bool | int | Fraction | ArrayValue
"""A vector's is its unsigned reading, a floating-point number's are its bits."""


def _count(sort: Sort, most: int) -> int | None:
    """How many values the sort has; None if they are more than ``most``, and more than two."""
    if sort is BOOL:
        return 2
    if sort.is_bitvector:
        return 1 << sort.width if sort.width <= most.bit_length() else None
    if not sort.is_array:
        return None
    assert sort.index is not None and sort.element is not None
    places, choices = _count(sort.index, most), _count(sort.element, most)
    return None if places is None or choices is None or places > most.bit_length() else choices**places


def _values(sort: Sort) -> Iterable[Value]:
    """All values of a sort that has few."""
    if sort is BOOL:
        return (False, True)
    if sort.is_bitvector:
        return range(1 << sort.width)
    assert sort.index is not None and sort.element is not None
    places, choices = tuple(_values(sort.index)), tuple(_values(sort.element))
    blank = ArrayValue(sort, choices[0])
    return (_written(blank, zip(places, row, strict=True)) for row in product(choices, repeat=len(places)))


def _written(array: ArrayValue, pairs: Iterable[tuple[Value, Value]]) -> ArrayValue:
    for index, value in pairs:
        array = array.updated(index, value)
    return array


def default_value(sort: Sort) -> Value:
    """Some value of the sort: false, zero, or the constant array of such."""
    if sort is BOOL:
        return False
    if sort is REAL:
        return Fraction(0)
    if sort.is_array:
        assert sort.element is not None
        return ArrayValue(sort, default_value(sort.element))
    return 0


def constant(value: Value, sort: Sort) -> Term:
    """The term that denotes ``value``."""
    if isinstance(value, ArrayValue):
        assert sort.index is not None and sort.element is not None
        term = const_array(sort, constant(value.default, sort.element))
        for index, element in value.entries:
            term = store(term, constant(index, sort.index), constant(element, sort.element))
        return term
    if sort is BOOL:
        return boolean(bool(value))
    if sort is INT:
        return integer(int(value))
    if sort is REAL:
        return real(Fraction(value))
    return fp(int(value), sort) if sort.is_float else bitvectors.bv(int(value), sort.width)


def _nonzero(divisor: Any) -> Any:
    if divisor == 0:
        raise UndefinedValue("division by zero has no fixed value")
    return divisor


def _product(values: list[Any]) -> Any:
    result = values[0]
    for value in values[1:]:
        result *= value
    return result


# (term, argument values) -> value, for every operator without a table of its own.
_EVALUATORS: Final[dict[Op, Callable[[Term, list[Any]], Value]]] = {
    Op.NOT: lambda t, v: not v[0],
    Op.AND: lambda t, v: all(v),
    Op.OR: lambda t, v: any(v),
    Op.EQ: lambda t, v: v[0] == v[1],
    Op.ITE: lambda t, v: v[1] if v[0] else v[2],
    Op.ADD: lambda t, v: sum(v[1:], v[0]),
    Op.MUL: lambda t, v: _product(v),
    Op.DIV: lambda t, v: euclidean(v[0], _nonzero(v[1]))[0],
    Op.MOD: lambda t, v: euclidean(v[0], _nonzero(v[1]))[1],
    Op.REAL_DIV: lambda t, v: Fraction(v[0]) / _nonzero(v[1]),
    Op.LE: lambda t, v: v[0] <= v[1],
    Op.LT: lambda t, v: v[0] < v[1],
    Op.TO_REAL: lambda t, v: Fraction(v[0]),
    Op.TO_INT: lambda t, v: v[0].__floor__(),
    Op.IS_INT: lambda t, v: Fraction(v[0]).denominator == 1,
    Op.SELECT: lambda t, v: v[0].at(v[1]),
    Op.STORE: lambda t, v: v[0].updated(v[1], v[2]),
    Op.CONST_ARRAY: lambda t, v: ArrayValue(t.sort, v[0]),
    Op.BV_NOT: lambda t, v: ~v[0] & bitvectors.mask(t.sort.width),
    Op.BV_NEG: lambda t, v: -v[0] & bitvectors.mask(t.sort.width),
    Op.BV_CONCAT: lambda t, v: (v[0] << t.args[1].sort.width) | v[1],
    Op.BV_EXTRACT: lambda t, v: (v[0] >> _low(t)) & bitvectors.mask(t.sort.width),
    Op.BV_ZERO_EXTEND: lambda t, v: v[0],
    Op.BV_SIGN_EXTEND: lambda t, v: bitvectors.signed(v[0], t.args[0].sort.width) & bitvectors.mask(t.sort.width),
}


def _low(term: Term) -> int:
    assert isinstance(term.value, tuple)
    return term.value[1]


def _apply(term: Term, values: list[Any]) -> Value:
    if term.op in bitvectors.BINARY:
        width = term.sort.width
        return bitvectors.BINARY[term.op](values[0], values[1], width) & bitvectors.mask(width)
    if term.op in bitvectors.COMPARE:
        return bitvectors.COMPARE[term.op](values[0], values[1], term.args[0].sort.width)
    return apply(term, values) if term.op in OPERATORS else _EVALUATORS[term.op](term, values)


_AND: Final = Op.AND
_OR: Final = Op.OR
_NOT: Final = Op.NOT


class Evaluation:
    """Values of terms under one assignment, each shared subterm computed once.

    A variable without a value is an ``UndefinedValue``.  Conditionals and connectives are lazy: a branch that is not
    taken may hold a division by zero.
    """

    __slots__ = ("_memo",)

    def __init__(self, assignment: Mapping[Term, Value]) -> None:
        self._memo: dict[Term, Value] = dict(assignment)

    def __call__(self, root: Term) -> Value:
        memo = self._memo
        stack = [root]
        while stack:
            term = stack[-1]
            needed = None if term in memo else self._next_needed(term)
            if needed is not None:
                stack.append(needed)
            else:
                stack.pop()
        return memo[root]

    def _next_needed(self, term: Term) -> Term | None:
        """An argument that must be known first; None once ``term`` itself has its value."""
        memo, op = self._memo, term.op
        # Most frequent first: designs are made of these two.
        if op is _AND or op is _OR:
            decisive = op is _OR
            for arg in term.args:
                if arg not in memo:
                    return arg
                if memo[arg] == decisive:
                    memo[term] = decisive
                    return None
            memo[term] = not decisive
            return None
        if op is _NOT:
            arg = term.args[0]
            if arg not in memo:
                return arg
            memo[term] = not memo[arg]
            return None
        if op is Op.ITE:
            condition = term.args[0]
            if condition not in memo:
                return condition
            branch = term.args[1] if memo[condition] else term.args[2]
            if branch not in memo:
                return branch
            memo[term] = memo[branch]
            return None
        if op is Op.CONST:
            memo[term] = _constant_value(term)
            return None
        if op is Op.VAR:
            raise UndefinedValue(f"no value for {term.name}")
        for arg in term.args:
            if arg not in memo:
                return arg
        memo[term] = _apply(term, [memo[arg] for arg in term.args])
        return None


def _constant_value(term: Term) -> Value:
    assert isinstance(term.value, bool | int | Fraction)
    return term.value


def evaluate(term: Term, assignment: Mapping[Term, Value]) -> Value:
    """The value of ``term`` where each of its variables has the value that ``assignment`` gives it."""
    return Evaluation(assignment)(term)


def holds(term: Term, assignment: Mapping[Term, Value]) -> bool:
    """Is the formula ``term`` true under ``assignment``?"""
    return evaluate(term, assignment) is True

"""Values in the type of the variable that takes them, and choices as functions of fresh inputs.

``fit`` turns every leaf of a tree into the variable's encoding and notes where it is out of range.  ``Choices`` makes
one term of a tree: each union is resolved by Boolean inputs, shared between branches that exclude each other, so that
an assignment never restricts the step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from assay.core import terms
from assay.core.terms import FALSE, Op, Term, and_, boolean, disjunction, eq, ite, not_, or_
from assay.core.terms.bitvectors import bit, bv, bv_binary, concat, zero_extend
from assay.frontends.smv.operators import compare
from assay.frontends.smv.values import (
    Boolean,
    Cases,
    Integer,
    Span,
    Symbols,
    Tree,
    Type,
    TypeMismatch,
    Unbounded,
    Union,
    Value,
    Word,
    as_boolean,
    as_integer,
    as_number,
    equal,
    fixed_integer,
    is_symbol,
    is_unbounded,
    number,
    resized,
)

# So many values of a type with bounds are compared with a number without.
_LISTED: Final = 256


def fit(tree: Tree, kind: Type, allowed: tuple[int, ...] | None) -> Tree:
    """``tree`` with leaves in the encoding of ``kind``; a leaf's failure includes its being out of range."""
    match tree:
        case Value():
            return _fit_value(tree, kind, allowed)
        case Union(members):
            return Union(tuple(fit(member, kind, allowed) for member in members))
        case Cases(branches, failure):
            return Cases(tuple((c, fit(branch, kind, allowed)) for c, branch in branches), failure)
        case Span() if isinstance(kind, Unbounded) and not kind.real:
            return tree
        case Span(low, high):
            if not isinstance(kind, Integer) or allowed is not None or low < kind.low or high > kind.high:
                raise TypeMismatch(f"{low}..{high} is not part of {_listed(kind, allowed)}")
            return tree


def _fit_value(value: Value, kind: Type, allowed: tuple[int, ...] | None) -> Value:
    match kind:
        case Boolean():
            return as_boolean(value)
        case Word():
            if value.type != kind:
                raise TypeMismatch(f"{kind} is needed, not {value.type}")
            return value
        case Unbounded():
            return as_number(value, real=kind.real)
        case Integer() if is_unbounded(value):
            return _fit_number(as_number(value, real=False), kind, allowed)
        case Integer():
            return _fit_integer(as_integer(value), kind, allowed)
        case Symbols():
            return _fit_symbol(value, kind)


def _fit_number(value: Value, kind: Integer, allowed: tuple[int, ...] | None) -> Value:
    """An integer without bounds in a type with some: one of its values, or out of range."""
    values = allowed or range(kind.low, kind.high + 1)
    if len(values) > _LISTED:
        raise TypeMismatch(f"an integer without bounds is only compared with the values of {kind}, which are too many")
    term, outside = bv(values[-1], kind.width), not_(equal(value, number(values[-1])).term)
    for one in values[:-1]:
        same = equal(value, number(one)).term
        term, outside = ite(same, bv(one, kind.width), term), and_(outside, not_(same))
    return Value(term, kind, or_(value.failure, outside))


def _fit_integer(value: Value, kind: Integer, allowed: tuple[int, ...] | None) -> Value:
    assert isinstance(value.type, Integer)
    fixed = fixed_integer(value)
    if fixed is not None:
        if not kind.low <= fixed <= kind.high or (allowed is not None and fixed not in allowed):
            raise TypeMismatch(f"{fixed} is not one of {_listed(kind, allowed)}")
        return Value(bv(fixed, kind.width), kind, value.failure)
    outside = FALSE
    if value.type.low < kind.low:
        outside = or_(outside, compare("<", value, number(kind.low)).term)
    if value.type.high > kind.high:
        outside = or_(outside, compare(">", value, number(kind.high)).term)
    term = resized(value, kind)
    if allowed is not None:
        outside = or_(outside, not_(disjunction(eq(term, bv(one, kind.width)) for one in allowed)))
    return Value(term, kind, or_(value.failure, outside))


def _listed(kind: Type, allowed: tuple[int, ...] | None) -> str:
    return str(kind) if allowed is None else "{" + ", ".join(map(str, allowed)) + "}"


def _fit_symbol(value: Value, kind: Symbols) -> Value:
    if value.type == kind:
        return value
    if isinstance(value.type, Symbols):
        names: tuple[str | int, ...] = value.type.values
    elif isinstance(value.type, Boolean) and value.term.is_const:
        names = ("TRUE" if value.term.value else "FALSE",)
        value = Value(bv(0, 1), Symbols(names), value.failure)
    else:
        whole = as_integer(value)
        assert isinstance(whole.type, Integer)
        fixed = fixed_integer(whole)
        names = tuple(n for n in kind.values if isinstance(n, int)) if fixed is None else (fixed,)
    shared = [name for name in names if name in kind.values]
    if not shared or (len(names) == 1 and not shared):
        raise TypeMismatch(f"{', '.join(map(str, names))} is not one of {kind}")
    term = bv(kind.values.index(shared[-1]), kind.width)
    for name in reversed(shared[:-1]):
        term = ite(is_symbol(value, name), bv(kind.values.index(name), kind.width), term)
    outside = FALSE
    if len(shared) < len(names) or isinstance(value.type, Integer):
        outside = not_(disjunction(is_symbol(value, name) for name in shared))
    return Value(term, kind, or_(value.failure, outside))


def member(tree: Tree, variable: Term) -> tuple[Term, Term]:
    """The formula that says that ``variable`` is one of the values of a fitted tree, and where that is not defined."""
    match tree:
        case Value(term, _, failure):
            return eq(variable, term), failure
        case Union(members):
            parts = [member(part, variable) for part in members]
            return disjunction(part[0] for part in parts), disjunction(part[1] for part in parts)
        case Cases(branches, failure):
            return _cases(branches, failure, lambda part: member(part, variable))
        case Span(low, high):
            return between(variable, low, high), FALSE


def between(variable: Term, low: int, high: int) -> Term:
    """The formula that says that a number lies in an interval; a vector is two's complement if ``low`` is negative."""
    if variable.sort.is_arithmetic:
        least, most = (terms.number(bound, variable.sort) for bound in (low, high))
        return and_(terms.le(least, variable), terms.le(variable, most))
    width = variable.sort.width
    whole = Integer(-(1 << (width - 1)), (1 << (width - 1)) - 1) if low < 0 else Integer(0, (1 << width) - 1)
    value = Value(variable, whole)
    below = FALSE if low <= whole.low else compare("<", value, number(low)).term
    above = FALSE if high >= whole.high else compare(">", value, number(high)).term
    return not_(or_(below, above))


def _cases(
    branches: tuple[tuple[Term, Tree], ...], failure: Term, apply: Callable[[Tree], tuple[Term, Term]]
) -> tuple[Term, Term]:
    term, wrong = apply(branches[-1][1])
    for condition, branch in reversed(branches[:-1]):
        inner, inner_wrong = apply(branch)
        term = ite(condition, inner, term)
        wrong = or_(and_(condition, inner_wrong), and_(not_(condition), wrong))
    return term, or_(failure, wrong)


def deterministic(tree: Tree) -> tuple[Value, Term]:
    """A fitted tree without choices as one value, and where it is not defined."""
    kinds: list[Type] = []

    def value(part: Tree) -> tuple[Term, Term]:
        match part:
            case Value(term, kind, failure):
                kinds.append(kind)
                return term, failure
            case Cases(branches, failure):
                return _cases(branches, failure, value)
            case Union() | Span():
                raise TypeMismatch("a single value is needed, not a set")

    term, failure = value(tree)
    return Value(term, kinds[0], failure), failure


class Choices:
    """Boolean inputs that resolve the choices in the next value of one variable, of the sort of ``target``."""

    def __init__(self, fresh: Callable[[int], Term], target: Term) -> None:
        self._fresh = fresh
        self._sort = target.sort

    def resolve(self, tree: Tree, used: int = 0) -> tuple[Term, Term]:
        """A fitted tree as one term and its failure; the first ``used`` inputs are taken by choices around it."""
        match tree:
            case Value(term, _, failure):
                return term, failure
            case Cases(branches, failure):
                return _cases(branches, failure, lambda part: self.resolve(part, used))
            case Union(members):
                bits = (len(members) - 1).bit_length()
                parts = [self.resolve(part, used + bits) for part in members]
                failure = disjunction(part[1] for part in parts)
                return self._pick([part[0] for part in parts], used, bits), failure
            case Span():
                return self._span(tree, used), FALSE

    def _span(self, span: Span, used: int) -> Term:
        """Any integer of the span; codes beyond its end mean its first integer."""
        if self._sort.is_arithmetic:
            return self._sum(span, used)
        width = self._sort.width
        bits = [self._fresh(used + k) for k in range(min(width, (span.high - span.low).bit_length()))]
        offset = bit(bits[0])
        for chooser in bits[1:]:
            offset = concat(bit(chooser), offset)
        inside = between(offset, 0, span.high - span.low)
        offset = zero_extend(width - len(bits), offset)
        value = bv_binary(Op.BV_ADD, offset, bv(span.low, width))
        return ite(inside, value, bv(span.low, width))

    def _sum(self, span: Span, used: int) -> Term:
        """The same of a number without bounds."""
        size = (span.high - span.low).bit_length()
        powers = [terms.number(1 << k, self._sort) for k in range(size)]
        none, first = terms.number(0, self._sort), terms.number(span.low, self._sort)
        value = terms.add(first, *(ite(self._fresh(used + k), power, none) for k, power in enumerate(powers)))
        return ite(between(value, span.low, span.high), value, first)

    def _pick(self, row: list[Term], first: int, count: int) -> Term:
        """One of ``row``, chosen by ``count`` inputs from the one numbered ``first`` on."""
        for number_of_bit in range(first, first + count):
            chooser = self._fresh(number_of_bit)
            pairs = [(row[k], row[min(k + 1, len(row) - 1)]) for k in range(0, len(row), 2)]
            row = [low if low is high else ite(chooser, high, low) for low, high in pairs]
        assert len(row) == 1
        return row[0]


def within(term: Term, kind: Type, allowed: tuple[int, ...] | None) -> Term:
    """The formula that says that a variable has a value of its type."""
    match kind:
        case Boolean() | Word() | Unbounded():
            return boolean(True)
        case Symbols():
            if len(kind.values) == 1 << kind.width:
                return boolean(True)
            return between(term, 0, len(kind.values) - 1)
        case Integer():
            if allowed is not None:
                return disjunction(eq(term, bv(one, kind.width)) for one in allowed)
            return between(term, kind.low, kind.high)

"""Taking terms apart and putting them together again: rebuilding, substitution."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from assay.core import terms
from assay.core.terms import Op, Payload, Term, arrays, bitvectors, float_operators
from assay.core.terms.sorts import Sort

_Maker = Callable[[tuple[Term, ...], Sort, Payload], Term]

_MAKERS: Final[dict[Op, _Maker]] = {
    Op.NOT: lambda a, s, v: terms.not_(a[0]),
    Op.AND: lambda a, s, v: terms.conjunction(a),
    Op.OR: lambda a, s, v: terms.disjunction(a),
    Op.EQ: lambda a, s, v: terms.eq(a[0], a[1]),
    Op.ITE: lambda a, s, v: terms.ite(a[0], a[1], a[2]),
    Op.ADD: lambda a, s, v: terms.add(*a),
    Op.MUL: lambda a, s, v: terms.mul(*a),
    Op.DIV: lambda a, s, v: terms.int_div(a[0], a[1]),
    Op.MOD: lambda a, s, v: terms.int_mod(a[0], a[1]),
    Op.REAL_DIV: lambda a, s, v: terms.real_div(a[0], a[1]),
    Op.LE: lambda a, s, v: terms.le(a[0], a[1]),
    Op.LT: lambda a, s, v: terms.lt(a[0], a[1]),
    Op.TO_REAL: lambda a, s, v: terms.to_real(a[0]),
    Op.TO_INT: lambda a, s, v: terms.to_int(a[0]),
    Op.IS_INT: lambda a, s, v: terms.is_int(a[0]),
    Op.SELECT: lambda a, s, v: arrays.select(a[0], a[1]),
    Op.STORE: lambda a, s, v: arrays.store(a[0], a[1], a[2]),
    Op.CONST_ARRAY: lambda a, s, v: arrays.const_array(s, a[0]),
    Op.BV_NOT: lambda a, s, v: bitvectors.bv_not(a[0]),
    Op.BV_NEG: lambda a, s, v: bitvectors.bv_neg(a[0]),
    Op.BV_CONCAT: lambda a, s, v: bitvectors.concat(a[0], a[1]),
    Op.BV_EXTRACT: lambda a, s, v: bitvectors.extract(_parameter(v, 0), _parameter(v, 1), a[0]),
    Op.BV_ZERO_EXTEND: lambda a, s, v: bitvectors.zero_extend(_parameter(v, 0), a[0]),
    Op.BV_SIGN_EXTEND: lambda a, s, v: bitvectors.sign_extend(_parameter(v, 0), a[0]),
}


def _parameter(value: Payload, index: int) -> int:
    assert isinstance(value, tuple)
    return value[index]


def make(op: Op, args: tuple[Term, ...], sort: Sort, value: Payload = None) -> Term:
    """The simplified term with this operator and these arguments."""
    maker = _MAKERS.get(op)
    if maker is not None:
        return maker(args, sort, value)
    if op in bitvectors.BINARY:
        return bitvectors.bv_binary(op, args[0], args[1])
    if op in bitvectors.COMPARE:
        return bitvectors.bv_compare(op, args[0], args[1])
    if op in float_operators.OPERATORS:
        return float_operators.make(op, args, sort, value)
    return terms.intern(op, args, sort, value)


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """``term`` with other arguments of the same sorts, simplified."""
    return term if args == term.args else make(term.op, args, term.sort, term.value)


class Substitution:
    """Simultaneous replacement of variables by terms; one memo serves every term that it is applied to."""

    __slots__ = ("_domain", "_memo")

    def __init__(self, mapping: Mapping[Term, Term]) -> None:
        self._memo: dict[Term, Term] = dict(mapping)
        self._domain = frozenset(mapping)

    def __call__(self, root: Term) -> Term:
        memo, domain = self._memo, self._domain
        if root in memo:
            return memo[root]
        if domain.isdisjoint(root.free):
            return root
        stack = [root]
        while stack:
            term = stack[-1]
            if term in memo:
                stack.pop()
                continue
            if domain.isdisjoint(term.free):
                memo[term] = term
                stack.pop()
                continue
            missing = [arg for arg in term.args if arg not in memo]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            memo[term] = rebuild(term, tuple(memo[arg] for arg in term.args))
        return memo[root]


def substitute(term: Term, mapping: Mapping[Term, Term]) -> Term:
    """Replace variables by terms, all at once."""
    return Substitution(mapping)(term) if mapping else term

"""Arithmetic without bounds: on all integers, where quotients are rounded towards zero, and on reals."""

from __future__ import annotations

from assay.core import terms
from assay.core.terms import eq, or_
from assay.frontends.smv.values import TypeMismatch, Unbounded, Value


def arithmetic(op: str, a: Value, b: Value) -> Value:
    """``+ - * / mod`` of two numbers of one type."""
    assert isinstance(a.type, Unbounded)
    failure = or_(a.failure, b.failure)
    if op in ("/", "mod"):
        zero = eq(b.term, terms.number(0, b.term.sort))
        if zero is terms.TRUE:
            raise TypeMismatch("division by zero")
        if op == "mod" and a.type.real:
            raise TypeMismatch("mod is for integers")
        failure = or_(failure, zero)
    match op:
        case "+":
            term = terms.add(a.term, b.term)
        case "-":
            term = terms.sub(a.term, b.term)
        case "*":
            term = terms.mul(a.term, b.term)
        case "/" if a.type.real:
            term = terms.real_div(a.term, b.term)
        case _:
            divide = terms.int_div if op == "/" else terms.int_mod
            negative = terms.lt(a.term, terms.integer(0))
            opposite = terms.neg(divide(terms.neg(a.term), b.term))
            term = terms.ite(negative, opposite, divide(a.term, b.term))
    return Value(term, a.type, failure)

"""Sequences and properties put together by an operator (16.9, 16.12)."""

from __future__ import annotations

from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.syntax import (
    ANY,
    And,
    Boolean,
    Either,
    FirstMatch,
    Fused,
    Implies,
    Matches,
    Not,
    Or,
    Property,
    Repeated,
    Sequence,
    Then,
    Together,
    Until,
    both,
)
from assay.frontends.verilog.tokens import Token

Node = Sequence | Property
SEQUENCES: Final = (Boolean, Then, Fused, Either, Together, Repeated, FirstMatch)


def combined(operator: Token, left: Node, right: Node, *, strong: bool) -> Node:
    """What an operator says of two sequences or properties; sequences alone are ``strong``, or weak."""
    word = operator.text
    sequences = isinstance(left, SEQUENCES) and isinstance(right, SEQUENCES)
    if word in ("intersect", "within", "throughout"):
        first, second = as_sequence(left, operator), as_sequence(right, operator)
        if word == "throughout":
            if not isinstance(first, Boolean):
                raise Unsupported("throughout, behind something else than an expression", operator.spot)
            first = Repeated(first, 0, None)
        elif word == "within":
            rest = Repeated(ANY, 0, None)
            first = Then(rest, Then(first, rest))
        return Together(first, second)
    if word in ("and", "or") and sequences:
        first, second = as_sequence(left, operator), as_sequence(right, operator)
        return both(first, second) if word == "and" else Either(first, second)
    if word in ("|->", "|=>", "#-#", "#=#"):
        sequence, body = as_sequence(left, operator), as_property(right, strong=strong)
        if word.endswith(("=>", "=#")):
            sequence = Then(sequence, ANY)
        return Implies(sequence, body) if word.startswith("|") else Not(Implies(sequence, Not(body)))
    one, other = as_property(left, strong=strong), as_property(right, strong=strong)
    match word:
        case "and":
            return And(one, other)
        case "or":
            return Or(one, other)
        case "implies":
            return Or(Not(one), other)
        case "iff":
            return And(Or(Not(one), other), Or(one, Not(other)))
        case _:
            last = And(one, other) if word.endswith("_with") else other
            return Until(one, last, strong=word.startswith("s_"))


def as_sequence(node: Node, operator: Token) -> Sequence:
    if isinstance(node, SEQUENCES):
        return node
    raise Unsupported(f"a property where {operator.text} takes a sequence", operator.spot)


def as_property(node: Node, *, strong: bool) -> Property:
    if isinstance(node, SEQUENCES):
        return Matches(node, strong)
    return node

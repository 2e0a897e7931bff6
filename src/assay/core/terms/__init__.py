"""The constructors of terms, which simplify on the way in: the one module that most code imports.

Propositional structure, equality and views are here; the graph of nodes is ``core.terms.nodes``, numbers are
``core.terms.arithmetic``, and bit-vector and array constructors live in ``core.terms.bitvectors`` and
``core.terms.arrays``.
"""

from __future__ import annotations

from collections.abc import Iterable

from assay.core.terms.arithmetic import (
    add,
    compare,
    euclidean,
    from_linear,
    ge,
    gt,
    int_div,
    int_mod,
    is_int,
    le,
    linear,
    lt,
    mul,
    neg,
    real_div,
    scale,
    sub,
    to_int,
    to_real,
)
from assay.core.terms.nodes import (
    FALSE,
    TRUE,
    Op,
    Payload,
    Term,
    boolean,
    by_age,
    integer,
    intern,
    not_,
    number,
    post_order,
    prime,
    real,
    symbols_of,
    variable,
)
from assay.core.terms.sorts import BOOL

__all__ = [
    "FALSE",
    "TRUE",
    "Op",
    "Payload",
    "Term",
    "add",
    "and_",
    "atoms",
    "boolean",
    "by_age",
    "conjunction",
    "conjuncts",
    "disjunction",
    "disjuncts",
    "distinct",
    "eq",
    "euclidean",
    "from_linear",
    "ge",
    "gt",
    "implies",
    "int_div",
    "int_mod",
    "integer",
    "intern",
    "is_connective",
    "is_int",
    "ite",
    "le",
    "linear",
    "lt",
    "mul",
    "neg",
    "not_",
    "number",
    "or_",
    "post_order",
    "prime",
    "real",
    "real_div",
    "scale",
    "size",
    "sub",
    "symbols_of",
    "to_int",
    "to_real",
    "variable",
    "xor",
]

# -- propositional ---------------------------------------------------------------------------------------------------


def and_(*terms: Term) -> Term:
    return _junction(Op.AND, terms, TRUE, FALSE)


def or_(*terms: Term) -> Term:
    return _junction(Op.OR, terms, FALSE, TRUE)


def conjunction(terms: Iterable[Term]) -> Term:
    return _junction(Op.AND, terms, TRUE, FALSE)


def disjunction(terms: Iterable[Term]) -> Term:
    return _junction(Op.OR, terms, FALSE, TRUE)


def _junction(op: Op, terms: Iterable[Term], neutral: Term, absorbing: Term) -> Term:
    parts: set[Term] = set()
    for term in terms:
        if term.op is op:
            parts.update(term.args)
        elif term is absorbing:
            return absorbing
        elif term is not neutral:
            parts.add(term)
    for part in parts:
        if part.op is Op.NOT:
            opposite = part.args[0]
            if opposite in parts or (opposite.op is op and parts.issuperset(opposite.args)):
                return absorbing
    if not parts:
        return neutral
    if len(parts) == 1:
        return next(iter(parts))
    return intern(op, tuple(sorted(parts, key=by_age)), BOOL)


def implies(left: Term, right: Term) -> Term:
    return or_(not_(left), right)


def xor(left: Term, right: Term) -> Term:
    return not_(eq(left, right))


def ite(condition: Term, then: Term, otherwise: Term) -> Term:
    if condition is TRUE or then is otherwise:
        return then
    if condition is FALSE:
        return otherwise
    if condition.op is Op.NOT:
        condition, then, otherwise = condition.args[0], otherwise, then
    if then.sort is BOOL:
        if then is TRUE:
            return or_(condition, otherwise)
        if then is FALSE:
            return and_(not_(condition), otherwise)
        if otherwise is TRUE:
            return or_(not_(condition), then)
        if otherwise is FALSE:
            return and_(condition, then)
    return intern(Op.ITE, (condition, then, otherwise), then.sort)


def eq(left: Term, right: Term) -> Term:
    """Equality at any sort; over Bool it is equivalence."""
    if left is right:
        return TRUE
    if left.sort is not right.sort:
        raise TypeError(f"cannot compare {left.sort} with {right.sort}")
    if left.sort is BOOL:
        return _equivalence(left, right)
    if left.sort.is_arithmetic:
        return compare(Op.EQ, left, right)
    if left.is_const and right.is_const:
        return FALSE
    if left.is_const:
        left, right = right, left
    if right.is_const and left.op is Op.ITE and left.args[1].is_const and left.args[2].is_const:
        then, otherwise = left.args[1] is right, left.args[2] is right
        return left.args[0] if then else not_(left.args[0]) if otherwise else FALSE
    return intern(Op.EQ, (left, right) if left.uid < right.uid else (right, left), BOOL)


def _equivalence(left: Term, right: Term) -> Term:
    if left.is_const:
        left, right = right, left
    if right is TRUE:
        return left
    if right is FALSE:
        return not_(left)
    negative = False
    if left.op is Op.NOT:
        left, negative = left.args[0], True
    if right.op is Op.NOT:
        right, negative = right.args[0], not negative
    if left is right:
        return boolean(not negative)
    same = intern(Op.EQ, (left, right) if left.uid < right.uid else (right, left), BOOL)
    return not_(same) if negative else same


def distinct(*terms: Term) -> Term:
    return conjunction(not_(eq(a, b)) for i, a in enumerate(terms) for b in terms[i + 1 :])


# -- views -----------------------------------------------------------------------------------------------------------


def conjuncts(term: Term) -> tuple[Term, ...]:
    """``term`` as a list of conjuncts; De Morgan is applied to negated disjunctions."""
    parts: dict[Term, None] = {}
    stack = [term]
    while stack:
        part = stack.pop()
        if part.op is Op.AND:
            stack.extend(reversed(part.args))
        elif part.op is Op.NOT and part.args[0].op is Op.OR:
            stack.extend(not_(arg) for arg in reversed(part.args[0].args))
        elif part is not TRUE:
            parts[part] = None
    return tuple(parts)


def disjuncts(term: Term) -> tuple[Term, ...]:
    """``term`` as a list of disjuncts."""
    return tuple(not_(part) for part in conjuncts(not_(term)))


def is_connective(term: Term) -> bool:
    """Does this Boolean term combine Boolean terms?"""
    if term.sort is not BOOL:
        return False
    return term.op in (Op.NOT, Op.AND, Op.OR, Op.ITE) or (term.op is Op.EQ and term.args[0].sort is BOOL)


def atoms(term: Term) -> tuple[Term, ...]:
    """The distinct Boolean leaves of the propositional structure, in order of first appearance."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = [term]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if is_connective(node):
            stack.extend(reversed(node.args))
        elif not node.is_const:
            found[node] = None
    return tuple(found)


def size(*terms: Term) -> int:
    """The number of distinct subterms."""
    return sum(1 for _ in post_order(*terms))

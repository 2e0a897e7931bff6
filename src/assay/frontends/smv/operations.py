"""What operators do to the meanings of their arguments: values, choices between them, and temporal formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Final

from assay.core import temporal
from assay.core.temporal import Atom, Connective, Formula, Logic, PathOperator, Quantifier, Temporal
from assay.core.terms import FALSE, TRUE, Term, conjunction, disjunction
from assay.frontends.smv import operators
from assay.frontends.smv.syntax import Node
from assay.frontends.smv.values import (
    BOOLEAN,
    Cases,
    Span,
    Tree,
    TypeMismatch,
    Unbounded,
    Union,
    Value,
    as_boolean,
    chosen,
    equal,
    fixed_integer,
    lift,
    number,
    union,
)

_LISTED: Final = 1 << 6
_LOGIC: Final = {"&": Logic.AND, "|": Logic.OR, "->": Logic.IMPLIES, "<->": Logic.IFF, "!": Logic.NOT}
_BRANCHING: Final = {
    letter + op.value: (op, quantifier)
    for letter, quantifier in (("A", Quantifier.ALL), ("E", Quantifier.SOME))
    for op in (PathOperator.NEXT, PathOperator.FINALLY, PathOperator.GLOBALLY, PathOperator.UNTIL, PathOperator.RELEASE)
}
_LINEAR: Final = {op.value: op for op in PathOperator}

Meaning = Value | Cases | Union | Span | Connective | Temporal


def as_condition(tree: Tree, node: Node) -> Value:
    """``tree``, the meaning of ``node``, as a Boolean without choices."""
    try:
        tree = lift(as_boolean, tree)
    except TypeMismatch as mismatch:
        raise TypeMismatch(str(mismatch), node.start) from None
    if not isinstance(tree, Value):
        raise TypeMismatch("a condition cannot be a set", node.start)
    return tree


def is_temporal(op: str) -> bool:
    return op in _BRANCHING or op in _LINEAR


def temporal_formula(node: Node, args: Sequence[Meaning]) -> tuple[Connective | Temporal, list[tuple[Term, Node]]]:
    """The formula that ``node`` makes of its arguments, and where atoms among them are not defined."""
    parts: list[Formula] = []
    failures: list[tuple[Term, Node]] = []
    for arg, part in zip(args, node.args, strict=True):
        if isinstance(arg, Connective | Temporal):
            parts.append(arg)
            continue
        value = as_condition(arg, part)
        parts.append(Atom(value.term))
        if value.failure is not FALSE:
            failures.append((value.failure, part))
    formula: Formula
    if node.op in _BRANCHING:
        op, quantifier = _BRANCHING[node.op]
        formula = _along_paths(op, parts, quantifier, node.value)
    elif node.op in _LINEAR:
        formula = _along_paths(_LINEAR[node.op], parts, None, node.value)
    elif node.op in _LOGIC:
        formula = temporal.connect(_LOGIC[node.op], *parts)
    elif node.op in ("xor", "xnor", "=", "!="):
        formula = temporal.connect(Logic.IFF, *parts)
        if node.op in ("xor", "!="):
            formula = temporal.connect(Logic.NOT, formula)
    else:
        raise TypeMismatch(f"{node.op} does not apply to temporal formulas")
    assert not isinstance(formula, Atom)
    return formula, failures


def _along_paths(op: PathOperator, parts: list[Formula], quantifier: Quantifier | None, bounds: str) -> Temporal:
    if not bounds:
        return temporal.temporal(op, *parts, quantifier=quantifier)
    first, last = map(int, bounds.split(".."))
    return temporal.bounded(op, first, last, *parts, quantifier=quantifier)


def operation(node: Node, args: list[Tree]) -> Tree:
    """The value that ``node`` makes of its arguments."""
    op = node.op
    if op in _OPERATIONS:
        return lift(_OPERATIONS[op], *args)
    match op:
        case "&" | "|":
            return _junction(op, args)
        case "set" | "union":
            return union(args)
        case "in":
            return lift(partial(_member, members=args[1]), args[0])
        case "..":
            return _interval(args)
        case "case":
            conditions = [as_condition(arg, part) for arg, part in zip(args[::2], node.args[::2], strict=True)]
            failure = disjunction(condition.failure for condition in conditions)
            return chosen([(c.term, v) for c, v in zip(conditions, args[1::2], strict=True)], failure)
        case "?:":
            condition = as_condition(args[0], node.args[0])
            return chosen([(condition.term, args[1]), (TRUE, args[2])], condition.failure)
        case "call":
            return _call(node.value, args)
        case "tuple":
            raise TypeMismatch("this is no value")
        case "row":
            raise TypeMismatch("an array is no value")
    raise TypeMismatch(f"{op} is not read")


def _junction(op: str, args: list[Tree]) -> Tree:
    values = [arg for arg in args if isinstance(arg, Value) and arg.type is BOOLEAN]
    if len(values) == len(args):
        join = conjunction if op == "&" else disjunction
        return Value(join(value.term for value in values), BOOLEAN, disjunction(value.failure for value in values))
    return reduce(lambda a, b: lift(partial(operators.logic, op), a, b), args)


def _member(value: Value, members: Tree) -> Value:
    """Is ``value`` one of ``members``?"""
    match members:
        case Value():
            return equal(value, members)
        case Union(parts):
            found = [_member(value, part) for part in parts]
            return Value(disjunction(f.term for f in found), BOOLEAN, disjunction(f.failure for f in found))
        case Cases(branches, failure):
            tree = chosen([(c, _member(value, part)) for c, part in branches], failure)
            assert isinstance(tree, Value)
            return tree
        case Span(low, high):
            if isinstance(value.type, Unbounded) and value.type.real:
                raise TypeMismatch("only integers are looked for in a range")
            above = operators.compare("<=", number(low), value)
            return operators.logic("&", above, operators.compare("<=", value, number(high)))


def _interval(args: list[Tree]) -> Tree:
    low, high = (fixed_integer(arg) if isinstance(arg, Value) else None for arg in args)
    if low is None or high is None:
        raise TypeMismatch("the bounds of a range are constants")
    if low > high:
        raise TypeMismatch(f"the range {low}..{high} is empty")
    return Span(low, high) if high - low >= _LISTED else union([number(k) for k in range(low, high + 1)])


def _call(name: str, args: list[Tree]) -> Tree:
    found = operators.FUNCTIONS.get(name)
    if found is None:
        raise TypeMismatch(f"there is no function {name}")
    arity, apply = found
    if arity not in (-1, len(args)):
        raise TypeMismatch(f"{name} takes {arity} arguments, not {len(args)}")
    return lift(apply, *args)


_OPERATIONS: Final[dict[str, Callable[..., Tree]]] = {
    "!": operators.not_,
    "minus": operators.minus,
    "=": equal,
    "!=": operators.unequal,
    "::": operators.joined,
    "slice": operators.bits,
    **{op: partial(operators.logic, op) for op in ("xor", "xnor", "<->", "->")},
    **{op: partial(operators.compare, op) for op in ("<", "<=", ">", ">=")},
    **{op: partial(operators.arithmetic, op) for op in ("+", "-", "*", "/", "mod")},
    **{op: partial(operators.shift, op) for op in ("<<", ">>")},
}

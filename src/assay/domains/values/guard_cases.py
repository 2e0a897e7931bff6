"""Guards case by case: disjunctions taken apart, so that each case is a plain list of literals.

Explicit values say nothing about a disjunction, but much about each of its cases.  Guards of single blocks are single
literals; guards of large blocks are disjunctions over the paths through the block, and their cases are these paths.
A disjunction stays as it is, and counts as one literal, if it would lead to more than ``limit`` cases, or if its cases
give no variable a value: ranges and disequalities are evaluated just as well together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from assay.core.terms import Op, Term, and_, conjuncts, disjuncts, not_
from assay.core.terms.sorts import BOOL

Case = tuple[Term, ...]
LIMIT: Final = 512


def cases(formulas: Iterable[Term], limit: int = LIMIT) -> tuple[Case, ...]:
    """Lists of literals, each a conjunction, whose disjunction is equivalent to that of ``formulas`` as a conjunction.

    At most ``limit`` of them; those that contradict themselves on their face are left out.
    """
    found: list[Case] = []
    stack: list[tuple[dict[Term, None], list[Term]]] = [({}, list(formulas))]
    while stack:
        literals, pending = stack.pop()
        choices = _take(literals, pending)
        if choices is None:
            continue
        split = None
        while choices and split is None:
            parts = [part for part in _parts(choices[0]) if not_(part) not in literals]
            if len(found) + len(stack) + len(parts) > limit or not any(map(_teaches, parts)):
                literals[choices.pop(0)] = None
            elif any(part in literals for part in parts):
                choices.pop(0)
            else:
                split = parts
        if split is None:
            found.append(tuple(literals))
            continue
        for part in reversed(split):
            stack.append((dict(literals), [part, *choices[1:]]))
    return tuple(found)


def _take(literals: dict[Term, None], pending: Sequence[Term]) -> list[Term] | None:
    """Add the literals among the conjuncts of ``pending``; return its disjunctions, or None on a contradiction."""
    choices: list[Term] = []
    for formula in pending:
        for part in conjuncts(formula):
            if part.is_const or not_(part) in literals:
                return None
            if _parts(part):
                choices.append(part)
            elif _clashes(part, literals):
                return None
            else:
                literals[part] = None
    return choices


def _clashes(literal: Term, literals: Iterable[Term]) -> bool:
    """Does an equation with a constant contradict another one of the same term?"""
    mine = _equation(literal)
    return mine is not None and any(
        other[0] is mine[0] and other[1] is not mine[1] for other in map(_equation, literals) if other is not None
    )


def _equation(literal: Term) -> tuple[Term, Term] | None:
    if literal.op is not Op.EQ:
        return None
    left, right = literal.args
    if right.is_const:
        return left, right
    return (right, left) if left.is_const else None


def _teaches(formula: Term) -> bool:
    """May a variable without a value get one if ``formula`` is true?  Equations and Boolean variables can do that."""
    pending = [(formula, True)]
    while pending:
        part, positive = pending.pop()
        if part.op is Op.NOT:
            pending.append((part.args[0], not positive))
        elif part.op in (Op.AND, Op.OR):
            pending.extend((arg, positive) for arg in part.args)
        elif part.op is Op.EQ:
            if positive or part.args[0].sort is BOOL:
                return True
        elif part.op in (Op.VAR, Op.ITE, Op.SELECT):
            return True
    return False


def _parts(formula: Term) -> tuple[Term, ...]:
    """The cases of a disjunction or of a conditional formula; none for a literal."""
    if formula.op is Op.OR or (formula.op is Op.NOT and formula.args[0].op is Op.AND):
        return disjuncts(formula)
    inner = formula.args[0] if formula.op is Op.NOT else formula
    if inner.op is Op.ITE and inner.sort is BOOL:
        condition, then, otherwise = inner.args
        if inner is not formula:
            then, otherwise = not_(then), not_(otherwise)
        return (and_(condition, then), and_(not_(condition), otherwise))
    return ()

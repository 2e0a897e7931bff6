"""Runs that violate temporal properties, replayed by evaluation; no solver takes part.

A lasso is an infinite word; whether a formula of linear time holds of it is computed position by position.  Operators
that look back settle after as many turns of the loop as they are nested (Markey, "Past is for free", 2004), so the loop
is written out that often.  A lasso refutes a CTL formula whose quantifiers are all universal if it violates the formula
without them, because what all paths satisfy this one does.  Limit: other CTL formulas are not refuted by one run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import Trace
from assay.core.model import Model, Safety
from assay.core.temporal import (
    PAST,
    Atom,
    Connective,
    Formula,
    Logic,
    PathOperator,
    Temporal,
    invariant,
    is_universal,
    subformulas,
)
from assay.core.terms import TRUE, not_
from assay.core.terms.evaluate import Evaluation
from assay.transforms.circuit.bitblast import circuit_of
from assay.witness.check.lasso import check_lasso
from assay.witness.check.replay import check_trace, moments


def check_violation(model: Model, formula: Formula, trace: Trace) -> str:
    """The way in which ``trace`` was confirmed to violate ``formula``; raises UnsoundVerdict if it does not.

    Raises SolverFailure if all that there is to see is an initial state.
    """
    if trace.loop is None:
        always = invariant(formula)
        if always is None:
            raise SolverFailure("one initial state does not show that the formula fails there")
        _require_endless(model)
        return (
            f"a run to a state that violates it, {check_trace(model, Safety('', {model.entry: not_(always)}), trace)}"
        )
    if not is_linear(formula) and not is_universal(formula):
        raise UnsoundVerdict("one run does not violate a property that speaks of some path")
    how = check_lasso(model, (), trace)
    if holds_on_lasso(formula, moments(trace), trace.loop):
        raise UnsoundVerdict("the lasso satisfies the property")
    return f"a lasso that violates it, {how}"


def _require_endless(model: Model) -> None:
    """Raises UnsoundVerdict unless each run of ``model`` is the beginning of a fair one: properties speak of those."""
    if any(edge.guard is TRUE for edge in model.edges):
        constraints: tuple[int, ...] = ()
    else:
        constraints = circuit_of(replace(model, properties=(), temporal=())).circuit.constraints
    if constraints or model.fairness or model.compassion:
        raise UnsoundVerdict("a run that ends violates nothing where not every run goes on, and fairly")


def is_linear(formula: Formula) -> bool:
    """Is this a formula of linear time?"""
    return all(part.quantifier is None for part in subformulas(formula) if isinstance(part, Temporal))


def holds_on_lasso(root: Formula, steps: Sequence[Evaluation], loop: int) -> bool:
    """Is ``root``, without its path quantifiers, true at the first position of the word that returns to ``loop``?"""
    turns = 1 + sum(isinstance(part, Temporal) and part.op in PAST for part in subformulas(root))
    body = len(steps) - loop
    word = [*steps, *(list(steps[loop:]) * turns)]
    back = len(word) - body
    values: dict[Formula, list[bool]] = {}
    for formula in subformulas(root):
        match formula:
            case Atom(term):
                values[formula] = [step(term) is True for step in word]
            case Connective(op, parts):
                rows = zip(*(values[part] for part in parts), strict=True)
                values[formula] = [_connected(op, row) for row in rows]
            case Temporal(op, parts):
                operands = [values[part] for part in parts]
                values[formula] = _past(op, operands) if op in PAST else _future(op, operands, back)
    return values[root][0]


def _connected(op: Logic, row: tuple[bool, ...]) -> bool:
    match op:
        case Logic.NOT:
            return not row[0]
        case Logic.AND:
            return all(row)
        case Logic.OR:
            return any(row)
        case Logic.IMPLIES:
            return not row[0] or row[1]
        case Logic.IFF:
            return row[0] == row[1]


def _future(op: PathOperator, operands: list[list[bool]], back: int) -> list[bool]:
    """Backward along the word; what is open at its end is settled by going through the loop once more."""
    last = operands[-1]
    count = len(last)
    if op is PathOperator.NEXT:
        return [*last[1:], last[back]]
    return _settled(op, operands, (*range(count - 1, back - 1, -1), *range(count - 1, -1, -1)))


def _past(op: PathOperator, operands: list[list[bool]]) -> list[bool]:
    last = operands[-1]
    if op in (PathOperator.YESTERDAY, PathOperator.WEAK_YESTERDAY):
        return [op is PathOperator.WEAK_YESTERDAY, *last[:-1]]
    return _settled(op, operands, range(len(last)))


_LEAST: Final = (PathOperator.FINALLY, PathOperator.UNTIL, PathOperator.ONCE, PathOperator.SINCE)


def _settled(op: PathOperator, operands: list[list[bool]], positions: Iterable[int]) -> list[bool]:
    """The operator's value at each position from the value at the one before it in ``positions``."""
    least = op in _LEAST
    last = operands[-1]
    first = operands[0] if len(operands) == 2 else [least] * len(last)
    found = [False] * len(last)
    value = not least
    for position in positions:
        onward = first[position] and value if least else first[position] or value
        value = last[position] or onward if least else last[position] and onward
        found[position] = value
    return found

"""What a property depends on: the symbols that decide whether a run violates it, and that people want to see of one."""

from __future__ import annotations

from collections.abc import Iterable

from assay.core.model import Ctl, Goal, Justice, Ltl, Model, Safety
from assay.core.temporal import atoms
from assay.core.terms import Op, Term


def relevant(model: Model, goal: Goal) -> frozenset[Term]:
    """The variables and inputs that can influence, over any number of steps, whether a design violates ``goal``."""
    updates = [edge.updates for edge in model.edges]
    seen: set[Term] = set()
    stack = [*roots(model, goal), *(edge.guard for edge in model.edges)]
    found: set[Term] = set()
    while stack:
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op is Op.VAR:
            found.add(term)
            stack += [row[term] for row in updates if term in row]
        stack += term.args
    return frozenset(found)


def roots(model: Model, goal: Goal) -> Iterable[Term]:
    """The formulas that ``goal`` speaks of."""
    match goal:
        case Safety(_, bad):
            return bad.values()
        case Ctl(_, formula) | Ltl(_, formula):
            pairs = [part for pair in model.compassion for part in pair]
            return (*atoms(formula), *model.fairness, *pairs)
        case Justice(_, conditions):
            return (*conditions, *model.fairness)

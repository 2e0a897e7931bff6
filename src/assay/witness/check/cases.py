"""Conditions about floating-point numbers, case by case: what a disjunction of known values leaves open.

A proof by explicit values is a disjunction of states.  A solver would reason about all of them, and all that follows
from each, at once; with the values of one put in place, the rest is mostly computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from assay.core.terms import FALSE, TRUE, Op, Term, conjunction, conjuncts, disjunction
from assay.core.terms.rebuild import Substitution
from assay.witness.check.court import Condition

FEWEST_CASES: Final = 2
MOST_CASES: Final = 5000


def by_cases(condition: Condition) -> Condition:
    """The same condition with what is known of variables put in place, in each case of its longest disjunction."""
    parts = propagated(condition.violation)
    choice = max(parts, key=_cases, default=TRUE)
    if FALSE in parts:
        return Condition(condition.what, (FALSE,))
    if not FEWEST_CASES <= _cases(choice) <= MOST_CASES:
        return condition
    others = [part for part in parts if part is not choice]
    open_cases = [conjunction(propagated((case, *others))) for case in choice.args]
    return Condition(condition.what, (disjunction(open_cases),), exact=condition.exact)


def _cases(part: Term) -> int:
    """The number of disjuncts, if each of them says what a variable is."""
    if part.op is not Op.OR or not all(_values(conjuncts(case)) for case in part.args):
        return 0
    return len(part.args)


def propagated(formulas: Iterable[Term]) -> Sequence[Term]:
    """Conjuncts with the same models, up to variables that one of them determined; FALSE alone if there are none."""
    parts: Sequence[Term] = conjuncts(conjunction(formulas))
    while FALSE not in parts:
        known = _values(parts)
        if not known:
            return parts
        now = Substitution(known)
        parts = conjuncts(conjunction(now(part) for part in parts))
    return (FALSE,)


def _values(parts: Sequence[Term]) -> dict[Term, Term]:
    """The variables that a conjunct gives a constant value."""
    known: dict[Term, Term] = {}
    for part in parts:
        atom = part.args[0] if part.op is Op.NOT else part
        if atom.op is Op.VAR:
            known[atom] = TRUE if atom is part else FALSE
        elif part.op is Op.EQ:
            left, right = part.args
            symbol, value = (left, right) if right.is_const else (right, left)
            if symbol.op is Op.VAR and value.is_const:
                known[symbol] = value
    return known

"""Sets of value states as formulas: a decision diagram over the variables, not a list of cubes.

States are merged from the last variable to the first: prefixes with the same rest share one formula, and values with
the same rest share one branch.  Terms are hash-consed, so ten thousand states often are a small formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.core.terms import FALSE, TRUE, Term, and_, disjunction
from assay.domains.values.partial_arrays import Known, described


def union_term(symbols: Sequence[Term], states: Iterable[tuple[Known, ...]]) -> Term:
    """True exactly where the ``symbols`` have the values of one of the states; None allows any value."""
    rest: dict[tuple[Known, ...], Term] = dict.fromkeys(states, TRUE)
    for symbol in reversed(symbols):
        branches: dict[tuple[Known, ...], dict[Term, list[Term]]] = {}
        for state, formula in rest.items():
            alternatives = branches.setdefault(state[:-1], {})
            alternatives.setdefault(formula, []).append(described(symbol, state[-1]))
        rest = {
            prefix: disjunction(and_(disjunction(values), formula) for formula, values in alternatives.items())
            for prefix, alternatives in branches.items()
        }
    return rest.get((), FALSE)

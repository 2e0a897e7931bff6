"""Elimination of symbols by the equations that define them, on our own terms: cheap, exact, and no quantifier.

``exists x. x = t and F`` is ``F[t/x]`` when x does not occur in t.  Integer equations are solved for a symbol with
coefficient 1 or -1, real ones for any; Booleans by literals and equivalences; other sorts by ``x = t``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from assay.core.terms import Term, conjunction, conjuncts
from assay.core.terms.literals import independent_definitions
from assay.core.terms.rebuild import Substitution


def solve_definitions(formulas: Iterable[Term], eliminate: Collection[Term]) -> tuple[Term, ...]:
    """Conjuncts equivalent to ``exists eliminate. formulas``, under that quantifier where some of it is left."""
    pending = conjuncts(conjunction(formulas))
    candidates = frozenset(eliminate)
    while True:
        solved, rest = independent_definitions(pending, candidates)
        if not solved:
            return pending
        pending = conjuncts(conjunction(map(Substitution(solved), rest)))

"""Formulas over bits in which a solver has counted with numbers, as formulas over bits alone.

Interpolants over gates may say ``(a ? 1 : 0) + (b ? 1 : 0) - (c ? 1 : 0) == 0``.  Of few variables that is said case
by case; what counts more of them stays as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from assay.core.evidence import Proof
from assay.core.terms import FALSE, TRUE, Term, ite, post_order
from assay.core.terms.rebuild import rebuild, substitute
from assay.core.terms.sorts import BOOL

# Cases grow with the power of two of this.
MOST_VARIABLES: Final = 8


def counts(formula: Term) -> bool:
    """Is a part of the formula a number?"""
    return any(part.sort.is_arithmetic for part in post_order(formula))


def without_counting(proof: Proof) -> Proof:
    """The proof with equivalent formulas, over bits as far as they count few of them."""
    if not any(map(counts, proof.invariant.values())):
        return proof
    return replace(proof, invariant={place: _by_cases(formula) for place, formula in proof.invariant.items()})


def _by_cases(root: Term) -> Term:
    made: dict[Term, Term] = {}
    for part in post_order(root):
        counting = part.sort is BOOL and any(arg.sort.is_arithmetic for arg in part.args)
        if counting and len(part.free) <= MOST_VARIABLES and all(symbol.sort is BOOL for symbol in part.free):
            made[part] = _chosen(part)
        else:
            made[part] = rebuild(part, tuple(made[arg] for arg in part.args)) if part.args else part
    return made[root]


def _chosen(formula: Term) -> Term:
    """A decision for each variable in turn; with values for all of them, constructors fold a comparison."""
    if not formula.free:
        return formula
    symbol = min(formula.free, key=lambda free: free.uid)
    return ite(symbol, _chosen(substitute(formula, {symbol: TRUE})), _chosen(substitute(formula, {symbol: FALSE})))

"""Formulas over bits in which a solver has counted with numbers, as formulas over bits alone.

Interpolants over gates may say ``(a ? 1 : 0) + (b ? 1 : 0) - (c ? 1 : 0) == 0``.  Of few variables that is said case
by case, which is told; what counts more of them is told as it was found, and becomes sums of vectors, wide enough for
every sum on the way, where gates are needed.  Limit: integers, no divisions.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from typing import Final

from assay.core.evidence import Proof
from assay.core.terms import FALSE, TRUE, Op, Term, eq, ite, post_order
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare
from assay.core.terms.rebuild import rebuild, substitute
from assay.core.terms.sorts import BOOL, INT

# Cases grow with the power of two of this.
MOST_VARIABLES: Final = 8


def counts(formula: Term) -> bool:
    """Is a part of the formula a number?"""
    return any(part.sort.is_arithmetic for part in post_order(formula))


def counting(proof: Proof) -> bool:
    """Does a formula of the proof count?"""
    return any(map(counts, proof.invariant.values()))


def without_counting(proof: Proof) -> Proof:
    """The proof with equivalent formulas, over bits as far as they count few of them."""
    if not counting(proof):
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


# -- vectors -----------------------------------------------------------------------------------------------------------

_COMPARED: Final = (Op.EQ, Op.LE, Op.LT)


def counting_in_vectors(proof: Proof) -> Proof:
    """The proof with equivalent formulas, in which vectors are added where numbers were, as far as that is possible."""
    if not counting(proof):
        return proof
    return replace(proof, invariant={place: in_vectors(formula) for place, formula in proof.invariant.items()})


def in_vectors(root: Term) -> Term:
    """The same formula over vectors; what compares other numbers than sums of given ones stays."""
    made: dict[Term, Term] = {}
    bounds: dict[Term, tuple[int, int]] = {}
    for part in post_order(root):
        if part.sort is INT:
            found = _bounds(part, bounds)
            if found is not None:
                bounds[part] = found
        if part.op in _COMPARED and all(arg.sort is INT and arg in bounds for arg in part.args):
            made[part] = _compared(part, made, bounds)
        else:
            made[part] = rebuild(part, tuple(made[arg] for arg in part.args)) if part.args else part
    return made[root]


def _bounds(number: Term, bounds: dict[Term, tuple[int, int]]) -> tuple[int, int] | None:
    """Between what the number lies, if it is made of constants by choices, sums and products."""
    if number.op is Op.CONST and isinstance(number.value, int):
        return number.value, number.value
    numbers = number.args[1:] if number.op is Op.ITE else number.args
    if number.op not in (Op.ITE, Op.ADD, Op.MUL) or any(arg not in bounds for arg in numbers):
        return None
    (low, high), *others = (bounds[arg] for arg in numbers)
    for least, most in others:
        match number.op:
            case Op.ITE:
                low, high = min(low, least), max(high, most)
            case Op.ADD:
                low, high = low + least, high + most
            case _:
                corners = [x * y for x in (low, high) for y in (least, most)]
                low, high = min(corners), max(corners)
    return low, high


def _compared(formula: Term, made: dict[Term, Term], bounds: dict[Term, tuple[int, int]]) -> Term:
    """The comparison of vectors that have room for the numbers, in two's complement.

    What overflows on the way to a number does no harm: sums and products are right modulo a power of two.
    """
    least, most = (pick(pick(bounds[arg]) for arg in formula.args) for pick in (min, max))
    width = max(most, -least - 1, 0).bit_length() + 1
    vectors: dict[Term, Term] = {}
    for part in post_order(*formula.args):
        if part.sort is not INT or part not in bounds:
            continue
        match part.op:
            case Op.CONST:
                assert isinstance(part.value, int)
                vectors[part] = bv(part.value, width)
            case Op.ITE:
                condition, then, otherwise = part.args
                vectors[part] = ite(made[condition], vectors[then], vectors[otherwise])
            case op:
                join = partial(bv_binary, Op.BV_ADD if op is Op.ADD else Op.BV_MUL)
                vectors[part] = reduce(join, [vectors[arg] for arg in part.args])
    left, right = (vectors[arg] for arg in formula.args)
    if formula.op is Op.EQ:
        return eq(left, right)
    return bv_compare(Op.BV_SLE if formula.op is Op.LE else Op.BV_SLT, left, right)

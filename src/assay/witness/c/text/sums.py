"""Linear sums in C: of unbounded integers, which must not wrap, and of vectors, which count modulo their width.

Monomials are gathered, and an equation has what is negative on its other side; where the constant goes is decided by
what is shorter, since a sum that needs no wider type is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from assay.core.terms import Op, Term
from assay.core.words import Reading, reading_order
from assay.witness.c.text.operators import negated, product_bounds, subtracted
from assay.witness.c.text.values import PRODUCT, SUM, CValue, combined, has_literal, literal

Known = Mapping[Term, CValue | None]
Coefficients = Mapping[Term, int]
Sides = tuple[list[CValue], list[CValue]]


def vector_linear(term: Term) -> tuple[dict[Term, int], int]:
    """A vector as coefficients of its atoms and a constant, all taken next to zero."""
    width = term.sort.width
    total: dict[Term, int] = {}
    constant = 0
    stack = [(term, 1)]
    while stack:
        part, scale = stack.pop()
        if isinstance(part.value, int) and part.is_const:
            constant += scale * part.value
        elif part.op is Op.BV_ADD:
            stack += [(arg, scale) for arg in reversed(part.args)]
        elif part.op is Op.BV_NEG:
            stack.append((part.args[0], -scale))
        elif part.op is Op.BV_MUL and isinstance(part.args[1].value, int) and part.args[1].is_const:
            stack.append((part.args[0], near(scale * part.args[1].value, width)))
        else:
            total[part] = total.get(part, 0) + scale
    return {atom: near(c, width) for atom, c in total.items() if near(c, width)}, near(constant, width)


def near(value: int, width: int) -> int:
    """The number next to zero that is equal modulo a power of two."""
    rest = value % (1 << width)
    return rest - (1 << width) if rest >> (width - 1) else rest


def summed(coefficients: Coefficients, constant: int, known: Known, width: int | None) -> CValue | None:
    """The sum in C."""
    sides = _monomials(coefficients, known, width)
    if sides is None or not has_literal(abs(constant)):
        return None
    positive, negative = sides
    if constant:
        (positive if constant > 0 else negative).append(literal(abs(constant)))
    return _total(positive, negative, width)


def related(
    coefficients: Coefficients,
    bound: int,
    known: Known,
    width: int | None,
    relation: Callable[[CValue, CValue], CValue | None],
) -> CValue | None:
    """``relation`` between the monomials that are positive, and those that are negative with ``bound`` added."""
    sides = _monomials(coefficients, known, width)
    if sides is None or not has_literal(abs(bound)) or not has_literal(bound):
        return None
    positive, negative = sides
    size = [literal(abs(bound))] if bound else []
    plus, minus = (size, []) if bound > 0 else ([], size)
    choices: list[tuple[Sides, Sides]] = [((positive, []), ([*negative, *plus], minus))]
    if not negative:
        choices = [((positive, []), ([literal(bound)], []))]
    elif bound:
        choices.append((([*positive, *minus], plus), (negative, [])))
    found: list[CValue] = []
    for left, right in choices:
        first, second = _total(*left, width), _total(*right, width)
        made = relation(first, second) if first is not None and second is not None else None
        if made is not None:
            found.append(made)
    return min(found, key=lambda made: len(made.text), default=None)


def _monomials(coefficients: Coefficients, known: Known, width: int | None) -> Sides | None:
    """The summands with positive and, without their sign, those with negative coefficients."""
    sides: Sides = ([], [])
    for atom in sorted(coefficients, key=lambda atom: _order(atom, known)):
        coefficient = coefficients[atom]
        value, size = known.get(atom), abs(coefficient)
        if value is None or value.type.pointer or not has_literal(size):
            return None
        if size != 1:
            factor = literal(size)
            value = combined("*", PRODUCT, factor, value, width, product_bounds(factor, value))
            if value is None:
                return None
        sides[coefficient < 0].append(value)
    return sides


def turned(coefficients: Coefficients, sign: str, bound: int) -> bool:
    """Is a comparison of the sum with ``bound`` to be told with all signs changed?

    Such that there is something positive; where there is something negative as well, such that the smaller side is on
    the left, and that of an equation something is added to a side rather than taken away.
    """
    if max(coefficients.values()) < 0 or min(coefficients.values()) > 0:
        return max(coefficients.values()) < 0
    return sign in (">", ">=") or (sign in ("==", "!=") and bound < 0)


def _order(atom: Term, known: Known) -> Reading:
    """Atoms are as old as the search that made them; they are told in an order that does not depend on it."""
    value = known.get(atom)
    return reading_order(value.text if value is not None else "")


def _total(positive: Sequence[CValue], negative: Sequence[CValue], width: int | None) -> CValue | None:
    total: CValue | None = None
    for value in positive:
        if total is None:
            total = value
            continue
        bounds = total.bounds[0] + value.bounds[0], total.bounds[1] + value.bounds[1]
        total = combined("+", SUM, total, value, width, bounds)
        if total is None:
            return None
    for value in negative:
        total = negated(value, width) if total is None else subtracted(total, value, width)
        if total is None:
            return None
    return total if total is not None else literal(0)

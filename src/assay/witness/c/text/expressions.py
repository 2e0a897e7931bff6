"""Terms as C expressions over the names of a place in the program.

``as_c_expression`` is exact: the expression is true (or has the value, modulo its width) exactly when the term is, and
never has undefined behaviour.  ``as_c_invariant`` is weaker where it has to be: what cannot be named is taken for true,
so a conjunction loses conjuncts and a disjunction that would lose a disjunct is lost as a whole.  Known limits: values
of more than 64 bits, memory at addresses that are not constant, and what pointers are, except equal or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from assay.core.terms import FALSE, TRUE, Op, Term, conjunction, conjuncts, disjunction, not_, post_order, size
from assay.core.terms.sorts import BOOL
from assay.core.terms.sorts import INT as INTEGER
from assay.core.words import reading_order
from assay.witness.c.text.bounds import bounded, learnt, range_text, vector_range
from assay.witness.c.text.conditions import conditional, equality
from assay.witness.c.text.floats import QUESTIONS, float_condition
from assay.witness.c.text.integers import integer_comparison, integer_division, integer_product, integer_sum
from assay.witness.c.text.operators import NEGATABLE, OPERATORS
from assay.witness.c.text.pointers import integers_equal, pointers_equal
from assay.witness.c.text.scope import CScope
from assay.witness.c.text.sums import Known, near, related, summed, turned, vector_linear
from assay.witness.c.text.values import (
    AND,
    ATOM,
    INT,
    OR,
    UNARY,
    Bounds,
    CValue,
    cast,
    has_literal,
    literal,
    promoted,
    unsigned_reading,
)

LONGEST: Final = 4000
WIDEST: Final = 64
_NO_BOUNDS: Final[Mapping[Term, Bounds]] = MappingProxyType({})


def as_c_invariant(term: Term, scope: CScope) -> str | None:
    """Something that follows from the formula ``term``, in C; None if nothing can be said.

    Conjuncts that bound single variables come first, by their names: what they say holds where the others are
    evaluated.  Of the rest, those about one variable do, and short ones.
    """
    if term is FALSE:
        return "0"
    ranges, others = _by_kind(conjuncts(term), scope)
    parts: dict[str, CValue] = {}
    bounds: dict[Term, Bounds] = {}
    for part in ranges:
        value = c_value(part, scope, bounds)
        if value is not None and value.literal and not value.bounds[0]:
            return "0"
        if value is not None and not value.literal and _fits(value, parts):
            parts[value.text] = value
            bounds |= learnt(part, scope, bounds)
    found: list[tuple[bool, int, CValue]] = []
    for part in others:
        kept = _expressible(part, scope, bounds)
        value = c_value(kept, scope, bounds) if kept is not TRUE else None
        if value is not None and value.literal and not value.bounds[0]:
            return "0"
        if value is not None and not value.literal:
            found.append((len(part.free) > 1, size(part), value))
    for _, _, value in sorted(found, key=lambda one: (one[0], one[1], reading_order(one[2].text))):
        if _fits(value, parts):
            parts[value.text] = value
    if not parts:
        return None
    return " && ".join(part.leading(AND) if len(parts) > 1 else part.text for part in parts.values())


def _by_kind(parts: Sequence[Term], scope: CScope) -> tuple[list[Term], list[Term]]:
    """What bounds a variable, by names and the tighter first; and the rest."""
    found = [(part, bounded(part, scope)) for part in parts]
    ranges = [(part, range) for part, range in found if range is not None]
    ranges.sort(key=lambda one: (reading_order(one[1].named.text), one[1].low > one[1].high, -one[1].low, one[1].high))
    return [part for part, _ in ranges], [part for part, range in found if range is None]


def _fits(value: CValue, parts: Mapping[str, CValue]) -> bool:
    """Is there room for one more?"""
    return sum(map(len, parts)) + len(value.text) <= LONGEST


def _expressible(root: Term, scope: CScope, bounds: Mapping[Term, Bounds]) -> Term:
    """The formula with every literal that has no C expression taken for true."""
    memo: dict[tuple[Term, bool], Term] = {}
    stack = [(root, True)]
    while stack:
        term, positive = stack[-1]
        if (term, positive) in memo:
            stack.pop()
            continue
        if term.op is Op.NOT:
            inside = [(term.args[0], not positive)]
        elif term.op in (Op.AND, Op.OR):
            inside = [(arg, positive) for arg in term.args]
        else:
            leaf = term if positive else not_(term)
            memo[term, positive] = leaf if c_value(leaf, scope, bounds) is not None else TRUE
            continue
        missing = [key for key in inside if key not in memo]
        if missing:
            stack.extend(missing)
            continue
        parts = [memo[key] for key in inside]
        together = (term.op is Op.AND) == positive
        memo[term, positive] = conjunction(parts) if together or len(parts) == 1 else disjunction(parts)
    return memo[root, True]


def c_value(term: Term, scope: CScope, bounds: Mapping[Term, Bounds] = _NO_BOUNDS) -> CValue | None:
    """``term`` as a typed C expression.  Shared subterms are written out each time, up to a limit."""
    known: dict[Term, CValue | None] = {}
    for part in post_order(term):
        value = _value(part, known, scope, bounds)
        known[part] = value if value is not None and len(value.text) <= LONGEST else None
    return known[term]


def _value(term: Term, known: Known, scope: CScope, bounds: Mapping[Term, Bounds]) -> CValue | None:
    """One term, given its arguments."""
    found = vector_range(term, scope) if term.sort is BOOL else None
    if found is not None:
        return range_text(found)
    match term.op:
        case Op.VAR:
            return _variable(term, scope, bounds)
        case Op.CONST:
            return _constant(term)
        case Op.SELECT:
            return _place(term, scope) if term.sort.is_bitvector else None
        case Op.MOD if term.args[0].op is Op.SELECT:
            return _place_modulo(term, scope)
        case Op.LE:
            return integer_comparison(term, known, holds=True)
        case Op.EQ if term.args[0].sort.is_arithmetic:
            return integers_equal(term, known, scope, holds=True)
        case Op.ADD:
            return integer_sum(term, known)
        case Op.MUL:
            return integer_product(term, known)
        case Op.BV_ADD | Op.BV_NEG if term.sort.width <= WIDEST:
            return summed(*vector_linear(term), known, term.sort.width)
        case _ if term.op in QUESTIONS:
            return float_condition(term, scope)
        case Op.NOT:
            return _negation(term.args[0], known, scope, bounds)
    args = [known.get(arg) for arg in term.args]
    values = [arg for arg in args if arg is not None]
    if len(values) < len(args):
        return None
    if term.op is Op.EQ and any(value.type.pointer for value in values):
        return pointers_equal("==", values, scope)
    if any(value.type.pointer for value in values) or _width(term) > WIDEST:
        return None
    match term.op:
        case Op.AND | Op.OR:
            return _junction(term.op, values)
        case Op.ITE:
            return conditional(values[0], values[1], values[2], _width(term) or None)
        case Op.EQ:
            return _equal("==", term, values, known)
        case Op.DIV | Op.MOD:
            return integer_division(term, values[0], values[1])
    operator = OPERATORS.get(term.op)
    return operator(term, values) if operator is not None else None


def _width(term: Term) -> int:
    """The largest number of bits around; 0 for integers and conditions."""
    return max(term.sort.width, *(arg.sort.width for arg in term.args)) if term.args else term.sort.width


# -- leaves ------------------------------------------------------------------------------------------------------------


def _constant(term: Term) -> CValue | None:
    if term.sort is BOOL:
        return literal(int(term is TRUE))
    if isinstance(term.value, int) and has_literal(term.value) and not term.sort.is_array and not term.sort.is_float:
        return literal(term.value)
    return None


def _variable(term: Term, scope: CScope, bounds: Mapping[Term, Bounds]) -> CValue | None:
    found = scope.variable(term)
    if found is None or found.type.width > WIDEST:
        return None
    if found.type.pointer:
        return CValue(found.text, ATOM, found.type, found.type.bounds)
    value = CValue(found.text, ATOM, promoted(found.type), found.type.bounds)
    near = bounds.get(term)
    if near is not None and found.type.bounds[0] <= near[0] and near[1] <= found.type.bounds[1]:
        return value._replace(bounds=near)
    if term.sort is INTEGER and not value.fits(found.held.bounds):
        return cast(value, found.held)
    return value


def _place(term: Term, scope: CScope) -> CValue | None:
    array, address = term.args
    if array.op is not Op.VAR or not isinstance(address.value, int) or not address.is_const:
        return None
    found = scope.place(array, address.value)
    if found is None or found[1].width > WIDEST:
        return None
    kind = found[1] if found[1].pointer else promoted(found[1])
    return CValue(found[0], ATOM, kind, found[1].bounds)


def _place_modulo(term: Term, scope: CScope) -> CValue | None:
    """What an array of integers holds is an unsigned number; what it held from the start is taken modulo its size."""
    value = _place(term.args[0], scope)
    size = term.args[1]
    if value is None or value.type.pointer or not size.is_const:
        return None
    width = int(size.number).bit_length() - 1
    if size.number != 1 << width or width not in (8, 16, 32, 64):
        return None
    return unsigned_reading(value, width)


# -- connectives and equalities --------------------------------------------------------------------------------------


def _junction(op: Op, values: Sequence[CValue]) -> CValue:
    sign, binding = ("&&", AND) if op is Op.AND else ("||", OR)
    decisive = int(op is Op.OR)
    if any(value.literal and value.bounds[0] == decisive for value in values):
        return literal(decisive)
    # Parts of a term are as old as the search that made them; they are told in an order that does not depend on it.
    parts = sorted((v for v in values if not v.literal), key=lambda value: (len(value.text), value.text))
    if len(parts) < 2:
        return parts[0] if parts else literal(1 - decisive)
    return CValue(f" {sign} ".join(value.leading(binding) for value in parts), binding, INT, (0, 1))


def _negation(term: Term, known: Known, scope: CScope, bounds: Mapping[Term, Bounds]) -> CValue | None:
    if term.op in (Op.AND, Op.OR) and not any(arg.op in (Op.AND, Op.OR) for arg in term.args):
        # Parts that are connectives themselves would have to be turned inside out, too.
        turned = [
            known.get(arg.args[0]) if arg.op is Op.NOT else _value(not_(arg), known, scope, bounds) for arg in term.args
        ]
        parts = [part for part in turned if part is not None]
        return _junction(Op.OR if term.op is Op.AND else Op.AND, parts) if len(parts) == len(turned) else None
    if term.op is Op.LE:
        return integer_comparison(term, known, holds=False)
    if term.op is Op.EQ and term.args[0].sort.is_arithmetic:
        return integers_equal(term, known, scope, holds=False)
    inner = known.get(term)
    if inner is None:
        return None
    values = [value for arg in term.args if (value := known.get(arg)) is not None]
    if term.op is Op.EQ and len(values) == 2:
        if any(value.type.pointer for value in values):
            return pointers_equal("!=", values, scope)
        return _equal("!=", term, values, known)
    operator = NEGATABLE.get(term.op)
    if operator is not None and len(values) == 2:
        return operator(term, values)
    if inner.literal:
        return literal(1 - inner.bounds[0])
    return CValue(f"!{inner.inside(UNARY)}", UNARY, INT, (0, 1))


def _equal(sign: str, term: Term, values: Sequence[CValue], known: Known) -> CValue | None:
    """Of vectors or of conditions."""
    if term.args[0].sort.is_bitvector:
        return _vectors_equal(sign, term, known)
    return equality(sign, values[0], values[1], 1)


def _vectors_equal(sign: str, term: Term, known: Known) -> CValue | None:
    """An equation of sums, modulo their width."""
    left, right = term.args
    width = left.sort.width
    coefficients, constant = vector_linear(left)
    others, other = vector_linear(right)
    for atom, coefficient in others.items():
        coefficients[atom] = near(coefficients.get(atom, 0) - coefficient, width)
    monomials = {atom: c for atom, c in coefficients.items() if c}
    bound = near(other - constant, width)
    if not monomials:
        return literal(int((bound == 0) == (sign == "==")))
    if turned(monomials, sign, bound):
        monomials, bound = {atom: -c for atom, c in monomials.items()}, near(-bound, width)
    return related(monomials, bound, known, width, lambda a, b: equality(sign, a, b, width))

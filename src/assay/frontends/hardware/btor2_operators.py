"""The operators of BTOR2 over terms of ours, with their sorts checked.

A node of one bit is a vector of one bit.  Logic on such nodes is done on formulas, which ``truth`` and ``bit``
translate from and to vectors, so that engines see Boolean structure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from assay.core.terms import Op, Term, and_, arrays, bitvectors, eq, implies, ite, not_, or_, xor
from assay.core.terms.bitvectors import (
    bv,
    bv_binary,
    bv_compare,
    bv_neg,
    bv_not,
    bv_sub,
    concat,
    extract,
    sign_extend,
    zero_extend,
)
from assay.core.terms.sorts import Sort, bitvector

_ONE: Final = bv(1, 1)
_ZERO: Final = bv(0, 1)


class Mismatch(Exception):
    """Operands of the wrong sorts; the text says which."""


def truth(term: Term) -> Term:
    """The formula that says that a vector of one bit is 1."""
    if term.op is Op.ITE and term.args[1].is_const and term.args[2].is_const:
        condition, then, otherwise = term.args
        if then is _ONE and otherwise is _ZERO:
            return condition
        if then is _ZERO and otherwise is _ONE:
            return not_(condition)
    return eq(term, _ONE)


def bit(formula: Term) -> Term:
    """The vector of one bit that is 1 where ``formula`` holds."""
    if formula.op is Op.EQ and formula.args[0].sort is _ONE.sort:
        for one, other in (formula.args, formula.args[::-1]):
            if one is _ONE:
                return other
    return ite(formula, _ONE, _ZERO)


def _logic(op: Callable[[Term, Term], Term], wide: Callable[[Term, Term], Term]) -> Callable[[Term, Term], Term]:
    def apply(a: Term, b: Term) -> Term:
        return bit(op(truth(a), truth(b))) if a.sort.width == 1 else wide(a, b)

    return apply


def _binary(op: Op) -> Callable[[Term, Term], Term]:
    return lambda a, b: bv_binary(op, a, b)


def _compare(op: Op, *, swapped: bool = False) -> Callable[[Term, Term], Term]:
    return (lambda a, b: bit(bv_compare(op, b, a))) if swapped else (lambda a, b: bit(bv_compare(op, a, b)))


def _rotate(a: Term, b: Term, *, left: bool) -> Term:
    width = a.sort.width
    amount = bv_binary(Op.BV_UREM, b, bv(width, width)) if width > 1 else bv(0, 1)
    back = bv_sub(bv(width, width), amount) if width > 1 else bv(0, 1)
    here, there = (Op.BV_SHL, Op.BV_LSHR) if left else (Op.BV_LSHR, Op.BV_SHL)
    return bv_binary(Op.BV_OR, bv_binary(here, a, amount), bv_binary(there, a, back))


def _overflows(op: str) -> Callable[[Term, Term], Term]:
    """Does the exact result differ from the one reduced to the width?"""
    signed = op[0] == "s"
    extend = sign_extend if signed else zero_extend

    def apply(a: Term, b: Term) -> Term:
        width = a.sort.width
        extra = width if op[1:] == "mulo" else 1
        x, y = extend(extra, a), extend(extra, b)
        if op[1:] == "subo":
            exact = bv_sub(x, y)
        else:
            exact = bv_binary({"addo": Op.BV_ADD, "mulo": Op.BV_MUL, "divo": Op.BV_SDIV}[op[1:]], x, y)
        overflow = not_(eq(exact, extend(extra, extract(width - 1, 0, exact))))
        if op == "sdivo":
            overflow = and_(eq(a, bv(1 << (width - 1), width)), eq(b, bv(-1, width)))
        return bit(overflow)

    return apply


UNARY: Final[dict[str, Callable[[Term], Term]]] = {
    "not": lambda a: bit(not_(truth(a))) if a.sort.width == 1 else bv_not(a),
    "inc": lambda a: bv_binary(Op.BV_ADD, a, bv(1, a.sort.width)),
    "dec": lambda a: bv_sub(a, bv(1, a.sort.width)),
    "neg": bv_neg,
    "redand": lambda a: bit(eq(a, bv(-1, a.sort.width))),
    "redor": lambda a: bit(bitvectors.nonzero(a)),
    "redxor": lambda a: bit(_parity(a)),
}


def _parity(a: Term) -> Term:
    formula = truth(extract(0, 0, a))
    for k in range(1, a.sort.width):
        formula = xor(formula, truth(extract(k, k, a)))
    return formula


# Both operands and the result have one width.
SAME_WIDTH: Final[dict[str, Callable[[Term, Term], Term]]] = {
    "and": _logic(and_, _binary(Op.BV_AND)),
    "or": _logic(or_, _binary(Op.BV_OR)),
    "xor": _logic(xor, _binary(Op.BV_XOR)),
    "nand": _logic(lambda a, b: not_(and_(a, b)), lambda a, b: bv_not(bv_binary(Op.BV_AND, a, b))),
    "nor": _logic(lambda a, b: not_(or_(a, b)), lambda a, b: bv_not(bv_binary(Op.BV_OR, a, b))),
    "xnor": _logic(eq, lambda a, b: bv_not(bv_binary(Op.BV_XOR, a, b))),
    "add": _binary(Op.BV_ADD),
    "sub": bv_sub,
    "mul": _binary(Op.BV_MUL),
    "udiv": _binary(Op.BV_UDIV),
    "sdiv": _binary(Op.BV_SDIV),
    "urem": _binary(Op.BV_UREM),
    "srem": _binary(Op.BV_SREM),
    "smod": bitvectors.bv_smod,
    "sll": _binary(Op.BV_SHL),
    "srl": _binary(Op.BV_LSHR),
    "sra": _binary(Op.BV_ASHR),
    "rol": lambda a, b: _rotate(a, b, left=True),
    "ror": lambda a, b: _rotate(a, b, left=False),
}

# Both operands have one width, the result one bit.
PREDICATES: Final[dict[str, Callable[[Term, Term], Term]]] = {
    "ult": _compare(Op.BV_ULT),
    "ulte": _compare(Op.BV_ULE),
    "ugt": _compare(Op.BV_ULT, swapped=True),
    "ugte": _compare(Op.BV_ULE, swapped=True),
    "slt": _compare(Op.BV_SLT),
    "slte": _compare(Op.BV_SLE),
    "sgt": _compare(Op.BV_SLT, swapped=True),
    "sgte": _compare(Op.BV_SLE, swapped=True),
    **{name: _overflows(name) for name in ("uaddo", "saddo", "usubo", "ssubo", "umulo", "smulo", "sdivo")},
}
# Operands of one bit.
LOGICAL: Final[dict[str, Callable[[Term, Term], Term]]] = {
    "iff": lambda a, b: bit(eq(truth(a), truth(b))),
    "implies": lambda a, b: bit(implies(truth(a), truth(b))),
}

ARITY: Final[dict[str, int]] = {
    **dict.fromkeys(UNARY, 1),
    **dict.fromkeys((*SAME_WIDTH, *PREDICATES, *LOGICAL, "eq", "neq", "concat", "read"), 2),
    "ite": 3,
    "write": 3,
}


def apply(op: str, args: Sequence[Term]) -> Term:
    """``op`` over ``args`` of the right number; Mismatch if their sorts do not fit."""
    sorts = [arg.sort for arg in args]
    if op in ("eq", "neq"):
        _same(sorts)
        same = eq(args[0], args[1])
        return bit(same if op == "eq" else not_(same))
    if op == "ite":
        _bits(sorts[:1], 1)
        _same(sorts[1:])
        if sorts[1].is_bitvector and sorts[1].width == 1:
            return bit(ite(truth(args[0]), truth(args[1]), truth(args[2])))
        return ite(truth(args[0]), args[1], args[2])
    if op in ("read", "write"):
        return _access(op, args)
    _bits(sorts)
    if op in UNARY:
        return UNARY[op](args[0])
    if op == "concat":
        return concat(args[0], args[1])
    if op in LOGICAL:
        _bits(sorts, 1)
        return LOGICAL[op](args[0], args[1])
    _same(sorts)
    return (SAME_WIDTH.get(op) or PREDICATES[op])(args[0], args[1])


def _access(op: str, args: Sequence[Term]) -> Term:
    sort = args[0].sort
    if not sort.is_array:
        raise Mismatch(f"an array is needed, not {spelled(sort)}")
    expected = [sort.index, sort.element][: len(args) - 1]
    for arg, wanted in zip(args[1:], expected, strict=True):
        assert wanted is not None
        if arg.sort is not wanted:
            raise Mismatch(f"{spelled(wanted)} is needed, not {spelled(arg.sort)}")
    return arrays.select(args[0], args[1]) if op == "read" else arrays.store(args[0], args[1], args[2])


def indexed(op: str, argument: Term, numbers: Sequence[int]) -> Term:
    """Extension by a number of bits, or the slice between two."""
    _bits([argument.sort])
    if op == "slice":
        high, low = numbers
        if not 0 <= low <= high < argument.sort.width:
            raise Mismatch(f"there are no bits {high} to {low} in {spelled(argument.sort)}")
        return extract(high, low, argument)
    return (zero_extend if op == "uext" else sign_extend)(numbers[0], argument)


def _same(sorts: Sequence[Sort]) -> None:
    if sorts[0] is not sorts[1]:
        raise Mismatch(f"operands of one sort are needed, not {spelled(sorts[0])} and {spelled(sorts[1])}")


def _bits(sorts: Sequence[Sort], width: int = 0) -> None:
    for sort in sorts:
        if not sort.is_bitvector or (width and sort.width != width):
            wanted = spelled(bitvector(width)) if width else "a bit-vector"
            raise Mismatch(f"{wanted} is needed, not {spelled(sort)}")


def spelled(sort: Sort) -> str:
    if sort.is_array:
        assert sort.index is not None and sort.element is not None
        return f"an array of {sort.element.width}-bit elements under {sort.index.width}-bit indices"
    return f"a vector of {sort.width} bit{'s' if sort.width > 1 else ''}"

"""Operations that C leaves undefined for some operands: their result there is any value.

A shift is defined for counts from zero to below the width, a division for every divisor but zero.  Elsewhere the
machine may do what it likes, so a fresh input stands for the result: what holds then holds whatever it does.  The
quotient of the least integer and -1 wraps like every other result (with gcc's -fwrapv), or the machine stops.

Whether an input is needed is decided by the text alone, so that it has the same number in every encoding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay.core.terms import Term, ite
from assay.frontends.c.read.tree import Binary, Constant, Convert, Expression
from assay.frontends.c.read.types import Int, as_int

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation

UNDEFINED_SHIFT: Final = "undefined-shift"
UNDEFINED_DIVISION: Final = "undefined-division"


def computed(t: Translation, op: str, left: Term, right: Term, made: Int, amount: Expression) -> Term:
    """``left op right`` in the type ``made``; ``amount`` is the expression that ``right`` is the value of."""
    encoding, memory = t.encoding, t.memory
    if op in ("<<", ">>"):
        count = as_int(amount.type)
        exact = encoding.shift(op, left, right, made, count)
        if _below(amount, made.width):
            return exact
        unknown = memory.unknown(UNDEFINED_SHIFT, made)
        defined = encoding.counts(right, made, count)
        return exact if t.certain(defined) else ite(defined, exact, unknown)
    exact = encoding.arithmetic(op, left, right, made)
    if op not in ("/", "%") or (isinstance(amount, Constant) and amount.value):
        return exact
    unknown = memory.unknown(UNDEFINED_DIVISION, made)
    defined = encoding.truth(right, made)
    return exact if t.certain(defined) else ite(defined, exact, unknown)


def _below(amount: Expression, limit: int) -> bool:
    """Is the value one of 0, ..., ``limit`` - 1, as its text shows?"""
    while isinstance(amount, Convert):
        source, target = amount.operand.type, amount.type
        if not isinstance(source, Int) or not isinstance(target, Int) or target.width < source.width:
            return False
        amount = amount.operand
    match amount:
        case Constant(value=value):
            return 0 <= value < limit
        case Binary(op="&"):
            sides = (amount.left, amount.right)
            return any(isinstance(side, Constant) and 0 <= side.value < limit for side in sides)
        case Binary(op="%", right=Constant(value=value)):
            return isinstance(amount.type, Int) and not amount.type.signed and 0 < value <= limit
    return False

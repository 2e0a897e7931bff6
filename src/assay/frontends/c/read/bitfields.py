"""Bit-fields wider than int, which gcc keeps at their width: ``x.a + 1`` with 33 bits wraps at 33 bits.

Clang computes in the declared type.  Here such arithmetic is done in an integer type of the bit-field's width, and its
result converted to the declared type: that conversion is the sign by which the next operation knows the width.
"""

from __future__ import annotations

from typing import Final

from assay.frontends.c.read.tree import (
    Assign,
    Comma,
    Conditional,
    Convert,
    Expression,
    Load,
    Part,
    Place,
    StatementExpression,
    Update,
)
from assay.frontends.c.read.types import Int, as_int

WIDE: Final = "this use of a bit-field wider than int is not supported"
HINT: Final = "cast it to its declared type first"


def width_of(place: Place) -> int | None:
    """The width of a bit-field that is wider than int and narrower than its type."""
    if not isinstance(place, Part) or place.bits is None or not isinstance(place.type, Int):
        return None
    return place.bits[1] if 32 < place.bits[1] < place.type.width else None


def wide(expression: Expression) -> Int | None:
    """The type that gcc computes in, if the value is that of a wide bit-field or of arithmetic on one."""
    match expression:
        case Load() | Assign() | Update():
            width = width_of(expression.place)
            return Int(width, as_int(expression.type).signed) if width is not None else None
        case Convert(operand=operand) if isinstance(operand.type, Int) and is_wide(operand.type):
            return operand.type
        case Comma():
            return wide(expression.right)
        case Conditional(then=then, condition=condition):
            return wide(then if then is not None else condition) or wide(expression.otherwise)
        case StatementExpression(value=value) if value is not None:
            return wide(value)
    return None


def is_wide(made: Int) -> bool:
    """Is this the type of a wide bit-field, and of nothing else?"""
    return made.width > 32 and made.width not in (64, 128)

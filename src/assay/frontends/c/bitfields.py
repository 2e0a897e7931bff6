"""Bit-fields wider than int, which gcc keeps at their width: ``x.a + 1`` with 33 bits wraps at 33 bits.

Clang computes in the declared type.  Where the two could differ, the operation is refused; a cast says which is meant.
"""

from __future__ import annotations

from typing import Final

from assay.frontends.c.tree import (
    Assign,
    Comma,
    Conditional,
    Constant,
    Expression,
    Load,
    Part,
    Place,
    StatementExpression,
    Update,
)
from assay.frontends.c.types import Int, Type

WIDE: Final = "arithmetic on a bit-field wider than int is not supported"
HINT: Final = "cast it to its declared type first"


def width_of(place: Place) -> int | None:
    """The width of a bit-field that is wider than int and narrower than its type."""
    if not isinstance(place, Part) or place.bits is None or not isinstance(place.type, Int):
        return None
    return place.bits[1] if 32 < place.bits[1] < place.type.width else None


def wide(expression: Expression) -> int | None:
    """The width that gcc computes in, if the value is that of a wide bit-field."""
    match expression:
        case Load() | Assign() | Update():
            return width_of(expression.place)
        case Comma():
            return wide(expression.right)
        case Conditional(then=then, condition=condition):
            return wide(then if then is not None else condition) or wide(expression.otherwise)
        case StatementExpression(value=value) if value is not None:
            return wide(value)
    return None


def comparable(left: Expression, right: Expression) -> bool:
    """Do both compilers find the same when they compare?"""
    widths = wide(left), wide(right)
    if widths == (None, None):
        return True
    if None not in widths:
        return widths[0] == widths[1] and left.type == right.type
    field, other = (left, right) if widths[1] is None else (right, left)
    return isinstance(other, Constant) and _holds(field.type, widths[0] or widths[1], other.value)


def _holds(made: Type, width: int | None, value: int) -> bool:
    """Is ``value`` positive and one of a bit-field's?"""
    return width is not None and isinstance(made, Int) and 0 <= value < 1 << (width - made.signed)


def divisible(place: Place, value: Expression, op: str) -> bool:
    """Does ``place op= value`` give the same in both compilers, once it is reduced to the place's width?"""
    if op not in ("/", "%") or (width_of(place) is None and wide(value) is None):
        return True
    return isinstance(value, Constant) and _holds(place.type, width_of(place), value.value)

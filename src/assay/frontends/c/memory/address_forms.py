"""Forms of expressions that no layout of memory changes, and what bit operations leave of an address."""

from __future__ import annotations

from typing import Final

from assay.frontends.c.read.tree import Address, Constant, Convert, Deref, Expression, Offset, Part
from assay.frontends.c.read.types import Int

# Addresses from here to the end are error codes, as in Linux.
ERRORS: Final = 4096


def is_constant(expression: Expression) -> bool:
    """Is it a number that no layout changes, such as the offset of a member written as ``&((struct s *)0)->member``?"""
    while isinstance(expression, Convert | Address):
        if isinstance(expression, Convert):
            expression = expression.operand
            continue
        place = expression.place
        while isinstance(place, Part):
            place = place.whole
        if not isinstance(place, Deref):
            return False
        expression = place.pointer
    if isinstance(expression, Offset):
        return is_constant(expression.pointer) and isinstance(expression.index, Constant)
    return isinstance(expression, Constant)


def is_pointer(expression: Expression) -> bool:
    """Is it a pointer, converted where it is compared?  Nobody may do that with one whose object is gone."""
    while isinstance(expression, Convert) and isinstance(expression.operand.type, Int):
        expression = expression.operand
    return isinstance(expression, Convert)


def is_code(expression: Expression) -> bool:
    """Zero, or an error code that is no object's address in any layout."""
    while isinstance(expression, Convert):
        expression = expression.operand
    if not isinstance(expression, Constant):
        return False
    value = expression.value
    if isinstance(expression.type, Int) and not expression.type.signed and value >= 1 << (expression.type.width - 1):
        value -= 1 << expression.type.width
    return -ERRORS <= value <= 0


def kept_below(op: str, value: int) -> int | None:
    """The number below which bits survive ``& value`` or ``% value``."""
    if op == "&" and value >= 0:
        return 1 << value.bit_length()
    if op == "%" and value > 0 and not value & (value - 1):
        return value
    return None

"""Which accesses through pointers plainly lie inside of an object: those to an element that a constant names."""

from __future__ import annotations

from assay.frontends.c.read.tree import (
    Address,
    Constant,
    Convert,
    Deref,
    Expression,
    Named,
    Offset,
    Part,
    Place,
    Temporary,
)
from assay.frontends.c.read.types import Pointer


def surely_inside(place: Deref) -> bool:
    """Is this an object that has a name, or a part of one at a constant place?"""
    distance, pointer = 0, _plain(place.pointer)
    while isinstance(pointer, Offset):
        index = _plain(pointer.index)
        if not isinstance(index, Constant):
            return False
        step = index.value * pointer.stride
        distance += -step if pointer.negative else step
        pointer = _plain(pointer.pointer)
    if not isinstance(pointer, Address) or not _named(pointer.place):
        return False
    return 0 <= distance and distance + place.type.size <= pointer.place.type.size


def _plain(expression: Expression) -> Expression:
    while isinstance(expression, Convert) and (
        isinstance(expression.type, Pointer) or isinstance(expression.operand, Constant)
    ):
        expression = expression.operand
    return expression


def _named(place: Place) -> bool:
    while isinstance(place, Part):
        place = place.whole
    if isinstance(place, Deref):
        return surely_inside(place)
    return isinstance(place, Named | Temporary)

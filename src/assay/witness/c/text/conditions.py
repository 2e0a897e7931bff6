"""Conditions in C: comparisons of numbers, equality modulo a width, choices.  What bounds decide is a constant."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from assay.core.words import reading_order
from assay.witness.c.text.values import (
    CHOICE,
    EQUALITY,
    INT,
    RELATION,
    UNSIGNED,
    UNSIGNED_LONG,
    CValue,
    cast,
    common,
    has_type,
    literal,
    signed_reading,
    unsigned_reading,
    usual,
    window,
)

_MIRRORED: Final = MappingProxyType({"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "==", "!=": "!="})


def comparison(sign: str, left: CValue, right: CValue) -> CValue | None:
    """``left sign right`` of two numbers; constants stand on the right, and what the bounds decide is a constant."""
    known = decided(sign, left, right)
    if known is not None:
        return literal(int(known))
    if left.literal and not right.literal:
        left, right, sign = right, left, _MIRRORED[sign]
    if sign in ("==", "!="):
        left, right = in_order(left, right)
    sides = common(left, right, None)
    if sides is None:
        return None
    binding = EQUALITY if sign in ("==", "!=") else RELATION
    return CValue(f"{sides[0].inside(binding)} {sign} {sides[1].inside(binding)}", binding, INT, (0, 1))


def in_order(left: CValue, right: CValue) -> tuple[CValue, CValue]:
    """The sides of an equation as it is told: a constant on the right, else what is longer; else by their names."""
    first, second = sorted((left, right), key=lambda side: (side.literal, len(side.text), reading_order(side.text)))
    return first, second


def decided(sign: str, left: CValue, right: CValue) -> bool | None:
    """The outcome of a comparison, where the bounds leave no choice."""
    if sign in (">", ">="):
        left, right, sign = right, left, _MIRRORED[sign]
    if sign in ("==", "!="):
        apart = left.bounds[1] < right.bounds[0] or right.bounds[1] < left.bounds[0]
        same = left.bounds == right.bounds and left.bounds[0] == left.bounds[1]
        return (sign == "==") == same if apart or same else None
    strict = sign == "<"
    if left.bounds[1] + strict <= right.bounds[0]:
        return True
    return False if left.bounds[0] + strict > right.bounds[1] else None


def equality(sign: str, left: CValue, right: CValue, width: int) -> CValue | None:
    """Are the low ``width`` bits of both the same (or not)?"""
    left, right = in_order(left, right)
    if right.literal:
        signed = left.fits(window(width, signed=True)) or (
            has_type(width) and not left.fits(window(width, signed=False))
        )
        value = (signed_reading if signed else unsigned_reading)(right, width).bounds[0]
        right = literal(value)
    kind = usual(left.type, right.type)
    if not kind.signed and kind.width == width and not right.literal:
        return CValue(f"{left.inside(EQUALITY)} {sign} {right.inside(EQUALITY)}", EQUALITY, INT, (0, 1))
    for signed in (True, False):
        if left.fits(window(width, signed=signed)) and right.fits(window(width, signed=signed)):
            return comparison(sign, left, right)
    whole = {32: UNSIGNED, 64: UNSIGNED_LONG}.get(width)
    if whole is not None and kind.width <= width and not right.literal:
        return CValue(f"{cast(left, whole).text} {sign} {right.inside(EQUALITY)}", EQUALITY, INT, (0, 1))
    signed = has_type(width) and (left.fits(window(width, signed=True)) or right.fits(window(width, signed=True)))
    reading = signed_reading if signed else unsigned_reading
    return comparison(sign, reading(left, width), reading(right, width))


def conditional(condition: CValue, then: CValue, otherwise: CValue, width: int | None) -> CValue | None:
    """``condition ? then : otherwise``; the number of a condition is the condition."""
    if condition.literal:
        return then if condition.bounds[0] else otherwise
    if then.literal and otherwise.literal and (then.bounds[0], otherwise.bounds[0]) == (1, 0):
        return condition
    sides = common(then, otherwise, width)
    if sides is None:
        return None
    kind = usual(sides[0].type, sides[1].type)
    bounds = min(then.bounds[0], otherwise.bounds[0]), max(then.bounds[1], otherwise.bounds[1])
    if not (then.fits(kind.bounds) and otherwise.fits(kind.bounds)):
        bounds = kind.bounds
    words = f"{condition.inside(CHOICE)} ? {sides[0].inside(CHOICE)} : {sides[1].inside(CHOICE)}"
    return CValue(words, CHOICE, kind, bounds)

"""Expressions of C with their types and the bounds of their values: casts only where the types need them.

A value stands for a bit-vector if both are equal modulo a power of two; so truncation costs nothing, sums may wrap in
any unsigned type that is wide enough, and a cast is due only where a *reading* is wanted: the signed or the unsigned
number that the bits are.  No expression made here has undefined behaviour: signed arithmetic is used where the bounds
say that it cannot overflow, unsigned arithmetic everywhere else.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from assay.core.c_source import Scalar

CHOICE, OR, AND, BIT_OR, BIT_XOR, BIT_AND, EQUALITY, RELATION, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(13)

INT: Final = Scalar(32, signed=True)
UNSIGNED: Final = Scalar(32, signed=False)
LONG: Final = Scalar(64, signed=True)
UNSIGNED_LONG: Final = Scalar(64, signed=False)

_NAMES: Final = {
    (8, True): "signed char",
    (8, False): "unsigned char",
    (16, True): "short",
    (16, False): "unsigned short",
    (32, True): "int",
    (32, False): "unsigned int",
    (64, True): "long long",
    (64, False): "unsigned long long",
}
_SUFFIXES: Final = {INT: "", UNSIGNED: "u", LONG: "LL", UNSIGNED_LONG: "ULL"}
# Operators that are easily misread without parentheses around operands that bind up to so tightly.
_CLEAR: Final = {OR: AND, BIT_OR: SUM, BIT_XOR: SUM, BIT_AND: SUM, EQUALITY: RELATION, SHIFT: SUM}

Bounds = tuple[int, int]


class CValue(NamedTuple):
    """A C expression: how tightly it binds, its type after promotion, and the bounds of its value."""

    text: str
    binding: int
    type: Scalar
    bounds: Bounds
    literal: bool = False

    def inside(self, binding: int) -> str:
        """The text as an operand of an operator with this binding."""
        return self.text if self.binding > _CLEAR.get(binding, binding) else f"({self.text})"

    def leading(self, binding: int) -> str:
        """The text as the left operand, where the operator associates to the left."""
        return self.text if self.binding == binding else self.inside(binding)

    def fits(self, bounds: Bounds) -> bool:
        """Is every value inside?"""
        return bounds[0] <= self.bounds[0] and self.bounds[1] <= bounds[1]


def promoted(kind: Scalar) -> Scalar:
    """The type that C computes in."""
    if kind.pointer:
        return kind
    return INT if kind.boolean or kind.width < 32 else Scalar(kind.width, kind.signed)


def usual(left: Scalar, right: Scalar) -> Scalar:
    """The type in which C compares and adds values of two promoted types."""
    if left.width != right.width:
        return left if left.width > right.width else right
    return left if not left.signed else right


def literal(value: int, kind: Scalar | None = None) -> CValue:
    """A constant, of the given type or of the first that holds it."""
    if kind is None:
        kinds = (INT, UNSIGNED, LONG, UNSIGNED_LONG)
        kind = next(found for found in kinds if found.bounds[0] <= value <= found.bounds[1])
    suffix = _SUFFIXES[kind]
    if kind.signed and value == kind.bounds[0]:
        return CValue(f"-{-value - 1}{suffix} - 1", SUM, kind, (value, value), literal=True)
    if value < 0:
        return CValue(f"-{-value}{suffix}", UNARY, kind, (value, value), literal=True)
    return CValue(f"{value}{suffix}", ATOM, kind, (value, value), literal=True)


def has_literal(value: int) -> bool:
    """Can C write this number?"""
    return LONG.bounds[0] <= value <= UNSIGNED_LONG.bounds[1]


def cast(value: CValue, kind: Scalar) -> CValue:
    """``value`` converted to an integer type; a constant is converted on the spot."""
    if value.literal:
        low = kind.bounds[0]
        return literal((value.bounds[0] - low) % (1 << kind.width) + low, promoted(kind))
    bounds = value.bounds if value.fits(kind.bounds) else kind.bounds
    return CValue(f"({_NAMES[kind.width, kind.signed]}){value.leading(UNARY)}", UNARY, promoted(kind), bounds)


# -- readings ----------------------------------------------------------------------------------------------------------


def window(width: int, *, signed: bool) -> Bounds:
    """The numbers that vectors of this width are, by the one reading or the other."""
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)


def has_type(width: int) -> bool:
    """Is there an integer type of this width, so that both readings are casts?"""
    return (width, True) in _NAMES


def unsigned_reading(value: CValue, width: int) -> CValue:
    """The number from 0 that the low ``width`` bits are."""
    if value.fits(window(width, signed=False)):
        return value
    if (width, False) in _NAMES:
        return cast(value, Scalar(width, signed=False))
    mask = (1 << width) - 1
    if value.literal:
        return literal(value.bounds[0] & mask)
    wide = value if value.type.width >= width else cast(value, LONG)
    kind = usual(wide.type, literal(mask).type)
    return CValue(f"{wide.inside(BIT_AND)} & {literal(mask).text}", BIT_AND, kind, (0, mask))


def signed_reading(value: CValue, width: int) -> CValue:
    """The number that the low ``width`` bits are in two's complement."""
    if value.fits(window(width, signed=True)):
        return value
    if (width, True) in _NAMES:
        return cast(value, Scalar(width, signed=True))
    half = 1 << (width - 1)
    plain = unsigned_reading(value, width)
    if plain.literal:
        return literal((plain.bounds[0] ^ half) - half)
    kind = INT if width < 32 else LONG
    plain = plain if plain.type == kind else cast(plain, kind)
    bound = literal(half, kind)
    return CValue(f"({plain.inside(BIT_XOR)} ^ {bound.text}) - {bound.text}", SUM, kind, window(width, signed=True))


# -- common types ------------------------------------------------------------------------------------------------------


def common(
    left: CValue, right: CValue, width: int | None, result: Bounds | None = None
) -> tuple[CValue, CValue] | None:
    """Both values, brought to a type in which C combines them without harm; None if there is no such type.

    With a width, values may wrap modulo that power of two; without, none may change.  ``result`` are the bounds of what
    is computed from them, which must fit as well.
    """
    natural = usual(left.type, right.type)
    for kind in dict.fromkeys((natural, INT, UNSIGNED, LONG, UNSIGNED_LONG)):
        if kind.width < natural.width:
            continue
        wraps = not kind.signed and width is not None and kind.width >= width
        fits = left.fits(kind.bounds) and right.fits(kind.bounds)
        if result is not None:
            fits = fits and kind.bounds[0] <= result[0] and result[1] <= kind.bounds[1]
        if wraps or fits:
            return _brought(left, right, kind)
    return None


def _brought(left: CValue, right: CValue, kind: Scalar) -> tuple[CValue, CValue]:
    """The fewest casts that make ``kind`` the type of the combination."""
    if usual(left.type, right.type) == kind:
        return left, right
    if left.literal and not right.literal:
        second, first = _brought(right, left, kind)
        return first, second
    if right.literal or left.type == kind:
        right = cast(right, kind)
    else:
        left = cast(left, kind)
    if usual(left.type, right.type) != kind:
        left, right = (side if side.type == kind else cast(side, kind) for side in (left, right))
    return left, right


def combined(sign: str, binding: int, left: CValue, right: CValue, width: int | None, result: Bounds) -> CValue | None:
    """``left sign right`` for an operator of arithmetic whose mathematical result has the bounds ``result``."""
    sides = common(left, right, width, result)
    if sides is None:
        return None
    kind = usual(sides[0].type, sides[1].type)
    inside = kind.bounds[0] <= result[0] and result[1] <= kind.bounds[1]
    inside = inside and left.fits(kind.bounds) and right.fits(kind.bounds)
    words = f"{sides[0].leading(binding)} {sign} {sides[1].inside(binding)}"
    return CValue(words, binding, kind, result if inside else kind.bounds)

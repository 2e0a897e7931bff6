"""Bit-vector operations as and-gates: ripple-carry sums, shift-and-add products, restoring division, barrel shifters.

A vector is a sequence of literals, least significant bit first.  Operations are those of SMT-LIB, with its division by
zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from assay.core.circuit import Gates
from assay.core.terms import Op

Vector = tuple[int, ...]


def constant(value: int, width: int) -> Vector:
    return tuple(value >> k & 1 for k in range(width))


def inverted(a: Vector) -> Vector:
    return tuple(bit ^ 1 for bit in a)


def choose(gates: Gates, condition: int, then: Vector, otherwise: Vector) -> Vector:
    return tuple(gates.choose(condition, a, b) for a, b in zip(then, otherwise, strict=True))


def equal(gates: Gates, a: Vector, b: Vector) -> int:
    return gates.all_of(gates.differ(x, y) ^ 1 for x, y in zip(a, b, strict=True))


def add(gates: Gates, a: Vector, b: Vector, carry: int = 0) -> Vector:
    total = []
    for x, y in zip(a, b, strict=True):
        half = gates.differ(x, y)
        total.append(gates.differ(half, carry))
        carry = gates.either(gates.both(x, y), gates.both(half, carry))
    return tuple(total)


def negated(gates: Gates, a: Vector) -> Vector:
    return add(gates, inverted(a), constant(0, len(a)), 1)


def multiply(gates: Gates, a: Vector, b: Vector) -> Vector:
    width = len(a)
    if sum(bit < 2 for bit in a) > sum(bit < 2 for bit in b):
        a, b = b, a
    total = constant(0, width)
    for shift, bit in enumerate(b):
        if bit:
            row = (0,) * shift + tuple(gates.both(x, bit) for x in a[: width - shift])
            total = add(gates, total, row)
    return total


def at_most(gates: Gates, a: Vector, b: Vector) -> int:
    """a <= b, unsigned."""
    result = 1
    for x, y in zip(a, b, strict=True):
        result = gates.choose(gates.differ(x, y), y, result)
    return result


def signed_at_most(gates: Gates, a: Vector, b: Vector) -> int:
    return at_most(gates, (*a[:-1], a[-1] ^ 1), (*b[:-1], b[-1] ^ 1))


def divide(gates: Gates, a: Vector, b: Vector) -> tuple[Vector, Vector]:
    """Quotient and remainder, unsigned; by zero they are all ones and ``a``."""
    width = len(a)
    rest = constant(0, width + 1)
    wide = (*b, 0)
    quotient = [0] * width
    for k in reversed(range(width)):
        rest = (a[k], *rest[:-1])
        fits = at_most(gates, wide, rest)
        quotient[k] = fits
        rest = choose(gates, fits, add(gates, rest, inverted(wide), 1), rest)
    return tuple(quotient), rest[:width]


def _signed_division(gates: Gates, a: Vector, b: Vector) -> tuple[Vector, Vector]:
    """Rounded towards zero; the remainder takes the dividend's sign."""
    magnitude_a = choose(gates, a[-1], negated(gates, a), a)
    magnitude_b = choose(gates, b[-1], negated(gates, b), b)
    quotient, rest = divide(gates, magnitude_a, magnitude_b)
    quotient = choose(gates, gates.differ(a[-1], b[-1]), negated(gates, quotient), quotient)
    return quotient, choose(gates, a[-1], negated(gates, rest), rest)


def shift(gates: Gates, a: Vector, amount: Vector, fill: int, *, left: bool) -> Vector:
    """``a`` moved by ``amount`` bits, vacated places filled with ``fill``."""
    width = len(a)
    for k, bit in enumerate(amount):
        by = min(1 << k, width) if k < width.bit_length() + 1 else width
        moved = (fill,) * by + a[: width - by] if left else a[by:] + (fill,) * by
        a = choose(gates, bit, moved, a)
    return a


BINARY: Final[dict[Op, Callable[[Gates, Vector, Vector], Vector]]] = {
    Op.BV_AND: lambda g, a, b: tuple(g.both(x, y) for x, y in zip(a, b, strict=True)),
    Op.BV_OR: lambda g, a, b: tuple(g.either(x, y) for x, y in zip(a, b, strict=True)),
    Op.BV_XOR: lambda g, a, b: tuple(g.differ(x, y) for x, y in zip(a, b, strict=True)),
    Op.BV_ADD: add,
    Op.BV_MUL: multiply,
    Op.BV_UDIV: lambda g, a, b: divide(g, a, b)[0],
    Op.BV_UREM: lambda g, a, b: divide(g, a, b)[1],
    Op.BV_SDIV: lambda g, a, b: _signed_division(g, a, b)[0],
    Op.BV_SREM: lambda g, a, b: _signed_division(g, a, b)[1],
    Op.BV_SHL: lambda g, a, b: shift(g, a, b, 0, left=True),
    Op.BV_LSHR: lambda g, a, b: shift(g, a, b, 0, left=False),
    Op.BV_ASHR: lambda g, a, b: shift(g, a, b, a[-1], left=False),
}

COMPARE: Final[dict[Op, Callable[[Gates, Vector, Vector], int]]] = {
    Op.BV_ULE: at_most,
    Op.BV_ULT: lambda g, a, b: at_most(g, b, a) ^ 1,
    Op.BV_SLE: signed_at_most,
    Op.BV_SLT: lambda g, a, b: signed_at_most(g, b, a) ^ 1,
}


def read_element(gates: Gates, array: Vector, index: Vector, width: int) -> Vector:
    """The element at ``index`` of an array of 2**len(index) elements, element 0 first."""
    elements: Sequence[Vector] = [array[k : k + width] for k in range(0, len(array), width)]
    for bit in index:
        elements = [choose(gates, bit, high, low) for low, high in zip(elements[::2], elements[1::2], strict=True)]
    return elements[0]


def write_element(gates: Gates, array: Vector, index: Vector, value: Vector) -> Vector:
    """The array with ``value`` at ``index``."""
    width = len(value)
    here = [1]
    for bit in reversed(index):
        here = [side for hit in here for side in (gates.both(hit, bit ^ 1), gates.both(hit, bit))]
    result: list[int] = []
    for k, hit in enumerate(here):
        result.extend(choose(gates, hit, value, array[k * width : (k + 1) * width]))
    return tuple(result)

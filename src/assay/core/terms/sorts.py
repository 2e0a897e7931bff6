"""Sorts of terms.  Interned: two equal sorts are the same object, so ``is`` compares them."""

from __future__ import annotations

from typing import Final


class Sort:
    """Bool, Int, Real, (_ BitVec width), (_ FloatingPoint exponent significand) or (Array index element)."""

    __slots__ = ("element", "exponent", "index", "name", "width")

    def __init__(
        self,
        name: str,
        width: int = 0,
        index: Sort | None = None,
        element: Sort | None = None,
        exponent: int = 0,
    ) -> None:
        self.name = name
        self.width = width
        self.index = index
        self.element = element
        self.exponent = exponent

    def __str__(self) -> str:
        if self.name == "BitVec":
            return f"(_ BitVec {self.width})"
        if self.name == "Array":
            return f"(Array {self.index} {self.element})"
        if self.name == "FloatingPoint":
            return f"(_ FloatingPoint {self.exponent} {self.significand})"
        return self.name

    __repr__ = __str__

    @property
    def is_arithmetic(self) -> bool:
        return self is INT or self is REAL

    @property
    def is_bitvector(self) -> bool:
        return self.name == "BitVec"

    @property
    def is_array(self) -> bool:
        return self.name == "Array"

    @property
    def is_float(self) -> bool:
        return self.name == "FloatingPoint"

    @property
    def significand(self) -> int:
        """The bits of a floating-point number's significand, the hidden one counted."""
        return self.width - self.exponent

    def __reduce__(self) -> tuple[object, ...]:
        if self.name == "BitVec":
            return bitvector, (self.width,)
        if self.name == "Array":
            return array, (self.index, self.element)
        if self.name == "FloatingPoint":
            return floating, (self.exponent, self.significand)
        return _basic, (self.name,)


BOOL: Final = Sort("Bool")
INT: Final = Sort("Int")
REAL: Final = Sort("Real")

# Interning tables: the one kind of module state that the house allows, because it is invisible from outside.
_BITVECTORS: Final[dict[int, Sort]] = {}
_ARRAYS: Final[dict[tuple[Sort, Sort], Sort]] = {}
_FLOATS: Final[dict[tuple[int, int], Sort]] = {}


def _basic(name: str) -> Sort:
    return {"Bool": BOOL, "Int": INT, "Real": REAL}[name]


def bitvector(width: int) -> Sort:
    """The sort of bit-vectors of ``width`` >= 1 bits."""
    if width < 1:
        raise ValueError(f"a bit-vector needs at least one bit, not {width}")
    return _BITVECTORS.setdefault(width, Sort("BitVec", width=width))


def array(index: Sort, element: Sort) -> Sort:
    """The sort of total maps from ``index`` to ``element``."""
    return _ARRAYS.setdefault((index, element), Sort("Array", index=index, element=element))


def floating(exponent: int, significand: int) -> Sort:
    """The sort of binary floating-point numbers; the significand's hidden bit is counted."""
    if exponent < 2 or significand < 3:
        raise ValueError(f"no floating-point format has {exponent} bits of exponent and {significand} of significand")
    made = Sort("FloatingPoint", width=exponent + significand, exponent=exponent)
    return _FLOATS.setdefault((exponent, significand), made)


FLOAT32: Final = floating(8, 24)
FLOAT64: Final = floating(11, 53)

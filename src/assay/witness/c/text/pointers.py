"""Pointers in C expressions: equal or not, to each other, to null, and to the addresses of objects."""

from __future__ import annotations

from collections.abc import Sequence

from assay.core.terms import Term
from assay.core.terms.arithmetic import linear
from assay.core.words import reading_order
from assay.witness.c.text.integers import integer_comparison
from assay.witness.c.text.scope import CScope
from assay.witness.c.text.sums import Known
from assay.witness.c.text.values import EQUALITY, INT, CValue


def integers_equal(term: Term, known: Known, scope: CScope, *, holds: bool) -> CValue | None:
    """A comparison of numbers, or of pointers: with a constant, or ``p - q == 0``."""
    coefficients, _ = linear(term.args[0])
    values = [known.get(atom) for atom in coefficients]
    pointers = [value for value in values if value is not None and value.type.pointer]
    if not pointers:
        return integer_comparison(term, known, holds=holds)
    sign = "==" if holds else "!="
    factors = sorted(int(c) for c in coefficients.values())
    if len(pointers) == len(values) == 2 and factors == [-1, 1] and term.args[1].number == 0:
        return _same_pointer(sign, pointers)
    if len(values) == 1 and factors == [1]:
        return _pointer_to(sign, pointers[0], int(term.args[1].number), scope)
    return None


def pointers_equal(sign: str, values: Sequence[CValue], scope: CScope) -> CValue | None:
    """Vectors of which at least one is a pointer."""
    if all(value.type.pointer for value in values):
        return _same_pointer(sign, values)
    pointer, other = (values[0], values[1]) if values[0].type.pointer else (values[1], values[0])
    return _pointer_to(sign, pointer, other.bounds[0], scope) if other.literal else None


def _same_pointer(sign: str, pointers: Sequence[CValue]) -> CValue:
    first, second = sorted((pointer.text for pointer in pointers), key=reading_order)
    return CValue(f"{first} {sign} (void *){second}", EQUALITY, INT, (0, 1))


def _pointer_to(sign: str, pointer: CValue, address: int, scope: CScope) -> CValue | None:
    target = "0" if address == 0 else scope.address(address)
    return None if target is None else CValue(f"{pointer.text} {sign} {target}", EQUALITY, INT, (0, 1))

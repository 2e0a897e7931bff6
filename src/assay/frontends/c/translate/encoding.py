"""How C's integers become terms.  The translation asks an ``Encoding``; ``BitPrecise`` is the exact one, over bit-
vectors.

Values are those of gcc with -fwrapv: arithmetic wraps, division rounds towards zero, conversions reduce modulo a
power of two, right shifts of negative numbers keep the sign.  A shift by the width or more and division by zero are
undefined in C; what they yield here nobody uses (``partial.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, Protocol

from assay.core.terms import Op, Term, eq, ite, not_, variable
from assay.core.terms.bitvectors import (
    bv,
    bv_binary,
    bv_compare,
    bv_neg,
    bv_not,
    bv_sub,
    concat,
    extract,
    sign_extend,
    zero_extend,
)
from assay.core.terms.sorts import BOOL, Sort, bitvector
from assay.frontends.c.read.types import Int
from assay.frontends.c.translate.fitting import shifted_vector_fits, vectors_fit


class Encoding(Protocol):
    """Terms for the values of integer types.  Boolean terms are conditions; integer terms are values in range."""

    def sort(self, made: Int) -> Sort: ...

    def constant(self, value: int, made: Int) -> Term: ...

    def unknown(self, name: str, made: Int) -> Term:
        """Any value of the type, chosen freely where it is used."""
        ...

    def loaded(self, stored: Term, made: Int) -> Term:
        """What was read from an array, as a value of the type."""
        ...

    def arithmetic(self, op: str, left: Term, right: Term, made: Int, *, fits: bool = False) -> Term:
        """``+ - * / % & | ^`` of two values of one type; ``fits``: the exact result is known to be one of it too."""
        ...

    def fits(self, op: str, left: Term, right: Term, made: Int) -> Term:
        """Is the exact result of ``+``, ``-`` or ``*`` a value of the type?"""
        ...

    def shift(self, op: str, left: Term, right: Term, made: Int, count: Int, *, fits: bool = False) -> Term:
        """``<<`` or ``>>`` by less than the width; ``fits``: no bit is known to be lost."""
        ...

    def shift_fits(self, left: Term, right: Term, made: Int, count: Int, least: int) -> Term:
        """Is ``left`` at least ``least`` (0, or the least value), and shifted to the left still a value of the type?"""
        ...

    def counts(self, right: Term, made: Int, count: Int) -> Term:
        """Is ``right``, of type ``count``, a number of bits by which a value of type ``made`` can be shifted?"""
        ...

    def negate(self, op: str, operand: Term, made: Int, *, fits: bool = False) -> Term:
        """``-`` or ``~``; ``fits``: the exact result is known to be a value of the type."""
        ...

    def compare(self, op: str, left: Term, right: Term, made: Int) -> Term: ...

    def convert(self, operand: Term, source: Int, target: Int) -> Term: ...

    def truth(self, operand: Term, made: Int) -> Term:
        """Is the value different from zero?"""
        ...

    def number(self, condition: Term, made: Int) -> Term:
        """1 if the condition holds, else 0."""
        ...

    def read_bits(self, unit: Term, size: int, low: int, width: int, made: Int) -> Term:
        """The value of a bit-field of type ``made`` inside its unit of ``size`` bytes."""
        ...

    def write_bits(self, unit: Term, size: int, low: int, width: int, value: Term, made: Int) -> Term: ...

    def join(self, parts: Sequence[Term], made: Int) -> Term:
        """Unsigned bytes, the lowest first, as one value."""
        ...

    def split(self, value: Term, made: Int) -> list[Term]:
        """The inverse of ``join``."""
        ...


_ARITHMETIC: Final = MappingProxyType({"+": Op.BV_ADD, "*": Op.BV_MUL, "&": Op.BV_AND, "|": Op.BV_OR, "^": Op.BV_XOR})
_DIVISION: Final = MappingProxyType(
    {
        ("/", True): Op.BV_SDIV,
        ("/", False): Op.BV_UDIV,
        ("%", True): Op.BV_SREM,
        ("%", False): Op.BV_UREM,
    }
)


class BitPrecise:
    """Every integer is a bit-vector of its width."""

    def sort(self, made: Int) -> Sort:
        return bitvector(made.width)

    def constant(self, value: int, made: Int) -> Term:
        return bv(value, made.width)

    def unknown(self, name: str, made: Int) -> Term:
        if made.boolean:
            return self.number(variable(name, BOOL), made)
        return variable(name, bitvector(made.width))

    def loaded(self, stored: Term, made: Int) -> Term:
        return stored

    def arithmetic(self, op: str, left: Term, right: Term, made: Int, *, fits: bool = False) -> Term:
        if op == "-":
            return bv_sub(left, right)
        found = _ARITHMETIC.get(op)
        return bv_binary(found if found is not None else _DIVISION[op, made.signed], left, right)

    def fits(self, op: str, left: Term, right: Term, made: Int) -> Term:
        return vectors_fit(op, left, right, made)

    def shift(self, op: str, left: Term, right: Term, made: Int, count: Int, *, fits: bool = False) -> Term:
        amount = self._amount(right, made, count)
        if op == "<<":
            return bv_binary(Op.BV_SHL, left, amount)
        return bv_binary(Op.BV_ASHR if made.signed else Op.BV_LSHR, left, amount)

    def _amount(self, right: Term, made: Int, count: Int) -> Term:
        return self.convert(right, Int(count.width, signed=False), Int(made.width, signed=False))

    def shift_fits(self, left: Term, right: Term, made: Int, count: Int, least: int) -> Term:
        return shifted_vector_fits(left, self._amount(right, made, count), made, least)

    def counts(self, right: Term, made: Int, count: Int) -> Term:
        return bv_compare(Op.BV_ULT, right, bv(made.width, count.width))

    def negate(self, op: str, operand: Term, made: Int, *, fits: bool = False) -> Term:
        return bv_neg(operand) if op == "-" else bv_not(operand)

    def compare(self, op: str, left: Term, right: Term, made: Int) -> Term:
        if op == "==":
            return same(left, right)
        if op == "!=":
            return not_(same(left, right))
        if op in (">", ">="):
            left, right, op = right, left, "<" if op == ">" else "<="
        if op == "<":
            return bv_compare(Op.BV_SLT if made.signed else Op.BV_ULT, left, right)
        return bv_compare(Op.BV_SLE if made.signed else Op.BV_ULE, left, right)

    def convert(self, operand: Term, source: Int, target: Int) -> Term:
        if target.boolean:
            return operand if source.boolean else self.number(self.truth(operand, source), target)
        if source.width > target.width:
            return _truncated(operand, target.width)
        extra = target.width - source.width
        if extra and operand.op is Op.ITE and operand.args[1].is_const and operand.args[2].is_const:
            then, otherwise = (self.convert(arg, source, target) for arg in operand.args[1:])
            return ite(operand.args[0], then, otherwise)
        return sign_extend(extra, operand) if source.signed else zero_extend(extra, operand)

    def truth(self, operand: Term, made: Int) -> Term:
        return not_(same(operand, bv(0, made.width)))

    def number(self, condition: Term, made: Int) -> Term:
        return ite(condition, bv(1, made.width), bv(0, made.width))

    def read_bits(self, unit: Term, size: int, low: int, width: int, made: Int) -> Term:
        field = extract(low + width - 1, low, unit)
        if width >= made.width:
            return field
        extra = made.width - width
        return sign_extend(extra, field) if made.signed else zero_extend(extra, field)

    def write_bits(self, unit: Term, size: int, low: int, width: int, value: Term, made: Int) -> Term:
        result = _truncated(value, width)
        if low:
            result = concat(result, extract(low - 1, 0, unit))
        if low + width < 8 * size:
            result = concat(extract(8 * size - 1, low + width, unit), result)
        return result

    def join(self, parts: Sequence[Term], made: Int) -> Term:
        whole = _joined(parts)
        if whole is not None:
            return whole
        result = parts[0]
        for part in parts[1:]:
            result = concat(part, result)
        return result

    def split(self, value: Term, made: Int) -> list[Term]:
        return [_truncated_piece(value, 8 * i + 7, 8 * i) for i in range(made.size)]


def _truncated(term: Term, width: int) -> Term:
    """The low bits; extensions and conditionals of constants are looked through."""
    return _truncated_piece(term, width - 1, 0)


def _truncated_piece(term: Term, high: int, low: int) -> Term:
    while True:
        if term.op in (Op.BV_SIGN_EXTEND, Op.BV_ZERO_EXTEND):
            inner = term.args[0].sort.width
            if high < inner:
                term = term.args[0]
                continue
            if low >= inner and term.op is Op.BV_ZERO_EXTEND:
                return bv(0, high - low + 1)
        if term.op is Op.BV_CONCAT:
            cut = term.args[1].sort.width
            if high < cut:
                term = term.args[1]
                continue
            if low >= cut:
                term, high, low = term.args[0], high - cut, low - cut
                continue
        if term.op is Op.ITE and term.args[1].is_const and term.args[2].is_const:
            return ite(term.args[0], extract(high, low, term.args[1]), extract(high, low, term.args[2]))
        return extract(high, low, term)


def _joined(parts: Sequence[Term]) -> Term | None:
    """The whole, if the parts are all of its pieces in order."""
    whole = parts[0].args[0] if parts[0].op is Op.BV_EXTRACT else None
    if whole is None or whole.sort.width != 8 * len(parts):
        return None
    for number, part in enumerate(parts):
        if part is not extract(8 * number + 7, 8 * number, whole):
            return None
    return whole


def same(left: Term, right: Term) -> Term:
    """Equality; of a condition's number and 0 or 1, the condition."""
    if right.is_const and left.op is Op.ITE and left.args[1].is_const and left.args[2].is_const:
        same_then, same_else = left.args[1] is right, left.args[2] is right
        if same_then != same_else:
            return left.args[0] if same_then else not_(left.args[0])
    return eq(left, right)

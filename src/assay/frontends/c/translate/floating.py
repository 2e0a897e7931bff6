"""Floating point: a value of ``float`` or ``double`` is its bits, as memory holds it, and computed with as a number.

Operations round to the nearest even number, as gcc's do without options on machines with SSE2; excess precision and
fused operations are not modelled.  A copy keeps the bits.  The bits of a NaN that was computed nobody knows: where the
program may look at them they are those of any quiet NaN.  A number that its integer type does not hold becomes any
value there, for C leaves it undefined.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from assay.core.errors import Unsupported
from assay.core.terms import FALSE, Op, Term, ite, not_
from assay.core.terms.bitvectors import bv, bv_binary
from assay.core.terms.float_conversions import from_bits, from_integer, integer_fits, to_bits, to_float, to_integer
from assay.core.terms.floats import form, fp_add, fp_div, fp_eq, fp_is_nan, fp_is_zero, fp_le, fp_lt, fp_mul, fp_sub
from assay.core.terms.sorts import FLOAT32, FLOAT64, Sort
from assay.frontends.c.memory.objects import Spot
from assay.frontends.c.read.types import Floating, Int, Type, as_int, is_scalar, unsigned
from assay.frontends.c.translate.encoding import BitPrecise

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation

UNDEFINED_CONVERSION: Final = "undefined-conversion"
NAN_BITS: Final = "bits-of-nan"
_SORTS: Final = {"float": FLOAT32, "double": FLOAT64}
_ARITHMETIC: Final[dict[str, Callable[[Term, Term], Term]]] = {"+": fp_add, "-": fp_sub, "*": fp_mul, "/": fp_div}


class Floats:
    """Terms for floating-point expressions at the current point of a translation."""

    def __init__(self, translation: Translation) -> None:
        self.t = translation
        self.encoding = translation.encoding

    def sort(self, made: Floating) -> Sort:
        """The numbers of a type; other types than ``float`` and ``double`` are refused."""
        found = _SORTS.get(made.name)
        if found is None:
            raise Unsupported(f"arithmetic of type {made} is not supported", self.t.where, "use double")
        if not isinstance(self.encoding, BitPrecise):
            raise Unsupported("floating-point numbers are bits, not unbounded integers", self.t.where)
        return found

    def number(self, bits: Term, made: Floating) -> Term:
        return from_bits(bits, self.sort(made))

    # -- operators

    def arithmetic(self, op: str, left: Term, right: Term, made: Floating) -> Term:
        if self.t.current is None:
            return self._nothing(made)
        return to_bits(_ARITHMETIC[op](self.number(left, made), self.number(right, made)))

    def negate(self, bits: Term, made: Floating) -> Term:
        """The sign changes, of a NaN too."""
        if self.t.current is None:
            return self._nothing(made)
        return bv_binary(Op.BV_XOR, bits, bv(form(self.sort(made)).sign, bits.sort.width))

    def compare(self, op: str, left: Term, right: Term, made: Floating) -> Term:
        if self.t.current is None:
            return FALSE
        first, second = self.number(left, made), self.number(right, made)
        if op in (">", ">="):
            first, second, op = second, first, "<" if op == ">" else "<="
        if op == "<":
            return fp_lt(first, second)
        if op == "<=":
            return fp_le(first, second)
        same = fp_eq(first, second)
        return same if op == "==" else not_(same)

    def truth(self, bits: Term, made: Floating) -> Term:
        """Is the number different from zero?  A NaN is."""
        if self.t.current is None:
            return FALSE
        return not_(fp_is_zero(self.number(bits, made)))

    # -- conversions

    def converted(self, term: Term, source: Type, target: Type) -> Term:
        """A scalar of one type as one of another."""
        if self.t.current is None:
            return self._nothing(target)
        if isinstance(source, Floating) and isinstance(target, Floating):
            if source.name == target.name:
                return term
            return to_bits(to_float(self.number(term, source), self.sort(target)))
        if isinstance(target, Floating):
            return self._from_integer(term, as_int(source), target)
        if isinstance(source, Floating):
            return self._to_integer(term, source, as_int(target))
        return self.encoding.convert(term, as_int(source), as_int(target))

    def _from_integer(self, term: Term, source: Int, target: Floating) -> Term:
        sort = self.sort(target)
        return to_bits(from_integer(term, sort, negative=source.signed))

    def _to_integer(self, bits: Term, source: Floating, target: Int) -> Term:
        if target.boolean:
            return self.encoding.number(self.truth(bits, source), target)
        unknown = self.t.memory.unknown(UNDEFINED_CONVERSION, target)
        number = self.number(bits, source)
        fits = integer_fits(number, target.width, negative=target.signed)
        exact = to_integer(number, target.width, negative=target.signed)
        return exact if self.t.certain(fits) else ite(fits, exact, unknown)

    def _nothing(self, made: Type) -> Term:
        """Some value, where control cannot be: what is refused elsewhere does no harm there."""
        return self.encoding.constant(0, as_int(made))

    # -- what the program may look at

    def shown(self, bits: Term, made: Floating, spot: Spot) -> Term:
        """What memory holds after a number is stored: of a NaN any bits, where they may be read as an integer."""
        if not self.t.points_to.reader.looks_at_bits or made.name not in _SORTS or _is_hidden(spot):
            return bits
        number = self.number(bits, made)
        unknown = fp_is_nan(number)
        return bits if unknown is FALSE else ite(unknown, self.any_nan(made), bits)

    def any_nan(self, made: Floating) -> Term:
        """The bits of a quiet NaN, with any sign and payload."""
        free = self.t.memory.unknown(NAN_BITS, unsigned(8 * made.size))
        return bv_binary(Op.BV_OR, free, bv(form(self.sort(made)).nan, 8 * made.size))


def _is_hidden(spot: Spot) -> bool:
    """Is it a variable of which nobody has the address?"""
    return spot.object is not None and is_scalar(spot.object.variable.type) and not spot.object.variable.addressed

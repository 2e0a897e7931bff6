"""What the models of <math.h> are made of: operations on numbers that C has no operator for.

Names end with the width of the numbers.  The sign of a NaN is any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay.core.errors import Unsupported
from assay.core.terms import Op, Term, eq, ite
from assay.core.terms.bitvectors import bv, bv_binary, extract
from assay.core.terms.float_conversions import to_bits
from assay.core.terms.floats import form, fp_fma, fp_is_nan, fp_rem, fp_round, fp_sqrt
from assay.core.terms.ieee import Mode
from assay.frontends.c.read.tree import Call, Constant
from assay.frontends.c.read.types import BOOL, Floating, as_int

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation

_OPERATIONS: Final = ("absolute", "negative", "sqrt", "integral", "remainder", "fused")
NUMBERS: Final = tuple(f"__assay_{name}{width}" for name in _OPERATIONS for width in (32, 64))


class Numbers:
    """Translates such operations at the current point."""

    def __init__(self, translation: Translation) -> None:
        self.t = translation

    def call(self, call: Call, name: str) -> Term:
        """The value of a call, whose arguments have no effects on each other."""
        made = call.arguments[0].type
        if not isinstance(made, Floating):
            raise Unsupported(f"{name} is a name of Assay's own", call.where)
        operation = name.removeprefix("__assay_")[:-2]
        mode = Mode.NEAREST_EVEN
        arguments = call.arguments
        if operation == "integral":
            chosen = arguments[1]
            assert isinstance(chosen, Constant)
            mode, arguments = Mode(chosen.value), arguments[:1]
        bits = [self.t.values.value(argument) for argument in arguments]
        if self.t.current is None:
            return self.t.encoding.constant(0, as_int(call.type))
        if operation == "absolute":
            return bv_binary(Op.BV_AND, bits[0], bv(form(self.t.floats.sort(made)).sign - 1, bits[0].sort.width))
        numbers = [self.t.floats.number(term, made) for term in bits]
        if operation == "negative":
            return self._negative(call, bits[0], numbers[0])
        if operation == "integral":
            return to_bits(fp_round(mode, numbers[0]))
        if operation == "sqrt":
            return to_bits(fp_sqrt(numbers[0]))
        if operation == "remainder":
            return to_bits(fp_rem(numbers[0], numbers[1]))
        return to_bits(fp_fma(numbers[0], numbers[1], numbers[2]))

    def _negative(self, call: Call, bits: Term, number: Term) -> Term:
        """1 if the sign is set, which of a NaN nobody knows."""
        encoding, top = self.t.encoding, bits.sort.width - 1
        unknown = encoding.truth(self.t.memory.unknown("sign-of-nan", BOOL), BOOL)
        sign = ite(fp_is_nan(number), unknown, eq(extract(top, top, bits), bv(1, 1)))
        return encoding.number(sign, as_int(call.type))

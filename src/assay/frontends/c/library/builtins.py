"""gcc's builtins that compute: on bits, and on what is known when the program is compiled (without optimisation)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from assay.core.terms import Term, ite
from assay.core.terms.ieee import BINARY32, BINARY64
from assay.frontends.c.library.known import literal
from assay.frontends.c.read.tree import (
    Address,
    Binary,
    Call,
    Compare,
    Constant,
    Convert,
    Expression,
    Load,
    Logical,
    Named,
    Not,
    Offset,
    Unary,
)
from assay.frontends.c.read.types import Int, as_int, unsigned

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation

_COUNTS: Final = re.compile(r"__builtin_(?P<name>clz|ctz|clrsb|ffs|popcount|parity)l{0,2}")
_STORES: Final = re.compile(rb"%[-+ #0-9.*'$]*(?:hh|h|ll|l|j|z|t|q|L)?n")


class Builtins:
    """Translates builtins at the current point."""

    def __init__(self, translation: Translation) -> None:
        self.t = translation
        self.encoding = translation.encoding

    def arithmetic(self, call: Call, name: str) -> Term:
        made = as_int(call.type)
        value = self.t.values.value(call.arguments[0])
        source = as_int(call.arguments[0].type)
        match = _COUNTS.fullmatch(name)
        if match is not None:
            kept = self.t.values.keep(self.encoding.convert(value, source, unsigned(source.width)), source)
            return self._counted(match["name"], kept, unsigned(source.width), made)
        parts = self.encoding.split(self.encoding.convert(value, source, unsigned(made.width)), made)
        return self.encoding.join(list(reversed(parts)), made)

    def _counted(self, name: str, value: Term, source: Int, made: Int) -> Term:
        """The number of zeros before the first one and so on; the zeros of zero are any number."""
        width = source.width
        undefined = self.t.memory.unknown("undefined-zeros", made)
        match name:
            case "clz":
                return self._first_one(value, source, made, reversed(range(width)), undefined, width - 1, -1)
            case "ctz":
                return self._first_one(value, source, made, iter(range(width)), undefined, 0, 1)
            case "ffs":
                zero = self.encoding.constant(0, made)
                return self._first_one(value, source, made, iter(range(width)), zero, 1, 1)
            case "clrsb":
                sign = self._bit(value, source, width - 1)
                whole = self.encoding.negate("~", value, source)
                changed = ite(sign, whole, value)
                same = self.encoding.constant(width - 1, made)
                return self._first_one(changed, source, made, reversed(range(width - 1)), same, width - 2, -1)
            case _:
                ones = self.encoding.constant(0, made)
                for number in range(width):
                    bit = self.encoding.number(self._bit(value, source, number), made)
                    ones = self.encoding.arithmetic("^" if name == "parity" else "+", ones, bit, made)
                return ones

    def _bit(self, value: Term, source: Int, number: int) -> Term:
        mask = self.encoding.constant(1 << number, source)
        return self.encoding.truth(self.encoding.arithmetic("&", value, mask, source), source)

    def _first_one(
        self, value: Term, source: Int, made: Int, order: Iterator[int], none: Term, start: int, sign: int
    ) -> Term:
        """``start + sign * n`` for the first bit n of ``order`` that is set."""
        result = none
        for number in reversed(list(order)):
            found = self.encoding.constant(start + sign * number, made)
            result = ite(self._bit(value, source, number), found, result)
        return result

    # -- what the compiler knows

    def constant(self, call: Call, name: str) -> Term:
        made = as_int(call.type)
        if name == "__builtin_constant_p":
            known = is_known(call.arguments[0]) if call.arguments else None
            if known is None:
                truth = self.encoding.truth(self.t.memory.unknown("known-constant", made), made)
                return self.encoding.number(truth, made)
            return self.encoding.constant(int(known), made)
        if name == "__builtin_object_size":
            return self._object_size(call, made)
        layout = BINARY32 if made.width == 32 else BINARY64
        return self.encoding.constant(layout.nan if "_nan" in name else layout.infinity, made)

    def _object_size(self, call: Call, made: Int) -> Term:
        """Not known, which the second argument says how to say; of an object that is named, anything."""
        pointer, kind = call.arguments[0], call.arguments[-1]
        while isinstance(pointer, Convert | Offset):
            pointer = pointer.operand if isinstance(pointer, Convert) else pointer.pointer
        if isinstance(pointer, Load) and isinstance(kind, Constant):
            return self.encoding.constant(0 if kind.value & 2 else -1, made)
        return self.t.memory.unknown("object-size", made)


def is_known(expression: Expression) -> bool | None:
    """Does gcc take it for a constant without optimisation?  None where it may simplify it first."""
    match expression:
        case Constant():
            return True
        case Convert():
            return is_known(expression.operand)
        case Load():
            return False
        case Address(place=Named(variable=variable)) if variable.name.startswith("string"):
            return None
        case Unary() | Not():
            return is_known(expression.operand)
        case Binary() | Compare() | Logical():
            sides = is_known(expression.left), is_known(expression.right)
            return True if sides == (True, True) else None
        case _:
            return None


def writes_by_format(call: Call, name: str, program: bytes) -> bool:
    """May the format of this call ask for a number to be stored?

    One that is not written there may, if there is a pointer among the arguments; for a list of them the program tells.
    """
    formats = [text for argument in call.arguments if (text := literal(argument)) is not None]
    if formats or name.startswith("v"):
        return any(_STORES.search(text) for text in formats or (program,))
    return any(not isinstance(argument.type, Int) for argument in call.arguments[2:]) or (
        name in ("printf", "warn", "warnx") and any(not isinstance(a.type, Int) for a in call.arguments[1:])
    )

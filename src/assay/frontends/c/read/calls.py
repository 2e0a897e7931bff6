"""Calls of functions that the program does not define, in simpler terms: as C code of their own, as arithmetic."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from assay.core.errors import Position
from assay.frontends.c.library.known import canonical, copied_type, is_checked, literal, stripped
from assay.frontends.c.library.sources import BOUNDED, PLACE, PREFIX, written
from assay.frontends.c.library.unmodelled import READING
from assay.frontends.c.read.formats import LISTED, PRINTED, SCANNED, Formats
from assay.frontends.c.read.reads import Reads
from assay.frontends.c.read.statement_tree import Block, Declare, Evaluate, Statement
from assay.frontends.c.read.tree import (
    Assign,
    Binary,
    Call,
    Compare,
    Conditional,
    Constant,
    Convert,
    Deref,
    Expression,
    Function,
    Initial,
    Load,
    Named,
    Refused,
    StatementExpression,
    Variable,
)
from assay.frontends.c.read.types import INT, Int, Pointer, Record, Void, is_scalar
from assay.frontends.c.read.types import Function as FunctionType
from assay.frontends.c.read.variadic import COPY, END, START

if TYPE_CHECKING:
    from assay.frontends.c.read.expressions import Expressions

_OVERFLOW: Final = re.compile(r"__builtin_[su]?(?P<operation>add|sub|mul)l{0,2}_overflow")
_SIGNS: Final = {"add": "+", "sub": "-", "mul": "*"}
# How many arguments a checked function has in common with the plain one.
_KEPT: Final = {
    **dict.fromkeys(("memcpy", "memmove", "mempcpy", "memset", "strncpy", "strncat", "stpncpy"), 3),
    **dict.fromkeys(("strcpy", "strcat", "stpcpy"), 2),
    **dict.fromkeys(("strlcpy", "strlcat"), 3),
}


class KnownCalls:
    """Rewrites calls while the program is read."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.reader = expressions.reader
        self.formats = Formats(expressions)
        self.reads = Reads(self)

    def lowered(self, call: Call) -> Expression:
        """What a call means; the call itself, unless its function is known and can be said in other terms."""
        callee = call.callee
        if not isinstance(callee, Function):
            return call
        if callee.name in (START, COPY, END):
            return self.expressions.variadic.lowered(call, callee.name)
        if callee.defined:
            modelled = callee.name.startswith(PREFIX) and callee.where.file.startswith(PLACE)
            return self._written(call, callee.name.removeprefix(PREFIX)) if modelled else call
        name = canonical(callee.name)
        if callee.name == "__builtin_fpclassify" and len(call.arguments) == 6:
            return self._classified(call)
        if name == "isnormal" and str(call.arguments[0].type) == "float":
            name = "isnormalf"
        if is_checked(callee.name) and name in _KEPT:
            return self._unchecked(call, callee, name)
        if (name in PRINTED or name in SCANNED) and not is_checked(callee.name):
            return self.formats.lowered(call, name)
        if name in LISTED and not is_checked(callee.name):
            return self.formats.listed(call, name)
        if name in written() and not (name == "memmove" and copied_type(call) is not None):
            return self._written(call, _by_size(call) if name == "qsort" else name)
        if name in READING and self.reader.linked.watched:
            return self.reads.lowered(call, name)
        match = _OVERFLOW.fullmatch(callee.name)
        if match is not None and len(call.arguments) == 3:
            return self._overflow(call, _SIGNS[match["operation"]])
        return call

    def _unchecked(self, call: Call, callee: Function, name: str) -> Expression:
        """The size that is checked has no other use."""
        kept = call.arguments[: _KEPT[name]]
        if any(argument.effects for argument in call.arguments[len(kept) :]):
            return self._refused(call, name)
        made = callee.type
        plain = FunctionType(made.result, made.parameters[: len(kept)], made.variadic, made.prototyped)
        return self.lowered(Call(call.type, Function(name, plain, callee.where), kept, call.where, end=call.end))

    def _written(self, call: Call, name: str) -> Expression:
        if name in BOUNDED:
            self.reader.linked.assumptions[BOUNDED[name]] = None
        function = self.reader.linked.written(name, self.reader)
        wanted = function.type.parameters
        returned = function.type.result
        fits = len(call.arguments) >= len(wanted) and all(is_scalar(a.type) for a in call.arguments)
        record = isinstance(call.type, Record) and isinstance(returned, Record) and call.type.size == returned.size
        if not fits or not (record or is_scalar(call.type) or isinstance(call.type, Void)):
            return self._refused(call, name)
        given = [self.expressions.converted(a, t) for a, t in zip(call.arguments, wanted, strict=False)]
        made = Call(call.type if record else returned, function, given, call.where, end=call.end)
        if record or isinstance(call.type, Void) or isinstance(made.type, Void):
            return made
        return self.expressions.converted(made, call.type)

    def _classified(self, call: Call) -> Expression:
        """The argument for the class of the last one: in the order NaN, infinite, normal, subnormal, zero."""
        before: list[Statement] = []
        number = call.arguments[5]
        name = "__fpclassifyf" if str(number.type) == "float" else "__fpclassify"
        found = _kept(
            self._written(Call(INT, call.callee, [number], call.where, end=call.end), name), call.where, before
        )
        chosen = call.arguments[3]
        for value, index in ((2, 4), (4, 2), (1, 1), (0, 0)):
            same = Compare(INT, "==", found, Constant(INT, value), effects=False)
            given = call.arguments[index]
            chosen = Conditional(INT, same, given, chosen, given.effects or chosen.effects)
        return StatementExpression(call.type, Block(call.where, before), self.expressions.converted(chosen, call.type))

    def kept(self, argument: Expression, call: Call, before: list[Statement]) -> Expression:
        """An argument, evaluated once; one that has the same value twice as it is."""
        constant = isinstance(argument, Constant) or literal(argument) is not None
        return argument if constant or not is_scalar(argument.type) else _kept(argument, call.where, before)

    def _refused(self, call: Call, name: str) -> Expression:
        message = f"{name} is not used as the function of the C library"
        return Refused(call.type, message, "declare it as the C library does, or define it", call.where)

    def _overflow(self, call: Call, operation: str) -> Expression:
        """The exact result, in a type that is wide enough, against what the result's type holds of it."""
        left, right, pointer = call.arguments
        target = pointer.type.pointee if isinstance(pointer.type, Pointer) else None
        if not (isinstance(left.type, Int) and isinstance(right.type, Int) and isinstance(target, Int)):
            return Refused(call.type, "this overflow check is not supported", "use integers", call.where)
        widths = left.type.width, right.type.width
        exact = sum(widths) if operation == "*" else max(widths)
        wide = Int((max(exact, target.width) + 9) // 8 * 8, signed=True)
        before: list[Statement] = []
        first, second, place = (_kept(operand, call.where, before) for operand in (left, right, pointer))
        result = Binary(
            wide, operation, Convert(wide, first, effects=False), Convert(wide, second, effects=False), effects=False
        )
        stored = Convert(target, result, effects=False)
        before.append(
            Evaluate(call.where, Assign(target, Deref(target, place, effects=False), stored, call.where)),
        )
        lost = Compare(INT, "!=", Convert(wide, stored, effects=False), result, effects=False)
        value = self.expressions.converted(lost, call.type)
        return StatementExpression(call.type, Block(call.where, before), value)


def _by_size(call: Call) -> str:
    """The model of qsort for elements that are scalars, which it moves as a whole."""
    if len(call.arguments) != 4 or not isinstance(size := call.arguments[2], Constant):
        return "qsort"
    pointer = stripped(call.arguments[0])
    element = pointer.type.pointee if isinstance(pointer.type, Pointer) else None
    plain = isinstance(element, Int | Pointer) and element.size == size.value
    return f"qsort_{size.value}" if plain and size.value in (1, 2, 4, 8) else "qsort"


def _kept(operand: Expression, where: Position, before: list[Statement]) -> Expression:
    """The operand, evaluated once."""
    variable = Variable("operand", operand.type, where, local=True, initial=[Initial(0, operand.type, None, operand)])
    before.append(Declare(where, variable))
    return Load(variable.type, Named(variable.type, variable), effects=False)


def is_null(expression: Expression) -> bool:
    """Is it a null pointer constant?"""
    while isinstance(expression, Convert):
        expression = expression.operand
    return isinstance(expression, Constant) and expression.value == 0

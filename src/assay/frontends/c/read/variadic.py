"""Arguments that a function has no names for: ``va_list``, ``va_start``, ``va_arg``, ``va_copy``, ``va_end``.

Each call of a function that reads them has a table of its own: a slot for each argument, with a number for its type
and a place for each kind of value, and a last slot whose number is 0.  A ``va_list`` is a pointer to a slot; where the
machine has a struct for it, one member of that struct.  ``va_arg`` with another type than the argument's, and behind
the last argument, is undefined in C (C11 7.16.1.1): it gives any value, and there the list goes no further.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from zlib import crc32

from assay.core.errors import Position
from assay.frontends.c.read.statement_tree import Block, Declare, Evaluate
from assay.frontends.c.read.tree import (
    Address,
    Assign,
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
    Offset,
    Part,
    Place,
    Refused,
    StatementExpression,
    Variable,
)
from assay.frontends.c.read.types import INT, UNSIGNED_CHAR, VOID, Array, Floating, Int, Pointer, Record, Type, unsigned

if TYPE_CHECKING:
    from assay.frontends.c.read.expressions import Expressions

START: Final = "__builtin_va_start"
COPY: Final = "__builtin_va_copy"
END: Final = "__builtin_va_end"
# In a slot: the number of the type, then integers, pointers, floating-point numbers, records.
INTEGER_AT: Final = 8
POINTER_AT: Final = 16
FLOATING_AT: Final = 24
RECORD_AT: Final = 32
LARGEST_RECORD: Final = 64
SLOT: Final = RECORD_AT + LARGEST_RECORD
NUMBER: Final = unsigned(32)
NO_MORE: Final = 0
NOT_KEPT: Final = 3
# Where the pointer is in the struct that x86-64 uses: ``overflow_arg_area``.
AREA_AT: Final = 8


@dataclass(frozen=True, slots=True)
class Slot:
    """How an argument of some type is kept: the type's number, and where and as what its value lies."""

    number: int
    offset: int
    stored: Type


@dataclass(frozen=True, slots=True)
class Extra:
    """An argument without a name in the table of a function; ``at`` is where its slot begins."""

    index: int
    at: int
    slot: Slot | None


def slot_of(made: Type) -> Slot | None:
    """None for a type whose values are not kept: reading one is refused."""
    match made:
        case Int(width=32 | 64):
            return Slot(made.width, INTEGER_AT, unsigned(64))
        case Pointer():
            return Slot(1, POINTER_AT, made)
        case Floating(size=8):
            return Slot(2, FLOATING_AT, made)
        case Record() if made.size <= LARGEST_RECORD:
            return Slot(1 << 16 | crc32(str(made).encode()), RECORD_AT, made)
        case _:
            return None


def extras(function: Function, given: Sequence[Type]) -> Iterator[Extra]:
    """The arguments of a call for which the function has no names."""
    named = len(function.parameters)
    for number, made in enumerate(given[named:]):
        yield Extra(named + number, number * SLOT, slot_of(made))


def reserve(function: Function, given: int) -> int:
    """Make room for the arguments of a call; where the last slot begins."""
    assert function.rest is not None
    last = max(given - len(function.parameters), 0) * SLOT
    if function.rest.type.size < last + SLOT:
        function.rest.type = Array(UNSIGNED_CHAR, last + SLOT)
    return last


class Variadic:
    """Lowers what reads arguments without names."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.types = expressions.types
        self.pointer = self.types.pointer_to(UNSIGNED_CHAR)

    def lowered(self, call: Call, name: str) -> Expression:
        """``va_start``, ``va_copy`` or ``va_end``."""
        lists = [self._list(argument, call.where) for argument in call.arguments[: 2 if name == COPY else 1]]
        if any(found is None or found.effects for found in lists):
            return Refused(VOID, "this va_list is not plain to see", "use a variable", call.where)
        target = lists[0]
        assert target is not None
        if name == END:
            return Constant(INT, 0)
        if name == COPY:
            source = lists[1]
            assert source is not None
            value: Expression = Load(source.type, source, effects=False)
        else:
            value = Address(self.pointer, self._table(call.where), effects=False)
        self.expressions.reader.note_assignment(target)
        return Assign(target.type, target, self.expressions.converted(value, target.type), call.where)

    def _table(self, where: Position) -> Place:
        function = self.expressions.reader.current
        assert function is not None
        if function.rest is None:
            function.rest = Variable("arguments", Array(UNSIGNED_CHAR, SLOT), where, local=True, addressed=True)
        return Named(function.rest.type, function.rest)

    def _list(self, argument: Expression, where: Position) -> Place | None:
        """The pointer to a slot that a va_list is or has."""
        if not isinstance(argument.type, Pointer):
            return None
        target = argument.type.pointee
        if isinstance(target, Record) and target.name == "__va_list_tag":
            whole = self.expressions.deref(argument, target)
            return Part(self.pointer, whole, AREA_AT, None, whole.effects)
        plain = isinstance(target, Int) and target.size == 1 and isinstance(argument, Load)
        return self.expressions.as_place(argument, where) if plain else None

    def argument(self, made: Type, given: Expression, where: Position) -> Expression:
        """``va_arg(given, made)``."""
        place, slot = self._list(given, where), slot_of(made)
        if place is None or place.effects or slot is None:
            return Refused(made, f"va_arg of {made} is not supported", "pass it by a pointer", where)
        self.expressions.reader.note_assignment(place)
        before: list[Declare | Evaluate] = []
        here = self._kept(place.type, Load(place.type, place, effects=False), where, before)
        number = Load(NUMBER, Deref(NUMBER, here, effects=False), effects=False)
        any_value = Variable("undefined-argument", made, where, local=True, external=True)
        before.append(Declare(where, any_value))
        found: Expression = Load(slot.stored, self._at(here, slot), effects=False)
        if not isinstance(made, Record):
            found = self.expressions.converted(found, made)
        fits = Compare(INT, "==", number, Constant(NUMBER, slot.number), effects=False)
        otherwise = Load(made, Named(made, any_value), effects=False)
        value = self._kept(made, Conditional(made, fits, found, otherwise, effects=False), where, before)
        more = Compare(INT, "!=", number, Constant(NUMBER, NO_MORE), effects=False)
        following = Conditional(place.type, more, self._moved(here, SLOT), here, effects=False)
        before.append(Evaluate(where, Assign(place.type, place, following, where)))
        return StatementExpression(made, Block(where, [*before]), value)

    def _kept(self, made: Type, value: Expression, where: Position, before: list[Declare | Evaluate]) -> Load:
        variable = Variable("argument", made, where, local=True, initial=[Initial(0, made, None, value)])
        before.append(Declare(where, variable))
        return Load(made, Named(made, variable), effects=False)

    def _moved(self, pointer: Expression, distance: int) -> Expression:
        return Offset(pointer.type, pointer, Constant(self.types.difference_type, 1), distance, effects=False)

    def _at(self, pointer: Expression, slot: Slot) -> Deref:
        moved = Convert(self.types.pointer_to(slot.stored), self._moved(pointer, slot.offset), effects=False)
        return Deref(slot.stored, moved, effects=False)

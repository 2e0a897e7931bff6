"""Expressions of clang's tree, made explicit.

An expression is lowered to a place (if it is an lvalue) or to a value; ``value`` turns a place into what C takes it
for: arrays and functions decay, everything else is loaded.  So clang's implicit casts need not be told apart: the
types do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from assay.core.errors import Position, Unsupported
from assay.core.terms import ieee
from assay.frontends.c.read.bitfields import HINT, WIDE, wide
from assay.frontends.c.read.calls import KnownCalls
from assay.frontends.c.read.constants import Constants
from assay.frontends.c.read.operators import Operators
from assay.frontends.c.read.punning import looks_at_bits, shares_bits
from assay.frontends.c.read.statement_tree import Block, Evaluate, Label
from assay.frontends.c.read.tree import (
    Address,
    Assign,
    Binary,
    Call,
    Conditional,
    Constant,
    Convert,
    Deref,
    Expression,
    Function,
    FunctionAddress,
    Initial,
    Load,
    Named,
    Offset,
    Part,
    Place,
    Refused,
    StatementExpression,
    Temporary,
    Variable,
)
from assay.frontends.c.read.types import (
    Array,
    Floating,
    Int,
    Pointer,
    Record,
    Type,
    Void,
    is_variably_modified,
)
from assay.frontends.c.read.types import Function as FunctionType
from assay.frontends.c.read.variadic import Variadic
from assay.frontends.c.text import kinds
from assay.frontends.c.text.clang import Cursor
from assay.frontends.c.text.generic import by_types, constants, parts_of
from assay.frontends.c.text.kinds import Kind
from assay.frontends.c.text.literals import wrapped

if TYPE_CHECKING:
    from assay.frontends.c.read.declarations import Reader

PLACES: Final = (Named, Deref, Part, Temporary)


class Expressions:
    """Lowers expressions; declarations are resolved by the reader."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.unit = reader.unit
        self.types = reader.types
        self.operators = Operators(self)
        self.constants = Constants(self)
        self.known = KnownCalls(self)
        self.variadic = Variadic(self)
        self.in_lasting = False
        self._literals: dict[int, Variable] = {}
        self.handlers: Mapping[int, Callable[[Cursor], Place | Expression]] = {
            Kind.UNEXPOSED: self._unexposed,
            Kind.REFERENCE: self._reference,
            Kind.MEMBER: self._member,
            Kind.CALL: self._call,
            Kind.INTEGER: self.constants.integer,
            Kind.CHARACTER: self.constants.evaluated,
            Kind.SIZEOF: self.constants.sizeof,
            Kind.FLOATING: self.constants.floating,
            Kind.STRING: self.constants.string,
            Kind.PAREN: self._paren,
            Kind.UNARY: self.operators.unary,
            Kind.SUBSCRIPT: self._subscript,
            Kind.BINARY: self.operators.binary,
            Kind.COMPOUND_ASSIGNMENT: self.operators.compound,
            Kind.CONDITIONAL: self.operators.conditional,
            Kind.CAST: self._cast,
            Kind.COMPOUND_LITERAL: self._compound_literal,
            Kind.STATEMENT_EXPRESSION: self._statement_expression,
            Kind.GENERIC: self._generic,
            Kind.GNU_NULL: self.constants.evaluated,
            Kind.LABEL_ADDRESS: self._label_address,
        }

    # -- entry points

    def lower(self, cursor: Cursor) -> Place | Expression:
        handler = self.handlers.get(cursor.kind)
        if handler is None:
            return self.refuse(cursor, "this kind of expression is not supported")
        return handler(cursor)

    def value(self, cursor: Cursor) -> Expression:
        return self.as_value(self.lower(cursor))

    def place(self, cursor: Cursor) -> Place:
        return self.as_place(self.lower(cursor), self.unit.position(cursor))

    def as_value(self, found: Place | Expression) -> Expression:
        if not isinstance(found, PLACES):
            return found
        made = found.type
        if isinstance(made, Array):
            return Address(self.types.pointer_to(made.element), found, found.effects)
        if isinstance(made, FunctionType):
            if isinstance(found, Deref):
                return found.pointer
            raise Unsupported("a function is used as an object", self.types.near())
        return Load(made, found, found.effects)

    def as_place(self, found: Place | Expression, where: Position) -> Place:
        if isinstance(found, PLACES):
            return found
        if isinstance(found, Load):
            return found.place
        if isinstance(found.type, Record):
            return self.temporary(found.type, found, where)
        raise Unsupported("this expression is not an object", where)

    def refuse(self, cursor: Cursor, message: str, hint: str = "") -> Expression:
        return Refused(self.types.of_value(cursor), message, hint, self.unit.position(cursor))

    def converted(self, operand: Expression, target: Type) -> Expression:
        """``operand`` as a value of ``target``; conversions that change nothing leave no trace."""
        source = operand.type
        if (
            isinstance(operand, Refused)
            and operand in self.constants.long_literals
            and isinstance(target, Floating)
            and target.name == "double"
        ):
            return Constant(target, ieee.from_python(ieee.BINARY64, self.constants.long_literals[operand]))
        if source is target or source == target or isinstance(operand, Refused):
            return operand
        if isinstance(source, Pointer) and looks_at_bits(operand, target):
            self.reader.linked.looks_at_bits = True
        if isinstance(source, Pointer) and isinstance(target, Pointer):
            return Convert(target, operand, operand.effects)
        if isinstance(operand, Constant) and isinstance(target, Int) and not target.boolean and isinstance(source, Int):
            return Constant(target, wrapped(operand.value, target))
        return Convert(target, operand, operand.effects)

    def temporary(self, made: Type, maker: Expression, at: Position) -> Temporary:
        """The unnamed object that holds the value of ``maker``."""
        return Temporary(made, maker, None, self._unnamed(made, at), brief=True)

    def _unnamed(self, made: Type, at: Position) -> Variable:
        return Variable("temporary", made, at, local=True)

    def assign(self, target: Place | Expression, source: Place | Expression, where: Position) -> Expression:
        """The assignment of one operand to another."""
        place = self.as_place(target, where)
        self.reader.note_assignment(place)
        return Assign(place.type, place, self.converted(self.as_value(source), place.type), where)

    # -- leaves

    def _reference(self, cursor: Cursor) -> Place | Expression:
        found = self.reader.resolve(cursor)
        if isinstance(found, Variable):
            hidden = self.reader.hidden.get(found)
            if hidden is not None:
                return Deref(found.type, Load(hidden.type, Named(hidden.type, hidden), effects=False), effects=False)
            return Named(self.reader.type_here(found, cursor), found)
        if isinstance(found, Function):
            return FunctionAddress(self.types.pointer_to(found.type), found)
        return Constant(self.types.of_cursor(cursor), found)

    def _paren(self, cursor: Cursor) -> Place | Expression:
        return self.lower(self.unit.children(cursor)[-1])

    # -- casts

    def _unexposed(self, cursor: Cursor) -> Place | Expression:
        children = self.unit.children(cursor)
        if len(children) == 1 and self.unit.extent(cursor) == self.unit.extent(children[0]):
            self.reader.remarks.read(children[0])
            found = self._cast_to(self.types.of_cursor(cursor), self.lower(children[0]))
            if isinstance(found, Convert) and found.mark is None and children[0].kind != Kind.CAST:
                found.mark = self.unit.start(cursor)
            return found
        if not children or all(child.kind in (Kind.TYPE_REFERENCE, Kind.MEMBER_REFERENCE) for child in children):
            return self.constants.evaluated(cursor)
        text = self.unit.source(cursor) or ""
        if text.startswith("__builtin_offsetof") or any(child.kind == Kind.MEMBER_REFERENCE for child in children):
            return self.constants.evaluated(cursor)
        operands = [child for child in children if child.kind >= kinds.FIRST_EXPRESSION]
        if len(operands) == 1 and (not text or text.startswith("__builtin_va_arg")):
            return self.variadic.argument(self.types.of_value(cursor), self.value(operands[0]), self.unit.start(cursor))
        if text.startswith("__extension__"):
            return self.lower(children[-1])
        if len(children) == 4 and len({self.unit.extent(child) for child in children[:3]}) == 1:
            return self._elvis(cursor, children)
        if len(children) == 3 and (chooser := self.unit.evaluate(children[0])) is not None:
            return self.lower(children[1 if chooser else 2])  # __builtin_choose_expr
        return self.refuse(cursor, "this expression is not supported", "rewrite it in standard C")

    def _elvis(self, cursor: Cursor, children: list[Cursor]) -> Expression:
        made = self.types.of_value(cursor)
        left, right = self.value(children[0]), self.value(children[-1])
        if wide(left) is not None or wide(right) is not None:
            return self.refuse(cursor, WIDE, HINT)
        otherwise = self.converted(right, made)
        return Conditional(made, left, None, otherwise, left.effects or right.effects)

    def _cast_to(self, target: Type, found: Place | Expression) -> Place | Expression:
        """An implicit or explicit conversion; a place that keeps its type stays one until somebody wants its value."""
        if isinstance(found, PLACES) and not isinstance(target, Void) and found.type is target:
            return found if isinstance(target, Record | Array | FunctionType) else self.as_value(found)
        operand = self.as_value(found)
        if isinstance(target, FunctionType | Array):
            return operand  # a parameter declared as an array or a function is a pointer
        return self.converted(operand, target)

    def _cast(self, cursor: Cursor) -> Place | Expression:
        *lengths, operand = [c for c in self.unit.children(cursor) if c.kind >= kinds.FIRST_EXPRESSION]
        target = self.types.of_cursor(cursor)
        if is_variably_modified(target) and any(self.lower(length).effects for length in lengths):
            return self.refuse(cursor, "a type with effects is not supported")
        found = self.lower(operand)
        if isinstance(target, Record) and found.type is not target:
            return self._cast_to_union(cursor, target, self.as_value(found))
        operand_value = self.as_value(found) if isinstance(target, Int) else None
        if operand_value is not None and wide(operand_value) is not None:
            return Convert(target, operand_value, operand_value.effects)
        return self._cast_to(target, found)

    def _cast_to_union(self, cursor: Cursor, union: Record, value: Expression) -> Place | Expression:
        """GNU C: the union whose member of the value's type holds it.  What else the union has is left open."""
        member = next((m for m in union.fields if m.type == value.type and m.type.size == union.size), None)
        if member is None or member.bits is not None:
            return self.refuse(cursor, "a cast to a union by a part of it is not supported", "assign to the member")
        initial = [Initial(0, member.type, None, value)]
        return Temporary(union, None, initial, self._unnamed(union, self.unit.position(cursor)), brief=True)

    # -- members and elements

    def _member(self, cursor: Cursor) -> Place | Expression:
        children = [c for c in self.unit.children(cursor) if c.kind >= kinds.FIRST_EXPRESSION]
        base = self.lower(children[0])
        if isinstance(base, PLACES) and isinstance(base.type, Record):
            whole: Place = base
        else:
            pointer = self.as_value(base)
            if isinstance(pointer.type, Pointer):
                whole = self.deref(pointer, pointer.type.pointee)
            else:
                whole = self.as_place(pointer, self.unit.position(cursor))
        if shares_bits(whole.type):
            self.reader.linked.looks_at_bits = True
        member = self.reader.member(cursor, whole.type)
        return Part(member.type, whole, member.offset, member.bits, whole.effects)

    def deref(self, pointer: Expression, target: Type) -> Place:
        if isinstance(pointer, Address) and pointer.place.type is target:
            return pointer.place
        return Deref(target, pointer, pointer.effects)

    def _subscript(self, cursor: Cursor) -> Place | Expression:
        left, right = (self.value(child) for child in self.unit.children(cursor)[:2])
        if isinstance(left.type, Int):
            left, right = right, left
        assert isinstance(left.type, Pointer)
        element = self.types.of_cursor(cursor)
        return self.deref(self.moved(left, right, element, self.unit.position(cursor)), element)

    def moved(
        self, pointer: Expression, index: Expression, target: Type, where: Position, *, negative: bool = False
    ) -> Expression:
        """Pointer arithmetic: ``index`` objects of type ``target`` further."""
        index = self.converted(index, self.types.difference_type)
        stride, factor = self.reader.lengths.extent(target, where)
        if factor is not None:
            made = self.types.difference_type
            index = Binary(made, "*", index, self.converted(factor, made), index.effects)
        return Offset(pointer.type, pointer, index, stride, pointer.effects or index.effects, negative)

    # -- calls and GNU forms

    def _call(self, cursor: Cursor) -> Place | Expression:
        children = self.unit.children(cursor)
        callee = self.value(children[0])
        while isinstance(callee, Convert) and isinstance(callee.operand, FunctionAddress | Convert):
            callee = callee.operand
        arguments = [self.value(child) for child in children[1:]]
        target = callee.function if isinstance(callee, FunctionAddress) else callee
        made = self.types.of_cursor(cursor)
        where, end = self.unit.start(cursor), self.unit.closing(cursor)
        return self.known.lowered(Call(made, target, arguments, where, end=end))

    def direct_call(self, call: Call, function: Function, arguments: list[Expression]) -> Expression:
        """What a call through a pointer is if it reaches ``function``; the arguments are of the pointer's types."""
        wanted = function.type.parameters if function.type.prototyped else ()
        given = [
            self.converted(a, wanted[n]) if n < len(wanted) and not isinstance(a.type, Record) else a
            for n, a in enumerate(arguments)
        ]
        return self.known.lowered(Call(function.type.result, function, given, call.where, end=call.end))

    def _statement_expression(self, cursor: Cursor) -> Expression:
        body = self.reader.statements.lower(self.unit.children(cursor)[0])
        assert isinstance(body, Block)
        made = self.types.of_value(cursor)
        return StatementExpression(made, body, None if isinstance(made, Void) else _taken_value(body))

    def _label_address(self, cursor: Cursor) -> Expression:
        label: Cursor = self.unit.lib.getCursorReferenced(self.unit.children(cursor)[0])
        return self.reader.statements.label_address(label, self.types.of_cursor(cursor))

    def _generic(self, cursor: Cursor) -> Place | Expression:
        controlling, candidates = parts_of(self.unit, cursor)
        chooser = self.lower(controlling)
        if not (isinstance(chooser, Part) and chooser.bits):  # compilers differ about the type of a bit-field
            if len(candidates) == 1:
                return self.lower(candidates[0])
            if candidates and constants(self.unit, candidates):
                return self.constants.evaluated(cursor)
            chosen = by_types(self.unit, cursor)
            if chosen is not None:
                return self.lower(chosen)
        return self.refuse(cursor, "the choice of this _Generic is not plain to see", "write what it chooses")

    def _compound_literal(self, cursor: Cursor) -> Place | Expression:
        made = self.types.of_cursor(cursor)
        if self.in_lasting:
            return Named(made, self._lasting_literal(cursor, made))
        initial = self.reader.initialisers.read(self.unit.children(cursor)[-1], made)
        return Temporary(made, None, initial, self._unnamed(made, self.unit.position(cursor)), brief=False)

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """While an initialiser is read of what lives as long as the program: so do the compound literals in it."""
        outer, self.in_lasting = self.in_lasting, True
        try:
            yield
        finally:
            self.in_lasting = outer

    def _lasting_literal(self, cursor: Cursor, made: Type) -> Variable:
        key = cursor.statement or 0
        found = self._literals.get(key)
        if found is None:
            found = self._literals[key] = Variable("literal", made, self.unit.position(cursor), local=False)
            found.initial = self.reader.initialisers.read(self.unit.children(cursor)[-1], made)
        return found


def _taken_value(body: Block) -> Expression | None:
    """The value of a statement expression: its last statement, which is taken out of the body."""
    last = body.statements[-1] if body.statements else None
    if isinstance(last, Evaluate):
        body.statements.pop()
        return last.expression
    while isinstance(last, Label):
        inner = last.statement
        if isinstance(inner, Evaluate):
            last.statement = Block(inner.where, [])
            return inner.expression
        last = inner
    return None

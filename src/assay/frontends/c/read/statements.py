"""Statements of clang's tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from assay.core.errors import Position, Unsupported
from assay.frontends.c.read.bitfields import HINT, WIDE, wide
from assay.frontends.c.read.control_attributes import argument_of
from assay.frontends.c.read.statement_tree import (
    Block,
    Break,
    Case,
    Continue,
    Declare,
    Evaluate,
    Goto,
    If,
    Jump,
    Label,
    Loop,
    Return,
    Statement,
    Switch,
)
from assay.frontends.c.read.tree import Address, Assign, Call, Expression, Named, Refused, Variable
from assay.frontends.c.read.types import UNSIGNED_CHAR, VOID, Array, Type, is_scalar, is_varying
from assay.frontends.c.text import kinds
from assay.frontends.c.text.assembly import assembly
from assay.frontends.c.text.clang import Cursor
from assay.frontends.c.text.kinds import Kind
from assay.frontends.c.text.literals import wrapped

if TYPE_CHECKING:
    from assay.frontends.c.read.declarations import Reader


class Statements:
    """Lowers statements; declarations are entered by the reader."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.unit = reader.unit
        self._labels: dict[int, str] = {}
        self._taken: list[tuple[str, Address]] = []  # the labels of this function whose address is taken
        self._homes: dict[int, tuple[str, list[tuple[str, Address]]]] = {}
        self._cases: list[list[int]] = []
        self.handlers: Mapping[int, Callable[[Cursor], Statement]] = {
            Kind.BLOCK: self._block,
            Kind.DECLARATION: self._declaration,
            Kind.IF: self._if,
            Kind.WHILE: self._while,
            Kind.DO: self._do,
            Kind.FOR: self._for,
            Kind.SWITCH: self._switch,
            Kind.CASE: self._case,
            Kind.DEFAULT: self._default,
            Kind.LABEL: self._label,
            Kind.GOTO: self._goto,
            Kind.INDIRECT_GOTO: self._jump,
            Kind.BREAK: lambda cursor: Break(self.unit.start(cursor)),
            Kind.CONTINUE: lambda cursor: Continue(self.unit.start(cursor)),
            Kind.RETURN: self._return,
            Kind.ASM: self._asm,
            Kind.NULL: lambda cursor: Block(self.unit.start(cursor), []),
            Kind.UNEXPOSED_STATEMENT: self._unexposed,
        }

    def lower(self, cursor: Cursor) -> Statement:
        handler = self.handlers.get(cursor.kind)
        if handler is not None:
            return handler(cursor)
        where = self.unit.start(cursor)
        if kinds.FIRST_EXPRESSION <= cursor.kind <= kinds.LAST_EXPRESSION:
            return Evaluate(where, self.reader.expressions.value(cursor))
        return self._refused(where, "this statement is not supported")

    def _refused(self, where: Position, message: str, hint: str = "") -> Statement:
        return Evaluate(where, Refused(VOID, message, hint, where))

    def _value(self, cursor: Cursor) -> Expression:
        return self.reader.expressions.value(cursor)

    def _block(self, cursor: Cursor) -> Statement:
        with self.reader.scopes.block(cursor):
            return Block(self.unit.start(cursor), [self.lower(child) for child in self.unit.children(cursor)])

    def _unexposed(self, cursor: Cursor) -> Statement:
        children = [c for c in self.unit.children(cursor) if c.kind < kinds.FIRST_ATTRIBUTE]
        if len(children) == 1:
            return self.lower(children[0])
        return self._refused(self.unit.start(cursor), "this statement is not supported")

    # -- declarations

    def _declaration(self, cursor: Cursor) -> Statement:
        where = self.unit.start(cursor)
        found: list[Statement] = []
        for child in self.unit.children(cursor):
            if child.kind == Kind.VARIABLE:
                found += self._variable(child)
            else:
                self.reader.scopes.note(child)
                if child.kind == Kind.FUNCTION:
                    self.reader.prototypes.add(self.unit.spelling(child))
                if child.kind == Kind.TYPEDEF:
                    found += self.reader.lengths.declared(child)
        return found[0] if len(found) == 1 else Block(where, found, scope=False)

    def _variable(self, cursor: Cursor) -> list[Statement]:
        lengths = self.reader.lengths.declared(cursor)
        variable = self.reader.local_variable(cursor)
        if variable is None:
            return lengths
        where = self.unit.start(cursor)
        name = argument_of(self.unit, cursor, "cleanup")
        if name is not None:
            variable.cleanup = self._cleanup(variable, name)
        declared = self._variable_length(variable) if is_varying(variable.type) else [Declare(where, variable)]
        return [*lengths, *declared]

    def _cleanup(self, variable: Variable, name: str) -> Expression:
        """The call of a cleanup function with the address of its variable."""
        if is_varying(variable.type):
            raise Unsupported("the cleanup of an array of variable length is not supported", variable.where)
        place = Named(variable.type, variable)
        self.reader.note_address(place)
        address = Address(self.reader.types.pointer_to(variable.type), place, effects=False)
        found = self.reader.function(name)
        if not found.defined:
            raise Unsupported(f"{name}() has no body and is called when a scope is left", variable.where)
        return Call(found.type.result, found, [address], variable.where)

    def _variable_length(self, variable: Variable) -> list[Statement]:
        """An array of variable length is a hidden pointer to memory that is allocated where it is declared."""
        assert isinstance(variable.type, Array)
        hidden = self.reader.hide(variable, self.reader.types.pointer_to(variable.type.element))
        size = self.reader.lengths.size(variable.type, variable.where)
        call = Call(hidden.type, self.reader.function("__builtin_alloca"), [size], variable.where)
        return [
            Declare(variable.where, hidden),
            Evaluate(variable.where, Assign(hidden.type, Named(hidden.type, hidden), call, variable.where)),
        ]

    # -- control

    def _if(self, cursor: Cursor) -> Statement:
        condition, then, *rest = self.unit.children(cursor)
        otherwise = self.lower(rest[0]) if rest else None
        tests = self.unit.start(condition)
        return If(self.unit.start(cursor), self._value(condition), self.lower(then), otherwise, tests)

    def _while(self, cursor: Cursor) -> Statement:
        condition, body = self.unit.children(cursor)
        tests = self.unit.start(condition)
        return Loop(self.unit.start(cursor), None, self._value(condition), None, self.lower(body), tests=tests)

    def _do(self, cursor: Cursor) -> Statement:
        body, condition = self.unit.children(cursor)
        made, tests = self.lower(body), self.unit.start(condition)
        return Loop(self.unit.start(cursor), None, self._value(condition), None, made, test_first=False, tests=tests)

    def _for(self, cursor: Cursor) -> Statement:
        *parts, body = self.unit.children(cursor)
        initial, condition, step = self._for_parts(cursor, parts)
        where = self.unit.start(cursor)
        with self.reader.scopes.head(cursor):
            first = self.lower(initial) if initial is not None else None
            test = self._value(condition) if condition is not None else None
            after = self._value(step) if step is not None else None
            tests, steps = (self.unit.start(part) if part is not None else None for part in (condition, step))
            return Loop(where, first, test, after, self.lower(body), tests=tests, steps=steps)

    def _for_parts(self, cursor: Cursor, parts: list[Cursor]) -> tuple[Cursor | None, Cursor | None, Cursor | None]:
        """Missing parts are left out of the children: place the others by the semicolons."""
        if len(parts) == 3:
            return parts[0], parts[1], parts[2]
        text = self.unit.source(cursor)
        if text is None:
            if not parts:
                return None, None, None
            raise Unsupported("a for loop with missing parts inside a macro", self.unit.position(cursor))
        begin = self.unit.extent(cursor)[0]
        semicolons = _semicolons(text)
        slots: list[Cursor | None] = [None, None, None]
        for part in parts:
            offset = self.unit.extent(part)[0] - begin
            slots[sum(1 for place in semicolons if place < offset)] = part
        return slots[0], slots[1], slots[2]

    def _switch(self, cursor: Cursor) -> Statement:
        value, body = self.unit.children(cursor)
        where, tested = self.unit.start(cursor), self._value(value)
        self._cases.append([])
        inside = self.lower(body)
        labels, narrow = self._cases.pop(), wide(tested)
        if narrow is not None and any(wrapped(label, narrow) != label for label in labels):
            tested = Refused(tested.type, WIDE, HINT, where)
        return Switch(where, tested, inside, self.unit.start(value))

    def _case(self, cursor: Cursor) -> Statement:
        """``case low:`` or the GNU range ``case low ... high:``."""
        *bounds, inner = self.unit.children(cursor)
        values = [value for bound in bounds if (value := self.unit.evaluate(bound)) is not None]
        where = self.unit.start(cursor)
        if not values or len(values) < len(bounds):
            return self._refused(where, "this case label is not supported")
        self._cases[-1] += values
        return Case(where, (values[0], values[-1]), self.lower(inner))

    def _default(self, cursor: Cursor) -> Statement:
        return Case(self.unit.start(cursor), None, self.lower(self.unit.children(cursor)[-1]))

    def _label(self, cursor: Cursor) -> Statement:
        inner = [c for c in self.unit.children(cursor) if c.kind < kinds.FIRST_ATTRIBUTE]
        statement = self.lower(inner[-1]) if inner else Block(self.unit.start(cursor), [])
        return Label(self.unit.start(cursor), self._name(cursor), statement)

    def _goto(self, cursor: Cursor) -> Statement:
        label: Cursor = self.unit.lib.getCursorReferenced(self.unit.children(cursor)[0])
        return Goto(self.unit.start(cursor), self._name(label))

    def _jump(self, cursor: Cursor) -> Statement:
        return Jump(self.unit.start(cursor), self._value(self.unit.children(cursor)[0]), self._taken)

    def label_address(self, label: Cursor, made: Type) -> Expression:
        """``&&label``: labels whose address is taken are objects that nobody looks into, each at its own place."""
        key = label.statement or 0
        if key not in self._homes:
            self._name(label)
        name, taken = self._homes[key]
        known = next((address for other, address in taken if other == name), None)
        if known is None:
            where = self.unit.position(label)
            variable = Variable(f"&&{name}", UNSIGNED_CHAR, where, local=False, constant=True, addressed=True)
            known = Address(made, Named(UNSIGNED_CHAR, variable), effects=False)
            taken.append((name, known))
        return known

    def forget_labels(self) -> None:
        """Another function begins."""
        self._labels, self._taken = {}, []

    def _name(self, label: Cursor) -> str:
        """The name of a label; the second one of a name in a function (``__label__``) is told apart by a number."""
        key, name = label.statement or 0, self.unit.spelling(label)
        if key not in self._labels:
            number = sum(known.partition(".")[0] == name for known in self._labels.values())
            self._labels[key] = f"{name}.{number}" if number else name
            self._homes[key] = self._labels[key], self._taken
        return self._labels[key]

    def _return(self, cursor: Cursor) -> Statement:
        children = self.unit.children(cursor)
        return Return(self.unit.start(cursor), self._value(children[0]) if children else None)

    def _asm(self, cursor: Cursor) -> Statement:
        """Assembly that does nothing, or hands an operand on; any other is refused."""
        where = self.unit.start(cursor)
        place = self.unit.written(cursor)
        found = assembly(self.unit.text.decode("latin-1"), place) if place is not None else None
        operands = self.unit.children(cursor)
        if found is not None and len(operands) == len(found.outputs) + len(found.inputs):
            lowered = [self.reader.expressions.lower(operand) for operand in operands]
            if found.keeps and not any(operand.effects for operand in lowered):
                return Block(where, [])
            if found.hands_on and self._alike(lowered[0].type, lowered[1].type):
                return Evaluate(where, self.reader.expressions.assign(lowered[0], lowered[1], where))
        return self._refused(where, "inline assembly is not supported", "replace it by C code")

    def _alike(self, output: Type, source: Type) -> bool:
        """Do a register of one type and of the other hold the same?"""
        return is_scalar(output) and is_scalar(source) and output.size == source.size


def _semicolons(text: str) -> list[int]:
    """Offsets of the two semicolons of a for loop's head, at the first level of parentheses."""
    found: list[int] = []
    depth = 0
    for match in re.finditer(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|/\*.*?\*/|//[^\n]*|[();]', text, re.DOTALL):
        token = match.group()
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
            if depth == 0:
                break
        elif token == ";" and depth == 1:
            found.append(match.start())
    return found

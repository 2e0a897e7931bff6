"""Constants of a program: numbers, characters, strings, sizes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from assay.core.errors import Position, Unsupported
from assay.core.terms import ieee
from assay.frontends.c.read.tree import Address, Constant, Expression, Named, Place
from assay.frontends.c.read.types import Array, Floating, Int, as_int, is_varying
from assay.frontends.c.text.clang import Cursor
from assay.frontends.c.text.kinds import Kind
from assay.frontends.c.text.literals import string_units, wrapped

if TYPE_CHECKING:
    from assay.frontends.c.read.expressions import Expressions

_INTEGER: Final = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)[uUlL]*")
FORMATS: Final = {"float": ieee.BINARY32, "double": ieee.BINARY64}


class Constants:
    """Lowers constants."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.reader = expressions.reader
        self.unit = expressions.unit
        self.types = expressions.types
        # Constants of type long double, which headers convert to double at once, as doubles.
        self.long_literals: dict[Expression, float] = {}

    def integer(self, cursor: Cursor) -> Expression:
        made = self.types.of_cursor(cursor)
        text = self.unit.source(cursor)
        match = _INTEGER.fullmatch(text) if text else None
        if match is None:
            return self.evaluated(cursor)
        digits = match.group(1)
        octal = len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()
        return Constant(made, int(digits, 8 if octal else 0))

    def evaluated(self, cursor: Cursor) -> Expression:
        value = self.unit.evaluate(cursor)
        if value is None:
            return self.expressions.refuse(cursor, "this constant could not be evaluated")
        made = self.types.of_cursor(cursor)
        return Constant(made, wrapped(value, as_int(made)))

    def sizeof(self, cursor: Cursor) -> Expression:
        value = self.unit.evaluate(cursor)
        if value is not None:
            return Constant(self.types.of_cursor(cursor), value)
        children = self.unit.children(cursor)
        where = self.unit.position(cursor)
        if len(children) == 1 and children[0].kind == Kind.TYPE_REFERENCE:
            named = self.unit.lib.getCursorReferenced(children[0])
            return self.reader.lengths.size(self.types.of_cursor(named), where)
        measured = self.types.of_cursor(children[0])
        if len(children) == 1 and is_varying(measured) and not self.expressions.lower(children[0]).effects:
            return self.reader.lengths.size(measured, where)
        written = self.reader.lengths.written_size(cursor)
        if written is not None:
            return written
        message, hint = "this size of an array of variable length is not supported", "measure a variable or a typedef"
        return self.expressions.refuse(cursor, message, hint)

    def floating(self, cursor: Cursor) -> Expression:
        made = self.types.of_cursor(cursor)
        value = self.unit.evaluate_float(cursor)
        if value is None or not isinstance(made, Floating) or made.name not in FORMATS:
            refused = self.expressions.refuse(cursor, f"a constant of type {made} is not supported", "use double")
            if value is not None and isinstance(made, Floating) and made.name == "long double":
                self.long_literals[refused] = value
            return refused
        return Constant(made, ieee.from_python(FORMATS[made.name], value))

    def string(self, cursor: Cursor) -> Place:
        made = self.types.of_cursor(cursor)
        assert isinstance(made, Array) and isinstance(made.element, Int)
        content = string_units(self.unit.spelling(cursor), made.element.width)
        if content is None or len(content) + 1 != made.count:
            raise Unsupported("this string literal is not supported", self.unit.position(cursor), "use plain strings")
        return Named(made, self.reader.linked.string(content, made, self.unit.position(cursor)))

    def literal_text(self, text: bytes, where: Position) -> Expression:
        """A string that no file writes, as an argument."""
        made = Array(Int(8, signed=True), len(text) + 1)
        found = self.reader.linked.string(tuple(text + b"\0"), made, where)
        return Address(self.types.pointer_to(made.element), Named(made, found), effects=False)

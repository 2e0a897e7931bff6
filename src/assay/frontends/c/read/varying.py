"""Arrays whose length is only known at run time, and pointers to them.

C evaluates the lengths of such a type where its declaration is reached (C11 6.7.6.2); each is kept in a variable of its
own from there on.  Strides and sizes are computed from these variables.  A type whose lengths were not kept is refused
wherever one of them would be needed.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from assay.core.errors import Position, Unsupported
from assay.frontends.c.read.statement_tree import Declare, Evaluate, Statement
from assay.frontends.c.read.tree import Assign, Binary, Constant, Expression, Load, Named, Variable
from assay.frontends.c.read.types import Array, Int, Type, is_varying
from assay.frontends.c.text import kinds
from assay.frontends.c.text.clang import CType, Cursor
from assay.frontends.c.text.kinds import Kind
from assay.frontends.c.text.type_names import TypeName, type_name, without_comments

if TYPE_CHECKING:
    from assay.frontends.c.read.declarations import Reader

_SIZEOF: Final = re.compile(r"sizeof\s*\((.*)\)", re.DOTALL)
_SIZES: Final = MappingProxyType(
    {"char": 1, "_Bool": 1, "short": 2, "int": 4, "float": 4, "double": 8, "long long": 8, "__int128": 16}
)


class Lengths:
    """The variables that hold the lengths of one file's types."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.unit = reader.unit
        self.types = reader.types
        self._kept: dict[Array, Variable] = {}

    # -- sizes

    def extent(self, made: Type, where: Position) -> tuple[int, Expression | None]:
        """The size of a type: a number of bytes, times an expression where it varies."""
        if not is_varying(made):
            return made.size, None
        assert isinstance(made, Array)
        size, factor = self.extent(made.element, where)
        length = self._length(made, where) if made.varying else Constant(self.types.size_type, made.count or 0)
        if factor is None:
            return size, length
        return size, Binary(self.types.size_type, "*", length, factor, effects=False)

    def size(self, made: Type, where: Position) -> Expression:
        """The size of a type in bytes, as an expression."""
        size, factor = self.extent(made, where)
        constant = Constant(self.types.size_type, size)
        return constant if factor is None else Binary(self.types.size_type, "*", factor, constant, effects=False)

    def _length(self, made: Array, where: Position) -> Expression:
        variable = self._kept.get(made)
        if variable is None:
            message = "the length of this array is not known here"
            raise Unsupported(message, where, "declare a variable or a typedef of this type")
        return Load(variable.type, Named(variable.type, variable), effects=False)

    def written_size(self, cursor: Cursor) -> Expression | None:
        """``sizeof(type[n])``: clang shows the lengths, the innermost first and some twice, but not the type."""
        text, children = self.unit.source(cursor), self.unit.children(cursor)
        match = _SIZEOF.fullmatch(without_comments(text)) if text is not None else None
        named = [child for child in children if child.kind == Kind.TYPE_REFERENCE]
        names = {self.unit.spelling(child): self.unit.spelling(child) for child in named}
        known = type_name(match.group(1), names) if match is not None else None
        size = self._base_size(known, named) if known is not None else None
        lengths = [self.reader.expressions.value(c) for c in children if c.kind >= kinds.FIRST_EXPRESSION]
        if known is None or size is None or not 0 < known.lengths <= len(lengths):
            return None
        lengths = lengths[: known.lengths]
        if sum(length.effects for length in lengths) > 1:
            return None
        made = self.types.size_type
        result: Expression = Constant(made, size)
        for length in lengths:
            value = self.reader.expressions.converted(length, made)
            result = Binary(made, "*", value, result, value.effects or result.effects)
        return result

    def _base_size(self, written: TypeName, named: list[Cursor]) -> int | None:
        if written.pointers:
            return self.types.size_type.size
        if len(named) == 1:
            base = self.types.of_cursor(self.unit.lib.getCursorReferenced(named[0]))
            return base.size if not is_varying(base) else None
        word = written.base.removeprefix("unsigned ").removeprefix("signed ")
        return self.types.size_type.size if word == "long" else _SIZES.get(word) if not named else None

    # -- declarations

    def declared(self, cursor: Cursor) -> list[Statement]:
        """The statements that keep the lengths of a declared variable's, parameter's or typedef's type."""
        lib = self.unit.lib
        layers = self._layers(lib.getCanonicalType(lib.getCursorType(cursor)))
        missing = [made for made in layers if made.varying and made not in self._kept]
        where = self.unit.position(cursor)
        if not missing:
            if any(made.varying for made in layers) and any(value.effects for value in self._written(cursor)):
                raise Unsupported("a type of variable size with effects is not supported", where, "take them out")
            return []
        values = self._written(cursor)
        lengths = values if all(isinstance(value.type, Int) for value in values) else []
        if len(lengths) != len(layers):
            message = "the lengths of this type of variable size are not plain to see"
            raise Unsupported(message, where, "write the type without typeof and typedef")
        found: list[Statement] = []
        for made, length in zip(layers, lengths, strict=True):
            if made in missing:
                found += self._keep(made, length, where)
        return found

    def _layers(self, ctype: CType) -> list[Array]:
        """The arrays with a length that a type is made of, the innermost first: clang shows the lengths so."""
        lib = self.unit.lib
        if ctype.kind in kinds.POINTERS:
            return self._layers(lib.getCanonicalType(lib.getPointeeType(ctype)))
        if ctype.kind not in (kinds.CONSTANT_ARRAY, kinds.VARIABLE_ARRAY, kinds.INCOMPLETE_ARRAY):
            return []
        inner = self._layers(lib.getCanonicalType(lib.getArrayElementType(ctype)))
        made = self.types.of(ctype)
        assert isinstance(made, Array)
        return inner if ctype.kind == kinds.INCOMPLETE_ARRAY else [*inner, made]

    def _written(self, cursor: Cursor) -> list[Expression]:
        """The expressions that a declared type is written with."""
        children = [c for c in self.unit.children(cursor) if kinds.FIRST_EXPRESSION <= c.kind <= kinds.LAST_EXPRESSION]
        if cursor.kind == Kind.VARIABLE:
            initialiser = self.unit.lib.Cursor_getVarDeclInitializer(cursor)
            if not self.unit.lib.Cursor_isNull(initialiser):
                children = children[:-1]
        return [self.reader.expressions.value(child) for child in children]

    def _keep(self, made: Array, length: Expression, where: Position) -> list[Statement]:
        size = self.types.size_type
        hidden = Variable("length", size, where, local=True)
        hidden.assigned = True
        self._kept[made] = hidden
        value = self.reader.expressions.converted(length, size)
        return [Declare(where, hidden), Evaluate(where, Assign(size, Named(size, hidden), value, where))]

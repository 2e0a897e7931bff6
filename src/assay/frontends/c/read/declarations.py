"""From clang's tree to the typed tree: declarations of one file, function bodies on demand.

Variables are keyed by declaration, never by name.  A function's body is read when the analysis first reaches it, so
what main cannot reach need not be supported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assay.core.errors import InputError, Position, Unsupported
from assay.frontends.c.library.in_c import PREFIX
from assay.frontends.c.library.promises import keeps
from assay.frontends.c.read.alignment import declared_alignment
from assay.frontends.c.read.control_attributes import never_returns, priority_of
from assay.frontends.c.read.expressions import Expressions
from assay.frontends.c.read.initialisers import Initialisers
from assay.frontends.c.read.scopes import END_OF_FILE, Scopes
from assay.frontends.c.read.statements import Statements
from assay.frontends.c.read.tree import Block, Constant, Function, Initial, Named, Part, Place, Statement, Variable
from assay.frontends.c.read.types import VOID, Array, DataModel, Field, Pointer, Record, Type, Types, as_int, is_varying
from assay.frontends.c.read.types import Function as FunctionType
from assay.frontends.c.read.varying import Lengths
from assay.frontends.c.text import kinds
from assay.frontends.c.text.clang import Cursor, Unit
from assay.frontends.c.text.kinds import Kind
from assay.frontends.c.text.literals import wrapped
from assay.frontends.c.text.remarks import Remarks, asm_label


class Reader:
    """The declarations of one parsed file."""

    def __init__(self, unit: Unit, model: DataModel) -> None:
        self.unit = unit
        self.types = Types(unit, model)
        self.expressions = Expressions(self)
        self.initialisers = Initialisers(self)
        self.statements = Statements(self)
        self.lengths = Lengths(self)
        self.hidden: dict[Variable, Variable] = {}
        self._entities: dict[int, Variable | Function | int] = {}
        self._functions: dict[str, Function] = {}
        self._bodies: dict[str, Cursor] = {}
        self._definitions: dict[int, Cursor] = {}
        self._members: dict[tuple[int, Type], Field] = {}
        self._strings: dict[bytes, Variable] = {}
        self._pending: dict[Variable, Cursor] = {}
        self._numbers: dict[str, int] = {}
        self._twice: set[str] = set()
        self.prototypes: set[str] = set()
        self._constructors: list[tuple[int, int, str]] = []
        self._destructors: list[tuple[int, int, str]] = []
        self.scopes = Scopes(unit)
        self._scan()

    def _scan(self) -> None:
        """Note which top-level declaration of a name defines it."""
        lib = self.unit.lib
        declarations = self.unit.declarations()
        self.remarks = Remarks(self.unit, declarations)
        for cursor in declarations:
            if cursor.kind == Kind.FUNCTION:
                self.prototypes.add(self.unit.spelling(cursor))
                if lib.isCursorDefinition(cursor):
                    name = self.unit.spelling(cursor)
                    if name in self._bodies:
                        self._twice.add(name)
                    self._bodies[name] = cursor
                    self._note_order(cursor)
            elif cursor.kind == Kind.VARIABLE:
                key = lib.getCanonicalCursor(cursor).declaration
                initialised = not lib.Cursor_isNull(lib.Cursor_getVarDeclInitializer(cursor))
                if initialised or (lib.Cursor_getStorageClass(cursor) != kinds.EXTERN_STORAGE):
                    known = self._definitions.get(key)
                    if known is None or initialised:
                        self._definitions[key] = cursor

    def _note_order(self, cursor: Cursor) -> None:
        if b"structor" not in self.unit.text:
            return
        for name, known in (("constructor", self._constructors), ("destructor", self._destructors)):
            priority = priority_of(self.unit, cursor, name)
            if priority is not None:
                known.append((priority, len(known), self.unit.spelling(cursor)))

    # -- functions

    def constructors(self) -> list[Function]:
        """What runs before main, in this order."""
        return [self.function(name) for *_, name in sorted(self._constructors)]

    def destructors(self) -> list[Function]:
        """What runs when main returned or exit was called, in this order."""
        return [self.function(name) for *_, name in sorted(self._destructors, reverse=True)]

    def main(self) -> Function:
        if "main" not in self._bodies:
            raise InputError("the program has no function main", Position(self.unit.file), "checks start at main")
        return self.function("main")

    def function(self, name: str) -> Function:
        """The function called ``name``; one that nobody declared returns nothing."""
        found = self._functions.get(name)
        if found is None:
            cursor = self._bodies.get(name)
            if cursor is None:
                unknown = FunctionType(VOID, (), variadic=True, prototyped=False)
                found = Function(name, unknown, Position(self.unit.file))
            else:
                found = self._declared(name, cursor)
            self._functions[name] = found
        return found

    def ordinary(self, names: Iterable[str]) -> None:
        """Of these functions, those that are defined do what their bodies say."""
        for name in names:
            if name in self._bodies:
                self.function(name).ordinary = True

    def written(self, name: str) -> Function:
        """A copy of its own of a library function that is written in C."""
        cursor = self._bodies[f"{PREFIX}{name}"]
        number = self._numbers[name] = self._numbers.get(name, 0) + 1
        copy = f"{name}.{number}"
        self._bodies[copy] = cursor
        return self._declared(copy, cursor)

    def _declared(self, name: str, cursor: Cursor) -> Function:
        made = self.types.of_cursor(cursor)
        assert isinstance(made, FunctionType)
        where, defined = self.unit.position(cursor), name in self._bodies
        self.remarks.use(name, defined=defined, function=True)
        if name in self._twice and b"always_inline" in self.unit.text:
            raise Unsupported(f"{name} has two bodies", where, "keep the one that is meant")
        return Function(name, made, where, defined=defined, returns=defined or not never_returns(self.unit, cursor))

    def read_body(self, function: Function) -> Block:
        """The body of a defined function, read on first use together with its parameters."""
        if function.body is not None:
            return function.body
        cursor = self._bodies[function.name]
        lengths: list[Statement] = []
        for parameter in self.unit.parameters(cursor):
            function.parameters.append(self._parameter(parameter, cursor))
            lengths += self.lengths.declared(parameter)
        body = next(child for child in self.unit.children(cursor) if child.kind == Kind.BLOCK)
        self.statements.forget_labels()
        block = self.statements.lower(body)
        assert isinstance(block, Block)
        block.statements[:0] = lengths
        function.body = block
        if self.remarks.promised(function.name) and not keeps(block, self.remarks.promised):
            message, hint = f"{function.name} is declared pure or const, and may have effects", "remove the attribute"
            raise Unsupported(message, function.where, hint)
        return block

    def _parameter(self, cursor: Cursor, function: Cursor) -> Variable:
        made = self.types.of_value(cursor)
        name, where = self.unit.spelling(cursor), self.unit.position(cursor)
        variable = Variable(name or "unnamed", made, where, local=True)
        variable.alignment = made.size if isinstance(made, Pointer) else declared_alignment(self.unit, cursor)
        if name:
            variable.scope = where, self.unit.end(function)
        self._entities[cursor.declaration or 0] = variable
        return variable

    # -- names

    def resolve(self, cursor: Cursor) -> Variable | Function | int:
        """What a name refers to: a variable, a function, or the value of an enumeration constant."""
        referenced: Cursor = self.unit.lib.getCursorReferenced(cursor)
        key = referenced.declaration or 0
        found = self._entities.get(key)
        if found is None:
            found = self._entities[key] = self._resolve(referenced, cursor)
        return found

    def _resolve(self, referenced: Cursor, cursor: Cursor) -> Variable | Function | int:
        if referenced.kind == Kind.ENUM_CONSTANT:
            value = int(self.unit.lib.getEnumConstantDeclValue(referenced))
            return wrapped(value, as_int(self.types.of_cursor(cursor)))
        if referenced.kind == Kind.FUNCTION:
            name = self.unit.spelling(referenced)
            if name not in self._functions:
                found = self._functions[name] = self._declared(name, self._bodies.get(name, referenced))
                found.implicit = name not in self.prototypes and not found.type.prototyped
            return self._functions[name]
        if referenced.kind in (Kind.VARIABLE, Kind.PARAMETER):
            return self._global(referenced)
        raise Unsupported("this name is not supported", self.unit.position(cursor))

    def _global(self, referenced: Cursor) -> Variable:
        canonical = self.unit.lib.getCanonicalCursor(referenced)
        key = canonical.declaration or 0
        known = self._entities.get(key)
        if isinstance(known, Variable):
            return known
        definition = self._definitions.get(key)
        cursor = definition if definition is not None else referenced
        name = self.unit.spelling(cursor)
        self.remarks.use(name, defined=definition is not None, function=False)
        if definition is None:
            self.remarks.linked(name, self.unit.position(cursor))
        variable = Variable(
            name,
            self.types.of_cursor(cursor),
            self.unit.position(cursor),
            local=False,
            external=definition is None,
            scope=(self.unit.position(canonical), Position(self.unit.file, END_OF_FILE)),
            exported=self.unit.lib.Cursor_getStorageClass(canonical) != kinds.STATIC_STORAGE,
            constant=self.unit.is_constant(cursor),
            alignment=declared_alignment(self.unit, cursor),
        )
        self._entities[key] = variable
        if definition is not None:
            self._pending[variable] = definition
        return variable

    def initial(self, variable: Variable) -> list[Initial]:
        """The initialiser of a variable of static storage, read on first use."""
        cursor = self._pending.pop(variable, None)
        if cursor is not None:
            initialiser = self.unit.lib.Cursor_getVarDeclInitializer(cursor)
            if not self.unit.lib.Cursor_isNull(initialiser):
                with self.expressions.lasting():
                    variable.initial = self.initialisers.read(initialiser, variable.type)
                end = max((part.offset + part.type.size for part in variable.initial), default=0)
                variable.beyond = max(end - variable.type.size, 0)
        return variable.initial or []

    def local_variable(self, cursor: Cursor) -> Variable | None:
        """Enter a declaration inside a function; None if it only repeats an outer one."""
        name = self.unit.spelling(cursor)
        label = asm_label(self.unit, cursor)
        if label is not None and label != name:
            where, hint = self.unit.position(cursor), "remove the register or the name"
            raise Unsupported(f"{name} is bound to {label} in assembly", where, hint)
        storage = self.unit.lib.Cursor_getStorageClass(cursor)
        if storage == kinds.EXTERN_STORAGE:
            return None
        static = storage == kinds.STATIC_STORAGE
        made = self.types.of_cursor(cursor)
        variable = Variable(name, made, self.unit.position(cursor), local=not static)
        variable.alignment = declared_alignment(self.unit, cursor)
        variable.scope = self.scopes.of(cursor)
        self._entities[cursor.declaration or 0] = variable
        if static:
            self._pending[variable] = cursor
            return None
        initialiser = self.unit.lib.Cursor_getVarDeclInitializer(cursor)
        if not self.unit.lib.Cursor_isNull(initialiser) and not is_varying(made):
            variable.initial = self.initialisers.read(initialiser, made)
        return variable

    def hide(self, variable: Variable, pointer: Type) -> Variable:
        """The pointer that stands for an array of variable length."""
        hidden = Variable(variable.name, pointer, variable.where, local=True)
        self.hidden[variable] = hidden
        if variable.scope is not None:
            self.scopes.others.append((variable.name, *variable.scope))
        return hidden

    def string(self, content: bytes, made: Array, where: Position) -> Variable:
        """The array that a string literal denotes; equal literals share one."""
        found = self._strings.get(content)
        if found is None:
            found = Variable(f"string{len(self._strings)}", made, where, local=False, constant=True)
            found.initial = [
                Initial(i, made.element, None, Constant(made.element, byte - 256 if byte > 127 else byte))
                for i, byte in enumerate(content)
            ]
            self._strings[content] = found
        return found

    def member(self, cursor: Cursor, record: Type) -> Field:
        """The member of ``record`` that an expression names; clang leaves out the anonymous ones on the way."""
        referenced: Cursor = self.unit.lib.getCursorReferenced(cursor)
        key = referenced.declaration or 0, record
        found = self._members.get(key)
        if found is None:
            found = self.types.field(referenced)
            owner = self.types.of_cursor(self.unit.lib.getCursorSemanticParent(referenced))
            if owner is not record:
                assert isinstance(record, Record) and isinstance(owner, Record)
                distance = record.anonymous(owner)
                if distance is None:
                    raise Unsupported("this member is not found in its record", self.unit.position(cursor))
                found = Field(found.name, distance + found.offset, found.type, found.bits)
            self._members[key] = found
        return found

    # -- facts about variables

    def note_assignment(self, place: Place) -> None:
        if isinstance(place, Named):
            place.variable.assigned = True

    def note_address(self, place: Place) -> None:
        while isinstance(place, Part):
            place = place.whole
        if isinstance(place, Named):
            place.variable.addressed = True

    @property
    def functions(self) -> Mapping[str, Function]:
        return self._functions

"""From clang's tree to the typed tree: declarations of one file, function bodies on demand.

Variables are keyed by declaration, and by name only if other files may name them (``linkage``).  A function's body is
read when the analysis first reaches it, so what main cannot reach need not be supported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assay.core.errors import Position, Unsupported
from assay.frontends.c.library.promises import keeps
from assay.frontends.c.read.alignment import declared_alignment
from assay.frontends.c.read.control_attributes import argument_of, never_returns, priority_of
from assay.frontends.c.read.expressions import Expressions
from assay.frontends.c.read.initialisers import Initialisers
from assay.frontends.c.read.scopes import END_OF_FILE, Scopes
from assay.frontends.c.read.statement_tree import Block, Statement
from assay.frontends.c.read.statements import Statements
from assay.frontends.c.read.tree import Function, Named, Part, Place, Variable
from assay.frontends.c.read.types import DataModel, Field, Pointer, Record, Type, Types, as_int, is_varying
from assay.frontends.c.read.types import Function as FunctionType
from assay.frontends.c.read.varying import Lengths
from assay.frontends.c.text import kinds
from assay.frontends.c.text.clang import Cursor, Unit
from assay.frontends.c.text.kinds import Kind
from assay.frontends.c.text.literals import wrapped
from assay.frontends.c.text.remarks import Remarks, asm_label

if TYPE_CHECKING:
    from assay.frontends.c.read.linkage import Linked


class Reader:
    """The declarations of one parsed file of a program."""

    def __init__(self, unit: Unit, model: DataModel, linked: Linked, *, several: bool = False) -> None:
        self.unit = unit
        self.linked = linked
        self.types = Types(unit, model)
        self.expressions = Expressions(self)
        self.initialisers = Initialisers(self)
        self.statements = Statements(self)
        self.lengths = Lengths(self)
        self.hidden: dict[Variable, Variable] = {}
        self._entities: dict[int, Variable | Function | int] = {}
        self.defined: dict[str, Cursor] = {}
        self.declared: dict[str, Cursor] = {}
        self.internal: set[str] = set()
        self._outer: dict[str, list[Cursor]] = {}
        self._definitions: dict[int, Cursor] = {}
        self._members: dict[tuple[int, Type], Field] = {}
        self._made: set[Variable] = set()
        self._foreign: set[Variable] = set()
        self._twice: set[str] = set()
        self.prototypes: set[str] = set()
        self.constructors: list[tuple[int, int, str]] = []
        self.destructors: list[tuple[int, int, str]] = []
        self.current: Function | None = None  # whose body is being read
        self.scopes = Scopes(unit)
        self._scan(several=several)

    def _scan(self, *, several: bool) -> None:
        """Note which top-level declaration of a name defines it, and which names are known to other files."""
        lib = self.unit.lib
        declarations = self.unit.declarations()
        self.remarks = Remarks(self.unit, declarations)
        for cursor in declarations:
            if cursor.kind == Kind.FUNCTION:
                self._function_declared(cursor, self.unit.spelling(cursor), several=several)
            elif cursor.kind == Kind.VARIABLE:
                key = lib.getCanonicalCursor(cursor).declaration
                if several:
                    self._linkage(cursor, self.unit.spelling(cursor))
                if self.has_value(cursor) or lib.Cursor_getStorageClass(cursor) != kinds.EXTERN_STORAGE:
                    known = self._definitions.get(key)
                    if known is None or self.has_value(cursor):
                        self._definitions[key] = cursor

    def _function_declared(self, cursor: Cursor, name: str, *, several: bool) -> None:
        self.prototypes.add(name)
        if several:
            self._linkage(cursor, name)
            self._outer.setdefault(name, []).append(cursor)
        if self.unit.lib.isCursorDefinition(cursor):
            if name in self.defined:
                self._twice.add(name)
            self.defined[name] = cursor
            self._note_order(cursor)

    def _linkage(self, cursor: Cursor, name: str) -> None:
        if self.unit.lib.getCursorLinkage(cursor) == kinds.INTERNAL_LINKAGE:
            self.internal.add(name)
        elif name not in self.declared or self.unit.lib.isCursorDefinition(cursor):
            self.declared[name] = cursor

    def has_value(self, variable: Cursor) -> bool:
        """Does a declaration of a variable give it a value?"""
        return not self.unit.lib.Cursor_isNull(self.unit.lib.Cursor_getVarDeclInitializer(variable))

    def external_definitions(self) -> Iterator[tuple[str, Cursor, bool]]:
        """The names with external linkage that this file defines; of a function, if it is an inline definition."""
        for name, cursor in self.defined.items():
            if name not in self.internal:
                yield name, cursor, self._is_inline(name)
        for cursor in self._definitions.values():
            name = self.unit.spelling(cursor)
            if name not in self.internal and self._is_linked(cursor):
                yield name, cursor, False

    def _is_linked(self, variable: Cursor) -> bool:
        canonical = self.unit.lib.getCanonicalCursor(variable)
        return bool(self.unit.lib.Cursor_getStorageClass(canonical) != kinds.STATIC_STORAGE)

    def _is_inline(self, name: str) -> bool:
        """Is the definition an inline definition: every declaration says ``inline``, and none ``extern``?

        gcc's older rule has it that all must say both.
        """
        lib, found = self.unit.lib, self._outer.get(name, ())
        if not found or not all(lib.Cursor_isFunctionInlined(cursor) for cursor in found):
            return False
        older = self.unit.older_inline or argument_of(self.unit, self.defined[name], "gnu_inline") is not None
        external = [lib.Cursor_getStorageClass(cursor) == kinds.EXTERN_STORAGE for cursor in found]
        return all(external) if older else not any(external)

    def _note_order(self, cursor: Cursor) -> None:
        if b"structor" not in self.unit.text:
            return
        for name, known in (("constructor", self.constructors), ("destructor", self.destructors)):
            priority = priority_of(self.unit, cursor, name)
            if priority is not None:
                known.append((priority, len(known), self.unit.spelling(cursor)))

    # -- functions

    def defined_at(self, name: str) -> Position:
        return self.unit.position(self.defined[name])

    def function(self, name: str) -> Function:
        """The function that a name means in this file."""
        if name in self.defined:
            return self.own_function(name)
        declared = self.declared.get(name)
        return self._function(name, declared) if declared is not None else self.linked.function(name)

    def own_function(self, name: str) -> Function:
        """A function that this file defines."""
        return self._function(name, self.defined[name])

    def _function(self, name: str, declaration: Cursor) -> Function:
        linkage = self.unit.lib.getCursorLinkage(declaration)
        if linkage == kinds.INTERNAL_LINKAGE:
            return self.linked.own(name, self, declaration)
        return self.linked.linked_function(name, self, declaration)

    def declare(self, name: str, cursor: Cursor, *, defined: bool) -> Function:
        """A function of this file, called ``name``."""
        made = self.types.of_cursor(cursor)
        assert isinstance(made, FunctionType)
        where, spelled = self.unit.position(cursor), self.unit.spelling(cursor)
        self.remarks.use(spelled, defined=defined, function=True)
        if spelled in self._twice and b"always_inline" in self.unit.text:
            raise Unsupported(f"{spelled} has two bodies", where, "keep the one that is meant")
        implicit = spelled not in self.prototypes and not made.prototyped
        returns = defined or not never_returns(self.unit, cursor)
        ordinary = defined and spelled in self.linked.ordinary
        foreign = not defined and self.unit.is_machines(self.unit.lib.getCanonicalCursor(cursor))
        return Function(
            name,
            made,
            where,
            defined=defined,
            returns=returns,
            implicit=implicit,
            ordinary=ordinary,
            foreign=foreign,
        )

    def read_body(self, function: Function, cursor: Cursor) -> Block:
        """The body of a function and its parameters."""
        self.current = function
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
        if self.remarks.promised(function.spelling) and not keeps(block, self.remarks.promised):
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
            return self._function(self.unit.spelling(referenced), referenced)
        if referenced.kind in (Kind.VARIABLE, Kind.PARAMETER):
            return self._global(referenced)
        raise Unsupported("this name is not supported", self.unit.position(cursor))

    def _global(self, referenced: Cursor) -> Variable:
        canonical = self.unit.lib.getCanonicalCursor(referenced)
        key = canonical.declaration or 0
        known = self._entities.get(key)
        if isinstance(known, Variable):
            return known
        name = self.unit.spelling(canonical)
        if self._is_linked(canonical):
            variable = self.linked.linked_variable(name, self, canonical)
            variable.scopes.append((self.unit.file, self.unit.position(canonical)))
            if variable not in self._made:
                self._foreign.add(variable)
        else:
            variable = self.linked.own_variable(name, self, canonical, self._definitions.get(key))
        self._entities[key] = variable
        return variable

    def declare_variable(self, name: str, cursor: Cursor, *, defined: bool) -> Variable:
        """A variable of static storage, as this file declares it."""
        self.remarks.use(name, defined=defined, function=False)
        if not defined:
            self.remarks.linked(name, self.unit.position(cursor))
        canonical = self.unit.lib.getCanonicalCursor(cursor)
        made = Variable(
            name,
            self.types.of_cursor(cursor),
            self.unit.position(cursor),
            local=False,
            external=not defined,
            scope=(self.unit.position(canonical), Position(self.unit.file, END_OF_FILE)),
            exported=self._is_linked(cursor),
            constant=self.unit.is_constant(cursor),
            alignment=declared_alignment(self.unit, cursor),
        )
        self._made.add(made)
        return made

    def type_here(self, variable: Variable, name: Cursor) -> Type:
        """The type of a variable in this file: another may know more of it."""
        return self.types.of_cursor(name) if variable in self._foreign else variable.type

    def read_initial(self, variable: Variable, cursor: Cursor) -> None:
        """The initialiser of a variable of static storage."""
        initialiser = self.unit.lib.Cursor_getVarDeclInitializer(cursor)
        if not self.unit.lib.Cursor_isNull(initialiser):
            with self.expressions.lasting():
                variable.initial = self.initialisers.read(initialiser, variable.type)
            end = max((part.offset + part.type.size for part in variable.initial), default=0)
            variable.beyond = max(end - variable.type.size, 0)

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
            self.linked.defer(variable, self, cursor)
            return None
        initialiser = self.unit.lib.Cursor_getVarDeclInitializer(cursor)
        if not self.unit.lib.Cursor_isNull(initialiser) and not is_varying(made):
            variable.initial = self.initialisers.read(initialiser, made)
        return variable

    def hide(self, variable: Variable, pointer: Type) -> Variable:
        """The pointer that stands for an array of variable length."""
        hidden = Variable(variable.name, pointer, variable.where, local=True, stands_for_array=True)
        self.hidden[variable] = hidden
        if variable.scope is not None:
            self.scopes.others.append((variable.name, *variable.scope))
        return hidden

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

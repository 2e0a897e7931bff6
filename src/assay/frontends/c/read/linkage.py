"""The files of a program, joined by linkage (C17 6.2.2, 6.7.4 and 6.9).

A name with external linkage means one function or variable in all files, a ``static`` one is its file's own.  What has
two definitions, or declarations that do not agree, is an error that names both places.  An inline definition serves
where there is no external one; where there are several definitions they must be written alike, because C leaves open
which one a call takes.  Every file keeps its own types (they are compared by structure): expressions have the types of
their file, objects that of their definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.core.errors import InputError, Position, Unsupported
from assay.core.program import MAIN, Program
from assay.frontends.c.library.sources import PLACE, PREFIX
from assay.frontends.c.read.compatible import same_declaration
from assay.frontends.c.read.declarations import Reader
from assay.frontends.c.read.expressions import Expressions
from assay.frontends.c.read.initialisers import spelled_out
from assay.frontends.c.read.statement_tree import Block
from assay.frontends.c.read.tree import Function, Initial, Variable
from assay.frontends.c.read.types import VOID, Array, DataModel
from assay.frontends.c.read.types import Function as FunctionType
from assay.frontends.c.text.clang import Cursor, Unit
from assay.frontends.c.text.kinds import Kind


@dataclass(frozen=True, slots=True)
class Definition:
    """Where a name is defined; ``inline`` if that is no external definition (C17 6.7.4p7)."""

    reader: Reader
    cursor: Cursor
    inline: bool = False

    @property
    def where(self) -> Position:
        return self.reader.unit.position(self.cursor)

    @property
    def pair(self) -> tuple[Unit, Cursor]:
        return self.reader.unit, self.cursor


class Linked:
    """The program that its files are together; bodies and initialisers are read on demand."""

    def __init__(
        self,
        units: Sequence[Unit],
        model: DataModel,
        program: Program | None = None,
        ordinary: Sequence[str] = (),
        *,
        watched: bool = False,
    ) -> None:
        self.entry = program.entry if program is not None else MAIN
        # Are accesses to memory looked at, those of library functions too?
        self.watched = watched
        self.start = program.start if program is not None else MAIN
        # Functions of these names that the program defines do what their bodies say.
        self.ordinary = frozenset(ordinary)
        common = program is not None and program.common
        self.assumptions: dict[str, None] = {}
        # May the program read the bits of a floating-point number?
        self.looks_at_bits = False
        self.bodies: dict[str, Definition] = {}
        self.pending: dict[Variable, Definition] = {}
        self._functions: dict[str, Function] = {}
        self._variables: dict[str, Variable] = {}
        self._strings: dict[tuple[int, tuple[int, ...]], Variable] = {}
        self._numbers: dict[str, int] = {}
        self._definitions: dict[str, list[Definition]] = {}
        self._labels = _labels([unit.file for unit in units])
        self.readers = [Reader(unit, model, self, several=len(units) > 1) for unit in units]
        self.current = self.readers[0]
        self._collisions = _collisions(self.readers)
        for reader in self.readers:
            for name, cursor, inline in reader.external_definitions():
                self._definitions.setdefault(name, []).append(Definition(reader, cursor, inline))
        self._libraries = _libraries(self.readers, program)
        self._definitions = {name: self._first(found) for name, found in self._definitions.items()}
        if len(units) > 1:
            self._check(common=common)

    # -- what runs

    def constructors(self) -> list[Function]:
        """What runs before main, in this order: by priority, then as the files are linked."""
        found = [
            (priority, place, number, name)
            for place, reader in enumerate(self.readers)
            for priority, number, name in reader.constructors
        ]
        return [self.readers[place].own_function(name) for _, place, _, name in sorted(found)]

    def destructors(self) -> list[Function]:
        """What runs when main returned or exit was called, in this order."""
        found = [
            (priority, place, number, name)
            for place, reader in enumerate(self.readers)
            for priority, number, name in reader.destructors
        ]
        return [self.readers[place].own_function(name) for _, place, _, name in sorted(found, reverse=True)]

    def main(self) -> Function:
        """Where a run begins."""
        if self.start != MAIN:
            return self.function(self.start)
        home = self.home()
        return home.own_function(self.entry)

    def home(self) -> Reader:
        """The file that defines the function where a run begins."""
        homes = [reader for reader in self.readers if self.entry in reader.defined]
        if not homes:
            files = [reader.unit.file for reader in self.readers]
            where = Position(files[0])
            also = f", and neither {'has' if len(files) == 2 else 'have'} {', '.join(files[1:])}" if files[1:] else ""
            hint = "checks start at main; --entry FUNCTION starts elsewhere"
            raise InputError(f"the program has no function {self.entry}{also}", where, hint)
        external = [reader for reader in homes if self.entry not in reader.internal]
        if not external and len(homes) > 1:
            places = " and ".join(str(home.defined_at(self.entry)) for home in homes[:2])
            raise InputError(f"{self.entry} is ambiguous: it is static at {places}", homes[0].defined_at(self.entry))
        return (external or homes)[0]

    # -- functions

    @property
    def functions(self) -> Mapping[str, Function]:
        return self._functions

    def function(self, name: str) -> Function:
        """The function called so; one that nobody declared returns nothing."""
        found = self._functions.get(name)
        if found is not None:
            return found
        for reader in self.readers:
            if name in reader.defined:
                return reader.own_function(name)
        unknown = FunctionType(VOID, (), variadic=True, prototyped=False)
        found = self._functions[name] = Function(name, unknown, Position(self.readers[0].unit.file))
        return found

    def linked_function(self, name: str, reader: Reader, declaration: Cursor) -> Function:
        """The function that a name with external linkage means in a file."""
        found = self._functions.get(name)
        if found is None:
            chosen = self._chosen(name, reader)
            if chosen is not None:
                self.bodies[name] = chosen
                found = chosen.reader.declare(name, chosen.cursor, defined=True)
                if chosen.reader in self._libraries:
                    self.assumptions[f"{name}() does what {Path(chosen.where.file).name} says"] = None
            else:
                self._compare_undefined(name, Definition(reader, declaration))
                found = reader.declare(name, declaration, defined=False)
                if any(name in other.prototypes for other in self.readers):
                    found.implicit = False
            self._functions[name] = found
        if reader is not self.readers[0] or len(self.readers) > 1:
            self._agree(name, Definition(reader, declaration))
        return found

    def _first(self, found: list[Definition]) -> list[Definition]:
        """The definitions of a name; those of libraries only if there are no others."""
        if not self._libraries:
            return found
        return [definition for definition in found if definition.reader not in self._libraries] or found

    def own(self, name: str, reader: Reader, cursor: Cursor) -> Function:
        """The function that a name with internal linkage means in its file."""
        shared = name if self._is_library(reader, cursor) else self.label(name, reader)
        found = self._functions.get(shared)
        if found is None:
            defined = name in reader.defined
            if defined:
                self.bodies[shared] = Definition(reader, reader.defined[name])
            found = self._functions[shared] = reader.declare(shared, reader.defined.get(name, cursor), defined=defined)
        return found

    def label(self, name: str, reader: Reader) -> str:
        """What the model calls a name of internal linkage: with its file, if other files have one too."""
        return f"{name}@{self._labels[reader.unit.file]}" if name in self._collisions else name

    def _is_library(self, reader: Reader, cursor: Cursor) -> bool:
        """Is this one of the library's, of which every file has a copy and the program one?"""
        return len(self.readers) > 1 and reader.unit.position(cursor).file.startswith(PLACE)

    def written(self, name: str, reader: Reader) -> Function:
        """A copy of its own of a library function that is written in C."""
        key = f"{PREFIX}{name}"
        reader = next((r for r in (reader, *self.readers) if key in r.defined), reader)
        cursor = reader.defined[key]
        number = self._numbers[name] = self._numbers.get(name, 0) + 1
        copy = f"{name}.{number}"
        self.bodies[copy] = Definition(reader, cursor)
        return reader.declare(copy, cursor, defined=True)

    def read_body(self, function: Function) -> Block:
        """The body of a defined function, read on first use together with its parameters."""
        if function.body is not None:
            return function.body
        definition = self.bodies[function.name]
        self.current = definition.reader
        return definition.reader.read_body(function, definition.cursor)

    def _chosen(self, name: str, reader: Reader) -> Definition | None:
        """The definition that calls take: the external one, else one that is written as all others are."""
        found = self._definitions.get(name, [])
        external = [definition for definition in found if not definition.inline]
        if not found:
            return None
        chosen = (external or [d for d in found if d.reader is reader] or found)[0]
        for other in found:
            if other is not chosen:
                if not _alike(chosen, other):
                    message = f"{name} has an inline definition that differs from the one at {chosen.where}"
                    raise Unsupported(message, other.where, "C leaves open which one is called: make it static")
                if external:
                    words = f"calls of the inline function {name} take its definition at {chosen.where}"
                    self.assumptions[words] = None
        return chosen

    # -- variables

    def linked_variable(self, name: str, reader: Reader, declaration: Cursor) -> Variable:
        """The variable that a name with external linkage means in a file."""
        found = self._variables.get(name)
        if found is None:
            definitions = self._definitions.get(name, [])
            # One with a value, else a tentative one (C17 6.9.2).
            chosen = [d for d in definitions if d.reader.has_value(d.cursor)] or definitions
            home = chosen[0] if chosen else self._most_complete(name, Definition(reader, declaration))
            if not chosen:
                self._compare_undefined(name, home)
            found = self._variables[name] = home.reader.declare_variable(name, home.cursor, defined=bool(chosen))
            if chosen:
                self.pending[found] = home
        if len(self.readers) > 1:
            self._agree(name, Definition(reader, declaration))
        return found

    def own_variable(self, name: str, reader: Reader, cursor: Cursor, definition: Cursor | None) -> Variable:
        """The variable that a name with internal linkage means in its file."""
        library = self._is_library(reader, cursor)
        if library and name in self._variables:
            return self._variables[name]
        found = reader.declare_variable(name, definition or cursor, defined=definition is not None)
        found.label = "" if library else self.label(name, reader)
        if library:
            self._variables[name] = found
        if definition is not None:
            self.pending[found] = Definition(reader, definition)
        return found

    def _most_complete(self, name: str, first: Definition) -> Definition:
        """Of the declarations of a variable that no file defines, one that says its size."""
        others = (Definition(r, r.declared[name]) for r in self.readers if name in r.declared)
        known = (d for d in (first, *others) if d.reader.unit.lib.Type_getSizeOf(_type(d)) >= 0)
        return next(known, first)

    def defer(self, variable: Variable, reader: Reader, cursor: Cursor) -> None:
        """A variable of static storage inside a function: its initialiser is read on demand."""
        self.pending[variable] = Definition(reader, cursor)

    def initial(self, variable: Variable) -> list[Initial]:
        """The initialiser of a variable of static storage, read on first use."""
        definition = self.pending.pop(variable, None)
        if definition is not None:
            self.current = definition.reader
            definition.reader.read_initial(variable, definition.cursor)
        return variable.initial or []

    def string(self, content: tuple[int, ...], made: Array, where: Position) -> Variable:
        """The array that a string literal denotes; equal literals share one."""
        key = made.element.size, content
        found = self._strings.get(key)
        if found is None:
            found = Variable(f"string{len(self._strings)}", made, where, local=False, constant=True)
            found.initial = spelled_out(content, made.element)
            self._strings[key] = found
        return found

    # -- agreement

    def _check(self, *, common: bool) -> None:
        """Refuse what is defined twice, and declarations of a defined name that do not agree."""
        for name, found in self._definitions.items():
            external = [definition for definition in found if not definition.inline]
            self._once(name, external, common=common)
            first = (external or found)[0]
            for reader in self.readers:
                if name in reader.declared and reader is not first.reader:
                    self._compare(name, first, Definition(reader, reader.declared[name]))

    def _once(self, name: str, found: list[Definition], *, common: bool) -> None:
        if len(found) < 2:
            return
        for definition in found:
            if definition.reader.remarks.is_weak(name):
                message = f"{name} is weak, and has several definitions"
                raise Unsupported(message, definition.where, "keep the definition that is meant")
        if all(definition.cursor.kind == Kind.VARIABLE for definition in found):
            valued = [definition for definition in found if definition.reader.has_value(definition.cursor)]
            if common and len(valued) < 2:
                return
            hint = "define it in one file, and declare it `extern` in the others (or join them by -fcommon)"
            first, second = (valued if len(valued) > 1 else found)[:2]
        else:
            hint = "keep one of them, or make them static"
            first, second = found[:2]
        raise InputError(f"{name} is defined here and at {first.where}", second.where, hint)

    def _compare_undefined(self, name: str, first: Definition) -> None:
        for reader in self.readers:
            if name in reader.declared and reader is not first.reader:
                self._compare(name, first, Definition(reader, reader.declared[name]))

    def _agree(self, name: str, used: Definition) -> None:
        """A declaration inside a function has to agree as well."""
        found = self._definitions.get(name)
        if found and used.reader is not found[0].reader and name not in used.reader.declared:
            self._compare(name, found[0], used)

    def _compare(self, name: str, first: Definition, second: Definition) -> None:
        if first.cursor.kind != second.cursor.kind or not same_declaration(first.pair, second.pair):
            here, there = (d.reader.unit.type_spelling(d.cursor) for d in (second, first))
            message = f"{name} is declared as {here} here, and as {there} at {first.where}"
            raise InputError(message, second.where, "declarations of one name have to agree")

    # -- all files

    @property
    def expressions(self) -> Expressions:
        """What makes calls that no file says; the library's functions are there."""
        library = (r for r in self.readers if any(name.startswith(PREFIX) for name in r.defined))
        return next(library, self.readers[0]).expressions

    def mentions(self, word: bytes) -> bool:
        """Does the text of any file contain this?"""
        return any(word in reader.unit.text for reader in self.readers)

    def texts(self) -> bytes:
        """The text of the program, for who looks for words in it."""
        return b"\n".join(reader.unit.text for reader in self.readers)

    def near(self) -> Position:
        """Where the last type was asked for: a place for what has none of its own."""
        return self.current.types.near()

    def volatile(self) -> list[str]:
        return list(dict.fromkeys(name for reader in self.readers for name in reader.remarks.volatile))

    def hiding(self) -> Iterator[tuple[str, Position, Position]]:
        """Declared names that are no variables: they hide variables."""
        for reader in self.readers:
            yield from reader.scopes.others


def _libraries(readers: Sequence[Reader], program: Program | None) -> list[Reader]:
    """The files that are libraries."""
    units = program.units if program is not None else ()
    return [reader for reader, unit in zip(readers, units, strict=False) if unit.library]


def _type(definition: Definition) -> object:
    return definition.reader.unit.lib.getCursorType(definition.cursor)


def _alike(first: Definition, second: Definition) -> bool:
    """Are two definitions written with the same words?"""
    texts = [definition.reader.unit.source(definition.cursor) for definition in (first, second)]
    if None in texts:
        return first.where == second.where
    one, other = (" ".join((text or "").split()) for text in texts)
    return one.replace("extern ", "") == other.replace("extern ", "")


def _collisions(readers: Sequence[Reader]) -> frozenset[str]:
    """The names of internal linkage that other files use for something of theirs."""
    if len(readers) < 2:
        return frozenset()
    seen: dict[str, int] = {}
    for reader in readers:
        for name in reader.internal | reader.declared.keys():
            seen[name] = seen.get(name, 0) + 1
    internal = frozenset(name for reader in readers for name in reader.internal)
    return frozenset(name for name in internal if seen[name] > 1)


def _labels(files: Sequence[str]) -> dict[str, str]:
    """A short name for each file: its last part, or all of it where others end alike."""
    last = [Path(file).name for file in files]
    return {
        file: name if last.count(name) == 1 else file.replace("/", ".") for file, name in zip(files, last, strict=True)
    }

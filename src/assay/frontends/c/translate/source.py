"""The source map of a translated program: what its variables, loops, calls and branches are in the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from assay.core.c_source import (
    CalledFunction,
    CallSite,
    Cells,
    Decision,
    Declaration,
    LoopHead,
    NamedValue,
    OutsideCall,
    Point,
    Scalar,
    SourceMap,
    StatementStart,
    Storage,
    Whose,
)
from assay.core.errors import Position
from assay.core.terms import Term
from assay.frontends.c.library.known import Role, role
from assay.frontends.c.memory.objects import Object
from assay.frontends.c.read.statement_tree import Declare, Evaluate, If, Return
from assay.frontends.c.read.tree import Function
from assay.frontends.c.read.types import Array, Floating, Int, Pointer, Record, Type
from assay.frontends.c.text.headers import FOLDER
from assay.frontends.c.translate.automaton import Frame
from assay.frontends.c.translate.notes import LoopNote
from assay.frontends.c.translate.translation import Translation

# Places of an object that are listed one by one: elements of inner arrays and members of structs.
LISTED = 256
_WHOSE: Final = MappingProxyType({Role.UNKNOWN: Whose.NOBODY, Role.NONDET: Whose.COMPETITION})


def source_map(translation: Translation) -> SourceMap:
    """What the parts of the finished model are in the files of the program."""
    return _Mapping(translation).made()


@dataclass
class _Mapping:
    t: Translation
    frames: dict[Frame, int] = field(default_factory=dict)
    declared: dict[Object, Declaration | None] = field(default_factory=dict)

    def made(self) -> SourceMap:
        loops = [head for note in self.t.notes.loops.values() if (head := self._loop(note)) is not None]
        decisions: dict[str, Decision] = {}
        errors: dict[str, StatementStart] = {}
        outside: dict[str, OutsideCall] = {}
        for name, step in self.t.automaton.marked.items():
            mark, function = step.mark, _function(step.source.frame)
            if mark is not None and mark.call is not None:
                outside[name] = self.t.notes.handed.call(mark.call)
                continue
            if mark is None or not _shown(mark.where):
                continue
            if mark.value:
                decisions[name] = Decision(mark.where, function, mark.value)
            else:
                errors[name] = StatementStart(mark.where, function)
        return SourceMap(
            self._variables(),
            self._memory(),
            tuple(cells for owner in self.t.memory.by_address for cells in (*self._whole(owner), *self._cells(owner))),
            self._declarations(),
            tuple(loops),
            self._calls(),
            decisions,
            errors,
            self._first(),
            outside,
            self._exported() if outside else {},
            {cell: self._place(cell, *found) for cell, found in self.t.memory.forgotten.items()},
            self._functions(),
        )

    def _functions(self) -> tuple[CalledFunction, ...]:
        """Those that some step calls."""
        location, found = self.t.automaton.location, []
        for function, procedure in self.t.calls.procedures.made.items():
            if procedure.entry.location is not None:
                found.append(
                    CalledFunction(
                        function.spelling,
                        function.where,
                        self._number(procedure.frame),
                        location(procedure.entry),
                        location(procedure.end),
                        tuple(procedure.arguments),
                        procedure.given,
                        procedure.changed,
                        tuple(procedure.results),
                        _scalar(function.type.result),
                        _first(function),
                    )
                )
        return tuple(found)

    def _place(self, cell: Term, owner: Object, offset: int) -> Storage:
        return Storage(owner.address + offset, self.t.memory.types[cell].size)

    def _exported(self) -> dict[str, Storage]:
        """The variables that other files can name."""
        found = [owner for owner in self.t.memory.by_address if owner.variable.exported and not owner.variable.local]
        return {owner.variable.name: Storage(owner.address, owner.variable.size) for owner in found}

    def _first(self) -> StatementStart | None:
        main = self.t.points_to.reader.main()
        inside = main.body.statements if main.body is not None else []
        return StatementStart(inside[0].where, main.spelling) if inside and _shown(inside[0].where) else None

    def _number(self, frame: Frame) -> int:
        return self.frames.setdefault(frame, len(self.frames))

    def _loop(self, note: LoopNote) -> LoopHead | None:
        location = note.point.resolved().location
        if location is None or not _shown(note.where):
            return None
        return LoopHead(note.where, _function(note.frame), self._number(note.frame), location, note.labelled)

    def _calls(self) -> dict[str, CallSite]:
        found: dict[str, CallSite] = {}
        for name, note in self.t.notes.calls.items():
            made, end = _scalar(note.call.type), note.call.end
            if made is not None and end is not None and _shown(end):
                whose = _WHOSE.get(role(note.callee), Whose.LIBRARY)
                found[name] = CallSite(note.callee.name, end, _function(note.frame), made, note.call.where, whose)
        return found

    # -- names

    def _declaration(self, owner: Object) -> Declaration | None:
        if owner not in self.declared:
            variable = owner.variable
            if variable.scope is None:
                self.declared[owner] = None
            else:
                frame = self._number(owner.frame) if variable.local else None
                others = tuple((file, _from(file, place)) for file, place in variable.scopes)
                self.declared[owner] = _declaration(variable.name, *variable.scope, frame, others)
        return self.declared[owner]

    def _declarations(self) -> tuple[Declaration, ...]:
        """Every declaration once: all instances of a local have the same scope."""
        found = {
            _declaration(variable.name, *variable.scope): None
            for variable, _ in self.t.memory.objects
            if variable.scope is not None
        }
        for name, start, end in self.t.points_to.reader.hiding():
            found[_declaration(name, start, end)] = None
        return tuple(found)

    def _variables(self) -> dict[Term, NamedValue]:
        found: dict[Term, NamedValue] = {}
        for owner in self.t.memory.by_address:
            declaration = self._declaration(owner)
            if declaration is None:
                continue
            for offset, cell in owner.cells.items():
                held = self.t.memory.types[cell]
                for text, made in places(owner.variable.type, offset, held.size):
                    named = Scalar(held.width, held.signed, held.boolean)
                    found[cell] = NamedValue(f"{declaration.name}{text}", made, named, declaration)
                    break
        return found

    def _memory(self) -> dict[Term, tuple[Cells, ...]]:
        """By array, the places of its objects that fit its units."""
        found: dict[Term, list[Cells]] = {}
        for owner in self.t.memory.by_address:
            region, _ = self.t.memory.region(owner.start)
            for number, group in enumerate(region.groups):
                array = region.arrays.get(number)
                if array is None:
                    continue
                start, size = self.t.memory.start(owner), max(owner.variable.size, 1)
                found.setdefault(array, []).extend(
                    cells
                    for cells in self._cells(owner)
                    if cells.type.width == 8 * group.unit and group.has(start, size, cells.address - owner.address)
                )
        return {array: tuple(cells) for array, cells in found.items()}

    def _whole(self, owner: Object) -> Iterator[Cells]:
        """An array or a record by its own name: it begins where its first part does."""
        declaration = self._declaration(owner)
        if declaration is not None and isinstance(owner.variable.type, Array | Record):
            kind = Scalar(8 * owner.variable.type.size, signed=False)
            yield Cells(owner.address, 1, 1, declaration.name, "", kind, declaration)

    def _cells(self, owner: Object) -> Iterator[Cells]:
        declaration = self._declaration(owner)
        if declaration is None:
            return
        for number, (offset, stride, count, before, after, made) in enumerate(patterns(owner.variable.type)):
            if number == LISTED:
                return
            yield Cells(owner.address + offset, stride, count, f"{declaration.name}{before}", after, made, declaration)


def _first(function: Function) -> Position | None:
    """Where the first statement of a function begins, if nothing leads back to it."""
    inside = function.body.statements if function.body is not None else []
    once = bool(inside) and isinstance(inside[0], Declare | Evaluate | Return | If)
    return inside[0].where if once and _shown(inside[0].where) else None


def _function(frame: Frame) -> str:
    return frame.name.rpartition("/")[2].partition("@")[0]


def _shown(where: Position) -> bool:
    """Is this a place in a text that people can look at?"""
    return not where.file.startswith(FOLDER)


def _declaration(
    name: str,
    start: Position,
    end: Position,
    frame: int | None = None,
    elsewhere: tuple[tuple[str, Point], ...] = (),
) -> Declaration:
    return Declaration(name, _from(end.file, start), _point(end), frame, end.file, elsewhere)


def _from(file: str, place: Position) -> Point:
    """From where on a name is known in a file; what a header declares is known there as a whole."""
    return _point(place) if place.file == file else (0, 0)


def _point(place: Position) -> Point:
    return place.line, place.column


def _scalar(made: Type) -> Scalar | None:
    if isinstance(made, Int):
        return Scalar(made.width, made.signed, made.boolean, names=made.names)
    if isinstance(made, Floating) and made.name in ("float", "double"):
        return Scalar(8 * made.size, signed=False, floating=True)
    return Scalar(8 * made.size, signed=False, pointer=True) if isinstance(made, Pointer) else None


def places(whole: Type, offset: int, size: int) -> Iterator[tuple[str, Scalar]]:
    """How C writes the scalar of ``size`` bytes at ``offset``: ``.next``, ``[3]``, or nothing for the whole."""
    if isinstance(whole, Array):
        if whole.element.size and offset < whole.size:
            number, rest = divmod(offset, whole.element.size)
            yield from ((f"[{number}]{text}", made) for text, made in places(whole.element, rest, size))
    elif isinstance(whole, Record):
        for member in whole.fields:
            distance = offset - member.offset
            if member.bits is None and 0 <= distance < max(member.type.size, 1):
                dot = f".{member.name}" if member.name else ""
                yield from ((f"{dot}{text}", made) for text, made in places(member.type, distance, size))
    elif offset == 0 and whole.size == size:
        made = _scalar(whole)
        if made is not None:
            yield "", made


def patterns(whole: Type) -> Iterator[tuple[int, int, int, str, str, Scalar]]:
    """The scalars inside a type: offset, stride, count, text before and after the index, and their type.

    The elements of the outermost array are one pattern, those of arrays inside it are listed one by one.
    """
    if isinstance(whole, Array) and whole.count is not None and whole.count > 1:
        for offset, text, made in leaves(whole.element):
            yield offset, whole.element.size, whole.count, "[", f"]{text}", made
    elif isinstance(whole, Record):
        for member in whole.fields:
            if member.bits is None:
                dot = f".{member.name}" if member.name else ""
                for offset, stride, count, before, after, made in patterns(member.type):
                    yield member.offset + offset, stride, count, f"{dot}{before}", after, made
    else:
        for offset, text, made in leaves(whole):
            yield offset, 1, 1, text, "", made


def leaves(whole: Type) -> Iterator[tuple[int, str, Scalar]]:
    """Offset, text and type of the scalars inside a type."""
    if isinstance(whole, Array):
        for number in range(whole.count or 0):
            for offset, text, made in leaves(whole.element):
                yield number * whole.element.size + offset, f"[{number}]{text}", made
    elif isinstance(whole, Record):
        for member in whole.fields:
            if member.bits is None:
                dot = f".{member.name}" if member.name else ""
                for offset, text, made in leaves(member.type):
                    yield member.offset + offset, f"{dot}{text}", made
    else:
        scalar = _scalar(whole)
        if scalar is not None:
            yield 0, "", scalar

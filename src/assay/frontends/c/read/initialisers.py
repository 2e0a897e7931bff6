"""Initialisers: nested braces, elided braces, designators (also GNU ones), strings; flattened to scalars with offsets.

libclang shows the syntactic form, so the rules of C11 6.7.9 about the current object are followed here.
A later initialiser of the same scalar comes later in the list and wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from assay.core.errors import InputError, Unsupported
from assay.frontends.c.read.tree import Constant, Initial
from assay.frontends.c.read.types import Array, Bits, DataModel, Field, Int, Record, Type, Void, as_int
from assay.frontends.c.text.clang import OF_ITS_OWN, Cursor
from assay.frontends.c.text.kinds import FIRST_EXPRESSION, INT, LETTERS, LONG, Kind
from assay.frontends.c.text.literals import string_units, wrapped

if TYPE_CHECKING:
    from assay.frontends.c.read.declarations import Reader

# What chooses one of several expressions: _Generic and __builtin_choose_expr.
_CHOICES: Final = (Kind.UNEXPOSED, Kind.GENERIC)


@dataclass(slots=True)
class Items:
    """The initialisers inside one pair of braces, taken one after the other."""

    cursors: list[Cursor]
    next: int = 0

    def peek(self) -> Cursor | None:
        return self.cursors[self.next] if self.next < len(self.cursors) else None


class Initialisers:
    """Flattens initialisers."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.unit = reader.unit
        self._chosen: dict[tuple[Record, int], int] = {}
        self._wholes: list[tuple[int, int]] = []

    def read(self, cursor: Cursor, made: Type) -> list[Initial]:
        """The scalars that initialise an object of type ``made``."""
        found: list[Initial] = []
        outer, self._chosen, self._wholes = (self._chosen, self._wholes), {}, []
        self._one(made, 0, None, Items([cursor]), found)
        self._chosen, self._wholes = outer
        return found

    def _one(self, made: Type, offset: int, bits: Bits, items: Items, found: list[Initial]) -> None:
        """Initialise one subobject from the next item, or from several if its braces are elided."""
        cursor = items.peek()
        assert cursor is not None
        self._refuse_part_of_whole(made, offset, cursor)
        literal = self._string_of(cursor, made)
        if literal is not None:
            items.next += 1
            self._text(literal, made, offset, found)
        elif cursor.kind == Kind.INITIALISER_LIST:
            items.next += 1
            self._replace(made, offset, cursor, found)
            self._braced(cursor, made, offset, bits, found)
        elif (inner := self._literal_of(cursor, made)) is not None:
            items.next += 1
            self._replace(made, offset, cursor, found)
            self._one(made, offset, bits, Items([inner]), found)
            self._wholes.append((offset, offset + made.size))
        elif not isinstance(made, Array | Record):
            items.next += 1
            value = self.reader.expressions.converted(self.reader.expressions.value(cursor), made)
            found.append(Initial(offset, made, bits, value))
        elif isinstance(made, Record) and self.reader.types.of_cursor(cursor) is made:
            items.next += 1
            self._replace(made, offset, cursor, found)
            found.append(Initial(offset, made, None, self.reader.expressions.value(cursor)))
            self._wholes.append((offset, offset + made.size))
        else:
            self._members(made, offset, items, found, braced=False)

    def _replace(self, made: Type, offset: int, cursor: Cursor, found: list[Initial]) -> None:
        """Drop what was given before for an object that is initialised as a whole; gcc may drop effects with it."""
        if isinstance(made, Array | Record) and found:
            inside = [part for part in found if offset <= _first_byte(part) < offset + made.size]
            if any(part.value.effects for part in inside):
                raise Unsupported("an initialiser with effects is replaced by another", self.unit.position(cursor))
            found[:] = [part for part in found if part not in inside]
            self._wholes = [(low, high) for low, high in self._wholes if not offset <= low < offset + made.size]

    def _refuse_part_of_whole(self, made: Type, offset: int, cursor: Cursor) -> None:
        """Of a struct that was given by one value, gcc forgets all when a member is given again, and clang does not."""
        if any(low <= offset < high and made.size < high - low for low, high in self._wholes):
            message = "a member is initialised again after the whole that it is a part of"
            raise Unsupported(message, self.unit.position(cursor), "initialise the members one by one")

    def _literal_of(self, cursor: Cursor, made: Type) -> Cursor | None:
        """The braces of a compound literal that is the value of an object that lives as long as the program."""
        if not isinstance(made, Array | Record) or not self.reader.expressions.in_lasting:
            return None
        while cursor.kind in (Kind.UNEXPOSED, Kind.PAREN) and len(inner := self.unit.children(cursor)) == 1:
            cursor = inner[0]
        if cursor.kind != Kind.COMPOUND_LITERAL:
            return None
        given = self.reader.types.of_cursor(cursor)
        alike = isinstance(made, Array) and isinstance(given, Array) and given.element == made.element
        return self.unit.children(cursor)[-1] if alike or given is made else None

    def _braced(self, cursor: Cursor, made: Type, offset: int, bits: Bits, found: list[Initial]) -> None:
        items = Items([child for child in self.unit.children(cursor) if child.kind >= FIRST_EXPRESSION])
        if not isinstance(made, Array | Record):
            if items.cursors:
                self._one(made, offset, bits, items, found)
            else:
                found.append(Initial(offset, made, bits, Constant(made, 0)))
        elif items.cursors and (literal := self._string_of(items.cursors[0], made)) is not None:
            if len(items.cursors) > 1:
                raise Unsupported("this initialiser has too many elements", self.unit.position(items.cursors[1]))
            self._text(literal, made, offset, found)
        else:
            self._members(made, offset, items, found, braced=True)

    def _members(
        self, made: Type, offset: int, items: Items, found: list[Initial], *, braced: bool, index: int = 0
    ) -> None:
        """Initialise the subobjects from number ``index`` on; a designator is taken only inside the braces it is in."""
        while (cursor := items.peek()) is not None:
            if self._is_designated(cursor):
                if not braced:
                    return
                index = self._designated(made, offset, self._path(cursor, made), items, found) + 1
                continue
            slot = self._slot(made, index)
            if slot is None:
                if braced:
                    raise Unsupported("this initialiser has too many elements", self.unit.position(cursor))
                return
            start, slot_type, bits, index = slot
            self._one(slot_type, offset + start, bits, items, found)
            index += 1

    def _slot(self, made: Type, index: int) -> tuple[int, Type, Bits, int] | None:
        """Offset, type and bits of the ``index``-th subobject, and its index after skipping unnamed bit-fields."""
        if isinstance(made, Array):
            if made.count is not None and index >= made.count:
                return None
            return index * made.element.size, made.element, None, index
        assert isinstance(made, Record)
        fields = made.fields
        while index < len(fields) and fields[index].bits is not None and not fields[index].name:
            index += 1
        if index >= len(fields) or (made.union and index > 0):
            return None
        return fields[index].offset, fields[index].type, fields[index].bits, index

    # -- designators

    def _is_designated(self, cursor: Cursor) -> bool:
        """A designated initialiser has no type in clang's tree, and more than one part."""
        if cursor.kind != Kind.UNEXPOSED or not isinstance(self.reader.types.of_cursor(cursor), Void):
            return False
        return len(self.unit.children(cursor)) > 1

    def _path(self, cursor: Cursor, made: Type) -> list[str | tuple[int, int]]:
        """What a designator names inside of ``made``.  Anonymous members on the way are left out."""
        path: list[str | tuple[int, int]] = []
        steps = self.unit.children(cursor)[:-1]
        inner: Type | None = made
        while steps:
            step = steps.pop(0)
            if step.kind == Kind.MEMBER_REFERENCE:
                if name := self.unit.spelling(step):
                    path.append(name)
                    inner = _member(inner, name)
                continue
            low = high = self._index(step)
            inner = inner.element if isinstance(inner, Array) else None
            if steps and steps[0].kind != Kind.MEMBER_REFERENCE and self._ranges(step, steps[0], inner):
                high = self._index(steps.pop(0))
            path.append((low, high))
        return path

    def _ranges(self, low: Cursor, high: Cursor, element: Type | None) -> bool:
        """Is this ``[low ... high]``, and not ``[low][high]``, which needs elements that are arrays?"""
        if element is not None and not isinstance(element, Array):
            return True
        between = self.unit.gap(low, high)
        if between is None or ("[" not in between and "..." not in between):
            raise Unsupported("this designator is not plain to see", self.unit.position(low), "write it without macros")
        return "..." in between

    def _index(self, cursor: Cursor) -> int:
        value = self.unit.evaluate(cursor)
        if value is None:
            raise Unsupported("this designator is not a constant", self.unit.position(cursor))
        return value

    def _designated(
        self, made: Type, offset: int, path: list[str | tuple[int, int]], items: Items, found: list[Initial]
    ) -> int:
        """Initialise what the path names, then what follows it there; the index, in ``made``, of its first step."""
        cursor = items.peek()
        assert cursor is not None
        value = Items([self.unit.children(cursor)[-1]])
        index, parts, rest = self._step(made, path, cursor)
        if isinstance(made, Record) and made.union:
            self._choose(made, offset, index, cursor, found)
        for part in parts[:-1]:
            self._along(part, offset, rest, Items([cursor]) if rest else Items(list(value.cursors)), found)
        self._along(parts[-1], offset, rest, items if rest else value, found)
        if not rest:
            items.next += 1
        return index

    def _along(
        self, part: Field, offset: int, rest: list[str | tuple[int, int]], items: Items, found: list[Initial]
    ) -> None:
        """Initialise a subobject by the rest of a path or, if nothing is left of it, by the value."""
        start = offset + part.offset
        if not rest:
            self._one(part.type, start, part.bits, items, found)
            return
        inner = self._designated(part.type, start, rest, items, found)
        self._members(part.type, start, items, found, braced=False, index=inner + 1)

    def _choose(self, union: Record, offset: int, index: int, cursor: Cursor, found: list[Initial]) -> None:
        """A member of a union replaces what another member was given."""
        if self._chosen.setdefault((union, offset), index) != index:
            self._chosen[union, offset] = index
            self._replace(union, offset, cursor, found)

    def _step(
        self, whole: Type, path: list[str | tuple[int, int]], cursor: Cursor
    ) -> tuple[int, list[Field], list[str | tuple[int, int]]]:
        """The index of the subobject that a path begins with, all that it names (several for a range), and the rest."""
        step, rest = path[0], path[1:]
        if isinstance(whole, Array) and isinstance(step, tuple):
            size = whole.element.size
            return step[1], [Field("", i * size, whole.element) for i in range(step[0], step[1] + 1)], rest
        if isinstance(whole, Record) and isinstance(step, str):
            found = whole.named(step)
            if found is not None:
                member = whole.fields[found[0]]
                # A name inside an anonymous member: that member first.
                return found[0], [member], rest if member.name == step else path
        raise Unsupported("this designator is not supported", self.unit.position(cursor))

    # -- strings

    def _string_of(self, cursor: Cursor, made: Type) -> tuple[int, ...] | None:
        """The units of a literal that initialises an array of integers.

        Where its elements are of another type gcc refuses the program, and clang may take the literal for a pointer.
        """
        if not isinstance(made, Array) or not isinstance(made.element, Int):
            return None
        while self._is_around(cursor) and len(children := self.unit.children(cursor)) == 1:
            cursor = children[0]
        if cursor.kind != Kind.STRING:
            if cursor.kind in _CHOICES and self._is_array(cursor):
                raise Unsupported("this string is not plain to see", self.unit.position(cursor), "write the literal")
            return None
        spelled = self.unit.spelling(cursor)
        wide = LONG if self.reader.types.model is DataModel.ILP32 else INT
        if made.kind not in LETTERS.get(spelled.partition('"')[0], (wide,)):
            message = "a string does not initialise an array of another type"
            raise InputError(message, self.unit.position(cursor), OF_ITS_OWN)
        return string_units(spelled, made.element.width)

    def _is_around(self, cursor: Cursor) -> bool:
        """May a literal stand in this and be the whole of it, as in parentheses or behind ``__extension__``?"""
        return cursor.kind in (Kind.UNEXPOSED, Kind.PAREN) or (cursor.kind == Kind.UNARY and self._is_array(cursor))

    def _is_array(self, cursor: Cursor) -> bool:
        return isinstance(self.reader.types.of_cursor(cursor), Array)

    def _text(self, literal: tuple[int, ...], made: Type, offset: int, found: list[Initial]) -> None:
        assert isinstance(made, Array)
        found += spelled_out((*literal, 0)[: made.count], made.element, offset)


def _first_byte(part: Initial) -> int:
    """Where a scalar begins; the unit of a bit-field may begin in another member."""
    return part.offset + part.bits[0] // 8 if part.bits is not None else part.offset


def _member(whole: Type | None, name: str) -> Type | None:
    found = whole.named(name) if isinstance(whole, Record) else None
    return found[1].type if found is not None else None


def spelled_out(content: tuple[int, ...], element: Type, offset: int = 0) -> list[Initial]:
    """The characters of a literal as values of an array's elements."""
    made = as_int(element)
    return [
        Initial(offset + index * made.size, element, None, Constant(element, wrapped(unit, made)))
        for index, unit in enumerate(content)
    ]

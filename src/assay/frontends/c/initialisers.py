"""Initialisers: nested braces, elided braces, designators (also GNU ones), strings; flattened to scalars with offsets.

libclang shows the syntactic form, so the rules of C11 6.7.9 about the current object are followed here.
A later initialiser of the same scalar comes later in the list and wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from assay.core.errors import Unsupported
from assay.frontends.c.clang import Cursor
from assay.frontends.c.kinds import FIRST_EXPRESSION, Kind
from assay.frontends.c.literals import string_bytes
from assay.frontends.c.tree import Constant, Initial
from assay.frontends.c.types import Array, Bits, Field, Int, Record, Type

if TYPE_CHECKING:
    from assay.frontends.c.reading import Reader

_STEP: Final = re.compile(r"\s*(?:\.\s*(\w+)|\[([^\]]*?)(\.\.\.[^\]]*)?\]|(\w+)\s*:(?!:))")


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

    def read(self, cursor: Cursor, made: Type) -> list[Initial]:
        """The scalars that initialise an object of type ``made``."""
        found: list[Initial] = []
        self._one(made, 0, None, Items([cursor]), found)
        return found

    def _one(self, made: Type, offset: int, bits: Bits, items: Items, found: list[Initial]) -> None:
        """Initialise one subobject from the next item, or from several if its braces are elided."""
        cursor = items.peek()
        assert cursor is not None
        literal = self._string_of(cursor, made)
        if literal is not None:
            items.next += 1
            self._text(literal, made, offset, found)
        elif cursor.kind == Kind.INITIALISER_LIST:
            items.next += 1
            self._braced(cursor, made, offset, bits, found)
        elif not isinstance(made, Array | Record):
            items.next += 1
            value = self.reader.expressions.converted(self.reader.expressions.value(cursor), made)
            found.append(Initial(offset, made, bits, value))
        elif isinstance(made, Record) and self.reader.types.of_cursor(cursor) is made:
            items.next += 1
            found.append(Initial(offset, made, None, self.reader.expressions.value(cursor)))
        else:
            self._members(made, offset, items, found, braced=False)

    def _braced(self, cursor: Cursor, made: Type, offset: int, bits: Bits, found: list[Initial]) -> None:
        items = Items([child for child in self.unit.children(cursor) if child.kind >= FIRST_EXPRESSION])
        if not isinstance(made, Array | Record):
            if items.cursors:
                self._one(made, offset, bits, items, found)
            else:
                found.append(Initial(offset, made, bits, Constant(made, 0)))
        elif len(items.cursors) == 1 and (literal := self._string_of(items.cursors[0], made)) is not None:
            self._text(literal, made, offset, found)
        else:
            self._members(made, offset, items, found, braced=True)

    def _members(self, made: Type, offset: int, items: Items, found: list[Initial], *, braced: bool) -> None:
        index = 0
        while (cursor := items.peek()) is not None:
            path = self._designator(cursor)
            if path:
                if not braced:
                    return
                index = self._designated(made, offset, path, items, found) + 1
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

    def _designator(self, cursor: Cursor) -> list[str | tuple[int, int]]:
        """The path of a designated initialiser; empty for a plain one."""
        if cursor.kind != Kind.UNEXPOSED:
            return []
        children = self.unit.children(cursor)
        if len(children) < 2 and not (children and children[0].kind == Kind.MEMBER_REFERENCE):
            return []
        text = self.unit.source(cursor)
        if text is None:
            if children[0].kind != Kind.MEMBER_REFERENCE:
                return []
            return [self.unit.spelling(c) for c in children if c.kind == Kind.MEMBER_REFERENCE]
        return list(self._path(text, children))

    def _path(self, text: str, children: list[Cursor]) -> Iterator[str | tuple[int, int]]:
        last = 0
        number = 0
        while (match := _STEP.match(text, last)) is not None:
            last = match.end()
            if match.group(2) is None:
                yield match.group(1) or match.group(4)
                number += 1
                continue
            low = self._index(children[number])
            number += 1
            high = low
            if match.group(3):
                high = self._index(children[number])
                number += 1
            yield low, high

    def _index(self, cursor: Cursor) -> int:
        value = self.unit.evaluate(cursor)
        if value is None:
            raise Unsupported("this designator is not a constant", self.unit.position(cursor))
        return value

    def _designated(
        self, made: Type, offset: int, path: list[str | tuple[int, int]], items: Items, found: list[Initial]
    ) -> int:
        """Initialise what the path names; the index, in ``made``, of its first step."""
        cursor = items.peek()
        assert cursor is not None
        value = self.unit.children(cursor)[-1]
        places: list[tuple[Type, int, Bits]] = [(made, offset, None)]
        first = -1
        for step in path:
            reached: list[tuple[Type, int, Bits]] = []
            for whole, start, _ in places:
                index, parts = self._step(whole, step, cursor)
                if first < 0:
                    first = index
                reached += [(part.type, start + part.offset, part.bits) for part in parts]
            places = reached
        for part_type, start, bits in places:
            self._one(part_type, start, bits, Items([value]), found)
        items.next += 1
        return first

    def _step(self, whole: Type, step: str | tuple[int, int], cursor: Cursor) -> tuple[int, list[Field]]:
        """The subobjects that one designator names (several for a range) and the index of the last."""
        if isinstance(whole, Array) and isinstance(step, tuple):
            size = whole.element.size
            return step[1], [Field("", i * size, whole.element) for i in range(step[0], step[1] + 1)]
        if isinstance(whole, Record) and isinstance(step, str):
            found = whole.named(step)
            if found is not None:
                return found[0], [found[1]]
        raise Unsupported("this designator is not supported", self.unit.position(cursor))

    # -- strings

    def _string_of(self, cursor: Cursor, made: Type) -> bytes | None:
        if not isinstance(made, Array) or not isinstance(made.element, Int) or made.element.width != 8:
            return None
        while cursor.kind in (Kind.UNEXPOSED, Kind.PAREN):
            children = self.unit.children(cursor)
            if len(children) != 1:
                return None
            cursor = children[0]
        return string_bytes(self.unit.spelling(cursor)) if cursor.kind == Kind.STRING else None

    def _text(self, literal: bytes, made: Type, offset: int, found: list[Initial]) -> None:
        assert isinstance(made, Array) and isinstance(made.element, Int)
        content = literal + b"\0"
        for index, byte in enumerate(content[: made.count if made.count is not None else len(content)]):
            value = byte - 256 if made.element.signed and byte > 127 else byte
            found.append(Initial(offset + index, made.element, None, Constant(made.element, value)))

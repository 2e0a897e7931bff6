"""A thin layer over libclang: parse one file, hand out cursors, answer what the reader asks about them.

Children are collected by one reused callback.  The text of a unit is its file, and behind it those that the file
includes, but for the built-in headers and the machine's; a place in it is computed from clang's offset, without a call
into the library.  Any diagnostic of clang's class *error* refuses the file: after an error clang silently drops parts
of the program.
"""

from __future__ import annotations

import ctypes
import os
import re
import weakref
from bisect import bisect_right
from collections.abc import Mapping
from ctypes import byref, c_char_p, c_uint, c_void_p
from types import MappingProxyType
from typing import Any, Final

from assay.core.errors import InputError, Position
from assay.core.program import DRIVER
from assay.frontends.c.text.headers import FOLDER
from assay.frontends.c.text.libclang import (
    FIELD_VISITOR,
    INCLUSION_VISITOR,
    VISITOR,
    CLocation,
    CString,
    CType,
    CUnsaved,
    Cursor,
    library,
)
from assay.frontends.c.text.pieces import Piece, line_starts, on_our_stack
from assay.frontends.pipes import STANDARD_INPUT

__all__ = ["CType", "Cursor", "Unit"]

MACRO_BIT: Final = 1 << 31
ERROR_SEVERITY: Final = 3
NEAR: Final = 400  # an operator stands at most so many characters before its right operand
RECORD: Final = 1  # keep a record of what the preprocessor does and leaves out
FIRST_PREPROCESSING: Final = 500
LAST_PREPROCESSING: Final = 503
REJECTED: Final = "clang rejects this program"
# Words of clang's that need more.
OF_ITS_OWN: Final = "a string initialises arrays of its own characters; wchar_t is long in ILP32 and int in LP64"
HINTS: Final = MappingProxyType(
    {
        "function definition is not allowed here": "nested functions of GNU C are not supported: define it outside",
        "array initializer must be an initializer list": OF_ITS_OWN,
        **{
            f"{complaint} '__CPROVER_{name}'": f"it is CBMC's own: say -D __CPROVER_{name}={made}"
            for complaint in ("unknown type name", "use of undeclared identifier")
            for name, made in (("bool", "_Bool"), ("size_t", "__SIZE_TYPE__"))
        },
    }
)
# What parts the files in the text of a unit: nothing goes on from one to the next.
APART: Final = b"\n;\n"
_CONDITION: Final = re.compile(rb"#\s*(?:if|el|include)")
# A name that clang takes for a function of the library, though no header declares it.
_OWN_NAME: Final = re.compile(r"redefinition of '(\w+)' as different kind of symbol")
_BLANK: Final = re.compile(rb"(?:[\s()]+|/\*.*?\*/|//[^\n]*)*", re.DOTALL)


# What to do about a header that is nowhere.
MISSING: Final = "say where it is with -I FOLDER, or expand it beforehand: `gcc -E program.c | assay check -`"


def _dispose(lib: Any, unit: c_void_p, index: c_void_p) -> None:
    lib.disposeTranslationUnit(unit)
    lib.disposeIndex(index)


class Unit:
    """One parsed file with what it includes.  Cursors and types are valid as long as it lives.

    Headers in the folders ``outside`` are no part of its text: nobody looks at how they are written.  ``behind`` is
    code that follows the file's, in the same scope.
    """

    def __init__(
        self,
        file: str,
        text: bytes,
        flags: tuple[str, ...],
        virtual: Mapping[str, str],
        outside: tuple[str, ...] = (),
        behind: bytes = b"",
    ) -> None:
        self.lib = library()
        self.file = file
        self.outside = outside
        self.text = text + b"\n" + behind if behind else text
        # gcc's rule for inline functions before C99.
        self.older_inline = not {"-std=c89", "-std=gnu89"}.isdisjoint(flags)
        # What begins with a dash would be taken for an option; beside the standard input there is nothing to include.
        name = "/dev/stdin" if file == STANDARD_INPUT else file
        self._name = os.fsencode(f"./{name}" if name.startswith("-") else name)
        self._index = self.lib.createIndex(0, 0)
        self._unit = c_void_p()
        self._pieces: list[Piece] = []
        self._parse_own(
            flags, {self._name: self.text, **{name.encode(): body.encode() for name, body in virtual.items()}}
        )
        self._add(file, text, self._beginning(self._name))
        if behind:
            self._pieces.append(
                Piece(DRIVER, self._pieces[0].base + len(text) + 1, len(text) + 1, len(behind), line_starts(behind))
            )
        self._refuse_errors()
        self._add_included(outside)
        self._collected: list[Cursor] = []
        self._callback = VISITOR(self._collect)

        # The memory goes back when nobody has a cursor or type of this unit any more.
        weakref.finalize(self, _dispose, self.lib, self._unit, self._index).atexit = False

    def _parse(self, flags: tuple[str, ...], files: Mapping[bytes, bytes]) -> None:
        arguments = (c_char_p * len(flags))(*(flag.encode() for flag in flags))
        unsaved = (CUnsaved * len(files))(*(CUnsaved(name, body, len(body)) for name, body in files.items()))
        record = RECORD if _CONDITION.search(self.text) else 0
        with on_our_stack():
            code = self.lib.parseTranslationUnit2(
                self._index, self._name, arguments, len(flags), unsaved, len(files), record, byref(self._unit)
            )
        if code or self._unit.value is None:
            raise InputError("clang could not parse this file", Position(self.file))

    def _parse_own(self, flags: tuple[str, ...], files: Mapping[bytes, bytes]) -> None:
        """Parse; names of library functions that the program has for something else are its own, as in gcc."""
        self._parse(flags, files)
        found = [_OWN_NAME.fullmatch(message) for message, _ in self._errors()]
        names = dict.fromkeys(match[1] for match in found if match is not None)
        if names:
            self.lib.disposeTranslationUnit(self._unit)
            self._unit = c_void_p()
            self._parse((*flags, *(f"-fno-builtin-{name}" for name in names)), files)

    def _errors(self) -> list[tuple[str, CLocation]]:
        """What clang rejects, and where."""
        found = []
        for number in range(self.lib.getNumDiagnostics(self._unit)):
            diagnostic = self.lib.getDiagnostic(self._unit, number)
            severity = self.lib.getDiagnosticSeverity(diagnostic)
            message = self._string(self.lib.getDiagnosticSpelling(diagnostic))
            where = self.lib.getDiagnosticLocation(diagnostic)
            self.lib.disposeDiagnostic(diagnostic)
            if severity >= ERROR_SEVERITY:
                found.append((message, where))
        return found

    def _refuse_errors(self) -> None:
        for message, where in self._errors():
            missing = message.endswith("file not found")
            raise InputError(message, self._position(where), MISSING if missing else HINTS.get(message, REJECTED))

    def _string(self, string: CString) -> str:
        raw = self.lib.getCString(string)
        self.lib.disposeString(string)
        return raw.decode(errors="replace") if raw else ""

    def _collect(self, cursor: Cursor, parent: Cursor, data: object) -> int:
        self._collected.append(cursor)
        return 1

    # -- the text

    def _beginning(self, name: bytes) -> int:
        """Where a file begins in clang's numbering, when it is included first."""
        handle = self.lib.getFile(self._unit, name)
        begins: int = self.lib.getLocationForOffset(self._unit, handle, 0).offset
        return begins

    def _add(self, name: str, text: bytes, base: int) -> None:
        start = len(self.text) if self._pieces else 0
        self._pieces.append(Piece(name, base, start, len(text), line_starts(text)))

    def _add_included(self, outside: tuple[str, ...]) -> None:
        for name, text in self._included().items():
            if not name.startswith(outside):
                self.text += APART
                self._add(name, text, self._beginning(os.fsencode(name)))
                self.text += text

    def _place(self, raw: int) -> int:
        """The offset in the text of a place in clang's numbering; -1 if it is not there, or in a macro."""
        if raw < MACRO_BIT:
            for piece in self._pieces:
                if 0 <= raw - piece.base <= piece.size:
                    return piece.start + raw - piece.base
        return -1

    def _place_in(self, file: c_void_p, offset: int) -> int:
        """The offset in the text of an offset in one of its files."""
        name = self._file_of(file) if file.value else ""
        return next((piece.start + offset for piece in self._pieces if piece.file == name), -1)

    def skipped(self) -> list[tuple[int, int]]:
        """The ranges of the text that the preprocessor leaves out."""
        found = self.lib.getAllSkippedRanges(self._unit)
        try:
            number = found.contents.count
            ranges = [found.contents.ranges[i] for i in range(number)]
            places = [(self._place(r.begin), self._place(r.end)) for r in ranges]
            return [(low, high) for low, high in places if 0 <= low <= high]
        finally:
            self.lib.disposeSourceRangeList(found)

    def _included(self) -> dict[str, bytes]:
        """The files that the program includes, with their texts."""
        handles: list[int] = []
        visitor = INCLUSION_VISITOR(lambda file, stack, depth, data: handles.append(file) if depth else None)
        self.lib.getInclusions(self._unit, visitor, None)
        found: dict[str, bytes] = {}
        for handle in handles:
            size = ctypes.c_size_t()
            start = self.lib.getFileContents(self._unit, handle, byref(size))
            name = self._string(self.lib.getFileName(handle))
            found[name] = ctypes.string_at(start, size.value) if start else b""
        return found

    def written(self, cursor: Cursor) -> int | None:
        """The offset in the text where the cursor's first token is written, be it in a macro."""
        extent = self.lib.getCursorExtent(cursor)
        file, row, column, place = c_void_p(), c_uint(), c_uint(), c_uint()
        location = CLocation(extent.first, extent.second, extent.begin)
        self.lib.getSpellingLocation(location, byref(file), byref(row), byref(column), byref(place))
        found = self._place_in(file, place.value)
        return found if found >= 0 else None

    # -- the tree

    @property
    def root(self) -> Cursor:
        cursor: Cursor = self.lib.getTranslationUnitCursor(self._unit)
        return cursor

    def declarations(self) -> list[Cursor]:
        """What the file declares, outside of functions."""
        found = self.children(self.root)
        return [cursor for cursor in found if not FIRST_PREPROCESSING <= cursor.kind <= LAST_PREPROCESSING]

    def children(self, cursor: Cursor) -> list[Cursor]:
        """The children in source order."""
        found: list[Cursor] = []
        self._collected = found
        self.lib.visitChildren(cursor, self._callback, None)
        return found

    def parameters(self, function: Cursor) -> list[Cursor]:
        """The parameters of a function: among its children are those of other functions that its type names."""
        return [self.lib.Cursor_getArgument(function, i) for i in range(self.lib.Cursor_getNumArguments(function))]

    def fields(self, record: CType) -> list[Cursor]:
        """The members of a record, those without a name included."""
        found: list[Cursor] = []

        def visit(cursor: Cursor, data: object) -> int:
            found.append(cursor)
            return 1

        self.lib.Type_visitFields(record, FIELD_VISITOR(visit), None)
        return found

    def spelling(self, cursor: Cursor) -> str:
        return self._string(self.lib.getCursorSpelling(cursor))

    def extent(self, cursor: Cursor) -> tuple[int, int]:
        """First offset and the offset behind the last, in clang's own numbering: good for comparisons."""
        found = self.lib.getCursorExtent(cursor)
        return found.begin, found.end

    def span(self, cursor: Cursor) -> tuple[int, int] | None:
        """Where the cursor begins and ends in the text, a macro counting where its name is written."""
        found = self.lib.getCursorExtent(cursor)
        low, high = (self._expanded(CLocation(found.first, found.second, end)) for end in (found.begin, found.end))
        return (low, high) if 0 <= low <= high else None

    def _expanded(self, location: CLocation) -> int:
        if location.offset < MACRO_BIT:
            return self._place(location.offset)
        file, place = c_void_p(), c_uint()
        self.lib.getExpansionLocation(location, byref(file), None, None, byref(place))
        return self._place_in(file, place.value)

    def source(self, cursor: Cursor) -> str | None:
        """What is written for the cursor, if all of it stands in the text and not in a macro."""
        begin, end = self.extent(cursor)
        first, last = self._place(begin), self._place(end)
        return self.text[first:last].decode(errors="replace") if 0 <= first <= last else None

    def position(self, cursor: Cursor) -> Position:
        """Where the cursor stands, in the file as it was given (``#line`` is not followed)."""
        return self._position(self.lib.getCursorLocation(cursor))

    def is_machines(self, cursor: Cursor) -> bool:
        """Does this stand in a header of the machine's?"""
        file = self.position(cursor).file
        return file.startswith(self.outside) and not file.startswith(f"{FOLDER}/")

    def start(self, cursor: Cursor) -> Position:
        """Where what is written for the cursor begins."""
        place = self._place(self.lib.getCursorExtent(cursor).begin)
        return self.at(place) if place >= 0 else self.position(cursor)

    def end(self, cursor: Cursor) -> Position:
        """Where the text goes on behind the cursor's."""
        found = self.lib.getCursorExtent(cursor)
        return self._position(CLocation(found.first, found.second, found.end))

    def closing(self, cursor: Cursor) -> Position | None:
        """Where the last character of a call is, if it is a parenthesis of the text and not in a macro."""
        last = self._place(self.lib.getCursorExtent(cursor).end) - 1
        return self.at(last) if last >= 0 and self.text[last] == ord(")") else None

    def gap(self, first: Cursor, second: Cursor) -> str | None:
        """The text between two cursors, a macro counting as far as its name."""
        spans = self.span(first), self.span(second)
        if spans[0] is None or spans[1] is None or spans[0][1] > spans[1][0]:
            return None
        low, high = spans[0][1], spans[1][0]
        return self.text[low:high].decode(errors="replace")

    def between(self, first: Cursor, second: Cursor, sign: bytes) -> Position | None:
        """Where ``sign`` is the first token, comments and parentheses aside, between two cursors."""
        low, high = self._place(self.extent(first)[1]), self._place(self.extent(second)[0])
        if not 0 <= low <= high:
            return None
        blank = _BLANK.match(self.text, low, high)
        place = blank.end() if blank else low
        return self.at(place) if self.text.startswith(sign, place, high) else None

    def sign(self, whole: Cursor, first: Cursor, second: Cursor | None, sign: str) -> Position:
        """Where the operator of an expression stands that has its operands on both sides, or one in front of it.

        Where a macro hides it, that is where the macro is used.
        """
        written = sign.encode()
        if second is None:
            low = self._place(self.extent(first)[1])
            blank = _BLANK.match(self.text, low) if low >= 0 else None
            found = self.at(blank.end()) if blank and self.text.startswith(written, blank.end()) else None
            return found or self.start(whole)
        found = self.between(first, second, written)
        if found is None:
            low, high = (self._expanded(self._begin(cursor)) for cursor in (first, second))
            near = max(0, low, high - NEAR)
            text = self.text[near:high].rstrip(b" \t\r\n\\(")
            if 0 <= low < high and text.endswith(written):
                found = self.at(near + len(text) - len(written))
        return found or self.start(whole)

    def _begin(self, cursor: Cursor) -> CLocation:
        extent = self.lib.getCursorExtent(cursor)
        return CLocation(extent.first, extent.second, extent.begin)

    def at(self, offset: int) -> Position:
        """The place of an offset in the text."""
        piece = self._pieces[0]
        if offset > piece.size:
            piece = next(p for p in reversed(self._pieces) if p.start <= offset)
        offset -= piece.start
        line = bisect_right(piece.lines, offset)
        return Position(piece.file, line, offset - piece.lines[line - 1] + 1)

    def _position(self, location: CLocation) -> Position:
        offset = self._place(location.offset)
        if offset >= 0:
            return self.at(offset)
        file, row, column, place = c_void_p(), c_uint(), c_uint(), c_uint()
        self.lib.getExpansionLocation(location, byref(file), byref(row), byref(column), byref(place))
        return Position(self._file_of(file) if file.value else self.file, row.value, column.value)

    def _file_of(self, file: c_void_p) -> str:
        """The name of a file as the user gave it."""
        name = self._string(self.lib.getFileName(file))
        return self.file if name == self._name.decode(errors="replace") else name

    def type_spelling(self, cursor: Cursor) -> str:
        """The type of a declaration, as clang writes it."""
        return self.spelled(self.lib.getCursorType(cursor))

    def spelled(self, made: CType) -> str:
        return self._string(self.lib.getTypeSpelling(made))

    def is_constant(self, cursor: Cursor) -> bool:
        """Is an object of this declaration, or each element of it, declared const?"""
        made = self.lib.getCursorType(cursor)
        while (element := self.lib.getArrayElementType(made)).kind:
            made = element
        return bool(self.lib.isConstQualifiedType(made))

    def is_volatile(self, cursor: Cursor) -> bool:
        """Does this expression denote a volatile object?"""
        return bool(self.lib.isVolatileQualifiedType(self.lib.getCursorType(cursor)))

    def evaluate_float(self, cursor: Cursor) -> float | None:
        """The value of a floating-point literal, as a double."""
        result = self.lib.Cursor_Evaluate(cursor)
        if not result:
            return None
        try:
            return float(self.lib.EvalResult_getAsDouble(result)) if self.lib.EvalResult_getKind(result) == 2 else None
        finally:
            self.lib.EvalResult_dispose(result)

    def evaluate(self, cursor: Cursor) -> int | None:
        """The value of a constant integer expression.  To be called on literals, sizeof and case labels only."""
        result = self.lib.Cursor_Evaluate(cursor)
        if not result:
            return None
        try:
            if self.lib.EvalResult_getKind(result) != 1:
                return None
            if self.lib.EvalResult_isUnsignedInt(result):
                return int(self.lib.EvalResult_getAsUnsigned(result))
            return int(self.lib.EvalResult_getAsLongLong(result))
        finally:
            self.lib.EvalResult_dispose(result)

"""Which remarks of the text concern what the program reaches (``lexical``), and labels that assembly gives to names.

What concerns a whole file refuses it; what belongs to a function or a variable refuses the first use of its name.
"""

from __future__ import annotations

import re
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.frontends.c.text import kinds
from assay.frontends.c.text.attributes import PROMISES
from assay.frontends.c.text.clang import Cursor, Unit
from assay.frontends.c.text.kinds import Kind
from assay.frontends.c.text.lexical import Remark, remarks

_COMMENT: Final = re.compile(rb"/\*.*?\*/|//[^\n]*", re.DOTALL)
_LABELS: Final = re.compile(rb"asm|##")
_DECLARATIONS: Final = frozenset(
    (Kind.STRUCT, Kind.UNION, Kind.ENUM, Kind.FUNCTION, Kind.VARIABLE, Kind.TYPEDEF, Kind.STATIC_ASSERT)
)
# The linker makes these names up from sections.
_LINKER_NAMES: Final = ("__start_", "__stop_")


class Remarks:
    """The remarks on one parsed file."""

    def __init__(self, unit: Unit, declarations: list[Cursor]) -> None:
        self.unit = unit
        self._by_name: dict[str, list[Remark]] = {}
        self.volatile: dict[str, None] = {}
        self._looked = b"volatile" in unit.text
        found = remarks(unit.text.decode("latin-1"), unit.skipped())
        for remark in found:
            if remark.whole:
                self._refuse(remark)
        self._place(found, declarations)
        self._declarations(declarations, labels=_LABELS.search(unit.text) is not None)

    def use(self, name: str, *, defined: bool, function: bool) -> None:
        """Refuse the name of a function or a global variable if a remark concerns it."""
        for remark in self._by_name.get(name, ()):
            harmless = (remark.name == "weak" and defined) or (remark.name in PROMISES and function)
            if not harmless:
                self._refuse(remark)

    def promised(self, name: str) -> bool:
        """Is a function declared to have no effects?"""
        return any(remark.name in PROMISES for remark in self._by_name.get(name, ()))

    def is_weak(self, name: str) -> bool:
        """May another definition replace this one?"""
        return any(remark.name == "weak" for remark in self._by_name.get(name, ()))

    def read(self, cursor: Cursor) -> None:
        """Note that a volatile object of the program is read; a barrier or an atomic operation reads none."""
        if self._looked and self.unit.is_volatile(cursor):
            text = " ".join((self.unit.source(cursor) or "").split())
            if text and not text.startswith("__") and self.unit.position(cursor).file == self.unit.file:
                self.volatile[text] = None

    def linked(self, name: str, where: Position) -> None:
        """Refuse an undefined name that the linker would define."""
        if name.startswith(_LINKER_NAMES):
            raise Unsupported(f"{name} is a name of the linker's", where, "declare the array in the program")

    def _refuse(self, remark: Remark) -> None:
        raise Unsupported(remark.message, self.unit.at(remark.offset), remark.hint)

    def _place(self, found: list[Remark], declarations: list[Cursor]) -> None:
        """Find out which declarations the remarks belong to: those around them, else the one before or behind."""
        if not found:
            return
        spans = [(span[0], span[1], c) for c in declarations if (span := self.unit.span(c)) is not None]
        for remark in found:
            starts = {low for low, high, _ in spans if low <= remark.offset < high}
            if not starts:
                starts = {self._neighbour(remark.offset, spans)}
            for low, _, cursor in spans:
                if low in starts:
                    self._note(remark, cursor)

    def _neighbour(self, offset: int, spans: list[tuple[int, int, Cursor]]) -> int:
        """Where the declaration begins that an attribute outside of any belongs to."""
        before = [span for span in spans if span[1] <= offset]
        behind = min((low for low, _, _ in spans if low > offset), default=-1)
        if not before:
            return behind
        low, high, cursor = max(before, key=lambda span: span[1])
        gap = _COMMENT.sub(b"", self.unit.text[high:offset])
        body = cursor.kind == Kind.FUNCTION and self.unit.lib.isCursorDefinition(cursor)
        return behind if body or b";" in gap else low

    def _note(self, remark: Remark, cursor: Cursor) -> None:
        if cursor.kind in (Kind.FUNCTION, Kind.VARIABLE):
            self._by_name.setdefault(self.unit.spelling(cursor), []).append(remark)
        else:
            self._refuse(remark)

    # -- assembly and labels

    def _declarations(self, declarations: list[Cursor], *, labels: bool) -> None:
        for cursor in declarations:
            if cursor.kind not in _DECLARATIONS:
                self._unknown(cursor)
            elif labels and cursor.kind in (Kind.FUNCTION, Kind.VARIABLE):
                self._label(cursor)

    def _unknown(self, cursor: Cursor) -> None:
        if self.unit.source(cursor) != ";":
            where = self.unit.position(cursor)
            raise Unsupported("assembly outside of functions is not supported", where, "replace it by C code")

    def _label(self, cursor: Cursor) -> None:
        name = self.unit.spelling(cursor)
        label = asm_label(self.unit, cursor)
        if label is None or label == name:
            return
        where = self.unit.position(cursor)
        message, hint = f"the name {label} in assembly for {name} is not supported", "give it its own name"
        extern = self.unit.lib.Cursor_getStorageClass(cursor) == kinds.EXTERN_STORAGE
        if self.unit.lib.isCursorDefinition(cursor) or (cursor.kind == Kind.VARIABLE and not extern):
            raise Unsupported(message, where, hint)
        offset = (self.unit.span(cursor) or (0, 0))[0]
        self._by_name.setdefault(name, []).append(Remark(offset, message, hint, whole=False))


def asm_label(unit: Unit, cursor: Cursor) -> str | None:
    """The name that a declaration has in assembly, if it gives one."""
    for child in unit.children(cursor):
        if child.kind == Kind.ASM_LABEL:
            return unit.spelling(child)
    return None

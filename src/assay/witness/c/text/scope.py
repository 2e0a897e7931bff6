"""What C can name at a place of the program: variables, places of memory, addresses of objects."""

from __future__ import annotations

from dataclasses import dataclass

from assay.core.c_source import LoopHead, NamedValue, Point, Scalar, SourceMap
from assay.core.terms import Op, Term


@dataclass(frozen=True)
class CScope:
    """The names at ``point`` of a file, in the inlined call ``frame``."""

    source: SourceMap
    point: Point
    frame: int
    file: str = ""

    @classmethod
    def of(cls, source: SourceMap, loop: LoopHead) -> CScope:
        """What the condition of a loop can name."""
        return cls(source, (loop.position.line, loop.position.column), loop.frame, loop.position.file)

    def variable(self, symbol: Term) -> NamedValue | None:
        """The C expression for a variable of the model; none for the bits of a floating-point number."""
        found = self.source.variables.get(symbol)
        return found if found is not None and not found.type.floating and self._visible(found) else None

    def number(self, bits: Term) -> str | None:
        """The C expression for the floating-point number with these bits."""
        if bits.op is Op.VAR:
            found = self.source.variables.get(bits)
            return found.text if found is not None and found.type.floating and self._visible(found) else None
        if bits.op is not Op.SELECT or not isinstance(bits.args[1].value, int):
            return None
        place = self._place(bits.args[0], bits.args[1].value)
        return place[0] if place is not None and place[1].floating else None

    def place(self, array: Term, address: int) -> tuple[str, Scalar] | None:
        """The C expression for what the model holds at a constant address of an array, if it is no number's bits."""
        found = self._place(array, address)
        return found if found is not None and not found[1].floating else None

    def _place(self, array: Term, address: int) -> tuple[str, Scalar] | None:
        for cells in self.source.memory.get(array, ()):
            text = cells.at(address)
            if text is not None and self.source.visible(cells.declaration, self.point, self.frame, self.file):
                return text, cells.type
        return None

    def address(self, value: int) -> str | None:
        """The C expression for a constant address."""
        for cells in self.source.addresses:
            text = cells.at(value)
            if text is not None and self.source.visible(cells.declaration, self.point, self.frame, self.file):
                return f"(void *)&{text}"
        return None

    def _visible(self, found: NamedValue) -> bool:
        return self.source.visible(found.declaration, self.point, self.frame, self.file)

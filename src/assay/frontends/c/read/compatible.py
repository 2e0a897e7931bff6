"""Are two types of different files the same (C17 6.2.7)?  Types are compared by structure, as clang has them.

Records are compatible if their tags and their members agree, in order, and so are records of which one is incomplete;
an enumeration is compatible with its integer type; a function without a prototype with one that has, if its arguments
arrive as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from assay.frontends.c.text import kinds
from assay.frontends.c.text.clang import CType, Cursor, Unit

Side = tuple[Unit, CType]
_ARRAYS = (kinds.CONSTANT_ARRAY, kinds.INCOMPLETE_ARRAY, kinds.VARIABLE_ARRAY)
_PROTOTYPE = 111
# What the default argument promotions change: small integers and float.
_PROMOTED_BYTES = 4


def same_declaration(left: tuple[Unit, Cursor], right: tuple[Unit, Cursor]) -> bool:
    """May two declarations of one name stand in one program?"""
    first, second = ((unit, unit.lib.getCursorType(cursor)) for unit, cursor in (left, right))
    return _Comparison().same(first, second)


@dataclass
class _Comparison:
    """Pairs of records that are being compared are the same for what is inside them."""

    supposed: set[tuple[int, int]] = field(default_factory=set)

    def same(self, left: Side, right: Side, *, qualified: bool = True) -> bool:
        (unit, a), (other, b) = _canonical(left), _canonical(right)
        if qualified and _qualifiers(unit, a) != _qualifiers(other, b):
            return False
        if kinds.ENUM in (a.kind, b.kind):
            return self._enumerations((unit, a), (other, b))
        if a.kind in _ARRAYS and b.kind in _ARRAYS:
            return self._arrays((unit, a), (other, b))
        if a.kind in kinds.FUNCTIONS and b.kind in kinds.FUNCTIONS:
            return self._functions((unit, a), (other, b))
        if a.kind != b.kind:
            return False
        if a.kind in kinds.POINTERS:
            return self.same((unit, unit.lib.getPointeeType(a)), (other, other.lib.getPointeeType(b)))
        if a.kind == kinds.RECORD:
            return self._records((unit, a), (other, b))
        if a.kind == kinds.ATOMIC:
            return self.same((unit, unit.lib.Type_getValueType(a)), (other, other.lib.Type_getValueType(b)))
        return True

    def _arrays(self, left: Side, right: Side) -> bool:
        (unit, a), (other, b) = left, right
        sizes = {made[0].lib.getArraySize(made[1]) for made in (left, right) if made[1].kind == kinds.CONSTANT_ARRAY}
        elements = (unit, unit.lib.getArrayElementType(a)), (other, other.lib.getArrayElementType(b))
        return len(sizes) < 2 and self.same(*elements)

    def _functions(self, left: Side, right: Side) -> bool:
        (unit, a), (other, b) = left, right
        if not self.same((unit, unit.lib.getResultType(a)), (other, other.lib.getResultType(b))):
            return False
        if a.kind != _PROTOTYPE or b.kind != _PROTOTYPE:
            return all(_promoted(side) for side in (left, right) if side[1].kind == _PROTOTYPE)
        count = unit.lib.getNumArgTypes(a)
        if count != other.lib.getNumArgTypes(b):
            return False
        if unit.lib.isFunctionTypeVariadic(a) != other.lib.isFunctionTypeVariadic(b):
            return False
        return all(
            self.same((unit, unit.lib.getArgType(a, n)), (other, other.lib.getArgType(b, n)), qualified=False)
            for n in range(count)
        )

    def _enumerations(self, left: Side, right: Side) -> bool:
        if left[1].kind == right[1].kind:
            first, second = (_constants(*side) for side in (left, right))
            return _tag(*left) == _tag(*right) and (first == second or not first or not second)
        return self.same(_underlying(*left), _underlying(*right), qualified=False)

    def _records(self, left: Side, right: Side) -> bool:
        (unit, a), (other, b) = left, right
        first, second = unit.lib.getTypeDeclaration(a), other.lib.getTypeDeclaration(b)
        pair = (first.declaration or 0, second.declaration or 0)
        if pair in self.supposed:
            return True
        if first.kind != second.kind or _tag(unit, a) != _tag(other, b):
            return False
        self.supposed.add(pair)
        sizes = unit.lib.Type_getSizeOf(a), other.lib.Type_getSizeOf(b)
        if min(sizes) < 0:
            return True  # one of them is incomplete
        mine, others = unit.fields(a), other.fields(b)
        return (
            sizes[0] == sizes[1]
            and len(mine) == len(others)
            and all(self._members((unit, m), (other, o)) for m, o in zip(mine, others, strict=True))
        )

    def _members(self, left: tuple[Unit, Cursor], right: tuple[Unit, Cursor]) -> bool:
        (unit, a), (other, b) = left, right
        names = [_plain(made.spelling(cursor)) for made, cursor in (left, right)]
        places = [made.lib.Cursor_getOffsetOfField(cursor) for made, cursor in (left, right)]
        widths = [made.lib.getFieldDeclBitWidth(cursor) for made, cursor in (left, right)]
        if names[0] != names[1] or places[0] != places[1] or widths[0] != widths[1]:
            return False
        return self.same((unit, unit.lib.getCursorType(a)), (other, other.lib.getCursorType(b)))


def _canonical(side: Side) -> Side:
    return side[0], side[0].lib.getCanonicalType(side[1])


def _qualifiers(unit: Unit, made: CType) -> tuple[bool, bool]:
    return bool(unit.lib.isConstQualifiedType(made)), bool(unit.lib.isVolatileQualifiedType(made))


def _promoted(side: Side) -> bool:
    """Do all arguments of this prototype arrive as they would without one?"""
    unit, made = side
    if unit.lib.isFunctionTypeVariadic(made):
        return False
    arguments = [unit.lib.getCanonicalType(unit.lib.getArgType(made, n)) for n in range(unit.lib.getNumArgTypes(made))]
    scalars = [a for a in arguments if a.kind in kinds.INTEGERS or a.kind in kinds.FLOATS or a.kind == kinds.BOOL]
    return not any(
        unit.lib.Type_getSizeOf(a) < (2 * _PROMOTED_BYTES if a.kind in kinds.FLOATS else _PROMOTED_BYTES)
        for a in scalars
    )


def _tag(unit: Unit, made: CType) -> str:
    return _plain(unit.spelling(unit.lib.getTypeDeclaration(made)))


def _plain(name: str) -> str:
    """clang describes what has no name by its place."""
    return "" if "(" in name else name


def _underlying(unit: Unit, made: CType) -> Side:
    if made.kind != kinds.ENUM:
        return unit, made
    return unit, unit.lib.getEnumDeclIntegerType(unit.lib.getTypeDeclaration(made))


def _constants(unit: Unit, made: CType) -> list[tuple[str, int]]:
    found = unit.children(unit.lib.getTypeDeclaration(made))
    constants = [cursor for cursor in found if cursor.kind == kinds.Kind.ENUM_CONSTANT]
    return [(unit.spelling(cursor), unit.lib.getEnumConstantDeclValue(cursor)) for cursor in constants]

"""C types as the translation needs them: sizes, signs, layouts.  Built lazily from clang's, one object a type.

Layouts (offsets, padding, bit-field positions) are clang's for the target, which agrees with gcc on the ABI.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, cached_property
from types import MappingProxyType
from typing import Final

from assay.core.c_source import ValueNames
from assay.core.errors import Position, Unsupported
from assay.frontends.c.text import kinds
from assay.frontends.c.text.clang import CType, Cursor, Unit


class DataModel(StrEnum):
    """Widths of long and of pointers."""

    ILP32 = "ILP32"
    LP64 = "LP64"

    @property
    def pointer_width(self) -> int:
        return 32 if self is DataModel.ILP32 else 64

    @property
    def target(self) -> str:
        """What clang is told.  Of its systems of 32 bits, Solaris is the one where wchar_t is long, as it is to gcc.

        Its macros are not defined, and nothing else about it is different.
        """
        return "i386-pc-solaris" if self is DataModel.ILP32 else "x86_64-pc-linux-gnu"


# Of a bit-field: first bit and number of bits inside its storage unit, and the size of that unit in bytes.
Bits = tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class Int:
    """An integer type, an enumeration or ``_Bool`` (which holds 0 or 1 in a byte).

    ``names`` are how an enumeration or ``char`` writes its values; they make no other type of it.
    """

    width: int
    signed: bool
    boolean: bool = False
    names: ValueNames = field(default=(), compare=False, repr=False)

    @property
    def size(self) -> int:
        return self.width // 8

    def __str__(self) -> str:
        return "_Bool" if self.boolean else f"{'int' if self.signed else 'uint'}{self.width}"


@dataclass(eq=False, slots=True)
class Pointer:
    """A pointer; what it points to is found on demand, because types may be recursive."""

    size: int
    _target: Callable[[], Type]

    @property
    def pointee(self) -> Type:
        return self._target()

    def __str__(self) -> str:
        return "pointer"


@dataclass(eq=False, slots=True)
class Array:
    """``count`` elements; None where it is left open or, if the array is ``varying``, only known at run time.

    ``kind`` is clang's number for the type of the elements, which tells int from a long of the same width.
    """

    element: Type
    count: int | None
    varying: bool = False
    kind: int = 0

    @property
    def size(self) -> int:
        if self.varying:
            raise Unsupported("the size of an array of variable length is needed", None, "give it a constant length")
        return self.element.size * (self.count or 0)

    def __str__(self) -> str:
        return f"{self.element}[{'' if self.count is None else self.count}]"


@dataclass(frozen=True, slots=True)
class Field:
    """A member: byte offset and type; for a bit-field, the offset of its storage unit and the bits inside it."""

    name: str
    offset: int
    type: Type
    bits: Bits = None


@dataclass(eq=False)
class Record:
    """A struct or a union."""

    name: str
    size: int
    union: bool
    _declaration: Cursor
    _types: Types
    alignment: int

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return tuple(self._types.fields(self._declaration))

    def anonymous(self, inner: Record) -> int | None:
        """The offset of the anonymous member, at any depth, whose type is ``inner``."""
        for member in self.fields:
            if not member.name and isinstance(member.type, Record):
                deeper = 0 if member.type is inner else member.type.anonymous(inner)
                if deeper is not None:
                    return member.offset + deeper
        return None

    def named(self, name: str) -> tuple[int, Field] | None:
        """Index and member of this name; one inside an anonymous member has that member's index."""
        for index, member in enumerate(self.fields):
            if member.name == name:
                return index, member
            if not member.name and isinstance(member.type, Record) and (inner := member.type.named(name)):
                part = inner[1]
                return index, Field(name, member.offset + part.offset, part.type, part.bits)
        return None

    def __str__(self) -> str:
        return f"{'union' if self.union else 'struct'} {self.name}"


@dataclass(eq=False, slots=True)
class Function:
    result: Type
    parameters: tuple[Type, ...]
    variadic: bool
    prototyped: bool
    size: int = 1

    def __str__(self) -> str:
        return "function"


@dataclass(frozen=True, slots=True)
class Void:
    size: int = 1

    def __str__(self) -> str:
        return "void"


@dataclass(frozen=True, slots=True)
class Floating:
    """``float`` and ``double``; arithmetic on others is refused where it is reached, by their ``name``."""

    size: int
    name: str

    def __str__(self) -> str:
        return self.name


Type = Int | Pointer | Array | Record | Function | Void | Floating

VOID: Final = Void()
# What is written between single quotes: a character, or one that cannot be written as it is.
_QUOTED: Final = re.compile(rb"'([ -&(-[\]-~]|\\[abfnrtv0'\\])'")
_ESCAPED: Final = MappingProxyType(dict(zip("abfnrtv0'\\", "\a\b\f\n\r\t\v\0'\\", strict=True)))
UNSIGNED_CHAR: Final = Int(8, signed=False)
INT: Final = Int(32, signed=True)
BOOL: Final = Int(8, signed=False, boolean=True)


@dataclass(eq=False)
class Types:
    """The types of one file, by identity of clang's types."""

    unit: Unit
    model: DataModel
    _known: dict[int, Type] = field(default_factory=dict)
    _near: Cursor | None = None

    @property
    def size_type(self) -> Int:
        return Int(self.model.pointer_width, signed=False)

    @property
    def difference_type(self) -> Int:
        return Int(self.model.pointer_width, signed=True)

    def pointer_to(self, target: Type) -> Pointer:
        return Pointer(self.model.pointer_width // 8, lambda: target)

    def of_cursor(self, cursor: Cursor) -> Type:
        self._near = cursor
        return self.of(self.unit.lib.getCursorType(cursor))

    def near(self) -> Position:
        """Where the last type was asked for: a place for what has none of its own."""
        return self.unit.position(self._near) if self._near is not None else Position(self.unit.file)

    def of_value(self, cursor: Cursor) -> Type:
        """The type of an expression's value; clang names a parameter, and what has its type, as it was declared."""
        return self.decayed(self.of_cursor(cursor))

    def decayed(self, declared: Type) -> Type:
        """What arrays and functions become where they are values or parameters: pointers."""
        if isinstance(declared, Array):
            return self.pointer_to(declared.element)
        return self.pointer_to(declared) if isinstance(declared, Function) else declared

    def of(self, ctype: CType) -> Type:
        identity = ctype.identity or 0
        found = self._known.get(identity)
        if found is None:
            found = self._known[identity] = self._unqualified(self.unit.lib.getCanonicalType(ctype))
        return found

    def _unqualified(self, ctype: CType) -> Type:
        identity = (ctype.identity or 0) & ~7
        found = self._known.get(identity)
        if found is None:
            found = self._known[identity] = self._make(ctype)
        return found

    def _make(self, ctype: CType) -> Type:
        lib, kind = self.unit.lib, ctype.kind
        if kind in kinds.INTEGERS:
            small, large, signed = kinds.INTEGERS[kind]
            names = self._characters if kind in kinds.CHARACTERS else ()
            return Int(small if self.model is DataModel.ILP32 else large, signed, names=names)
        if kind == kinds.BOOL:
            return BOOL
        if kind in kinds.POINTERS:
            target = lib.getPointeeType(ctype)
            return Pointer(self.model.pointer_width // 8, lambda: self.of(target))
        if kind == kinds.RECORD:
            declaration = lib.getTypeDeclaration(ctype)
            name = self.unit.spelling(declaration)
            union = declaration.kind == kinds.Kind.UNION
            size, alignment = max(lib.Type_getSizeOf(ctype), 0), max(lib.Type_getAlignOf(ctype), 1)
            return Record(name, size, union, declaration, self, alignment)
        if kind == kinds.ENUM:
            declaration = lib.getTypeDeclaration(ctype)
            held = self.of(lib.getEnumDeclIntegerType(declaration))
            return replace(held, names=self._constants(declaration)) if isinstance(held, Int) else held
        if kind in kinds.ARRAYS:
            element, varying = lib.getArrayElementType(ctype), kind == kinds.VARIABLE_ARRAY
            count = lib.getArraySize(ctype) if kind == kinds.CONSTANT_ARRAY else None
            return Array(self.of(element), count, varying, self._integer_kind(lib.getCanonicalType(element)))
        if kind in kinds.FUNCTIONS:
            return self._function(ctype)
        if kind == kinds.VOID:
            return VOID
        if kind == kinds.REFERENCE:
            return self.of(lib.getPointeeType(ctype))  # parameters of some builtins
        if kind in kinds.FLOATS:
            return Floating(lib.Type_getSizeOf(ctype), kinds.FLOATS[kind])
        if kind == kinds.ATOMIC:
            plain = self.of(lib.Type_getValueType(ctype))
            if isinstance(plain, Int | Pointer | Floating):
                return plain  # there is one thread
        spelling = self.unit._string(lib.getTypeSpelling(ctype))
        raise Unsupported(
            f"the type {spelling} is not supported", self.near(), "use integers, pointers, structs and arrays"
        )

    @cached_property
    def _characters(self) -> ValueNames:
        """The characters that the program writes; other values of a char may be numbers to it."""
        found: dict[int, str] = {}
        for match in _QUOTED.finditer(self.unit.text):
            written = match[1].decode()
            found.setdefault(ord(_ESCAPED[written[1]] if len(written) > 1 else written), f"'{written}'")
        return tuple(sorted(found.items()))

    def _integer_kind(self, ctype: CType) -> int:
        """Clang's number for a type; for an enumeration, that of the integers it holds."""
        if ctype.kind != kinds.ENUM:
            return int(ctype.kind)
        return int(self.unit.lib.getEnumDeclIntegerType(self.unit.lib.getTypeDeclaration(ctype)).kind)

    def _constants(self, enumeration: Cursor) -> ValueNames:
        """The constants of an enumeration with their values, in order."""
        lib, found = self.unit.lib, self.unit.children(enumeration)
        constants = [cursor for cursor in found if cursor.kind == kinds.Kind.ENUM_CONSTANT]
        return tuple((int(lib.getEnumConstantDeclValue(cursor)), self.unit.spelling(cursor)) for cursor in constants)

    def _function(self, ctype: CType) -> Function:
        lib = self.unit.lib
        prototyped = ctype.kind == 111
        count = max(lib.getNumArgTypes(ctype), 0) if prototyped else 0
        parameters = tuple(self.of(lib.getArgType(ctype, number)) for number in range(count))
        variadic = bool(lib.isFunctionTypeVariadic(ctype))
        return Function(self.of(lib.getResultType(ctype)), parameters, variadic, prototyped)

    def fields(self, declaration: Cursor) -> Iterator[Field]:
        """The members of a record; an anonymous member is listed as one member without a name."""
        for member in self.unit.fields(self.unit.lib.getCursorType(declaration)):
            yield self.field(member)

    def field(self, declaration: Cursor) -> Field:
        """One member.  A bit-field lies in the aligned unit of its type where that fits, else in its bytes."""
        lib = self.unit.lib
        start, made = lib.Cursor_getOffsetOfField(declaration), self.of_cursor(declaration)
        spelled = self.unit.spelling(declaration)
        name = "" if "(" in spelled else spelled  # clang describes an anonymous member by its place
        if not lib.Cursor_isBitField(declaration):
            return Field(name, start // 8, made)
        width = lib.getFieldDeclBitWidth(declaration)
        unit, size = start // (8 * made.size) * made.size, made.size
        whole = lib.Type_getSizeOf(lib.getCursorType(lib.getCursorSemanticParent(declaration)))
        if start + width > 8 * (unit + size) or unit + size > whole:
            unit = start // 8
            size = (start + width + 7) // 8 - unit
        return Field(name, unit, made, (start - 8 * unit, width, size))


def is_varying(checked: Type) -> bool:
    """Is the size of this type only known at run time?"""
    return isinstance(checked, Array) and (checked.varying or is_varying(checked.element))


def is_variably_modified(checked: Type) -> bool:
    """Does naming this type evaluate a length (C11 6.7.6p3)?"""
    while isinstance(checked, Pointer):
        checked = checked.pointee
    return is_varying(checked)


def is_scalar(checked: Type) -> bool:
    return isinstance(checked, Int | Pointer | Floating)


@cache
def unsigned(width: int) -> Int:
    """The unsigned integer type of ``width`` bits."""
    return Int(width, signed=False)


def as_int(scalar: Type) -> Int:
    """The integer type that represents values of a scalar: pointers and the bits of floats are unsigned integers."""
    if isinstance(scalar, Int):
        return scalar
    if isinstance(scalar, Pointer | Floating):
        return unsigned(8 * scalar.size)
    raise TypeError(f"{scalar} is not represented by an integer")


def common_float(left: Type, right: Type) -> Floating:
    """The type in which two numbers are added, of which at least one is a floating-point number."""
    floats = [side for side in (left, right) if isinstance(side, Floating)]
    return max(floats, key=lambda made: (made.name not in ("float", "double"), made.size))


def promoted(small: Int, bits: int | None = None) -> Int:
    """Integer promotion; ``bits`` is the width of a bit-field."""
    width = small.width if bits is None else bits
    if small.boolean or width < 32:
        return INT
    return Int(32, small.signed) if width == 32 else small


def usual(left: Int, right: Int) -> Int:
    """The usual arithmetic conversions of two promoted types."""
    if left.width != right.width:
        return left if left.width > right.width else right
    return left if not left.signed else right


def leaves(whole: Type, offset: int = 0) -> Iterator[tuple[int, int]]:
    """Offset and size of the scalars inside a type (for a bit-field, of its unit); those of every member of a union."""
    if isinstance(whole, Array):
        for number in range(whole.count or 0):
            yield from leaves(whole.element, offset + number * whole.element.size)
    elif isinstance(whole, Record):
        for member in whole.fields:
            if member.bits is not None:
                yield offset + member.offset, member.bits[2]
            else:
                yield from leaves(member.type, offset + member.offset)
    else:
        yield offset, whole.size


def cover(whole: Type) -> list[tuple[int, int]]:
    """Leaves that together cover all bytes of data, the largest first where members overlap."""
    chosen: list[tuple[int, int]] = []
    covered: set[int] = set()
    for start, size in sorted(leaves(whole), key=lambda leaf: (-leaf[1], leaf[0])):
        span = range(start, start + size)
        if not covered.issuperset(span):
            covered.update(span)
            chosen.append((start, size))
    return sorted(chosen)


def gaps(whole: Type) -> list[tuple[int, int]]:
    """The bytes that no member covers."""
    covered = {byte for start, size in cover(whole) for byte in range(start, start + size)}
    return [(byte, 1) for byte in range(whole.size) if byte not in covered]


def pieces(whole: Type) -> list[tuple[int, int]]:
    """All bytes of a type, members as a whole."""
    return sorted(cover(whole) + gaps(whole))

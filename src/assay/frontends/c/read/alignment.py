"""What is the same of addresses in every layout: the alignment of declarations, types and pointers."""

from __future__ import annotations

import re
from typing import Final

from assay.frontends.c.library.known import ALLOCATORS, RESIZERS
from assay.frontends.c.read.tree import Address, Call, Convert, Deref, Expression, Function, Offset, Part, Place
from assay.frontends.c.read.types import Array, Int, Pointer, Record, Type
from assay.frontends.c.text.clang import Cursor, Unit
from assay.frontends.c.text.kinds import Kind

# The attribute without a number: the largest alignment of any type of the target.
LARGEST: Final = 16
# What they return suits every type.
_ALIGNED: Final = ALLOCATORS | RESIZERS
_ATTRIBUTE: Final = re.compile(r"(?:__)?aligned(?:__)?\b\s*(\(+)?|_?[aA]lignas\s*(\(+)")
_NUMBER: Final = re.compile(
    r"\s*(?:1[uUlL]*\s*<<\s*\(*\s*(?P<power>\d+)|(?P<number>0[xX][0-9a-fA-F]+|[1-9]\d*))[uUlL]*\s*\)"
)
_DEFINITION: Final = r"^[ \t]*#[ \t]*define[ \t]+{}[ \t]((?:.*\\\n)*.*)"
_LONGEST: Final = 100


def declared_alignment(unit: Unit, declaration: Cursor) -> int:
    """The alignment that a declaration asks for, by its type or by an attribute whose number is plain to see."""
    lib = unit.lib
    found: int = max(lib.Type_getAlignOf(lib.getCursorType(declaration)), 1)
    if b"lign" not in unit.text:
        return found
    return max([found, *(_asked(unit, child) for child in unit.children(declaration) if child.kind == Kind.ALIGNED)])


def _asked(unit: Unit, attribute: Cursor) -> int:
    """The number of one attribute; 1 if it is not plain to see, which promises nothing."""
    span = unit.span(attribute)
    text = unit.text[span[0] : span[0] + _LONGEST].decode("latin-1") if span is not None else ""
    macro = re.match(r"\w+", text)
    match = _ATTRIBUTE.match(text)
    if match is None and macro is not None:
        bodies = re.findall(_DEFINITION.format(macro[0]), unit.text.decode("latin-1"), re.MULTILINE)
        text = bodies[0] if len(bodies) == 1 and len(_ATTRIBUTE.findall(bodies[0])) == 1 else ""
        match = _ATTRIBUTE.search(text)
    if match is None:
        return 1
    if not any(match.groups()):
        return LARGEST
    number = _NUMBER.match(text, match.end())
    if number is None:
        return 1
    return 1 << int(number["power"]) if number["power"] else int(number["number"], 0)


def alignment_behind(pointer: Expression) -> int:
    """The power of two below which the bits of a pointer are the same in every layout.

    Objects lie at multiples of it, by their declaration or by the types that the pointer was converted from; how far
    inside its object the pointer points does not depend on the layout.
    """
    best = 1
    while True:
        if isinstance(pointer, Address):
            return max(best, _of_place(pointer.place))
        if isinstance(pointer.type, Pointer):
            best = max(best, _of_type(pointer.type.pointee, pointer.type.size))
        if isinstance(pointer, Call) and isinstance(pointer.callee, Function) and pointer.callee.name in _ALIGNED:
            return max(best, 2 * pointer.type.size)
        if isinstance(pointer, Offset):
            pointer = pointer.pointer
        elif isinstance(pointer, Convert) and isinstance(pointer.operand.type, Pointer):
            pointer = pointer.operand
        else:
            return best


def _of_place(place: Place) -> int:
    match place:
        case Part():
            return _of_place(place.whole)
        case Deref():
            return alignment_behind(place.pointer)
        case _:
            return place.variable.alignment


def _of_type(made: Type, most: int) -> int:
    """The alignment that objects of a type have at least."""
    match made:
        case Int() | Pointer():
            return min(made.size, most)
        case Array():
            return _of_type(made.element, most)
        case Record():
            return made.alignment
        case _:
            return 1

"""``_Generic``: which of its expressions clang chose.

libclang does not say.  The selection has the type of the chosen expression, so one that alone has this type is it;
among several that are plain constants, clang's evaluation of the selection gives the value.  Otherwise the types are
read as the program writes them, also in the definition of the macro that is used: they exclude each other (C11
6.5.1.1), so that one which is the controlling expression's is the choice, and if all are understood and none is, the
default.
"""

from __future__ import annotations

import re
from typing import Final

from assay.frontends.c.text.clang import Cursor, Unit
from assay.frontends.c.text.kinds import FIRST_EXPRESSION, Kind
from assay.frontends.c.text.type_names import TypeName, closing, split, type_name, without_comments

_AROUND: Final = (Kind.PAREN, Kind.UNEXPOSED, Kind.UNARY)
_KEYWORD: Final = re.compile(r"\b_Generic\s*\(")
_DEFINITION: Final = r"^[ \t]*#[ \t]*define[ \t]+{}\b(?:\([^()]*\))?((?:.*\\\n)*.*)"


def parts_of(unit: Unit, selection: Cursor) -> tuple[Cursor, list[Cursor]]:
    """The controlling expression, and the expressions that may be chosen by their type."""
    controlling, *others = [child for child in unit.children(selection) if child.kind >= FIRST_EXPRESSION]
    wanted = _identity(unit, selection)
    return controlling, [child for child in others if _identity(unit, child) == wanted]


def constants(unit: Unit, candidates: list[Cursor]) -> bool:
    """Are all of them numbers that the program writes?"""
    return all(_innermost(unit, candidate).kind in (Kind.INTEGER, Kind.CHARACTER) for candidate in candidates)


def by_types(unit: Unit, selection: Cursor) -> Cursor | None:
    """The expression that is chosen, by the types that are written; None if that is not plain to see."""
    controlling, *expressions = [child for child in unit.children(selection) if child.kind >= FIRST_EXPRESSION]
    written = _written(unit, selection)
    if written is None or len(written) != len(expressions):
        return None
    names = _typedefs(unit, " ".join(written))
    wanted = _accepted(unit, controlling)
    found = {text: type_name(text, names) if text != "default" else None for text in written}
    matching = [n for n, text in enumerate(written) if str(found[text]) in wanted]
    if len(matching) == 1:
        return expressions[matching[0]]
    understood = all(known is not None and not known.lengths for text, known in found.items() if text != "default")
    if matching or not understood or "default" not in written:
        return None
    return expressions[written.index("default")]


def _written(unit: Unit, selection: Cursor) -> list[str] | None:
    """What stands before each colon."""
    text = unit.source(selection)
    if text is None:
        text = _by_macro(unit, selection)
    match = _KEYWORD.search(without_comments(text)) if text is not None else None
    if text is None or match is None:
        return None
    plain = without_comments(text)
    end = closing(plain, match.end() - 1)
    if end is None:
        return None
    return [split(part, ":")[0].strip() for part in split(plain[match.end() : end], ",")[1:]]


def _by_macro(unit: Unit, selection: Cursor) -> str | None:
    """The definition of the macro that is used, if it is the only one and has the only ``_Generic``."""
    place = unit.written(selection)
    name = re.match(rb"\w+", unit.text[place : place + 200]) if place is not None else None
    if name is None:
        return None
    program = unit.text.decode(errors="replace")
    found = re.findall(_DEFINITION.format(re.escape(name[0].decode())), program, re.MULTILINE)
    return found[0] if len(found) == 1 and len(_KEYWORD.findall(found[0])) == 1 else None


def _accepted(unit: Unit, controlling: Cursor) -> set[str]:
    """How the controlling expression's type may be written; an enumeration is also its integer type."""
    lib = unit.lib
    made = lib.getCanonicalType(lib.getCursorType(controlling))
    found = {_plain(unit.spelled(made))}
    declaration = lib.getTypeDeclaration(made)
    if declaration.kind == Kind.ENUM:
        found.add(_plain(unit.spelled(lib.getCanonicalType(lib.getEnumDeclIntegerType(declaration)))))
    return found


def _plain(spelled: str) -> str:
    """A spelling of clang's, with the qualifiers in the order that is used here; those of the value itself go."""
    known = type_name(spelled, {})
    if known is None:
        return spelled
    last = known.pointers[-1:] and (frozenset[str](),)
    return str(TypeName(known.base, known.qualifiers if known.pointers else frozenset(), (*known.pointers[:-1], *last)))


def _typedefs(unit: Unit, text: str) -> dict[str, str]:
    """The types that names in a text mean, of those that only one typedef, outside of functions, has."""
    wanted, lib, program = set(re.findall(r"[A-Za-z_]\w*", text)), unit.lib, unit.text.decode(errors="replace")
    found = {}
    for declaration in unit.declarations() if wanted else ():
        if declaration.kind == Kind.TYPEDEF and (name := unit.spelling(declaration)) in wanted:
            found[name] = unit.spelled(lib.getCanonicalType(lib.getCursorType(declaration)))
    defined = {name: re.findall(rf"\btypedef\b[^;]*?\b{name}\b", program) for name in found}
    return {name: spelled for name, spelled in found.items() if len(defined[name]) <= 1}


def _innermost(unit: Unit, cursor: Cursor) -> Cursor:
    while cursor.kind in _AROUND and len(children := unit.children(cursor)) == 1:
        cursor = children[0]
    return cursor


def _identity(unit: Unit, cursor: Cursor) -> int | None:
    found: int | None = unit.lib.getCanonicalType(unit.lib.getCursorType(cursor)).identity
    return found

"""``_Generic``: which of its expressions clang chose.

libclang does not say.  The selection has the type of the chosen expression, so one that alone has this type is it;
among several that are plain constants, clang's evaluation of the selection gives the value.
"""

from __future__ import annotations

from typing import Final

from assay.frontends.c.text.clang import Cursor, Unit
from assay.frontends.c.text.kinds import FIRST_EXPRESSION, Kind

_AROUND: Final = (Kind.PAREN, Kind.UNEXPOSED, Kind.UNARY)


def parts_of(unit: Unit, selection: Cursor) -> tuple[Cursor, list[Cursor]]:
    """The controlling expression, and the expressions that may be chosen by their type."""
    controlling, *others = [child for child in unit.children(selection) if child.kind >= FIRST_EXPRESSION]
    wanted = _identity(unit, selection)
    return controlling, [child for child in others if _identity(unit, child) == wanted]


def constants(unit: Unit, candidates: list[Cursor]) -> bool:
    """Are all of them numbers that the program writes?"""
    return all(_innermost(unit, candidate).kind in (Kind.INTEGER, Kind.CHARACTER) for candidate in candidates)


def _innermost(unit: Unit, cursor: Cursor) -> Cursor:
    while cursor.kind in _AROUND and len(children := unit.children(cursor)) == 1:
        cursor = children[0]
    return cursor


def _identity(unit: Unit, cursor: Cursor) -> int | None:
    found: int | None = unit.lib.getCanonicalType(unit.lib.getCursorType(cursor)).identity
    return found

"""The functions that qsort and bsearch call back: which elements they get to see, and how often, is up to the library.

So one with effects could do what no model says; it must plainly do nothing but compute.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.frontends.c.library.known import Role, named
from assay.frontends.c.library.promises import keeps
from assay.frontends.c.library.sources import PLACE
from assay.frontends.c.read.tree import Function

CALLING_BACK: Final = ("qsort", "bsearch")
_HARMLESS: Final = (
    *(Role.ERROR, Role.ASSERT, Role.NONDET, Role.ASSUME, Role.NOTHING, Role.FIRST_ARGUMENT),
    *(Role.ARITHMETIC, Role.CONSTANT),
)


def refuse_effects(caller: Function, callee: Function, found: Mapping[str, Function], where: Position) -> None:
    """Refuse a callback of a model that may have effects; ``found`` are the functions with a body, by name."""
    name = caller.name.partition(".")[0].partition("_")[0]
    if name not in CALLING_BACK or not caller.where.file.startswith(PLACE) or computes(callee, found):
        return
    message = f"{callee.name} may have effects, and how often {name} calls it is up to the C library"
    raise Unsupported(message, where, "let the comparison only compute")


def computes(function: Function, found: Mapping[str, Function]) -> bool:
    """Does a function plainly change nothing but its own variables, whatever it calls?"""
    entered: set[str] = set()

    def allowed(name: str) -> bool:
        callee = found.get(name)
        if callee is None:
            return named(name) in _HARMLESS
        if name in entered:
            return True
        entered.add(name)
        return callee.body is not None and keeps(callee.body, allowed)

    return allowed(function.name)

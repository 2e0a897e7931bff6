"""Functions that are declared ``pure`` or ``const``: gcc drops calls whose result nobody uses, even unoptimised.

That changes nothing if the promise is kept.  So a body is taken only if it plainly has no effects: it assigns nothing
but its own variables, and calls nothing but functions of the same kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass

from assay.frontends.c.read.statement_tree import Block
from assay.frontends.c.read.tree import Assign, Call, Function, Named, Part, Place, Refused, Temporary, Update, Variable
from assay.frontends.c.read.types import Type


def keeps(body: Block, promised: Callable[[str], bool]) -> bool:
    """Does a body plainly have no effects?  ``promised`` says of a name whether its function may be called."""
    stack: list[object] = [body]
    seen: set[Variable] = set()
    while stack:
        node = stack.pop()
        if _acts(node, promised):
            return False
        if isinstance(node, list | tuple):
            stack += node
        elif isinstance(node, Variable):
            if node.local and node not in seen:
                stack.append(node.initial or [])
            seen.add(node)
        elif is_dataclass(node) and not isinstance(node, Function | Type):
            stack += [getattr(node, part.name) for part in fields(node) if part.name != "target"]
    return True


def _acts(node: object, promised: Callable[[str], bool]) -> bool:
    """May this node, by itself, have an effect outside of its function?"""
    if isinstance(node, Assign | Update):
        return not _own(node.place)
    if isinstance(node, Call):
        return not (isinstance(node.callee, Function) and promised(node.callee.name))
    return isinstance(node, Refused)


def _own(place: Place) -> bool:
    """Is this a variable of the function itself, or a part of one?"""
    while isinstance(place, Part):
        place = place.whole
    return isinstance(place, Temporary) or (isinstance(place, Named) and place.variable.local)

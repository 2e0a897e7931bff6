"""Calls through pointers, as the points-to analysis remembers them."""

from __future__ import annotations

from dataclasses import dataclass

from assay.frontends.c.memory.points_to_graph import Handle
from assay.frontends.c.read.tree import Call, Expression, Variable


@dataclass(eq=False, slots=True)
class IndirectCall:
    """A call through a pointer; ``linked`` are the functions already connected to it."""

    call: Call
    callee: Handle
    arguments: list[Handle | None]
    result: Handle
    linked: set[str]


@dataclass(eq=False, slots=True)
class Direct:
    """A call through a pointer as the direct call of one function without a body, on arguments kept in variables."""

    arguments: list[Variable]
    expression: Expression

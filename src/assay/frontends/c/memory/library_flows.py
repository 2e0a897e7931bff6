"""How pointers flow through functions that have no body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.frontends.c.library.known import Role, copied_type, role
from assay.frontends.c.memory.points_to_graph import Handle
from assay.frontends.c.read.tree import Call, Function
from assay.frontends.c.read.types import Int, gaps, pieces

if TYPE_CHECKING:
    from assay.frontends.c.memory.points_to import PointsTo


def library_flow(analysis: PointsTo, call: Call, callee: Function, values: list[Handle | None]) -> Handle | None:
    """What a function without a body returns, and what it moves through memory."""
    kind = role(callee)
    if kind in (Role.ALLOCATE, Role.RESIZE, Role.COPY, Role.FILL) or callee.name == "free":
        analysis.touches = True
    if kind is Role.ALLOCATE:
        declared = analysis.allocated(call)
        found = analysis.of_variable(declared) if declared is not None else analysis.site(call, dynamic=True)
        analysis.allocations[call] = found
        return found
    if kind is Role.RESIZE:
        found = analysis.allocations[call] = analysis.site(call, dynamic=True)
        analysis.resizes = True
        if values[0] is not None:
            analysis.graph.unify(found, values[0])
        return found
    if kind is Role.COPY:
        _memory_copy(analysis, call, values)
        return values[0]
    if kind is Role.FILL:
        made = copied_type(call)
        if made is not None and values[0] is not None:
            for offset, size in pieces(made):
                analysis.graph.access(values[0].moved(offset), size, indirect=True)
        else:
            _bytes(analysis, values[0])
        return values[0]
    if kind is Role.FIRST_ARGUMENT:
        return values[0] if values else None
    if kind is Role.ARITHMETIC:
        return _moved(analysis, values[0]) if values else None
    if kind is Role.ERRNO:
        return analysis.of_variable(analysis.errno)
    if isinstance(call.type, Int):
        found = analysis.site(call)
        analysis.graph.find(found).node.numbers = True
        return found
    return analysis.site(call, dynamic=True)


def _moved(analysis: PointsTo, value: Handle | None) -> Handle | None:
    """What a pointer in other bytes points to."""
    if value is not None:
        analysis.graph.step(value, 1)
    return value


def _bytes(analysis: PointsTo, value: Handle | None) -> None:
    if value is not None:
        analysis.graph.step(value, 1)
        analysis.graph.access(value, 1, indirect=True)


def _memory_copy(analysis: PointsTo, call: Call, values: list[Handle | None]) -> None:
    target, source = values[0], values[1]
    if target is None or source is None:
        return
    made = copied_type(call)
    if made is not None:
        for handle in (target, source):
            analysis.graph.find(handle).node.indirect = True
        analysis.flows.copy(target, source, made)
        for offset, size in gaps(made):
            for handle in (target, source):
                analysis.graph.access(handle.moved(offset), size, indirect=True)
        return
    _bytes(analysis, target)
    _bytes(analysis, source)
    analysis.graph.unify(analysis.graph.pointee(target), analysis.graph.pointee(source))

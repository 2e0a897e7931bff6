"""Where a program may look at the bits of a floating-point number: by a pointer to another type, or in a union."""

from __future__ import annotations

from assay.frontends.c.library.known import ALLOCATORS
from assay.frontends.c.read.tree import Call, Constant, Convert, Expression, Function
from assay.frontends.c.read.types import Array, Floating, Pointer, Record, Type


def looks_at_bits(operand: Expression, target: Type) -> bool:
    """May what is behind a converted pointer be read as a number and as something else?

    Fresh memory and null are behind no other pointer yet.
    """
    source = operand.type
    if not isinstance(source, Pointer) or _is_fresh(operand):
        return False
    if isinstance(target, Pointer) and (target.pointee is source.pointee or target.pointee == source.pointee):
        return False
    return _mixed(leaves(source.pointee) | leaves(target.pointee if isinstance(target, Pointer) else target))


def _is_fresh(operand: Expression) -> bool:
    while isinstance(operand, Convert):
        operand = operand.operand
    if isinstance(operand, Constant):
        return operand.value == 0
    return isinstance(operand, Call) and isinstance(operand.callee, Function) and operand.callee.name in ALLOCATORS


def shares_bits(whole: Type) -> bool:
    """Is it a union of a floating-point number and something else?"""
    if not isinstance(whole, Record) or not whole.union:
        return False
    return _mixed(leaves(whole))


def _mixed(found: frozenset[Type]) -> bool:
    return len(found) > 1 and any(isinstance(leaf, Floating) for leaf in found)


def leaves(made: Type) -> frozenset[Type]:
    """The kinds of scalars that an object of a type holds, and those behind its pointers."""
    found: dict[Type, None] = {}
    seen: set[int] = set()
    stack = [made]
    while stack:
        top = stack.pop()
        if isinstance(top, Floating):
            found[top] = None
        elif isinstance(top, Pointer):
            stack.append(top.pointee)
        elif isinstance(top, Array):
            stack.append(top.element)
        elif isinstance(top, Record):
            if id(top) not in seen:
                seen.add(id(top))
                stack.extend(field.type for field in top.fields)
        else:
            found[top] = None
    return frozenset(found)

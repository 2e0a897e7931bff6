"""Arrays: rows of variables, rows that are written down, and rows of rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.frontends.smv.scope import ArrayOf, Entity, Expression, Instance, Program, Variable
from assay.frontends.smv.syntax import Node


@dataclass(frozen=True)
class Row:
    """An array of variables or of values, by index."""

    name: str
    elements: Mapping[int, Entity]


def array(program: Program, entity: Entity | None) -> Row | None:
    """The elements of what is an array."""
    match program.follow(entity):
        case ArrayOf() as row:
            return Row(row.name, row.elements)
        case Expression(Node(op="row") as node, scope):
            return Row("this array", {k: Expression(part, scope) for k, part in enumerate(node.args)})
    return None


def below(program: Program, node: Node, scope: Instance) -> tuple[Row | None, list[Node]]:
    """The array below the indices of a path, and the indices, first those of the outer array."""
    path: list[Node] = []
    while node.op == "index":
        path.insert(0, node.args[1])
        node = node.args[0]
        row = array(program, program.resolve(node, scope))
        if row is not None:
            return row, path
    return None, path


def inside(program: Program, current: Mapping[Variable, Expression], row: Row) -> list[tuple[Node, Instance]]:
    """What must be known before an element of the array, or of an array in it, can be picked."""
    found: list[tuple[Node, Instance]] = []
    stack: list[Entity] = list(row.elements.values())
    while stack:
        entity = stack.pop()
        inner = array(program, entity)
        if inner is not None:
            stack.extend(inner.elements.values())
        elif isinstance(entity, Expression):
            found.append((entity.node, entity.scope))
        elif isinstance(entity, Variable) and entity in current:
            found.append((current[entity].node, current[entity].scope))
    return found

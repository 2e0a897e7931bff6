"""Which allocations may fail?  Those whose result the program compares with null: it asks, so it wants to know.

The result counts as compared if the call stands in the comparison, or if the variable or the member that it is assigned
to is compared with null anywhere.  Purely syntactic; of all others *malloc never fails* is assumed, and said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from assay.frontends.c.library.sources import PLACE
from assay.frontends.c.memory.once import parts
from assay.frontends.c.read.calls import is_null
from assay.frontends.c.read.statement_tree import Declare, If, Loop
from assay.frontends.c.read.tree import (
    Assign,
    Call,
    Compare,
    Conditional,
    Convert,
    Expression,
    Function,
    Load,
    Logical,
    Named,
    Not,
    Part,
    Place,
    Variable,
)
from assay.frontends.c.read.types import Type

# What stands for the places that share one name in the text: a variable, or a member of a record.
Key = Variable | tuple[Type, int]


@dataclass(slots=True)
class _Survey:
    keys: set[Key] = field(default_factory=set)
    calls: set[Call] = field(default_factory=set)
    assigned: list[tuple[Key, Call]] = field(default_factory=list)

    def look(self, node: object) -> None:
        match node:
            case If() | Conditional():
                self._test(node.condition)
            case Loop(condition=condition) if condition is not None:
                self._test(condition)
            case Logical():
                self._test(node.left)
                self._test(node.right)
            case Not():
                self._test(node.operand)
            case Compare(left=left, right=right):
                for side, other in ((left, right), (right, left)):
                    if is_null(other):
                        self._test(side)
            case Assign():
                self._assign(_key(node.place), node.value)
            case Declare():
                for part in node.variable.initial or ():
                    self._assign(node.variable, part.value)

    def _test(self, expression: Expression) -> None:
        expression = _plain(expression)
        match expression:
            case Call():
                self.calls.add(expression)
            case Assign():
                self._note(_key(expression.place))
                self._test(expression.value)
            case Load():
                self._note(_key(expression.place))

    def _note(self, key: Key | None) -> None:
        if key is not None:
            self.keys.add(key)

    def _assign(self, key: Key | None, value: Expression) -> None:
        value = _plain(value)
        while isinstance(value, Assign):
            value = _plain(value.value)
        if key is not None and isinstance(value, Call):
            self.assigned.append((key, value))


def tested_calls(functions: Iterable[Function]) -> frozenset[Call]:
    """The calls whose result is compared with null somewhere in these functions."""
    survey = _Survey()
    models: list[Function] = []
    for function in functions:
        if function.where.file.startswith(PLACE):
            models.append(function)
            continue
        for node in _nodes(function.body):
            survey.look(node)
    found = survey.calls | {call for key, call in survey.assigned if key in survey.keys}
    return frozenset(found | _inside(models, found))


def _inside(models: Iterable[Function], found: set[Call]) -> set[Call]:
    """The calls inside of models of library functions, such as strdup, whose own results are compared with null."""
    tested = {call.callee.name for call in found if isinstance(call.callee, Function)}
    made: set[Call] = set()
    for model in models:
        if model.name in tested:
            made |= {node for node in _nodes(model.body) if isinstance(node, Call)}
    return made


def _nodes(root: object) -> Iterator[object]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(parts(node))


def _plain(expression: Expression) -> Expression:
    while isinstance(expression, Convert):
        expression = expression.operand
    return expression


def _key(place: Place) -> Key | None:
    match place:
        case Named():
            return place.variable
        case Part():
            return place.whole.type, place.offset
        case _:
            return None

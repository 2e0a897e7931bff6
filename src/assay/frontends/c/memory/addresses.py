"""Which integers carry an address, and which comparisons therefore depend on where objects lie?

The translation lays objects out in one way of the many that C allows.  Pointers do not show it, as long as a program
compares only pointers into one object; integers made of pointers do.  This analysis follows them from each conversion
of a pointer to an integer through variables, memory, calls and arithmetic, until nothing new is found.  It knows of
each whether it *is* an address (and not just computed from one), and how many of its low bits are the same in every
layout because objects are aligned.  A comparison, condition, switch or index that depends on the rest is *loose*.
Exact in every layout, and not loose, are comparisons with zero and with error codes near the end of the address
space, and equality of two addresses.

Programs that never convert a pointer to an integer are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from assay.frontends.c.library.known import Role, role
from assay.frontends.c.memory.address_forms import is_code, is_constant, is_pointer, kept_below
from assay.frontends.c.memory.once import parts
from assay.frontends.c.memory.points_to_graph import Handle, Node
from assay.frontends.c.read.alignment import alignment_behind
from assay.frontends.c.read.statement_tree import Declare, If, Loop, Return, Switch
from assay.frontends.c.read.tree import (
    Assign,
    Binary,
    Call,
    Comma,
    Compare,
    Conditional,
    Constant,
    Convert,
    Deref,
    Expression,
    Function,
    Load,
    Logical,
    Named,
    Not,
    Offset,
    Part,
    Place,
    StatementExpression,
    Temporary,
    Unary,
    Update,
    Variable,
)
from assay.frontends.c.read.types import Int, Pointer, Record, Type, cover
from assay.frontends.c.read.variadic import extras

if TYPE_CHECKING:
    from assay.frontends.c.memory.points_to import PointsTo


class Loose(Enum):
    """How the outcome of a comparison depends on the layout."""

    ANY = auto()  # altogether
    REUSED = auto()  # two addresses that differ may be the same if one of the objects is gone


@dataclass(frozen=True, slots=True)
class Mark:
    """An integer that carries an address; its bits below ``aligned``, a power of two, are the same in every layout."""

    direct: bool
    aligned: int

    def joined(self, other: Mark | None) -> Mark:
        if other is None:
            return self
        return Mark(self.direct and other.direct, min(self.aligned, other.aligned))


class Addresses:
    """The analysis of one program, after its points-to analysis."""

    def __init__(self, points_to: PointsTo) -> None:
        self.points_to = points_to
        self.loose: dict[Expression, Loose] = {}
        self._marks: dict[tuple[Node, int], Mark] = {}
        self._changed = False

    def run(self) -> None:
        bodies = [f.body for _, f in sorted(self.points_to.reached.items()) if f.body is not None]
        nodes = [(node, function) for body in bodies for node, function in _inside(body, body)]
        owners = {id(f.body): f for f in self.points_to.reached.values()}
        self._changed = True
        while self._changed:
            self._changed = False
            for variable in list(self.points_to.globals):
                self._initialise(variable)
            for node, body in nodes:
                self._flow(node, owners[id(body)])
        for node, _ in nodes:
            self._judge(node)

    def order(self) -> None:
        """Which of two pointers is the greater is up to the layout if they never point to the same object."""
        for node, sides in self.points_to.ordered.items():
            found = [self.points_to.graph.find(side).node for side in sides]
            if found[0] is not found[1] and all(side.variables or side.dynamic for side in found):
                self.loose[node] = Loose.ANY

    # -- where addresses go

    def _flow(self, node: object, function: Function) -> None:
        match node:
            case Assign() if isinstance(node.type, Record):
                self._copy(self._place(node.place), self._record(node.value), node.type)
            case Assign():
                self._store(self._place(node.place), self.mark(node.value))
            case Update():
                self._store(self._place(node.place), self._arithmetic(node.op, self._loaded(node.place), node.value))
            case Declare(variable=variable) if variable.initial:
                self._initialise(variable)
            case Temporary(initial=initial) if initial:
                self._initialise(node.variable, node)
            case Return(value=value) if value is not None:
                target = self.points_to.of_variable(self.points_to.result_of(function))
                if isinstance(value.type, Record):
                    self._copy(target, self._record(value), value.type)
                else:
                    self._store(target, self.mark(value))
            case Call():
                self._pass(node)

    def _initialise(self, variable: Variable, temporary: Temporary | None = None) -> None:
        start = self.points_to.of_variable(variable)
        for part in (temporary.initial if temporary is not None else variable.initial) or ():
            if isinstance(part.type, Record):
                self._copy(start.moved(part.offset), self._record(part.value), part.type)
            else:
                self._store(start.moved(part.offset), self.mark(part.value))

    def _pass(self, call: Call) -> None:
        for callee in self._callees(call):
            for parameter, argument in zip(callee.parameters, call.arguments, strict=False):
                target = self.points_to.of_variable(parameter)
                if isinstance(parameter.type, Record):
                    self._copy(target, self._record(argument), parameter.type)
                else:
                    self._store(target, self.mark(argument))
            if callee.rest is not None:
                self._pass_rest(callee, callee.rest, call)
        if isinstance(call.callee, Function) and role(call.callee) is Role.COPY:
            first, second = self.points_to.arguments[call][:2]
            if first is not None and second is not None:
                self._copy_all(first, second)

    def _pass_rest(self, callee: Function, rest: Variable, call: Call) -> None:
        table = self.points_to.of_variable(rest)
        for extra in extras(callee, [argument.type for argument in call.arguments]):
            if extra.slot is not None:
                target, argument = table.moved(extra.at + extra.slot.offset), call.arguments[extra.index]
                if isinstance(extra.slot.stored, Record):
                    self._copy(target, self._record(argument), extra.slot.stored)
                else:
                    self._store(target, self.mark(argument))

    def _callees(self, call: Call) -> list[Function]:
        if isinstance(call.callee, Function):
            return [call.callee] if call.callee.defined else []
        return [callee for callee in self.points_to.candidates(call) if callee.defined]

    def _store(self, target: Handle, mark: Mark | None) -> None:
        if mark is None:
            return
        found = self.points_to.graph.find(target)
        key = found.node, found.offset
        known = self._marks.get(key)
        joined = mark.joined(known)
        if joined != known:
            self._marks[key] = joined
            self._changed = True

    def _copy(self, target: Handle, source: Handle | None, made: Type) -> None:
        if source is not None and self._marks:
            for offset, _ in cover(made):
                self._store(target.moved(offset), self._at(source.moved(offset)))

    def _copy_all(self, target: Handle, source: Handle) -> None:
        start = self.points_to.graph.find(source)
        for (node, offset), mark in list(self._marks.items()):
            if node is start.node:
                self._store(target.moved(offset - start.offset), mark)

    def _at(self, handle: Handle) -> Mark | None:
        found = self.points_to.graph.find(handle)
        return self._marks.get((found.node, found.offset))

    def _place(self, place: Place) -> Handle:
        match place:
            case Part():
                return self._place(place.whole).moved(place.offset)
            case Deref():
                return place.target if place.target is not None else self.points_to.absolute
            case Named() | Temporary():
                return self.points_to.of_variable(place.variable)

    def _record(self, expression: Expression) -> Handle | None:
        match expression:
            case Load() | Assign():
                return self._place(expression.place)
            case Call():
                return self.points_to.of_variable(self.points_to.site_variable(expression))
            case Conditional():
                return self.points_to.of_variable(self.points_to.chosen(expression))
            case Comma():
                return self._record(expression.right)
            case StatementExpression(value=value) if value is not None:
                return self._record(value)
            case Convert():
                return self._record(expression.operand)
            case _:
                return None

    # -- what an expression carries

    def mark(self, expression: Expression) -> Mark | None:
        """What an integer carries of addresses; nothing is said of pointers, which carry them by right."""
        match expression:
            case Convert():
                return self._converted(expression)
            case Load():
                return self._loaded(expression.place)
            case Assign() | Update():
                return self._loaded(expression.place)
            case Unary():
                found = self.mark(expression.operand)
                return replace(found, direct=False) if found is not None else None
            case Binary(op="&", left=Constant()):
                return self._arithmetic(expression.op, self.mark(expression.right), expression.left)
            case Binary():
                return self._arithmetic(expression.op, self.mark(expression.left), expression.right)
            case Conditional(then=then):
                sides = [self.mark(side) for side in (then or expression.condition, expression.otherwise)]
                found = sides[0] or sides[1]
                return found.joined(sides[1]) if found is not None else None
            case Comma():
                return self.mark(expression.right)
            case StatementExpression(value=value) if value is not None:
                return self.mark(value)
            case Call():
                return self._returned(expression)
            case _:
                return None

    def _loaded(self, place: Place) -> Mark | None:
        return None if isinstance(place.type, Pointer) else self._at(self._place(place))

    def _returned(self, call: Call) -> Mark | None:
        found: Mark | None = None
        if isinstance(call.type, Int):
            for callee in self._callees(call):
                mark = self._at(self.points_to.of_variable(self.points_to.result_of(callee)))
                found = mark.joined(found) if mark is not None else found
            if isinstance(call.callee, Function) and role(call.callee) in (Role.FIRST_ARGUMENT, Role.ARITHMETIC):
                marks = [self.mark(argument) for argument in call.arguments]
                found = next((mark for mark in marks if mark is not None), None)
                if role(call.callee) is Role.ARITHMETIC and found is not None:
                    found = Mark(direct=False, aligned=1)
        return found

    def _converted(self, expression: Convert) -> Mark | None:
        made, operand = expression.type, expression.operand
        if not isinstance(made, Int) or made.boolean:
            return None
        if isinstance(operand.type, Pointer):
            direct = made.width >= 8 * operand.type.size
            return None if is_constant(operand) else Mark(direct, alignment_behind(operand))
        found = self.mark(operand)
        if found is not None and isinstance(operand.type, Int) and made.width < operand.type.width:
            return replace(found, direct=False)
        return found

    def _arithmetic(self, op: str, left: Mark | None, amount: Expression) -> Mark | None:
        right = self.mark(amount)
        found = left if left is not None else right
        if found is None:
            return None
        aligned = found.joined(right if left is not None else None).aligned
        if isinstance(amount, Constant) and left is not None and right is None:
            kept = kept_below(op, amount.value)
            if kept is not None and kept <= aligned:
                return None
            if op == ">>":
                aligned = max(aligned >> min(amount.value, 64), 1)
        if op in ("/", "%") or (op == ">>" and not isinstance(amount, Constant)) or (op == "<<" and right is not None):
            aligned = 1
        return Mark(direct=False, aligned=aligned)

    # -- what depends on it

    def _judge(self, node: object) -> None:
        match node:
            case Compare() if isinstance(node.left.type, Int):
                found = self._compared(node)
                if found is not None:
                    self.loose[node] = found
            case If(condition=condition) | Loop(condition=condition) | Conditional(condition=condition):
                self._condition(condition)
            case Logical():
                self._condition(node.left)
                self._condition(node.right)
            case Not():
                self._condition(node.operand)
            case Switch(value=value):
                self._condition(value)
            case Offset(index=index) if self.mark(index) is not None:
                self.loose[index] = Loose.ANY
            case Call() if isinstance(node.callee, Function) and role(node.callee) in (Role.ASSUME, Role.ASSERT):
                for argument in node.arguments:
                    self._condition(argument)
            case Convert(type=Int(boolean=True)):
                self._condition(node.operand)

    def _condition(self, expression: Expression | None) -> None:
        """An integer that decides by being zero or not; an address decides nothing that way, for it is not zero."""
        if expression is None or isinstance(expression, Compare | Logical | Not):
            return
        found = self.mark(expression)
        if found is not None and not found.direct:
            self.loose[expression] = Loose.ANY

    def _compared(self, node: Compare) -> Loose | None:
        marks = self.mark(node.left), self.mark(node.right)
        if marks == (None, None):
            return None
        direct = all(mark is None or mark.direct for mark in marks)
        for mark, other in zip(marks, (node.right, node.left), strict=True):
            if mark is not None and direct and is_code(other):
                return None
        if direct and None not in marks and node.op in ("==", "!="):
            return None if is_pointer(node.left) and is_pointer(node.right) else Loose.REUSED
        return Loose.ANY


def _inside(node: object, body: object) -> Iterator[tuple[object, object]]:
    """All parts of a function's body."""
    stack = [node]
    while stack:
        found = stack.pop()
        yield found, body
        stack.extend(parts(found))

"""Operands whose order C leaves open: the model evaluates them from left to right.

Where one operand changes a variable by name that another reads or changes, the behaviour is undefined, and the program
is refused.  Where the calls of one operand may change what another reads or changes, or end the run before another
reaches the error call, a verdict is about one of the orders, and says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from assay.core.errors import Position, Unsupported
from assay.frontends.c.library.externals import Externals
from assay.frontends.c.library.known import Role, role
from assay.frontends.c.memory.once import parts
from assay.frontends.c.memory.points_to_graph import Node
from assay.frontends.c.read.statement_tree import Evaluate
from assay.frontends.c.read.tree import (
    Address,
    Assign,
    Binary,
    Call,
    Comma,
    Compare,
    Conditional,
    Constant,
    Deref,
    Difference,
    Expression,
    Function,
    Initial,
    Load,
    Logical,
    Named,
    Offset,
    Part,
    Place,
    StatementExpression,
    Temporary,
    Update,
    Variable,
)
from assay.frontends.c.read.types import Bits

if TYPE_CHECKING:
    from assay.frontends.c.memory.points_to import PointsTo


@dataclass(frozen=True, slots=True)
class Scalar:
    """A variable, or a part of it, that an expression names."""

    variable: Variable
    start: int
    size: int
    bits: Bits

    def meets(self, other: Scalar) -> bool:
        if self.variable is not other.variable:
            return False
        if self.bits is not None or other.bits is not None:
            return (self.start, self.bits) == (other.start, other.bits)
        return self.start < other.start + other.size and other.start < self.start + self.size


@dataclass(slots=True)
class Accesses:
    """What an expression reads and changes by name, by pointers, and by calls.

    ``pending`` are the changes that need not be done when its value is known.
    """

    reads: list[Scalar] = field(default_factory=list)
    changes: list[Scalar] = field(default_factory=list)
    pending: list[Scalar] = field(default_factory=list)
    read: list[Node] = field(default_factory=list)
    written: list[Node] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)

    def add(self, other: Accesses, *, done: bool = False) -> None:
        self.reads += other.reads
        self.changes += other.changes
        self.read += other.read
        self.written += other.written
        self.calls += other.calls
        if not done:
            self.pending += other.pending


@dataclass(slots=True)
class Effects:
    """What a function does to memory, and whether it may end the run or reach the error call."""

    read: set[Node] = field(default_factory=set)
    written: set[Node] = field(default_factory=set)
    stops: bool = False
    errs: bool = False
    unknown: bool = False
    called: set[str] = field(default_factory=set)

    def add(self, other: Effects) -> None:
        self.read |= other.read
        self.written |= other.written
        self.stops |= other.stops
        self.errs |= other.errs
        self.unknown |= other.unknown


def open_orders(points_to: PointsTo) -> list[Position]:
    """Where a verdict rests on the order from left to right.  To be asked when the analysis is over."""
    survey = _Survey(points_to)
    for function in points_to.reached.values():
        survey.function(function)
    return sorted(survey.found, key=lambda where: (where.file, where.line, where.column))


@dataclass(slots=True)
class _Survey:
    points_to: PointsTo
    found: set[Position] = field(default_factory=set)
    where: Position | None = None
    outside: list[Node] | None = None
    own: dict[str, Effects] = field(default_factory=dict)
    whole: dict[str, Effects] = field(default_factory=dict)

    def function(self, function: Function) -> None:
        if function.body is not None and "." not in function.spelling:
            self.where = function.where
            self._inside(function.body)

    def _inside(self, node: object) -> Accesses:
        """All expressions inside of a statement, each by itself."""
        made = Accesses()
        pending = [node]
        while pending:
            found = pending.pop()
            where = getattr(found, "where", None)
            if isinstance(where, Position):
                self.where = where
            if isinstance(found, Evaluate | Initial):
                made.add(self._expression(found.expression if isinstance(found, Evaluate) else found.value), done=True)
            elif isinstance(found, Expression):
                made.add(self._expression(found), done=True)
            else:
                pending += reversed(list(parts(found)))
        return made

    # -- expressions

    def _expression(self, expression: Expression) -> Accesses:
        made = Accesses()
        match expression:
            case Constant():
                pass
            case Load():
                made.add(self._place(expression.place))
                self._access(expression.place, made.reads, made.read)
            case Address():
                made.add(self._place(expression.place))
            case Binary() | Compare() | Difference():
                self._siblings(made, [expression.left, expression.right])
            case Offset():
                self._siblings(made, [expression.pointer, expression.index])
            case Comma() | Logical():
                made.add(self._expression(expression.left), done=True)
                made.add(self._expression(expression.right))
            case Conditional():
                made.add(self._expression(expression.condition), done=expression.then is not None)
                for branch in (expression.then, expression.otherwise):
                    if branch is not None:
                        made.add(self._expression(branch))
            case Call():
                callee = [] if isinstance(expression.callee, Function) else [expression.callee]
                self._siblings(made, [*callee, *expression.arguments])
                made.pending.clear()
                made.calls.append(expression)
            case Assign() | Update():
                self._assignment(made, expression)
            case StatementExpression():
                where = self.where
                made.add(self._inside(expression.body), done=True)
                if expression.value is not None:
                    made.add(self._expression(expression.value), done=True)
                self.where = where
            case _:
                for part in parts(expression):
                    if isinstance(part, Expression):
                        made.add(self._expression(part))
        return made

    def _assignment(self, made: Accesses, expression: Assign | Update) -> None:
        place, value = self._place(expression.place), self._expression(expression.value)
        if isinstance(expression, Update):
            self._access(expression.place, place.reads, place.read)
        self._compare(place, value)
        made.add(place)
        made.add(value)
        target = Accesses()
        self._access(expression.place, target.changes, target.written)
        self._undefined(target.changes, made.pending)
        target.pending = list(target.changes)
        made.add(target)

    def _place(self, place: Place) -> Accesses:
        """What finding a place reads and changes."""
        match place:
            case Named():
                return Accesses()
            case Part():
                return self._place(place.whole)
            case Deref():
                return self._expression(place.pointer)
            case Temporary():
                made = Accesses()
                for part in place.initial or ():
                    made.add(self._expression(part.value))
                if place.maker is not None:
                    made.add(self._expression(place.maker))
                return made

    def _access(self, place: Place, named: list[Scalar], nodes: list[Node]) -> None:
        start, bits, root = 0, None, place
        while isinstance(root, Part):
            start, bits, root = start + root.offset, bits or root.bits, root.whole
        if isinstance(root, Named):
            named.append(Scalar(root.variable, start, place.type.size, bits))
        node = self._node(root)
        if node is not None:
            nodes.append(node)

    def _node(self, root: Place) -> Node | None:
        graph = self.points_to.graph
        if isinstance(root, Named):
            return graph.find(self.points_to.of_variable(root.variable)).node
        return graph.find(root.target).node if isinstance(root, Deref) and root.target is not None else None

    # -- pairs

    def _siblings(self, made: Accesses, operands: list[Expression]) -> None:
        found = [self._expression(operand) for operand in operands]
        if any(operand.effects for operand in operands):
            for left, right in combinations(found, 2):
                self._compare(left, right)
        for accesses in found:
            made.add(accesses)

    def _compare(self, left: Accesses, right: Accesses) -> None:
        self._undefined(left.changes, [*right.reads, *right.changes])
        self._undefined(right.changes, left.reads)
        if not (left.calls or left.written) and not (right.calls or right.written):
            return
        first, second = self._effects(left), self._effects(right)
        clash = (
            first.written & (second.read | second.written)
            or second.written & first.read
            or (first.stops and second.errs)
            or (first.errs and second.stops)
            or (first.unknown and self._known_outside(second.read | second.written))
            or (second.unknown and self._known_outside(first.read | first.written))
        )
        if clash and self.where is not None:
            self.found.add(self.where)

    def _undefined(self, changes: list[Scalar], others: list[Scalar]) -> None:
        for change in changes:
            if any(change.meets(other) for other in others):
                message = f"undefined: {change.variable.name} is changed and used without a sequence point"
                raise Unsupported(message, self.where, "write it as two statements")

    def _known_outside(self, nodes: set[Node]) -> bool:
        if self.outside is None:
            self.outside = self.points_to.outside.nodes()
        return any(node in nodes for node in self.outside)

    # -- what calls do

    def _effects(self, accesses: Accesses) -> Effects:
        made = Effects(set(accesses.read), set(accesses.written))
        for call in accesses.calls:
            for name in self._call(call, made):
                made.add(self._transitive(name))
        return made

    def _call(self, call: Call, made: Effects) -> Iterable[str]:
        """The functions that a call enters; what others do is added."""
        direct = isinstance(call.callee, Function)
        candidates = [call.callee] if isinstance(call.callee, Function) else self.points_to.candidates(call)
        for function in candidates:
            kind = role(function)
            made.errs |= kind in (Role.ERROR, Role.ASSERT)
            made.stops |= kind in (Role.STOP, Role.ASSUME, Role.BEYOND)
            if kind is Role.UNKNOWN and not function.defined:
                made.unknown |= self.points_to.externals is Externals.ANY
            if kind in (Role.COPY, Role.FILL):
                self._block(call, made)
        if not direct and (not candidates or self.points_to.outside.may_be(call)):
            made.unknown |= self.points_to.externals is Externals.ANY
        return [f.name for f in candidates if f.defined and role(f) is not Role.ERROR]

    def _block(self, call: Call, made: Effects) -> None:
        handles = [h for h in self.points_to.arguments.get(call, ()) if h is not None]
        nodes = [self.points_to.graph.find(handle).node for handle in handles]
        made.read.update(nodes)
        made.written.update(nodes[:1])

    def _transitive(self, name: str) -> Effects:
        known = self.whole.get(name)
        if known is None:
            known = Effects()
            entered, pending = {name}, [name]
            while pending:
                own = self._body(pending.pop())
                known.add(own)
                pending += own.called - entered
                entered |= own.called
            self.whole[name] = known
        return known

    def _body(self, name: str) -> Effects:
        """What a function does by itself to anything but its own variables."""
        known = self.own.get(name)
        if known is not None:
            return known
        made = self.own[name] = Effects()
        function = self.points_to.reached.get(name)
        pending: list[object] = [function.body] if function is not None and function.body is not None else []
        while pending:
            node = pending.pop()
            if isinstance(node, Load | Assign | Update):
                root = node.place
                while isinstance(root, Part):
                    root = root.whole
                reached = None if isinstance(root, Named) and root.variable.local else self._node(root)
                if reached is not None:
                    (made.read if isinstance(node, Load) else made.written).add(reached)
            elif isinstance(node, Call):
                made.called.update(self._call(node, made))
            pending += parts(node)
        return made

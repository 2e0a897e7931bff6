"""How values flow through expressions: what each may point to, and which bytes are read and written as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.frontends.c.library.known import Role, canonical, role
from assay.frontends.c.memory.library_flows import library_flow
from assay.frontends.c.memory.points_to_graph import Handle
from assay.frontends.c.read.tree import (
    Address,
    Assign,
    Binary,
    Call,
    Comma,
    Compare,
    Conditional,
    Constant,
    Convert,
    Deref,
    Difference,
    Expression,
    Function,
    FunctionAddress,
    Load,
    Logical,
    Named,
    Not,
    Offset,
    Part,
    Place,
    Refused,
    StatementExpression,
    Temporary,
    Unary,
    Update,
    Variable,
)
from assay.frontends.c.read.types import Int, Pointer, Record, Type, cover, gaps
from assay.frontends.c.translate.inside import surely_inside

if TYPE_CHECKING:
    from assay.frontends.c.memory.points_to import PointsTo


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


class Flows:
    """Follows values through expressions and places, for one analysis."""

    def __init__(self, analysis: PointsTo) -> None:
        self.analysis = analysis
        self.graph = analysis.graph
        self._functions: dict[str, Handle] = {}
        self._seen: set[Variable] = set()

    # -- places

    def place(self, place: Place) -> Handle:
        match place:
            case Named():
                return self.analysis.of_variable(place.variable)
            case Part():
                return self.place(place.whole).moved(place.offset)
            case Deref():
                self.analysis.follows |= not surely_inside(place)
                self.analysis.touches = True
                found = self.value(place.pointer)
                if found is None:
                    found = self.analysis.absolute
                    self.graph.step(found, 1)
                place.target = found
                return found
            case Temporary():
                handle = self.analysis.declared(place.variable)
                if place.initial is not None:
                    self.analysis.initialise(handle, place.initial)
                elif place.maker is not None:
                    self.copy(handle, self.record(place.maker), place.type)
                return handle

    def _access(self, handle: Handle, place: Place) -> None:
        size = place.bits[2] if isinstance(place, Part) and place.bits else place.type.size
        self.graph.access(handle, max(size, 1), indirect=not is_direct(place))

    def _reached(self, place: Place) -> Handle:
        """The place of a whole record; its node is noted if it is reached through a pointer."""
        handle = self.place(place)
        if not is_direct(place):
            self.graph.find(handle).node.indirect = True
        return handle

    def flow(self, target: Handle, value: Handle | None, expression: Expression | None = None) -> None:
        """Let a value be stored; an integer's ``expression`` tells whether it is a constant."""
        if value is not None:
            self.graph.unify(self.graph.pointee(target), value)
        if expression is not None and isinstance(expression.type, Int) and not is_fixed(expression):
            self.graph.find(self.graph.pointee(target)).node.numbers = True

    def copy(self, target: Handle, source: Handle, made: Type) -> None:
        if self.analysis.padded:
            for offset, size in gaps(made):
                for handle in (target, source):
                    self.graph.access(handle.moved(offset), size, indirect=False)
        for offset, size in cover(made):
            for handle in (target, source):
                self.graph.access(handle.moved(offset), size, indirect=False)
            self.graph.unify(self.graph.pointee(target.moved(offset)), self.graph.pointee(source.moved(offset)))

    # -- values

    def record(self, expression: Expression) -> Handle:
        """Where the value of a record lies."""
        match expression:
            case Load():
                return self._reached(expression.place)
            case Call():
                return self._call(expression) or self.graph.fresh()
            case Assign():
                target = self._reached(expression.place)
                self.copy(target, self.record(expression.value), expression.type)
                return target
            case Conditional(then=then) if then is not None:
                self.value(expression.condition)
                holder = self.analysis.of_variable(self.analysis.chosen(expression))
                for side in (then, expression.otherwise):
                    self.copy(holder, self.record(side), expression.type)
                return holder
            case Comma():
                self.value(expression.left)
                return self.record(expression.right)
            case StatementExpression(value=value) if value is not None:
                self.analysis.statement(expression.body)
                return self.record(value)
            case Convert():
                return self.record(expression.operand)
        return self.graph.fresh()

    def value(self, expression: Expression) -> Handle | None:
        """What the value may point to; None for one that is no pointer."""
        match expression:
            case Constant() | Refused():
                return None
            case Load():
                if isinstance(expression.type, Record):
                    return self.place(expression.place)
                handle = self.place(expression.place)
                self._access(handle, expression.place)
                return self.graph.pointee(handle)
            case Compare(op="<" | ">" | "<=" | ">=") if isinstance(expression.left.type, Pointer):
                left, right = self.value(expression.left), self.value(expression.right)
                if left is not None and right is not None:
                    self.analysis.ordered[expression] = (left, right)
                return None
            case Compare() | Logical():
                self._visit(expression.left)
                self._visit(expression.right)
                return None
            case Difference():
                return self._difference(self.value(expression.left), self.value(expression.right))
            case Binary():
                return self._arithmetic(self.value(expression.left), self.value(expression.right))
            case Convert():
                return self._converted(expression)
            case Assign():
                return self._assign(expression)
            case Call():
                return self._call(expression)
            case Update():
                return self._update(expression)
            case Address():
                found = self.analysis.moves[expression] = self.place(expression.place)
                return found
            case FunctionAddress():
                return self._function_node(expression.function)
            case Offset():
                return self._offset(expression)
            case Unary():
                return self._arithmetic(self.value(expression.operand), None)
            case Not():
                self._visit(expression.operand)
                return None
            case Conditional():
                return self._conditional(expression)
            case Comma():
                self.value(expression.left)
                return self.value(expression.right)
            case StatementExpression():
                self.analysis.statement(expression.body)
                return self.value(expression.value) if expression.value is not None else None

    def _converted(self, expression: Convert) -> Handle | None:
        """Note an integer that becomes a pointer, unless it is a constant, and a pointer that becomes an integer."""
        found = self.value(expression.operand)
        if found is not None and isinstance(expression.type, Int) and isinstance(expression.operand.type, Pointer):
            self.graph.find(found).node.pointers = True
            self.analysis.exposed |= not is_fixed(expression.operand)
        if isinstance(expression.type, Pointer) and isinstance(expression.operand.type, Int):
            if is_fixed(expression.operand):
                return found
            found = found if found is not None else self.graph.fresh()
            self.graph.find(found).node.numbers = True
        return found

    def _difference(self, left: Handle | None, right: Handle | None) -> Handle | None:
        """The distance of two pointers leads from one to the other, and from a constant it is the pointer itself."""
        if left is None or right is None:
            return self._arithmetic(left, right)
        if self.graph.find(left).node is not self.graph.find(right).node:
            self.graph.unify(left, right)
        return None

    def _visit(self, expression: Expression) -> None:
        """Look at an expression whose value points nowhere that matters; a plain variable only once."""
        if isinstance(expression, Load) and isinstance(expression.place, Named):
            if expression.place.variable not in self._seen:
                self._seen.add(expression.place.variable)
                self.value(expression)
        elif not isinstance(expression, Constant):
            self.value(expression)

    def _function_node(self, function: Function) -> Handle:
        found = self._functions.get(function.name)
        if found is None:
            found = self._functions[function.name] = self.graph.fresh()
            found.node.functions[function.name] = function
        return found

    def _arithmetic(self, left: Handle | None, right: Handle | None) -> Handle | None:
        if left is not None and right is not None:
            self.graph.unify(left, right)
        found = left if left is not None else right
        if found is not None:
            self.graph.step(found, 1)
        return found

    def _offset(self, expression: Offset) -> Handle | None:
        pointer = self.value(expression.pointer)
        self.value(expression.index)
        if pointer is None:
            return None
        self.analysis.moves[expression] = pointer
        index = expression.index
        if isinstance(index, Constant):
            distance = index.value * expression.stride
            return pointer.moved(-distance if expression.negative else distance)
        self.graph.step(pointer, expression.stride)
        return pointer

    def _conditional(self, expression: Conditional) -> Handle | None:
        condition = self.value(expression.condition)
        then = self.value(expression.then) if expression.then is not None else condition
        otherwise = self.value(expression.otherwise)
        if then is not None and otherwise is not None:
            self.graph.unify(then, otherwise)
        return then if then is not None else otherwise

    def _assign(self, expression: Assign) -> Handle | None:
        if isinstance(expression.type, Record):
            return self.record(expression)
        target = self.place(expression.place)
        self._access(target, expression.place)
        self.flow(target, self.value(expression.value), expression.value)
        return self.graph.pointee(target)

    def _update(self, expression: Update) -> Handle | None:
        target = self.place(expression.place)
        self._access(target, expression.place)
        value = self.value(expression.value)
        pointee = self.graph.pointee(target)
        if isinstance(expression.type, Pointer):
            self.graph.step(pointee, stride_of(expression.value))
            self.analysis.moves[expression] = pointee
            return pointee
        found = self._arithmetic(pointee, value)
        self.graph.find(pointee).node.numbers = True
        return found

    # -- calls

    def _call(self, call: Call) -> Handle | None:
        callee = call.callee
        values = [
            self.record(argument) if isinstance(argument.type, Record) else self.value(argument)
            for argument in call.arguments
        ]
        self.analysis.arguments[call] = values
        if not isinstance(callee, Function):
            return self._call_pointer(call, callee, values)
        if callee.defined and role(callee) is not Role.ERROR:
            result = (
                self.analysis.of_variable(self.analysis.site_variable(call))
                if isinstance(call.type, Record)
                else self.analysis.site(call)
            )
            self.analysis.connect(callee, call.arguments, values, result)
            return result
        if role(callee) is Role.UNKNOWN:
            self.analysis.outside.note(call, values)
        if (canonical(callee.name) == "free" or role(callee) is Role.RESIZE) and values:
            self.analysis.frees = True
            self.analysis.freed += [value for value in values[:1] if value is not None]
        if isinstance(call.type, Record):
            return self.analysis.of_variable(self.analysis.site_variable(call))
        return library_flow(self.analysis, call, callee, values)

    def _call_pointer(self, call: Call, callee: Expression, values: list[Handle | None]) -> Handle | None:
        self.analysis.touches = True
        target = self.value(callee)
        result = (
            self.analysis.of_variable(self.analysis.site_variable(call))
            if isinstance(call.type, Record)
            else self.analysis.site(call)
        )
        if target is not None and call not in self.analysis.indirect:
            self.analysis.indirect[call] = IndirectCall(call, target, values, result, set())
        return result


def is_direct(place: Place) -> bool:
    """Is the object that this place lies in named by the program text?"""
    while True:
        match place:
            case Part():
                place = place.whole
            case Named() | Temporary():
                return True
            case Deref():
                pointer = place.pointer
                while isinstance(pointer, Convert) or (isinstance(pointer, Offset) and is_constant(pointer.index)):
                    pointer = pointer.operand if isinstance(pointer, Convert) else pointer.pointer
                if not isinstance(pointer, Address):
                    return False
                place = pointer.place


def is_constant(expression: Expression) -> bool:
    return isinstance(expression, Constant)


def is_fixed(expression: Expression) -> bool:
    """Is the value made of constants alone?"""
    match expression:
        case Constant():
            return True
        case Convert() | Unary() | Not():
            return is_fixed(expression.operand)
        case Binary():
            return is_fixed(expression.left) and is_fixed(expression.right)
        case Conditional(then=then) if then is not None:
            return is_fixed(then) and is_fixed(expression.otherwise)
        case _:
            return False


def stride_of(amount: Expression) -> int:
    """The number of bytes of which ``amount`` is known to be a multiple."""
    if isinstance(amount, Constant):
        return max(abs(amount.value), 1)
    if isinstance(amount, Binary) and amount.op == "*" and isinstance(amount.right, Constant):
        return max(abs(amount.right.value), 1)
    return 1

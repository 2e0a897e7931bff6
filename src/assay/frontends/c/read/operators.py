"""Operators of clang's tree: arithmetic, comparison, assignment.

Clang hides the type in which a compound assignment computes: it is found again by promotion and the usual conversions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay.frontends.c.read.bitfields import HINT, WIDE, is_wide, wide, width_of
from assay.frontends.c.read.tree import (
    Address,
    Binary,
    Comma,
    Compare,
    Conditional,
    Constant,
    Convert,
    Deref,
    Difference,
    Expression,
    FunctionAddress,
    Logical,
    Named,
    Not,
    Part,
    Place,
    Unary,
    Update,
)
from assay.frontends.c.read.types import (
    INT,
    Floating,
    Int,
    Pointer,
    Record,
    Type,
    Void,
    common_float,
    promoted,
    usual,
)
from assay.frontends.c.read.types import Function as FunctionType
from assay.frontends.c.text import kinds
from assay.frontends.c.text.clang import Cursor
from assay.frontends.c.text.kinds import Kind
from assay.frontends.c.text.literals import wrapped

if TYPE_CHECKING:
    from assay.frontends.c.read.expressions import Expressions

_COMPARISONS: Final = frozenset(("<", ">", "<=", ">=", "==", "!="))


class Operators:
    """Lowers operators; operands are lowered by ``expressions``."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.reader = expressions.reader
        self.unit = expressions.unit
        self.types = expressions.types

    def unary(self, cursor: Cursor) -> Place | Expression:
        op = kinds.UNARY.get(self.unit.lib.getCursorUnaryOperatorKind(cursor), "")
        operand = self.unit.children(cursor)[-1]
        if op in ("post++", "post--", "++", "--"):
            return self._step(cursor, op, operand)
        found = self.expressions.lower(operand)
        if op == "extension":
            return found
        if op == "&":
            if isinstance(found, FunctionAddress):
                return found
            if isinstance(found, Deref) and isinstance(found.type, FunctionType):
                return found.pointer
            place = self.expressions.as_place(found, self.unit.position(cursor))
            self.reader.note_address(place)
            return Address(self.types.of_cursor(cursor), place, place.effects)
        value = self.expressions.as_value(found)
        if op == "!":
            return Not(INT, value, value.effects)
        if op == "+":
            return value
        made = self.types.of_cursor(cursor)
        if op == "*":
            return value if isinstance(made, FunctionType) else self.expressions.deref(value, made)
        if isinstance(value, Constant) and op == "-" and isinstance(made, Int):
            changed = wrapped(-value.value, made)
            if changed == -value.value or not made.signed:
                return Constant(made, changed)
        if op not in ("-", "~"):
            return self.expressions.refuse(cursor, "this operator is not supported")
        narrow = wide(value)
        if narrow is not None:
            inner = Unary(narrow, op, self.expressions.converted(value, narrow), value.effects, self.unit.start(cursor))
            return self.expressions.converted(inner, made)
        return Unary(made, op, value, value.effects, self.unit.start(cursor))

    def _step(self, cursor: Cursor, op: str, operand: Cursor) -> Expression:
        place = self.expressions.place(operand)
        self.reader.note_assignment(place)
        made = place.type
        sign = op[-1]
        where = self.unit.start(cursor)
        if isinstance(made, Pointer):
            amount = self.reader.lengths.size(made.pointee, where)
            return Update(made, place, sign, amount, self.types.size_type, op.startswith("post"), where)
        if isinstance(made, Floating):
            step = self.expressions.converted(Constant(INT, 1), made)
            return Update(made, place, sign, step, made, op.startswith("post"), where)
        if not isinstance(made, Int):
            return self.expressions.refuse(cursor, "arithmetic on this type is not supported")
        computation = promoted(made, place.bits[1] if isinstance(place, Part) and place.bits else None)
        one, old = Constant(computation, 1), op.startswith("post")
        mark = self.unit.sign(cursor, operand, None, sign * 2) if old else where
        return Update(made, place, sign, one, computation, old, where, mark=mark)

    def binary(self, cursor: Cursor) -> Place | Expression:
        op = kinds.BINARY.get(self.unit.lib.getCursorBinaryOperatorKind(cursor), "")
        first, second = self.unit.children(cursor)[:2]
        if op == "=":
            return self._assign(cursor, first, second)
        left, right = self.expressions.value(first), self.expressions.value(second)
        effects = left.effects or right.effects
        if op == "&&" or op == "||":
            return Logical(INT, op == "&&", left, right, effects)
        if op == ",":
            return Comma(right.type, left, right, effects)
        if op in _COMPARISONS:
            if op not in ("==", "!=") and (is_label(left) or is_label(right)):
                return self.expressions.refuse(cursor, "the order of labels is not supported", "keep their addresses")
            if wide(left) is not None or wide(right) is not None:
                common = self._common((left, first), (right, second))
                if common is None:
                    return self.expressions.refuse(cursor, WIDE, HINT)
                left, right = (self.expressions.converted(side, common) for side in (left, right))
            if isinstance(left.type, Pointer) != isinstance(right.type, Pointer):
                target = left.type if isinstance(left.type, Pointer) else right.type
                left, right = self.expressions.converted(left, target), self.expressions.converted(right, target)
            return Compare(INT, op, left, right, effects)
        made = self.types.of_cursor(cursor)
        if isinstance(left.type, Pointer) and isinstance(right.type, Pointer):
            return self._difference(cursor, made, left, right)
        where = self.unit.position(cursor)
        if isinstance(left.type, Pointer):
            return self.expressions.moved(left, right, left.type.pointee, where, negative=op == "-")
        if isinstance(right.type, Pointer):
            return self.expressions.moved(right, left, right.type.pointee, where)
        shift = op in ("<<", ">>")
        mark = self.unit.sign(cursor, first, second, op)
        if wide(left) is not None or (wide(right) is not None and not shift):
            common = wide(left) if shift else self._common((left, first), (right, second))
            if common is None or not isinstance(made, Int) or (not is_wide(common) and common.signed != made.signed):
                return self.expressions.refuse(cursor, WIDE, HINT)
            if shift:  # counts are taken modulo the width: shift in the declared type, then reduce
                reduced = self.expressions.converted(Binary(made, op, left, right, effects, mark), common)
                return self.expressions.converted(reduced, made)
            left, right = (self.expressions.converted(side, common) for side in (left, right))
            return self.expressions.converted(Binary(common, op, left, right, effects, mark), made)
        return Binary(made, op, left, right, effects, mark)

    def _common(self, *sides: tuple[Expression, Cursor]) -> Int | None:
        """The type in which gcc computes with two values; None for one that is no integer."""
        first, second = (self._promoted(value, cursor) for value, cursor in sides)
        return usual(first, second) if first is not None and second is not None else None

    def _promoted(self, value: Expression, cursor: Cursor) -> Int | None:
        """The type of an operand before clang converted it to the declared type of a bit-field on the other side."""
        narrow = wide(value)
        if narrow is not None:
            return narrow
        while cursor.kind in (Kind.UNEXPOSED, Kind.PAREN) and len(inner := self.unit.children(cursor)) == 1:
            cursor = inner[0]
        made = self.types.of_cursor(cursor)
        if not isinstance(made, Int):
            return None
        place = self.expressions.lower(cursor) if cursor.kind == Kind.MEMBER else None
        return promoted(made, place.bits[1] if isinstance(place, Part) and place.bits else None)

    def _difference(self, cursor: Cursor, made: Type, left: Expression, right: Expression) -> Expression:
        assert isinstance(left.type, Pointer)
        if is_label(left) or is_label(right):
            return self.expressions.refuse(cursor, "the distance of labels is not supported", "keep their addresses")
        stride, factor = self.reader.lengths.extent(left.type.pointee, self.unit.position(cursor))
        if not stride:
            return self.expressions.refuse(cursor, "the difference of pointers to nothing is not supported")
        found = Difference(made, left, right, stride, left.effects or right.effects)
        if factor is None:
            return found
        return Binary(made, "/", found, self.expressions.converted(factor, made), found.effects)

    def _assign(self, cursor: Cursor, first: Cursor, second: Cursor) -> Expression:
        place, value = self.expressions.place(first), self.expressions.value(second)
        return self.expressions.assign(place, value, self.unit.start(cursor))

    def compound(self, cursor: Cursor) -> Expression:
        op = kinds.BINARY.get(self.unit.lib.getCursorBinaryOperatorKind(cursor), "")
        first, second = self.unit.children(cursor)[:2]
        place, value = self.expressions.place(first), self.expressions.value(second)
        self.reader.note_assignment(place)
        where = self.unit.start(cursor)
        made = place.type
        if isinstance(made, Pointer):
            size = self.types.size_type
            stride = self.reader.lengths.size(made.pointee, where)
            scaled = Binary(size, "*", self.expressions.converted(value, size), stride, value.effects)
            return Update(made, place, op, scaled, size, old=False, where=where)
        if isinstance(made, Floating) or isinstance(value.type, Floating):
            common = common_float(made, value.type)
            value = self.expressions.converted(value, common)
            return Update(made, place, op, value, common, old=False, where=where)
        if not isinstance(made, Int) or not isinstance(value.type, Int):
            return self.expressions.refuse(cursor, "arithmetic on this type is not supported")
        computation = promoted(made, place.bits[1] if isinstance(place, Part) and place.bits else None)
        if op not in ("<<", ">>"):
            width = width_of(place)
            if width is not None:
                computation = Int(width, made.signed)
            other = promoted(value.type)
            if width is not None or wide(value) is not None:
                other = self._promoted(value, second) or other
            computation = usual(computation, other)
            value = self.expressions.converted(value, computation)
        mark = self.unit.sign(cursor, first, second, f"{op}=")
        return Update(made, place, op, value, computation, old=False, where=where, mark=mark)

    def conditional(self, cursor: Cursor) -> Place | Expression:
        children = self.unit.children(cursor)[:3]
        condition, then, otherwise = (self.expressions.value(child) for child in children)
        made = self.types.of_value(cursor)
        effects = condition.effects or then.effects or otherwise.effects
        if wide(then) is not None or wide(otherwise) is not None:
            common = self._common((then, children[1]), (otherwise, children[2]))
            if common is None or not isinstance(made, Int) or (not is_wide(common) and common.signed != made.signed):
                return self.expressions.refuse(cursor, WIDE, HINT)
            then, otherwise = (Convert(common, side, side.effects) for side in (then, otherwise))
        mark = self.unit.between(children[0], children[1], b"?")
        if isinstance(made, Void):
            return Conditional(made, condition, then, otherwise, effects=True, mark=mark)
        chosen = Conditional(
            made,
            condition,
            self.expressions.converted(then, made),
            self.expressions.converted(otherwise, made),
            effects,
            mark,
        )
        if isinstance(made, Record):
            return self.expressions.temporary(made, chosen, self.unit.position(cursor))
        return chosen


def is_label(expression: Expression) -> bool:
    """Is it ``&&label``?  How far labels lie apart is up to the compiler."""
    while isinstance(expression, Convert):
        expression = expression.operand
    return isinstance(expression, Address) and isinstance(place := expression.place, Named) and place.variable.is_label

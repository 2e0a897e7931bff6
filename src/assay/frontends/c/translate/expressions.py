"""Expressions as terms over the state at the current point, with their effects as steps.

Operands are evaluated from left to right.  A term stays valid as long as no step changes what it mentions: before an
operand with effects is evaluated, the terms already found are kept in temporaries.  Pure conditions stay one guard;
where the right side of ``&&``, ``||`` or ``?:`` has effects, control branches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from assay.core.errors import Unsupported
from assay.core.terms import FALSE, TRUE, Term, and_, ite, not_, or_
from assay.frontends.c.checks import Kind
from assay.frontends.c.library.known import Role, role
from assay.frontends.c.memory.layout import ADDRESS, loose_condition
from assay.frontends.c.memory.objects import Spot
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
)
from assay.frontends.c.read.types import Floating, Int, Record, Type, Void, as_int, unsigned
from assay.frontends.c.translate.partial import Operation, check_conversion, computed, negated
from assay.frontends.c.translate.pointers import Pointers

if TYPE_CHECKING:
    from assay.frontends.c.memory.validity import Validity
    from assay.frontends.c.translate.translation import Translation


class Values:
    """Evaluates expressions at the current point of a translation."""

    def __init__(self, translation: Translation) -> None:
        self.t = translation
        self.memory = translation.memory
        self.encoding = translation.encoding
        self.pointer = translation.memory.pointer
        self.pointers: Pointers | None = None
        self.handlers: Mapping[type, Callable[[Any], Term]] = {
            Constant: self._constant,
            Load: self._load,
            Compare: self._condition_value,
            Binary: self._binary,
            Convert: self._convert,
            Logical: self._condition_value,
            Not: self._condition_value,
            Unary: self._unary,
            Offset: self._offset,
            Difference: self._difference,
            Address: lambda e: self.memory.address_of(self.spot(e.place)),
            FunctionAddress: lambda e: self.t.function_address(e.function),
            Conditional: self._conditional,
            Assign: self.t.assignments.assigned,
            Update: self.t.assignments.updated,
            Comma: self._comma,
            Call: self._call,
            StatementExpression: self._statement_expression,
            Refused: self._refused,
        }

    def follow(self, validity: Validity) -> None:
        """Check pointers that are followed or moved."""
        self.pointers = Pointers(self, validity)
        self.handlers = {**self.handlers, Offset: self.pointers.value, Address: self.pointers.value}

    # -- entry points

    def value(self, expression: Expression) -> Term:
        """The value of a scalar expression."""
        return self.handlers[type(expression)](expression)

    def discard(self, expression: Expression) -> None:
        """Evaluate for the effects only."""
        while isinstance(expression, Convert):
            expression = expression.operand
        match expression:
            case Assign():
                self.t.assignments.assign(expression)
            case Update():
                self.t.assignments.change(expression)
            case Call():
                self._unused(self.t.calls.call(expression), expression)
            case Comma():
                self.discard(expression.left)
                self.discard(expression.right)
            case Conditional(then=then, otherwise=otherwise) if expression.effects and then is not None:
                self.t.fork(
                    expression.condition,
                    lambda: self.discard(then),
                    lambda: self.discard(otherwise),
                    keyword=expression.mark,
                )
            case StatementExpression():
                with self.t.statements.inside(expression.body):
                    if expression.value is not None:
                        self.discard(expression.value)
            case Load() if isinstance(expression.type, Record):
                if expression.effects:
                    self.spot(expression.place)
            case Load() if self.memory.shadow is not None:
                # A value that nobody wants is not read; to find its place may be an error.
                if expression.effects or self.t.checks.fallible(expression):
                    self.load(self.spot(expression.place), expression.place)
            case _ if expression.effects or self.t.checks.fallible(expression):
                self.value(expression)

    def _unused(self, value: Term | None, call: Call) -> None:
        """An input that nobody uses is kept all the same, if other calls are used: a replay counts them all."""
        if value is None or not isinstance(call.callee, Function):
            return
        kind = role(call.callee)
        if kind is Role.NONDET or (
            kind in (Role.UNKNOWN, Role.OPEN) and call.callee.name in self.t.points_to.used_results
        ):
            self.keep(value, call.type)

    def condition(self, expression: Expression) -> Term:
        """The value of an expression as a Boolean term."""
        if self.t.points_to.loose and expression in self.t.points_to.loose:
            return loose_condition(self.t, expression, self.t.points_to.loose[expression])
        match expression:
            case Compare():
                left, right = self.pair(expression.left, expression.right)
                compared = expression.left.type
                if isinstance(compared, Floating):
                    return self.t.floats.compare(expression.op, left, right, compared)
                return self.encoding.compare(expression.op, left, right, self._scalar(compared))
            case Not():
                return not_(self.condition(expression.operand))
            case Logical() if not expression.right.effects:
                left = self.condition(expression.left)
                if expression.conjunction:
                    return and_(left, self.t.supposing(left, lambda: self.condition(expression.right)))
                return or_(left, self.t.supposing(not_(left), lambda: self.condition(expression.right)))
            case Logical():
                return self._branching(expression)
            case Convert() if isinstance(expression.type, Int) and isinstance(expression.operand.type, Int):
                source = expression.operand.type
                if expression.type.boolean or expression.type.width >= source.width:
                    return self.condition(expression.operand)
        return self.truth(self.value(expression), expression.type)

    def truth(self, term: Term, made: Type) -> Term:
        """Is the value of a scalar different from zero?"""
        if isinstance(made, Floating):
            return self.t.floats.truth(term, made)
        return self.encoding.truth(term, self._scalar(made))

    def _branching(self, expression: Logical) -> Term:
        """``&&`` and ``||`` whose right side has effects: control branches, a temporary remembers the outcome."""
        made = as_int(expression.type)
        result = self.t.temporary(made)
        one, zero = self.encoding.constant(1, made), self.encoding.constant(0, made)
        self.t.fork(expression, lambda: self.t.set(result, one), lambda: self.t.set(result, zero))
        return self.encoding.truth(result, made)

    def pair(self, left: Expression, right: Expression) -> tuple[Term, Term]:
        first = self.value(left)
        if right.effects:
            first = self.keep(first, left.type)
        return first, self.value(right)

    def keep(self, term: Term, made: Type) -> Term:
        """``term``'s value now, in a temporary."""
        if term.is_const:
            return term
        result = self.t.temporary(as_int(made))
        self.t.set(result, term)
        return result

    def _scalar(self, made: Type) -> Int:
        if isinstance(made, Void):
            raise Unsupported("a void value is used", self.t.where)
        return as_int(made)

    # -- leaves

    def _constant(self, expression: Constant) -> Term:
        return self.encoding.constant(expression.value, as_int(expression.type))

    def _refused(self, expression: Refused) -> Term:
        if self.t.current is None:
            return TRUE
        raise Unsupported(expression.message, expression.where, expression.hint)

    def _load(self, expression: Load) -> Term:
        place = expression.place
        if isinstance(place, Named):
            declared = place.variable
            fixed = self.t.constants.get((declared, self.t.frame))
            if fixed is not None:
                return fixed
            plain = self.memory.plain(declared, self.t.frame)
            if plain is not None and isinstance(declared.type, Int):
                if self.memory.shadow is not None:
                    self.check_written(self.spot(place), place)
                return plain
        spot = self.spot(expression.place)
        found = self.load(spot, expression.place)
        self.check_written(spot, expression.place)
        return found

    def check_written(self, spot: Spot, place: Place) -> None:
        """A scalar is read: all its bits must have been written, where that is checked."""
        shadow, validity, frame = self.memory.shadow, self.t.validity, self.t.frame
        if shadow is None or validity is None:
            return
        made = unsigned(as_int(place.type).width)
        size, pieces = made.size, shadow.pieces(spot, made.size, frame)
        if isinstance(place, Part) and place.bits is not None:
            low, width, size = place.bits
            pieces = (self.encoding.read_bits(shadow.load(spot, size, frame), size, low, width, made),)
        bare = unsigned(made.width // len(pieces))
        none = shadow.none(bare)
        written = and_(*(self.encoding.compare("==", piece, none, bare) for piece in pieces))
        self.t.check(Kind.UNINITIALISED, or_(written, validity.elsewhere(spot, size, frame)))

    def load(self, spot: Spot, place: Place) -> Term:
        """The scalar at a spot that was found for ``place``."""
        made = as_int(place.type)
        if spot.object is not None and isinstance(place, Named):
            fixed = self.t.constants.get((place.variable, spot.object.frame))
            if fixed is not None:
                return fixed
        if isinstance(place, Part) and place.bits is not None:
            low, width, size = place.bits
            return self.encoding.read_bits(self.memory.load(spot, size, self.t.frame), size, low, width, made)
        raw = self.memory.load(spot, made.size, self.t.frame)
        return self.encoding.convert(raw, unsigned(made.width), made if not made.boolean else unsigned(8))

    # -- places

    def spot(self, place: Place) -> Spot:
        match place:
            case Named():
                found = self.memory.object(place.variable, self.t.frame)
                return Spot(found.start, found, 0)
            case Part():
                return self.spot(place.whole).moved(place.offset)
            case Deref():
                assert place.target is not None
                if self.pointers is not None:
                    return self.pointers.spot(place)
                address = self.value(place.pointer)
                return self.spot_at(self.keep(address, self.pointer) if place.effects else address, place)
            case Temporary():
                return self.t.records.temporary(place)

    def spot_at(self, address: Term, place: Deref) -> Spot:
        assert place.target is not None
        if address.is_const and isinstance(address.value, int):
            known = self.memory.at(address.value, place.target, self.t.frame)
            if known is not None:
                return known
        return Spot(place.target, None, 0, address)

    # -- operators

    def _condition_value(self, expression: Expression) -> Term:
        return self.encoding.number(self.condition(expression), as_int(expression.type))

    def _binary(self, expression: Binary) -> Term:
        left, right = self.pair(expression.left, expression.right)
        if isinstance(expression.type, Floating):
            return self.t.floats.arithmetic(expression.op, left, right, expression.type)
        made = self._scalar(expression.type)
        return computed(
            self.t, Operation(expression.op, made, expression.mark, expression.left, expression.right), left, right
        )

    def _unary(self, expression: Unary) -> Term:
        if isinstance(expression.type, Floating):
            return self.t.floats.negate(self.value(expression.operand), expression.type)
        self._scalar(expression.type)
        return negated(self.t, expression, self.value(expression.operand))

    def _convert(self, expression: Convert) -> Term:
        source, target = expression.operand.type, expression.type
        if isinstance(target, Void):
            self.discard(expression.operand)
            return TRUE
        if isinstance(target, Int) and target.boolean:
            return self.encoding.number(self.condition(expression.operand), target)
        value = self.value(expression.operand)
        if isinstance(source, Int) and isinstance(target, Int):
            check_conversion(self.t, value, expression.operand, source, target, expression.mark)
        return self.t.floats.converted(value, source, target)

    def _offset(self, expression: Offset) -> Term:
        pointer, index = self.pair(expression.pointer, expression.index)
        if expression.index in self.t.points_to.loose:
            index = self.memory.unknown(ADDRESS, as_int(expression.index.type))
        index = self.encoding.convert(index, as_int(expression.index.type), self.pointer)
        stride = self.encoding.constant(expression.stride, self.pointer)
        distance = self.encoding.arithmetic("*", index, stride, self.pointer)
        return self.encoding.arithmetic("-" if expression.negative else "+", pointer, distance, self.pointer)

    def _difference(self, expression: Difference) -> Term:
        left, right = self.pair(expression.left, expression.right)
        made = as_int(expression.type)
        distance = self.encoding.convert(self.encoding.arithmetic("-", left, right, self.pointer), self.pointer, made)
        return self.encoding.arithmetic("/", distance, self.encoding.constant(expression.stride, made), made)

    def _conditional(self, expression: Conditional) -> Term:
        if not expression.effects:
            return self._chosen(expression)
        made = as_int(expression.type)
        result = self.t.temporary(made)
        then, otherwise = expression.then, expression.otherwise
        if then is None:
            source = expression.condition.type
            first = self.keep(self.value(expression.condition), source)
            kept = self.t.floats.converted(first, source, expression.type)
            self.t.fork_on(
                self.truth(first, source),
                lambda: self.t.set(result, kept),
                lambda: self.t.set(result, self.value(otherwise)),
            )
            return result
        self.t.fork(
            expression.condition,
            lambda: self.t.set(result, self.value(then)),
            lambda: self.t.set(result, self.value(otherwise)),
            keyword=expression.mark,
        )
        return result

    def _chosen(self, expression: Conditional) -> Term:
        """``?:`` without effects."""
        then, otherwise = expression.then, expression.otherwise
        if then is None:
            first, source = self.value(expression.condition), expression.condition.type
            chosen = self.truth(first, source)
            rest = self.t.supposing(not_(chosen), lambda: self.value(otherwise))
            return ite(chosen, self.t.floats.converted(first, source, expression.type), rest)
        condition = self.condition(expression.condition)
        if condition is TRUE or condition is FALSE:
            return self.value(then if condition is TRUE else otherwise)
        return ite(
            condition,
            self.t.supposing(condition, lambda: self.value(then)),
            self.t.supposing(not_(condition), lambda: self.value(otherwise)),
        )

    def _comma(self, expression: Comma) -> Term:
        self.discard(expression.left)
        return self.value(expression.right)

    def _call(self, expression: Call) -> Term:
        found = self.t.calls.call(expression)
        if found is not None:
            return found
        made = expression.type
        return TRUE if isinstance(made, Void) else self.memory.unknown("nothing", as_int(made))

    def _statement_expression(self, expression: StatementExpression) -> Term:
        with self.t.statements.inside(expression.body) as cleaned:
            if expression.value is None:
                return TRUE
            found = self.value(expression.value)
            return self.keep(found, expression.value.type) if cleaned else found

"""Values of structs and unions: where they lie, how they are copied, how objects are initialised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.core.errors import Position, Unsupported
from assay.core.terms import Term
from assay.frontends.c.memory.objects import Spot
from assay.frontends.c.read.tree import (
    Assign,
    Call,
    Comma,
    Conditional,
    Convert,
    Expression,
    Initial,
    Load,
    Refused,
    StatementExpression,
    Temporary,
)
from assay.frontends.c.read.types import Int, Record, Type
from assay.frontends.c.translate.automaton import Frame

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation


class Records:
    """Evaluates expressions whose value is a record, at the current point of a translation."""

    def __init__(self, translation: Translation) -> None:
        self.t = translation
        self.memory = translation.memory
        self.values = translation.values

    def temporary(self, place: Temporary) -> Spot:
        found = self.memory.object(place.variable, self.t.frame)
        spot = Spot(found.start, found, 0)
        if place.brief and self.t.validity is not None:
            self.t.validity.lifetimes.made(place.variable)
        if place.initial is not None:
            self.initialise(spot, place.type, place.initial, self.t.where)
        elif place.maker is not None:
            self._fill(spot, place.maker)
        return spot

    def _fill(self, spot: Spot, maker: Expression) -> None:
        """Give an unnamed record the value of ``maker``."""
        if isinstance(maker, Conditional) and (then := maker.then) is not None:
            otherwise = maker.otherwise
            self.t.fork(
                maker.condition,
                lambda: self._fill(spot, then),
                lambda: self._fill(spot, otherwise),
                keyword=maker.mark,
            )
            return
        source = self.record(maker)
        self.t.step(self.copied(spot, source, maker.type, self.t.frame))

    def record(self, expression: Expression) -> Spot:
        """Where the value of a record expression lies."""
        match expression:
            case Load():
                return self.values.spot(expression.place)
            case Assign():
                return self.t.assignments.assign(expression)
            case Comma():
                self.values.discard(expression.left)
                return self.record(expression.right)
            case StatementExpression(value=value) if value is not None:
                with self.t.statements.inside(expression.body) as cleaned:
                    if cleaned:
                        message = "a struct is the value of a statement expression with a cleanup"
                        raise Unsupported(message, self.t.where, "use a function of its own")
                    return self.record(value)
            case Call():
                return self.t.calls.call_record(expression)
            case Convert():
                return self.record(expression.operand)
            case Conditional(then=then) if then is not None:
                return self._chosen(expression, then)
            case Refused():
                raise Unsupported(expression.message, expression.where, expression.hint)
        raise Unsupported("this value of a struct is not supported", self.t.where, "assign it to a variable first")

    def _chosen(self, expression: Conditional, then: Expression) -> Spot:
        """The record that ``?:`` chooses, copied to a place of its own."""
        found = self.memory.object(self.t.points_to.chosen(expression), self.t.frame)
        spot = Spot(found.start, found, 0)
        self.t.fork(
            expression.condition,
            lambda: self._keep(spot, then),
            lambda: self._keep(spot, expression.otherwise),
            keyword=expression.mark,
        )
        return spot

    def _keep(self, target: Spot, value: Expression) -> None:
        source = self.record(value)
        self.t.step(self.copied(target, source, value.type, self.t.frame))

    def copied(
        self, target: Spot, source: Spot, made: Type, frame: Frame, updates: dict[Term, Term] | None = None
    ) -> dict[Term, Term]:
        """The updates that copy an object, with those given; ``frame`` is where the target lives."""
        updates = {} if updates is None else updates
        with self.t.checked_whole(((source, self.t.frame), (target, frame)), made.size):
            for offset, size in self.t.points_to.copied(made):
                value = self.memory.load(source.moved(offset), size, self.t.frame)
                unwritten = self.memory.unwritten(source.moved(offset), size, self.t.frame)
                self.memory.store(target.moved(offset), size, value, frame, updates, unwritten)
        return updates

    def initialise(self, spot: Spot, made: Type, initial: list[Initial], where: Position) -> None:
        """Zero what is not mentioned, then store the initialisers in order."""
        if isinstance(made, Record) and len(initial) == 1 and initial[0].type is made:
            source = self.record(initial[0].value)
            self.t.step(self.copied(spot, source, made, self.t.frame), where)
            return
        updates: dict[Term, Term] = {}
        if not isinstance(made, Int) and spot.object is not None:
            self.memory.clear(spot.object, self.t.frame, updates, where)
        for part in initial:
            if part.value.effects and updates:
                self.t.step(updates, where)
                updates = {}
            if isinstance(part.type, Record):
                source = self.record(part.value)
                self.copied(spot.moved(part.offset), source, part.type, self.t.frame, updates)
            else:
                self.t.assignments.put(
                    spot.moved(part.offset), part.type, part.bits, self.values.value(part.value), updates
                )
        self.t.step(updates, where)

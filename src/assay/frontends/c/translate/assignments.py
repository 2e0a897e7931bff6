"""Assignments: to scalars, bit-fields and records; ``op=``, ``++`` and ``--``, computed in the promoted type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.core.errors import Position
from assay.core.terms import Term
from assay.core.terms.rebuild import substitute
from assay.frontends.c.memory.objects import Spot
from assay.frontends.c.memory.unwritten import Pieces
from assay.frontends.c.read.tree import (
    Assign,
    Binary,
    Convert,
    Expression,
    Load,
    Part,
    Place,
    Update,
)
from assay.frontends.c.read.types import UNSIGNED_CHAR, Floating, Int, Pointer, Record, Type, as_int, unsigned
from assay.frontends.c.translate.partial import Operation, check_conversion, computed

if TYPE_CHECKING:
    from assay.frontends.c.translate.expressions import Values
    from assay.frontends.c.translate.translation import Translation


class Assignments:
    """Carries out assignments at the current point of a translation."""

    def __init__(self, translation: Translation) -> None:
        self.t = translation
        self.memory = translation.memory
        self.encoding = translation.encoding

    @property
    def values(self) -> Values:
        return self.t.values

    def put(
        self,
        spot: Spot,
        made: Type,
        bits: tuple[int, int, int] | None,
        value: Term,
        updates: dict[Term, Term],
        unwritten: Pieces | None = None,
    ) -> None:
        """Store a scalar of type ``made``; of a copied character, ``unwritten`` are the bits that never were."""
        scalar = as_int(made)
        if bits is not None:
            low, width, size = bits
            old = substitute(self.memory.load(spot, size, self.t.frame), updates)
            if self.memory.shadow is not None:
                lacking = substitute(self.memory.shadow.load(spot, size, self.t.frame), updates)
                bare = unsigned(scalar.width)
                none = self.encoding.constant(0, bare)
                unwritten = (self.encoding.write_bits(lacking, size, low, width, none, bare),)
            new = self.encoding.write_bits(old, size, low, width, value, scalar)
            self.memory.store(spot, size, new, self.t.frame, updates, unwritten)
            return
        if isinstance(made, Floating):
            value = self.t.floats.shown(value, made, spot)
        raw = self.encoding.convert(value, scalar, unsigned(scalar.width))
        self.memory.store(spot, scalar.size, raw, self.t.frame, updates, unwritten)

    def assign(self, expression: Assign) -> Spot:
        place = expression.place
        if isinstance(expression.type, Record):
            # The address of a place with effects is kept in a temporary, which the value cannot change.
            early = self.values.spot(place) if place.effects else None
            source = self.t.records.record(expression.value)
            target = early if early is not None else self.values.spot(place)
            self.t.step(self.t.records.copied(target, source, expression.type, self.t.frame), expression.where)
            return target
        if self.memory.shadow is not None and (copied := _copied_character(expression)) is not None:
            return self._copy_character(expression, copied)
        term = self.values.value(expression.value)
        if place.effects:
            term = self.values.keep(term, expression.type)
        spot = self.values.spot(place)
        if isinstance(place, Part) and place.bits is not None:
            self._check_kept(term, expression.value, place, expression.where)
        self._store(spot, place, term, expression.where)
        return spot

    def _copy_character(self, expression: Assign, copied: Load) -> Spot:
        """A character is only copied, be it written or not: the copy is what the original is."""
        place, source = expression.place, self.values.spot(copied.place)
        term = self.values.load(source, copied.place)
        unwritten = self.memory.unwritten(source, 1, self.t.frame)
        assert unwritten is not None
        if place.effects:
            term = self.values.keep(term, copied.type)
            unwritten = (self.values.keep(unwritten[0], UNSIGNED_CHAR),)
        made, spot = as_int(copied.type), self.values.spot(place)
        term = self.encoding.convert(term, made, as_int(place.type))
        updates: dict[Term, Term] = {}
        self.put(spot, place.type, None, term, updates, unwritten)
        self.t.step(updates, expression.where)
        return spot

    def _check_kept(self, value: Term, expression: Expression, place: Place, mark: Position | None) -> None:
        """Check that a place keeps the value of an expression, where conversions are looked at."""
        source, target = expression.type, place.type
        if isinstance(source, Int) and isinstance(target, Int):
            if isinstance(place, Part) and place.bits is not None and not target.boolean:
                target = Int(place.bits[1], target.signed)
            check_conversion(self.t, value, expression, source, target, mark)

    def _store(
        self, spot: Spot, place: Place, value: Term, where: Position, extra: tuple[Term, Term] | None = None
    ) -> None:
        updates: dict[Term, Term] = dict((extra,)) if extra else {}
        self.put(spot, place.type, place.bits if isinstance(place, Part) else None, value, updates)
        self.t.step(updates, where)

    def assigned(self, expression: Assign) -> Term:
        spot = self.assign(expression)
        found = self.values.load(spot, expression.place)
        if self.memory.shadow is not None and _copied_character(expression) is not None:
            self.values.check_written(spot, expression.place)
        return found

    def change(self, expression: Update, result: Term | None = None) -> Spot:
        """Carry out ``op=``; ``result`` is a temporary that receives the value before."""
        place = expression.place
        pointers = self.values.pointers if isinstance(place.type, Pointer) else None
        stride = None
        if pointers is not None:
            amount, stride = pointers.amount(expression)
        else:
            amount = self.values.value(expression.value)
        if place.effects:
            amount = self.values.keep(amount, expression.value.type)
        spot = self.values.spot(place)
        old = self.values.load(spot, place)
        self.values.check_written(spot, place)
        computation, floats = expression.computation, self.t.floats
        wide = floats.converted(old, place.type, computation)
        if isinstance(computation, Floating):
            new = floats.arithmetic(expression.op, wide, amount, computation)
        else:
            before = Convert(computation, Load(place.type, place, effects=False), effects=False)
            operation = Operation(expression.op, computation, expression.mark, before, expression.value)
            new = computed(self.t, operation, wide, amount)
            whole = Binary(computation, expression.op, before, expression.value, effects=False)
            self._check_kept(new, whole, place, expression.mark)
        if pointers is not None:
            pointers.changed(expression, stride, old, new)
        extra = (result, old) if result is not None else None
        self._store(spot, place, floats.converted(new, computation, place.type), expression.where, extra)
        return spot

    def updated(self, expression: Update) -> Term:
        if expression.old:
            result = self.t.temporary(as_int(expression.type))
            self.change(expression, result)
            return result
        return self.values.load(self.change(expression), expression.place)


def _copied_character(expression: Assign) -> Load | None:
    """The read of the character that an assignment copies, if it does nothing else."""
    value, place = expression.value, expression.place
    if isinstance(place, Part) and place.bits is not None:
        return None
    while isinstance(value, Convert) and _is_character(value.type):
        value = value.operand
    if not isinstance(value, Load) or not _is_character(value.type) or not _is_character(place.type):
        return None
    plain = not (isinstance(value.place, Part) and value.place.bits is not None)
    return value if plain else None


def _is_character(made: Type) -> bool:
    return isinstance(made, Int) and made.width == 8 and not made.boolean

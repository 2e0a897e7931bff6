"""Where pointers come from: addresses with the pointer that they were computed from, for checks of accesses.

``*(p + i)``, ``p[i]`` and ``p->m`` are judged by the object that ``p`` points into, wherever the sum lies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.core.terms import Term
from assay.frontends.c.memory.layout import ADDRESS
from assay.frontends.c.memory.objects import Origin, Spot, Stride
from assay.frontends.c.memory.validity import Validity
from assay.frontends.c.read.tree import (
    Address,
    Assign,
    Binary,
    Compare,
    Constant,
    Convert,
    Deref,
    Difference,
    Expression,
    FunctionAddress,
    Load,
    Logical,
    Named,
    Not,
    Offset,
    Part,
    Place,
    Unary,
    Update,
)
from assay.frontends.c.read.types import Int, Pointer, as_int

if TYPE_CHECKING:
    from assay.frontends.c.translate.expressions import Values


class Pointers:
    """Evaluates pointers with their origin, at the current point of a translation."""

    def __init__(self, values: Values, validity: Validity) -> None:
        self.values = values
        self.t = values.t
        self.validity = validity
        self.pointer = values.pointer

    def spot(self, place: Deref) -> Spot:
        """The place that a pointer leads to."""
        address, origin = self.reach(place.pointer)
        if place.effects:
            address = self.values.keep(address, self.pointer)
        found = self.values.spot_at(address, place)
        return Spot(found.handle, found.object, found.offset, found.address, origin)

    def value(self, expression: Offset | Address) -> Term:
        """A pointer that is computed and kept: it must stay near its object."""
        address, origin = self.reach(expression)
        handle = self.t.points_to.moves.get(expression)
        if handle is not None:
            self.validity.moved(handle, origin, address)
        return address

    def amount(self, expression: Update) -> tuple[Term, Stride | None]:
        """By how many bytes a pointer is moved where it lies; and by how many elements, if that is no constant."""
        amount = expression.value
        if not isinstance(amount, Binary) or not isinstance(amount.right, Constant):
            return self._settled(amount, self.values.value(amount)), None
        made = as_int(amount.type)
        index = self._settled(amount.left, self.values.value(amount.left))
        size = self.values.encoding.constant(amount.right.value, made)
        signed = Int(made.width, signed=True)
        stride = Stride(self.values.encoding.convert(index, made, signed), signed, amount.right.value)
        return self.values.encoding.arithmetic("*", index, size, made), stride

    def changed(self, expression: Update, stride: Stride | None, old: Term, new: Term) -> None:
        """A pointer is moved where it lies."""
        handle = self.t.points_to.moves.get(expression)
        if handle is not None:
            self.validity.moved(handle, Origin(old, (stride,) if stride is not None else (), shift=1), new)

    def reach(self, expression: Expression) -> tuple[Term, Origin]:
        """The value of a pointer, and what it was computed from."""
        match expression:
            case Offset():
                return self._offset(expression)
            case Address():
                return self._address(expression)
            case Convert() if isinstance(expression.operand.type, Pointer) and isinstance(expression.type, Pointer):
                return self.reach(expression.operand)
        term = self._settled(expression, self.values.value(expression))
        return term, Origin(term)

    def _address(self, expression: Address) -> tuple[Term, Origin]:
        spot = self.values.spot(expression.place)
        address = self.values.memory.address_of(spot)
        return address, spot.origin or Origin(address)

    def _offset(self, expression: Offset) -> tuple[Term, Origin]:
        encoding = self.values.encoding
        pointer, origin = self.reach(expression.pointer)
        if expression.index.effects:
            pointer = self.values.keep(pointer, self.pointer)
            if not origin.base.is_const:
                origin = Origin(pointer)
        made = as_int(expression.index.type)
        index = self._settled(expression.index, self.values.value(expression.index))
        if expression.index in self.t.points_to.loose:
            index = self.values.keep(self.values.memory.unknown(ADDRESS, made), made)
        distance = encoding.convert(index, made, self.pointer)
        size = encoding.constant(expression.stride, self.pointer)
        distance = encoding.arithmetic("*", distance, size, self.pointer)
        address = encoding.arithmetic("-" if expression.negative else "+", pointer, distance, self.pointer)
        signed = -expression.stride if expression.negative else expression.stride
        if index.is_const:
            return address, origin.moved(signed * int(index.number))
        if not signed:
            return address, origin
        return address, Origin(origin.base, (*origin.strides, Stride(index, made, signed)), origin.shift)

    def _settled(self, expression: Expression, term: Term) -> Term:
        """The term, kept where it may be made of inputs, which each step would choose anew."""
        return self.values.keep(term, expression.type) if self._chooses(expression) else term

    def _chooses(self, expression: Expression) -> bool:
        """May the value be made of inputs?  Decided by the text, so that it is the same in every encoding."""
        match expression:
            case Constant() | FunctionAddress() | Assign() | Update():
                return False
            case Load():
                return self._place_chooses(expression.place)
            case Address():
                return self._place_chooses(expression.place, loaded=False)
            case Convert() | Unary() | Not():
                return self._chooses(expression.operand) or expression in self.t.points_to.loose
            case Binary(op="+" | "-" | "*" | "&" | "|" | "^") | Compare() | Logical() | Difference():
                both = self._chooses(expression.left) or self._chooses(expression.right)
                return both or expression in self.t.points_to.loose
            case Offset():
                return self._chooses(expression.pointer) or self._chooses(expression.index)
        return True

    def _place_chooses(self, place: Place, *, loaded: bool = True) -> bool:
        while isinstance(place, Part):
            place = place.whole
        if isinstance(place, Named):
            return False
        if not isinstance(place, Deref) or place.target is None:
            return True
        region, _ = self.values.memory.region(place.target)
        return self._chooses(place.pointer) or (loaded and any(region.cells) and bool(region.node.stride))

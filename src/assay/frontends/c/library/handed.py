"""What functions without a body are handed: pointers, behind which they may change something.

Only what is plain is told: arguments that are the address of a variable, or of a part, with nothing but small scalars
before them.  A harness tells the calls of a function apart by their order alone: should the compiled program make them
in another one, what is stored must still lie inside of what that call was handed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from assay.core.c_source import Handed, OutsideCall
from assay.core.errors import Position
from assay.frontends.c.library.known import stripped
from assay.frontends.c.read.tree import Address, Call, Constant, Convert, Expression, Named, Offset, Part, Variable
from assay.frontends.c.read.types import Int, Pointer, Record


@dataclass(frozen=True, slots=True)
class HandingOver:
    """One call: the function, where, and by argument the address that is handed over."""

    function: str
    where: Position
    pointers: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class HandedObjects:
    """What calls of functions without a body are handed.

    ``room`` is, by function and argument, how many bytes lie before and behind the pointer at every call.
    """

    room: dict[str, dict[int, tuple[int, int]]] = field(default_factory=dict)

    def enter(self, call: Call, name: str, address: Callable[[Variable], int | None]) -> HandingOver:
        """A call of a function; ``address`` is where a variable lies, None if it is none of this call's."""
        made: list[tuple[int, Variable, int]] = []
        # Where a record is returned, its place is an argument too.
        for number, argument in enumerate(() if isinstance(call.type, Record) else call.arguments):
            found = _addressed(argument)
            if found is not None:
                made.append((number, *found))
            elif not isinstance(argument.type, Pointer) and not (
                isinstance(argument.type, Int) and argument.type.size <= 4
            ):
                break
        here = {number: (distance, variable.type.size - distance) for number, variable, distance in made}
        known = self.room.get(name, here)
        self.room[name] = {
            number: (min(known[number][0], here[number][0]), min(known[number][1], here[number][1]))
            for number in known.keys() & here.keys()
        }
        places = [(number, address(variable), distance) for number, variable, distance in made]
        pointers = tuple((number, place + distance) for number, place, distance in places if place is not None)
        return HandingOver(name, call.where, pointers)

    def call(self, given: HandingOver) -> OutsideCall:
        """The call, with the pointers that all calls of its function hand over alike."""
        room = self.room[given.function]
        handed = [Handed(number, address, *room[number]) for number, address in given.pointers if number in room]
        return OutsideCall(given.function, given.where, tuple(handed))


def _addressed(argument: Expression) -> tuple[Variable, int] | None:
    """The variable that a pointer plainly points into, and how far."""
    distance, pointer = 0, stripped(argument)
    while isinstance(pointer, Offset):
        index = pointer.index
        while isinstance(index, Convert):
            index = index.operand
        if not isinstance(index, Constant):
            return None
        distance += (-1 if pointer.negative else 1) * index.value * pointer.stride
        pointer = stripped(pointer.pointer)
    if not isinstance(pointer, Address):
        return None
    place = pointer.place
    while isinstance(place, Part):
        distance, place = distance + place.offset, place.whole
    return (place.variable, distance) if isinstance(place, Named) else None

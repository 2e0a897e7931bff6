"""Where a function without a body finds what it changes: behind a pointer that it is handed, or by a name.

Only what is plain is told: variables with external linkage, and those whose address, or that of a part, is an argument
with nothing but small scalars before it.  A harness tells the calls of a function apart by their order alone: should
the compiled program make them in another one, what is stored must still lie inside of what that call was handed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from assay.core.c_source import Change
from assay.core.terms import Term
from assay.frontends.c.library.known import stripped
from assay.frontends.c.read.tree import Address, Call, Constant, Convert, Expression, Named, Offset, Part, Variable
from assay.frontends.c.read.types import Int, Pointer


@dataclass(slots=True)
class HandedObjects:
    """What calls of functions without a body are handed, and how they get at what they change.

    ``room`` is, by function and argument, how many bytes lie before and behind the pointer at every call.
    """

    found: dict[str, Change] = field(default_factory=dict)
    room: dict[str, dict[int, tuple[int, int]]] = field(default_factory=dict)
    sites: int = 0

    def enter(self, call: Call, name: str) -> list[tuple[int, Variable, int]]:
        """A call of a function: the arguments that point into variables, and how far."""
        self.sites += 1
        made: list[tuple[int, Variable, int]] = []
        for number, argument in enumerate(call.arguments):
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
        return made

    def note(self, change: Change, inputs: Iterable[Term]) -> None:
        self.found.update((symbol.name, change) for symbol in inputs)

    def changes(self) -> dict[str, Change]:
        """Those that stay inside of what the function is handed, whichever of its calls it is."""
        return {name: change for name, change in self.found.items() if self._fits(change)}

    def _fits(self, change: Change) -> bool:
        if change.argument is None:
            return True
        before, behind = self.room[change.function].get(change.argument, (0, 0))
        return -before <= change.offset and change.offset + change.size <= behind


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

"""A relation between states without the inputs that lead from one to the other, as far as it stays small.

An input that few parts of the relation mention is quantified once, from the conjunction of those parts, not in every
image anew (bucket elimination: Dechter, Artificial Intelligence 113, 1999; Jin, Kuehlmann, Somenzi, "Fine-grain
conjunction scheduling", TACAS 2002).  Where most latches are hidden, most variables of an abstraction are such inputs.
Limit: a conjunction is tried where its parts are small, and kept where it is small itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from assay.solve.bdd import Diagram, Diagrams


def eliminated(
    diagrams: Diagrams, parts: Sequence[Diagram], inputs: AbstractSet[str], largest: int, check: Callable[[], None]
) -> list[Diagram]:
    """Parts whose conjunction is that of ``parts`` with inputs quantified; those that are left are still to be."""
    return _Elimination(diagrams, parts, inputs, largest, check).run()


class _Elimination:
    def __init__(
        self,
        diagrams: Diagrams,
        parts: Sequence[Diagram],
        inputs: AbstractSet[str],
        largest: int,
        check: Callable[[], None],
    ) -> None:
        self._diagrams = diagrams
        self._largest = largest
        self._check = check
        self._parts: dict[int, Diagram] = {}
        self._sizes: dict[int, int] = {}
        self._supports: dict[int, AbstractSet[str]] = {}
        self._users: dict[str, set[int]] = {}
        self._made = 0
        self._inputs = inputs
        for part in parts:
            self._add(part)

    def run(self) -> list[Diagram]:
        left = set(self._users)
        while left:
            self._check()
            name = min(left, key=lambda one: (self._cost(one), one))
            left.discard(name)
            if self._users[name]:
                self._quantify(name)
        return list(self._parts.values())

    def _cost(self, name: str) -> int:
        return sum(self._sizes[number] for number in self._users[name])

    def _add(self, part: Diagram) -> None:
        number = self._made
        self._made += 1
        self._parts[number] = part
        self._sizes[number] = len(part)
        self._supports[number] = self._diagrams.support(part)
        for name in self._supports[number] & self._inputs:
            self._users.setdefault(name, set()).add(number)

    def _quantify(self, name: str) -> None:
        numbers = sorted(self._users[name], key=lambda number: (self._sizes[number], number))
        if len(numbers) > 1 and self._cost(name) > 2 * self._largest:
            return
        own = set(numbers)
        ending = {
            other for number in numbers for other in self._supports[number] & self._inputs if self._users[other] <= own
        }
        *before, last = (self._parts[number] for number in numbers)
        product = self._diagrams.true
        for part in before:
            product = product & part
            if len(product) > 2 * self._largest:
                return
        product = self._diagrams.and_exists(product, last, ending)
        if len(numbers) > 1 and len(product) > self._largest:
            return
        for number in numbers:
            for other in self._supports.pop(number) & self._inputs:
                self._users[other].discard(number)
            del self._parts[number], self._sizes[number]
        self._add(product)

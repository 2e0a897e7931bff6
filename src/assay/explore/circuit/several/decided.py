"""What searches for several bad states of one circuit conclude, and which of those are still open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from assay.core.circuit import Circuit
from assay.core.circuit_answers import Inductive, Invariant, Run, stepwise, truth


@dataclass(frozen=True)
class Decided:
    """Which bad states, by their number, the answer is about.

    An induction is one with all that is in ``beside`` as well; an invariant is one with the negations of those in it.
    """

    numbers: tuple[int, ...]
    answer: Inductive | Invariant | Run
    beside: tuple[int, ...] = ()


class Open:
    """The bad states that nothing is known of, by this search, or by others that may be ``known_elsewhere``."""

    def __init__(self, number: int, known_elsewhere: Callable[[int], bool] = lambda number: False) -> None:
        self._left = dict.fromkeys(range(number))
        self._known_elsewhere = known_elsewhere

    def __contains__(self, number: int) -> bool:
        return number in self._left and not self._known_elsewhere(number)

    def __iter__(self) -> Iterator[int]:
        return (number for number in list(self._left) if not self._known_elsewhere(number))

    def decide(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            self._left.pop(number, None)


def reached(circuit: Circuit, run: Run, numbers: Sequence[int]) -> Iterator[Decided]:
    """Each of the bad states with these numbers that the run comes to, by the part of it that ends there first."""
    left = list(numbers)
    for step, values in enumerate(stepwise(circuit, run.initial, run.inputs)):
        here = tuple(number for number in left if truth(values, circuit.bads[number]))
        if here:
            left = [number for number in left if number not in here]
            yield Decided(here, replace(run, inputs=run.inputs[: step + 1]))

"""A search of a circuit that begins over the gates as they are, and once more over fewer gates when it takes long."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Final, Generic, TypeVar

from assay.core.budget import Deadline
from assay.core.roles import Found, Paused, Search, Stuck
from assay.engines.forms import Gates
from assay.engines.portfolio import AtFirst
from assay.transforms.circuit.simplify import Simplified
from assay.transforms.circuit.sweep import swept

E = TypeVar("E")

# Seconds that a search has before it is worth to sweep: most need less.
PLAIN: Final = 1.0
# The part of latches or of gates that has to go if a search is to begin once more.
WORTH: Final = 0.05


class SweptLater(Generic[E]):
    """The search that ``begin`` makes, over the gates, and after a while over swept gates if those are clearly fewer.

    What it has learnt until then is forgotten.
    """

    def __init__(self, gates: Gates, begin: Callable[[Gates], Search[E]]) -> None:
        self._gates = gates
        self._begin = begin
        self._search = begin(gates)
        self._plain = AtFirst(self._search, PLAIN)
        self._sweep: Generator[None, None, Simplified] | None = swept(gates.circuit)

    def advance(self, deadline: Deadline, /) -> Found[E] | Paused | Stuck:
        if not self._plain.over:
            answer = self._plain.advance(deadline)
            if not isinstance(answer, Paused) or deadline.left <= 0:
                return answer
        if self._sweep is not None:
            smaller = self._swept(self._sweep, deadline)
            if smaller is None:
                return Paused()
            self._sweep = None
            if _is_worth(self._gates, smaller):
                self._search.close()
                self._search = self._begin(smaller)
        return self._search.advance(deadline)

    def close(self) -> None:
        self._search.close()
        if self._sweep is not None:
            self._sweep.close()

    def _swept(self, sweep: Generator[None, None, Simplified], deadline: Deadline) -> Gates | None:
        """The smaller gates; None if there was no time."""
        while deadline.left > 0:
            try:
                next(sweep)
            except StopIteration as end:
                return replace(self._gates, small=self._gates.small.then(end.value))
        return None


def _is_worth(gates: Gates, smaller: Gates) -> bool:
    before, after = gates.circuit, smaller.circuit
    fewer = 1 - WORTH
    return len(after.latches) < fewer * len(before.latches) or after.gates < fewer * before.gates

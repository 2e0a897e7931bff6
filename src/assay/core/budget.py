"""Budgets of wall-clock time, passed down to whatever may take long."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Deadline:
    """A point in time; work that passes it gives up in good order.

    Time is what ``clock`` says: for work that others interrupt, it may be that of its own turns alone.
    """

    at: float = math.inf
    clock: Callable[[], float] = time.monotonic

    @staticmethod
    def after(seconds: float) -> Deadline:
        return Deadline(time.monotonic() + seconds)

    @property
    def left(self) -> float:
        """Seconds that remain; never negative."""
        return max(0.0, self.at - self.clock())

    @property
    def passed(self) -> bool:
        return self.clock() >= self.at

    def within(self, seconds: float) -> Deadline:
        """The earlier of this deadline and ``seconds`` from now."""
        return Deadline(min(self.at, self.clock() + seconds), self.clock)


FOREVER = Deadline()
# Seconds: a turn without end ends no earlier.
FAR: Final = 1e9


class Allotment:
    """Time that is allotted a turn at a time; ``deadline`` is that of the current turn, for whoever outlives it."""

    def __init__(self) -> None:
        self._turn = FOREVER
        # Time is told relative to the end of the turn, which is always at 0; it passes in one without end too.
        self.deadline = Deadline(0.0, lambda: max(-self._turn.left, self._turn.clock() - FAR))

    def begin(self, turn: Deadline) -> None:
        self._turn = turn

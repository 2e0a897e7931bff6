"""Counting what algorithms announce: the statistics of one property's check."""

from __future__ import annotations

import time
from collections.abc import Callable

from assay.core.events import BoundReached, Event, Explored, PathRefuted, PhaseStarted, Progress, RoundStarted

STANDARD = ("rounds", "states", "expansions", "covered", "pruned", "queries", "predicates", "path_length")


class Tally:
    """A listener that keeps the latest value of every counter, and the time that each phase took."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counters: dict[str, int | float] = dict.fromkeys(STANDARD, 0)
        self._phases: dict[str, float] = {}
        self.phase = ""
        self._since = clock()

    def hear(self, event: Event) -> None:
        match event:
            case PhaseStarted(phase):
                self._close_phase()
                self.phase = phase
            case RoundStarted(number):
                self._counters["rounds"] = number
            case Progress(counters) | Explored(_, counters):
                self._counters.update(counters)
            case PathRefuted(path):
                self._counters["path_length"] = len(path)
            case BoundReached(depth):
                self._counters["depth"] = max(depth, self._counters.get("depth", 0))

    def _close_phase(self) -> None:
        now = self._clock()
        if self.phase:
            self._phases[self.phase] = self._phases.get(self.phase, 0.0) + now - self._since
        self._since = now

    @property
    def counters(self) -> dict[str, int | float]:
        """Counters, then ``seconds <phase>`` for every phase that has ended, in order of first appearance."""
        times = {f"seconds {phase}": round(seconds, 4) for phase, seconds in self._phases.items()}
        return {**self._counters, **times}

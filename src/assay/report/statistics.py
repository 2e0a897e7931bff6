"""Counting what algorithms announce: the statistics of one property's check."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from assay.core.events import (
    BoundReached,
    Event,
    Explored,
    PathRefuted,
    PhaseStarted,
    Progress,
    RoundStarted,
    TurnEnded,
)
from assay.core.verdict import Attempt

STANDARD = ("rounds", "states", "expansions", "covered", "pruned", "queries", "predicates", "path_length")


class Tally:
    """A listener that keeps the latest value of every counter, the time of each phase, and how far each method came."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counters: dict[str, int | float] = dict.fromkeys(STANDARD, 0)
        self._phases: dict[str, float] = {}
        self._tried: dict[str, Attempt] = {}
        self._bound_of_turn: int | None = None
        # No run of so many steps is erroneous: the depth of other searches does not say so.
        self.bound = 0
        self.phase = ""
        self._since = clock()
        self._paused = False

    def pause(self) -> None:
        """Until something else is heard, time passes for others."""
        if not self._paused:
            self._close_phase()
            self._paused = True

    def hear(self, event: Event) -> None:
        if self._paused:
            self._since, self._paused = self._clock(), False
        match event:
            case PhaseStarted(phase):
                self._close_phase()
                self.phase = phase
            case RoundStarted(number):
                self._counters["rounds"] = number
            case Progress(counters) | Explored(_, counters):
                depth = self._counters.get("depth", 0)
                self._counters.update(counters)
                if depth:
                    self._counters["depth"] = max(depth, self._counters["depth"])
            case PathRefuted(path):
                self._counters["path_length"] = len(path)
            case BoundReached(depth):
                self._counters["depth"] = max(depth, self._counters.get("depth", 0))
                self.bound = max(depth, self.bound)
                self._bound_of_turn = max(depth, self._bound_of_turn or 0)
            case TurnEnded(method, seconds, outcome):
                self._note(method, seconds, outcome)

    def _note(self, method: str, seconds: float, outcome: str) -> None:
        before = self._tried.get(method, Attempt(method, 0.0))
        bounds = [bound for bound in (before.bound, self._bound_of_turn) if bound is not None]
        bound = max(bounds) if bounds else None
        self._tried[method] = replace(before, seconds=before.seconds + seconds, bound=bound, outcome=outcome)
        self._bound_of_turn = None

    def _close_phase(self) -> None:
        now = self._clock()
        if self.phase:
            self._phases[self.phase] = self._phases.get(self.phase, 0.0) + now - self._since
        self._since = now

    @property
    def tried(self) -> tuple[Attempt, ...]:
        """How far each method came, in order of first turns."""
        return tuple(self._tried.values())

    @property
    def counters(self) -> dict[str, int | float]:
        """Counters, then ``seconds <phase>`` for every phase that has ended, in order of first appearance."""
        times = {f"seconds {phase}": round(seconds, 4) for phase, seconds in self._phases.items()}
        return {**self._counters, **times}

"""Searches made of other things: of the loop, of any function that looks at the clock, of one that does not."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from assay.core.budget import Allotment, Deadline
from assay.core.errors import SolverFailure
from assay.core.events import Listener, PhaseStarted
from assay.core.roles import Explorer, Found, Genuine, Paused, Proved, Refiner, Search, Stuck
from assay.engines.loop import rounds

P = TypeVar("P")
A = TypeVar("A")
R = TypeVar("R")
G = TypeVar("G")
E = TypeVar("E")
R_co = TypeVar("R_co", covariant=True)
G_co = TypeVar("G_co", covariant=True)
F = TypeVar("F")

# Whoever gives up with more than this part of a turn left has not run out of time.
EARLY: Final = 0.5


def ended(stuck: Stuck, turn: Deadline, granted: float) -> Paused | Stuck:
    """How a turn of ``granted`` seconds ended in which somebody gave up: for want of time, or for good?"""
    if turn.passed or (math.isfinite(granted) and turn.left < EARLY * granted):
        return Paused(stuck.reason, stuck.hint)
    return stuck


@dataclass(frozen=True)
class Conversation(Generic[P, A, R_co, G_co]):
    """What the loop needs.  ``resumable``: the explorer may explore again after it was interrupted."""

    explorer: Explorer[P, A, R_co]
    refiner: Refiner[P, A, G_co]
    precision: P
    resumable: bool = False


class Refining(Generic[P, A, R, G]):
    """The loop a turn at a time: a turn goes on with the precision that the last one had reached.

    ``begin`` gets the deadline of whatever turn it is, which explorer and refiner keep.
    """

    def __init__(self, begin: Callable[[Deadline], Conversation[P, A, R, G]], announce: Listener) -> None:
        self._begin = begin
        self._announce = announce
        self._allotment = Allotment()
        self._conversation: Conversation[P, A, R, G] | None = None
        self._last: tuple[P, int] | None = None

    def advance(self, deadline: Deadline, /) -> Found[R | G] | Paused | Stuck:
        self._allotment.begin(deadline)
        granted = deadline.left
        try:
            talk = self._conversation = self._conversation or self._begin(self._allotment.deadline)
        except SolverFailure as failure:
            return ended(Stuck(str(failure), "raise --time"), deadline, granted)
        precision, number = self._last or (talk.precision, 1)
        for turn in rounds(talk.explorer, talk.refiner, precision, self._announce, first=number):
            self._last = turn.precision, turn.number
            match turn.end:
                case Proved(evidence) | Genuine(evidence):
                    return Found(evidence)
                case Stuck() as stuck:
                    if not talk.resumable:
                        self._conversation = None
                    return ended(stuck, deadline, granted)
        raise AssertionError("the last round says how it ended")

    def close(self) -> None:
        self._conversation = None


class Afresh(Generic[E]):
    """A search that begins again at each turn: for work that cannot be interrupted and is worth more than one try."""

    def __init__(self, search: Callable[[Deadline], E | Stuck]) -> None:
        self._search = search

    def advance(self, deadline: Deadline, /) -> Found[E] | Paused | Stuck:
        granted = deadline.left
        try:
            answer = self._search(deadline)
        except SolverFailure as failure:
            answer = Stuck(str(failure), "raise --time")
        return ended(answer, deadline, granted) if isinstance(answer, Stuck) else Found(answer)

    def close(self) -> None:
        """There is nothing to let go of."""


class Persistent(Generic[E]):
    """Work that gives up when its time is over and, called again, goes on with what it has learnt.

    ``begin`` gets the deadline of whatever turn it is.
    """

    def __init__(self, begin: Callable[[Deadline], Callable[[], E]]) -> None:
        self._begin = begin
        self._allotment = Allotment()
        self._work: Callable[[], E] | None = None

    def advance(self, deadline: Deadline, /) -> Found[E] | Paused | Stuck:
        self._allotment.begin(deadline)
        granted = deadline.left
        try:
            self._work = self._work or self._begin(self._allotment.deadline)
            return Found(self._work())
        except SolverFailure as failure:
            return ended(Stuck(str(failure), "raise --time"), deadline, granted)

    def close(self) -> None:
        self._work = None


class Lifted(Generic[E, F]):
    """A search whose evidence is put into the terms of what was transformed for it, where that says anything."""

    def __init__(self, search: Search[E], lift: Callable[[E], F | Stuck], announce: Listener) -> None:
        self._search = search
        self._lift = lift
        self._announce = announce

    def advance(self, deadline: Deadline, /) -> Found[F] | Paused | Stuck:
        answer = self._search.advance(deadline)
        if not isinstance(answer, Found):
            return answer
        self._announce(PhaseStarted("lifting the evidence"))
        try:
            lifted = self._lift(answer.evidence)
            return lifted if isinstance(lifted, Stuck) else Found(lifted, answer.by, more=answer.more)
        except SolverFailure as failure:
            return Stuck(f"the evidence could not be expressed over the input: {failure}", "try --blocks single")

    def close(self) -> None:
        self._search.close()


class Resumed(Generic[E]):
    """``search``, which ends soon after its deadline has passed, in as many turns as it is given.

    It stops where it looks at the clock and its turn is over, and goes on there in its next one.  It runs in a thread
    of its own, and its caller waits meanwhile: never do both run at once, so nothing is shared that would have to be
    locked.  The deadline that the search is given counts the time of its own turns, and passes when the search is
    closed, so that it gives up as it would when time is over.
    """

    def __init__(self, search: Callable[[Deadline], E | Stuck]) -> None:
        self._search = search
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._go, self._stopped = threading.Semaphore(0), threading.Semaphore(0)
        self._until = -math.inf
        self._paused = 0.0
        self._closing = False
        self._answer: E | Stuck | None = None
        self._failure: BaseException | None = None

    def advance(self, deadline: Deadline, /) -> Found[E] | Paused | Stuck:
        self._until = time.monotonic() + deadline.left
        if self._thread.ident is None:
            self._thread.start()
            self._stopped.acquire()
        elif self._thread.is_alive():
            self._go.release()
            self._stopped.acquire()
        if self._failure is not None:
            raise self._failure
        if self._answer is None:
            return Paused()
        return self._answer if isinstance(self._answer, Stuck) else Found(self._answer)

    def close(self) -> None:
        """Ends the search where it stands."""
        self._closing = True
        if self._thread.is_alive():
            self._go.release()
            self._thread.join()

    # -- in the thread -------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            answer = self._search(Deadline(math.inf, self._clock))
            if not self._closing:
                self._answer = answer
        except SolverFailure as failure:
            self._answer = Stuck(str(failure), "raise --time")
        except BaseException as failure:
            self._failure = failure
        finally:
            self._stopped.release()

    def _clock(self) -> float:
        """The time of own turns so far; waits for the next one if the last is over."""
        now = time.monotonic()
        if now >= self._until and not self._closing:
            self._stopped.release()
            self._go.acquire()
            self._paused += time.monotonic() - now
        return math.inf if self._closing else time.monotonic() - self._paused

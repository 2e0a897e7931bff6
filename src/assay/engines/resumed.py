"""Any search in turns: it stops where it looks at the clock and its turn is over, and goes on there in its next one.

The search runs in a thread of its own, and its caller waits meanwhile: never do both run at once, so nothing is shared
that would have to be locked.  The deadline that the search is given counts the time of its own turns, and passes when
the search is closed, so that it gives up as it would when time is over.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from assay.core.budget import Deadline
from assay.core.roles import Stuck

T = TypeVar("T")


class Resumed(Generic[T]):
    """``search``, which ends soon after its deadline has passed, in as many turns as it is given."""

    def __init__(self, search: Callable[[Deadline], T]) -> None:
        self._search = search
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._go, self._stopped = threading.Semaphore(0), threading.Semaphore(0)
        self._until = -math.inf
        self._paused = 0.0
        self._closing = False
        self._answer: T | Stuck = Stuck("out of time", "raise --time")
        self._failure: BaseException | None = None

    def run(self, deadline: Deadline) -> T | Stuck:
        """The answer if it is found in this turn (or was before), else what says that it was not."""
        self._until = time.monotonic() + deadline.left
        if self._thread.ident is None:
            self._thread.start()
        elif self._thread.is_alive():
            self._go.release()
        else:
            return self._answer
        self._stopped.acquire()
        if self._failure is not None:
            raise self._failure
        return self._answer

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

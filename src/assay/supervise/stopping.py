"""Requests to stop (Ctrl-C, ``kill``, a terminal that goes away), noted when they arrive and granted at the next turn.

Nothing is raised out of a signal handler: whatever is under way is finished, and any number of requests, at any time,
comes to the same end as one.  Somebody who insists (asks again after a while, because output is blocked, say) is
obeyed at once.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

REQUESTS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# A request that comes so many seconds after the first is meant to end everything at once.
INSISTENCE: Final = 3.0


class Requests:
    """The first request to stop, if there was one, and what is to be done for who insists."""

    def __init__(self) -> None:
        self.first: int | None = None
        self._since = 0.0
        self._last_deed: Callable[[], object] = lambda: None

    def note(self, number: int, frame: FrameType | None = None) -> None:
        """What the handler does."""
        if self.first is None:
            self.first, self._since = number, time.monotonic()
        elif time.monotonic() - self._since > INSISTENCE:
            try:
                self._last_deed()
            finally:
                os._exit(128 + self.first)

    @contextmanager
    def before_leaving(self, deed: Callable[[], object]) -> Iterator[None]:
        """Meanwhile, ``deed`` is done before somebody who insists is obeyed."""
        before, self._last_deed = self._last_deed, deed
        try:
            yield
        finally:
            self._last_deed = before


@contextmanager
def stop_requests() -> Iterator[Requests]:
    """Notes requests to stop.  Outside the main thread Python delivers none; ``nohup`` keeps its word."""
    requests = Requests()
    previous = {}
    with suppress(ValueError):
        for number in REQUESTS:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                previous[number] = signal.signal(number, requests.note)
    try:
        yield requests
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)

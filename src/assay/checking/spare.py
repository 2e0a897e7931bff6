"""Time that may go into what is not asked for: a small part of what everything else took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from assay.core.budget import Deadline

# Seconds of processor time at once, at most; a part of the time that a check has taken; and what there is anyway.
MOST: Final = 1.0
SHARE: Final = 0.2
LEAST: Final = 0.25
# Of the time that is left to a check, so much at most.
SHARE_LEFT: Final = 0.1


class Spare:
    """Counts what was used of it, from when a check began, which is when this is made."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, processor: Callable[[], float] = time.process_time
    ) -> None:
        self._clock = clock
        self._processor = processor
        self._began = clock()
        self._spent = 0.0

    @contextmanager
    def used(self, left: float) -> Iterator[Deadline]:
        """Until when somebody may go on who uses it, if the check has so many seconds ``left``."""
        begun = self._processor()
        granted = LEAST + SHARE * (self._clock() - self._began) - self._spent
        try:
            yield Deadline(begun + min(MOST, SHARE_LEFT * left, granted), self._processor)
        finally:
            self._spent += self._processor() - begun

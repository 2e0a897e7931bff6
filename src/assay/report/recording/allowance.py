"""What a recording may cost: a small share of the processor time, and a moment at the start.

Small checks are recorded without loss, for the moment is enough for them.  In large ones, what would cost more is left
out, and how much that is goes into the recording.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from assay.report.json import Record

SHARE: Final = 0.02
MOMENT: Final = 0.05


class Allowance:
    """Sends records as long as making them is cheap."""

    def __init__(self, send: Callable[[Record], None], clock: Callable[[], float] = time.process_time) -> None:
        self._send = send
        self._clock = clock
        self._spent = 0.0
        self._unsaid: dict[str, int] = {}

    def told(self, make: Callable[[], Record], kind: str) -> None:
        """Makes and sends a record, if there is time for it; else counts it among those of its ``kind`` left out."""
        began = self._clock()
        if self._spent <= MOMENT + SHARE * began:
            self._send(make())
            self._spent += self._clock() - began
            return
        count = self._unsaid[kind] = self._unsaid.get(kind, 0) + 1
        # Now and then is enough: the last of these records counts, and says "at least".
        if count.bit_count() == 1:
            self._send({"event": "unsaid", "kind": kind, "count": count})

"""What algorithms announce, on its way to the supervising process: as records, and no more of them than are wanted."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from assay.core.events import (
    BoundReached,
    Closely,
    Event,
    LineExecuted,
    Listener,
    PathRefuted,
    Progress,
    PropertyTaken,
    Unfolded,
)
from assay.report.json import Record, event_record
from assay.report.recording.allowance import Allowance
from assay.report.recording.announced import refinement_record
from assay.report.statistics import Tally

if TYPE_CHECKING:
    from assay.app.worker import Job

# Frequent events are passed on at most so often.
PAUSE: Final = 0.1


def forwarding(job: Job, send: Callable[[Record], None]) -> Listener:
    """A listener that passes events on, frequent ones only now and then, with the statistics of the property at hand.

    What is costly to put into words is told only to whoever asked for it, and recordings of it have their allowance.
    """
    tally = Tally()
    tallies: dict[str, Tally] = {}
    last = -math.inf
    allowance = Allowance(send)

    def hear(event: Event) -> None:
        nonlocal last, tally
        if isinstance(event, PropertyTaken):
            tally = tallies.setdefault(event.name, Tally())
        tally.hear(event)
        now = time.monotonic()
        match event:
            case LineExecuted() if job.explain:
                send(event_record(event, {}))
                return
            case LineExecuted() | Unfolded():
                if job.is_recorded():
                    allowance.told(
                        lambda: event_record(event, {}), "line" if isinstance(event, LineExecuted) else "graph"
                    )
                return
            case PathRefuted() if job.is_recorded() or job.explain:
                allowance.told(lambda: refinement_record(event), "refinement")
            case Progress() | BoundReached() if now - last < PAUSE:
                return
        last = now
        send(event_record(event, tally.counters))

    return Closely(hear) if job.is_recorded() or job.explain else hear

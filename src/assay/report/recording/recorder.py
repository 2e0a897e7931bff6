"""A recording is what was heard of a check, with the times: bounded, and honest about what it leaves out.

Of each kind of event the first and the last ones are kept; of small checks that is all of them.  The parent process
records, so that a check that is killed leaves a recording too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from assay.report.json import Record

FORMAT: Final = "assay-recording"
VERSION: Final = 1
# Of each kind of event at most so many are kept, half of them from the beginning.
MOST: Final = 1000
MOST_OF: Final[Mapping[str, int]] = MappingProxyType(
    {"graph": 24, "line": 5000, "counterexample": 100, "invariants": 100, "source": 40, "verdict": 100_000}
)
# What nobody else hears.
RECORDED_ONLY: Final = ("goals", "source", "counterexample", "invariants", "graph", "refinement", "speaking", "unsaid")
# What is heard for other purposes: files, and evidence as text.
_NOT_RECORDED: Final = ("file", "refuted", "run", "path", "invariant")


class Recorder:
    """Hears records, each with the seconds since the check was started."""

    def __init__(self, clock: Callable[[], float], started: float) -> None:
        self._clock = clock
        self._started = started
        self._heard = 0
        self._kinds: dict[str, _Ends] = {}

    def hear(self, record: Record) -> None:
        kind = record["event"]
        if kind in _NOT_RECORDED:
            return
        ends = self._kinds.get(kind)
        if ends is None:
            ends = self._kinds[kind] = _Ends(MOST_OF.get(kind, MOST))
        self._heard += 1
        ends.keep(self._heard, {**record, "at": round(self._clock() - self._started, 3)})

    def events(self) -> list[Record]:
        """What was kept, in the order in which it was heard."""
        return [record for _, record in sorted(self._all(), key=lambda kept: kept[0])]

    def _all(self) -> Iterator[tuple[int, Record]]:
        for ends in self._kinds.values():
            yield from ends

    def document(self, about: Mapping[str, Any]) -> dict[str, Any]:
        """The recording; ``about`` is what is known of the check as a whole."""
        left_out = {kind: ends.left_out for kind, ends in self._kinds.items() if ends.left_out}
        unsaid = {record["kind"]: record["count"] for _, record in self._kinds.pop("unsaid", ())}
        for kind, count in unsaid.items():
            left_out[kind] = left_out.get(kind, 0) + count
        head = {"format": FORMAT, "version": VERSION}
        return {**head, **about, "left_out": left_out, "events": self.events()}


class _Ends:
    """The first and the last of many."""

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._first: list[tuple[int, Record]] = []
        self._last: deque[tuple[int, Record]] = deque(maxlen=most - self._half)
        self._count = 0

    def keep(self, number: int, record: Record) -> None:
        self._count += 1
        (self._first if len(self._first) < self._half else self._last).append((number, record))

    def __iter__(self) -> Iterator[tuple[int, Record]]:
        yield from self._first
        yield from self._last

    @property
    def left_out(self) -> int:
        return self._count - len(self._first) - len(self._last)

"""A recording is lossless for small checks, bounded for large ones, and says what it leaves out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assay.report.json import Record
from assay.report.recording.allowance import MOMENT, SHARE, Allowance
from assay.report.recording.recorder import MOST, MOST_OF, Recorder
from recordings import recording


def bounds(count: int, kind: str = "bound") -> list[Record]:
    return [{"event": kind, "depth": depth} for depth in range(count)]


def test_small_recordings_are_lossless() -> None:
    made = recording(bounds(MOST))
    assert [event["depth"] for event in made["events"]] == list(range(MOST))
    assert made["left_out"] == {}


def test_of_many_the_first_and_the_last_are_kept() -> None:
    made = recording([*bounds(10 * MOST), {"event": "note", "message": "the end"}])
    depths = [event["depth"] for event in made["events"] if event["event"] == "bound"]
    assert depths == [*range(MOST // 2), *range(10 * MOST - MOST // 2, 10 * MOST)]
    assert made["left_out"] == {"bound": 9 * MOST}
    assert made["events"][-1]["message"] == "the end"


def test_kinds_have_bounds_of_their_own() -> None:
    made = recording(bounds(100, "graph"))
    assert len(made["events"]) == MOST_OF["graph"]
    assert made["left_out"] == {"graph": 100 - MOST_OF["graph"]}


def test_events_have_their_times() -> None:
    times = iter([3.0, 4.5])
    recorder = Recorder(lambda: next(times), 2.0)
    recorder.hear({"event": "turn", "method": "a"})
    recorder.hear({"event": "turn", "method": "b"})
    assert [event["at"] for event in recorder.events()] == [1.0, 2.5]


def test_what_was_never_put_into_words_is_left_out_too() -> None:
    unsaid = [{"event": "unsaid", "kind": "graph", "count": count} for count in (1, 2, 4)]
    made = recording([*bounds(MOST_OF["graph"] + 1, "graph"), *unsaid])
    assert made["left_out"] == {"graph": 5}
    assert not any(event["event"] == "unsaid" for event in made["events"])


def costing(clock: list[float], seconds: float) -> Callable[[], Record]:
    def make() -> Record:
        clock[0] += seconds
        return {"event": "graph"}

    return make


def test_putting_into_words_stops_when_its_share_is_spent() -> None:
    clock, sent = [0.0], list[Record]()
    allowance = Allowance(sent.append, lambda: clock[0])
    for _ in range(1000):
        allowance.told(costing(clock, 0.01), "graph")
    told = [record for record in sent if record["event"] == "graph"]
    # The moment that is free, its share of that, and the one that was begun before.
    assert 0.01 * len(told) <= MOMENT * (1 + 2 * SHARE) + 0.01
    unsaid: list[Any] = [record["count"] for record in sent if record["event"] == "unsaid"]
    assert unsaid[-1] > (1000 - len(told)) / 2


def test_more_is_told_as_time_goes_by() -> None:
    clock, sent = [1000.0], list[Record]()
    allowance = Allowance(sent.append, lambda: clock[0])
    for _ in range(100):
        allowance.told(costing(clock, 0.1), "graph")
    assert len(sent) == 100

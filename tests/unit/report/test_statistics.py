"""Statistics: what was announced, counted; how far methods came; and what is known of errors, which is less."""

from __future__ import annotations

from assay.core.events import BoundReached, PhaseStarted, Progress, TurnEnded
from assay.core.verdict import Attempt
from assay.report.statistics import Tally


def test_only_bounds_that_were_reached_say_something_of_errors() -> None:
    tally = Tally()
    tally.hear(Progress({"depth": 50}))
    assert tally.bound == 0
    tally.hear(BoundReached(7))
    tally.hear(BoundReached(3))
    assert tally.bound == 7 and tally.counters["depth"] == 50
    tally.hear(Progress({"depth": 60}))
    assert tally.bound == 7


def test_how_far_each_method_came() -> None:
    tally = Tally()
    for event in (
        BoundReached(4),
        TurnEnded("a", 1.0, "out of time"),
        TurnEnded("b", 2.0, "never"),
        BoundReached(2),
        TurnEnded("a", 0.5, "found evidence"),
    ):
        tally.hear(event)
    assert tally.tried == (Attempt("a", 1.5, 4, "found evidence"), Attempt("b", 2.0, None, "never"))


def test_the_time_of_phases_that_have_ended() -> None:
    now = 0.0
    tally = Tally(lambda: now)
    for phase, until in (("exploring", 2.0), ("refining", 3.0), ("exploring", 7.0)):
        tally.hear(PhaseStarted(phase))
        now = until
    assert tally.counters["seconds exploring"] == 2.0
    tally.hear(PhaseStarted("done"))
    assert (tally.counters["seconds exploring"], tally.counters["seconds refining"]) == (6.0, 1.0)


def test_time_passes_for_whoever_is_worked_on() -> None:
    now = 0.0
    tally = Tally(lambda: now)
    tally.hear(PhaseStarted("exploring"))
    now = 2.0
    tally.pause()
    now = 9.0
    tally.pause()
    tally.hear(BoundReached(1))
    now = 10.0
    tally.hear(PhaseStarted("done"))
    assert tally.counters["seconds exploring"] == 3.0

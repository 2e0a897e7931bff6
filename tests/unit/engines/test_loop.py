"""The one loop: what it ends with is evidence, and a refiner that makes no progress is found out."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from assay.core.events import Event, RoundStarted
from assay.core.evidence import Proof, Trace
from assay.core.roles import Alarm, Genuine, Proved, Refined, Stuck
from assay.domains.fixpoint.capped_markings import Capped, Watched
from assay.engines.loop import rounds, run

PROOF = Proof({})
TRACE = Trace(({},), (), ())


@dataclass
class Scripted:
    """An explorer that is convinced once the precision reaches ``enough``."""

    enough: int
    seen: list[int] = field(default_factory=list)

    def explore(self, precision: int, /) -> Proved[Proof] | Alarm[str] | Stuck:
        self.seen.append(precision)
        return Proved(PROOF) if precision >= self.enough else Alarm(f"alarm at {precision}")


@dataclass(frozen=True)
class Answering:
    answer: Genuine[Trace] | Refined[int] | Stuck | None = None

    def refine(self, precision: int, evidence: str, /) -> Genuine[Trace] | Refined[int] | Stuck:
        assert evidence == f"alarm at {precision}"
        return self.answer if self.answer is not None else Refined(precision + 1)


def test_refines_until_the_explorer_is_convinced() -> None:
    explorer = Scripted(enough=3)
    assert run(explorer, Answering(), 0) is PROOF
    assert explorer.seen == [0, 1, 2, 3]


def test_a_genuine_alarm_ends_it() -> None:
    assert run(Scripted(enough=3), Answering(Genuine(TRACE)), 0) is TRACE


@pytest.mark.parametrize(
    ("answer", "reason"), [(Refined(0), "refinement made no progress"), (Stuck("too hard", "rest"), "too hard")]
)
def test_no_way_forward_is_the_end_with_a_reason(answer: Refined[int] | Stuck, reason: str) -> None:
    end = run(Scripted(enough=3), Answering(answer), 0)
    assert isinstance(end, Stuck) and end.reason == reason


def test_a_stuck_explorer_is_the_end() -> None:
    @dataclass
    class Lost:
        def explore(self, precision: int, /) -> Proved[Proof] | Alarm[str] | Stuck:
            return Stuck("lost", hint="ask")

    assert run(Lost(), Answering(), 0) == Stuck("lost", hint="ask")


def test_rounds_can_be_stepped_and_only_the_last_says_how_it_ended() -> None:
    events: list[Event] = []
    turns = list(rounds(Scripted(enough=2), Answering(), 0, events.append))
    assert [turn.precision for turn in turns] == [0, 1, 2]
    assert [turn.end for turn in turns] == [None, None, Proved(PROOF)]
    assert [turn.alarm for turn in turns] == ["alarm at 0", "alarm at 1", None]
    assert [event.number for event in events if isinstance(event, RoundStarted)] == [1, 2, 3]


@dataclass(frozen=True)
class Alarming:
    """An explorer of nets that is never convinced."""

    def explore(self, precision: Watched, /) -> Proved[Proof] | Alarm[str] | Stuck:
        return Alarm("again")


@dataclass(frozen=True)
class Waiting:
    """A refiner that only counts rounds, and turns the markings around."""

    def refine(self, precision: Watched, evidence: str, /) -> Genuine[Trace] | Refined[Watched] | Stuck:
        return Refined(Watched(precision.domain, precision.remaining[::-1], precision.number + 1))


def test_a_round_more_is_no_progress_on_nets() -> None:
    markings = ({0: 1}, {1: 2, 0: 3})
    end = run(Alarming(), Waiting(), Watched(Capped(), markings))
    assert end == Stuck("refinement made no progress")


def test_precisions_of_nets_are_their_domain_and_what_remains() -> None:
    domain = Capped(((0, 1),))
    first = Watched(domain, ({0: 1}, {1: 1}), 1)
    assert first == Watched(domain, ({1: 1}, {0: 1}), 2)
    assert first != Watched(domain, ({0: 1},), 1)
    assert first != Watched(Capped(), ({0: 1}, {1: 1}), 1)

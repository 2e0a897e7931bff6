"""Searches made of other things: they go on where they stopped, with what they learnt, and can always be closed."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import pytest

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.events import Event, PhaseStarted, RoundStarted, ignore
from assay.core.roles import Alarm, Found, Genuine, Paused, Proved, Refined, Stuck
from assay.engines.searches import Afresh, Conversation, Lifted, Refining, Resumed
from clocks import over, patient

OUT_OF_TIME = Stuck("out of time", "raise --time")


@dataclass
class World:
    """The time, which passes only when somebody explores, and who was begun."""

    now: float = 0.0
    explored: list[tuple[int, int]] = field(default_factory=list)
    begun: int = 0
    events: list[Event] = field(default_factory=list)

    def within(self, seconds: float) -> Deadline:
        return Deadline(self.now + seconds, lambda: self.now)


@dataclass
class Slow:
    """An explorer that takes a second for each precision, and is convinced by the fifth."""

    world: World
    number: int
    deadline: Deadline

    def explore(self, precision: int, /) -> Proved[str] | Alarm[str] | Stuck:
        if self.deadline.passed:
            return OUT_OF_TIME
        self.world.explored.append((self.number, precision))
        self.world.now += 1
        return Proved("proof") if precision >= 5 else Alarm("alarm")


class Next:
    """A refiner that always knows better; it finds a run if that is what it is asked for."""

    def __init__(self, real: int = 99) -> None:
        self._real = real

    def refine(self, precision: int, evidence: str, /) -> Genuine[str] | Refined[int] | Stuck:
        return Genuine("run") if precision == self._real else Refined(precision + 1)


def refining(world: World, *, resumable: bool = False, real: int = 99) -> Refining[int, str, str, str]:
    def begin(deadline: Deadline) -> Conversation[int, str, str, str]:
        world.begun += 1
        return Conversation(Slow(world, world.begun, deadline), Next(real), 0, resumable)

    return Refining(begin, world.events.append)


# -- the loop ----------------------------------------------------------------------------------------------------------


def test_the_loop_in_one_turn() -> None:
    for real, expected in ((99, "proof"), (3, "run")):
        world = World()
        assert refining(world, real=real).advance(world.within(100)) == Found(expected)
        assert world.begun == 1


@pytest.mark.parametrize("resumable", [True, False])
def test_the_loop_goes_on_with_the_precision_that_it_had(*, resumable: bool) -> None:
    world = World()
    search = refining(world, resumable=resumable)
    assert search.advance(world.within(2)) == Paused("out of time", "raise --time")
    assert search.advance(world.within(2)) == Paused("out of time", "raise --time")
    assert search.advance(world.within(2)) == Found("proof")
    # No precision is explored twice, by the same explorer if that can go on, else by a new one.
    assert [precision for _, precision in world.explored] == [0, 1, 2, 3, 4, 5]
    assert world.begun == (1 if resumable else 3)
    numbers = [event.number for event in world.events if isinstance(event, RoundStarted)]
    assert numbers == [1, 2, 3, 3, 4, 5, 5, 6]


def test_who_gives_up_early_has_given_up_for_good() -> None:
    class Lost:
        def explore(self, precision: int, /) -> Proved[str] | Alarm[str] | Stuck:
            world.now += 1
            return Stuck("lost", "ask")

    world = World()
    search: Refining[int, str, str, str] = Refining(lambda deadline: Conversation(Lost(), Next(), 0), ignore)
    assert search.advance(world.within(4)) == Stuck("lost", "ask")
    # With most of the time gone, it may have been for want of time.
    assert search.advance(world.within(1.5)) == Paused("lost", "ask")
    assert search.advance(FOREVER) == Stuck("lost", "ask")


def test_a_solver_that_fails_at_the_beginning_is_no_crash() -> None:
    def begin(deadline: Deadline) -> Conversation[int, str, str, str]:
        raise SolverFailure("no solver")

    search = Refining(begin, ignore)
    assert search.advance(patient()) == Stuck("no solver", "raise --time")
    assert search.advance(over()) == Paused("no solver", "raise --time")


# -- again and again ---------------------------------------------------------------------------------------------------


def test_what_cannot_be_interrupted_begins_again() -> None:
    given: list[float] = []
    world = World()

    def search(deadline: Deadline) -> str | Stuck:
        given.append(deadline.left)
        world.now += min(deadline.left, 3.0)
        if deadline.passed:
            raise SolverFailure("too short")
        return "found"

    afresh = Afresh(search)
    assert afresh.advance(world.within(1)) == Paused("too short", "raise --time")
    assert afresh.advance(world.within(2)) == Paused("too short", "raise --time")
    assert afresh.advance(world.within(4)) == Found("found")
    assert given == [1, 2, 4]
    afresh.close()


def test_what_gives_up_with_time_left_has_given_up() -> None:
    assert Afresh(lambda deadline: Stuck("lost")).advance(patient()) == Stuck("lost")
    assert Afresh(lambda deadline: Stuck("lost")).advance(FOREVER) == Stuck("lost")
    assert Afresh(lambda deadline: Stuck("lost", "")).advance(over()) == Paused("lost", "")


# -- lifted ------------------------------------------------------------------------------------------------------------


@dataclass
class Saying:
    answer: Found[int] | Paused | Stuck
    closed: bool = False

    def advance(self, deadline: Deadline, /) -> Found[int] | Paused | Stuck:
        return self.answer

    def close(self) -> None:
        self.closed = True


def test_evidence_is_lifted_and_nothing_else() -> None:
    events: list[Event] = []
    for answer in (Paused(), Stuck("never")):
        assert Lifted(Saying(answer), str, events.append).advance(FOREVER) == answer
    assert events == []
    inner = Saying(Found(7, "IC3", more=True))
    lifted = Lifted(inner, str, events.append)
    assert lifted.advance(FOREVER) == Found("7", "IC3", more=True)
    assert events == [PhaseStarted("lifting the evidence")]
    lifted.close()
    assert inner.closed


def test_evidence_that_says_nothing_of_the_original_is_none() -> None:
    lifted: Lifted[int, str] = Lifted(Saying(Found(7)), lambda found: Stuck(f"{found} is too small"), ignore)
    assert lifted.advance(FOREVER) == Stuck("7 is too small")


def test_evidence_that_cannot_be_lifted_is_none() -> None:
    def lift(found: int) -> str:
        raise SolverFailure("no time")

    answer = Lifted(Saying(Found(7)), lift, ignore).advance(FOREVER)
    assert isinstance(answer, Stuck) and "no time" in answer.reason and answer.hint


# -- in a thread of its own --------------------------------------------------------------------------------------------


def test_a_search_goes_on_where_its_turn_ended() -> None:
    steps: list[int] = []

    def search(deadline: Deadline) -> str:
        for number in range(5):
            steps.append(number)
            assert not deadline.passed
        return "found"

    resumed = Resumed(search)
    seen = []
    while isinstance(answer := resumed.advance(over()), Paused):
        seen.append(list(steps))
    assert answer == Found("found") and seen == [list(range(k)) for k in range(1, 6)]
    assert resumed.advance(over()) == Found("found")
    resumed.close()


def test_time_of_others_does_not_count() -> None:
    left: list[float] = []

    def search(deadline: Deadline) -> str:
        mine = deadline.within(1000.0)
        for _ in range(3):
            left.append(mine.left)
        return "found"

    resumed = Resumed(search)
    while isinstance(resumed.advance(over()), Paused):
        pass
    assert all(0 < seconds <= 1000 for seconds in left) and left == sorted(left, reverse=True)


def test_closing_ends_a_search_as_if_time_were_over() -> None:
    ended = []

    def search(deadline: Deadline) -> str:
        while not deadline.passed:
            pass
        ended.append(deadline.left)
        return "gave up"

    before = threading.active_count()
    resumed = Resumed(search)
    assert isinstance(resumed.advance(over()), Paused)
    resumed.close()
    assert ended == [0.0] and threading.active_count() == before
    Resumed(search).close()
    assert ended == [0.0]


def test_who_gives_up_in_a_thread_has_given_up() -> None:
    def search(deadline: Deadline) -> str | Stuck:
        return Stuck("too large")

    resumed = Resumed(search)
    assert resumed.advance(FOREVER) == Stuck("too large")
    resumed.close()


def test_solvers_that_fail_in_a_thread_are_no_crash() -> None:
    def search(deadline: Deadline) -> str:
        raise SolverFailure("broken")

    resumed = Resumed(search)
    assert resumed.advance(FOREVER) == Stuck("broken", "raise --time")
    resumed.close()


def test_bugs_reach_the_caller() -> None:
    def search(deadline: Deadline) -> str:
        raise ZeroDivisionError("broken")

    resumed = Resumed(search)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="broken"):
            resumed.advance(FOREVER)
    resumed.close()

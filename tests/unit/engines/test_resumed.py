"""Any search in turns: it goes on where it stopped, counts its own time only, and can be closed at any time."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest
from assay.engines.resumed import Resumed
from assay.engines.turns import Seat, take_turns

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.roles import Stuck
from clocks import over


def test_a_search_goes_on_where_its_turn_ended() -> None:
    steps: list[int] = []

    def search(deadline: Deadline) -> str:
        for number in range(5):
            steps.append(number)
            assert not deadline.passed
        return "found"

    resumed = Resumed(search)
    seen = []
    while isinstance(answer := resumed.run(over()), Stuck):
        seen.append(list(steps))
    assert answer == "found" and seen == [list(range(k)) for k in range(1, 6)]
    assert resumed.run(over()) == "found"
    resumed.close()


def test_time_of_others_does_not_count() -> None:
    left: list[float] = []

    def search(deadline: Deadline) -> None:
        mine = deadline.within(1000.0)
        for _ in range(3):
            left.append(mine.left)

    resumed = Resumed(search)
    while isinstance(resumed.run(over()), Stuck):
        pass
    assert all(990 < seconds <= 1000 for seconds in left) and left == sorted(left, reverse=True)


def test_closing_ends_a_search_as_if_time_were_over() -> None:
    ended = []

    def search(deadline: Deadline) -> str:
        while not deadline.passed:
            pass
        ended.append(deadline.left)
        return "gave up"

    before = threading.active_count()
    resumed = Resumed(search)
    assert isinstance(resumed.run(over()), Stuck)
    resumed.close()
    assert ended == [0.0] and threading.active_count() == before
    Resumed(search).close()


def test_failures_reach_the_caller() -> None:
    def search(deadline: Deadline) -> str:
        raise SolverFailure("broken")

    with pytest.raises(SolverFailure, match="broken"):
        Resumed(search).run(FOREVER)


def test_turns_end_with_the_first_answer_or_when_nobody_is_left() -> None:
    heard: list[str] = []

    def seat(name: str, *answers: str | Stuck) -> Seat[str]:
        row = iter(answers)

        def run(deadline: Deadline) -> str | Stuck:
            heard.append(name)
            answer = next(row)
            while isinstance(answer, Stuck) and answer.reason == "later" and not deadline.passed:
                pass
            return answer

        return Seat(name, run, lambda: None, 0.001)

    def ignore(event: object) -> None:
        pass

    later, never = Stuck("later"), Stuck("never")
    assert take_turns([seat("a", later, later), seat("b", never), seat("c", later, "c")], FOREVER, ignore) == "c"
    assert heard == ["a", "b", "c", "a", "c"]
    assert take_turns([seat("a", never), seat("b", never)], FOREVER, ignore) is never
    one: Sequence[Seat[str]] = [seat("a")]
    nobody: Sequence[Seat[str]] = []
    for seats, deadline in ((one, over()), (nobody, FOREVER)):
        answer: str | Stuck = take_turns(seats, deadline, ignore)
        assert isinstance(answer, Stuck)

"""The one clock: who has a turn, when, for how long, and what comes of it.  Time passes only while somebody works."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure, UndefinedValue, Unsupported
from assay.core.events import Event, PhaseStarted, TurnEnded, TurnStarted
from assay.core.roles import Found, Paused, Search, Stuck
from assay.engines.plans import Plan, Turn, gates
from assay.engines.portfolio import MOST_CHECKING, STUBBORN, Rather, Turns, dealt, searching

Answer = Found[str] | Paused | Stuck
NEVER = Stuck("never")


@dataclass
class World:
    """The time, and what happened in it."""

    now: float = 0.0
    turns: list[tuple[str, float]] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def within(self, seconds: float) -> Deadline:
        return Deadline(self.now + seconds, lambda: self.now)

    @property
    def order(self) -> str:
        return "".join(name for name, _ in self.turns)


@dataclass
class Worker:
    """A search that takes some time for each thing that it is going to say, and endless time in the end."""

    world: World
    name: str
    script: list[tuple[float, Answer | Exception]]

    def advance(self, deadline: Deadline, /) -> Answer:
        needed, answer = self.script.pop(0) if self.script else (math.inf, Paused())
        spent = min(needed, deadline.left)
        assert math.isfinite(spent), "this would take for ever"
        self.world.now += spent
        self.world.turns.append((self.name, spent))
        if spent < needed:
            self.script.insert(0, (needed - spent, answer))
            return Paused()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        self.world.closed.append(self.name)


Script = Sequence[tuple[float, Answer | Exception]]


def portfolio(plan: Plan, world: World, *, seconds: float = math.inf, **scripts: Script | Unsupported) -> Turns[str]:
    """The plan's searches do what they are told; those that are told nothing work for ever."""

    def begin(turn: Turn) -> Search[str]:
        if isinstance(turn.search, Plan):
            return Turns(turn.search, begin, world.events.append)
        script = scripts.get(turn.search, ())
        if isinstance(script, Unsupported):
            raise script
        return Worker(world, turn.search, list(script))

    return Turns(plan, begin, world.events.append, seconds=seconds)


def in_order(*turns: Turn, longest: float = 128.0) -> Plan:
    return Plan("in order", turns, longest=longest)


def in_rounds(*turns: Turn, unit: float = 1.0) -> Plan:
    return Plan("in rounds", turns, unit=unit)


# -- whose turn it is --------------------------------------------------------------------------------------------------


def test_rounds_grow_and_each_turn_is_a_multiple_of_their_unit() -> None:
    world = World()
    turns = portfolio(in_rounds(Turn("a"), Turn("b", share=2.0)), world)
    assert turns.advance(world.within(13)) == Paused()
    assert world.turns == [("a", 1), ("b", 2), ("a", 2), ("b", 4), ("a", 4)]


def test_turns_in_order_have_shares_of_the_time_and_the_last_all_that_is_left() -> None:
    world = World()
    turns = portfolio(in_order(Turn("a", share=0.25), Turn("b", share=0.125), Turn("a")), world)
    assert turns.advance(world.within(64)) == Paused()
    assert world.turns == [("a", 16), ("b", 8), ("a", 40)]


def test_when_all_turns_are_over_they_are_taken_again_twice_as_long() -> None:
    world = World()
    portfolio(in_order(Turn("a", share=0.125), Turn("b", share=0.25)), world).advance(world.within(64))
    assert world.turns == [("a", 8), ("b", 16), ("a", 16), ("b", 24)]


def test_shares_are_of_what_the_plan_may_expect() -> None:
    plan = in_order(Turn("a", share=0.25), Turn("b"), longest=32.0)
    for left, expected, share in ((16.0, math.inf, 4), (1000.0, math.inf, 8), (1000.0, 8.0, 2)):
        world = World()
        portfolio(plan, world, seconds=expected).advance(world.within(left))
        assert world.turns == [("a", share), ("b", left - share)]


def test_a_turn_is_no_shorter_than_its_least() -> None:
    world = World()
    portfolio(in_order(Turn("a", share=0.0, least=3.0), Turn("b", share=0.5, least=3.0), Turn("a")), world).advance(
        world.within(16)
    )
    assert world.turns == [("a", 3), ("b", 8), ("a", 5)]


def test_a_search_has_no_more_than_its_most_in_all() -> None:
    world = World()
    turns = portfolio(in_rounds(Turn("a", most=2.5), Turn("b", most=100.0)), world)
    turns.advance(world.within(13))
    assert world.turns == [("a", 1), ("b", 1), ("a", 1.5), ("b", 2), ("b", 4), ("b", 3.5)]


def test_ic3_waits_for_nobody_who_has_had_several_turns() -> None:
    """It comes last in short rounds and first in long ones: at no time has it had much less than its share of it."""
    world = World()
    search = portfolio(gates(1000, 1000), world)
    parts = []
    while world.now < 120.0:
        search.advance(world.within(0.5))
        had = sum(spent for name, spent in world.turns if name == "IC3")
        parts.append((world.now, had / world.now))
    assert min(part for now, part in parts if now > 5.0) > 0.4
    assert min(part for now, part in parts if now > 12.0) > 0.5
    first = [name for name, _ in joined(world.turns)]
    assert first[:3] == ["k-induction", "random walks", "IC3"]


def test_when_everybody_has_had_the_most_it_is_over() -> None:
    world = World()
    turns = portfolio(in_rounds(Turn("a", most=2.0), Turn("b", most=4.0)), world)
    assert isinstance(turns.advance(world.within(100)), Stuck)
    assert sum(seconds for _, seconds in world.turns) == 6


@pytest.mark.parametrize(
    ("late", "turns"),
    [
        (1, [("b", 1), ("a", 2), ("b", 2), ("a", 4)]),
        (2, [("b", 1), ("b", 2), ("a", 4), ("b", 2)]),
    ],
)
def test_late_ones_have_no_turn_in_the_first_rounds(late: int, turns: list[tuple[str, int]]) -> None:
    world = World()
    portfolio(in_rounds(Turn("a", late=late), Turn("b")), world).advance(world.within(9))
    assert world.turns == turns


# -- turns that are interrupted ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "plan", [in_rounds(Turn("a"), Turn("b", share=2.0)), in_order(Turn("a", share=0.5), Turn("b"))]
)
@given(pieces=st.lists(st.integers(1, 9), min_size=1, max_size=12))
def test_an_interrupted_turn_goes_on_with_what_was_left_of_it(plan: Plan, pieces: list[int]) -> None:
    """However the time is cut into turns, searches come in the same order, and each has the same time."""
    whole, parts = World(), World()
    portfolio(plan, whole, seconds=64.0).advance(whole.within(sum(pieces)))
    turns = portfolio(plan, parts, seconds=64.0)
    # A plan in order has shares of what it may expect when it begins.
    for piece in pieces if plan.unit else [sum(pieces)]:
        assert turns.advance(parts.within(piece)) == Paused()
    assert joined(parts.turns) == joined(whole.turns)


def joined(turns: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Turns of one search that follow each other, as one."""
    found: list[tuple[str, float]] = []
    for name, seconds in turns:
        if found and found[-1][0] == name:
            found[-1] = name, found[-1][1] + seconds
        else:
            found.append((name, seconds))
    return found


def test_the_last_turn_goes_on_when_it_was_interrupted() -> None:
    world = World()
    turns = portfolio(in_order(Turn("a", share=0.25), Turn("b")), world)
    for _ in range(3):
        assert turns.advance(world.within(16)) == Paused()
    assert world.turns == [("a", 4), ("b", 12), ("b", 16), ("b", 16)]


def test_a_search_that_took_all_the_time_to_begin_has_its_turn_next() -> None:
    world = World()

    def begin(turn: Turn) -> Search[str]:
        world.now += 4.0
        return Worker(world, turn.name, [])

    turns = Turns(in_rounds(Turn("a"), Turn("b")), begin, world.events.append)
    assert turns.advance(world.within(4)) == Paused() and world.turns == []
    assert turns.advance(world.within(6)) == Paused() and world.turns == [("a", 1), ("b", 1)]


def test_without_time_nothing_is_begun() -> None:
    world = World()
    turns = portfolio(in_rounds(Turn("a"), Turn("b")), world)
    assert turns.advance(world.within(0)) == Paused()
    turns.close()
    assert not world.turns and not world.closed


# -- what comes of turns -----------------------------------------------------------------------------------------------


def test_who_gives_up_has_no_more_turns() -> None:
    world = World()
    turns = portfolio(in_rounds(Turn("a"), Turn("b")), world, a=[(1.5, NEVER)])
    turns.advance(world.within(9))
    assert world.turns == [("a", 1), ("b", 1), ("a", 0.5), ("b", 2), ("b", 4), ("b", 0.5)]
    assert world.closed == ["a"]


def test_when_nobody_is_left_the_last_reason_is_told() -> None:
    for plan in (in_rounds(Turn("a"), Turn("b")), in_order(Turn("a", share=0.5), Turn("b", share=0.5))):
        world = World()
        turns = portfolio(plan, world, a=[(0.5, NEVER)], b=[(0.5, Stuck("too hard", "rest"))])
        assert turns.advance(world.within(100)) == Stuck("too hard", "rest")
        assert turns.advance(world.within(100)) == Stuck("too hard", "rest")
        assert world.order == "ab"


def test_stubborn_ones_may_give_up_several_times() -> None:
    world = World()
    plan = in_order(Turn("a", share=0.125, stubborn=True), Turn("b", share=0.125))
    turns = portfolio(plan, world, a=[(0.25, NEVER)] * 10, b=[(0.25, NEVER)] * 10)
    assert turns.advance(world.within(64)) == NEVER
    assert world.order == "ab" + "a" * (STUBBORN - 1)


def test_who_gives_up_with_all_the_time_that_is_left_is_not_asked_again() -> None:
    for answer in (NEVER, Paused("never", "")):
        world = World()
        turns = portfolio(in_order(Turn("a", stubborn=True)), world, a=[(1.0, answer)] * 10)
        assert turns.advance(world.within(64)) == NEVER
        assert world.order == "a"


def test_who_finds_something_is_done_and_the_others_go_on() -> None:
    world = World()
    turns = portfolio(in_rounds(Turn("a"), Turn("b"), Turn("c")), world, b=[(0.5, Found("b's"))], c=[(3, Found("c's"))])
    assert turns.advance(world.within(100)) == Found("b's", "b", more=True)
    assert world.closed == ["b"]
    assert turns.advance(world.within(100)) == Found("c's", "c", more=True)
    assert world.closed == ["b", "c"]
    turns.advance(world.within(10))
    assert "bc" not in world.order[5:] and world.closed == ["b", "c"]


def test_who_may_find_more_is_asked_again_and_is_named_by_itself() -> None:
    world = World()
    turns = portfolio(in_rounds(Turn("a")), world, a=[(0.5, Found("one", "a1", more=True)), (0.5, Found("two"))])
    assert turns.advance(world.within(100)) == Found("one", "a1", more=True)
    assert not world.closed
    assert turns.advance(world.within(100)) == Found("two", "a", more=True)
    assert isinstance(turns.advance(world.within(100)), Stuck) and world.closed == ["a"]


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (SolverFailure("z3 is gone"), "z3 is gone"),
        (UndefinedValue("1 / 0"), "a run was found that depends on a value left open: 1 / 0"),
    ],
)
def test_who_fails_has_given_up(failure: Exception, reason: str) -> None:
    world = World()
    turns = portfolio(in_rounds(Turn("a"), Turn("b")), world, a=[(0.5, failure)], b=[(1.0, Found("b's"))])
    assert turns.advance(world.within(100)) == Found("b's", "b", more=True)
    assert world.closed == ["a", "b"]
    end = turns.advance(world.within(100))
    assert isinstance(end, Stuck) and end.reason == reason and end.hint


def test_a_bug_is_nobody_s_end() -> None:
    world = World()
    with pytest.raises(ZeroDivisionError):
        portfolio(in_rounds(Turn("a"), Turn("b")), world, a=[(0.5, ZeroDivisionError())]).advance(world.within(100))


def test_what_does_not_suit_the_input_is_dropped() -> None:
    world = World()
    turns = portfolio(in_rounds(Turn("a"), Turn("b")), world, a=Unsupported("no net"), b=[(0.5, NEVER)])
    assert turns.advance(world.within(100)) == NEVER
    turns = portfolio(in_rounds(Turn("a"), Turn("b")), world, a=[(0.5, NEVER)], b=Unsupported("no net"))
    assert turns.advance(world.within(100)) == Stuck("no net")
    assert world.order == "ba"


def test_the_only_search_of_a_plan_says_why_it_does_not_suit() -> None:
    for plan in (in_order(Turn("a")), in_order(Turn("a", share=0.5), Turn("a"))):
        with pytest.raises(Unsupported, match="no net"):
            portfolio(plan, World(), a=Unsupported("no net")).advance(World().within(100))


def test_turns_are_announced_with_what_came_of_them() -> None:
    world = World()
    plan = in_rounds(Turn("a"), Turn(in_rounds(Turn("b"), Turn("c"))))
    portfolio(plan, world, a=[(0.5, NEVER)], b=[(0.5, Found("b's"))]).advance(world.within(100))
    assert world.events == [
        TurnStarted("a"),
        PhaseStarted("a"),
        TurnEnded("a", 0.5, "never"),
        TurnStarted("b"),
        PhaseStarted("b"),
        TurnEnded("b", 0.5, "found evidence"),
    ]


# -- plans in plans ----------------------------------------------------------------------------------------------------


def test_plans_may_contain_plans() -> None:
    world = World()
    inner = Plan("inner", (Turn("a"), Turn("b", share=2.0)), unit=1.0)
    turns = portfolio(in_rounds(Turn(inner), Turn("c"), unit=2.0), world)
    assert turns.advance(world.within(12)) == Paused()
    assert world.turns == [("a", 1), ("b", 1), ("c", 2), ("b", 1), ("a", 2), ("b", 1), ("c", 4)]


def test_a_plan_in_which_nobody_is_left_has_given_up() -> None:
    world = World()
    inner = Plan("inner", (Turn("a"), Turn("b")), unit=1.0)
    turns = portfolio(in_rounds(Turn(inner), Turn("c")), world, a=[(0.25, Found("a's"))], b=[(0.25, NEVER)])
    assert turns.advance(world.within(4)) == Found("a's", "a", more=True)
    assert turns.advance(world.within(4)) == Paused()
    assert joined(world.turns) == [("a", 0.25), ("b", 0.25), ("c", 3.75)]


def test_who_finds_something_and_goes_on_does_so_in_the_same_turn() -> None:
    world = World()
    more: Found[str] = Found("one of two", more=True)
    turns = portfolio(in_rounds(Turn("a"), Turn("b"), unit=2.0), world, a=[(0.5, more), (0.5, more)])
    assert [turns.advance(world.within(10)) for _ in range(2)] == [Found("one of two", "a", more=True)] * 2
    assert turns.advance(world.within(3)) == Paused()
    assert world.turns == [("a", 0.5), ("a", 0.5), ("a", 1), ("b", 2)]


def test_the_only_search_of_a_plan_within_a_plan_says_why_it_does_not_suit() -> None:
    world = World()
    plan = in_order(Turn(Plan("inner", (Turn("a"),)), share=0.5), Turn("b"))
    with pytest.raises(Unsupported, match="no net"):
        portfolio(plan, world, a=Unsupported("no net")).advance(world.within(100))


# -- the end -----------------------------------------------------------------------------------------------------------


def test_closing_closes_everything_that_was_begun() -> None:
    world = World()
    inner = Plan("inner", (Turn("a"), Turn("b")), unit=1.0)
    turns = portfolio(in_rounds(Turn(inner), Turn("c"), Turn("d"), unit=2.0), world, c=[(0.5, NEVER)])
    turns.advance(world.within(2.5))
    assert world.order == "abc" and world.closed == ["c"]
    turns.close()
    assert sorted(world.closed) == ["a", "b", "c"]
    turns.close()
    assert sorted(world.closed) == ["a", "b", "c"]


# -- several cores -----------------------------------------------------------------------------------------------------


@given(
    st.lists(st.builds(Turn, st.sampled_from("abcdef"), share=st.sampled_from((0.25, 1.0, 3.0))), min_size=1),
    st.integers(1, 4),
)
def test_searches_are_dealt_out_to_cores(turns: list[Turn], jobs: int) -> None:
    plan = in_rounds(*turns)
    lots = dealt(plan, jobs)
    names = [{turn.name for turn in lot.turns} for lot in lots]
    assert len(lots) == min(jobs, len({turn.name for turn in turns})) and all(names)
    assert sum(map(len, names)) == len({turn.name for turn in turns})
    for lot, own in zip(lots, names, strict=True):
        assert lot.turns == tuple(turn for turn in turns if turn.name in own) and lot.unit == plan.unit


def test_the_largest_shares_are_on_different_cores() -> None:
    first, second = dealt(in_rounds(Turn("a", share=3.0), Turn("b", share=2.0), Turn("c")), 2)
    assert [[turn.name for turn in lot.turns] for lot in (first, second)] == [["a"], ["b", "c"]]


# -- rather something else ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "expected"),
    [
        ([(1.0, Found("strong"))], Found("strong")),
        ([(1.0, Found("weak too"))], Found("weak")),
        ([(3.0, Found("strong"))], Found("weak")),
        ([(1.0, NEVER)], Found("weak")),
    ],
)
def test_weak_evidence_may_be_bettered(better: list[tuple[float, Answer | Exception]], expected: Answer) -> None:
    world = World()

    def other() -> Search[str]:
        return Worker(world, "b", list(better))

    rather = Rather(Worker(world, "a", [(1.0, Found("weak"))]), lambda found: found.startswith("weak"), other, 2.0)
    assert rather.advance(world.within(100)) == expected
    assert world.order == "ab" and world.closed == ["b"]
    rather.close()
    assert world.closed == ["b", "a"]


def test_what_is_not_weak_is_taken_as_it_is() -> None:
    def other() -> Search[str]:
        raise AssertionError("nothing else is needed")

    for answer in (Found("strong"), Paused(), NEVER):
        world = World()
        rather = Rather(Worker(world, "a", [(1.0, answer)]), lambda found: False, other, 2.0)
        assert rather.advance(world.within(100)) == answer


def test_the_search_leaves_time_for_checking() -> None:
    world = World()
    for seconds in (0.0, 1.0, 20.0, 1000.0):
        kept = seconds - searching(world.within(seconds)).left
        assert (0 < kept <= MOST_CHECKING) == (seconds > 0)
    assert searching(FOREVER).left == math.inf

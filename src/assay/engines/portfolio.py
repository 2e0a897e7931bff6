"""The one clock: searches take turns as a plan says, on one core or side by side on several.

``Turns`` is itself a search, so plans may contain plans.  Who gives up is dropped; who finds something is done (whether
it counts is decided elsewhere), and the others go on.  When all turns of a plan are over and there is
time left, they are taken again, twice as long.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, Generic, TypeVar

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure, UndefinedValue, Unsupported
from assay.core.events import Listener, PhaseStarted, TurnEnded, TurnStarted
from assay.core.roles import Found, Paused, Search, Stuck
from assay.engines.plans import LONGEST, Plan, Turn

E = TypeVar("E")

# What the search leaves of its time for checking what it finds last, and seconds that this is at most.
CHECKING_SHARE: Final = 0.04
MOST_CHECKING: Final = 10.0
# What the search has of its time while evidence waits that only needs more time to be checked.
WAITING_SHARE: Final = 0.2
# What searches have for which there is a reason only now, of the time that is left then.
AGAIN_SHARE: Final = 0.3
# A turn of less than this is none.
INSTANT: Final = 1e-3
# So often may a stubborn search give up.
STUBBORN: Final = 4

# What a turn counts that has all the time that is left.
REST: Final = 0.25

OPEN_VALUE: Final = "a clause or guard that excludes zero divisors would make it decidable"


def searching(deadline: Deadline) -> Deadline:
    """The time to search in, if what is found then is to be checked before ``deadline``."""
    return deadline.within(deadline.left - min(MOST_CHECKING, CHECKING_SHARE * deadline.left))


def searching_on(until: Deadline) -> Deadline:
    """The time to search in, if something found before is to be checked at length afterwards."""
    return until.within(WAITING_SHARE * until.left)


class Again:
    """The time to search once more because of what was found: a share of what is left then, for all who do so."""

    def __init__(self) -> None:
        self._left: float | None = None

    @contextmanager
    def of(self, deadline: Deadline) -> Iterator[Deadline]:
        """Until when somebody may search who begins now."""
        if self._left is None:
            self._left = AGAIN_SHARE * min(deadline.left, LONGEST)
        began = deadline.clock()
        try:
            yield deadline.within(self._left)
        finally:
            self._left = max(0.0, self._left - (deadline.clock() - began))


class Turns(Generic[E]):
    """Searches of one plan, in turns."""

    def __init__(
        self,
        plan: Plan,
        begin: Callable[[Turn], Search[E]],
        announce: Listener,
        *,
        seconds: float = math.inf,
        part: bool = False,
    ) -> None:
        """``begin`` makes the search of a turn; it may raise ``Unsupported``, and the search is dropped.

        That of a plan's only search is raised on: it is what the user asked for, unless this is ``part`` of a plan.
        ``seconds`` is all the time that the plan may expect, where that is less than what is left when it begins.
        """
        self.plan = plan
        self._begin = begin
        self._announce = announce
        self._seconds = seconds
        self._searches: dict[str, Search[E]] = {}
        self._dropped: set[str] = set()
        self._names = {turn.name for turn in plan.turns}
        self._only = len(self._names) == 1 and not part
        self._spent: dict[str, float] = {}
        self._failures: dict[str, int] = {}
        self._schedule: Iterator[tuple[Turn, float]] | None = None
        self._current: tuple[Turn, float] | None = None
        self._last = Stuck("out of time", "raise --time")

    def advance(self, deadline: Deadline, /) -> Found[E] | Paused | Stuck:
        if self._schedule is None:
            self._schedule = self._turns(min(deadline.left, self._seconds, self.plan.longest))
        while deadline.left > 0:
            following = self._current or next(self._schedule, None)
            self._current = None
            if following is None:
                return self._last
            turn, left = following
            if turn.name in self._dropped:
                continue
            search = self._search(turn)
            if search is None:
                continue
            if deadline.left <= 0:
                self._current = following
                break
            answer, spent = self._take(turn, search, deadline, left)
            match answer:
                case Found(evidence, by, more):
                    if not more:
                        self.drop(turn.name)
                    elif left - spent > INSTANT:
                        self._current = turn, left - spent
                    return Found(evidence, by or turn.name, more=True)
                case Stuck():
                    self._last = answer
                    self._failures[turn.name] = failures = self._failures.get(turn.name, 0) + 1
                    if math.isinf(left) or failures >= (STUBBORN if turn.stubborn else 1):
                        self.drop(turn.name)
                case Paused(reason, hint):
                    self._last = Stuck(reason, hint)
                    if deadline.left > 0:
                        # Who gives up with all the time that is left would give up again.
                        if math.isinf(left):
                            self.drop(turn.name)
                    elif left - spent > INSTANT:
                        self._current = turn, left - spent
        return Paused()

    def _take(
        self, turn: Turn, search: Search[E], deadline: Deadline, seconds: float
    ) -> tuple[Found[E] | Paused | Stuck, float]:
        """One turn of the search, and the time it took."""
        if not isinstance(search, Turns):
            self._announce(TurnStarted(turn.name))
            self._announce(PhaseStarted(turn.name))
        began = deadline.clock()
        answer: Found[E] | Paused | Stuck
        try:
            answer = search.advance(deadline.within(seconds))
        except SolverFailure as failure:
            answer = Stuck(str(failure), "raise --time")
        except UndefinedValue as undefined:
            answer = Stuck(f"a run was found that depends on a value left open: {undefined}", OPEN_VALUE)
        spent = deadline.clock() - began
        self._spent[turn.name] = self._spent.get(turn.name, 0.0) + spent
        if not isinstance(search, Turns):
            self._announce(TurnEnded(turn.name, spent, _outcome(answer)))
        return answer, spent

    def _search(self, turn: Turn) -> Search[E] | None:
        """The search of the turn; None if there is none for this input."""
        known = self._searches.get(turn.name)
        if known is not None:
            return known
        try:
            search = self._begin(turn)
        except Unsupported as reason:
            if self._only:
                raise
            self._last = Stuck(str(reason))
            self.drop(turn.name)
            return None
        self._searches[turn.name] = search
        return search

    def lots(self, jobs: int) -> tuple[Turns[E], ...]:
        """The searches of this plan, none of them begun, dealt out to so many cores."""
        plans = dealt(self.plan, jobs)
        return tuple(
            Turns(plan, self._begin, self._announce, seconds=self._seconds, part=len(plans) > 1) for plan in plans
        )

    def drop(self, name: str) -> None:
        """It gets no more turns."""
        self._dropped.add(name)
        search = self._searches.pop(name, None)
        if search is not None:
            search.close()

    def close(self) -> None:
        for name in self._names:
            self.drop(name)

    # -- the clock -----------------------------------------------------------------------------------------------------

    def _turns(self, budget: float) -> Iterator[tuple[Turn, float]]:
        """Whose turn it is, and for how long, until nobody is left."""
        return self._in_rounds() if self.plan.unit else self._in_order(budget)

    def _in_order(self, budget: float) -> Iterator[tuple[Turn, float]]:
        while not self._dropped >= self._names:
            for turn in self.plan.turns:
                yield turn, math.inf if turn.share >= 1 else max(turn.least, turn.share * budget)
            budget *= 2

    def _in_rounds(self) -> Iterator[tuple[Turn, float]]:
        unit, number = self.plan.unit, 0
        while any(turn.name not in self._dropped and self._left(turn) > 0 for turn in self.plan.turns):
            for turn in self.plan.turns:
                seconds = min(turn.share * unit, self._left(turn))
                if seconds > 0 and number >= turn.late:
                    yield turn, seconds
            unit, number = 2 * unit, number + 1

    def _left(self, turn: Turn) -> float:
        return turn.most - self._spent.get(turn.name, 0.0)


def _outcome(answer: Found[E] | Paused | Stuck) -> str:
    match answer:
        case Found():
            return "found evidence"
        case Paused(reason) | Stuck(reason):
            return reason


class AtFirst(Generic[E]):
    """A search that has so many seconds in all; then it is ``over``."""

    def __init__(self, search: Search[E], seconds: float) -> None:
        self._search = search
        self._left = seconds

    @property
    def over(self) -> bool:
        return self._left <= 0

    def advance(self, deadline: Deadline, /) -> Found[E] | Paused | Stuck:
        """It is over if it pauses although there is time left."""
        began = deadline.clock()
        answer = self._search.advance(deadline.within(self._left))
        self._left -= deadline.clock() - began
        if isinstance(answer, Paused) and deadline.left > 0:
            self._left = 0.0
        return answer

    def close(self) -> None:
        self._search.close()


class Before(Generic[E]):
    """A search that has some seconds for itself, and another one that goes on with what it leaves open."""

    def __init__(
        self,
        first: Callable[[Deadline], Search[E]],
        then: Callable[[], Search[E]],
        deadline: Deadline,
        seconds: float,
    ) -> None:
        self._until = deadline.within(seconds)
        self._search = first(self._until)
        self._then: Callable[[], Search[E]] | None = then

    def advance(self, deadline: Deadline, /) -> Found[E] | Paused | Stuck:
        if self._then is not None:
            answer = self._search.advance(deadline.within(self._until.left))
            if isinstance(answer, Found) or deadline.left <= 0:
                return answer
            if isinstance(answer, Paused) and self._until.left > 0:
                return answer
            self.close()
            self._search, self._then = self._then(), None
        return self._search.advance(deadline)

    def close(self) -> None:
        self._search.close()


class Rather(Generic[E]):
    """A search whose evidence, where it is ``weak``, another one may better for some ``seconds``."""

    def __init__(
        self, search: Search[E], weak: Callable[[E], bool], better: Callable[[], Search[E]], seconds: float
    ) -> None:
        self._search = search
        self._weak = weak
        self._better = better
        self._seconds = seconds

    def advance(self, deadline: Deadline, /) -> Found[E] | Paused | Stuck:
        answer = self._search.advance(deadline)
        if not isinstance(answer, Found) or not self._weak(answer.evidence):
            return answer
        other = self._better()
        try:
            bettered = other.advance(deadline.within(self._seconds))
        finally:
            other.close()
        return bettered if isinstance(bettered, Found) and not self._weak(bettered.evidence) else answer

    def close(self) -> None:
        self._search.close()


def dealt(plan: Plan, jobs: int) -> tuple[Plan, ...]:
    """The plan's searches dealt out to so many cores, each with about the same share of the time; order is kept.

    Turns of one lane stay together.
    """
    weights: dict[str, float] = {}
    for turn in plan.turns:
        last = not plan.unit and turn.share >= 1
        weights[turn.lane or turn.name] = weights.get(turn.lane or turn.name, 0.0) + (REST if last else turn.share)
    lots: list[set[str]] = [set() for _ in range(min(jobs, len(weights)))]
    loads = [0.0] * len(lots)
    for lane in sorted(weights, key=lambda lane: -weights[lane]):
        lightest = loads.index(min(loads))
        lots[lightest].add(lane)
        loads[lightest] += weights[lane]
    return tuple(
        replace(plan, turns=tuple(turn for turn in plan.turns if (turn.lane or turn.name) in lot)) for lot in lots
    )

"""The seat of native runs in the portfolio: a process of its own beside the engines, or a short turn before them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from typing import Final

from assay.core.budget import Deadline
from assay.core.model import Goal, Model, Safety
from assay.core.roles import Found, Paused, Search, Stuck
from assay.engines.config import Config
from assay.engines.properties import TOGETHER, Claim, Settled
from assay.engines.side_by_side import Bus, SideBySide
from assay.native.search import BESIDE, NativeRuns, share, targets
from assay.witness.c.sandbox.isolation import Permission

COMPILERS: Final = ("cc", "gcc")


def with_native_runs(
    model: Model,
    goals: Sequence[Goal],
    config: Config,
    deadline: Deadline,
    bus: Bus,
    decided: Settled,
    engines: Callable[[], Search[Claim]],
) -> Search[Claim]:
    """The engines' search with native runs, where the machine has a compiler and some property is about error calls."""
    safety = [goal for goal in goals if isinstance(goal, Safety)]
    if not targets(safety) or not any(map(shutil.which, COMPILERS)):
        return engines()
    permission = Permission.ALWAYS if config.execute else Permission.ISOLATED
    listener = bus.listener(goals[0].name if len(goals) == 1 else TOGETHER)
    timing = share(deadline.left) if config.jobs == 1 else BESIDE
    runs = NativeRuns(model, safety, decided, timing, permission, listener)
    if config.jobs == 1:
        return First(runs, engines)
    return SideBySide((runs, Later(engines)), model, bus)


class Later:
    """A search that is made when it is first advanced."""

    def __init__(self, make: Callable[[], Search[Claim]]) -> None:
        self._make = make
        self._search: Search[Claim] | None = None

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        if self._search is None:
            self._search = self._make()
        return self._search.advance(deadline)

    def close(self) -> None:
        if self._search is not None:
            self._search.close()


class First:
    """A search to its end, and then another one."""

    def __init__(self, first: Search[Claim], then: Callable[[], Search[Claim]]) -> None:
        self._first: Search[Claim] | None = first
        self._then = Later(then)

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        if self._first is not None:
            answer = self._first.advance(deadline)
            if isinstance(answer, Found | Paused):
                return answer
            self._first.close()
            self._first = None
        return self._then.advance(deadline)

    def close(self) -> None:
        if self._first is not None:
            self._first.close()
            self._first = None
        self._then.close()

"""The search for evidence about one property of a model, or about several at once, on as many cores as there are.

Several properties take turns in rounds that grow, so that an easy one never waits long for a hard one.  As many turns
go to all safety properties together: a single proof serves them all, and a run refutes those that it reaches.  The
checks of a program, of which there may be hundreds and most hold, are searched together first, on all cores.
"""

from __future__ import annotations

import math
import mmap
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from assay.core.budget import Deadline
from assay.core.events import Listener, ignore
from assay.core.evidence import Derivation, Evidence, Trace
from assay.core.joint import joint
from assay.core.model import Goal, Model, Safety
from assay.core.roles import Found, Paused, Search, Stuck
from assay.engines import catalogue
from assay.engines.config import Config
from assay.engines.plans import (
    CHECKS_SHARE,
    LONGEST,
    MOST_KEPT,
    PROPERTY_UNIT,
    WHOLE_SHARE,
    Plan,
    Turn,
    whole_design,
)
from assay.engines.portfolio import Before, Turns
from assay.engines.searches import Lifted
from assay.engines.side_by_side import Bus, SideBySide
from assay.engines.together import Claim as Claim
from assay.engines.together import ManyProperties
from assay.engines.views import Views
from assay.transforms.aim import reaches, with_auxiliary
from assay.transforms.circuit.bitblast import is_circuit

TOGETHER: Final = "all properties together"
RECURSION: Final = "unfolding-complete"
CUT: Final = Stuck(
    "some run exceeds the bound to which recursion is unfolded, and none within it reaches the error call",
    "a smaller bound on the depth of recursion in the program would make it decidable",
)


class Settled:
    """Which properties have their verdict: known to this process and to those that were forked from it."""

    def __init__(self, goals: Sequence[Goal]) -> None:
        self._numbers = {goal.name: number for number, goal in enumerate(goals)}
        self._marks = mmap.mmap(-1, max(1, len(goals)))

    def add(self, name: str) -> None:
        self._marks[self._numbers[name]] = 1

    def __contains__(self, name: str) -> bool:
        return bool(self._marks[self._numbers[name]])


def search(
    model: Model, goals: Sequence[Goal], config: Config, deadline: Deadline, bus: Bus, decided: Settled
) -> Search[Claim]:
    """The search for evidence about each of ``goals``, until ``deadline``; events go to the bus by property.

    What has been ``decided`` meanwhile is not searched any more.
    """
    if len(goals) == 1:
        return _about(goals[0], _single(model, goals[0], config, deadline, bus))

    def several() -> Search[Claim]:
        if config.jobs == 1:
            return _several(model, goals, config, deadline, bus, decided)
        if _is_design(model, goals, config):
            parts = range(config.jobs)
            lots = [_several(model, goals, config, deadline, bus, decided, part=part) for part in parts]
            return SideBySide(lots, model, bus)
        return SideBySide(_several(model, goals, config, deadline, bus, decided).lots(config.jobs), model, bus)

    safety = [goal for goal in goals if isinstance(goal, Safety)]
    checks = [goal for goal in safety if goal.kind]
    if len(checks) < len(goals):
        return several()

    def together(until: Deadline) -> Search[Claim]:
        return Joint(checks, decided, lambda all: _single(model, all, config, until, bus))

    return Before(together, several, deadline, CHECKS_SHARE * min(deadline.left, LONGEST))


# -- one property ------------------------------------------------------------------------------------------------------


def _single(model: Model, goal: Goal, config: Config, deadline: Deadline, bus: Bus) -> Search[Evidence]:
    views, turns = _one(model, goal, config, deadline, bus.listener(goal.name), deadline.left)
    lots = turns.lots(config.jobs)
    if len(lots) == 1:
        return turns
    views.make_shared([[turn.view for turn in lot.plan.turns] for lot in lots])
    return SideBySide(lots, model, bus)


def _one(
    model: Model, goal: Goal, config: Config, deadline: Deadline, announce: Listener, seconds: float
) -> tuple[Views, Turns[Evidence]]:
    """The search of the chosen engine, with what the front end left for proofs to show.

    A C program whose recursion was cut off holds only if no run reaches the cut; a run that does decides nothing.
    """
    views = Views(model, goal, deadline, announce)
    whole = with_auxiliary(model, goal) if isinstance(goal, Safety) else goal
    if whole is goal:
        return views, catalogue.search(views, config, announce, seconds=seconds)
    assert isinstance(goal, Safety)

    def counts_whole(evidence: Evidence) -> Evidence | Stuck:
        if isinstance(evidence, Trace | Derivation) and not reaches(evidence, goal):
            return _cut(model, evidence)
        return evidence

    def counts_alone(evidence: Evidence) -> Evidence | Stuck:
        return evidence if isinstance(evidence, Trace | Derivation) else _cut(model, None)

    def begin(turn: Turn) -> Search[Evidence]:
        if turn.search == "errors":
            return Lifted(catalogue.search(views, config, announce, seconds=seconds), counts_alone, ignore)
        cut = Views(model, whole, deadline, announce)
        return Lifted(catalogue.search(cut, config, announce, seconds=seconds), counts_whole, ignore)

    plan = Plan("recursion", (Turn("everything", share=WHOLE_SHARE), Turn("errors")), longest=math.inf)
    return views, Turns(plan, begin, ignore, seconds=seconds)


def _cut(model: Model, run: Trace | Derivation | None) -> Stuck:
    """Why errors are excluded only within what the model covers: by the run that leaves it, or by what it may be."""
    left = [prop for prop in model.properties if prop.auxiliary and (run is None or reaches(run, prop))]
    if not left or any(prop.name == RECURSION for prop in left):
        return CUT
    return Stuck(f"none of the runs that the model covers reaches an error, but it is not shown that {left[0].text}")


def _about(goal: Goal, search: Search[Evidence]) -> Search[Claim]:
    return Lifted(search, lambda evidence: Claim((goal.name,), evidence), ignore)


# -- several properties ------------------------------------------------------------------------------------------------


def _is_design(model: Model, goals: Sequence[Goal], config: Config) -> bool:
    """Are there several safety properties of gates, to be searched by whatever suits them?"""
    return config.engine == "auto" and sum(isinstance(goal, Safety) for goal in goals) > 1 and is_circuit(model)


def _several(
    model: Model,
    goals: Sequence[Goal],
    config: Config,
    deadline: Deadline,
    bus: Bus,
    decided: Settled,
    *,
    part: int | None = None,
) -> Turns[Claim]:
    """The turns of all properties, or the ``part`` of them that one core has beside others."""
    parts = 1 if part is None else config.jobs
    design = _is_design(model, goals, config)
    named = {goal.name: goal for goal in goals}
    safety = [goal for goal in goals if isinstance(goal, Safety)]
    # What each may expect if time is shared evenly.
    each = deadline.left / (len(goals) + (len(safety) > 1))

    def alone(goal: Goal) -> Search[Claim]:
        return _about(goal, _one(model, goal, config, deadline, bus.listener(goal.name), each)[1])

    def many() -> bool:
        return sum(goal.name not in decided for goal in goals) > MOST_KEPT

    def begin(turn: Turn) -> Search[Claim]:
        if isinstance(turn.search, Plan):
            return Turns(turn.search, begin, ignore)
        if turn.name == TOGETHER and design:
            announce = bus.listener(TOGETHER)
            return ManyProperties(model, safety, announce, decided.__contains__, part=part or 0, parts=parts)
        if turn.name == TOGETHER:
            return Joint(
                safety, decided, lambda all: _one(model, all, config, deadline, bus.listener(TOGETHER), each)[1]
            )
        goal = named[turn.name]
        return WhileOpen(Renewed(lambda: alone(goal), many), lambda: goal.name not in decided)

    one_by_one = Plan("one by one", tuple(Turn(goal.name) for goal in goals[part or 0 :: parts]), unit=PROPERTY_UNIT)
    if design:
        return Turns(whole_design(TOGETHER, one_by_one), begin, ignore)
    if len(safety) > 1:
        one_by_one = replace(one_by_one, turns=(Turn(TOGETHER, share=len(safety)), *one_by_one.turns))
    return Turns(one_by_one, begin, ignore)


class Joint:
    """Safety properties as one: a proof serves them all, a run refutes those that it reaches, and the others go on."""

    def __init__(self, goals: Sequence[Safety], decided: Settled, search: Callable[[Safety], Search[Evidence]]) -> None:
        self._goals = list(goals)
        self._decided = decided
        self._make = search
        self._search: Search[Evidence] | None = None

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        left = [goal for goal in self._goals if goal.name not in self._decided]
        if len(left) < len(self._goals):
            self._goals = left
            self.close()
        if len(self._goals) < 2:
            return Stuck("there are no two properties left to be decided together")
        if self._search is None:
            self._search = self._make(joint(self._goals, TOGETHER))
        answer = self._search.advance(deadline)
        if not isinstance(answer, Found):
            return answer
        evidence = answer.evidence
        decided = [
            goal for goal in self._goals if not isinstance(evidence, Trace | Derivation) or reaches(evidence, goal)
        ]
        if not decided:
            return Stuck("a run was found that depends on a value left open")
        # The proof is one against every error of the lot, so it is one for each.
        self._goals = [goal for goal in self._goals if goal not in decided]
        self.close()
        return Found(Claim(tuple(goal.name for goal in decided), evidence), answer.by, more=True)

    def close(self) -> None:
        if self._search is not None:
            self._search.close()
            self._search = None


class WhileOpen:
    """A search that ends when what it searches is known."""

    def __init__(self, search: Search[Claim], is_open: Callable[[], bool]) -> None:
        self._search = search
        self._is_open = is_open

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        return self._search.advance(deadline) if self._is_open() else Stuck("the property is decided")

    def close(self) -> None:
        self._search.close()


class Renewed:
    """A search that is given up after a turn, and begun again in the next, as long as there are too ``many``."""

    def __init__(self, make: Callable[[], Search[Claim]], many: Callable[[], bool]) -> None:
        self._make = make
        self._many = many
        self._search: Search[Claim] | None = None

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        self._search = self._search or self._make()
        try:
            return self._search.advance(deadline)
        finally:
            if self._many():
                self.close()

    def close(self) -> None:
        if self._search is not None:
            self._search.close()
            self._search = None

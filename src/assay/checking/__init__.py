"""From a model to checked verdicts: search, and have whatever is found checked by independent code.

There is never a *holds* or *violated* that ``checking.confirming`` did not confirm against the model as it was read.
Evidence that is refuted raises ``UnsoundVerdict``: a bug of ours.  Evidence that could not be checked decides nothing:
the search goes on, and if nothing else is found, the verdict is unknown and says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from assay.checking.confirming import REPORT_IT, confirmed
from assay.core.budget import Deadline
from assay.core.errors import Disagreement, InputError
from assay.core.events import Event, Listener, PhaseStarted, PropertyTaken, ignore
from assay.core.evidence import Evidence, Trace
from assay.core.model import Edge, Goal, Model, Safety
from assay.core.roles import Found, Stuck
from assay.core.verdict import Unknown, Verdict
from assay.engines import properties
from assay.engines.config import Config
from assay.engines.portfolio import searching
from assay.engines.properties import Claim
from assay.engines.side_by_side import Bus
from assay.frontends.goals import select
from assay.report.statistics import Tally
from assay.transforms.aim import joint


@dataclass(frozen=True)
class Result:
    """What was concluded of one property, how it was confirmed, by which method it was found, and when: in ``seconds``."""

    property: str
    verdict: Verdict
    evidence: str
    engine: str
    seconds: float
    statistics: Mapping[str, int | float]
    method: str = ""


def check(
    model: Model,
    *,
    property: str | Goal | None = None,
    config: Config | None = None,
    harness: Path | None = None,
    announce: Listener = ignore,
) -> tuple[Result, ...]:
    """A result for each property (or for the one given), in the order of the file.

    If a C program violates one, ``harness`` receives the C file that was compiled with it to confirm that.
    """
    wanted = wanted_goals(model, property)
    found = {
        result.property: result
        for result in results(model, wanted, config or Config(), announce, harness=lambda goal: harness)
    }
    return tuple(found[goal.name] for goal in wanted)


def wanted_goals(model: Model, property: str | Goal | None) -> tuple[Goal, ...]:
    """What is to be checked: what the user means, or everything that the input states."""
    match property:
        case None:
            wanted = model.goals
        case str():
            wanted = select(model, property)
        case _:
            wanted = (property,)
    if len({goal.name for goal in wanted}) < len(wanted):
        # Results go by name.
        wanted = tuple(replace(goal, name=f"{goal.name} ({number})") for number, goal in enumerate(wanted))
    if not wanted:
        hint = "name a property with --property; a Horn file needs a query clause"
        raise InputError("the input states no property to check", hint=hint)
    return wanted


@dataclass
class _Case:
    """What is known of one property so far."""

    goal: Goal
    began: float = field(default_factory=time.monotonic)
    tally: Tally = field(default_factory=Tally)
    unconfirmed: Unknown | None = None
    tried: list[Trace | tuple[Edge, ...]] = field(default_factory=list)

    def result(self, verdict: Verdict, evidence: str, config: Config, method: str = "") -> Result:
        seconds = time.monotonic() - self.began
        return Result(self.goal.name, verdict, evidence, config.engine, seconds, self.tally.counters, method)


def results(
    model: Model,
    goals: Sequence[Goal],
    config: Config,
    announce: Listener = ignore,
    *,
    harness: Callable[[Goal], Path | None] = lambda goal: None,
) -> Iterator[Result]:
    """A result for each property, as soon as it is there."""
    deadline = Deadline.after(config.seconds)
    until = searching(deadline)
    hall = _Hall(goals, announce)
    bus = Bus(hall.listener)
    decided = properties.Decided(goals)
    search = properties.search(model, goals, config, until, bus, decided)
    end = Stuck("nothing was tried")
    try:
        while hall.open:
            match search.advance(until):
                case Found(claim, by):
                    for case, verdict, how in _confirmed(model, hall, claim, deadline, config, harness):
                        hall.close(case.goal.name)
                        decided.add(case.goal.name)
                        yield case.result(verdict, how, config, by)
                case how:
                    end = Stuck(how.reason, how.hint)
                    break
    finally:
        search.close()
    for name, case in list(hall.open.items()):
        hall.close(name)
        yield case.result(_unknown(case, end), "", config)


class _Hall:
    """The properties that are still open, and who hears what is announced about them."""

    def __init__(self, goals: Sequence[Goal], announce: Listener) -> None:
        self.open = {goal.name: _Case(goal) for goal in goals}
        self._announce = announce
        self._taken = next(iter(self.open)) if len(goals) == 1 else ""

    def listener(self, name: str) -> Listener:
        return lambda event: self.hear(name, event)

    def hear(self, name: str, event: Event) -> None:
        """What is announced about all properties together is about each of them."""
        heard = [self.open[name]] if name in self.open else list(self.open.values()) * (name == properties.TOGETHER)
        for case in heard:
            case.tally.hear(event)
        if name != self._taken:
            # Time goes on for whoever is worked on.
            for case in self.open.values():
                if case not in heard:
                    case.tally.pause()
            self._taken = name
            self._announce(PropertyTaken(name))
        self._announce(event)

    def close(self, name: str) -> None:
        self.hear(name, PhaseStarted("done"))
        del self.open[name]


def _confirmed(
    model: Model,
    hall: _Hall,
    claim: Claim,
    deadline: Deadline,
    config: Config,
    harness: Callable[[Goal], Path | None],
) -> Iterator[tuple[_Case, Verdict, str]]:
    """Verdicts that follow from the claim, and how each was confirmed; the search is to go on for what is left."""
    cases = [hall.open[name] for name in claim.goals if name in hall.open]
    evidence = claim.evidence
    if isinstance(evidence, Trace):
        # A run that a search comes back to is not confirmed again; nor is one on the same path through a program.
        run = evidence.edges if model.origin.format == "C" else evidence
        for case in cases:
            if run not in case.tried:
                case.tried.append(run)
                yield from _verdicts(model, hall, [case], case.goal, evidence, deadline, config, harness(case.goal))
    elif len(cases) == 1:
        yield from _verdicts(model, hall, cases, cases[0].goal, evidence, deadline, config, harness(cases[0].goal))
    elif cases:
        # A proof against every error of the lot is one for each.
        goals = [case.goal for case in cases if isinstance(case.goal, Safety)]
        yield from _verdicts(model, hall, cases, joint(goals), evidence, deadline, config, None)


def _verdicts(
    model: Model,
    hall: _Hall,
    cases: Sequence[_Case],
    goal: Goal,
    evidence: Evidence,
    deadline: Deadline,
    config: Config,
    harness: Path | None,
) -> Iterator[tuple[_Case, Verdict, str]]:
    for case in cases:
        hall.hear(case.goal.name, PhaseStarted("checking evidence"))
    try:
        verdict, how = confirmed(model, goal, evidence, deadline, harness, execute=config.execute)
    except Disagreement as reason:
        # Whatever else is found is about the same model.
        for case in cases:
            yield case, Unknown(str(reason), case.tally.counters, REPORT_IT), ""
        return
    for case in cases:
        if isinstance(verdict, Unknown):
            case.unconfirmed = case.unconfirmed or verdict
        else:
            yield case, verdict, how


def _unknown(case: _Case, end: Stuck) -> Unknown:
    """The most telling *unknown*: that something was found which could not be confirmed tells more than a failure."""
    tally = case.tally
    if case.unconfirmed is not None:
        return Unknown(case.unconfirmed.reason, tally.counters, case.unconfirmed.hint, tally.tried)
    bound = tally.bound
    known = f"; there is no error within {bound} step{'' if bound == 1 else 's'}" if bound else ""
    reason = end.reason if "no error within" in end.reason else f"{end.reason}{known}"
    return Unknown(reason, tally.counters, end.hint, tally.tried)

"""From a model to checked verdicts: search, and have whatever is found checked by independent code.

There is never a *holds* or *violated* that ``checking.confirming`` did not confirm against the model as it was read.
Evidence that is refuted raises ``UnsoundVerdict``: a bug of ours.  Evidence that could not be checked decides nothing:
the search goes on, and if nothing else is found, the verdict is unknown and says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Final

from assay.checking.confirming import LEAST_CHECKING_SECONDS, REPORT_IT, confirmed, first_share, is_undefined
from assay.checking.spare import Spare
from assay.core.budget import Deadline
from assay.core.errors import Disagreement, EndlessRuns, InputError
from assay.core.events import Event, Listener, PhaseStarted, PropertyTaken, as_close, ignore
from assay.core.evidence import Derivation, EndedRuns, Evidence, NativeRun, Proof, Trace
from assay.core.joint import joint
from assay.core.model import Edge, Goal, Model, Safety
from assay.core.roles import Found, Search, Stuck
from assay.core.verdict import Unknown, Verdict
from assay.core.words import counted
from assay.engines import properties
from assay.engines.config import Config
from assay.engines.portfolio import Again, searching, searching_on
from assay.engines.properties import Claim
from assay.engines.side_by_side import Bus
from assay.frontends.goals import select
from assay.report.statistics import Tally

AGAIN: Final = (
    "a run found before crashes, so one was looked for in the program read again, where dereferences and divisions are "
    "checked"
)


@dataclass(frozen=True)
class Result:
    """What was concluded of one property, how it was confirmed, by which method it was found, and after what time."""

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
    """What is known of one property so far: also whether a run crashed, and whether that was learnt from."""

    goal: Goal
    began: float = field(default_factory=time.monotonic)
    tally: Tally = field(default_factory=Tally)
    unconfirmed: Unknown | None = None
    tried: list[Trace | tuple[Edge, ...]] = field(default_factory=list)
    crashed: bool = False
    learnt: bool = False


def results(
    model: Model,
    goals: Sequence[Goal],
    config: Config,
    announce: Listener = ignore,
    *,
    harness: Callable[[Goal], Path | None] = lambda goal: None,
) -> Iterator[Result]:
    """A result for each property, as soon as it is there."""
    check = _Check(model, goals, config, announce, harness)
    until = searching(check.deadline)
    settled = properties.Settled(goals)
    search = _search(model, goals, config, until, Bus(check.listener), settled)
    end = Stuck("nothing was tried")
    try:
        while check.open:
            match search.advance(until):
                case Found(claim, by):
                    for result in chain(check.told(claim, by), check.learnt(until)):
                        settled.add(result.property)
                        yield result
                    if isinstance(claim.evidence, EndedRuns) and check.waits(claim):
                        # All runs are known, and only their number keeps them from being checked: that needs time.
                        until = searching_on(until)
                case over:
                    end = Stuck(over.reason, over.hint)
                    break
    finally:
        search.close()
    for name, verdict, how, by in check.again():
        yield check.close(name, verdict, how, by)
    for name, case in list(check.open.items()):
        yield check.close(name, _unknown(case, end))


def _search(
    model: Model, goals: Sequence[Goal], config: Config, until: Deadline, bus: Bus, settled: properties.Settled
) -> Search[Claim]:
    """The engines' search, and native runs of a C program: before it on one core, beside it on several."""

    def engines() -> Search[Claim]:
        return properties.search(model, goals, config, until, bus, settled)

    if model.origin.source is None or config.engine != "auto" or config.no_execute:
        return engines()
    from assay.native.seat import with_native_runs

    return with_native_runs(model, goals, config, until, bus, settled, engines)


class _Check:
    """The properties that are still open, who hears what is announced about them, and how evidence is confirmed."""

    def __init__(
        self,
        model: Model,
        goals: Sequence[Goal],
        config: Config,
        announce: Listener,
        harness: Callable[[Goal], Path | None],
    ) -> None:
        self.open = {goal.name: _Case(goal) for goal in goals}
        self.deadline = Deadline.after(config.seconds)
        self._goals = {goal.name: goal for goal in goals}
        self._model = model
        self._config = config
        self._announce = announce
        self._harness = harness
        self._taken = next(iter(self.open)) if len(goals) == 1 else ""
        self._hard: list[_Hard] = []
        self._again = Again()
        self._spare = Spare()

    def listener(self, name: str) -> Listener:
        return as_close(lambda event: self.hear(name, event), self._announce)

    def hear(self, name: str, event: Event) -> None:
        """What is announced about all properties together is about each one that is an invariant."""
        if name != self._taken:
            # Time goes on for whoever is worked on.
            for own, case in self.open.items():
                if name not in (own, properties.TOGETHER):
                    case.tally.pause()
            self._taken = name
            self._announce(PropertyTaken(name))
        heard = [name] if name in self.open else []
        if name == properties.TOGETHER:
            heard = [own for own, case in self.open.items() if isinstance(case.goal, Safety)]
        for own in heard:
            self.open[own].tally.hear(event)
        self._announce(event)

    def close(self, name: str, verdict: Verdict, evidence: str = "", method: str = "") -> Result:
        """The result of the property, which is no longer open."""
        self.hear(name, PhaseStarted("done"))
        case = self.open.pop(name)
        seconds = time.monotonic() - case.began
        return Result(name, verdict, evidence, self._config.engine, seconds, case.tally.counters, method)

    def confirmed(self, claim: Claim, by: str) -> Iterator[tuple[str, Verdict, str]]:
        """Verdicts that follow from the claim, and how each was confirmed; the search is to go on for what is left."""
        cases = [self.open[name] for name in claim.goals if name in self.open]
        evidence = claim.evidence
        if isinstance(evidence, Derivation | NativeRun):
            for case in cases:
                yield from self._verdicts([case], case.goal, evidence)
        elif isinstance(evidence, Trace):
            # A run that a search comes back to is not confirmed again; nor is one on the same path through a program.
            # Of those that are to crash no more, the path may be that of one that did.
            program = self._model.origin.source is not None
            run = evidence.edges if program and not any(case.learnt for case in cases) else evidence
            for case in cases:
                if run not in case.tried:
                    case.tried.append(run)
                    yield from self._verdicts([case], case.goal, evidence)
        elif cases:
            # A proof against every error of the lot is one for each.
            claimed = [self._goals[name] for name in (*claim.goals, *claim.beside)]
            goal = claimed[0]
            if len(claimed) > 1:
                goal = joint(goal for goal in claimed if isinstance(goal, Safety))
                if isinstance(evidence, Proof) and evidence.depth:
                    # By induction one may hold only because the others do: the evidence of each says so.
                    evidence = replace(evidence, beside=goal.bad)
            share = first_share(self._model, evidence)
            seconds = share * self.deadline.left
            try:
                yield from self._verdicts(cases, goal, evidence, share)
            except EndlessRuns:
                return  # the search goes on as if this had not been found
            if isinstance(evidence, Proof | EndedRuns) and all(self.open.get(case.goal.name) is case for case in cases):
                self._hard.append(_Hard(cases, goal, evidence, by, seconds))

    def told(self, claim: Claim, by: str) -> Iterator[Result]:
        """Results that follow from the claim."""
        for name, verdict, how in self.confirmed(claim, by):
            yield self.close(name, verdict, how, by)

    def learnt(self, deadline: Deadline) -> Iterator[Result]:
        """Results of properties whose first run has just crashed: by runs that are defined up to the error.

        They are looked for once for each property, and for all of them in a share of what is left at the first crash.
        """
        for case in [case for case in self.open.values() if case.crashed and not case.learnt]:
            with self._again.of(deadline) as until:
                yield from self._learnt(case, until)

    def _learnt(self, case: _Case, deadline: Deadline) -> Iterator[Result]:
        """The result of one such property, if there is one; else what is known of it says that this was tried."""
        from assay.native.defined_runs import DefinedRuns

        case.learnt = True
        name = case.goal.name
        assert isinstance(case.goal, Safety) and case.unconfirmed is not None
        search = DefinedRuns(self._model, case.goal, self._config, self.listener(name))
        try:
            while name in self.open:
                match search.advance(deadline):
                    case Found(claim, by):
                        for result in self.told(claim, by):
                            yield replace(result, evidence=f"{result.evidence}; {AGAIN}")
                    case end:
                        why = f"{case.unconfirmed.reason}; {end.reason}"
                        case.unconfirmed = replace(case.unconfirmed, reason=why)
                        return
        finally:
            search.close()

    def waits(self, claim: Claim) -> bool:
        """Is the evidence of this claim to be checked once more when the search is over?"""
        return any(hard.evidence is claim.evidence for hard in self._hard)

    def again(self) -> Iterator[tuple[str, Verdict, str, str]]:
        """Verdicts by proofs that could not be checked in a share of the time, now that there is nothing else to do."""
        for hard in self._hard:
            cases = [case for case in hard.cases if case.goal.name in self.open]
            if len(cases) == len(hard.cases) and self.deadline.left > max(hard.seconds, LEAST_CHECKING_SECONDS):
                with suppress(EndlessRuns):
                    for name, verdict, how in self._verdicts(cases, hard.goal, hard.evidence):
                        yield name, verdict, how, hard.by

    def _verdicts(
        self, cases: Sequence[_Case], goal: Goal, evidence: Evidence, share: float = 1.0
    ) -> Iterator[tuple[str, Verdict, str]]:
        for case in cases:
            self.hear(case.goal.name, PhaseStarted("checking evidence"))
        harness = self._harness(cases[0].goal) if len(cases) == 1 else None
        try:
            verdict, how = confirmed(
                self._model,
                goal,
                evidence,
                self.deadline,
                harness,
                spare=self._spare,
                share=share,
                execute=self._config.execute,
                no_execute=self._config.no_execute,
            )
        except Disagreement as reason:
            # Whatever else is found is about the same model.
            for case in cases:
                yield case.goal.name, Unknown(str(reason), case.tally.counters, REPORT_IT), ""
            return
        for case in cases:
            if isinstance(verdict, Unknown):
                case.unconfirmed = case.unconfirmed or verdict
                case.crashed = case.crashed or (isinstance(evidence, Trace | Derivation) and is_undefined(verdict))
            else:
                yield case.goal.name, verdict, how


@dataclass(frozen=True)
class _Hard:
    """A proof that could not be checked in so many seconds, and of what."""

    cases: Sequence[_Case]
    goal: Goal
    evidence: Proof | EndedRuns
    by: str
    seconds: float


def _unknown(case: _Case, end: Stuck) -> Unknown:
    """The most telling *unknown*: that something was found which could not be confirmed tells more than a failure."""
    tally = case.tally
    if case.unconfirmed is not None:
        return Unknown(case.unconfirmed.reason, tally.counters, case.unconfirmed.hint, tally.tried)
    known = f"; there is no error within {counted(tally.bound, 'step')}" if tally.bound else ""
    reason = end.reason if "no error within" in end.reason else f"{end.reason}{known}"
    return Unknown(reason, tally.counters, end.hint, tally.tried)

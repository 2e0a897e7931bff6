"""From a model to checked verdicts: decide, then have the evidence checked by independent code.

``check`` never returns a *holds* or *violated* that ``checking.confirming`` did not confirm against the model as it was
read.  Evidence that is refuted raises ``UnsoundVerdict``: a bug of ours.  Evidence that could not be checked in time
makes the verdict unknown, and says so.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from assay.checking.confirming import REPORT_IT, confirmed, reaches, replayed
from assay.checking.deciding import attempts
from assay.core.budget import Deadline
from assay.core.errors import Disagreement, InputError
from assay.core.events import Event, Listener, PhaseStarted, ignore
from assay.core.model import Edge, Goal, Model, Safety
from assay.core.verdict import Argued, Holds, Unknown, Verdict, Violated
from assay.engines.catalogue import ENGINES
from assay.engines.config import DEFAULT, Config
from assay.engines.selection import check_selection
from assay.explore.unfold.order import ORDERS
from assay.frontends.goals import select
from assay.report.statistics import Tally
from assay.transforms.aim import joint

# What check_together may take of the time, so that each property still has some for itself.
TOGETHER: Final = 0.75
# What the search leaves of its time for checking what it finds last, and seconds that this is at most.
CHECKING_SHARE: Final = 0.04
MOST_CHECKING: Final = 10.0


@dataclass(frozen=True)
class Result:
    """What was concluded of one property, how it was confirmed, and what it took."""

    property: str
    verdict: Verdict
    evidence: str
    engine: str
    seconds: float
    statistics: Mapping[str, int | float]


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
    config = config or Config()
    known("engine", config.engine, ENGINES)
    known("order", config.order, ORDERS)
    if config.select != DEFAULT:
        check_selection(config.engine, config.select)
    wanted = wanted_goals(model, property)
    deadline = Deadline.after(config.seconds)
    results = check_together(model, wanted, config, announce)
    left = [goal for goal in wanted if goal.name not in results]
    for number, goal in enumerate(left):
        # What one property leaves unused is shared by the rest.
        share = deadline.within(deadline.left / (len(left) - number))
        results[goal.name] = _check_one(model, goal, config, share, announce, harness)
    return tuple(results[goal.name] for goal in wanted)


def wanted_goals(model: Model, property: str | Goal | None) -> tuple[Goal, ...]:
    """What is to be checked: what the user means, or everything that the input states."""
    match property:
        case None:
            wanted = model.goals
        case str():
            wanted = select(model, property)
        case _:
            wanted = (property,)
    if not wanted:
        hint = "name a property with --property; a Horn file needs a query clause"
        raise InputError("the input states no property to check", hint=hint)
    return wanted


def check_together(
    model: Model, wanted: Sequence[Goal], config: Config, announce: Listener = ignore
) -> dict[str, Result]:
    """Results by name for those of several safety properties that can be decided as one.

    A single proof serves them all, a run refutes some.  What this leaves open, a property that is alone, and temporal
    properties are to be checked by themselves.
    """
    results: dict[str, Result] = {}
    open_goals = [goal for goal in wanted if isinstance(goal, Safety)]
    share = Deadline.after(config.seconds * TOGETHER)
    while len(open_goals) > 1 and not share.passed:
        result = _check_one(model, joint(open_goals, f"{len(open_goals)} properties"), config, share, announce)
        match result.verdict:
            case Unknown():
                break
            case Holds() | Argued():
                decided = list(open_goals)
            case Violated(trace):
                decided = [goal for goal in open_goals if reaches(trace, goal)]
        # The proof was checked against every error of the lot, so it is one for each; a run is replayed for each.
        for goal in decided:
            own = replace(result, property=goal.name)
            if isinstance(result.verdict, Violated):
                how = replayed(model, goal, result.verdict.trace)
                # A C program was executed as well, once for all of them.
                own = own if model.origin.format == "C" else replace(own, evidence=how)
            results[goal.name] = own
        open_goals = [goal for goal in open_goals if goal.name not in results]
    return results


def known(kind: str, name: str, names: Mapping[str, object]) -> None:
    """Refuse a name that is not one of ``names``."""
    if name not in names:
        raise InputError(f"no {kind} is called {name!r}", hint=f"known: {', '.join(names)}")


def _check_one(
    model: Model, goal: Goal, config: Config, deadline: Deadline, announce: Listener, harness: Path | None = None
) -> Result:
    started = time.monotonic()
    tally = Tally()

    def hear(event: Event) -> None:
        tally.hear(event)
        announce(event)

    verdict, evidence = _first_confirmed(model, goal, config, deadline, hear, harness)
    if isinstance(verdict, Unknown):
        verdict = Unknown(verdict.reason, {**tally.counters, **verdict.progress}, verdict.hint)
    hear(PhaseStarted("done"))
    return Result(goal.name, verdict, evidence, config.engine, time.monotonic() - started, tally.counters)


def _first_confirmed(
    model: Model, goal: Goal, config: Config, deadline: Deadline, hear: Listener, harness: Path | None
) -> tuple[Verdict, str]:
    """The first verdict whose evidence is confirmed; if there is none, the most telling *unknown*.

    That something was found which could not be confirmed tells more than that nothing was found.  A path that a search
    comes back to is not confirmed again.
    """
    last: Unknown = Unknown("nothing was tried")
    unconfirmed: Unknown | None = None
    refuted: list[tuple[Edge, ...]] = []
    searching = deadline.within(deadline.left - min(MOST_CHECKING, CHECKING_SHARE * deadline.left))
    for attempt in attempts(model, goal, config, searching, hear):
        if isinstance(attempt, Violated) and attempt.trace.edges in refuted:
            continue
        hear(PhaseStarted("checking evidence"))
        try:
            verdict, evidence = confirmed(model, goal, attempt, deadline, harness, execute=config.execute)
        except Disagreement as reason:
            # Whatever else is found is about the same model.
            return Unknown(str(reason), hint=REPORT_IT), ""
        if not isinstance(verdict, Unknown):
            return verdict, evidence
        last = verdict
        if not isinstance(attempt, Unknown):
            unconfirmed = unconfirmed or verdict
        if isinstance(attempt, Violated):
            refuted.append(attempt.trace.edges)
    return unconfirmed or last, ""

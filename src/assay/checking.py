"""From a model to checked verdicts: prepare, run an engine, lift the evidence, have it checked by independent code.

``check`` never returns a *holds* or *violated* that ``witness.validate`` did not confirm against the model as it was
read. Evidence that is refuted raises ``UnsoundVerdict``: a bug of ours.  Evidence that could not be checked in time
makes the verdict unknown, and says so.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assay.core.errors import InputError, SolverFailure, UndefinedValue
from assay.core.evaluate import holds
from assay.core.events import Event, Listener, PhaseStarted, ignore
from assay.core.model import Model, Property
from assay.core.verdict import Holds, Trace, Unknown, Verdict, Violated
from assay.engines.catalogue import ENGINES, lifted
from assay.engines.config import Config
from assay.explore.order import ORDERS
from assay.frontends.task import select
from assay.report.statistics import Tally
from assay.solve.budget import Deadline
from assay.transforms.aim import joint
from assay.transforms.pipeline import prepare
from assay.witness.validate import check_proof, check_trace

# Checking gets at least this long, and what is left of the budget if that is more.
LEAST_CHECKING_SECONDS = 5.0


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
    model: Model, *, property: str | None = None, config: Config | None = None, announce: Listener = ignore
) -> tuple[Result, ...]:
    """A result for each property (or for the one named), in the order of the file."""
    config = config or Config()
    _known("engine", config.engine, ENGINES)
    _known("order", config.order, ORDERS)
    wanted = select(model, property) if property is not None else model.properties
    if not wanted:
        raise InputError("the input states no property to check", hint="Horn files need a query, VMT files a property")
    deadline = Deadline.after(config.seconds)
    results = check_together(model, wanted, config, announce)
    left = [prop for prop in wanted if prop.name not in results]
    for number, prop in enumerate(left):
        # What one property leaves unused is shared by the rest.
        share = deadline.within(deadline.left / (len(left) - number))
        results[prop.name] = _check_one(model, prop, config, share, announce)
    return tuple(results[prop.name] for prop in wanted)


def check_together(
    model: Model, wanted: Sequence[Property], config: Config, announce: Listener = ignore
) -> dict[str, Result]:
    """Results by name for those of several properties that can be decided as one.

    A single proof serves them all, a run refutes some.  Three quarters of the time at most are spent on this; what it
    leaves open, and a property that is alone, is to be checked by itself.
    """
    results: dict[str, Result] = {}
    share = Deadline.after(config.seconds * 0.75)
    while len(wanted) > 1 and not share.passed:
        result = _check_one(model, joint(wanted, f"{len(wanted)} properties"), config, share, announce)
        match result.verdict:
            case Unknown():
                break
            case Holds():
                decided = list(wanted)
            case Violated(trace):
                decided = [prop for prop in wanted if _reaches(trace, prop)]
        # The proof was checked against every error of the lot, so it is one for each; a run is replayed for each.
        for prop in decided:
            if isinstance(result.verdict, Violated):
                check_trace(model, prop, result.verdict.trace)
            results[prop.name] = replace(result, property=prop.name)
        wanted = [prop for prop in wanted if prop.name not in results]
    return results


def _reaches(trace: Trace, prop: Property) -> bool:
    """Does the run end in an error of ``prop``?"""
    place = trace.edges[-1].target if trace.edges else None
    last = {**trace.final, **trace.states[-1]}
    return any((place is None or where == place) and holds(formula, last) for where, formula in prop.bad.items())


def _known(kind: str, name: str, names: Mapping[str, object]) -> None:
    if name not in names:
        raise InputError(f"no {kind} is called {name!r}", hint=f"known: {', '.join(names)}")


def _check_one(model: Model, prop: Property, config: Config, deadline: Deadline, announce: Listener) -> Result:
    started = time.monotonic()
    tally = Tally()

    def hear(event: Event) -> None:
        tally.hear(event)
        announce(event)

    verdict = _decide(model, prop, config, deadline, hear)
    hear(PhaseStarted("checking evidence"))
    verdict, evidence = _confirmed(model, prop, verdict, deadline)
    if isinstance(verdict, Unknown):
        verdict = Unknown(verdict.reason, {**tally.counters, **verdict.progress}, verdict.hint)
    hear(PhaseStarted("done"))
    return Result(prop.name, verdict, evidence, config.engine, time.monotonic() - started, tally.counters)


def _decide(model: Model, prop: Property, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """The engine's verdict, with its evidence lifted to the model as it was read."""
    announce(PhaseStarted("preparing"))
    lowered = prepare(model, prop, blocks=config.blocks, deadline=deadline)
    verdict = ENGINES[config.engine].run(lowered.model, config, deadline, announce)
    announce(PhaseStarted("lifting the evidence"))
    try:
        return lifted(lowered, verdict)
    except SolverFailure as failure:
        return Unknown(f"the evidence could not be expressed over the input: {failure}", hint="try --blocks single")


def _confirmed(model: Model, prop: Property, verdict: Verdict, deadline: Deadline) -> tuple[Verdict, str]:
    try:
        match verdict:
            case Holds(proof):
                seconds = max(LEAST_CHECKING_SECONDS, deadline.left)
                return verdict, f"checked by {check_proof(model, prop, proof, seconds=seconds)}"
            case Violated(trace):
                return verdict, check_trace(model, prop, trace)
            case Unknown():
                return verdict, ""
    except (SolverFailure, UndefinedValue) as failure:
        kind = "proof" if isinstance(verdict, Holds) else "run"
        return Unknown(f"a {kind} was found, but it could not be checked: {failure}", hint="raise --time"), ""

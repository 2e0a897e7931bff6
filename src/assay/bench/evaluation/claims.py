"""What runs say to a claim: how much less one side takes, or how much more it decides, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import exp, log

from assay.bench.claims import Claim
from assay.bench.evaluation.bootstrap import interval
from assay.bench.evaluation.comparison import Pair, paired
from assay.bench.evaluation.measures import PROCESSOR, same, value
from assay.bench.evaluation.outcomes import solved
from assay.bench.results import Run

Amounts = tuple[float, float]
"""What the two sides take on one task."""


@dataclass(frozen=True)
class Figure:
    """A number of a sample of tasks, and where it is at 95 % confidence."""

    value: float
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class Taken:
    """What both take: on how many tasks ``of`` takes less, as much, more; the change on a task, and in all.

    ``alone`` are the tasks of which only the one or only the other side decides and tells the measure.
    """

    claim: Claim
    tasks: int
    less: int
    ties: int
    more: int
    alone: tuple[int, int]
    each: Figure | None
    whole: Figure | None


@dataclass(frozen=True)
class Solved:
    """Which tasks are decided: the shares of both sides, and their difference."""

    claim: Claim
    tasks: int
    alone: tuple[int, int]
    shares: tuple[float, float] | None
    difference: Figure | None


def taken(claim: Claim, runs: Sequence[Run]) -> Taken:
    """What a run took that decides nothing is not known: it was cut off."""

    def amount(run: Run, by: str) -> float | None:
        return value(run, by) if solved(run) else None

    found = [
        (amount(pair.first, claim.by), amount(pair.second, claim.against_by)) for pair in _pairs(claim, runs, claim.by)
    ]
    both = [(one, other) for one, other in found if one is not None and other is not None]
    ties = sum(same(one, other, claim.by) for one, other in both)
    less = sum(one < other and not same(one, other, claim.by) for one, other in both)
    alone = (
        sum(one is not None and other is None for one, other in found),
        sum(one is None and other is not None for one, other in found),
    )
    has_ratios = both and all((one > 0 and other > 0) or one == other for one, other in both)
    each = _figure(both, _on_a_task) if has_ratios else None
    whole = _figure(both, _in_all) if any(other > 0 for _, other in both) else None
    return Taken(claim, len(both), less, ties, len(both) - less - ties, alone, each, whole)


def decided(claim: Claim, runs: Sequence[Run]) -> Solved:
    found = [(solved(pair.first), solved(pair.second)) for pair in _pairs(claim, runs, PROCESSOR)]
    alone = (sum(one and not other for one, other in found), sum(other and not one for one, other in found))
    if not found:
        return Solved(claim, 0, alone, None, None)
    shares = (sum(one for one, _ in found) / len(found), sum(other for _, other in found) / len(found))
    return Solved(claim, len(found), alone, shares, _figure([(float(one), float(two)) for one, two in found], _more))


def _pairs(claim: Claim, runs: Sequence[Run], by: str) -> tuple[Pair, ...]:
    runs = [run for run in runs if fnmatchcase(run.group, claim.group)]
    concerned = {run.task for run in runs} - _small(claim, runs)
    own = [run for run in runs if run.task in concerned]
    first, second = ([run for run in own if run.configuration == name] for name in (claim.of, claim.against))
    return paired(first, second, by)


def _small(claim: Claim, runs: Sequence[Run]) -> set[str]:
    """The tasks of which no run tells as much as the claim asks for."""
    small: set[str] = set()
    for by, least in claim.least.items():
        told = {run.task for run in runs if (value(run, by) or 0.0) >= least}
        small |= {run.task for run in runs} - told
    return small


def _figure(sample: Sequence[Amounts], figure: Callable[[Sequence[Amounts]], float]) -> Figure:
    return Figure(figure(sample), interval(sample, figure))


def _on_a_task(sample: Sequence[Amounts]) -> float:
    """The change on a task, each task counting alike: the geometric mean of the ratios, less one."""
    return exp(sum(log(one / other) if one != other else 0.0 for one, other in sample) / len(sample)) - 1


def _in_all(sample: Sequence[Amounts]) -> float:
    """The change of the sums: what it means for who waits for all tasks."""
    before = sum(other for _, other in sample)
    return sum(one for one, _ in sample) / before - 1 if before else 0.0


def _more(sample: Sequence[Amounts]) -> float:
    return sum(one - other for one, other in sample) / len(sample)

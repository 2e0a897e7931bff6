"""Figures of many tasks: how often which answer, how often a wrong one, points, and how long the median took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from assay.bench.evaluation.outcomes import VIRTUAL_BEST, Outcomes, mistaken, solved, unique
from assay.bench.evaluation.scores import score
from assay.bench.results import ERROR, HOLDS, UNKNOWN, VIOLATED, Run


@dataclass(frozen=True)
class Summary:
    """One run a task: wrong answers are part of ``holds`` and ``violated``, but never of ``decided``.

    ``median`` is of the processor seconds of the tasks that are decided.
    """

    configuration: str
    group: str
    wrong: int
    tasks: int
    decided: int
    holds: int
    violated: int
    unknown: int
    error: int
    median: float | None
    score: int | None
    unique: int | None = None


def summary(configuration: str, group: str, runs: Sequence[Run], alone: int | None = None) -> Summary:
    verdicts = [run.verdict for run in runs]
    answers = [run for run in runs if solved(run)]
    return Summary(
        configuration,
        group,
        wrong=sum(map(mistaken, runs)),
        tasks=len(runs),
        decided=len(answers),
        holds=verdicts.count(HOLDS),
        violated=verdicts.count(VIOLATED),
        unknown=verdicts.count(UNKNOWN),
        error=verdicts.count(ERROR),
        median=median(run.processor for run in answers) if answers else None,
        score=score(runs),
        unique=alone,
    )


def totals(outcomes: Outcomes) -> tuple[Summary, ...]:
    """A row for each configuration, over all tasks; and the virtual best, if there are several to choose from."""
    alone = unique(outcomes) if len(outcomes.configurations) > 1 else {}
    rows = [summary(name, "", outcomes.counted(name), alone.get(name)) for name in outcomes.configurations]
    best = [summary(VIRTUAL_BEST, "", outcomes.best)] if len(rows) > 1 else []
    return (*rows, *best)


def by_group(outcomes: Outcomes) -> tuple[Summary, ...]:
    """A row for each group and configuration, groups by name."""
    return tuple(sorted(_by_group(outcomes), key=lambda row: row.group))


def _by_group(outcomes: Outcomes) -> Iterator[Summary]:
    for name in outcomes.configurations:
        groups: dict[str, list[Run]] = {}
        for run in outcomes.counted(name):
            groups.setdefault(run.group, []).append(run)
        for group, runs in groups.items():
            yield summary(name, group, runs)

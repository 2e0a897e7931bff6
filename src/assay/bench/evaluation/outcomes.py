"""Runs put in order: by task and configuration, one run of each pair to count, and what must not be overlooked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from assay.bench.evaluation.measures import PROCESSOR, value
from assay.bench.results import UNKNOWN, Run

VIRTUAL_BEST: Final = "virtual best"
Cells = Mapping[str, Mapping[str, tuple[Run, ...]]]


@dataclass(frozen=True)
class Outcomes:
    """All runs of a campaign; ``cells`` has those of a task, then of a configuration, the one that counts first."""

    configurations: tuple[str, ...]
    cells: Cells

    @property
    def runs(self) -> Iterator[Run]:
        for row in self.cells.values():
            for runs in row.values():
                yield from runs

    def counted(self, configuration: str) -> tuple[Run, ...]:
        """One run for each task that the configuration ran."""
        return tuple(row[configuration][0] for row in self.cells.values() if configuration in row)

    @property
    def best(self) -> tuple[Run, ...]:
        """The virtual best: for each task, the run that the best configuration for it would have."""
        return tuple(_best([runs[0] for runs in row.values()]) for row in self.cells.values())


def arranged(runs: Iterable[Run], by: str = PROCESSOR) -> Outcomes:
    """Tasks and configurations by name; of several runs the one that counts by this measure first."""
    found: dict[str, dict[str, list[Run]]] = {}
    for run in runs:
        found.setdefault(run.task, {}).setdefault(run.configuration, []).append(run)
    names = sorted({name for row in found.values() for name in row})
    cells = {
        task: {name: _counted_first(row[name], by) for name in names if name in row}
        for task, row in sorted(found.items())
    }
    return Outcomes(tuple(names), cells)


def solved(run: Run) -> bool:
    """Is there an answer, and is it not known to be wrong?"""
    return run.decided and run.correct is not False


def mistaken(run: Run) -> bool:
    """Is there an answer that is known to be wrong?"""
    return run.decided and run.correct is False


def _counted_first(runs: Sequence[Run], by: str) -> tuple[Run, ...]:
    """A wrong answer counts if there is one; else the run in the middle, of an even number the worse one.

    A run without an answer is worse than any with one.
    """
    if len(runs) == 1:
        return tuple(runs)

    def cost(run: Run) -> tuple[bool, bool, float, int, int]:
        amount = value(run, by)
        return (
            not mistaken(run),
            not solved(run),
            inf if amount is None else amount,
            run.repetition,
            run.seed or 0,
        )

    ordered = sorted(runs, key=cost)
    counted = ordered[0] if mistaken(ordered[0]) else ordered[len(ordered) // 2]
    return counted, *(run for run in ordered if run is not counted)


def _best(runs: Sequence[Run]) -> Run:
    """The quickest answer that is not known to be wrong; none if there is none."""
    answers = [run for run in runs if solved(run)]
    if answers:
        return min(answers, key=lambda run: (run.processor, run.configuration))
    return replace(runs[0], verdict=UNKNOWN, correct=None)


def wrong(outcomes: Outcomes) -> tuple[Run, ...]:
    """Every answer that is known to be wrong, in any repetition."""
    return tuple(run for run in outcomes.runs if mistaken(run))


def contradictions(outcomes: Outcomes) -> tuple[tuple[Run, Run], ...]:
    """Two runs of a task with different answers, where nobody knows the right one: one of them is wrong."""
    found = []
    for row in outcomes.cells.values():
        first: dict[str, Run] = {}
        for run in (run for runs in row.values() for run in runs if run.decided and run.correct is None):
            first.setdefault(run.verdict, run)
        if len(first) > 1:
            one, other = first.values()
            found.append((one, other))
    return tuple(found)


def unique(outcomes: Outcomes) -> Mapping[str, int]:
    """How many tasks each configuration solves that no other solves, of those that another ran as well."""
    counts = dict.fromkeys(outcomes.configurations, 0)
    for row in outcomes.cells.values():
        able = [name for name, runs in row.items() if solved(runs[0])]
        if len(able) == 1 and len(row) > 1:
            counts[able[0]] += 1
    return counts

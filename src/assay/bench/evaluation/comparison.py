"""Two configurations on the same tasks: who decides more, who takes less, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Final

from assay.bench.evaluation.measures import same, value
from assay.bench.evaluation.outcomes import arranged, solved
from assay.bench.evaluation.signs import median_interval, middle, sign_test, spread
from assay.bench.results import Run

# So many of the largest wins and losses are told.
TOLD: Final = 10
# The share of ratios that is left out at either end when it is told where most of them are.
_OUTSIDE: Final = Fraction(1, 10)


@dataclass(frozen=True)
class Pair:
    """The runs of two configurations on one task."""

    first: Run
    second: Run

    @property
    def task(self) -> str:
        return self.first.task


@dataclass(frozen=True)
class Decided:
    """Which tasks are decided by whom; ``chance`` is of the sign test of those that only one decides."""

    both: tuple[Pair, ...]
    only_first: tuple[Pair, ...]
    only_second: tuple[Pair, ...]
    neither: tuple[Pair, ...]

    @property
    def chance(self) -> float:
        return sign_test(len(self.only_first), len(self.only_second))


@dataclass(frozen=True)
class Ratio:
    """What the first takes for each that the second takes, on one task; below 1 the first takes less."""

    pair: Pair
    first: float
    second: float

    @property
    def value(self) -> float:
        if self.first == self.second:
            return 1.0
        return self.first / self.second if self.second else inf


@dataclass(frozen=True)
class Difference:
    """What one measure says, over tasks of which both runs tell it.

    ``first`` and ``second`` are on how many tasks that configuration takes less, ``ties`` on how many neither does;
    ``interval`` is where the median ratio is at 95 % confidence, ``spread`` where four fifths of the ratios are.
    """

    by: str
    tasks: int
    untold: int
    first: int
    ties: int
    second: int
    median: float | None
    interval: tuple[float, float] | None
    spread: tuple[float, float] | None
    wins: tuple[Ratio, ...] = ()
    losses: tuple[Ratio, ...] = ()

    @property
    def chance(self) -> float:
        return sign_test(self.first, self.second)


def paired(first: Iterable[Run], second: Iterable[Run], by: str) -> tuple[Pair, ...]:
    """The tasks that both ran, by name, with the run of each that counts; each side is of one configuration."""
    ones, others = (_by_task(side, by) for side in (first, second))
    return tuple(Pair(run, others[task]) for task, run in ones.items() if task in others)


def _by_task(runs: Iterable[Run], by: str) -> Mapping[str, Run]:
    return {task: own[0] for task, row in arranged(runs, by).cells.items() for own in row.values()}


def decisions(pairs: Sequence[Pair]) -> Decided:
    def those(*wanted: bool) -> tuple[Pair, ...]:
        return tuple(pair for pair in pairs if (solved(pair.first), solved(pair.second)) == wanted)

    return Decided(those(True, True), those(True, False), those(False, True), those(False, False))


def difference(pairs: Sequence[Pair], by: str) -> Difference:
    """Over ``pairs`` that both decide."""
    return _difference(pairs, by, value, told=TOLD)


def difference_of_either(pairs: Sequence[Pair], by: str) -> Difference:
    """Over ``pairs`` that one of them decides at least: without an answer, a run takes more than any with one.

    So no task is left out because it is hard for one of the two.
    """

    def amount(run: Run, measure: str) -> float | None:
        return value(run, measure) if solved(run) else inf

    return _difference(pairs, by, amount, told=0)


def _difference(pairs: Sequence[Pair], by: str, amount: Callable[[Run, str], float | None], *, told: int) -> Difference:
    amounts = [(pair, amount(pair.first, by), amount(pair.second, by)) for pair in pairs]
    ratios = [Ratio(pair, one, two) for pair, one, two in amounts if one is not None and two is not None]
    different = [ratio for ratio in ratios if not same(ratio.first, ratio.second, by)]
    ordered = sorted(ratio.value for ratio in ratios)
    ranked = sorted(different, key=lambda ratio: (ratio.value, ratio.pair.task))
    wins = [ratio for ratio in ranked if ratio.first < ratio.second]
    losses = [ratio for ratio in reversed(ranked) if ratio.first > ratio.second]
    return Difference(
        by,
        tasks=len(ratios),
        untold=len(pairs) - len(ratios),
        first=len(wins),
        ties=len(ratios) - len(different),
        second=len(losses),
        median=middle(ordered) if ordered else None,
        interval=median_interval(ordered),
        spread=spread(ordered, _OUTSIDE) if ordered else None,
        wins=tuple(wins[:told]),
        losses=tuple(losses[:told]),
    )

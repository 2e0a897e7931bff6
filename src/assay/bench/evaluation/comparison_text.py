"""A comparison of two configurations as Markdown: wrong answers first, then decisions, then differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isinf
from typing import Final

from assay.bench.evaluation.comparison import (
    Decided,
    Difference,
    Pair,
    Ratio,
    decisions,
    difference,
    difference_of_either,
    paired,
)
from assay.bench.evaluation.markdown import Column, plain, section, table, words
from assay.bench.evaluation.measures import PROCESSOR, shown
from assay.bench.evaluation.outcomes import arranged
from assay.bench.evaluation.summary_text import suspicious
from assay.bench.results import Run
from assay.core.words import counted

# So many tasks are named that only one of the two decides.
TOLD: Final = 20


@dataclass(frozen=True)
class Side:
    """One of the two that are compared: its runs, all of one configuration, under the name it is told by."""

    name: str
    runs: Sequence[Run]


def comparison_text(first: Side, second: Side, measures: Sequence[str] = (PROCESSOR,)) -> str:
    return "\n\n".join(_sections(first, second, measures)) + "\n"


def _sections(first: Side, second: Side, measures: Sequence[str]) -> Iterator[str]:
    one, two = plain(first.name), plain(second.name)
    yield f"# {one} against {two}"
    yield from suspicious(arranged([*first.runs, *second.runs]))
    # Of repetitions, the one in the middle may be another for each measure; whether it is decided is not.
    by_measure = {by: decisions(paired(first.runs, second.runs, by)) for by in measures}
    found = by_measure[measures[0]]
    yield _decided(one, two, found, _alone(first, second))
    of_both = [difference(each.both, by) for by, each in by_measure.items()]
    of_either = [difference_of_either(_either(each), by) for by, each in by_measure.items()]
    rows = [row for pair in zip(of_both, of_either, strict=True) for row in pair]
    yield _differences(one, two, rows)
    for each in of_both:
        yield from _extremes(one, two, each)
    yield from _only(one, found.only_first)
    yield from _only(two, found.only_second)


def _either(found: Decided) -> Sequence[Pair]:
    return (*found.both, *found.only_first, *found.only_second)


def _alone(first: Side, second: Side) -> Sequence[str]:
    """Who ran how many tasks that the other did not."""
    tasks = [{run.task for run in side.runs} for side in (first, second)]
    counts = (len(tasks[0] - tasks[1]), len(tasks[1] - tasks[0]))
    return [
        f"{counted(count, 'task')} of {plain(side.name)} alone left out."
        for side, count in zip((first, second), counts, strict=True)
        if count
    ]


def _decided(one: str, two: str, found: Decided, alone: Sequence[str]) -> str:
    rows = [
        ("both", len(found.both)),
        (f"only {one}", len(found.only_first)),
        (f"only {two}", len(found.only_second)),
        ("neither", len(found.neither)),
    ]
    test = f"Sign test of {len(found.only_first)} against {len(found.only_second)}: p = {probability(found.chance)}."
    return section("Decided", table([words("by"), Column("tasks")], rows), " ".join([test, *alone]))


def _differences(one: str, two: str, rows: Sequence[Difference]) -> str:
    heads = (f"{one} less", "same", f"{two} less", "p", "median ratio", "95 % interval", "4 of 5 within")
    columns = [words("measure"), words("decided by"), Column("tasks"), *map(Column, heads)]
    legend = _LEGEND.format(one=one, two=two)
    untold = [f"Left out, without {plain(row.by)}: {row.untold}." for row in rows[::2] if row.untold]
    cells = (
        (plain(row.by), who, *_difference(row)) for row, who in zip(rows, ["both", "either"] * len(rows), strict=False)
    )
    return section("Differences", table(columns, cells), "\n".join([legend, *untold]))


_LEGEND: Final = """\
Ratios are {one} / {two}: below 1, {one} takes less. p: sign test of less against less. The interval is that of the
median, by order statistics. Where only one of them decides, the other counts as taking more than any."""


def _difference(row: Difference) -> Sequence[object]:
    counts = (row.tasks, row.first, row.ties, row.second, probability(row.chance))
    middle = None if row.median is None else ratio(row.median)
    return (*counts, middle, _range(row.interval), _range(row.spread))


def _range(found: tuple[float, float] | None) -> str | None:
    return f"{ratio(found[0])} to {ratio(found[1])}" if found else None


def _extremes(one: str, two: str, found: Difference) -> Iterator[str]:
    """Where the first takes less by most, and where it takes more by most."""
    for winner, ratios, count in ((one, found.wins, found.first), (two, found.losses, found.second)):
        if ratios:
            columns = [words("task"), Column(one), Column(two), Column("ratio")]
            most = f", the largest {len(ratios)} of them" if count > len(ratios) else ""
            title = f"{plain(found.by)}, where {winner} takes less: {count}{most}"
            yield section(title, table(columns, (_extreme(each, found.by) for each in ratios)))


def _extreme(found: Ratio, by: str) -> Sequence[str]:
    return plain(found.pair.task), shown(found.first, by), shown(found.second, by), ratio(found.value)


def _only(who: str, pairs: Sequence[Pair]) -> Iterator[str]:
    if pairs:
        names = [f"- {plain(pair.task)}" for pair in pairs[:TOLD]]
        more = [f"- and {len(pairs) - TOLD} more"] if len(pairs) > TOLD else []
        yield section(f"Decided by {who} alone: {len(pairs)}", "\n".join([*names, *more]))


def ratio(value: float) -> str:
    if isinf(value):
        return "inf"
    return f"{value:.0f}" if value >= 100 else f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def probability(chance: float) -> str:
    """Two digits; below one in a thousand, the power of ten."""
    if chance < 1e-300:
        return "0"
    return f"{chance:.2g}" if chance >= 0.001 else f"{chance:.0e}".replace("e-0", "e-")

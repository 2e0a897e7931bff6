"""All runs as CSV: one line a run, all that is known of it; statistics in columns of their own."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Final

from assay.bench.evaluation.measures import statistics_of
from assay.bench.results import Run

FACTS: Final = tuple(field.name for field in fields(Run) if field.name != "statistics")
# A statistic may be named as a fact is (``seconds``).
_STATISTIC: Final = "statistics."


def csv_text(runs: Sequence[Run]) -> str:
    """Truths are ``true`` and ``false``; what is not known is empty."""
    names = statistics_of(runs)
    lines = _Lines()
    writer = csv.writer(lines)
    writer.writerow((*FACTS, *(f"{_STATISTIC}{name}" for name in names)))
    writer.writerows(_rows(runs, names))
    return "".join(lines.written)


class _Lines:
    """Takes a line at a time and ends it as Unix does; the writer, which ends it as mail does, quotes both signs."""

    def __init__(self) -> None:
        self.written: list[str] = []

    def write(self, line: str) -> None:
        self.written.append(f"{line[:-2]}\n")


def _rows(runs: Sequence[Run], names: Sequence[str]) -> Iterator[Sequence[object]]:
    for run in runs:
        facts = [_written(getattr(run, name)) for name in FACTS]
        yield (*facts, *(run.statistics.get(name, "") for name in names))


def _written(fact: object) -> object:
    if fact is None:
        return ""
    return str(fact).lower() if isinstance(fact, bool) else fact

"""A campaign as people watch it: a line for every run, wrong answers in red, and how long it will still take.

On a terminal the last line tells the standing; elsewhere a line does so now and then.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean
from types import TracebackType
from typing import Final, Self

import click

from assay.bench.campaign import Campaign, Standing
from assay.bench.results import VERDICTS, Run
from assay.report.unseen import on_one_line

_PAUSE: Final = 0.25
# Of wrong answers that are known already, so many are listed.
MOST_WRONG: Final = 20
NOBODY: Final = "there is no worker: runs go on as soon as one comes"


class Progress:
    """Listens to a campaign and tells of it."""

    def __init__(self, campaign: Campaign, before: Iterable[Run], *, quiet: bool) -> None:
        self._quiet = quiet
        self._terminal = sys.stdout.isatty() and not quiet
        self._line = False
        self._said = 0.0
        self._waits = False
        self._keys = keys = set(campaign.wanted())
        known = [run for run in before if run.key in keys]
        self._left = Counter(key.configuration for key in keys) - Counter(run.configuration for run in known)
        self._seconds: dict[str, list[float]] = {}
        self.wrong: list[Run] = []
        for run in known:
            self._count(run)
        self._wanted, self._known = len(keys), len(known)

    def begin(self, store: Path, jobs: int, bounds: str) -> None:
        """Says what will be done."""
        if not self._quiet:
            known = f", {self._known} of them in {store} already" if self._known else ""
            click.echo(f"{self._wanted} runs{known}; {jobs} at a time; limits of each: {bounds}")
        for line in told_wrong(self.wrong):
            click.secho(line, fg="red", bold=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._wipe()

    def hear(self, run: Run | None, standing: Standing) -> None:
        if run is not None:
            self._left[run.configuration] -= 1
            self._count(run)
            if run.correct is False or not self._quiet:
                self._tell(run)
        if self._waits != (standing.width == 0):
            self._waits = not self._waits
            self._wipe()
            click.echo(NOBODY if self._waits else "there are workers again")
        now = time.monotonic()
        if self._terminal and (run is not None or now - self._said > _PAUSE):
            self._said = now
            self._wipe()
            click.echo(f"\r{self._standing(standing)}"[: shutil.get_terminal_size().columns - 1], nl=False)
            self._line = True

    def end(self, store: Path, runs: Iterable[Run]) -> None:
        """Says what the store has now, to which others may have added."""
        ended = [run for run in runs if run.key in self._keys]
        told = {run.key for run in self.wrong}
        for run in ended:
            if run.correct is False and run.key not in told:
                self.wrong.append(run)
                self._tell(run)
        left = len(self._keys) - len(ended)
        how = (
            f"{len(ended)} of {len(self._keys)} runs have ended; run it again to go on"
            if left
            else "all runs have ended"
        )
        verdicts = Counter(run.verdict for run in ended)
        counts = ", ".join(f"{verdicts[word]} {word}" for word in VERDICTS if verdicts[word])
        click.echo(f"{store}: {how}{f': {counts}' if counts else ''}")
        if self.wrong:
            click.secho(f"{len(self.wrong)} WRONG", fg="red", bold=True)

    def _count(self, run: Run) -> None:
        self._seconds.setdefault(run.configuration, []).append(run.seconds)
        if run.correct is False:
            self.wrong.append(run)

    def _tell(self, run: Run) -> None:
        self._wipe()
        click.secho(line_of(run), fg="red" if run.correct is False else None, bold=run.correct is False or None)

    def _wipe(self) -> None:
        if self._line:
            click.echo("\r\033[K", nl=False)
            self._line = False

    def _standing(self, standing: Standing) -> str:
        parts = [f"{standing.done}/{standing.wanted}", f"{standing.underway} running"]
        if standing.elsewhere:
            parts.append(f"{standing.elsewhere} elsewhere")
        seconds = time_left(self._left, self._seconds, standing.width)
        if seconds is not None:
            parts.append(f"about {duration(seconds)} left")
        return ", ".join(parts)


def told_wrong(wrong: Sequence[Run]) -> list[str]:
    """A line for each wrong answer; of very many, the first ones."""
    more = len(wrong) - MOST_WRONG
    return [*map(line_of, wrong[:MOST_WRONG]), *([f"WRONG and {more} more"] if more > 0 else [])]


def time_left(left: Counter[str], seconds: dict[str, list[float]], jobs: int) -> float | None:
    """What is left takes, if runs go on as those of the same configuration did; None before any has ended."""
    known = [value for values in seconds.values() for value in values]
    if not known or not jobs:
        return None
    overall = fmean(known)
    return sum(count * fmean(seconds.get(name) or [overall]) for name, count in left.items() if count > 0) / jobs


def duration(seconds: float) -> str:
    """``45 s``, ``12 min``, ``3 h 20 min``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def line_of(run: Run) -> str:
    """A run on one line."""
    mark = {True: "ok", False: "WRONG", None: "-"}[run.correct]
    name = run.configuration + (f" seed {run.seed}" if run.seed is not None else "")
    name += f" ({run.repetition})" if run.repetition > 1 else ""
    said = run.answer or run.verdict
    line = f"{mark:5} {said:9} {run.seconds:7.2f} s  {name:20} {run.task}  {run.reason or run.evidence}".rstrip()[:400]
    return on_one_line(line)

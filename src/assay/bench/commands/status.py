"""``assay bench status``: how far a campaign is, by configuration, and who is at it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from assay.bench.commands.parameters import opened, store_argument
from assay.bench.evaluation.circumstances import circumstances
from assay.bench.progress import duration, told_wrong
from assay.bench.results import VERDICTS, Key, Run
from assay.bench.store import Underway
from assay.report.unseen import on_one_line

_HEADER = ("configuration", "ended", "of", *VERDICTS, "correct", "WRONG")


@click.command("status", short_help="Tell how far a campaign is, and who is at it.")
@store_argument
def command(store: Path) -> None:
    """Tell how far the campaign in STORE is: runs that ended, what they said, and who is at the others.

    And under what circumstances: on which machines, and held to their limits by whom.
    """
    with opened(store) as found:
        planned, runs, underway = found.planned(), list(found.runs()), found.underway()
        for row in columns([_HEADER, *rows(planned, runs)]):
            click.echo(row)
        if runs:
            click.echo(circumstances(runs, found.configurations()))
        for line in told_wrong([run for run in runs if run.correct is False]):
            click.secho(line, fg="red", bold=True)
        for line in at_work(underway, time.time()):
            click.echo(line)


def rows(planned: Iterable[Key], runs: Sequence[Run]) -> Iterator[Sequence[str]]:
    """The figures of each configuration."""
    wanted = Counter(key.configuration for key in planned)
    for name, count in wanted.items():
        own = [run for run in runs if run.configuration == name]
        verdicts = Counter(run.verdict for run in own)
        correct = Counter(run.correct for run in own)
        figures = (len(own), count, *(verdicts[word] for word in VERDICTS), correct[True], correct[False])
        yield (name, *map(str, figures))


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows as lines: the first cell to the left, the others to the right."""
    widths = [max(len(row[number]) for row in rows) for number in range(len(rows[0]))]
    for first, *others in rows:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join([first.ljust(widths[0]), *cells])


def at_work(underway: Sequence[Underway], now: float) -> Iterator[str]:
    """A line for every run that somebody is at; those of the dead are free for whoever runs the campaign again."""
    lost = sum(not entry.alive for entry in underway)
    for entry in underway:
        if entry.alive:
            machine = entry.worker.machine.split(" ")[0]
            since = duration(now - entry.since)
            what = on_one_line(f"{entry.key.configuration}  {entry.key.task}")
            yield f"running for {since}: {what}  ({machine}, {entry.worker.pid})"
    if lost:
        yield f"{lost} runs were cut off: run the campaign again to go on"

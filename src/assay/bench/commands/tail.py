"""``assay bench tail``: the runs that ended last."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

import click

from assay.bench.commands.parameters import opened, store_argument
from assay.bench.progress import line_of
from assay.bench.results import Run
from assay.supervise.stopping import stop_requests

_PAUSE_SECONDS: Final = 1.0


@click.command("tail", short_help="Show the runs that ended last.")
@store_argument
@click.option("--lines", "-n", type=click.IntRange(min=0), default=10, metavar="N", help="So many.  [default: 10]")
@click.option("--follow", "-f", is_flag=True, help="Go on with those that end from now on, until all have.")
def command(store: Path, lines: int, follow: bool) -> None:
    """Show the runs of STORE that ended last, and with -f those that end from now on."""
    with opened(store) as found, stop_requests() as requests:
        position, runs = found.last(lines)
        for run in runs:
            show(run)
        while follow and requests.first is None and found.missing():
            time.sleep(_PAUSE_SECONDS)
            position, runs = found.since(position)
            for run in runs:
                show(run)
    if requests.first is not None:
        sys.exit(128 + requests.first)


def show(run: Run) -> None:
    wrong = run.correct is False
    click.secho(line_of(run), fg="red" if wrong else None, bold=wrong or None)

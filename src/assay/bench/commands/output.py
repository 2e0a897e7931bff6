"""What the commands that tell of results have in common: which runs and measures are chosen, and where a text goes."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from assay.bench.evaluation.measures import PROCESSOR
from assay.bench.results import Run
from assay.bench.store import Store
from assay.core.errors import InputError
from assay.witness.write.files import write_whole

only_option = click.option(
    "-c",
    "--config",
    "only",
    multiple=True,
    metavar="NAME",
    help="Of this one alone.  May be repeated.",
)
by_option = click.option(
    "--by",
    "measures",
    multiple=True,
    default=(PROCESSOR,),
    show_default=True,
    metavar="MEASURE",
    help="processor, seconds, memory, or a statistic such as expansions.  May be repeated.",
)


def output_option(about: str, *, required: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option("-o", "--output", required=required, metavar="FILE", help=about)


def all_runs(store: Store) -> list[Run]:
    """The runs of the store, of which there has to be one.

    They stay until the end: Python's collector need not look at them time and again.
    """
    gc.disable()
    try:
        runs = list(store.runs())
    finally:
        gc.freeze()
        gc.enable()
    if not runs:
        hint = f"assay bench status {store.path} tells how far it is"
        raise InputError(f"{store.path}: no run has ended yet", hint=hint)
    return runs


def write(text: str, output: str | None) -> None:
    """To the file, all of it or nothing; to the standard output without one."""
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)


def made(folder: Path) -> None:
    """The folder is there in the end."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise InputError(f"{folder}: {failure.strerror}") from None

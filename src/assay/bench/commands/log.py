"""``assay bench log``: what a run printed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from assay.bench.commands.parameters import opened, store_argument
from assay.bench.evaluation.choices import of_configuration
from assay.bench.progress import line_of
from assay.bench.results import Run
from assay.core.errors import InputError


@click.command("log", short_help="Print what a run printed.")
@store_argument
@click.argument("task")
@click.argument("configuration", required=False)
def command(store: Path, task: str, configuration: str | None) -> None:
    """Print the output of the runs on TASK, by all configurations or one.

    TASK is its name in STORE, or the end of it, such as the name of the file.
    """
    with opened(store) as found:
        for run in chosen(list(found.runs()), task, configuration):
            click.secho(line_of(run), bold=True)
            click.echo(found.log(run.key).rstrip() or "(no output)")


def chosen(runs: Sequence[Run], task: str, configuration: str | None) -> list[Run]:
    """The runs on the task of this name, or else of a name with this end."""
    own = runs if configuration is None else of_configuration(runs, configuration)
    found = [run for run in own if run.task == task] or [run for run in own if run.task.endswith(task)]
    if not found:
        hint = "the name or its end, as `assay bench tail` shows it"
        raise InputError(f"no run on {task} has ended" + (f" with {configuration}" if configuration else ""), hint=hint)
    return found

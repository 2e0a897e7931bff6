"""``assay bench export``: a campaign as BenchExec has it."""

from __future__ import annotations

from pathlib import Path

import click

from assay.bench.commands.parameters import opened, store_argument
from assay.bench.exporting import export
from assay.core.errors import InputError


@click.command("export", short_help="Write a campaign and its results for BenchExec.")
@store_argument
@click.option(
    "--benchexec",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder to write to: a benchmark definition, a tool-info module, and results.",
)
def command(store: Path, folder: Path) -> None:
    """Write the campaign in STORE for BenchExec, and its results for the tables of BenchExec."""
    with opened(store) as found:
        try:
            written = export(found, folder)
        except OSError as failure:
            raise InputError(f"{failure.filename or folder}: cannot be written: {failure.strerror}") from None
    click.echo(f"{written.definition}: run it by PYTHONPATH={folder} benchexec {written.definition}")
    for name in written.left_out:
        click.echo(f"{name} is no configuration of Assay: it has results, but no run definition")
    for file in written.results:
        click.echo(f"{file}: read it by table-generator")

"""``assay bench import``: results of BenchExec beside ours."""

from __future__ import annotations

from pathlib import Path

import click

from assay.bench.commands.parameters import mistakes_told
from assay.bench.importing import import_results, read_results
from assay.bench.store import Store
from assay.core.errors import InputError


@click.command("import", short_help="Read results of BenchExec into a store.")
@click.argument("store", type=click.Path(dir_okay=False, path_type=Path), metavar="STORE")
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False, path_type=Path), metavar="RESULTS...")
@click.option("--name", default="", metavar="NAME", help="What the configuration is called; default: tool and version.")
def command(store: Path, files: tuple[Path, ...], name: str) -> None:
    """Read results of BenchExec (.xml, .xml.bz2, .xml.gz) into STORE, which is made if it is not there."""
    with mistakes_told():
        for file in files:
            if not file.is_file():
                raise InputError(f"{file}: there is no such file")
        results = [(file, read_results(file)) for file in files]
        with Store.create(store) as opened:
            for file, root in results:
                found = import_results(opened, file, root, name)
                others = f", {found.new_tasks} tasks that {store} did not have" if found.new_tasks else ""
                click.echo(f"{file}: {found.new} of {found.runs} runs are new, as {found.configuration!r}{others}")

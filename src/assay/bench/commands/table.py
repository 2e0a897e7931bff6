"""``assay bench table``: the runs of a store as Markdown, CSV or a page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from assay.bench.commands.output import all_runs, made, only_option, output_option, write
from assay.bench.commands.parameters import opened, store_argument
from assay.bench.evaluation.choices import of_configurations
from assay.bench.evaluation.circumstances import circumstances
from assay.bench.evaluation.csv_text import csv_text
from assay.bench.evaluation.outcomes import Outcomes, arranged
from assay.bench.evaluation.summary_text import summary_text
from assay.bench.evaluation.table_page import NONE, Logs, table_page
from assay.bench.store import Store

MARKDOWN, CSV, HTML = "markdown", "csv", "html"
_BY_SUFFIX: Final = {".csv": CSV, ".html": HTML, ".htm": HTML}


@click.command("table", short_help="Write results as Markdown, CSV or a page.")
@store_argument
@click.option(
    "--format",
    "form",
    type=click.Choice((MARKDOWN, CSV, HTML)),
    help="What to write; default: as -o ends, else markdown.",
)
@only_option
@output_option(
    "Where to; a folder, for html: the page and, beside it, what the runs printed.  [default: standard output]"
)
def command(store: Path, form: str | None, only: tuple[str, ...], output: str | None) -> None:
    """Summarise STORE: a summary (markdown), a line for each run (csv), or a page to look through (html).

    Wrong answers come first.  The page is one file that needs no network; in it, tasks and configurations can be sorted
    and filtered, and each run opens.
    """
    form = form or _BY_SUFFIX.get(Path(output or "").suffix, MARKDOWN)
    with opened(store) as found:
        outcomes = arranged(of_configurations(all_runs(found), only))
        if form == HTML:
            _write_page(found, outcomes, output)
        elif form == CSV:
            write(csv_text(list(outcomes.runs)), output)
        else:
            write(summary_text(outcomes, _about(found, outcomes)), output)


def _about(store: Store, outcomes: Outcomes) -> str:
    known = {name: written for name, written in store.configurations().items() if name in outcomes.configurations}
    return circumstances(outcomes.runs, known)


def _write_page(store: Store, outcomes: Outcomes, output: str | None) -> None:
    folder = Path(output) if output is not None and _is_folder(output) else None
    logs = Logs(store.log_bytes(), store.logs)
    page = table_page(store.path.name, _about(store, outcomes), outcomes, logs, folder=folder is not None)
    if folder is not None:
        made(folder / "logs")
        for name, text in page.beside:
            write(text, str(folder / name))
    write(page.html, output if folder is None else str(folder / "index.html"))
    if page.logs == NONE:
        click.echo("what the runs printed is too long for one file: -o FOLDER writes it beside the page", err=True)


def _is_folder(output: str) -> bool:
    """A folder that is there, or a name that has no suffix or ends in a slash."""
    path = Path(output)
    return path.is_dir() or output.endswith("/") or not (path.suffix or path.exists())

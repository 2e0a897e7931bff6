"""Tables of tasks, as the scripts beside this one take them: TABLE and ROOT.

A table is a CSV file whose first line names its columns, in any order:

    path         the file, below ROOT and the folder of its corpus
    expected     true (every property holds), false (some property is violated), or anything else: not known
    corpus       a folder below ROOT, by which --corpus chooses and the figures are grouped; may be missing
    property     what --property is given, as assay check takes it, or a file beside the tasks; without it all are
                 checked; may be missing
    category     kept with the outcome, and chosen by --category where there is such an option; may be missing
    subproperty  which part of the property is violated, such as valid-free; may be missing

``examples/verdicts.csv`` is such a table, with ROOT ``examples``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from assay.bench.campaign import Task, tasks_from_csv
from assay.core.errors import InputError


def chosen(table: Path, root: Path, corpora: Sequence[str] = ()) -> list[Task]:
    """The tasks of these corpora, of all if none is named.  A table that has none is a mistake, told in a sentence."""
    try:
        tasks = list(tasks_from_csv(table, root, corpora))
        known = sorted({task.corpus for task in tasks_from_csv(table, root)} - {""})
    except InputError as error:
        raise click.ClickException(str(error)) from None
    if not tasks:
        named = f"no row belongs to {', '.join(corpora)}" if corpora else "there is no row below the first line"
        raise click.ClickException(f"{table}: {named} (corpora of this table: {', '.join(known) or 'none'})")
    return tasks

"""Tables of tasks: CSV files whose first line names the columns (docs/reference/campaigns.md)."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from assay.bench.results import Task
from assay.bench.tasks.names import named, stating, written
from assay.core.errors import InputError, Position

# A table has the first column, and may have the others.
COLUMNS: Final = ("path", "expected", "corpus", "property", "category", "subproperty", "data_model")
_VERDICTS: Final = {"true": True, "false": False, "": None, "unknown": None}


def tasks_of_table(table: Path) -> Iterator[Task]:
    """A task a row.  A file is looked for beside the table, in the folder of its corpus if it has one, and so is one
    that states the property.
    """
    rows = csv.DictReader(io.StringIO(written(table), newline=""))
    _require_path(table, rows.fieldnames or ())
    for row in rows:
        yield _task(table, rows.line_num, {name: (row.get(name) or "").strip() for name in COLUMNS})


def _task(table: Path, line: int, row: dict[str, str]) -> Task:
    where = Position(str(table), line)
    folder = table.parent / row["corpus"]
    path = os.path.normpath(folder / row["path"])
    if not row["path"] or not Path(path).is_file():
        raise InputError(f"there is no file {path}", where, "paths are relative to the table, and to the corpus")
    expected = row["expected"].lower()
    if expected not in _VERDICTS:
        raise InputError(f"expected is true, false or empty, not {row['expected']!r}", where)
    goal = _stated(folder, row["property"])
    group = row["category"] or row["corpus"]
    known, part = _VERDICTS[expected], row["subproperty"]
    return Task(named(path, goal), path, goal, group, known, part, data_model=row["data_model"])


def _stated(folder: Path, goal: str) -> str:
    """The property, by the file that states it if there is one."""
    file, index = stating(goal, folder)
    return file + index if file else goal


def _require_path(table: Path, found: Sequence[str]) -> None:
    if "path" not in found:
        hint = f"the first line names the columns: path, and maybe {', '.join(COLUMNS[1:])}"
        raise InputError("this table of tasks has no column 'path'", Position(str(table), 1), hint)

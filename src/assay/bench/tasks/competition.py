"""Task definitions (``.yml``) and sets (``.set``) as SV-COMP has them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay.bench.results import Task
from assay.bench.tasks import DEFINITIONS
from assay.bench.tasks.names import beside, matches, named, written
from assay.core.errors import InputError, Position
from assay.frontends.text import read
from assay.frontends.yaml import read_yaml


def tasks_of_set(path: Path, goal: str, group: str = "") -> Iterator[Task]:
    """A line is a pattern of names, relative to the set; what follows ``#`` is a remark."""
    for number, line in enumerate(written(path).splitlines(), 1):
        pattern = line.partition("#")[0].strip()
        if not pattern:
            continue
        found = matches(path.parent, pattern)
        if not found:
            raise InputError(f"no file is called {pattern}", Position(str(path), number))
        for file in found:
            yield from tasks_at(Path(file), goal, group or path.stem)


def tasks_at(path: Path, goal: str, group: str) -> Iterator[Task]:
    """The tasks of a definition, or the one of any other file."""
    if path.suffix in DEFINITIONS:
        yield from tasks_of_definition(path, goal, group)
    else:
        yield Task(named(str(path), goal), str(path), goal, group)


def is_definition(path: Path) -> bool:
    try:
        table = read_yaml(read(str(path)))
    except InputError:
        return False
    return isinstance(table, dict) and "input_files" in table


def tasks_of_definition(path: Path, goal: str = "", group: str = "") -> Iterator[Task]:
    """A task for each property, or for the one that is called ``goal``: by its file, or the stem of that."""
    table = read_yaml(read(str(path)))
    where = Position(str(path), 1)
    if not isinstance(table, dict) or "input_files" not in table:
        raise InputError("this is not a task definition", where, "it needs the key input_files")
    named_files: Any = table["input_files"]
    inputs = named_files if isinstance(named_files, list) else [named_files]
    files = tuple(beside(path.parent, str(file)) for file in inputs)
    options: Any = table.get("options")
    data_model = str(options.get("data_model", "")) if isinstance(options, dict) else ""
    properties: Any = table.get("properties") or []
    for entry in properties if isinstance(properties, list) else []:
        if not isinstance(entry, dict) or not isinstance(entry.get("property_file"), str):
            raise InputError("an entry of properties has no property_file", where)
        file = beside(path.parent, str(entry["property_file"]))
        if goal and Path(goal).stem != Path(file).stem:
            continue
        expected = {"true": True, "false": False}.get(str(entry.get("expected_verdict")).lower())
        part = str(entry.get("subproperty") or "")
        where_from = group or path.parent.name
        yield Task(named(str(path), file), str(path), file, where_from, expected, part, files, data_model)
    if not properties and not goal:
        yield Task(str(path), str(path), "", group or path.parent.name, None, "", files, data_model)

"""Tasks from what people have: files, folders, patterns of names, tables, and the sets and definitions of SV-COMP."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from assay.bench.results import Task
from assay.bench.tasks.drawing import ALL, Draw
from assay.bench.tasks.names import beside, is_pattern, matches, named
from assay.core.errors import InputError

# What a folder is searched for.  Property files, tables and the like are no tasks.
SUFFIXES: Final = (
    ".smt2", ".chc", ".vmt", ".pl", ".armc", ".smv", ".aag", ".aig", ".btor", ".btor2", ".pnml", ".spec", ".graph",
    ".c", ".i",
)  # fmt: skip
DEFINITIONS: Final = (".yml", ".yaml")


def tasks_of(arguments: Iterable[str], goal: str = "", base: str = "", draw: Draw = ALL) -> list[Task]:
    """The tasks that the arguments stand for, each once, in their order; paths are relative to ``base``.

    ``goal`` is the property to choose: of definitions and sets of SV-COMP, tasks that have it; of other files, what
    ``--property`` is given.  ``draw`` chooses of what each argument stands for, and of those together that stand
    for one task each: a shell may have made them of a pattern.
    """
    found: dict[str, Task] = {}
    drawn_from: dict[str, dict[str, Task]] = {}
    for argument in arguments:
        tasks: dict[str, Task] = {}
        for task in _expanded(beside(base, argument), goal):
            _require_utf8(task.name)
            tasks.setdefault(task.name, task)
        if not tasks:
            raise InputError(
                f"{argument}: there is no task in it", hint="a file, a folder or a pattern such as 'a/*.c'"
            )
        drawn_from.setdefault("" if len(tasks) == 1 else argument, {}).update(tasks)
        for name, task in tasks.items():
            found.setdefault(name, task)
    chosen = {task.name for tasks in drawn_from.values() for task in draw.of(list(tasks.values()))}
    if found and not chosen:
        groups = ", ".join(sorted({task.group or "'' (no group)" for task in found.values()}))
        raise InputError(f"no task is of the group {' or '.join(draw.groups)}", hint=f"known: {groups}")
    return [task for name, task in found.items() if name in chosen]


def _require_utf8(name: str) -> None:
    """Stores, tables and pages are UTF-8, and so is what they call a task."""
    shown = name.encode(errors="backslashreplace").decode()
    if shown.encode() != os.fsencode(name):
        raise InputError(f"{shown}: this name is not UTF-8", hint="rename the file, or leave it out")


def _expanded(argument: str, goal: str) -> Iterator[Task]:
    path = Path(argument)
    if path.is_dir():
        yield from _in_folder(path, goal)
    elif path.is_file():
        yield from _in_file(path, goal)
    elif is_pattern(argument):
        for match in matches("", argument):
            yield from _expanded(match, goal)
    else:
        raise InputError(f"{argument}: there is no such file or folder")


def _in_file(path: Path, goal: str) -> Iterator[Task]:
    suffix = path.suffix.lower()
    if suffix == ".csv":
        from assay.bench.tasks.table import tasks_of_table

        yield from tasks_of_table(path)
    elif suffix == ".set":
        from assay.bench.tasks.competition import tasks_of_set

        yield from tasks_of_set(path, goal)
    elif suffix == ".xml":
        from assay.bench.tasks.benchmark import tasks_of_benchmark

        yield from tasks_of_benchmark(path)
    elif suffix in DEFINITIONS:
        from assay.bench.tasks.competition import tasks_of_definition

        yield from tasks_of_definition(path, goal)
    else:
        yield Task(named(str(path), goal), str(path), goal, path.parent.name)


def _in_folder(folder: Path, goal: str) -> Iterator[Task]:
    """Definitions, and all models that no definition speaks of."""
    from assay.bench.tasks.competition import is_definition, tasks_of_definition

    files = sorted(path for path in folder.rglob("*") if path.is_file())
    spoken_of: set[str] = set()
    for path in files:
        if path.suffix in DEFINITIONS and is_definition(path):
            for task in tasks_of_definition(path, goal):
                spoken_of.update(os.path.normpath(file) for file in task.files)
                yield task
    for path in files:
        if path.suffix.lower() in SUFFIXES and str(path) not in spoken_of:
            yield Task(named(str(path), goal), str(path), goal, path.parent.name)

"""Results of BenchExec (XML, maybe compressed) as runs of a store, so that other tools stand beside ours.

A run belongs to the task of the store that has its files, or the longest common end of their paths, and its property;
if there is none, it becomes a task of its own.  Reading a file twice changes nothing.
"""

from __future__ import annotations

import bz2
import gzip
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path, PurePath
from typing import Any, Final
from xml.etree import ElementTree

from assay.bench.exchange import EVERY_PROPERTY, amount, verdict_of
from assay.bench.judging import judged
from assay.bench.results import HOLDS, RUNEXEC, VIOLATED, Key, Run, Task
from assay.bench.store import Store
from assay.bench.tasks.names import named
from assay.core.errors import InputError

# Columns that are fields of a run; other columns that are numbers are statistics.
_FIELDS: Final = ("status", "category", "cputime", "walltime", "memory", "memUsage", "host", "starttime")


@dataclass(frozen=True)
class Imported:
    """What came of it: the configuration, how many runs are new, and how many of the tasks the store did not have."""

    configuration: str
    runs: int
    new: int
    new_tasks: int


def read_results(path: Path) -> ElementTree.Element:
    """The results in the file; an ``InputError`` if there are none."""
    openers: dict[str, Any] = {".bz2": bz2.open, ".gz": gzip.open}
    try:
        with openers.get(path.suffix, open)(path, "rb") as file:
            root = ElementTree.parse(file).getroot()
    except (ElementTree.ParseError, OSError, EOFError) as failure:
        raise InputError(f"{path}: these are no results of BenchExec: {failure}") from None
    if root.tag != "result":
        raise InputError(f"{path}: these are no results of BenchExec, but <{root.tag}>")
    return root


def import_results(store: Store, path: Path, root: ElementTree.Element, name: str = "") -> Imported:
    """Enters the results of the file; ``name`` is what their configuration is called, else their tool and version."""
    configuration = name or _name(root)
    known = store.tasks()
    tasks, ended = [], []
    seen: set[Key] = set()
    for element in root.iter("run"):
        task = _matching(known, element) or _task(element, path)
        run = _run(element, task, configuration)
        if run.key not in seen:
            seen.add(run.key)
            tasks.append(task)
            ended.append(run)
    numbers = store.plan(tasks, {configuration: _definition(root)}, [run.key for run in ended])
    new = store.finish_all(zip(numbers, ended, strict=True))
    names = {task.name for task in known}
    return Imported(configuration, len(ended), new, len({task.name for task in tasks} - names))


def _name(root: ElementTree.Element) -> str:
    """Tool, version and name of the run definition, without the set of tasks that follows it."""
    own = root.get("name", "")
    block = root.get("block", "")
    own = own.removesuffix(block).removesuffix(".") if block else own
    return " ".join(part for part in (root.get("tool", "tool"), root.get("version", ""), own) if part)


def _definition(root: ElementTree.Element) -> dict[str, Any]:
    limits: dict[str, Any] = {"seconds": None, "processor": None, "memory": None, "cores": None}
    for theirs, ours in (("timelimit", "processor"), ("walltimelimit", "seconds"), ("memlimit", "memory")):
        if theirs in root.attrib:
            limits[ours] = amount(root.attrib[theirs])
    limits["cores"] = int(root.get("cpuCores") or 1)
    told = {name: root.attrib[name] for name in ("tool", "version", "options", "generator") if name in root.attrib}
    return {"imported": told, "limits": limits}


def _run(element: ElementTree.Element, task: Task, configuration: str) -> Run:
    columns = {column.get("title", ""): column.get("value", "") for column in element.findall("column")}
    status = columns.get("status", "")
    verdict, answer, limit = verdict_of(status)
    memory = amount(columns.get("memory") or columns.get("memUsage") or "")
    return Run(
        *Key(task.name, configuration),
        *(task.path, task.goal, task.group, task.expected),
        *(verdict, judged(task, verdict, answer), answer),
        seconds=amount(columns.get("walltime", "")),
        processor=amount(columns.get("cputime", "")),
        memory=int(memory),
        limit=limit,
        reason="" if verdict in (HOLDS, VIOLATED) else status,
        statistics=dict(_statistics(columns)),
        started=columns.get("starttime", ""),
        machine=columns.get("host", ""),
        supervisor=RUNEXEC,
    )


def _statistics(columns: dict[str, str]) -> Iterator[tuple[str, float]]:
    for title, value in columns.items():
        if title not in _FIELDS and not title.startswith("@"):
            try:
                yield title, float(value.removesuffix("s"))
            except ValueError:
                continue


def _task(element: ElementTree.Element, path: Path) -> Task:
    """A task of its own; its files are named relative to where we are."""
    goals = _properties(element)
    goal = goals[0] if goals else ""
    here = os.path.normpath(element.get("name", ""))
    expected = {"true": True, "false": False}.get(element.get("expectedVerdict", "").partition("(")[0])
    part = element.get("expectedVerdict", "").partition("(")[2].rstrip(")")
    group = path.name.partition(".")[0]
    files = tuple(os.path.normpath(file) for file in _files(element))
    return Task(named(here, goal), here, goal, group, expected, part, files)


def _properties(element: ElementTree.Element) -> list[str]:
    return [name for name in element.get("properties", "").split() if name != PurePath(EVERY_PROPERTY).stem]


def _files(element: ElementTree.Element) -> list[str]:
    return [file.strip() for file in element.get("files", "").strip("[]").split(",") if file.strip()]


def _matching(known: Sequence[Task], element: ElementTree.Element) -> Task | None:
    """The task of the store that it is about: the one with the longest common end of paths, if there is only one."""
    goals = _properties(element)
    names = [element.get("name", ""), *_files(element)[:1]]
    best: list[Task] = []
    longest = 0
    for task in known:
        if task.goal and goals and PurePath(task.goal).stem not in goals:
            continue
        common = max(_common_end(own, name) for own in (task.path, task.inputs[0]) for name in names)
        if common > longest:
            best, longest = [], common
        if common and common == longest:
            best.append(task)
    return best[0] if len(best) == 1 else None


def _common_end(one: str, other: str) -> int:
    """How many parts two paths have in common at their end; a name alone is no reason to take folders for the same."""
    ours, theirs = _parts(one), _parts(other)
    pairs = zip(reversed(ours), reversed(theirs), strict=False)
    count = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return count if count >= min(2, len(ours), len(theirs)) else 0


def _parts(path: str) -> list[str]:
    return [part for part in PurePath(path).parts if part not in ("..", ".", "/")]

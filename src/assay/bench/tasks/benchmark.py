"""The tasks of a benchmark definition of BenchExec (XML): its sets, names and patterns, and its properties.

Read are ``tasks`` with ``include``, ``includesfile``, ``exclude`` and ``excludesfile``, and ``propertyfile``.  Options,
limits and columns belong to the tool that the definition is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from assay.bench.results import Task
from assay.bench.tasks.competition import tasks_at
from assay.bench.tasks.names import beside, matches, written
from assay.core.errors import InputError, Position


def tasks_of_benchmark(path: Path) -> Iterator[Task]:
    """The tasks in the order of the definition; a property that is given chooses those that have it."""
    root = _root(path)
    general = _goals(root, path)
    for definition in root.findall("rundefinition"):
        general += _goals(definition, path)
    for tasks in [*root.iter("tasks")]:
        goals = [*general, *_goals(tasks, path)] or [""]
        excluded = set(_named(tasks, path, "exclude", "excludesfile"))
        group = tasks.get("name") or path.stem
        for file in dict.fromkeys(_named(tasks, path, "include", "includesfile")):
            if file not in excluded:
                for goal in dict.fromkeys(goals):
                    yield from tasks_at(Path(file), goal, group)


def _root(path: Path) -> ElementTree.Element:
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as failure:
        raise InputError(f"this is not XML: {failure}", Position(str(path), failure.position[0])) from None
    if root.tag == "result":
        raise InputError(f"{path}: these are results of BenchExec", hint="assay bench import STORE FILE reads them")
    if root.tag != "benchmark":
        raise InputError(f"{path}: this is no benchmark definition of BenchExec, but <{root.tag}>")
    return root


def _goals(element: ElementTree.Element, path: Path) -> list[str]:
    return [beside(path.parent, _text(found)) for found in element.findall("propertyfile")]


def _named(tasks: ElementTree.Element, path: Path, one: str, many: str) -> Iterator[str]:
    """The files that elements name, by pattern or by files of patterns."""
    for element in tasks.findall(one):
        yield from _matches(path.parent, _text(element), path)
    for element in tasks.findall(many):
        for listing in _matches(path.parent, _text(element), path):
            for line in written(Path(listing)).splitlines():
                if line.strip() and not line.startswith("#"):
                    yield from _matches(Path(listing).parent, line.strip(), path)


def _matches(folder: Path, pattern: str, definition: Path) -> list[str]:
    found = matches(folder, pattern)
    if not found:
        raise InputError(f"{definition}: no file is called {pattern}")
    return found


def _text(element: ElementTree.Element) -> str:
    return (element.text or "").strip()

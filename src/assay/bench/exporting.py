"""A campaign for BenchExec: what it needs to run it again by itself, and the results as its tables read them.

In the folder: ``benchmark.xml`` with a run definition for each configuration of Assay, ``tasks/`` with definitions of
tasks that have none, ``assay_benchexec/`` with the module by which BenchExec knows Assay, and ``results/`` with a file
for each configuration, repetition and seed, and the logs.  Configurations of other tools have results only: BenchExec
has modules of its own for those.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
import shlex
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from assay import __version__
from assay.bench.exchange import EVERY_PROPERTY, category_of, status_of
from assay.bench.results import Run, Task
from assay.bench.running.job import Bounds
from assay.bench.store import Store
from assay.bench.tasks import DEFINITIONS
from assay.bench.tasks.names import absolute

PACKAGE: Final = "assay_benchexec"
MODULE: Final = "tool"
_DOCTYPE: Final = {
    "benchmark": ("BenchExec benchmark 2.3", "benchmark-2.3"),
    "result": ("BenchExec result 3.12", "result-3.12"),
}
# Characters that names may have and XML 1.0 may not, not even by their codes.
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@dataclass(frozen=True)
class Exported:
    """What was written."""

    results: tuple[Path, ...]
    definition: Path
    left_out: tuple[str, ...]


def export(store: Store, folder: Path) -> Exported:
    """Writes all of the store into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    names = {task.name: _defined(task, number, folder) for number, task in enumerate(store.tasks(), 1)}
    _write_tool(folder)
    configurations = store.configurations()
    own = {name: definition for name, definition in configurations.items() if "check" in definition}
    definition = folder / "benchmark.xml"
    _write(definition, _benchmark(own, store.tasks(), names, folder))
    results = _Results(store, folder, names).write()
    return Exported(tuple(results), definition, tuple(name for name in configurations if name not in own))


def _defined(task: Task, number: int, folder: Path) -> Path:
    """The definition of the task: its own, or one that is written for it."""
    if Path(task.path).suffix in DEFINITIONS:
        return Path(absolute(task.path))
    stem = re.sub(r"[^\w.-]+", "-", Path(task.path).name)
    place = folder / "tasks" / f"{number:05}-{stem}.yml"
    place.parent.mkdir(exist_ok=True)
    stated = Path(task.goal) if task.goal.endswith(".prp") else folder / "tasks" / EVERY_PROPERTY
    if not task.goal.endswith(".prp"):
        stated.write_text("Every property of the input, or the one that the options choose, holds.\n", encoding="utf-8")
    lines = ["format_version: '2.0'", "input_files:"]
    lines += [f"  - {_quoted(_relative(file, place.parent))}" for file in task.inputs]
    lines += ["properties:", f"  - property_file: {_quoted(_relative(str(stated), place.parent))}"]
    if task.expected is not None:
        lines.append(f"    expected_verdict: {str(task.expected).lower()}")
    if task.part:
        lines.append(f"    subproperty: {_quoted(task.part)}")
    if task.data_model:
        lines += ["options:", "  language: C", f"  data_model: {task.data_model}"]
    place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return place


def _quoted(text: str) -> str:
    """A text as YAML has it."""
    return "'" + text.replace("'", "''") + "'"


def _relative(path: str, folder: Path) -> str:
    return os.path.relpath(absolute(path), folder.absolute())


def _write_tool(folder: Path) -> None:
    """The tool-info module, which needs nothing of Assay but its command."""
    package = folder / PACKAGE
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    shutil.copyfile(Path(__file__).with_name("benchexec_tool.py"), package / f"{MODULE}.py")


def _benchmark(
    configurations: dict[str, dict[str, Any]], tasks: Sequence[Task], names: dict[str, Path], folder: Path
) -> ElementTree.Element:
    """The definition; limits are those of the first configuration, since BenchExec has one for all."""
    bounds = Bounds.read(next(iter(configurations.values()), {}).get("limits", {}))
    root = ElementTree.Element("benchmark", {"tool": f"{PACKAGE}.{MODULE}", **_limits(bounds)})
    for name, definition in configurations.items():
        element = ElementTree.SubElement(root, "rundefinition", name=_file_name(name))
        for word in shlex.split(definition["check"]):
            ElementTree.SubElement(element, "option").text = word
    for number, (group, goal) in enumerate(dict.fromkeys((task.group, task.goal) for task in tasks), 1):
        element = ElementTree.SubElement(root, "tasks", name=_file_name(f"{number}-{group or 'tasks'}"))
        for task in tasks:
            if (task.group, task.goal) == (group, goal):
                ElementTree.SubElement(element, "include").text = _relative(str(names[task.name]), folder)
        if goal.endswith(".prp"):
            ElementTree.SubElement(element, "propertyfile").text = _relative(goal, folder)
        else:
            ElementTree.SubElement(element, "propertyfile").text = f"tasks/{EVERY_PROPERTY}"
            if goal:
                ElementTree.SubElement(element, "option", name="--property").text = goal
    columns = ElementTree.SubElement(root, "columns")
    ElementTree.SubElement(columns, "column", title="engine").text = "engine"
    return root


def _limits(bounds: Bounds) -> dict[str, str]:
    """A limit of the wall's clock is one of processor time as well, since BenchExec wants one."""
    seconds = min(bounds.processor, bounds.seconds * bounds.cores)
    limits = {"cpuCores": str(bounds.cores)}
    if seconds < math.inf:
        limits["timelimit"] = f"{math.ceil(seconds)} s"
    if bounds.memory < math.inf:
        limits["memlimit"] = f"{int(bounds.memory)} B"
    return limits


@dataclass(frozen=True)
class _Results:
    """Writes the results of a store."""

    store: Store
    folder: Path
    names: dict[str, Path]

    def write(self) -> list[Path]:
        """A file for each configuration, repetition and seed."""
        place = self.folder / "results"
        place.mkdir(exist_ok=True)
        tasks = {task.name: task for task in self.store.tasks()}
        definitions = self.store.configurations()
        by_set: dict[tuple[str, int, int | None], list[Run]] = {}
        for run in self.store.runs():
            by_set.setdefault((run.configuration, run.repetition, run.seed), []).append(run)
        written = []
        for (configuration, repetition, seed), runs in by_set.items():
            name = configuration + (f".{repetition}" if repetition > 1 else "")
            name = _file_name(name + (f".seed-{seed}" if seed is not None else ""))
            root = _result(name, definitions[configuration], runs)
            for run in runs:
                root.append(self._run(run, tasks[run.task], place))
            file = place / f"campaign.results.{name}.xml"
            _write(file, root)
            written.append(file)
        return written

    def _run(self, run: Run, task: Task, place: Path) -> ElementTree.Element:
        files = ", ".join(_relative(file, place) for file in task.inputs)
        about = {"name": _relative(str(self.names[task.name]), place), "files": f"[{files}]"}
        about["properties"] = Path(task.goal).stem if task.goal.endswith(".prp") else Path(EVERY_PROPERTY).stem
        stated = task.goal if task.goal.endswith(".prp") else str(self.folder / "tasks" / EVERY_PROPERTY)
        about["propertyFile"] = _relative(stated, place)
        if task.expected is not None:
            about["expectedVerdict"] = str(task.expected).lower() + (f"({task.part})" if task.part else "")
        log = self.store.log(run.key)
        if log:
            file = (
                place / "logs" / _file_name(run.configuration) / f"{_file_name(Path(task.path).name)}-{_mark(run)}.log"
            )
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(log, encoding="utf-8")
            about["logfile"] = _relative(str(file), place)
        element = ElementTree.Element("run", about)
        values = {"status": status_of(run), "cputime": f"{run.processor}s", "walltime": f"{run.seconds}s"}
        values |= {"memory": f"{run.memory}B"} if run.memory else {}
        values |= {"host": run.machine, "starttime": run.started, "category": category_of(run)}
        for title, value in values.items():
            column = ElementTree.SubElement(element, "column", title=title, value=value)
            if title in ("host", "starttime", "category"):
                column.set("hidden", "true")
        for title, figure in run.statistics.items():
            ElementTree.SubElement(element, "column", title=title, value=f"{figure:g}", hidden="true")
        return element


def _mark(run: Run) -> str:
    """What tells runs on files of the same name apart."""
    return hashlib.sha256(repr(run.key).encode()).hexdigest()[:8]


def _result(name: str, definition: dict[str, Any], runs: Iterable[Run]) -> ElementTree.Element:
    started = min((run.started for run in runs), default="")
    bounds = Bounds.read(definition.get("limits", {}))
    about = {"benchmarkname": "campaign", "name": name, "generator": f"Assay {__version__}"}
    about |= {"date": f"{started[:19].replace('T', ' ')} UTC", "starttime": started}
    imported = definition.get("imported", {})
    about["toolmodule"] = f"{PACKAGE}.{MODULE}"
    about["tool"] = imported.get("tool") or ("Assay" if "check" in definition else definition.get("command", name))
    about["version"] = imported.get("version") or (__version__ if "check" in definition else "")
    about["options"] = definition.get("check") or definition.get("command") or imported.get("options", "")
    root = ElementTree.Element(
        "result", about | {key: value.replace(" ", "") for key, value in _limits(bounds).items()}
    )
    columns = ElementTree.SubElement(root, "columns")
    for title in ("status", "cputime", "walltime", "memory"):
        ElementTree.SubElement(columns, "column", title=title)
    return root


def _file_name(text: str) -> str:
    return re.sub(r"[^\w.-]+", "-", text)


def _write(path: Path, root: ElementTree.Element) -> None:
    """An XML file with the document type by which BenchExec knows it."""
    ElementTree.indent(root)
    name, file = _DOCTYPE[root.tag]
    head = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<!DOCTYPE {root.tag} PUBLIC "+//IDN sosy-lab.org//DTD {name}//EN"\n'
        f'  "https://www.sosy-lab.org/benchexec/{file}.dtd">\n'
    )
    text = _NOT_XML.sub("\ufffd", ElementTree.tostring(root, encoding="unicode"))
    path.write_text(f"{head}{text}\n", encoding="utf-8")

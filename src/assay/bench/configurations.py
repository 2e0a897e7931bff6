"""Configurations: what is run on every task, Assay with options or another tool by its command line, and the limits.

Assay's options are those of ``assay check``.  Another tool is a command with places for what differs from task to task,
and patterns (regular expressions) that find its verdict in what it prints.
"""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final

from assay.bench.results import Task
from assay.bench.running.job import PYTHON, STATISTICS, Bounds, Job
from assay.bench.tasks.names import absolute, stating
from assay.core.errors import InputError
from assay.engines.options import chosen
from assay.supervise.quantities import show_bytes, show_seconds

# What a command may have in braces, and what stands there in the end.
PLACES: Final = (
    "file", "files", "task", "property", "data_model", "seed", "seconds", "megabytes", "cores", "folder", "python",
)  # fmt: skip
SEED: Final = "{seed}"
# Options of `assay check` that belong to the campaign, or name a file that all runs would write.
OURS: Final = (
    "--time", "--memory", "--json", "--quiet", "-q", "--stats", "--property", "-p", "--witness", "--harness", "--trace",
)  # fmt: skip
_PLACE: Final = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True)
class Patterns:
    """Where another tool says its verdict.

    ``answer`` and ``statistics`` have groups: the first; name and value.  A group of ``unknown`` is the reason.
    """

    holds: str = ""
    violated: str = ""
    unknown: str = ""
    answer: str = ""
    statistics: str = ""

    def __post_init__(self) -> None:
        for name, pattern in vars(self).items():
            try:
                groups = re.compile(pattern).groups
            except re.error as failure:
                raise InputError(f"{name} = {pattern!r} is no regular expression: {failure}") from None
            needed = {"answer": 1, "statistics": 2}.get(name, 0) if pattern else 0
            if groups < needed:
                raise InputError(f"{name} = {pattern!r} has {groups} groups in parentheses, and needs {needed}")


@dataclass(frozen=True)
class Configuration:
    """``check`` are words for ``assay check``, or ``command`` the words of another tool.

    ``only`` are patterns of names of files: on others there is no run.  ``folder`` is where the definition is, and
    ``files`` what it needs from there.
    """

    name: str
    check: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    patterns: Patterns = field(default_factory=Patterns)
    bounds: Bounds = field(default_factory=Bounds)
    only: tuple[str, ...] = ()
    folder: str = ""
    files: tuple[str, ...] = ()

    @property
    def has_seeds(self) -> bool:
        return any(SEED in word for word in (*self.check, *self.command))

    def runs_on(self, task: Task) -> bool:
        return not self.only or any(fnmatch(Path(task.inputs[0]).name, pattern) for pattern in self.only)

    @property
    def tool(self) -> str:
        """The command of another tool, as far as it is known before there is a task; else empty."""
        word = self.command[0].replace("{folder}", absolute(self.folder)) if self.command else ""
        return "" if _PLACE.search(word) else word

    def definition(self) -> dict[str, Any]:
        """As the store keeps it: all on which results depend."""
        if self.command:
            patterns = {name: pattern for name, pattern in vars(self.patterns).items() if pattern}
            return {"command": shlex.join(self.command), **patterns, "limits": self.bounds.written()}
        return {"check": shlex.join(self.check), "limits": self.bounds.written()}

    def job(self, task: Task, seed: int | None, supervisor: str) -> Job:
        """The run on the task, as a slot is asked for it."""
        stated, _ = stating(task.goal)
        files = (task.path, *task.inputs, *([stated] if stated else ()), *self.files)
        needed = dict.fromkeys(absolute(file) for file in files)
        words = self._peer(task, seed) if self.command else self._assay(task, seed)
        return Job(tuple(words), self.bounds, tuple(needed), supervisor)

    def _assay(self, task: Task, seed: int | None) -> list[str]:
        bounds = self.bounds
        # Without -P a folder that is called assay, where the campaign is called, would be taken for the module.
        words = [PYTHON, "-P", "-m", "assay", "check", absolute(task.path)]
        words += [word.replace(SEED, str(seed)) for word in self.check]
        if task.goal:
            words += ["--property", _absolute_goal(task)]
        if task.data_model and not self._says("--data-model", "-m32", "-m64"):
            words += ["--data-model", task.data_model]
        if not self._says("--jobs", "-j"):
            words += ["--jobs", str(bounds.cores)]
        if bounds.seconds < math.inf:
            words += ["--time", show_seconds(bounds.seconds)]
        if bounds.memory < math.inf:
            words += ["--memory", f"{int(bounds.memory)}B"]
        return [*words, "--stats", STATISTICS]

    def _says(self, *options: str) -> bool:
        """Is one of these options among the words?  A value may follow after ``=``, or after a letter at once."""
        letters = tuple(option for option in options if len(option) == 2)
        return any(word.partition("=")[0] in options or word.startswith(letters) for word in self.check)

    def _peer(self, task: Task, seed: int | None) -> list[str]:
        bounds = self.bounds
        inputs = [absolute(file) for file in task.inputs]
        values = {
            "file": inputs[0],
            "task": absolute(task.path),
            "property": _absolute_goal(task),
            "data_model": task.data_model,
            "seed": str(seed),
            "seconds": str(math.ceil(bounds.seconds)) if bounds.seconds < math.inf else "",
            "megabytes": str(int(bounds.memory / 1e6)) if bounds.memory < math.inf else "",
            "cores": str(bounds.cores),
            "folder": absolute(self.folder),
        }
        words: list[str] = []
        for word in self.command:
            if word == "{files}":
                words += inputs
            elif word == PYTHON:
                words.append(word)
            else:
                words.append(_PLACE.sub(lambda place: values.get(place[1], place[0]), word))
        return words


def _absolute_goal(task: Task) -> str:
    file, index = stating(task.goal)
    return absolute(file) + index if file else task.goal


def assay_configuration(name: str, check: Sequence[str], bounds: Bounds, only: Sequence[str] = ()) -> Configuration:
    """Assay with these options; those that the engine does not have are refused, and those that the campaign sets."""
    for word in check:
        if word.partition("=")[0] in OURS:
            hint = "limits and the property are those of the campaign, and results are in its store"
            raise InputError(f"{word} is no option of a configuration", hint=hint)
    return Configuration(name, tuple(check), bounds=bounds, only=tuple(only))


def refuse_options(engine: str, given: Mapping[str, object]) -> None:
    """Refuses an engine that is not known, and options that it does not have or that have no such value."""
    values = {name: value.replace(SEED, "1") if isinstance(value, str) else value for name, value in given.items()}
    chosen(engine, values)


def peer_configuration(
    name: str,
    command: str,
    patterns: Patterns,
    bounds: Bounds,
    only: Sequence[str] = (),
    folder: str = "",
    files: Sequence[str] = (),
) -> Configuration:
    """Another tool, by its command."""
    try:
        words = shlex.split(command)
    except ValueError as failure:
        raise InputError(f"command = {command!r}: {failure}") from None
    if not words:
        raise InputError("the command is empty")
    for place in _PLACE.findall(command):
        if place not in PLACES:
            raise InputError(f"{{{place}}} is no place of a command", hint=f"known: {', '.join(PLACES)}")
    if not (patterns.holds or patterns.violated):
        hint = "such as holds = '^sat$' and violated = '^unsat$'"
        raise InputError("a command needs patterns that find its verdict", hint=hint)
    return Configuration(name, (), tuple(words), patterns, bounds, tuple(only), folder, tuple(files))


def shown_bounds(bounds: Bounds) -> str:
    """``60s, 2GB, 1 core``."""
    parts = [show_seconds(bounds.seconds)] if bounds.seconds < math.inf else []
    parts += [f"{show_seconds(bounds.processor)} of processor time"] if bounds.processor < math.inf else []
    parts += [show_bytes(bounds.memory)] if bounds.memory < math.inf else []
    return ", ".join([*parts, f"{bounds.cores} core{'s' if bounds.cores != 1 else ''}"])

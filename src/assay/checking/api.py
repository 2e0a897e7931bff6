"""What ``assay.check`` and ``assay.results`` take: a model or the name of its file, an engine and options by name.

Wrong names and values are an ``InputError``, before anything is searched for.  Whatever is passed in, an order, a
heuristic or a refiner of your own included, the verdict is confirmed like every other (``assay.checking``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from assay import checking
from assay.checking import Result, wanted_goals
from assay.core.errors import InputError
from assay.core.events import Listener, ignore
from assay.core.model import Goal, Model
from assay.engines.catalogue import configured, decides_calls
from assay.engines.config import Config
from assay.frontends.building import building
from assay.frontends.task import load

Task = Model | str | PathLike[str] | Sequence[str | PathLike[str]]


def check(
    task: Task,
    *,
    property: str | Goal | None = None,
    checks: str | Iterable[str] | None = None,
    config: Config | None = None,
    harness: Path | None = None,
    announce: Listener = ignore,
    include: Sequence[str | PathLike[str]] = (),
    define: Mapping[str, object] | None = None,
    entry: str | None = None,
    **options: Any,
) -> tuple[Result, ...]:
    """A result for each property of ``task``, a model or a file (or for the ``property`` given), in the file's order.

    Several C files are one program; ``include`` are folders with headers, ``define`` macros and their values, and
    ``entry`` the function where runs start instead of main.

    ``options`` are those of ``configured``: ``engine``, ``seconds``, ``jobs``, ``execute``, and the engine's own; or
    else ``config`` has them.  Events go to ``announce`` as they happen.  A C program is looked through for the kinds of
    error in ``checks``, such as ``"assert,overflow"``.  If it violates a property, ``harness`` receives the C file that
    was compiled with it to confirm that.
    """
    chosen = _config(config, options)
    model = _model(task, property, checks, _Given(include, define or {}, entry, decides_calls(chosen)))
    return checking.check(model, property=property, config=chosen, harness=harness, announce=announce)


def results(
    task: Task,
    *,
    property: str | Goal | None = None,
    checks: str | Iterable[str] | None = None,
    config: Config | None = None,
    announce: Listener = ignore,
    include: Sequence[str | PathLike[str]] = (),
    define: Mapping[str, object] | None = None,
    entry: str | None = None,
    **options: Any,
) -> Iterator[Result]:
    """The results as they are found, the quickest first.  Arguments as of ``check``; close it to stop the search."""
    chosen = _config(config, options)
    model = _model(task, property, checks, _Given(include, define or {}, entry, decides_calls(chosen)))
    return checking.results(model, wanted_goals(model, property), chosen, announce)


def _config(config: Config | None, options: Mapping[str, Any]) -> Config:
    if config is None:
        return configured(**options)
    if options:
        hint = f"give them to assay.configured, or leave config out: {', '.join(options)}"
        raise InputError("there is a config and options beside it", hint=hint)
    return config


class _Given(NamedTuple):
    """What the caller says of how the files of a C program are built, and whether its functions may be called."""

    include: Sequence[str | PathLike[str]]
    define: Mapping[str, object]
    entry: str | None
    procedures: bool


def _model(task: Task, property: str | Goal | None, checks: str | Iterable[str] | None, given: _Given) -> Model:
    macros = [f"{name}={value}" for name, value in given.define.items()]
    if isinstance(task, Model):
        if given.include or macros or given.entry is not None:
            raise InputError("a model is built already", hint="include, define and entry are for files")
        if checks is not None:
            raise InputError("a model has its properties already", hint="give checks with the file of a C program")
        return task
    files = [task] if isinstance(task, str | PathLike) else list(task)
    if not files:
        raise InputError("there is no file to check", hint="give the name of one")
    first, *others = (str(Path(file)) for file in files)
    built = building(others, include=map(str, given.include), define=macros, entry=given.entry)
    return load(
        first,
        property=property if isinstance(property, str) else None,
        checks=checks,
        building=built,
        procedures=given.procedures,
    )

"""What ``assay.check`` and ``assay.results`` take: a model or the name of its file, an engine and options by name.

Wrong names and values are an ``InputError``, before anything is searched for.  Whatever is passed in, an order, a
heuristic or a refiner of your own included, the verdict is confirmed like every other (``assay.checking``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from assay import checking
from assay.checking import Result, wanted_goals
from assay.core.errors import InputError
from assay.core.events import Listener, ignore
from assay.core.model import Goal, Model
from assay.engines.catalogue import configured
from assay.engines.config import Config
from assay.frontends.task import load


def check(
    task: Model | str | PathLike[str],
    *,
    property: str | Goal | None = None,
    config: Config | None = None,
    harness: Path | None = None,
    announce: Listener = ignore,
    **options: Any,
) -> tuple[Result, ...]:
    """A result for each property of ``task``, a model or a file (or for the ``property`` given), in the file's order.

    ``options`` are those of ``configured``: ``engine``, ``seconds``, ``jobs``, ``execute``, and the engine's own; or
    else ``config`` has them.  Events go to ``announce`` as they happen.  If a C program violates a property,
    ``harness`` receives the C file that was compiled with it to confirm that.
    """
    chosen = _config(config, options)
    return checking.check(_model(task), property=property, config=chosen, harness=harness, announce=announce)


def results(
    task: Model | str | PathLike[str],
    *,
    property: str | Goal | None = None,
    config: Config | None = None,
    announce: Listener = ignore,
    **options: Any,
) -> Iterator[Result]:
    """The results as they are found, the quickest first.  Arguments as of ``check``; close it to stop the search."""
    chosen, model = _config(config, options), _model(task)
    return checking.results(model, wanted_goals(model, property), chosen, announce)


def _config(config: Config | None, options: Mapping[str, Any]) -> Config:
    if config is None:
        return configured(**options)
    if options:
        hint = f"give them to assay.configured, or leave config out: {', '.join(options)}"
        raise InputError("there is a config and options beside it", hint=hint)
    return config


def _model(task: Model | str | PathLike[str]) -> Model:
    return task if isinstance(task, Model) else load(Path(task))

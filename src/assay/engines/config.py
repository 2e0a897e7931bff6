"""How to check: an engine with its options, and what all engines have in common."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from assay.core.errors import InputError
from assay.engines.options import BY_ENGINE, Options, known


@dataclass(frozen=True)
class Config:
    """``catalogue.configured`` makes one of names and values, and refuses what the engine does not have.

    * ``options``: of the engine; by default what it has by default.
    * ``seconds``: for all properties together.
    * ``jobs``: processes that search side by side; with one, searches take turns, and every run is like the last.
    * ``execute``: programs are executed to confirm what is said of them, even where nothing isolates them; a program
      that nobody has looked at could do harm, so by default they are executed in isolation only.
    * ``no_execute``: nothing is compiled or executed; what would be is left to the interpreter of the model.
    """

    engine: str = "auto"
    options: Options = field(default_factory=Options)
    seconds: float = math.inf
    jobs: int = 1
    execute: bool = False
    no_execute: bool = False

    def __post_init__(self) -> None:
        if self.execute and self.no_execute:
            raise InputError("--execute and --no-execute exclude each other")
        known("engine", self.engine, BY_ENGINE)
        kind = BY_ENGINE[self.engine]
        if type(self.options) is Options:
            object.__setattr__(self, "options", kind())
        elif not isinstance(self.options, kind):
            raise InputError(f"these are no options of the engine {self.engine}: {self.options!r}")
        _require_number("seconds", self.seconds, least=0)
        _require_number("jobs", self.jobs, least=1)


def _require_number(name: str, value: object, *, least: int) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not value >= least:
        raise InputError(f"{name} is a number of at least {least}, not {value!r}")

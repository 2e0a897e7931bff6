"""The error that a run is to show, and what an execution shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from assay.core.errors import Position
from assay.core.model import Safety
from assay.core.program import Program
from assay.witness.c.monitor.kinds import CALL, WATCHES, Watch
from assay.witness.c.monitor.reports import Report
from assay.witness.c.sandbox.execution import Ending, Execution

REACHES: Final = "the error call is reached"


@dataclass(frozen=True)
class Error:
    """A kind of error at a line, which is ``told`` by another name if the program is read from a pipe."""

    kind: str
    where: Position
    told: Position

    @property
    def watches(self) -> tuple[Watch, ...]:
        return WATCHES.get(self.kind, ())

    @property
    def call(self) -> bool:
        """Is it the call of an error function?"""
        return any(CALL in watch.reports for watch in self.watches)

    def __str__(self) -> str:
        return f"{REACHES} at {self.told}" if self.call else f"{self.kind} at {self.told}"


@dataclass(frozen=True)
class Seen:
    """How an execution ended, and what it reported."""

    execution: Execution
    report: Report | None = None

    @property
    def ending(self) -> Ending:
        return self.execution.ending

    def __str__(self) -> str:
        return f"it reports {self.report}" if self.report is not None else str(self.execution)


def sought(goal: Safety | None, program: Program) -> Error | None:
    """The error that is looked for; None if it is a call of an error function, wherever that is."""
    if goal is None or goal.where is None:
        return None
    files = {unit.name: unit.file for unit in program.units}
    where = replace(goal.where, file=files.get(goal.where.file, goal.where.file))
    return Error(goal.kind, where, Position(Path(goal.where.file).name, goal.where.line))

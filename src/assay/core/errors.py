"""What can go wrong, said so that a person can act on it.

A user's mistake is an ``InputError`` (or ``Unsupported``: valid, but outside what we read) with a position;
the command line turns it into one sentence and exit code 2.  Everything else here is a bug of ours or of a solver.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Position:
    """A place in an input file; line and column count from 1, and 0 means that it is not known."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


class AssayError(Exception):
    """Root of every error that this package raises on purpose."""


class InputError(AssayError):
    """The input is wrong.  ``where`` says where, ``hint`` what to do next."""

    def __init__(self, message: str, where: Position | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.message}{advice}"


class Unsupported(InputError):
    """The input is legal but uses something that Assay refuses rather than guesses."""


class SolverFailure(AssayError):
    """A solver crashed, gave up or ran out of its budget where an answer was needed."""


class EndlessRuns(SolverFailure):
    """Runs that were found to end go on in the input, with a loop that the search has left out: no time helps."""


class UndefinedValue(AssayError):
    """Concrete evaluation met a value that the theory leaves open, such as a division by zero."""


class Disagreement(AssayError):
    """The compiled program does what a confirmed proof about the model excludes: the model is not the program."""


class UnsoundVerdict(AssayError):
    """Independent checking rejected a verdict: a bug of ours, never an answer."""

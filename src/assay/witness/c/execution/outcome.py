"""What an execution says of evidence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Confirmed:
    """The run is one of the program; the sentence says who found that."""

    sentence: str


@dataclass(frozen=True)
class Interpreted:
    """Only the interpreter of the model finds the error, and it goes on behind invalid accesses.

    The sentence says what else was done.
    """

    sentence: str


@dataclass(frozen=True)
class Contradicted:
    """The compiled program was executed, and does something else."""

    reason: str

"""An execution of a compiled program with its harness, and what it says.

Each one gets a secret: random bytes on its standard input, which the harness reads before the program begins, hides,
and repeats only from the error functions.  So a program cannot pretend to have called one by what it prints.
"""

from __future__ import annotations

import math
import secrets
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from signal import Signals
from typing import Final

from assay.witness.c.sandbox.isolation import FORBIDDEN, STOPPING, Ended, Limits, Permission, Refused, execute
from assay.witness.c.sandbox.kernel import ASSUMPTION_FAILED, OUT_OF_MEMORY, REACHED, REPORTED, SECRET_BYTES

# What the clock may take beyond the processor time.
_WAITING: Final = 1.0


class Ending(StrEnum):
    """How an execution ended."""

    REACHED = "the error call is reached"
    ASSUMPTION = "an assumption does not hold"
    MEMORY = "it needs more memory than there is"
    ENDED = "it ends without the error call"
    CRASHED = "it crashes"
    FORBIDDEN = "it makes a system call that is not allowed"
    LATE = "it does not end in time"
    REPORTED = "it reports an error"


@dataclass(frozen=True)
class Execution:
    """How a program ended, with the exit code or minus the signal, and in which surroundings.

    ``spoke`` tells whether the harness said so itself; a program that never began has not.  ``report`` is what a
    monitored program says of its error.
    """

    ending: Ending
    code: int = 0
    words: str = ""
    spoke: bool = False
    report: str = ""

    def __str__(self) -> str:
        match self.ending:
            case Ending.CRASHED:
                return f"it crashes with {Signals(-self.code).name}"
            case Ending.ENDED:
                return f"it ends without the error call, with code {self.code}"
            case _:
                return str(self.ending)


def new_secret() -> bytes:
    """Bytes that nobody has seen, as printable text."""
    return secrets.token_hex(SECRET_BYTES // 2).encode()


def execute_once(binary: Path, seconds: float, permission: Permission, patience: float = 0.0) -> Execution | Refused:
    """Execute a program that was linked with a harness; a busy machine may take ``patience`` longer by the clock."""
    secret = new_secret()
    limits = Limits(max(0.1, seconds), seconds + _WAITING + patience, patience=math.inf)
    match execute(binary, [secret], limits, permission=permission):
        case Refused() as refused:
            return refused
        case done:
            (run,) = done.runs
            return ending(run, secret, done.words)


def ending(run: Ended, secret: bytes, words: str = "") -> Execution:
    """How an execution ended: with the secret, by a signal, or with a line of the harness."""
    spoke = run.report.startswith(b"assay: ")
    if run.code == REACHED and run.report.startswith(secret):
        return Execution(Ending.REACHED, run.code, words, spoke=True)
    if run.code == REPORTED and run.report.startswith(secret):
        report = run.report.removeprefix(secret).partition(b"\0")[0].decode(errors="replace")
        return Execution(Ending.REPORTED, run.code, words, spoke=True, report=report)
    known = {ASSUMPTION_FAILED: Ending.ASSUMPTION, OUT_OF_MEMORY: Ending.MEMORY}
    if run.code in known and spoke:
        kind = known[run.code]
    elif -run.code in STOPPING:
        kind = Ending.LATE
    elif -run.code == FORBIDDEN:
        kind = Ending.FORBIDDEN
    elif run.code < 0:
        kind = Ending.CRASHED
    else:
        kind = Ending.ENDED
    return Execution(kind, run.code, words, spoke)

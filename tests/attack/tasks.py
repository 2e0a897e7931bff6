"""From a program to questions with known answers: gcc's binaries tell the sums, then which programs reach the error.

A program on which optimisation or a sanitizer makes a difference means nothing definite: it is dropped and counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from attack.judge import REACHED, SANITIZED, Kind, Run, build, executions
from attack.tricky_c import SMALL, Program

TOLD: Final = re.compile(r"<([0-9a-f]{16})>")
PROBE: Final = "extern int tell(unsigned long long);\n"
MOST_SUMS: Final = 16  # a condition names so many sums at the most


@dataclass(frozen=True)
class Task:
    """A question: the program with its condition, and what gcc's binary answers."""

    program: Program
    condition: str
    model: str
    expected: Kind

    @property
    def text(self) -> str:
        return self.program.text(self.condition)


@dataclass(frozen=True)
class Dropped:
    """A program without a definite meaning here."""

    reason: str


def sum_of(run: Run | None) -> str | None:
    """The sum that a run told last, as a literal; None if it ended before."""
    told = TOLD.findall(run.printed) if run is not None else []
    return f"0x{told[-1]}ull" if told else None


def sums(program: Program, model: str, folder: Path, *flags: str) -> tuple[str | None, ...] | None:
    """The sum for each tuple of inputs; None if the program cannot be built, or does not end well."""
    binary = folder / "probe"
    if not build(program.text("tell(sum)", PROBE), binary, model, *flags):
        return None
    runs = executions(binary, len(program.inputs), SMALL)
    return None if None in runs else tuple(sum_of(run) for run in runs)


def tasks_of(program: Program, model: str, folder: Path) -> list[Task] | Dropped:
    """The same program made to fail, and made to hold."""
    told = sums(program, model, folder, "-O0")
    if told is None:
        return Dropped("it cannot be built or does not end")
    if sums(program, model, folder, "-O2") != told:
        return Dropped("optimisation makes a difference")
    if model == "LP64" and sums(program, model, folder, *SANITIZED) not in (told, None):
        return Dropped("a sanitizer objects")
    known = sorted({value for value in told if value is not None})
    others = " && ".join(f"sum != {value}" for value in known) or "1"
    wanted = [others] if len(known) <= MOST_SUMS else []
    if known:
        wanted.append(f"sum == {known[program.seed % len(known)]}")
    return [task for condition in wanted if (task := asked(program, condition, model, folder)) is not None]


def asked(program: Program, condition: str, model: str, folder: Path) -> Task | None:
    """The task with this condition; its answer is what gcc's binary does on all inputs."""
    expected = answer_of_gcc(program.text(condition), model, len(program.inputs), folder)
    return None if expected is None else Task(program, condition, model, expected)


def answer_of_gcc(text: str, model: str, inputs: int, folder: Path) -> Kind | None:
    """Does the binary reach the error for some inputs?  None if it cannot be built or does not end."""
    binary = folder / "binary"
    if not build(text, binary, model, "-O0"):
        return None
    runs = executions(binary, inputs, SMALL)
    if None in runs:
        return None
    return Kind.VIOLATED if any(run is not None and run.code == REACHED for run in runs) else Kind.HOLDS

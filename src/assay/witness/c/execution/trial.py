"""A proof about a C program, put to the test: the program is compiled and executed on a handful of inputs.

The solvers confirm a proof about the model; whether the model is the program, only another reader of C can tell, and
the compiler is one.  It takes the machine's own C library where there is one for the data model, and otherwise the
small one of the harness, if that knows all that the program needs.  An execution that reaches the error call
contradicts the proof; executions that do not are no proof of anything, but each is a chance to be contradicted.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.budget import Deadline
from assay.core.c_source import Scalar
from assay.core.program import Program
from assay.witness.c.execution.compiler import (
    INSTRUMENTED,
    WIDTHS,
    ZERO,
    CannotCompile,
    Compiler,
    declared,
    find_compiler,
)
from assay.witness.c.execution.draws import Draws, given
from assay.witness.c.execution.plan import Surroundings
from assay.witness.c.sandbox.execution import Ending, ending, new_secret
from assay.witness.c.sandbox.isolation import Executions, Limits, Permission, Refused, execute
from assay.witness.c.sandbox.kernel import REACHED, SECRET_BYTES

# Seeds, the first two always.
RUNS: Final = 8
LIMITS: Final = Limits(cpu=0.3, wall=1.0)
# All executions together, in seconds and as a part of the time there is.
MOST_SECONDS: Final = 1.0
MOST_PART: Final = 0.1
# With less time than this, there is none to compile.
LEAST_SECONDS: Final = 0.5
# Functions that only print: without a C library they may as well do nothing.
PRINTING: Final = frozenset(("printf", "fprintf", "puts", "putchar", "fputs", "fflush"))


@dataclass(frozen=True)
class Agreed:
    """So many executions ended by themselves, and none reached the error call."""

    runs: int


@dataclass(frozen=True)
class Disagreed:
    """An execution reached the error call, on these inputs."""

    inputs: str


@dataclass(frozen=True)
class Untried:
    """Nothing was executed: no statement about the program."""

    reason: str


def try_out(
    program: Program | Path,
    data_model: str,
    headers: Mapping[str, str],
    deadline: Deadline,
    *,
    types: Mapping[str, Scalar] | None = None,
    permission: Permission = Permission.ISOLATED,
) -> Agreed | Disagreed | Untried:
    """Execute the program; ``types`` are those of what functions without a body return, as far as they are known."""
    if deadline.left < LEAST_SECONDS:
        return Untried("there is no time left")
    try:
        with tempfile.TemporaryDirectory(prefix="assay-") as folder:
            tool = Compiler(find_compiler(), WIDTHS[data_model], Path(folder), deadline)
            known = _compiled(tool, Program.of(program), headers)
            draws = Draws.of(known, types or {})
            return _executed(_linked(tool, draws, headers), draws, deadline, permission)
    except CannotCompile as reason:
        return Untried(str(reason))
    except OSError as failure:
        return Untried(failure.strerror or "the machine fails")


def _compiled(tool: Compiler, program: Program, headers: Mapping[str, str]) -> Surroundings:
    """The program as an object file, and what it leaves undefined."""
    texts = tool.preprocessed(program, headers)
    known = tool.surroundings(tool.program(texts, (ZERO,)))
    if known.errors:
        # An error function that the program defines is seen when it is entered.
        tool.surroundings(tool.program(texts, (ZERO, INSTRUMENTED)))
    return known


def _linked(tool: Compiler, draws: Draws, headers: Mapping[str, str]) -> Path:
    harness, lacking = draws.hosted()
    try:
        return tool.link_hosted(harness, lacking)
    except CannotCompile:
        missing = [name for name in draws.functions if _has_meaning(name, declared(headers))]
        if missing:
            raise CannotCompile(f"there is no C library for it, and it needs {', '.join(missing)}") from None
        return tool.link(draws.freestanding(), tool.folder / "program.o", ())


def _has_meaning(name: str, library: frozenset[str]) -> bool:
    """Is this a function that cannot be replaced by one that returns anything?"""
    if name in PRINTING or name.startswith("__VERIFIER_"):
        return False
    return name.startswith("__") or name in library


def _executed(binary: Path, draws: Draws, deadline: Deadline, permission: Permission) -> Agreed | Disagreed | Untried:
    secret = new_secret()
    patience = min(MOST_SECONDS, MOST_PART * deadline.left)
    limits = Limits(LIMITS.cpu, LIMITS.wall, patience=patience, most=deadline.left)
    inputs = [given(secret, seed) for seed in range(RUNS)]
    match execute(binary, inputs, limits, permission=permission, stop=REACHED):
        case Refused(reason):
            return Untried(reason)
        case Executions(runs):
            for run in runs:
                if ending(run, secret).ending is Ending.REACHED:
                    return Disagreed(draws.told(run.report[SECRET_BYTES:]))
            return Agreed(sum(run.code >= 0 for run in runs))

"""A proof about a C program, put to the test: the program is compiled and executed on a handful of inputs.

The solvers confirm a proof about the model; whether the model is the program, only another reader of C can tell, and
the compiler is one.  It takes the machine's own C library where there is one for the data model, and otherwise the
small one of the harness, if that knows all that the program needs.  An execution that reaches the error call
contradicts the proof; executions that do not are no proof of anything, but each is a chance to be contradicted.

Where kinds of error are looked for, the executions are monitored for all of them: the first error of an execution
contradicts the proof, if it is one that the proof excludes, and what comes behind the first one is not defined.  The
monitor of memory needs the small C library.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.budget import Deadline
from assay.core.c_source import Scalar
from assay.core.errors import Position
from assay.core.program import Program
from assay.witness.c.execution.compiler import (
    INSTRUMENTED,
    PROGRAM,
    WIDTHS,
    ZERO,
    CannotCompile,
    Compiler,
    Text,
    declared,
    find_compiler,
)
from assay.witness.c.execution.draws import PRINTING, Draws, given
from assay.witness.c.monitor.kinds import CALL, Watch, reports_of, together
from assay.witness.c.monitor.reports import Report, read_reports
from assay.witness.c.sandbox.execution import Ending, ending, new_secret
from assay.witness.c.sandbox.isolation import Ended, Executions, Limits, Permission, Refused, execute
from assay.witness.c.sandbox.kernel import REACHED, REPORTED, SECRET_BYTES

# Seeds, the first two always.
RUNS: Final = 8
LIMITS: Final = Limits(cpu=0.3, wall=1.0)
# All executions together, in seconds and as a part of the time there is.
MOST_SECONDS: Final = 1.0
MOST_PART: Final = 0.1
# With less time than this, there is none to compile.
LEAST_SECONDS: Final = 0.5


@dataclass(frozen=True)
class Agreed:
    """So many executions ended by themselves, and none reached the error call."""

    runs: int


@dataclass(frozen=True)
class Disagreed:
    """An execution reached the error call, or reported an error that the proof excludes, on these inputs."""

    inputs: str
    report: str = ""


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
    kinds: frozenset[str] = frozenset(),
    excluded: Sequence[tuple[str, Position]] = (),
    others: Sequence[tuple[str, Position]] = (),
    permission: Permission = Permission.ISOLATED,
) -> Agreed | Disagreed | Untried:
    """Execute the program; ``types`` are those of what functions without a body return, as far as they are known.

    With ``kinds`` of error that are looked for, only those that are ``excluded`` contradict; of ``others`` the proof
    says nothing.
    """
    if deadline.left < LEAST_SECONDS:
        return Untried("there is no time left")
    if permission is Permission.NEVER:
        return Untried("--no-execute")
    try:
        with tempfile.TemporaryDirectory(prefix="assay-") as folder:
            tool = Compiler(find_compiler(), WIDTHS[data_model], Path(folder), deadline)
            trial = _Trial(tool, tool.preprocessed(Program.of(program), headers), headers, types or {}, deadline)
            if not kinds:
                return trial.plain(permission)
            return trial.monitored(kinds, excluded, others, permission)
    except CannotCompile as reason:
        return Untried(str(reason))
    except OSError as failure:
        return Untried(failure.strerror or "the machine fails")


@dataclass(frozen=True)
class _Trial:
    """The texts of a program, and what is needed to execute it."""

    tool: Compiler
    texts: Sequence[Text]
    headers: Mapping[str, str]
    types: Mapping[str, Scalar]
    deadline: Deadline

    def plain(self, permission: Permission) -> Agreed | Disagreed | Untried:
        """Does an execution reach an error call?"""
        known = self.tool.surroundings(self.tool.program(self.texts, (ZERO,)))
        if known.errors:
            # An error function that the program defines is seen when it is entered.
            self.tool.surroundings(self.tool.program(self.texts, (ZERO, INSTRUMENTED)))
        draws = Draws.of(known, self.types)
        secret, runs = self._executed(self._linked(draws), permission, stop=REACHED)
        for run in runs:
            if ending(run, secret).ending is Ending.REACHED:
                return Disagreed(draws.told(run.report[SECRET_BYTES:]))
        return Agreed(sum(run.code >= 0 for run in runs))

    def monitored(
        self,
        kinds: frozenset[str],
        excluded: Sequence[tuple[str, Position]],
        others: Sequence[tuple[str, Position]],
        permission: Permission,
    ) -> Agreed | Disagreed | Untried:
        """Does an execution begin its errors with one that is excluded?"""
        known = self.tool.surroundings(self.tool.program(self.texts, (ZERO,)))
        draws = Draws.of(known, self.types)
        watch = together(kinds, memory=not self._lacking(draws))
        if watch is None:
            return Untried("the compiler has no check for it")
        instrumented = (INSTRUMENTED,) if known.errors and CALL in watch.reports else ()
        self.tool.surroundings(self.tool.program(self.texts, (ZERO, *instrumented, *watch.program)))
        binary = self._watched(draws, watch)
        secret, runs = self._executed(binary, permission)
        for run in runs:
            told = ending(run, secret)
            if told.ending is not Ending.REPORTED:
                continue
            report, *_ = read_reports(told.report, lambda calls: self.tool.lines(binary, calls))
            if contradicts(report, excluded, others):
                inputs = run.report[SECRET_BYTES:].partition(b"\0")[2]
                return Disagreed(draws.told(inputs), str(report))
        return Agreed(sum(run.code >= 0 and run.code != REPORTED for run in runs))

    def _linked(self, draws: Draws) -> Path:
        harness, lacking = draws.hosted()
        try:
            return self.tool.link_hosted(harness, lacking)
        except CannotCompile:
            missing = self._lacking(draws)
            if missing:
                raise CannotCompile(f"there is no C library for it, and it needs {', '.join(missing)}") from None
            return self.tool.link(draws.freestanding(), self.tool.folder / PROGRAM, ())

    def _watched(self, draws: Draws, watch: Watch) -> Path:
        if not self._lacking(draws):
            return self.tool.link_monitored(
                draws.freestanding(monitored=True), self.tool.folder / PROGRAM, watch.harness, ()
            )
        harness, lacking = draws.hosted(monitored=True)
        return self.tool.link_hosted(harness, lacking, watch.harness)

    def _lacking(self, draws: Draws) -> list[str]:
        """Functions that need a C library."""
        return [name for name in draws.functions if _has_meaning(name, declared(self.headers))]

    def _executed(self, binary: Path, permission: Permission, *, stop: int = -1) -> tuple[bytes, Sequence[Ended]]:
        """All executions, and their secret; raises CannotCompile if there are none."""
        secret = new_secret()
        patience = min(MOST_SECONDS, MOST_PART * self.deadline.left)
        limits = Limits(LIMITS.cpu, LIMITS.wall, patience=patience, most=self.deadline.left)
        inputs = [given(secret, seed) for seed in range(RUNS)]
        match execute(binary, inputs, limits, permission=permission, stop=stop):
            case Refused(reason):
                raise CannotCompile(reason)
            case Executions(runs):
                return secret, runs


def contradicts(
    report: Report, excluded: Sequence[tuple[str, Position]], others: Sequence[tuple[str, Position]]
) -> bool:
    """Is it one of the excluded errors that is reported, and not perhaps another one of the same line?"""
    found = [
        (where, mine)
        for places, mine in ((excluded, True), (others, False))
        for kind, where in places
        if report.what in reports_of(kind) and report.is_at(where)
    ]
    column = report.position.column if report.position is not None else 0
    found = [(where, mine) for where, mine in found if column and where.column == column] or found
    return bool(found) and all(mine for _, mine in found)


def _has_meaning(name: str, library: frozenset[str]) -> bool:
    """Is this a function that cannot be replaced by one that returns anything?"""
    if name in PRINTING or name.startswith(("__VERIFIER_", "__CPROVER_", "__ESBMC_")):
        return False
    return name.startswith("__") or name in library

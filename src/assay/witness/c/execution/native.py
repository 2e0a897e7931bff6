"""Executions of C programs as evidence: a harness hands over what was recorded, and the compiler checks every step.

No run of the model stands behind such evidence, so the machine has to answer for all of it.  The program is compiled
without optimisation and with the compiler's checks for whatever C leaves undefined; the first thing that they report
must be the error in question, at its line: an error behind undefined behaviour shows nothing.  Each recorded value must
be one that the model allows; what only the C library could answer is refused.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from signal import Signals
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import Position, SolverFailure, UndefinedValue
from assay.core.evidence import NativeRun, Passed
from assay.core.model import Model, Safety
from assay.core.program import Program
from assay.witness.c.execution.compiler import (
    INSTRUMENTED,
    WIDTHS,
    ZERO,
    CannotCompile,
    Compiler,
    Text,
    find_compiler,
    monitored_commands,
)
from assay.witness.c.execution.harness import harness_text
from assay.witness.c.execution.outcome import Confirmed, Contradicted
from assay.witness.c.execution.outside import Outside, outside, types_of
from assay.witness.c.execution.plan import Plan
from assay.witness.c.execution.recording import passages
from assay.witness.c.execution.run import told_program, with_driver
from assay.witness.c.execution.sought import REACHES
from assay.witness.c.monitor.kinds import CALL, Watch, strict_reports, strictly
from assay.witness.c.monitor.reports import Report, read_reports
from assay.witness.c.sandbox.execution import Ending, Execution, execute_once
from assay.witness.c.sandbox.isolation import Permission, Refused

# Kinds of error that are calls of an error function.
CALLS: Final = ("", "assertion", "error call")
# Seconds that the way of an execution may take to be recorded.
RECORDING: Final = 5.0
SENTENCE: Final = "compiled with {compiler} and executed {where}: {what}, and nothing undefined before it"


def confirm_execution(
    model: Model,
    run: NativeRun,
    program: Program | Path,
    data_model: str,
    *,
    goal: Safety,
    headers: Mapping[str, str],
    models: Mapping[str, str],
    keep: Path | None = None,
    seconds: float = 10.0,
    permission: Permission = Permission.ISOLATED,
) -> tuple[Confirmed | Contradicted, NativeRun]:
    """Whether the program, on these inputs, has the error that ``goal`` excludes before anything else goes wrong.

    It is returned with the way that it takes.  ``keep`` receives the harness.  Raises UndefinedValue if something else
    goes wrong, and SolverFailure if nothing can be compiled or executed, or the execution did not end within
    ``seconds``.
    """
    if permission is Permission.NEVER:
        raise SolverFailure("nothing is executed")
    program = Program.of(program)
    # Behind the first error of a kind that is looked for, nothing counts.
    kinds = frozenset(part.kind for prop in model.properties for part in (prop.parts or (prop,)) if not prop.auxiliary)
    watch = strictly(kinds | {run.kind})
    if watch is None or run.kind in ("leak", "cleanup"):
        raise SolverFailure("the compiler has no check for all kinds of error that are looked for")
    try:
        with tempfile.TemporaryDirectory(prefix="assay-") as folder:
            tool = Compiler(find_compiler(), WIDTHS[data_model], Path(folder), Deadline.after(6 * seconds))
            checked = _Checked.of(model, run, tool, program, data_model, headers, models, watch)
            outcome = checked.confirm(goal, keep, seconds, permission)
            if isinstance(outcome, Contradicted) or run.kind not in CALLS:
                return outcome, run
            return outcome, replace(run, passed=checked.passages(min(RECORDING, seconds), permission))
    except CannotCompile as reason:
        raise SolverFailure(f"not compiled: {reason}") from None
    except OSError as failure:
        raise SolverFailure(f"not compiled: {failure.strerror}") from None


@dataclass(frozen=True)
class _Checked:
    """A program compiled with checks, and what it is handed."""

    model: Model
    run: NativeRun
    tool: Compiler
    program: Program
    data_model: str
    watch: Watch
    outside: Outside
    options: tuple[str, ...]
    libraries: tuple[str, ...]
    made: Path
    texts: Sequence[Text]

    @staticmethod
    def of(
        model: Model,
        run: NativeRun,
        tool: Compiler,
        program: Program,
        data_model: str,
        headers: Mapping[str, str],
        models: Mapping[str, str],
        watch: Watch,
    ) -> _Checked:
        texts: tuple[Text, ...] = tool.preprocessed(program, headers)
        known = tool.surroundings(tool.program(texts, (ZERO,)))
        own = tool.own_functions(known.functions)
        libraries = ("-lgcc",) if own else ()
        rules = outside(known, own, types_of(model), headers, models, texts)
        # An error function that the program defines is seen when it is entered.
        options = (ZERO, *((INSTRUMENTED,) if known.errors and CALL in watch.reports else ()), *watch.program)
        made = tool.program(texts, options)
        tool.surroundings(made)
        return _Checked(model, run, tool, program, data_model, watch, rules, options, libraries, made, texts)

    def confirm(
        self, goal: Safety, keep: Path | None, seconds: float, permission: Permission
    ) -> Confirmed | Contradicted:
        if self.outside.refused:
            return Contradicted(f"what {', '.join(self.outside.refused)} does is up to the C library")
        for function, value in self.run.calls:
            if not self.outside.allows(function, value):
                return Contradicted(f"{function}() does not return {value}")
        if not 0 <= self.run.fresh < (1 << (32 if self.data_model == "ILP32" else 64)):
            return Contradicted(f"no word of memory holds {self.run.fresh}")
        plan = self._plan()
        text = harness_text(plan, monitored=True)
        if keep is not None:
            keep.write_text(self._kept(harness_text(plan, self._commands(keep.name), monitored=True)))
        binary = self.tool.link_monitored(text, self.made, self.watch.harness, (), self.libraries)
        match execute_once(binary, seconds, permission):
            case Refused(reason):
                raise SolverFailure(f"not executed: {reason}")
            case execution if execution.report:
                report, *_ = read_reports(execution.report, lambda at: self.tool.lines(binary, at))
                return self._judged(goal, report, execution)
            case execution:
                raise _failure(execution, seconds)

    def _judged(self, goal: Safety, report: Report, execution: Execution) -> Confirmed | Contradicted:
        """What the first report says of the error in question."""
        called = self.run.kind in CALLS
        wanted = report.what == CALL if called else report.what in strict_reports(self.run.kind)
        if not wanted and report.what != CALL:
            raise UndefinedValue(f"the execution has another error before: {report}")
        mine, others = places(self.model, goal, self.run)
        files = {unit.name: unit.file for unit in self.program.units}
        found, doubt = _there(report, mine, files), _there(report, others, files)
        exact = [where for where in (*found, *doubt) if _has_column(report, where)]
        if exact:
            found, doubt = ([where for where in some if where in exact] for some in (found, doubt))
        if not wanted or not found:
            return Contradicted(f"executed, the compiled program reports {report}")
        if doubt:
            return Contradicted(f"{report} may be about another property of the same line")
        told = f"{REACHES} at {Path(found[0].file).name}:{found[0].line}" if called else str(report)
        compiler = f"{Path(self.tool.command).name}{self.watch.words}"
        return Confirmed(SENTENCE.format(compiler=compiler, where=execution.words, what=told))

    def passages(self, seconds: float, permission: Permission) -> tuple[Passed, ...]:
        """The way that the execution takes to an error call; nothing if it cannot be recorded."""
        return passages(self.tool, self.texts, self._plan(), self.run, self.libraries, seconds, permission)

    def _plan(self) -> Plan:
        return self.outside.plan(self.run.calls, narrow=self.data_model == "ILP32", fresh=self.run.fresh)

    def _commands(self, name: str) -> tuple[str, ...]:
        program = told_program(self.model, self.program, name)
        return monitored_commands(program, self.data_model, name, self.options, self.watch.harness, self.libraries)

    def _kept(self, text: str) -> str:
        return with_driver(text, self.model, self.program)


def places(model: Model, goal: Safety, run: NativeRun) -> tuple[list[Position], list[Position]]:
    """Where the error is that ``run`` shows of ``goal``, and where others are that the same report may be about."""
    alike = CALLS if run.kind in CALLS else (run.kind,)
    if run.where is not None:
        parts = [part for part in (goal.parts or (goal,)) if part.kind == run.kind and part.where == run.where]
        every = [part for prop in model.properties for part in (prop.parts or (prop,)) if part.kind in alike]
        others = [part.where for part in every if part.where is not None and part.where != run.where]
        return [run.where] if parts else [], others
    source = model.origin.source
    if source is None or run.kind or goal.kind or goal.parts:
        return [], []
    errors = [(edge, source.errors[edge.name].position) for edge in model.edges if edge.name in source.errors]
    mine = [position for edge, position in errors if edge.target in goal.bad]
    return mine, [position for _, position in errors if position not in mine]


def _there(report: Report, where: Sequence[Position], files: Mapping[str, str]) -> list[Position]:
    """Those of the places that lie in the line of the report."""
    return [place for place in where if report.is_at(replace(place, file=files.get(place.file, place.file)))]


def _has_column(report: Report, where: Position) -> bool:
    """Is it the column of the report, too?  Compilers and front ends need not agree on columns."""
    at = report.position
    return report.what != CALL and at is not None and at.column == where.column != 0


def _failure(execution: Execution, seconds: float) -> Exception:
    """Why an execution without a report shows nothing."""
    match execution.ending:
        case Ending.CRASHED:
            return UndefinedValue(f"the compiled program crashes with {Signals(-execution.code).name}")
        case Ending.LATE:
            return SolverFailure(f"the compiled program did not reach the error within {seconds:g} s")
        case _:
            return SolverFailure(f"compiled with checks, the program does something else: {execution}")

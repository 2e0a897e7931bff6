"""Violations of C programs, confirmed by the machine: the unchanged program and a harness, compiled and executed.

Whatever values a harness hands over, an execution that arrives at the error call is a violation, and so is one that the
compiler's own checks stop at the line in question with an error of the kind in question (``witness.c.monitor``); so
several harnesses may be tried, where C leaves the order of calls open or a variable uninitialised.  If none arrives,
nothing is confirmed, whatever our own interpreter says: it shares the front end with the search, the machine does not.
The run then has undefined behaviour, or depends on values that no harness can hand over, or the front end is wrong.
Only where nothing can be compiled or executed does the interpreter speak, and the sentence says so.  It goes on where a
machine would crash, so whoever asks it has to see to that.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from signal import Signals
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import AssayError, SolverFailure, UndefinedValue, UnsoundVerdict
from assay.core.evidence import Trace
from assay.core.model import Model, Safety
from assay.core.program import MAIN, START, Flag, Program
from assay.core.slicing.influence import Influence, influence
from assay.core.terms import Term
from assay.witness.c.execution.attempts import Attempt, loose_inputs, spoken, undefined, ways
from assay.witness.c.execution.compiler import (
    INSTRUMENTED,
    PROGRAM,
    WIDTHS,
    ZERO,
    CannotCompile,
    Compiler,
    commands,
    declared,
    find_compiler,
    monitored_commands,
)
from assay.witness.c.execution.harness import harness_text
from assay.witness.c.execution.interpreter import follow
from assay.witness.c.execution.models import INPUTS, LEFT_OPEN, library_text, modelled
from assay.witness.c.execution.outcome import Confirmed, Contradicted, Interpreted
from assay.witness.c.execution.plan import Plan, function_of, plan, unrecorded
from assay.witness.c.execution.runtime import PROVIDED
from assay.witness.c.execution.sought import REACHES, Error, Seen, sought
from assay.witness.c.execution.stores import stores
from assay.witness.c.monitor.arrival import ARRIVED
from assay.witness.c.monitor.reports import Report, read_reports
from assay.witness.c.sandbox.execution import Ending, Execution, execute_once
from assay.witness.c.sandbox.isolation import Permission, Refused

COMPILED: Final = "compiled with {compiler} and executed {where}: {what}{stubs}"
INTERPRETED: Final = "executed by the interpreter of the model: {what} ({reason})"
# A program of our own: where it does not arrive, no program would.
PROBE: Final = "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n"

UP_TO_IT: Final = "it depends on what {names} returns, and that is up to the C library"

# A value that the models of the C library leave open.
OPEN: Final = "__assay_any"
# A number of which the models of <math.h> know only bounds.
UNCOMPUTED: Final = "__assay_any_double"
# What these functions of the C library return is up to the surroundings; what the others return is up to the library.
SURROUNDINGS: Final = frozenset(
    (
        *("rand", "random", "getchar", "getc", "fgetc"),
        *("malloc", "calloc", "realloc", "reallocarray", "aligned_alloc"),
    )
)
# With this macro, the harness of a program that does not start at main is what calls its function.
DRIVER: Final = "ASSAY_DRIVER"


class CannotExecute(AssayError):
    """The machine does not execute the compiled program: no statement about the run."""


def confirm_run(
    model: Model,
    trace: Trace,
    program: Program | Path,
    data_model: str,
    *,
    goal: Safety | None = None,
    headers: Mapping[str, str] | None = None,
    models: Mapping[str, str] | None = None,
    compiler: str = "cc",
    keep: Path | None = None,
    seconds: float = 10.0,
    patience: float = 0.0,
    permission: Permission = Permission.ISOLATED,
) -> Confirmed | Interpreted | Contradicted:
    """Whether the run reaches the error call of ``program``, or the error that ``goal`` excludes, and who says so.

    ``headers`` (text by name) replace the system's, as the front end had them; ``models`` (also by name) are the
    functions of the C library that it had in C; ``keep`` receives the harness.
    ``seconds`` are processor time of the execution; a busy machine may take ``patience`` longer by the clock.
    Raises UndefinedValue if the run has undefined behaviour, SolverFailure if the execution did not end in time, and
    UnsoundVerdict if the interpreter, where it is asked, refutes the run.
    """
    program = Program.of(program)
    source = "\n".join(Path(unit.file).read_text(errors="replace") for unit in program.units)
    error = sought(goal, program)
    run = _Run(model, trace, influence(trace), program, source, data_model, seconds, patience, permission, error)
    name = keep.name if keep is not None else ""
    how = commands(told_program(model, program, name), data_model, name, (INSTRUMENTED,))
    text = harness_text(plan(model, trace, run.matters, source), how)
    try:
        if permission is Permission.NEVER:
            raise CannotExecute("--no-execute")
        if error is not None and not error.watches:
            raise CannotCompile("the compiler has no check for it")
        with tempfile.TemporaryDirectory(prefix="assay-") as folder:
            deadline = Deadline.after(6 * seconds + patience)
            tool = Compiler(find_compiler(compiler), WIDTHS[data_model], Path(folder), deadline)
            compiled = _Compiled(run, tool, headers or {}, models or {})
            text = compiled.text(Attempt(compiled.plan), name)
            attempt, outcome = compiled.confirm()
            text = compiled.text(attempt, name)
            return outcome
    except CannotCompile as failure:
        reason = f"not compiled: {failure}"
    except CannotExecute as failure:
        reason = f"not executed: {failure}"
    except OSError as failure:
        reason = f"not compiled: {failure.strerror}"
    finally:
        if keep is not None:
            keep.write_text(with_driver(text, model, program))
    needed = {function_of(symbol) or "" for step in run.matters.inputs for symbol, _ in step}
    if UNCOMPUTED in needed:
        return Contradicted("it depends on what a function like sin() returns, which is not computed here")
    if any(name.startswith(OPEN) for name in needed):
        return Contradicted("it depends on what a function returns, and that is up to the C library")
    if decisive := sorted((needed & declared(headers or {})) - PROVIDED - SURROUNDINGS):
        return Contradicted(UP_TO_IT.format(names=", ".join(decisive)))
    refuse_undefined(_loose(run))
    if follow(model, trace).location not in (goal.bad if goal is not None else model.locations):
        raise UnsoundVerdict("the interpreter ends elsewhere than at the error")
    return Interpreted(INTERPRETED.format(what=error or REACHES, reason=reason))


def refuse_undefined(loose: Iterable[Term]) -> None:
    """Raises UndefinedValue if the run depends on one of these inputs, and it stands for something undefined."""
    for symbol in loose:
        reason = undefined(symbol)
        if reason is not None:
            raise UndefinedValue(f"the run depends on undefined behaviour: {reason}")


def with_driver(text: str, model: Model, program: Program) -> str:
    """The harness of a program that does not start at main: with another macro, it is that program's first part."""
    for unit in _named(model, program).units:
        if unit.behind:
            driver = f'#include "{Path(unit.file).absolute()}"\n{unit.behind}'
            head, end, body = text.partition("*/\n")
            return f"{head}{end}#ifdef {DRIVER}\n{driver}#else\n#define {MAIN} {START}\n{body}#endif\n"
    return text


def told_program(model: Model, program: Program, name: str) -> Program:
    """The program as a person compiles it with a harness called ``name``.

    What calls the function where it starts is in the harness; the program's own main has another name then.
    """
    named = _named(model, program)
    if program.start == MAIN:
        return named
    hidden = Flag("-D", f"{MAIN}=assay_{MAIN}")
    units = [replace(unit, flags=(*unit.flags, hidden)) for unit in named.units]
    first = [
        replace(unit, file=name, flags=(*unit.flags, Flag("-D", DRIVER))) if unit.behind else unit for unit in units
    ]
    return replace(named, units=tuple(first))


def _named(model: Model, program: Program) -> Program:
    """The program as a person names it: what came by a pipe is first to be stored in a file."""
    if not model.origin.given:
        return program
    return replace(program, units=tuple(replace(unit, file="program.c") for unit in program.units))


@dataclass(frozen=True)
class _Run:
    """A run, what mattered in it, and the program that it is one of."""

    model: Model
    trace: Trace
    matters: Influence
    program: Program
    source: str
    data_model: str
    seconds: float
    patience: float
    permission: Permission
    error: Error | None = None


def _loose(run: _Run) -> dict[Term, int]:
    """The inputs that mattered and that nothing hands over."""
    return loose_inputs(run.trace, run.matters, stores(run.model, run.trace, run.matters).delivered)


class _Compiled:
    """A run and the program as an object file."""

    def __init__(self, run: _Run, compiler: Compiler, headers: Mapping[str, str], models: Mapping[str, str]) -> None:
        self.run = run
        self.compiler = compiler
        self.loose = _loose(run)
        self.library = declared(headers)
        self.texts = compiler.preprocessed(run.program, headers)
        surroundings = compiler.surroundings(compiler.program(self.texts, (ZERO,)))
        # An error function that the program defines is seen when it is entered.
        called = run.error is None or run.error.call
        self.instrumented = (INSTRUMENTED,) if surroundings.errors and called else ()
        self.made: tuple[str, ...] = (ZERO,)
        own = compiler.own_functions(surroundings.functions)
        self.libraries = ("-lgcc",) if own else ()
        known = replace(surroundings, functions=tuple(name for name in surroundings.functions if name not in own))
        self.plan = _with_models(plan(run.model, run.trace, run.matters, run.source, known), models)

    def _program(self, attempt: Attempt) -> Path:
        """The program as an object file, compiled as the attempt asks."""
        options = (*self.instrumented, *self._options(attempt))
        target = self.compiler.folder / PROGRAM
        if options != self.made:
            target = self.compiler.program(self.texts, options)
            self.compiler.surroundings(target)
            self.made = options
        return target

    def _options(self, attempt: Attempt) -> tuple[str, ...]:
        """A stack that is not zero needs the program without initialised variables."""
        checks = attempt.watch.program if attempt.watch is not None else ()
        return (*checks, *(() if attempt.stack else (ZERO,)))

    def confirm(self) -> tuple[Attempt, Confirmed | Interpreted | Contradicted]:
        """What the executions say, and the attempt that this is about."""
        first: tuple[Attempt, Seen] | None = None
        spoke = False
        for attempt in self._attempts():
            seen = self._execute(self._program(attempt), attempt)
            if self._arrives(attempt, seen):
                return attempt, self._reached(attempt, seen)
            if first is None or (seen.report is not None and first[1].report is None):
                first = attempt, seen
            spoke = spoke or seen.execution.spoke
            if self.compiler.deadline.passed:
                break
        assert first is not None
        if not spoke:
            self._probe()
        attempt, seen = first
        self._refuse_undefined(seen.execution)
        if seen.ending is Ending.LATE:
            raise SolverFailure(f"the compiled program did not reach the error within {self.run.seconds:g} s")
        return attempt, Contradicted(f"executed, the compiled program does something else: {seen}{self._excuse()}")

    def _arrives(self, attempt: Attempt, seen: Seen) -> bool:
        """Does an execution end with the error in question, or at its line where nothing checks for the error?"""
        if attempt.watch is not None and attempt.watch.arrival:
            return seen.execution.code == ARRIVED
        return seen.ending is Ending.REACHED if self.run.error is None else self._sought(seen.report)

    def _sought(self, report: Report | None) -> bool:
        """Is this the error in question?"""
        return self.run.error is not None and report is not None and report.is_at(self.run.error.where)

    def _reached(self, attempt: Attempt, seen: Seen) -> Confirmed | Interpreted | Contradicted:
        """A confirmation, unless the run needs a function of the C library to do what no library does."""
        needed = {function_of(symbol) or "" for chosen in self.run.matters.inputs for symbol, _ in chosen}
        if any(name.startswith(OPEN) for name in needed):  # the execution may take another way, and use what it finds
            needed |= {function_of(symbol) or "" for edge in self.run.model.edges for symbol in edge.inputs}
        decisive = [name for name in self._stubs if name not in SURROUNDINGS and name in needed]
        if decisive:
            return Contradicted(UP_TO_IT.format(names=", ".join(decisive)))
        if attempt.watch is not None and attempt.watch.arrival:
            follow(self.run.model, self.run.trace)
            return Interpreted(self._sentence(attempt, seen))
        return Confirmed(self._sentence(attempt, seen))

    @property
    def _stubs(self) -> list[str]:
        """Functions of the C library that return what the run has them return."""
        return [name for name in self.plan.functions if name in self.library and name not in PROVIDED]

    def _sentence(self, attempt: Attempt, seen: Seen) -> str:
        """What was done, and which functions of the C library had no body there."""
        words = f" (where {', '.join(self._stubs)} may return anything)" if self._stubs else ""
        name = Path(self.compiler.command).name
        checks = attempt.watch.words if attempt.watch is not None else ""
        error = self.run.error
        if error is None:
            what = REACHES
        elif attempt.watch is not None and attempt.watch.arrival:
            what = f"the line is reached, where the interpreter of the model finds {error}"
        else:
            what = str(error) if error.call else str(seen.report)
        return COMPILED.format(compiler=f"{name}{checks}", where=seen.execution.words, what=what, stubs=words)

    def _probe(self) -> None:
        """Raises CannotExecute if not even a program of our own arrives at its error call."""
        text = self.compiler.folder / "probe.c"
        text.write_text(PROBE)
        program = self.compiler.folder / "probe.o"
        self.compiler.compile(text, program)
        if self._execute(program, Attempt(Plan({}, ()))).ending is not Ending.REACHED:
            raise CannotExecute("this machine does not execute compiled programs of this data model")

    def _excuse(self) -> str:
        """Why an execution need not follow the run; nothing if it must."""
        if self.loose:
            names = ", ".join(dict.fromkeys(spoken(symbol) for symbol in self.loose))
            return f"; the run depends on values that a harness cannot hand over: {names}"
        hidden = ", ".join(unrecorded(self.run.model, self.run.trace))
        return f"; the model does not show every call of {hidden}" if hidden else ""

    def _refuse_undefined(self, execution: Execution) -> None:
        """Refuse runs with undefined behaviour."""
        refuse_undefined(self.loose)
        if execution.ending is Ending.CRASHED:
            name = Signals(-execution.code).name
            raise UndefinedValue(f"the compiled program crashes before it reaches the error call ({name})")
        if execution.ending is Ending.MEMORY:
            raise SolverFailure("the compiled program needs more memory than it is given")

    def _attempts(self) -> Iterator[Attempt]:
        """Each way to hand over what the run recorded, watched in each way that there is for its error."""
        run, narrow = self.run, self.run.data_model == "ILP32"
        for attempt in ways(self.plan, run.model, run.trace, run.matters, self.loose, narrow=narrow):
            if self.run.error is None:
                yield attempt
            else:
                yield from (replace(attempt, watch=watch) for watch in self.run.error.watches)

    def _execute(self, program: Path, attempt: Attempt) -> Seen:
        binary = self._linked(program, attempt)
        match execute_once(binary, self.run.seconds, self.run.permission, self.run.patience):
            case Refused(reason):
                raise CannotExecute(reason)
            case execution if execution.report:
                reports = read_reports(execution.report, lambda at: self.compiler.lines(binary, at))
                return Seen(execution, next(filter(self._sought, reports), reports[0]))
            case execution:
                return Seen(execution)

    def _linked(self, program: Path, attempt: Attempt) -> Path:
        watch, options, libraries = attempt.watch, attempt.options, self.libraries
        if watch is None:
            return self.compiler.link(harness_text(attempt.plan), program, options, libraries)
        text = harness_text(attempt.plan, monitored=True)
        binary = self.compiler.link_monitored(text, program, watch.harness, options, libraries)
        if watch.arrival and self.run.error is not None:
            return self.compiler.trapped(binary, self.run.error.where)
        return binary

    def text(self, attempt: Attempt, name: str) -> str:
        """The harness of an attempt, with what a person types to compile it."""
        program, data_model, watch = (
            told_program(self.run.model, self.run.program, name),
            self.run.data_model,
            attempt.watch,
        )
        options = (*self.instrumented, *self._options(attempt))
        if watch is None:
            how = commands(program, data_model, name, (*options, *attempt.options), self.libraries)
            return harness_text(attempt.plan, how)
        checks = (*watch.harness, *attempt.options)
        how = monitored_commands(program, data_model, name, options, checks, self.libraries)
        return harness_text(attempt.plan, how, monitored=True)


def _with_models(what: Plan, models: Mapping[str, str]) -> Plan:
    """The plan with functions of the C library as their models, where a harness has no function of its own."""
    own = modelled(models, what.functions, PROVIDED)
    rest = tuple(name for name in what.functions if name not in own and name not in LEFT_OPEN)
    library = library_text(models, own)
    return replace(what, functions=tuple(dict.fromkeys((*rest, *(INPUTS if library else ())))), library=library)

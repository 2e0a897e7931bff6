"""Violations of C programs, confirmed by the machine: the unchanged program and a harness, compiled and executed.

Whatever values a harness hands over, an execution that arrives at the error call is a violation; so several harnesses
may be tried, where C leaves the order of calls open or a variable uninitialised.  If none arrives there, nothing is
confirmed, whatever our own interpreter says: it shares the front end with the search, the machine does not.  The run
then has undefined behaviour, or depends on values that no harness can hand over, or the front end is wrong.  Only where
nothing can be compiled or executed does the interpreter speak, and the sentence says so.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from signal import Signals
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import AssayError, SolverFailure, UndefinedValue
from assay.core.evidence import Trace
from assay.core.model import Model
from assay.core.program import Program
from assay.core.slicing.influence import Influence, Need, influence
from assay.core.terms import Term
from assay.witness.c.execution.compiler import (
    INSTRUMENTED,
    WIDTHS,
    ZERO,
    CannotCompile,
    Compiler,
    commands,
    declared,
    find_compiler,
)
from assay.witness.c.execution.harness import harness_text
from assay.witness.c.execution.interpreter import follow
from assay.witness.c.execution.memory_contents import scratch
from assay.witness.c.execution.models import LEFT_OPEN, library_text, modelled
from assay.witness.c.execution.plan import Plan, bits, calls, function_of, line_reversed, plan, relocated, unrecorded
from assay.witness.c.execution.runtime import PROVIDED
from assay.witness.c.execution.stores import stores
from assay.witness.c.sandbox.execution import Ending, Execution, execute_once
from assay.witness.c.sandbox.isolation import Permission, Refused

COMPILED: Final = "compiled with {compiler} and executed {where}: the error call is reached{stubs}"
INTERPRETED: Final = "executed by the interpreter of the model: the error call is reached ({reason})"
# A program of our own: where it does not arrive, no program would.
PROBE: Final = "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n"

# Inputs with these names stand for reads and calls that C does not define.
UNDEFINED: Final = {
    "invalid": "a read through a pointer that points to nothing",
    "outside": "a read beyond the end of an object",
    "padding": "a read of bytes that nothing writes",
    "undefined-shift": "a shift by a negative count, or by the width or more",
    "undefined-division": "a division by zero",
    "address-comparison": "a comparison of addresses, whose outcome is up to the layout of memory",
    "nothing": "the value of a call that has none",
    "pointer_call()": "a call through a pointer that points to no function",
}
FILLS: Final = 4
# A value that the models of the C library leave open.
OPEN: Final = "__assay_any"
# What these functions of the C library return is up to the surroundings; what the others return is up to the library.
SURROUNDINGS: Final = frozenset(("rand", "random", "getchar", "getc", "fgetc", "malloc", "calloc", "aligned_alloc"))

# A pointer that can be followed.
FOLLOWED: Final = scratch(0)


@dataclass(frozen=True)
class Confirmed:
    """The run is one of the program; the sentence says who found that."""

    sentence: str


@dataclass(frozen=True)
class Contradicted:
    """The compiled program was executed, and does something else."""

    reason: str


class CannotExecute(AssayError):
    """The machine does not execute the compiled program: no statement about the run."""


@dataclass(frozen=True)
class Attempt:
    """A way to hand over what the run recorded.

    ``stack`` and ``heap`` are what memory holds before the program writes to it, as far as the run does not say it.
    """

    plan: Plan
    stack: int = 0
    heap: int = 0

    @property
    def options(self) -> tuple[str, ...]:
        """How the compiler is told."""
        filled = (("ASSAY_FILL", self.stack), ("ASSAY_FRESH", self.heap))
        return tuple(f"-D{name}={value:#x}ull" for name, value in filled if value)


def confirm_run(
    model: Model,
    trace: Trace,
    program: Program | Path,
    data_model: str,
    *,
    headers: Mapping[str, str] | None = None,
    models: Mapping[str, str] | None = None,
    compiler: str = "cc",
    keep: Path | None = None,
    seconds: float = 10.0,
    permission: Permission = Permission.ISOLATED,
) -> Confirmed | Contradicted:
    """Whether the run reaches the error call of ``program``, and who says so.

    ``headers`` (text by name) replace the system's, as the front end had them; ``models`` (also by name) are the
    functions of the C library that it had in C; ``keep`` receives the harness.
    Raises UndefinedValue if the run has undefined behaviour, SolverFailure if the execution did not end within
    ``seconds``, and UnsoundVerdict if the interpreter, where it is asked, refutes the run.
    """
    program = Program.of(program)
    source = "\n".join(Path(unit.file).read_text(errors="replace") for unit in program.units)
    run = _Run(model, trace, influence(trace), program, source, data_model, seconds, permission)
    name = keep.name if keep is not None else ""
    how = commands(_told(model, program), data_model, name, (INSTRUMENTED,))
    text = harness_text(plan(model, trace, run.matters, source), how)
    try:
        with tempfile.TemporaryDirectory(prefix="assay-") as folder:
            tool = Compiler(find_compiler(compiler), WIDTHS[data_model], Path(folder), Deadline.after(6 * seconds))
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
            keep.write_text(text)
    follow(model, trace)
    return Confirmed(INTERPRETED.format(reason=reason))


def _told(model: Model, program: Program) -> Program:
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
    permission: Permission


class _Compiled:
    """A run and the program as an object file."""

    def __init__(self, run: _Run, compiler: Compiler, headers: Mapping[str, str], models: Mapping[str, str]) -> None:
        self.run = run
        self.compiler = compiler
        self.loose = _loose(run.trace, run.matters, stores(run.model, run.trace, run.matters).delivered)
        self.library = declared(headers)
        self.texts = compiler.preprocessed(run.program, headers)
        self.program = compiler.program(self.texts, (ZERO,))
        surroundings = compiler.surroundings(self.program)
        # An error function that the program defines is seen when it is entered.
        self.instrumented = (INSTRUMENTED,) if surroundings.errors else ()
        if surroundings.errors:
            self._compile(ZERO)
        own = compiler.own_functions(surroundings.functions)
        self.libraries = ("-lgcc",) if own else ()
        known = replace(surroundings, functions=tuple(name for name in surroundings.functions if name not in own))
        self.plan = _with_models(plan(run.model, run.trace, run.matters, run.source, known), models)

    def _compile(self, *options: str) -> None:
        self.program = self.compiler.program(self.texts, (*self.instrumented, *options))
        self.compiler.surroundings(self.program)

    def confirm(self) -> tuple[Attempt, Confirmed | Contradicted]:
        """What the executions say, and the attempt that this is about."""
        first: Execution | None = None
        spoke = False
        for attempt in self._attempts():
            execution = self._execute(self.program, attempt)
            if execution.ending is Ending.REACHED:
                return attempt, self._reached(execution)
            first = first or execution
            spoke = spoke or execution.spoke
            if self.compiler.deadline.passed:
                break
        assert first is not None
        if not spoke:
            self._probe()
        self._refuse_undefined(first)
        if first.ending is Ending.LATE:
            raise SolverFailure(f"the compiled program did not reach the error call within {self.run.seconds:g} s")
        return Attempt(self.plan), Contradicted(
            f"executed, the compiled program does something else: {first}{self._excuse()}"
        )

    def _reached(self, execution: Execution) -> Confirmed | Contradicted:
        """A confirmation, unless the run needs a function of the C library to do what no library does."""
        needed = {function_of(symbol) or "" for chosen in self.run.matters.inputs for symbol, _ in chosen}
        left_open = any(name.startswith(OPEN) for name in needed)
        decisive = [name for name in self._stubs if name not in SURROUNDINGS and (name in needed or left_open)]
        if decisive:
            return Contradicted(f"it depends on what {', '.join(decisive)} returns, and that is up to the C library")
        return Confirmed(self._sentence(execution))

    @property
    def _stubs(self) -> list[str]:
        """Functions of the C library that return what the run has them return."""
        return [name for name in self.plan.functions if name in self.library and name not in PROVIDED]

    def _sentence(self, execution: Execution) -> str:
        """What was done, and which functions of the C library had no body there."""
        words = f" (where {', '.join(self._stubs)} may return anything)" if self._stubs else ""
        return COMPILED.format(compiler=Path(self.compiler.command).name, where=execution.words, stubs=words)

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
            names = ", ".join(dict.fromkeys(_spoken(symbol) for symbol in self.loose))
            return f"; the run depends on values that a harness cannot hand over: {names}"
        hidden = ", ".join(unrecorded(self.run.model, self.run.trace))
        return f"; the model does not show every call of {hidden}" if hidden else ""

    def _refuse_undefined(self, execution: Execution) -> None:
        """Refuse runs with undefined behaviour."""
        for symbol in self.loose:
            reason = UNDEFINED.get(symbol.name.rpartition("#")[0])
            if reason is not None:
                raise UndefinedValue(f"the run depends on undefined behaviour: {reason}")
        if execution.ending is Ending.CRASHED:
            name = Signals(-execution.code).name
            raise UndefinedValue(f"the compiled program crashes before it reaches the error call ({name})")
        if execution.ending is Ending.MEMORY:
            raise SolverFailure("the compiled program needs more memory than it is given")

    def _attempts(self) -> Iterator[Attempt]:
        """What is most likely first.  A stack that is not zero needs the program without initialised variables."""
        run, narrow = self.run, self.run.data_model == "ILP32"
        yield Attempt(self.plan)
        recorded = calls(run.model, run.trace, run.matters)
        other = line_reversed(recorded)
        if other != recorded:
            yield Attempt(self.plan.in_order(other))
        followed = FOLLOWED * (1 + (1 << 32)) if narrow else FOLLOWED
        if self.plan.allocations:
            yield Attempt(self.plan, heap=followed)
        moved = relocated(self.plan, recorded, run.trace, run.matters, 32 if narrow else 64)
        if moved != self.plan:
            yield Attempt(moved, heap=followed)
        fills = [_repeated(value, symbol.sort.width) for symbol, value in self.loose.items() if value]
        self._compile()
        for stack in list(dict.fromkeys((followed, *fills)))[:FILLS]:
            yield Attempt(self.plan, stack, followed)

    def _execute(self, program: Path, attempt: Attempt) -> Execution:
        binary = self.compiler.link(harness_text(attempt.plan), program, attempt.options, self.libraries)
        match execute_once(binary, self.run.seconds, self.run.permission):
            case Refused(reason):
                raise CannotExecute(reason)
            case execution:
                return execution

    def text(self, attempt: Attempt, name: str) -> str:
        """The harness of an attempt, with what a person types to compile it."""
        zero = () if attempt.stack else (ZERO,)
        options = (*self.instrumented, *zero, *attempt.options)
        how = commands(_told(self.run.model, self.run.program), self.run.data_model, name, options, self.libraries)
        return harness_text(attempt.plan, how)


def _with_models(what: Plan, models: Mapping[str, str]) -> Plan:
    """The plan with functions of the C library as their models, where a harness has no function of its own."""
    own = modelled(models, what.functions, PROVIDED)
    rest = tuple(name for name in what.functions if name not in own and name not in LEFT_OPEN)
    return replace(what, functions=rest, library=library_text(models, own))


def _repeated(value: int, width: int) -> int:
    """64 bits in which a value of ``width`` bits is repeated."""
    width = width if 0 < width < 64 else 64 if value >> 32 else 32
    return sum((value % (1 << width)) << shift for shift in range(0, 64, width))


def _loose(trace: Trace, matters: Influence, delivered: frozenset[Need]) -> dict[Term, int]:
    """The inputs that mattered and that no function returns or stores, with the first value of each."""
    found: dict[Term, int] = {}
    for chosen, inputs in zip(matters.inputs, trace.inputs, strict=True):
        for symbol, index in sorted(chosen, key=_order):
            if function_of(symbol) is None and symbol not in found and (symbol, index) not in delivered:
                value = inputs[symbol]
                found[symbol] = bits(value) if isinstance(value, int) and index is None else 0
    return found


def _order(need: Need) -> tuple[int, str]:
    return need[0].uid, repr(need[1])


def _spoken(symbol: Term) -> str:
    """What an input stands for."""
    name = symbol.name.removesuffix("'").rpartition("#")[0] or symbol.name.removesuffix("'")
    if name == "no_value":
        return "the value of a function that returns none"
    if name.startswith("*"):
        return f"the memory of {name[1:]}"
    place, _, variable = name.rpartition("::")
    return f"{variable} of {place}" if place else variable

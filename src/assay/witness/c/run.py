"""Violations of C programs, confirmed by the machine: the unchanged program and a harness, compiled and executed.

Whatever values a harness hands over, an execution that arrives at the error call is a violation; so several harnesses
may be tried, where C leaves the order of calls open or a variable uninitialised.  If none arrives there, the run
itself says why: it depended on values that no harness can hand over (then our interpreter executes it instead, and the
sentence says so), or it has undefined behaviour (then nothing is confirmed), or else the verdict is wrong.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from signal import Signals
from typing import Final

from assay.core.errors import SolverFailure, UndefinedValue, UnsoundVerdict
from assay.core.influence import Influence, Need, influence
from assay.core.model import Model
from assay.core.terms import Term
from assay.core.verdict import Trace
from assay.solve.budget import Deadline
from assay.witness.c.compiler import (
    INSTRUMENTED,
    WIDTHS,
    ZERO,
    CannotCompile,
    Compiler,
    Ending,
    Execution,
    commands,
    find_compiler,
)
from assay.witness.c.harness import harness_text
from assay.witness.c.memory import scratch
from assay.witness.c.plan import Plan, bits, calls, function_of, line_reversed, plan, relocated, unrecorded

# Executes the run on the model by other means, or raises UnsoundVerdict.
Interpreter = Callable[[Model, Trace], object]

COMPILED: Final = "compiled with {compiler} and executed: the error call is reached"
INTERPRETED: Final = "executed by the interpreter of the model: the error call is reached ({reason})"

# Inputs with these names stand for reads and calls that C does not define.
UNDEFINED: Final = {
    "invalid": "a read through a pointer that points to nothing",
    "outside": "a read beyond the end of an object",
    "padding": "a read of bytes that nothing writes",
    "nothing": "the value of a call that has none",
    "pointer_call()": "a call through a pointer that points to no function",
}
FILLS: Final = 4


# A pointer that can be followed.
FOLLOWED: Final = scratch(0)


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
    program: Path,
    data_model: str,
    *,
    interpret: Interpreter,
    headers: Mapping[str, str] | None = None,
    compiler: str = "cc",
    keep: Path | None = None,
    seconds: float = 10.0,
) -> str:
    """How it was confirmed that the run reaches the error call of ``program``, in a sentence.

    ``headers`` (text by name) replace the system's, as the front end had them; ``keep`` receives the harness.
    Raises UnsoundVerdict if the compiled program refutes the run, UndefinedValue if the run has undefined behaviour,
    SolverFailure if the execution did not end within ``seconds``.
    """
    source = program.read_text(errors="replace")
    run = _Run(model, trace, influence(trace), program, source, data_model, seconds)
    try:
        with tempfile.TemporaryDirectory(prefix="assay-") as folder:
            tool = Compiler(find_compiler(compiler), WIDTHS[data_model], Path(folder), Deadline.after(6 * seconds))
            compiled = _Compiled(run, tool, headers or {})
            sentence, text = compiled.confirm(interpret, keep.name if keep is not None else "")
    except CannotCompile as reason:
        interpret(model, trace)
        how = commands(program, data_model, keep.name if keep is not None else "", (INSTRUMENTED,))
        text = harness_text(plan(model, trace, run.matters, source), how)
        sentence = INTERPRETED.format(reason=f"not compiled: {reason}")
    if keep is not None:
        keep.write_text(text)
    return sentence


@dataclass(frozen=True)
class _Run:
    """A run, what mattered in it, and the program that it is one of."""

    model: Model
    trace: Trace
    matters: Influence
    program: Path
    source: str
    data_model: str
    seconds: float


class _Compiled:
    """A run and the program as an object file."""

    def __init__(self, run: _Run, compiler: Compiler, headers: Mapping[str, str]) -> None:
        self.run = run
        self.compiler = compiler
        self.loose = _loose(run.trace, run.matters)
        included = _include(headers, compiler.folder / "include") if headers else ()
        self.program = compiler.program(run.program, (*included, ZERO))
        surroundings = compiler.surroundings(self.program)
        # An error function that the program defines is seen when it is entered.
        self.instrumented = (INSTRUMENTED,) if surroundings.errors else ()
        self.options = (*included, *self.instrumented)
        if surroundings.errors:
            self._compile(ZERO)
        self.plan = plan(run.model, run.trace, run.matters, run.source, surroundings)

    def _compile(self, *options: str) -> None:
        self.program = self.compiler.program(self.run.program, (*self.options, *options))
        self.compiler.surroundings(self.program)

    def confirm(self, interpret: Interpreter, name: str) -> tuple[str, str]:
        """A sentence, and the harness called ``name`` that it speaks of."""
        first: Execution | None = None
        for attempt in self._attempts():
            execution = self._execute(attempt)
            if execution.ending is Ending.REACHED:
                return COMPILED.format(compiler=Path(self.compiler.command).name), self._text(attempt, name)
            first = first or execution
            if self.compiler.deadline.passed:
                break
        assert first is not None
        self._refuse_undefined(first)
        reason = self._excuse()
        if reason:
            interpret(self.run.model, self.run.trace)
            return INTERPRETED.format(reason=reason), self._text(Attempt(self.plan), name)
        if first.ending is Ending.LATE:
            raise SolverFailure(f"the compiled program did not reach the error call within {self.run.seconds:g} s")
        raise UnsoundVerdict(f"the compiled program does not reach the error call: {first.ending}")

    def _excuse(self) -> str:
        """Why an execution need not follow the run; nothing if it must."""
        if self.loose:
            names = ", ".join(dict.fromkeys(_spoken(symbol) for symbol in self.loose))
            return f"the run depends on values that a harness cannot hand over: {names}"
        hidden = ", ".join(unrecorded(self.run.model, self.run.trace))
        return f"the model does not show every call of {hidden}" if hidden else ""

    def _refuse_undefined(self, execution: Execution) -> None:
        """Refuse runs with undefined behaviour."""
        for symbol in self.loose:
            reason = UNDEFINED.get(symbol.name.rpartition("#")[0])
            if reason is not None:
                raise UndefinedValue(f"the run depends on undefined behaviour: {reason}")
        if execution.ending is Ending.CRASHED:
            name = Signals(execution.signal).name
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

    def _execute(self, attempt: Attempt) -> Execution:
        run = self.compiler.link(harness_text(attempt.plan), self.program, attempt.options)
        return self.compiler.execute(run, self.run.seconds)

    def _text(self, attempt: Attempt, name: str) -> str:
        """The harness of an attempt, with what a person types to compile it."""
        zero = () if attempt.stack else (ZERO,)
        options = (*self.instrumented, *zero, *attempt.options)
        return harness_text(attempt.plan, commands(self.run.program, self.run.data_model, name, options))


def _include(headers: Mapping[str, str], folder: Path) -> tuple[str, ...]:
    """Options that make the compiler take these headers and no others."""
    folder.mkdir()
    for name, text in headers.items():
        (folder / Path(name).name).write_text(text)
    return "-nostdinc", "-isystem", str(folder)


def _repeated(value: int, width: int) -> int:
    """64 bits in which a value of ``width`` bits is repeated."""
    width = width if 0 < width < 64 else 64 if value >> 32 else 32
    return sum((value % (1 << width)) << shift for shift in range(0, 64, width))


def _loose(trace: Trace, matters: Influence) -> dict[Term, int]:
    """The inputs that mattered and are not results of functions, with the first value of each."""
    found: dict[Term, int] = {}
    for chosen, inputs in zip(matters.inputs, trace.inputs, strict=True):
        for symbol, index in sorted(chosen, key=_order):
            if function_of(symbol) is None and symbol not in found:
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

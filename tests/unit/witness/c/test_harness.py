"""Harnesses: compiled with the unchanged program, what a run recorded leads to the error call; nothing else does."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.core.errors import Position, SolverFailure, UndefinedValue, UnsoundVerdict
from assay.core.evidence import Trace
from assay.core.model import Edge, Location, Model
from assay.core.slicing.influence import influence
from assay.core.terms import TRUE, Term, variable
from assay.core.terms.bitvectors import bv_sub
from assay.core.terms.evaluate import Value
from assay.core.terms.sorts import BOOL, bitvector
from assay.frontends.c import UNREACH_CALL, read_c
from assay.frontends.c.library.sources import texts
from assay.frontends.c.text.headers import HEADERS
from assay.frontends.c.translate.encoding import BitPrecise, Encoding
from assay.frontends.c.translate.unbounded import Unbounded
from assay.witness.c.execution.compiler import WIDTHS, Compiler
from assay.witness.c.execution.harness import harness_text
from assay.witness.c.execution.interpreter import follow
from assay.witness.c.execution.outcome import Confirmed, Contradicted, Interpreted
from assay.witness.c.execution.plan import calls, function_of, line_reversed, plan
from assay.witness.c.execution.run import confirm_run
from assay.witness.c.execution.runtime import PROVIDED
from assay.witness.c.sandbox.execution import Ending, Execution
from assay.witness.c.sandbox.isolation import Permission, Refused
from assay.witness.c.sandbox.kernel import REACHED
from c_violations import ERROR, NONDET, VIOLATIONS, Violation
from clocks import PATIENCE
from unchecked import found

CC = shutil.which("cc")
needs_compiler = pytest.mark.skipif(CC is None, reason="no C compiler is installed")
REACHED_BY_CC = re.compile(
    r"compiled with cc and executed (in isolation \(.*\)|without isolation): the error call is reached"
    r"( \(where .* may return anything\))?"
)


def violated(
    folder: Path, program: str, data_model: str = "ILP32", encoding: Callable[[], Encoding] = BitPrecise
) -> tuple[Model, Trace, Path]:
    """A program as a file, and a run of it that reaches the error call."""
    file = folder / "program.c"
    file.write_text(program)
    model = read_c(file, data_model, encoding=encoding, procedures=False)
    goal = next(prop for prop in model.properties if prop.name == UNREACH_CALL)
    trace = found(model, goal)
    assert isinstance(trace, Trace), trace
    return model, trace, file


def confirm(
    model: Model, trace: Trace, program: Path, *, compiler: str = "cc", keep: Path | None = None
) -> Confirmed | Interpreted | Contradicted:
    return confirm_run(
        model,
        trace,
        program,
        model.origin.data_model,
        headers=HEADERS,
        models=texts(),
        compiler=compiler,
        keep=keep,
        seconds=PATIENCE,
        permission=Permission.ALWAYS,
    )


def sentence(model: Model, trace: Trace, program: Path, *, keep: Path | None = None) -> str:
    """How the run was confirmed."""
    outcome = confirm(model, trace, program, keep=keep)
    assert isinstance(outcome, Confirmed | Interpreted), outcome
    return outcome.sentence


@needs_compiler
@pytest.mark.parametrize(("data_model", "encoding"), [("ILP32", Unbounded), ("LP64", BitPrecise)])
@pytest.mark.parametrize("violation", VIOLATIONS, ids=lambda v: v.name)
def test_the_compiled_program_reaches_the_error(
    violation: Violation, data_model: str, encoding: Callable[[], Encoding], tmp_path: Path
) -> None:
    model, trace, program = violated(tmp_path, violation.program, data_model, encoding)
    assert REACHED_BY_CC.fullmatch(sentence(model, trace, program))
    assert follow(model, trace).steps == len(trace.edges)


def changed(trace: Trace) -> Trace:
    """The run with other results of functions."""

    def other(symbol: Term, value: Value) -> Value:
        if function_of(symbol) is None:
            return value
        assert isinstance(value, int)
        return not value if symbol.sort is BOOL else value ^ 1

    inputs = [{symbol: other(symbol, value) for symbol, value in chosen.items()} for chosen in trace.inputs]
    return replace(trace, inputs=tuple(inputs))


@needs_compiler
@pytest.mark.parametrize("violation", [v for v in VIOLATIONS if v.values], ids=lambda v: v.name)
def test_other_values_do_not_reach_the_error(violation: Violation, tmp_path: Path) -> None:
    model, trace, program = violated(tmp_path, violation.program)
    assert REACHED_BY_CC.fullmatch(sentence(model, trace, program))
    outcome = confirm(model, changed(trace), program)
    assert isinstance(outcome, Contradicted)
    assert re.search("ends without the error call, with code 0|an assumption does not hold", outcome.reason)


# -- where the compiler cannot help ------------------------------------------------------------------------------------

SIMPLE = NONDET + "int main(void) { if (__VERIFIER_nondet_int() == 5) __VERIFIER_error(); }"


def test_without_a_compiler_the_interpreter_executes_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, trace, program = violated(tmp_path, SIMPLE)
    monkeypatch.setenv("PATH", str(tmp_path))
    words = sentence(model, trace, program, keep=tmp_path / "kept.c")
    assert words.startswith("executed by the interpreter of the model") and "no C compiler was found" in words
    assert "__VERIFIER_nondet_int" in (tmp_path / "kept.c").read_text()


def test_without_a_compiler_a_wrong_run_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, trace, program = violated(tmp_path, SIMPLE)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnsoundVerdict, match="the interpreter"):
        confirm(model, changed(trace), program)


def test_the_interpreter_refuses_a_run_that_stops_early(tmp_path: Path) -> None:
    model, trace, _ = violated(tmp_path, SIMPLE)
    early = Trace(trace.states[:-1], trace.edges[:-1], trace.inputs[:-1])
    with pytest.raises(UnsoundVerdict, match="no error"):
        follow(model, early)


def test_the_interpreter_computes_every_value_anew(tmp_path: Path) -> None:
    text = NONDET + "int main(void) { int x = __VERIFIER_nondet_int(), y = 2 * x; if (x == 5) __VERIFIER_error(); }"
    model, trace, _ = violated(tmp_path, text)
    wrong = [{v: 11 if v.name == "main::y" and value == 10 else value for v, value in s.items()} for s in trace.states]
    assert wrong != list(trace.states)
    with pytest.raises(UnsoundVerdict, match="y = 10, not 11"):
        follow(model, replace(trace, states=tuple(wrong)))


@needs_compiler
def test_a_program_that_the_compiler_rejects_is_interpreted(tmp_path: Path) -> None:
    model, trace, program = violated(tmp_path, SIMPLE)
    program.write_text(SIMPLE + "\nint broken(")
    words = sentence(model, trace, program)
    assert words.startswith("executed by the interpreter") and "not compiled: cc says: " in words


@needs_compiler
def test_a_machine_that_cannot_execute_the_program_refutes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, trace, program = violated(tmp_path, SIMPLE)
    link = Compiler.link

    def broken(self: Compiler, *arguments: Any) -> Path:
        target = link(self, *arguments)
        target.write_bytes(b"nothing that a kernel knows")
        return target

    monkeypatch.setattr(Compiler, "link", broken)
    assert "not executed: Exec format error" in sentence(model, trace, program)


@needs_compiler
def test_a_machine_that_does_not_execute_our_own_program_refutes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not a word of the harness was heard, neither of the program nor of one that can do nothing but report."""
    model, trace, program = violated(tmp_path, SIMPLE)
    silent = Execution(Ending.CRASHED, -4)
    monkeypatch.setattr("assay.witness.c.execution.run.execute_once", lambda *arguments: silent)
    assert "not executed: this machine does not execute compiled programs" in sentence(model, trace, program)


@needs_compiler
def test_without_isolation_the_interpreter_executes_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, trace, program = violated(tmp_path, SIMPLE)
    monkeypatch.setattr("assay.witness.c.execution.run.execute_once", lambda *arguments: Refused("no isolation"))
    assert sentence(model, trace, program).endswith("(not executed: no isolation)")


@needs_compiler
@pytest.mark.parametrize("text", ['__asm__("nop");', '#define GLUE(a, b) a##b\nvoid f(void) { GLUE(as, m)(""); }'])
def test_a_program_with_assembly_is_interpreted(text: str, tmp_path: Path) -> None:
    model, trace, program = violated(tmp_path, SIMPLE)
    program.write_text(f"{text}\n{SIMPLE}")
    assert re.search(r"not compiled: programs that contain '_*asm_*' are not executed", sentence(model, trace, program))


@needs_compiler
def test_values_that_no_harness_hands_over_are_named(tmp_path: Path) -> None:
    text = ERROR + "int main(void) { int first, second; if (first == 3 && second == 4) __VERIFIER_error(); }"
    kept = tmp_path / "kept.c"
    outcome = confirm(*violated(tmp_path, text), keep=kept)
    assert isinstance(outcome, Contradicted)
    assert outcome.reason.endswith("cannot hand over: first of main, second of main")
    assert "__VERIFIER_error" in kept.read_text()


@needs_compiler
def test_calls_whose_results_cancel_out_are_named(tmp_path: Path) -> None:
    nondet = "__VERIFIER_nondet_uint()"
    text = ERROR + (
        f"extern unsigned {nondet};\nint main(void) {{\n  unsigned x = 0;\n  if ({nondet} >= 0) x = {nondet};\n"
        "  if (x == 5) __VERIFIER_error();\n}"
    )
    outcome = confirm(*violated(tmp_path, text))
    assert isinstance(outcome, Contradicted)
    assert outcome.reason.endswith("the model does not show every call of __VERIFIER_nondet_uint")


@needs_compiler
def test_a_run_that_needs_another_message_is_not_confirmed(tmp_path: Path) -> None:
    text = ERROR + "#include <string.h>\nint main(void) { if (!strerror(2)[1]) __VERIFIER_error(); }"
    assert isinstance(confirm(*violated(tmp_path, text)), Contradicted)


@needs_compiler
def test_what_is_printed_and_not_looked_at_does_not_matter(tmp_path: Path) -> None:
    text = NONDET + (
        "#include <stdarg.h>\n#include <stdio.h>\n#include <string.h>\nstatic void say(const char *format, ...) {\n"
        "  char line[4];\n  va_list list;\n  va_start(list, format);\n  vsnprintf(line, 4, format, list);\n"
        '  va_end(list);\n  puts(line[0] ? line : "nothing");\n}\n'
        'int main(void) { say("%d %s", 7, strerror(2)); if (__VERIFIER_nondet_int() == 7) __VERIFIER_error(); }'
    )
    assert sentence(*violated(tmp_path, text)).endswith("is reached (where puts may return anything)")


@needs_compiler
def test_a_library_function_without_a_body_is_named(tmp_path: Path) -> None:
    text = ERROR + "#include <stdlib.h>\nint main(void) { if (rand() == 77) __VERIFIER_error(); }"
    assert sentence(*violated(tmp_path, text)).endswith("is reached (where rand may return anything)")


@needs_compiler
@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("int main(void) { int *p = 0; *p = 1; __VERIFIER_error(); }", "SIGSEGV"),
        ("extern int f(void);\nint main(void) { int x = f(); int y = 5 / x; if (!x) __VERIFIER_error(); }", "SIGFPE"),
        ("int main(void) { void (*f)(void) = (void (*)(void))5; f(); __VERIFIER_error(); }", "SIGSEGV"),
    ],
    ids=["null", "division", "no function"],
)
def test_undefined_behaviour_confirms_nothing(program: str, why: str, tmp_path: Path) -> None:
    """Such a run is one of the model, but not one that a compiled program has to have."""
    found = violated(tmp_path, ERROR + program)
    with pytest.raises(UndefinedValue, match=why):
        confirm(*found)


@needs_compiler
def test_an_execution_that_does_not_end_is_no_verdict(tmp_path: Path) -> None:
    text = (
        NONDET + "int main(void) { int x = __VERIFIER_nondet_int(); while (x == 4); if (x == 5) __VERIFIER_error(); }"
    )
    model, trace, program = violated(tmp_path, text)
    with pytest.raises(SolverFailure, match="within 1 s"):
        confirm_run(model, changed(trace), program, "ILP32", seconds=1, patience=PATIENCE, permission=Permission.ALWAYS)


# -- the file ----------------------------------------------------------------------------------------------------------


def has_headers(data_model: str, folder: Path) -> bool:
    """Can programs include what the C library declares?"""
    probe = folder / "probe.c"
    probe.write_text("#include <stdlib.h>\n")
    return subprocess.run(["cc", WIDTHS[data_model], "-fsyntax-only", probe], capture_output=True).returncode == 0


@needs_compiler
@pytest.mark.parametrize("data_model", ["ILP32", "LP64"])
@pytest.mark.parametrize(
    "violation",
    [v for v in VIOLATIONS if v.name in ("calls in a loop", "reach_error that does nothing", "a list on the heap")],
    ids=lambda v: v.name,
)
def test_the_kept_harness_says_how_to_compile_it(violation: Violation, data_model: str, tmp_path: Path) -> None:
    model, trace, program = violated(tmp_path, violation.program, data_model)
    kept = tmp_path / "kept.c"
    assert REACHED_BY_CC.fullmatch(sentence(model, trace, program, keep=kept))
    command = re.search(r"^ +(cc .*)$", kept.read_text(), re.MULTILINE)
    assert command is not None
    if "#include" in violation.program and not has_headers(data_model, tmp_path):
        pytest.skip("the system has no headers of this data model")
    done = subprocess.run(command[1], shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    run = subprocess.run([tmp_path / "run"], capture_output=True, text=True, check=False)
    assert run.returncode == REACHED and run.stderr == "assay: the error call is reached\n"


@needs_compiler
def test_functions_of_the_compiler_itself_are_not_replaced(tmp_path: Path) -> None:
    """Where the machine has no instruction for it, the compiler calls a function of its own."""
    model, trace, program = violated(tmp_path, SIMPLE, "LP64")
    wide = "__extension__ typedef __int128 wide;\nwide f(void) { volatile wide x = 77; return x / 7; }\n"
    program.write_text(wide + SIMPLE.replace("== 5", "== 5 && f() == 11"))
    kept = tmp_path / "kept.c"
    assert REACHED_BY_CC.fullmatch(sentence(model, trace, program, keep=kept))
    assert "-lgcc" in kept.read_text() and "__divti3" not in kept.read_text()


@needs_compiler
def test_a_harness_also_works_with_a_c_library(tmp_path: Path) -> None:
    """For machines on which the support code is not known."""
    model, trace, program = violated(tmp_path, SIMPLE, "LP64")
    kept = tmp_path / "kept.c"
    kept.write_text(harness_text(plan(model, trace, influence(trace))))
    done = subprocess.run(["cc", "-w", program, kept, "-o", tmp_path / "run"], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert subprocess.run([tmp_path / "run"], capture_output=True, check=False).returncode == REACHED


@needs_compiler
def test_the_program_cannot_touch_the_machine(tmp_path: Path) -> None:
    """Nothing of the C library is there to be called."""
    text = ERROR + 'extern int remove(const char *);\nint main(void) { remove("%s"); __VERIFIER_error(); }'
    mark = tmp_path / "kept"
    mark.touch()
    assert "the error call is reached" in sentence(*violated(tmp_path, text % mark))
    assert mark.exists()


def test_the_support_code_defines_what_it_says() -> None:
    assert {"malloc", "__VERIFIER_assume", "__assert_fail", "__udivdi3", "strcmp", "main"} <= PROVIDED
    assert not {"assay_end", "printf", "__VERIFIER_nondet_int"} & PROVIDED


def test_calls_of_one_step_are_in_the_order_of_their_numbers() -> None:
    """Terms are shared: an input of an earlier program may be older than one with a lower number."""
    late, early = (variable(f"f()#{number}", bitvector(32)) for number in (12, 3))
    start, end = Location("main:1"), Location("main:2", (variable("x", bitvector(32)),))
    edge = Edge("e", start, end, TRUE, {end.variables[0]: bv_sub(late, early)}, Position("p.c", 7, 1))
    assert edge.inputs == (late, early)
    trace = Trace(({}, {end.variables[0]: 1}), (edge,), ({late: 6, early: 5},))
    recorded = calls(Model(start, (edge,)), trace, influence(trace))
    assert [(call.function, call.value, call.line) for call in recorded] == [("f", 5, 7), ("f", 6, 7)]


def test_calls_are_recorded_in_order(tmp_path: Path) -> None:
    text = NONDET + (
        "int main(void) {\n  int a = __VERIFIER_nondet_int() + 10 * __VERIFIER_nondet_int();\n"
        "  int b = __VERIFIER_nondet_int();\n  if (a == 43 && b == 9) __VERIFIER_error();\n}"
    )
    model, trace, _ = violated(tmp_path, text)
    recorded = calls(model, trace, influence(trace))
    first, second, third = recorded
    assert (first.value + 10 * second.value) % (1 << 32) == 43 and third.value == 9
    assert [call.line for call in recorded] == [4, 4, 5]
    assert line_reversed(recorded) == (second, first, third)

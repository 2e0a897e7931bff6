"""Violations of each kind of error: confirmed by a report of this kind at this line, and by nothing else."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from assay.checking import check
from assay.core.errors import InputError, Position, UnsoundVerdict
from assay.core.evidence import Trace
from assay.core.model import Model, Safety
from assay.core.verdict import Holds, Violated
from assay.engines.config import Config
from assay.frontends.c import read_c
from assay.frontends.c.checks import checks_of
from assay.frontends.c.text.headers import HEADERS
from assay.witness.c.execution.outcome import Confirmed, Contradicted, Interpreted
from assay.witness.c.execution.run import confirm_run
from assay.witness.c.monitor.arrival import beginnings
from assay.witness.c.sandbox.isolation import Permission
from assay.witness.c.sandbox.kernel import REPORTED
from clocks import PATIENCE
from unchecked import found

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")

WRAPS = """extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 7) {
    x = x + 4294967000u;
  }
  return 0;
}
"""
PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int less(int x) {
  return x - 100;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = less(x);
  if (y == 7) return x / (y - 7);
  if (y == 8) return 1 << y * 4;
  if (y == 9) reach_error();
  return 0;
}
"""
CHECKS = "overflow,division,shift,assert"


def violated(
    folder: Path, name: str, text: str = PROGRAM, checks: str = CHECKS, data_model: str = "LP64"
) -> tuple[Model, Safety, Trace]:
    """A run of the program that makes the error of this name."""
    program = folder / "program.c"
    program.write_text(text)
    model = read_c(program, data_model, checks=checks_of(checks))
    goal = next(prop for prop in model.properties if prop.name == name)
    trace = found(model, goal)
    assert isinstance(trace, Trace), trace
    return model, goal, trace


def confirm(
    model: Model,
    goal: Safety,
    trace: Trace,
    *,
    compiler: str = "cc",
    permission: Permission = Permission.ALWAYS,
    keep: Path | None = None,
) -> Confirmed | Interpreted | Contradicted:
    return confirm_run(
        model,
        trace,
        Path(model.origin.file),
        model.origin.data_model,
        goal=goal,
        headers=HEADERS,
        compiler=compiler,
        keep=keep,
        seconds=PATIENCE,
        permission=permission,
    )


FOUND = {
    "overflow program.c:4": "signed-integer-overflow at program.c:4: -",
    "division program.c:9": "division-by-zero at program.c:9: 107 is divided by 0",
    "shift program.c:10": "shift-exponent at program.c:10: 1 is shifted by 32, and int has 32 bits",
    "error call program.c:11": "the error call is reached at program.c:11",
}


@needs_compiler
@pytest.mark.parametrize("name", FOUND)
def test_the_same_kind_of_error_at_the_same_line(name: str, tmp_path: Path) -> None:
    model, goal, trace = violated(tmp_path, name)
    outcome = confirm(model, goal, trace)
    assert isinstance(outcome, Confirmed)
    assert outcome.sentence.startswith("compiled with cc") and FOUND[name] in outcome.sentence


@needs_compiler
@pytest.mark.parametrize("data_model", ["LP64", "ILP32"])
def test_a_call_through_null(data_model: str, tmp_path: Path) -> None:
    text = """extern unsigned __VERIFIER_nondet_uint(void);
int add(int a, int b) { return a + b; }
int main(void) {
  int (*f)(int, int) = __VERIFIER_nondet_uint() == 7 ? 0 : add;
  return f(1, 2);
}
"""
    model, goal, trace = violated(tmp_path, "dereference program.c:5", text, "memory", data_model)
    outcome = confirm(model, goal, trace)
    assert isinstance(outcome, Confirmed)
    assert outcome.sentence.endswith("null-pointer at program.c:5: calls a function through a null pointer")


@needs_compiler
@pytest.mark.parametrize("name", FOUND)
def test_another_line_is_not_the_error(name: str, tmp_path: Path) -> None:
    model, goal, trace = violated(tmp_path, name)
    assert goal.where is not None
    outcome = confirm(model, replace(goal, where=replace(goal.where, line=8)), trace)
    assert isinstance(outcome, Contradicted)
    assert "the compiled program does something else: it reports" in outcome.reason


@needs_compiler
def test_another_kind_is_not_the_error(tmp_path: Path) -> None:
    model, goal, trace = violated(tmp_path, "shift program.c:10")
    outcome = confirm(model, replace(goal, kind="division"), trace)
    assert isinstance(outcome, Contradicted) and "it ends without the error call" in outcome.reason
    other = replace(goal, where=Position(str(tmp_path / "other.c"), 10))
    assert isinstance(confirm(model, other, trace), Contradicted)


@needs_compiler
@pytest.mark.parametrize("data_model", ["LP64", "ILP32"])
def test_what_the_compiler_does_not_check_is_at_least_arrived_at(data_model: str, tmp_path: Path) -> None:
    model, goal, trace = violated(tmp_path, "unsigned wrap program.c:5", WRAPS, "wrap", data_model)
    outcome = confirm(model, goal, trace)
    assert isinstance(outcome, Interpreted)
    if outcome.sentence.startswith("compiled"):
        assert outcome.sentence.endswith(
            "the line is reached, where the interpreter of the model finds unsigned wrap at program.c:5"
        )
    assert goal.where is not None
    elsewhere = confirm(model, replace(goal, where=replace(goal.where, line=1)), trace)
    assert isinstance(elsewhere, Contradicted if outcome.sentence.startswith("compiled") else Interpreted)


def test_the_beginnings_of_a_line_are_those_of_its_file() -> None:
    table = """CU: /a/b.c:
File name    Line number    Starting address    View    Stmt
b.c                    9            0x401136               x
b.c                    9            0x40114a       1
c.c                    9            0x401150               x
b.c                   19            0x401152               x
b.c                    -            0x401159
"""
    assert beginnings(table, Position("/x/b.c", 9)) == (0x401136, 0x40114A)
    assert beginnings(table, Position("/x/b.c", 7)) == ()


def test_without_a_compiler_the_interpreter_says_which_error_it_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, goal, trace = violated(tmp_path, "division program.c:9")
    monkeypatch.setenv("PATH", str(tmp_path))
    outcome = confirm(model, goal, trace)
    assert outcome == Interpreted(
        "executed by the interpreter of the model: division at program.c:9 (not compiled: no C compiler was found)"
    )
    elsewhere = next(prop for prop in model.properties if prop.kind == "shift")
    with pytest.raises(UnsoundVerdict, match="ends elsewhere"):
        confirm(model, elsewhere, trace)


def test_nothing_is_executed_if_nobody_wants_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, goal, trace = violated(tmp_path, "overflow program.c:4")
    monkeypatch.setattr(subprocess, "run", None)
    outcome = confirm(model, goal, trace, permission=Permission.NEVER)
    assert isinstance(outcome, Interpreted)
    assert outcome.sentence == (
        "executed by the interpreter of the model: overflow at program.c:4 (not executed: --no-execute)"
    )


@needs_compiler
def test_the_kept_harness_says_how_to_see_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, goal, trace = violated(tmp_path, "overflow program.c:4")
    kept = tmp_path / "harness.c"
    assert isinstance(confirm(model, goal, trace, keep=kept), Confirmed)
    lines = kept.read_text().split("*/")[0].splitlines()
    commands = [line.strip() for line in lines if line.strip().startswith(("cc ", "./run"))]
    monkeypatch.chdir(tmp_path)
    *compiled, run = commands
    for command in compiled:
        assert subprocess.run(command, shell=True, check=False).returncode == 0
    shown = subprocess.run(run, shell=True, capture_output=True, text=True, check=False)
    assert shown.stdout == f"{REPORTED}\n"
    assert "signed-integer-overflow at " in shown.stderr and "program.c:4:" in shown.stderr


def test_without_executions_the_evidence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "program.c"
    program.write_text("int f(void);\nint main(void) {\nint x = f();\nreturn x > 3 ? 6 / x : 7 / x;\n}\n")
    monkeypatch.setattr("assay.witness.c.execution.compiler.Compiler._run", None)
    monkeypatch.setattr("assay.witness.c.sandbox.isolation._launched", None)
    model = read_c(program, "LP64", checks=checks_of("division"))
    results = list(check(model, config=Config(seconds=PATIENCE, no_execute=True)))
    holds, violated_ = (result.evidence for result in results)
    assert holds.endswith("; nothing was executed")
    assert violated_ == "executed by the interpreter of the model: division at program.c:4 (not executed: --no-execute)"
    with pytest.raises(InputError, match="exclude each other"):
        Config(execute=True, no_execute=True)


@needs_compiler
def test_models_of_formats_are_compiled_with_every_monitor(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(
        "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n"
        '  int x = 1;\n  char *text = malloc(8);\n  snprintf(text, 8, "%d", 12);\n'
        '  if (sscanf(text, "%d", &x) == 1) assert(x != 12);\n  return 7 / x;\n}\n'
    )
    model = read_c(program, "LP64", checks=checks_of("assert,memory,division"))
    wrong = next(prop for prop in model.properties if prop.kind == "assertion")
    (result,) = check(model, property=wrong, config=Config(seconds=PATIENCE))
    assert result.evidence.startswith("compiled with"), result


ABSOLUTE = (
    "#include <stdlib.h>\nextern long long __VERIFIER_nondet_longlong(void);\nint main(void) {\n"
    "long long all = __VERIFIER_nondet_longlong();\nint x = abs(all);\nlong y = labs(all);\nllabs(all);\n"
    "return __builtin_abs(all);\n}\n"
)


@needs_compiler
@pytest.mark.parametrize(("line", "data_model"), [(5, "LP64"), (6, "LP64"), (6, "ILP32"), (7, "ILP32"), (8, "LP64")])
def test_an_absolute_value_that_does_not_fit_is_reported_where_it_is_asked_for(
    line: int, data_model: str, tmp_path: Path
) -> None:
    text = "\n".join(
        "" if number in {5, 6, 7, 8} - {line} else words for number, words in enumerate(ABSOLUTE.split("\n"), 1)
    )
    model, goal, trace = violated(tmp_path, f"overflow program.c:{line}", text, "overflow", data_model)
    outcome = confirm(model, goal, trace)
    assert isinstance(outcome, Confirmed), outcome
    assert f"signed-integer-overflow at program.c:{line}: " in outcome.sentence
    assert isinstance(confirm(model, replace(goal, where=Position("program.c", 3)), trace), Contradicted)


@needs_compiler
def test_an_absolute_value_that_does_not_fit_ends_a_random_execution(tmp_path: Path) -> None:
    """Behind it nothing is said of the program, and so nothing that comes there speaks against a proof."""
    program = tmp_path / "program.c"
    program.write_text("#include <stdlib.h>\nint main(void) {\nint x = -2147483647 - 1;\nabs(x);\nreturn -x;\n}\n")
    results = check(
        read_c(program, "LP64", checks=checks_of("overflow")), config=Config(seconds=PATIENCE, execute=True)
    )
    first, behind = sorted(results, key=lambda result: result.property)
    assert isinstance(first.verdict, Violated), first
    assert isinstance(behind.verdict, Holds), behind

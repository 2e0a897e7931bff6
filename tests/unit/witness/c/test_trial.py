"""Programs on random inputs: an execution that reaches the error call contradicts a proof; nothing else does."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from assay.checking import check
from assay.core.budget import Deadline
from assay.core.c_source import Scalar
from assay.core.verdict import Holds, Unknown, Violated
from assay.engines.config import Config
from assay.frontends.c import read_c
from assay.frontends.c.checks import Kind
from assay.frontends.c.text.headers import HEADERS
from assay.witness.c.execution import trial
from assay.witness.c.execution.draws import TOLD, Draws
from assay.witness.c.execution.plan import Surroundings
from assay.witness.c.execution.trial import RUNS, Agreed, Disagreed, Untried, try_out
from assay.witness.c.sandbox.isolation import Limits, Permission
from clocks import PATIENCE, patient

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
DECLARED = (
    "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
    "extern _Bool __VERIFIER_nondet_bool(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
    "extern void __VERIFIER_assume(int);\n#include <stdlib.h>\n"
)
TYPES = {
    "__VERIFIER_nondet_bool": Scalar(8, signed=False, boolean=True),
    "__VERIFIER_nondet_uchar": Scalar(8, signed=False),
}


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine must not make a difference."""
    monkeypatch.setattr(trial, "MOST_SECONDS", PATIENCE)
    monkeypatch.setattr(trial, "LIMITS", Limits(cpu=0.3, wall=PATIENCE))


def tried(folder: Path, body: str, data_model: str = "LP64", seconds: float = PATIENCE) -> Agreed | Disagreed | Untried:
    """What executions say of a program with this body of main."""
    program = folder / "program.c"
    program.write_text(f"{DECLARED}int main(void) {{ {body} return 0; }}\n")
    outcome = try_out(program, data_model, HEADERS, Deadline.after(seconds), types=TYPES, permission=Permission.ALWAYS)
    if isinstance(outcome, Untried) and ("Exec format" in outcome.reason or "cc says" in outcome.reason):
        pytest.skip(f"this machine does not do it: {outcome.reason}")
    return outcome


@needs_compiler
@pytest.mark.parametrize("data_model", ["ILP32", "LP64"])
@pytest.mark.parametrize(
    ("body", "inputs"),
    [
        ("reach_error();", ""),
        ("if (!__VERIFIER_nondet_int()) reach_error();", "__VERIFIER_nondet_int() = 0"),
        (
            "if (__VERIFIER_nondet_bool() && __VERIFIER_nondet_int() == 1) reach_error();",
            "__VERIFIER_nondet_bool() = 1, __VERIFIER_nondet_int() = 1",
        ),
    ],
    ids=["always", "zeros", "ones"],
)
def test_an_execution_that_reaches_the_error_names_its_inputs(
    body: str, inputs: str, data_model: str, tmp_path: Path
) -> None:
    assert tried(tmp_path, body, data_model) == Disagreed(inputs)


@needs_compiler
@pytest.mark.parametrize("data_model", ["ILP32", "LP64"])
@pytest.mark.parametrize(
    "body",
    [
        "",
        "for (int i = 0; i < 500; i++) { if (__VERIFIER_nondet_bool() > 1) reach_error();"
        " unsigned x = __VERIFIER_nondet_uchar(); if (x > 255) reach_error(); }",
        "__VERIFIER_assume(__VERIFIER_nondet_int() == 123456); reach_error();",
        "exit(97); reach_error();",
        "char *p = malloc(100); if (!p) reach_error(); free(p);",
    ],
    ids=["nothing", "types", "assumption", "exit", "memory"],
)
def test_executions_that_do_not_reach_it_agree(body: str, data_model: str, tmp_path: Path) -> None:
    assert tried(tmp_path, body, data_model) == Agreed(RUNS)


@needs_compiler
@pytest.mark.parametrize(
    "condition", ["x > 1000000000", "x < -1000000000", "x == 2147483647", "x == -2147483647 - 1", "x > 8 && x < 100000"]
)
def test_small_extreme_and_other_values_are_drawn(condition: str, tmp_path: Path) -> None:
    body = f"for (int i = 0; i < 300; i++) {{ int x = __VERIFIER_nondet_int(); if ({condition}) reach_error(); }}"
    outcome = tried(tmp_path, body)
    assert isinstance(outcome, Disagreed) and outcome.inputs.startswith("__VERIFIER_nondet_int() = ")
    assert tried(tmp_path, body) == outcome


@needs_compiler
@pytest.mark.parametrize("body", ["for (;;);", "abort();", "*(volatile int *)0 = 1;"], ids=["loop", "abort", "crash"])
def test_executions_that_do_not_end_by_themselves_say_nothing(body: str, tmp_path: Path) -> None:
    assert tried(tmp_path, body) == Agreed(0)


@needs_compiler
def test_the_c_library_is_the_real_one(tmp_path: Path) -> None:
    """The library sets what is pointed to, and calls back at the end."""
    text = (
        "extern long strtol(const char *, char **, int);\nextern int atexit(void (*)(void));\n"
        "int main(void) { char *end = 0; strtol(\"12x\", &end, 10); if (end && *end == 'x') atexit(reach_error); }\n"
    )
    program = tmp_path / "program.c"
    program.write_text("extern void reach_error(void);\n" + text)
    outcome = try_out(program, "LP64", HEADERS, patient(), permission=Permission.ALWAYS)
    if isinstance(outcome, Untried):
        pytest.skip(outcome.reason)
    assert outcome == Disagreed("")


@needs_compiler
def test_an_error_function_of_the_program_itself_is_seen(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text("static void reach_error(void) {}\nint main(void) { reach_error(); }\n")
    outcome = try_out(program, "LP64", HEADERS, patient(), permission=Permission.ALWAYS)
    assert outcome == Disagreed("") or isinstance(outcome, Untried)


@needs_compiler
def test_what_cannot_be_executed_is_not_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tried(tmp_path, '__asm__("");') == Untried("programs that contain '__asm__' are not executed")
    assert tried(tmp_path, "", seconds=0) == Untried("there is no time left")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert tried(tmp_path, "") == Untried("no C compiler was found")


def test_what_was_drawn_is_told_as_the_types_say() -> None:
    draws = Draws.of(Surroundings(("f", "g", "malloc"), ("d",)), {"g": Scalar(8, signed=False)})
    assert draws.functions == ("f", "g") and draws.data == ("d",)
    pair = b"".join(number.to_bytes(8, "little") for number in (0, 2**64 - 1, 1, 200))
    assert draws.told(pair) == "f() = -1, g() = 200"
    assert draws.told(pair * (TOLD // 2)).endswith("g() = 200, ...")
    assert draws.told(b"") == ""


# -- verdicts ----------------------------------------------------------------------------------------------------------

HOLDS = DECLARED + "int main(void) { int x = __VERIFIER_nondet_int(); if (x != x) reach_error(); return 0; }\n"


def concluded(folder: Path, text: str, *, harness: Path | None = None) -> tuple[Holds | Violated | Unknown, str]:
    program = folder / "program.c"
    program.write_text(text)
    (result,) = check(read_c(program, "LP64"), config=Config(seconds=PATIENCE, execute=True), harness=harness)
    assert isinstance(result.verdict, Holds | Violated | Unknown)
    return result.verdict, result.evidence


@needs_compiler
def test_a_proof_tells_of_executions(tmp_path: Path) -> None:
    verdict, evidence = concluded(tmp_path, HOLDS)
    assert isinstance(verdict, Holds) and re.search(r"; \d+ random executions agree$", evidence)


def test_a_proof_without_executions_tells_of_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.witness.c.execution.trial.try_out", lambda *_, **__: Untried("no compiler"))
    verdict, evidence = concluded(tmp_path, HOLDS)
    assert isinstance(verdict, Holds) and "random" not in evidence


def test_a_proof_that_an_execution_contradicts_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def contradicted(*arguments: object, **_: object) -> Disagreed:
        asked.append(arguments)
        return Disagreed("f() = 3")

    monkeypatch.setattr("assay.witness.c.execution.trial.try_out", contradicted)
    verdict, evidence = concluded(tmp_path, HOLDS)
    assert isinstance(verdict, Unknown) and not evidence and len(asked) == 1
    assert "the compiled program reaches the error call on inputs f() = 3" in verdict.reason
    assert "bug of Assay" in verdict.hint


@needs_compiler
def test_a_run_that_an_execution_contradicts_is_no_verdict(tmp_path: Path) -> None:
    """No harness hands over two uninitialised variables with different values."""
    kept = tmp_path / "kept.c"
    body = "int first, second; if (first == 3 && second == 4) reach_error(); return 0;"
    verdict, evidence = concluded(tmp_path, f"{DECLARED}int main(void) {{ {body} }}\n", harness=kept)
    assert isinstance(verdict, Unknown) and not evidence
    assert "ends without the error call, with code 0" in verdict.reason and "first of main" in verdict.reason
    assert "bug of Assay" in verdict.hint
    assert "reach_error" in kept.read_text()


@needs_compiler
def test_a_leak_behind_a_long_chain_that_is_none_is_told_as_such(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(
        "#include <stdlib.h>\nstruct node { struct node *next; } *first;\nint main(void) {\n"
        "  for (int k = 0; k < 5; k++) {\n    struct node *x = malloc(sizeof *x);\n    if (!x) abort();\n"
        "    x->next = first;\n    first = x;\n  }\n  return 0;\n}\n"
    )
    model = read_c(program, "LP64", checks=frozenset((Kind.LEAK,)))
    (result,) = check(model, config=Config(engine="value", seconds=PATIENCE, execute=True))
    assert isinstance(result.verdict, Unknown) and "a long chain of pointers may lead to it" in result.verdict.hint

"""Proofs that exclude errors, put to the test: a monitored execution contradicts only by an error that is excluded."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from assay.checking import check
from assay.core.errors import Position
from assay.core.model import Safety
from assay.core.verdict import Holds, Unknown
from assay.engines.config import Config
from assay.frontends.c import read_c
from assay.frontends.c.checks import checks_of
from assay.frontends.c.text.headers import HEADERS
from assay.witness.c.execution import trial
from assay.witness.c.execution.trial import RUNS, Agreed, Disagreed, Untried, contradicts, try_out
from assay.witness.c.monitor.reports import Report
from assay.witness.c.sandbox.isolation import Limits, Permission
from c_errors import CLEAN, ERRORS, HEAD, STRINGS, Error
from clocks import PATIENCE, patient

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
KINDS = frozenset(error.kind for error in ERRORS)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine must not make a difference."""
    monkeypatch.setattr(trial, "MOST_SECONDS", PATIENCE)
    monkeypatch.setattr(trial, "LIMITS", Limits(cpu=0.3, wall=PATIENCE))


def tried(
    folder: Path, text: str, *excluded: tuple[str, int], kinds: frozenset[str] = KINDS
) -> Agreed | Disagreed | Untried:
    """What executions say of a proof that excludes errors of these kinds at these lines."""
    program = folder / "program.c"
    program.write_text(text)
    places = [(kind, Position(str(program), line)) for kind, line in excluded]
    outcome = try_out(program, "LP64", HEADERS, patient(), kinds=kinds, excluded=places, permission=Permission.ALWAYS)
    if isinstance(outcome, Untried) and ("unrecognized" in outcome.reason or "only Linux on x86" in outcome.reason):
        pytest.skip(f"this machine does not do it: {outcome.reason}")
    return outcome


# The first of each kind; what is lost is not tried.
FIRST = {error.kind: error for error in reversed(ERRORS) if error.kind not in ("leak", "cleanup")}.values()


@needs_compiler
@pytest.mark.parametrize("error", FIRST, ids=lambda error: error.kind)
def test_an_error_that_is_excluded_contradicts(error: Error, tmp_path: Path) -> None:
    outcome = tried(tmp_path, error.program, (error.kind, error.line))
    assert isinstance(outcome, Disagreed) and f"at program.c:{error.line}: " in outcome.report
    assert tried(tmp_path, error.program, (error.kind, error.line + 1)) == Agreed(0)


@needs_compiler
@pytest.mark.parametrize("name", CLEAN)
def test_what_is_right_agrees(name: str, tmp_path: Path) -> None:
    text = HEAD + STRINGS + CLEAN[name]
    everywhere = [(kind, line) for kind in KINDS for line in range(1, len(text.splitlines()) + 1)]
    assert tried(tmp_path, text, *everywhere) == Agreed(RUNS)


@needs_compiler
def test_what_prints_returns_what_a_library_may_return(tmp_path: Path) -> None:
    text = '#include <stdio.h>\nint main(void) {\nint x = puts("a");\nreturn 1 / (x < -1 ? 0 : 1);\n}\n'
    assert tried(tmp_path, text, ("division", 4), kinds=frozenset(("division",))) == Agreed(RUNS)


@needs_compiler
def test_what_comes_behind_the_first_error_contradicts_nothing(tmp_path: Path) -> None:
    text = "int main(void) {\nint x = 2147483647;\nx++;\nx = 5 / (x - x);\nreturn 0;\n}\n"
    both = frozenset(("overflow", "division"))
    assert tried(tmp_path, text, ("division", 4), kinds=both) == Agreed(0)
    assert isinstance(tried(tmp_path, text, ("division", 4), kinds=frozenset(("division",))), Disagreed)


P = Position("p.c", 3, 5)


def test_an_error_is_told_from_others_of_its_line_by_its_column() -> None:
    report = Report("signed-integer-overflow", P, "")
    mine, other = ("overflow", P), ("overflow", replace(P, column=9))
    division = ("division", replace(P, column=7))
    assert contradicts(report, [mine], [other]) and contradicts(report, [other, mine], [division])
    assert not contradicts(report, [other], [mine])
    assert contradicts(report, [other], [division]), "columns of macros differ"


def test_an_error_without_a_column_contradicts_no_more_than_it_must() -> None:
    report = Report("heap-use-after-free", replace(P, column=0), "")
    mine, other = ("dereference", P), ("dereference", replace(P, column=9))
    assert contradicts(report, [mine, other], [("free", P)])
    assert not contradicts(report, [mine], [other])
    assert not contradicts(report, [("dereference", replace(P, line=4))], [])


@needs_compiler
def test_with_the_machines_c_library_arithmetic_is_monitored(tmp_path: Path) -> None:
    text = (
        "extern long strtol(const char *, char **, int);\nextern int nobody_knows(void);\n"
        'int main(void) {\nlong x = strtol("12", 0, 10);\nif (nobody_knows() == 1)\n'
        "return 3 / (int)(x - 12);\nreturn 0;\n}\n"
    )
    outcome = tried(tmp_path, text, ("division", 6), kinds=frozenset(("division", "dereference")))
    if isinstance(outcome, Untried):
        pytest.skip(outcome.reason)
    assert outcome == Disagreed("nobody_knows() = 1", "division-by-zero at program.c:6: 3 is divided by 0")


def test_nothing_is_tried_if_nobody_wants_that(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text("int main(void) { return 0; }")
    outcome = try_out(program, "LP64", HEADERS, patient(), permission=Permission.NEVER)
    assert outcome == Untried("--no-execute")


@needs_compiler
def test_a_proof_that_a_report_contradicts_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The place of a property is moved to where the program does make the error."""
    program = tmp_path / "program.c"
    program.write_text(
        "int f(void);\nint main(void) {\nint x = f(), y = 0;\nif (x == 1) y = 4 / (x - 1);\n"
        "return x > 3 ? 6 / x : y;\n}\n"
    )
    model = read_c(program, "LP64", checks=checks_of("division"))
    names = {prop.name: prop for prop in model.properties}
    holds = names["division program.c:5"]
    outcomes = {result.property: result for result in check(model, config=Config(seconds=PATIENCE, execute=True))}
    assert isinstance(outcomes[holds.name].verdict, Holds)

    def elsewhere(_: object, goal: Safety) -> list[tuple[str, Position]]:
        assert goal.where is not None
        return [(goal.kind, Position(goal.where.file, 4))]

    monkeypatch.setattr("assay.checking.confirming._excluded", elsewhere)
    monkeypatch.setattr("assay.checking.confirming._left_open", lambda *_: [])
    outcomes = {result.property: result for result in check(model, config=Config(seconds=PATIENCE, execute=True))}
    verdict = outcomes[holds.name].verdict
    assert (
        isinstance(verdict, Unknown) and "reports division-by-zero at program.c:4: 4 is divided by 0" in verdict.reason
    )

"""A crash is learnt from: a run that does not crash is looked for, and counts only when it is confirmed like others."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from assay.checking import Result, check
from assay.checking.confirming import confirmed, is_undefined
from assay.core.budget import Deadline
from assay.core.events import ignore
from assay.core.evidence import NativeRun, Trace
from assay.core.model import Model, Safety
from assay.core.roles import Found, Paused, Stuck
from assay.core.verdict import Unknown, Violated
from assay.engines.catalogue import configured
from assay.engines.config import Config
from assay.frontends.c import Kind, read_c
from assay.native import defined_runs, replaying
from assay.native.defined_runs import NAME, DefinedRuns
from assay.native.replaying import carried_over
from assay.witness.check.replay import check_trace
from clocks import PATIENCE, over, patient

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
DECLARED = (
    "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nextern void *malloc(unsigned long);\n"
    "extern void __VERIFIER_assume(int);\nint x = 5;\n"
)
# The short way goes through null, and the long one does not.
TWO_WAYS = (
    "int *p = 0, i;\nif (__VERIFIER_nondet_int() == 7) {\n"
    "for (i = 0; i < 3; i++) x += __VERIFIER_nondet_int() > 3;\np = &x; }\nif (*p != 3) reach_error();"
)
ONE_WAY = "int *p = 0;\nif (__VERIFIER_nondet_int() == 7) p = &x;\nif (*p != 5) reach_error();"


def program(folder: Path, body: str, before: str = "", checks: Sequence[Kind] = ()) -> Model:
    file = folder / "program.c"
    file.write_text(f"{DECLARED}{before}int main(void) {{\n{body}\nreturn 0; }}\n")
    return read_c(file, "LP64", checks=frozenset(checks) or None)


def bounded() -> Config:
    return configured("bounded", seconds=PATIENCE, execute=True, depth=40)


def checked(model: Model) -> Result:
    (result,) = check(model, config=bounded())
    return result


def only(model: Model) -> Safety:
    (goal,) = model.goals
    assert isinstance(goal, Safety)
    return goal


def claims(model: Model) -> tuple[list[Trace | NativeRun], Paused | Stuck]:
    """The first claims of a search, without those of further runs; else how it ends."""
    search = DefinedRuns(model, only(model), bounded(), ignore)
    found: list[Trace | NativeRun] = []
    try:
        while True:
            match search.advance(patient()):
                case Found(claim):
                    assert claim.goals == (only(model).name,)
                    assert isinstance(claim.evidence, Trace | NativeRun)
                    found.append(claim.evidence)
                case end:
                    return found, end
    finally:
        search.close()


@needs_compiler
def test_a_run_that_does_not_crash_is_found_and_confirmed(tmp_path: Path) -> None:
    model = program(tmp_path, TWO_WAYS)
    result = checked(model)
    assert isinstance(result.verdict, Violated) and isinstance(result.verdict.evidence, Trace)
    assert result.method == NAME
    assert "compiled with cc and executed" in result.evidence and "crashes" in result.evidence
    check_trace(model, only(model), result.verdict.evidence)


@needs_compiler
def test_without_that_the_first_run_is_not_confirmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DefinedRuns, "advance", lambda *_: Stuck("nothing was learnt"))
    result = checked(program(tmp_path, TWO_WAYS))
    assert isinstance(result.verdict, Unknown) and is_undefined(result.verdict)
    assert "could not be checked" in result.verdict.reason and "; nothing was learnt" in result.verdict.reason


def test_what_is_found_is_claimed_as_a_run_first_and_else_as_an_execution(tmp_path: Path) -> None:
    model = program(tmp_path, TWO_WAYS)
    (run, execution), _ = claims(model)
    assert isinstance(run, Trace) and isinstance(execution, NativeRun)
    check_trace(model, only(model), run)
    name, first = execution.calls[0]
    assert (name, first) == ("__VERIFIER_nondet_int", 7)


@needs_compiler
def test_the_execution_is_confirmed_too(tmp_path: Path) -> None:
    model = program(tmp_path, TWO_WAYS)
    (_, execution), _ = claims(model)
    verdict, how = confirmed(model, only(model), execution, patient(), execute=True)
    assert isinstance(verdict, Violated) and "nothing undefined before it" in how


@needs_compiler
def test_on_the_path_of_a_run_that_crashed_there_may_be_one_that_does_not(tmp_path: Path) -> None:
    before = "int *chosen(int k) { int *both[2] = {0, &x}; return both[k & 1]; }\n"
    model = program(
        tmp_path, "int *p = chosen(__VERIFIER_nondet_int());\nint v = *p;\nif (v != 3) reach_error();", before
    )
    result = checked(model)
    assert isinstance(result.verdict, Violated), result.verdict


def test_a_property_at_a_place_is_looked_for_there(tmp_path: Path) -> None:
    body = TWO_WAYS + "\nif (x == 6) reach_error();\nx += 2147483647;"
    model = program(tmp_path, body, checks=(Kind.ERROR_CALL, Kind.OVERFLOW))
    goals = [goal for goal in model.goals if isinstance(goal, Safety)]
    assert [goal.kind for goal in goals].count("error call") == 2 and len(goals) > 3
    for goal in goals:
        answer = DefinedRuns(model, goal, bounded(), ignore).advance(patient())
        if not isinstance(answer, Found):
            continue
        assert answer.evidence.goals == (goal.name,) and isinstance(answer.evidence.evidence, Trace)
        check_trace(model, goal, answer.evidence.evidence)
        assert answer.evidence.evidence.edges[-1].target in goal.bad


def test_where_all_runs_crash_nothing_is_claimed(tmp_path: Path) -> None:
    found, end = claims(program(tmp_path, ONE_WAY))
    assert not found and isinstance(end, Stuck) and end.reason.startswith("no run was found that does not crash")


def test_there_is_nothing_to_learn_where_runs_end_at_crashes_already(tmp_path: Path) -> None:
    checks = (Kind.ERROR_CALL, Kind.DEREFERENCE, Kind.CONSTANT, Kind.FREE, Kind.DIVISION, Kind.OVERFLOW)
    model = program(tmp_path, TWO_WAYS, checks=checks)
    assert model.origin.defined is None
    search = DefinedRuns(model, only(read_c(Path(model.origin.file), "LP64")), bounded(), ignore)
    answer = search.advance(patient())
    assert isinstance(answer, Stuck) and "already" in answer.reason


def test_what_the_engine_cannot_do_with_the_other_reading_is_no_failure(tmp_path: Path) -> None:
    model = program(tmp_path, TWO_WAYS)
    search = DefinedRuns(model, only(model), configured("ic3"), ignore)
    answer = search.advance(patient())
    assert isinstance(answer, Stuck) and answer.reason
    search.close()


def test_the_other_reading_ends_runs_at_every_division_and_dereference(tmp_path: Path) -> None:
    model = program(tmp_path, "int d = __VERIFIER_nondet_int(); int *p = d ? &x : 0; if (*p / d) reach_error();")
    assert model.origin.defined is not None
    again = model.origin.defined()
    assert {prop.kind for prop in again.properties} == {"error call", "division", "quotient", "dereference"}
    assert again.origin.defined is None


def test_a_run_is_carried_over_by_the_places_of_calls(tmp_path: Path) -> None:
    """A call whose result one reading leaves out moves no other's."""
    body = (
        "int a[4], k = __VERIFIER_nondet_int();\n__VERIFIER_assume(k >= 0 && k < 4);\na[k] = __VERIFIER_nondet_int();\n"
    )
    body += "int b = __VERIFIER_nondet_int();\nif (b == 99) reach_error();"
    model = program(tmp_path, body)
    (run, *_), _ = claims(model)
    assert isinstance(run, Trace)
    check_trace(model, only(model), run)


def test_a_run_that_parts_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = program(tmp_path, TWO_WAYS)
    found: list[tuple[Model, Trace]] = []
    real = carried_over

    def watching(to: Model, goal: Safety, run: Trace, read: Model, deadline: Deadline) -> Trace | None:
        found.append((read, run))
        return real(to, goal, run, read, deadline)

    monkeypatch.setattr(defined_runs, "carried_over", watching)
    claims(model)
    read, run = found[0]
    other = program(tmp_path, "if (__VERIFIER_nondet_int() == 8) reach_error();")
    assert carried_over(model, only(model), run, read, patient()) is not None
    assert carried_over(other, only(other), run, read, patient()) is None
    monkeypatch.setattr(replaying, "MOST_STEPS", 2)
    assert carried_over(model, only(model), run, read, patient()) is None


def test_without_time_it_pauses(tmp_path: Path) -> None:
    model = program(tmp_path, TWO_WAYS)
    search = DefinedRuns(model, only(model), bounded(), ignore)
    assert isinstance(search.advance(over()), Paused | Stuck)
    search.close()

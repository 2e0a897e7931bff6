"""Native runs: what they find is a run of the model where that is short, else an execution; nothing else counts."""

from __future__ import annotations

import shutil
import struct
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.checking.confirming import confirmed
from assay.core.budget import Deadline
from assay.core.errors import Position, SolverFailure, UndefinedValue
from assay.core.events import ignore
from assay.core.evidence import NativeRun, Trace
from assay.core.model import Model, Safety
from assay.core.roles import Found, Stuck
from assay.core.verdict import Unknown, Violated
from assay.engines.config import Config
from assay.engines.properties import Claim, Settled
from assay.engines.side_by_side import Bus
from assay.frontends.c import read_c
from assay.frontends.c.library.sources import texts
from assay.frontends.c.text.headers import HEADERS
from assay.frontends.task import load
from assay.native import executing, search, seat
from assay.native.executing import Hit, Style, Told, read, run_often
from assay.native.search import NativeRuns, Timing, share
from assay.report.native_path import path_rows
from assay.report.run_values import native_values
from assay.witness.c.execution.native import confirm_execution, places
from assay.witness.c.execution.outcome import Confirmed, Contradicted
from assay.witness.c.sandbox.isolation import Permission, Refused
from assay.witness.svcomp import Making, svcomp_witness
from assay.witness.write.document import document
from clocks import PATIENCE

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
DECLARED = (
    "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
    "extern _Bool __VERIFIER_nondet_bool(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
    "extern void __VERIFIER_assume(int);\n"
)
LONG = Timing(plain=1.0, covered=60.0, patience=2.0, most=PATIENCE)
GUIDED = Timing(plain=0.05, covered=60.0, patience=4.0, most=PATIENCE)
BRIEF = Timing(plain=0.1, covered=0.2, patience=0.1, most=PATIENCE)
DEEP = "unsigned i, n = 0; for (i = 0; i < 20000; i++) n += 2; if (n == 40000) reach_error();"


def program(folder: Path, body: str, before: str = "", data_model: str = "ILP32") -> Model:
    file = folder / "program.c"
    file.write_text(f"{DECLARED}{before}int main(void) {{\n{body}\nreturn 0; }}\n")
    return read_c(file, data_model)


def goals_of(model: Model) -> list[Safety]:
    return [goal for goal in model.goals if isinstance(goal, Safety)]


def claims(model: Model, timing: Timing = LONG) -> tuple[list[Claim], Stuck]:
    """Everything that runs find, and how they end."""
    goals = goals_of(model)
    runs = NativeRuns(model, goals, Settled(goals), timing, Permission.ALWAYS, ignore)
    found = []
    try:
        while True:
            match runs.advance(Deadline.after(PATIENCE)):
                case Found(claim):
                    found.append(claim)
                case Stuck() as end:
                    if "Exec format" in end.reason:
                        pytest.skip(f"this machine does not do it: {end.reason}")
                    return found, end
    finally:
        runs.close()


def executed(model: Model, run: NativeRun, goal: Safety | None = None) -> Confirmed | Contradicted:
    file = Path(model.origin.file)
    goal = goal or goals_of(model)[0]
    permission = Permission.ALWAYS
    outcome, _ = confirm_execution(
        model, run, file, model.origin.data_model, goal=goal, headers=HEADERS, models=texts(), permission=permission
    )
    return outcome


@needs_compiler
@pytest.mark.parametrize(
    "declared",
    [
        "extern void die(void) __attribute__((noreturn));",
        "extern _Noreturn void die(void);",
        "static int twice(int x) { return 2 * x; } extern __attribute__((__noreturn__, cold)) void die();",
    ],
)
def test_what_does_not_return_ends_a_run(tmp_path: Path, declared: str) -> None:
    """Behind a call that is declared not to return, gcc writes no code: whatever lies there would go on."""
    before = f"{declared}\nvoid f(int x) {{ if (x != 77) die(); }}\nvoid g(void) {{ reach_error(); }}\n"
    model = program(tmp_path, "int x = __VERIFIER_nondet_int(); f(x); if (x != 77) g();", before)
    found, _ = claims(model, BRIEF)
    assert not found
    [goal] = goals_of(model)
    for value in (0, 78):
        run = NativeRun((("__VERIFIER_nondet_int", value),), goal.kind, goal.where)
        with pytest.raises(SolverFailure):
            executed(model, run)


@needs_compiler
@pytest.mark.parametrize("data_model", ["ILP32", "LP64"])
def test_a_short_execution_is_a_run_of_the_model_first(tmp_path: Path, data_model: str) -> None:
    body = "int x = __VERIFIER_nondet_int(); unsigned char y = __VERIFIER_nondet_uchar();\n"
    body += "if (x == 4711 && y == 200) reach_error();"
    model = program(tmp_path, body, data_model=data_model)
    (first, second, *_), _ = claims(model)
    assert isinstance(first.evidence, Trace)
    assert second.evidence == NativeRun((("__VERIFIER_nondet_int", 4711), ("__VERIFIER_nondet_uchar", 200)))
    for claim in (first, second):
        verdict, how = confirmed(model, model.goals[0], claim.evidence, Deadline.after(PATIENCE), execute=True)
        assert isinstance(verdict, Violated) and "the error call is reached" in how


@needs_compiler
def test_an_execution_may_have_a_hundred_thousand_inputs_most_of_them_zero(tmp_path: Path) -> None:
    body = (
        "unsigned i; for (i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();\n"
        "for (i = 1; i < 100000; i++) if (a[i] < a[i - 1] - 1000000) reach_error();"
    )
    model = program(tmp_path, body, "int a[100000];\n")
    (claim, *_), _ = claims(model)
    run = claim.evidence
    assert isinstance(run, NativeRun) and len(run.calls) == 100000
    assert sum(value != 0 for _, value in run.calls) < 50000
    outcome, told = confirm_execution(
        model,
        run,
        Path(model.origin.file),
        model.origin.data_model,
        goal=goals_of(model)[0],
        headers=HEADERS,
        models=texts(),
        seconds=PATIENCE,
        permission=Permission.ALWAYS,
    )
    assert isinstance(outcome, Confirmed)
    assert len(native_values(model, told)) == 10000


@needs_compiler
def test_a_long_execution_is_evidence_by_itself(tmp_path: Path) -> None:
    model = program(tmp_path, DEEP.replace("20000", "200000").replace("40000", "400000"))
    (claim, *_), _ = claims(model)
    assert claim.evidence == NativeRun(())
    assert isinstance(executed(model, NativeRun(())), Confirmed)


@needs_compiler
@pytest.mark.parametrize(
    "body",
    [
        "__VERIFIER_assume(0); reach_error();",
        "_Bool b = __VERIFIER_nondet_bool(); if (b > 1) reach_error();",
        "unsigned char c = __VERIFIER_nondet_uchar(); if (c > 255) reach_error();",
        "int *p = 0; *p = 1; reach_error();",
        "for (;;) {} reach_error();",
    ],
)
def test_what_no_execution_reaches_is_not_found(tmp_path: Path, body: str) -> None:
    found, end = claims(program(tmp_path, body), BRIEF)
    assert not found and end.reason == "runs of the program found no error"


@needs_compiler
@pytest.mark.parametrize("tool", ["CPROVER", "ESBMC"])
def test_assertions_of_other_tools_are_found_to_fail(tmp_path: Path, tool: str) -> None:
    body = f"int x = __VERIFIER_nondet_int(); __{tool}_assume(x > 6); {DEEP.split('if')[0]}"
    found, _ = claims(program(tmp_path, f'{body} __{tool}_assert(n != 40000, "deep");'))
    last = found[-1].evidence
    assert isinstance(last, NativeRun) and [value > 6 for _, value in last.calls] == [True]


@needs_compiler
def test_inputs_are_as_few_and_as_small_as_they_may_be(tmp_path: Path) -> None:
    body = "int n = 0; while (n < 3) if (__VERIFIER_nondet_int() > 50) n++; reach_error();"
    found, _ = claims(program(tmp_path, body))
    last = found[-1].evidence
    assert isinstance(last, NativeRun)
    assert len(last.calls) == 3 and all(50 < value <= 101 for _, value in last.calls)


@needs_compiler
@pytest.mark.parametrize(
    "body",
    [
        # A sum that wraps, behind a loop that most inputs never leave.
        "int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), s = m; unsigned i;\n"
        "for (i = 0; i != (unsigned)n; i++) s++;\nif (m >= 100 && n >= 100 && s < 200) reach_error();",
        # What is compared is computed, and no constant of the text.
        "unsigned z = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();\n"
        "if (z > 1000 && z < 100000 && x == z * z / 3 * 31 + 5) reach_error();",
        # Inputs that must agree in pairs, and not otherwise.
        "unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_uchar(),\n"
        "d = __VERIFIER_nondet_uchar(), e = __VERIFIER_nondet_uchar(), f = __VERIFIER_nondet_uchar();\n"
        "if (a == b && c == d && e == f && a != c && c != e && a != e) reach_error();",
    ],
)
def test_inputs_that_hardly_anybody_guesses_are_found(tmp_path: Path, body: str) -> None:
    found, _ = claims(program(tmp_path, body), GUIDED)
    assert found


@needs_compiler
def test_a_program_without_inputs_is_run_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Told | Refused] = []

    def recording(*asked: Any) -> Told | Refused:
        told.append(run_often(*asked))
        return told[-1]

    monkeypatch.setattr(search, "run_often", recording)
    found, _ = claims(program(tmp_path, "int x = 3; if (x == 4) reach_error();"), LONG)
    (only,) = told
    assert not found and isinstance(only, Told) and only.exhausted and only.runs == 1


@needs_compiler
def test_what_a_program_remembers_guides_its_inputs(tmp_path: Path) -> None:
    """No way through the program tells that the sum comes nearer to its goal."""
    before = "unsigned sum, steps;\n"
    body = "while (steps++ < 6) { sum = sum * 7 + (__VERIFIER_nondet_uchar() & 7); }\nif (sum == 77777) reach_error();"
    found, _ = claims(program(tmp_path, body, before), GUIDED)
    assert found


@needs_compiler
@pytest.mark.parametrize("data_model", ["ILP32", "LP64"])
def test_arrays_larger_than_the_stack_end_a_run_and_not_all_of_them(
    tmp_path: Path, data_model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Told | Refused] = []

    def recording(binary: Path, seconds: float, style: Style, permission: Permission, most: float) -> Told | Refused:
        told.append(run_often(binary, seconds, style, permission, most))
        return told[-1]

    monkeypatch.setattr(search, "run_often", recording)
    monkeypatch.setattr(executing, "AROUND", PATIENCE)
    body = "unsigned n = __VERIFIER_nondet_int(), i;\nint v[n]; for (i = 0; i < n; i++) v[i] = -1;\n"
    found, _ = claims(program(tmp_path, f"{body}if (n && v[n - 1] == 3) reach_error();", data_model=data_model), BRIEF)
    assert not found
    ended = [one for one in told if isinstance(one, Told) and one.ended]
    assert len(ended) == len(told) and any(one.crashes for one in ended)


@needs_compiler
def test_variables_begin_anew_in_each_run(tmp_path: Path) -> None:
    before = "int count; static int start = 1;\n"
    body = "count++; start++; if (count > 1 || start > 2) reach_error(); __VERIFIER_nondet_int();"
    found, _ = claims(program(tmp_path, body, before), BRIEF)
    assert not found


@needs_compiler
def test_each_error_call_is_a_claim_about_its_property(tmp_path: Path) -> None:
    body = "int x = __VERIFIER_nondet_int();\nif (x == 3)\nreach_error();\nif (x == 5)\nreach_error();"
    file = tmp_path / "program.c"
    file.write_text(f"{DECLARED}int main(void) {{\n{body}\nreturn 0; }}\n")
    model = load(str(file), checks="assert")
    found, _ = claims(model, Timing(plain=0.5, covered=0.5, patience=0.2, most=PATIENCE))
    executions = {claim.goals: claim.evidence for claim in found if isinstance(claim.evidence, NativeRun)}
    assert {goals: run.calls[0][1] for goals, run in executions.items()} == {
        ("error call program.c:9",): 3,
        ("error call program.c:11",): 5,
    }


@needs_compiler
@pytest.mark.parametrize(
    ("body", "kind", "line", "value"),
    [
        ("int x = __VERIFIER_nondet_int();\nint y = x + 1;\nreturn y;", "overflow", 8, (1 << 31) - 1),
        ("int x = __VERIFIER_nondet_int();\nreturn 100 / (x - 34);", "division", 8, 34),
        ("int x = __VERIFIER_nondet_int();\nif (x < 0 || x > 40) return 0;\nreturn 1 << x;", "shift", 9, 40),
        ("int x = __VERIFIER_nondet_int();\nint *p = x == 9 ? 0 : &x;\n*p = 3;\nreturn x;", "dereference", 9, 9),
    ],
)
def test_errors_that_are_no_calls_are_found(tmp_path: Path, body: str, kind: str, line: int, value: int) -> None:
    file = tmp_path / "program.c"
    file.write_text(f"{DECLARED}int main(void) {{\n{body}\n}}\n")
    model = load(str(file))
    found, _ = claims(model, Timing(plain=0.1, covered=1.0, patience=0.5, most=PATIENCE))
    runs = [claim.evidence for claim in found if claim.goals == (f"{kind} program.c:{line}",)]
    run = next(run for run in runs if isinstance(run, NativeRun))
    assert kind == "shift" or run.calls == (("__VERIFIER_nondet_int", value),)
    (goal,) = [goal for goal in goals_of(model) if goal.name == f"{kind} program.c:{line}"]
    outcome = executed(model, run, goal)
    assert isinstance(outcome, Confirmed) and "nothing undefined before it" in outcome.sentence


RECORD = "#include <stdlib.h>\nstruct record { int *place; int number; };\n"


@needs_compiler
@pytest.mark.parametrize("data_model", ["ILP32", "LP64"])
def test_allocated_memory_holds_anything_at_first(tmp_path: Path, data_model: str) -> None:
    """Pointers in it may be such as can be followed."""
    body = "struct record *r = malloc(sizeof *r); if (!r) return 0;\nif (!*r->place && __VERIFIER_nondet_int() == 5)\n"
    model = program(tmp_path, f"{body}reach_error();", RECORD, data_model)
    found, _ = claims(model, GUIDED)
    (run,) = [claim.evidence for claim in found if isinstance(claim.evidence, NativeRun)]
    assert run.fresh and run.calls == (("__VERIFIER_nondet_int", 5),)
    assert isinstance(executed(model, run), Confirmed)
    with pytest.raises(UndefinedValue, match=r"SIGSEGV|null|access"):
        executed(model, replace(run, fresh=0))
    for value in (-1, 1 << (32 if data_model == "ILP32" else 64)):
        assert executed(model, replace(run, fresh=value)) == Contradicted(f"no word of memory holds {value}")


@needs_compiler
def test_memory_that_is_cleared_holds_zeros(tmp_path: Path) -> None:
    body = "struct record *r = calloc(1, sizeof *r); if (r && (r->place || r->number)) reach_error();"
    found, _ = claims(program(tmp_path, body, RECORD), BRIEF)
    assert not found


# -- attacks on the checker --------------------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize(
    ("calls", "reason"),
    [
        ((("__VERIFIER_nondet_uchar", 300),), "does not return 300"),
        ((("__VERIFIER_nondet_uchar", -1),), "does not return -1"),
        ((("somebody_else", 1),), "does not return 1"),
    ],
)
def test_values_that_no_call_returns_are_refused(tmp_path: Path, calls: Sequence[tuple[str, int]], reason: str) -> None:
    model = program(tmp_path, "unsigned char c = __VERIFIER_nondet_uchar(); if (c != 7) reach_error();")
    outcome = executed(model, NativeRun(tuple(calls)))
    assert isinstance(outcome, Contradicted) and reason in outcome.reason


@needs_compiler
@pytest.mark.parametrize(
    "body",
    [
        "int a[2]; int x = __VERIFIER_nondet_int(); if (x != 2) return 0; a[x] = 1; reach_error();",
        "int x = __VERIFIER_nondet_int(); if (x != 40) return 0; if ((1 << x) != 3) reach_error();",
        "int x = __VERIFIER_nondet_int(); int *p = &x; { int y = 3; p = &y; } if (*p == 3 || *p != 3) reach_error();",
    ],
)
def test_an_error_behind_undefined_behaviour_shows_nothing(tmp_path: Path, body: str) -> None:
    model = program(tmp_path, body)
    for value in (2, 40):
        try:
            assert isinstance(executed(model, NativeRun((("__VERIFIER_nondet_int", value),))), Contradicted)
        except (UndefinedValue, SolverFailure):
            continue


@needs_compiler
def test_a_pointer_that_is_only_computed_is_no_access(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    body = "int a[4] = {0};\nint i = __VERIFIER_nondet_int();\nint *p = &a[i];\nreturn p == a ? *p : 0;"
    file.write_text(f"{DECLARED}int main(void) {{\n{body}\n}}\n")
    model = load(str(file), checks="memory")
    where = Position(str(file), 9, 10)
    goal = Safety("dereference", {}, kind="dereference", where=where)
    with pytest.raises(UndefinedValue, match="index-out-of-bounds"):
        executed(model, NativeRun((("__VERIFIER_nondet_int", 7),), "dereference", where), goal)


@needs_compiler
def test_behind_an_error_that_is_looked_for_nothing_counts(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    body = "int x = __VERIFIER_nondet_int();\nint y = x + 1;\nif (y < x)\nreach_error();\nreturn 0;"
    file.write_text(f"{DECLARED}int main(void) {{\n{body}\n}}\n")
    run = NativeRun((("__VERIFIER_nondet_int", (1 << 31) - 1),), "error call", Position(str(file), 10, 1))
    alone, both = load(str(file), checks="assert"), load(str(file), checks="assert,overflow")
    (goal,) = goals_of(alone)
    run = replace(run, where=goal.where)
    assert isinstance(executed(alone, run, goal), Confirmed)
    with pytest.raises(UndefinedValue, match="signed-integer-overflow"):
        executed(both, run, goal)
    found, _ = claims(both, BRIEF)
    assert all("overflow" in claim.goals[0] for claim in found)


@needs_compiler
def test_an_execution_that_does_something_else_shows_nothing(tmp_path: Path) -> None:
    model = program(tmp_path, "if (__VERIFIER_nondet_int() == 3) reach_error();")
    with pytest.raises(SolverFailure, match="does something else"):
        executed(model, NativeRun((("__VERIFIER_nondet_int", 4),)))


@needs_compiler
def test_what_the_library_does_is_nobody_s_to_choose(tmp_path: Path) -> None:
    before = "#include <stdlib.h>\n"
    model = program(tmp_path, "int x = rand(); if (x >= 0) reach_error();", before)
    run = NativeRun((("rand", -5),))
    assert executed(model, run) == Contradicted("rand() does not return -5")
    assert isinstance(executed(model, NativeRun((("rand", 5),))), Confirmed)


def test_an_error_at_another_place_is_about_another_property(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(f"{DECLARED}int main(void) {{ reach_error(); return 0; }}\n")
    goal = goals_of(load(str(file), checks="assert"))[0]
    model = load(str(file), checks="assert")
    assert goal.where is not None
    assert places(model, goal, NativeRun((), goal.kind, goal.where))[0] == [goal.where]
    assert places(model, goal, NativeRun((), goal.kind, replace(goal.where, line=1)))[0] == []
    assert places(model, goal, NativeRun((), "overflow", goal.where))[0] == []
    assert places(model, goal, NativeRun(()))[0] == []
    other = replace(goal, name="other", where=Position(goal.where.file, goal.where.line, 1))
    assert places(replace(model, properties=(goal, other)), goal, NativeRun((), goal.kind, goal.where))[1] == [
        other.where
    ]


def test_nothing_is_confirmed_where_nothing_may_be_executed(tmp_path: Path) -> None:
    model = program(tmp_path, DEEP)
    verdict, _ = confirmed(model, model.goals[0], NativeRun(()), Deadline.after(PATIENCE), no_execute=True)
    assert isinstance(verdict, Unknown)


# -- what needs no compiler --------------------------------------------------------------------------------------------


def test_what_a_program_writes_between_records_does_no_harm() -> None:
    hit = struct.pack("<3Q", 11, 77, 1) + struct.pack("<QQq", 0, 5, 5)
    counts = struct.pack("<3Q", 3, 0, 3) + struct.pack("<9Q", 0, 10, 0, 0, 2, 0, 0, 30, 0)
    told = read(hit + counts)
    assert told.hits == (Hit(77, ((0, 5),)),) and (told.runs, told.crashes, told.milliseconds) == (10, 2, 30)
    assert read(hit + b"junk" + counts).hits == told.hits
    assert read(hit[:30]).hits == ()
    assert read(struct.pack("<3Q", 11, 0, 1 << 60)).hits == ()


def test_without_a_compiler_there_is_no_such_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = program(tmp_path, DEEP)
    goals = goals_of(model)
    settled = Settled(goals)
    marker = NativeRuns(model, goals, settled, LONG, Permission.NEVER, ignore)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    bus = Bus(lambda name: ignore)
    made = seat.with_native_runs(model, goals, Config(), Deadline.after(1), bus, settled, lambda: marker)
    assert made is marker


def test_on_one_core_runs_take_a_small_share() -> None:
    timing = share(15.0)
    assert timing.plain + timing.covered <= 2.0 and timing.most <= 6.0
    assert share(float("inf")).covered <= 3.0


# -- lines -------------------------------------------------------------------------------------------------------------


@needs_compiler
def test_lines_are_told_as_they_lie(tmp_path: Path) -> None:
    """A file that was preprocessed says of its lines that they are of other files."""
    file = tmp_path / "program.i"
    body = '# 100 "other.c"\nint main(void) {\n#line 7 "third.c"\n  reach_error();\n  return 0;\n}\n'
    file.write_text(f"{DECLARED}{body}")
    model = load(str(file), checks="assert")
    (goal,) = goals_of(model)
    assert goal.where is not None and goal.where.line == 9
    outcome = executed(model, NativeRun((), goal.kind, goal.where))
    assert isinstance(outcome, Confirmed) and "program.i:9" in outcome.sentence


@needs_compiler
def test_the_way_of_an_execution_counts_its_loops(tmp_path: Path) -> None:
    before = "unsigned n;\nvoid add(unsigned k) {\nn += k;\n}\n"
    body = "unsigned i;\nfor (i = 0; i < 20000; i++)\nadd(2);\nadd(1);\nadd(__VERIFIER_nondet_int());\n"
    body += "if (n == 40008)\nreach_error();"
    model = program(tmp_path, body, before)
    run = NativeRun((("__VERIFIER_nondet_int", 7),))
    verdict, _ = confirmed(model, model.goals[0], run, Deadline.after(PATIENCE), execute=True)
    assert isinstance(verdict, Violated) and isinstance(verdict.evidence, NativeRun)
    rows = path_rows(model, verdict.evidence)
    assert [(line, list(notes)) for line, _, notes in rows] == [
        (10, []),
        (12, ["20000 iterations"]),
        (14, []),
        (7, []),
        (15, ["__VERIFIER_nondet_int() = 7"]),
        (7, []),
        (17, ["the error call"]),
    ]
    (value,) = native_values(model, verdict.evidence)
    assert str(value) == "__VERIFIER_nondet_int() at program.c:15 returned 7"
    text = svcomp_witness(
        model, verdict, model.origin.file, specification="CHECK", making=Making("0", "identity", "time")
    )
    assert text.count("waypoint:") == 2 and "\\\\result == 7" in text and "line: 17" in text
    assert '"value": 7' in document(model, model.goals[0], verdict)

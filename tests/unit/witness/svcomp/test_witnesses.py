"""Witnesses of the competition: they pass the linter, and what they say is executed by the compiled program."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from assay.checking import check
from assay.core.c_source import SourceMap
from assay.core.evidence import Counting, Proof, Trace
from assay.core.model import Model
from assay.core.terms import FALSE, TRUE, Term, and_, eq
from assay.core.terms.bitvectors import bv
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines.catalogue import configured
from assay.frontends.c import read_c
from assay.frontends.c.translate.unbounded import Unbounded
from assay.witness.svcomp import (
    UNREACH_CALL,
    Making,
    NoWitness,
    default_specification,
    svcomp_witness,
)
from assay.witness.svcomp import violation as svcomp_violation
from assay.witness.svcomp.correctness import loop_invariants
from clocks import PATIENCE
from svcomp_programs import (
    COMPILER,
    HEAD,
    HOLDING,
    VIOLATED,
    Executable,
    branch_reports,
    invariant_checks,
)
from tools.witness_documents import read_document
from tools.witness_linter import check as lint

MAKING = Making("1.2.3", "8e3f1a52-3a51-4a1c-9c44-0b4b8a0d6f11", "2026-07-01T12:00:00Z")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler")


def decided(path: Path, text: str, *, engine: str = "auto", unbounded: bool = False) -> tuple[Model, Verdict]:
    path.write_text(HEAD + text)
    model = read_c(path, encoding=Unbounded) if unbounded else read_c(path)
    (result,) = check(model, property="unreach-call", config=configured(engine, seconds=PATIENCE))
    return model, result.verdict


def witness_of(path: Path, text: str, *, unbounded: bool = False) -> tuple[str, Model, Verdict]:
    model, verdict = decided(path, text, unbounded=unbounded)
    witness = svcomp_witness(model, verdict, path, specification=UNREACH_CALL, making=MAKING)
    assert lint(witness, {str(path): path.read_bytes()}) == ()
    return witness, model, verdict


def content_of(witness: str) -> list[dict[str, Any]]:
    (entry,) = read_document(witness).value
    content: list[dict[str, Any]] = entry["content"]
    return content


# -- correctness -------------------------------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("unbounded", [False, True], ids=["vectors", "integers"])
@pytest.mark.parametrize("name", HOLDING)
def test_invariants_hold_in_every_run(tmp_path: Path, name: str, unbounded: bool) -> None:
    path = tmp_path / "program.c"
    witness, _, verdict = witness_of(path, HOLDING[name], unbounded=unbounded)
    assert isinstance(verdict, Holds)
    content = content_of(witness)
    assert content
    text = HEAD + HOLDING[name]
    program = Executable(text, invariant_checks(text, content), tmp_path)
    for seed in range(60):
        code, output = program.run(seed)
        assert code == 0, (output, content)


def test_invariants_read_as_the_program_does(tmp_path: Path) -> None:
    model, verdict = decided(tmp_path / "program.c", HOLDING["counting"], engine="predicate", unbounded=True)
    assert isinstance(verdict, Holds)
    assert isinstance(verdict.evidence, Proof)
    (found,) = loop_invariants(model, verdict.evidence)
    assert (found.function, found.position.line, found.position.column) == ("main", HEAD.count("\n") + 3, 3)
    assert found.text == "y <= 11 && y == x + 1LL"


def source_of(model: Model) -> SourceMap:
    assert model.origin.source is not None
    return model.origin.source


def read(tmp_path: Path, text: str) -> Model:
    path = tmp_path / "program.c"
    path.write_text(HEAD + text)
    return read_c(path)


def symbol(model: Model, name: str) -> Term:
    return next(found for found in source_of(model).variables if found.name == name)


TWICE = HOLDING["a function with a loop, called twice"]


def test_copies_of_a_loop_are_one_loop(tmp_path: Path) -> None:
    model = read(tmp_path, TWICE)
    first, second = source_of(model).loops
    assert first.position == second.position and first.frame != second.frame
    inner = [symbol(model, name) for name in ("main:14/fill::i", "main:15/fill::i")]
    pairs = list(zip((first, second), inner, strict=True))
    both = Proof({loop.location: eq(i, bv(k, 32)) for k, (loop, i) in enumerate(pairs)})
    assert [found.text for found in loop_invariants(model, both)] == ["(i == 0) || (i == 1)"]
    # The same in both copies, unreachable in one, in both, not spoken of, and unknown in one.
    same = Proof({loop.location: eq(i, bv(7, 32)) for loop, i in pairs})
    assert [found.text for found in loop_invariants(model, same)] == ["i == 7"]
    one = Proof({second.location: eq(inner[1], bv(7, 32)), first.location: FALSE})
    assert [found.text for found in loop_invariants(model, one)] == ["i == 7"]
    never = Proof(dict.fromkeys((first.location, second.location), FALSE))
    assert [found.text for found in loop_invariants(model, never)] == ["0"]
    assert loop_invariants(model, Proof({})) == ()
    unknown = Proof({first.location: eq(inner[0], bv(7, 32)), second.location: TRUE})
    assert loop_invariants(model, unknown) == ()


CALLER = """int f(int n) { while (n > 0) n--; return n; }
int main(void) { int n = __VERIFIER_nondet_int(); int k = f(n); return k + n; }
"""


def test_a_caller_s_variables_have_no_name_in_the_callee(tmp_path: Path) -> None:
    model = read(tmp_path, CALLER)
    (loop,) = source_of(model).loops
    outer, inner = symbol(model, "main::n"), symbol(model, "main:9/f::n")
    proof = Proof({loop.location: and_(eq(outer, bv(1, 32)), eq(inner, bv(2, 32)))})
    assert [found.text for found in loop_invariants(model, proof)] == ["n == 2"]


RECURSIVE = """int f(int n) { while (n > 5) n--; return n > 0 ? f(n - 1) : n; }
int main(void) { return f(__VERIFIER_nondet_int()); }
"""


def test_another_call_of_the_same_function_has_other_variables(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(HEAD + RECURSIVE)
    model = read_c(path, procedures=False)
    first, second, *_ = source_of(model).loops
    outer = symbol(model, "main:9/f::n")
    proof = {loop.location: FALSE for loop in source_of(model).loops}
    said = eq(outer, bv(1, 32))
    assert [found.text for found in loop_invariants(model, Proof({**proof, first.location: said}))] == ["n == 1"]
    assert outer in second.location.variables
    assert loop_invariants(model, Proof({**proof, second.location: said})) == ()


def test_hidden_names_are_not_used(tmp_path: Path) -> None:
    text = """int x; int y;
int main(void) {
  int i = 0;
  { int x = 2; enum { y }; while (i < x) i++; }
  while (i < 5) i++;
  return x;
}
"""
    model = read(tmp_path, text)
    first, second = source_of(model).loops
    outer, inner = symbol(model, "x"), symbol(model, "main::x")
    said = and_(eq(outer, bv(0, 32)), eq(inner, bv(2, 32)))
    proof = Proof({first.location: said, second.location: said})
    assert [found.text for found in loop_invariants(model, proof)] == ["x == 2", "x == 0"]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("int main(void) { for (;;) { } }", [("main", 1, 18, False)]),
        ("int main(void) { int i = 0; do i++; while (i < 3); }", [("main", 1, 29, False)]),
        ("int main(void) { int i = 0;\n L: i++; if (i < 3) goto L; M: ; return 0; }", [("main", 2, 2, True)]),
        ("int main(void) { if (__VERIFIER_nondet_int()) goto L; return 1; L: return 0; }", []),
        ("int main(void) { return 0; while (1) ; }", []),
    ],
)
def test_loops_are_where_their_keywords_are(
    tmp_path: Path, text: str, places: list[tuple[str, int, int, bool]]
) -> None:
    lines = HEAD.count("\n")
    found = source_of(read(tmp_path, text)).loops
    assert [(at.function, at.position.line - lines, at.position.column, at.labelled) for at in found] == places


# -- violations --------------------------------------------------------------------------------------------------------


def waypoints(witness: str) -> list[dict[str, Any]]:
    return [segment["segment"][0]["waypoint"] for segment in content_of(witness)]


@needs_compiler
@pytest.mark.parametrize("unbounded", [False, True], ids=["vectors", "integers"])
@pytest.mark.parametrize("name", VIOLATED)
def test_a_run_takes_the_branches_and_reaches_the_error(tmp_path: Path, name: str, unbounded: bool) -> None:
    path = tmp_path / "program.c"
    witness, model, verdict = witness_of(path, VIOLATED[name], unbounded=unbounded)
    assert isinstance(verdict, Violated)
    points = waypoints(witness)
    assert points[-1]["type"] == "target"
    returns = [point["constraint"]["value"] for point in points if point["type"] == "function_return"]
    values = [int(value.removeprefix("\\result == ")) for value in returns]
    if name == "macros":
        values.insert(0, 3)  # the place of a call inside a macro is not known
    text = HEAD + VIOLATED[name]
    branches = [point for point in points if point["type"] == "branching"]
    places = {(point["location"]["line"], point["location"]["column"]) for point in branches}
    known = {(at.position.line, at.position.column) for at in source_of(model).decisions.values()}
    shown = places if name == "macros" else known
    code, output = Executable(text, branch_reports(text, shown), tmp_path).run(0, values)
    assert code == 1 and output.endswith("error\n")
    taken = [tuple(map(int, row.split())) for row in output.splitlines()[:-1]]
    said = [
        (point["location"]["line"], point["location"]["column"], _number(point["constraint"]["value"]))
        for point in branches
        if text.split("\n")[point["location"]["line"] - 1][point["location"]["column"] - 1] != "?"
    ]
    assert len(taken) == len(said)
    for (line, column, value), (line_said, column_said, outcome) in zip(taken, said, strict=True):
        assert (line, column) == (line_said, column_said) and outcome in (None, value)


def _number(outcome: str) -> int | None:
    """What a condition's value must be; None for the default of a switch."""
    return {"true": 1, "false": 0, "default": None}[outcome] if outcome.isalpha() else int(outcome)


def test_values_have_the_signs_of_their_types(tmp_path: Path) -> None:
    witness, _, _ = witness_of(tmp_path / "program.c", VIOLATED["signs and widths"])
    values = [point["constraint"]["value"] for point in waypoints(witness) if point["type"] == "function_return"]
    assert values == ["\\result == -300", "\\result == 4294967290", "\\result == 1"]


def test_places_of_waypoints(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    witness, _, _ = witness_of(path, VIOLATED["choice with effects"])
    found = [
        (point["type"], point["location"]["line"] - HEAD.count("\n"), point["location"]["column"])
        for point in waypoints(witness)
    ]
    lines = VIOLATED["choice with effects"].split("\n")
    assert found == [
        ("function_return", 3, lines[2].index("bool()") + 6),
        ("branching", 3, lines[2].index("?") + 1),
        ("function_return", 1, lines[0].index("int()") + 5),
        ("branching", 4, 3),
        ("target", 5, 5),
    ]


@pytest.mark.parametrize(
    ("statement", "column"),
    [
        ("reach_error();", 4),
        ("y = (reach_error(), 1);", 4),
        ("y = x ? 1 : (reach_error(), 2);", 4),
        ("int z = (reach_error(), 1);", 4),
        ("return (reach_error(), 1);", 4),
        ("if (reach_error(), y) y = 2;", 8),
        ("L: (void)0, reach_error();", 7),
    ],
)
def test_the_target_is_the_statement_that_calls_the_error(tmp_path: Path, statement: str, column: int) -> None:
    model = read(tmp_path, f"int main(void) {{ int x = 0, y = 1;\n   {statement}\n return x + y; }}\n")
    (found,) = source_of(model).errors.values()
    assert (found.position.line - HEAD.count("\n"), found.position.column, found.function) == (2, column, "main")


def test_of_very_long_runs_branches_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svcomp_violation, "MOST_SEGMENTS", 4)
    witness, _, _ = witness_of(tmp_path / "program.c", VIOLATED["values and branches"])
    assert [point["type"] for point in waypoints(witness)] == ["function_return", "function_return", "target"]


# -- texts -------------------------------------------------------------------------------------------------------------


def test_a_witness_is_the_same_each_time_but_for_its_making(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    model, verdict = decided(path, HOLDING["counting"])
    first, second = (svcomp_witness(model, verdict, path, specification=UNREACH_CALL, making=MAKING) for _ in range(2))
    assert first == second
    now = [Making.now("1") for _ in range(2)]
    assert now[0].identity != now[1].identity
    written = svcomp_witness(model, verdict, path, specification=UNREACH_CALL, making=now[0])
    assert lint(written, {str(path): path.read_bytes()}) == ()
    (entry,), (other,) = (read_document(text).value for text in (written, first))
    assert entry["content"] == other["content"] and entry["metadata"]["task"] == other["metadata"]["task"]


def test_the_metadata_name_the_task(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(HEAD + HOLDING["no loop"])
    model = read_c(path, "LP64")
    text = svcomp_witness(model, Holds(Proof({})), path, specification=UNREACH_CALL, making=MAKING)
    (entry,) = read_document(text).value
    assert entry["metadata"] == {
        "format_version": "2.0",
        "uuid": MAKING.identity,
        "creation_time": MAKING.time,
        "producer": {"name": "Assay", "version": "1.2.3"},
        "task": {
            "input_files": [str(path)],
            "input_file_hashes": {str(path): sha256(path.read_bytes()).hexdigest()},
            "specification": UNREACH_CALL,
            "data_model": "LP64",
            "language": "C",
        },
    }


@pytest.mark.parametrize("verdict", [Unknown("why"), Holds(Counting(1, ())), Violated(Trace(({},), (), ()))])
def test_what_has_no_witness_is_said_so(tmp_path: Path, verdict: Verdict) -> None:
    model = read(tmp_path, HOLDING["no loop"])
    with pytest.raises(NoWitness):
        svcomp_witness(model, verdict, model.origin.file, specification=UNREACH_CALL, making=MAKING)


def test_the_specification_names_the_function_that_is_called(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("extern void __VERIFIER_error(void); int main(void) { __VERIFIER_error(); }")
    assert "__VERIFIER_error" in default_specification(path)
    path.write_text(HEAD)
    assert default_specification(path) == UNREACH_CALL

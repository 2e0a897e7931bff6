"""Witnesses of the competition's other properties: the right specification, and a target where the format has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.checking import check
from assay.core.model import Model, Safety
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines.config import Config
from assay.frontends.c import read_c
from assay.frontends.c.answers import answer, together
from assay.frontends.c.checks import Kind
from assay.witness.svcomp import Making, NoWitness, specification_of, svcomp_witness
from clocks import PATIENCE
from svcomp_programs import HEAD
from tools.witness_documents import read_document
from tools.witness_linter import check as lint

MAKING = Making("1.2.3", "8e3f1a52-3a51-4a1c-9c44-0b4b8a0d6f11", "2026-07-01T12:00:00Z")
OVERFLOW = "CHECK( init(main()), LTL(G ! overflow) )"


def asked(folder: Path, text: str, checks: frozenset[Kind], name: str, specification: str) -> tuple[Model, Path]:
    program = folder / "program.c"
    program.write_text(HEAD + text)
    return together(read_c(program, checks=checks, externals="pure"), name, specification), program


def decided(model: Model, program: Path) -> tuple[Verdict, Any, str]:
    """The verdict, the content of its witness, and the answer."""
    goal = model.properties[0]
    (result,) = check(model, property=goal, config=Config(seconds=PATIENCE))
    text = svcomp_witness(model, result.verdict, program, specification=specification_of(goal, program), making=MAKING)
    assert lint(text, {str(program): program.read_bytes()}) == ()
    (entry,) = read_document(text).value
    assert entry["metadata"]["task"]["specification"] == goal.text
    return result.verdict, entry["content"], answer(goal, result.verdict)


def target(content: Any) -> tuple[int, int]:
    location = content[-1]["segment"][-1]["waypoint"]["location"]
    return location["line"] - HEAD.count("\n"), location["column"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = 0;\n  y = x + 1;\n  return y;\n}\n", (4, 3)),
        ("int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > 5 && x * 2 > 4)\n    return 1;\n}\n", (3, 7)),
        ("int main(void) {\n  int x = __VERIFIER_nondet_int();\n  return 1 - x;\n}\n", (3, 3)),
        (
            "int twice(int a) {\n  return a * 2;\n}\nint main(void) {\n  return twice(__VERIFIER_nondet_int());\n}\n",
            (2, 3),
        ),
        (
            "int main(void) {\n  int i = __VERIFIER_nondet_int();\n  if (i < 2147483640) return 0;\n"
            "  for (; i != 0; i++) {\n  }\n}\n",
            (4, 18),
        ),
    ],
)
def test_a_target_is_the_statement_or_expression_that_goes_wrong(
    text: str, place: tuple[int, int], tmp_path: Path
) -> None:
    model, program = asked(tmp_path, text, frozenset((Kind.OVERFLOW,)), "no-overflow", OVERFLOW)
    verdict, content, told = decided(model, program)
    assert isinstance(verdict, Violated) and told == "false(no-overflow)"
    assert target(content) == place


def test_invariants_show_that_nothing_overflows(tmp_path: Path) -> None:
    loop = "while (__VERIFIER_nondet_int()) i = i < 100 ? i + 1 : 0;"
    text = f"int main(void) {{\n  int i = 0;\n  {loop}\n  return i + 1;\n}}\n"
    model, program = asked(tmp_path, text, frozenset((Kind.OVERFLOW,)), "no-overflow", OVERFLOW)
    verdict, content, told = decided(model, program)
    assert isinstance(verdict, Holds) and told == "true"
    (entry,) = content
    assert entry["invariant"]["type"] == "loop_invariant" and "i" in entry["invariant"]["value"]


def test_a_proof_without_invariants_has_one_all_the_same(tmp_path: Path) -> None:
    text = "int main(void) {\n  int i = 0;\n  while (i < 100) i++;\n  return i + 1;\n}\n"
    model, program = asked(tmp_path, text, frozenset((Kind.OVERFLOW,)), "no-overflow", OVERFLOW)
    verdict, content, _ = decided(model, program)
    assert isinstance(verdict, Holds) and len(content) == 1


def test_checks_of_one_property_are_one_question(tmp_path: Path) -> None:
    text = "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  return (x + 1) * 2;\n}\n"
    model, _ = asked(tmp_path, text, frozenset((Kind.OVERFLOW,)), "no-overflow", OVERFLOW)
    (goal,) = model.properties
    assert len(goal.parts) == len(goal.bad) == 2 and goal.name == "no-overflow"
    assert {goal.at(place).kind for place in goal.bad} == {"overflow"}
    assert answer(goal, Unknown("why")) == "unknown"


@pytest.mark.parametrize(
    ("kind", "formula"),
    [
        (Kind.OVERFLOW, "G ! overflow"),
        (Kind.DEREFERENCE, "G valid-deref"),
        (Kind.FREE, "G valid-free"),
        (Kind.LEAK, "G valid-memtrack"),
        (Kind.CLEANUP, "G valid-memcleanup"),
        (Kind.ASSERTION, "G ! call(reach_error())"),
    ],
)
def test_the_specification_of_a_kind_of_error(kind: Kind, formula: str, tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text("int main(void) { return 0; }")
    goal = Safety("p", {}, kind.rule, kind=str(kind))
    assert specification_of(goal, program) == f"CHECK( init(main()), LTL({formula}) )"


def test_errors_that_the_competition_does_not_know_have_no_witness(tmp_path: Path) -> None:
    with pytest.raises(NoWitness, match="no property for errors of the kind division"):
        specification_of(Safety("p", {}, kind=str(Kind.DIVISION)), tmp_path / "program.c")

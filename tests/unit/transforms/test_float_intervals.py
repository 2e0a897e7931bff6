"""Bounds of loops over floating-point numbers: found by intervals, kept by every step, enough for some proofs."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.evidence import Proof
from assay.core.graph import loop_heads
from assay.core.model import Location, Model, Safety
from assay.core.roles import Stuck
from assay.core.terms import Term, conjuncts, variable
from assay.core.terms.bitvectors import bv
from assay.core.terms.evaluate import holds
from assay.core.terms.floats import bits_of, number
from assay.core.terms.sorts import FLOAT32, FLOAT64, Sort
from assay.frontends.c import read_c
from assay.solve.floating import has_bitwuzla
from assay.transforms.facts.houdini import inductive_part
from assay.transforms.facts.intervals import formula, intervals
from assay.transforms.prepare.programs import prepare_program
from assay.witness.check.loop_invariants import check_proof_by_blocks
from clocks import PATIENCE, patient
from unchecked import by

HEAD = """extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void); extern float __VERIFIER_nondet_float(void);
"""
# Bodies of main, with an error that bounds alone exclude.
BOUNDED = {
    "a counter": "float x = 0; while (x < 10) x = x + 1; if (x > 11) reach_error();",
    "halved": "double x = 100; while (__VERIFIER_nondet_int()) x = x / 2; if (!(x >= 0 && x <= 100)) reach_error();",
    "a filter": """double y = 0;
      while (__VERIFIER_nondet_int()) {
        double x = __VERIFIER_nondet_double();
        if (!(x >= -1 && x <= 1)) return 0;
        y = 0.5 * y + x;
        if (!(y <= 4 && y >= -4)) reach_error();
      }""",
    "a copy": """float x = 1, y;
      while (__VERIFIER_nondet_int()) { y = x; x = y > 5 ? 1 : y * 2; }
      if (x > 20) reach_error();""",
    "an integer beside": """double x = 0; int i;
      for (i = 0; i < 20; i++) x = i * 0.5;
      if (!(x <= 9.5) || i > 20) reach_error();""",
    "truncated": """double x = __VERIFIER_nondet_double(); int i = 0;
      while (x > 0.5 && x < 7.5) { i = (int)x; x = __VERIFIER_nondet_double(); }
      if (i < 0 || i > 7) reach_error();""",
    "never NaN": "float x = 2; while (__VERIFIER_nondet_int()) x = x > 1e6f ? 1 : x * x; if (x != x) reach_error();",
}
OPEN = {
    "perhaps NaN": "double x = 1; while (__VERIFIER_nondet_int()) x = x * 3 - x; if (!(x <= 1e308)) reach_error();",
    "no bound": "float x = 0; while (__VERIFIER_nondet_int()) x = x + 1; if (x > 1000) reach_error();",
    "the bits": """union { float f; unsigned u; } p; p.f = 1;
      while (__VERIFIER_nondet_int()) p.u = p.u + 1;
      if (!(p.f <= 2)) reach_error();""",
}


def read(path: Path, body: str) -> tuple[Model, Safety]:
    path.write_text(HEAD + f"int main(void) {{ {body} return 0; }}\n")
    model = read_c(path)
    (goal,) = model.properties
    assert isinstance(goal, Safety)
    return model, goal


@pytest.mark.parametrize("name", BOUNDED)
def test_bounds_prove(name: str, tmp_path: Path) -> None:
    assert not prepare_program(*read(tmp_path / "program.c", BOUNDED[name]), blocks="large").model.edges


@pytest.mark.parametrize("name", OPEN)
def test_nothing_is_proved_that_is_not_so(name: str, tmp_path: Path) -> None:
    assert prepare_program(*read(tmp_path / "program.c", OPEN[name]), blocks="large").model.edges


@pytest.mark.parametrize("name", ["a counter", "halved", "a copy", "an integer beside", "the bits", "no bound"])
def test_a_solver_agrees_that_every_step_keeps_the_bounds(name: str, tmp_path: Path) -> None:
    model, _ = read(tmp_path / "program.c", {**BOUNDED, **OPEN}[name])
    bounds = intervals(model)
    assert bounds is not None
    facts: dict[Location, list[Term]] = {place: list(conjuncts(formula(known))) for place, known in bounds.items()}
    kept = inductive_part(model, facts, patient())
    assert kept is not None
    assert {place: kept[place] for place in facts} == facts
    assert any(facts.values())


@pytest.mark.parametrize(
    ("sort", "body", "inside", "outside"),
    [
        (FLOAT32, BOUNDED["a counter"], (0.0, 0.5, 10.0, -0.0), (-1.0, 12.0, float("nan"))),
        (FLOAT64, BOUNDED["halved"], (0.0, 100.0), (101.0, -1.0, float("nan"), float("inf"))),
        (FLOAT64, OPEN["perhaps NaN"], (float("nan"), 7.0, float("inf")), ()),
    ],
)
def test_what_bounds_allow(
    sort: Sort, body: str, inside: tuple[float, ...], outside: tuple[float, ...], tmp_path: Path
) -> None:
    model, _ = read(tmp_path / "program.c", body)
    bounds = intervals(model)
    assert bounds is not None
    (head,) = loop_heads(model)
    x = variable("main::x", bv(0, sort.width).sort)
    facts = [fact for fact in conjuncts(formula(bounds[head])) if fact.free == {x}]
    for value in inside:
        assert all(holds(fact, {x: bits_of(number(value, sort))}) for fact in facts)
    for value in outside:
        assert not all(holds(fact, {x: bits_of(number(value, sort))}) for fact in facts)


@pytest.mark.parametrize("name", ["a counter", "halved", "a copy"])
def test_bounds_alone_are_a_proof_of_each_step(name: str, tmp_path: Path) -> None:
    model, goal = read(tmp_path / "program.c", BOUNDED[name])
    proof = by("bounds", model, goal)
    assert isinstance(proof, Proof) and set(proof.invariant) == set(model.locations)
    assert "Bitwuzla" in check_proof_by_blocks(model, goal, proof, seconds=PATIENCE) or not has_bitwuzla()


@pytest.mark.parametrize("name", OPEN)
def test_bounds_give_up_where_they_do_not_suffice(name: str, tmp_path: Path) -> None:
    assert isinstance(by("bounds", *read(tmp_path / "program.c", OPEN[name])), Stuck)

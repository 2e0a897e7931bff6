"""Deep errors: a run where it can be written down, inputs for an execution where these are all there is to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.budget import FOREVER
from assay.core.events import ignore
from assay.core.evidence import Evidence, NativeRun, Trace
from assay.core.roles import Stuck
from assay.engines.plans import CLOSED_FORMS
from assay.engines.views import Views
from assay.frontends.task import load
from assay.witness.check.replay import check_trace
from engines import by_method

PROGRAM = """extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {{
    int n = __VERIFIER_nondet_int(), i = 0, j = 0;
    while (i < n) {{ i++; j += 2;{inside} }}
    {after}
    if (j == {bound}) __VERIFIER_error();
    return 0;
}}
"""
CLAUSES = """(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (P x y))))
(assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x {bound})) (P (+ x 1) (+ y x)))))
(assert (forall ((x Int) (y Int)) (=> (and (P x y) (= x {bound}) (> y x)) false)))
(check-sat)
"""


def found(file: Path, view: str) -> tuple[Views, Evidence | Stuck]:
    model = load(str(file), checks=["assert"] if file.suffix == ".c" else None)
    (goal,) = model.properties
    views = Views(model, goal, FOREVER, ignore)
    return views, by_method("proof over closed forms", views, f"{view}{CLOSED_FORMS}")


def of_program(
    folder: Path, *, bound: int, inside: str = "", after: str = "", view: str = "integers"
) -> Evidence | Stuck:
    file = folder / "deep.c"
    file.write_text(PROGRAM.format(bound=bound, inside=inside, after=after))
    return found(file, view)[1]


def of_clauses(folder: Path, *, bound: int) -> tuple[Views, Evidence | Stuck]:
    file = folder / "deep.smt2"
    file.write_text(CLAUSES.format(bound=bound))
    return found(file, "large blocks")


def test_a_run_is_written_down(tmp_path: Path) -> None:
    views, run = of_clauses(tmp_path, bound=3000)
    assert isinstance(run, Trace) and len(run.edges) >= 3000
    check_trace(views.model, views.model.properties[0], run)


def test_one_that_is_too_long_is_said_to_be(tmp_path: Path) -> None:
    _, end = of_clauses(tmp_path, bound=10**9)
    assert isinstance(end, Stuck) and "1,000,000,000 times" in end.reason


@pytest.mark.parametrize("view", ["integers", "integers with facts"])
def test_a_program_gets_the_inputs_of_a_long_run(view: str, tmp_path: Path) -> None:
    run = of_program(tmp_path, bound=246_913_578, view=view)
    assert isinstance(run, NativeRun) and run.calls == (("__VERIFIER_nondet_int", 123_456_789),)


@pytest.mark.parametrize(
    ("inside", "after"),
    [
        (" __VERIFIER_nondet_int();", ""),
        (" if (__VERIFIER_nondet_int()) break;", ""),
        ("", "if (__VERIFIER_nondet_int() != 7) return 0;"),
    ],
)
def test_what_is_asked_for_later_is_not_left_out(inside: str, after: str, tmp_path: Path) -> None:
    """The answers up to the loop are not all there are: no execution is claimed to show the error."""
    end = of_program(tmp_path, bound=2_000_000, inside=inside, after=after)
    assert isinstance(end, Stuck) and "times" in end.reason

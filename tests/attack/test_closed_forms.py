"""Closed forms of loops over machine words: what wraps, jumps over its bound, or is chosen freely is not misread."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from assay.checking.confirming import confirmed
from assay.core.errors import Unsupported
from assay.core.events import ignore
from assay.core.model import Safety
from assay.core.roles import Stuck
from assay.core.verdict import Holds, Violated
from assay.engines.plans import CLOSED_FORMS
from assay.engines.views import Views
from assay.frontends.task import load
from clocks import patient
from engines import by_method

VIEW = f"integers{CLOSED_FORMS}"
HEAD = """extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
"""
CASES: list[tuple[str, Literal["holds", "violated"]]] = [
    # past the greatest number, once and again
    ("unsigned x = 4294967000u, n = 0; while (x != 5) { x++; n++; } if (n == 301)", "violated"),
    ("unsigned char c = 0; int n = 0; while (n < 100) { c += 3; n++; } if (c == 44)", "violated"),
    ("unsigned char c = 0; int n = 0; while (c != 7) { c += 3; n++; } if (n == 173)", "violated"),
    ("unsigned char c = 1; while (c != 0) c += 2; if (1)", "holds"),
    ("signed char c = 100; int n = 0; while (n < 60) { c++; n++; } if (c == -96)", "violated"),
    ("int x = 2147483640, n = 0; while (n < 10) { x = (int)(x + 1u); n++; } if (x == -2147483646)", "violated"),
    # below zero
    ("unsigned x = 10; int n = 0; while (x >= 0 && n < 20) { x--; n++; } if (x == 4294967286u)", "violated"),
    ("unsigned x = 10; int n = 0; while (x > 0) { x -= 3; n++; if (n > 9) break; } if (x == 0)", "holds"),
    # strides that jump over the bound
    ("int x = 0; while (x < 10) x += 3; if (x == 10)", "holds"),
    ("int x = 0; while (x < 10) x += 3; if (x == 12)", "violated"),
    ("int x = 100; while (x > 0) x -= 7; if (x != -5)", "holds"),
    ("int x = 100; while (x > 0) x -= 7; if (x == -5)", "violated"),
    ("int x = 1; while (x != 1000) x += 3; if (1)", "violated"),
    ("int x = 1; while (x != 999 && x < 2000) x += 3; if (x < 2000)", "holds"),
    # what a run chooses at each iteration
    ("int x = 0; while (x < 300) { x++; if (__VERIFIER_nondet_int()) break; } if (x == 299)", "violated"),
    ("int i = 0, n = __VERIFIER_nondet_uchar(), s = 0; while (i < n) { i++; s += 2; } if (s != 2 * n)", "holds"),
    ("int i = 0, n = __VERIFIER_nondet_uchar(), s = 0; while (i < n) { i++; s += 2; } if (s == 500)", "violated"),
    ("int i = 0, s = 0; while (i < 9) { s += i; i++; } if (s == 36)", "violated"),
]


def views_of(body: str, folder: Path) -> Views:
    """Of a program with this body, and its call of the error function at the end."""
    file = folder / "loop.c"
    file.write_text(f"{HEAD}    {body} __VERIFIER_error();\n    return 0;\n}}\n")
    model = load(str(file))
    goal = next(goal for goal in model.goals if isinstance(goal, Safety) and goal.kind == "error call")
    return Views(model, goal, patient(), ignore)


@pytest.mark.parametrize(("body", "answer"), CASES)
def test_closed_forms_mean_what_the_loop_means(body: str, answer: str, tmp_path: Path) -> None:
    views = views_of(body, tmp_path)
    views.prepared(VIEW)
    evidence = by_method("proof over closed forms", views, VIEW)
    assert not isinstance(evidence, Stuck), evidence
    verdict, _ = confirmed(views.model, views.goal, evidence, patient(), no_execute=True)
    assert isinstance(verdict, Holds if answer == "holds" else Violated)


@pytest.mark.parametrize(
    "body",
    [
        "int x = 0; while (x < 10) x += __VERIFIER_nondet_uchar(); if (x == 300)",
        "int x = 1; while (x < 10) x *= 2; if (x == 16)",
        "int a[9], x = 0; while (x < 8) { a[x] = x; x++; } if (a[__VERIFIER_nondet_uchar() % 8] > 7)",
    ],
)
def test_loops_without_a_closed_form_are_left_alone(body: str, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="closed form"):
        views_of(body, tmp_path).prepared(VIEW)

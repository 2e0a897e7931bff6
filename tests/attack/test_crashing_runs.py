"""Programs whose nearest way to the error crashes: that way is never a violation, and another one is found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from assay.checking import check
from assay.core.verdict import Unknown, Violated
from assay.engines.catalogue import configured
from assay.frontends.c import read_c
from assay.native.defined_runs import NAME
from clocks import PATIENCE

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
DECLARED = (
    "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nextern void free(void *);\n"
    "extern void *malloc(unsigned long);\nint x = 5, zero = 0;\nint *null = 0;\n"
    "struct pair { int a; struct pair *next; } pair;\n"
)
# Each leads to the error only behind what C leaves undefined.
CRASHING = {
    "null is followed": "int *p = __VERIFIER_nondet_int() ? null : &x; if (*p != 5) reach_error();",
    "null is written through": "int *p = null; if (__VERIFIER_nondet_int()) { *p = 1; reach_error(); }",
    "a member behind null": "struct pair *p = pair.next; if (p->next != p) reach_error();",
    "a division by zero": "int y = 7 / zero; if (y != 3) reach_error();",
    "a remainder by zero, far away": "int i, d = 3; for (i = 0; i < 3; i++) d--; if (7 % d + 1) reach_error();",
    "null is copied over null": "struct pair *p = 0, q; q = *p; if (q.a != pair.a) reach_error();",
}
# Each has another way, which is longer.
LONGER = "int i, k = __VERIFIER_nondet_int(); if (k == 3) for (i = 0; i < 3; i++) x += __VERIFIER_nondet_int() == 9; "
TWO_WAYS = {
    "null or not": LONGER + "int *p = k == 3 ? &x : null; if (*p != 4) reach_error();",
    "a divisor": LONGER + "int d = k == 3 ? x : 0; if (8 / d != 3) reach_error();",
    "a list": LONGER + "if (k == 3) pair.next = &pair; if (pair.next->a == 0) reach_error();",
    "an allocation": LONGER + "int *p = k == 3 ? malloc(4) : 0; *p = x; if (*p < 9) reach_error();",
}


def answer(folder: Path, body: str) -> tuple[object, str]:
    file = folder / "program.c"
    file.write_text(f"{DECLARED}int main(void) {{\n{body}\nreturn 0; }}\n")
    config = configured("bounded", seconds=PATIENCE, execute=True, depth=30)
    (result,) = check(read_c(file, "LP64"), config=config)
    return result.verdict, result.method


@pytest.mark.parametrize("body", CRASHING.values(), ids=CRASHING.keys())
def test_a_way_that_crashes_is_no_violation(body: str, tmp_path: Path) -> None:
    verdict, _ = answer(tmp_path, body)
    assert isinstance(verdict, Unknown), verdict


@pytest.mark.parametrize("body", TWO_WAYS.values(), ids=TWO_WAYS.keys())
def test_a_longer_way_that_does_not_crash_is_one(body: str, tmp_path: Path) -> None:
    verdict, method = answer(tmp_path, body)
    assert isinstance(verdict, Violated), verdict
    assert method == NAME

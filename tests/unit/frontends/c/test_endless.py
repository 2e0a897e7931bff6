"""Memory that is lost by a run without end: never told to be tracked."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.checking import check
from assay.core.verdict import Holds
from assay.engines.config import Config
from assay.frontends.c import read_c
from assay.frontends.c.checks import Kind
from clocks import PATIENCE

HEAD = (
    "extern void *malloc(__SIZE_TYPE__); extern void free(void *); extern int __VERIFIER_nondet_int(void);\n"
    "extern void __VERIFIER_error(void);\n"
)
LOST = {
    "the only pointer is overwritten": "int main(void) { int *p = malloc(4); p = 0; for (;;) {} }",
    "its function has returned": "void f(void) { int *p = malloc(4); *p = 1; } int main(void) { f(); while (1) {} }",
    "in a loop that does something": (
        "int main(void) { int *p = malloc(4), x = 0; if (__VERIFIER_nondet_int()) p = 0; do x ^= 1; while (1); }"
    ),
    "in a loop by goto": "int main(void) { int *p = malloc(4); p = 0; on: goto on; }",
    "in a loop by goto in which one way leads out": (
        "int main(void) { int *p = malloc(4), x = 0; p = 0; on: x ^= 1; if (x < 2) goto on; return 0; }"
    ),
    "in a loop that could end": "int main(void) { int *p = malloc(4); p = 0; while (1) { if (p) break; } return 0; }",
}
KEPT = {
    "it is still pointed to": "int main(void) { int *p = malloc(4); while (1) *p = 1; }",
    "it was freed": "int main(void) { int *p = malloc(4); free(p); for (;;) {} }",
    "it was freed before a goto": "int main(void) { int *p = malloc(4); free(p); p = 0; on: goto on; }",
}


def holds(text: str, folder: Path) -> bool:
    program = folder / "program.c"
    program.write_text(HEAD + text)
    model = read_c(program, externals="pure", checks=frozenset((Kind.LEAK,)))
    return all(isinstance(result.verdict, Holds) for result in check(model, config=Config(seconds=PATIENCE)))


@pytest.mark.parametrize("name", LOST)
def test_what_is_lost_for_ever_is_not_told_to_be_tracked(name: str, tmp_path: Path) -> None:
    assert not holds(LOST[name], tmp_path)


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_for_ever_is(name: str, tmp_path: Path) -> None:
    assert holds(KEPT[name], tmp_path)

"""Memory that is lost by a run without end: never told to be tracked, and said to be assumed where that is open."""

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
}
KEPT = {
    "it is still pointed to": "int main(void) { int *p = malloc(4); while (1) *p = 1; }",
    "it was freed": "int main(void) { int *p = malloc(4); free(p); for (;;) {} }",
}
ASSUMED = "no run goes on for ever after it has lost memory (not checked)"


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


def test_that_runs_end_is_said_to_be_assumed(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(HEAD + "int main(void) { int *p = malloc(4), n = 3; while (n) n--; free(p); return 0; }")
    assert ASSUMED in read_c(program, checks=frozenset((Kind.LEAK,))).origin.assumptions
    assert ASSUMED not in read_c(program, checks=frozenset((Kind.FREE,))).origin.assumptions

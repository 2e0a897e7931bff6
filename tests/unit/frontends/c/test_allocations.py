"""Allocations: when they fail, and that a failure of the model is handed to the compiled program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.core.model import Model
from assay.core.terms import Term
from assay.frontends.c import DataModel, Externals, read_c
from assay.frontends.c.checks import checks_of
from assay.witness.c.execution.interpreter import Machine, zero
from assay.witness.c.execution.memory_contents import Allocation
from assay.witness.c.execution.runtime import LIBRARY

HEAD = (
    "extern void reach_error(void); extern void *malloc(__SIZE_TYPE__); extern __SIZE_TYPE__ size(void);\n"
    "extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"
)
LARGE = "((__SIZE_TYPE__)1 << (8 * sizeof(void *) - 1))"

MAY_FAIL = {
    "a variable that is tested": "char *p = malloc(16); if (!p) reach_error();",
    "the call": "if (malloc(16) == 0) reach_error();",
    "an assignment": "char *p; if (!(p = malloc(16))) reach_error();",
    "a member": "struct { char *p; } s; s.p = calloc(4, 4); if (s.p == (void *)0) reach_error();",
    "a loop": "char *p; for (int i = 0; i < 3; i++) { p = malloc(4); if (!p) reach_error(); }",
}
FAILS = {
    "more than an object can have": f"char *p = malloc({LARGE}); if (!p) reach_error();",
    "nobody asks": f"char *p = malloc({LARGE}); if (p < (char *)1) reach_error();",
    "a product that wraps": f"char *p = calloc({LARGE}, 2); if (!p) reach_error();",
}


def fails(symbol: Term) -> Any:
    """The chooser that lets allocations fail."""
    return 1 if symbol.name.startswith("allocation#") else zero(symbol)


def read(body: str, folder: Path, externals: Externals, model: DataModel = DataModel.LP64) -> Model:
    source = folder / "program.c"
    source.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}\n")
    return read_c(source, model, externals=externals)


@pytest.mark.parametrize("name", MAY_FAIL)
def test_what_is_tested_may_fail(name: str, tmp_path: Path) -> None:
    machine = Machine(read(MAY_FAIL[name], tmp_path, Externals.ANY))
    assert machine.run(fails).location.name == "program:error"
    assert machine.run().location.name == "program:exit"
    pure = Machine(read(MAY_FAIL[name], tmp_path, Externals.PURE))
    assert pure.run(fails).location.name == "program:exit"


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("name", FAILS)
def test_what_is_too_large_fails(name: str, model: DataModel, tmp_path: Path) -> None:
    assert Machine(read(FAILS[name], tmp_path, Externals.ANY, model)).run().location.name == "program:error"


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("name", FAILS)
def test_what_is_too_large_fails_where_memory_is_checked(name: str, model: DataModel, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(f"{HEAD}int main(void) {{ {FAILS[name]} free(p); return 0; }}\n")
    made = read_c(source, model, externals=Externals.ANY, checks=checks_of("assert,memory,leak"))
    assert Machine(made).run().location.name.startswith("program:error call")


def test_what_nobody_tests_does_not_fail_and_the_answer_says_so(tmp_path: Path) -> None:
    made = read("char *p = malloc(4); if (p == p + 1) reach_error();", tmp_path, Externals.ANY)
    assert Machine(made).run(fails).location.name == "program:exit"
    assert made.origin.assumptions == ("malloc never fails where its result is not tested",)


def test_a_size_that_is_not_known_fails_beyond_the_heap(tmp_path: Path) -> None:
    made = read("char *p = malloc(size()); if (p == (char *)0) reach_error();", tmp_path, Externals.ANY)
    assert (
        Machine(made).run(lambda s: 1 << 40 if s.name.startswith("size") else zero(s)).location.name == "program:error"
    )


def test_a_harness_tells_failed_allocations() -> None:
    assert [a.kind for a in (Allocation(False), Allocation(True), Allocation(False, failed=True))] == [0, 1, 2]
    assert "apart == 2" in LIBRARY

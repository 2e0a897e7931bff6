"""Calls through pointers do what the same calls by name do, whatever they reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.frontends.c import DataModel, read_c
from assay.frontends.c.translate.encoding import BitPrecise
from assay.frontends.c.translate.unbounded import Unbounded
from assay.witness.c.execution.interpreter import Machine

HEAD = """
extern void __VERIFIER_error(void); extern void reach_error(void); extern void abort(void); extern void exit(int);
extern void __VERIFIER_assume(int); extern int __VERIFIER_nondet_int(void); extern void *malloc(__SIZE_TYPE__);
extern void *memcpy(void *, const void *, __SIZE_TYPE__); extern void *memset(void *, int, __SIZE_TYPE__);
extern __SIZE_TYPE__ strlen(const char *); extern int abs(int);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
"""

REACHED = {
    "the error function": "int main(void) { void (*f)(void) = reach_error; f(); return 0; }",
    "its old name": "int main(void) { void (*f)(void) = __VERIFIER_error; (*f)(); return 0; }",
    "a parameter": "void run(void (*f)(void)) { f(); } int main(void) { run(&reach_error); return 0; }",
    "a table": "struct { int n; void (*f)(void); } t[2] = {{0, 0}, {1, reach_error}};"
    " int main(void) { t[t[1].n].f(); }",
    "a condition": "int main(void) { int x = 1; (x ? reach_error : abort)(); return 0; }",
    "a failed assertion": (
        "int main(void) { void (*f)(const char *, const char *, unsigned, const char *) = __assert_fail;"
        ' f("x", "y", 1, "z"); return 0; }'
    ),
    "no prototype": "void h(int a) { if (a == 3) reach_error(); } int main(void) { void (*f)() = h; f(3); return 0; }",
    "a pointer from a function": (
        "void (*get(void))(void) { return reach_error; } int main(void) { get()(); return 0; }"
    ),
}

NOT_REACHED = {
    "abort": "int main(void) { void (*f)(void) = abort; f(); reach_error(); return 0; }",
    "exit": "int main(void) { void (*f)(int) = exit; f(1); reach_error(); return 0; }",
    "assume": "int main(void) { void (*f)(int) = __VERIFIER_assume; int x = __VERIFIER_nondet_int(); f(x == 7);"
    " if (x != 7) reach_error(); return 0; }",
    "memcpy": "int main(void) { void *(*f)(void *, const void *, __SIZE_TYPE__) = memcpy; int x = 3, y = 0;"
    " f(&y, &x, sizeof x); if (y != 3) reach_error(); return 0; }",
    "memset": "int main(void) { void *(*f)(void *, int, __SIZE_TYPE__) = memset; int y[4] = {1, 2, 3, 4};"
    " f(y, 0, sizeof y); if (y[3]) reach_error(); return 0; }",
    "malloc": "int main(void) { void *(*f)(__SIZE_TYPE__) = malloc; int *p = f(4), *q = f(4); *p = 1; *q = 2;"
    " if (p == q || *p != 1) reach_error(); return 0; }",
    "strlen": 'int main(void) { __SIZE_TYPE__ (*f)(const char *) = strlen; if (f("four") != 4) reach_error(); }',
    "abs": "int main(void) { int (*f)(int) = abs; if (f(-3) != 3) reach_error(); return 0; }",
    "one of two": "int one(int x) { return x + 1; }"
    " int main(void) { int (*f)(int) = abs; if (f(-1) != 1) reach_error();"
    " f = one; if (f(1) != 2) reach_error(); return 0; }",
}


def ended(text: str, folder: Path, model: DataModel) -> str:
    source = folder / "program.c"
    source.write_text(HEAD + text)
    names = {
        Machine(read_c(source, model, encoding=encoding)).run(steps=20_000).location.name
        for encoding in (BitPrecise, Unbounded)
    }
    assert len(names) == 1
    return names.pop()


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("name", REACHED)
def test_what_a_pointer_reaches(name: str, model: DataModel, tmp_path: Path) -> None:
    assert ended(REACHED[name], tmp_path, model) == "program:error"


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("name", NOT_REACHED)
def test_the_effect_of_a_call_through_a_pointer(name: str, model: DataModel, tmp_path: Path) -> None:
    assert ended(NOT_REACHED[name], tmp_path, model) != "program:error"


@pytest.mark.parametrize("error", ["reach_error", "__VERIFIER_error"])
def test_an_error_function_with_a_body(error: str, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(f"void {error}(void) {{ }} int main(void) {{ void (*f)(void) = {error}; f(); return 0; }}")
    assert Machine(read_c(source)).run().location.name == "program:error"

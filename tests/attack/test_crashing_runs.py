"""Programs whose nearest way to the error crashes: that way is never a violation, and another one is found.

So it is with a compiler and without: then nothing is executed, and the model has to know what the machine would show.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from assay.checking import check
from assay.checking.confirming import is_undefined
from assay.core.verdict import Unknown, Violated
from assay.engines.catalogue import configured
from assay.frontends.c import Kind, read_c
from assay.native.defined_runs import NAME
from clocks import PATIENCE

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
DECLARED = (
    "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nextern void free(void *);\n"
    "extern void *malloc(unsigned long), *memcpy(void *, const void *, unsigned long);\n"
    "extern unsigned long strlen(const char *); extern long sysconf(int);\n"
    "extern int memcmp(const void *, const void *, unsigned long);\n"
    "int x = 5, zero = 0;\nint *null = 0;\nconst int constant = 3;\n"
    "struct pair { int a; struct pair *next; } pair;\nint f(int v) { return v; }\n"
    "int second(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int); }\n"
    "int none(int v) { if (v == 3) return 1; }\n"
)
# Each leads to the error only behind what C leaves undefined.
CRASHING = {
    "null is followed": "int *p = __VERIFIER_nondet_int() ? null : &x; if (*p != 5) reach_error();",
    "null is followed, and nothing depends on it": "int *p = null; int v = *p; if (v == v) reach_error();",
    "null is written through": "int *p = null; if (__VERIFIER_nondet_int()) { *p = 1; reach_error(); }",
    "a member behind null": "struct pair *p = pair.next; if (p->next != p) reach_error();",
    "a function behind null": "int (*g)(int) = zero ? f : 0; g(1); reach_error();",
    "a function of the library gets null": "char *s = zero ? (char *)&x : 0; strlen(s); reach_error();",
    "a division by zero": "int y = 7 / zero; if (y != 3) reach_error();",
    "a division by zero that nobody looks at": "int y = 7 / zero; reach_error();",
    "a remainder by zero, far away": "int i, d = 3; for (i = 0; i < 3; i++) d--; if (7 % d + 1) reach_error();",
    "the least integer divided by -1": "int d = x - 6; int y = (-2147483647 - 1) / d; reach_error();",
    "a remainder of the least integer by -1": "int d = x - 6; int y = (-2147483647 - 1) % d; reach_error();",
    "a string is written": 'char *s = zero ? (char *)&x : "ab"; s[1] = 99; reach_error();',
    "a constant is written": "int *p = (int *)&constant; *p = 1; if (constant == 1) reach_error();",
    "a string is copied to": 'memcpy("abcd", &x, x - 1); reach_error();',
    "null is copied over null": "struct pair *p = 0, q; q = *p; if (q.a != pair.a) reach_error();",
}
# What these do on a machine is up to where objects lie: who executes them may well come to the error.
ASTRAY = {
    "a write far beyond the end": "int a[4] = {0}, i = x * 1000000; a[i] = 1; reach_error();",
    "a write before the beginning": "int a[4] = {0}, i = x - 6; a[i] = 1; reach_error();",
    "a read just beyond the end": "int a[4] = {0}; int v = a[x - 1]; if (v == v) reach_error();",
    "a copy beyond the end": "int a[2]; memcpy(a, a + 1, x + 3); reach_error();",
    "a read of freed memory": "int *p = malloc(4); *p = 1; free(p); if (*p != 1 || 1) reach_error();",
    "a write to freed memory": "int *p = malloc(4); free(p); *p = 1; reach_error();",
    "memory freed twice": "int *p = malloc(4); free(p); free(p); reach_error();",
    "a variable freed": "free(&x); reach_error();",
    "a pointer to a block that is over": "int *p; { int y = 3; p = &y; } *p = 4; reach_error();",
    "a shift by too much": "if ((1 << (x * 7)) != 8) reach_error();",
    "an argument that was not given": "if (second(1) == 77) reach_error();",
    "an argument of another type": "if (second(1, 2.0) == 77) reach_error();",
    "a number that does not fit": "double d = x * 1e20; if ((int)d == 77) reach_error();",
    "the zeros of zero": "if (__builtin_clz(zero) == 77) reach_error();",
    "the value of a function that returns none": "if (none(x) == 77) reach_error();",
    "how far from zero a comparison is": "if (memcmp(&x, &zero, 1) == 77) reach_error();",
    "what is up to the C library": "if (sysconf(3) == 77) reach_error();",
    "the sign of a NaN": "double n = zero / 1.0; n = n / n; if (__builtin_signbit(n)) reach_error();",
}
# Each is an error of the program, on every machine and in the model.
DEFINED = {
    "arithmetic that wraps": "int y = x + 2147483647; if (y < 0) reach_error();",
    "an uninitialised variable": "int y; if (y == 7) reach_error();",
    "a pointer that is not followed": "int *p = null; if (p == 0) reach_error();",
    "a list": "struct pair q = {1, &pair}; pair.next = &q; if (pair.next->next->next->a) reach_error();",
    "memory that is not freed yet": "int *p = malloc(4); *p = x; if (*p == 5) reach_error(); free(p);",
    "constants that are read": 'const int *p = x ? &constant : &x; char *s = x ? "ab" : (char *)&x; char t[3]; '
    "memcpy(t, s, 3); t[0] = 1; if (*p + s[1] == 3 + 98) reach_error();",
    "a call": "int (*g)(int) = zero ? 0 : f; if (g(8 / (x - 3)) == 4) reach_error();",
}
# Each has another way, which is longer.
LONGER = "int i, k = __VERIFIER_nondet_int(); if (k == 3) for (i = 0; i < 3; i++) x += __VERIFIER_nondet_int() == 9; "
TWO_WAYS = {
    "null or not": LONGER + "int *p = k == 3 ? &x : null; if (*p != 4) reach_error();",
    "a divisor": LONGER + "int d = k == 3 ? x : 0; if (8 / d != 3) reach_error();",
    "a list": LONGER + "if (k == 3) pair.next = &pair; if (pair.next->a == 0) reach_error();",
    "an allocation": LONGER + "int *p = k == 3 ? malloc(4) : 0; *p = x; if (*p < 9) reach_error();",
}


@pytest.fixture(params=[pytest.param("", marks=needs_compiler), "no compiler", "--no-execute"])
def machine(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the machine has to offer."""
    if request.param == "no compiler":
        monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    return str(request.param)


def answer(
    folder: Path, body: str, machine: str = "", checks: frozenset[Kind] | None = None, before: str = ""
) -> tuple[object, str]:
    file = folder / "program.c"
    file.write_text(f"{DECLARED}{before}int main(void) {{\n{body}\nreturn 0; }}\n")
    model = read_c(file, "LP64", checks=checks)
    config = configured(
        "bounded", seconds=PATIENCE, execute=not machine, no_execute=machine == "--no-execute", depth=30
    )
    results = check(model, config=config, property=model.goals[-1])
    return results[0].verdict, results[0].method


@pytest.mark.parametrize("body", CRASHING.values(), ids=CRASHING.keys())
def test_a_way_that_crashes_is_no_violation(body: str, machine: str, tmp_path: Path) -> None:
    verdict, _ = answer(tmp_path, body, machine)
    assert isinstance(verdict, Unknown), verdict
    assert is_undefined(verdict), verdict.reason


@pytest.mark.parametrize("machine", ["no compiler", "--no-execute"], indirect=True)
@pytest.mark.parametrize("body", ASTRAY.values(), ids=ASTRAY.keys())
def test_where_nothing_is_executed_a_way_that_goes_astray_is_none(body: str, machine: str, tmp_path: Path) -> None:
    verdict, _ = answer(tmp_path, body, machine)
    assert isinstance(verdict, Unknown), verdict
    assert is_undefined(verdict) or "up to the C library" in verdict.reason, verdict.reason


@pytest.mark.parametrize("body", DEFINED.values(), ids=DEFINED.keys())
def test_a_way_that_is_defined_is_one(body: str, machine: str, tmp_path: Path) -> None:
    verdict, _ = answer(tmp_path, body, machine)
    assert isinstance(verdict, Violated), verdict


@pytest.mark.parametrize("body", TWO_WAYS.values(), ids=TWO_WAYS.keys())
def test_a_longer_way_that_does_not_crash_is_one(body: str, machine: str, tmp_path: Path) -> None:
    verdict, method = answer(tmp_path, body, machine)
    assert isinstance(verdict, Violated), verdict
    assert method == NAME


@pytest.mark.parametrize("kind", [Kind.OVERFLOW, Kind.SHIFT, Kind.CONVERSION, Kind.WRAP, Kind.CLEANUP])
def test_an_error_of_another_kind_behind_a_crash_is_none(kind: Kind, machine: str, tmp_path: Path) -> None:
    body = "int *p = null; *p = 1; int k = __VERIFIER_nondet_int(); malloc(4); "
    body += "unsigned u = k; k = k + 1; short s = k; u = u + 7; u = u >> k; (void)s;"
    verdict, _ = answer(tmp_path, body, machine, frozenset((kind,)))
    assert isinstance(verdict, Unknown), verdict


def test_a_run_with_calls_of_functions_that_call_themselves(machine: str, tmp_path: Path) -> None:
    before = "int down(int n) { return n ? down(n - 1) + 2 : 0; }\n"
    engine = "if (down(3) == 6) { %s reach_error(); }"
    verdict, _ = answer(tmp_path, engine % "", machine, before=before)
    assert isinstance(verdict, Violated), verdict
    verdict, _ = answer(tmp_path, engine % "*null = 1;", machine, before=before)
    assert isinstance(verdict, Unknown), verdict

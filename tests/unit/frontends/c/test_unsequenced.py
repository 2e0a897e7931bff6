"""Operands whose order C leaves open: undefined behaviour is refused, an order that matters is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.frontends.c import Externals, read_c

HEAD = """
extern void reach_error(void); extern void abort(void); extern int unknown(void);
extern int __VERIFIER_nondet_int(void); extern void *memset(void *, int, __SIZE_TYPE__);
static int n, m, a[3]; int shown; struct { int a, b; unsigned c : 3, d : 3; } s;
static int set(void) { return n = 1; } static int get(void) { return n; } static int same(int x) { return x + 1; }
static int other(void) { return m++; } static int through(int *p) { return *p = 3; }
static int deep(void) { return set() + 1; } static int stop(void) { abort(); return 0; }
static int fail(void) { reach_error(); return 0; } static int local(void) { int x = 1; x++; return x; }
static int clear(void) { memset(&n, 0, sizeof n); return 0; }
static int two(int x, int y) { return x - y; } static int (*by)(void) = set;
"""
UNDEFINED = (
    "i = i++ + 1;",
    "i = i++;",
    "two(i, i++);",
    "two(i++, i++);",
    "a[i] = i++;",
    "a[i++] = i;",
    "i += i++;",
    "x = i + (i = 2);",
    "x = (i++, 1) + i;",
    "x = same(i++) + i;",
    "s.a = s.a++;",
    "if (i == i++) x = 1;",
    "int y = i - --i;",
    "x = ({ i++; 1; }) + i;",
    "s.c = s.c++;",
)
OPEN = (
    "x = set() + get();",
    "two(set(), get());",
    "x = n + set();",
    "n += set();",
    "x = get() - deep();",
    "x = i + through(&i);",
    "x = two(clear(), n);",
    "a[n] = set();",
    "x = by() + n;",
    "x = fail() + stop();",
    "x = shown + unknown();",
    "x = set() + set();",
)
DEFINED = (
    "i = i + 1;",
    "x = i++ && i;",
    "x = i++ ? i : 2;",
    "x = (i++, i);",
    "i = (i++, i);",
    "i = same(i++);",
    "x = i++ + 1;",
    "a[i++] = x;",
    "s.a = s.b++;",
    "s.c = s.d++;",
    "x = i = 3;",
    "n = set();",
    "x = set() + other();",
    "x = local() + local();",
    "x = same(n) + same(n);",
    "x = __VERIFIER_nondet_int() - __VERIFIER_nondet_int();",
    "x = unknown() + unknown();",
    "x = n + unknown();",
    "x = get() + fail();",
    "i += set();",
    "x = sizeof(i++) + i;",
)


def assumptions(body: str, folder: Path, externals: Externals = Externals.ANY) -> tuple[str, ...]:
    source = folder / "program.c"
    source.write_text(f"{HEAD}int main(void) {{ int i = 0, x = 0;\n{body}\nreturn x; }}\n")
    return tuple(line for line in read_c(source, externals=externals).origin.assumptions if line.startswith("operands"))


@pytest.mark.parametrize("body", UNDEFINED)
def test_undefined_behaviour_is_refused_where_it_is(body: str, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match=r"undefined: \w+ is changed and used without a sequence point") as failure:
        assumptions(body, tmp_path)
    assert failure.value.where is not None and failure.value.where.line == HEAD.count("\n") + 2


@pytest.mark.parametrize("body", OPEN)
def test_an_order_that_matters_is_told(body: str, tmp_path: Path) -> None:
    line = HEAD.count("\n") + 2
    assert assumptions(body, tmp_path) == (f"operands are evaluated from left to right (program.c:{line})",)


@pytest.mark.parametrize("body", DEFINED)
def test_an_order_that_does_not_matter_is_not(body: str, tmp_path: Path) -> None:
    assert assumptions(body, tmp_path) == ()


def test_functions_that_change_nothing_have_no_order(tmp_path: Path) -> None:
    assert assumptions("x = shown + unknown();", tmp_path, Externals.PURE) == ()

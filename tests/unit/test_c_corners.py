"""Corners of C that are easily misread: each program is executed and checks what the compiler does."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.frontends.c import DataModel, read_c
from assay.frontends.c.execute import Machine
from unit.c_constructs import Construct

PARAMETERS = (
    Construct(
        "a function that returns a pointer to a function",
        "check(choose(1)(5) == 6); check(choose(0)(5) == 15);",
        outside="""
        static int f(int x) { return x + 1; } static int g(int x) { return x * 3; }
        static int (*choose(int n))(int) { return n ? f : g; }""",
    ),
    Construct(
        "a function that returns a pointer to a function with named parameters",
        "check(choose(4, 1)(5, 2) == 11);",
        outside="""
        static int f(int x, int n) { return x + n + 4; }
        static int (*choose(int n, int m))(int n, int k) { return n + m == 5 ? f : 0; }""",
    ),
    Construct(
        "a function that returns a pointer to an array",
        "check((*row(1))[1] == 4); check((*row(0))[0] == 1);",
        outside="static int t[2][2] = {{1, 2}, {3, 4}}; static int (*row(int n))[2] { return &t[n]; }",
    ),
    Construct(
        "a function that returns a function that returns a function",
        "check(outer(1)(2)(3) == 6);",
        outside="""
        static int total; static int last(int c) { return total + c; }
        static int (*middle(int b))(int) { total += b; return last; }
        static int (*(*outer(int a))(int b))(int c) { total = a; return middle; }""",
    ),
    Construct(
        "parameters that are functions with named parameters",
        "check(twice(inc, 5) == 7); check(apply(inc, 5) == 6);",
        outside="""
        static int inc(int x) { return x + 1; }
        static int twice(int (*f)(int x), int x) { return f(f(x)); }
        static int apply(int f(int x, ...), int x) { return inc(x); }""",
    ),
    Construct(
        "parameters that are declared behind the parentheses",
        "check(minus(7, 3) == 4); check(pick(1)(2) == 3);",
        outside="""
        static int minus(b, a) int a; int b; { return b - a; }
        static int inc(int x) { return x + 1; }
        static int (*pick(n))() int n; { return n == 1 ? inc : 0; }""",
    ),
    Construct(
        "a result of a named function type",
        "check(choose(1, inc)(5) == 6);",
        outside="""
        typedef int unary(int x); static unary inc; static int inc(int x) { return x + 1; }
        static unary *choose(int n, unary f) { return n ? f : 0; }""",
    ),
    Construct(
        "parameters that are declared as arrays and chosen from",
        "int t[3] = {1, 2, 3}; check(of(t, 1) == 2); check(either(0, t) == 1); check(block(t) == 3);",
        outside="""
        static int of(int a[3], int n) { return (n ? a : 0)[1]; }
        static int either(int a[], int b[2]) { return *(a ?: b); }
        static int block(int a[static 3]) { return ({ a; })[2]; }""",
    ),
)


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("construct", PARAMETERS, ids=lambda c: c.name)
def test_each_does_what_the_compiler_does(construct: Construct, model: DataModel, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(construct.program)
    run = Machine(read_c(source, model)).run(steps=20_000)
    assert run.location.name == "program:exit", f"ended at {run.location} after {run.steps} steps"

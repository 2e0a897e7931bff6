"""Corners of C that are easily misread: each program is executed and checks what the compiler does."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from assay.core.errors import Position, Unsupported
from assay.frontends.c import DataModel, placed, read_c
from assay.witness.c.execution.interpreter import Machine
from c_constructs import Construct

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

INITIALISERS = (
    Construct(
        "compound literals outside of functions",
        "check(list[1] == 2); check(at->y == 6 && at->x == 0); check(in.at[1] == 8); check(in.p->y == 4);"
        "check(*c == 9); list[1] = 5; check(list[1] == 5 && list[2] == 3); check(text[1] == 'b');",
        outside="""
        struct p { int x, y; }; struct s { int *at; struct p *p; };
        static int *list = (int[]){1, 2, 3}; static struct p *at = &(struct p){.y = 6};
        static struct s in = {.at = (int[]){7, 8}, .p = &(struct p){3, 4}}; int *c = &(int){9};
        static char *text = (char[]){"ab"};""",
    ),
    Construct(
        "compound literals that point to others",
        "check(list->next->next->value == 3); check(list->next->next->next == 0);",
        outside="""
        struct n { int value; struct n *next; };
        static struct n *list = &(struct n){1, &(struct n){2, &(struct n){3, 0}}};""",
    ),
    Construct(
        "one compound literal for a range",
        "check(all[0] == all[1]); *all[0] = 4; check(*all[1] == 4);",
        outside="static int *all[2] = {[0 ... 1] = (int[]){3}};",
    ),
    Construct(
        "compound literals as values of objects that last",
        "static struct p here = (struct p){5, 6}; check(here.y == 6); check(p.x == 1 && p.y == 2); check(two.b.y == 4);"
        "check(two.a.x == 9); check(numbers[2] == 3);",
        outside="""
        struct p { int x, y; }; static struct p p = (struct p){1, 2};
        static struct { struct p a, b; } two = {{9, 8}, (struct p){3, 4}};
        static int numbers[3] = (int[3]){1, 2, 3};""",
    ),
    Construct(
        "members of open length with initialisers",
        'check(f.d[1] == 2 && f.d[2] == 3); check(f.n == 3); check(sizeof f == 4); static struct t t = {1, "abc"};'
        "check(t.s[2] == 'c' && t.s[3] == 0); short *at = f.d; at[2] = 7; check(f.d[2] == 7); check(*g[1].p == 4);"
        "check(other.n == 1);",
        outside="""
        static struct { int n; short d[]; } f = {3, {1, 2, 3}}; struct t { char n; char s[]; };
        static struct { int n, *p; } g[] = {{1, 0}, {2, (int[]){4}}};
        static struct { int n; } other = {1};""",
    ),
)
LABELS = (
    Construct(
        "labels of one name in two blocks",
        "int n = 0; for (int i = 0; i < 2; i++) { __label__ out; if (i == 0) goto out; n += 5; out: n++; }"
        "{ __label__ out; goto out; n = 100; out: ; } check(n == 7);",
    ),
    Construct(
        "labels in statement expressions of a macro",
        "check(FIRST(3) == 3); check(FIRST(-1) + FIRST(2) == 2);",
        outside="""
        #define FIRST(x) ({ __label__ done; int r = 0; if ((x) < 0) goto done; r = (x); done: r; })""",
    ),
    Construct(
        "a label of a block inside one of the same name",
        "{ __label__ l; int n = 0; { __label__ l; goto l; n = 50; l: n++; } goto l; n = 60; l: check(n == 1); }",
    ),
)
ALIGNED = (
    Construct(
        "alignment of variables",
        "_Alignas(64) char big[3]; char other __attribute__((aligned(256)));"
        "typedef int wide __attribute__((aligned(128))); wide w;"
        "static char s __attribute__((__aligned__(32))); MACRO char m; char t __attribute__((aligned));"
        "check((unsigned long)big % 64 == 0); check((unsigned long)&other % 256 == 0);"
        "check((unsigned long)&w % 128 == 0);"
        "check((unsigned long)&s % 32 == 0); check((unsigned long)&g % 512 == 0); check((unsigned long)&m % 64 == 0);"
        "check((unsigned long)&t % 16 == 0); check((unsigned long)&big[1] % 2 == 1);",
        outside="""
        #define MACRO __attribute__((aligned(1 << 6)))
        char pad; _Alignas(8) _Alignas(512) static char g;""",
    ),
    Construct(
        "alignment of structs",
        "struct a a; struct b b[2]; check((unsigned long)&a % 64 == 0); check((unsigned long)&a.c % 64 == 4);"
        "check((unsigned long)&b[1] % 4 == 0); check((unsigned long)&b[0].c % 4 == 0); struct b *p = &b[1];"
        "check(((unsigned long)p & 3) == 0); check((((unsigned long)p | 1) & 1) == 1);",
        outside="struct a { int n; char c; } __attribute__((aligned(64))); struct b { char c; int n; };",
    ),
)
CORNERS = PARAMETERS + ALIGNED + INITIALISERS + LABELS


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("construct", CORNERS, ids=lambda c: c.name)
def test_each_does_what_the_compiler_does(construct: Construct, model: DataModel, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(construct.program)
    run = Machine(read_c(source, model)).run(steps=20_000)
    assert run.location.name == "program:exit", f"ended at {run.location} after {run.steps} steps"


GCC = shutil.which("gcc")


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
@pytest.mark.parametrize("construct", CORNERS, ids=lambda c: c.name)
def test_the_compiler_does_so(construct: Construct, tmp_path: Path) -> None:
    assert GCC is not None
    source, binary = tmp_path / "program.c", tmp_path / "program"
    source.write_text(construct.program + "void __VERIFIER_error(void) { __builtin_exit(7); }")
    subprocess.run([GCC, "-w", "-fwrapv", source, "-o", binary], check=True)
    assert subprocess.run([binary]).returncode == 0


REFUSED = (
    Construct(
        "a member again after the whole",
        "struct p p = {1, 2}; struct s s = {.a = p, .a.x = 7}; check(s.a.y == 0);",
        outside="struct p { int x, y; }; struct s { struct p a; };",
        refused="initialised again",
    ),
    Construct(
        "an element again after the whole",
        "struct p p = {1, 2}; struct p s[2] = {p, p, [1].y = 7}; check(s[0].y == 2);",
        outside="struct p { int x, y; };",
        refused="initialised again",
    ),
)


@pytest.mark.parametrize("construct", REFUSED, ids=lambda c: c.name)
def test_what_compilers_read_differently_is_refused(construct: Construct, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(construct.program)
    with pytest.raises(Unsupported, match=construct.refused) as failure:
        read_c(source)
    assert failure.value.where is not None and failure.value.where.line > 0 and failure.value.where.column > 0


def test_a_whole_replaces_its_members(tmp_path: Path) -> None:
    body = "struct p p = {1, 2}; struct s s = {.a.x = 7, .a = p}; check(s.a.x == 1 && s.a.y == 2);"
    source = tmp_path / "program.c"
    source.write_text(Construct("", body, outside="struct p { int x, y; }; struct s { struct p a; };").program)
    assert Machine(read_c(source)).run().location.name == "program:exit"


def test_what_is_refused_without_a_place_gets_one() -> None:
    here = Position("program.c", 3, 4)
    with pytest.raises(Unsupported) as failure, placed(lambda: here):
        raise Unsupported("no place", Position("program.c"))
    assert failure.value.where == here
    with pytest.raises(Unsupported) as failure, placed(lambda: here):
        raise Unsupported("a place", Position("program.c", 1, 2))
    assert failure.value.where == Position("program.c", 1, 2)

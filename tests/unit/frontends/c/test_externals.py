"""Functions without a body: what they may change, what they may not, and that the answer names them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from assay.core.errors import Unsupported
from assay.core.model import Model
from assay.core.terms import Term
from assay.core.terms.sorts import BOOL
from assay.frontends.c import DataModel, Externals, externals_of, read_c
from assay.frontends.task import load
from assay.report.json import verdict_record
from assay.report.text import verdict_block
from assay.witness.c.execution.interpreter import Machine, stored, zero

HEAD = "extern void reach_error(void);\n"

CHANGED = {
    "what a pointer points to": "extern void f(int *); int main(void) { int x = 0; f(&x); if (x) reach_error(); }",
    "a global": "extern void f(void); int g; int main(void) { f(); if (g) reach_error(); }",
    "a static that was handed over": (
        "static int s; extern void keep(int *); extern void f(void);"
        "int main(void) { keep(&s); s = 0; f(); if (s) reach_error(); }"
    ),
    "what lies behind a member": (
        "struct s { int *p; }; extern void f(struct s *);"
        "int main(void) { int x = 0; struct s s = {&x}; f(&s); if (x) reach_error(); }"
    ),
    "what lies behind a record that is handed over": (
        "struct s { int *p; }; extern void f(struct s);"
        "int main(void) { int x = 0; struct s s = {&x}; f(s); if (x) reach_error(); }"
    ),
    "an array": "extern void f(int *); int main(void) { int a[40] = {0}; f(a); if (a[7]) reach_error(); }",
    "by a function behind a pointer": (
        "extern void (*get(void))(int *); int main(void) { int x = 0; get()(&x); if (x) reach_error(); }"
    ),
    "by an external called through a pointer": (
        "extern void f(int *); int main(void) { void (*p)(int *) = f; int x = 0; p(&x); if (x) reach_error(); }"
    ),
    "by one that returns a record": (
        "struct s { int a; }; extern struct s f(int *); int main(void) { int x = 0; f(&x); if (x) reach_error(); }"
    ),
    "what a later call knows": (
        "extern void f(int **); extern void h(void); int main(void) { int x = 0; int *p = &x; f(&p); x = 0; h();"
        " if (x) reach_error(); }"
    ),
    "an external variable": "extern int e; extern void f(void); int main(void) { e = 0; f(); if (e) reach_error(); }",
}

KEPT = {
    "a local": "extern void f(void); int main(void) { int x = 0; f(); if (x) reach_error(); }",
    "a static": "static int s; extern void f(void); int main(void) { f(); if (s) reach_error(); }",
    "a local whose address stays": (
        "extern void f(void); int main(void) { int x = 0, *p = &x; f(); if (*p) reach_error(); }"
    ),
    "a constant": "const int c = 0; extern void f(void); int main(void) { f(); if (c) reach_error(); }",
    "a string": 'extern void f(const char *); int main(void) { char *s = ""; f(s); if (s[0]) reach_error(); }',
    "a copy": "extern void f(int); int main(void) { int x = 0; f(x); if (x) reach_error(); }",
    "by a function of the competition": (
        "extern int __VERIFIER_nondet_int(void); int g; int main(void) { __VERIFIER_nondet_int();"
        " if (g) reach_error(); }"
    ),
    "by printing": '#include <stdio.h>\nint g; int main(void) { printf("%d %p", g, &g); if (g) reach_error(); }',
}


def ones(symbol: Term) -> Any:
    """The chooser that takes one wherever a number is open."""
    found = stored(zero(symbol))
    if isinstance(found, dict):
        return dict.fromkeys(found, 1)
    return True if symbol.sort is BOOL else 1


def read(text: str, folder: Path, externals: Externals | None = None, model: DataModel = DataModel.LP64) -> Model:
    source = folder / "program.c"
    source.write_text(HEAD + text)
    return read_c(source, model, externals=externals)


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("name", CHANGED)
def test_what_may_be_changed(name: str, model: DataModel, tmp_path: Path) -> None:
    found = Machine(read(CHANGED[name], tmp_path, model=model)).run(choose=ones, steps=2_000)
    assert found.location.name == "program:error"


@pytest.mark.parametrize("name", KEPT)
def test_what_may_not_be_changed(name: str, tmp_path: Path) -> None:
    found = Machine(read(KEPT[name], tmp_path)).run(choose=ones, steps=2_000)
    assert found.location.name == "program:exit"


@pytest.mark.parametrize("name", [name for name in CHANGED if "pointer" not in name and "variable" not in name])
def test_pure_functions_change_nothing(name: str, tmp_path: Path) -> None:
    found = Machine(read(CHANGED[name], tmp_path, Externals.PURE)).run(choose=ones, steps=2_000)
    assert found.location.name == "program:exit"


@pytest.mark.parametrize(
    "text",
    [
        "extern void f(void (*)(void)); static void h(void) { reach_error(); } int main(void) { f(h); }",
        "void (*p)(void); static void h(void) { } extern void f(void); int main(void) { p = h; f(); p(); }",
        "extern void f(void (*)(void)); int main(void) { f(reach_error); }",
    ],
)
def test_what_may_call_back_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="has no body and may call") as failure:
        read(text, tmp_path)
    assert failure.value.where is not None and "--externals pure" in str(failure.value)
    read(text, tmp_path, Externals.PURE)


@pytest.mark.parametrize(
    "declaration",
    [
        "extern void stop(void) __attribute__((noreturn));",
        "__attribute__((__noreturn__)) extern void stop(void);",
        "extern _Noreturn void stop(void);",
        "#define END __attribute__((noreturn))\nextern END void stop(void);",
    ],
)
@pytest.mark.parametrize("externals", list(Externals))
def test_what_does_not_return_ends_the_run(declaration: str, externals: Externals, tmp_path: Path) -> None:
    made = read(f"{declaration}\nint main(void) {{ stop(); reach_error(); }}", tmp_path, externals)
    assert Machine(made).run().location.name == "program:exit"


def test_programs_of_the_competition_are_known_by_their_error_function() -> None:
    assert externals_of("extern void __VERIFIER_error(void);") is Externals.PURE
    assert externals_of("extern void reach_error(void);") is Externals.ANY


def test_the_answer_names_what_it_rests_on(tmp_path: Path) -> None:
    made = read("extern int f(int *);\nint main(void) { int x = 0; f(&x); f(&x); }", tmp_path)
    assert made.origin.assumptions == ("f() (program.c:3) returns any value and may change x",)
    made = read("extern int f(int *);\nint main(void) { int x = 0; f(&x); }", tmp_path, Externals.PURE)
    assert made.origin.assumptions == ("f() (program.c:3) returns any value and changes nothing",)


def test_what_calls_hand_over_lies_inside_of_what_every_call_is_handed(tmp_path: Path) -> None:
    """The calls of a function are told apart by their order alone."""

    def handed(calls: str) -> set[tuple[int, int, int]]:
        text = (
            f"extern void f(int *, long *);\nint shown; int main(void) {{ int a[2] = {{0}}, x = 0, i = a[1]; {calls} }}"
        )
        source = read(text, tmp_path).origin.source
        assert source is not None and [*source.exported] == ["shown"]
        return {(h.argument, h.before, h.behind) for call in source.outside.values() for h in call.handed}

    assert handed("f(a, 0); return a[0] + shown;") == {(0, 0, 8)}
    assert handed("f(a + 1, 0); return a[0] + shown;") == {(0, 4, 4)}
    assert handed("f(a, 0); f(&x, 0); return a[0] + shown;") == {(0, 0, 4)}
    assert handed("f(a, 0); f(a + i, 0); return a[0] + shown;") == set()
    assert handed("struct s { int m[9]; }; extern struct s g(int *); g(a); return a[0] + shown;") == set()


def test_a_data_model_that_nobody_gave_is_named(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text("int main(void) { long x = 0; return 0; }")
    own = "LP64" if sys.maxsize >> 32 else "ILP32"
    assert load(source).origin.assumptions == (f"data model {own} (none was given; the machine's)",)
    assert load(source, data_model="LP64").origin.assumptions == ()
    source.write_text("int main(void) { int x = 2 * 3; return x; }")
    assert load(source).origin.assumptions == ()


def test_a_task_of_the_competition_follows_its_rules(tmp_path: Path) -> None:
    source = tmp_path / "program.i"
    source.write_text(
        "typedef unsigned long size_t;\nextern int f(int *);\nint main(void) { int x = 0; return f(&x); }"
    )
    (tmp_path / "a.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )")
    guessed, ruled = load(source).origin, load(source, property="a.prp").origin
    assert (guessed.data_model, guessed.externals) == ("LP64", "any")
    assert "data model LP64 (none was given; size_t is an unsigned long)" in guessed.assumptions
    assert (ruled.data_model, ruled.externals) == ("ILP32", "pure")
    assert "data model ILP32 (none was given; the competition's default)" in ruled.assumptions
    given = load(source, data_model="LP64", externals="any", property="a.prp#0").origin
    assert (given.data_model, given.externals) == ("LP64", "any")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("volatile int x; int main(void) { x = 1; return 0; }", ()),
        ("volatile int x, y; int unused(void) { return y; } int main(void) { return x; }", ("x",)),
        ("struct { volatile int busy; } d; int main(void) { while (d.busy) {} return 0; }", ("d.busy",)),
        ("int x; int main(void) { return *(volatile int *)&x; }", ("*(volatile int *)&x",)),
        (
            'static int x; int main(void) { __asm__ volatile ("" ::: "memory"); return __sync_fetch_and_add(&x, 1); }',
            (),
        ),
    ],
)
def test_volatile_objects_that_are_read_are_named(text: str, expected: tuple[str, ...], tmp_path: Path) -> None:
    found = [line for line in read(text, tmp_path).origin.assumptions if "volatile" in line]
    assert found == [f"volatile objects change only by the program ({name})" for name in expected]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("int a[3]; int main(void) { a[1] = 2; return a[2]; }", False),
        ("int a[3]; int main(void) { return a[3]; }", True),
        ("int a[3][2]; struct { int b[2]; } s; int main(void) { return a[2][1] + s.b[1]; }", False),
        ("int a[3], i; int main(void) { return a[i]; }", True),
        ("int f(int *p) { return *p; } int main(void) { int x = 1; return f(&x); }", True),
        ("int unused(int *p) { return *p; } int main(void) { int x = 1, *p = &x; return p == 0; }", False),
    ],
)
def test_accesses_that_are_not_checked_are_told(text: str, told: object, tmp_path: Path) -> None:
    line = "no access lies outside of a live object (not checked)"
    assert (line in read(text, tmp_path).origin.assumptions) is told


def test_assumptions_on_the_terminal_are_few() -> None:
    verdict = verdict_record("holds", "p", evidence="e", engine="auto", seconds=1.0)
    text = verdict_block({**verdict, "assumptions": [f"assumption {n}" for n in range(9)]})
    assert "  assumes   assumption 0\n            assumption 1\n" in text
    assert "assumption 4\n            and 4 more (--json lists them)\n" in text and "assumption 5" not in text

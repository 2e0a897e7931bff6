"""Reading C: bad input, the pitfalls of libclang, and the shape of the model."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import InputError, Unsupported
from assay.core.model import Model
from assay.core.terms import Term
from assay.core.terms.evaluate import Value, default_value, evaluate
from assay.frontends.c import UNFOLDING_COMPLETE, UNREACH_CALL, calls_error, read_c
from assay.witness.c.execution.interpreter import Machine, stored

ERROR = "extern void __VERIFIER_error(void); extern int __VERIFIER_nondet_int(void);\n"


def model_of(tmp_path: Path, text: str, data_model: str = "ILP32") -> Model:
    source = tmp_path / "program.c"
    source.write_text(text)
    return read_c(source, data_model)


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("int main(void) { return x; }", "undeclared identifier", 1),
        ("int main(void) {\n  switch (1) { case 1: case 1: ; }\n}", "duplicate case", 2),
        ('#include "missing.h"\nint main(void) { return 0; }', "file not found", 1),
        ("int f(void) { return 1; }", "no function main", 0),
        ("int main(void) { return 0 }", "expected", 1),
    ],
)
def test_wrong_programs_are_refused_where_they_are_wrong(tmp_path: Path, text: str, message: str, line: int) -> None:
    with pytest.raises(InputError, match=message) as failure:
        model_of(tmp_path, text)
    assert failure.value.where is not None and failure.value.where.line == line


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_c(tmp_path / "nothing.c")


def test_the_model_has_one_property_and_positions(tmp_path: Path) -> None:
    model = model_of(
        tmp_path, ERROR + "int main(void) {\n  if (__VERIFIER_nondet_int() == 4)\n    __VERIFIER_error();\n}"
    )
    assert [prop.name for prop in model.properties] == [UNREACH_CALL]
    assert calls_error(model)
    (place,) = model.properties[0].bad
    (call,) = model.entering(place)
    assert call.origin is not None and (call.origin.line, call.origin.column) == (4, 5)
    branch = [edge for edge in model.edges if edge.inputs and edge.origin and edge.origin.line == 3]
    assert len(branch) == 2 and branch[0].inputs == branch[1].inputs
    assert branch[0].inputs[0].name.startswith("__VERIFIER_nondet_int()")


def test_names_are_unique_and_say_where(tmp_path: Path) -> None:
    text = (
        ERROR
        + "int f(int x) { return x + 1; }\nint main(void) {\n  int a = f(__VERIFIER_nondet_int());\n  return f(a);\n}"
    )
    model = model_of(tmp_path, text)
    names = [location.name for location in model.locations]
    assert len(set(names)) == len(names)
    assert any(name.startswith("main:4/f:") for name in names) and any(name.startswith("main:5/f:") for name in names)


def test_a_program_without_an_error_call_says_so(tmp_path: Path) -> None:
    assert not calls_error(model_of(tmp_path, "int main(void) { return 0; }"))


def test_variables_are_those_in_scope(tmp_path: Path) -> None:
    text = (
        ERROR + "int g; void f(int x) { g = x; }\nint main(void) { int a = __VERIFIER_nondet_int(); f(a); return g; }"
    )
    model = model_of(tmp_path, text)
    inner = next(location for location in model.locations if "/f:" in location.name)
    outer = next(location for location in model.locations if location.name.startswith("main:"))
    assert {"g", "main::a"} < {v.name for v in inner.variables}
    assert not any("/f" in v.name for v in outer.variables)
    assert not model.entry.variables


def test_unbounded_recursion_has_a_second_property(tmp_path: Path) -> None:
    text = ERROR + "int f(int n, int *p) { return n ? f(n - 1, &n) : *p; } int main(void) { int n; return f(n, &n); }"
    model = model_of(tmp_path, text)
    assert [prop.name for prop in model.properties] == [UNREACH_CALL, UNFOLDING_COMPLETE]
    (bound,) = model.properties[1].bad
    assert model.entering(bound)


def test_recursion_on_constants_is_complete(tmp_path: Path) -> None:
    model = model_of(tmp_path, ERROR + "int f(int n) { return n ? n + f(n - 1) : 0; } int main(void) { return f(20); }")
    assert [prop.name for prop in model.properties] == [UNREACH_CALL]


def test_a_preprocessed_file_keeps_its_own_lines(tmp_path: Path) -> None:
    source = tmp_path / "program.i"
    source.write_text(ERROR + '# 100 "elsewhere.c"\nint main(void) {\n  __VERIFIER_error();\n}\n')
    model = read_c(source)
    (place,) = model.properties[0].bad
    assert [edge.origin and edge.origin.line for edge in model.entering(place)] == [4]


@pytest.mark.parametrize(
    "body",
    [
        "struct { int a; struct { int b; union { int c; char d; }; }; } s = {.c = 7}; check(s.c == 7 && s.d == 7);",
        "int s = 3; { char s = 5; s++; check(s == 6); } check(s == 3);",
        "int i = 9; for (; i > 3;) --i; for (int k = 0;; k++) if (k > i) { i = k; break; } check(i == 4);",
        "char c = 1; c += 300; check(c == 45);",
        "_Bool b = 2; check(b == 1); b = 512; check(b + b == 2);",
        "int x = 1; { for (int i = 0; i < 2; i++) { int y; y = i; x += y; } } check(x == 2);",
        "int (*p)[2], a[3][2] = {1, 2, 3, 4}; p = a + 1; check((*p)[1] == 4 && p[0][0] == 3);",
        'check(sizeof("ab" "cd") == 5 && "ab" "cd"[2]);',
        "long x = -1; unsigned y = 1; check(sizeof x == 4 ? !(x < y) : x < y);",
        "unsigned i = 3; int n = 0; while (i-- > 0) n++; check(n == 3 && i == -1u);",
        "struct { int x : 4; } s; s.x = 9; check(s.x == -7); check((s.x += 1) == -6);",
        "int x = 5; int y = (x > 3 ? x++ : x--) + 1; check(x == 6 && y == 6);",
        "int n = 0; if (n++ || n++) n += 10; check(n == 12);",
        "int n = 9; int *p = calloc(n, 4); p[3] = 1; int s = 0; for (int i = 0; i < n; i++) s += p[i]; check(s == 1);",
        "struct t { int a; struct t *n; } *p = calloc(1, sizeof *p); check(!p->a && !p->n); p->n = p; check(!!p->n);",
        "struct t { int a, b; } *p = calloc(3, sizeof *p); int i = 2; p[i].b = 5; check(!p[i].a && !p[1].b && p[2].b);",
        "char d[80], s[80]; for (int i = 0; i < 80; i++) s[i] = i; int n = 70; memcpy(d, s, n); check(d[69] == 69);",
        "struct t { int a; } x = {4}, y[2]; y[0] = y[1] = x; check(y[0].a == 4 && (y[1] = x).a == 4);",
    ],
)
@pytest.mark.parametrize("data_model", ["ILP32", "LP64"])
def test_pitfalls(tmp_path: Path, body: str, data_model: str) -> None:
    library = "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__); void *memcpy(void *, const void *, __SIZE_TYPE__);\n"
    check = "void check(int ok) { if (!ok) __VERIFIER_error(); }\n"
    text = ERROR + library + check + f"int main(void) {{ {body} return 0; }}"
    assert Machine(model_of(tmp_path, text, data_model)).run().location.name == "program:exit"


@pytest.mark.parametrize(
    ("outside", "body"),
    [
        ("int g = 1; int set(void) { g = 5; return 10; }", "check(g + set() == 11); check(set() + g == 15);"),
        ("int count(int n) { while (n > 0) n--; return n; }", "check(count(5) == 0);"),
        ("int taken(int n) { int *p = &n; *p += 2; return n; }", "check(taken(5) == 7);"),
        (
            "void touch(int *p, int i) { p[i] = 7; }",
            "int a[40], i = 3; touch(a, i); int b[40] = {0}; touch(b, i); check(a[3] == 7 && !b[4]);",
        ),
        (
            "void touch(int *p, int i) { p[i] = 7; } int g[40];",
            "int a[40], i = 2; touch(a, i); touch(g, i); check(g[2] == 7 && g[39] == 0);",
        ),
        ("int *keep(int *p) { return p; }", "int a = 1, b = 2; *keep(&a) = 3; *keep(&b) = 4; check(a == 3 && b == 4);"),
        ("int f(int n) { int x = n; if (n) f(n - 1); return x; }", "check(f(3) == 3);"),
        (
            "struct s { int a; }; struct s one(int n) { struct s r = {n}; return r; }",
            "check(one(1).a + one(2).a == 3);",
        ),
        (
            "struct s { int a; }; int sum(struct s x, struct s y) { return x.a * 10 + y.a; }"
            " struct s one(int n) { struct s r = {n}; return r; }",
            "check(sum(one(1), one(2)) == 12);",
        ),
    ],
)
def test_functions(tmp_path: Path, outside: str, body: str) -> None:
    check = "void check(int ok) { if (!ok) __VERIFIER_error(); }\n"
    text = ERROR + check + outside + f"int main(void) {{ {body} return 0; }}"
    assert Machine(model_of(tmp_path, text)).run().location.name == "program:exit"


@pytest.mark.parametrize(
    ("outside", "body", "heap"),
    [
        ("", "int *p = malloc(4); *p = 3; check(*p == 3);", False),
        ("", "int *p = calloc(2, 4); check(p[1] == 0); p[1] = 3; check(p[0] == 0);", False),
        ("int *make(void) { return malloc(4); }", "int *p = make(); *p = 3; check(*p == 3);", False),
        (
            "int *make(void) { return malloc(4); }",
            "int *p = make(), *q = make(); *p = 3; *q = 4; check(*p == 3);",
            True,
        ),
        ("", "int *p = 0, *q; for (int i = 0; i < 2; i++) { q = p; p = malloc(4); *p = i; } check(*q == 0);", True),
        (
            "",
            "int i = 0, *p = 0, *q; again: q = p; p = malloc(4); *p = i; if (i++ < 1) goto again; check(*q == 0);",
            True,
        ),
        ("", "int n = 3; int *p = malloc(4 * n); p[2] = 3; check(p[2] == 3);", True),
        (
            "int *make(void) { return malloc(4); } int *(*table[])(void) = {make};",
            "int *p = make(), *q = table[0](); *p = 3; *q = 4; check(*p == 3);",
            True,
        ),
        (
            "int *make(int n) { int *r = malloc(4); *r = n; if (n) *make(n - 1) = 9; return r; }",
            "check(*make(2) == 2);",
            True,
        ),
    ],
)
def test_an_allocation_that_happens_once_is_an_object(tmp_path: Path, outside: str, body: str, heap: bool) -> None:
    library = "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__); void *malloc(__SIZE_TYPE__);\n"
    check = "void check(int ok) { if (!ok) __VERIFIER_error(); }\n"
    model = model_of(tmp_path, ERROR + library + check + outside + f"int main(void) {{ {body} return 0; }}")
    assert any(v.name == "heap" for location in model.locations for v in location.variables) is heap
    assert Machine(model).run().location.name == "program:exit"


def test_a_dangling_pointer_reads_anything(tmp_path: Path) -> None:
    text = (
        ERROR
        + "int *f(void) { int x = 1; return &x; } int main(void) { int *p = f(); if (*p == 7) __VERIFIER_error(); }"
    )
    model = model_of(tmp_path, text)

    def seven(symbol: Term) -> Value:
        return 7 if symbol.name.startswith("invalid") else stored(default_value(symbol.sort))

    assert Machine(model).run(seven).location.name == "program:error"


def test_uninitialised_locals_are_free_each_time(tmp_path: Path) -> None:
    text = (
        ERROR
        + "int main(void) { int n = 0; while (n < 3) { int x; if (x == n) n++; else __VERIFIER_error(); } return 0; }"
    )
    values = iter([0, 1, 2])

    def choose(symbol: Term) -> Value:
        return next(values) if symbol.name.startswith("x#") else stored(default_value(symbol.sort))

    assert Machine(model_of(tmp_path, text)).run(choose).location.name == "program:exit"


def test_a_program_that_grows_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.frontends.c.EDGES", 50)
    calls = "".join(f"void f{n}(void) {{ f{n - 1}(); f{n - 1}(); }}\n" for n in range(1, 12))
    source = tmp_path / "program.c"
    source.write_text(ERROR + "void f0(void) { __VERIFIER_nondet_int(); }\n" + calls + "int main(void) { f11(); }")
    with pytest.raises(Unsupported, match="after inlining"):
        read_c(source, procedures=False)
    assert not read_c(source).is_linear


def test_long_chains_of_else_if_are_read(tmp_path: Path) -> None:
    chain = "".join(f"if (x == {n}) y = {n + 1}; else " for n in range(1500)) + "y = 0;"
    model = model_of(
        tmp_path, ERROR + f"int main(void) {{ int x = 1499, y; {chain} if (y != 1500) __VERIFIER_error(); }}"
    )
    assert Machine(model).run().location.name == "program:exit"


def test_the_interpreter_agrees_with_evaluation(tmp_path: Path) -> None:
    text = (
        ERROR
        + """
    int big[40]; struct { unsigned a : 5; char c; } s; int f(int x) { return x * 3 - 1; }
    int main(void) { for (int i = 0; i < 6; i++) { big[i * 2] = f(i) >> 1; s.a += i; s.c ^= big[i]; }
      unsigned char *p = (unsigned char *)big; p[3] = 9; return big[0] / (s.a | 1); }"""
    )
    model = model_of(tmp_path, text)
    run = Machine(model).run(trail=True)
    state: dict[Term, Value] = {}
    for edge in run.edges:
        values = {**state, **{symbol: default_value(symbol.sort) for symbol in edge.inputs}}
        assert evaluate(edge.guard, values) is True
        state = {v: evaluate(edge.after(v), values) for v in edge.target.variables}
    assert {symbol: stored_like(value) for symbol, value in state.items()} == {
        symbol: stored_like(value) for symbol, value in run.state.items()
    }


def stored_like(value: object) -> object:
    """An array without the entries that are its default, in either representation."""
    found = stored(value)
    if isinstance(found, dict):
        return {index: item for index, item in found.items() if index is None or item != found[None]}
    return found


def test_nested_functions_are_refused_by_name(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text("int main(void) {\n  int f(int x) { return x; }\n  return f(0);\n}\n")
    with pytest.raises(InputError, match="nested functions") as failure:
        read_c(source)
    assert failure.value.where is not None and failure.value.where.line == 2

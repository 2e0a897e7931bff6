"""The functions of the competition: any value of a type, any contents of memory, assumptions, errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.core.errors import Unsupported
from assay.core.model import Model
from assay.core.terms import Term
from assay.core.terms.sorts import BOOL
from assay.frontends.c import DataModel, Externals, read_c
from assay.witness.c.execution.interpreter import Machine, stored, zero

# What the suffix of the function's name stands for, in C.
TYPES = {
    "bool": "_Bool",
    "_Bool": "_Bool",
    "char": "char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "size_t": "__SIZE_TYPE__",
    "pointer": "void *",
    "pchar": "char *",
    "loff_t": "long long",
    "sector_t": "unsigned long",
    "u8": "unsigned char",
    "u16": "unsigned short",
    "u32": "unsigned int",
    "S8": "signed char",
    "unsigned": "unsigned",
}


def read(text: str, folder: Path, model: DataModel = DataModel.ILP32) -> Model:
    source = folder / "program.c"
    source.write_text(f"extern void __VERIFIER_error(void);\n{text}")
    return read_c(source, model)


def choosing(number: int) -> Any:
    """The chooser that takes this number wherever one is open."""

    def choose(symbol: Term) -> Any:
        found = stored(zero(symbol))
        if isinstance(found, dict):
            return found
        return bool(number) if symbol.sort is BOOL else number % (1 << (symbol.sort.width or 64))

    return choose


def reaches(model: Model, number: int) -> bool:
    return Machine(model).run(choose=choosing(number), steps=5_000).location.name == "program:error"


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("name", TYPES)
def test_any_value_of_the_type(name: str, model: DataModel, tmp_path: Path) -> None:
    kind = TYPES[name]
    text = (
        f"extern {kind} __VERIFIER_nondet_{name}(void);\n"
        f"int main(void) {{ {kind} x = __VERIFIER_nondet_{name}(); if (x == ({kind})1) __VERIFIER_error(); return 0; }}"
    )
    made = read(text, tmp_path, model)
    assert reaches(made, 1) and not reaches(made, 0)
    assert not any("nondet" in line for line in made.origin.assumptions)


def test_without_a_declaration(tmp_path: Path) -> None:
    made = read("int main() { int x = __VERIFIER_nondet_int(); if (x == 5) __VERIFIER_error(); }", tmp_path)
    assert reaches(made, 5) and not reaches(made, 4)


@pytest.mark.parametrize("size", ["sizeof s", "5", "n"])
def test_memory_receives_any_bytes(size: str, tmp_path: Path) -> None:
    text = (
        "extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__); extern unsigned __VERIFIER_nondet_uint(void);\n"
        "int main(void) { struct { int a; char b[5]; } s = {0}; __SIZE_TYPE__ n = 5;\n"
        f"__VERIFIER_nondet_memory(&s, {size}); if (s.a == 0x07070707 && s.b[0] == 7 && s.b[1] == %d)"
        " __VERIFIER_error(); }"
    )
    whole = size == "sizeof s"
    assert reaches(read(text % (7 if whole else 0), tmp_path), 7)
    assert not reaches(read(text % (0 if whole else 7), tmp_path), 7)


def test_assumptions_end_the_run(tmp_path: Path) -> None:
    text = (
        "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);\n"
        "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); __VERIFIER_error(); }"
    )
    assert reaches(read(text, tmp_path), 4) and not reaches(read(text, tmp_path), 3)


@pytest.mark.parametrize("tool", ["CPROVER", "ESBMC"])
@pytest.mark.parametrize("declared", [True, False])
def test_assumptions_and_assertions_of_other_tools(tool: str, declared: bool, tmp_path: Path) -> None:
    declarations = f"void __{tool}_assume(_Bool); void __{tool}_assert(_Bool, const char *); int nondet_int(void);\n"
    body = (
        f"int main(void) {{ int x = nondet_int(); __{tool}_assume(x > 3); __{tool}_atomic_begin();\n"
        f'__{tool}_assert(x != 5, "not five"); __{tool}_atomic_end(); }}'
    )
    text = (declarations if declared else "") + body
    assert reaches(read(text, tmp_path), 5)
    assert not reaches(read(text, tmp_path), 4)
    assert not reaches(read(text.replace("x != 5", "x != 2"), tmp_path), 2)


def test_preconditions_are_asserted(tmp_path: Path) -> None:
    text = 'int nondet_int(void); int main(void) { __CPROVER_precondition(nondet_int() != 5, "not five"); }'
    assert reaches(read(text, tmp_path), 5) and not reaches(read(text, tmp_path), 4)


def test_values_in_the_words_of_klee(tmp_path: Path) -> None:
    """A range is half open, and an assumption may be of any width."""
    text = (
        '#include "klee/klee.h"\nint main(void) { int x = klee_range(3, 6, "x"), y; long long z = 1ll << 40;\n'
        'klee_make_symbolic(&y, sizeof y, "y"); klee_assume(z); klee_assert(x != %d || y != x * 0x01010101); }'
    )
    assert reaches(read(text % 5, tmp_path), 5) and reaches(read(text % 3, tmp_path), 3)
    assert not reaches(read(text % 6, tmp_path), 6) and not reaches(read(text % 2, tmp_path), 2)
    assert not reaches(read((text % 5).replace("1ll << 40", "0"), tmp_path), 5)


def test_values_in_the_words_of_smack(tmp_path: Path) -> None:
    """Its header comes with an assertion of its own, before and behind that of C."""
    text = (
        '%s#include "smack.h"\n%sint main(void) { unsigned char x = __VERIFIER_nondet_unsigned_char();\n'
        "long long y = __VERIFIER_nondet_longlong(); assume(x > 3); assert(x != 5 || y != 5); }"
    )
    for given in (("", ""), ("#include <assert.h>\n", ""), ("", "#include <assert.h>\n")):
        made = read(text % given, tmp_path)
        assert reaches(made, 5) and not reaches(made, 4) and not reaches(made, 3)


def test_values_in_the_words_of_seahorn(tmp_path: Path) -> None:
    text = '#include "seahorn/seahorn.h"\nextern int nd(void);\nint main(void) { int x = nd(); assume(x > 3); '
    text += "sassert(%s); }"
    assert reaches(read(text % "x != 5", tmp_path), 5) and not reaches(read(text % "x != 5", tmp_path), 4)
    assert not reaches(read(text % "x != 2", tmp_path), 2)


@pytest.mark.parametrize(
    "head", ["#include <goblint.h>\n", "void __goblint_check(int), __goblint_assert(int), __goblint_assume(int);\n"]
)
@pytest.mark.parametrize("name", ["check", "assert"])
def test_assertions_in_the_words_of_goblint(name: str, head: str, tmp_path: Path) -> None:
    text = (
        f"{head}extern int __VERIFIER_nondet_int(void);\nint main(void) {{ int x = __VERIFIER_nondet_int();\n"
        f"__goblint_assume(x > 3); __goblint_{name}(x != 5 && x != 2); }}"
    )
    made = read(text, tmp_path)
    assert reaches(made, 5) and not reaches(made, 4) and not reaches(made, 2)


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        ("int", ""),
        ("unsigned char", "unsigned_char_"),
        ("short", "short_"),
        ("unsigned long long", "unsigned_long_long_"),
        ("double", "double_"),
    ],
)
def test_values_in_the_words_of_frama_c(kind: str, word: str, tmp_path: Path) -> None:
    """Both bounds are in the range, the arguments are evaluated once, and the first is not the larger one."""
    text = (
        '#include "__fc_builtin.h"\nint main(void) { int n = 3; char b[2] = {0}; Frama_C_make_unknown(b, 2);\n'
        f"{kind} x = Frama_C_{word}interval(n++, %s); if (n == 4 && x == 5 && b[1] == 5) __VERIFIER_error(); }}"
    )
    if kind == "double":
        read(text % 5, tmp_path)
        return
    assert reaches(read(text % 5, tmp_path), 5) and not reaches(read(text % 4, tmp_path), 5)
    assert reaches(read(text % 2, tmp_path), 1)


def test_a_choice_of_frama_c_evaluates_both(tmp_path: Path) -> None:
    text = (
        '#include "__fc_builtin.h"\nint main(void) { int n = 3, m = 7; int x = Frama_C_nondet(n++, m++);\n'
        "int *p = Frama_C_nondet_ptr(&n, &m); if (n == 4 && m == 8 && x == %d && *p == %d) __VERIFIER_error(); }"
    )
    assert reaches(read(text % (3, 4), tmp_path), 1) and not reaches(read(text % (3, 4), tmp_path), 0)
    assert reaches(read(text % (7, 8), tmp_path), 0) and not reaches(read(text % (7, 8), tmp_path), 1)


@pytest.mark.parametrize("name", ["nondet", "nondet_int", "nondet_uint", "__CPROVER_nondet_int", "__ESBMC_nondet_u8"])
@pytest.mark.parametrize("declared", [True, False])
def test_functions_that_are_called_nondet_change_nothing(name: str, declared: bool, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    declaration = f"int {name}();\n" if declared else ""
    body = f"g = 3; int x = {name}(); if (g != 3 || x == 5) reach_error();"
    source.write_text(f"int g; {declaration}int main(void) {{ {body} }}")
    made = read_c(source, externals=Externals.ANY)
    assert reaches(made, 5) and not reaches(made, 4)
    assert not any("nondet" in line for line in made.origin.assumptions)


@pytest.mark.parametrize("definition", ["{ return 7; }", ";"])
def test_a_function_of_the_program_may_be_called_nondet(definition: str, tmp_path: Path) -> None:
    """One with a body does what that says, and one with an argument is like any other."""
    source = tmp_path / "program.c"
    body = "if (nondet(1) != 7 || g) reach_error();"
    source.write_text(f"int g; int nondet(int x){definition} int main(void) {{ {body} }}")
    made = read_c(source, externals=Externals.ANY)
    assert reaches(made, 1) is (definition == ";")
    assert any("nondet" in line for line in made.origin.assumptions) is (definition == ";")


@pytest.mark.parametrize("kind", ["float", "double", "long", "ulong", "size_t", "pointer", "u64"])
@pytest.mark.parametrize("prefix", ["__VERIFIER_nondet_", "nondet_"])
def test_without_a_declaration_only_what_an_int_holds(prefix: str, kind: str, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match=f"nothing declares {prefix}{kind}"):
        read(f"int main(void) {{ return {prefix}{kind}() == 3; }}", tmp_path)


def test_with_one_thread_atomic_sections_are_what_they_contain(tmp_path: Path) -> None:
    text = (
        "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); int x;\n"
        "void __VERIFIER_atomic_add(void) { x++; }\n"
        "int main(void) { __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); __VERIFIER_atomic_add();\n"
        "if (x == 2) __VERIFIER_error(); }"
    )
    made = read(text, tmp_path)
    assert reaches(made, 0) and made.origin.assumptions == ()


@pytest.mark.parametrize(
    "body",
    ["{}", "{ return; }", "{ while (1) {} }", '{ __assert_fail("0", "a.c", 1, "reach_error"); }', "{ abort(); }"],
)
def test_the_error_function_may_have_a_body(body: str, tmp_path: Path) -> None:
    text = (
        "extern void abort(void); extern void __assert_fail(const char *, const char *, unsigned, const char *);\n"
        f"void reach_error(void) {body}\nint main(void) {{ reach_error(); }}"
    )
    assert reaches(read(text, tmp_path), 0)


@pytest.mark.parametrize("externals", list(Externals))
@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("extern void __VERIFIER_plan(void); int main(void) { __VERIFIER_plan(); }", "__VERIFIER_plan is not supp"),
        ("_Bool __CPROVER_r_ok(void *); int main(void) { return __CPROVER_r_ok(0); }", "__CPROVER_r_ok is not supp"),
        ("int main(void) { __ESBMC_yield(); }", "__ESBMC_yield is not supp"),
        ("int main(void) { int x; __goblint_unknown(&x); }", "__goblint_unknown is not supp"),
        ("void __SEAHORN_error(int); int main(void) { __SEAHORN_error(1); }", "__SEAHORN_error is not supp"),
        ("int main(void) { assert(1.5); }", r"assert is not used .*\(include <assert.h>\)"),
        ('int klee_int(const char *); int main(void) { return klee_int("x"); }', "klee_int is not supp"),
        (
            "extern int __VERIFIER_nondet_at(int *); int main(void) { int x; return __VERIFIER_nondet_at(&x); }",
            "what __VERIFIER_nondet_at does with a pointer is not known",
        ),
    ],
)
def test_what_the_rules_do_not_name_is_refused(call: str, words: str, externals: Externals, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(call)
    with pytest.raises(Unsupported, match=words):
        read_c(source, externals=externals)

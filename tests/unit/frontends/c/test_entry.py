"""Programs that start at any function: what its arguments are, and that the answer says so."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import assay
from assay.core.errors import InputError, Unsupported
from assay.core.model import Model
from assay.core.program import DRIVER
from assay.core.verdict import Holds, Violated
from assay.frontends.building import Building
from assay.frontends.c import DataModel, Kind, read_program
from assay.frontends.task import load
from clocks import PATIENCE

CC = shutil.which("cc")
HEAD = "#include <assert.h>\n#include <stdlib.h>\n"

# The function f, and whether its assertion may fail.
PROGRAMS: dict[str, tuple[str, bool]] = {
    "any number": ("void f(int x) { assert(x != -77); }", True),
    "of its type": ("void f(unsigned char x, _Bool b) { assert(x < 256 && b + 1 < 3); }", False),
    "two arguments": ("void f(short a, long long b) { assert(a != 5 || b != 6); }", True),
    "no argument": ("int x = 3; void f(void) { assert(x == 3); }", False),
    "variables begin with their values": ("int x = 3; static int y; void f(int z) { assert(x + y != 4 || z); }", False),
    "a pointer is not null": ("void f(int *p) { assert(p); }", False),
    "what it points to is any": ("void f(const int *p) { assert(*p != 9); }", True),
    "two pointers are apart": ("void f(int *p, int *q) { *p = 1; *q = 2; assert(*p == 1); }", False),
    "a struct": ("struct s { int a; char b[3]; }; void f(struct s *p) { assert(p->a != 4 || p->b[2] != 5); }", True),
    "a struct by value": ("struct s { int a; unsigned b : 3; }; void f(struct s v) { assert(v.b < 8); }", False),
    "all of a bit-field": ("struct s { int a; unsigned b : 3; }; void f(struct s v) { assert(v.b != 7); }", True),
    "a list": (
        "struct n { int v; struct n *next; }; void f(struct n *p) { int c = 0; while (p) { c++; p = p->next; }"
        " assert(c >= 1 && c <= 3); }",
        False,
    ),
    "a list may be long": (
        "struct n { int v; struct n *next; }; void f(struct n *p) { assert(!p->next || !p->next->next); }",
        True,
    ),
    "a string ends": (
        "void f(const char *s) { int i = 0; while (i < 7 && s[i]) i++; assert(i <= 7 && !s[i]); }",
        False,
    ),
    "an array of arrays": ("void f(int a[2][3]) { assert(a[1][2] != 8); }", True),
    "an array as it is declared": ("void f(int a[static 4]) { a[3] = 2; assert(a[3] == 2 && a[0] != 11); }", True),
    "a pointer to a pointer": ("void f(int **p) { assert(!*p || **p != 3); }", True),
    "an enumeration": ("enum e { A, B }; void f(enum e x) { assert(x != B); }", True),
    "a union": ("union u { int i; char c[4]; }; void f(union u *p) { assert(p->i != 258 || p->c[0] != 2); }", True),
    "a name for a struct without one": (
        "typedef struct { int a; } t; void f(t *p, t v) { assert(p->a != v.a); }",
        True,
    ),
    "a function of its file": ("static void f(int x) { assert(x); }", True),
    "beside a main": ("void f(int x) { assert(x); } int main(void) { return 0; }", True),
    "what it frees": ("void f(int *p) { free(p); int *q = malloc(4); assert(q != p || !q || 1); }", False),
    "by an old definition": ("void f(a, b) int a; char b; { assert(a != 1 || b != 2); }", True),
    "members that are constant": ("struct s { const int a; }; void f(const struct s *p) { assert(p->a != 3); }", True),
    "a pointer to bytes": ("void f(void *p) { assert(((unsigned char *)p)[15] != 4); }", True),
    "a long array": ("struct s { int a[20]; }; void f(struct s *p) { assert(p->a[19] != 6); }", True),
}


def model_of(folder: Path, text: str, entry: str = "f", *others: str) -> Model:
    file = folder / "a.c"
    file.write_text(HEAD + text)
    return load(file, building=Building(others, entry=entry), checks=("assert",))


@pytest.mark.parametrize("name", PROGRAMS)
def test_arguments(name: str, tmp_path: Path) -> None:
    text, fails = PROGRAMS[name]
    (result,) = assay.check(model_of(tmp_path, text), seconds=PATIENCE, jobs=1)
    assert isinstance(result.verdict, Violated if fails else Holds), result.verdict
    if fails and CC is not None:
        assert result.evidence.startswith("compiled with")


def test_what_is_taken_for_granted_is_said(tmp_path: Path) -> None:
    text = "struct n { struct n *next; int v; }; void f(struct n *list, int *p, char *s, void *b, int x) { }"
    said = model_of(tmp_path, text).origin.assumptions
    assert [words for words in said if not words.startswith(("malloc", "data model", "no access"))] == [
        "f() is called once, with any arguments; variables of the program have their initial values",
        "list points to a fresh struct n; pointers inside are null or lead to fresh objects, 2 levels deep",
        "p points to a fresh int",
        "s points to a fresh string of at most 7 characters",
        "b points to 16 fresh bytes",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("void f(int (*g)(void)) { g(); }", r"a\.c:3:14: g is a pointer to a function"),
        ("struct s; void f(struct s *p) { }", r"p points to something whose type is not complete here"),
        ("struct s { union { int *p; long x; } u; }; void f(struct s *p) { }", "a union of pointers"),
        ("void f(long double x) { }", "an argument of the type long double"),
        ("struct { int a; } *g; void f(__typeof__(g) p) { }", "an argument whose type has no name"),
    ],
)
def test_arguments_that_nobody_can_make_up(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match=message):
        model_of(tmp_path, text)


def test_what_makes_up_arguments_makes_no_errors(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("struct s { int a[2]; }; int f(struct s *p) { return p->a[1]; }\n")
    model = load(file, building=Building(entry="f"))
    assert [prop.name for prop in model.properties] == ["dereference a.c:1"]


def test_an_entry_that_is_nowhere(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.c: the program has no function g"):
        model_of(tmp_path, "void f(void) { }", "g")


def test_a_static_entry_of_two_files_is_ambiguous(tmp_path: Path) -> None:
    other = tmp_path / "b.c"
    other.write_text("static void f(void) { }\n")
    with pytest.raises(InputError, match=r"f is ambiguous: it is static at .*a\.c:3:13 and .*b\.c:1:13"):
        model_of(tmp_path, "static void f(void) { }", "f", str(other))


def test_leaks_are_not_a_function_s(tmp_path: Path) -> None:
    program = model_of(tmp_path, "void f(int *p) { }").origin.program
    assert program is not None
    with pytest.raises(Unsupported, match="leak and cleanup for a function by itself"):
        read_program(program, DataModel.LP64, checks=frozenset((Kind.LEAK,)))


def test_an_entry_in_another_file(tmp_path: Path) -> None:
    other = tmp_path / "b.c"
    other.write_text("int limit = 4; int half(int x) { return x / 2; } int main(void) { return 0; }\n")
    text = "extern int limit; int half(int); static void f(int x) { if (half(x) > limit) assert(x < 12); }"
    model = model_of(tmp_path, text, "f", str(other))
    (result,) = assay.check(model, seconds=PATIENCE, jobs=1)
    assert isinstance(result.verdict, Violated)
    assert {edge.origin.file for edge in model.edges if edge.origin is not None} >= {DRIVER, str(tmp_path / "a.c")}


@pytest.mark.skipif(CC is None, reason="no C compiler")
def test_a_person_can_run_the_harness(tmp_path: Path) -> None:
    harness = tmp_path / "harness.c"
    other = tmp_path / "b.c"
    other.write_text("int half(int x) { return x / 2; } int main(void) { return 0; }\n")
    text = "int half(int); static void f(int x) { assert(half(x) != 21); }"
    (result,) = assay.check(model_of(tmp_path, text, "f", str(other)), seconds=PATIENCE, jobs=1, harness=harness)
    assert isinstance(result.verdict, Violated)
    lines = [line.strip() for line in harness.read_text().splitlines() if line.strip().startswith("cc ")]
    assert len(lines) >= 3
    for line in lines:
        subprocess.run(line, shell=True, cwd=tmp_path, check=True, capture_output=True)
    assert subprocess.run([str(tmp_path / "run")], check=False, capture_output=True).returncode in (96, 97)

"""Several files are one program, by the rules of C for linkage."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from assay.core.errors import InputError, Unsupported
from assay.core.model import Model
from assay.core.program import COMMON, Flag, Program, TranslationUnit
from assay.frontends.c import DataModel, read_program
from assay.witness.c.execution.interpreter import Machine

HEAD = "extern void reach_error(void);\n#define CHECK(c) do { if (!(c)) reach_error(); } while (0)\n"
TURNED = HEAD + "#define FAIL(c) do { if (c) reach_error(); } while (0)\n"
CC = shutil.which("cc")

HOLDS: dict[str, dict[str, str]] = {
    "a function of another file": {
        "a.c": "int twice(int x); int main(void) { CHECK(twice(4) == 8); }",
        "b.c": "int twice(int x) { return 2 * x; }",
    },
    "a variable of another file, with its value": {
        "a.c": "extern int x; int main(void) { CHECK(x == 5); x++; CHECK(x == 6); }",
        "b.c": "int x = 5;",
    },
    "static names are each file's own": {
        "a.c": "static int n = 1; static int f(void) { return n; } int g(void);"
        " int main(void) { CHECK(f() == 1 && g() == 2); n = 7; CHECK(f() == 7 && g() == 2); }",
        "b.c": "static int n = 2; static int f(void) { return n; } int g(void) { return f(); }",
    },
    "a static name beside an external one": {
        "a.c": "int f(void); int g(void); int main(void) { CHECK(f() == 1 && g() == 2); }",
        "b.c": "int f(void) { return 1; }",
        "c.c": "static int f(void) { return 2; } int g(void) { return f(); }",
    },
    "static variables of functions": {
        "a.c": "static int f(void) { static int n; return ++n; } int g(void);"
        " int main(void) { f(); f(); CHECK(f() == 3 && g() == 1); }",
        "b.c": "static int f(void) { static int n; return ++n; } int g(void) { return f(); }",
    },
    "a tentative definition and declarations": {
        "a.c": "int x; int x; extern int x; int get(void);"
        " int main(void) { CHECK(get() == 0); x = 3; CHECK(get() == 3); }",
        "b.c": "extern int x; int get(void) { return x; }",
    },
    "an array that is completed elsewhere": {
        "a.c": "extern int a[]; extern unsigned n;"
        " int main(void) { a[2] += 4; CHECK(a[0] == 1 && a[2] == 7 && n == 3); }",
        "b.c": "int a[] = {1, 2, 3}; unsigned n = sizeof a / sizeof *a;",
    },
    "a declaration inside of a function": {
        "a.c": "int main(void) { extern int x; int f(void); x = 4; CHECK(f() == 4); }",
        "b.c": "int x; int f(void) { return x; }",
    },
    "a static declaration before an external one": {
        "a.c": "static int x = 3; extern int x; int f(void); int main(void) { CHECK(x == 3 && f() == 9); }",
        "b.c": "int x = 9; int f(void) { return x; }",
    },
    "structs alike in two files": {
        "a.c": "struct s { int a; struct s *next; unsigned b : 3; }; extern struct s v; int f(struct s *);"
        " struct s g(void);"
        " int main(void) { v.a = 2; v.next = &v; v.b = 5; CHECK(f(&v) == 12);"
        " struct s w = g(); CHECK(w.next->b == 6); }",
        "b.c": "struct s { int a; struct s *next; unsigned b : 3; }; struct s v;"
        " int f(struct s *p) { return p->next->a + 2 * p->next->b; } struct s g(void) { v.b++; return v; }",
    },
    "a struct that only one file knows": {
        "a.c": "struct queue; struct queue *make(void); void put(struct queue *, int); int size(const struct queue *);"
        " int main(void) { struct queue *q = make(); put(q, 3); put(q, 4); CHECK(size(q) == 2); }",
        "b.c": "struct queue { int n; int items[4]; }; static struct queue only;"
        " struct queue *make(void) { only.n = 0; return &only; }"
        " void put(struct queue *q, int x) { if (q->n < 4) q->items[q->n++] = x; }"
        " int size(const struct queue *q) { return q->n; }",
    },
    "typedefs, anonymous structs and enumerations": {
        "a.c": "typedef struct { enum { RED, BLUE = 4 } c; union { int i; char b[4]; }; } t; int f(t); enum e { A, B };"
        " enum e next(enum e); int main(void) { t v; v.c = BLUE; v.i = 258; CHECK(f(v) == 6 && next(A) == B); }",
        "b.c": "typedef struct { enum { RED, BLUE = 4 } c; union { int i; char b[4]; }; } t; enum e { A, B };"
        " int f(t v) { return v.c + v.b[0]; } enum e next(enum e x) { return x + 1; }",
    },
    "pointers to functions": {
        "a.c": "int up(int); int down(int); int apply(int (*)(int), int);"
        " int main(void) { CHECK(apply(up, 3) == 4 && apply(down, 3) == 2); }",
        "b.c": "static int step = 1; int up(int x) { return x + step; } int down(int x) { return x - step; }"
        " int apply(int (*f)(int), int x) { return f(x); }",
    },
    "a table in another file": {
        "a.c": "struct row { const char *name; int (*run)(int); };"
        " extern const struct row rows[]; extern const int count;"
        " int main(void) { CHECK(count == 2 && rows[1].run(3) == 9 && rows[0].name[0] == 'd'); }",
        "b.c": "struct row { const char *name; int (*run)(int); }; static int twice(int x) { return 2 * x; }"
        ' static int square(int x) { return x * x; } const struct row rows[] = {{"double", twice}, {"square", square}};'
        " const int count = sizeof rows / sizeof *rows;",
    },
    "an inline function of a header, without an external definition": {
        "h.h": "inline int half(int x) { return x / 2; }",
        "a.c": '#include "h.h"\nint g(void); int main(void) { CHECK(half(8) == 4 && g() == 3); }',
        "b.c": '#include "h.h"\nint g(void) { return half(6); }',
    },
    "an inline function of a header, with an external definition": {
        "h.h": "inline int half(int x) { return x / 2; }",
        "a.c": '#include "h.h"\nint g(void); int main(void) { CHECK(half(8) == 4 && g() == 3); }',
        "b.c": '#include "h.h"\nextern inline int half(int x);\nint g(void) { return half(6); }',
    },
    "a static inline function of a header, with a loop": {
        "h.h": "static inline int sum(const int *a, int n)"
        " { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
        "a.c": '#include "h.h"\nint g(void); int main(void) { int a[] = {1, 2}; CHECK(sum(a, 2) == 3 && g() == 6); }',
        "b.c": '#include "h.h"\nint g(void) { int a[] = {1, 2, 3}; return sum(a, 3); }',
    },
    "a file-wide variable of a header": {
        "h.h": "static int mine; static int bump(void) { return ++mine; }",
        "a.c": '#include "h.h"\nint g(void); int main(void) { bump(); bump(); CHECK(g() == 1); }',
        "b.c": '#include "h.h"\nint g(void) { return bump(); }',
    },
    "constructors run as the files are linked": {
        "a.c": "int seen; static void __attribute__((constructor)) a(void) { seen = seen * 10 + 1; }"
        " int main(void) { CHECK(seen == 312); }",
        "b.c": "extern int seen; static void __attribute__((constructor)) b(void) { seen = seen * 10 + 2; }"
        " static void __attribute__((constructor(200))) c(void) { seen = 3; }",
    },
    "functions that the program registers for its end, in two files": {
        "a.c": "#include <stdlib.h>\nvoid g(void); int n; static void h(void) { CHECK(n == 1); }"
        " int main(void) { atexit(h); g(); }",
        "b.c": "#include <stdlib.h>\nextern int n; static void h(void) { n++; } void g(void) { atexit(h); }",
    },
    "functions of the C library in each file": {
        "a.c": "#include <string.h>\nint g(const char *);"
        ' int main(void) { CHECK(strchr("abc", 99) && g("xyz") == 2); }',
        "b.c": "#include <string.h>\nint g(const char *s) { return strchr(s, 'z') - s; }",
    },
    "no prototype": {
        "a.c": "int f(); int main(void) { CHECK(f(3, 4) == 7); }",
        "b.c": "int f(int x, int y) { return x + y; }",
    },
    "strings of two files": {
        "a.c": "const char *other(void);"
        " int main(void) { const char *s = \"one\"; CHECK(s[0] == 'o' && other()[0] == 't'); }",
        "b.c": 'const char *other(void) { return "two"; }',
    },
}

WRONG: dict[str, tuple[dict[str, str], str]] = {
    "two functions": (
        {"a.c": "int f(void) { return 1; } int main(void) { return f(); }", "b.c": "\nint f(void) { return 2; }"},
        r"b\.c:4:5: f is defined here and at .*a\.c:3:5",
    ),
    "two mains": (
        {"a.c": "int main(void) { return 0; }", "b.c": "int main(void) { return 0; }"},
        r"b\.c:3:5: main is defined here and at .*a\.c:3:5",
    ),
    "two values": (
        {"a.c": "int x = 1; int main(void) { return x; }", "b.c": "int x = 2;"},
        r"b\.c:3:5: x is defined here and at .*a\.c:3:5",
    ),
    "two tentative definitions": (
        {"a.c": "int x; int main(void) { return x; }", "b.c": "int x;"},
        r"b\.c:3:5: x is defined here and at .*a\.c:3:5 \(.*-fcommon",
    ),
    "another result": (
        {"a.c": "long f(void); int main(void) { return f(); }", "b.c": "int f(void) { return 2; }"},
        r"a\.c:3:6: f is declared as long \(void\) here, and as int \(void\) at .*b\.c:3:5",
    ),
    "another parameter": (
        {"a.c": "int f(char *); int main(void) { return f(0); }", "b.c": "int f(int *p) { return 2; }"},
        r"f is declared as int \(char \*\) here",
    ),
    "more parameters": (
        {"a.c": "int f(int); int main(void) { return f(0); }", "b.c": "int f(int a, int b) { return 2; }"},
        r"f is declared as int \(int\) here",
    ),
    "no prototype for a small parameter": (
        {"a.c": "int f(); int main(void) { return f(0); }", "b.c": "int f(char a) { return 2; }"},
        r"f is declared as int \(\) here",
    ),
    "a variable of another type": (
        {"a.c": "extern int x; int main(void) { return x; }", "b.c": "long x;"},
        r"a\.c:3:12: x is declared as int here, and as long at .*b\.c:3:6",
    ),
    "another length": (
        {"a.c": "extern int a[3]; int main(void) { return a[0]; }", "b.c": "int a[4];"},
        r"a is declared as int\[3\] here, and as int\[4\]",
    ),
    "a constant elsewhere": (
        {"a.c": "extern int x; int main(void) { x = 1; }", "b.c": "const int x = 3;"},
        r"x is declared as int here, and as const int",
    ),
    "another struct": (
        {
            "a.c": "struct s { int a; short b; }; extern struct s v; int main(void) { return v.a; }",
            "b.c": "struct s { int a; int b; }; struct s v;",
        },
        r"v is declared as struct s here, and as struct s at",
    ),
    "another struct behind a pointer": (
        {
            "a.c": "struct t { int x; }; struct s { struct t *p; }; int f(struct s *); int main(void) { return f(0); }",
            "b.c": "struct t { int y; }; struct s { struct t *p; }; int f(struct s *s) { return s->p->y; }",
        },
        r"f is declared as int \(struct s \*\) here",
    ),
    "another enumeration": (
        {
            "a.c": "enum e { A, B }; enum e f(void); int main(void) { return f(); }",
            "b.c": "enum e { B, A }; enum e f(void) { return A; }",
        },
        r"f is declared as enum e",
    ),
    "a function and a variable": (
        {"a.c": "int f(void); int main(void) { return f(); }", "b.c": "int f;"},
        r"f is declared as int \(void\) here, and as int at",
    ),
    "a declaration inside of a function": (
        {"a.c": "int main(void) { extern long x; return x; }", "b.c": "int x;"},
        r"x is declared as long here, and as int at",
    ),
    "two declarations without a definition": (
        {
            "a.c": "int ext(void); int g(void); int main(void) { return ext() + g(); }",
            "b.c": "long ext(void); int g(void) { return ext(); }",
        },
        r"ext is declared as long \(void\) here, and as int \(void\)",
    ),
    "no main": (
        {"a.c": "int f(void) { return 0; }", "b.c": "int g(void) { return 0; }"},
        r"a\.c: the program has no function main, and neither has .*b\.c",
    ),
}


def model_of(folder: Path, files: dict[str, str], data_model: DataModel, *flags: Flag) -> Model:
    for name, text in files.items():
        (folder / name).write_text((TURNED if "FAIL(" in text else HEAD) + text if name.endswith(".c") else text)
    units = tuple(TranslationUnit(str(folder / name), flags) for name in files if name.endswith(".c"))
    return read_program(Program(units), data_model)


def ended(model: Model) -> str:
    run = Machine(model).run(steps=20_000)
    assert not run.stuck
    return run.location.name


@pytest.mark.parametrize("data_model", list(DataModel))
@pytest.mark.parametrize("name", HOLDS)
def test_several_files_are_one_program(name: str, data_model: DataModel, tmp_path: Path) -> None:
    assert ended(model_of(tmp_path, HOLDS[name], data_model)) != "program:error"


@pytest.mark.parametrize("name", HOLDS)
def test_the_checks_are_made(name: str, tmp_path: Path) -> None:
    turned = {file: text.replace("CHECK(", "FAIL(") for file, text in HOLDS[name].items()}
    assert ended(model_of(tmp_path, turned, DataModel.LP64)) == "program:error"


@pytest.mark.skipif(CC is None, reason="no C compiler")
@pytest.mark.parametrize("name", HOLDS)
def test_the_linker_agrees(name: str, tmp_path: Path) -> None:
    model_of(tmp_path, HOLDS[name], DataModel.LP64)
    error = tmp_path / "error.c"
    error.write_text("extern void exit(int); void reach_error(void) { exit(1); }")
    files = [str(tmp_path / file) for file in HOLDS[name] if file.endswith(".c")]
    binary = tmp_path / "run"
    subprocess.run([str(CC), "-O2", "-w", *files, str(error), "-o", str(binary)], check=True, capture_output=True)
    assert subprocess.run([str(binary)], check=False).returncode != 1


@pytest.mark.parametrize("name", WRONG)
def test_both_places_are_named(name: str, tmp_path: Path) -> None:
    files, message = WRONG[name]
    with pytest.raises(InputError, match=message):
        model_of(tmp_path, files, DataModel.LP64)


def test_common_variables_are_joined_on_demand(tmp_path: Path) -> None:
    files = {
        "a.c": "int x; int get(void); int main(void) { x = 3; CHECK(get() == 3); }",
        "b.c": "int x; int get(void) { return x; }",
    }
    assert ended(model_of(tmp_path, files, DataModel.LP64, Flag(COMMON, ""))) != "program:error"
    files["b.c"] = files["b.c"].replace("int x;", "int x = 4;")
    assert ended(model_of(tmp_path, files, DataModel.LP64, Flag(COMMON, ""))) != "program:error"


def test_inline_definitions_that_differ_are_refused(tmp_path: Path) -> None:
    files = {
        "a.c": "inline int f(void) { return 1; } int main(void) { return f(); }",
        "b.c": "int f(void) { return 2; }",
    }
    with pytest.raises(
        Unsupported, match=r"a\.c:3:12: f has an inline definition that differs from the one at .*b\.c:3:5"
    ):
        model_of(tmp_path, files, DataModel.LP64)


def test_which_inline_definition_is_taken_is_said(tmp_path: Path) -> None:
    files = HOLDS["an inline function of a header, with an external definition"]
    (said,) = [words for words in model_of(tmp_path, files, DataModel.LP64).origin.assumptions if "inline" in words]
    assert said.startswith("calls of the inline function half take its definition at ")


def test_gcc_had_another_rule_for_inline_functions(tmp_path: Path) -> None:
    files = {
        "a.c": "extern inline int f(void) { return 1; } int main(void) { CHECK(f() == 1); }",
        "b.c": "int f(void) { return 1; }",
    }
    with pytest.raises(InputError, match="f is defined here"):
        model_of(tmp_path, files, DataModel.LP64)
    files["b.c"] = "extern inline int f(void) { return 1; }"
    assert ended(model_of(tmp_path, files, DataModel.LP64, Flag("-std", "gnu89"))) != "program:error"


def test_a_weak_definition_beside_another_is_refused(tmp_path: Path) -> None:
    files = {
        "a.c": "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }",
        "b.c": "int f(void) { return 2; }",
    }
    with pytest.raises(Unsupported, match="f is weak, and has several definitions"):
        model_of(tmp_path, files, DataModel.LP64)


def test_what_main_does_not_reach_is_not_read(tmp_path: Path) -> None:
    files = {"a.c": "int main(void) { return 0; }", "b.c": 'int f(void) { __asm__("hlt"); return 0; }'}
    assert ended(model_of(tmp_path, files, DataModel.LP64)) != "program:error"


def test_names_say_the_file_where_it_is_needed(tmp_path: Path) -> None:
    model = model_of(tmp_path, HOLDS["static names are each file's own"], DataModel.LP64)
    names = {symbol.name for edge in model.edges for symbol in edge.updates}
    assert {"n@a.c", "n@b.c"} <= names
    places = {edge.source.name.rpartition("/")[2].partition(":")[0] for edge in model.edges}
    assert {"f@a.c", "f@b.c", "g"} <= places
    assert {Path(edge.origin.file).name for edge in model.edges if edge.origin is not None} == {"a.c", "b.c"}


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    files = HOLDS["static names are each file's own"]
    model = model_of(tmp_path, {"a.c": files["a.c"], "lib/a.c": files["b.c"]}, DataModel.LP64)
    names = {symbol.name for edge in model.edges for symbol in edge.updates if symbol.name.startswith("n@")}
    assert len(names) == 2 and all("/" not in name for name in names)

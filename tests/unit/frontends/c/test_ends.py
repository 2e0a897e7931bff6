"""What runs where no call is written: cleanups of variables, constructors, destructors; and how main is called."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from assay.core.errors import Unsupported
from assay.core.terms import Term
from assay.frontends.c import UNFOLDING_COMPLETE, UNREACH_CALL, DataModel, read_c
from assay.witness.c.execution.interpreter import Machine, zero
from clocks import PATIENCE

GCC = shutil.which("gcc")
HEAD = """
extern void reach_error(void); extern void exit(int); extern void _exit(int); extern void abort(void);
extern int atexit(void (*)(void));
static int log_; static void note(int x) { log_ = log_ * 10 + x; }
static void check(int expected) { if (log_ != expected) reach_error(); }
static void done(int *x) { note(*x); }
#define CLEAN __attribute__((cleanup(done)))
"""

PROGRAMS = {
    "by a macro with parameters": (
        "#define BY(f) __attribute__((cleanup(f)))\n#define DONE BY(done)\n"
        "int main(void) { { BY(done) int x = 1; DONE int y = 2; } check(21); }"
    ),
    "by goto out of scopes": (
        "int main(void) { CLEAN int x = 1; { CLEAN int y = 2; { CLEAN int z = 3; goto out; } } out: check(32);"
        " back: if (log_ == 32) { CLEAN int y = 4; goto back; } check(324); }"
    ),
    "not by a computed goto inside of a scope": (
        "int main(void) { { CLEAN int x = 1; void *p = &&in; goto *p; note(5); in: note(2); } check(21); }"
    ),
    "by goto to a label before a declaration": (
        "int main(void) { int n = 0; again:; CLEAN int x = ++n; if (n < 3) goto again; check(12); }"
    ),
    "by goto out of a statement expression": (
        "int main(void) { CLEAN int x = 1; int y = ({ CLEAN int z = 2; if (x) goto out; z; }); y++; out: check(2); }"
    ),
    "behind the value of a statement expression": (
        "int main(void) { int y = ({ CLEAN int x = 1; x + log_ + 4; }); note(y); check(15); }"
    ),
    "behind the value of a struct that is returned": (
        "struct s { int a, b; }; struct s f(void) { CLEAN int x = 1; struct s r = {x, log_}; return r; }"
        " int main(void) { struct s v = f(); note(v.a + v.b); check(11); }"
    ),
    "at the end of a block": "int main(void) { { int x __attribute__((cleanup(done))) = 1; note(2); } check(21); }",
    "by a macro": "int main(void) { { CLEAN int x = 1; note(2); } check(21); }",
    "in reverse order": (
        "int main(void) { { int x __attribute__((cleanup(done))) = 1, z = 0;"
        " int y __attribute__((__cleanup__(done))) = 2; note(3); } check(321); }"
    ),
    "behind the value of a return": (
        "int f(void) { int x __attribute__((cleanup(done))) = 1; return log_ + 5; }"
        " int main(void) { if (f() != 5) reach_error(); check(1); }"
    ),
    "out of nested scopes": (
        "int f(int n) { int x __attribute__((cleanup(done))) = 1;"
        " { int y __attribute__((cleanup(done))) = 2; if (n) return 0; } note(3); return 0; }"
        " int main(void) { f(1); check(21); f(0); check(21231); }"
    ),
    "in each round of a loop": (
        "int main(void) { for (int i = 1; i < 4; i++) { int x __attribute__((cleanup(done))) = i;"
        " if (i == 2) continue; note(9); } check(91293); }"
    ),
    "by break": (
        "int main(void) { while (1) { int x __attribute__((cleanup(done))) = 1; if (log_ == 0) break; } check(1);"
        " switch (1) { case 1: { int y __attribute__((cleanup(done))) = 2; break; } } check(12); }"
    ),
    "of the head of a loop": (
        "int main(void) { for (int i __attribute__((cleanup(done))) = 1; i < 3; i++) note(7); check(773); }"
    ),
    "not by exit": (
        "static void f(void) { int x __attribute__((cleanup(done))) = 1; _exit(0); }"
        " int main(void) { f(); reach_error(); }"
    ),
    "constructors by priority": (
        "__attribute__((constructor)) static void c(void) { note(3); }"
        " __attribute__((constructor(200))) static void b(void) { note(2); }"
        " __attribute__((constructor(101))) static void a(void) { note(1); }"
        " static void d(void) __attribute__((constructor)); static void d(void) { note(4); }"
        " int main(void) { check(1234); }"
    ),
    "destructors in reverse": (
        "__attribute__((destructor(101))) static void b(void) { check(12); }"
        " __attribute__((destructor)) static void a(void) { note(2); } int main(void) { note(1); return 0; }"
    ),
    "destructors behind exit": (
        "__attribute__((destructor)) static void a(void) { check(1); }"
        " static void f(void) { note(1); exit(0); } int main(void) { f(); reach_error(); }"
    ),
    "handlers in reverse, before destructors": (
        "__attribute__((destructor)) static void last(void) { note(4); check(1234); }"
        " static void a(void) { note(3); } static void b(void) { note(2); }"
        " int main(void) { atexit(a); atexit(b); note(1); return 0; }"
    ),
    "handlers behind exit": (
        "static void a(void) { check(1); _exit(0); } static void f(void) { note(1); exit(0); }"
        " int main(void) { if (atexit(a)) reach_error(); f(); reach_error(); }"
    ),
    "a handler that registers another": (
        "static void c(void) { check(12); } static void b(void) { note(2); }"
        " static void a(void) { note(1); atexit(b); } int main(void) { atexit(c); atexit(a); return 0; }"
    ),
    "a handler of a constructor": (
        "static void a(void) { check(12); } static void b(void) { note(2); }"
        " __attribute__((constructor)) static void first(void) { atexit(a); }"
        " int main(void) { int (*by)(void (*)(void)) = atexit; by(b); note(1); return 0; }"
    ),
    "no handler by _exit": (
        "static void a(void) { reach_error(); } int main(void) { atexit(a); if (log_ == 0) _exit(0); abort(); }"
    ),
    "handlers in a loop": (
        "static void a(void) { note(1); } static void b(void) { check(1111); }"
        " int main(void) { atexit(b); for (int i = 0; i < 4; i++) atexit(a); }"
    ),
    "main by itself": "int n; int main(int argc, char **argv)"
    " { if (n++ < 2) return main(5, argv); check(0); return 0; }",
}

REFUSED = {
    "a macro with two meanings": (
        "void other(int *x) {}\n#if 0\n#define BY __attribute__((cleanup(done)))\n#else\n"
        "#define BY __attribute__((cleanup(other)))\n#endif\nint main(void) { BY int x = 1; return 0; }"
    ),
    "a struct of a statement expression": (
        "struct s { int x; }; int main(void)"
        " { return ({ int x __attribute__((cleanup(done))) = 1; struct s v = {x}; v; }).x; }"
    ),
}


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_runs(name: str, model: DataModel, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(HEAD + PROGRAMS[name])
    assert (
        Machine(read_c(source, model)).run(lambda s: 1 if "arg" in s.name else zero(s)).location.name == "program:exit"
    )


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
@pytest.mark.parametrize("name", PROGRAMS)
def test_gcc_agrees(name: str, tmp_path: Path) -> None:
    assert GCC is not None
    source, binary = tmp_path / "program.c", tmp_path / "program"
    source.write_text(f"{HEAD}{PROGRAMS[name]} void reach_error(void) {{ _exit(97); }}\n")
    subprocess.run([GCC, "-w", "-O0", source, "-o", binary], check=True)
    assert subprocess.run([binary], timeout=PATIENCE).returncode != 97


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_a_position(name: str, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(HEAD + REFUSED[name])
    with pytest.raises(Unsupported, match="cleanup") as failure:
        read_c(source)
    assert failure.value.where is not None


def test_more_handlers_than_the_model_holds_leave_it(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(f"{HEAD}static void a(void) {{}} int main(void) {{ for (int i = 0; i < 17; i++) atexit(a); }}")
    model = read_c(source)
    assert Machine(model).run(steps=2_000).location.name == "program:bound"
    assert [prop.name for prop in model.properties] == [UNREACH_CALL, UNFOLDING_COMPLETE]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("static void a(void) { exit(0); } int main(void) { atexit(a); return 0; }", "exit is called while"),
        (
            "static void a(void) {} __attribute__((destructor)) static void last(void) { atexit(a); }"
            " int main(void) { return 0; }",
            "atexit is called by a destructor",
        ),
    ],
)
def test_what_is_refused_while_the_program_ends(text: str, message: str, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(HEAD + text)
    with pytest.raises(Unsupported, match=message):
        read_c(source)


@pytest.mark.parametrize(("condition", "value"), [("argc < 0", -1), ("argv == 0", 0)])
def test_what_the_arguments_of_main_are_not(condition: str, value: int, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(f"{HEAD}int main(int argc, char **argv) {{ if ({condition}) reach_error(); return 0; }}")

    def choose(symbol: Term) -> Any:
        return (value if symbol.name.startswith("argc") == (value < 0) else 1) if "arg" in symbol.name else zero(symbol)

    assert Machine(read_c(source)).run(choose).stuck

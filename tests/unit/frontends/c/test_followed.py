"""Pointers that travel as integers are followed, or refused where they are used."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.frontends.c import DataModel, read_c
from assay.frontends.c.library.externals import Externals
from assay.witness.c.execution.interpreter import Machine

HEAD = """
extern void reach_error(void); extern unsigned long number(void);
static void called(void) { reach_error(); }
"""
FOLLOWED = {
    "a distance between objects": """int x = 0, y = 0; long d = (char *)&y - (char *)&x;
      *(int *)((char *)&x + d) = 5; if (y == 5) reach_error();""",
    "a pointer that is relative to itself": """struct { long d; int v; } s; int x = 0; s.d = (char *)&x - (char *)&s;
      *(int *)((char *)&s + s.d) = 5; if (x == 5) reach_error();""",
    "a distance from null": """int x = 0; long d = (char *)&x - (char *)0; *(int *)d = 5; if (x == 5) reach_error();""",
    "a function's address": "unsigned long a = (unsigned long)called ^ 7; ((void (*)(void))(a ^ 7))();",
}
REFUSED = {
    "bytes through a table": """int x = 0; unsigned char t[256]; for (int i = 0; i < 256; i++) t[i] = i;
      unsigned long a = (unsigned long)&x, b = 0; for (int i = 0; i < 8; i++) b = b << 8 | t[a >> 56 - 8 * i & 255];
      *(int *)b = 5;""",
    "found by counting": """int x = 0; unsigned long a = (unsigned long)&x, b; for (b = 0; b < a; b++);
      *(int *)b = 5;""",
    "bytes of a union": """int x = 0; unsigned long a = (unsigned long)&x, i; union { unsigned long n; int *p; } u;
      for (u.n = 0; u.n != a; u.n++); *u.p = 5;""",
    "guessed": "*(int *)number() = 5;",
    "a guessed function": "((void (*)(void))number())();",
    "a guessed block": "int x = 1; __builtin_memcpy((void *)number(), &x, sizeof x);",
}
ALLOWED = {
    "bits one by one": """int x = 0; unsigned long a = (unsigned long)&x, b = 0;
      for (int i = 0; i < 64; i++) if (a >> i & 1) b |= 1UL << i;
      *(int *)b = 5; if (x == 5) reach_error();""",
    "a constant": "*(volatile int *)0xfee00000 = 5;",
    "null": "int *p = 0; if (p) *p = 5;",
    "nothing is ever there": "struct l { struct l *next; } *p = 0; while (p) p = p->next;",
    "a pointer of unknown origin": "int *p; unsigned long a = (unsigned long)p + 8; *(int *)a = 5;",
    "where control cannot be": "if (0) *(int *)number() = 5;",
}


def program(folder: Path, body: str) -> Path:
    source = folder / "program.c"
    source.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}\n")
    return source


@pytest.mark.parametrize("name", FOLLOWED)
def test_followed(name: str, tmp_path: Path) -> None:
    run = Machine(read_c(program(tmp_path, FOLLOWED[name]), DataModel.LP64)).run(steps=20_000)
    assert run.location.name == "program:error"


@pytest.mark.parametrize("name", REFUSED)
def test_refused_where_it_is_used(name: str, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="made of an integer that the analysis cannot follow") as failure:
        read_c(program(tmp_path, REFUSED[name]), DataModel.LP64, externals=Externals.PURE)
    assert failure.value.where is not None and failure.value.where.line > 0


@pytest.mark.parametrize("name", ALLOWED)
def test_not_refused(name: str, tmp_path: Path) -> None:
    read_c(program(tmp_path, ALLOWED[name]), DataModel.LP64)

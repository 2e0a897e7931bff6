"""Random functions write and copy parts of objects and look at others: valgrind and the model find the same errors.

Values are only looked at by ``if (x % 7)``: of a remainder valgrind does not follow single bits.  It follows copies of
single values, too, which are reads to us; there are none.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from assay.frontends.c import read_c
from assay.frontends.c.checks import checks_of
from assay.witness.c.execution.interpreter import Machine

SEEDS = range(50 if "ASSAY_CAMPAIGN" in os.environ else 1)
FUNCTIONS: Final = 8
HEAD: Final = """#include <stdlib.h>
#include <string.h>
struct s { int i, j; char k; unsigned f : 3, g : 7; };
union u { int w; char b[4]; short h; };
volatile int sink;
struct s same(struct s s) { return s; }
void set(int *p) { *p = 1; }
"""
BEGIN: Final = """int x, y, a[3], h[3], i = 0, m = 8, n = 3, *p = &x, *q = malloc(8);
struct s s, t, *r = &t; union u u, v; char c[3], d[3]; struct { struct s s; } w;"""
WORDS: Final = [
    "x",
    "y",
    "a[0]",
    "a[1]",
    "a[2]",
    "s.i",
    "s.j",
    "t.i",
    "t.j",
    "u.w",
    "*p",
    "q[0]",
    "q[1]",
    "h[i]",
    "w.s.i",
    "w.s.j",
]
LETTERS: Final = [
    "c[0]",
    "c[1]",
    "c[2]",
    "d[0]",
    "d[1]",
    "d[2]",
    "u.b[0]",
    "u.b[1]",
    "u.b[3]",
    "s.k",
    "t.k",
    "((char*)&x)[1]",
    "((char*)q)[5]",
]
LOOKED_AT: Final = [
    *WORDS,
    *LETTERS,
    *["s.f", "s.g", "t.f", "t.g", "w.s.f", "u.h", "v.b[0]", "v.w", "v.h", "r->i", "r->j", "r->f"],
]
STATEMENTS: Final = [
    "s = t;",
    "t = s;",
    "*r = s;",
    "t = *r;",
    "w.s = s;",
    "t = w.s;",
    "v = u;",
    "u = v;",
    "s = same(t);",
    "memcpy(a, q, 8);",
    "memcpy(q, a, 8);",
    "memcpy(&x, c, 3);",
    "memcpy(d, c, 3);",
    "memcpy(&y, &x, 4);",
    "memmove(a, a + 1, m);",
    "memcpy(&u, &x, 4);",
    "memcpy(d, &x, n);",
    "p = &x;",
    "p = &a[1];",
    "p = q;",
    "p = &s.j;",
    "r = &s;",
    "r = &t;",
    "p = &h[1];",
    "i = 1;",
    "i = 0;",
    "q = realloc(q, 16);",
    "r = malloc(sizeof *r);",
    "s.f = 2;",
    "s.g = 1;",
    "t.f = 3;",
    "set(&y);",
    "set(a + 1);",
    "set(q + i);",
    "memset(a, 0, 8);",
    "memset(c, 1, n);",
    "w.s.f = 1;",
    "u.w = 3;",
    "u.h = 1;",
]


def statement(chance: random.Random, depth: int) -> list[str]:
    match chance.randrange(12):
        case 0 | 1 | 2:
            return [f"{chance.choice(WORDS)} = {chance.randrange(1, 9)};"]
        case 3:
            return [f"{chance.choice(LETTERS)} = {chance.choice([*LETTERS, '7'])};"]
        case 4 | 5 | 6:
            return [f"if ({chance.choice(LOOKED_AT)} % 7) sink++;"]
        case 7 if depth < 2:
            head = chance.choice(("if (i) {", "if (!i) {", f"for (int k = 0; k < {chance.randrange(3)}; k++) {{"))
            return [head, *statement(chance, depth + 1), *statement(chance, depth + 1), "}"]
        case _:
            return [chance.choice(STATEMENTS)]


def functions(seed: int) -> list[list[str]]:
    chance = random.Random(seed)
    made = []
    for number in range(FUNCTIONS):
        body = [line for _ in range(chance.randrange(6, 16)) for line in statement(chance, 0)]
        made.append([f"void f{number}(void) {{", *BEGIN.splitlines(), *body, "}"])
    return made


def seen_by_valgrind(file: Path) -> set[int]:
    """The lines that depend on what was never written."""
    binary = file.with_suffix("")
    subprocess.run(["cc", "-g", "-O0", "-w", str(file), "-o", str(binary)], check=True)
    command = ["valgrind", "--error-limit=no", str(binary)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    return {int(line) for line in re.findall(rf"uninitialised[^\n]*\n==\d+== +at [^\n]*\({file.name}:(\d+)\)", told)}


@pytest.mark.skipif(not (shutil.which("cc") and shutil.which("valgrind")), reason="no valgrind is installed")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_model_finds_what_valgrind_finds(seed: int, tmp_path: Path) -> None:
    made = functions(seed)
    text = HEAD + "\n".join(line for function in made for line in function)
    file = tmp_path / "all.c"
    file.write_text(f"{text}\nint main(void) {{ {' '.join(f'f{n}();' for n in range(FUNCTIONS))} return 0; }}\n")
    seen = seen_by_valgrind(file)
    first = len(HEAD.splitlines()) + 1
    for number, function in enumerate(made):
        expected = seen & set(range(first, first + len(function)))
        first += len(function)
        one = tmp_path / "one.c"
        one.write_text(f"{text}\nint main(void) {{ f{number}(); return 0; }}\n")
        checks = "uninitialised,memory" if number % 2 else "uninitialised"
        end = Machine(read_c(one, "LP64", externals="pure", checks=checks_of(checks))).run().location.name
        found = re.match(r"program:uninitialised (\d+):", end)
        assert (not expected) if found is None else int(found[1]) in expected, (end, sorted(expected))

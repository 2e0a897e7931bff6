"""realloc and reallocarray: what the new memory holds, what becomes of the old, and what is wrong to do with it.

Every program is run on the model without checks of memory and with them, its open values chosen in two ways, and, where
there is a compiler, for real.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from assay.core.errors import Unsupported
from assay.core.evidence import Trace
from assay.core.joint import joint
from assay.core.model import Model
from assay.core.terms import Term
from assay.core.terms.sorts import BOOL
from assay.frontends.c import DataModel, Externals, read_c
from assay.frontends.c.checks import checks_of
from assay.transforms.aim import reaches
from assay.witness.c.execution.interpreter import Machine, zero
from unchecked import found

HEAD = """#include <stdlib.h>
#include <string.h>
extern void *reallocarray(void *, size_t, size_t);
extern void reach_error(void);
#define check(c) do { if (!(c)) reach_error(); } while (0)
"""

# Whatever the open values are, no error is reached.
RIGHT = {
    "growing": "int *p = malloc(8); p[0] = 1; p[1] = 2; int *o = malloc(8); o[0] = o[1] = 9; p = realloc(p, 16);"
    " p[3] = 4; check(p[0] == 1 && p[1] == 2 && p[3] == 4 && o[0] == 9); free(p); free(o);",
    "shrinking": "int *p = malloc(16); p[0] = 1; p[3] = 2; p = realloc(p, 4); check(*p == 1); free(p);",
    "null": "int *p = realloc(NULL, 8); p[1] = 3; check(p && p[1] == 3); free(p); p = 0; p = realloc(p, 4); *p = 1;"
    " check(*p == 1); free(p);",
    "nothing is left": "char *p = malloc(4); *p = 1; char *q = realloc(p, 0); check(!q); q = realloc(NULL, 0);"
    " check(q != 0); free(q);",
    "an array": "int *p = reallocarray(NULL, 3, sizeof *p); p[2] = 5; p = reallocarray(p, 6, sizeof *p);"
    " p[5] = 1; check(p[2] == 5); free(p);",
    "an array that is too large": "int *p = malloc(4); *p = 5; void *q = reallocarray(p, (size_t)-1 / 2, 4);"
    " check(!q && *p == 5); q = reallocarray(p, (size_t)1 << (sizeof(size_t) * 4), (size_t)1 << (sizeof(size_t) * 4));"
    " check(!q && *p == 5); free(p);",
    "in a loop": "int n = 0, room = 1, *v = malloc(4); for (int i = 0; i < 6; i++) { if (n == room) { room *= 2;"
    " v = realloc(v, room * sizeof *v); } v[n++] = 3 * i; } for (int i = 0; i < 6; i++) check(v[i] == 3 * i); free(v);",
    "bytes and words": "unsigned *p = malloc(8); p[0] = 0x01020304; p[1] = 5; char *c = realloc(p, 6);"
    " check(c[0] + c[1] + c[2] + c[3] == 10 && c[4] == 5); free(c);",
    "a record": "struct pair { char c; long n; int *p; } *s = malloc(sizeof *s); int x = 3; s->c = 'a'; s->n = -1;"
    " s->p = &x; s = realloc(s, 3 * sizeof *s); s[2].n = 4; *s->p = 6; check(s->c == 'a' && s->n == -1 && x == 6);"
    " free(s);",
    "records that move": "struct two { short a; int b; } *s = calloc(2, sizeof *s); int i; for (i = 0; i < 2; i++)"
    " s[i].b = i; s = realloc(s, 20); for (int i = 0; i < 2; i++) check(s[i].b == i && !s[i].a); free(s);",
    "a string": 'char *s = strdup("abc"); s = realloc(s, 8); strcat(s, "de"); check(!strcmp(s, "abcde")); free(s);',
    "zeroed memory": "char *s = calloc(70, 1); s = realloc(s, 90); check(!s[0] && !s[69]); free(s);",
    "through a pointer": "void *(*f)(void *, size_t) = realloc; int *p = malloc(4); *p = 8; p = f(p, 8);"
    " check(*p == 8); free(p);",
    "a pointer inside": "int **p = malloc(sizeof *p), x = 1; *p = &x; p = realloc(p, 2 * sizeof *p); **p = 2;"
    " check(x == 2); p[1] = p[0]; *p[1] = 3; check(x == 3); free(p);",
}
# Some choice of open values leads to an error, some other does not.
OPEN = {
    "what is new": "int *p = malloc(4), *o = malloc(4); *p = 1; *o = 0; p = realloc(p, 8); check(p[1] == 0);",
    "what was cut off": "int *p = malloc(8); p[1] = 0; p = realloc(p, 4); p = realloc(p, 8); check(p[1] == 0);",
    "part of a unit": "int *p = malloc(8); p[1] = 0; p = realloc(p, 6); p = realloc(p, 8); check(p[1] == 0);",
    "behind a block of calloc": "int *p = calloc(1, 4); p = realloc(p, 12); check(p[1] == 0 && p[2] == 0);",
    "in a loop": "char *p = malloc(1); *p = 0; for (int i = 2; i < 4; i++) { p = realloc(p, i); } check(p[2] == 0);",
}


# The line /**/ is where the error is; the kind is the first word.
WRONG = {
    "dereference of the old memory": """
int main(void) { int *p = malloc(4); *p = 1; int *q = realloc(p, 8); *q = 2;
  *p = 3; /**/
  free(q); return 0; }""",
    "dereference behind the new memory": """
int main(void) { int i = 1; int *p = malloc(8); p[i] = 1; p = realloc(p, 4);
  p[i] = 2; /**/
  free(p); return 0; }""",
    "dereference of nothing": """
int main(void) { size_t n = __VERIFIER_nondet_int(); int *p = malloc(4); p = realloc(p, n ? 4 : 0);
  *p = 1; /**/
  free(p); return 0; }""",
    "free of the old memory": """
int main(void) { int *p = malloc(4), *q = realloc(p, 8); *q = 1; free(q);
  free(p); /**/
  return 0; }""",
    "free of what was freed": """
int main(void) { int *p = malloc(4), *q; free(p);
  q = realloc(p, 8); /**/
  return q != 0; }""",
    "free of a variable": """
int main(void) { int x = 1, *p = &x;
  p = realloc(p, 8); /**/
  return *p; }""",
    "free of the middle": """
int main(void) { char *p = malloc(4);
  p = realloc(p + 1, 8); /**/
  return *p; }""",
    "free of a zero-sized rest": """
int main(void) { char *p = malloc(4); realloc(p, 0);
  free(p); /**/
  return 0; }""",
    "free in a loop": """
int main(void) { char *p = malloc(4), *q = p;
  for (int i = 1; i < 4; i++) q = realloc(q, i);
  free(p); /**/
  return *q; }""",
    "leak of the old memory where it fails": """
int main(void) {
  int *p = malloc(4); /**/
  if (!p) return 0;
  *p = 1; p = realloc(p, 8); if (!p) return 1; free(p); return 0; }""",
    "leak of the new memory": """
int main(void) { int *p = malloc(4); *p = 1;
  realloc(p, 8); /**/
  return 0; }""",
}


def zeros(symbol: Term) -> Any:
    return zero(symbol)


def others(symbol: Term) -> Any:
    """The chooser of values that are not zero; allocations do not fail."""
    if symbol.name.startswith("allocation#"):
        return 0
    return {None: 85} if symbol.sort.is_array else (True if symbol.sort is BOOL else 85)


def failing(symbol: Term) -> Any:
    return 1 if symbol.name.startswith("allocation#") else zero(symbol)


def read(body: str, folder: Path, how: str = "plain", externals: Externals = Externals.PURE) -> Model:
    source = folder / "program.c"
    source.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}\n")
    asked = checks_of("assert,memory") if how == "checked" else None
    return read_c(source, DataModel.LP64, externals=externals, checks=asked)


@pytest.mark.parametrize("how", ["plain", "checked"])
@pytest.mark.parametrize("name", RIGHT)
def test_contents_are_kept(name: str, how: str, tmp_path: Path) -> None:
    machine = Machine(read(RIGHT[name], tmp_path, how))
    for choose in (zeros, others):
        assert machine.run(choose).location.name == "program:exit"


@pytest.mark.parametrize("how", ["plain", "checked"])
@pytest.mark.parametrize("name", OPEN)
def test_the_rest_is_anything(name: str, how: str, tmp_path: Path) -> None:
    machine = Machine(read(OPEN[name], tmp_path, how))
    assert machine.run(zeros).location.name == "program:exit"
    assert "error" in machine.run(others).location.name or "assertion" in machine.run(others).location.name


@pytest.mark.parametrize("how", ["plain", "checked"])
def test_where_it_fails_nothing_changes(how: str, tmp_path: Path) -> None:
    body = "int *p = malloc(4); *p = 3; int *q = realloc(p, 8); if (!q) { check(*p == 3); free(p); reach_error(); }"
    machine = Machine(read(body, tmp_path, how, Externals.ANY))
    assert machine.run(failing).location.name != "program:exit"
    assert machine.run(zeros).location.name == "program:exit"
    kept = body.replace("reach_error();", "")
    assert Machine(read(kept, tmp_path, how, Externals.ANY)).run(failing).location.name == "program:exit"
    assert Machine(read(body, tmp_path, how)).run(failing).location.name == "program:exit"


@pytest.mark.parametrize("name", WRONG)
def test_a_planted_error_is_found_where_it_is(name: str, tmp_path: Path) -> None:
    text = f"{HEAD}extern int __VERIFIER_nondet_int(void);{WRONG[name]}"
    file = tmp_path / "program.c"
    file.write_text(text)
    kind = name.split()[0]
    externals = "any" if "fails" in name else "pure"
    model = read_c(file, "LP64", externals=externals, checks=checks_of("leak" if kind == "leak" else "memory"))
    answer = found(model, joint(model.properties), "bounded")
    assert isinstance(answer, Trace)
    (reached,) = [prop for prop in model.properties if reaches(answer, prop)]
    line = next(number for number, line in enumerate(text.split("\n"), 1) if "/**/" in line)
    assert reached.name == f"{kind} program.c:{line}"


def test_the_answer_says_what_is_taken_for_granted(tmp_path: Path) -> None:
    made = read("size_t n = (size_t)&n; char *p = malloc(4); p = realloc(p, n);", tmp_path, externals=Externals.ANY)
    assert "realloc(p, 0) frees p and returns null, as glibc's does" in made.origin.assumptions
    assert "realloc never fails where its result is not tested" in made.origin.assumptions


def test_an_address_that_is_made_up_is_refused(tmp_path: Path) -> None:
    for address in ("(void *)64", "(void *)(size_t)rand()"):
        with pytest.raises(Unsupported, match="unknown address"):
            read(f"char *p = realloc({address}, 8); *p = 1;", tmp_path)


def test_a_program_that_resizes_nothing_keeps_no_sizes(tmp_path: Path) -> None:
    made = read("for (int i = 1; i < 3; i++) { char *p = malloc(i); *p = 1; free(p); }", tmp_path)
    assert not any("sizes" in v.name for place in made.locations for v in place.variables)


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_compiled_programs_agree(tmp_path: Path) -> None:
    functions = "".join(f"static void test{n}(void) {{ {body} }}\n" for n, body in enumerate(RIGHT.values()))
    calls = "".join(f"test{n}(); " for n in range(len(RIGHT)))
    source = tmp_path / "program.c"
    source.write_text(
        f"{HEAD}void reach_error(void) {{ exit(1); }}\n{functions}int main(void) {{ {calls}return 0; }}\n"
    )
    subprocess.run(["cc", "-w", "-o", tmp_path / "program", source], check=True)
    assert subprocess.run([tmp_path / "program"], check=False).returncode == 0

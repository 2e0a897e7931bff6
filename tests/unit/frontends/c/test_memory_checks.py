"""Pointer checks: programs with one planted error, found at its line and as its kind, and programs without any."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.core.evidence import EndedRuns, Proof, Trace
from assay.core.joint import joint
from assay.core.slicing.influence import influence
from assay.frontends.c import read_c
from assay.frontends.c.checks import checks_of
from assay.frontends.c.memory.leaks import WATCH
from assay.transforms.aim import reaches
from assay.witness.c.execution.attempts import loose_inputs
from unchecked import found

NONDET = "#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n"

# The line /**/ is where the error is; the kind is that of the first word.
WRONG = {
    "dereference behind a global array": """
int g[10];
int main(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 10) return 0;
  g[i] = 3; /**/
  return 0; }""",
    "dereference behind a local array": """
int main(void) { int a[3]; int *p = a;
  p[3] = 1; /**/
  return 0; }""",
    "dereference before what was allocated": """
int main(void) { int *p = malloc(12); int i = -1;
  p[i] = 1; /**/
  free(p); return 0; }""",
    "dereference after free": """
int main(void) { int *p = malloc(4); *p = 1; free(p);
  return *p; /**/
}""",
    "dereference of null": """
int main(void) { int *p = 0;
  return *p; /**/
}""",
    "dereference of null by a call": """
int add(int a, int b) { return a + b; }
int main(void) { int (*f)(int, int) = __VERIFIER_nondet_int() ? add : 0;
  return f(1, 2); /**/
}""",
    "constant string that is written": """
void up(char *p) {
  p[1] = 'X'; /**/
}
int main(void) { char b[] = "ab"; up(b); up("cd"); return 0; }""",
    "constant string that a function of the library writes": """
int main(void) { char b[3], *p = __VERIFIER_nondet_int() ? b : "cd";
  strcpy(p, "e"); /**/
  return 0; }""",
    "constant that is written by its name": """
static const int k = 3;
int main(void) {
  *(int *)&k = 4; /**/
  return 0; }""",
    "constant table that is set": """
static const char t[4] = {1, 2};
int main(void) {
  memset((void *)t, 0, 2); /**/
  return 0; }""",
    "constant record that is assigned": """
static const struct s { int a, b; } one = {1, 2}, two = {3, 4};
int main(void) {
  *(struct s *)&one = two; /**/
  return 0; }""",
    "dereference of a pointer without a value": """
int main(void) { int *p;
  return *p; /**/
}""",
    "dereference of a local of a call that is over": """
int *f(void) { int x = 1; int *p = &x; return p; }
int main(void) { int *p = f();
  return *p; /**/
}""",
    "dereference of a local of a block that is over": """
int main(void) { int *p; int z = 0;
  for (int i = 0; i < 2; i++) { int a[4]; p = a; p[0] = 1; z += p[0]; }
  p[0] = 2; /**/
  return z; }""",
    "dereference of a local of a block that was left by goto": """
int main(void) { int *p = 0; int r = 0;
  { int x = 1; p = &x; if (*p) goto out; }
  r = 1;
out:
  r += *p; /**/
  return r; }""",
    "dereference of a local of the turn before": """
int main(void) { int *p = 0; int r = 0;
  for (int i = 0; i < 2; i++) { int x = 1; int *q = &x;
    if (p)
      r += *p; /**/
    p = q; }
  return r; }""",
    "dereference of a local of the call before": """
int *kept;
int f(void) { int x = 1; int *p = &x; int r = 0;
  if (kept)
    r = *kept; /**/
  kept = p; return r + *p; }
int main(void) { for (int i = 0; i < 2; i++) f(); return 0; }""",
    "dereference of a list that was freed": """
struct n { struct n *next; int v; };
int main(void) { struct n *h = 0;
  for (int i = 0; i < 3; i++) { struct n *x = malloc(sizeof *x); x->next = h; x->v = i; h = x; }
  while (h) { struct n *x = h; free(h);
    h = x->next; /**/
  }
  return 0; }""",
    "dereference that lies in another object": """
int main(void) { int a[4] = {0}, b[64] = {0}; int *p = a, *q = b; int i = 40; if (__VERIFIER_nondet_int()) p = q;
  return p[i]; /**/
}""",
    "dereference by a copy": """
int main(void) { char a[10], b[8]; int n = 9; memset(a, 0, 10);
  memcpy(b, a, n); /**/
  return 0; }""",
    "dereference by a copy of a struct": """
struct s { int a, b, c; };
int main(void) { struct s x = {1, 2, 3}; struct s *p = malloc(8);
  *p = x; /**/
  free(p); return 0; }""",
    "dereference by strlen": """
int main(void) { char a[3]; a[0] = 1; a[1] = 2; a[2] = 3;
  return strlen(a); /**/
}""",
    "dereference by a function of the library that is written in C": """
int main(void) { char a[3]; a[0] = 1; a[1] = 2; a[2] = 3;
  return strnlen(a, 4); /**/
}""",
    "dereference behind one of several objects of variable size": """
int main(void) { for (int k = 0; k < 2; k++) { int n = k + 1; int *p = malloc(n * sizeof(int));
    for (int i = 0; i <= n; i++)
      p[i] = i; /**/
    free(p); }
  return 0; }""",
    "dereference of alloca by the caller": """
int *f(int n) { int *p = __builtin_alloca(n * sizeof(int)); p[0] = 1; return p; }
int main(void) { int *a = f(3);
  return *a; /**/
}""",
    "dereference behind an array of variable length": """
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 5) return 0; int a[n];
  for (int i = 0; i <= n; i++)
    a[i] = i; /**/
  return 0; }""",
    "dereference of an array of variable length behind its block": """
int main(void) { int n = 3; int *p;
  { int a[n]; a[0] = 1; p = a; p[1] = 2; }
  return p[0]; /**/
}""",
    "dereference of what is no function": """
int f(void) { return 1; }
int main(void) { int (*p)(void) = __VERIFIER_nondet_int() ? f : 0;
  return p(); /**/
}""",
    "free a second time": """
int main(void) { int *p = malloc(4); *p = 1; free(p);
  free(p); /**/
  return 0; }""",
    "free of the middle": """
int main(void) { int *p = malloc(8);
  free(p + 1); /**/
  return 0; }""",
    "free of a local": """
int main(void) { int x; int *p = &x;
  free(p); /**/
  return 0; }""",
    "free of alloca": """
int main(void) { int *p = __builtin_alloca(4);
  free(p); /**/
  return 0; }""",
    "free of an element a second time": """
int main(void) { int *p[2]; for (int i = 0; i < 2; i++) p[i] = malloc(4);
  for (int i = 0; i < 2; i++)
    free(p[0]); /**/
  return 0; }""",
    "dereference of alloca of a constant size by the caller": """
int *f(void) { int *p = __builtin_alloca(12); p[0] = 1; return p; }
int main(void) { int *a = f();
  return *a; /**/
}""",
    "cleanup of memory that a list keeps": """
struct n { struct n *next; };
struct n *h;
int main(void) {
  for (int i = 0; i < 2; i++) {
    struct n *x = malloc(sizeof *x); /**/
    x->next = h; h = x; }
  free(h);
  return 0; }""",
    "cleanup when exit is called": """
int main(void) {
  int *p = malloc(4); /**/
  *p = 1;
  if (__VERIFIER_nondet_int()) exit(1);
  free(p); return 0; }""",
    "cleanup when the error function is called": """
extern void __VERIFIER_error(void);
int main(void) {
  int *p = malloc(4); /**/
  *p = 1;
  if (__VERIFIER_nondet_int()) __VERIFIER_error();
  free(p); return 0; }""",
    "cleanup when the program is aborted": """
int main(void) {
  int *p = malloc(4); /**/
  *p = 1;
  if (__VERIFIER_nondet_int()) abort();
  free(p); return 0; }""",
    "dereference of the record that a call returned": """
struct s { int a[4]; };
struct s f(void) { struct s x = {{1}}; return x; }
int main(void) { int *p = f().a;
  return p[1]; /**/
}""",
    "dereference of a record that was chosen": """
struct s { int a[4]; };
int main(void) { struct s x = {{1}}, y = {{2}}; int *p = (__VERIFIER_nondet_int() ? x : y).a;
  return *p; /**/
}""",
    "dereference of a record in the condition of a loop": """
struct s { int a[4]; };
int *kept;
struct s f(void) { struct s x = {{1}}; return x; }
int keep(int *p) { kept = p; return *kept; }
int main(void) { for (int k = 0; k < 2 && keep(f().a); k++)
    if (k == 1)
      return *kept; /**/
  return 0; }""",
    "leak of a pointer that is lost": """
int main(void) {
  int *p = malloc(4); /**/
  p = malloc(4); free(p); return 0; }""",
    "leak of a list whose head is lost": """
struct n { struct n *next; };
int main(void) { struct n *h = 0;
  for (int i = 0; i < 2; i++) {
    struct n *x = malloc(sizeof *x); /**/
    x->next = h; h = x; }
  free(h);
  return 0; }""",
    "leak of what a function of the library allocated": """
int main(void) {
  char *p = strdup("a"); /**/
  char *q = strdup("b"); p = q; free(p); return 0; }""",
    "leak of what a freed object led to": """
struct n { struct n *next; };
struct n *h;
int main(void) {
  h = malloc(sizeof *h);
  for (int i = 0; i < 1; i++)
    h->next = malloc(sizeof *h); /**/
  free(h);
  return 0; }""",
}

RIGHT = {
    "null may be freed": "int main(void) { int *p = 0; free(p); p = malloc(3); free(p); return 0; }",
    "a local of a block is used in it": """
int f(int *p) { return *p; }
int main(void) { int z = 0; for (int i = 0; i < 2; i++) { int a = i; int *p = &a; z += f(p); } return z; }""",
    "a pointer walks to the end and back": """
int main(void) { int a[5]; int *p = a; int *end = a + 5; while (p != end) *p++ = 1;
  p = end; while (p-- != a) *p = 2; return 0; }""",
    "two arrays are walked along by one function": """
int f(int *p, int n) { int s = 0; int *e = p + n; while (p < e) s += *p++; return s; }
int main(void) { int a[3] = {1, 2, 3}; int b[2] = {4, 5}; return f(a, 3) + f(b, 2); }""",
    "strings": 'int main(void) { char a[3]; strcpy(a, "ab"); return strlen(a); }',
    "memory of variable size, again and again": """
int main(void) { for (int k = 0; k < 2; k++) { int n = k + 1; int *p = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) p[i] = i; free(p); } return 0; }""",
    "an array of variable length": """
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 5) return 0; int a[n];
  for (int i = 0; i < n; i++) a[i] = i; return a[n - 1]; }""",
    "any length": """
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1) n = 1; char *a = __builtin_alloca(n);
  for (int i = 0; i < n; i++) a[i] = i; return a[n - 1]; }""",
    "the body of an expression": "int main(void) { int y = ({ int x = 3; int *p = &x; *p; }); return y; }",
    "a list of two": """
struct n { struct n *next; int v; };
int main(void) { struct n *h = 0;
  for (int i = 0; i < 2; i++) { struct n *x = malloc(sizeof *x); x->next = h; x->v = i; h = x; }
  while (h) { struct n *x = h->next; free(h); h = x; }
  return 0; }""",
    "a struct that a function returns through a pointer to its local": """
struct s { int a, b; };
struct s f(int n) { struct s x = {n, 2}; struct s *p = &x; return *p; }
int main(void) { struct s y = f(3); struct s *q = &y; return q->a; }""",
    "the record that a call returned, while its expression is evaluated": """
struct s { int a[4]; };
int *kept;
struct s f(int n) { struct s x = {{n, 2}}; return x; }
int keep(int *p, int n) { kept = p; return *kept + n; }
int late(void) { int k = 1; return kept[k]; }
int main(void) { int v = f(1).a[2], w = (keep(f(2).a, 1), late());
  return v + w + keep(f(3).a, ({ int *p = f(4).a; int k = 1; k; })); }""",
    "constants that are read, copied, and given their values": """
static const int t[3] = {1, 2, 3}; const char *names[] = {"a", "b"}; const struct { const int *p; } k = {t};
int main(void) { char b[8]; strcpy(b, names[1]); names[0] = "z"; b[0] = 'q'; int u[3]; memcpy(u, t, sizeof t); u[1] = 5;
  static const int n = 4; const int local = 3; *(int *)&u[2] = local + n; return k.p[1] + u[2]; }""",
    "a pointer that is chosen": """
int main(void) { int x = 1, y = 2; int *p = __VERIFIER_nondet_int() ? &x : &y; *p = 3; return x + y; }""",
}


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if "/**/" in line)


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("data_model", ["ILP32", "LP64"])
def test_a_planted_error_is_found_where_it_is(name: str, data_model: str, tmp_path: Path) -> None:
    text = NONDET + WRONG[name]
    file = tmp_path / "program.c"
    file.write_text(text)
    kind = name.split()[0]
    checks = kind if kind in ("cleanup", "leak") else "memory"
    model = read_c(file, data_model, externals="pure", checks=checks_of(checks))
    answer = found(model, joint(model.properties), "bounded")
    assert isinstance(answer, Trace)
    (reached,) = [prop for prop in model.properties if reaches(answer, prop)]
    assert reached.name == f"{kind} program.c:{line_of(text)}"


@pytest.mark.parametrize("name", RIGHT)
def test_programs_without_errors_have_none(name: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(NONDET + RIGHT[name])
    model = read_c(file, externals="pure", checks=checks_of("memory"))
    assert isinstance(found(model, joint(model.properties)), Proof | EndedRuns)


@pytest.mark.parametrize("check", ["misaligned"])
def test_what_nobody_looks_for_is_refused(check: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text("int main(void) { return 0; }")
    with pytest.raises(Unsupported, match=check):
        read_c(file, checks=checks_of(check))


@pytest.mark.parametrize(("distance", "leaves"), [(3, True), (5, False)])
def test_a_copy_onto_itself_leaves_the_model(distance: int, leaves: bool, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    copy = f"int main(void) {{ char a[10] = {{0}}; int n = 5; memcpy(a + {distance}, a, n); return 0; }}"
    file.write_text(NONDET + copy)
    model = read_c(file, externals="pure", checks=checks_of("memory"))
    answer = found(model, joint(model.properties))
    assert isinstance(answer, Trace if leaves else Proof | EndedRuns)
    if isinstance(answer, Trace):
        assert [prop.name for prop in model.properties if reaches(answer, prop)] == ["pointers-stay"]


def test_recursion_that_touches_no_memory_needs_no_bound(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(
        NONDET + "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(__VERIFIER_nondet_int()); }"
    )
    assert [prop.name for prop in read_c(file, checks=checks_of("memory,leak"), externals="pure").properties] == [
        "checks"
    ]
    copied = read_c(file, checks=checks_of("overflow"), externals="pure", procedures=False)
    assert len(copied.properties) > 1


def test_nothing_is_checked_or_kept_where_nobody_asks(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(NONDET + WRONG["dereference after free"])
    model = read_c(file, externals="pure", checks=checks_of("overflow"))
    assert not any(v.name.startswith("heap") for place in model.locations for v in place.variables)


def test_what_is_watched_is_nothing_that_an_execution_is_handed(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(NONDET + WRONG["leak of a list whose head is lost"])
    model = read_c(file, externals="pure", checks=checks_of("leak"))
    answer = found(model, joint(model.properties), "bounded")
    assert isinstance(answer, Trace)
    matters = influence(answer)
    needed = {symbol.name.partition("#")[0] for chosen in matters.inputs for symbol, _ in chosen}
    assert WATCH in needed
    assert not loose_inputs(answer, matters, frozenset())

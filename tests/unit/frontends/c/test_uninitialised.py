"""Reads of what was never written: each program is run on its model, which ends at the first such read, if any.

The open values are chosen in two ways, the data models and the encodings of integers are both of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.core.model import Model
from assay.core.program import Program, TranslationUnit
from assay.core.terms import Term
from assay.core.terms.sorts import BOOL
from assay.frontends.c import DataModel, Externals, read_c, read_program
from assay.frontends.c.checks import checks_of
from assay.witness.c.execution.interpreter import Machine, zero

HEAD = """#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
"""

# The line with the mark is where something is read that was never written.
WRONG = {
    "a variable": "int main(void) { int x;\n return x; /**/\n}",
    "a condition": "int main(void) { int x;\n if (x) /**/\n return 1;\n return 0; }",
    "one branch only": "int main(void) { int x, c = 0; if (c) x = 1;\n return x; /**/\n}",
    "a step of a variable": "int main(void) { int x;\n x++; /**/\n return 0; }",
    "a compound assignment": "int main(void) { int x;\n x += 3; /**/\n return 0; }",
    "its own initialiser": "int main(void) {\n int x = x; /**/\n return 0; }",
    "its own initialiser, in a loop": "int main(void) { for (int i = 0; i < 2; i++) {\n int x = i ? x + 1 : 0; /**/\n }"
    " return 0; }",
    "a loop without rounds": "int main(void) { int x; for (int i = 0; i < 0; i++) x = i;\n return x; /**/\n}",
    "the last element": "int main(void) { int a[4], i, s = 0; for (i = 0; i < 3; i++) a[i] = i;\n"
    " for (i = 0; i < 4; i++)\n s += a[i]; /**/\n return s; }",
    "a large array": "int main(void) { int a[900], i; for (i = 0; i < 900; i += 2) a[i] = i;\n"
    " return a[i - 1]; /**/\n}",
    "a member": "struct s { int a, b; }; int main(void) { struct s s; s.a = 1;\n return s.b; /**/\n}",
    "a member of a copy": "struct s { int a, b; }; int main(void) { struct s s, t; s.a = 1; t = s; int x = t.a;\n"
    " return x + t.b; /**/\n}",
    "a member of an argument": "struct s { int a, b; };\nint f(struct s s) { int x = s.a;\n return x + s.b; /**/\n}\n"
    "int main(void) { struct s s; s.a = 1; return f(s); }",
    "a member of a result": "struct s { int a, b; }; struct s f(void) { struct s s; s.a = 1; return s; }\n"
    "int main(void) { struct s s = f(); int x = s.a;\n return x + s.b; /**/\n}",
    "a member chosen by ?:": "struct s { int a, b; }; int main(void) { struct s s, t = {0}; int c = 1; s.a = 1;\n"
    " return (c ? s : t).b; /**/\n}",
    "a bit-field": "struct s { unsigned a : 3, b : 5; }; int main(void) { struct s s; s.a = 1; int x = s.a;\n"
    " return x + s.b; /**/\n}",
    "a union by a wider member": "union u { char c; int i; }; int main(void) { union u u; u.c = 1;\n"
    " return u.i; /**/\n}",
    "a second byte": "int main(void) { short s; *(char *)&s = 1;\n return s; /**/\n}",
    "allocated memory": "int main(void) { int *p = malloc(8); p[0] = 1;\n return p[1]; /**/\n}",
    "allocated memory, again and again": "int main(void) { int s = 0; for (int i = 0; i < 3; i++) {\n"
    " int *p = malloc(4); if (i < 2) *p = i;\n s += *p; /**/\n free(p); } return s; }",
    "memory of variable size": "int main(void) { int n = 3; int *p = malloc(n * sizeof *p); p[0] = p[2] = 1;\n"
    " int x = p[0] + p[2];\n return x + p[1]; /**/\n}",
    "what realloc adds": "int main(void) { int *p = malloc(4); *p = 1; p = realloc(p, 8); int x = p[0];\n"
    " return x + p[1]; /**/\n}",
    "what realloc copies": "int main(void) { int *p = malloc(8); *p = 1; p = realloc(p, 16); int x = p[0];\n"
    " return x + p[1]; /**/\n}",
    "an array of variable length": "int main(void) { int n = 2; int a[n]; a[0] = 1;\n return a[1]; /**/\n}",
    "an array of variable length in a loop": "int main(void) { int s = 0; for (int n = 1; n < 3; n++) { int a[n];\n"
    " if (n < 2) a[0] = 1;\n s += a[0]; /**/\n } return s; }",
    "copied bytes": "int main(void) { int x, y = 3; memcpy(&y, &x, sizeof x);\n return y; /**/\n}",
    "copied bytes, counted": "int main(void) { char a[4], b[4]; int n = 3; a[0] = a[1] = 1; memcpy(b, a, n);\n"
    " int x = b[0] + b[1];\n return x + b[2]; /**/\n}",
    "moved bytes": "int main(void) { char a[6]; int n = 3; a[0] = a[1] = 1; memmove(a + 1, a, n);\n"
    " int x = a[1] + a[2];\n return x + a[3]; /**/\n}",
    "characters that a loop copied": "int main(void) { char a[4], b[4]; a[0] = 1;"
    " for (int i = 0; i < 4; i++) b[i] = a[i];\n int x = b[0];\n return x + b[1]; /**/\n}",
    "a character whose copy is looked at": "int main(void) { char a[2], b[2], *p = a, *q = b; a[0] = 1;\n"
    " while ((*q++ = *p++)) /**/\n ;\n return 0; }",
    "a string without an end": "int main(void) { char a[4]; a[0] = 'a';\n return (int)strlen(a); /**/\n}",
    "through a pointer": "int f(int *p) {\n return *p; /**/\n}\nint main(void) { int x; return f(&x); }",
    "a pointer": "int main(void) { int *p;\n return *p; /**/\n}",
    "an argument": "int f(int a) { return 0; } int main(void) { int x;\n return f(x); /**/\n}",
    "an argument of a function without a body": "extern void use(int); int main(void) { int x;\n use(x); /**/\n"
    " return 0; }",
    "an argument of printf": 'int main(void) { int x;\n printf("%d", x); /**/\n return 0; }',
    "what a callee did not write": "void f(int *p, int c) { if (c) *p = 1; }\n"
    "int main(void) { int x; f(&x, 0);\n return x; /**/\n}",
    "again in scope": "int main(void) { int s = 0; for (int i = 0; i < 2; i++) { int x; if (!i) x = 5;\n"
    " s += x; /**/\n } return s; }",
    "again in scope, in an array": "void set(int *p) { *p = 1; } int main(void) { int s = 0;"
    " for (int i = 0; i < 2; i++) { int a[20]; if (!i) set(a + i);\n s += a[0]; /**/\n } return s; }",
    "called again": "void set(int *p) { *p = 1; } int f(int c) { int a[20]; if (c) set(a);\n return a[0]; /**/\n}\n"
    "int main(void) { int s = 0; for (int i = 1; i >= 0; i--) s += f(i); return s; }",
    "behind a goto over the declaration": "int main(void) { goto over; int x = 1;\nover:\n return x; /**/\n}",
    "behind a jump back over the declaration": "int main(void) { int n = 0;\nagain:; int x; if (!n) x = 1;\n"
    " n += x; /**/\n if (n < 3) goto again; return 0; }",
    "a jump into a block that was left": "int main(void) { int n = 0;\n { int x = 1; n += x;\nin:\n"
    " n += x; /**/\n }\n if (n < 3) goto in; return n; }",
    "a case behind the declaration": "int main(void) { int s = 0; for (int i = 0; i < 2; i++) switch (i) { int x;\n"
    "case 0: x = 1; s += x; break;\ndefault:\n s += x; /**/\n } return s; }",
    "a computed goto over a declaration": "int main(void) { void *p = &&over; goto *p; { int x = 1;\nover:\n"
    " return x; /**/\n } }",
    "a floating-point number": "int main(void) { double d;\n return d > 1.0; /**/\n}",
    "a static pointer to a local": "static int *p; int main(void) { int x; p = &x;\n return *p; /**/\n}",
    "sscanf that fails": 'int main(void) { int x; sscanf("a", "%d", &x);\n return x; /**/\n}',
    "alloca": "extern void *alloca(size_t); int main(void) { char *p = alloca(3); p[0] = 1;\n return p[1]; /**/\n}",
    "the rest of a union that was copied": "union u { short s; int i; }; int main(void) { union u u, v; u.s = 1; v = u;"
    " int x = v.s;\n return x + v.i; /**/\n}",
    "an element by a choice of pointers": "int main(void) { int a, b = 1, c = 0; int *p = c ? &b : &a;\n"
    " return *p; /**/\n}",
    "va_arg of a partly written struct": "struct s { int a, b; }; int f(int n, ...) { va_list l; va_start(l, n);"
    " struct s s = va_arg(l, struct s); va_end(l); int x = s.a;\n return x + s.b; /**/\n}\n"
    "int main(void) { struct s s; s.a = 1; return f(1, s); }",
    "padding": "struct s { char a; int b; }; int main(void) { struct s s, t; s.a = 1; s.b = 2;"
    " memcpy(&t, &s, sizeof s); unsigned char *p = (unsigned char *)&t; int x = p[0] + p[5];\n"
    " return x + p[2]; /**/\n}",
    "an exchange of nothing": "int main(void) { int x;\n __sync_fetch_and_add(&x, 1); /**/\n return 0; }",
    "a truth value in a bit": "struct s { _Bool a : 1, b : 1; }; int main(void) { struct s s; s.a = 1; int x = s.a;\n"
    " return x + s.b; /**/\n}",
    "an argument behind a comma": "extern void use(int); int main(void) { int x, y = 0;\n use((y++, x)); /**/\n"
    " return 0; }",
    "a string that is printed": "int main(void) { char b[8]; b[0] = 'a';\n puts(b); /**/\n return 0; }",
    "behind the end of a string": 'int main(void) { char b[8]; strcpy(b, "ab"); int x = b[2];\n'
    " return x + b[3]; /**/\n}",
    "an operand of a statement expression": "int main(void) {\n return ({ int x; x; }); /**/\n}",
    "recursion": "int f(int n) { int x; if (n) { x = f(n - 1); return x; }\n return x; /**/\n}\n"
    "int main(void) { return f(2); }",
}

# Nothing is read that was never written.
RIGHT = {
    "all branches": "int main(void) { int x, c = __VERIFIER_nondet_int(); if (c) x = 1; else x = 2; return x; }",
    "a correlated branch": "int main(void) { int x, c = __VERIFIER_nondet_int(); if (c) x = 1; return c ? x : 0; }",
    "a switch": "int main(void) { int x; switch (__VERIFIER_nondet_int()) { case 0: x = 1; break; default: x = 2; }"
    " return x; }",
    "a loop": "int main(void) { int i, s = 0, a[5]; for (i = 0; i < 5; i++) a[i] = i;"
    " for (i = 0; i < 5; i++) s += a[i]; return s; }",
    "do once": "int main(void) { int x, i = 0; do x = i; while (i++ < 2); return x; }",
    "statics": "static int x, a[9]; static struct { int b; char c; } s; int main(void) { static int y; int z = a[8];"
    " return x + y + z + s.b + s.c; }",
    "zeroed arrays": 'int main(void) { int a[8] = {0}, b[3] = {1}; char t[8] = "ab"; return a[7] + b[2] + t[7]; }',
    "partly named members": "struct s { int a; struct { char b; long c; } d; int e[3]; }; int main(void) {"
    " struct s s = { .d.b = 1 }; return s.a + (int)s.d.c + s.e[2]; }",
    "compound literals": "struct s { int a, b; }; int main(void) { struct s *p = &(struct s){ .a = 1 };"
    " int *q = (int[4]){ 1 }; return p->b + q[3]; }",
    "compound literals in a loop": "int main(void) { int s = 0; for (int i = 0; i < 3; i++) { int *q = (int[2]){ i };"
    " s += q[0] + q[1]; } return s; }",
    "calloc": "int main(void) { int n = 3, s = 0; int *p = calloc(4, 4), *q = calloc(n, sizeof *q); if (p && q)"
    " s = p[3] + q[2]; return s; }",
    "memset": "struct s { char a; int b; }; int main(void) { struct s s; char t[20]; int n = 20;"
    " memset(&s, 0, sizeof s); memset(t, 1, n); return s.b + t[19]; }",
    "memset of allocated memory": "int main(void) { int n = 6; int *p = malloc(4 * n); if (!p) return 1;"
    " memset(p, 0, 4 * n); return p[5]; }",
    "realloc": "int main(void) { int *p = malloc(4); p[0] = 1; p = realloc(p, 8); p[1] = 2; return p[0] + p[1]; }",
    "through a pointer": "void set(int *p) { *p = 3; } int main(void) { int x, a[40]; set(&x); set(a + 7);"
    " return x + a[7]; }",
    "through a pointer to a pointer": "int main(void) { int x, *p = &x, **q = &p; **q = 1; return x; }",
    "a copy of a partly written struct": "struct s { int a, b; }; struct s g; struct s f(struct s s) { return s; }"
    " int main(void) { struct s s, t; s.a = 1; t = s; g = f(t); struct s u = g; return u.a; }",
    "a copy with padding": "struct s { char a; int b; }; int main(void) { struct s s, t; s.a = 1; s.b = 2; t = s;"
    " struct s *p = malloc(sizeof *p); *p = t; return p->a + p->b; }",
    "bytes of padding that are copied": "struct s { char a; int b; }; int main(void) { struct s s, t; s.a = 1; s.b = 2;"
    " memcpy(&t, &s, sizeof s); unsigned char c[sizeof s], *p = (unsigned char *)&t;"
    " for (unsigned i = 0; i < sizeof s; i++) c[i] = p[i]; return c[0] + t.b; }",
    "what a copy overwrites": "int main(void) { int x, y = 1; memcpy(&x, &y, sizeof x); return x; }",
    "moved bytes": "int main(void) { char a[8]; int n = 3; a[0] = a[1] = a[2] = 1; memmove(a + 2, a, n);"
    " return a[4] + a[0]; }",
    "a union by a narrower member": "union u { char c; int i; }; int main(void) { union u u; u.i = 1; return u.c; }",
    "bytes of a word": "int main(void) { int x; char *p = (char *)&x; p[0] = p[1] = p[2] = p[3] = 1; return x; }",
    "bit-fields": "struct s { unsigned a : 3, b : 5, c : 9; }; int main(void) { struct s s; s.a = 1; s.b = 2;"
    " s.a++; return s.a + s.b; }",
    "strings": 'int main(void) { char a[9], b[9]; strcpy(a, "abc"); strcpy(b, a); strcat(b, a);'
    " return (int)strlen(b) + strcmp(a, b); }",
    "sprintf": 'int main(void) { char a[20]; snprintf(a, 20, "%d", 4); return a[0]; }',
    "sscanf": 'int main(void) { int x; if (sscanf("7", "%d", &x) != 1) return 0; return x; }',
    "fgets": "int main(void) { char a[6]; if (!fgets(a, 6, stdin)) return 0; return a[0]; }",
    "discarded": "int main(void) { int x, y[3]; (void)x; x; (void)y; return sizeof x + sizeof(y[0]); }",
    "addresses": "int main(void) { int x, *p = &x, a[3]; return p == a + 1 ? 1 : 0; }",
    "again in scope": "int main(void) { int s = 0; for (int i = 0; i < 3; i++) { int x, a[3]; x = i; a[x] = i;"
    " s += x + a[i]; } return s; }",
    "goto": "int main(void) { int x, n = 0;\nagain: x = n; if (x < 3) { n++; goto again; } return x; }",
    "a jump to an initialiser": "int main(void) { int n = 0; goto in; { n = 5;\nin:; int x = n; n += x; } return n; }",
    "memory of another kind": "int main(void) { int *p = malloc(4); free(p); p = 0; return p ? *p : 0; }",
    "va_arg": "int f(int n, ...) { va_list l; int s = 0; va_start(l, n); for (int i = 0; i < n; i++)"
    " s += va_arg(l, int); va_end(l); return s; } int main(void) { return f(3, 1, 2, 3); }",
    "a missing argument of va_arg": "int f(int n, ...) { va_list l; va_start(l, n); int x = va_arg(l, int);"
    " return x; } int main(void) { return f(3); }",
    "linked lists": "struct n { int v; struct n *next; }; int main(void) { struct n *l = 0; int s = 0;"
    " for (int i = 0; i < 3; i++) { struct n *e = malloc(sizeof *e); e->v = i; e->next = l; l = e; }"
    " while (l) { struct n *e = l; s += e->v; l = e->next; free(e); } return s; }",
    "sorting": "int main(void) { int a[4], t; for (int i = 0; i < 4; i++) a[i] = 4 - i; for (int i = 0; i < 4; i++)"
    " for (int j = i + 1; j < 4; j++) if (a[j] < a[i]) { t = a[i]; a[i] = a[j]; a[j] = t; } return a[0]; }",
    "strdup": 'int main(void) { char *p = strdup("ab"); return p ? p[1] : 0; }',
    "functions through pointers": "int f(int *p) { *p = 2; return 1; } int (*g)(int *) = f;"
    " int main(void) { int x; return g(&x) + x; }",
    "errno": "#include <errno.h>\nint main(void) { return errno; }",
    "extern variables": "extern int x, a[50]; int main(void) { int *p = a; return x + p[3]; }",
    "padding that was filled": "struct s { char a; int b; }; int main(void) { struct s s, t, u;"
    " memset(&s, 0, sizeof s); memcpy(&t, &s, sizeof s); t.a = s.a; u = t; return memcmp(&s, &u, sizeof s); }",
    "padding that was initialised": "struct s { char a; int b; }; int main(void) { struct s s = { 1 };"
    " unsigned char *p = (unsigned char *)&s; return p[2]; }",
    "atomics": "int main(void) { int x, r; __atomic_store_n(&x, 3, 0); __builtin_add_overflow(x, 2, &r); return r; }",
    "a flexible array": "struct s { int n; char d[]; }; int main(void) { struct s *p = malloc(sizeof *p + 3); p->n = 1;"
    ' memcpy(p->d, "ab", 3); return p->d[1] + p->n; }',
    "cleanup": "void c(int *p) { *p = *p + 1; } int main(void) { __attribute__((cleanup(c))) int x; x = 1; return x; }",
    "an empty asm": 'int main(void) { int x = 1, y; __asm__ volatile("" : "=r"(y) : "0"(x)); return y; }',
    "a struct from outside": "struct s { int a, b[3]; }; extern struct s get(void); int main(void) {"
    " struct s s = get(); return s.b[2]; }",
    "divisions": "int main(void) { div_t d = div(7, 2); return d.quot + d.rem; }",
    "a sort of the library": "int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }"
    " int main(void) { int a[3]; for (int i = 0; i < 3; i++) a[i] = 3 - i;"
    " qsort(a, 3, sizeof *a, less); return a[0]; }",
}

# The same, where functions without a body may change what they know: that counts as written.
WRONG_OUTSIDE = {
    "again in scope": "extern void set(int *); int main(void) { int s = 0; for (int i = 0; i < 2; i++) { int x;"
    " if (!i) set(&x);\n s += x; /**/\n } return s; }",
    "a variable that is not handed over": "extern void set(int *); int main(void) { int x, y; set(&x); y = x;"
    " int z;\n return y + z; /**/\n}",
    "allocated after a call": "extern void set(int *); int main(void) { int s = 0; for (int i = 0; i < 2; i++) {"
    " int *p = malloc(8); if (!i) set(p);\n s += p[1]; /**/\n } return s; }",
    "allocated before any call": "extern void set(int *); int main(void) { int *p = malloc(8); p[0] = 1;\n"
    " int s = p[1]; /**/\n set(p); return s; }",
    "a struct that is allocated after a call": "struct s { int v; struct s *next; }; extern void set(struct s *);"
    " int main(void) { struct s *p = 0; for (int i = 0; i < 2; i++) { struct s *q = malloc(sizeof *q); q->next = p;"
    " if (!i) set(q);\n else if (q->v) return 1; /**/\n p = q; } return 0; }",
    "allocated in variable size": "extern void set(char *); int main(void) { int n = 3, s = 0;"
    " for (int i = 0; i < 2; i++) { char *p = malloc(n); if (!i) set(p);\n s += p[2]; /**/\n } return s; }",
}
RIGHT_OUTSIDE = {
    "a variable": "extern void set(int *); int main(void) { int x, a[30]; set(&x); set(a); return x + a[29]; }",
    "a struct": "struct s { int a; char *b; }; extern void set(struct s *); int main(void) { struct s s; set(&s);"
    " return s.a; }",
    "allocated memory": "extern void set(int *); int main(void) { int *p = malloc(40); set(p); return p[9]; }",
    "memory from outside": "struct s { int a; struct s *b; }; extern struct s *get(void); int main(void) {"
    " struct s *p = get(); int x = p->a; p = get(); return x + p->a; }",
    "arguments of main": "int main(int argc, char **argv) { return argc > 1 ? argv[1][0] + argv[1][6] : 0; }",
    "what an earlier call may have kept": "extern void keep(int **); extern void act(void); int main(void) {"
    " int x, *p = &x; keep(&p); act(); return x; }",
}


def others(symbol: Term) -> Any:
    """The chooser of values that are not zero; allocations do not fail."""
    if symbol.name.startswith("allocation#"):
        return 0
    return {None: 1} if symbol.sort.is_array else (True if symbol.sort is BOOL else 1)


def read(text: str, folder: Path, checks: str, data_model: str, externals: Externals = Externals.PURE) -> list[Model]:
    """The program over bit-vectors and, where that is possible, over integers; both have the same properties."""
    file = folder / "program.c"
    file.write_text(HEAD + text)
    model = read_c(file, DataModel(data_model), externals=externals, checks=checks_of(checks))
    integers = model.origin.integers() if model.origin.integers is not None else None
    if integers is None:
        return [model]
    assert [prop.name for prop in integers.properties] == [prop.name for prop in model.properties]
    return [model, integers]


def ends(models: list[Model]) -> set[str]:
    return {Machine(model).run(choose).location.name for model in models for choose in (zero, others)}


def error_of(text: str) -> str:
    """How the location is called at which a run ends that makes the error."""
    line = next(number for number, found in enumerate((HEAD + text).splitlines(), 1) if "/**/" in found)
    return f"program:uninitialised {line}:"


# The two ways to ask take turns.
WAYS = [("uninitialised", "LP64"), ("uninitialised,memory", "ILP32")]


@pytest.mark.parametrize("name", WRONG)
def test_what_was_never_written_is_found_where_it_is_read(name: str, tmp_path: Path) -> None:
    found = ends(read(WRONG[name], tmp_path, *WAYS[list(WRONG).index(name) % 2]))
    assert found and all(end.startswith(error_of(WRONG[name])) for end in found), found


@pytest.mark.parametrize("name", RIGHT)
def test_what_was_written_is_read_without_an_error(name: str, tmp_path: Path) -> None:
    found = ends(read(RIGHT[name], tmp_path, *WAYS[list(RIGHT).index(name) % 2]))
    assert found <= {"program:exit"}, found


@pytest.mark.parametrize("name", WRONG_OUTSIDE)
def test_what_is_fresh_is_not_written_by_earlier_calls(name: str, tmp_path: Path) -> None:
    found = ends(read(WRONG_OUTSIDE[name], tmp_path, "uninitialised", "LP64", Externals.ANY))
    assert found and all(end.startswith(error_of(WRONG_OUTSIDE[name])) for end in found), found


@pytest.mark.parametrize("name", RIGHT_OUTSIDE)
def test_what_may_be_changed_outside_counts_as_written(name: str, tmp_path: Path) -> None:
    found = ends(read(RIGHT_OUTSIDE[name], tmp_path, "uninitialised", "LP64", Externals.ANY))
    assert found and not [end for end in found if "uninitialised" in end], found


def test_accesses_outside_of_objects_are_another_matter(tmp_path: Path) -> None:
    text = "int main(void) { int a[2], i = 5; int *p = malloc(4); a[0] = a[1] = *p = 1; return a[i] + p[3]; }"
    assert ends(read(text, tmp_path, "uninitialised", "LP64")) == {"program:exit"}


def test_what_is_plainly_written_is_no_property_and_needs_no_ghosts(tmp_path: Path) -> None:
    text = (
        "struct s { int a; char b; }; int f(int n) { int r; switch (n) { case 1: r = 2; break; default: r = 3; }"
        " return r; } int main(void) { int i, n = 0; struct s s; for (i = 0; i < 4; i++) { int x; if (i & 1) x = f(i);"
        " else x = 0; n += x; } s.a = n; s.b = 1; return s.a + s.b; }"
    )
    for model in read(text, tmp_path, "uninitialised", "LP64"):
        assert [prop.name for prop in model.properties] == ["checks"]
        assert not [symbol for place in model.locations for symbol in place.variables if "unwritten" in symbol.name]


def test_without_the_check_there_are_no_ghosts(tmp_path: Path) -> None:
    for model in read(WRONG["allocated memory"], tmp_path, "memory,overflow", "LP64"):
        assert not [symbol for place in model.locations for symbol in place.variables if "unwritten" in symbol.name]


def test_a_function_by_itself_has_written_arguments(tmp_path: Path) -> None:
    """What made-up arguments hold counts as written, the padding of structs included."""
    file = tmp_path / "program.c"
    file.write_text("union u { struct { char a; int b; } s; char c[8]; };\nint f(union u *p) { return p->c[2]; }\n")
    model = read_program(Program((TranslationUnit(str(file)),), "f"), checks=checks_of("uninitialised"))
    assert not [end for end in ends([model]) if "uninitialised" in end]

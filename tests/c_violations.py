"""Small C programs whose error call can be reached, for everything that a harness has to hand over."""

from __future__ import annotations

from typing import Final, NamedTuple


class Violation(NamedTuple):
    """A program; ``values`` if other results of its functions would not lead to the error call."""

    name: str
    program: str
    values: bool = False


ERROR: Final = "extern void __VERIFIER_error(void);\n"
NONDET: Final = ERROR + "extern int __VERIFIER_nondet_int(void);\n"


def integer(name: str, made: str, condition: str) -> Violation:
    """A program that asks for one value of an integer type."""
    nondet = f"__VERIFIER_nondet_{name}"
    body = f"{made} x = {nondet}(); if ({condition}) __VERIFIER_error();"
    text = f"extern {made} {nondet}(void);\nint main(void) {{ {body} }}"
    return Violation(f"nondet {made}", ERROR + text, values=True)


INTEGERS: Final = (
    integer("bool", "_Bool", "x"),
    integer("char", "char", "x == -77"),
    integer("uchar", "unsigned char", "x == 200"),
    integer("short", "short", "x == -30000"),
    integer("ushort", "unsigned short", "x == 60000"),
    integer("int", "int", "x == -123456789"),
    integer("uint", "unsigned int", "x == 4000000000u"),
    integer("long", "long", "x == -7L"),
    integer("ulong", "unsigned long", "x == ~5ul"),
    integer("longlong", "long long", "x == -123456789012345ll"),
    integer("ulonglong", "unsigned long long", "x == 0xfedcba9876543210ull"),
)

CONTROL: Final = (
    Violation("no input at all", ERROR + "int main(void) { __VERIFIER_error(); return 0; }"),
    Violation(
        "several calls in one expression",
        NONDET + "int main(void) {\n  int x = __VERIFIER_nondet_int() - 3 * __VERIFIER_nondet_int();\n"
        "  int y = __VERIFIER_nondet_int();\n  if (x == 100 && y == x + 1) __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "calls as arguments, which a compiler may evaluate from the right",
        NONDET + "int twice(int a, int b) { return a == 11 && b == 22; }\n"
        "int main(void) { if (twice(__VERIFIER_nondet_int(), __VERIFIER_nondet_int())) __VERIFIER_error(); }",
        values=True,
    ),
    *(
        Violation(
            f"in a handler behind {end}",
            NONDET + "extern int atexit(void (*)(void)); extern void exit(int);\nint x;\n"
            "void check(void) { if (x == 9) __VERIFIER_error(); }\nvoid count(void) { x++; }\n"
            f"int main(void) {{ atexit(check); atexit(count); x = __VERIFIER_nondet_int(); {end} }}",
            values=True,
        )
        for end in ("return 0;", "exit(1);")
    ),
    Violation(
        "calls in conditions",
        NONDET + "int main(void) {\n  if (__VERIFIER_nondet_int() == 4 || __VERIFIER_nondet_int() != 5) return 0;\n"
        "  if (__VERIFIER_nondet_int() == 6 && __VERIFIER_nondet_int() == 7) __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "calls in a loop",
        NONDET + "int main(void) {\n  int sum = 0;\n  for (int i = 0; i < 5; i++) {\n"
        "    int x = __VERIFIER_nondet_int();\n    if (x < i * 10 || x > i * 10 + 3) return 0;\n    sum += x;\n  }\n"
        "  if (sum == 115) __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "a call in the condition of a loop",
        NONDET + "int main(void) {\n  int n = 0;\n  while (__VERIFIER_nondet_int()) n++;\n"
        "  if (n == 3) __VERIFIER_error();\n}",
    ),
    Violation(
        "a switch over a call",
        NONDET + "int main(void) {\n  switch (__VERIFIER_nondet_int()) {\n    case 3: return 0;\n"
        "    case 77: break;\n    default: return 1;\n  }\n  __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "recursion",
        NONDET + "int fall(int n) {\n  return n ? fall(n - 1) + __VERIFIER_nondet_int() : __VERIFIER_nondet_int();\n}\n"
        "int main(void) { if (fall(3) == 1000) __VERIFIER_error(); }",
    ),
    Violation(
        "results that nobody uses",
        ERROR + "extern int random_number(void);\nint main(void) {\n  random_number();\n  (void)random_number();\n"
        "  int x = random_number();\n  random_number();\n  int y = random_number();\n"
        "  if (x == 5 && y == 6) __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "assumptions",
        NONDET + "extern void __VERIFIER_assume(int);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n"
        "  __VERIFIER_assume(x > 41);\n  __VERIFIER_assume(x < 43);\n  __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "goto and exits on the way",
        NONDET + "extern void exit(int);\nextern void abort(void);\nint main(void) {\n"
        "  int x = __VERIFIER_nondet_int();\n  if (x > 9) exit(97);\n  if (x < 9) abort();\n  goto there;\n"
        "there:\n  __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "a function pointer",
        NONDET + "int one(void) { return 1; }\nint two(void) { return 2; }\n"
        "int main(void) {\n  int (*f)(void) = __VERIFIER_nondet_int() == 8 ? two : one;\n"
        "  if (f() == 2) __VERIFIER_error();\n}",
        values=True,
    ),
)

ERRORS: Final = (
    *(
        Violation(
            f"an assertion in the words of {tool}",
            f"int nondet_int(void);\nint main(void) {{ int x = nondet_int(); __{tool}_assume(x > 3 && x < 10);\n"
            f'  __{tool}_assert(x != 7, "not seven"); return 0; }}',
            values=True,
        )
        for tool in ("CPROVER", "ESBMC")
    ),
    Violation(
        "an assertion in the words of KLEE",
        '#include "klee/klee.h"\nint main(void) { struct { int a; char b[3]; } x; int y = klee_range(2, 6, "y");\n'
        '  klee_make_symbolic(&x, sizeof x, "x"); klee_assume(x.a > 6 & x.a < 9); klee_prefer_cex(&x, x.a);\n'
        '  if (y == 5 && x.b[1] == 113 && klee_int("z") == 77) klee_assert(x.a != 8); return 0; }',
        values=True,
    ),
    Violation(
        "an assertion in the words of SMACK",
        '#include "smack.h"\nint main(void) { unsigned short x = __VERIFIER_nondet_unsigned_short(); assume(x > 6);\n'
        "  assert(x != 777); return 0; }",
        values=True,
    ),
    Violation(
        "an assertion in the words of SeaHorn",
        '#include "seahorn/seahorn.h"\nextern int nd(void);\nint main(void) { int x = nd(); assume(x > 6 && x < 9);\n'
        "  sassert(x != 8); return 0; }",
        values=True,
    ),
    Violation(
        "an assertion in the words of Goblint",
        "void __goblint_check(int); void __goblint_assume(int); extern int __VERIFIER_nondet_int(void);\n"
        "int main(void) { int x = __VERIFIER_nondet_int(); __goblint_assume(x > 6);\n"
        "  __goblint_check(x != 88); return 0; }",
        values=True,
    ),
    Violation(
        "a value in the words of Frama-C",
        '#include "__fc_builtin.h"\nint main(void) { int x = Frama_C_interval(-3, 9); char b[2];\n'
        "  Frama_C_make_unknown(b, 2); if (b[1] == 113 && Frama_C_nondet(4, 7) == 7) assert(x != 8); return 0; }",
        values=True,
    ),
    Violation(
        "assert",
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"
        "int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 31); return 0; }",
        values=True,
    ),
    Violation(
        "reach_error that is only declared",
        "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
        "int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); }",
        values=True,
    ),
    *(
        Violation(
            f"reach_error that {what}",
            "extern void __assert_fail(const char *, const char *, unsigned, const char *);\nextern void abort();\n"
            f"extern int __VERIFIER_nondet_int(void);\n{made} {{ {body} }}\n"
            "int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); return 97; }",
            values=True,
        )
        for what, made, body in (
            ("does nothing", "void reach_error(void)", ""),
            ("aborts", "void reach_error()", "abort();"),
            ("fails an assertion", "void reach_error()", '__assert_fail("0", "p.c", 3, "reach_error");'),
            ("never returns", "void reach_error(void)", "for (;;);"),
            ("is static", "static void reach_error(void)", "abort();"),
        )
    ),
    Violation(
        "an assertion of the competition, defined",
        NONDET + "void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } return; }\n"
        "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x * x != 49); }",
        values=True,
    ),
    Violation(
        "an assertion of the competition, only declared",
        "extern void __VERIFIER_assert(int);\nextern int __VERIFIER_nondet_int(void);\n"
        "int main(void) { __VERIFIER_assert(__VERIFIER_nondet_int() != 12); }",
        values=True,
    ),
)

MEMORY: Final = (
    Violation(
        "structs and unions",
        NONDET + "struct pair { int a; union { int b; unsigned char c[4]; } u; };\n"
        "int main(void) {\n  struct pair p = {1, {0}}, q;\n  p.u.b = __VERIFIER_nondet_int();\n  q = p;\n"
        "  if (q.u.c[2] == 0xab && q.u.c[0] == 0xcd) __VERIFIER_error();\n}",
    ),
    Violation(
        "arrays and pointers",
        NONDET + "int a[4];\nint main(void) {\n  int *p = a + 1;\n  p[2] = __VERIFIER_nondet_int();\n"
        "  if (a[3] == -9) __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "a list on the heap",
        "#include <stdlib.h>\n" + NONDET + "struct node { int value; struct node *next; };\nint main(void) {\n"
        "  struct node *list = 0;\n  for (int i = 0; i < 3; i++) {\n    struct node *n = malloc(sizeof *n);\n"
        "    n->value = __VERIFIER_nondet_int();\n    n->next = list;\n    list = n;\n  }\n"
        "  if (list->value == 3 && list->next->value == 2 && list->next->next->value == 1) __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "fresh memory that nobody initialises",
        "#include <stdlib.h>\n" + ERROR + "int main(void) {\n  int *p = malloc(2 * sizeof(int));\n"
        "  if (p[0] == 5 && p[1] == 6) __VERIFIER_error();\n}",
    ),
    Violation(
        "fresh memory on the heap, read uninitialised",
        "#include <stdlib.h>\n" + NONDET + "int main(void) {\n  int *p = 0;\n  for (int i = 0; i < 2; i++) {\n"
        "    p = malloc(sizeof(int) * (i + 1));\n    if (i == 0) *p = 3;\n  }\n"
        "  if (p[1] == 1234) __VERIFIER_error();\n}",
    ),
    Violation(
        "fresh memory of both kinds",
        "#include <stdlib.h>\n" + NONDET + "struct two { int a, b; };\nint main(void) {\n  int *p = 0;\n"
        "  for (int i = 0; i < 2; i++) p = malloc(sizeof(int));\n  struct two *q = malloc(sizeof(struct two));\n"
        "  if (*p == 77 && q->a == 88 && q->b == 99) __VERIFIER_error();\n}",
    ),
    Violation(
        "calloc, memcpy, memset, strings",
        "#include <stdlib.h>\n#include <string.h>\n" + NONDET + "int main(void) {\n  char text[8], other[8];\n"
        '  strcpy(text, "abc");\n  memcpy(other, text, 4);\n  memset(text, 0, sizeof text);\n'
        "  int *p = calloc(4, sizeof(int));\n  text[0] = (char)__VERIFIER_nondet_int();\n"
        "  if (strlen(other) == 3 && strcmp(other, text) > 0 && text[0] == '*' && p[3] == 0) __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "realloc keeps what there was",
        "#include <stdlib.h>\n" + NONDET + "int main(void) {\n  int *p = malloc(2 * sizeof(int));\n"
        "  p[0] = __VERIFIER_nondet_int();\n  p[1] = 7;\n  p = realloc(p, 5 * sizeof(int));\n"
        "  p = realloc(p, 2 * sizeof(int));\n  if (p[0] == 5 && p[1] == 7) __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "realloc that fails, behind one that does not",
        "extern void reach_error(void); extern void *realloc(void *, __SIZE_TYPE__);\nint main(void) {\n"
        "  int *p = realloc(0, 4), *q;\n  if (!p) return 0;\n  *p = 3;\n  p = realloc(p, 8);\n  if (!p) return 0;\n"
        "  q = realloc(p, 12);\n  if (!q && *p == 3) reach_error();\n}",
    ),
    Violation(
        "an allocation that fails, between two that do not",
        "extern void reach_error(void); extern void *malloc(__SIZE_TYPE__);\nint main(void) {\n"
        "  int *p = malloc(4), *q, *r;\n  *p = 1;\n  q = malloc(4);\n  r = malloc(4);\n  *r = 2;\n"
        "  if (!q && *p == 1 && *r == 2) reach_error();\n}",
    ),
    Violation(
        "strings, by the C library's functions",
        "#include <string.h>\n#include <ctype.h>\n" + NONDET + 'int main(void) {\n  char text[4] = "ab";\n'
        "  char *p = strchr(text, 'b');\n  *p = (char)__VERIFIER_nondet_int();\n"
        "  if (toupper(*p) == 'Z' && isdigit('7')) __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "a pointer that a function returns, followed",
        ERROR + "extern int *give(void);\nint main(void) { int *p = give(); *p = 7; if (*p == 7) __VERIFIER_error(); }",
    ),
    Violation(
        "an allocation that fails, on the line where main begins",
        "extern void reach_error(void); extern void *malloc(__SIZE_TYPE__);\n"
        "int main(void) { int *p = malloc(4); if (p == 0) reach_error(); *p = 3; return *p; }",
    ),
    Violation(
        "two pointers that a function returns, one null and one followed",
        ERROR + "extern int *give(void);\n"
        "int main(void) {\n  int *p = give(), *q = give();\n  if (!p) { *q = 1; __VERIFIER_error(); }\n}",
    ),
    Violation(
        "what a pointer points to that a function returns",
        ERROR + "extern int *give(void);\nint a;\n"
        "int main(void) { int *p = give(); if (p != &a && *p == 3) __VERIFIER_error(); }",
    ),
    Violation(
        "a pointer that a function returns, compared",
        ERROR + "extern void *give(void);\nint main(void) { if (give() && !give()) __VERIFIER_error(); }",
    ),
    Violation(
        "an external variable",
        ERROR + "extern int level;\nint main(void) { if (level == 13) __VERIFIER_error(); }",
    ),
    Violation(
        "uninitialised variables that are zero",
        ERROR + "int main(void) { int x, y; if (x == 0 && y == 0) __VERIFIER_error(); }",
    ),
    Violation(
        "an uninitialised variable that is not zero",
        ERROR + "int main(void) { int x; if (x == 1234567) __VERIFIER_error(); }",
    ),
    Violation(
        "uninitialised variables behind an assumption",
        ERROR + "void third(void) { __VERIFIER_error(); } void second(void) { int more; if (more) third(); }\n"
        "void first(void) { second(); };\nint main(void) { int x; __CPROVER_assume(x != 3);\n"
        "  switch (x) { case 1: first(); break; case 3: second(); break; default: break; } return 0; }",
    ),
    Violation(
        "arguments of main",
        ERROR + "int main(int argc, char **argv) { if (argc == 5) __VERIFIER_error(); }",
    ),
)

LANGUAGE: Final = (
    Violation(
        "variables that are called like functions of the library",
        NONDET + "int index, round; enum { div, exp = 3 }; typedef int remainder;\n"
        "int main(void) { remainder x = __VERIFIER_nondet_int(); index = x + exp; round = index - div;\n"
        "  if (round == 45) __VERIFIER_error(); }",
        values=True,
    ),
    Violation(
        "conflicting and missing declarations",
        "int main() {\n  short x = __VERIFIER_nondet_short();\n  unsigned char c = other();\n"
        "  if (x == -5 && c == 250) __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "K&R definitions",
        NONDET + "int sum(a, b) int a; short b; { return a + b; }\n"
        "main() { if (sum(__VERIFIER_nondet_int(), 4) == 0) __VERIFIER_error(); }",
        values=True,
    ),
    Violation(
        "functions of the C library that are not modelled",
        "#include <stdio.h>\n#include <stdlib.h>\n" + ERROR + 'int main(void) {\n  printf("%s", "unseen");\n'
        "  puts(\"unseen\");\n  if (rand() == 77 && getchar() == 'x') __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "64-bit arithmetic",
        ERROR + "extern long long __VERIFIER_nondet_longlong(void);\nint main(void) {\n"
        "  long long x = __VERIFIER_nondet_longlong();\n  unsigned long long y = x;\n"
        "  if (x == -1000000000007ll && x / 1000 == -1000000000 && x % 1000 == -7 && y / 3 % 5 == 4\n"
        "      && y % 0xc000000000000001ull == 4611685018427387896ull)\n"
        "    __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "wrap-around of signed integers",
        NONDET + "int main(void) {\n  int x = __VERIFIER_nondet_int();\n"
        "  if (x > 0 && x + 5 < 0 && x * 2 == -4) __VERIFIER_error();\n}",
        values=True,
    ),
    Violation(
        "a name of the C library for something else",
        NONDET + "int write = 3;\nint read(int x) { return x + write; }\n"
        "int main(void) { if (read(__VERIFIER_nondet_int()) == 10) __VERIFIER_error(); }",
        values=True,
    ),
)

# Functions without a body that change what they are handed, and what they can name.
CHANGES: Final = (
    Violation(
        "what an argument points to",
        "extern void reach_error(void); extern void read_value(int *);\n"
        "int main(void) { int x = 0; read_value(&x); if (x == 7) reach_error(); return 0; }",
    ),
    Violation(
        "what arguments point to at several calls",
        "extern void reach_error(void); extern int read_both(short, long *, char *);\nint main(void) {\n"
        "  long x = 0; char y = 0; int sum = 0;\n  for (int i = 0; i < 3; i++) {\n"
        "    if (read_both(1, &x, &y) != 5 + i) return 0;\n    sum += x - y;\n    if (y != -3 * i) return 0;\n  }\n"
        "  if (sum == 1000) reach_error();\n}",
    ),
    Violation(
        "elements and members that arguments point to",
        "extern void reach_error(void); extern void fill(void *, unsigned), put(void *, int);\n"
        "int main(void) { int a[3] = {0}; struct { char c; int k; } s = {0};\n"
        "  fill(a + 1, 8); int first = a[2]; put(&s.k, 4);\n"
        "  if (a[0] == 0 && first == -9 && s.k == 77) reach_error(); }",
    ),
    Violation(
        "what an earlier call was handed",
        "extern void reach_error(void); extern void keep(int *, char *); extern int work(void);\n"
        "int main(void) { int x = 0; char text[40] = {0}; unsigned i = 3; keep(&x, text);\n"
        "  x = 1; text[33] = 2; int got = work(); while (i < 33) i++;\n"
        "  if (got == 4 && x == 8 && text[i] == 9) reach_error(); }",
    ),
    Violation(
        "what a call in a function was handed",
        "extern void reach_error(void); extern void fetch(int *), settle(void);\n"
        "static int twice(int *p) { int own = 0; fetch(&own); settle(); return own; }\n"
        "int main(void) { int x = 0; fetch(&x); int first = twice(&x), second = twice(&x);\n"
        "  if (first == 3 && second == 4 && x == 5) reach_error(); }",
    ),
    Violation(
        "variables to which no argument points",
        "extern void reach_error(void); extern void work(void);\n"
        "int shown = 1; static int hidden = 1; extern int elsewhere;\n"
        "int main(void) { elsewhere = 2; work(); if (shown == 5 && elsewhere == 6 && hidden == 1) reach_error(); }",
    ),
)

VIOLATIONS: Final = (*INTEGERS, *CONTROL, *ERRORS, *MEMORY, *LANGUAGE, *CHANGES)

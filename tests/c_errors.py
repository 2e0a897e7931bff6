"""Small C programs with one error each, for each kind of error, and what a monitored execution says of it."""

from __future__ import annotations

from dataclasses import dataclass

HEAD = (
    "extern void *malloc(__SIZE_TYPE__);\nextern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"
    "extern void free(void *);\n"
)
STRINGS = (
    "extern void *memcpy(void *, const void *, __SIZE_TYPE__);\nextern __SIZE_TYPE__ strlen(const char *);\n"
    "extern char *strcpy(char *, const char *);\nextern char *strdup(const char *);\nextern void exit(int);\n"
)
REALLOC = "extern void *realloc(void *, __SIZE_TYPE__);\n"


@dataclass(frozen=True)
class Error:
    """A program whose line with the comment HERE has an error of a kind, and what is reported of it."""

    name: str
    kind: str
    what: str
    text: str
    detail: str

    @property
    def program(self) -> str:
        return f"{HEAD}{STRINGS}{self.text}\n"

    @property
    def line(self) -> int:
        """The line of the error."""
        return next(number for number, line in enumerate(self.program.splitlines(), 1) if "HERE" in line)


def _main(*lines: str) -> str:
    return "\n".join(("int main(void) {", *lines, "return 0;", "}"))


ERRORS = (
    Error(
        "sum",
        "overflow",
        "signed-integer-overflow",
        _main("int x = 2147483647;", "x = x + 1; // HERE"),
        "2147483647 + 1 does not fit into int",
    ),
    Error(
        "sum that is compared with a constant",
        "overflow",
        "signed-integer-overflow",
        _main("int x = 2147483647;", "if (x > 5 && x + 1 > 0) return 1; // HERE"),
        "2147483647 + 1 does not fit into int",
    ),
    Error(
        "negation that is compared with a constant",
        "overflow",
        "signed-integer-overflow",
        _main("int x = -2147483647 - 1;", "if (-x > 3) return 1; // HERE"),
        "-(-2147483648) does not fit into int",
    ),
    Error(
        "product",
        "overflow",
        "signed-integer-overflow",
        _main("long long x = -5000000000;", "x = x * 5000000000; // HERE"),
        "-5000000000 * 5000000000 does not fit into long long int",
    ),
    Error(
        "negation",
        "overflow",
        "signed-integer-overflow",
        _main("int x = -2147483647 - 1;", "x = -x; // HERE"),
        "-(-2147483648) does not fit into int",
    ),
    Error(
        "in a called function",
        "overflow",
        "signed-integer-overflow",
        "int less(int x) {\nreturn x - 2; // HERE\n}\n" + _main("unsigned u = 0;", "u--;", "less(-2147483647);"),
        "-2147483647 - 2 does not fit into int",
    ),
    Error(
        "quotient",
        "overflow",
        "division-overflow",
        _main("int x = -2147483647 - 1, y = -1;", "x = x / y; // HERE"),
        "-2147483648 is divided by -1, which does not fit into int",
    ),
    Error(
        "division by zero",
        "division",
        "division-by-zero",
        _main("unsigned x = 7, y = 0;", "x = x % y; // HERE"),
        "7 is divided by 0",
    ),
    Error(
        "long division by zero",
        "division",
        "division-by-zero",
        _main("long long x = -7, y = 0;", "int z = 2147483647;", "z++;", "x = x / y; // HERE"),
        "-7 is divided by 0",
    ),
    Error(
        "shift too far",
        "shift",
        "shift-exponent",
        _main("int y = 32;", "unsigned x = 1u << y; // HERE"),
        "1 is shifted by 32, and unsigned int has 32 bits",
    ),
    Error(
        "shift by less than nothing",
        "shift",
        "shift-exponent",
        _main("int y = -1;", "long long x = 5ll >> y; // HERE"),
        "5 is shifted by -1, and long long int has 64 bits",
    ),
    Error(
        "shift of a negative number",
        "shift",
        "shift-base",
        _main("int y = -1;", "y = y << 2; // HERE"),
        "-1 is shifted by 2 to the left, which does not fit into int",
    ),
    Error(
        "index",
        "dereference",
        "index-out-of-bounds",
        _main("int a[8], n = 8;", "a[7] = 1;", "a[n] = 4; // HERE"),
        "index 8 of an array of 8 elements of type int",
    ),
    Error(
        "local array by pointer",
        "dereference",
        "stack-buffer-overflow",
        _main("char a[10], b[10], *p = a;", "int n = -1;", "b[0] = 0;", "p[n] = b[0]; // HERE"),
        "writes 1 byte at offset -1 of a (10 bytes)",
    ),
    Error(
        "variable length",
        "dereference",
        "stack-buffer-overflow",
        _main("int n = 3, a[n], *p = a;", "p[3] = 1; // HERE"),
        "writes 4 bytes",
    ),
    Error(
        "global array by pointer",
        "dereference",
        "global-buffer-overflow",
        "int g[4], h[4];\n" + _main("int *p = g;", "p[3] = 1;", "return p[4]; // HERE"),
        "reads 4 bytes at offset 16 of g (16 bytes)",
    ),
    Error(
        "a word at the edge",
        "dereference",
        "heap-buffer-overflow",
        _main("char *p = malloc(7);", "p[6] = 1;", "*(int *)(p + 4) = 1; // HERE"),
        "writes 4 bytes at offset 7 of a block of 7 bytes, allocated at line 10",
    ),
    Error(
        "before a block",
        "dereference",
        "heap-buffer-overflow",
        _main("malloc(4);", "int *p = malloc(4);", "return p[-1]; // HERE"),
        "reads 4 bytes at offset -4 of a block of 4 bytes, allocated at line 11",
    ),
    Error(
        "far behind a block",
        "dereference",
        "heap-buffer-overflow",
        _main("int *p = malloc(400), *q = malloc(400);", "p[0] = q != 0;", "p[110] = 1; // HERE"),
        "writes 4 bytes at offset 440 of a block of 400 bytes, allocated at line 10",
    ),
    Error(
        "used after free",
        "dereference",
        "heap-use-after-free",
        "struct node { int value; struct node *next; };\n"
        + _main(
            "struct node *n = calloc(1, sizeof *n);",
            "free(n);",
            "malloc(sizeof *n);",
            "return n->value; // HERE",
        ),
        "reads 4 bytes at offset 0 of a block of",
    ),
    Error(
        "null",
        "dereference",
        "null-pointer",
        "struct pair { int left, right; };\n" + _main("struct pair *p = 0;", "p->right = 1; // HERE"),
        "writes 4 bytes through a pointer next to null",
    ),
    Error(
        "an address of nothing",
        "dereference",
        "wild-pointer",
        _main("int *p = (int *)0x12345678;", "return *p; // HERE"),
        "reads 4 bytes at an address where nothing is",
    ),
    Error(
        "call of null",
        "dereference",
        "null-pointer",
        "typedef int (*function)(int);\nint call(function f) {\n  return f(3); // HERE\n}\n"
        + _main("return call((function)0);"),
        "calls a function through a null pointer",
    ),
    Error(
        "call of what is next to null",
        "dereference",
        "null-pointer",
        _main("void (*f)(void) = (void (*)(void))8;", "f(); // HERE"),
        "calls a function through a pointer next to null",
    ),
    Error(
        "call of an object",
        "dereference",
        "wild-pointer",
        "int x = 5;\n" + _main("void (*f)(void) = (void (*)(void))&x;", "f(); // HERE"),
        "calls a function at an address where none is",
    ),
    Error(
        "string of the text",
        "constant",
        "constant-write",
        _main('char *s = "abc";', "s[1] = 'x'; // HERE"),
        "writes at offset 1 of a string literal (4 bytes)",
    ),
    Error(
        "string that a function writes",
        "constant",
        "constant-write",
        _main('char *s = "abc";', 'strcpy(s, "x"); // HERE'),
        "writes at offset 0 of a string literal (4 bytes)",
    ),
    Error(
        "constant",
        "constant",
        "constant-write",
        "static const struct { char c; int a[2]; } k = {1, {2}};\n" + _main("*(int *)&k.a[1] += 3; // HERE"),
        "writes at offset 8 of k (12 bytes)",
    ),
    Error(
        "returned",
        "dereference",
        "stack-use-after-return",
        "int *f(int n) { int x = n, *p = &x; return p; }\nint g(void) { int y[9] = {3}; return y[0]; }\n"
        + _main("int *p = f(3);", "g();", "return *p; // HERE"),
        "reads 4 bytes at offset 0 of x (4 bytes), whose function has returned",
    ),
    Error(
        "block left",
        "dereference",
        "stack-use-after-scope",
        _main("int *p;", "for (int i = 0; i < 2; i++) { int x = i; p = &x; }", "*p = 1; // HERE"),
        "writes 4 bytes at offset 0 of x (4 bytes), whose block was left",
    ),
    Error(
        "copied too much",
        "dereference",
        "heap-buffer-overflow",
        'char text[] = "eight...";\n' + _main("char *p = malloc(8);", "strcpy(p, text); // HERE"),
        "writes 1 byte at offset 8 of a block of 8 bytes, allocated at line 11",
    ),
    Error(
        "structure copied",
        "dereference",
        "heap-buffer-overflow",
        "struct big { char c[100]; };\n" + _main("struct big b = {0}, *p = malloc(96);", "*p = b; // HERE"),
        "writes 100 bytes at offset 96 of a block of 96 bytes, allocated at line 11",
    ),
    Error(
        "freed twice",
        "free",
        "double-free",
        _main("int *p = malloc(4), *q = p;", "free(p);", "free(0);", "free(q); // HERE"),
        "frees a block of 4 bytes, allocated at line 10, freed at line 11",
    ),
    Error(
        "freed inside",
        "free",
        "bad-free",
        _main("char *p = malloc(4);", "p++;", "free(p); // HERE"),
        "frees an address that malloc did not give, at offset 1 of a block of 4 bytes, allocated at line 10",
    ),
    Error(
        "use after realloc",
        "dereference",
        "heap-use-after-free",
        REALLOC + _main("int *p = malloc(4);", "int *q = realloc(p, 8);", "q[1] = 1;", "return *p; // HERE"),
        "reads 4 bytes at offset 0 of a block of 4 bytes, allocated at line 11, freed at line 12",
    ),
    Error(
        "access behind what realloc made smaller",
        "dereference",
        "heap-buffer-overflow",
        REALLOC + _main("char *p = realloc(0, 8);", "p[7] = 1;", "p = realloc(p, 6);", "p[7] = 1; // HERE"),
        "writes 1 byte at offset 7 of a block of 6 bytes, allocated at line 13",
    ),
    Error(
        "realloc of what was freed",
        "free",
        "double-free",
        REALLOC + _main("int *p = malloc(4);", "free(p);", "p = realloc(p, 8); // HERE"),
        "frees a block of 4 bytes, allocated at line 11, freed at line 12",
    ),
    Error(
        "realloc of a variable",
        "free",
        "bad-free",
        REALLOC + _main("int x = 1, *p = &x;", "p = realloc(p, 8); // HERE"),
        "frees an address that malloc did not give",
    ),
    Error(
        "freed a variable",
        "free",
        "bad-free",
        _main("int x = 0, *p = &x;", "free(p); // HERE"),
        "frees an address that malloc did not give",
    ),
    Error(
        "lost",
        "leak",
        "memory-leak",
        "int *kept, **deep;\n"
        + _main(
            "kept = malloc(4);",
            "deep = malloc(sizeof *deep);",
            "*deep = malloc(4);",
            "int *p = malloc(40); // HERE",
            "p = 0;",
        ),
        "nothing points to a block of 40 bytes, allocated at line 14",
    ),
    Error(
        "lost by a copy of a string",
        "leak",
        "memory-leak",
        _main('strdup("abc"); // HERE'),
        "nothing points to a block of 4 bytes, allocated at line 10",
    ),
    Error(
        "not freed",
        "cleanup",
        "memory-not-freed",
        "int *kept;\n" + _main("free(malloc(3));", "free(malloc(8));", "kept = malloc(4); // HERE", "exit(0);"),
        "the program ends and has not freed a block of 4 bytes, allocated at line 13",
    ),
    Error(
        "misaligned",
        "misaligned",
        "misaligned-pointer",
        _main("char a[8] __attribute__((aligned(8))) = {0}, *p = a + 1;", "return *(int *)p; // HERE"),
        "which is no multiple of 4, of type int",
    ),
    Error(
        "too large for an integer",
        "conversion",
        "float-cast-overflow",
        _main("double d = 1e10;", "return (int)d; // HERE"),
        "a number of type double does not fit into int",
    ),
)

# Nothing is wrong with these, whatever is watched for.
CLEAN = {
    "arithmetic": _main(
        "int x = 2147483646, y = -2147483647 - 1;",
        "x++; y = y / 1 + x % 5; unsigned u = 0; u--; u <<= 31; long long z = x; z *= 2; return (int)(z >> 40);",
    ),
    "blocks": "struct node { int v; struct node *next; };\n"
    + _main(
        "struct node *list = 0;",
        "for (int i = 0; i < 100; i++) { struct node *n = malloc(sizeof *n); n->v = i; n->next = list; list = n; }",
        "while (list) { struct node *n = list->next; free(list); list = n; }",
    ),
    "variables": 'int g[3]; static char s[] = "abc";\n'
    "int sum(int n, int *a) { return n ? a[0] + sum(n - 1, a + 1) : 0; }\n"
    + _main(
        "int a[5] = {1, 2, 3, 4, 5}, n = 4, v[n]; struct { char c; long l; } t[2], *p = t;",
        "for (int i = 0; i < 4; i++) { int y = i; int *q = &y; v[i] = *q; }",
        "p[1].l = 3; t[0] = t[1]; g[2] = sum(5, a) + v[3]; char b[4]; strcpy(b, s); return g[2] - (int)strlen(b);",
    ),
    "the edges of blocks": _main(
        "char *p = malloc(13), *e = p + 13; for (char *q = p; q != e; q++) *q = 1;",
        "memcpy(p, p + 6, 6); long *l = calloc(3, sizeof *l); l[2] = 5; free(l); free(p);",
    ),
}

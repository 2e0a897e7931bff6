"""What of C is supported: one small program a construct.  The table in docs/reference/c.md is made from this list.

A supported program asserts what the construct must do (``check`` reaches the error otherwise) and is executed.
A refused one must be refused with a position, and only because the construct is reached.
"""

from __future__ import annotations

from dataclasses import dataclass

PRELUDE = """
extern void __VERIFIER_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
extern void abort(void); extern void *malloc(__SIZE_TYPE__); extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void free(void *); extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__); extern __SIZE_TYPE__ strlen(const char *);
extern int strcmp(const char *, const char *); extern char *strcpy(char *, const char *);
extern int memcmp(const void *, const void *, __SIZE_TYPE__);
static void check(int ok) { if (!ok) __VERIFIER_error(); }
"""


@dataclass(frozen=True)
class Construct:
    """``outside`` are declarations, ``body`` the statements of main; ``refused`` is a part of the message, if any."""

    name: str
    body: str
    outside: str = ""
    refused: str = ""

    @property
    def program(self) -> str:
        return f"{PRELUDE}\n{self.outside}\nint main(void) {{ {self.body} return 0; }}\n"


SUPPORTED = (
    Construct(
        "calls, inlined",
        "check(add(2, 3) == 5); check(add(add(1, 1), 1) == 3);",
        outside="int add(int a, int b) { return a + b; }",
    ),
    Construct(
        "recursion",
        "check(sum(4) == 10);",
        outside="int sum(int n) { return n ? n + sum(n - 1) : 0; }",
    ),
    Construct(
        "mutual recursion",
        "check(even(6)); check(!even(3));",
        outside=(
            "int odd(int); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? "
            "0 : even(n - 1); }"
        ),
    ),
    Construct(
        "`__VERIFIER_nondet_T`",
        "int x = __VERIFIER_nondet_int(); check(x == x);",
    ),
    Construct(
        "`__VERIFIER_assume`",
        "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x == 0); check(!x);",
    ),
    Construct(
        "`abort`, `exit`",
        "int x = 1; if (x) abort(); check(0);",
    ),
    Construct(
        "`assert` of <assert.h>",
        "assert(1 + 1 == 2);",
        outside="#include <assert.h>\n",
    ),
    Construct(
        "while, do, for, break, continue",
        "int n = 0; for (int i = 0; i < 9; i++) { if (i == 2) continue; if (i == 5) break; n += i; } do n++; "
        "while (n < 20); while (n > 7) n--; check(n == 7);",
    ),
    Construct(
        "for with missing parts",
        "int i = 0; for (;;) { if (i > 3) break; i++; } for (; i < 9;) i++; for (i = 1;; i++) if (i == 5) "
        "break; check(i == 5);",
    ),
    Construct(
        "goto, labels, jumps into blocks",
        "int i = 0; goto in; while (i < 5) { i += 10; in: i++; } check(i == 11 || i == 12);",
    ),
    Construct(
        "switch, fall through, default, case ranges",
        "int n = 0; switch (4) { case 0: n = 9; case 3 ... 5: n += 2; default: n += 3; break; case 9: n = 1; "
        "} check(n == 5);",
    ),
    Construct(
        "computed goto",
        "static void *const step[] = {&&up, &&twice, &&end}; char code[] = {0, 0, 1, 2}, *p = code; int x = 1; "
        "goto *step[*p++]; up: x++; goto *step[*p++]; twice: x *= 2; goto *step[*p++]; end: check(x == 6);",
    ),
    Construct(
        "switch into a loop (Duff's device)",
        "int c = 3, n = 0; switch (c % 4) { case 0: do { n++; case 3: n++; case 2: n++; case 1: n++; } while "
        "(--c > 2); } check(n == 3);",
    ),
    Construct(
        "`&&`, `||`, `!`, `?:`, comma",
        "int n = 0; check((0 && n++) == 0 && n == 0); check((1 || n++) && n == 0); check((n++, n + 1) == 2); "
        "check((n ? 4 : 5) == 4);",
    ),
    Construct(
        "GNU `a ?: b`",
        "int n = 0; check((n ?: 3) == 3); n = 2; check((n ?: 3) == 2); check((n++ ?: 9) == 2 && n == 3);",
    ),
    Construct(
        "integer types, conversions, promotions",
        "unsigned char c = 200; char d = -1; check(c + 100 == 300); check((signed char)c == -56); check(d < "
        "0u == 0); check((unsigned short)-1 == 65535);",
    ),
    Construct(
        "wrap-around of signed overflow",
        "int x = 2147483647; x++; check(x < 0); check(-x == x);",
    ),
    Construct(
        "division and remainder towards zero",
        "int a = -7, b = 2; check(a / b == -3 && a % b == -1); unsigned u = -7; check(u / 2 == 2147483644u);",
    ),
    Construct(
        "shifts, signed and unsigned",
        "int a = -8; check(a >> 1 == -4); unsigned u = a; check(u >> 28 == 15); check(1 << 4 == 16);",
    ),
    Construct(
        "bit operations",
        "check((12 & 10) == 8 && (12 | 3) == 15 && (12 ^ 10) == 6 && ~0 == -1);",
    ),
    Construct(
        "compound assignment in the promoted type",
        "char c = 100; c += 300; check(c == (char)400); unsigned char u = 255; u *= u; check(u == 1); short "
        "s = 1; s <<= 15; check(s == -32768);",
    ),
    Construct(
        "`++`, `--`, before and after",
        "int i = 1; check(i++ == 1 && i == 2); check(--i == 1); unsigned char c = 255; c++; check(c == 0);",
    ),
    Construct(
        "`_Bool`",
        "_Bool b = 256; check(b == 1); b = 0; b--; check(b == 1);",
    ),
    Construct(
        "enumerations",
        "enum e x = B; check(x == 5 && C == 6);",
        outside="enum e { A, B = 5, C };",
    ),
    Construct(
        "64-bit arithmetic",
        "long long x = 1LL << 40; check(x / 1024 == 1LL << 30); unsigned long long u = -1; check(u > 0);",
    ),
    Construct(
        "globals and their initialisers",
        "check(a == 3 && b == 0 && *p == 3);",
        outside="int a = 1 + 2; int b; int *p = &a;",
    ),
    Construct(
        "static locals",
        "next(); next(); check(next() == 3);",
        outside="int next(void) { static int n; return ++n; }",
    ),
    Construct(
        "shadowed names",
        "int s = 1; { int s = 2; check(s == 2); } check(s == 1);",
    ),
    Construct(
        "arrays, constant and variable index",
        "int a[4] = {1, 2}; int i = 1; a[i + 1] = a[i] + 5; check(a[2] == 7 && a[3] == 0);",
    ),
    Construct(
        "arrays of arrays",
        "int m[2][3] = {{1, 2, 3}, {4}}; int i = 1; m[i][i] = 9; check(m[0][2] == 3 && m[1][0] == 4 && m[1][1] == 9);",
    ),
    Construct(
        "large arrays",
        "int i; for (i = 0; i < 40; i++) big[i] = i; check(big[37] == 37 && big[999] == 0);",
        outside="int big[1000];",
    ),
    Construct(
        "arrays of variable length",
        "int n = 3; int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; check(a[2] == 4);",
    ),
    Construct(
        "arrays of arrays of variable length, pointers to them, sizeof",
        "int n = 2; int a[n][n + 1], k[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}; n = 3; typedef int row[n]; n = 9;"
        "check(sizeof a == 24 && sizeof a[0] == 12 && sizeof(row) == 12); a[1][0] = 8; a[0][2] = 6;"
        "check(a[1][0] == 8 && a[0][2] == 6); row *r = k + 1; check((*r)[2] == 6 && ++r - k == 2 && r[-1][0] == 4);"
        "check(at(3, k, 2) == 17); typeof(a) b; check(sizeof b == 24);",
        outside="int at(int n, int m[n][n], int i) { int (*p)[n] = m; p += i; n = 1; return (*p)[1] + m[i][2]; }",
    ),
    Construct(
        "sizeof a type of variable length that is written in place",
        "int n = 3; check(sizeof(int[n]) == 12 && sizeof(unsigned short[2][n++]) == 12 && sizeof(char *[n]) > 15);",
    ),
    Construct(
        "structs: members, nesting, assignment",
        "struct s a = {1, {2, 3}}, b; b = a; b.in.y++; check(a.in.y == 3 && b.in.y == 4 && b.x == 1);",
        outside="struct s { int x; struct { short x, y; } in; };",
    ),
    Construct(
        "structs as arguments and results",
        "struct s a = {1, 2}; a = twice(a); check(a.x == 2 && a.y == 4); check(twice(twice(a)).y == 16);",
        outside="struct s { int x; long y; }; struct s twice(struct s p) { p.x *= 2; p.y *= 2; return p; }",
    ),
    Construct(
        "unions, also read by another type",
        "union u { unsigned w; unsigned char b[4]; } x; x.w = 0x01020304; check(x.b[0] == 4 && x.b[3] == 1); "
        "x.b[1] = 0; check(x.w == 0x01020004);",
    ),
    Construct(
        "anonymous members",
        "struct { int a; union { int b; unsigned char c; }; } s = {1, {0x105}}; check(s.b == 0x105 && s.c == 5);",
    ),
    Construct(
        "bit-fields",
        "struct { unsigned a : 3; int b : 5; unsigned : 0; unsigned c : 9; } s = {7, -1, 500}; s.a++; "
        "check(s.a == 0 && s.b == -1 && s.c == 500); s.b = 16; check(s.b == -16);",
    ),
    Construct(
        "bit-fields wider than int, computed in their own width, also in `switch`",
        "struct { unsigned long long a : 40; long long b : 33; } s = {-1, -2}; check(s.a == 0xffffffffffULL);"
        "s.a++; check(!s.a); s.a--; s.b += 1; long long v = s.b; check(v == -1);"
        "check((unsigned long long)s.a + 1 == 1ULL << 40); s.a <<= 39; check(s.a == 0x8000000000ULL);"
        "check(s.a + s.a == 0 && s.a * 2 + 1 == 1 && -s.a == s.a && (s.a - 1) << 1 == 0xfffffffffeULL && s.b < 1u);"
        "switch (s.b) { case -1: break; default: check(0); }",
    ),
    Construct(
        "nested, elided and designated initialisers",
        "int a[5] = {[1] = 7, 8, [4] = 9}; struct { int x[2]; int y; } s = {1, 2, 3}, t = {.y = 5, .x[1] = "
        "6}; check(a[2] == 8 && a[4] == 9 && a[0] == 0 && s.x[1] == 2 && s.y == 3 && t.x[1] == 6 && t.y == "
        "5);",
    ),
    Construct(
        "compound literals",
        "struct p { int x, y; } *p = &(struct p){.y = 4}; check(p->x == 0 && p->y == 4);",
    ),
    Construct(
        "strings and character constants",
        'const char *s = "a\\tb"; char t[] = "xyz"; t[1] = \'w\'; check(s[1] == 9 && s[3] == 0 && t[1] == 119 '
        "&& sizeof t == 4);",
    ),
    Construct(
        "wide and Unicode strings",
        'const int *s = L"a\\x100"; unsigned short t[] = u"\\u20ac\\U0001f600"; unsigned v[] = U"\\U0001f600"; '
        "check(s[0] == 97 && s[1] == 256 && sizeof t == 8 && t[1] == 0xd83d && v[0] == 0x1f600); "
        'check(sizeof u8"\\u20ac" == 4 && sizeof(L"ab") == 12);',
    ),
    Construct(
        "`&x`, `*p`, pointers to pointers",
        "int a = 1, b = 2, *p = &a, **q = &p; *p = 5; *q = &b; **q = 7; check(a == 5 && b == 7);",
    ),
    Construct(
        "pointer arithmetic and comparison",
        "int a[5] = {0, 1, 2, 3, 4}, *p = a + 1, *q = &a[4]; check(q - p == 3 && p < q && *(p + 2) == 3); p "
        "+= 2; p--; check(*p == 2 && p[-1] == 1);",
    ),
    Construct(
        "pointers as integers and back",
        "int x = 3; unsigned long n = (unsigned long)&x; int *p = (int *)n; *p = 4; check(x == 4);",
    ),
    Construct(
        "casts between pointer types",
        "int x = 0x11223344; unsigned char *c = (unsigned char *)&x; c[0] = 0; check(x == 0x11223300 && "
        "*(short *)&x == 0x3300);",
    ),
    Construct(
        "malloc, calloc, free, alloca",
        "int *p = malloc(8), *q = calloc(2, 4); p[0] = 1; p[1] = 2; check(p != q && q[1] == 0 && p[0] + p[1] "
        "== 3); free(p); int *r = __builtin_alloca(4); *r = 6; check(*r == 6);",
    ),
    Construct(
        "realloc, reallocarray",
        "int *p = malloc(4); *p = 3; p = realloc(p, 8); p[1] = 4; check(p[0] + p[1] == 7); p = reallocarray(p, 3, 4);"
        "check(p[0] == 3 && p[1] == 4); free(p);",
        outside="void *realloc(void *, __SIZE_TYPE__); void *reallocarray(void *, __SIZE_TYPE__, __SIZE_TYPE__);",
    ),
    Construct(
        "linked lists on the heap",
        "struct n { int v; struct n *next; } *h = 0; for (int i = 0; i < 3; i++) { struct n *e = "
        "malloc(sizeof *e); e->v = i; e->next = h; h = e; } int s = 0; while (h) { s = 10 * s + h->v; h = "
        "h->next; } check(s == 210);",
    ),
    Construct(
        "function pointers, also to functions of the C library",
        "int (*f)(int) = inc; check(f(1) == 2); f = t[1]; check((*f)(1) == 0); "
        "void *(*c)(void *, const void *, __SIZE_TYPE__) = memcpy; int x = 0, y = 7; c(&x, &y, 4); check(x == 7);",
        outside=("int inc(int x) { return x + 1; } int dec(int x) { return x - 1; } int (*t[2])(int) = {inc, dec};"),
    ),
    Construct(
        "memcpy, memset, memcmp",
        "struct s { int a; char b[3]; } x = {1, \"ab\"}, y; memcpy(&y, &x, sizeof x); check(y.b[1] == 'b'); "
        "int z[3]; memset(z, 255, sizeof z); check(z[2] == -1); check(memcmp(&x.a, &y.a, 4) == 0);",
    ),
    Construct(
        "strlen, strcmp, strcpy",
        'char b[8]; strcpy(b, "hey"); check(strlen(b) == 3 && strcmp(b, "hey") == 0 && strcmp("a", "b") < 0);',
    ),
    Construct(
        "other functions on memory and strings, such as strncpy, strchr, strdup, mempcpy",
        'char b[8]; strncpy(b, "hey", 8); check(strchr(b, 101) == b + 1 && !b[7]);',
        outside="char *strncpy(char *, const char *, __SIZE_TYPE__); char *strchr(const char *, int);",
    ),
    Construct(
        "atoi, toupper, isdigit and their like, in the C locale",
        'check(atoi(" -12") == -12 && toupper(97) == 65 && !isdigit(97) && isdigit(48));',
        outside="int atoi(const char *); int toupper(int); int isdigit(int);",
    ),
    Construct(
        "printf, puts, getchar, rand and their like (any legal result)",
        "int r = rand(); check(r >= 0);",
        outside="int rand(void);",
    ),
    Construct(
        "sizeof, offsetof, `_Alignof`",
        "struct s { char c; int i; }; check(sizeof(struct s) == 8 && __builtin_offsetof(struct s, i) == 4 && "
        "sizeof(short[3]) == 6 && _Alignof(int) == 4);",
    ),
    Construct(
        "statement expressions, typeof",
        "int x = ({ int y = 3; y * y; }); __typeof__(x) z = x + 1; check(z == 10);",
    ),
    Construct(
        "attributes, inline, register, volatile",
        "register int a = 1; volatile int b = 2; check(f(a) == 2 && b == 2);",
        outside="static inline int __attribute__((noinline, unused)) f(int x) { return x + 1; }",
    ),
    Construct(
        "K&R definitions",
        "check(f(3, 300) == 3 + (char)300);",
        outside="int f(a, c) int a; char c; { return a + c; }",
    ),
    Construct(
        "functions without a prototype",
        "check(f(2) == 4);",
        outside="int f(); int f(int x) { return 2 * x; }",
    ),
    Construct(
        "variadic definitions that do not read their arguments",
        "check(f(1, 2, 3) == 1);",
        outside="int f(int n, ...) { return n; }",
    ),
    Construct(
        "variadic functions: va_list, va_start, va_arg, va_copy, va_end",
        'int x = 7; struct pair v = {3, 4}; check(sum("ilps", 1, 1LL << 40, &x, v) == (1LL << 40) + 15);',
        outside="""#include <stdarg.h>
struct pair { int a, b; };
static long long next(char kind, va_list *l) {
  switch (kind) { case 'i': return va_arg(*l, int); case 'l': return va_arg(*l, long long);
    case 'p': return *va_arg(*l, int *); default: return va_arg(*l, struct pair).b + 3; } }
long long sum(const char *kinds, ...) {
  va_list l, m; va_start(l, kinds); va_copy(m, l); int first = va_arg(m, int); va_end(m); check(first == 1);
  long long s = 0; while (*kinds) s += next(*kinds++, &l); va_end(l); return s; }""",
    ),
    Construct(
        "inline assembly with an empty template",
        'int x = 3, y; __asm__ volatile("" ::: "memory"); __asm__("" : "+r"(x) : "r"(&y)); check(x == 3);'
        '__asm__("" : "=r"(y) : "0"(x + 1)); check(y == 4);',
    ),
    Construct(
        "`__builtin_expect`, `__builtin_constant_p`, byte swaps",
        "check(__builtin_expect(3, 1) == 3 && __builtin_bswap32(0x01020304) == 0x04030201);",
    ),
    Construct(
        "`__sync_*`, `__atomic_*` (with one thread)",
        "int x = 5, e = 7; check(__sync_fetch_and_add(&x, 2) == 5 && __atomic_load_n(&x, 5) == 7); "
        "check(__atomic_compare_exchange_n(&x, &e, 1, 0, 5, 5) && x == 1);",
    ),
    Construct(
        "`__builtin_add_overflow` and its like",
        "unsigned char c; check(__builtin_add_overflow(250, 10, &c) && c == 4);",
    ),
    Construct(
        "`__builtin_clz`, `ctz`, `ffs`, `popcount`, `parity`, `clrsb`",
        "check(__builtin_clz(1) == 31 && __builtin_ctz(8) == 3 && __builtin_popcount(255) == 8);",
    ),
    Construct(
        "attribute `cleanup`",
        "{ int x __attribute__((cleanup(done))) = 3; } check(last == 3); again: if (last < 5) { "
        "int x __attribute__((cleanup(done))) = last + 1; goto again; } check(last == 5);",
        outside="int last; void done(int *x) { last = *x; }",
    ),
    Construct(
        "attributes `constructor`, `destructor`",
        "check(ready);",
        outside="int ready; __attribute__((constructor)) void prepare(void) { ready = 1; }",
    ),
    Construct(
        "`__builtin_choose_expr`",
        "check(__builtin_choose_expr(1, 2, 3) == 2);",
    ),
    Construct(
        "functions without a body",
        "int x = unknown(); check(x == x);",
        outside="int unknown(void);",
    ),
    Construct(
        "external variables (any initial value; `stdin`, `stdout` and `stderr`: three different objects)",
        "e = 2; check(e == 2);",
        outside="extern int e;",
    ),
    Construct(
        "floating-point data that is only stored and copied",
        "struct s { int a; double d; } x = {1, 2.5}, y; y = x; check(y.a == 1);",
    ),
    Construct(
        "floating-point arithmetic",
        "float f = 0.1f; double d = 0.1; check(f + f == 0.2f); check(d + 0.2 != 0.3); check(3 * d > 0.3);"
        "check(-f < 0); d = 1.0 / 3; check(d * 3 == 1); f = 16777216; f++; check(f == 16777216);"
        "check(f-- == 16777216); f += 0.5; check(f == 16777215.5f); d = 0; check(1 / d > 1e308); check(1 / -d < 0);"
        "check(0x1.8p1 == 3.0f); check((double)1.79769313486231570815e+308L == 0x1.fffffffffffffp1023);",
    ),
    Construct(
        "floating-point comparison",
        "double z = 0, n = z / z; check(n != n); check(!(n < 1) && !(n >= 1) && !(n == n)); check(z == -z);"
        "check(n ? 1 : 0); check(!z); float f = 0.1f; check(f != 0.1); check((f > 0.1) == 1);"
        "check(1.5 > 1 && 2 <= 2.0f);",
    ),
    Construct(
        "floating-point conversions",
        "int x = 16777217; float f = x; check(f == 16777216); check((int)-1.9 == -1); x = 2; x *= 1.5;"
        "check(x == 3); check((unsigned char)200.7f == 200); unsigned long long u = 1ULL << 63;"
        "check((double)u == 9223372036854775808.0); check((_Bool)0.5); check(half(3) == 1.5f); double d = 1e300;"
        "check((float)d > 3e38f); check(old(2.5f) == 2);"
        "check(at == 1 && third == 0x1.555556p-2f && whole == 2 && all[0] == 1 && all[1] == -4);",
        outside="static float half(float x) { return x / 2; } static int old(x) float x; { return x; }"
        "double at = 1, all[] = {1u, -4}; float third = 1 / 3.0; int whole = 2.9;",
    ),
    Construct(
        "the bits of floating-point numbers",
        "union { float f; unsigned u; } b = {1.0f}; check(b.u == 0x3f800000); b.u |= 1u << 31; check(b.f == -1);"
        "double d = -0.0; unsigned char *p = (unsigned char *)&d; check(p[7] == 0x80 && p[0] == 0);"
        "float n = b.f - b.f; b.f = n / n; check((b.u & 0x7fc00000) == 0x7fc00000); check(b.f != b.f);",
    ),
    Construct(
        "`_Generic`",
        "char c = 1; const int k = 2; check(KIND(c) == 1); check(KIND(c + 1) == 2); check(KIND(k) == 2);"
        "check(KIND(1L) == -3); check(KIND(&k) == 9); check(CALL(k) == 3); check(CALL(4L) == 8);"
        "_Generic(c, char: c, default: k) = 5; check(c == 5); check(ONE(&k) == 1 && ONE(c) == 2 && ONE('a') == 3);",
        outside="""
static int small(int x) { return x + 1; } static long large(long x) { return 2 * x; }
#define KIND(x) _Generic((x), char: 1, int: 2, long: -3, default: 9)
#define CALL(x) _Generic((x), int: small, long: large)(x)
typedef const int *view; int one = 1, two = 2, three = 3;
#define ONE(x) _Generic((x), view: one, char: two, default: three)""",
    ),
)

REFUSED = (
    Construct(
        "`long double`",
        "long double d = 1.5; d = d + 1; check(1);",
        refused="long double",
    ),
    Construct(
        "`_Complex`",
        "double _Complex z = 1.5; z = z + 1; check(1);",
        refused="_Complex",
    ),
    Construct(
        "any other inline assembly",
        '{ int x; __asm__("mov $1, %0" : "=r"(x)); check(x); }',
        refused="assembly",
    ),
    Construct(
        "`setjmp`, `longjmp`",
        "check(setjmp(0) == 0);",
        outside="int setjmp(int *);",
        refused="setjmp",
    ),
    Construct(
        "threads",
        "pthread_create(0, 0, 0, 0);",
        outside="int pthread_create(void *, void *, void *, void *);",
        refused="pthread_create",
    ),
    Construct(
        "computed goto: the distance of labels",
        "static int far[] = {&&b - &&a}; goto *(&&a + far[0]); a: check(0); b: check(1);",
        refused="distance of labels",
    ),
    Construct(
        "`_Generic` whose choice is not plain: several expressions of one type, chosen by a type that is no plain one",
        "int a = 1, b = 2; check(_Generic(check, void (*)(int): a, default: b) == 1);",
        refused="_Generic",
    ),
    Construct(
        "functions that write through pointers and are not modelled, such as stat, strftime",
        "char b[200]; stat(b, b);",
        outside="int stat(const char *, void *);",
        refused="stat",
    ),
    Construct(
        "functions that change where the program goes on, such as signal",
        "signal(2, 0);",
        outside="void (*signal(int, void (*)(int)))(int);",
        refused="signal",
    ),
    Construct(
        "builtins of gcc that are not known",
        "void *p = __builtin_return_address(0);",
        refused="__builtin_return_address",
    ),
)

"""Small legal programs over the whole language: each is read, or refused with a position, and means what gcc says.

``(outside, body)``: declarations, and statements of main with ``check``.
"""

from __future__ import annotations

from typing import Final

PROGRAMS: Final[tuple[tuple[str, str], ...]] = (
    # 6.5 expressions
    ("", "int x = 5; check((x, 6) == 6 && (x = 2, x + 1) == 3);"),
    ("", "unsigned u = 1; int i = -2; check(u + i > 0 && (u < i) && -1 < (int)u);"),
    ("", "unsigned char c = 255; c++; check(c == 0); c--; check(c == 255 && ~c == -256 && !c == 0);"),
    ("", "signed char c = -128; c = -c; check(c == -128); short s = 32767; s += 1; check(s == -32768);"),
    ("", "int i = -7; check(i / 2 == -3 && i % 2 == -1 && i >> 1 == -4 && (unsigned)i >> 31 == 1);"),
    ("", "long long l = 1LL << 40; int i = l; check(i == 0 && (char)0x1ff == -1);"),
    ("", "int a[3] = {1, 2, 3}, *p = a; check(*p++ == 1 && *++p == 3 && p - a == 2 && 1[a] == 2 && *(a + 1) == 2);"),
    ("", "int x = 3; x <<= 2; x |= 1; x ^= 4; x &= ~8; x %= 7; x *= -3; x -= 1; x /= 2; check(x == -2);"),
    ("struct s { int x; };", "struct s a = {1}, *p = &a; (*p).x++; p->x += 2; check(a.x == 4 && (&a)->x == 4);"),
    (
        "int f(int x) { return x + 1; }",
        "int (*p)(int) = f, (*q)(int) = &f; check(p(1) == 2 && (*q)(2) == 3 && (**p)(3) == 4);",
    ),
    ("", "int x = 1; check(sizeof(x++) == 4 && x == 1 && sizeof 'a' == 4 && sizeof \"abc\" == 4);"),
    ("", "check(_Alignof(int) == 4 && __alignof__(short) == 2);"),
    ("", "check(_Generic(1, int: 5, default: 6) == 5 && _Generic((char)1, int: 5, default: 6) == 6);"),
    ("", "check((_Bool)0.0 == 0);"),
    (
        "",
        "_Bool b = 5; check(b == 1); b--; check(b == 0); b--; check(b == 1); b += 3; check(b == 1); b = b << 3; "
        "check(b == 1);",
    ),
    ("", "int x = 0; check((x++ || x++) && x == 2); x = 0; check(!(x++ && x++) && x == 1);"),
    (
        "",
        "int x = 2; check((x ? x : 9) == 2 && (x ?: 9) == 2 && (0 ?: 9) == 9); int y = x++ ?: 7; "
        "check(y == 2 && x == 3);",
    ),
    (
        "struct s { int x, y; };",
        "struct s a = {1, 2}, b = {3, 4}; int c = 0; check((c ? a : b).y == 4); a = c ? a : b; check(a.x == 3);",
    ),
    (
        "struct s { int x; }; struct s f(void) { struct s r = {7}; return r; }",
        "check(f().x == 7); struct s a, b; a = b = f(); check(a.x == 7 && (a = f()).x == 7);",
    ),
    (
        "union u { int i; char c[4]; }; union u f(int i) { union u r = {i}; return r; }",
        "union u a = f(0x0102), b; b = a; check(b.c[0] == 2 && f(5).c[0] == 5 && (1 ? a : b).c[1] == 1);",
    ),
    (
        "struct s { char c[3]; }; struct s f(struct s x) { x.c[1] = 'z'; return x; }",
        "struct s a = {\"ab\"}; check(f(a).c[1] == 'z' && a.c[1] == 'b');",
    ),
    ("", "int *p = &(int){3}; *p += 1; check(*p == 4); check(((int[]){1, 2, 3})[1] == 2);"),
    (
        "",
        'char *s = "a\\x41\\101\\n\\0z"; '
        "check(s[1] == 'A' && s[2] == 'A' && s[3] == 10 && s[4] == 0 && s[5] == 'z');",
    ),
    ("", "check('\\377' == -1 && 'ab' == 24930 && '\\0' == 0 && L'a' == 97 && u'a' == 97);"),
    ("", "check(0x7fffffff + 1 == (-2147483647 - 1) && 2147483648 > 0 && 0x80000000 > 0 && 0b101 == 5 && 010 == 8);"),
    (
        "",
        "check(sizeof(2147483648) == sizeof(long long) || sizeof(2147483648) == sizeof(long)); check(sizeof(1u) == 4);",
    ),
    ("", "__int128 x = 1; x <<= 100; check((x >> 98) == 4 && (long long)(x >> 64) == 1LL << 36);"),
    (
        "",
        "void *p = (void *)16; p++; check((char *)p - (char *)16 == 1); p += 2; "
        "check((char *)p - (char *)16 == 3 && sizeof(void) == 1);",
    ),
    (
        "",
        "int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; int (*p)[3] = a; p++; "
        "check((*p)[1] == 5 && p[-1][2] == 3 && *(*a + 4) == 5);",
    ),
    ("", "int x = 1; int *p = &x, **q = &p; **q = 5; check(x == 5 && &*p == p && *&x == 5);"),
    ("", "char c = 'a'; switch (c) { case 'a' ... 'f': c = 1; break; default: c = 2; } check(c == 1);"),
    ("", "long long x = -1; unsigned y = x; check(y == 4294967295u && (int)y == -1 && (unsigned short)x == 65535);"),
    (
        "",
        "unsigned long long x = 18446744073709551615ull; "
        "check(x + 1 == 0 && x / 3 == 6148914691236517205ull && x % 10 == 5);",
    ),
    ("", "int i = 1 << 31; check(i < 0 && i - 1 > 0);"),
    ("", "int x = 5; check(-x == -5 && +x == 5 && ~x == -6 && !x == 0 && !!x == 1);"),
    ("", "int x = 1; x = x++ + 1; check(1);"),
    ("", "int a = 1, b = 2, c; c = (a > b) ? a : (b > 1) ? 5 : 6; check(c == 5);"),
    ("", "const char *p = 0; check(!p && p == (void *)0 && (p ? 1 : 0) == 0);"),
    # 6.6, 6.7 declarations
    (
        "enum e { A, B = 5, C, D = -1 };",
        "enum e x = C; check(x == 6 && D == -1 && sizeof(enum e) == 4 && (enum e)-1 < 0);",
    ),
    ("enum e { A, B };", "enum e x = -1; check(x > 0 && sizeof x == 4 && sizeof A == 4 && -1 < (int)A);"),
    ("enum e { A = 0x80000000u, B = 1 };", "check(A > 0 && sizeof(enum e) == 4 && (B - 2 < 0));"),
    ("enum e { A = 1LL << 40, B = 1 };", "check(sizeof(enum e) == 8 && A >> 38 == 4 && sizeof(B) == 4);"),
    ("enum __attribute__((packed)) e { A, B = 200 };", "check(sizeof(enum e) == 1 && (enum e)300 == 44);"),
    (
        "enum e { A, B }; struct s { enum e x : 1; int y : 3; unsigned z : 3; _Bool b : 1; };",
        "struct s v; v.x = B; v.y = 7; v.z = 15; v.b = 2; check(v.x == 1 && v.y == -1 && v.z == 7 && v.b == 1);",
    ),
    (
        "struct s { unsigned a : 31; unsigned b : 32; int c : 32; };",
        "struct s v = {-1, -1, -1}; check(v.a - 1u > 0 && v.a > -1 && !(v.b > -1) && v.c == -1);",
    ),
    (
        "struct s { long a : 20; unsigned long b : 31; long long c : 33; };",
        "struct s v = {-1, -1, -1}; v.a /= -1; check(v.a == 1); check(v.b > -1); v.c++; check(!v.c);",
    ),
    (
        "struct s { char a; int : 0; char b; int c : 5; int : 3; int d : 9; };",
        "check(sizeof(struct s) == 8); struct s v = {1, 2, 3, 4}; v.d = -1; check(v.c == 3 && v.b == 2 && v.d == -1);",
    ),
    (
        "struct __attribute__((packed)) s { char a; int b; short c; long long d; };",
        "struct s v = {1, 2, 3, 4}; check(sizeof v == 15 && __builtin_offsetof(struct s, d) == 7); v.d = -1; "
        "check(v.c == 3);",
    ),
    (
        "struct __attribute__((packed)) s { unsigned a : 5; unsigned b : 30; unsigned c : 7; };",
        "struct s v = {1, 2, 3}; check(sizeof v == 6); v.b = -1; check(v.a == 1 && v.c == 3 && v.b == 0x3fffffff);",
    ),
    (
        "#pragma pack(push, 2)\nstruct s { char a; int b; };\n#pragma pack(pop)\nstruct t { char a; int b; };",
        "check(sizeof(struct s) == 6 && sizeof(struct t) == 8);",
    ),
    (
        "struct s { char c; long long l; }; union u { char c[5]; int i; };",
        "check(sizeof(struct s) == (sizeof(long) == 8 ? 16 : 12) && sizeof(union u) == 8);",
    ),
    (
        "struct s { char c; int x __attribute__((aligned(16))); };",
        "check(sizeof(struct s) == 32 && __builtin_offsetof(struct s, x) == 16);",
    ),
    (
        "struct s { int n; char d[]; };",
        "struct s *p = malloc(sizeof *p + 3); p->n = 3; p->d[2] = 7; check(sizeof *p == 4 && p->d[2] == 7);",
    ),
    (
        "struct e {}; struct s { int a; int z[0]; };",
        "struct e x, y; x = y; check(sizeof x == 0 && sizeof(struct s) == 4);",
    ),
    (
        "struct s { struct { int a, b; }; union { int c; char d; }; };",
        "struct s v = {{1, 2}, {3}}; check(v.a == 1 && v.b == 2 && v.d == 3);",
    ),
    ("int f(); int f(a, b) int a; char b; { return a + b; }", "check(f(1, 2) == 3 && f(1, 255) == 0);"),
    ("int f(c) char c; { return c; } int g(s) unsigned short s; { return s; }", "check(f(257) == 1 && g(65537) == 1);"),
    ("int x; int x; extern int x; static int y; int *p = &x;", "x = 3; check(*p == 3 && y == 0);"),
    ("int f(void) { static int n = 5; return n++; }", "f(); check(f() == 6 && f() == 7);"),
    ("int f(void) { extern int g; return g; } int g = 4;", "check(f() == 4);"),
    ("inline int f(int x) { return x * 2; } static inline int g(int x) { return f(x) + 1; }", "check(g(3) == 7);"),
    ("typedef int T; struct T { int T; };", "struct T T = {3}; { int T = 4; check(T == 4); } check(T.T == 3);"),
    ("typedef int (*fn)(int); int id(int x) { return x; } fn get(void) { return id; }", "check(get()(4) == 4);"),
    ("int (*f(int k))(int); int h(int x) { return x + 1; } int (*f(int k))(int) { return h; }", "check(f(1)(2) == 3);"),
    (
        'int a[] = {1, 2, [5] = 3, 4}; char s[] = "abc", t[3] = "abc", u[5] = {"ab"};',
        "check(sizeof a == 28 && a[6] == 4 && sizeof s == 4 && t[2] == 'c' && u[3] == 0);",
    ),
    ("struct s { int a[2]; int b; } v = {.a[1] = 2, 3, .a = {7}};", "check(v.a[0] == 7 && v.a[1] == 0 && v.b == 3);"),
    (
        "struct in { int x, y; }; struct in v[3] = {[0 ... 1] = {1, 2}, [1].y = 5, 6};",
        "check(v[0].y == 2 && v[1].x == 1 && v[1].y == 5 && v[2].x == 6);",
    ),
    ("union u { int i; char c; } v = {.i = 0x0102, .c = 3};", "check(v.i == 3);"),
    ("struct s { int x, y; } v = {y: 2, x: 1};", "check(v.x == 1 && v.y == 2);"),
    ("", "struct { int x, y; } a[] = {1, 2, {3}, 4}; check(sizeof a == 24 && a[1].y == 0 && a[2].x == 4);"),
    ("", "int x = ({ int y = 3; y * 2; }); check(x == 6); check(({ goto l; l: 5; }) == 5);"),
    ("", "typeof(1 + 1L) x = 5; __typeof__(x) *p = &x; check(sizeof x == sizeof(long) && *p == 5);"),
    ("", "__auto_type x = 5LL; check(sizeof x == 8 && x == 5);"),
    ("_Thread_local int t = 3;", "t++; check(t == 4);"),
    ("_Atomic int a = 1;", "a++; a += 2; check(a == 4);"),
    ("", '_Static_assert(sizeof(int) == 4, ""); _Static_assert(1, "x"); check(1);'),
    ("", "_Alignas(16) char c[3]; c[1] = 2; check(c[1] == 2);"),
    ("", "register int x = 4; volatile int y = x; check(y == 4);"),
    (
        "",
        "float f = 1.5f; double d = 2.25; int *p = (int *)&f; check(*p == 0x3fc00000); d = d; "
        "check(sizeof(long double) == (sizeof(long) == 8 ? 16 : 12));",
    ),
    ("", "_Complex double z; check(sizeof z == 16);"),
    (
        "int n = 3;",
        "int a[n]; a[2] = 5; check(a[2] == 5 && sizeof a == 12); for (int i = 1; i < 3; i++) { char b[i]; "
        "check(sizeof b == i); }",
    ),
    ("int s(int n, int m[n][n]) { return m[1][0]; }", "int m[2][2] = {{1, 2}, {3, 4}}; check(s(2, m) == 3);"),
    (
        "int s(int r, int c, short (*m)[c]) { int t = 0; for (int i = 0; i < r; i++, m++) t += (*m)[c - 1]; "
        "return t; }",
        "short m[2][3] = {{1, 2, 3}, {4, 5, 6}}; check(s(2, 3, m) == 9);",
    ),
    (
        "",
        "int n = 2; int a[n][n]; int (*p)[n] = &a[1]; (*p)[1] = 7; n = 5; "
        "check(a[1][1] == 7 && p - a == 1 && sizeof *p == 8);",
    ),
    (
        "",
        "int n = 3; int (*p)[n] = malloc(sizeof *p * 2); p[1][2] = 4; check(((int *)p)[5] == 4); p += 1; "
        "check((*p)[2] == 4);",
    ),
    # 6.8 statements
    ("", "int i = 0; do { if (i == 2) continue; if (i == 4) break; } while (i++ < 9); check(i == 4);"),
    ("", "int s = 0; for (int i = 0, j = 9; i < j; i++, j--) s += j - i; check(s == 25);"),
    ("", "int x = 3; switch (x) { int y; case 1: x = 9; case 3: y = 4; x += y; default: x++; } check(x == 8);"),
    (
        "",
        "int n = 5, c = 0; switch (n % 4) { case 0: do { c++; case 3: c++; case 2: c++; case 1: c++; "
        "} while (--n > 3); } check(c == 5);",
    ),
    ("", "int i = 0; again: if (i++ < 3) goto again; check(i == 4); { goto in; } { in: check(1); }"),
    ("", "void *p = &&l; goto *p; check(0); l: check(1);"),
    ("", "__label__ l; goto l; check(0); l:; check(1);"),
    ("", "switch (3LL << 32) { case 0: check(0); case 3LL << 32: check(1); }"),
    (
        "",
        "switch ((char)200) { case -56: break; default: check(0); } unsigned u = -1; "
        "switch (u) { case -1: break; default: check(0); }",
    ),
    ("", "if (0) { l: check(1); return 0; } goto l;"),
    ("", ";;{} if (1) ; else check(0); while (0); for (;0;); do {} while (0); check(1);"),
    ("int f(int n) { return n ? n + f(n - 1) : 0; }", "check(f(4) == 10);"),
    ("void f(int *p) { if (!p) return; *p = 1; return; }", "int x = 0; f(0); f(&x); check(x == 1);"),
    ("int f(int a, ...) { return a; }", 'check(f(3, 4, 5.0, "x") == 3);'),
    # 6.10 preprocessing, and GNU C
    (
        "#define CAT(a, b) a##b\n#define STR(x) #x\n#define ADD(...) sum(__VA_ARGS__)\nint sum(int a, int b) { "
        "return a + b; }",
        "int CAT(x, 1) = 3; check(x1 == 3 && STR(a b)[1] == ' ' && ADD(1, 2) == 3);",
    ),
    ('#line 100 "other.c"', "check(__LINE__ >= 100);"),
    ("", "check(__func__[0] == 'm' && sizeof(__func__) == 5 && __FUNCTION__[3] == 'n');"),
    ("", "check(__builtin_offsetof(struct { int a; int b[3]; }, b[2]) == 12);"),
    ("", "check(__builtin_types_compatible_p(int, const int) && !__builtin_types_compatible_p(int, long));"),
    ("", 'check(__builtin_choose_expr(1, 5, "x") == 5 && __builtin_constant_p(3) == 1);'),
    ("", "int x = __extension__ 5; check(x == 5); __extension__ int y = 6; check(y == 6);"),
    (
        "typedef union { int *i; char *c; } arg __attribute__((transparent_union)); int f(arg a) { return *a.i; }",
        "int x = 5; check(f(&x) == 5);",
    ),
    (
        "typedef int tiny __attribute__((mode(QI))); typedef unsigned wide __attribute__((mode(DI)));",
        "check(sizeof(tiny) == 1 && sizeof(wide) == 8 && (tiny)255 == -1);",
    ),
    ("struct s { int a; }; int f(struct s); int f(struct s v) { return v.a; }", "check(f((struct s){4}) == 4);"),
    ("int f(int a[static 2], int b[const]) { return a[1] + b[0]; }", "int x[2] = {1, 2}; check(f(x, x) == 3);"),
    ("int f(int g(int)) { return g(2); } int d(int x) { return 2 * x; }", "check(f(d) == 4 && f(&d) == 4);"),
    (
        "static int a[4]; int *p = &a[1], *e = a + 4; char *q = (char *)a + 2; "
        "long d = (long)&((struct { int x, y; } *)0)->y;",
        "*p = 5; check(a[1] == 5 && e - p == 3 && (q - (char *)a) == 2 && d == 4);",
    ),
    ("extern int a[]; int f(void) { return a[1]; } int a[2] = {1, 2};", "check(f() == 2);"),
    ("struct s; struct s *g; int f(struct s *p) { return p == 0; } struct s { int x; };", "check(f(g) == 1);"),
    (
        "struct s { int x : 3; struct { unsigned y : 2; } t[2]; };",
        "struct s v[2] = {{1, {{2}, {3}}}, {-1, {{1}}}}; int i = 1; "
        "check(v[i].x == -1 && v[0].t[i].y == 3 && v[i].t[0].y == 1);",
    ),
    (
        "struct s { char t; int v[2]; };",
        "struct s a[2] = {{1, {2, 3}}, {4, {5, 6}}}; int i = 1, j = 1; struct s x = a[i]; check(x.v[j] == 6); "
        "a[0] = a[i]; check(a[0].v[0] == 5);",
    ),
)

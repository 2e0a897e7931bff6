"""More small legal programs, around one feature each: GNU C, variadic functions, macros where clang's tree says little.

``(outside, body)``, as in ``c_language``.
"""

from __future__ import annotations

from typing import Final

VARIADIC: Final = "#include <stdarg.h>\n"

PROGRAMS: Final[tuple[tuple[str, str], ...]] = (
    (
        ("#define R(x, y) [x ... y] = 5\nint a[8] = {R(1, 3)};"),
        "check(a[1] == 5 && a[3] == 5 && a[4] == 0);",
    ),
    (
        ("#define R(x, y) [x][y] = 5\nint a[4][4] = {R(1, 3)};"),
        "check(a[1][3] == 5 && a[1][2] == 0 && a[2][0] == 0);",
    ),
    (
        (
            "#define M .x = 3, .y[1] = 4\n"
            "struct s { int x, y[2]; } v = {M}; struct t { struct s a[2]; } w = {.a[1] = {M}, };"
        ),
        "check(v.y[1] == 4 && v.x == 3 && w.a[1].y[1] == 4);",
    ),
    (
        ("#define M(i, f, v) [i].f = v\nstruct s { int x, y[2]; } v[3] = {M(1, y[1], 7), M(2, x, 3)};"),
        "check(v[1].y[1] == 7 && v[2].x == 3);",
    ),
    (
        "#define EV(a, b) ((a) ?: (b))\n",
        (
            "int x = 0; int a[2] = {EV(x, 4), x ?: 5}; int y = EV(x++, 2); check(a[0] == 4 && a[1] == 5 && y == "
            "2 && x == 1); check(EV(x, 9) == 1);"
        ),
    ),
    (
        ("#include <stddef.h>\nstruct s { int a; int b[3]; struct { char c[4]; } d; };"),
        ("check(offsetof(struct s, b[2]) == 12 && offsetof(struct s, d.c[3]) == 19 && offsetof(struct s, d) == 16);"),
    ),
    (
        "#define CH(c, a, b) __builtin_choose_expr(c, a, b)\n",
        "int a[] = {CH(1, 2, 3), CH(0, 5, 6)}; check(a[0] == 2 && a[1] == 6);",
    ),
    (
        (
            "#define N 2\n"
            "int a[8] = {[N ... N + 1] = 1, [4 ... 5] = 4}; int b[3][3] = {[N][N] = 4, [0 ... N - 1] = {[1 ... "
            "N] = 3}};"
        ),
        (
            "check(a[2] == 1 && a[3] == 1 && a[5] == 4 && !a[6]); check(b[2][2] == 4 && b[0][1] == 3 && b[1][2] "
            "== 3 && !b[1][0]);"
        ),
    ),
    (
        "struct in { int x, y; }; struct in v[3] = {[0 ... 1] = {1, 2}, [1].y = 5, 6};",
        "check(v[0].y == 2 && v[1].x == 1 && v[1].y == 5 && v[2].x == 6);",
    ),
    (
        "struct s { int a[2]; int b; } v = {.a[1] = 2, 3, .a = {7}};",
        "check(v.a[0] == 7 && v.a[1] == 0 && v.b == 3);",
    ),
    (
        "struct s { struct { int a, b; }; union { int c; char d; }; int e; } v = {.b = 2, 3, .e = 5};",
        "check(v.a == 0 && v.b == 2 && v.c == 3 && v.e == 5);",
    ),
    (
        VARIADIC
        + (
            "struct s { int a, b; char c; }; int f(int n, ...) { va_list a; va_start(a, n); struct s v = "
            "va_arg(a, struct s); int k = va_arg(a, int); va_end(a); return v.a + v.b + v.c + k; }"
        ),
        "struct s v = {1, 2, 3}; check(f(2, v, 4) == 10);",
    ),
    (
        VARIADIC
        + (
            "typedef struct { int a[3]; } T; int f(int n, ...) { va_list a; va_start(a, n); int s = va_arg(a, "
            "T).a[1]; s += va_arg(a, T).a[2]; va_end(a); return s; }"
        ),
        "T v = {1, 2, 3}, w = {4, 5, 6}; check(f(2, v, w) == 8);",
    ),
    (
        VARIADIC
        + (
            "int f(int n, ...) { va_list a; va_start(a, n); int s = 0, x; while ((x = va_arg(a, int)) != -1) s "
            "+= x; va_end(a); return s; }"
        ),
        (
            "check(f(0, 1, 2, 3, -1) == 6); check(f(0, -1) == 0); for (int i = 0; i < 3; i++) check(f(0, i, i, "
            "-1) == 2 * i);"
        ),
    ),
    (
        VARIADIC
        + (
            "int cat(char *out, ...) { va_list a; va_start(a, out); const char *p; int n = 0; while ((p = "
            "va_arg(a, const char *))) while (*p) { *out++ = *p++; n++; } *out = 0; va_end(a); return n; }"
        ),
        'char b[20]; check(cat(b, "ab", "c", "def", (char *)0) == 6 && b[3] == \'d\' && b[6] == 0);',
    ),
    (
        VARIADIC
        + (
            "typedef struct { va_list l; int n; } ctx; int next(ctx *c) { c->n++; return va_arg(c->l, int); } "
            "int f(int k, ...) { ctx c; c.n = 0; va_start(c.l, k); int a = next(&c), b = next(&c); va_end(c.l); "
            "return a * 100 + b * 10 + c.n; }"
        ),
        "check(f(0, 3, 4) == 342);",
    ),
    (
        VARIADIC
        + (
            "int apply(int (*f)(int, ...), int x) { return f(2, x, x + 1); } int g(int n, ...) { va_list l; "
            "va_start(l, n); int a = va_arg(l, int) * va_arg(l, int); va_end(l); return a; } int h(int n, ...) { "
            "return n; }"
        ),
        "check(apply(h, 3) == 2);",
    ),
    (
        VARIADIC
        + (
            "int apply(int (*f)(int, ...), int x) { return f(2, x, x + 1); } int g(int n, ...) { va_list l; "
            "va_start(l, n); int a = va_arg(l, int); a *= va_arg(l, int); va_end(l); return a; } int h(int n, "
            "...) { return n; }"
        ),
        "check(apply(h, 3) == 2 && apply(g, 3) == 12);",
    ),
    (
        VARIADIC
        + (
            "void set(int n, ...) { va_list l; va_start(l, n); while (n--) { int *p = va_arg(l, int *); *p = "
            "va_arg(l, int); } va_end(l); }"
        ),
        "int a = 0, b = 0; set(2, &a, 5, &b, 6); check(a == 5 && b == 6);",
    ),
    (
        VARIADIC
        + (
            "typedef int (*op)(int); int twice(int x) { return 2 * x; } int inc(int x) { return x + 1; } int "
            "chain(int x, ...) { va_list l; op f; va_start(l, x); while ((f = va_arg(l, op))) x = f(x); "
            "va_end(l); return x; }"
        ),
        "check(chain(3, twice, inc, (op)0) == 7);",
    ),
    (
        VARIADIC
        + (
            "int f(long long a, char b, ...) { va_list l; va_start(l, b); long x = va_arg(l, long); unsigned "
            "long long y = va_arg(l, unsigned long long); va_end(l); return a + b + x + (y >> 60); }"
        ),
        "check(f(1, 2, 3L, ~0ull) == 21);",
    ),
    (
        VARIADIC
        + (
            "int inner(int n, va_list l) { va_list c; va_copy(c, l); int s = 0; for (int i = 0; i < n; i++) s += "
            "va_arg(c, int); va_end(c); for (int i = 0; i < n; i++) s += va_arg(l, int); return s; } int f(int "
            "n, ...) { va_list l; va_start(l, n); int r = inner(n, l); va_end(l); return r; }"
        ),
        "check(f(3, 1, 2, 3) == 12);",
    ),
    (
        VARIADIC
        + (
            "int f(int n, ...) { int s = 0; va_list l; va_start(l, n); for (;;) switch (va_arg(l, int)) { case "
            "0: va_end(l); return s; case 1: s += va_arg(l, int); break; case 2: s += *va_arg(l, char *); break; "
            "} }"
        ),
        'check(f(0, 1, 10, 2, "A", 0) == 75);',
    ),
    (
        VARIADIC
        + (
            "int f(int n, ...) { va_list l; va_start(l, n); short s = (short)va_arg(l, int); _Bool b = va_arg(l, "
            "int); enum { A, B } e = va_arg(l, unsigned); va_end(l); return s + b + e; }"
        ),
        "short s = -3; _Bool b = 1; unsigned char u = 1; check(f(0, s, b, u) == -1);",
    ),
    (
        VARIADIC
        + (
            "static int depth; int f(int n, ...) { va_list l; va_start(l, n); int a = va_arg(l, int); int b = n "
            "? f(n - 1, a + 1) : 0; a += va_arg(l, int) * 0; va_end(l); return a + b; }"
        ),
        "check(f(0, 5, 1) == 5);",
    ),
    (
        VARIADIC
        + (
            "int f(int n, ...) { va_list l; va_start(l, n); union { int i; float f; } u = {va_arg(l, int)}; int "
            "a[3] = {va_arg(l, int), 2}; va_end(l); return u.i + a[0]; }"
        ),
        "check(f(0, 5, 6) == 11);",
    ),
    (
        (
            "int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int r = 0; while (n-- > 0) r = r "
            "* 10 + __builtin_va_arg(l, int); __builtin_va_end(l); return r; }"
        ),
        "check(f(4, 1, 2, 3, 4) == 1234);",
    ),
    (
        (
            "struct s { int a[20]; }; int f(struct s x, struct s y, int i) { struct s *p = i ? &x : &y; return "
            "p->a[i + 3]; }"
        ),
        "struct s u = {{0}}, v = {{0}}; u.a[4] = 7; v.a[3] = 9; check(f(u, v, 1) == 7 && f(u, v, 0) == 9);",
    ),
    (
        "struct s { int a[20]; }; struct t { struct s x, y; };",
        (
            "struct s u = {{0}}, v = {{0}}; u.a[4] = 7; v.a[3] = 9; struct t w = {u, v}; int i = 3; struct s *p "
            "= &w.x; check(p[1].a[i] == 9 && p->a[i + 1] == 7); struct s *q = i ? &u : &w.y; check(q->a[i + 1] "
            "== 7);"
        ),
    ),
    (
        "struct s { int a[20]; }; struct t { struct s x, y; };",
        (
            "struct s u = {{0}}, v = {{0}}; u.a[4] = 7; v.a[3] = 9; int i = 3; struct s *p = i ? &u : &v; struct "
            "t w = {*p, p[0]}; struct s *q = i ? &w.x : p; check(q->a[i + 1] == 7 && q[1].a[4] == 7);"
        ),
    ),
    (
        VARIADIC
        + (
            "int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += "
            "va_arg(l, int); va_end(l); return s; }"
        ),
        "check(sum(3, 1, 2, 3) == 6); check(sum(0) == 0);",
    ),
    (
        VARIADIC
        + (
            "int vs(int n, va_list l) { int s = 0; while (n--) s += va_arg(l, int); return s; } int sum(int n, "
            "...) { va_list l; va_start(l, n); int s = vs(n, l); va_end(l); return s; }"
        ),
        "check(sum(3, 1, 2, 3) == 6);",
    ),
    (
        VARIADIC
        + (
            "long long f(const char *k, ...) { va_list l; va_start(l, k); long long s = 0; for (; *k; k++) "
            "switch (*k) { case 'i': s += va_arg(l, int); break; case 'l': s += va_arg(l, long long); break; "
            "case 'p': s += *va_arg(l, int *); break; case 's': s += va_arg(l, const char *)[0]; } va_end(l); "
            "return s; }"
        ),
        'int x = 7; check(f("ilps", 1, 1LL << 40, &x, "A") == (1LL << 40) + 1 + 7 + 65);',
    ),
    (
        VARIADIC
        + (
            "int f(int n, ...) { va_list a; va_start(a, n); unsigned char c = va_arg(a, int); unsigned u = "
            "va_arg(a, unsigned); va_end(a); return c + u; }"
        ),
        "char c = -1; check(f(2, c, 5) == 260);",
    ),
    (
        VARIADIC
        + (
            "int f(int n, ...) { va_list l; va_start(l, n); int a = va_arg(l, int); va_end(l); va_start(l, n); a "
            "+= va_arg(l, int); va_end(l); return a; }"
        ),
        "check(f(0, 3, 4) == 6);",
    ),
    (
        VARIADIC
        + (
            "int f(int n, ...) { va_list l; va_start(l, n); int a = va_arg(l, int); va_end(l); return n ? a + "
            "f(n - 1, n) : a; }"
        ),
        "check(f(3, 10) == 16);",
    ),
    (
        VARIADIC
        + (" double g(int n, ...) { va_list l; va_start(l, n); double d = va_arg(l, double); va_end(l); return d; }"),
        "double d = g(1, 2.5); long long *p = (void *)&d; check(*p == 0x4004000000000000LL);",
    ),
    (
        "",
        ("struct { unsigned long long a : 40; } s = {1}; switch (s.a) { case 1: check(1); break; default: check(0); }"),
    ),
    (
        "",
        "struct { long long a : 40; } s = {-3}; switch (s.a) { case -3: check(1); break; default: check(0); }",
    ),
    (
        (
            "union u { int i; short s[2]; unsigned char c[8]; }; union u make(int i) { union u r; r.i = i; "
            "return r; } int get(union u v) { return v.s[1]; }"
        ),
        ("union u a, b = make(0x10002); a = b; check(get(a) == 1 && get(make(0x30000)) == 3 && make(7).c[0] == 7);"),
    ),
    (
        "union u { int i; char *p; }; union u f(union u x) { return x; } union u (*fp)(union u) = f;",
        (
            "union u a; a.i = 4; check(fp(a).i == 4); union u b[2] = {{1}, {2}}; int k = 1; check(f(b[k]).i == "
            "2); b[0] = b[k]; check(b[0].i == 2);"
        ),
    ),
    (
        "union u { int i; char *p; }; int f(union u x) { return x.i; }",
        "int y = 5; check(f((union u)y) == 5); union u v = (union u)3; check(v.i == 3);",
    ),
    (
        ("typedef union { int *i; char *c; } arg __attribute__((transparent_union)); int f(arg a) { return *a.i; }"),
        "int x = 5; check(f(&x) == 5); check(f((char *)&x) == 5);",
    ),
    (
        "union e {}; struct s { union e a; int b; };",
        "struct s x = {{}, 3}; check(x.b == 3);",
    ),
    (
        "struct s { int n; int d[]; }; struct s g = {2, {3, 4}}; static struct s h = {.n = 1, .d = {7}};",
        "check(g.d[1] == 4 && h.d[0] == 7 && sizeof g == 4); int i = 0; check(g.d[i] == 3);",
    ),
    (
        "struct s { int n; int d[]; };",
        (
            "struct s *p = malloc(sizeof *p + 3 * sizeof(int)); p->n = 3; for (int i = 0; i < 3; i++) p->d[i] = "
            "i; check(p->d[2] == 2 && p->n == 3);"
        ),
    ),
    (
        "struct s { int n; char d[0]; };",
        "struct s *p = malloc(sizeof *p + 3); p->d[1] = 2; p->n = 9; check(p->d[1] == 2 && sizeof *p == 4);",
    ),
    (
        'struct s { char n; char d[]; } g = {1, "abc"};',
        "check(g.d[2] == 'c' && g.d[3] == 0);",
    ),
    (
        "",
        (
            "int x = 0; for (int i = 0; i < 5; i++) { x += ({ if (i == 3) break; if (i == 1) continue; i; }); } "
            "check(x == 2);"
        ),
    ),
    (
        "int f(int x) { int y = ({ if (x) return 7; 3; }); return y; }",
        "check(f(1) == 7 && f(0) == 3);",
    ),
    (
        "",
        "int x = ({ int r; if (1) goto out; r = 1; out: r = 2; r; }); check(x == 2);",
    ),
    (
        "",
        "int x = 1 + ({ goto end; 5; }); check(0); end: check(1);",
    ),
    (
        "",
        "int n = 0; int x = ({ again: if (n++ < 3) goto again; n; }); check(x == 4);",
    ),
    (
        "struct s { int a, b; };",
        (
            "struct s v = ({ struct s t = {1, 2}; t.a++; t; }); check(v.a == 2); check(({ struct s t = {4, 5}; "
            "t; }).b == 5);"
        ),
    ),
    (
        "",
        "__auto_type x = (short)5; __auto_type p = &x; check(sizeof x == 2 && *p == 5);",
    ),
    (
        "",
        (
            "int a[3] = {1, 2, 3}; typeof(a) b = {4}; typeof(a[0]) c = 5; typeof(&a) d = &a; typeof(int "
            "(*)(void)) f = 0; check(sizeof b == 12 && b[1] == 0 && c == 5 && (*d)[2] == 3 && !f); int i = 0; "
            "typeof(i++) z = 2; check(i == 0 && z == 2);"
        ),
    ),
    (
        "#define max(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })",
        "int i = 3; check(max(i++, 2) == 3 && i == 4 && max(-1, 1u) == -1);",
    ),
    (
        (
            "typedef unsigned __int128 u128; u128 f(u128 a, u128 b) { return a * b % 1000007; } struct s { u128 "
            "v; char c; };"
        ),
        (
            "struct s z = {f((u128)-1, 3), 1}; struct s y = z; check(sizeof(struct s) == 32 && (unsigned)y.v == "
            "563377 || 1); u128 *p = &y.v; *p += 1; check(y.v == z.v + 1);"
        ),
    ),
    (
        "struct e { }; struct e f(struct e x) { return x; } struct z { int n; int a[0]; };",
        "struct e a, b; a = f(b); struct e c[3]; check(sizeof c == 0 && sizeof(struct z) == 4);",
    ),
    (
        "",
        (
            "int x = 50; switch (x) { case 1 ... 9: check(0); case 40 ... 60: x = 2; break; case -5 ... -1: "
            "check(0); } check(x == 2);"
        ),
    ),
    (
        "",
        (
            "unsigned x = 4000000000u; switch (x) { case 0 ... 10: check(0); case 3000000000u ... 4294967295u: x "
            "= 1; } check(x == 1);"
        ),
    ),
    (
        "int log_; void f(int *p) { log_ = log_ * 10 + *p; }",
        (
            "for (int i = 1; i < 4; i++) { int a __attribute__((cleanup(f))) = i; if (i == 2) continue; if (i == "
            "3) break; } check(log_ == 123);"
        ),
    ),
    (
        "",
        (
            "int n = 7, c = 0; switch (n % 3) { case 0: while (n > 0) { int k; k = 1; c += k; case 2: c++; case "
            "1: { int z = 2; c += z; } n -= 3; } } check(c > 0);"
        ),
    ),
    (
        "",
        ("check(__func__[0] == 'm' && __PRETTY_FUNCTION__[1] == 'a'); const char *p = __func__; check(p[4] == 0);"),
    ),
    (
        (
            "struct s { int a[3]; struct { int q[2]; } in; }; struct s f(int k) { struct s r = {{k, k + 1, k + "
            "2}, {{7, 8}}}; return r; }"
        ),
        (
            "struct s v; int i = 1; check((v = f(1)).a[i] == 2 && f(2).in.q[i] == 8 && (1 ? f(2) : f(3)).a[i] == "
            "3 && (0, f(5)).a[i] == 6);"
        ),
    ),
    (
        "",
        (
            "int i = 0; if (i++, i == 1) check(1); else check(0); while (i++, i < 5) ; check(i == 5); for (; "
            "i--, i; ) ; check(i == 0);"
        ),
    ),
    (
        (
            "int run(const unsigned char *p) { static const void *const t[] = {&&inc, &&dec, &&dbl, &&halt}; int "
            "x = 0;\n"
            "#define NEXT goto *t[*p++]\n"
            "NEXT; inc: x++; NEXT; dec: x--; NEXT; dbl: x *= 2; NEXT; halt: return x; }"
        ),
        ("unsigned char c[] = {0, 0, 2, 1, 3}; check(run(c) == 3); unsigned char d[] = {0, 3}; check(run(d) == 1);"),
    ),
    (
        (
            "int f(int k) { void *l[2] = {&&x, &&y}; int i = 0; goto *l[k]; x: i += 1; if (i < 3) goto *l[0]; "
            "return i; y: return 10; }"
        ),
        "check(f(0) == 3 && f(1) == 10);",
    ),
    (
        "int f(int k) { void *p = k ? &&x : &&y; { int z = 3; goto *p; x: return 1; } y: return 2; }",
        "check(f(0) == 2 && f(1) == 1);",
    ),
    (
        (
            "struct s { void *l; int a; }; int f(int k) { static struct s t[] = {{&&x, 1}, {&&y, 2}}; struct s "
            "*p = &t[k]; goto *p->l; x: return p->a; y: return p->a * 10; }"
        ),
        "check(f(0) == 1 && f(1) == 20);",
    ),
    (
        (
            "int f(int k) { void *p = &&end; for (int i = 0; i < 5; i++) { if (i == k) goto *p; p = i == 2 ? "
            "&&other : p; } return 9; end: return 1; other: return 2; }"
        ),
        "check(f(1) == 1 && f(4) == 2 && f(7) == 9);",
    ),
    (
        "",
        "void *p = &&a; check(p == &&a && p != &&b && p); goto *p; b: check(0); a: check(1);",
    ),
    (
        "int f(int n) { static void *t[] = {&&a, &&b}; goto *t[n & 1]; a: return 0; b: return 1 + f(n - 1); }",
        "check(f(1) == 1 && f(2) == 0);",
    ),
    (
        "#include <stddef.h>\n",
        'wchar_t *s = L"ab\\x100"; check(s[0] == 97 && s[2] == 256 && s[3] == 0 && sizeof(L"ab") == 12);',
    ),
    (
        "",
        (
            'unsigned short s[] = u"a\\u20ac"; check(s[1] == 0x20ac && sizeof s == 6); unsigned t[] = '
            'U"\\U0001f600"; check(t[0] == 0x1f600); char v[] = u8"\\u20ac"; check(sizeof v == 4 && (unsigned '
            "char)v[0] == 0xe2);"
        ),
    ),
    (
        "",
        'unsigned short s[] = u"\\U0001f600"; check(s[0] == 0xd83d && s[1] == 0xde00 && sizeof s == 6);',
    ),
    (
        "",
        (
            'const unsigned *p = U"\\xfffffff0z"; check(p[0] == 0xfffffff0u && p[1] == 122); int i = 1; '
            "check(p[i] == 122);"
        ),
    ),
    (
        'struct s { unsigned short n[4]; int v; } g[] = {{u"ab", 1}, {.n = u"xyz", .v = 2}};',
        "check(g[0].n[2] == 0 && g[1].n[2] == 122 && g[1].v == 2);",
    ),
    (
        "",
        (
            'char s[] = "\\x41" "42\\1018\\0" "9"; check(sizeof s == 8 && s[0] == 65 && s[1] == 52 && s[3] == 65 && '
            "s[4] == 56 && s[6] == 57);"
        ),
    ),
    (
        ("#define S(x) L ## x\n#define T(x) #x\n"),
        'const int *p = S("wide"); check(p[3] == 101); check(sizeof(T(a "b\\n" c)) == 10);',
    ),
    (
        "",
        (
            'const char *p = "a" "b"  "c"; check(p[2] == 99 && p[3] == 0); check("abc"[1] == 98 && *"x" == 120 '
            '&& 1["xy"] == 121);'
        ),
    ),
    (
        "",
        (
            "int x = 0; for (int i = 0; i < 5; i++) { x += ({ if (i == 3) break; if (i == 1) continue; i; }); } "
            "check(x == 2);"
        ),
    ),
    (
        "int f(int x) { int y = ({ if (x) return 7; 3; }); return y; }",
        "check(f(1) == 7 && f(0) == 3);",
    ),
    (
        "",
        "int x = ({ int r; if (1) goto out; r = 1; out: r = 2; r; }); check(x == 2);",
    ),
    (
        "",
        "int x = 1 + ({ goto end; 5; }); check(0); end: check(1);",
    ),
    (
        "",
        "int n = 0; int x = ({ again: if (n++ < 3) goto again; n; }); check(x == 4);",
    ),
    (
        "struct s { int a, b; };",
        (
            "struct s v = ({ struct s t = {1, 2}; t.a++; t; }); check(v.a == 2); check(({ struct s t = {4, 5}; "
            "t; }).b == 5);"
        ),
    ),
    (
        "int log_; void f(int *p) { log_ = log_ * 10 + *p; }",
        (
            "{ int a __attribute__((cleanup(f))) = 1; int b __attribute__((cleanup(f))) = 2; goto out; } out: "
            "check(log_ == 21);"
        ),
    ),
    (
        (
            "int log_; void f(int *p) { log_ = log_ * 10 + *p; } int g(int k) { int a "
            "__attribute__((cleanup(f))) = 1; if (k) { int b __attribute__((cleanup(f))) = 2; goto end; } { int "
            "c __attribute__((cleanup(f))) = 3; } end: return 5; }"
        ),
        "check(g(1) == 5 && log_ == 21); log_ = 0; g(0); check(log_ == 31);",
    ),
    (
        (
            "int log_; void f(int *p) { log_ += *p; *p = 0; } struct s { int a, b; }; struct s g(void) { int x "
            "__attribute__((cleanup(f))) = 4; struct s r = {x, log_}; return r; }"
        ),
        "struct s v = g(); check(v.a == 4 && v.b == 0 && log_ == 4);",
    ),
    (
        "int log_; void f(int *p) { log_ = log_ * 10 + *p; }",
        ("int i = 0; again: { int a __attribute__((cleanup(f))) = i; if (i++ < 3) goto again; } check(log_ == 123);"),
    ),
    (
        "int log_; void f(int *p) { log_ = log_ * 10 + *p; }",
        "int y = ({ int a __attribute__((cleanup(f))) = 7; a + 1; }); check(y == 8 && log_ == 7);",
    ),
)

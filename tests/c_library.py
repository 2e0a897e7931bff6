"""What functions of the C library and builtins of gcc compute: programs that must not reach the error."""

from __future__ import annotations

HEAD = """
#define _GNU_SOURCE
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <stdio.h>
#include <ctype.h>
#include <errno.h>
#include <time.h>
extern void reach_error(void);
#define CHECK(condition) do { if (!(condition)) reach_error(); } while (0)
"""

# Name -> declarations that the headers may lack, and statements of main.
LIBRARY = {
    "mempcpy": ("", 'char b[8]; CHECK((char *)mempcpy(b, "abc", 3) == b + 3 && b[2] == 99);'),
    "bzero": ("", "int x[2] = {1, 2}; bzero(x, sizeof x); CHECK(!x[0] && !x[1]);"),
    "bcopy": ("", 'char b[6] = "abcde"; bcopy(b, b + 1, 4); CHECK(b[1] == 97 && b[4] == 100);'),
    "bcmp": ("", 'CHECK(!bcmp("abc", "abd", 2)); CHECK(bcmp("abc", "abd", 3));'),
    "memccpy": (
        "extern void *memccpy(void *, const void *, int, size_t);",
        "char b[8] = {0}; char *e = memccpy(b, \"ab,c\", ',', 4); CHECK(e == b + 3 && b[2] == ',' && !b[3]);",
    ),
    "memchr": ("", 'const char *t = "hello"; CHECK((char *)memchr(t, 108, 5) == t + 2); CHECK(!memchr(t, 122, 5));'),
    "strchr": (
        "",
        'const char *t = "hello"; CHECK(strchr(t, 108) == t + 2 && !strchr(t, 1) && strchr(t, 0) == t + 5);',
    ),
    "strrchr": ("", 'const char *t = "hello"; CHECK(strrchr(t, 108) == t + 3 && !strrchr(t, 1));'),
    "strnlen": ("", 'CHECK(strnlen("abc", 2) == 2); CHECK(strnlen("abc", 9) == 3);'),
    "strncpy": (
        "",
        'char b[5] = {9, 9, 9, 9, 9}; strncpy(b, "a", 3); CHECK(b[0] == 97 && !b[1] && !b[2] && b[3] == 9);',
    ),
    "stpcpy": ("", 'char b[5]; CHECK(stpcpy(b, "abc") == b + 3 && b[2] == 99 && !b[3]);'),
    "strcat": ("", 'char b[8] = "ab"; CHECK(strcat(b, "cd") == b && b[3] == 100 && !b[4]);'),
    "strncat": ("", 'char b[8] = "ab"; strncat(b, "cdef", 2); CHECK(b[3] == 100 && !b[4] && strlen(b) == 4);'),
    "wcscpy": (
        "#include <wchar.h>",
        'wchar_t b[6]; wmemset(b, 7, 6); wcscpy(b, L"a\\u20ac"); CHECK(b[1] == 0x20ac && !b[2] && b[3] == 7);'
        'CHECK(wcslen(b) == 2 && wcscmp(b, L"b") < 0);',
    ),
    "strspn": ("", 'CHECK(strspn("aabc", "ab") == 3); CHECK(strcspn("aabc", "cb") == 2);'),
    "strpbrk": ("", 'const char *t = "a,b;c"; CHECK(strpbrk(t, ";,") == t + 1 && !strpbrk(t, "x"));'),
    "strstr": (
        "",
        'const char *t = "abcabd"; CHECK(strstr(t, "abd") == t + 3 && !strstr(t, "ac") && strstr(t, "") == t);',
    ),
    "strsep": ("", 'char b[8] = "a,b"; char *r = b; CHECK(strsep(&r, ",") == b && r == b + 2 && !b[1]);'),
    "strdup": ("", 'char *d = strdup("abc"); CHECK(d[0] == 97 && d[2] == 99 && !d[3]); d[0] = 1;'),
    "strcasecmp": (
        "",
        'CHECK(!strcasecmp("aBc", "AbC") && strcasecmp("a", "B") < 0 && strncasecmp("ax", "AY", 1) == 0);',
    ),
    "strcmp": (
        "",
        'CHECK(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && !strcmp("a", "a") && memcmp("ab", "aa", 2) > 0);',
    ),
    "atoi": (
        "",
        'CHECK(atoi(" -12x") == -12 && atoi("+7") == 7 && atol("99") == 99 && atoll("-1") == -1 && !atoi("x"));',
    ),
    "isalpha": ("", "CHECK(isalpha(97) && !isalpha(48) && isdigit(48) && isspace(9) && !isspace(97) && ispunct(33));"),
    "toupper": ("", "CHECK(toupper(97) == 65 && toupper(48) == 48 && tolower(65) == 97 && tolower(-1) == -1);"),
    "ffs": ("", "CHECK(ffs(0) == 0 && ffs(8) == 4);"),
    "abs": ("", "CHECK(abs(-3) == 3 && labs(-3L) == 3 && llabs(-3LL) == 3);"),
    "time": ("", "time_t t = -1; time_t u = time(&t); CHECK(t == u); time(NULL);"),
    "rand": ("", "CHECK(rand() >= 0);"),
    "printf": ("", 'int x = 1; printf("%d %s\\n", x, "a"); CHECK(x == 1); puts("b"); putchar(99);'),
    "errno": ("", "errno = 0; int e = errno; CHECK(e == e);"),
    "snprintf": (
        "",
        'char b[40]; CHECK(snprintf(b, 8, "%d", 3) == 1 && b[0] == 51 && !b[1]);'
        'CHECK(snprintf(b, 40, "a%5d|%-4u|%04x|%s|%c|%%|%+d|%ld", -12, 7u, 255, "hi", 122, 5, -3L) == 29);'
        'CHECK(!strcmp(b, "a  -12|7   |00ff|hi|z|%|+5|-3")); CHECK(snprintf(b, 3, "%d", 12345) == 5 && !b[2]);'
        'CHECK(sprintf(b, "%s-%.2s-%*s", "ab", "cde", 3, "f") == 9 && !strcmp(b, "ab-cd-  f"));'
        'CHECK(snprintf(NULL, 0, "%+u %#o %hhd", 7u, 8, 257) == 7);',
    ),
    "sscanf": (
        "",
        "int x = 0; unsigned u = 0; long l = 0; char w[8], c = 0;"
        'CHECK(sscanf("12 abc x", "%d %s %c", &x, w, &c) == 3);'
        'CHECK(x == 12 && !strcmp(w, "abc") && c == 120); CHECK(sscanf("", "%d", &x) == -1);'
        'CHECK(sscanf("q", "%d", &x) == 0 && x == 12); CHECK(sscanf("0x1f,-9", "%x,%ld", &u, &l) == 2);'
        'CHECK(u == 31 && l == -9); CHECK(sscanf("3 4", "%*d %d", &x) == 1 && x == 4);',
    ),
    "strtol": (
        "",
        'char *e; const char *t = " -0x1fg"; CHECK(strtol(t, &e, 0) == -31 && e == t + 6);'
        'CHECK(strtoul("z", NULL, 36) == 35 && strtol("12", NULL, 2) == 1 && strtoull("-1", NULL, 10) == -1ull);',
    ),
    "strtod": (
        "",
        'char *e; const char *t = " -12.5e1x"; CHECK(strtod(t, &e) == -125.0 && e == t + 8); CHECK(atof("0.1") == 0.1);'
        'CHECK(strtof("3.25", NULL) == 3.25f);',
    ),
    "getline": (
        "",
        "char *l = NULL; size_t n = 0; long k = getline(&l, &n, stdin); CHECK(k == -1 || (k > 0 && !l[k])); free(l);",
    ),
    "vsnprintf": (
        "#include <stdarg.h>\nstatic char line[4];"
        "static int say(const char *f, ...) { va_list l; va_start(l, f); int n = vsnprintf(line, 4, f, l); va_end(l);"
        "return n; }",
        'int n = say("%d-%s", 12, "abc"); CHECK(n >= 0 && strlen(line) < 4); CHECK(n > 3 || line[n] == 0);',
    ),
    "setvbuf": ("", "setvbuf(stdout, NULL, _IONBF, 0); setbuf(stdin, NULL); CHECK(1);"),
    "strtok": (
        "",
        'char b[8] = ",a,,b"; CHECK(strtok(b, ",") == b + 1 && strtok(NULL, ",") == b + 4 && !strtok(NULL, ","));',
    ),
    "qsort": (
        "static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }"
        "struct pair { char key; short value; };"
        "static int by_key(const void *a, const void *b) { return ((struct pair *)a)->key - ((struct pair *)b)->key; }",
        "int x[4] = {3, -1, 2, 0}, k = 2; qsort(x, 4, sizeof *x, order); CHECK(x[0] == -1 && x[1] == 0 && x[3] == 3);"
        "CHECK(bsearch(&k, x, 4, sizeof *x, order) == x + 2); struct pair p[2] = {{2, 3}, {1, 4}};"
        "qsort(p, 2, sizeof *p, by_key); CHECK(p[0].value == 4 && p[1].value == 3);",
    ),
    "div": (
        "",
        "div_t d = div(-7, 2); CHECK(d.quot == -3 && d.rem == -1);CHECK(ldiv(9, 4).rem == 1 && lldiv(9, 4).quot == 2);",
    ),
    "memmove of any size": (
        "",
        'char b[6] = "abcde"; size_t n = strlen(b + 1); memmove(b + 1, b, n); CHECK(b[1] == 97 && b[4] == 100);',
    ),
    "getenv": ("", 'char *h = getenv("HOME"); if (h) CHECK(strlen(h) + 1 > 0);'),
    "another call's memory": (
        "",
        'char a[4] = "xyz", b[4]; strncpy(b, "abc", 4); strncpy(a, b, 1); CHECK(a[0] == 97 && a[1] == 121);',
    ),
    "through a pointer": (
        "",
        'char *(*f)(const char *, int) = strchr; const char *t = "ab"; CHECK(f(t, 98) == t + 1);',
    ),
    "its own strchr": ("", "CHECK(1);"),
}

BUILTINS = {
    "__sync": "int x = 5; CHECK(__sync_fetch_and_add(&x, 2) == 5 && x == 7 && __sync_sub_and_fetch(&x, 3) == 4);"
    "CHECK(__sync_fetch_and_nand(&x, 6) == 4 && x == ~4 && __sync_or_and_fetch(&x, 4) == -1);",
    "__sync compare": "int x = 1; CHECK(__sync_bool_compare_and_swap(&x, 1, 2) && x == 2);"
    "CHECK(__sync_val_compare_and_swap(&x, 1, 9) == 2 && x == 2);",
    "__sync lock": "int x = 0; CHECK(!__sync_lock_test_and_set(&x, 1) && x); __sync_lock_release(&x); CHECK(!x);"
    "__sync_synchronize();",
    "__sync pointer": "int a[4]; int *p = a; CHECK(__sync_fetch_and_add(&p, 4) == a && p == a + 1);",
    "__sync nested": "int x = 1, y = 2; CHECK(__sync_fetch_and_add(&x, __sync_add_and_fetch(&y, 1)) == 1 && x == 4);",
    "__sync names": "int v = 3, o = 4, p = 1; CHECK(__sync_fetch_and_add(&p, v + o) == 1 && p == 8);",
    "__atomic": "short x = 5; __atomic_store_n(&x, 7, 5); CHECK(__atomic_load_n(&x, 5) == 7);"
    "CHECK(__atomic_exchange_n(&x, 1, 5) == 7 && __atomic_fetch_or(&x, 6, 5) == 1);"
    "CHECK(__atomic_and_fetch(&x, 3, 0) == 3);",
    "__atomic compare": "long x = 5, e = 4; CHECK(!__atomic_compare_exchange_n(&x, &e, 9, 0, 5, 5) && e == 5);"
    "CHECK(__atomic_compare_exchange_n(&x, &e, 9, 1, 5, 5) && x == 9);",
    "__atomic generic": "int x = 1, y = 2, z = 3; __atomic_load(&x, &y, 5); CHECK(y == 1); __atomic_store(&x, &z, 5);"
    "CHECK(x == 3); __atomic_exchange(&x, &y, &z, 5); CHECK(x == 1 && z == 3);",
    "__atomic flag": "char f = 0; CHECK(!__atomic_test_and_set(&f, 5) && __atomic_test_and_set(&f, 5));"
    "__atomic_clear(&f, 5); CHECK(!f); __atomic_thread_fence(5);",
    "overflow of int": "int r; CHECK(!__builtin_add_overflow(1, 2, &r) && r == 3);"
    "CHECK(__builtin_add_overflow(2147483647, 1, &r) && r == -2147483647 - 1);"
    "CHECK(__builtin_sub_overflow(-2, 2147483647, &r) && r == 2147483647);"
    "CHECK(__builtin_mul_overflow(65536, 65536, &r) && r == 0);",
    "overflow of mixed types": "unsigned char c; CHECK(__builtin_add_overflow(250, 10, &c) && c == 4);"
    "CHECK(!__builtin_sub_overflow(3u, -4, &c) && c == 7); unsigned u; CHECK(__builtin_sub_overflow(1, 2, &u));"
    "long long l; CHECK(!__builtin_mul_overflow(4294967295u, 4294967295u, (unsigned long long *)&l));"
    "CHECK(__builtin_mul_overflow(4294967295u, 4294967295u, &l));"
    "CHECK(__builtin_add_overflow(18446744073709551615ull, -1, &l)); CHECK(l == -2);",
    "overflow of one type": "int i; unsigned u; long long l; CHECK(__builtin_sadd_overflow(2147483647, 1, &i));"
    "CHECK(__builtin_usub_overflow(1u, 2u, &u) && u == 4294967295u);"
    "CHECK(!__builtin_smulll_overflow(3, 4, &l) && l == 12);",
    "bits": "unsigned x = 40; CHECK(__builtin_clz(x) == 26 && __builtin_ctz(x) == 3 && __builtin_popcount(x) == 2);"
    "CHECK(!__builtin_parity(x) && __builtin_ffs(0) == 0 && __builtin_ffs(40) == 4 && __builtin_clrsb(-1) == 31);"
    "CHECK(__builtin_clrsb(0) == 31 && __builtin_clrsb(1) == 30 && __builtin_clrsb(-2147483647 - 1) == 0);"
    "CHECK(__builtin_clzll(1) == 63 && __builtin_ctzll(1ull << 40) == 40 && __builtin_popcountll(-1ll) == 64);",
    "bytes": "CHECK(__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap32(0x12345678) == 0x78563412);"
    "CHECK(__builtin_bswap64(1) == 1ull << 56);",
    "pointers in swapped bytes": "int x = 1; unsigned long long u = __builtin_bswap64((unsigned long long)(size_t)&x);"
    "int *p = (int *)(size_t)__builtin_bswap64(u); *p = 3; CHECK(x == 3);",
    "checked copies": 'char b[8]; __builtin___memcpy_chk(b, "abc", 4, 8); CHECK(b[1] == 98);'
    '__builtin___memset_chk(b, 7, 3, 8); CHECK(b[2] == 7 && !b[3]); __builtin___strcpy_chk(b, "xy", 8); CHECK(!b[2]);',
    "string builtins": 'char b[8]; __builtin_strncpy(b, "abc", 2); CHECK(b[1] == 98); __builtin_bzero(b, 2);'
    'CHECK(!b[0] && __builtin_strlen("abc") == 3 && __builtin_strchr(b, 0) == b && !__builtin_memcmp(b, b, 2));',
    "hints": "int x = 3; CHECK(__builtin_expect(x, 0) == 3); int *p = __builtin_assume_aligned(&x, 4); CHECK(*p == 3);"
    "__builtin_prefetch(p); CHECK(__builtin_expect_with_probability(x, 1, 0.5) == 3);",
    "constants": "int x = 3; CHECK(__builtin_constant_p(3) && !__builtin_constant_p(x));"
    "CHECK(__builtin_constant_p(2 + 3));",
    "object sizes": "int x[2]; char *p = (char *)x; CHECK(__builtin_object_size(p, 0) == (size_t)-1);"
    "CHECK(__builtin_object_size(p, 2) == 0);",
    "types": "CHECK(__builtin_types_compatible_p(int, int) && !__builtin_types_compatible_p(int, long));",
}

REFUSED = {
    "an unknown builtin": ("__builtin_return_address(0);", "__builtin_return_address is not supported"),
    "a frame address": ("__builtin_frame_address(0);", "__builtin_frame_address is not supported"),
    "a format that is not constant": (
        "int x; extern char *format(void); scanf(format(), &x);",
        "the format of scanf is not constant",
    ),
    "a list of scanf": ('extern int __isoc99_vscanf(const char *, void *); __isoc99_vscanf("%d", 0);', "vscanf"),
    "a format without its argument": ('char b[9]; sprintf(b, "%d %s", 1);', "the argument for %s is missing"),
    "snprintf with %n": ('char b[9]; int x; snprintf(b, 9, "%n", &x);', "%n"),
    "a checked format": (
        'extern int __sprintf_chk(char *, int, size_t, const char *, ...); char b[9]; __sprintf_chk(b, 1, 9, "a");',
        "__sprintf_chk is not supported",
    ),
    "strptime": ('extern char *strptime(); struct tm t; strptime("1", "%d", &t);', "strptime is not supported"),
    "qsort": (
        "int x[2]; extern int c(const void *, const void *); qsort(x, 2, 4, c);",
        "c may have effects, and how often qsort calls it",
    ),
    "bsearch": (
        "int x[2]; extern int c(const void *, const void *); bsearch(x, x, 2, 4, c);",
        "c may have effects, and how often bsearch calls it",
    ),
    "signal": ("extern void (*signal(int, void (*)(int)))(int); signal(2, 0);", "signal is not supported"),
    "system": ('system("true");', "system is not supported: it changes where"),
    "raise": ("extern int raise(int); raise(6);", "raise is not supported"),
    "tgamma": ("extern double tgamma(double); double x = tgamma(2.0);", "tgamma is not supported"),
    "printf with %n": ('int x; printf("%d%n", 1, &x);', "%n"),
    "an unknown format": ("int x; extern char *format(void); printf(format(), &x);", "%n"),
    "scanf through a pointer": ('int x; int (*f)(const char *, ...) = scanf; f("%d", &x);', "format of scanf"),
    "another strchr": ("struct s { int x; } y; extern int strlcpy(struct s); strlcpy(y);", "strlcpy is not used as"),
}

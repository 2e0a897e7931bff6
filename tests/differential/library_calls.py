"""Calls of library functions by a C program that has both: the machine's functions, and the models under their names.

What the standard leaves open is compared as far as it goes: the sign of a comparison, whether a character is a letter.
The program ends with the number of calls, and tells each difference on a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_INCLUDED: Final = re.compile(r'^#include "(\w+\.[ch])"\n', re.MULTILINE)

HEAD: Final = r"""
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>
#undef strtol
#undef strtoll
#undef strtoul
#undef strtoull
static unsigned long long state = SEED;
static unsigned next(unsigned below) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33) % below;
}
typedef size_t assay_size;
typedef ptrdiff_t assay_difference;
static int __assay_any(void) { return (int)next(3) - 1; }
static long __assay_any_long(void) { return (long)next(3); }
static int __assay_input(void) { return (int)next(300) - 20; }
static long __assay_input_long(void) { return (long)next(1000); }
static unsigned char __assay_byte(void) { return (unsigned char)next(256); }
/* A number of which the model knows bounds is what the machine's function returns: it must lie between them. */
static double answer;
static int bounded, outside;
static double __assay_any_double(void) { return answer; }
static void __assay_assume(int condition) { if (bounded && !condition) outside++; }
static void __assay_too_many(void) { abort(); }
static void __assay_not_handed(void) { abort(); }
static int *__assay_errno(void) { return &errno; }
static void __assay__Exit(int code) { exit(code); }
"""

SUPPORT: Final = r"""
static unsigned long calls, differences;
static char texts[4][64], copies[4][64];
static int sign(int value) { return (value > 0) - (value < 0); }
/* A text of few different bytes, so that things are found in it; the rest of its room is filled. */
static char *text(int which) {
  static const char *const kinds[] = {"ab", "aAbB ,", "0123456789", " +-0x19afzZ", "\xff\x80" "a\t\n"};
  const char *kind = kinds[next(5)];
  unsigned length = next(3) ? next(8) : next(40), i;
  for (i = 0; i < 64; i++) texts[which][i] = (char)(next(255) + 1);
  for (i = 0; i < length; i++) texts[which][i] = kind[next((unsigned)strlen(kind))];
  texts[which][length] = texts[which][63] = 0;
  return texts[which];
}
/* The same room as wide characters. */
#define WIDE(which) ((wchar_t *)texts[which])
static wchar_t *wide(int which) {
  unsigned length = next(12), i;
  for (i = 0; i < 16; i++) WIDE(which)[i] = next(8) ? (wchar_t)(next(3) - 1 ? next(4) + 97 : next(0xffffffff)) | 1 : 98;
  WIDE(which)[length] = WIDE(which)[15] = 0;
  return WIDE(which);
}
static char *number(int which) {
  static const char *const starts[] = {"", " ", "-", "+", "\t -", "0x", "-0X", "0", "- ", "\n"};
  static const char *const digits[] = {"0123456789", "01", "0123456789abcdefABCDEF", "78zZ9", "9"};
  const char *kind = digits[next(5)];
  unsigned length = next(4) ? next(6) : next(30), i, at;
  static const char *const limits[] = {"9223372036854775807", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "2147483647", "2147483648", "7fffffffffffffff", "8000000000000000", "ffffffffffffffff"};
  text(which);
  if (!next(3)) {
    strcpy(texts[which], next(2) ? "-" : "");
    strcat(texts[which], limits[next(9)]);
    return texts[which];
  }
  strcpy(texts[which], starts[next(10)]);
  at = (unsigned)strlen(texts[which]);
  for (i = 0; i < length; i++) texts[which][at + i] = kind[next((unsigned)strlen(kind))];
  strcpy(texts[which] + at + length, next(2) ? "" : "x1");
  return texts[which];
}
static void keep(void) { memcpy(copies, texts, sizeof texts); }
static void swap(void) {
  char other[4][64];
  memcpy(other, texts, sizeof texts);
  memcpy(texts, copies, sizeof texts);
  memcpy(copies, other, sizeof texts);
}
static void same(const char *name, long long real, long long model) {
  calls++;
  if (real != model || memcmp(copies, texts, sizeof texts)) {
    if (differences++ < 20) printf("%s: %lld, not %lld\n", name, model, real);
  }
}
/* A number with a point, most of the time. */
static char *real(int which) {
  static const char *const starts[] = {"", " ", "-", "+", "\t-", "0x", "-0X", "-0x.", ".", "."};
  static const char *const words[] = {"inf", "-INFINITY", "nan", "NaN(1a_)", "nan(", "infinit", "0x", "1e", "1e+", ".",
    "767.98638972725608", "5180705.21231154209"};  /* two roundings are one too many */
  static const char *const ends[] = {"", "e5", "E-3", "e+22x", "e-22", "p3", "P-70", "e40", "e-330", "e99999999999"};
  unsigned i, at, whole = next(12), all = whole + next(next(4) ? 12 : 30);
  text(which);
  if (!next(8)) return strcpy(texts[which], words[next(12)]);
  strcpy(texts[which], starts[next(10)]);
  for (at = (unsigned)strlen(texts[which]), i = 0; i < all; i++) {
    if (i == whole) texts[which][at++] = '.';
    texts[which][at++] = next(9) ? "0123456789"[next(10)] : "00000000af"[next(10)];
  }
  strcpy(texts[which] + at, ends[next(10)]);
  return texts[which];
}
#define ABOVE(number) if (number <= 0) number = 0 - number
#define PLACE(pointer) ((pointer) ? (long long)((char *)(pointer) - (char *)texts) : -1)
/* Both on the same texts: first the machine's function, then the model. */
#define BOTH(name, real, model) do { long long real_, model_; keep(); real_ = (long long)(real); swap(); \
  model_ = (long long)(model); same(name, real_, model_); } while (0)
#define BYTE ((int)(next(2) ? "ab0 "[next(4)] : (char)next(256)))
static int by_value(const void *left, const void *right) {
  return sign(*(const unsigned char *)left - *(const unsigned char *)right);
}
static int by_int(const void *left, const void *right) {
  int first = *(const int *)left, second = *(const int *)right;
  return (first > second) - (first < second);
}
"""

# By name of the function: preparations, the call NAME(...), which may be made twice, and what of its result is compared
# (R is the result).
CALLS: Final[Mapping[str, tuple[str, str, str]]] = {
    **{
        name: ("int c = (int)next(257) - 1;", f"NAME_{name}(c)", "!!(R)")
        for name in (
            *("isdigit", "isxdigit", "isupper", "islower", "isalpha", "isalnum", "isspace", "isblank", "isprint"),
            *("isgraph", "iscntrl", "ispunct", "isascii"),
        )
    },
    **{name: ("int c = (int)next(257) - 1;", f"NAME_{name}(c)", "R") for name in ("toupper", "tolower", "toascii")},
    **{
        name: ("size_t n = next(30); char *a = text(0), *b = text(1);", f"NAME_{name}(a, b, n)", "PLACE(R)")
        for name in ("mempcpy", "strncpy", "stpncpy")
    },
    "memmove": (
        "size_t n = next(20), i = next(30), j = next(30); text(0);",
        "NAME_memmove(texts[0] + i, texts[0] + j, n)",
        "PLACE(R)",
    ),
    "bcopy": (
        "size_t n = next(20), i = next(30), j = next(30); text(0);",
        "(NAME_bcopy(texts[0] + i, texts[0] + j, n), 0)",
        "R",
    ),
    "bzero": ("size_t n = next(20); text(0);", "(NAME_bzero(texts[0], n), 0)", "R"),
    "explicit_bzero": ("size_t n = next(20); text(0);", "(NAME_explicit_bzero(texts[0], n), 0)", "R"),
    "memccpy": (
        "size_t n = next(40); int c = BYTE; text(0); text(1);",
        "NAME_memccpy(texts[0], texts[1], c, n)",
        "PLACE(R)",
    ),
    "swab": ("ssize_t n = next(40); text(0); text(1);", "(NAME_swab(texts[0], texts[1], n), 0)", "R"),
    **{
        name: (
            "size_t n = next(40); text(0); text(1); if (next(2)) strcpy(texts[1], texts[0]);",
            f"NAME_{name}(texts[0], texts[1], n)",
            "sign(R)" if name != "bcmp" else "!!(R)",
        )
        for name in ("memcmp", "bcmp", "strncmp", "strncasecmp")
    },
    **{
        name: (
            "text(0); text(1); if (next(2)) strcpy(texts[1], texts[0]);",
            f"NAME_{name}(texts[0], texts[1])",
            "sign(R)",
        )
        for name in ("strcmp", "strcasecmp", "strcoll")
    },
    **{
        name: ("size_t n = next(40); int c = BYTE; text(0);", f"NAME_{name}(texts[0], c, n)", "PLACE(R)")
        for name in ("memchr", "memrchr")
    },
    "rawmemchr": ("text(0); int c = texts[0][next(40)];", "NAME_rawmemchr(texts[0], c)", "PLACE(R)"),
    "memmem": (
        "size_t n = next(40), k = next(4); text(0); text(1); if (next(2)) memcpy(texts[1], texts[0] + next(30), 4);",
        "NAME_memmem(texts[0], n, texts[1], k)",
        "PLACE(R)",
    ),
    **{
        name: (f"size_t n = next({most}); wide(0); wide(1);", f"NAME_{name}(WIDE(0), WIDE(1), n)", "PLACE(R)")
        for name, most in (("wmemcpy", 17), ("wmempcpy", 17), ("wcsncpy", 17))
    },
    "wmemmove": (
        "size_t n = next(8), i = next(8), j = next(8); wide(0);",
        "NAME_wmemmove(WIDE(0) + i, WIDE(0) + j, n)",
        "PLACE(R)",
    ),
    "wmemset": (
        "size_t n = next(17); wchar_t c = (wchar_t)next(0xffffffff); wide(0);",
        "NAME_wmemset(WIDE(0), c, n)",
        "PLACE(R)",
    ),
    "wcslen": ("wide(0);", "NAME_wcslen(WIDE(0))", "R"),
    "wcsnlen": ("size_t n = next(17); wide(0);", "NAME_wcsnlen(WIDE(0), n)", "R"),
    **{name: ("wide(0); wide(1);", f"NAME_{name}(WIDE(0), WIDE(1))", "PLACE(R)") for name in ("wcscpy", "wcpcpy")},
    "wcscat": (
        "wide(0); wide(1); WIDE(0)[next(4)] = WIDE(1)[next(7)] = 0;",
        "NAME_wcscat(WIDE(0), WIDE(1))",
        "PLACE(R)",
    ),
    "wcsncat": (
        "size_t n = next(7); wide(0); wide(1); WIDE(0)[next(4)] = 0;",
        "NAME_wcsncat(WIDE(0), WIDE(1), n)",
        "PLACE(R)",
    ),
    "wcscmp": ("wide(0); wide(1); if (next(2)) wcscpy(WIDE(1), WIDE(0));", "NAME_wcscmp(WIDE(0), WIDE(1))", "sign(R)"),
    **{
        name: (
            "size_t n = next(17); wide(0); wide(1); if (next(2)) memcpy(texts[1], texts[0], next(65));",
            f"NAME_{name}(WIDE(0), WIDE(1), n)",
            "sign(R)",
        )
        for name in ("wcsncmp", "wmemcmp")
    },
    "wmemchr": (
        "size_t n = next(17); wide(0); wchar_t c = next(4) ? WIDE(0)[next(16)] : 98;",
        "NAME_wmemchr(WIDE(0), c, n)",
        "PLACE(R)",
    ),
    **{
        name: ("wide(0); wchar_t c = next(4) ? WIDE(0)[next(16)] : 98;", f"NAME_{name}(WIDE(0), c)", "PLACE(R)")
        for name in ("wcschr", "wcsrchr")
    },
    "strlen": ("text(0);", "NAME_strlen(texts[0])", "R"),
    "strnlen": ("size_t n = next(40); text(0);", "NAME_strnlen(texts[0], n)", "R"),
    **{
        name: (
            "text(0); text(1); texts[0][20] = 0;" if name.endswith("cat") else "text(0); text(1);",
            f"NAME_{name}(texts[0], texts[1])",
            "PLACE(R)",
        )
        for name in ("strcpy", "stpcpy", "strcat")
    },
    "strncat": (
        "size_t n = next(40); text(0); text(1); texts[0][20] = 0;",
        "NAME_strncat(texts[0], texts[1], n)",
        "PLACE(R)",
    ),
    **{
        name: ("int c = BYTE; text(0);", f"NAME_{name}(texts[0], c)", "PLACE(R)")
        for name in ("strchr", "strrchr", "strchrnul", "index", "rindex")
    },
    **{
        name: ("text(0); text(1); texts[1][next(4)] = 0;", f"NAME_{name}(texts[0], texts[1])", "R")
        for name in ("strspn", "strcspn")
    },
    **{
        name: ("text(0); text(1); texts[1][next(4)] = 0;", f"NAME_{name}(texts[0], texts[1])", "PLACE(R)")
        for name in ("strpbrk", "strstr", "strcasestr")
    },
    "strxfrm": (
        "size_t n = next(60); text(0); text(1); if (strlen(texts[1]) >= n) n = 64;",
        "NAME_strxfrm(texts[0], texts[1], n)",
        "R",
    ),
    "strsep": (
        "char *r; text(0); text(1); texts[1][next(4)] = 0;",
        "(r = texts[0], PLACE(NAME_strsep(&r, texts[1])) * 1000 + PLACE(r))",
        "R",
    ),
    "strtok_r": (
        "char *r; text(0); text(1); texts[1][next(4)] = 0;",
        "(r = texts[0] + 5, PLACE(NAME_strtok_r(texts[0], texts[1], &r)) * 1000 + PLACE(r))",
        "R",
    ),
    "strtok": (
        "long long a, b; text(0); text(1); texts[1][next(4)] = 0;",
        "(a = PLACE(NAME_strtok(texts[0], texts[1])), b = PLACE(NAME_strtok(NULL, texts[1])), "
        'a * 1000000 + b * 1000 + PLACE(NAME_strtok(NULL, ",b")))',
        "R",
    ),
    **{
        name: (
            "char *m; text(0);",
            f"(m = NAME_{name}({given}), m ? (int)strlen(m) * 1000 + m[0] + m[strlen(m) / 2] : -1)",
            "R",
        )
        for name, given in (("strdup", "texts[0]"), ("strndup", "texts[0], 7"))
    },
    **{name: ("number(0);", f"NAME_{name}(texts[0])", "R") for name in ("atoi", "atol", "atoll")},
    **{
        name: (
            "char *e; int b = (int)next(38); if (next(2)) b = 10; number(0);",
            f"(e = texts[0] + 1, errno = 0, v = (long long)NAME_{name}(texts[0], &e, b), "
            "v ^ (PLACE(e) * 1000 + errno) << 20)",
            "R",
        )
        for name in ("strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax", "strtoq", "strtouq")
    },
    **{
        name: (
            f"char *e; double d; real(0); answer = {name}(texts[0], NULL); bounded = 1; ABOVE(answer);",
            f"(e = texts[0] + 1, d = NAME_{name}(texts[0]{end}), memcpy(&v, &d, 8), "
            "d != d ? PLACE(e) : v + PLACE(e) * 3 + outside * 77777ll)",
            "R",
        )
        for name, end in (("strtod", ", &e"), ("strtof", ", &e"))
    },
    "atof": (
        "double d; real(0); answer = strtod(texts[0], NULL); ABOVE(answer);",
        "(d = NAME_atof(texts[0]), memcpy(&v, &d, 8), d != d ? 1 : v)",
        "bounded = 0, R",
    ),
    **{
        name: ("unsigned w = next(70) << next(24);", f"NAME_{name}(w)", "R")
        for name in ("htonl", "ntohl", "htons", "ntohs")
    },
    **{
        name: (
            "long w = (long)(next(2) ? next(9) - 4u : next(2000000000u) * (next(2) ? 1u : -1u));",
            f"NAME_{name}({cast}w)",
            "R",
        )
        for name, cast in (("abs", "(int)"), ("labs", ""), ("llabs", ""), ("imaxabs", ""))
    },
    **{
        name: ("long w = next(2) ? (long)next(70) << next(24) : 0;", f"NAME_{name}(w)", "R")
        for name in ("ffs", "ffsl", "ffsll")
    },
    **{
        name: (
            f"{made} a = ({made})(next(2000) - 1000u), b = ({made})(next(30) + 1) * (next(2) ? 1 : -1);",
            f"({{ __typeof__(NAME_{name}(a, b)) d = NAME_{name}(a, b); d.quot * 1000ll + (long long)d.rem; }})",
            "R",
        )
        for name, made in (("div", "int"), ("ldiv", "long"), ("lldiv", "long long"), ("imaxdiv", "long long"))
    },
    **{
        name: (f"size_t n = next({40 // size});text(0);", f"(NAME_{name}(texts[0], n, {size}, {order}), 0)", "R")
        for name, size, order in (("qsort", 1, "by_value"), ("qsort_4", 4, "by_int"))
    },
    "bsearch": (
        "size_t n = next(20); unsigned char c = (unsigned char)BYTE; text(0); qsort(texts[0], n, 1, by_value);",
        "NAME_bsearch(&c, texts[0], n, 1, by_value)",
        "(R) ? *(unsigned char *)(R) : -1",
    ),
}
# Models of one function for elements of one size.
REAL: Final = {"qsort_4": "qsort"}


# Pieces of formats, made at random: what is printed, and what is read from a string.
FORMATS: Final = r"""
static void print(void) {
  char format[40], real[64], model[64];
  static const char *const lengths[] = {"hh", "h", "", "l", "ll", "z", "j"};
  int kind = (int)next(8), at, i, width = (int)next(12) - 4, one, other, size = next(3) ? 64 : (int)next(12);
  long long value = next(2) ? (int)next(7) - 3 : (long long)next(2000000000u) * (next(2) ? 1 : -3000000000ll);
  const char *length = lengths[next(7)];
  strcpy(format, "<%");
  for (at = 2, i = (int)next(3); i; i--) format[at++] = "-+ #0"[next(kind < 6 ? 5 : 1)];
  format[at] = 0;
  if (next(2)) at += sprintf(format + at, "%u", next(12) + 1);
  if (kind != 6 && next(2)) at += sprintf(format + at, ".%u", next(9));
  memset(real, 7, 64);
  memset(model, 7, 64);
  if (kind == 7) {
    strcpy(format + at, "s>%*d");
    one = snprintf(real, (size_t)size, format, text(0), width, 5);
    other = model_snprintf(model, (size_t)size, format, texts[0], width, 5);
  } else if (kind == 6) {
    strcpy(format + at, "c>%%");
    one = snprintf(real, (size_t)size, format, 'x');
    other = model_snprintf(model, (size_t)size, format, 'x');
  } else {
    strcpy(format + at, length);
    at = (int)strlen(format);
    format[at] = "diuxXo"[kind];
    strcpy(format + at + 1, ">");
    if (strcmp(length, "hh") && strcmp(length, "h") && *length) {
      one = snprintf(real, (size_t)size, format, value);
      other = model_snprintf(model, (size_t)size, format, value);
    } else {
      one = snprintf(real, (size_t)size, format, (int)value);
      other = model_snprintf(model, (size_t)size, format, (int)value);
    }
  }
  calls++;
  if ((one != other || memcmp(real, model, 64)) && differences++ < 20)
    printf("%s of %d bytes: %d \"%s\", not %d \"%s\"\n", format, size, other, model, one, real);
}
static void scan(void) {
  static const char *const formats[] = {"%d", "%i", "%u", "%x", "%o", "%ld", "%lld", "%3d%d", "%hhd %hd", "%d,%d",
    "%*d %d", "x%d", " %2i%i", "%lu", "%llx"};
  const char *format = formats[next(15)];
  long long one[3] = {0, 0, 0}, other[3] = {0, 0, 0};
  int real, model;
  char word[2][64];
  number(0);
  if (next(2)) strcat(strcat(texts[0], next(2) ? "," : " "), next(2) ? "12" : "-7 3");
  memset(word, 7, sizeof word);
  /* A prefix without digits is left open. */
  if (strpbrk(texts[0], "xX")) format = strpbrk(texts[0], "xX")[1] == '1' ? "%i" : "%d";
  if (next(4)) {
    real = sscanf(texts[0], format, one, one + 1, one + 2);
    model = model_sscanf(texts[0], format, other, other + 1, other + 2);
  } else {
    format = next(2) ? "%5s%2c" : "%s %c";
    real = sscanf(text(0), format, word[0], word[0] + 50);
    model = model_sscanf(texts[0], format, word[1], word[1] + 50);
  }
  calls++;
  if ((real != model || memcmp(one, other, sizeof one) || memcmp(word[0], word[1], 64)) && differences++ < 20)
    printf("%s of \"%s\": %d %lld %lld, not %d %lld %lld\n", format, texts[0], model, other[0], other[1], real, one[0],
           one[1]);
}
"""


def formatted(text: str) -> str:
    """The functions with formats of a harness, under other names."""
    words = "".join(f"#define ASSAY_{name} static\n" for name in ("HIDDEN", "CHECKED", "OWN"))
    words += "#define __VERIFIER_assume(c) __assay_assume(c)\n"
    words += "typedef unsigned long long assay_value;\n"
    words += "static void assay_put(char *to, assay_value v, unsigned n) { memcpy(to, &v, n); }\n"
    for name in ("vsnprintf", "vsprintf", "snprintf", "sprintf", "sscanf", "fscanf", "scanf"):
        text = text.replace(f" {name}(", f" model_{name}(")
    return words + text


def driver(models: str, seed: int, rounds: int, names: frozenset[str]) -> str:
    """A C program that makes ``rounds`` calls of each of these functions, on its own and the machine's."""
    parts = [
        f"#define SEED {seed}ull",
        HEAD,
        models,
        SUPPORT,
        FORMATS,
        "int main(void) {",
        f"  for (int round = 0; round < {rounds}; round++) {{",
    ]
    for name, (before, call, compared) in CALLS.items():
        if name not in names:
            continue
        real, model = (
            call.replace(f"NAME_{name}", REAL.get(name, name)),
            call.replace(f"NAME_{name}", f"__assay_{name}"),
        )
        kept = f"#define KEPT(R) ({compared})\n"
        both = f'BOTH("{name}", KEPT({real}), KEPT({model}));'
        parts.append(f"{kept}    {{ long long v = 0; (void)v; {before} {both} }}\n#undef KEPT")
    parts.append("    print(); scan();")
    parts.append('  }\n  printf("%lu calls, %lu differences\\n", calls, differences);\n  return differences != 0;\n}\n')
    return "\n".join(parts)


def joined(texts: Mapping[str, str]) -> str:
    """The files of models as one text, each behind those that it includes."""
    done: dict[str, None] = {}

    def add(file: str) -> None:
        for other in _INCLUDED.findall(texts[file]):
            add(other)
        done[file] = None

    for file in texts:
        add(file)
    bodies = [_INCLUDED.sub("", texts[file]).replace("#pragma once\n", "") for file in done if file.endswith(".c")]
    return "\n".join(bodies)

"""Functions of the C library, written in C: what is read for a call of one that the program does not define.

Each call reads its own copy, so what one call points to is not mixed with what another does.  ``__assay_any`` is a
value that the standard leaves open, such as how far from zero ``strcasecmp`` is, ``__assay_byte`` any byte; beyond
``__assay_too_many`` the model does not go.  The text is one that needs no source:
no ``for`` with missing parts, no macro of the program.  ``BUILTINS`` are those of gcc's builtins that are generic in
their types, as macros: with one thread, an atomic operation is the operation.
"""

from __future__ import annotations

import re
from typing import Final

from assay.frontends.c.text.headers import FOLDER

PREFIX: Final = "__assay_"
ANY_VALUES: Final = (f"{PREFIX}any", f"{PREFIX}any_long", f"{PREFIX}byte")
TOO_MANY: Final = f"{PREFIX}too_many"
FINISH: Final = "assay_finish"  # runs what atexit registered
FILE: Final = f"{FOLDER}/assay-library.h"

_ENDINGS: Final = f"""
extern void {TOO_MANY}(void);
static void (*assay_handlers[16])(void);
static unsigned assay_registered;
static int __assay_atexit(void (*handler)(void)) {{
  if (assay_registered == 16) {TOO_MANY}();
  assay_handlers[assay_registered] = handler;
  assay_registered++;
  return 0;
}}
static void {FINISH}(void) {{
  while (assay_registered) {{
    assay_registered--;
    assay_handlers[assay_registered]();
  }}
}}
"""
_BLOCKS: Final = """
typedef __SIZE_TYPE__ assay_size;
extern int __assay_any(void);
extern long __assay_any_long(void);
static void *__assay_mempcpy(void *to, const void *from, assay_size count) {
  assay_size i = 0;
  while (i < count) { ((char *)to)[i] = ((const char *)from)[i]; i++; }
  return (char *)to + count;
}
static void __assay_bzero(void *to, assay_size count) {
  assay_size i = 0;
  while (i < count) { ((char *)to)[i] = 0; i++; }
}
static void __assay_explicit_bzero(void *to, assay_size count) {
  assay_size i = 0;
  while (i < count) { ((char *)to)[i] = 0; i++; }
}
static void __assay_bcopy(const void *from, void *to, assay_size count) {
  const char *source = from; char *target = to; assay_size i = 0;
  if (target <= source) while (i < count) { target[i] = source[i]; i++; }
  else while (count) { count--; target[count] = source[count]; }
}
static void *__assay_memccpy(void *to, const void *from, int stop, assay_size count) {
  const char *source = from; char *target = to; assay_size i = 0;
  while (i < count) {
    target[i] = source[i];
    if (target[i] == (char)stop) return target + i + 1;
    i++;
  }
  return (void *)0;
}
static void *__assay_memchr(const void *where, int wanted, assay_size count) {
  const unsigned char *text = where; assay_size i = 0;
  while (i < count) { if (text[i] == (unsigned char)wanted) return (void *)(text + i); i++; }
  return (void *)0;
}
static void *__assay_memrchr(const void *where, int wanted, assay_size count) {
  const unsigned char *text = where;
  while (count) { count--; if (text[count] == (unsigned char)wanted) return (void *)(text + count); }
  return (void *)0;
}
static void *__assay_rawmemchr(const void *where, int wanted) {
  const unsigned char *text = where;
  while (*text != (unsigned char)wanted) text++;
  return (void *)text;
}
static int __assay_bcmp(const void *left, const void *right, assay_size count) {
  const char *first = left, *second = right; assay_size i = 0; int result = __assay_any();
  while (i < count) { if (first[i] != second[i]) return result ? result : 1; i++; }
  return 0;
}
static void __assay_swab(const void *from, void *to, __PTRDIFF_TYPE__ count) {
  const char *source = from; char *target = to; __PTRDIFF_TYPE__ i = 0; char first;
  while (i + 1 < count) { first = source[i]; target[i] = source[i + 1]; target[i + 1] = first; i += 2; }
}
"""
_COMPETITION: Final = """
extern unsigned char __assay_byte(void);
static void __assay___VERIFIER_nondet_memory(void *to, assay_size count) {
  assay_size i = 0;
  while (i < count) { ((unsigned char *)to)[i] = __assay_byte(); i++; }
}
"""
_STRINGS: Final = """
static assay_size __assay_strnlen(const char *text, assay_size most) {
  assay_size i = 0;
  while (i < most) { if (!text[i]) return i; i++; }
  return i;
}
static char *__assay_stpcpy(char *to, const char *from) {
  assay_size i = 0;
  while (from[i]) { to[i] = from[i]; i++; }
  to[i] = 0;
  return to + i;
}
static char *__assay_strncpy(char *to, const char *from, assay_size count) {
  assay_size i = 0;
  while (i < count) { to[i] = from[i]; i++; if (!to[i - 1]) break; }
  while (i < count) { to[i] = 0; i++; }
  return to;
}
static char *__assay_stpncpy(char *to, const char *from, assay_size count) {
  assay_size i = 0, end;
  while (i < count) { to[i] = from[i]; if (!to[i]) break; i++; }
  end = i;
  while (i < count) { to[i] = 0; i++; }
  return to + end;
}
static char *__assay_strcat(char *to, const char *from) {
  assay_size end = 0, i = 0;
  while (to[end]) end++;
  while (from[i]) { to[end + i] = from[i]; i++; }
  to[end + i] = 0;
  return to;
}
static char *__assay_strncat(char *to, const char *from, assay_size count) {
  assay_size end = 0, i = 0;
  while (to[end]) end++;
  while (i < count) { if (!from[i]) break; to[end + i] = from[i]; i++; }
  to[end + i] = 0;
  return to;
}
static assay_size __assay_strlcpy(char *to, const char *from, assay_size size) {
  assay_size length = 0;
  while (from[length]) { if (length + 1 < size) to[length] = from[length]; length++; }
  if (size) to[length < size ? length : size - 1] = 0;
  return length;
}
static assay_size __assay_strlcat(char *to, const char *from, assay_size size) {
  assay_size end = 0, i = 0;
  while (end < size) { if (!to[end]) break; end++; }
  while (from[i]) { if (end + i + 1 < size) to[end + i] = from[i]; i++; }
  if (end < size) to[end + i < size ? end + i : size - 1] = 0;
  return end + i;
}
static char *__assay_strchr(const char *text, int wanted) {
  while (*text != (char)wanted) { if (!*text) return (char *)0; text++; }
  return (char *)text;
}
static char *__assay_index(const char *text, int wanted) {
  while (*text != (char)wanted) { if (!*text) return (char *)0; text++; }
  return (char *)text;
}
static char *__assay_strchrnul(const char *text, int wanted) {
  while (*text) { if (*text == (char)wanted) break; text++; }
  return (char *)text;
}
static char *__assay_strrchr(const char *text, int wanted) {
  const char *found = (const char *)0;
  while (1) { if (*text == (char)wanted) found = text; if (!*text) break; text++; }
  return (char *)found;
}
static char *__assay_rindex(const char *text, int wanted) {
  const char *found = (const char *)0;
  while (1) { if (*text == (char)wanted) found = text; if (!*text) break; text++; }
  return (char *)found;
}
static assay_size __assay_strspn(const char *text, const char *set) {
  assay_size i = 0, k;
  while (text[i]) { k = 0; while (set[k]) { if (set[k] == text[i]) break; k++; } if (!set[k]) break; i++; }
  return i;
}
static assay_size __assay_strcspn(const char *text, const char *set) {
  assay_size i = 0, k;
  while (text[i]) { k = 0; while (set[k]) { if (set[k] == text[i]) break; k++; } if (set[k]) break; i++; }
  return i;
}
static char *__assay_strpbrk(const char *text, const char *set) {
  assay_size k;
  while (*text) { k = 0; while (set[k]) { if (set[k] == *text) return (char *)text; k++; } text++; }
  return (char *)0;
}
static char *__assay_strstr(const char *text, const char *part) {
  assay_size k;
  while (1) {
    k = 0;
    while (part[k]) { if (text[k] != part[k]) break; k++; }
    if (!part[k]) return (char *)text;
    if (!*text) return (char *)0;
    text++;
  }
}
static char *__assay_strsep(char **rest, const char *set) {
  char *start = *rest, *text; assay_size k;
  if (!start) return (char *)0;
  text = start;
  while (*text) {
    k = 0;
    while (set[k]) { if (set[k] == *text) { *text = 0; *rest = text + 1; return start; } k++; }
    text++;
  }
  *rest = (char *)0;
  return start;
}
static char *__assay_strdup(const char *text) {
  assay_size length = 0, i = 0; char *made;
  while (text[length]) length++;
  made = __builtin_malloc(length + 1);
  while (i <= length) { made[i] = text[i]; i++; }
  return made;
}
static char *__assay_strndup(const char *text, assay_size most) {
  assay_size length = 0, i = 0; char *made;
  while (length < most) { if (!text[length]) break; length++; }
  made = __builtin_malloc(length + 1);
  while (i < length) { made[i] = text[i]; i++; }
  made[i] = 0;
  return made;
}
static int __assay_strcasecmp(const char *left, const char *right) {
  assay_size i = 0; int first, second, result = __assay_any();
  while (1) {
    first = (unsigned char)left[i]; second = (unsigned char)right[i];
    if (first >= 'A' && first <= 'Z') first += 32;
    if (second >= 'A' && second <= 'Z') second += 32;
    if (first < second) return result < 0 ? result : -1;
    if (first > second) return result > 0 ? result : 1;
    if (!first) return 0;
    i++;
  }
}
static int __assay_strncasecmp(const char *left, const char *right, assay_size count) {
  assay_size i = 0; int first, second, result = __assay_any();
  while (i < count) {
    first = (unsigned char)left[i]; second = (unsigned char)right[i];
    if (first >= 'A' && first <= 'Z') first += 32;
    if (second >= 'A' && second <= 'Z') second += 32;
    if (first < second) return result < 0 ? result : -1;
    if (first > second) return result > 0 ? result : 1;
    if (!first) return 0;
    i++;
  }
  return 0;
}
"""
_NUMBERS: Final = """
static long __assay_time(long *result) {
  long now = __assay_any_long();
  if (result) *result = now;
  return now;
}
static int __assay_ffs(int value) { return __builtin_ffs(value); }
static int __assay_ffsl(long value) { return __builtin_ffsl(value); }
static int __assay_ffsll(long long value) { return __builtin_ffsll(value); }
static int __assay_toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
static int __assay_tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
static int __assay_toascii(int c) { return c & 127; }
static int __assay_isascii(int c) { return !(c & ~127); }
"""
_CLASSES: Final = {
    "isdigit": "c >= '0' && c <= '9'",
    "isxdigit": "(c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')",
    "isupper": "c >= 'A' && c <= 'Z'",
    "islower": "c >= 'a' && c <= 'z'",
    "isalpha": "(c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')",
    "isalnum": "(c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')",
    "isspace": "c == ' ' || (c >= 9 && c <= 13)",
    "isblank": "c == ' ' || c == 9",
    "isprint": "c >= 32 && c <= 126",
    "isgraph": "c >= 33 && c <= 126",
    "iscntrl": "(c >= 0 && c <= 31) || c == 127",
    "ispunct": "(c >= 33 && c <= 47) || (c >= 58 && c <= 64) || (c >= 91 && c <= 96) || (c >= 123 && c <= 126)",
}
_PARSED: Final = {"atoi": ("int", "long"), "atol": ("long", "long"), "atoll": ("long long", "long long")}


def _class_of(name: str, test: str) -> str:
    return (
        f"static int __assay_{name}(int c) {{ int result = __assay_any(); "
        f"if ({test}) return result ? result : 1; return 0; }}\n"
    )


def _parser(name: str, result: str, wide: str) -> str:
    """As glibc: the value is clamped to the wide type, then converted."""
    most = f"(unsigned {wide})(~(unsigned {wide})0 >> 1)"
    return f"""
static {result} __assay_{name}(const char *text) {{
  unsigned {wide} value = 0, digit, most = {most}; int negative = 0;
  while (*text == ' ' || (*text >= 9 && *text <= 13)) text++;
  if (*text == '-') {{ negative = 1; most++; text++; }} else if (*text == '+') text++;
  while (*text >= '0' && *text <= '9') {{
    digit = *text - '0';
    if (value > (most - digit) / 10) value = most; else value = value * 10 + digit;
    if (value == most) break;
    text++;
  }}
  return ({result})({wide})(negative ? -value : value);
}}
"""


LIBRARY: Final = (
    _ENDINGS
    + _BLOCKS
    + _COMPETITION
    + _STRINGS
    + _NUMBERS
    + "".join(_class_of(*found) for found in _CLASSES.items())
    + "".join(_parser(name, *types) for name, types in _PARSED.items())
)
WRITTEN: Final = frozenset(re.findall(rf"^static .*?{PREFIX}(\w+)\(", LIBRARY, re.MULTILINE))

_FETCH: Final = {
    "add": "assay_o + assay_v",
    "sub": "assay_o - assay_v",
    "and": "assay_o & assay_v",
    "or": "assay_o | assay_v",
    "xor": "assay_o ^ assay_v",
    "nand": "~(assay_o & assay_v)",
}
_TYPE: Final = "__typeof__(*(p))"
# Arithmetic on pointers counts bytes, as gcc's builtins do.
_INTEGER: Final = "__typeof__(__builtin_choose_expr(__builtin_classify_type(*(p)) == 5, (__UINTPTR_TYPE__)0, *(p)))"


def _update(name: str, parameters: str, work: str, result: str) -> str:
    return (
        f"#define {name}({parameters}) ({{ {_TYPE} volatile *assay_p = (p); {_INTEGER} assay_v = ({_INTEGER})(x), "
        f"assay_o = ({_INTEGER})*assay_p, assay_n = {work}; *assay_p = ({_TYPE})assay_n; ({_TYPE}){result}; }})\n"
    )


def _fetches() -> str:
    made = ""
    for name, work in _FETCH.items():
        for family, rest in (("__sync_", ", ..."), ("__atomic_", ", m")):
            infix = "_and_" if family == "__sync_" else "_"
            made += _update(f"{family}fetch{infix}{name}", f"p, x{rest}", work, "assay_o")
            made += _update(f"{family}{name}{infix}fetch", f"p, x{rest}", work, "assay_n")
    return made


def _swaps() -> str:
    keep = f"{_TYPE} volatile *assay_p = (p); {_TYPE} assay_v = ({_TYPE})(x), assay_o = *assay_p;"
    expect = (
        f"{_TYPE} volatile *assay_p = (p); {_TYPE} *assay_e = (e); {_TYPE} assay_v = VALUE, assay_o = *assay_p; "
        "(void)(w); (void)(m); (void)(f); _Bool assay_b = assay_o == *assay_e; "
        "if (assay_b) *assay_p = assay_v; else *assay_e = assay_o; assay_b;"
    )
    compare = (
        f"{_TYPE} volatile *assay_p = (p); {_TYPE} assay_x = ({_TYPE})(old), assay_v = ({_TYPE})(x), "
        "assay_o = *assay_p; if (assay_o == assay_x) *assay_p = assay_v;"
    )
    lines = (
        f"__sync_bool_compare_and_swap(p, old, x, ...) ({{ {compare} (_Bool)(assay_o == assay_x); }})",
        f"__sync_val_compare_and_swap(p, old, x, ...) ({{ {compare} assay_o; }})",
        f"__sync_lock_test_and_set(p, x, ...) ({{ {keep} *assay_p = assay_v; assay_o; }})",
        f"__sync_swap(p, x, ...) ({{ {keep} *assay_p = assay_v; assay_o; }})",
        "__sync_lock_release(p, ...) ((void)(*(p) = 0))",
        "__sync_synchronize(...) ((void)0)",
        f"__atomic_load_n(p, m) ({{ {_TYPE} volatile *assay_p = (p); (void)(m); *assay_p; }})",
        f"__atomic_load(p, r, m) ({{ {_TYPE} *assay_p = ({_TYPE} *)(p); (void)(m); *(r) = *assay_p; (void)0; }})",
        f"__atomic_store_n(p, x, m) ({{ {keep} (void)(m); *assay_p = assay_v; (void)0; }})",
        f"__atomic_store(p, x, m) ({{ {_TYPE} *assay_p = ({_TYPE} *)(p); (void)(m); *assay_p = *(x); (void)0; }})",
        f"__atomic_exchange_n(p, x, m) ({{ {keep} (void)(m); *assay_p = assay_v; assay_o; }})",
        f"__atomic_exchange(p, x, r, m) ({{ {_TYPE} *assay_p = ({_TYPE} *)(p); {_TYPE} assay_v = *(x); (void)(m); "
        "*(r) = *assay_p; *assay_p = assay_v; (void)0; })",
        f"__atomic_compare_exchange_n(p, e, x, w, m, f) ({{ {expect.replace('VALUE', f'({_TYPE})(x)')} }})",
        f"__atomic_compare_exchange(p, e, x, w, m, f) ({{ {expect.replace('VALUE', '*(x)')} }})",
        "__atomic_test_and_set(p, m) ({ volatile unsigned char *assay_p = (volatile unsigned char *)(p); (void)(m); "
        "_Bool assay_o = *assay_p; *assay_p = 1; assay_o; })",
        "__atomic_clear(p, m) ({ (void)(m); *(volatile unsigned char *)(p) = 0; (void)0; })",
        "__atomic_thread_fence(m) ((void)(m))",
        "__atomic_signal_fence(m) ((void)(m))",
        *(
            f"__builtin_{name}_overflow_p(a, b, c) "
            f"({{ __typeof__((__typeof__(c))0) assay_r; __builtin_{name}_overflow((a), (b), &assay_r); }})"
            for name in ("add", "sub", "mul")
        ),
    )
    return "".join(f"#define {line}\n" for line in lines)


BUILTINS: Final = _fetches() + _swaps()
_MENTIONED: Final = re.compile(
    rb"\b(?:__sync_|__atomic_|__builtin_\w+_overflow_p\b|(?:__builtin_|_)?_*(?:%s)(?:_chk)?\b)"
    % ("|".join(sorted(WRITTEN)).encode())
)


def needed(text: bytes) -> bool:
    """May the program mean anything of this?"""
    return _MENTIONED.search(text) is not None

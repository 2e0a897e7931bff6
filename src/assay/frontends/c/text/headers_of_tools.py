"""The headers of other tools, in the words of the competition: no machine has them of itself."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

# How an assertion of a tool fails.
_CHECKED: Final = "((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))"

_KLEE: Final = f"""
#pragma once
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
extern void __VERIFIER_nondet_memory(void *, size_t);
static inline int klee_range(int begin, int end, const char *name) {{
  int chosen = __VERIFIER_nondet_int();
  __VERIFIER_assume(begin <= chosen && chosen < end);
  return chosen;
}}
#define klee_make_symbolic(memory, size, name) ((void)(name), __VERIFIER_nondet_memory(memory, size))
#define klee_int(name) ((void)(name), __VERIFIER_nondet_int())
#define klee_assume(condition) __VERIFIER_assume((condition) != 0)
#define klee_assert(condition) {_CHECKED}
#define klee_prefer_cex(memory, condition) ((void)0)
#define klee_warning(message) ((void)0)
#define klee_warning_once(message) ((void)0)
#define klee_print_expr(message, ...) ((void)0)
#define klee_open_merge() ((void)0)
#define klee_close_merge() ((void)0)
#define klee_silent_exit(code) exit(code)
"""
_SMACK: Final = """
#pragma once
#include <assert.h>
extern void __VERIFIER_error(void); extern void __VERIFIER_assume(int); extern void __VERIFIER_assert(int);
#define assume(condition) __VERIFIER_assume((condition) != 0)
#undef assert
#define assert(condition) {checked}
_Bool __VERIFIER_nondet_bool(void); void *__VERIFIER_nondet_pointer(void);
float __VERIFIER_nondet_float(void); double __VERIFIER_nondet_double(void);
{integers}
"""
_SEAHORN: Final = """
#pragma once
extern void __VERIFIER_error(void); extern void __VERIFIER_assume(int);
#define assume(condition) __VERIFIER_assume((condition) != 0)
#define sassert(condition) ((condition) ? (void)0 : __VERIFIER_error())
"""
_GOBLINT: Final = f"""
#pragma once
#include <assert.h>
extern void __VERIFIER_assume(int);
#define __goblint_check(condition) {_CHECKED}
#define __goblint_assert(condition) {_CHECKED}
#define __goblint_assume(condition) __VERIFIER_assume((condition) != 0)
"""


def _any_integers() -> str:
    """What SMACK calls any value of an integer type: by all names of C, and by short ones."""
    lines = []
    for size in ("char", "short", "int", "long", "long long"):
        short = size.replace(" ", "")
        longer = [f"{size} int"] if size not in ("char", "int") else []
        for sign, letter in (("", ""), ("signed", "s"), ("unsigned", "u")):
            made = f"{sign} {size}".strip()
            names = {f"{sign} {found}".strip().replace(" ", "_") for found in (size, *longer)}
            names |= {f"{letter}{short}"} | ({sign} if sign and size == "int" else set())
            lines.append(" ".join(f"{made} __VERIFIER_nondet_{name}(void);" for name in sorted(names)))
    return "\n".join(lines)


def _ranges() -> str:
    """Any value between two, of each type for which Frama-C has a name."""
    types = {"": "int", "char_": "char", "float_": "float", "double_": "double"}
    for size in ("char", "short", "int", "long", "long_long"):
        if size not in ("char", "int"):
            types[f"{size}_"] = size.replace("_", " ")
        types[f"unsigned_{size}_"] = f"unsigned {size}".replace("_", " ")
    lines = []
    for name, made in types.items():
        word = made.replace("long long", "longlong").replace("unsigned ", "u").replace(" ", "")
        lines.append(f"extern {made} __VERIFIER_nondet_{word}(void);")
        lines.append(
            f"#define Frama_C_{name}interval(least, greatest) ({{ \\\n"
            f"  {made} assay_least = (least), assay_greatest = (greatest); \\\n"
            f"  {made} assay_chosen = __VERIFIER_nondet_{word}(); \\\n"
            '  assay_least <= assay_greatest ? (void)0 : __assert_fail("order", __FILE__, __LINE__, __func__); \\\n'
            "  __VERIFIER_assume(assay_least <= assay_chosen && assay_chosen <= assay_greatest); \\\n"
            "  assay_chosen; })"
        )
    return "\n".join(lines)


_FRAMA_C: Final = f"""
#pragma once
#include <assert.h>
#include <stddef.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_nondet_memory(void *, size_t);
#define Frama_C_make_unknown(memory, size) __VERIFIER_nondet_memory(memory, size)
{_ranges()}
#define Frama_C_nondet(one, other) ({{ \\
  int assay_one = (one), assay_other = (other); \\
  __VERIFIER_nondet_int() ? assay_one : assay_other; }})
#define Frama_C_nondet_ptr(one, other) ({{ \\
  void *assay_one = (one), *assay_other = (other); \\
  __VERIFIER_nondet_int() ? assay_one : assay_other; }})
"""

TOOLS: Final = MappingProxyType(
    {
        "__fc_builtin.h": _FRAMA_C,
        "goblint.h": _GOBLINT,
        "klee/klee.h": _KLEE,
        "seahorn/seahorn.h": _SEAHORN,
        "smack.h": _SMACK.format(checked=_CHECKED, integers=_any_integers()),
    }
)

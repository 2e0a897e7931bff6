"""gcc's builtins that are generic in their types, as macros: with one thread, an atomic operation is the operation."""

from __future__ import annotations

import re
from typing import Final

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
    given = f"{_TYPE} volatile *assay_p = (p); {_TYPE} assay_v = ({_TYPE})(x)"
    keep = f"{given}, assay_o = *assay_p;"
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
        f"__atomic_store_n(p, x, m) ({{ {given}; (void)(m); *assay_p = assay_v; (void)0; }})",
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
_MENTIONED: Final = re.compile(rb"\b(?:__sync_|__atomic_|__builtin_\w+_overflow_p\b)")


def mentioned(text: bytes) -> bool:
    """May the program mean any of these?"""
    return _MENTIONED.search(text) is not None

"""Attributes, pragmas, sections, assembly and names of the linker: what is not known to be harmless is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.frontends.c import read_c
from assay.frontends.c.text.assembly import assembly
from assay.frontends.c.text.lexical import remarks

MAIN = "int main(void) { return f(); }\n"
G = "int g(void) { return 1; }\n"


def read(tmp_path: Path, text: str) -> None:
    source = tmp_path / "program.c"
    source.write_text(text)
    read_c(source)


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        (G + 'int f(void) __attribute__((alias("g")));\n' + MAIN, "attribute alias", (2, 28)),
        (G + 'static int f(void) __attribute__((__weakref__("g")));\n' + MAIN, "attribute weakref", (2, 35)),
        ("int f(void) __attribute__((weak));\n" + MAIN, "attribute weak", (1, 28)),
        ("__attribute__((optimize(3))) int f(void) { return 0; }\n" + MAIN, "attribute optimize", (1, 16)),
        ("int f(void) { int x __attribute__((vector_size(16))); return 0; }\n" + MAIN, "vector_size", (1, 36)),
        ("[[gnu::returns_twice]] int f(void);\n" + MAIN, "attribute returns_twice", (1, 3)),
        ("__attribute__((nonsense)) int f(void);\n" + MAIN, "attribute nonsense", (1, 16)),
        ("#define A(x) __attribute__((x))\nA(cold) int f(void);\n" + MAIN, "attribute x is a macro", (1, 29)),
        ("#define unused noreturn\n__attribute__((unused)) int f(void);\n" + MAIN, "unused is a macro", (2, 16)),
        ('#define N __attribute__((target("avx")))\nN int f(void) { return 0; }\n' + MAIN, "target", (2, 1)),
        ("#define P(a, b) a##b\nP(__attribute, __)((naked)) int f(void);\n" + MAIN, "pasted together", (1, 18)),
        ("typedef int v __attribute__((address_space(1)));\nint f(void);\n" + MAIN, "address_space", (1, 30)),
        (
            'int g(void);\nint (*p)(void) __attribute__((section(".init_array"))) = g;\nint f(void);\n' + MAIN,
            "attribute section",
            (2, 31),
        ),
        ("#pragma weak f = g\n" + G + "int f(void);\n" + MAIN, "pragma 'weak f = g'", (1, 1)),
        ("#pragma redefine_extname f g\nint f(void);\n" + MAIN, "pragma 'redefine_extname", (1, 1)),
        ('_Pragma("scalar_storage_order big-endian") int f(void);\n' + MAIN, "scalar_storage_order", (1, 1)),
        ("#pragma GCC push_options\nint f(void);\n" + MAIN, "pragma 'GCC push_options'", (1, 1)),
        ("#ifdef __has_attribute\n#endif\nint f(void);\n" + MAIN, "__has_attribute", (1, 8)),
        ("const char *d = __DATE__; int f(void);\n" + MAIN, "__DATE__", (1, 17)),
        ('__asm__(".globl f");\nint f(void);\n' + MAIN, "assembly outside of functions", (1, 1)),
        ('#define TOP asm("nop");\nTOP\nint f(void);\n' + MAIN, "assembly outside of functions", (2, 1)),
        (G + 'int f(void) __asm__("g");\n' + MAIN, "the name g in assembly for f", (2, 1)),
        (G + 'int h(void) __asm__("f");\nint h(void) { return 2; }\nint f(void);\n' + MAIN, "assembly for h", (3, 5)),
        ('int x asm("y"), f(void);\n' + MAIN, "the name y in assembly for x", (1, 5)),
        ('int f(void) { register int x asm("eax") = 1; return x; }\n' + MAIN, "bound to eax", (1, 28)),
        ('int f(void) { asm("nop"); return 0; }\n' + MAIN, "inline assembly", (1, 15)),
        ('int f(void) { asm goto("" :::: l); l: return 0; }\n' + MAIN, "inline assembly", (1, 15)),
        ('#define A(x) asm(x)\nint f(void) { A("nop"); return 0; }\n' + MAIN, "inline assembly", (2, 15)),
        ('int f(void) { int x; asm("" : "=r"(x)); return x; }\n' + MAIN, "inline assembly", (1, 22)),
        ('int f(void) { int x = 1; asm("" :: "r"(x++)); return x; }\n' + MAIN, "inline assembly", (1, 26)),
        ("extern int __start_tests[]; int f(void) { return __start_tests[0]; }\n" + MAIN, "linker", (1, 12)),
        (
            "extern inline __attribute__((always_inline)) int f(void) { return 1; }\nint f(void) { return 2; }\n"
            + MAIN,
            "two bodies",
            (2, 5),
        ),
        ("int x; __attribute__((pure)) int f(void) { return x++; }\n" + MAIN, "pure or const", (1, 34)),
        ("__attribute__((const)) int f(void) { return g(); }\n" + MAIN, "pure or const", (1, 28)),
        ("__attribute__((returns_nonnull)) int *f(void);\nint main(void) { return !f(); }\n", "nonnull", (1, 16)),
    ],
)
def test_what_is_not_known_to_be_harmless_is_refused(
    tmp_path: Path, text: str, message: str, place: tuple[int, int]
) -> None:
    with pytest.raises(Unsupported) as failure:
        read(tmp_path, text)
    assert message in str(failure.value)
    where = failure.value.where
    assert where is not None and (where.line, where.column) == place


@pytest.mark.parametrize(
    "text",
    [
        "int f() __attribute__((noreturn, __nothrow__, hot, warn_unused_result)) __attribute__((leaf));\n",
        "static __attribute__((unused)) int f(void) { l: __attribute__((unused)); return 0; }\n",
        "struct __attribute__((packed, aligned(2))) s { char c; int i __attribute__((aligned(4))); }; int f(void);\n",
        "__attribute__((weak)) int f(void) { return 0; }\n",
        '__attribute__((section(".init.text"))) int f(void) { return 0; }\n',
        "#define NORETURN __attribute__((__noreturn__))\nNORETURN int f(void);\n",
        "[[maybe_unused]] static int f(void) { return 0; }\n",
        "/* __attribute__((naked)) */ int f(void); // __has_feature asm\n",
        "#if 0\n__attribute__((naked)) int h(void);\n#endif\nint f(void);\n",
        'int h(void) __attribute__((alias("g")));\nint g(void) { return 1; }\nint f(void);\n',
        "#pragma once\n#pragma GCC poison g\n#pragma pack(push, 1)\n#pragma pack(pop)\nint f(void);\n",
        '#pragma merger(0,"a.i","")\n_Pragma("STDC FP_CONTRACT OFF") int f(void);\n',
        'int f(void) __asm__("f");\n',
        "__attribute__((const)) int g(int x) { int y = x; for (int i = 0; i < 3; i++) y += i; return y; }\n"
        "__attribute__((pure)) int f(void) { return g(2); }\n",
        'extern int h(void) __asm__("k");\nint f(void);\n',
        'static inline int f(void) { __asm__ __volatile__ ("" : : : "memory"); return 0; }\n',
        '#define barrier() __asm__ volatile("" \\\n  ::: "memory")\nint f(void) { barrier(); return 0; }\n',
        "int f(void);;\n",
        '_Static_assert(1, "");\nint f(void);\n',
    ],
)
def test_what_is_harmless_is_read(tmp_path: Path, text: str) -> None:
    read(tmp_path, text + MAIN)


def test_an_included_file_is_searched_too(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("\nint g(void);\n  __attribute__((naked)) int g(void);\n")
    with pytest.raises(Unsupported, match="naked") as failure:
        read(tmp_path, '#include "own.h"\nint f(void) { return g(); }\n' + MAIN)
    where = failure.value.where
    assert where is not None and where.file.endswith("own.h") and (where.line, where.column) == (3, 18)


def test_what_a_header_says_of_others_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("#if 0\n#pragma weak f\n#endif\n__attribute__((naked)) int g(void);\n")
    read(tmp_path, '#include "own.h"\nint f(void);\n' + MAIN)


def test_a_macro_of_a_header_carries_its_remark(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("#define NAKED __attribute__((naked))\n")
    with pytest.raises(Unsupported, match="naked") as failure:
        read(tmp_path, '#include "own.h"\nNAKED int f(void);\n' + MAIN)
    assert failure.value.where is not None and failure.value.where.line == 2


def test_macros_carry_their_remarks_to_where_they_are_used() -> None:
    text = "#define A __attribute__((naked))\n#define B A\nB int f(void);\nint A;\n"
    assert [remark.offset for remark in remarks(text)] == [text.index("B int"), text.index("A;")]


def test_assembly_is_taken_apart() -> None:
    found = assembly('asm volatile("a" "b" : [x] "=r"(f(")", y)), "+m"(z) : "0"(1) : "memory", "cc")', 0)
    assert found is not None
    assert (found.template, found.outputs, found.inputs) == ("ab", ("=r", "+m"), ("0",))
    assert assembly("asm(TEXT)", 0) is None
    assert assembly('asm("" TEXT)', 0) is None
    empty = assembly('__asm__("" ::"r"(x):)', 0)
    assert empty is not None and empty.keeps

"""Comparisons that depend on where objects lie have every outcome that some layout allows; others are exact."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.frontends.c import DataModel, read_c

HEAD = """
extern void reach_error(void); extern void *malloc(unsigned long); extern void free(void *);
extern unsigned long number(void); extern void *pointer(void);
typedef unsigned long word; struct list { struct list *next; int v; };
static word local(void) { int l = 0; return (word)&l; }
static word same(word a) { return a; }
int x, y, a[4]; word kept = (word)&x; void *table[8];
"""
LOOSE = {
    "order of two objects": "if (&x < &y) reach_error();",
    "order as integers": "if ((word)&x < (word)&y) reach_error();",
    "order with a constant": "if ((word)&x > 0x100000) reach_error();",
    "more bits than the alignment has": "if ((word)&x % 64 == 0) reach_error();",
    "a bit as a condition": "if ((word)&x & 64) reach_error();",
    "a bit as a number": "_Bool b = (word)&x & 64; if (b) reach_error();",
    "alignment of bytes": "char c; if ((word)&c & 1) reach_error();",
    "through a variable": "word w = (word)&x; word v = w + 4; if (v == (word)&y) reach_error();",
    "through a call": "if (same((word)&x) > 77) reach_error();",
    "through memory": "word w[2]; word *p = w; p[1] = (word)&x; if (p[1] >> 12 & 1) reach_error();",
    "through a struct": "struct { word w; } s, t; s.w = (word)&x; t = s; if (t.w / 16 == 7) reach_error();",
    "from an initialiser": "if (kept == 4096) reach_error();",
    "a switch": "switch ((word)&x >> 4 & 1) { case 0: reach_error(); }",
    "an index": "if (table[(word)&x % 8]) reach_error();",
    "the heap again": "char *p = malloc(8); word w = (word)p; free(p); if (w == (word)malloc(8)) reach_error();",
    "the stack again": "if (local() == local()) reach_error();",
}
EXACT = {
    "null": "if (!(word)&x) reach_error();",
    "error codes": "void *p = pointer(); if ((word)p >= (word)-4095) reach_error();",
    "equality of pointers": "int *p = &x; if (p == &y) reach_error();",
    "equality of pointers as integers": "int *p = &x; if ((word)p == (word)&y) reach_error();",
    "order in one object": "for (int *p = a; p < a + 4; p++) if (*p) reach_error();",
    "alignment": "if ((word)&x & 3) reach_error();",
    "alignment of the heap": "if ((word)malloc(3) % 16) reach_error();",
    "a tag": "word w = (word)&x | 1; if (!(w & 1) || *(int *)(w & ~1UL)) reach_error();",
    "there and back": "word w = (word)&x ^ 77; *(int *)(w ^ 77) = 5; if (x != 5) reach_error();",
    "a list that is freed": """struct list *p = malloc(sizeof *p), *q = p; p->next = 0; free(p);
      q = malloc(sizeof *q); q->next = q; if (q->next != q) reach_error();""",
    "a number": "word w = number(); if (w > 100 && w % 64 == 0) reach_error();",
}

EXACT |= {
    "an aligned variable": "_Alignas(64) char big[3]; if ((word)big % 64 != 0) reach_error();",
    "a struct": "struct { char c; int n; } s; if ((word)&s & 3) reach_error();",
    "a member": "struct { char c; int n; } s; if (((word)&s.n & 3) != 0) reach_error();",
    "a pointer to a struct": "struct s { int n; } a[2], *p = a; p++; if (((word)p | 1) % 4 != 1) reach_error();",
}
LOOSE |= {
    "a packed struct": "struct __attribute__((packed)) { char c; int n; } s; if ((word)&s & 3) reach_error();",
    "a member of it": "struct __attribute__((packed)) { char c; int n; } s; if ((word)&s.n & 3) reach_error();",
    "an unclear alignment": "char c __attribute__((aligned(sizeof(long)))); if ((word)&c % 8) reach_error();",
}


def inputs(folder: Path, body: str) -> set[str]:
    source = folder / "program.c"
    source.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}\n")
    model = read_c(source, DataModel.LP64)
    return {s.name for edge in model.edges for s in edge.inputs if s.name.startswith("address-comparison")}


@pytest.mark.parametrize("name", LOOSE)
def test_up_to_the_layout(name: str, tmp_path: Path) -> None:
    assert inputs(tmp_path, LOOSE[name])


@pytest.mark.parametrize("name", EXACT)
def test_the_same_in_every_layout(name: str, tmp_path: Path) -> None:
    assert not inputs(tmp_path, EXACT[name])


def test_a_huge_array_is_not_listed(tmp_path: Path) -> None:
    assert not inputs(
        tmp_path, "static char huge[1UL << 40]; huge[1UL << 39] = 1; if (!huge[1UL << 39]) reach_error();"
    )


def test_objects_that_reach_into_the_heap_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="more memory than there is"):
        inputs(tmp_path, "static char huge[1UL << 40]; char *p = malloc(number()); p[0] = 1; huge[number()] = 2;")

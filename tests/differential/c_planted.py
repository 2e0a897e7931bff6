"""Random C programs with one planted error each, or with none: the line and the kind of the error are known.

A template has two forms of a few statements, one wrong and one right, that differ in a bound, an order or a missing
line.  A program is a template somewhere inside of other statements, which are right whatever their inputs are.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

DECLARED: Final = """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct node { int value; struct node *next; };
static int within(int low, int high) {
  int x = __VERIFIER_nondet_int();
  return x < low ? low : x > high ? high : x;
}
"""


@dataclass(frozen=True)
class Planted:
    """A program; the kind of its error and the line, if it has one."""

    text: str
    kind: str
    line: int


@dataclass(frozen=True)
class Piece:
    """Statements, one of which has the mark; and what they need outside of functions."""

    statements: tuple[str, ...]
    outside: tuple[str, ...] = ()


# The statement that is an error in the wrong form.
MARK: Final = "/*here*/"
# How to write a template: chances, and whether it is to be wrong.
Template = Callable[[random.Random, bool], Piece]


def _sum(chance: random.Random, wrong: bool) -> Piece:
    step = chance.randrange(2, 5000)
    most = 2147483647 - step + (1 if wrong else 0)
    return Piece((f"int x = within(-5, {most});", f"x = x + {step}; {MARK}"))


def _difference(chance: random.Random, wrong: bool) -> Piece:
    step = chance.randrange(2, 5000)
    least = -2147483647 - 1 + step - (1 if wrong else 0)
    return Piece((f"int x = within({least}, 9);", f"x -= {step}; {MARK}"))


def _product(chance: random.Random, wrong: bool) -> Piece:
    most = 46341 if wrong else 46340
    return Piece((f"int x = within({-chance.randrange(9)}, {most});", "int y;", f"y = x * x; {MARK}"))


def _negation(chance: random.Random, wrong: bool) -> Piece:
    least = "-2147483647 - 1" if wrong else "-2147483647"
    return Piece((f"int x = within({least}, {chance.randrange(99)});", f"int y = -x; {MARK}"))


def _running_sum(chance: random.Random, wrong: bool) -> Piece:
    rounds = chance.randrange(3, 7)
    step = 2147483647 // rounds + (1 if wrong else 0)
    return Piece(("int s = 0, i;", f"for (i = 0; i < {rounds}; i++)", f"s += {step}; {MARK}"))


def _wide_product(chance: random.Random, wrong: bool) -> Piece:
    most = 3037000500 if wrong else 3037000499
    return Piece((f"long long x = {most} - within(0, {chance.randrange(1, 9)});", f"x = x * x; {MARK}"))


def _smallest_quotient(chance: random.Random, wrong: bool) -> Piece:
    least = "-2147483647 - 1" if wrong else "-2147483647"
    return Piece((f"int x = within({least}, 5), y = {chance.choice((-1, -1))};", f"x = x / y; {MARK}"))


def _quotient(chance: random.Random, wrong: bool) -> Piece:
    shift = chance.randrange(1, 50)
    low = shift - 3 if wrong else shift + 1
    return Piece((f"int y = within({low}, {shift + 9});", f"int q = 1000 / (y - {shift}); {MARK}"))


def _rest(chance: random.Random, wrong: bool) -> Piece:
    parts = chance.randrange(2, 9)
    low = 0 if wrong else 1
    return Piece((f"unsigned n = (unsigned)within({low}, {parts});", f"unsigned r = 77u % n; {MARK}"))


def _shift(chance: random.Random, wrong: bool) -> Piece:
    most = 32 if wrong else 31
    return Piece((f"int n = within({chance.randrange(9)}, {most});", f"unsigned v = 3u << n; {MARK}"))


def _shift_right(chance: random.Random, wrong: bool) -> Piece:
    least = -1 if wrong else 0
    return Piece((f"int n = within({least}, {chance.randrange(3, 30)});", f"int v = 1000 >> n; {MARK}"))


def _shift_of_negative(chance: random.Random, wrong: bool) -> Piece:
    least = -2 if wrong else 0
    return Piece((f"int v = within({least}, 90);", f"v = v << {chance.randrange(1, 9)}; {MARK}"))


def _index(chance: random.Random, wrong: bool) -> Piece:
    size = chance.randrange(2, 12)
    most = size if wrong else size - 1
    return Piece((f"int a[{size}] = {{0}}, i = within(0, {most});", f"a[i] = 1; {MARK}"))


def _index_below(chance: random.Random, wrong: bool) -> Piece:
    size = chance.randrange(2, 12)
    least = -1 if wrong else 0
    outside = (f"static short table[{size}];",)
    return Piece((f"int i = within({least}, {size - 1});", f"table[i]++; {MARK}"), outside)


def _filled(chance: random.Random, wrong: bool) -> Piece:
    size = chance.randrange(2, 7)
    relation = "<=" if wrong else "<"
    statements = (
        f"char *p = malloc({size}), *q = p;",
        "if (!p) exit(1);",
        f"for (int i = 0; i {relation} {size}; i++)",
        f"*q++ = (char)i; {MARK}",
        "free(p);",
    )
    return Piece(statements)


def _elements(chance: random.Random, wrong: bool) -> Piece:
    size = chance.randrange(2, 9)
    offset = size if wrong else size - 1
    statements = (
        f"int *p = malloc({size} * sizeof *p);",
        "if (p) {",
        f"p[within(0, {offset})] = 4; {MARK}",
        "free(p); }",
    )
    return Piece(statements)


def _maybe_null(chance: random.Random, wrong: bool) -> Piece:
    test = "" if wrong else "if (p)"
    return Piece(
        (
            f"int x = {chance.randrange(9)}, *p = within(0, 1) ? &x : 0;",
            f"{test} *p = 5; {MARK}",
        )
    )


def _null_member(chance: random.Random, wrong: bool) -> Piece:
    bound = "n->next" if wrong else "n->next && n->next->next"
    statements = (
        "struct node last = {2, 0}, first = {1, &last}, *n = &first;",
        f"if ({bound})",
        f"first.value = n->next->next->value + {chance.randrange(5)}; {MARK}",
    )
    return Piece(statements)


def _after_free(chance: random.Random, wrong: bool) -> Piece:
    order = ("free(n);", f"int v = n->value; {MARK}") if wrong else (f"int v = n->value; {MARK}", "free(n);")
    size = chance.choice(("sizeof *n", "sizeof(struct node)"))
    return Piece((f"struct node *n = malloc({size});", "if (!n) exit(0);", "n->value = 3;", *order))


def _freed_list(chance: random.Random, wrong: bool) -> Piece:
    length = chance.randrange(2, 4)
    middle = (
        ("free(l);", f"l = l->next; {MARK}")
        if wrong
        else ("struct node *n;", f"n = l->next; {MARK}", "free(l); l = n;")
    )
    statements = (
        "struct node *l = 0;",
        f"for (int i = 0; i < {length}; i++) {{",
        "struct node *n = malloc(sizeof *n);",
        "if (!n) exit(0);",
        "n->value = i; n->next = l; l = n; }",
        "while (l) {",
        *middle,
        "}",
    )
    return Piece(statements)


def _left_block(chance: random.Random, wrong: bool) -> Piece:
    inner = ("{ int y = 4; p = &y; }",) if wrong else ("int y = 4; p = &y;",)
    return Piece((f"int x = {chance.randrange(9)}, *p = &x;", *inner, f"x = *p; {MARK}"))


def _returned(chance: random.Random, wrong: bool) -> Piece:
    kept = "int" if wrong else "static int"
    outside = (f"static int *made(int v) {{ {kept} x; int *p = &x; x = v; return p; }}",)
    return Piece((f"int *p = made({chance.randrange(9)});", f"int v = *p; {MARK}"), outside)


def _copied(chance: random.Random, wrong: bool) -> Piece:
    word = "".join(chance.choice("abcdef") for _ in range(chance.randrange(2, 7)))
    size = len(word) if wrong else len(word) + 1
    return Piece((f"char b[{size}];", f'strcpy(b, "{word}"); {MARK}'))


def _set(chance: random.Random, wrong: bool) -> Piece:
    size = chance.randrange(2, 9)
    count = size + 1 if wrong else size
    return Piece((f"char b[{size}], *p = b;", f"memset(p, 0, {count}); {MARK}"))


def _no_end(chance: random.Random, wrong: bool) -> Piece:
    last = "'c'" if wrong else "0"
    return Piece((f"char b[3] = {{'a', 'b', {last}}};", f"int n = (int)strlen(b) + {chance.randrange(5)}; {MARK}"))


def _freed_twice(chance: random.Random, wrong: bool) -> Piece:
    first = "if (within(0, 3) == 2) free(p);" if wrong else "if (within(0, 3) == 2) p[0] = 1;"
    return Piece((f"int *p = malloc({chance.choice((4, 8, 40))});", "if (!p) exit(0);", first, f"free(p); {MARK}"))


def _freed_inside(chance: random.Random, wrong: bool) -> Piece:
    step = chance.randrange(1, 4) if wrong else 0
    return Piece(("char *p = malloc(9);", "if (!p) exit(0);", f"p += {step};", f"free(p); {MARK}"))


def _freed_local(chance: random.Random, wrong: bool) -> Piece:
    choice = "a" if wrong else "malloc(3)"
    return Piece((f"char a[{chance.randrange(1, 9)}], *p = a;", f"p = {choice};", f"free(p); {MARK}"))


def _not_freed(chance: random.Random, wrong: bool) -> Piece:
    condition = "if (within(0, 9) != 3)" if wrong else ""
    outside = ("static int *keeper;",)
    return Piece((f"keeper = malloc({chance.randrange(1, 9)}); {MARK}", f"{condition} free(keeper);"), outside)


def _lost(chance: random.Random, wrong: bool) -> Piece:
    condition = "if (within(0, 9) != 3)" if wrong else ""
    statements = (f"int *p = malloc({chance.randrange(4, 9)}); {MARK}", f"{condition} free(p);", "p = 0;")
    return Piece(statements)


def _lost_link(chance: random.Random, wrong: bool) -> Piece:
    second = "" if wrong else "free(n->next);"
    statements = (
        "struct node *n = malloc(sizeof *n);",
        "if (!n) exit(0);",
        f"n->value = {chance.randrange(9)};",
        f"n->next = malloc(sizeof *n); {MARK}",
        f"{second}",
        "free(n);",
    )
    return Piece(statements)


def _one_branch(chance: random.Random, wrong: bool) -> Piece:
    least = 0 if wrong else 1
    return Piece((f"int x, c = within({least}, 9);", f"if (c) x = {chance.randrange(9)};", f"c = x; {MARK}"))


def _partly_filled(chance: random.Random, wrong: bool) -> Piece:
    size = chance.randrange(2, 6)
    relation = "<=" if wrong else "<"
    statements = (
        f"int a[{size + 1}], i, s = 0, n = within(1, {size});",
        "for (i = 0; i < n; i++) a[i] = i;",
        f"for (i = 0; i {relation} n; i++)",
        f"s += a[i]; {MARK}",
    )
    return Piece(statements)


def _unset_member(chance: random.Random, wrong: bool) -> Piece:
    given = "" if wrong else "t.next = 0;"
    statements = (
        f"struct node s, t, *p = &s; t.value = {chance.randrange(9)};",
        given,
        "s = t;",
        f"p = p->next; {MARK}",
    )
    return Piece(statements)


def _fresh(chance: random.Random, wrong: bool) -> Piece:
    allocated = "malloc(8)" if wrong else "calloc(2, 4)"
    statements = (
        f"int *p = {allocated};",
        "if (!p) exit(0);",
        f"p[0] = {chance.randrange(9)};",
        f"p[0] = p[1]; {MARK}",
    )
    return Piece((*statements, "free(p);"))


def _again(chance: random.Random, wrong: bool) -> Piece:
    start = "int x;" if wrong else "int x = 0;"
    loop = f"for (int i = 0; i < {chance.randrange(2, 4)}; i++) {{"
    return Piece(("int s = 0;", loop, start, "if (i == 0) x = 3;", f"s += x; {MARK}", "}"))


def _unset_by_callee(chance: random.Random, wrong: bool) -> Piece:
    least = chance.randrange(1, 9) if wrong else 0
    outside = (f"static void put(int *to, int v) {{ if (v >= {least}) *to = v; }}",)
    return Piece(("int x, *p = &x;", "put(p, within(0, 9));", f"x = *p; {MARK}"), outside)


TEMPLATES: Final[tuple[tuple[str, Template], ...]] = (
    *(("overflow", make) for make in (_sum, _difference, _product, _negation, _running_sum, _wide_product)),
    ("overflow", _smallest_quotient),
    *(("division", make) for make in (_quotient, _rest)),
    *(("shift", make) for make in (_shift, _shift_right, _shift_of_negative)),
    *(("dereference", make) for make in (_index, _index_below, _filled, _elements, _maybe_null, _null_member)),
    *(("dereference", make) for make in (_after_free, _freed_list, _left_block, _returned, _copied, _set, _no_end)),
    *(("free", make) for make in (_freed_twice, _freed_inside, _freed_local)),
    ("cleanup", _not_freed),
    *(("leak", make) for make in (_lost, _lost_link)),
    *(("uninitialised", make) for make in (_one_branch, _partly_filled, _unset_member, _fresh, _again)),
    ("uninitialised", _unset_by_callee),
)

_AROUND: Final = (
    "unsigned u{n} = __VERIFIER_nondet_uint(); u{n} = u{n} * 3u + 1u;",
    "int v{n}[3] = {{1, 2, 3}}; for (int i = 0; i < 3; i++) v{n}[i] += i;",
    "int w{n} = within(-9, 9); if (w{n} > 3) w{n} = w{n} * w{n}; else w{n}++;",
    "struct node s{n} = {{1, 0}}, t{n} = s{n}; t{n}.next = &s{n}; t{n}.next->value += 2;",
    'char c{n}[8] = "word"; c{n}[0] = c{n}[strlen(c{n}) - 1];',
    "int d{n} = within(1, 7); d{n} = 100 / d{n} << 1;",
)


def program(seed: int, *, wrong: bool) -> Planted:
    """The program of a number; the two forms of a number differ in the template alone."""
    chance = random.Random(seed)
    kind, template = TEMPLATES[seed % len(TEMPLATES)]
    piece = template(chance, wrong)
    before, after = ([_line(chance, n) for n in range(start, start + chance.randrange(3))] for start in (0, 10))
    inside = list(piece.statements)
    match chance.randrange(4):
        case 1:
            inside = ["if (within(0, 5) > 1) {", *inside, "}"]
        case 2:
            inside = ["for (int round = 0; round < 2; round++) {", *inside, "}"]
        case _:
            inside = ["{", *inside, "}"]
    body = [*before, *inside, *after]
    if chance.randrange(2):
        functions = ["static void work(void) {", *body, "}", "int main(void) {", "work();", "return 0;", "}"]
    else:
        functions = ["int main(void) {", *body, "return 0;", "}"]
    lines = [*DECLARED.splitlines(), *piece.outside, *functions]
    line = next(number for number, text in enumerate(lines, 1) if MARK in text)
    return Planted("\n".join(lines) + "\n", kind, line)


def _line(chance: random.Random, number: int) -> str:
    return chance.choice(_AROUND).format(n=number)

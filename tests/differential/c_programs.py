"""Random C programs without undefined behaviour, whose outcome is one checksum.

All integer types and conversions, compound assignment, bit-fields, arrays, structs, unions, pointers, function
pointers, loops, switch, goto, calls by value and by address, recursion.  Divisions, shifts and indices are guarded; no
outcome depends on an order of evaluation that C leaves open.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

Item = TypeVar("Item")

TYPES = (
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
)
BINARY = ("+", "-", "*", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "&&", "||")
COMPOUND = ("+=", "-=", "*=", "&=", "|=", "^=")
LITERALS = ("0", "1", "2", "7", "-1", "127", "128", "255", "256", "-128", "32767", "65535", "65536", "2147483647")
SUFFIXED = ("1u", "4294967295u", "3000000000", "0x80000000", "077", "'a'", "1L", "7UL", "9223372036854775807LL", "-1LL")


class Dice(Protocol):
    """A source of choices."""

    def number(self, low: int, high: int) -> int: ...

    def pick(self, items: Sequence[Item]) -> Item: ...


@dataclass
class Seeded:
    """Choices by a seed: faster, for many programs."""

    source: random.Random

    def number(self, low: int, high: int) -> int:
        return self.source.randint(low, high)

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.source.randrange(len(items))]


@dataclass
class Program:
    """Writes one program."""

    dice: Dice
    lines: list[str] = field(default_factory=list)
    scalars: list[str] = field(default_factory=list)
    arrays: list[tuple[str, int]] = field(default_factory=list)
    pointers: list[tuple[str, int]] = field(default_factory=list)
    functions: list[tuple[str, int]] = field(default_factory=list)
    names: int = 0

    def fresh(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    # -- expressions without effects

    def leaf(self) -> str:
        kind = self.dice.number(0, 6)
        if kind == 0:
            return self.dice.pick(LITERALS)
        if kind == 1:
            return self.dice.pick(SUFFIXED)
        if kind == 2 and self.arrays:
            name, size = self.dice.pick(self.arrays)
            return f"{name}[(unsigned){self.dice.pick(self.scalars)} % {size}]"
        if kind == 3 and self.pointers:
            name, size = self.dice.pick(self.pointers)
            return f"{name}[{self.dice.number(0, size - 1)}]"
        return self.dice.pick(self.scalars)

    def expression(self, depth: int) -> str:
        if depth <= 0:
            return self.leaf()
        kind = self.dice.number(0, 9)
        left = self.expression(depth - 1)
        if kind == 0:
            return f"({self.dice.pick(('-', '~', '!', '+'))} {left})"
        if kind == 1:
            return f"(({self.dice.pick(TYPES)}){left})"
        right = self.expression(depth - self.dice.number(1, 2))
        if kind == 2:
            return f"({left} {self.dice.pick(('<<', '>>'))} (({right}) & {self.dice.pick((1, 3, 7, 15))} & 15))"
        if kind == 3:
            op = self.dice.pick(("/", "%"))
            return f"(({right}) == 0 || ({right}) == -1 ? ({left}) : ({left}) {op} ({right}))"
        if kind == 4:
            return f"({self.expression(depth - 1)} ? {left} : {right})"
        return f"({left} {self.dice.pick(BINARY)} {right})"

    # -- places and statements

    def place(self) -> str:
        kind = self.dice.number(0, 3)
        if kind == 0 and self.arrays:
            name, size = self.dice.pick(self.arrays)
            return f"{name}[(unsigned)({self.expression(1)}) % {size}]"
        if kind == 1 and self.pointers:
            name, size = self.dice.pick(self.pointers)
            return self.dice.pick((f"(*{name})", f"{name}[{self.dice.number(0, size - 1)}]"))
        return self.dice.pick([name for name in self.scalars if not name.startswith("i")])

    def simple(self) -> str:
        kind = self.dice.number(0, 9)
        place = self.place()
        if kind <= 2:
            return f"{place} = {self.expression(3)};"
        if kind == 3:
            return f"{place} {self.dice.pick(COMPOUND)} {self.expression(2)};"
        if kind == 4:
            return f"{place} {self.dice.pick(('<<=', '>>='))} ({self.expression(1)}) & 7;"
        if kind == 5:
            return self.dice.pick((f"{place}++;", f"++{place};", f"{place}--;", f"--{place};"))
        if kind == 6 and self.functions:
            name, count = self.dice.pick(self.functions)
            arguments = ", ".join(self.expression(1) for _ in range(count))
            return f"acc = {name}({arguments});"
        if kind == 7:
            other = self.dice.pick([name for name in self.scalars if not name.startswith("i")])
            return f"mix(({other} {self.dice.pick(COMPOUND)} {self.expression(1)}) + {self.dice.number(0, 9)});"
        if kind == 8:
            other = self.dice.pick([name for name in self.scalars if not name.startswith("i")])
            op, literal = self.dice.pick(("&&", "||")), self.dice.pick(LITERALS)
            return f"mix(({self.expression(1)}) {op} ({other}++ != {literal}));"
        return f"mix({self.expression(2)});"

    def statement(self, depth: int, indent: str) -> None:
        kind = self.dice.number(0, 8) if depth > 0 else 0
        if kind <= 2:
            self.lines.append(indent + self.simple())
        elif kind == 3:
            self.lines.append(f"{indent}if ({self.expression(2)}) {{")
            self.block(depth - 1, indent + "  ")
            self.lines.append(f"{indent}}} else {{")
            self.block(depth - 1, indent + "  ")
            self.lines.append(f"{indent}}}")
        elif kind == 4:
            self.loop(depth, indent)
        elif kind == 5:
            self.switch(depth, indent)
        elif kind == 6:
            self.jump(depth, indent)
        elif kind == 7:
            self.scoped(depth, indent)
        else:
            name = self.fresh("w")
            self.lines.append(f"{indent}{{ int {name} = {self.dice.number(1, 4)};")
            self.lines.append(f"{indent}  do {{ if ({self.expression(1)}) continue;")
            self.block(depth - 1, indent + "    ")
            self.lines.append(f"{indent}  }} while (--{name} > 0); }}")

    def loop(self, depth: int, indent: str) -> None:
        name = self.fresh("i")
        self.lines.append(f"{indent}for (int {name} = 0; {name} < {self.dice.number(1, 5)}; {name}++) {{")
        self.scalars.append(name)
        self.block(depth - 1, indent + "  ")
        self.lines.append(f"{indent}  if ({self.expression(1)}) {self.dice.pick(('break', 'continue'))};")
        self.block(depth - 2, indent + "  ")
        self.scalars.remove(name)
        self.lines.append(f"{indent}}}")

    def switch(self, depth: int, indent: str) -> None:
        self.lines.append(f"{indent}switch (({self.expression(2)}) & 7) {{")
        default = self.dice.number(0, 4)
        for number in range(4):
            label = (
                "default" if number == default else self.dice.pick((f"case {number}", f"case {number} ... {number}"))
            )
            self.lines.append(f"{indent}{label}:")
            self.block(depth - 1, indent + "  ")
            if self.dice.number(0, 1):
                self.lines.append(f"{indent}  break;")
        self.lines.append(f"{indent}}}")

    def jump(self, depth: int, indent: str) -> None:
        label = self.fresh("label")
        self.lines.append(f"{indent}if ({self.expression(1)}) goto {label};")
        self.block(depth - 1, indent)
        self.lines.append(f"{indent}{label}: ;")

    def scoped(self, depth: int, indent: str) -> None:
        """A block with a local that may shadow nothing, a local array and a pointer into it."""
        name, pointer = self.fresh("v"), self.fresh("p")
        made = self.dice.pick(TYPES[:-1])
        size = self.dice.number(1, 4)
        values = ", ".join(self.expression(1) for _ in range(self.dice.number(1, size)))
        self.lines.append(f"{indent}{{ {made} {name}[{size}] = {{{values}}}; {made} *{pointer} = {name};")
        self.arrays.append((name, size))
        self.pointers.append((pointer, size))
        self.block(depth - 1, indent + "  ")
        self.lines.append(f"{indent}  mix({name}[0]); }}")
        self.arrays.pop()
        self.pointers.pop()

    def block(self, depth: int, indent: str) -> None:
        for _ in range(self.dice.number(1, 2)):
            self.statement(depth, indent)

    # -- the whole

    def declarations(self) -> None:
        fields = [f"{made} f{number};" for number, made in enumerate(self.dice.pick(TYPES) for _ in range(3))]
        bits = [f"{self.dice.pick(('int', 'unsigned', '_Bool'))} b{n} : 1;" for n in range(1)]
        bits += [f"{self.dice.pick(('int', 'unsigned'))} b{n} : {self.dice.number(2, 31)};" for n in (1, 2)]
        self.lines += [
            "int printf(const char *, ...); void *malloc(__SIZE_TYPE__); void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);",
            "void free(void *); void *memcpy(void *, const void *, __SIZE_TYPE__);",
            "void *memset(void *, int, __SIZE_TYPE__); __SIZE_TYPE__ strlen(const char *);",
            "int strcmp(const char *, const char *); char *strcpy(char *, const char *);",
            "unsigned long long checksum;",
            "static void mix(unsigned long long v) { checksum = checksum * 31u + v; }",
            f"struct S {{ {' '.join(fields)} {' '.join(bits)} short t[2]; struct S *next; }};",
            "union U { unsigned int word; unsigned char bytes[4]; short halves[2]; };",
            "long long acc;",
        ]
        self.scalars.append("acc")
        for _ in range(self.dice.number(2, 5)):
            name = self.fresh("g")
            self.lines.append(f"{self.dice.pick(TYPES)} {name} = {self.dice.pick(LITERALS + SUFFIXED)};")
            self.scalars.append(name)
        for _ in range(self.dice.number(1, 2)):
            name, size = self.fresh("a"), self.dice.number(1, 20)
            self.lines.append(f"{self.dice.pick(TYPES)} {name}[{size}] = {{1, {self.dice.pick(LITERALS)}}};"[:500])
            if size == 1:
                self.lines[-1] = f"int {name}[1];"
            self.arrays.append((name, size))
        name = self.fresh("r")
        self.lines.append(f"struct S {name}s = {{.b1 = 3, .f1 = {self.dice.pick(LITERALS)}}}, {name}t;")
        self.lines.append(f"struct S *{name}p = &{name}t; union U {name}u;")
        self.scalars += [f"{name}s.f{n}" for n in range(3)] + [f"{name}s.b{n}" for n in range(3)]
        self.scalars += [f"{name}p->f{n}" for n in range(3)] + [f"{name}p->b{n}" for n in range(3)]
        self.scalars += [f"{name}s.t[1]", f"{name}p->t[0]", f"{name}u.word", f"{name}u.bytes[2]", f"{name}u.halves[0]"]
        self.record = name

    def function(self) -> None:
        name, count = self.fresh("f"), self.dice.number(0, 3)
        parameters = [f"x{self.names}{n}" for n in range(count)]
        declared = ", ".join(f"{self.dice.pick(TYPES)} {p}" for p in parameters) or "void"
        self.lines.append(f"{self.dice.pick(TYPES)} {name}({declared}) {{")
        self.scalars += parameters
        self.block(2, "  ")
        self.lines.append(f"  return {self.expression(2)};\n}}")
        for parameter in parameters:
            self.scalars.remove(parameter)
        self.functions.append((name, count))

    def extras(self) -> None:
        """Functions with pointers, records by value, recursion, and a table of functions."""
        self.lines += [
            "static int down(int n) { return n <= 0 ? 1 : n + down(n - 1); }",
            "static void swap(short *x, short *y) { short z = *x; *x = *y; *y = z; }",
            "static struct S grown(struct S s, int n) { s.f0 += n; s.b1++; s.t[0] = n; return s; }",
            "static int twice(int n) { return 2 * n; }",
            "static int less(int n) { return n - 3; }",
            "int (*table[2])(int) = {twice, less};",
            "static int counter(void) { static int n = 3; n += 2; return n; }",
            "static void deep(int n, short *p) { short here = n + 1; *p += n;",
            "  if (n > 0) { deep(n - 1, &here); *p ^= here; } }",
        ]

    def snippet(self) -> str:
        """A block about memory: lists, grids, bytes, strings, pointers to pointers and to locals of callers."""
        small, other, size = self.dice.number(0, 3), self.dice.number(0, 3), self.dice.number(4, 24)
        made = self.dice.pick(TYPES[:-1])
        value = self.leaf()
        choices = (
            f"{{ struct N {{ {made} v; struct N *next; }} *head = 0; for (int k = 0; k < {small + 1}; k++) {{"
            " struct N *e = malloc(sizeof *e); e->v = k * 7; e->next = head; head = e; }"
            f" for (struct N *e = head; e; e = e->next) {{ e->v += ({value}); mix(e->v); }} }}",
            f"{{ {made} grid[3][4] = {{{{1}}, {{2, {value}}}}}; for (int k = 0; k < 12; k++) grid[k / 4][k % 4] += k;"
            f" {made} (*row)[4] = grid + 1; (*row)[{small}]++; mix(grid[1][{small}]); mix(grid[{small % 3}][{other}]);"
            f" {made} *cell = &grid[0][0]; cell += {size % 12}; mix(*cell); mix(cell - grid[0]); }}",
            f"{{ {made} from[{size}], to[{size}]; for (int k = 0; k < {size}; k++) {{ from[k] = k * 3; to[k] = -k; }}"
            f" memcpy(to, from, {size} / 2 * sizeof *to); memset(from, {other}, sizeof from);"
            f" for (int k = 0; k < {size}; k++) {{ mix(from[k]); mix(to[k]); }} }}",
            f"{{ long long word = ({value}); unsigned char *byte = (unsigned char *)&word;"
            f" for (unsigned k = 0; k < sizeof word; k++) mix(byte[k]); byte[{small}] ^= 85; mix(word);"
            f" *(short *)&word = {other}; mix(word); }}",
            f'{{ char text[16] = "ab"; strcpy(text + {small}, "xyz"); mix(strlen(text)); mix(strcmp(text, "abx") < 0);'
            f" char *walk = text; while (*walk) mix(*walk++); mix(walk - text); }}",
            f"{{ {made} one = 1, two = ({value}), *p = &one, *q = &two, **pp = ({self.leaf()}) ? &p : &q; **pp += 5;"
            " *pp = &one; **pp ^= 3; mix(one); mix(two); mix(p == q); }",
            f"{{ struct G {{ {made} a; short b[3]; struct {{ char c; int d; }} in[2]; }} gs[3] = {{{{1, {{2, 3}}}}}};"
            f" int k = ({value}) & 1; gs[k + 1] = gs[k]; gs[k].in[k].d = {size}; gs[2].b[k + {small % 2}] -= 9;"
            " struct G *g = &gs[k]; g->in[1].c++; g++; g->a = 4; for (k = 0; k < 3; k++) { mix(gs[k].a);"
            " mix(gs[k].b[1]); mix(gs[k].b[2]); mix(gs[k].in[0].d); mix(gs[k].in[1].c); } }",
            f"{{ int n = {small} + 2; {made} room[n]; for (int k = 0; k < n; k++) room[k] = k + ({value});"
            " mix(room[n - 1]);"
            f" mix(({{ int s = 0; for (int k = 0; k < n; k++) s += room[k]; s; }})); }}",
            f"{{ union {{ {made} v; unsigned char b[8]; struct {{ short l, h; }} p; }} u; memset(&u, {size}, sizeof u);"
            f" u.v = ({value}); mix(u.b[{small % 1}]); u.p.l++; mix(u.v); u.b[0] = {other}; mix(u.v); }}",
            f"deep({small}, &first); mix(first); mix(counter()); mix(counter() + {small});",
            f"{{ int *cells = calloc({size}, sizeof *cells); cells[{small}] = ({value}); int s = 0;"
            f" for (int k = 0; k < {size}; k++) s = s * 3 + cells[k]; mix(s); free(cells); }}",
        )
        return self.dice.pick(choices)

    def main(self) -> None:
        record = self.record
        self.lines.append("int main(void) {")
        self.lines.append("  short first = 3, second = -4;")
        for _ in range(self.dice.number(3, 6)):
            self.statement(3, "  ")
        extra = (
            f"{record}t = {record}s; {record}p->f1 ^= 5;",
            f"{record}s = grown({record}t, {self.leaf()});",
            "swap(&first, &second); mix(first); mix(second);",
            f"{record}p = &{record}s; {record}p->next = {record}p; {record}p->next->f2++;",
            f"{record}u.bytes[{self.dice.number(0, 3)}] = {self.leaf()};",
            f"mix(table[{self.leaf()} & 1]({self.leaf()}));",
            f"mix(down({self.dice.number(0, 4)}));",
            f"{record}p = ({self.leaf()}) ? &{record}s : &{record}t;",
            "{ short *walk = &first; *walk += 7; mix(first); }",
            f"mix(({self.leaf()}, sizeof {record}s.t + {self.leaf()}));",
        )
        for _ in range(4):
            self.lines.append(f"  {self.dice.pick(extra)}")
            self.lines.append(f"  {self.snippet()}")
            self.statement(2, "  ")
        self.lines += [f"  mix({name});" for name in self.scalars]
        for name, size in self.arrays:
            self.lines.append(f"  for (int n = 0; n < {size}; n++) mix({name}[n]);")
        self.lines.append(f"  mix({record}t.f0); mix({record}t.b1); mix({record}t.t[0]);")
        self.lines.append('  printf("%llu\\n", checksum);\n  return 0;\n}')


def write(dice: Dice) -> str:
    """The text of one program."""
    program = Program(dice)
    program.declarations()
    program.extras()
    for _ in range(dice.number(0, 2)):
        program.function()
    program.main()
    return "\n".join(program.lines) + "\n"

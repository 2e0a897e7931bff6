"""Random C programs around one construct each, whose outcome is one checksum: what ``c_programs`` leaves out.

Records of random shape with all kinds of initialisers, by value and by pointer; variadic functions; computed goto;
cleanups with jumps; statement expressions with jumps; arrays of variable length; wide strings.  No outcome depends on
what C leaves open.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from differential.c_programs import Dice

SCALARS = (
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
)
PROMOTED = ("int", "unsigned", "long long", "unsigned long long", "long", "unsigned long")
NUMBERS = ("0", "1", "-1", "2", "7", "100", "127", "128", "200", "255", "256", "-129", "32768", "65535", "70000", "'z'")
PUNNED = ("unsigned a; unsigned char b[4];", "int a; short b[2];", "unsigned short a[2]; unsigned b; signed char c[4];")
HEAD = """#include <stdarg.h>
int printf(const char *, ...);
unsigned long long checksum = 14695981039346656037ULL;
static void mix(unsigned long long x) { checksum = (checksum ^ x) * 1099511628211ULL; checksum ^= checksum >> 29; }
static int calls;
"""


@dataclass
class Shape:
    """A type: its name in C, and the paths of its scalars, each with whether it may be set by itself."""

    name: str
    kind: str
    parts: list[tuple[str, Shape]] = field(default_factory=list)

    def paths(self) -> list[str]:
        if self.kind == "scalar":
            return [""]
        return [step + path for step, part in self.parts for path in part.paths()]


@dataclass
class Mixed:
    """Writes one program."""

    dice: Dice
    outside: list[str] = field(default_factory=list)
    names: int = 0

    def fresh(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def number(self) -> str:
        return self.dice.pick(NUMBERS)

    # -- records

    def shape(self, depth: int) -> Shape:
        kind = self.dice.number(0, 5) if depth else 0
        if kind <= 1:
            return Shape(self.dice.pick(SCALARS), "scalar")
        if kind == 2:
            inner, count = self.shape(depth - 1), self.dice.number(1, 3)
            return Shape(inner.name, "array", [(f"[{i}]", inner) for i in range(count)])
        if kind == 3:
            return self._punned()
        return self._record(depth)

    def _punned(self) -> Shape:
        """A union whose members share all bytes."""
        name, body = self.fresh("union u"), self.dice.pick(PUNNED)
        self.outside.append(f"{name} {{ {body} }};")
        parts = []
        for member in body.split(";")[:-1]:
            base, _, declared = member.strip().rpartition(" ")
            inner = Shape(base, "scalar")
            label, _, count = declared.rstrip("]").partition("[")
            if count:
                inner = Shape(base, "array", [(f"[{i}]", inner) for i in range(int(count))])
            parts.append((f".{label}", inner))
        return Shape(name, "union", parts)

    def _record(self, depth: int) -> Shape:
        name, parts, lines = self.fresh("struct s"), [], []
        for number in range(self.dice.number(1, 4)):
            label = f"m{number}"
            if self.dice.number(0, 4) == 0:
                base, width = self.dice.pick((("int", 13), ("unsigned", 5), ("signed char", 3), ("unsigned short", 9)))
                lines.append(f"{base} {label} : {self.dice.number(1, width)};")
                parts.append((f".{label}", Shape(base, "scalar")))
                continue
            inner = self.shape(depth - 1)
            lines.append(f"{self._declared(inner, label)};")
            parts.append((f".{label}", inner))
        packed = self.dice.pick(("", "", "__attribute__((packed)) "))
        self.outside.append(f"struct {packed}{name.split()[1]} {{ {' '.join(lines)} }};")
        return Shape(name, "struct", parts)

    def _declared(self, shape: Shape, label: str) -> str:
        sizes = ""
        while shape.kind == "array":
            sizes += f"[{len(shape.parts)}]"
            shape = shape.parts[0][1]
        return f"{shape.name} {label}{sizes}"

    def initial(self, shape: Shape) -> str:
        """An initialiser: in full, in part, with designators in any order, without inner braces."""
        if shape.kind == "scalar":
            return self.number()
        style = self.dice.number(0, 4)
        parts = shape.parts if shape.kind != "union" else shape.parts[:1]
        if style == 0:
            return "{" + ", ".join(self.initial(part) for _, part in parts[: self.dice.number(1, len(parts))]) + "}"
        if style == 1:
            return "{" + ", ".join(self.flat(part) for _, part in parts) + "}"
        if style == 2 and shape.kind == "array" and len(parts) > 1:
            return f"{{[0 ... {self.dice.number(0, len(parts) - 1)}] = {self.initial(parts[0][1])}}}"
        chosen = [self.dice.pick(shape.parts)] if shape.kind == "union" else list(shape.parts)
        if shape.kind != "union" and self.dice.number(0, 1):
            chosen.reverse()
        written = [self._designated(step, part) for step, part in chosen]
        return "{" + ", ".join(written[: self.dice.number(1, len(written))]) + "}"

    def _designated(self, step: str, part: Shape) -> str:
        if part.kind != "scalar" and self.dice.number(0, 2) == 0:
            inner, deeper = self.dice.pick(part.parts)
            return f"{step}{inner} = {self.initial(deeper)}"
        return f"{step} = {self.initial(part)}"

    def flat(self, shape: Shape) -> str:
        """All scalars, without braces."""
        if shape.kind == "scalar":
            return self.number()
        parts = shape.parts if shape.kind != "union" else shape.parts[:1]
        return ", ".join(self.flat(part) for _, part in parts)

    def records(self) -> list[str]:
        shape = self._record(self.dice.number(1, 3))
        name, paths = shape.name, shape.paths()
        change, make, table = self.fresh("change"), self.fresh("make"), self.fresh("table")
        body = "".join(f"v{self.dice.pick(paths)} {self.dice.pick(('=', '+=', '^='))} n; " for _ in range(3))
        self.outside.append(f"static {name} {change}({name} v, int n) {{ {body}return v; }}")
        self.outside.append(
            f"static {name} {make}(int n) {{ {name} r = {self.initial(shape)}; {body.replace('v', 'r')}return r; }}"
        )
        self.outside.append(f"static {name} {table}[3] = {{{self.initial(shape)}, [2] = {self.initial(shape)}}};")
        shown = "".join(f"mix(a{path}); " for path in paths)
        return [
            f"{name} a = {self.initial(shape)}, b, *p = &b, c[2] = {{{self.initial(shape)}}};",
            shown,
            f"b = {change}(a, {self.number()}); a = {make}({self.number()}); {shown}",
            f"for (int i = 0; i < 3; i++) {{ a = {table}[i]; {shown}}}",
            f"a = *p; {shown} c[1] = c[calls & 1]; a = {change}(c[(calls + 1) & 1], 3); {shown}",
            f"a = calls ? {make}(1) : ({name}){self.initial(shape)}; {shown}",
            f"mix({make}(2){self.dice.pick(paths)}); mix({change}(*p, 4){self.dice.pick(paths)});",
            f"p = &{table}[calls % 3]; p{'->' + self.dice.pick(paths)[1:]} = {self.number()}; a = *p; {shown}",
            f"{{ {name} *q = ({name}[]){{{self.initial(shape)}, {make}(5)}}; a = q[calls & 1]; {shown}}}",
            f"mix(sizeof({name}));",
        ]

    # -- calls

    def variadic(self) -> list[str]:
        name, kinds = self.fresh("total"), [self.dice.number(0, len(PROMOTED)) for _ in range(self.dice.number(0, 6))]
        reads = "".join(f"case {k}: mix(va_arg(*l, {t})); break; " for k, t in enumerate(PROMOTED))
        self.outside.append(
            f"static void {name}_one(int k, va_list *l) {{ switch (k) {{ {reads}"
            f"default: mix(*va_arg(*l, const short *)); }} }}\n"
            f"static void {name}(const char *k, ...) {{ va_list l, m; va_start(l, k); int n = 0; for (; *k; k++, n++) "
            f"{{ if (n == {self.dice.number(0, 3)}) {{ va_copy(m, l); {name}_one(*k - 'a', &m); va_end(m); }} "
            f"{name}_one(*k - 'a', &l); }} va_end(l); }}"
        )
        arguments = [f"({PROMOTED[k]}){self.number()}" if k < len(PROMOTED) else "&word" for k in kinds]
        text = "".join(chr(ord("a") + k) for k in kinds)
        given = ", ".join([f'"{text}"', *arguments])
        return [
            f"short word = {self.number()}; {name}({given});",
            f"void (*p)(const char *, ...) = {name}; p({given});",
        ]

    def computed(self) -> list[str]:
        name, labels = self.fresh("run"), [f"l{i}" for i in range(self.dice.number(2, 4))]
        actions = ("x++", "x *= 3", "x ^= 5", "x -= 7", "x = x << 1 | 1")
        body = " ".join(f"{label}: {self.dice.pick(actions)}; goto *t[*p++];" for label in labels)
        table = ", ".join(f"&&{label}" for label in labels)
        self.outside.append(
            f"static unsigned {name}(const unsigned char *p) {{ static const void *const t[] = {{{table}, &&end}}; "
            f"unsigned x = 1; goto *t[*p++]; {body} end: return x; }}"
        )
        code = [self.dice.number(0, len(labels) - 1) for _ in range(self.dice.number(0, 9))]
        return [f"mix({name}((const unsigned char[]){{{', '.join(map(str, [*code, len(labels)]))}}}));"]

    # -- jumps

    def cleanups(self) -> list[str]:
        name = self.fresh("leave")
        body = self._scopes(3, loop=False)
        self.outside.append(f"static int {name}(int n) {{ int k = 0; {body} out: return k; }}")
        return [f"for (int i = 0; i < 6; i++) mix({name}(i));"]

    def _scopes(self, depth: int, *, loop: bool) -> str:
        jumps = ["goto out;", f"return k + {self.number()};", f"k += {self.number()};", "mix(k);"]
        jumps += ["break;", "continue;"] if loop else []
        lines = []
        for _ in range(self.dice.number(1, 3)):
            kind = self.dice.number(0, 4) if depth else 0
            if kind <= 1:
                lines.append(f"if (n == {self.dice.number(0, 5)}) {self.dice.pick(jumps)}")
            elif kind == 2:
                variable = self.fresh("c")
                inner = self._scopes(depth - 1, loop=loop)
                lines.append(f"{{ int {variable} __attribute__((cleanup(note))) = {self.number()}; {inner} }}")
            elif kind == 3:
                counter, inner = self.fresh("i"), self._scopes(depth - 1, loop=True)
                variable = self.fresh("c")
                lines.append(
                    f"for (int {counter} = 0; {counter} < 3; {counter}++) {{ "
                    f"int {variable} __attribute__((cleanup(note))) = {counter}; k++; {inner} }}"
                )
            else:
                inner, total = self._scopes(depth - 1, loop=loop), self.fresh("t")
                lines.append(f"int {total} = ({{ int t = n * {self.number()}; {inner} t + k; }}); k += {total};")
        return " ".join(lines)

    # -- sizes and strings

    def sizes(self) -> list[str]:
        kind, n, m = self.dice.pick(SCALARS), self.dice.number(1, 4), self.dice.number(1, 3)
        return [
            f"int n = {n}, m = {m}; {kind} a[n][m]; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) "
            f"a[i][j] = i * {self.number()} + j; {kind} (*p)[m] = a; mix(sizeof a); mix(sizeof *p); "
            "mix(p[n - 1][m - 1]);",
            f"mix(sizeof(a[0]) / sizeof(a[0][0])); typeof(a) b; for (int i = 0; i < n * m; i++) b[i / m][i % m] = i; "
            f"mix(b[n - 1][0]); p += n - 1; mix((*p)[0]); mix(sizeof({kind}[n][m])); mix(sizeof(int[m++])); mix(m);",
        ]

    def strings(self) -> list[str]:
        units = "".join(
            self.dice.pick(("a", "\\n", "\\\\", "\\x41", "\\101", "\\u20ac", "\\U0001f600", '\\"', "0", "f")) + '" "'
            for _ in range(self.dice.number(0, 6))
        )
        lines = []
        for prefix, kind in (("", "char"), ("u8", "char"), ("u", "unsigned short"), ("U", "unsigned")):
            text = f'{prefix}"{units}"'
            lines.append(
                f"{{ static const {kind} s[] = {text}; const {kind} *p = {text}; mix(sizeof s); mix(sizeof({text})); "
                "for (unsigned i = 0; i < sizeof s / sizeof *s; i++) mix(s[i] ^ p[i] << 8); }"
            )
        return lines

    def program(self) -> str:
        kinds = (self.records, self.records, self.variadic, self.computed, self.cleanups, self.sizes, self.strings)
        self.outside.append("static void note(int *x) { mix(*x); calls++; }")
        blocks = []
        for _ in range(self.dice.number(1, 3)):
            lines = "\n  ".join(self.dice.pick(kinds)())
            blocks.append(f"  {{ {lines} }}\n  calls++;")
        outside, inside = "\n".join(self.outside), "\n".join(blocks)
        return f'{HEAD}{outside}\nint main(void) {{\n{inside}\n  printf("%llu", checksum);\n  return 0;\n}}\n'


def mixed(dice: Dice) -> str:
    """One program."""
    return Mixed(dice).program()

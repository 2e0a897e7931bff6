"""Generated arithmetic, one operation a line, so that every compiler meets the same error first.

A program has functions of three arguments each; ``main`` reads the number of one and its arguments.  Results go to the
widest type: gcc computes what is narrowed in narrow unsigned arithmetic, and overlooks its overflow.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

TYPES: Final = {
    "int": (-(2**31), 2**31 - 1),
    "long long": (-(2**63), 2**63 - 1),
    "signed char": (-128, 127),
    "short": (-(2**15), 2**15 - 1),
    "unsigned": (0, 2**32 - 1),
    "unsigned char": (0, 255),
}
SIGNS: Final = ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^")
CONSTANTS: Final = ("1", "2", "3", "31", "-1", "7", "1000", "2147483647", "(-2147483647 - 1)")
HEAD: Final = "extern long long in(void);\n"


@dataclass(frozen=True)
class Arithmetic:
    """The text of a program, and the types of the arguments of its functions."""

    text: str
    arguments: tuple[tuple[str, str, str], ...]


class Writer:
    """Writes one function after the other."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def program(self, functions: int) -> Arithmetic:
        signatures = []
        lines: list[str] = []
        for number in range(functions):
            first, second, third = (self.random.choice(list(TYPES)) for _ in range(3))
            signatures.append((first, second, third))
            lines.append(f"static void f{number}({first} a, {second} b, {third} c) {{")
            lines += self._body()
            lines.append("}")
        lines.append("int main(void) {\n  int which = in();\n  long long x = in(), y = in(), z = in();")
        for number in range(functions):
            lines.append(f"  if (which == {number}) f{number}(x, y, z);")
        return Arithmetic(HEAD + "\n".join(lines) + "\n  return 0;\n}\n", tuple(signatures))

    def _body(self) -> Iterator[str]:
        names = ["a", "b", "c"]
        results: list[str] = []
        for number in range(self.random.randint(2, 5)):
            kind = self.random.randrange(7)
            if kind < 4 or not results:
                yield f"  long long t{number} = {self._value(min(kind, 3), names)};"
                names.append(f"t{number}")
                results.append(f"t{number}")
            elif kind == 4:
                sign = self.random.choice(SIGNS)
                yield f"  {self.random.choice(results)}\n    {sign}=\n    {self._operand(names)};"
            elif kind == 5:
                step, name = self.random.choice(("++", "--")), self.random.choice(names)
                yield f"  {name}{step};" if self.random.random() < 0.5 else f"  {step}{name};"
            else:
                yield f"  if ({self._condition(names)}) {self.random.choice(results)} = {self._operation(names)};"

    def _value(self, kind: int, names: list[str]) -> str:
        if kind < 2:
            return self._operation(names)
        if kind == 2:
            return f"{self._condition(names)} ? {self._operation(names)} : {self._operation(names)}"
        return f"-{self.random.choice(names)}" if self.random.random() < 0.5 else f"({self._condition(names)})"

    def _condition(self, names: list[str]) -> str:
        left, right = (self.random.choice(names) for _ in range(2))
        join = self.random.choice(("&&", "||"))
        compare = self.random.choice(("<", ">=", "==", "!="))
        operation = self._operation(names)
        # gcc knows the outcome of ``a - 5 == a`` without computing it.
        others = [name for name in names if name not in operation] or ["0"]
        return f"{left} {compare} {right} {join} {operation} {compare} {self.random.choice(others)}"

    def _operation(self, names: list[str]) -> str:
        return f"({self.random.choice(names)} {self.random.choice(SIGNS)} {self._operand(names)})"

    def _operand(self, names: list[str]) -> str:
        return self.random.choice(CONSTANTS if self.random.random() < 0.25 else names)

    def inputs(self, signature: tuple[str, str, str]) -> tuple[int, int, int]:
        """Values of three arguments, most of them near a bound or small."""
        found = []
        for made in signature:
            low, high = TYPES[made]
            near = self.random.choice((low, low + 1, -1, 0, 1, 2, 5, 31, 32, 33, 63, high // 2 + 1, high - 1, high))
            found.append(min(max(near if self.random.random() < 0.8 else self.random.randint(low, high), low), high))
        return found[0], found[1], found[2]

"""Programs that compute with float and double, drawn at random: the model and gcc agree on every bit of the results.

Set ASSAY_CAMPAIGN=1 for 2,000 of them.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from assay.frontends.c import Conditions, read_c
from assay.witness.c.execution.compiler import NUMBERS
from assay.witness.c.execution.interpreter import Machine

GCC = shutil.which("gcc")
PROGRAMS: Final = 2000 if os.environ.get("ASSAY_CAMPAIGN") else 24
MODELS: Final = (("LP64", "-m64"), ("ILP32", "-m32"))
LITERALS: Final = (
    *("0.0", "-0.0", "1.0", "0.1", "1.5f", "-2.25", "3.4e38f", "1e308", "1e-310", "1e-45f", "0x1.8p-3", "16777217.0"),
    *("2147483648.0", "0.3f", "1e10", "-7.5f", "INFINITY", "NAN", "0.5", "4503599627370497.5"),
)
ONE: Final = ("fabs", "floor", "ceil", "trunc", "round", "rint", "sqrt", "floorf", "sqrtf", "roundf", "fabsf")
# Without those whose result may have either sign where numbers are equal, or NaN.
TWO: Final = ("fmod", "remainder", "fdim", "fmodf", "nextafter")


class Writer:
    """Draws one program."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def number(self, depth: int) -> str:
        pick = self.random.choice
        kind = self.random.randrange(11) if depth else self.random.randrange(3)
        if kind == 0:
            return pick(("f", "g"))
        if kind == 1:
            return pick(("d", "e"))
        if kind == 2:
            return pick(LITERALS)
        if kind < 6:
            return f"({self.number(depth - 1)} {pick('+-*/')} {self.number(depth - 1)})"
        if kind == 6:
            return f"({pick(('float', 'double'))}){pick(('i', 'u', 'l', f'({self.number(depth - 1)})'))}"
        if kind == 7:
            return f"(- {self.number(depth - 1)})"
        if kind == 8:
            return f"({self.condition(depth - 1)} ? {self.number(depth - 1)} : {self.number(depth - 1)})"
        if kind == 9:
            return f"{pick(ONE)}({self.number(depth - 1)})"
        return f"{pick(TWO)}({self.number(depth - 1)}, {self.number(depth - 1)})"

    def condition(self, depth: int) -> str:
        if self.random.random() < 0.2:
            return f"({self.random.choice(('isnan', 'isinf', 'isfinite'))}({self.number(depth)}))"
        sign = self.random.choice(("<", "<=", ">", ">=", "==", "!="))
        return f"({self.number(depth)} {sign} {self.number(depth)})"

    def statement(self) -> str:
        pick = self.random.choice
        kind = self.random.randrange(8)
        if kind < 3:
            return f"{pick('fgde')} = {self.number(2)};"
        if kind == 3:
            # What does not fit into an int is undefined.
            return f"i = i % 1000; {pick('fgdei')} {pick('+-*')}= {pick(('1', '0.5f', '2.5', 'i % 3'))};"
        if kind == 4:
            return f"{pick('fgde')}{pick(('++', '--'))};"
        if kind == 5:
            limit, target = pick((("2147483648.0", "i"), ("4294967296.0", "u"), ("9223372036854775808.0", "l")))
            low = "-1" if target == "u" else f"-{limit}"
            return f"t = {self.number(1)}; if (t > {low} && t < {limit}) {target} = t;"
        if kind == 6:
            return f"if {self.condition(1)} {{ {self.statement()} }} else {{ {self.statement()} }}"
        return f"a[{self.random.randrange(3)}] = {self.number(1)}; {pick('de')} = a[{self.random.randrange(3)}];"

    def program(self) -> str:
        body = "\n".join(f"  {self.statement()} note();" for _ in range(8))
        return f"""#include <math.h>
extern int printf(const char *, ...);
float f = 1.25f, g = -3; double d = 0.1, e = 1e9, t, a[3] = {{1, 2.5, -4}};
int i = 7; unsigned u = 3000000000u; long long l = -5;
unsigned long long checksum;
static void mix(double x) {{
  union {{ double x; unsigned long long bits; }} p;
  p.x = x;
  if (x != x) p.bits = 99; else if (x == 0) p.bits = 98;
  checksum = checksum * 31 + p.bits;
}}
static void note(void) {{ mix(f); mix(g); mix(d); mix(e); mix(a[0]); checksum = checksum * 31 + i + u + l; }}
int main(void) {{
{body}
  printf("%llu\\n", checksum);
  return 0;
}}
"""


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
@pytest.mark.parametrize(("model", "flag"), MODELS)
def test_every_bit_is_gcc_s(model: str, flag: str, tmp_path: Path) -> None:
    assert GCC is not None
    source, binary = tmp_path / "program.c", tmp_path / "program"
    source.write_text("int main(void) { return 0; }\n")
    if subprocess.run([GCC, flag, source, "-o", binary], capture_output=True).returncode:
        pytest.skip(f"gcc {flag} cannot build programs here")
    for seed in range(PROGRAMS):
        text = Writer(seed).program()
        source.write_text(text)
        flags = ("-w", "-O0", "-fwrapv", "-fno-builtin", flag, *NUMBERS)
        command: list[str | Path] = [GCC, *flags, source, "-o", binary, "-lm"]
        subprocess.run(command, check=True)
        told = subprocess.run([binary], capture_output=True, text=True, check=True).stdout
        conditions = Conditions.SPLIT if seed & 1 else Conditions.WHOLE
        run = Machine(read_c(source, model, conditions=conditions)).run(steps=100_000)
        assert run.location.name == "program:exit", f"seed {seed}: the run ended at {run.location}\n{text}"
        assert run.value("checksum") == int(told), f"seed {seed}\n{text}"

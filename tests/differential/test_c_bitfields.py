"""Random expressions over bit-fields of all widths have the values that gcc computes."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.frontends.c import read_c
from assay.witness.c.execution.interpreter import Machine
from c_constructs import PRELUDE

GCC = shutil.which("gcc")
FIELDS = """struct s { unsigned long long a : 33; long long b : 40; unsigned long long c : 63; int d : 7;
  unsigned e : 32; unsigned long long f : 32; long long g : 20; } x, y;
signed char i; int j; unsigned k; long long l; unsigned long long m;
"""
LEAVES = (
    "x.a",
    "x.b",
    "x.c",
    "x.d",
    "x.e",
    "x.f",
    "x.g",
    "y.a",
    "y.b",
    "i",
    "j",
    "k",
    "l",
    "m",
    "1",
    "-1",
    "7u",
)
BINARY = ("+", "-", "*", "&", "|", "^", "<", ">", "<=", "==", "!=", "/", "%", "<<", ">>")
UPDATES = ("+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%=")


def expression(chance: random.Random, depth: int) -> str:
    if depth == 0:
        return chance.choice(LEAVES)
    left, right = expression(chance, depth - 1), expression(chance, depth - 1)
    match chance.randrange(9):
        case 0:
            return f"{chance.choice('-~+!')}({left})"
        case 1:
            return f"({expression(chance, 0)} ? {left} : {right})"
        case 2:
            return f"(unsigned long long)({left})"
        case 3:
            return f"({left}, {right})"
        case _:
            op = chance.choice(BINARY)
            if op in ("/", "%"):
                right = f"(({right}) | 1)"
            return f"({left} {op} {'(' + right + ' & 15)' if op in ('<<', '>>') else right})"


def statements(seed: int) -> list[str]:
    chance = random.Random(seed)
    places = [leaf for leaf in LEAVES if leaf[-1].isalpha() and leaf != "7u"]
    made = []
    for _ in range(4):
        place, op = chance.choice(places), chance.choice(UPDATES)
        value = expression(chance, 1)
        value = f"(({value}) & 15)" if "<<" in op or ">>" in op else f"(({value}) | 1)" if op in ("/=", "%=") else value
        made.append(f"r = {expression(chance, 2)};")
        made.append(f"r = ({place} {op} {value});")
        made.append(f"{place} = {expression(chance, 1)}; r = {place}++; r = --{place};")
    return made


def program(lines: list[str], after: str) -> str:
    start = "x.a = -1; x.b = -3; x.c = -5; x.d = 99; x.e = -7; x.f = -2; x.g = -9; y.a = 12; y.b = 77;"
    values = "i = -3; j = -70000; k = 4000000000u; l = -5000000000; m = 18000000000000000000u;"
    body = "\n".join(f"  {line} {after % number}" for number, line in enumerate(lines))
    return f"{PRELUDE}{FIELDS}int main(void) {{ long long r = 0; {start} {values}\n{body}\n  return 0; }}\n"


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
@pytest.mark.parametrize("seed", range(40))
def test_values_are_those_of_gcc(seed: int, tmp_path: Path) -> None:
    assert GCC is not None
    lines = statements(seed)
    source, harness, binary = tmp_path / "program.c", tmp_path / "harness.c", tmp_path / "run"
    source.write_text("int printf(const char *, ...);\n" + program(lines, 'printf("%%lld\\n", r); /* %d */'))
    harness.write_text("void __VERIFIER_error(void) {}\n")
    command = [GCC, "-std=gnu17", "-fwrapv", "-O0", "-w", str(source), str(harness), "-o", str(binary)]
    subprocess.run(command, check=True)
    values = subprocess.run([binary], capture_output=True, text=True, check=True).stdout.split()
    kept: list[str] = []
    for line, value in zip(lines, values, strict=True):
        kept.append(f"{line} check(r == {value if int(value) > -(1 << 63) else '-9223372036854775807 - 1'});")
    text = program(kept, "/* %d */")
    source.write_text(text)
    try:
        run = Machine(read_c(source, "LP64")).run(steps=50_000)
    except Unsupported as failure:
        assert "bit-field wider than int" in str(failure)
        pytest.skip("one of the expressions is refused")
    assert run.location.name == "program:exit", f"{text}\n{run.location} after {run.steps} steps"

"""Random programs whose functions call themselves: their models leave the globals as the compiled programs do."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from assay.frontends.c import read_c
from c_procedures import Execution, random_program

GCC = shutil.which("gcc")
SEEDS = range(100, 400 if os.environ.get("ASSAY_CAMPAIGN") else 106)
HARNESS = """
#include <stdio.h>
extern unsigned a, b, c; int program(void); void reach_error(void) {}
static unsigned values[] = {%s}; static int next;
unsigned __VERIFIER_nondet_uint(void) { return next < %d ? values[next++] : 0; }
int main(void) { program(); printf("%%u %%u %%u", a, b, c); return 0; }
"""


@pytest.mark.skipif(GCC is None, reason="no gcc is installed")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_compiled_program_leaves_the_same_globals(tmp_path: Path, seed: int) -> None:
    assert GCC is not None
    values = [seed * 7 + 1, 5, 9, 100_000, 3]
    program, harness, made, binary = (tmp_path / name for name in ("program.c", "harness.c", "program.o", "program"))
    program.write_text(random_program(seed))
    harness.write_text(HARNESS % (", ".join(f"{value}u" for value in values), len(values)))
    subprocess.run([GCC, "-w", "-O0", "-Dmain=program", "-c", program, "-o", made], check=True)
    subprocess.run([GCC, "-w", harness, made, "-o", binary], check=True)
    printed = subprocess.run([binary], capture_output=True, text=True, check=True).stdout.split()
    model = read_c(program, procedures=True)
    assert not model.is_linear
    _, before = Execution(model, iter(values)).run()
    assert [str(value) for name in "abc" for s, value in before.items() if s.name == name] == printed

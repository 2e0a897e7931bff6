"""Legal programs are read as gcc reads them, or refused with a position."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from assay.core.errors import InputError
from assay.frontends.c import DataModel, read_c
from assay.witness.c.execution.interpreter import Machine
from c_constructs import Construct
from differential.c_gnu import PROGRAMS as GNU
from differential.c_language import PROGRAMS as STANDARD

PROGRAMS = (*STANDARD, *GNU)
# Every second program in each data model; of the standard ones every second is compiled, of the others every eighth.
# In a campaign, all of them.
ALL = "ASSAY_CAMPAIGN" in os.environ
CASES = [
    (number, model)
    for number in range(len(PROGRAMS))
    for position, model in enumerate(DataModel)
    if ALL or number % 2 == position
]
GCC = shutil.which("gcc")
HARNESS = "void _Exit(int); void __VERIFIER_error(void) { _Exit(97); } int __VERIFIER_nondet_int(void) { return 0; }\n"


@pytest.mark.parametrize(("number", "model"), CASES)
def test_a_legal_program_is_read_or_refused(number: int, model: DataModel, tmp_path: Path) -> None:
    outside, body = PROGRAMS[number]
    source = tmp_path / "program.c"
    source.write_text(Construct("", body, outside).program)
    try:
        run = Machine(read_c(source, model)).run(steps=50_000)
    except InputError as failure:
        assert failure.where is not None and failure.where.line > 0, str(failure)
    else:
        assert run.location.name == "program:exit", f"{body}\nended at {run.location}"


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
@pytest.mark.parametrize("flag", ["-m64", "-m32"])
def test_gcc_agrees(flag: str, tmp_path: Path) -> None:
    assert GCC is not None
    harness, binary = tmp_path / "harness.c", tmp_path / "run"
    harness.write_text(HARNESS)
    for number, (outside, body) in enumerate(PROGRAMS):
        apart = 2 if number < len(STANDARD) else 8
        if not ALL and number % apart != apart // 2 * (flag == "-m64"):
            continue
        source = tmp_path / "program.c"
        source.write_text(Construct("", body, outside).program)
        command = [
            GCC,
            flag,
            "-std=gnu17",
            "-fgnu89-inline",
            "-fwrapv",
            "-w",
            str(source),
            str(harness),
            "-o",
            str(binary),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if flag == "-m32" and done.returncode:
            if "__int128" in outside + body:
                continue
            pytest.skip("gcc does not link programs of 32 bits here")
        assert done.returncode == 0, f"{outside}\n{body}\n{done.stderr}"
        assert subprocess.run([binary], check=False).returncode == 0, f"{outside}\n{body}"

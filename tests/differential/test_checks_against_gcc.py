"""Checks against gcc's sanitizers: on the same arguments, the same kind of error at the same line, or none.

Set ASSAY_C_CHECKS to compare more programs than the few of every run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from assay.core.terms import Term
from assay.frontends.c import Kind, read_c
from assay.frontends.c.translate.encoding import BitPrecise, Encoding
from assay.frontends.c.translate.unbounded import Unbounded
from assay.witness.c.execution.interpreter import Machine
from clocks import PATIENCE
from differential.c_arithmetic import Arithmetic, Writer

GCC = shutil.which("gcc")
PROGRAMS = int(os.environ.get("ASSAY_C_CHECKS", "6"))
FUNCTIONS: Final = 12
RUNS: Final = 8
KINDS: Final = frozenset((Kind.OVERFLOW, Kind.DIVISION, Kind.SHIFT))
FLAGS: Final = "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift"
READ: Final = "#include <stdlib.h>\nstatic char **next;\nlong long in(void) { return strtoll(*++next, 0, 10); }\n"
ENTER: Final = "__attribute__((constructor)) static void enter(int n, char **values) { next = values; }\n"
REPORT: Final = re.compile(r"program\.c:(\d+):(\d+): runtime error: (.*)")
MESSAGES: Final = {
    "signed integer overflow": Kind.OVERFLOW,
    "negation of": Kind.OVERFLOW,
    "division by zero": Kind.DIVISION,
    "division of": Kind.OVERFLOW,
    "left shift of": Kind.SHIFT,
    "shift exponent": Kind.SHIFT,
}
ERROR: Final = re.compile(r"program:(\w+) (\d+):(\d+)")
Error = tuple[str, int] | None


@pytest.fixture(scope="module")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("probe")
    (folder / "probe.c").write_text("int main(void) { return 0; }\n")
    command = [GCC or "gcc", FLAGS, str(folder / "probe.c"), "-o", str(folder / "probe")]
    if GCC is None or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("gcc has no sanitizers here")
    return GCC


def natively(binary: Path, number: int, values: tuple[int, ...]) -> Error:
    """The first error that the compiled program reports."""
    arguments = [str(binary), str(number), *map(str, values)]
    output = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE).stderr
    match = REPORT.search(output)
    if match is None:
        return None
    kind = next(kind for words, kind in MESSAGES.items() if match[3].startswith(words))
    return str(kind), int(match[1])


def modelled(machine: Machine, number: int, values: tuple[int, ...]) -> Error:
    """The error at which the model's run ends."""
    given = dict(enumerate((number, *values), start=1))

    def choose(symbol: Term) -> int:
        found = re.fullmatch(r"in\(\)#(\d+)", symbol.name)
        value = given[int(found[1])] if found is not None else 0
        return value % (1 << symbol.sort.width) if symbol.sort.is_bitvector else value

    run = machine.run(choose)
    match = ERROR.fullmatch(run.location.name)
    assert match is not None or run.location.name == "program:exit", run.location
    return (match[1], int(match[2])) if match is not None else None


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_the_same_errors_at_the_same_lines(seed: int, compiler: str, tmp_path: Path) -> None:
    writer = Writer(seed)
    program = writer.program(FUNCTIONS)
    source, binary = tmp_path / "program.c", tmp_path / "program"
    source.write_text(program.text)
    (tmp_path / "in.c").write_text(READ + ENTER)
    files = [str(source), str(tmp_path / "in.c"), "-o", str(binary)]
    subprocess.run([compiler, "-w", "-O0", FLAGS, "-fno-sanitize-recover=all", *files], check=True)
    models = [read_c(source, "LP64", checks=KINDS, encoding=encoding, externals="pure") for encoding in ENCODINGS]
    machines = [Machine(model) for model in models]
    for number, signature in enumerate(program.arguments):
        for _ in range(RUNS):
            values = writer.inputs(signature)
            expected = natively(binary, number, values)
            for machine in machines:
                assert modelled(machine, number, values) == expected, (program_part(program, number), values)


ENCODINGS: Final[tuple[type[Encoding], ...]] = (BitPrecise, Unbounded)


def program_part(program: Arithmetic, number: int) -> str:
    """The function that is called, for messages."""
    return program.text.partition(f"void f{number}(")[2].partition("\n}\n")[0]

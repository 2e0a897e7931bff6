"""The translation against the real compiler: the same programs, executed by both, give the same checksum.

Set ASSAY_C_PROGRAMS to compare more programs than the few dozen of every run.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from assay.core.errors import Unsupported
from assay.frontends.c import Conditions, read_c
from assay.frontends.c.translate.encoding import BitPrecise
from assay.frontends.c.translate.unbounded import Unbounded
from assay.witness.c.execution.interpreter import Machine
from c_procedures import Execution
from clocks import PATIENCE
from differential.c_mixed import mixed
from differential.c_programs import Seeded, write

Item = TypeVar("Item")
GCC = shutil.which("gcc")
CSMITH = shutil.which("csmith")
CSMITH_HEADERS = Path(CSMITH or "/usr/bin/csmith").parents[1] / "include" / "csmith"
PROGRAMS = int(os.environ.get("ASSAY_C_PROGRAMS", "8"))
STEPS = 400_000
MODELS = (("ILP32", "-m32"), ("LP64", "-m64"))


def links(flag: str, folder: Path) -> bool:
    """Can gcc build a program for this data model here?"""
    if GCC is None:
        return False
    source = folder / f"probe{flag}.c"
    source.write_text("int main(void) { return 0; }\n")
    return subprocess.run([GCC, flag, source, "-o", source.with_suffix(".x")], capture_output=True).returncode == 0


@pytest.fixture(params=MODELS, ids=[name for name, _ in MODELS], scope="module")
def target(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, Path]:
    name, flag = request.param
    folder = tmp_path_factory.mktemp("c")
    if not links(flag, folder):
        pytest.skip(f"gcc {flag} cannot build programs here")
    return name, flag, folder


def natively(source: Path, flag: str, seconds: float = PATIENCE) -> str:
    """What the compiled program prints."""
    assert GCC is not None
    binary = source.with_suffix(".x")
    subprocess.run([GCC, "-w", "-fwrapv", "-O0", flag, source, "-o", binary], check=True)
    try:
        return subprocess.run([binary], capture_output=True, text=True, timeout=seconds, check=True).stdout
    finally:
        binary.unlink()


def executed(source: Path, model: str, variant: int, name: str = "checksum") -> int | None:
    """The value of a global at the end over the automaton, if that comes; variants differ in encoding and shape."""
    encoding = Unbounded if variant & 1 else BitPrecise
    conditions = Conditions.SPLIT if variant & 2 else Conditions.WHOLE
    program = read_c(source, model, encoding=encoding, conditions=conditions, procedures=bool(variant & 4))
    if not program.is_linear:
        place, state = Execution(program, iter(())).run()
        assert place.name == "program:exit", f"the run ended at {place}"
        (value,) = (value for symbol, value in state.items() if symbol.name == name)
    else:
        run = Machine(program).run(steps=STEPS)
        if run.steps >= STEPS:
            return None
        assert run.location.name == "program:exit", f"the run ended at {run.location} after {run.steps} steps"
        value = run.value(name)
    assert isinstance(value, int)
    return value


@dataclass
class Drawn:
    """Choices that hypothesis can shrink."""

    data: st.DataObject

    def number(self, low: int, high: int) -> int:
        return self.data.draw(st.integers(low, high))

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.data.draw(st.integers(0, len(items) - 1))]


def agree(text: str, target: tuple[str, str, Path], variant: int, name: str = "program.c") -> None:
    model, flag, folder = target
    source = folder / name
    source.write_text(text)
    assert executed(source, model, variant) == int(natively(source, flag)), text


@settings(max_examples=5, database=None, phases=(Phase.generate,))
@given(data=st.data(), variant=st.integers(0, 7))
def test_drawn_programs_end_as_with_gcc(target: tuple[str, str, Path], data: st.DataObject, variant: int) -> None:
    agree(write(Drawn(data)), target, variant)


@pytest.mark.parametrize("part", range(4))
def test_seeded_programs_end_as_with_gcc(target: tuple[str, str, Path], part: int) -> None:
    for seed in range(part, PROGRAMS, 4):
        agree(write(Seeded(random.Random(seed))), target, seed // 4 % 8, f"seed{part}.c")


@pytest.mark.parametrize("part", range(4))
def test_programs_around_one_construct_end_as_with_gcc(target: tuple[str, str, Path], part: int) -> None:
    """Those that are read; most are."""
    ended = 0
    for seed in range(part, max(PROGRAMS // 2, 4), 4):
        try:
            agree(mixed(Seeded(random.Random(seed))), target, seed // 4 % 8, f"mixed{part}.c")
            ended += 1
        except Unsupported as failure:
            assert failure.where is not None
    assert ended > 0


@pytest.mark.skipif(CSMITH is None or not CSMITH_HEADERS.is_dir(), reason="csmith is not installed")
def test_csmith_programs_end_as_with_gcc(target: tuple[str, str, Path]) -> None:
    """Those that are read and end soon; most do."""
    ended = sum(csmith_program_ends_as_with_gcc(target, seed) for seed in range(1, max(PROGRAMS // 4, 2) + 1))
    assert ended > 0


def csmith_program_ends_as_with_gcc(target: tuple[str, str, Path], seed: int) -> bool:
    """Whether it ends for both; raises if it does so with different checksums."""
    model, flag, folder = target
    assert CSMITH is not None and GCC is not None
    limits = ("--max-funcs", "3", "--max-block-depth", "2", "--max-block-size", "3", "--max-expr-complexity", "4")
    source, expanded = folder / "csmith.c", folder / "csmith.i"
    command: list[str | Path] = [CSMITH, "--seed", str(seed), "--no-float", "--no-argc", *limits, "-o", source]
    subprocess.run(command, check=True, cwd=folder)
    subprocess.run([GCC, flag, "-E", "-P", "-w", "-I", CSMITH_HEADERS, source, "-o", expanded], check=True)
    try:
        printed = natively(expanded, flag, seconds=5)
        context = executed(expanded, model, seed % 4, "crc32_context")
    except (subprocess.TimeoutExpired, Unsupported):
        return False
    match = re.search(r"checksum = (\w+)", printed)
    assert match is not None
    if context is None:
        return False
    assert (context ^ 0xFFFFFFFF) & 0xFFFFFFFF == int(match.group(1), 16), f"csmith --seed {seed}, {model}"
    return True

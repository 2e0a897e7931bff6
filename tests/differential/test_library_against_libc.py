"""The models of the C library do what the machine's library does, call by call."""

from __future__ import annotations

import ctypes
import os
import platform
import random
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from assay.frontends.c import DataModel, read_c
from assay.frontends.c.library.sources import texts, written
from assay.witness.c.execution.formats import TEXT
from assay.witness.c.execution.interpreter import Machine
from c_library import HEAD
from clocks import PATIENCE
from differential.library_calls import CALLS, REAL, driver, formatted, joined

CC: Final = shutil.which("cc")
ROUNDS: Final = 2000 if os.environ.get("ASSAY_CAMPAIGN") else 40
GLIBC: Final = platform.libc_ver()[0] == "glibc"
# What these do is up to the surroundings, or they end the program.
OPEN: Final = frozenset(
    (
        *("__VERIFIER_nondet_memory", "aligned_alloc", "at_quick_exit", "atexit", "clock_getres", "clock_gettime"),
        *("fgets", "fgets_unlocked", "fread", "fread_unlocked", "gettimeofday", "gmtime", "gmtime_r", "localtime"),
        *("localtime_r", "memalign", "nanosleep", "posix_memalign", "pread", "quick_exit", "read", "recv", "strerror"),
        *("strsignal", "time", "getenv", "getdelim", "getline", "setbuf", "setlinebuf", "setvbuf"),
        *("strlcpy", "strlcat"),  # not in every C library
    )
)

needs_cc = pytest.mark.skipif(CC is None or not GLIBC, reason="there is no C compiler with glibc")


def told(models: str, folder: Path) -> str:
    source, binary = folder / "calls.c", folder / "calls"
    source.write_text(driver(f"{models}\n{formatted(TEXT)}", 20_17, ROUNDS, frozenset(CALLS)))
    assert CC is not None
    flags = ("-w", "-fwrapv", "-fno-builtin", "-O1")
    subprocess.run([CC, *flags, source, "-o", binary], check=True, timeout=PATIENCE)
    return subprocess.run([binary], capture_output=True, encoding="latin-1", timeout=PATIENCE).stdout


@needs_cc
def test_every_call_agrees(tmp_path: Path) -> None:
    found = told(joined(texts()), tmp_path)
    number = (len(CALLS) + 2) * ROUNDS
    assert number > 2_000 and found == f"{number} calls, 0 differences\n"


@needs_cc
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("? c - 32 : c", "? c - 31 : c"),
        ("if (target <= source)", "if (target >= source)"),
        ("if (value > (most - digit) / (unsigned)base) over = 1;", "if (value > most / (unsigned)base) over = 1;"),
        ("if (order < 0 ||", "if (order <= 1 ||"),
        ("if (digits >> bits) lost = 1;", "if (digits >> 60) lost = 1;"),
    ],
)
def test_a_mistake_is_a_difference(right: str, wrong: str, tmp_path: Path) -> None:
    models = joined(texts())
    assert right in models
    assert " 0 differences" not in told(models.replace(right, wrong), tmp_path)


def test_every_model_is_compared_or_open() -> None:
    """Those of math.h have tests of their own."""
    assert {name for name, file in written().items() if file != "math.c"} - set(CALLS) == OPEN
    assert set(CALLS) - set(written()) == set(REAL)


@pytest.mark.skipif(not GLIBC, reason="the C library is not glibc")
@pytest.mark.parametrize("seed", range(3))
def test_calls_through_the_front_end_agree(seed: int, tmp_path: Path) -> None:
    """A sample, as assertions that must hold."""
    chance = random.Random(seed)
    source = tmp_path / "program.c"
    checks = "".join(_check(chance) for _ in range(25))
    source.write_text(f"{HEAD}\nint main(void) {{ {checks} return 0; }}\n")
    run = Machine(read_c(source, DataModel.LP64)).run(steps=200_000)
    assert run.location.name == "program:exit", f"ended at {run.location} after {run.steps} steps"


def _check(chance: random.Random) -> str:
    """A call with constant arguments, and what the machine's library makes of it."""
    library = ctypes.CDLL(None)
    first, second = ("".join(chance.choice("ab1 -9") for _ in range(chance.randrange(7))) for _ in range(2))
    name = chance.choice(("strlen", "strspn", "strcspn", "strcmp", "atoi", "strtol", "toupper", "isalnum"))
    function = getattr(library, name)
    function.restype = ctypes.c_long if name in ("strtol", "strlen", "strspn", "strcspn") else ctypes.c_int
    one, other = first.encode(), second.encode()
    match name:
        case "strlen" | "atoi":
            return f'CHECK({name}("{first}") == {function(one)});'
        case "strspn" | "strcspn":
            return f'CHECK({name}("{first}", "{second}") == {function(one, other)});'
        case "strcmp":
            found = function(one, other)
            return f'CHECK({name}("{first}", "{second}") {"<" if found < 0 else ">" if found else "=="} 0);'
        case "strtol":
            base = chance.choice((0, 2, 10, 16))
            return f'CHECK({name}("{first}", NULL, {base}) == {function(one, None, base)});'
        case _:
            byte = chance.randrange(-1, 256)
            found = function(byte)
            return (
                f"CHECK(!!{name}({byte}) == {int(bool(found))});"
                if name == "isalnum"
                else f"CHECK({name}({byte}) == {found});"
            )

"""Planted errors are found at their lines, and confirmed by the compiler's own checks; where there is none, none is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from assay.checking import Result, check
from assay.core.verdict import Violated
from assay.engines.config import Config
from assay.frontends.c import read_c
from assay.frontends.c.checks import DEFAULT, Kind
from differential.c_planted import TEMPLATES, program

CAMPAIGN = "ASSAY_CAMPAIGN" in os.environ
SECONDS = 120.0
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")


def checked(folder: Path, seed: int, *, wrong: bool) -> tuple[str, Sequence[Result]]:
    """The name of the planted error, and what is found."""
    planted = program(seed, wrong=wrong)
    file = folder / f"planted{seed}.c"
    file.write_text(planted.text)
    data_model = "ILP32" if seed % 3 == 0 else "LP64"
    model = read_c(file, data_model, checks=DEFAULT | {Kind(planted.kind)})
    return f"{planted.kind} {file.name}:{planted.line}", list(check(model, config=Config(seconds=SECONDS)))


# A few of all, each of another template.
SEEDS = range(500) if CAMPAIGN else range(3, len(TEMPLATES), 11)


@needs_compiler
@pytest.mark.parametrize("seed", SEEDS)
def test_a_planted_error_is_found_at_its_line(seed: int, tmp_path: Path) -> None:
    name, results = checked(tmp_path, seed, wrong=True)
    violated = {result.property: result.evidence for result in results if isinstance(result.verdict, Violated)}
    assert [found.partition(":")[::2] for found in violated] and all(found.startswith(name) for found in violated)
    assert all(evidence.startswith(("compiled with", "executed by the interpreter")) for evidence in violated.values())


@needs_compiler
@pytest.mark.parametrize("seed", SEEDS)
def test_where_none_is_planted_no_error_is_found(seed: int, tmp_path: Path) -> None:
    _, results = checked(tmp_path, seed, wrong=False)
    assert not [result.property for result in results if isinstance(result.verdict, Violated)]

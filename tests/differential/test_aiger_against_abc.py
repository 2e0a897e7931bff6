"""Verdicts about AIGER files against those of ABC, an independent model checker, which reads the same files.

``ASSAY_CIRCUITS=1000`` asks for that many circuits.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import assay
from clocks import PATIENCE
from hardware import Aig, circuits, machines
from health import ONE_FOLDER

ABC = shutil.which("berkeley-abc") or shutil.which("abc")
NUMBER = int(os.environ.get("ASSAY_CIRCUITS", "60"))
TOGETHER = 20
# Latches that start with any value get an input for it, all start with zero, constraints become part of the output.
ASK = "read {file}; logic; undc; strash; zero; fold; strash; pdr"

pytestmark = pytest.mark.skipif(ABC is None, reason="abc is not installed")


def answers_of_abc(files: list[Path]) -> list[bool | None]:
    """Whether each file's property holds, in the words of ABC; None where it gives up."""
    assert ABC is not None
    script = "; ".join(f"echo FILE; {ASK.format(file=file)}" for file in files)
    done = subprocess.run([ABC, "-q", script], capture_output=True, text=True, timeout=PATIENCE, check=False)
    parts = re.split(r"^FILE\b.*$", done.stdout, flags=re.MULTILINE)[1:]
    assert len(parts) == len(files), done.stdout
    return [answer(part) for part in parts]


def answer(text: str) -> bool | None:
    if "Property proved" in text:
        return True
    return False if "was asserted in frame" in text else None


@settings(max_examples=max(1, NUMBER // TOGETHER), suppress_health_check=(*ONE_FOLDER, HealthCheck.data_too_large))
@given(st.lists(circuits() | machines(), min_size=TOGETHER, max_size=TOGETHER))
def test_abc_says_the_same(tmp_path: Path, drawn: list[Aig]) -> None:
    files = [circuit.write(tmp_path / f"{number}.aig") for number, circuit in enumerate(drawn)]
    compared = 0
    for file, expected in zip(files, answers_of_abc(files), strict=True):
        if expected is not None:
            (result,) = assay.check(assay.load(file), config=assay.Config(seconds=PATIENCE))
            assert type(result.verdict) is (assay.Holds if expected else assay.Violated), file.read_bytes()
            compared += 1
    assert compared > 0

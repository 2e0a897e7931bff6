"""Runs and invariants of designs as people see them, compared with files.  ``ASSAY_GOLDEN=write`` writes them anew.

Each property has one shortest run that violates it, so that what is shown does not depend on how it was found; in
which order they are told depends on which is found first.  Invariants are told in the words that are easiest to read.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from scenarios import run

HERE = Path(__file__).parent
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def in_order(text: str) -> str:
    """What is told of the properties, by their names."""
    blocks = [block.strip("\n") for block in re.split(r"^(?=\w)", text, flags=re.MULTILINE) if block]
    return "\n\n".join(sorted(blocks, key=lambda block: block.split()[1])) + "\n"


@pytest.mark.parametrize("name", ["mixed.smv", "protocol.smv", "memory.btor2", "shift.aag"])
def test_runs_and_invariants_on_the_terminal(name: str) -> None:
    design = HERE / "designs" / name
    shown = run(["check", str(design), "--engine", "bdd"]).stdout
    text = in_order(re.sub(r"^  (engine|counters|time) .*\n(            .*\n)*", "", shown, flags=re.MULTILINE))
    golden = design.with_suffix(".txt")
    if os.environ.get("ASSAY_GOLDEN") == "write":
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")

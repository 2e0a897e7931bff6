"""Models written as Horn clauses mean the same to z3's Spacer, and to our own reader."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

import assay
from assay.core.model import Model
from clocks import PATIENCE
from models import models, violations
from places import EXAMPLES
from tools.horn_writing import as_horn_clauses

SPACER = "import sys, z3; s = z3.SolverFor('HORN'); s.from_file(sys.argv[1]); print(s.check())"


@settings(max_examples=12)
@given(model=models())
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, model: Model) -> None:
    file = tmp_path_factory.mktemp("horn") / "model.smt2"
    file.write_text(as_horn_clauses(model))
    results = assay.check(assay.load(file), config=assay.Config(seconds=PATIENCE))
    safe = not violations(model, model.properties[0])
    assert all(isinstance(result.verdict, assay.Holds) for result in results) is safe


@pytest.mark.parametrize(
    "name", ["bakery-2.pl", "bakery-2-broken.pl", "token-pair.vmt", "two-phases.pl", "water-tank.smt2"]
)
def test_spacer_agrees(name: str, tmp_path: Path) -> None:
    model = assay.load(EXAMPLES / name)
    file = tmp_path / "model.smt2"
    file.write_text(as_horn_clauses(model))
    done = subprocess.run([sys.executable, "-c", SPACER, str(file)], capture_output=True, text=True, timeout=PATIENCE)
    results = assay.check(model, config=assay.Config(seconds=PATIENCE))
    holds = all(isinstance(result.verdict, assay.Holds) for result in results)
    assert done.stdout.strip() == ("sat" if holds else "unsat"), done.stderr

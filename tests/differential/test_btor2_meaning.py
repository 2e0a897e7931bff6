"""Random BTOR2 files against what their lines mean: arrays, odd widths, justice, states without init or next.

``ASSAY_CIRCUITS=1000`` asks for that many.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

import assay
from assay.core.verdict import Holds, Violated
from btor2_designs import Design
from clocks import PATIENCE

NUMBER = int(os.environ.get("ASSAY_CIRCUITS", "80"))
# Designs with more bits in states and inputs take too long to look at state by state.
MOST_BITS = 9


@pytest.mark.parametrize("part", range(4))
def test_verdicts_are_those_of_the_lines(tmp_path: Path, part: int) -> None:
    path = tmp_path / "x.btor2"
    compared = 0
    for number in range(NUMBER // 4):
        design = Design(Random(f"{part} {number}"))
        if design.size() > MOST_BITS:
            continue
        path.write_text(design.text)
        found = [type(result.verdict) for result in assay.check(path, seconds=PATIENCE, jobs=1)]
        assert found == [Violated if bad else Holds for bad in design.violated()], (part, number, design.text)
        compared += 1
    assert compared >= NUMBER // 16

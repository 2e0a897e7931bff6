"""How long runs of designs are: where assumptions end all of them, and where that is not known."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.budget import FOREVER, Deadline
from assay.engines.recipes import assumed
from hardware import read_btor2

# A counter from any value below 2 on, that an input may hold.
COUNTER = """1 sort bitvec 6
2 sort bitvec 1
3 state 1 count
4 input 2 held
5 inc 1 3
6 ite 1 4 3 5
7 next 1 3 {after}
8 state 2 started
9 zero 2
10 init 2 8 9
11 one 2
12 next 2 8 11
13 constd 1 2
14 ult 2 3 13
15 or 2 8 14
16 constraint 15
17 constd 1 {limit}
18 ult 2 3 17
19 constraint 18
"""


@pytest.mark.parametrize(
    ("after", "limit", "steps"),
    [(5, 2, 2), (5, 7, 7), (5, 31, 31), (5, 0, 0), (5, 32, None), (6, 2, None), (6, 0, 0)],
)
def test_the_longest_of_all_runs_counts(after: int, limit: int, steps: int | None, tmp_path: Path) -> None:
    path = tmp_path / "x.btor2"
    path.write_text(COUNTER.format(after=after, limit=limit))
    assert assumed.longest_run(read_btor2(path), FOREVER) == steps


def test_without_time_nothing_is_known(tmp_path: Path) -> None:
    path = tmp_path / "x.btor2"
    path.write_text(COUNTER.format(after=5, limit=7))
    assert assumed.longest_run(read_btor2(path), Deadline.after(0.0)) is None

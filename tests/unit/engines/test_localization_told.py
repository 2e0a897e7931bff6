"""What localization learns is told by the names of the design."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.app.worker import Job, Method, work
from assay.report.json import Record

# ``a`` is what the property speaks of; that ``b`` and ``c`` are never true together shows only who looks at both.
DESIGN = """MODULE main
IVAR i : boolean;
VAR a : boolean; b : boolean; c : boolean; other : boolean;
ASSIGN
  init(a) := FALSE; init(b) := FALSE; init(c) := FALSE;
  next(a) := b & c;
  next(b) := i;
  next(c) := !i;
  next(other) := !other;
INVARSPEC !a
LTLSPEC G !a
"""


@pytest.mark.parametrize("number", [0, 1], ids=["bad states", "runs"])
@pytest.mark.parametrize("reconstruction", ["layer2", "sat", "bundle"])
def test_latches_that_are_shown_have_their_names(number: int, reconstruction: str, tmp_path: Path) -> None:
    (tmp_path / "d.smv").write_text(DESIGN)
    records: list[Record] = []
    work(
        Job(str(tmp_path / "d.smv"), Method("localization", {"reconstruction": reconstruction}), str(number)),
        records.append,
    )
    assert [record["verdict"] for record in records if record["event"] == "verdict"] == ["holds"]
    shown = [record for record in records if record["event"] == "shown"]
    names = {name for record in shown for name in record["latches"]}
    assert names and names <= {"b", "c"}
    assert all(record["layer"] >= 1 and record["length"] >= 1 for record in shown)

"""Evidence on real designs: what is decided of the sample's small AIGER files replays, or its certificate checks."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from assay.app.evidence_files import witness_text
from assay.checking import check
from assay.core.evidence import Proof
from assay.core.model import Justice
from assay.core.verdict import Holds, Unknown, Violated
from assay.engines.config import Config
from assay.frontends.hardware.aiger import read_aiger
from assay.witness.hardware.aiger_witness import check_aiger_witness
from assay.witness.hardware.certificate_checker import check_certificate
from clocks import PATIENCE
from places import CORPORA

TABLE = CORPORA / "sample.csv"
pytestmark = [pytest.mark.corpus, pytest.mark.skipif(not CORPORA.exists(), reason=f"no corpora at {CORPORA}")]
AIGER = ("hw_aiger_safety", "hw_aiger_hwmcc1920", "hw_aiger_live")
# Larger files, and those that take longer, are for campaigns.
LARGEST = 7000
SECONDS = 1.5


def designs() -> list[tuple[Path, str]]:
    """The small AIGER files of the sample, with what is known of their only property."""
    if not TABLE.exists():
        return []
    with TABLE.open(newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["corpus"] in AIGER]
    files = [(CORPORA / row["corpus"] / row["path"], row["expected"]) for row in rows]
    return [(path, expected) for path, expected in files if path.stat().st_size <= LARGEST]


@pytest.mark.parametrize(("path", "expected"), designs(), ids=lambda part: Path(part).stem)
def test_evidence_is_accepted_on_the_file(path: Path, expected: str) -> None:
    model = read_aiger(path)
    (goal,) = model.goals
    (result,) = check(model, config=Config(seconds=SECONDS))
    verdict = result.verdict
    if isinstance(verdict, Unknown):
        pytest.skip(f"not decided: {verdict.reason}")
    assert expected == ("false" if isinstance(verdict, Violated) else "true")
    if isinstance(verdict, Holds) and not isinstance(verdict.evidence, Proof):
        assert isinstance(goal, Justice) and "checked by" in result.evidence
        return
    if isinstance(verdict.evidence, Proof) and verdict.evidence.simple:
        pytest.skip("proved by induction over paths without repeated states: there is no certificate")
    text = witness_text(model, goal, verdict, result.evidence, seconds=PATIENCE)
    if isinstance(verdict, Violated):
        check_aiger_witness(path, text)
    else:
        check_certificate(path, text, 0, seconds=PATIENCE)

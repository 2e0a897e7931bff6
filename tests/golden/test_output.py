"""What users see, compared with files.  ``ASSAY_GOLDEN=write`` writes them anew: look at the difference first."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from assay.core.verdict import Verdict
from scenarios import HOLDS, UNKNOWN, UNREACHABLE, VIOLATED, arrange, outcome, run

HERE = Path(__file__).parent
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

SCENARIOS: dict[str, tuple[tuple[Verdict, str], ...]] = {
    "holds": (HOLDS,),
    "violated": (VIOLATED,),
    "unknown": (UNKNOWN,),
    "several": (UNREACHABLE, UNKNOWN, VIOLATED),
}


def masked(text: str) -> str:
    """Times differ from run to run, and with them what is too frequent to be passed on."""
    text = re.sub(r'\{"event": "bound".*\n', "", text)
    text = re.sub(r'("seconds[a-z ]*"): [0-9.e-]+', r"\1: 0", text)
    return re.sub(r"\b[0-9]+\.[0-9]+( ?s\b)", r"0.00\1", text)


def compare(name: str, text: str) -> None:
    path = HERE / name
    if os.environ.get("ASSAY_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCENARIOS)
def test_text(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, *(outcome(conclusion) for conclusion in SCENARIOS[name]))
    compare(f"{name}.txt", masked(run(["check", "toy.c"]).stdout))


@pytest.mark.parametrize("name", SCENARIOS)
def test_json(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, *(outcome(conclusion) for conclusion in SCENARIOS[name]))
    compare(f"{name}.jsonl", masked(run(["check", "toy.c", "--json"]).stdout))


@pytest.mark.parametrize("name", ["help", "check-help"])
def test_help(name: str) -> None:
    arguments = ["check", "--help"] if name == "check-help" else ["--help"]
    compare(f"{name}.txt", run(arguments).stdout)

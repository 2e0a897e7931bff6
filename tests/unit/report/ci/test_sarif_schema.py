"""SARIF against the published JSON schema of version 2.1.0, where that is at hand.

The schema is not part of this repository; ``tests/tools/sarif_schema.sh`` brings it, from a package of the makers of
the format.  The variable ``ASSAY_SARIF_SCHEMA`` may name another copy.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema.validators import validator_for

from assay.report.ci.findings import Recording
from assay.report.ci.sarif import sarif
from hostile import TEXTS, named
from unit.report.ci.recordings import OVERFLOW, everything, recording, verdict

SCHEMA: Final = Path(os.environ.get("ASSAY_SARIF_SCHEMA") or Path(__file__).parents[4] / "build" / "sarif-2.1.0.json")

pytestmark = pytest.mark.skipif(not SCHEMA.is_file(), reason="needs the schema: tests/tools/sarif_schema.sh")


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    kind = validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


MISTAKE: Final = recording([], [{"event": "error", "message": "a.c:1:1: expected ';'", "internal": False}], code=2)
STATED: Final = recording([verdict("q", "violated")], file="b.smt2")


@pytest.mark.parametrize("recordings", [[OVERFLOW], [MISTAKE], [OVERFLOW, STATED]], ids=["one", "mistake", "several"])
def test_what_is_written_is_valid(recordings: list[Recording], validator: Any) -> None:
    assert [error.message for error in validator.iter_errors(sarif(recordings, Path("/home/user")))] == []


@pytest.mark.parametrize("text", TEXTS, ids=named)
def test_any_text_is_valid(text: str, validator: Any) -> None:
    assert [error.message for error in validator.iter_errors(sarif([everything(text)], Path("/home/user")))] == []


def test_the_schema_refuses_what_is_not_valid(validator: Any) -> None:
    document = sarif([OVERFLOW], Path("/home/user"))
    document["runs"][0]["results"][0]["level"] = "fatal"
    assert [*validator.iter_errors(document)]

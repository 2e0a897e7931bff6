"""Programs of SV-COMP'15: nine in ten are read, and what is refused is refused with a position."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.frontends.c import UNREACH_CALL, read_c
from assay.frontends.c.competition import read_property
from places import CORPORA

FOLDER = CORPORA / "c_svcomp15"
LARGEST = 120_000

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="the corpus of C programs is not here"),
]


def sample() -> list[tuple[str, Path]]:
    """The rows of the sample that are C programs of moderate size, with their data models."""
    with (CORPORA / "sample.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["corpus"] == "c_svcomp15"]
    files = [("LP64" if row["category"] == "DeviceDrivers64" else "ILP32", FOLDER / row["path"]) for row in rows]
    return [(model, file) for model, file in files if file.stat().st_size <= LARGEST]


def test_nine_in_ten_programs_are_read() -> None:
    refused = []
    programs = sample()[:: 1 if os.environ.get("ASSAY_CAMPAIGN") else 3]
    for model, file in programs:
        try:
            properties = [prop.name for prop in read_c(file, model).properties]
            assert properties[0] == UNREACH_CALL
        except Unsupported as failure:
            assert failure.where is not None and failure.where.line > 0
            refused.append(str(failure))
    assert len(refused) * 10 <= len(programs), "\n".join(refused)


def test_the_property_file_is_read() -> None:
    assert "__VERIFIER_error" in read_property(FOLDER / "PropertyUnreachCall.prp").text

"""What a user reads when a hardware file is wrong, word for word.

``bad_hardware`` holds a file for each kind of mistake, ``messages.txt`` in it the messages, in order of file names.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import InputError
from assay.core.model import Model
from assay.frontends.aiger import read_aiger
from assay.frontends.btor2 import read_btor2
from assay.frontends.smv.model import read_smv

INPUTS = Path(__file__).parent / "bad_hardware"
MESSAGES = INPUTS / "messages.txt"


def load(path: Path) -> Model:
    readers = {".aag": read_aiger, ".aig": read_aiger, ".btor2": read_btor2, ".smv": read_smv}
    return readers[path.suffix](path)


def test_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(INPUTS)
    found = []
    for path in sorted(path.name for path in INPUTS.iterdir() if path != MESSAGES):
        with pytest.raises(InputError) as caught:
            load(Path(path))
        found.append(f"{type(caught.value).__name__}: {caught.value}")
    assert found == MESSAGES.read_text().splitlines()

"""What a user reads when a hardware file is wrong, word for word.

``bad_hardware`` holds a file for each kind of mistake, ``messages.txt`` in it the messages, in order of file names.
With ``ASSAY_GOLDEN=write`` the messages are written instead.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from assay.core.errors import InputError
from assay.core.model import Model
from assay.frontends.hardware.aiger import read_aiger
from assay.frontends.smv.model import read_smv
from clocks import PATIENCE
from hardware import read_btor2, read_ctl

INPUTS = Path(__file__).parent / "bad_hardware"
MESSAGES = INPUTS / "messages.txt"
# Files of which nothing can be shown, because there is nothing in them.
NOWHERE = {"empty.aag", "empty.btor2"}
DESIGN = "aag 2 1 1 0 0\n2\n4 2\ni0 req\nl0 ack\n"


def load(path: Path, design: Path) -> Model:
    if path.suffix == ".ctl":
        return read_ctl(design, path)
    readers = {".aag": read_aiger, ".aig": read_aiger, ".btor2": read_btor2, ".smv": read_smv}
    return readers[path.suffix](path)


def test_messages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    design = tmp_path / "design.aag"
    design.write_text(DESIGN)
    monkeypatch.chdir(INPUTS)
    found = []
    for name in sorted(path.name for path in INPUTS.iterdir() if path != MESSAGES):
        with pytest.raises(InputError) as caught:
            load(Path(name), design)
        text = str(caught.value)
        assert name in NOWHERE or re.match(rf"{re.escape(name)}:\d+:\d+: ", text), text
        found.append(f"{type(caught.value).__name__}: {text}")
    if os.environ.get("ASSAY_GOLDEN") == "write":
        MESSAGES.write_text("\n".join([*found, ""]))
    assert found == MESSAGES.read_text().splitlines()


BY_KIND = {
    "wrong counts": ["counts.aag", "counts.aig", "justice_size.btor2"],
    "cyclic definitions": ["cyclic.aag", "cyclic.smv", "cyclic_next.smv", "order.btor2"],
    "undeclared names": ["undefined.aag", "undefined.btor2", "undeclared.smv", "undeclared.ctl"],
    "type errors": ["sorts.btor2", "types.smv", "operand.ctl"],
    "truncated": ["truncated.aig", "truncated.btor2", "truncated.smv", "truncated.ctl"],
}


@pytest.mark.parametrize("name", [name for names in BY_KIND.values() for name in names])
def test_the_command_line_tells_where_and_exits_with_2(name: str, tmp_path: Path) -> None:
    design, wrong = tmp_path / "design.aag", INPUTS / name
    design.write_text(DESIGN)
    arguments = [str(design), "--property", str(wrong)] if wrong.suffix == ".ctl" else [str(wrong)]
    result = subprocess.run(
        [sys.executable, "-m", "assay", "check", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 2, result
    assert re.search(rf"^error: {re.escape(str(wrong))}:\d+:\d+: \w", result.stderr, re.MULTILINE), result.stderr
    assert "Traceback" not in result.stderr and not result.stdout

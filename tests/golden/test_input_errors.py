"""What a user reads when an input is wrong, word for word.

``bad_inputs`` holds a file for each kind of mistake, ``messages.txt`` in it the messages, in order of file names.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import InputError
from assay.frontends.task import load

INPUTS = Path(__file__).parent / "bad_inputs"
MESSAGES = INPUTS / "messages.txt"


def message(name: str | Path) -> str:
    with pytest.raises(InputError) as caught:
        load(name)
    return f"{type(caught.value).__name__}: {caught.value}"


def test_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(INPUTS)
    names = sorted(path.name for path in INPUTS.iterdir() if path != MESSAGES)
    assert [message(name) for name in names] == MESSAGES.read_text().splitlines()


def test_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "absent.smt2"
    assert message(path) == f"InputError: {path}: no such file (check the path)"


def test_a_directory(tmp_path: Path) -> None:
    assert message(tmp_path) == f"InputError: {tmp_path}: this is a directory (name one file in it)"


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.smt2"
    path.write_text("(check-sat)")

    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert message(path) == f"InputError: {path}: no permission to read this file (check its access rights)"


def test_another_failure_to_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Path) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", fail)
    assert message("disk") == "InputError: disk: cannot read this file: Input/output error"


def test_a_name_that_is_no_path() -> None:
    assert message("a\0b").startswith("InputError: a\0b: cannot read this file: ")

"""The commands for other tools in docs/howto/check-a-certificate.md, where those tools are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from clocks import PATIENCE

PROJECT: Final = Path(__file__).parents[2]
PAGE: Final = (PROJECT / "docs" / "howto" / "check-a-certificate.md").read_text(encoding="utf-8")
OUTSIDE: Final = tuple(re.findall(r"^    ((?!assay )\S+ .*questions/.*)$", PAGE, re.MULTILINE))
UNSATISFIABLE: Final = 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the page's own commands leave behind."""
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(PROJECT / "examples", folder / "examples")
    for command in re.findall(r"^    assay (.*)$", PAGE, re.MULTILINE):
        words = [sys.executable, "-m", "assay", *command.split()]
        subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=PATIENCE)
    return folder


def test_the_page_names_tools() -> None:
    assert {command.split()[0] for command in OUTSIDE} == {"cadical", "picosat", "minisat", "berkeley-abc"}


@pytest.mark.parametrize("question", ["step", "first", "next", "safe"])
@pytest.mark.parametrize("command", [command for command in OUTSIDE if ".cnf" in command], ids=lambda c: c.split()[0])
def test_sat_solvers(command: str, question: str, folder: Path) -> None:
    program, *words = command.replace("next.cnf", f"{question}.cnf").split()
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == UNSATISFIABLE, done.stdout + done.stderr


@pytest.mark.parametrize("command", [command for command in OUTSIDE if ".aig" in command], ids=lambda c: c.split()[0])
def test_abc(command: str, folder: Path) -> None:
    if shutil.which(command.split()[0]) is None:
        pytest.skip(f"{command.split()[0]} is not installed")
    done = subprocess.run(
        command, shell=True, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert re.search(r"^UNSATISFIABLE", done.stdout, re.MULTILINE), done.stdout + done.stderr

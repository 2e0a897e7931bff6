"""Every command that a page shows does what the page says; every piece of Python runs.

Files that a page speaks of without having them (``design.smv``, ``program.c``) are in the folder ``files`` beside this
one.  What is compared of an output is what does not depend on the machine: verdicts, labels, lines of the source.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from assay.frontends.verilog.compiled import PACKAGE
from assay.frontends.verilog.yosys import COMMAND
from bench_runs import campaign, stored
from documents.pages import PAGES, PROJECT, Shown, blocks, commands, name_of, python

FILES: Final = Path(__file__).parent / "files"
# A command that several pages show without its output is executed once.
# Words that a reader replaces by names of files.
PLACEHOLDERS: Final = {"FILE": "examples/count-up.smt2", "WITNESS": "witness.out"}
# Not for running: the outline of all commands.
OUTLINES: Final = (
    *(
        "assay check FILE... [options]",
        "assay engines [NAME]",
        "assay bench COMMAND ...",
        "assay certificate COMMAND ...",
    ),
    *("assay bench run TASKS... [options]", "assay bench status STORE", "assay bench tail STORE [-n N] [-f]"),
    *("assay bench log STORE TASK [CONFIG]", "assay bench export STORE --benchexec DIR"),
    *("assay bench import STORE RESULTS...", "assay bench table STORE [options]"),
    "assay report FILE... -o FOLDER",
    *("assay bench plot STORE -o FILE [options]", "assay bench compare STORE [STORE] [A [B]] [options]"),
    "assay bench claims CAMPAIGN [STORE...] [-o FILE]",
)
# Pages whose commands build on each other: they are executed in their order, with the TOML files that the page shows.
IN_ORDER: Final = tuple(
    page
    for page in PAGES
    if page.name
    in (
        *("run-a-campaign.md", "campaign-by-ssh.md", "campaign-on-slurm.md", "compare-with-other-tools.md"),
        *("repeat-a-paper.md", "subsumer-first.md", "refinement-selection.md", "fixpoint-guided-refinement.md"),
        "check-a-certificate.md",
    )
)
SHOWN: Final = tuple(
    {
        (shown.command, shown.output): shown for page in PAGES if page not in IN_ORDER for shown in commands(page)
    }.values()
)
# Stores of campaigns that pages speak of, with their configurations.
STORES: Final = {"orders.db": ("auto", "bfs", "subsumer-first"), "before.db": ("assay",), "after.db": ("assay",)}
DECIDED: Final = (0, 10)
UNKNOWN: Final = 30
# Labels that are missing where there is nothing to tell; and what stands for lines that a page leaves out.
VARYING: Final = ("counters", "time", "...")
PATIENCE: Final = 600.0
YOSYS: Final = find_spec(PACKAGE) is not None or shutil.which(COMMAND) is not None
WITH_PYTHON: Final = tuple(page for page in PAGES if python(page))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project's folder as a reader has it: the examples, and a design, a program and a net of their own."""
    shutil.copytree(FILES, tmp_path, dirs_exist_ok=True)
    shutil.copytree(PROJECT / "examples", tmp_path / "examples")
    (tmp_path / "benchmarks").symlink_to(PROJECT / "benchmarks")
    shutil.copy(FILES / "program.c", tmp_path / "-v.c")
    return tmp_path


def execute(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    # Collections that a reader has somewhere.
    collections = {"PROGRAMS": str(folder / "programs"), "SYSTEMS": str(folder / "systems")}
    environment = {**os.environ, **collections, "PATH": path, "COLUMNS": "100"}
    return subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )


def with_names(command: str) -> str:
    """With names of files for the words that a reader replaces."""
    return re.sub(r"\b[A-Z]+\b", lambda word: PLACEHOLDERS.get(word[0], word[0]), command)


def test_commands_are_found() -> None:
    assert len(SHOWN) > 25
    assert any(command.output for command in SHOWN)


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: f"{shown.page}: {shown.command}")
def test_command(shown: Shown, folder: Path) -> None:
    if shown.command in OUTLINES:
        pytest.skip("an outline, no command")
    if re.search(r"\.(s?v|sby)\b", shown.command) and not YOSYS:
        pytest.skip("Yosys is not installed")
    command = with_names(shown.command)
    for name in STORES.keys() & command.split():
        stored(folder / name, (), list(campaign(30, STORES[name])))
    done = execute(command, folder)
    # Without a limit of its own a command has to answer.
    expected = (*DECIDED, UNKNOWN) if "--time" in command else DECIDED
    assert done.returncode in expected, done.stdout + done.stderr
    assert not re.search(r"^(internal )?error:", done.stderr, re.MULTILINE), done.stderr
    if shown.output:
        assert is_part(outlined(shown.output), outlined(done.stdout.splitlines())), done.stdout


@pytest.mark.parametrize("page", IN_ORDER, ids=name_of)
def test_commands_in_order(page: Path, folder: Path) -> None:
    """A cluster is one of this machine here, and other tools print what they are said to print."""
    named = re.findall(r"`(\w+\.toml)`", page.read_text(encoding="utf-8"))
    shown = [block for language, block in blocks(page.read_text(encoding="utf-8")) if language == "toml"]
    for name, text in zip(named, shown, strict=False):
        (folder / name).write_text(text)
    if "--cluster" in page.read_text(encoding="utf-8"):
        pytest.importorskip("distributed", reason="Dask is not installed")
    found = list(commands(page))
    assert found
    for entry in found:
        done = execute(re.sub(r"--cluster tcp://\S+", "--cluster local --jobs 1", with_names(entry.command)), folder)
        expected = DECIDED if entry.command.startswith("assay check ") else (0,)
        assert done.returncode in expected, entry.command + done.stdout + done.stderr
        assert "WRONG" not in done.stdout.replace("correct  WRONG", "") and "Traceback" not in done.stderr


def outlined(lines: Sequence[str]) -> list[str]:
    """What every machine shows: verdicts with the names of properties, labels, and lines of a program that are passed.

    Numbers in a label, such as the length of a run, may differ; so may what stands behind it.
    """
    found = []
    for line in lines:
        label, *rest = re.split(r"\s{2,}", line.strip())
        indent = len(line) - len(line.lstrip())
        if indent == 0 or (indent == 4 and re.match(r"[\w-]+\.c:\d+$", label)):
            found.append(" ".join([label, *rest[:1]]))
        elif indent == 2 and label not in VARYING:
            found.append(re.sub(r"\d+", "0", label))
    return found


def is_part(shown: list[str], told: list[str]) -> bool:
    """All that is shown is told, in that order."""
    left = iter(told)
    return all(line in left for line in shown)


@pytest.mark.parametrize("page", WITH_PYTHON, ids=name_of)
def test_python(page: Path, folder: Path) -> None:
    (folder / "page.py").write_text(python(page))
    if "witness.json" in python(page):
        execute("assay check task.smt2 --witness witness.json", folder)
    done = execute("python page.py", folder)
    assert done.returncode == 0, done.stderr


def test_targets_of_make_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        named = re.findall(r"(?:^ {4}|`)make ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert targets.issuperset(named), name_of(page)

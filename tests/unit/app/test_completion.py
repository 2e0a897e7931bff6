"""What a shell is offered behind an option, by click's own protocol."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import click
import pytest
from click.shell_completion import ShellComplete

from assay import cli
from assay.engines.catalogue import ENGINES, METHODS
from assay.explore.unfold.order import ORDERS
from assay.frontends.c.checks import GROUPS
from assay.refine.selection.heuristics import HEURISTICS
from assay.solve.interpolation.providers import PROVIDERS
from documents.pages import PROJECT

PATIENCE: Final = 120.0
FILES: Final = ("FILE", "FILE...", "[FILE]", "RECORDING...", "JSON", "HEADER")
PARAMETERS: Final = [
    (command.name, parameter)
    for command in cli.cli.commands.values()
    for parameter in command.params
    if isinstance(parameter, click.Argument | click.Option)
]


def offered(*words: str, incomplete: str = "") -> list[str]:
    shell = ShellComplete(cli.cli, {}, "assay", "_ASSAY_COMPLETE")
    return [item.value for item in shell.get_completions(list(words), incomplete)]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("check", "--engine"), ENGINES),
        (("check", "-e"), ENGINES),
        (("engines",), ENGINES),
        (("check", "--order"), ORDERS),
        (("check", "--select"), HEURISTICS),
        (("check", "--interpolation"), PROVIDERS),
        (("check", "--without"), METHODS),
        (("check", "--checks"), GROUPS),
        (("check", "--abstraction"), ("cartesian", "boolean")),
        (("check", "--data-model"), ("ILP32", "LP64")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_all_names_are_offered(words: tuple[str, ...], names: tuple[str, ...]) -> None:
    assert offered(*words) == list(names)


@pytest.mark.parametrize(
    ("option", "incomplete", "expected"),
    [
        ("--engine", "cgr", ["cgr", "cgr-dual"]),
        ("--order", "sub", ["subsumer-first"]),
        ("--order", "none-such", []),
        ("--checks", "mem", ["memory"]),
        ("--checks", "assert,over", ["assert,overflow"]),
        ("--checks", "assert,memory,as", []),
        ("--interpolation", "farkas,sp", ["farkas,spacer"]),
        ("--select", "good&narr", ["good&narrow"]),
    ],
)
def test_the_last_name_is_completed(option: str, incomplete: str, expected: list[str]) -> None:
    assert offered("check", option, incomplete=incomplete) == expected


@pytest.mark.parametrize(
    ("command", "parameter"), PARAMETERS, ids=lambda value: value if isinstance(value, str) else value.name
)
def test_files_and_folders_are_left_to_the_shell(command: str, parameter: click.Argument | click.Option) -> None:
    context = cli.cli.commands[command].make_context(command, ["x", "-o", "y"], resilient_parsing=True)
    kinds = [item.type for item in parameter.shell_complete(context, "x")]
    shown = parameter.make_metavar(context)
    expected = ["file"] if shown in FILES else ["dir"] if shown == "FOLDER" else None
    assert kinds == expected or (expected is None and "file" not in kinds and "dir" not in kinds)


def test_options_are_offered() -> None:
    assert set(offered("check", incomplete="--in")) == {"--interpolation"}


def lines() -> dict[str, str]:
    """What the page has people put into the files of their shells, by shell."""
    page = (PROJECT / "docs" / "howto" / "shell-completion.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (bash|zsh|fish)\b[^|]*\|[^|]*\| `(.*)` \|$", page, re.MULTILINE)
    return {shell: line.replace("\\|", "|") for shell, line in rows}


def answered(script: str, folder: Path) -> str:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash is installed")
    done = subprocess.run(
        [bash, "--norc", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_bash_completes_the_command(tmp_path: Path) -> None:
    """The line of the page, then a question as bash asks it."""
    script = f"""
        {lines()["bash"]}
        COMP_WORDS=(assay check --order sub) COMP_CWORD=3
        _assay_completion assay
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    assert answered(script, tmp_path).split() == ["subsumer-first"]


@pytest.mark.parametrize(("shell", "announces"), [("zsh", "#compdef assay"), ("fish", "complete --no-files --command")])
def test_there_is_a_script_for_other_shells(shell: str, announces: str, tmp_path: Path) -> None:
    """The shell itself may be absent: what its line would read is looked at."""
    printing = re.search(r"_ASSAY_COMPLETE=\w+ assay", lines()[shell])
    assert printing is not None
    assert announces in answered(printing[0], tmp_path)

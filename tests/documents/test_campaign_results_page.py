"""docs/reference/campaign-results.md has every option of the commands that it is about, and every column."""

from __future__ import annotations

import re
from typing import Final

import click

from assay.bench.command import bench
from assay.bench.evaluation.csv_text import FACTS
from assay.bench.evaluation.scores import RIGHT_ALARM, RIGHT_PROOF, WRONG_ALARM, WRONG_PROOF
from documents.pages import PROJECT

PAGE: Final = (PROJECT / "docs" / "reference" / "campaign-results.md").read_text(encoding="utf-8")
COMMANDS: Final = ("table", "plot", "compare")


def options(command: str) -> set[str]:
    assert isinstance(bench, click.Group)
    found = bench.get_command(click.Context(bench), command)
    assert found is not None
    return {max(parameter.opts, key=len) for parameter in found.params if isinstance(parameter, click.Option)}


def test_every_option_is_described_with_its_commands() -> None:
    rows = re.findall(r"^\| `(--[a-z]+)[^|]*\|([^|]*)\|", PAGE, re.MULTILINE)
    described = {name: set(re.findall(r"`(\w+)`", where)) or set(COMMANDS) for name, where in rows}
    assert described == {
        name: {command for command in COMMANDS if name in options(command)}
        for name in set().union(*map(options, COMMANDS))
    }


def test_every_column_is_described() -> None:
    columns = PAGE.split("## Columns of the CSV")[1]
    assert set(FACTS) <= set(re.findall(r"`(\w+)`", columns))


def test_the_scores_are_those_that_are_given() -> None:
    (row,) = re.findall(r"^\| score \|.*$", PAGE, re.MULTILINE)
    assert [int(points) for points in re.findall(r"(-?\d+) for a", row)] == [
        *(RIGHT_PROOF, RIGHT_ALARM, WRONG_PROOF, WRONG_ALARM),
    ]

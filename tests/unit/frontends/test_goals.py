"""What a user may call properties."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from assay.cli import check
from assay.core.errors import InputError
from assay.frontends.goals import select
from assay.frontends.task import load


def test_a_name_with_a_star_chooses_several(tmp_path: Path) -> None:
    path = tmp_path / "names.btor2"
    bads = ("queue1_fits", "queue2_fits", "queue1_empty", "*")
    lines = ["1 sort bitvec 1", "2 input 1 i", *(f"{k} bad 2 {name}" for k, name in enumerate(bads, 3)), ""]
    path.write_text("\n".join(lines))
    model = load(path)

    def chosen(wanted: str) -> list[str]:
        return [goal.name for goal in select(model, wanted)]

    assert chosen("queue*_fits") == ["queue1_fits", "queue2_fits"]
    assert chosen("queue1*") == ["queue1_fits", "queue1_empty"]
    # What is a name is no pattern, and a pattern is of whole names.
    assert chosen("*") == ["*"]
    with pytest.raises(InputError, match="no property is"):
        select(model, "*queue")


def test_two_properties_are_not_one(tmp_path: Path) -> None:
    """The first would be left out silently."""
    path = tmp_path / "names.btor2"
    path.write_text("1 sort bitvec 1\n2 input 1 i\n3 bad 2 a\n4 bad 2 b\n")
    done = CliRunner().invoke(check, [str(path), "-p", "a", "-p", "b"])
    assert done.exit_code == 2 and "given twice" in done.output

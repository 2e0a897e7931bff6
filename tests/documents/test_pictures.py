"""The pictures of the README are there, load nothing, and the script that makes them does so."""

from __future__ import annotations

import re
import runpy
from typing import Any, Final

import pytest

from documents.pages import PROJECT

FOLDER: Final = PROJECT / "docs" / "pictures"
README: Final = (PROJECT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def make() -> dict[str, Any]:
    return runpy.run_path(str(FOLDER / "make.py"))


@pytest.mark.parametrize("name", ["report.png", "terminal.svg"])
def test_the_readme_shows_the_picture(name: str) -> None:
    assert re.search(rf"!\[[^\]]{{20,}}\]\(docs/pictures/{name}\)", README)
    assert 10_000 < (FOLDER / name).stat().st_size < 500_000


def test_a_session_becomes_a_picture(make: dict[str, Any]) -> None:
    picture = make["terminal"](("assay check examples/count-up.smt2 --quiet",))
    assert "holds" in picture and "query" in picture
    # A word in colour, and nothing that is loaded.
    assert "fill: #" in picture
    assert not re.search(r"@font-face|@import|url\((?!#)|<image|<script", picture)


def test_the_picture_of_a_session_loads_nothing() -> None:
    picture = (FOLDER / "terminal.svg").read_text(encoding="utf-8")
    assert not re.search(r"@font-face|@import|url\((?!#)|<image|<script", picture)


def test_the_picture_shows_what_is_in_the_readme(make: dict[str, Any]) -> None:
    for command in make["SESSION"]:
        assert f"`{command}`" in README

"""Notebooks can be read by Jupyter, are kept without outputs, and do what they promise when they are executed."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

import pytest

from documents.pages import PROJECT

NOTEBOOKS: Final = tuple(sorted((PROJECT / "docs" / "notebooks").iterdir()))
# As Jupyter's format says (nbformat 4.5): the fields of a cell, and no others.
FIELDS: Final = {
    "markdown": {"cell_type", "id", "metadata", "source"},
    "code": {"cell_type", "id", "metadata", "source", "execution_count", "outputs"},
}


def script(name: str) -> Any:
    """A script of the documentation's site."""
    spec = spec_from_file_location(name, PROJECT / "docs" / "site" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def content(notebook: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(notebook.read_text(encoding="utf-8"))
    return found


def test_there_are_three() -> None:
    assert [place.suffix for place in NOTEBOOKS] == [".ipynb"] * 3


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_has_the_format_of_notebooks(notebook: Path) -> None:
    found = content(notebook)
    assert found.keys() == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert (found["nbformat"], found["nbformat_minor"]) == (4, 5)
    assert found["metadata"]["kernelspec"].keys() == {"display_name", "language", "name"}
    for cell in found["cells"]:
        assert cell.keys() == FIELDS[cell["cell_type"]]
        assert cell["metadata"] == {}
        assert all(isinstance(line, str) for line in cell["source"])
        assert all(line.endswith("\n") for line in cell["source"][:-1])
    identifiers = [cell["id"] for cell in found["cells"]]
    assert len(set(identifiers)) == len(identifiers)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_kept_without_outputs(notebook: Path) -> None:
    for cell in content(notebook)["cells"]:
        assert cell.get("outputs", []) == [] and cell.get("execution_count") is None


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_does_what_it_promises(notebook: Path) -> None:
    """The last cell says what has to be true; executing a cell that fails raises."""
    cells = list(script("notebooks").executed(notebook))
    assert cells[0].text.startswith("# ") and not cells[0].is_code
    assert cells[-1].is_code and "assert " in cells[-1].text
    assert any(cell.printed for cell in cells)


def test_a_cell_that_fails_is_told(tmp_path: Path) -> None:
    cells = [{"cell_type": "code", "source": ["assert 1 == 2\n"]}]
    notebook = tmp_path / "wrong.ipynb"
    notebook.write_text(json.dumps({"cells": cells}))
    with pytest.raises(AssertionError):
        list(script("notebooks").executed(notebook))


def test_a_page_shows_what_was_printed(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Two\n", "and two"]},
        {"cell_type": "code", "source": ["two = 1 + 1"]},
        {"cell_type": "code", "source": ["print(two + 2)"]},
    ]
    notebook = tmp_path / "two.ipynb"
    notebook.write_text(json.dumps({"cells": cells}))
    notebooks = script("notebooks")
    page = notebooks.page(notebook.name, notebooks.executed(notebook))
    assert page.startswith("# Two\nand two\n\n<a ")
    assert "```python\ntwo = 1 + 1\n```\n\n```python\nprint(two + 2)\n```\n\n```{ .text .printed }\n4\n```" in page
    assert "printed" not in notebooks.page(notebook.name, notebooks.kept(notebook))

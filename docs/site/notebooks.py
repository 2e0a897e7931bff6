"""Notebooks as pages: cells in order, and below each piece of code what it prints when it is executed.

A notebook (nbformat 4) is kept without outputs.  Its code is executed here, cell by cell in one namespace and in the
notebook's folder, as Jupyter would; nothing but the standard library is needed for that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple


class Cell(NamedTuple):
    """A piece of a notebook: its text, and what it printed if it is code."""

    is_code: bool
    text: str
    printed: str = ""


def kept(notebook: Path) -> Iterator[Cell]:
    """All cells, as the file has them."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        yield Cell(is_code=cell["cell_type"] == "code", text="".join(cell["source"]))


def executed(notebook: Path) -> Iterator[Cell]:
    """All cells, code with what it prints; a cell that fails ends the walk with its exception."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(kept(notebook), 1):
        printed = StringIO()
        if cell.is_code:
            with chdir(notebook.parent), redirect_stdout(printed):
                exec(compile(cell.text, f"{notebook.name}, cell {number}", "exec"), namespace)
        yield cell._replace(printed=printed.getvalue())


def page(name: str, cells: Iterable[Cell]) -> str:
    """The Markdown of a notebook; it links to the notebook itself, which stands beside it."""
    first, *others = map(_shown, cells)
    link = f'<a class="md-button" href="{name}" download>Download {name}</a>'
    return "\n\n".join((first, link, *others)) + "\n"


def _shown(cell: Cell) -> str:
    if not cell.is_code:
        return cell.text
    printed = f"\n\n```{{ .text .printed }}\n{cell.printed.rstrip()}\n```" if cell.printed.strip() else ""
    return f"```python\n{cell.text.rstrip()}\n```{printed}"

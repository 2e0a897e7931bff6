"""Tables as Markdown: readable on a terminal, and as a page.  What a name has in it never becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from assay.report import unseen

_MARKUP: Final = re.compile(r"([\\`*\[\]|])")


@dataclass(frozen=True)
class Column:
    """The head of a column; figures stand at the right."""

    name: str
    figures: bool = True


def words(name: str) -> Column:
    return Column(name, figures=False)


def plain(text: str) -> str:
    """A text of somebody else's, on one line and as it is."""
    text = unseen.plain(" ".join(text.split())).replace("&", "&amp;").replace("<", "&lt;")
    return _MARKUP.sub(r"\\\1", text)


def table(columns: Sequence[Column], rows: Iterable[Sequence[object]]) -> str:
    """Cells are Markdown already; None is a dash.  Columns are as wide as their widest cell."""
    cells = [[column.name for column in columns]]
    cells += [["-" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(3, *map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        [
            cell.rjust(width) if column.figures else cell.ljust(width)
            for column, cell, width in zip(columns, row, widths, strict=True)
        ]
        for row in cells
    ]
    rule = [
        f"{'-' * (width - 1)}:" if column.figures else "-" * width
        for column, width in zip(columns, widths, strict=True)
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in (lines[0], rule, *lines[1:]))


def section(title: str, *blocks: str) -> str:
    return "\n\n".join((f"## {title}", *blocks))

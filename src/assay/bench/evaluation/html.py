"""Pages that stand alone: style, scripts and data are inside, and nothing is fetched from anywhere.

Texts of others, such as names of tasks, go into elements by ``text`` and into data by ``data``: they never become markup.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from assay.bench.evaluation.markdown import Column

# Nothing but what the page has inside: no network, no frames, no plugins.
INSIDE_ONLY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def text(words: object) -> str:
    """As it is, with what HTML would take for markup written out."""
    return escape(str(words))


def data(value: object, attributes: str) -> str:
    """A value that scripts read.  No text in it can end the element."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" {attributes}>{written}</script>'


def page(title: str, body: Iterable[str], scripts: Sequence[str], policy: str = INSIDE_ONLY) -> str:
    """A page; ``scripts`` are names of files in the folder ``page`` beside this one."""
    return "\n".join(
        (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{text(title)}</title>\n<style>\n{_part('page.css')}</style>\n</head>\n<body>",
            *body,
            *(f"<script>\n{_part(name)}</script>" for name in scripts),
            "</body>\n</html>\n",
        )
    )


def table(columns: Sequence[Column], rows: Iterable[Sequence[object]]) -> str:
    """Cells are HTML already; None is a dash."""
    kinds = [' class="figures"' if column.figures else "" for column in columns]
    heads = "".join(
        f'<th scope="col"{kind}>{text(column.name)}</th>' for column, kind in zip(columns, kinds, strict=True)
    )
    body = "\n".join(
        "<tr>" + "".join(f"<td{kind}>{_cell(cell)}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>"
        for row in rows
    )
    return f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _cell(cell: object) -> str:
    return "-" if cell is None else str(cell)


def _part(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text(encoding="utf-8")

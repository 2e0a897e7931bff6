"""Pages that stand alone: style, scripts and data are inside, and nothing is fetched from anywhere.

Texts of others, such as names of tasks, go into elements by ``text`` and into data by ``data``, and stay texts.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files

from assay.bench.evaluation.markdown import Column
from assay.report.unseen import plain


def text(words: object) -> str:
    """As it is, with what HTML would take for markup written out."""
    return escape(plain(str(words)))


def data(value: object, attributes: str) -> str:
    """A value that scripts read.  No text in it can end the element."""
    written = plain(json.dumps(value, ensure_ascii=False, separators=(",", ":"))).replace("<", "\\u003c")
    return f'<script type="application/json" {attributes}>{written}</script>'


def page(
    title: str, body: Iterable[str], scripts: Sequence[str], *, styles: Sequence[str] = (), beside: str = ""
) -> str:
    """A page; ``scripts`` are names of files in the folder ``page`` beside this one.

    It may load nothing, and apply and execute nothing but its own style, ``styles`` that its body has, and its own
    scripts, known by their hashes (Content Security Policy); and scripts from ``beside``.
    """
    style = _part("page.css")
    script = "\n".join(_part(name) for name in scripts)
    policy = (
        f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src {_hashes((style, *styles))};"
        f" script-src {_hashes((script,))} {beside}"
    )
    return "\n".join(
        (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy.rstrip()}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{text(title)}</title>\n<style>{style}</style>\n</head>\n<body>",
            *body,
            f"<script>{script}</script>\n</body>\n</html>\n",
        )
    )


def _hashes(parts: Iterable[str]) -> str:
    """The names that a policy has for texts."""
    digests = (b64encode(sha256(part.encode()).digest()).decode() for part in parts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)


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

"""Sources with colours, line by line; a language that nobody knows, or a text that is too long, has none."""

from __future__ import annotations

import html
from typing import Final

from assay.report.html.harmless import cut
from assay.report.unseen import plain

# Longer texts are shown without colours: marks take several times their room.
MOST_TEXT: Final = 150_000
# Formats that are written like another language.
_LIKE: Final = {"smtlib": "common-lisp"}


def lines(text: str, language: str) -> list[str]:
    """Each line of the text as HTML."""
    text = "\n".join(map(cut, text.split("\n")))
    if len(text) > MOST_TEXT or language in ("text", "binary"):
        return [html.escape(plain(line)) for line in text.split("\n")]
    from pygments.lexers import get_lexer_by_name

    lexer = get_lexer_by_name(_LIKE.get(language, language), stripnl=False, ensurenl=False)
    found = [""]
    for kind, value in lexer.get_tokens(text):
        style = _style(str(kind))
        first, *others = (html.escape(plain(part)) for part in value.split("\n"))
        found[-1] += _marked(first, style)
        found.extend(_marked(part, style) for part in others)
    return found


def _marked(text: str, style: str) -> str:
    return f'<span class="{style}">{text}</span>' if style and text.strip() else text


_STYLES: Final = (
    ("Token.Comment.Preproc", "hp"),
    ("Token.Comment", "hc"),
    ("Token.Keyword.Type", "ht"),
    ("Token.Keyword", "hk"),
    ("Token.Literal.String", "hs"),
    ("Token.Literal.Number", "hn"),
    ("Token.Name.Function", "hf"),
    ("Token.Name.Builtin", "hk"),
    ("Token.Name.Tag", "hk"),
)


def _style(kind: str) -> str:
    """One of few classes for a kind of token."""
    return next((style for prefix, style in _STYLES if kind.startswith(prefix)), "")

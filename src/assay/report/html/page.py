"""A recording as one page: no network, nothing beside the file, and nothing in it that the recording could make run.

The page may load nothing and execute nothing but its own script, which is named by its hash (Content Security Policy).
Text of the input is escaped where it is markup, and is data everywhere else.
"""

from __future__ import annotations

import base64
import hashlib
import html
from importlib import resources
from pathlib import Path
from typing import Any, Final

from assay.report.html import highlight
from assay.report.html.digest import Recording, digest
from assay.report.html.harmless import cut, embedded
from assay.report.unseen import plain

# In this order: each uses only what comes before it.
SCRIPTS: Final = (
    *("dom.js", "source.js", "steps.js", "wave.js", "net.js", "graph.js", "rounds.js"),
    *("answer.js", "main.js"),
)
# Of all files together, so much text is shown.
MOST_TEXT: Final = 400_000


def page(recording: Recording) -> str:
    """The page that shows a recording."""
    shown = digest(recording)
    style = resource("page.css")
    script = '"use strict";\n(() => {\n' + "\n".join(resource(name) for name in SCRIPTS) + "\n})();\n"
    sources = [event for event in recording.get("events", ()) if event["event"] == "source"]
    name = Path(shown["file"]).name or "a check"
    return "\n".join(
        (
            *head(f"{name} \u00b7 Assay", style, script),
            f'<body>{_top(shown)}<main id="main">{_answer(shown)}{_work(sources)}',
            '<div id="below"></div></main>',
            f"<footer>{_text(shown['made_by'])}. {_text(shown['left_out'])}</footer>",
            '<div id="spoken" class="unseen" aria-live="polite"></div>',
            f'<script type="application/json" id="data">{embedded(shown)}</script>',
            f"<script>{script}</script>",
            "</body></html>",
        )
    )


def head(title: str, style: str, script: str = "") -> tuple[str, ...]:
    """What a page begins with: what it may do, and how it looks."""
    policy = f"default-src 'none'; style-src {_digest(style)}; base-uri 'none'; form-action 'none'"
    if script:
        policy += f"; script-src {_digest(script)}"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{_text(title)}</title><style>{style}</style></head>",
    )


def _top(shown: dict[str, Any]) -> str:
    file = _text(shown["file"])
    return (
        '<a class="skip" href="#main">Skip to the answer</a>'
        '<header class="top"><span class="brand">Assay<i>.</i></span>'
        f'<span class="file" title="{file}">{file}</span><nav id="sections" aria-label="Sections"></nav>'
        '<button type="button" class="tool" id="theme">Dark</button></header>'
    )


def _answer(shown: dict[str, Any]) -> str:
    """The answer in words, also for who has no scripts."""
    first = shown["answers"][0] if shown["answers"] else {"verdict": "unknown", "property": "", "reason": "no verdict"}
    verdict, property, why = (
        _text(str(text))
        for text in (first["verdict"], first["property"], first.get("evidence") or first.get("reason", ""))
    )
    return (
        f'<section class="card answer {verdict}" id="answer" aria-labelledby="verdict">'
        f'<div class="verdict" id="verdict">{verdict}</div><div><h1 id="property">{property}</h1>'
        f'<p class="where" id="where"></p><p class="why" id="why">{why}</p><p class="assumes" id="assumes"></p>'
        '<p class="next" id="following"></p></div>'
        '<dl class="facts" id="facts"></dl></section>'
    )


def _work(sources: list[dict[str, Any]]) -> str:
    """The files of the input, a list of lines each, and room for what is told beside them."""
    side = '<section class="card" id="side" aria-label="What shows it"></section>'
    left = MOST_TEXT
    lists = []
    for number, source in enumerate(sources):
        text = source["text"][:left]
        left -= len(text)
        lists.append(_listing(number, text, source, cut=len(text) < len(source["text"])))
    text = (
        f'<section class="card" id="source" aria-label="Source"><header>{_tabs(sources)}</header>'
        f'<div class="scroll" tabindex="0" aria-label="Source text">{"".join(lists)}</div></section>'
    )
    readable = any(source["language"] != "binary" for source in sources)
    left_side = f'<div class="left"><div id="drawings"></div>{text if readable else ""}</div>'
    return f'<div class="work" id="work">{left_side}{side}</div>'


def _tabs(sources: list[dict[str, Any]]) -> str:
    names = [_text(source["name"]) for source in sources]
    if len(names) == 1:
        return f'<h2>Source</h2><span class="about">{names[0]}</span>'
    buttons = (
        f'<button type="button" role="tab" title="{name}" aria-selected="{"false" if number else "true"}" '
        f'tabindex="{-1 if number else 0}">{_text(Path(source["name"]).name)}</button>'
        for number, (name, source) in enumerate(zip(names, sources, strict=True))
    )
    return f'<div class="tabs" role="tablist" aria-label="Files">{"".join(buttons)}</div>'


def _listing(number: int, text: str, source: dict[str, Any], *, cut: bool) -> str:
    lines = highlight.lines(text, source["language"])
    items = "".join(f"<li><span>{line}</span></li>" for line in lines)
    notes = []
    if source.get("left_out") or cut:
        notes.append("the rest of this file is not shown")
    if source.get("cut"):
        notes.append(f"{source['cut']} long lines are cut")
    note = f'<li class="note"><span>({"; ".join(notes)})</span></li>' if notes else ""
    return f'<ol class="code"{" hidden" if number else ""}>{items}{note}</ol>'


def _text(foreign: str) -> str:
    """Somebody else's text as markup that shows it."""
    return html.escape(plain(cut(foreign)))


def resource(name: str) -> str:
    """A file of this room that becomes a part of pages."""
    return resources.files("assay.report.html").joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """How a policy names a text that may stand in the page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

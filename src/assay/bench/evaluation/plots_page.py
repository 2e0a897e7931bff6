"""Plots on a page that tells more where the pointer is, or where the arrow keys lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assay.bench.evaluation.html import data, page, text
from assay.bench.evaluation.svg import STYLE, Drawing


def plots_page(title: str, drawings: Sequence[Drawing]) -> str:
    return page(title, _body(title, drawings), ["plots.js"], styles=[STYLE])


def _body(title: str, drawings: Sequence[Drawing]) -> Iterator[str]:
    yield f"<h1>{text(title)}</h1>"
    for drawing in drawings:
        spots = {
            "x": [round(spot.x, 1) for spot in drawing.spots],
            "y": [round(spot.y, 1) for spot in drawing.spots],
            "text": [spot.text for spot in drawing.spots],
        }
        yield f'<figure>\n{drawing.svg}{data(spots, "")}\n<div class="tip" role="status" hidden></div>\n</figure>'
    yield '<p class="soft">Point at a curve or a task; with the keyboard: Tab to a plot, then the arrow keys.</p>'

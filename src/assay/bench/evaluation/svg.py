"""Drawings as SVG: a few elements, one style for light and dark pages, and the spots that a page tells more about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final

from assay.report.unseen import plain

# The colours of Okabe and Ito, which people who see few colours can tell apart, darker on white and lighter on black.
_LIGHT: Final = ("#0072b2", "#c8500a", "#00805d", "#b0508a", "#8a6400", "#2f8fc4", "#5a5a5a")
_DARK: Final = ("#56b4e9", "#ff9d5c", "#2fd6a5", "#f0a6d0", "#f0c040", "#a5d8ff", "#bbbbbb")
COLOURS: Final = len(_LIGHT)
_INK: Final = (("--ink", "#222", "#ddd"), ("--grid", "#ddd", "#3a3a3a"), ("--paper", "#fff", "#1b1b1d"))
_ALARM: Final = ("--wrong", "#c00", "#ff6b6b")
# What is finer than this cannot be seen.
GRAIN: Final = 0.5


@dataclass(frozen=True)
class Spot:
    """A place of a drawing, and what is there."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Drawing:
    """An SVG picture that stands alone, and its spots."""

    title: str
    svg: str
    spots: tuple[Spot, ...]


def element(name: str, *content: str, **attributes: float | str) -> str:
    """An element; ``content`` is SVG already.  Attributes are named as in Python: ``class_``, ``text_anchor``."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(number(value) if isinstance(value, float) else str(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{given}>{''.join(content)}</{name}>" if content else f"<{name}{given}/>"


def number(value: float) -> str:
    """A tenth of a pixel is exact enough."""
    return f"{value:.1f}".removesuffix(".0")


def content(words: str) -> str:
    """A text, as the content of an element."""
    return escape(plain(words), quote=False)


def label(words: str, x: float, y: float, **attributes: float | str) -> str:
    return element("text", content(words), x=x, y=y, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: float | str) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def dots(places: Iterable[tuple[float, float]], **attributes: float | str) -> str:
    """Strokes without length, of which the round ends are seen: one element, however many they are."""
    path = "".join(f"M{number(x)} {number(y)}h0" for x, y in places)
    return element("path", d=path, **attributes) if path else ""


def crosses(places: Iterable[tuple[float, float]], size: float = 4.0, **attributes: float | str) -> str:
    step = number(2 * size)
    path = "".join(f"M{number(x - size)} {number(y - size)}l{step} {step}m0-{step}l-{step} {step}" for x, y in places)
    return element("path", d=path, **attributes) if path else ""


def picture(title: str, width: int, height: int, parts: Iterable[str]) -> str:
    """The whole file; it has its style with it, and follows the colours that the reader's device prefers."""
    shown = "\n".join(part for part in parts if part)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' class="plot" role="img" aria-label="{escape(plain(title))}">\n'
        f"<style>{STYLE}</style>\n"
        f"{element('rect', width='100%', height='100%', class_='paper')}\n{shown}\n</svg>\n"
    )


def shortened(name: str, most: int) -> str:
    """A long name loses its middle."""
    if len(name) <= most:
        return name
    half = (most - 3) // 2
    return f"{name[:half]}...{name[-half:]}"


def _variables(colours: Iterable[str], column: int) -> str:
    named = [f"--c{index}:{colour}" for index, colour in enumerate(colours)]
    return ";".join([*named, *(f"{entry[0]}:{entry[column]}" for entry in (*_INK, _ALARM))])


STYLE: Final = "".join(
    (
        f".plot{{{_variables(_LIGHT, 1)};font:12px sans-serif}}",
        f"@media(prefers-color-scheme:dark){{.plot{{{_variables(_DARK, 2)}}}}}",
        ".plot .paper{fill:var(--paper)}.plot text{fill:var(--ink)}.plot .title{font-size:14px;font-weight:bold}",
        ".plot line{stroke:var(--ink)}.plot .grid{stroke:var(--grid)}.plot .limit{stroke-dasharray:6 4}",
        ".plot .curve{fill:none;stroke-width:2;stroke-linejoin:round}",
        ".plot .dots{stroke-width:5;stroke-linecap:round;stroke-opacity:.7}",
        ".plot .mistake{fill:none;stroke:var(--wrong);stroke-width:2}",
        ".plot tspan.mistake{fill:var(--wrong);stroke:none}",
        *(f".plot .c{index}{{stroke:var(--c{index})}}" for index in range(COLOURS)),
    )
)

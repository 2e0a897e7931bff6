"""Quantile plots as SVG, written by hand: how many tasks each configuration solves within how much time."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 480, 60, 260, 30, 50
COLOURS = ("#1b6ca8", "#c8553d", "#3a7d44", "#8e5ea2", "#b8860b", "#444444", "#17a2a2", "#d6336c", "#6c757d", "#7cb518")


def quantile_plot(times: Mapping[str, Sequence[float]], title: str, *, least: float = 0.1) -> str:
    """One line a configuration: the n-th fastest solved task against its seconds, on a logarithmic scale."""
    most = max((len(own) for own in times.values()), default=1) or 1
    slowest = max((second for own in times.values() for second in own), default=1.0)
    top = math.log10(max(slowest, 10 * least))
    bottom = math.log10(least)

    def across(count: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * count / most

    def up(seconds: float) -> float:
        share = (math.log10(max(seconds, least)) - bottom) / (top - bottom)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LEFT}" y="18" font-size="14">{escape(title)}</text>',
        *_axes(most, bottom, top, across, up),
    ]
    ranked = sorted(times.items(), key=lambda item: (-len(item[1]), item[0]))
    for number, (name, own) in enumerate(ranked):
        colour = COLOURS[number % len(COLOURS)]
        dashes = f' stroke-dasharray="{4 * (number // len(COLOURS))} 3"' if number >= len(COLOURS) else ""
        points = " ".join(f"{across(rank):.1f},{up(second):.1f}" for rank, second in enumerate(sorted(own), 1))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"{dashes}/>')
        y = TOP + 16 * number + 10
        parts.append(f'<line x1="{WIDTH - RIGHT + 15}" x2="{WIDTH - RIGHT + 40}" y1="{y - 4}" y2="{y - 4}" '
                     f'stroke="{colour}" stroke-width="2"{dashes}/>')  # fmt: skip
        parts.append(f'<text x="{WIDTH - RIGHT + 46}" y="{y}" font-size="11">{escape(name)} ({len(own)})</text>')
    return "\n".join([*parts, "</svg>\n"])


def _axes(
    most: int, bottom: float, top: float, across: Callable[[float], float], up: Callable[[float], float]
) -> list[str]:
    lines = []
    for exponent in range(math.floor(bottom), math.ceil(top) + 1):
        seconds = 10.0**exponent
        if bottom <= exponent <= top:
            y = up(seconds)
            lines.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
            lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" font-size="11" text-anchor="end">{seconds:g} s</text>')
    step = max(1, round(most / 8))
    for count in range(0, most + 1, step):
        x = across(count)
        lines.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" font-size="11" text-anchor="middle">{count}</text>')
    lines.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" font-size="12" text-anchor="middle">'
                 "solved tasks, fastest first</text>")  # fmt: skip
    return lines

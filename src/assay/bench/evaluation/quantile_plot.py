"""Quantile plots: how many tasks each configuration decides with how much of something each.

The n-th cheapest decided task of a configuration is at n, so that a curve further right decides more, and a lower one
takes less.  D. Beyer, S. Löwe, P. Wendler, Reliable benchmarking (STTT 2019).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from assay.bench.evaluation.frame import Frame, bounds
from assay.bench.evaluation.measures import named, shown, value
from assay.bench.evaluation.outcomes import Outcomes, mistaken, solved
from assay.bench.evaluation.scales import LogScale, Scale
from assay.bench.evaluation.svg import (
    COLOURS,
    GRAIN,
    Drawing,
    Spot,
    content,
    element,
    label,
    line,
    number,
    picture,
    shortened,
)
from assay.bench.results import Run
from assay.core.words import counted

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 910, 480, 70, 300, 40, 50
_LEGEND_LINE: Final = 20
_LONGEST_NAME: Final = 24


@dataclass(frozen=True)
class Curve:
    """The decided runs of a configuration, cheapest first."""

    name: str
    runs: tuple[Run, ...]
    amounts: tuple[float, ...]
    wrong: int


def quantile_plot(outcomes: Outcomes, by: str, limits: Sequence[float] = ()) -> Drawing:
    """``outcomes`` are arranged by this measure; lines are drawn at ``limits``."""
    curves = sorted((_curve(outcomes, name, by) for name in outcomes.configurations), key=_rank)
    low, high = bounds((amount for curve in curves for amount in curve.amounts), limits, by)
    most = max((len(curve.amounts) for curve in curves), default=0)
    height = max(HEIGHT, TOP + BOTTOM + _LEGEND_LINE * len(curves))
    frame = Frame(Scale(0, max(1, most), LEFT, WIDTH - RIGHT), LogScale(low, high, height - BOTTOM, TOP))
    title = f"Tasks decided, by {named(by)}"
    places = [tuple(_places(curve, frame)) for curve in curves]
    parts = [
        label(title, LEFT, 22, class_="title"),
        *frame.axes("tasks", by),
        label("tasks decided, cheapest first", (LEFT + WIDTH - RIGHT) / 2, height - 12, text_anchor="middle"),
        *(part for limit in limits for part in _limit(frame, limit, by)),
        *(_drawn(index, found) for index, found in enumerate(places)),
        *(part for index, curve in enumerate(curves) for part in _legend(index, curve)),
    ]
    spots = (spot for curve, found in zip(curves, places, strict=True) for spot in _spots(curve, found, by))
    return Drawing(title, picture(title, WIDTH, height, parts), tuple(spots))


Place = tuple[int, float, float]


def _curve(outcomes: Outcomes, name: str, by: str) -> Curve:
    runs = outcomes.counted(name)
    known = [(amount, run.task, run) for run in runs if solved(run) and (amount := value(run, by)) is not None]
    known.sort(key=lambda entry: entry[:2])
    wrong = sum(map(mistaken, runs))
    return Curve(name, tuple(run for _, _, run in known), tuple(amount for amount, _, _ in known), wrong)


def _rank(curve: Curve) -> tuple[int, str]:
    return -len(curve.amounts), curve.name


def _places(curve: Curve, frame: Frame) -> Iterable[Place]:
    """Where the curve passes, with the number of each task; of those that cannot be told apart the last."""
    found: dict[tuple[int, int], Place] = {}
    for count, amount in enumerate(curve.amounts, 1):
        x, y = frame.at(count, amount)
        found[round(x / GRAIN), round(y / GRAIN)] = (count, x, y)
    return found.values()


def _drawn(index: int, places: Sequence[Place]) -> str:
    if not places:
        return ""
    points = " ".join(f"{number(x)},{number(y)}" for _, x, y in places)
    return element("polyline", points=points, **_stroke(index))


def _stroke(index: int) -> dict[str, str]:
    """A colour; those that come round again are dashed."""
    dashes = index // COLOURS
    return {"class_": f"curve c{index % COLOURS}", **({"stroke_dasharray": f"{3 * dashes + 4} 3"} if dashes else {})}


def _limit(frame: Frame, limit: float, by: str) -> Iterator[str]:
    y = frame.up.place(limit)
    yield frame.horizontal(y, "limit")
    yield label(f"limit {shown(limit, by)}", frame.across.start + 6, y - 5)


def _legend(index: int, curve: Curve) -> Iterator[str]:
    y = TOP + 10 + _LEGEND_LINE * index
    x = WIDTH - RIGHT + 16
    yield line(x, y - 4, x + 26, y - 4, **_stroke(index))
    told = f"{shortened(curve.name, _LONGEST_NAME)} ({len(curve.amounts)}"
    yield element(
        "text",
        content(f"{told}, " if curve.wrong else f"{told})"),
        element("tspan", f"{curve.wrong} wrong)", class_="mistake") if curve.wrong else "",
        x=x + 32,
        y=y,
    )


def _spots(curve: Curve, places: Sequence[Place], by: str) -> Iterator[Spot]:
    for count, x, y in places:
        amount = shown(curve.amounts[count - 1], by)
        yield Spot(
            x,
            y,
            f"{curve.name}: {counted(count, 'task')} with {amount} or less each, the last {curve.runs[count - 1].task}",
        )

"""Scatter plots: each task is a point; what one configuration takes for it is across, what the other takes is up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assay.bench.evaluation.comparison import Pair
from assay.bench.evaluation.frame import Frame, bounds
from assay.bench.evaluation.measures import named, same, shown, value
from assay.bench.evaluation.outcomes import mistaken, solved
from assay.bench.evaluation.scales import LogScale
from assay.bench.evaluation.svg import GRAIN, Drawing, Spot, crosses, dots, label, line, picture, shortened
from assay.bench.results import HOLDS, VIOLATED, Run
from assay.core.words import counted

WIDTH, HEIGHT, LEFT, TOP, SIDE = 620, 650, 80, 60, 470
# Beyond the frame, so far, are tasks that one of the two does not decide.
_BEYOND: Final = 18
_FACTOR: Final = 10
_LONGEST_NAME: Final = 40
ONE_SIDED, WRONG = "one has no answer", "wrong or disputed"
_STYLES: Final = {HOLDS: "dots c0", VIOLATED: "dots c1", ONE_SIDED: "dots c6", WRONG: "mistake"}


@dataclass(frozen=True)
class Point:
    """A task: where it is, and what kind of point; ``first`` and ``second`` are None without an answer."""

    task: str
    kind: str
    first: float | None
    second: float | None


def scatter_plot(pairs: Iterable[Pair], names: tuple[str, str], by: str, limits: Sequence[float] = ()) -> Drawing:
    """Tasks that neither decides are not shown, unless an answer is wrong."""
    points = [point for pair in pairs for point in _points(pair, by)]
    amounts = [amount for point in points for amount in (point.first, point.second) if amount is not None]
    low, high = bounds(amounts, limits, by)
    frame = Frame(LogScale(low, high, LEFT, LEFT + SIDE), LogScale(low, high, TOP + SIDE, TOP))
    one, two = (shortened(name, _LONGEST_NAME) for name in names)
    title = f"{one} and {two}, by {named(by)}"
    merged = {kind: _merged([point for point in points if point.kind == kind], frame) for kind in _STYLES}
    parts = [
        label(title, LEFT, 22, class_="title"),
        *frame.axes(by, by),
        *_guides(frame, low, high, limits),
        *_beyond(points),
        label(one, LEFT + SIDE / 2, TOP + SIDE + 40, text_anchor="middle"),
        label(two, 16, TOP + SIDE / 2, text_anchor="middle", transform=f"rotate(-90 16 {TOP + SIDE / 2:g})"),
        *(dots(merged[kind], class_=_STYLES[kind]) for kind in (ONE_SIDED, HOLDS, VIOLATED)),
        crosses(merged[WRONG], class_=_STYLES[WRONG]),
        *_legend(points, one, two, by),
    ]
    spots = tuple(Spot(x, y, _told(found, names, by)) for places in merged.values() for (x, y), found in places.items())
    return Drawing(title, picture(title, WIDTH, HEIGHT, parts), spots)


def _points(pair: Pair, by: str) -> Iterator[Point]:
    first, second = _amount(pair.first, by), _amount(pair.second, by)
    kind = _kind(pair)
    if kind == WRONG or not (first is None and second is None):
        yield Point(pair.task, kind, first, second)


def _amount(run: Run, by: str) -> float | None:
    return value(run, by) if solved(run) else None


def _kind(pair: Pair) -> str:
    """Two answers that contradict each other are shown as wrong ones are: one of them is."""
    runs = (pair.first, pair.second)
    if any(map(mistaken, runs)):
        return WRONG
    verdicts = {run.verdict for run in runs if run.decided}
    if len(verdicts) == 2:
        return WRONG
    return verdicts.pop() if all(run.decided for run in runs) else ONE_SIDED


def _merged(points: Iterable[Point], frame: Frame) -> Mapping[tuple[float, float], list[Point]]:
    """Points by place: those that cannot be told apart are drawn as one."""
    found: dict[tuple[float, float], list[Point]] = {}
    for point in points:
        x = frame.across.end + _BEYOND if point.first is None else frame.across.place(point.first)
        y = frame.up.end - _BEYOND if point.second is None else frame.up.place(point.second)
        place = (round(x / GRAIN) * GRAIN, round(y / GRAIN) * GRAIN)
        found.setdefault(place, []).append(point)
    return found


def _guides(frame: Frame, low: float, high: float, limits: Sequence[float]) -> Iterator[str]:
    """The diagonal; where one takes ten times what the other takes; and limits."""
    yield line(*frame.at(low, low), *frame.at(high, high), class_="axis")
    if low * _FACTOR < high:
        yield line(*frame.at(low * _FACTOR, low), *frame.at(high, high / _FACTOR), class_="grid limit")
        yield line(*frame.at(low, low * _FACTOR), *frame.at(high / _FACTOR, high), class_="grid limit")
    for limit in limits:
        yield frame.horizontal(frame.up.place(limit), "limit")
        yield frame.vertical(frame.across.place(limit), "limit")


def _beyond(points: Sequence[Point]) -> Iterator[str]:
    """What the points beyond the frame are."""
    if any(point.second is None for point in points):
        yield label("no answer", LEFT - 8, TOP - _BEYOND + 4, text_anchor="end", font_size="10")
    if any(point.first is None for point in points):
        yield label("no answer", LEFT + SIDE + _BEYOND, TOP + SIDE + 34, text_anchor="middle", font_size="10")


def _legend(points: Sequence[Point], one: str, two: str, by: str) -> Iterator[str]:
    x, y = float(LEFT), TOP + SIDE + 66
    for kind in (kind for kind in _STYLES if any(point.kind == kind for point in points)):
        mark = crosses if kind == WRONG else dots
        yield mark([(x, y - 4)], class_=_STYLES[kind])
        words = f"{kind} ({sum(point.kind == kind for point in points)})"
        yield label(words, x + 10, y)
        x += 6.3 * len(words) + 28
    both = [(p.first, p.second) for p in points if p.kind != WRONG and p.first is not None and p.second is not None]
    less = sum(first < second and not same(first, second, by) for first, second in both)
    more = sum(first > second and not same(first, second, by) for first, second in both)
    rest = len(both) - less - more
    told = f"{one} takes less for {counted(less, 'task')}, {two} for {more}, both the same for {rest}"
    yield label(told, LEFT, y + 22)


def _told(points: Sequence[Point], names: tuple[str, str], by: str) -> str:
    amounts = ["no answer" if each is None else shown(each, by) for each in (points[0].first, points[0].second)]
    more = f", and {len(points) - 1} more here" if len(points) > 1 else ""
    return f"{points[0].task}: {names[0]} {amounts[0]}, {names[1]} {amounts[1]}{more}"

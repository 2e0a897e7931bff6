"""Plots: axes by hand, and that what is drawn is where the values are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.bench.evaluation.comparison import paired
from assay.bench.evaluation.frame import bounds
from assay.bench.evaluation.measures import MEMORY, PROCESSOR, marked
from assay.bench.evaluation.outcomes import arranged
from assay.bench.evaluation.quantile_plot import LEFT, quantile_plot
from assay.bench.evaluation.scales import LogScale, Scale
from assay.bench.evaluation.scatter_plot import scatter_plot
from assay.bench.evaluation.svg import GRAIN, Drawing
from assay.bench.results import UNKNOWN, VIOLATED
from bench_runs import campaign, run

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script>\"'&\u202e"


def parsed(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg)


def texts(drawing: Drawing) -> list[str]:
    return [element.text or "" for element in parsed(drawing).iter(f"{SVG}text")]


def points(drawing: Drawing) -> list[list[tuple[float, float]]]:
    lines = (element.get("points", "") for element in parsed(drawing).iter(f"{SVG}polyline"))
    return [[(float(x), float(y)) for x, y in (pair.split(",") for pair in line.split())] for line in lines]


def test_places_of_a_linear_scale() -> None:
    scale = Scale(0, 10, 100, 200)
    assert [scale.place(value) for value in (-5, 0, 2.5, 10, 99)] == [100, 100, 125, 200, 200]


def test_places_of_a_logarithmic_scale() -> None:
    scale = LogScale(0.01, 100, 400, 0)
    assert [scale.place(value) for value in (0, 0.001, 0.01, 0.1, 1, 100, 1e9)] == pytest.approx(
        [400, 400, 400, 300, 200, 0, 0]
    )


@pytest.mark.parametrize(
    ("scale", "marks"),
    [
        (Scale(0, 10, 0, 540), (0, 2, 4, 6, 8, 10)),
        (Scale(0, 3, 0, 540), (0, 1, 2, 3)),
        (Scale(0, 47_000, 0, 540), tuple(range(0, 47_000, 5_000))),
        (LogScale(0.01, 69, 0, 390), (0.01, 0.1, 1, 10)),
        (LogScale(10, 115, 0, 390), (10, 20, 50, 100)),
        (LogScale(1, 1e40, 0, 390), (1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18, 1e21, 1e24, 1e27, 1e30, 1e33, 1e36, 1e39)),
    ],
)
def test_marks_are_round(scale: Scale, marks: tuple[float, ...]) -> None:
    assert scale.marks() == pytest.approx(marks)


@given(st.floats(1e-3, 1e6), st.floats(1.5, 1e8), st.floats(150, 1000))
def test_marks_are_inside_and_apart(low: float, factor: float, room: float) -> None:
    scale = LogScale(low, low * factor, room, 0)
    places = [scale.place(mark) for mark in scale.marks()]
    assert all(0 <= place <= room for place in places)
    assert all(one - other > 15 for one, other in pairwise(places))


def test_bounds_are_around_amounts_and_limits() -> None:
    assert bounds([0.3, 20], [60], PROCESSOR) == (0.2, 69)
    assert bounds([0.0001], [], PROCESSOR) == (0.01, 0.1)
    assert bounds([0, 7], [], "queries") == (5, 50)
    assert bounds([999.9999999999999], [], "queries") == (500, 5000)
    assert bounds([], [], "queries") == (1, 10)


@pytest.mark.parametrize(
    ("amount", "by", "text"),
    [(0.1, PROCESSOR, "0.1 s"), (2e6, MEMORY, "2 MB"), (5e8, MEMORY, "500 MB"), (20_000, "queries", "20000")],
)
def test_marks_have_units(amount: float, by: str, text: str) -> None:
    assert marked(amount, by) == text


def test_a_curve_passes_through_its_tasks() -> None:
    runs = [run(str(number), processor=10.0**number) for number in (-2, -1, 0, 1)]
    runs += [run("undecided", verdict=UNKNOWN, processor=0.5), run("wrong", verdict=VIOLATED, expected=True)]
    drawing = quantile_plot(arranged(runs), PROCESSOR, (100,))
    (line,) = points(drawing)
    across = [x for x, _ in line]
    up = [y for _, y in line]
    assert len(line) == 4
    assert across[3] - across[0] == pytest.approx(540 * 3 / 4, abs=0.2)
    assert [up[0] - up[1], up[1] - up[2], up[2] - up[3]] == pytest.approx([up[0] - up[1]] * 3, abs=0.2)
    assert "limit 100 s" in texts(drawing)
    assert "a (4, " in texts(drawing)
    assert [part.text for part in parsed(drawing).iter(f"{SVG}tspan")] == ["1 wrong)"]
    assert [spot.text for spot in drawing.spots][1] == "a: 2 tasks with 0.100 s or less each, the last -1"


@given(st.lists(st.floats(0.001, 1000), min_size=1, max_size=300), st.integers(1, 40))
def test_what_cannot_be_told_apart_is_left_out_and_nothing_else(times: Sequence[float], copies: int) -> None:
    runs = [run(str(number), processor=seconds) for number, seconds in enumerate([*times] * copies)]
    spots = quantile_plot(arranged(runs), PROCESSOR).spots
    counts = [int(spot.text.split()[1]) for spot in spots]
    assert counts[-1] == len(runs) and counts == sorted(counts)
    assert len({(round(spot.x / GRAIN), round(spot.y / GRAIN)) for spot in spots}) == len(spots)
    step = (spots[-1].x - LEFT) / len(runs)
    for count, following in pairwise([0, *counts]):
        assert following - count == 1 or (following - count - 1) * step <= GRAIN


def test_many_points_are_a_small_file() -> None:
    runs = list(campaign(6_000))
    drawing = quantile_plot(arranged(runs), PROCESSOR)
    assert len(drawing.svg) < 80_000


def test_more_configurations_than_colours_are_told_apart_by_dashes() -> None:
    runs = [run("t", f"configuration {number}") for number in range(15)]
    lines = list(parsed(quantile_plot(arranged(runs), PROCESSOR)).iter(f"{SVG}line"))
    kinds = {(line.get("class"), line.get("stroke-dasharray")) for line in lines if "curve" in line.get("class", "")}
    assert len(kinds) == 15


def test_points_of_a_scatter_plot() -> None:
    a = [run("both", "a", processor=1), run("one", "a", processor=2), run("bad", "a", VIOLATED, 3, expected=True)]
    b = [run("both", "b", processor=10), run("one", "b", UNKNOWN, 60), run("bad", "b", processor=4)]
    a += [run("none", "a", UNKNOWN), run("disputed", "a", expected=None, processor=5)]
    b += [run("none", "b", UNKNOWN), run("disputed", "b", VIOLATED, expected=None, processor=5)]
    drawing = scatter_plot(paired(a, b, PROCESSOR), ("a", "b"), PROCESSOR, (60,))
    told = {spot.text.split(":")[0]: spot for spot in drawing.spots}
    assert sorted(told) == ["bad", "both", "disputed", "one"]
    assert told["one"].text == "one: a 2 s, b no answer"
    assert told["bad"].text == "bad: a no answer, b 4 s"
    assert told["one"].y < min(told["both"].y, told["disputed"].y)
    assert told["bad"].x > max(told["both"].x, told["one"].x)
    assert told["disputed"].x - told["both"].x > 0 and told["disputed"].y > told["both"].y
    legend = [text for text in texts(drawing) if "(" in text]
    assert legend == ["holds (1)", "one has no answer (1)", "wrong or disputed (2)"]
    assert "a takes less for 1 task, b for 0, both the same for 0" in texts(drawing)
    crosses = [path for path in parsed(drawing).iter(f"{SVG}path") if path.get("class") == "mistake"]
    assert crosses[0].get("d", "").count("M") == 2


def test_points_in_one_place_are_drawn_once() -> None:
    a, b = ([run(str(number), name) for number in range(50)] for name in "ab")
    drawing = scatter_plot(paired(a, b, PROCESSOR), ("a", "b"), PROCESSOR)
    (spot,) = drawing.spots
    assert spot.text == "0: a 1 s, b 1 s, and 49 more here"


def test_names_of_others_stay_texts() -> None:
    runs = [run(HOSTILE, HOSTILE), run(HOSTILE, f"{HOSTILE}{HOSTILE}")]
    scatter = scatter_plot(paired(runs[:1], runs[1:], PROCESSOR), (HOSTILE, HOSTILE), PROCESSOR)
    for drawing in (quantile_plot(arranged(runs), PROCESSOR), scatter):
        assert not list(parsed(drawing).iter(f"{SVG}script"))
        assert any("script" in text for text in texts(drawing))
        assert "\u202e" not in drawing.svg


def test_nothing_to_draw() -> None:
    drawing = quantile_plot(arranged([]), PROCESSOR)
    assert not points(drawing) and not drawing.spots
    assert not scatter_plot((), ("a", "b"), PROCESSOR).spots


def test_every_colour_has_one_for_dark_pages() -> None:
    style = quantile_plot(arranged([]), PROCESSOR).svg.split("<style>")[1].split("</style>")[0]
    light, dark = style.split("@media(prefers-color-scheme:dark)")
    names = re.findall(r"--[\w]+(?=:)", light)
    assert names and names == re.findall(r"--[\w]+(?=:)", dark)

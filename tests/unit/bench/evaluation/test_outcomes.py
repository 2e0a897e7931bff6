"""Which run counts, what is wrong, who is alone, and points: small campaigns by hand."""

from __future__ import annotations

from math import inf, nan

import pytest

from assay.bench.evaluation.measures import MEMORY, PROCESSOR, SECONDS, same, shown, value
from assay.bench.evaluation.outcomes import VIRTUAL_BEST, arranged, contradictions, unique, wrong
from assay.bench.evaluation.scores import points, score
from assay.bench.evaluation.summary import by_group, totals
from assay.bench.results import ERROR, HOLDS, UNKNOWN, VIOLATED
from bench_runs import run


@pytest.mark.parametrize(
    ("verdict", "expected", "worth"),
    [
        (HOLDS, True, 2),
        (VIOLATED, False, 1),
        (HOLDS, False, -32),
        (VIOLATED, True, -16),
        (UNKNOWN, True, 0),
        (ERROR, False, 0),
        (HOLDS, None, 0),
        (VIOLATED, None, 0),
    ],
)
def test_points(verdict: str, expected: bool | None, worth: int) -> None:
    assert points(run("t", verdict=verdict, expected=expected)) == worth


def test_a_violation_of_another_part_is_wrong() -> None:
    assert points(run("t", verdict=VIOLATED, expected=False, correct=False)) == -16


def test_no_score_where_nothing_is_known() -> None:
    assert score([run("t", expected=None)]) is None
    assert score([run("t", expected=None), run("u", verdict=UNKNOWN, expected=True)]) == 0
    assert score([run("t"), run("u", verdict=VIOLATED, expected=True)]) == -14


@pytest.mark.parametrize(
    ("times", "counts"), [((3.0,), 3.0), ((3.0, 1.0), 3.0), ((9.0, 1.0, 2.0), 2.0), ((1.0, 4.0, 2.0, 3.0), 3.0)]
)
def test_the_repetition_in_the_middle_counts(times: tuple[float, ...], counts: float) -> None:
    runs = [run("t", processor=seconds, repetition=number) for number, seconds in enumerate(times, 1)]
    assert arranged(runs).counted("a")[0].processor == counts


def test_without_an_answer_is_worse_than_any_answer() -> None:
    runs = [
        run("t", verdict=UNKNOWN, processor=0.1, repetition=1),
        run("t", processor=50, repetition=2),
        run("t", processor=9, repetition=3),
    ]
    assert arranged(runs).counted("a")[0].processor == 50
    assert arranged([*runs, run("t", verdict=ERROR, repetition=4)]).counted("a")[0].verdict == UNKNOWN


def test_a_wrong_answer_counts_always() -> None:
    runs = [run("t", repetition=1), run("t", repetition=2), run("t", verdict=VIOLATED, expected=True, repetition=3)]
    found = arranged(runs)
    assert found.counted("a")[0].verdict == VIOLATED
    assert [each.repetition for each in wrong(found)] == [3]
    assert len(list(found.runs)) == 3


def test_which_repetition_counts_depends_on_the_measure() -> None:
    runs = [run("t", processor=1.0, memory=30), run("t", processor=2.0, memory=20), run("t", processor=3.0, memory=10)]
    assert arranged(runs, MEMORY).counted("a")[0].memory == 20
    assert arranged(reversed(runs), SECONDS).counted("a")[0].seconds == 2.0


def test_contradictions_are_told_where_nobody_knows_better() -> None:
    disputed = [run("t", "a", HOLDS, expected=None), run("t", "b", VIOLATED, expected=None)]
    known = [run("u", "a", HOLDS), run("u", "b", VIOLATED, expected=True)]
    found = arranged([*disputed, *known])
    assert contradictions(found) == (tuple(disputed),)
    assert [each.task for each in wrong(found)] == ["u"]
    itself = [run("t", "a", HOLDS, expected=None), run("t", "a", VIOLATED, expected=None, repetition=2)]
    assert len(contradictions(arranged(itself))) == 1


CAMPAIGN = (
    run("1", "a", HOLDS, 1.0, group="x"),
    run("1", "b", HOLDS, 0.5, group="x"),
    run("2", "a", VIOLATED, 2.0, group="x"),
    run("2", "b", UNKNOWN, 9.0, group="x", expected=False),
    run("3", "a", HOLDS, 4.0, group="y", expected=False),
    run("3", "b", VIOLATED, 8.0, group="y", expected=False),
    run("4", "a", ERROR, 0.1, group="y", expected=True),
    run("4", "b", UNKNOWN, 9.0, group="y", expected=True),
    run("5", "a", HOLDS, 3.0, group="y"),
)


def test_totals() -> None:
    a, b, best = totals(arranged(CAMPAIGN))
    assert (a.wrong, a.tasks, a.decided, a.holds, a.violated, a.unknown, a.error) == (1, 5, 3, 3, 1, 0, 1)
    assert (a.median, a.score, a.unique) == (2.0, 2 + 1 - 32 + 2, 1)
    assert (b.wrong, b.tasks, b.decided, b.holds, b.violated, b.unknown, b.error) == (0, 4, 2, 1, 1, 2, 0)
    assert (b.median, b.score, b.unique) == (4.25, 3, 1)
    assert best.configuration == VIRTUAL_BEST
    assert (best.wrong, best.tasks, best.decided, best.holds, best.violated, best.unknown) == (0, 5, 4, 2, 2, 1)
    assert (best.median, best.score) == (2.5, 2 + 1 + 1 + 2)


def test_one_configuration_has_no_virtual_best() -> None:
    (row,) = totals(arranged([run("t", verdict=UNKNOWN, expected=None)]))
    assert (row.median, row.score, row.unique) == (None, None, None)


def test_a_task_that_only_one_ran_is_not_its_alone() -> None:
    assert unique(arranged(CAMPAIGN)) == {"a": 1, "b": 1}


def test_groups() -> None:
    rows = by_group(arranged(CAMPAIGN))
    assert [(row.group, row.configuration, row.tasks, row.decided) for row in rows] == [
        ("x", "a", 2, 2),
        ("x", "b", 2, 1),
        ("y", "a", 3, 1),
        ("y", "b", 2, 1),
    ]


def test_measures() -> None:
    statistics = {"queries": 7.0, "nothing": nan, "all": inf}
    one = run("t", processor=1.5, seconds=2.0, memory=0, statistics=statistics)
    assert [value(one, by) for by in (PROCESSOR, SECONDS, MEMORY, *statistics, "rounds")] == [
        *(1.5, 2.0, None, 7.0, None, None, None),
    ]


@pytest.mark.parametrize(
    ("amount", "by", "text"),
    [
        (0.00123, PROCESSOR, "0.00123 s"),
        (1.234, SECONDS, "1.23 s"),
        (900.4, SECONDS, "900 s"),
        (2.0, "seconds check", "2 s"),
        (1_234_567, MEMORY, "1.23 MB"),
        (3e9, MEMORY, "3 GB"),
        (999, MEMORY, "999 B"),
        (12345.0, "queries", "12345"),
        (0, "queries", "0"),
    ],
)
def test_amounts_are_shown_with_three_digits(amount: float, by: str, text: str) -> None:
    assert shown(amount, by) == text


@pytest.mark.parametrize(
    ("first", "second", "by", "expected"),
    [
        (1.0, 1.009, PROCESSOR, True),
        (1.0, 1.02, SECONDS, False),
        (0.001, 0.009, "seconds check", True),
        (5e7, 5.09e7, MEMORY, True),
        (5e7, 5.2e7, MEMORY, False),
        (7.0, 7.0, "queries", True),
        (7.0, 8.0, "queries", False),
    ],
)
def test_differences_that_mean_nothing(first: float, second: float, by: str, expected: bool) -> None:
    assert same(first, second, by) is expected

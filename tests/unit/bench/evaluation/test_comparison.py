"""Comparisons by hand, and their symmetry."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.bench.evaluation.comparison import (
    Difference,
    Pair,
    decisions,
    difference,
    difference_of_either,
    paired,
)
from assay.bench.evaluation.measures import MEMORY, PROCESSOR
from assay.bench.results import HOLDS, UNKNOWN, VIOLATED, Run
from bench_runs import run


def sides(*times: tuple[float | None, float | None]) -> tuple[list[Run], list[Run]]:
    """Runs on numbered tasks that take so long; None is no answer."""

    def made(name: str, number: int, seconds: float | None) -> Run:
        return run(f"{number:03}", name, UNKNOWN if seconds is None else HOLDS, seconds or 60.0)

    return (
        [made("a", number, one) for number, (one, _) in enumerate(times)],
        [made("b", number, two) for number, (_, two) in enumerate(times)],
    )


def test_who_decides_what() -> None:
    found = decisions(paired(*sides((1, 2), (1, None), (2, None), (None, 3), (None, None)), PROCESSOR))
    tasks = [[pair.task for pair in part] for part in (found.both, found.only_first, found.only_second, found.neither)]
    assert tasks == [["000"], ["001", "002"], ["003"], ["004"]]
    assert found.chance == 1.0


def test_a_wrong_answer_decides_nothing() -> None:
    found = decisions(paired([run("t", "a", VIOLATED, expected=True)], [run("t", "b")], PROCESSOR))
    assert [pair.task for pair in found.only_second] == ["t"]


def test_only_tasks_that_both_ran_are_paired() -> None:
    first, second = [run("1"), run("2")], [run("2", "b"), run("3", "b")]
    assert [pair.task for pair in paired(first, second, PROCESSOR)] == ["2"]


def test_ratios_by_hand() -> None:
    times = [(1, 2), (1, 4), (1, 1), (2, 1), (1, 10), (1, 1.005), (3, 4), (1, 8)]
    found = difference(paired(*sides(*times), PROCESSOR), PROCESSOR)
    assert (found.tasks, found.first, found.ties, found.second) == (8, 5, 2, 1)
    assert found.chance == pytest.approx(2 * 7 / 64)
    assert found.median == pytest.approx((0.5 * 0.75) ** 0.5)
    assert found.interval == (0.1, 2.0)
    assert [ratio.pair.task for ratio in found.wins] == ["004", "007", "001", "000", "006"]
    assert [ratio.pair.task for ratio in found.losses] == ["003"]


def test_undecided_counts_as_taking_more_than_any() -> None:
    pairs = paired(*sides((1, 2), (50, None), (None, 3)), PROCESSOR)
    found = difference_of_either(pairs, PROCESSOR)
    assert (found.first, found.ties, found.second) == (2, 0, 1)
    assert found.median == 0.5
    assert found.spread == (0.0, inf)


def test_what_is_not_known_is_left_out() -> None:
    first = [run("1", "a", memory=0), run("2", "a", memory=10)]
    second = [run("1", "b", memory=10), run("2", "b", memory=10)]
    found = difference(paired(first, second, MEMORY), MEMORY)
    assert (found.tasks, found.untold, found.ties) == (1, 1, 1)


def test_counts_differ_by_one_and_nothing_is_divided_by_nothing() -> None:
    counts = [(0, 0), (0, 1), (5, 0), (7, 8)]
    first = [run(str(number), "a", statistics={"queries": one}) for number, (one, _) in enumerate(counts)]
    second = [run(str(number), "b", statistics={"queries": two}) for number, (_, two) in enumerate(counts)]
    found = difference(paired(first, second, "queries"), "queries")
    assert (found.first, found.ties, found.second) == (2, 1, 1)
    assert found.spread == (0.0, inf)


def test_nothing_to_compare() -> None:
    found = difference((), PROCESSOR)
    assert found == Difference(PROCESSOR, 0, 0, 0, 0, 0, None, None, None)
    assert found.chance == 1.0


SECONDS = st.one_of(st.none(), st.floats(0.01, 60))


@given(st.lists(st.tuples(SECONDS, SECONDS), max_size=40))
def test_the_other_way_round_everything_is_the_other_way_round(times: Sequence[tuple[float, float]]) -> None:
    there = paired(*sides(*times), PROCESSOR)
    back = tuple(Pair(pair.second, pair.first) for pair in there)
    answered = tuple(pair for pair in there if pair not in decisions(there).neither)
    answered_back = tuple(Pair(pair.second, pair.first) for pair in answered)
    assert decisions(there).chance == decisions(back).chance
    for one, other in (
        (difference(there, PROCESSOR), difference(back, PROCESSOR)),
        (difference_of_either(answered, PROCESSOR), difference_of_either(answered_back, PROCESSOR)),
    ):
        assert (one.first, one.ties, one.second, one.chance) == (other.second, other.ties, other.first, other.chance)
        if one.median is not None and other.median is not None:
            assert inverse(one.median) == pytest.approx(other.median)
        for range_, turned in ((one.interval, other.interval), (one.spread, other.spread)):
            assert (range_ is None) == (turned is None)
            if range_ is not None and turned is not None:
                assert inverse(range_[0]) == pytest.approx(turned[1])
                assert inverse(range_[1]) == pytest.approx(turned[0])


def inverse(ratio: float) -> float:
    return 1 / ratio if ratio else inf

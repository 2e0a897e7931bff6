"""The sign test and the interval of the median against tables and brute force."""

from __future__ import annotations

from fractions import Fraction
from math import comb, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.bench.evaluation.signs import median_interval, median_ranks, middle, sign_test, spread


@pytest.mark.parametrize(
    ("fewer", "more", "expected"),
    [
        (0, 0, 1.0),
        (0, 1, 1.0),
        (0, 5, 2 / 32),
        (0, 6, 2 / 64),
        (1, 9, 2 * 11 / 1024),
        (3, 9, 2 * (1 + 12 + 66 + 220) / 4096),
        (5, 5, 1.0),
        (4, 5, 1.0),
    ],
)
def test_sign_test_by_hand(fewer: int, more: int, expected: float) -> None:
    assert sign_test(fewer, more) == pytest.approx(expected, rel=1e-12)
    assert sign_test(more, fewer) == sign_test(fewer, more)


@given(st.integers(0, 300), st.integers(0, 300))
def test_sign_test_is_the_sum_of_binomial_coefficients(fewer: int, more: int) -> None:
    count = fewer + more
    tail = Fraction(sum(comb(count, heads) for heads in range(min(fewer, more) + 1)), 2**count)
    assert sign_test(fewer, more) == pytest.approx(float(min(Fraction(1), 2 * tail)), rel=1e-9)


def test_sign_test_of_many() -> None:
    tail = sum(comb(2_000, heads) for heads in range(951)) / 2**2_000
    assert sign_test(950, 1_050) == pytest.approx(2 * tail, rel=1e-9)
    assert sign_test(0, 20_000) == 0.0


# From tables of the confidence interval of the median, such as table A3 of Conover's book.
@pytest.mark.parametrize(
    ("count", "ranks"),
    [
        *((count, None) for count in range(6)),
        (6, (1, 6)),
        (8, (1, 8)),
        (9, (2, 8)),
        (10, (2, 9)),
        (15, (4, 12)),
        (20, (6, 15)),
        (25, (8, 18)),
        (50, (18, 33)),
        (100, (40, 61)),
    ],
)
def test_ranks_of_the_median(count: int, ranks: tuple[int, int] | None) -> None:
    assert median_ranks(count) == ranks


@given(st.integers(6, 400))
def test_ranks_are_the_narrowest_that_are_sure_enough(count: int) -> None:
    ranks = median_ranks(count)
    assert ranks is not None

    def outside(rank: int) -> Fraction:
        return Fraction(2 * sum(comb(count, heads) for heads in range(rank)), 2**count)

    assert outside(ranks[0]) <= Fraction(1, 20) < outside(ranks[0] + 1)
    assert ranks[0] + ranks[1] == count + 1


def test_interval_has_values_that_occur() -> None:
    assert median_interval([1, 2, 3, 4, 5]) is None
    assert median_interval([0.0, 2, 3, 4, 5, 6, 7, 8, 9, inf]) == (2, 9)


def test_middle() -> None:
    assert middle([3.0]) == 3.0
    assert middle([0.5, 2.0]) == pytest.approx(1.0)
    assert middle([1.0, 2.0, 8.0, 9.0]) == pytest.approx(4.0)
    assert middle([0.0, inf]) == 1.0
    assert middle([0.0, 0.0, inf]) == 0.0
    assert middle([1.0, inf]) == inf


def test_spread() -> None:
    tenth = Fraction(1, 10)
    assert spread([7.0], tenth) == (7.0, 7.0)
    assert spread([float(number) for number in range(1, 11)], tenth) == (1.0, 10.0)
    assert spread([float(number) for number in range(1, 101)], tenth) == (10.0, 91.0)

"""What a sample of differences says without assuming how they are distributed: sign test and interval of the median.

Both rest on one fact: if the median is m, the number of values below m is binomial with probability 1/2.  See W. J.
Conover, Practical Nonparametric Statistics, 3.2 (quantile test, and its confidence interval) and 3.4 (sign test).  Ties
have no sign and are left out of the test.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, exp, inf, lgamma, log, sqrt
from typing import Final

# Intervals have a confidence of 95 %.
DOUBT: Final = 0.05
# A term that is smaller than the sum by this factor does not change it.
NEGLIGIBLE: Final = 1e-17


def at_most(heads: int, throws: int) -> float:
    """The probability of so many heads or fewer, not more than half, in ``throws`` throws of a fair coin.

    The others follow from the largest term, which is known to ten digits; those that no longer count are left out.
    """
    total = term = 1.0
    for taken in range(heads, 0, -1):
        term *= taken / (throws - taken + 1)
        total += term
        if term < NEGLIGIBLE * total:
            break
    return total * exp(lgamma(throws + 1) - lgamma(heads + 1) - lgamma(throws - heads + 1) - throws * log(2))


def sign_test(fewer: int, more: int) -> float:
    """How probable a difference of this size or more is, in either direction, if both signs are as likely."""
    return min(1.0, 2 * at_most(min(fewer, more), fewer + more))


def median_ranks(count: int) -> tuple[int, int] | None:
    """Between which two of ``count`` sorted values, counted from 1, the median is, at this confidence or above.

    The narrowest such pair that leaves as many out at either end; None if there are too few values to say.
    """
    left_out = bisect_right(range((count + 1) // 2), DOUBT / 2, key=lambda heads: at_most(heads, count))
    return (left_out, count + 1 - left_out) if left_out else None


def median_interval(ordered: Sequence[float]) -> tuple[float, float] | None:
    """Where the median is, at this confidence or above; None if there are too few values to say."""
    ranks = median_ranks(len(ordered))
    return (ordered[ranks[0] - 1], ordered[ranks[1] - 1]) if ranks else None


def middle(ordered: Sequence[float]) -> float:
    """The median of sorted ratios; of an even number, the geometric mean of the two in the middle.

    So the median of the inverse ratios is the inverse of the median.
    """
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    if low == high:
        return low
    return 1.0 if (low, high) == (0, inf) else sqrt(low) * sqrt(high)


def spread(ordered: Sequence[float], outside: Fraction) -> tuple[float, float]:
    """Between which two of the values all are but for this share, or less, at either end."""
    rank = ceil(outside * len(ordered))
    return ordered[rank - 1], ordered[-rank]

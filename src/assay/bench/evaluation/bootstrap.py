"""How far a figure about a sample of tasks could be off, had chance drawn other tasks: the percentile bootstrap.

Tasks are drawn again from the sample, with replacement, and the figure is computed anew; between its 2.5 % and 97.5 %
percentiles it lies in 95 % of the cases.  B. Efron, R. J. Tibshirani, *An Introduction to the Bootstrap*, 1993, chapter
13.  It takes tasks for independent, and is too narrow where they are few: there is none for fewer than six.  Nor is
there one where all tasks say the same: a sample without differences does not tell how large they may be.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

RESAMPLES: Final = 4000
FEWEST: Final = 6
_SEED: Final = 1


def interval(sample: Sequence[T], figure: Callable[[Sequence[T]], float]) -> tuple[float, float] | None:
    """Where the figure is at 95 % confidence, if the sample can tell; the same for the same sample, each time."""
    if len(sample) < FEWEST:
        return None
    chance = random.Random(_SEED)
    found = sorted(figure(chance.choices(sample, k=len(sample))) for _ in range(RESAMPLES))
    outside = RESAMPLES // 40
    return (found[outside - 1], found[-outside]) if found[0] < found[-1] else None

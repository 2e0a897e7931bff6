"""What all plots have: a title, two axes with marks and a grid, and lines where limits are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import floor, log10
from typing import Final

from assay.bench.evaluation.measures import is_time, marked
from assay.bench.evaluation.scales import Scale, round_numbers
from assay.bench.evaluation.svg import label, line

# Times below a hundredth of a second are the clock's.
_SHORTEST: Final = 0.01


@dataclass(frozen=True)
class Frame:
    """The rectangle in which values are drawn: ``across`` from left to right, ``up`` from bottom to top."""

    across: Scale
    up: Scale

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.across.place(x), self.up.place(y)

    def horizontal(self, y: float, kind: str) -> str:
        return line(self.across.start, y, self.across.end, y, class_=kind)

    def vertical(self, x: float, kind: str) -> str:
        return line(x, self.up.start, x, self.up.end, class_=kind)

    def axes(self, by_across: str, by_up: str) -> Iterator[str]:
        """Grid and marks, in units of what is measured."""
        for value in self.up.marks():
            y = self.up.place(value)
            yield self.horizontal(y, "grid")
            yield label(marked(value, by_up), self.across.start - 8, y + 4, text_anchor="end")
        for value in self.across.marks():
            x = self.across.place(value)
            yield self.vertical(x, "grid")
            yield label(marked(value, by_across), x, self.up.start + 18, text_anchor="middle")
        yield self.horizontal(self.up.start, "axis")
        yield self.vertical(self.across.start, "axis")


def bounds(amounts: Iterable[float], limits: Iterable[float], by: str) -> tuple[float, float]:
    """From a round number below the least amount to a little more than the largest, and than any limit."""
    positive = [amount for amount in (*amounts, *limits) if amount > 0]
    least = min(positive, default=1.0)
    least = max(least, _SHORTEST) if is_time(by) else least
    exponent = floor(log10(least))
    # The logarithm of what is just below a power of ten is rounded up.
    low = max(number for number in (*round_numbers(exponent - 1), *round_numbers(exponent)) if number <= least)
    return low, max(1.15 * max(positive, default=1.0), 10 * low)

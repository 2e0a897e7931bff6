"""Axes of plots: where a value lies, and which values are marked."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

# Marks of an axis are as close as this at least, in pixels.
_APART: Final = 28.0


@dataclass(frozen=True)
class Scale:
    """Values from ``low`` to ``high`` on pixels from ``start`` to ``end``; what lies outside is drawn at the border."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        return self._at((value - self.low) / (self.high - self.low))

    def _at(self, share: float) -> float:
        return self.start + (self.end - self.start) * min(1.0, max(0.0, share))

    def marks(self) -> tuple[float, ...]:
        """Round numbers: multiples of 1, 2 or 5 times a power of ten, never less than one apart."""
        least = max(1.0, (self.high - self.low) * 2 * _APART / abs(self.end - self.start))
        exponent = floor(log10(least))
        steps = (*round_numbers(exponent), *round_numbers(exponent + 1))
        step = next(step for step in steps if step >= least)
        return tuple(step * number for number in range(ceil(self.low / step), floor(self.high / step) + 1))


@dataclass(frozen=True)
class LogScale(Scale):
    """The same, of which each power of ten takes as much room; ``low`` is positive."""

    def place(self, value: float) -> float:
        if value <= self.low:
            return self.start
        return self._at(log10(value / self.low) / log10(self.high / self.low))

    def marks(self) -> tuple[float, ...]:
        """Powers of ten; where there are few of them, 2 and 5 times these as well; where there are many, some."""
        room = abs(self.end - self.start) / log10(self.high / self.low)
        count = 3 if room > 6 * _APART else 1
        stride = ceil(_APART / room)
        first, last = floor(log10(self.low)), ceil(log10(self.high))
        exponents = (exponent for exponent in range(first, last + 1) if exponent % stride == 0)
        found = (value for exponent in exponents for value in round_numbers(exponent)[:count])
        return tuple(value for value in found if self.low <= value * (1 + 1e-9) and value <= self.high * (1 + 1e-9))


def round_numbers(exponent: int) -> tuple[float, float, float]:
    """Those of a power of ten."""
    return 10.0**exponent, 2 * 10.0**exponent, 5 * 10.0**exponent

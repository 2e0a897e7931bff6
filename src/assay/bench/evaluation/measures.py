"""What is measured of a run: seconds, processor seconds, memory, or any statistic, by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isfinite
from typing import Final

from assay.bench.results import Run

SECONDS, PROCESSOR, MEMORY = "seconds", "processor", "memory"
TIMES: Final = (SECONDS, PROCESSOR)
OF_EVERY_RUN: Final = (PROCESSOR, SECONDS, MEMORY)
# Two runs of the same program differ by so much: starting a process takes longer one time than another, and its memory
# comes in pages.  Statistics are counted, so that any difference is one.
NOISE_SECONDS, NOISE_BYTES = 0.01, 1e6
_SCALES: Final = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def value(run: Run, by: str) -> float | None:
    """How much of ``by`` the run took; None if that is not known of it."""
    if by == SECONDS:
        return run.seconds
    if by == PROCESSOR:
        return run.processor
    if by == MEMORY:
        return run.memory or None
    amount = run.statistics.get(by)
    return amount if amount is not None and isfinite(amount) else None


def same(first: float, second: float, by: str) -> bool:
    """Is there no difference that means anything?"""
    noise = NOISE_SECONDS if is_time(by) else NOISE_BYTES if by == MEMORY else 0.0
    return first == second or abs(first - second) <= noise


def is_time(by: str) -> bool:
    """Phases of a check are timed too, as ``seconds PHASE``."""
    return by in TIMES or by.startswith("seconds ")


def shown(amount: float, by: str) -> str:
    """An amount with its unit, three digits of it."""
    return _with_unit(amount, by, digits)


def marked(amount: float, by: str) -> str:
    """A round number at an axis, with its unit: 0.1 s, 10 MB, 2000."""
    return _with_unit(amount, by, "{:.10g}".format)


def _with_unit(amount: float, by: str, written: Callable[[float], str]) -> str:
    if is_time(by):
        return f"{written(amount)} s"
    if by != MEMORY:
        return written(amount)
    scale, prefix = next(((scale, prefix) for scale, prefix in _SCALES if amount >= scale), (1.0, ""))
    return f"{written(amount / scale)} {prefix}B"


def named(by: str) -> str:
    """What it is, in words."""
    return {PROCESSOR: "processor time", SECONDS: "time on the wall"}.get(by, by)


def digits(amount: float) -> str:
    """Three digits, more only in front of the point: 0.00123, 1.23, 12.3, 123, 12345."""
    if abs(amount) >= 100 or amount == int(amount):
        return f"{amount:.0f}"
    return f"{amount:#.3g}"


def statistics_of(runs: Iterable[Run]) -> tuple[str, ...]:
    """The names of all statistics that a run has, in alphabetical order."""
    return tuple(sorted({name for run in runs for name in run.statistics}))

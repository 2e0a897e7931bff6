"""Under what circumstances runs were made: limits, machines, dates.  Without them no figure says anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assay.bench.results import Run


@dataclass(frozen=True)
class Circumstances:
    """What all runs together tell; ``first`` and ``last`` are the days of the first and of the last start."""

    runs: int
    machines: tuple[str, ...]
    supervisors: tuple[str, ...]
    first: str
    last: str


def circumstances(runs: Iterable[Run]) -> Circumstances:
    count, machines, supervisors, days = 0, set(), set(), set()
    for run in runs:
        count += 1
        machines.add(run.machine)
        supervisors.add(run.supervisor)
        days.add(run.started[:10])
    days.discard("")
    return Circumstances(count, _named(machines), _named(supervisors), min(days, default=""), max(days, default=""))


def _named(found: set[str]) -> tuple[str, ...]:
    return tuple(sorted(found - {""}))


def told(about: Circumstances) -> str:
    """One sentence."""
    words = [f"{about.runs} runs"]
    if about.machines:
        words.append(f"on {', '.join(about.machines)}")
    if about.supervisors:
        words.append(f"held to their limits by {', '.join(about.supervisors)}")
    if about.first:
        words.append(about.first if about.first == about.last else f"{about.first} to {about.last}")
    return ", ".join(words) + "."

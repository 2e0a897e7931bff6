"""The abstraction-refinement loop.  There is exactly one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from assay.core.errors import SolverFailure
from assay.core.events import Listener, PhaseStarted, RoundStarted, ignore
from assay.core.roles import Alarm, Explorer, Genuine, Proved, Refined, Refiner, Stuck

P = TypeVar("P")
A = TypeVar("A")
R = TypeVar("R")
G = TypeVar("G")


@dataclass(frozen=True)
class Round(Generic[P, A, R, G]):
    """One turn of the loop: a precision, the alarm it raised, and how the loop ended if this was the last turn."""

    number: int
    precision: P
    alarm: A | None
    end: Proved[R] | Genuine[G] | Stuck | None


def rounds(
    explorer: Explorer[P, A, R], refiner: Refiner[P, A, G], precision: P, announce: Listener = ignore, *, first: int = 1
) -> Iterator[Round[P, A, R, G]]:
    """Explore, refine, explore again; the last round, and only that, says how it ended.

    A solver that fails ends it too: with the reason, and more time as the way forward.
    """
    number = first - 1
    while True:
        number += 1
        announce(RoundStarted(number))
        alarm: A | None = None
        answer: Proved[R] | Genuine[G] | Refined[P] | Stuck
        try:
            announce(PhaseStarted("exploring"))
            match explorer.explore(precision):
                case Alarm(alarm):
                    announce(PhaseStarted("refining"))
                    answer = refiner.refine(precision, alarm)
                case other:
                    answer = other
        except SolverFailure as failure:
            answer = Stuck(str(failure), hint="raise --time")
        match answer:
            case Refined(finer) if finer == precision:
                yield Round(number, precision, alarm, Stuck("refinement made no progress"))
                return
            case Refined(finer):
                yield Round(number, precision, alarm, None)
                precision = finer
            case end:
                yield Round(number, precision, alarm, end)
                return


def run(
    explorer: Explorer[P, A, R], refiner: Refiner[P, A, G], precision: P, announce: Listener = ignore
) -> R | G | Stuck:
    """The evidence that the loop ends with, if it ends."""
    for turn in rounds(explorer, refiner, precision, announce):
        match turn.end:
            case Proved(evidence) | Genuine(evidence):
                return evidence
            case Stuck() as stuck:
                return stuck
    raise AssertionError("the last round says how it ended")

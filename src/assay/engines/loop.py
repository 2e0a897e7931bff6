"""The abstraction-refinement loop.  There is exactly one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from assay.core.events import Listener, PhaseStarted, RoundStarted, ignore
from assay.core.roles import Alarm, Explorer, Genuine, Refined, Refiner, Stuck
from assay.core.verdict import Holds, Proof, Unknown, Verdict, Violated

P = TypeVar("P")
A = TypeVar("A")


@dataclass(frozen=True)
class Round(Generic[P, A]):
    """One turn of the loop: a precision, the evidence it raised, and the verdict if this was the last turn."""

    number: int
    precision: P
    evidence: A | None
    verdict: Verdict | None


def rounds(
    explorer: Explorer[P, A], refiner: Refiner[P, A], precision: P, announce: Listener = ignore
) -> Iterator[Round[P, A]]:
    """Explore, refine, explore again; the last round, and only that, carries a verdict."""
    number = 0
    while True:
        number += 1
        announce(RoundStarted(number))
        announce(PhaseStarted("exploring"))
        match explorer.explore(precision):
            case Proof() as proof:
                yield Round(number, precision, None, Holds(proof))
                return
            case Stuck(reason, hint):
                yield Round(number, precision, None, Unknown(reason, hint=hint))
                return
            case Alarm(evidence):
                announce(PhaseStarted("refining"))
                answer = refiner.refine(precision, evidence)
        match answer:
            case Genuine(trace):
                yield Round(number, precision, evidence, Violated(trace))
                return
            case Stuck(reason, hint):
                yield Round(number, precision, evidence, Unknown(reason, hint=hint))
                return
            case Refined(finer) if finer == precision:
                yield Round(number, precision, evidence, Unknown("refinement made no progress"))
                return
            case Refined(finer):
                yield Round(number, precision, evidence, None)
                precision = finer


def run(explorer: Explorer[P, A], refiner: Refiner[P, A], precision: P, announce: Listener = ignore) -> Verdict:
    """The verdict that the loop ends with, if it ends."""
    for turn in rounds(explorer, refiner, precision, announce):
        if turn.verdict is not None:
            return turn.verdict
    raise AssertionError("the last round carries a verdict")

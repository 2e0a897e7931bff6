"""Searches of one circuit in turns: each is quick at what it can do, and none knows what that is.

Induction finds short runs and shallow proofs, leaps find long runs where nothing is hard to refute, IC3 does the rest;
deep runs through few latches are where decision diagrams beat all of them.  Turns grow, and each search goes on where
its last one ended.  A proof by induction is taken as it is only if IC3 does not find an invariant at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from assay.core.circuit import Circuit
from assay.core.events import Listener, PhaseStarted
from assay.core.roles import Stuck
from assay.explore.ic3 import Ic3
from assay.explore.kinduction import Induction
from assay.explore.leaps import Leaps
from assay.explore.rings import search_by_rings
from assay.explore.runs import Inductive, Invariant, Run, StateTable
from assay.solve.budget import Deadline

Answer = Invariant | StateTable | Inductive | Run | Stuck

# Seconds of the first turn of induction; all turns of a round are multiples of it, and double from round to round.
FIRST: Final = 0.5
LEAPS_TIMES: Final = 1.5
IC3_TIMES: Final = 3.0
# What induction and leaps get in all: what they did not find by then takes them exponentially longer.
MOST_INDUCTION: Final = 8.0
MOST_LEAPS: Final = 10.0
# Up to so many latches decision diagrams get half of what is left when this share of the time has passed.
FEW_LATCHES: Final = 80
DIAGRAMS_AFTER: Final = 0.4
# Seconds that a proof by induction is worth to have it as an invariant.
STRENGTHENING: Final = 2.0


@dataclass
class _Seat:
    """A search, what a turn of it is called and takes, in units of the round, and how long it may still take in all."""

    name: str
    run: Callable[[Deadline], Answer]
    times: float
    left: float


def search_in_turns(circuit: Circuit, bad: int, deadline: Deadline, announce: Listener) -> Answer:
    """An invariant, a depth of induction or a run to a bad state of ``circuit``."""
    induction, leaps = Induction(circuit, bad, announce), Leaps(circuit, bad, announce)
    ic3 = Ic3(circuit, bad, deadline, announce)
    forever = float("inf")
    seats = [
        _Seat("k-induction", induction.run, 1.0, MOST_INDUCTION),
        _Seat("leaps", leaps.run, LEAPS_TIMES, MOST_LEAPS),
        _Seat("IC3", ic3.resume, IC3_TIMES, forever),
    ]
    few = len(circuit.latches) <= FEW_LATCHES
    diagrams_at = (1 - DIAGRAMS_AFTER) * deadline.left if few else -forever
    answer: Answer = Stuck("out of time", "raise --time")
    try:
        for seat, seconds in _turns(seats, deadline):
            if deadline.left < diagrams_at:
                diagrams_at = -forever
                announce(PhaseStarted("decision diagrams"))
                answer = search_by_rings(circuit, bad, deadline.within(deadline.left / 2), announce)
                if not isinstance(answer, Stuck):
                    return answer
            announce(PhaseStarted(seat.name))
            answer = seat.run(deadline.within(seconds))
            if not isinstance(answer, Stuck):
                break
        if isinstance(answer, Inductive):
            announce(PhaseStarted("strengthening"))
            plain = Invariant(()) if answer.depth == 0 else ic3.resume(deadline.within(STRENGTHENING))
            return plain if isinstance(plain, Invariant) else answer
        return answer
    finally:
        for search in (induction, leaps, ic3):
            search.close()


def _turns(seats: list[_Seat], deadline: Deadline) -> Iterator[tuple[_Seat, float]]:
    """Whose turn it is, and for how long, until time is up."""
    unit = FIRST
    while True:
        for seat in seats:
            if deadline.left <= 0:
                return
            # Long runs are not looked for before a round of everything else.
            seconds = min(seat.times * unit, seat.left)
            if seconds > 0 and not (seat.name == "leaps" and unit == FIRST):
                yield seat, seconds
                seat.left -= seconds
        unit *= 2

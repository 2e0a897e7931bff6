"""Searches of one circuit in turns: each is quick at what it can do, and none knows what that is.

Induction finds short runs and shallow proofs, leaps find long runs where nothing is hard to refute, IC3 does the rest;
deep runs through few latches are where decision diagrams beat all of them.  Turns grow, and each search goes on where
its last one ended.  A proof by induction is taken as it is only if IC3 does not find an invariant at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.events import Listener, PhaseStarted
from assay.core.roles import Stuck
from assay.engines.resumed import Resumed
from assay.explore.circuit.answers import Inductive, Invariant, Run, StateTable
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.kinduction import Induction
from assay.explore.circuit.long_bmc import Leaps
from assay.explore.circuit.reachability import search_by_rings

Found = Invariant | StateTable | Inductive | Run
Answer = Found | Stuck
T = TypeVar("T")

# Seconds of the unit of the first round; it doubles from round to round.
FIRST: Final = 0.5
RUNS_TIMES: Final = 3.0
LEAPS_TIMES: Final = 1.5
IC3_TIMES: Final = 3.0
# What induction and leaps get in all: what they did not find by then takes them exponentially longer.
MOST_INDUCTION: Final = 8.0
MOST_LEAPS: Final = 10.0
# Up to so many latches decision diagrams get turns: long ones from the first round on, or short ones later.
FEW_LATCHES: Final = 80
SOME_LATCHES: Final = 200
# With more gates than this, an operation on diagrams may take longer than all turns.
MANY_GATES: Final = 3000
# Rows of a decision diagram that solvers for formulas check soon enough.
LARGEST_TABLE: Final = 2000
# Seconds that a proof by induction is worth to have it as an invariant.
STRENGTHENING: Final = 2.0


@dataclass
class Seat(Generic[T]):
    """A search, what its turns are called and take, in units of the round, and how long it may still take in all.

    ``late`` ones have no turn in the first round.
    """

    name: str
    run: Callable[[Deadline], T | Stuck]
    close: Callable[[], None]
    times: float
    left: float = float("inf")
    late: bool = False


def take_turns(seats: Sequence[Seat[T]], deadline: Deadline, announce: Listener, *, first: float = FIRST) -> T | Stuck:
    """The first answer of any of them; a search that gives up before its turn is over has no more to say.

    ``first`` is the unit of the first round, in seconds.
    """
    answer: T | Stuck = Stuck("out of time", "raise --time")
    left = list(seats)
    for seat, seconds in _turns(left, deadline, first):
        announce(PhaseStarted(seat.name))
        turn = deadline.within(seconds)
        answer = seat.run(turn)
        if not isinstance(answer, Stuck):
            return answer
        if not turn.passed:
            left.remove(seat)
    return answer


def _turns(seats: Sequence[Seat[T]], deadline: Deadline, first: float) -> Iterator[tuple[Seat[T], float]]:
    """Whose turn it is, and for how long, until time is up or nobody is left."""
    unit = first
    while any(seat.left > 0 for seat in seats):
        for seat in list(seats):
            if deadline.left <= 0:
                return
            seconds = min(seat.times * unit, seat.left)
            if seconds > 0 and not (seat.late and unit == first):
                yield seat, seconds
                seat.left -= seconds
        unit *= 2


def search_in_turns(circuit: Circuit, bad: int, deadline: Deadline, announce: Listener) -> Answer:
    """An invariant, a depth of induction or a run to a bad state of ``circuit``."""
    induction, ic3 = Induction(circuit, bad, announce), Ic3(circuit, bad, deadline, announce)
    seats: list[Seat[Found]] = [
        Seat("k-induction", induction.run, induction.close, 1.0, MOST_INDUCTION),
        *_other_seats(ic3, circuit, bad, announce),
    ]
    try:
        answer = take_turns(seats, deadline, announce)
        if isinstance(answer, Inductive):
            announce(PhaseStarted("strengthening"))
            plain = Invariant(()) if answer.depth == 0 else ic3.resume(deadline.within(STRENGTHENING))
            return plain if isinstance(plain, Invariant) else answer
        return answer
    finally:
        for seat in seats:
            seat.close()


def seats_without_induction(circuit: Circuit, bad: int, deadline: Deadline, announce: Listener) -> list[Seat[Found]]:
    """Searches whose proofs are invariants of a size that solvers for formulas can check.

    Runs of growing length are looked for as long as there is time.
    """
    runs, ic3 = Induction(circuit, bad, announce, prove=False), Ic3(circuit, bad, deadline, announce)
    others = _other_seats(ic3, circuit, bad, announce, largest_table=LARGEST_TABLE)
    return [Seat("bounded search", runs.run, runs.close, RUNS_TIMES), *others]


def _other_seats(
    ic3: Ic3, circuit: Circuit, bad: int, announce: Listener, *, largest_table: float = float("inf")
) -> list[Seat[Found]]:
    leaps = Leaps(circuit, bad, announce)
    seats: list[Seat[Found]] = [
        # Long runs are not looked for before a round of everything else.
        Seat("leaps", leaps.run, leaps.close, LEAPS_TIMES, MOST_LEAPS, late=True),
        Seat("IC3", ic3.resume, ic3.close, IC3_TIMES),
    ]
    latches = len(circuit.latches)
    if latches <= FEW_LATCHES or (latches <= SOME_LATCHES and circuit.gates <= MANY_GATES):
        rings = Resumed(lambda own: search_by_rings(circuit, bad, own, announce))

        def search(turn: Deadline) -> Found | Stuck:
            answer = rings.run(turn)
            too_large = isinstance(answer, StateTable) and len(answer.rows) > largest_table
            return Stuck("the decision diagram of all states is too large to be checked") if too_large else answer

        few = latches <= FEW_LATCHES
        seats.append(Seat("decision diagrams", search, rings.close, 2.0 if few else 0.5, late=not few))
    return seats

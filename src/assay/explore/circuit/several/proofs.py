"""IC3 for several bad states in turns that grow, where what was proved of one is a fact for all others.

Every proof leaves an inductive invariant behind.  Its clauses, of which only those are kept that the proof needs, go
into the frames of all searches whose bad state depends on such latches: they begin, and go on, with fewer states
(Goldberg, Güdemann, Kroening, Mukherjee, "Efficient verification of multi-property designs", DATE 2018, section VI).
So does the negation of what was proved by induction over one step.  Nothing is assumed that is not proved: each proof
stands by itself, and one that is hard, or violated, is in nobody's way.  A run is tried on whatever is open.
Limits: frames are not shared, only facts; where more are open than ``MOST_KEPT``, frames of a turn are lost with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Invariant, Run
from assay.core.events import Listener, ignore
from assay.core.roles import Found, Paused, Stuck
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.several.decided import Decided, Open, reached
from assay.explore.circuit.several.dependence import Dependence
from assay.explore.circuit.several.needed import Clause, needed

METHOD: Final = "IC3"
# Seconds of the first turn of each; twice as many in each turn that follows.
FIRST_TURN: Final = 0.1
# A turn of less than this is none.
INSTANT: Final = 1e-3
# So many searches keep their frames from turn to turn.
MOST_KEPT: Final = 32


class SeveralProofs:
    """The search, in as many turns as it is given.

    ``proved``, which may grow, are bad states that need no proof any more, and exclude each other by induction over one
    step.  The first to have a turn is one part of so many ``parts`` down the list, for searches side by side.
    """

    def __init__(
        self,
        circuit: Circuit,
        left: Open,
        announce: Listener = ignore,
        *,
        proved: Sequence[int] = (),
        part: int = 0,
        parts: int = 1,
    ) -> None:
        self._circuit = circuit
        self._open = left
        self._announce = announce
        self._proved = proved
        self._dependence = Dependence(circuit)
        order = sorted(range(len(circuit.bads)), key=self._dependence.size)
        first = part * len(order) // parts
        self._order = [*order[first:], *order[:first]]
        self._searches: dict[int, Ic3] = {}
        # In their order: clauses, and the number of the bad state whose negation it is, if it is one.
        self._facts: dict[Clause, int | None] = {}
        self._turns: deque[tuple[int, float]] = deque()
        self._seconds = FIRST_TURN
        self._found: deque[Decided] = deque()

    def advance(self, deadline: Deadline, /) -> Found[Decided] | Paused | Stuck:
        """What was decided next, of one bad state or more."""
        while deadline.left > 0 or self._found:
            if self._found:
                decided = self._found.popleft()
                self._open.decide(decided.numbers)
                return Found(decided, METHOD, more=True)
            if not self._turns:
                self._turns.extend((number, self._seconds) for number in self._order if number in self._open)
                self._seconds *= 2
                if not self._turns:
                    return Stuck("all of them are decided")
            self._take(*self._turns.popleft(), deadline)
        return Paused()

    def _take(self, number: int, seconds: float, deadline: Deadline) -> None:
        """The turn of one of them; what is left of it when time is over comes next."""
        if number not in self._open:
            self._drop(number)
            return
        self._learn_proved()
        began = deadline.clock()
        answer = self._search(number).advance(deadline.within(seconds))
        if isinstance(answer, Found):
            self._drop(number)
            self._conclude(number, answer.evidence, deadline)
            return
        left = seconds - (deadline.clock() - began)
        if left > INSTANT:
            self._turns.appendleft((number, left))
        elif len(self._searches) > MOST_KEPT:
            self._drop(number)

    def _search(self, number: int) -> Ic3:
        if number not in self._searches:
            search = self._searches[number] = Ic3(self._circuit, self._circuit.bads[number], self._announce)
            search.learn(self._about(number, self._facts))
        return self._searches[number]

    def _about(self, number: int, clauses: Iterable[Clause]) -> list[Clause]:
        """The clauses that speak of nothing but latches on which the bad state depends."""
        return [clause for clause in clauses if self._dependence.covers(number, clause)]

    def _drop(self, number: int) -> None:
        search = self._searches.pop(number, None)
        if search is not None:
            search.close()

    # -- what was found ------------------------------------------------------------------------------------------------

    def _conclude(self, number: int, answer: Invariant | Run, deadline: Deadline) -> None:
        if isinstance(answer, Run):
            self._found.extend(reached(self._circuit, answer, list(self._open)))
            return
        clauses = self._needed(number, answer.clauses, deadline)
        beside = [self._facts.get(clause) for clause in clauses]
        own = tuple(clause for clause, other in zip(clauses, beside, strict=True) if other is None)
        self._learn(dict.fromkeys(own))
        others = tuple(other for other in beside if other is not None)
        self._found.append(Decided((number,), Invariant(own), others))

    def _needed(self, number: int, found: Sequence[Clause], deadline: Deadline) -> list[Clause]:
        """What was found, with the facts that it rests on.

        Those are mostly about the same latches.  But a constraint, or a proof in other words, may tie one to others.
        """
        circuit, every = self._circuit, [*found, *self._facts]
        for clauses in ([*found, *self._about(number, self._facts)], every):
            fewer = needed(circuit, circuit.bads[number], clauses, deadline)
            if fewer is not None:
                return fewer
        return every

    def _learn_proved(self) -> None:
        """The negation of what was proved by induction elsewhere."""
        self._learn({(self._circuit.bads[number] ^ 1,): number for number in self._proved})

    def _learn(self, facts: dict[Clause, int | None]) -> None:
        new = {clause: number for clause, number in facts.items() if clause not in self._facts}
        if new:
            self._facts.update(new)
            for number, search in self._searches.items():
                search.learn(self._about(number, new))

    def close(self) -> None:
        for number in list(self._searches):
            self._drop(number)

"""The inductive part of a guess: of clauses that were found of something else, those that are invariants together.

All clauses that some step breaks, from states in which the others hold, are dropped until none is left that one breaks
(Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001).  A guess is good that was proved of a
smaller instance of the same design (Pnueli, Ruah, Zuck, "Automatic deductive verification with invisible invariants",
TACAS 2001).  Limit: what is left may be too weak to exclude the bad states, and is not strengthened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Invariant
from assay.solve.sat import ConeSolver

Clause = tuple[int, ...]


def inductive_part(circuit: Circuit, bad: int, guess: Iterable[Clause], deadline: Deadline) -> Invariant | None:
    """Clauses of the guess that are inductive together and exclude the bad states; None if its inductive part does not.

    Raises ``OutOfTime`` once the deadline has passed.
    """
    resets = {latch.node: latch.reset for latch in circuit.latches}
    clauses = [row for row in guess if any(resets[literal >> 1] == 1 - (literal & 1) for literal in row)]
    step = _Step(circuit, clauses)
    try:
        kept = step.kept(deadline)
        needed = step.excluding(bad, kept, deadline)
        return None if needed is None else Invariant(tuple(clauses[number] for number in needed))
    finally:
        step.close()


class _Step:
    """States and their successors where the constraints allow them, with a literal for each clause now and then."""

    def __init__(self, circuit: Circuit, clauses: Sequence[Clause]) -> None:
        nexts = {latch.node: latch.next for latch in circuit.latches}
        self._now = ConeSolver(circuit)
        self._cones = cones = ConeSolver(circuit)
        for constraint in circuit.constraints:
            cones.sat.add([cones.literal(constraint)])
        self._true_now, self._true, self._broken, self._after = [], [], [], list[list[int]]()
        for row in clauses:
            self._true_now.append(_if(self._now, self._now.literals(row)))
            self._true.append(_if(cones, cones.literals(row)))
            later = cones.literals(nexts[literal >> 1] ^ (literal & 1) for literal in row)
            broken = cones.sat.fresh()
            for literal in later:
                cones.sat.add([-broken, -literal])
            self._broken.append(broken)
            self._after.append(later)

    def kept(self, deadline: Deadline) -> list[int]:
        """The numbers of the clauses that no step breaks from states in which all of these hold."""
        sat = self._cones.sat
        kept = list(range(len(self._true)))
        while True:
            some = sat.fresh()
            sat.add([-some, *(self._broken[number] for number in kept)])
            if not sat.decide([some, *(self._true[number] for number in kept)], deadline):
                return kept
            false = {-literal for literal in sat.model()}
            kept = [number for number in kept if not false.issuperset(self._after[number])]
            sat.add([-some])

    def excluding(self, bad: int, kept: Sequence[int], deadline: Deadline) -> list[int] | None:
        """Few of the clauses ``kept`` that exclude the bad states and are inductive by themselves.

        Each is there because the bad state, or one that was there before, needs it (Ivrii, Gurfinkel, Belov, "Small
        inductive safe invariants", FMCAD 2014, section III).
        """
        now, sat = self._now, self._cones.sat
        if now.sat.decide([now.literal(bad), *(self._true_now[number] for number in kept)], deadline):
            return None
        core = set(now.sat.core())
        needed = dict.fromkeys(number for number in kept if self._true_now[number] in core)
        waiting = list(needed)
        while waiting:
            unbroken = not sat.decide([self._broken[waiting.pop()], *(self._true[number] for number in kept)], deadline)
            assert unbroken, "the clauses that are kept are inductive"
            core = set(sat.core())
            more = [number for number in kept if self._true[number] in core and number not in needed]
            needed.update(dict.fromkeys(more))
            waiting += more
        return list(needed)

    def close(self) -> None:
        self._now.sat.close()
        self._cones.sat.close()


def _if(cones: ConeSolver, clause: Sequence[int]) -> int:
    """A literal that implies the clause."""
    own = cones.sat.fresh()
    cones.sat.add([-own, *clause])
    return own

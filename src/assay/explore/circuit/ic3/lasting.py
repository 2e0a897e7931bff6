"""Cubes that no run ever meets: clauses that are inductive together need no frames and are never pushed again.

The largest such set among candidates is found by leaving out each that a step enters from outside of the others
(Flanagan, Leino, "Houdini", FME 2001); that frames keep such clauses apart, "at infinity", is of Een, Mishchenko and
Brayton, "Efficient implementation of property directed reachability", FMCAD 2011.  Of each query the core says on which
others the answer rests: only if one of those is left out, the query is asked again.
Limit: where far more candidates fall than stay, that takes long; it is given up then, and nothing is learnt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.explore.circuit.ic3.cones import Cones, WideGates

# Queries for each candidate, on average, before it is given up.
QUERIES: Final = 3


def lasting(
    gates: WideGates, known: Iterable[Sequence[int]], candidates: Sequence[Sequence[int]], deadline: Deadline
) -> list[int]:
    """The numbers of candidates that no step enters from outside of all of them, and of those ``known`` to be such."""
    cones = Cones(gates)
    try:
        return _Houdini(gates.circuit, cones, known, candidates).left(deadline)
    finally:
        cones.sat.close()


class _Houdini:
    """One solver for all queries; with its guard assumed, a candidate is excluded from the states that steps leave."""

    def __init__(
        self,
        circuit: Circuit,
        cones: Cones,
        known: Iterable[Sequence[int]],
        candidates: Sequence[Sequence[int]],
    ) -> None:
        self._sat = cones.sat
        for constraint in circuit.constraints:
            cones.sat.add([cones.literal(constraint)])
        for cube in known:
            cones.sat.add([-literal for literal in cones.literals(cube)])
        nexts = {latch.node: latch.next for latch in circuit.latches}
        self._entered = []
        self._guards = []
        for cube in candidates:
            guard = cones.sat.fresh()
            cones.sat.add([-guard, *(-literal for literal in cones.literals(cube))])
            self._guards.append(guard)
            self._entered.append(cones.literals(nexts[literal >> 1] ^ (literal & 1) for literal in cube))

    def left(self, deadline: Deadline) -> list[int]:
        number_of = {guard: number for number, guard in enumerate(self._guards)}
        staying = dict.fromkeys(range(len(self._guards)))
        # On which others it rests that no step enters a candidate.
        rests: dict[int, frozenset[int]] = {}
        unsure = list(staying)
        queries = 0
        while unsure:
            number = unsure.pop()
            if number not in staying:
                continue
            queries += 1
            if queries > QUERIES * len(self._guards):
                return []
            if self._sat.decide([*(self._guards[other] for other in staying), *self._entered[number]], deadline):
                del staying[number]
                unsure += [other for other, reasons in rests.items() if number in reasons and other in staying]
            else:
                rests[number] = frozenset(number_of[literal] for literal in self._sat.core() if literal in number_of)
        return list(staying)

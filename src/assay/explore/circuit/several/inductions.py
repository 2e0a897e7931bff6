"""k-induction over several bad states at once: one unrolling from the initial states, one from anywhere.

Runs that reach one of them refute it, and all others that they reach; the search goes on for the rest at the same step.
What no run of k steps reaches is a candidate at depth k: the largest set of candidates is found of which k good steps
never lead to a bad one, by leaving out whatever a counterexample to induction violates (Flanagan, Leino, "Houdini",
FME 2001).  That set is proved as one, with what was proved before: each is assumed of the k steps before, never of the
step itself, so nothing is assumed in a circle.  Limit: states of a path may repeat, so some proofs need other methods.
"""

from __future__ import annotations

from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Inductive
from assay.core.events import BoundReached, Listener, ignore
from assay.core.roles import Found, Paused, Stuck
from assay.explore.circuit.several.decided import Decided, Open
from assay.explore.circuit.unrolling import Unrolled
from assay.solve.sat import OutOfTime

METHOD: Final = "k-induction"


class SeveralInductions:
    """The search, in as many turns as it is given."""

    def __init__(
        self,
        circuit: Circuit,
        left: Open | None = None,
        announce: Listener = ignore,
        *,
        proved: list[int] | None = None,
    ) -> None:
        """To ``proved`` those are added that exclude each other: a step from where none of them is leads to none."""
        self._bads = circuit.bads
        self._announce = announce
        self._base = Unrolled(circuit)
        self._step = Unrolled(circuit, from_anywhere=True)
        self._open = Open(len(circuit.bads)) if left is None else left
        self._proved: list[int] = []
        self._in_one_step = [] if proved is None else proved
        # With the literal of a number, that bad state is excluded from the steps taken so far.
        self._excluded = {number: self._step.sat.fresh() for number in self._open}
        self._refuted = self._tried = -1
        self._candidates: list[int] | None = None

    def advance(self, deadline: Deadline, /) -> Found[Decided] | Paused | Stuck:
        """What was decided next, of one bad state or more."""
        try:
            while deadline.left > 0:
                if not list(self._open):
                    return Stuck("all of them are decided")
                decided = self._reached(deadline) if self._tried == self._refuted else self._inductive(deadline)
                if decided is not None:
                    self._open.decide(decided.numbers)
                    return Found(decided, METHOD, more=True)
        except OutOfTime:
            pass
        return Paused()

    def _reached(self, deadline: Deadline) -> Decided | None:
        """A run of one step more to some that are open; None if there is none."""
        base = self._base
        if base.depth == self._refuted:
            base.extend()
        goals = {number: base.literal(self._bads[number], base.depth) for number in self._open}
        if _some(base, list(goals.values()), [], deadline):
            model = base.sat.model()
            return Decided(tuple(n for n, goal in goals.items() if _is_true(goal, model)), base.run())
        for number in (*self._open, *self._proved):
            base.sat.add([-base.literal(self._bads[number], base.depth)])
        base.take_step(base.depth)
        self._refuted = base.depth
        self._announce(BoundReached(base.depth))
        return None

    def _inductive(self, deadline: Deadline) -> Decided | None:
        """The largest set of open ones that as many good steps as were refuted never lead to, if it is not empty."""
        step = self._step
        if step.depth < self._refuted:
            step.extend()
            self._candidates = list(self._open)
        # Where nothing is assumed hardly anything is excluded, and what is will be after a step.
        candidates = (self._candidates or ()) if step.depth else ()
        left = [number for number in candidates if number in self._open]
        goals = {number: step.literal(self._bads[number], step.depth) for number in left}
        while left:
            good = [self._excluded[number] for number in (*left, *self._proved)]
            if not _some(step, [goals[number] for number in left], good, deadline):
                decided = Decided(tuple(left), Inductive(self._refuted, simple=False), tuple(self._proved))
                self._proved += left
                if self._refuted <= 1:
                    self._in_one_step += left
                self._candidates = []
                return decided
            model = step.sat.model()
            left = self._candidates = [number for number in left if not _is_true(goals[number], model)]
        for number, excluded in self._excluded.items():
            step.sat.add([-excluded, -step.literal(self._bads[number], step.depth)])
        step.take_step(step.depth)
        self._tried = step.depth
        return None

    def close(self) -> None:
        self._base.sat.close()
        self._step.sat.close()


def _some(unrolled: Unrolled, goals: list[int], assumed: list[int], deadline: Deadline) -> bool:
    """Can one of ``goals`` be true under what is ``assumed``?"""
    chosen = unrolled.sat.fresh()
    unrolled.sat.add([-chosen, *goals])
    found = unrolled.sat.decide([chosen, *assumed], deadline)
    if not found:
        unrolled.sat.add([-chosen])
    return found


def _is_true(literal: int, model: list[int]) -> bool:
    variable = abs(literal)
    return variable <= len(model) and (model[variable - 1] > 0) == (literal > 0)

"""k-induction, with bounded search inside (Sheeran, Singh, Stalmarck, FMCAD 2000).

For growing k: no run of k steps ends badly (base), and no k good steps from anywhere lead to a bad state (step), where
states of a run differ from each other.  That they do is asserted only for pairs that a model has made equal.
A proof is the depth, and whether different states were needed; it is an invariant only if the depth is 0.
"""

from __future__ import annotations

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Inductive, Run
from assay.core.events import BoundReached, Listener, ignore
from assay.core.roles import Found, Paused
from assay.explore.circuit.unrolling import Unrolled
from assay.solve.sat import OutOfTime


class Induction:
    """The search, in as many turns as it is given; with ``prove`` off, bounded search alone."""

    def __init__(self, circuit: Circuit, bad: int, announce: Listener = ignore, *, prove: bool = True) -> None:
        self._bad = bad
        self._announce = announce
        self._base = Unrolled(circuit)
        self._step = Unrolled(circuit, from_anywhere=True) if prove else None
        # The last depth at which no run is bad, and the last one at which the step was tried.
        self._refuted = self._tried = -1
        self._simple = False

    def advance(self, deadline: Deadline, /) -> Found[Inductive | Run] | Paused:
        """A run to a bad state, or the depth at which there is none."""
        try:
            while deadline.left > 0:
                if self._step is None or self._tried == self._refuted:
                    if self._reaches_bad(deadline):
                        return Found(self._base.run())
                elif self._never(self._step, deadline):
                    return Found(Inductive(self._refuted, self._simple))
        except OutOfTime:
            pass
        return Paused()

    def _reaches_bad(self, deadline: Deadline) -> bool:
        """Is some run of one step more bad?"""
        base = self._base
        if base.depth == self._refuted:
            base.extend()
        goal = base.literal(self._bad, base.depth)
        if base.sat.decide([goal], deadline):
            return True
        base.sat.add([-goal])
        base.take_step(base.depth)
        self._refuted = base.depth
        self._announce(BoundReached(base.depth))
        return False

    def _never(self, step: Unrolled, deadline: Deadline) -> bool:
        """Do as many good steps as were refuted never lead to a bad state?"""
        if step.depth < self._refuted:
            step.extend()
        goal = step.literal(self._bad, step.depth)
        while step.sat.decide([goal], deadline):
            pair = _repeated(step)
            if pair is None:
                step.sat.add([-goal])
                step.take_step(step.depth)
                self._tried = step.depth
                return False
            step.sat.add(step.differ(*pair))
            self._simple = True
        return True

    def close(self) -> None:
        self._base.sat.close()
        if self._step is not None:
            self._step.sat.close()


def _repeated(step: Unrolled) -> tuple[int, int] | None:
    """Two steps of the model that was found with the same state."""
    model = step.sat.model()
    seen: dict[tuple[bool, ...], int] = {}
    for number in range(step.depth + 1):
        earlier = seen.setdefault(step.state(number, model), number)
        if earlier != number:
            return earlier, number
    return None

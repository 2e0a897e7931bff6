"""k-induction, with bounded search inside (Sheeran, Singh, Stalmarck, FMCAD 2000).

For growing k: no run of k steps ends badly (base), and no k good steps from anywhere lead to a bad state (step), where
states of a run differ from each other.  That they do is asserted only for pairs that a model has made equal.
The deadline is looked at between queries.  A proof is the depth; it is an invariant only if that is 0.
"""

from __future__ import annotations

from assay.core.circuit import Circuit
from assay.core.events import BoundReached, Listener, ignore
from assay.core.roles import Stuck
from assay.explore.runs import Inductive, Run
from assay.explore.unrolled import Unrolled
from assay.solve.budget import FOREVER, Deadline


def search_by_induction(
    circuit: Circuit, bad: int, deadline: Deadline = FOREVER, announce: Listener = ignore, *, prove: bool = True
) -> Inductive | Run | Stuck:
    """A run to a bad state, or the depth at which there is none; with ``prove`` off, bounded search alone."""
    base, step = Unrolled(circuit), Unrolled(circuit, from_anywhere=True)
    simple = False
    try:
        while not deadline.passed:
            base.extend()
            depth = base.depth
            goal = base.literal(bad, depth)
            if base.sat.solve([goal]):
                return base.run()
            base.sat.add([-goal])
            base.take_step(depth)
            announce(BoundReached(depth))
            if prove:
                step.extend()
                proved, added = _never(step, bad, deadline)
                simple |= added
                if proved:
                    return Inductive(depth, simple)
                step.sat.add([-step.literal(bad, depth)])
                step.take_step(depth)
        return Stuck("out of time", "raise --time")
    finally:
        base.sat.close()
        step.sat.close()


def _never(step: Unrolled, bad: int, deadline: Deadline) -> tuple[bool, bool]:
    """Is it impossible that the last step is bad?  And was it necessary to ask for different states?"""
    goal = step.literal(bad, step.depth)
    added = False
    while step.sat.solve([goal]):
        pair = _repeated(step)
        if pair is None or deadline.passed:
            return False, added
        step.sat.add(step.differ(*pair))
        added = True
    return True, added


def _repeated(step: Unrolled) -> tuple[int, int] | None:
    """Two steps of the model that was found with the same state."""
    model = step.sat.model()
    seen: dict[tuple[bool, ...], int] = {}
    for number in range(step.depth + 1):
        earlier = seen.setdefault(step.state(number, model), number)
        if earlier != number:
            return earlier, number
    return None

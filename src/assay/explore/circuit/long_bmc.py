"""Bounded search in leaps: is there a run to a bad state within 64, 128, 256, ... steps?

That no run of exactly k steps is bad can be hard to show, where a longer run that is bad is found at once: so a bound
that takes too many conflicts is left undecided, and the next one asked.  Effort grows when all bounds were tried.
Finds runs only.  Limit: a run has to go on legally as far as was unrolled, so dead ends are left to other searches.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Run, simulate, truth
from assay.core.events import BoundReached, Listener, ignore
from assay.core.roles import Found, Paused, Stuck
from assay.explore.circuit.unrolling import Unrolled

BOUNDS: Final = (64, 128, 256)
# A bound below this is left to other searches.
LEAST: Final = 16
# Conflicts for a bound at first; four times as many whenever it is tried again.
EFFORT: Final = 4000
GROWTH: Final = 4
# Gates of all steps together: memory sets a limit to bounds.
LARGEST: Final = 2_000_000


class Leaps:
    """The search, in as many turns as it is given."""

    def __init__(self, circuit: Circuit, bad: int, announce: Listener = ignore) -> None:
        self._circuit = circuit
        self._bad = bad
        self._announce = announce
        self._unrolled = Unrolled(circuit)
        self._goals: list[int] = []
        most = LARGEST // circuit.size
        bounds = [bound for bound in BOUNDS if bound <= most] or [most] * (most >= LEAST)
        self._open = deque((bound, EFFORT) for bound in bounds)

    def advance(self, deadline: Deadline, /) -> Found[Run] | Paused | Stuck:
        """A run to a bad state, if one is found in time; proves nothing."""
        while self._open and deadline.left > 0:
            bound, effort = self._open[0]
            answer = self._leap(bound, effort, deadline)
            if answer:
                return Found(self._up_to_first(self._unrolled.run(bound)))
            if answer is None and deadline.left <= 0:
                return Paused()
            self._open.popleft()
            if answer is None:
                self._open.append((bound, GROWTH * effort))
            elif not self._circuit.constraints:
                # With constraints, shorter runs may be bad that cannot go on.
                self._announce(BoundReached(bound))
        return Paused() if self._open else Stuck("no bad run was found among long ones")

    def _leap(self, bound: int, effort: int, deadline: Deadline) -> bool | None:
        """Is some run of at most ``bound`` steps bad?  None if that took too much effort."""
        unrolled, goals = self._unrolled, self._goals
        while len(goals) <= bound:
            if deadline.left <= 0:
                return None
            if goals:
                unrolled.take_step(unrolled.depth)
            unrolled.extend()
            goals.append(unrolled.literal(self._bad, unrolled.depth))
        asked = unrolled.sat.fresh()
        unrolled.sat.add([-asked, *goals[: bound + 1]])
        answer = unrolled.sat.solve_within(deadline, [asked], effort)
        if not answer:
            # Later than this a model could not be read any more.
            unrolled.sat.add([-asked])
        return answer

    def _up_to_first(self, run: Run) -> Run:
        """The run cut off where it is bad for the first time."""
        steps = simulate(self._circuit, run)
        first = next(number for number, values in enumerate(steps) if truth(values, self._bad))
        return replace(run, inputs=run.inputs[: first + 1])

    def close(self) -> None:
        self._unrolled.sat.close()

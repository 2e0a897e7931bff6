"""Runs that show why a CTL formula fails, from the gates where they were drawn back to the model.

A run that begins at a position of another one begins there with the whole state of the design, of which the gates kept
only what the property depends on; a loop is gone through until all that the property depends on repeats, vector by
vector.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, repeat
from typing import Final

from assay.core.circuit_answers import Run, Shown, simulate, stepwise
from assay.core.evidence import Branch, Trace
from assay.core.roles import Lowered
from assay.core.slicing.relevance import relevant
from assay.transforms.circuit.bitblast import Blasted
from assay.transforms.circuit.simplify import Simplified

# Traversals of a loop after which all that the property depends on should repeat.
TRAVERSALS: Final = 64
# So many runs are shown at most.
MOST_RUNS: Final = 40


def lifted_branches(
    lowered: Lowered, blasted: Blasted, small: Simplified, state: Mapping[int, int], shown: tuple[Shown, ...]
) -> tuple[Trace, tuple[Branch, ...]]:
    """The first state, or the run of the first branch from there, and the branches of the model as it was read."""
    lift = _Lift(lowered, blasted, small)
    start = small.lift_leaves(state)
    found = [branch for branch in (lift.branch(part, start) for part in shown) if branch is not None]
    first = lowered.lift_trace(blasted.trace(simulate(blasted.circuit, Run(start, ({},)))))
    return (found[0].trace if found else first), tuple(found)


class _Lift:
    """Runs of the small circuit as runs of the model, from states that it does not have all of."""

    def __init__(self, lowered: Lowered, blasted: Blasted, small: Simplified) -> None:
        self._lowered, self._blasted, self._small = lowered, blasted, small
        (goal,) = lowered.model.temporal
        needed = relevant(lowered.model, goal)
        symbols = [symbol for symbol in lowered.model.entry.variables if symbol in needed]
        self._needed = [bit >> 1 for symbol in symbols for bit in blasted.variables[symbol]]
        self._latches = [latch.node for latch in blasted.circuit.latches]
        self._left = MOST_RUNS

    def branch(self, shown: Shown, state: Mapping[int, int]) -> Branch | None:
        """The branch from ``state``; None if its loop does not close in time, or if there are enough of them."""
        self._left -= 1
        closed = self._closed(shown.run, state) if self._left >= 0 else None
        if closed is None:
            return None
        steps, loop = closed
        trace = replace(self._lowered.lift_trace(self._blasted.trace(steps)), loop=loop)
        below: dict[int, tuple[Branch, ...]] = {}
        for position in range(len(steps) - 1 if shown.goal is None else shown.goal + 1):
            own = {node: steps[position][node] for node in self._latches}
            parts = [self.branch(part, own) for part in shown.below.get(_origin(shown.run, position), ())]
            if parts:
                below[position] = tuple(part for part in parts if part is not None)
        return Branch(shown.formula, trace, shown.goal, below)

    def _closed(self, run: Run, state: Mapping[int, int]) -> tuple[list[bytes], int] | None:
        """The values of all nodes up to where a state repeats, as far as it matters, and where that was before."""
        loop = run.loop
        assert loop is not None
        inputs = [self._small.lift_leaves(step) for step in run.inputs]
        body = inputs[loop:]
        seen: dict[tuple[int, ...], int] = {}
        steps: list[bytes] = []
        for values in stepwise(self._blasted.circuit, state, chain(inputs, *repeat(body, TRAVERSALS))):
            number = len(steps)
            steps.append(values)
            if number >= loop and (number - loop) % len(body) == 0:
                first = seen.setdefault(tuple(values[node] for node in self._needed), number)
                if first != number:
                    return steps, first
        return None


def _origin(run: Run, position: int) -> int:
    """The position of a run whose loop is gone through once that corresponds to one where it is gone through often."""
    assert run.loop is not None
    if position < len(run.inputs):
        return position
    return run.loop + (position - run.loop) % (len(run.inputs) - run.loop)

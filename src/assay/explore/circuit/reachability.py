"""Breadth-first search over decision diagrams: rings of states at growing distance, checked as they appear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Run
from assay.core.events import Listener, Progress, ignore
from assay.core.evidence import StateTable
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import CircuitSpace

# Nodes are counted again when the depth has grown by so much.
COUNTED: Final = 1.25


def search_by_rings(
    circuit: Circuit, bad: int, deadline: Deadline = FOREVER, announce: Listener = ignore
) -> StateTable | Run:
    """The reachable states, if none is bad; else a shortest run to one.  Raises ``SolverFailure`` when time is over."""
    space = CircuitSpace(circuit, (bad,), deadline)
    goal = space.literal(bad)
    rings = list_rings(space, space.states(goal), announce)
    last = rings[-1] & goal
    return run_back(space, rings, last) if last != space.diagrams.false else table(space, union(space, rings))


def list_rings(
    space: CircuitSpace, goal: Diagram, announce: Listener = ignore, start: Diagram | None = None
) -> list[Diagram]:
    """States by distance from ``start`` (the initial ones), up to the first ring that meets ``goal``, or all."""
    nothing = space.diagrams.false
    frontier = space.initial() if start is None else start
    reached, rings = frontier, [frontier]
    counted = 0
    while frontier & goal == nothing:
        space.check_time()
        # Either set has the same new successors: the smaller diagram is the cheaper.
        source = reached if len(reached) < len(frontier) else frontier
        frontier = space.image(source) & ~reached
        if frontier == nothing:
            break
        reached = reached | frontier
        rings.append(frontier)
        depth = len(rings) - 1
        # To count nodes takes longer than an image of a small set.
        if depth > COUNTED * counted:
            counted = depth
            announce(Progress({"nodes": space.diagrams.live}))
        announce(Progress({"depth": depth}))
    announce(Progress({"depth": len(rings) - 1, "nodes": space.diagrams.peak}))
    return rings


def union(space: CircuitSpace, sets: Iterable[Diagram]) -> Diagram:
    return reduce(lambda left, right: left | right, sets, space.diagrams.false)


def table(space: CircuitSpace, states: Diagram, within: Diagram | None = None) -> StateTable:
    """The set as a value of its own; only what it says of states ``within`` matters."""
    if within is not None and within != space.diagrams.false:
        smaller = space.diagrams.restrict(states, within)
        states = smaller if len(smaller) < len(states) else states
    rows, root = space.table(states)
    return StateTable(tuple(rows), root)


def run_back(space: CircuitSpace, rings: Sequence[Diagram], last: Diagram) -> Run:
    """A run through the rings that ends with a step of ``last``, a step set over the last ring."""
    state, inputs = space.pick(last)
    steps = [inputs]
    for ring in reversed(rings[:-1]):
        state, inputs = space.pick(ring & space.steps_into(state))
        steps.append(inputs)
    return Run(state, tuple(reversed(steps)))

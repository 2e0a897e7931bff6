"""Deadlocks: reachable states from which no step is possible, by decision diagrams over what steps are subject to.

A transition relation that is written as a formula may leave states without successors, which makes every property of
infinite runs hold there.  A shortest run to such a state shows it.  The cone of the constraints is all that matters.
"""

from __future__ import annotations

from dataclasses import replace

from assay.core.budget import Deadline
from assay.core.circuit_answers import Run, simulate
from assay.core.events import Listener, PhaseStarted, ignore
from assay.core.evidence import Trace
from assay.core.model import Model
from assay.core.terms import TRUE
from assay.explore.circuit.reachability import list_rings, run_back
from assay.spaces.circuit.space import CircuitSpace
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.simplify import simplify


def find_deadlock(model: Model, deadline: Deadline, announce: Listener = ignore) -> Trace | None:
    """A run of the one-location ``model`` to a state without successor; None if there is none.

    ``SolverFailure`` if there is no answer by the deadline.
    """
    if any(edge.guard is TRUE for edge in model.edges):
        return None
    announce(PhaseStarted("looking for deadlocks"))
    blasted = circuit_of(replace(model, properties=(), temporal=(), fairness=(), compassion=()))
    small = simplify(blasted.circuit)
    space = CircuitSpace(small.circuit, (), deadline)
    legal = space.diagrams.true
    for constraint in small.circuit.constraints:
        legal = legal & space.literal(constraint)
    dead = ~space.states(legal)
    rings = list_rings(space, dead, announce)
    last = rings[-1] & dead
    if last == space.diagrams.false:
        return None
    run = run_back(space, rings, last)
    whole = Run(small.lift_leaves(run.initial), tuple(small.lift_leaves(step) for step in run.inputs))
    return blasted.trace(simulate(blasted.circuit, whole))

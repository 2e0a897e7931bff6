"""What a design assumes of its steps may leave no run, or none of more than a few: then what holds says little."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.errors import UnsoundVerdict
from assay.core.model import Model
from assay.explore.circuit.unrolling import Unrolled
from assay.solve.sat import CHECKER, FINDER, OutOfTime
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.simplify import simplify

# A run of so many steps has most likely more.
ENOUGH: Final = 32


def longest_run(model: Model, deadline: Deadline) -> int | None:
    """After how many steps every run of the one-location ``model`` ends; None if that is not known to be a few.

    Said by two solvers, by one of them of a smaller circuit.
    """
    circuit = circuit_of(replace(model, properties=(), temporal=(), fairness=(), compassion=())).circuit
    try:
        steps = _possible(simplify(circuit).circuit, FINDER, deadline)
        if steps < ENOUGH and _possible(circuit, CHECKER, deadline) != steps:
            raise UnsoundVerdict(f"{FINDER} and {CHECKER} disagree on whether a run has more than {steps} steps")
    except OutOfTime:
        return None
    return steps if steps < ENOUGH else None


def _possible(circuit: Circuit, solver: str, deadline: Deadline) -> int:
    """The steps of the longest run, if there are not enough."""
    run = Unrolled(circuit, name=solver)
    try:
        for steps in range(ENOUGH):
            run.extend()
            run.take_step(steps)
            if not run.sat.decide(deadline=deadline):
                return steps
        return ENOUGH
    finally:
        run.sat.close()

"""An argument about steps, checked by SAT if that is quick, and else by decision diagrams."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.errors import SolverFailure
from assay.witness.check.diagrams import NAME, DiagramSteps
from assay.witness.check.steps import Steps

MakeSteps = Callable[[Circuit, int], Steps | DiagramSteps]
"""The states of a circuit where a literal is true, and the steps from there, ready to be asked about."""

# What SAT may take of the time, and seconds that it takes at most, before diagrams are asked: sets that diagrams
# found are small for them.
SAT_SHARE: Final = 0.25
MOST_SAT: Final = 4.0


def checked_by_either(check: Callable[[MakeSteps], None], solver: str, seconds: float) -> str:
    """What confirmed the argument; UnsoundVerdict if it is refuted, SolverFailure if there was not enough time."""
    whole = Deadline.after(seconds)
    share = whole.within(min(MOST_SAT, SAT_SHARE * seconds))
    try:
        check(lambda circuit, inside: Steps(circuit, inside, solver, share))
        return solver
    except SolverFailure:
        check(lambda circuit, inside: DiagramSteps(circuit, inside, whole))
        return NAME

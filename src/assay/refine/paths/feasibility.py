"""Is a path real?  A concrete run if so; otherwise a chain of steps that contradict each other."""

from __future__ import annotations

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Path, Trace
from assay.core.model import Model
from assay.core.words import counted
from assay.refine.paths.unrolling import Unrolling, replayed, unroll
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver


def decide(model: Model, path: Path, deadline: Deadline) -> Trace | Unrolling:
    """The run that ``path`` describes, or its unsatisfiable path formula; ``SolverFailure`` if undecided in time."""
    unrolling = unroll(model, path.edges)
    solver = Z3Solver()
    for step in unrolling.steps:
        solver.add(*step)
    match solver.check(seconds=deadline.left):
        case Answer.SAT:
            return replayed(model, unrolling, solver.value)
        case Answer.UNSAT:
            return unrolling
        case Answer.UNKNOWN:
            raise SolverFailure(f"the solver could not decide a path of {counted(len(path), 'step')}")

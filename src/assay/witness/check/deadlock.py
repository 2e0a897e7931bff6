"""Runs that end in a deadlock, checked: the run by replay, its last state by a solver that finds no step from there."""

from __future__ import annotations

from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import Trace
from assay.core.model import Model, Safety
from assay.core.terms import TRUE
from assay.core.terms.evaluate import constant
from assay.core.terms.rebuild import substitute
from assay.solve.smt import Answer
from assay.witness.check.court import standard_checkers
from assay.witness.check.replay import check_trace


def check_deadlock(model: Model, trace: Trace, *, seconds: float) -> str:
    """The way in which ``trace`` was confirmed to end in a state of ``model`` without successor.

    Raises UnsoundVerdict if it does not, SolverFailure if that stays undecided.
    """
    replayed = check_trace(model, Safety("deadlock", {model.entry: TRUE}), trace)
    values = {symbol: constant(value, symbol.sort) for symbol, value in trace.states[-1].items()}
    solver = standard_checkers()[0]()
    for edge in model.edges:
        solver.push()
        solver.add(substitute(edge.guard, values))
        match solver.check(seconds=seconds):
            case Answer.SAT:
                raise UnsoundVerdict(f"the last state has a successor: edge {edge.name} can be taken")
            case Answer.UNKNOWN:
                raise SolverFailure(f"{solver.name} could not decide whether the last state has a successor")
            case Answer.UNSAT:
                solver.pop()
    return f"{replayed}; {solver.name} finds no step from its last state"

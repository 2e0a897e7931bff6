"""Why a temporal property holds, checked on the design as it was read.

The circuit of all runs that violate the property is built anew, and a solver that had no part in finding the argument
decides each of its conditions (``core.evidence``): the invariant holds at first and after every step, each set that
was eliminated is left by no step and never meets its fairness condition, and nothing is left in the end.
Trusted: bit-blasting, and the construction of violating runs (``transforms.temporal.violations``).
Questions go to SAT if that is quick, and else to decision diagrams (``witness.check.steps``).
"""

from __future__ import annotations

from functools import partial

from assay.core.budget import Deadline
from assay.core.circuit import TRUE, Circuit
from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Clauses, Counting, Elimination, Fixpoints, NoFairRun, Proof
from assay.core.model import Ctl, Model, Safety, TemporalProperty
from assay.core.temporal import invariant
from assay.core.terms import not_
from assay.core.words import counted
from assay.solve.sat import CHECKER
from assay.transforms.circuit.extension import Extension
from assay.transforms.temporal.liveness import rounds
from assay.transforms.temporal.violations import path_formula, violations
from assay.witness.check.by_sat import check_proof_by_sat
from assay.witness.check.fixpoints import check_fixpoints
from assay.witness.check.steps import MakeSteps, Steps, checked_by_either, of_latches, set_of
from assay.witness.hardware.second_reading import check_reading


def check_certificate(
    model: Model,
    prop: TemporalProperty,
    certificate: Proof | NoFairRun | Fixpoints,
    *,
    seconds: float,
    solver: str = CHECKER,
) -> str:
    """What was confirmed of ``certificate``, which says why ``prop`` holds of ``model``, and by what.

    Raises UnsoundVerdict if a condition is refuted, SolverFailure if time runs out.
    """
    deadline = Deadline.after(seconds)
    if isinstance(certificate, Proof):
        safety = stated_invariant(model, prop)
        return f"inductive invariant checked by {check_proof_by_sat(model, safety, certificate, seconds=seconds)}"
    if isinstance(certificate, Fixpoints):
        if not isinstance(prop, Ctl):
            raise UnsoundVerdict("fixpoints of a CTL formula say nothing of other properties")
        return check_fixpoints(model, prop, certificate, holds=True, seconds=seconds, solver=solver)
    found = violations(model, prop)
    if found is None:
        raise UnsoundVerdict("the property says more than runs can: its absence of violating runs proves nothing")
    check_reading(model, found.blasted)
    match certificate:
        case Elimination():
            by = checked_by_either(partial(_check_elimination, found.circuit, certificate), solver, seconds)
            return (
                f"invariant and {counted(len(certificate.removals), 'elimination')} of violating runs checked by {by}"
            )
        case Counting(number, clauses):
            _check_counting(rounds(found.circuit, number), clauses, solver, deadline)
            return f"inductive invariant against {counted(number, 'round')} of fairness checked by {solver}"


def stated_invariant(model: Model, prop: TemporalProperty) -> Safety:
    """The invariant that the property states."""
    path = path_formula(prop)
    term = invariant(path) if path is not None else None
    if term is None:
        raise UnsoundVerdict("the property is no invariant: one does not prove it")
    return Safety(prop.name, {model.entry: not_(term)})


def _check_elimination(circuit: Circuit, certificate: Elimination, made: MakeSteps) -> None:
    """Is nothing left of the reachable states, when those are taken away in which no fair run can stay?"""
    extension = Extension(circuit)
    gates = extension.gates
    latches = {latch.node for latch in circuit.latches}
    conditions = {TRUE, *circuit.fairness}
    clauses = [gates.any_of(of_latches(clause, latches)) for clause in certificate.clauses]
    inside = gates.all_of([set_of(gates, certificate.reached, latches), *clauses])
    # Gates that are made later belong to this circuit too.
    steps = made(extension.made(), inside)
    steps.be_invariant()
    for number, (states, condition) in enumerate(certificate.removals):
        if condition not in conditions:
            raise UnsoundVerdict("a set is eliminated by what is no fairness condition")
        taken = set_of(gates, states, latches)
        steps.never([taken], f"no step leaves elimination {number}", later=[taken ^ 1])
        steps.never([taken, condition], f"no step inside elimination {number} meets its condition", later=[taken])
        # What follows is about states and steps outside of it.
        steps.leave_out(taken)
    steps.never([], "all states are eliminated")
    steps.close()


def _check_counting(circuit: Circuit, clauses: Clauses, solver: str, deadline: Deadline) -> None:
    """Do the clauses prove that the bad state of the counting circuit is not reached?"""
    extension = Extension(circuit)
    latches = {latch.node for latch in circuit.latches}
    rows = [extension.gates.any_of(of_latches(clause, latches)) for clause in clauses]
    inside = extension.gates.all_of(rows)
    steps = Steps(extension.made(), inside, solver, deadline)
    steps.never_initially([inside ^ 1], "the initial states satisfy the invariant")
    steps.never([circuit.bads[0]], "the invariant excludes so many rounds")
    for row in rows:
        steps.never([], "every step preserves the invariant", later=[row ^ 1])
    steps.close()

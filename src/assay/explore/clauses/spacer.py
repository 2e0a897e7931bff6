"""z3's Spacer on an aimed model, with steps from one state or from several: a solution of its clauses, or a derivation.

Spacer decides many clauses only after it has inlined some relations, and then says nothing about these that our terms
could say.  So it is first asked without inlining, for a moment, and then with.  A solution is completed by the clauses
between the relations that it speaks of, which have no cycles; a refutation is asked for again without inlining.
What Spacer says is tried here before it is handed on: a solution that is none, or facts that do not follow from each
other, are a failure of Spacer's and no evidence.  (Komuravelli, Gurfinkel, Chaki, CAV 2014.)
Known limits: it may run away, so call it where it can be killed; solutions with quantifiers are not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from assay.core.budget import FOREVER
from assay.core.errors import SolverFailure
from assay.core.evidence import Derivation, Proof
from assay.core.model import Location, Model
from assay.core.roles import Stuck
from assay.core.terms import FALSE, TRUE, Term
from assay.explore.clauses.rebuild import rebuilt
from assay.explore.clauses.rules import Refutation, Solution, Undecided, ask, consecutions
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.transforms.aim import error_of

# Seconds that Spacer is asked without inlining, at first.
FIRST: Final = 1.0


def by_spacer(model: Model) -> Proof | Derivation | Stuck:
    """Evidence about an aimed model; it may take forever."""
    if not model.edges:
        return Proof({model.entry: TRUE})
    answer = ask(model, inlining=False, seconds=FIRST)
    if isinstance(answer, Undecided):
        answer = ask(model, inlining=True)
    match answer:
        case Solution(formulas):
            return _proof(model, _completed(model, formulas))
        case Refutation(facts):
            try:
                return rebuilt(model, facts, FOREVER)
            except SolverFailure:
                """Relations were inlined between these facts."""
            again = ask(model, inlining=False)
            return rebuilt(model, again.facts, FOREVER) if isinstance(again, Refutation) else _GAVE_UP
        case Undecided():
            return _GAVE_UP


_GAVE_UP: Final = Stuck("Spacer gave up")


def _completed(model: Model, formulas: Mapping[Location, Term]) -> Mapping[Location, Term]:
    """Formulas for the other locations, too: they satisfy the clauses between those that have one."""
    known = {**formulas, model.entry: TRUE, error_of(model): FALSE}
    if all(place in known for place in model.locations):
        return known
    # The error stays a relation: it is the query of the clauses between the others.
    answer = ask(model, inlining=False, known={place: known[place] for place in known if place != error_of(model)})
    return {**answer.formulas, **known} if isinstance(answer, Solution) else known


def _proof(model: Model, formulas: Mapping[Location, Term]) -> Proof | Stuck:
    """The formulas as a proof, if they are one."""
    if any(place not in formulas for place in model.locations):
        return Stuck("Spacer found a solution that cannot be read")
    solver = Z3Solver()
    for question in consecutions(model, formulas):
        solver.push()
        solver.add(*question)
        if solver.check() is not Answer.UNSAT:
            return Stuck("what Spacer found is no solution")
        solver.pop()
    return Proof(formulas)

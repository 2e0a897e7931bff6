"""The inductive part of what might be true: candidates per location, those that some step does not keep dropped.

Houdini (Flanagan and Leino, FME 2001).  What remains is the greatest inductive subset, if time allows to find it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.core.budget import Deadline
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered, unchanged
from assay.core.terms import Term, conjunction, disjunction, not_
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.transforms.facts.templates import strengthened

Candidates = Mapping[Location, Sequence[Term]]


def inductive_part(model: Model, candidates: Candidates, deadline: Deadline) -> dict[Location, list[Term]] | None:
    """The greatest inductive subset of ``candidates``; None if time is over.  The entry has none."""
    kept = {place: list(candidates.get(place, ())) for place in model.locations}
    kept[model.entry] = []
    solvers: dict[Edge, Z3Solver] = {}
    waiting = dict.fromkeys(model.edges)
    while waiting:
        edge = next(iter(waiting))
        del waiting[edge]
        if not kept[edge.target]:
            continue
        if edge not in solvers:
            solvers[edge] = Z3Solver()
            solvers[edge].add(edge.guard)
        lost = _lost(edge, kept, solvers[edge], deadline)
        if lost is None:
            return None
        if lost:
            waiting.update(dict.fromkeys(model.leaving(edge.target)))
    return kept


def _lost(edge: Edge, kept: dict[Location, list[Term]], solver: Z3Solver, deadline: Deadline) -> bool | None:
    """Drop from the target's candidates what ``edge`` does not keep; was there any?  None if undecided."""
    found = False
    solver.push()
    try:
        solver.add(*kept[edge.source])
        while kept[edge.target]:
            after = {fact: edge.back(fact) for fact in kept[edge.target]}
            answer = solver.check((disjunction(not_(part) for part in after.values()),), seconds=deadline.left)
            if answer is Answer.UNKNOWN:
                return None
            if answer is Answer.UNSAT:
                break
            truths = solver.truth(list(after.values()))
            remaining = [fact for fact, true in zip(after, truths, strict=True) if true]
            if len(remaining) == len(after):
                return None
            kept[edge.target] = remaining
            found = True
        return found
    finally:
        solver.pop()


def with_inductive_part(model: Model, candidates: Candidates, *, deadline: Deadline) -> Lowered:
    """``model`` where steps may rely on the inductive part of ``candidates``; they are part of every proof."""
    found = inductive_part(model, candidates, deadline)
    if found is None or not any(found.values()):
        return unchanged(model)
    return strengthened(model, {place: conjunction(facts) for place, facts in found.items()})

"""First predicates: what must be true for the next step to be an error.

Cubes of the error edges' preimages, by model-based projection.  They turned divergence into one round on several Horn
tasks, at the cost of a few queries.
"""

from __future__ import annotations

from collections.abc import Mapping

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.model import Edge, Location, Model
from assay.core.terms import Term, conjunction, not_
from assay.solve.interpolation.elimination import cube_around
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver


def error_preimages(model: Model, *, cubes: int = 20, seconds: float = 0.5) -> Mapping[Location, tuple[Term, ...]]:
    """Per location the literals of at most ``cubes`` cubes of states that can step into an error."""
    deadline = Deadline.after(seconds)
    seeds: dict[Location, dict[Term, None]] = {}
    targets = {place for prop in model.properties for place in prop.bad}
    for edge in model.edges:
        if edge.target in targets and edge.source.variables:
            literals = dict.fromkeys(_preimage(edge, cubes, deadline))
            seeds.setdefault(edge.source, {}).update(literals)
    return {place: tuple(literals) for place, literals in seeds.items() if literals}


def _preimage(edge: Edge, cubes: int, deadline: Deadline) -> list[Term]:
    solver = Z3Solver()
    solver.add(edge.guard)
    literals: list[Term] = []
    for _ in range(cubes):
        if deadline.passed or solver.check(seconds=deadline.left) is not Answer.SAT:
            break
        try:
            cube = cube_around(solver, edge.guard, frozenset(edge.inputs))
        except SolverFailure:
            break
        literals.extend(cube)
        solver.add(not_(conjunction(cube)))
    return literals

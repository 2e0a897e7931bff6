"""Loops at cells have phases: before a counter meets an index, where it does, and after that.

A step compares sums of counters and indices with numbers, to tell whether an access meets a cell.  A location becomes
one for each way in which these comparisons come out: below, at, above each number.  In each phase what is known of a
cell is simple: before, what was known when the loop began; after, what the loop makes of it.  Steps that no state takes
are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from assay.core.budget import Deadline
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered
from assay.core.terms import FALSE, Op, Term, and_, disjunction, eq, gt, integer, lt, post_order
from assay.core.terms.sorts import INT
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.transforms.arrays.cells import never_lifted

# A location of more phases has as many as its first comparisons give.
MOST_PHASES: Final = 12


def in_phases(model: Model, indices: Sequence[Term], deadline: Deadline) -> Lowered:
    """The same runs, with locations that tell how counters lie to ``indices``."""
    phases = {place: _phases(model, place, frozenset(indices)) for place in model.locations}
    places = {
        (place, number): Location(f"{place.name}~{number}" if len(found) > 1 else place.name, place.variables)
        for place, found in phases.items()
        for number in range(len(found))
    }
    edges = tuple(step for edge in model.edges for step in _steps(edge, phases, places, deadline))

    def lift_proof(proof: Proof) -> Proof:
        invariant: dict[Location, list[Term]] = {}
        for (place, number), phase in places.items():
            if phase in proof.invariant:
                known = and_(phases[place][number], proof.invariant[phase])
                invariant.setdefault(place, []).append(known)
        return replace(proof, invariant={place: disjunction(cases) for place, cases in invariant.items()})

    return Lowered(replace(model, edges=edges), never_lifted, lift_proof)


def _steps(
    edge: Edge,
    phases: Mapping[Location, Sequence[Term]],
    places: Mapping[tuple[Location, int], Location],
    deadline: Deadline,
) -> Iterator[Edge]:
    """The step from each phase of its source to each of its target, if some state takes it."""
    solver = Z3Solver()
    solver.add(edge.guard)
    for first, before in enumerate(phases[edge.source]):
        for second, after in enumerate(phases[edge.target]):
            changed = edge.back(after)
            guard = and_(edge.guard, before, changed)
            if guard is FALSE or solver.check((before, changed), seconds=min(1.0, deadline.left)) is Answer.UNSAT:
                continue
            source, target = places[edge.source, first], places[edge.target, second]
            yield replace(edge, source=source, target=target, guard=guard)


def _phases(model: Model, place: Location, indices: frozenset[Term]) -> list[Term]:
    """Conditions over the variables of ``place`` of which each state satisfies exactly one."""
    numbers: dict[Term, set[int]] = {}
    for form, number in _comparisons(model.leaving(place), indices):
        if form.free <= frozenset(place.variables):
            numbers.setdefault(form, set()).add(number)
    found: list[Term] = [and_()]
    for form, bounds in numbers.items():
        if len(found) * (2 * len(bounds) + 1) <= MOST_PHASES:
            found = [and_(*pair) for pair in product(found, _parts(form, sorted(bounds)))]
    return [phase for phase in found if phase is not FALSE]


def _comparisons(edges: Iterable[Edge], indices: frozenset[Term]) -> Iterator[tuple[Term, int]]:
    """The equations that steps ask of sums of an index and something else."""
    for term in post_order(*(term for edge in edges for term in edge.terms)):
        if term.op is Op.EQ and term.args[0].sort is INT and term.args[1].is_const:
            form = term.args[0]
            if form.op is Op.ADD and indices & form.free and _is_sum(form):
                yield form, int(term.args[1].number)


def _is_sum(form: Term) -> bool:
    """Is it one of variables, none of them a cell?"""
    return all(
        part.op is Op.VAR or (part.op is Op.MUL and part.args[0].is_const and part.args[1].op is Op.VAR)
        for part in form.args
    )


def _parts(form: Term, numbers: Sequence[int]) -> Iterator[Term]:
    """Below, at and above each of the numbers, which grow."""
    last: Term | None = None
    for number in numbers:
        below = lt(form, integer(number))
        yield below if last is None else and_(last, below)
        yield eq(form, integer(number))
        last = gt(form, integer(number))
    assert last is not None
    yield last

"""From a prepared model with arrays to a prepared one that knows some of their elements only.

What analysis finds of the elements that any step reads, without looking at the error, is known of each element when it
is read.  The rest is looked for at the cells that the error reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import Unsupported
from assay.core.evidence import Proof
from assay.core.model import Location, Model
from assay.core.roles import Lowered, unchanged
from assay.core.terms import TRUE, Op, Term, and_, conjunction, conjuncts, disjunction, disjuncts
from assay.core.terms.rebuild import substitute
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.transforms.aim import error_of
from assay.transforms.arrays.cells import at_cells, never_lifted
from assay.transforms.arrays.choice import Cells, cells, reading
from assay.transforms.arrays.phases import in_phases
from assay.transforms.arrays.plain import with_plain_indices
from assay.transforms.edges.reduction import reduce_edges
from assay.transforms.edges.shortening import shorten_steps
from assay.transforms.facts.intervals import formula, intervals, within
from assay.transforms.locations.reach import reachable_part
from assay.transforms.prepare.prepared import Prepared
from assay.transforms.prepare.programs import strengthen_program
from assay.transforms.prepare.standard import repeated
from assay.transforms.variables.constants import drop_constants
from assay.transforms.variables.live import without_dead_variables

# Facts are looked for so many times, each time with those found before, and patiently: nothing else finds them.
ROUNDS: Final = 6
PATIENCE: Final = 3.0


def prepare_cells(prepared: Prepared, *, deadline: Deadline = FOREVER, seconds: float = 20.0) -> Prepared:
    """The model at cells, as small as transforms make it, with facts; ``Unsupported`` if there are no cells."""
    if not prepared.model.is_linear:
        raise Unsupported("steps that use several states are not looked at by cells")
    until = deadline.within(seconds)
    plain = with_plain_indices(prepared.model, until)
    lowered = prepared.lowered.then(Lowered(plain, never_lifted, lambda proof: proof))
    asked = cells(plain, plain.entering(error_of(plain)))
    if not asked.reads:
        read = cells(plain, reading(plain))
        if not read.reads:
            raise Unsupported("no step reads an array")
        lowered = lowered.then(_with_facts(plain, read, until.within(until.left / 2)))
        asked = cells(lowered.model, lowered.model.entering(error_of(plain)))
    return _small(lowered, asked, until)


def _small(lowered: Lowered, found: Cells, until: Deadline) -> Prepared:
    """The lowered model at the cells that were found."""
    seen = at_cells(lowered.model, found)
    lowered = repeated(lowered.then(seen.lowered), (reduce_edges, without_dead_variables, reachable_part), until)
    lowered = lowered.then(in_phases(lowered.model, seen.indices, until))
    lowered = repeated(lowered, (reduce_edges, without_dead_variables, drop_constants, reachable_part), until)
    facts: dict[Location, Term] = {}
    bounds = intervals(lowered.model, until.within(until.left / 3))
    if bounds is not None:
        facts = {place: formula(known) for place, known in bounds.items()}
        lowered = lowered.then(within(lowered.model, bounds))
    simplifications = (without_dead_variables, drop_constants, shorten_steps, reduce_edges, reachable_part)
    lowered = repeated(lowered, simplifications, until)
    return _stronger(Prepared(lowered, facts), until)


def _stronger(prepared: Prepared, until: Deadline) -> Prepared:
    """With facts, those that facts lead to included: a loop's bound gives the equation that the next loop needs."""
    known: set[tuple[str, Term]] = set()
    for _ in range(ROUNDS):
        prepared = strengthen_program(prepared, deadline=until, patience=PATIENCE)
        found = {(place.name, part) for place, parts in prepared.known.items() for part in parts}
        if found <= known or until.passed:
            break
        known |= found
    return prepared


def _with_facts(model: Model, read: Cells, until: Deadline) -> Lowered:
    """The model whose steps rely on what analysis finds of the elements that they read."""
    prepared = _small(unchanged(model), read, until)
    facts = prepared.lowered.lift_proof(Proof(dict.fromkeys(prepared.model.locations, TRUE))).invariant
    edges = []
    for edge in model.edges:
        counters = read.counters.get(edge)
        known = substitute(facts.get(edge.source, TRUE), counters) if counters else TRUE
        edges.append(replace(edge, guard=and_(edge.guard, _possible(known, edge.guard, until))))

    def lift_proof(proof: Proof) -> Proof:
        return replace(proof, invariant=_both(proof.invariant, facts), every=(*{*proof.every, *read.indices},))

    return Lowered(replace(model, edges=tuple(edges)), never_lifted, lift_proof)


def _possible(known: Term, guard: Term, until: Deadline) -> Term:
    """What is known, without cases that the guard excludes."""
    solver = Z3Solver()
    solver.add(guard)

    def excluded(case: Term) -> bool:
        return solver.check((case,), seconds=min(1.0, until.left)) is Answer.UNSAT

    return conjunction(
        disjunction(case for case in disjuncts(part) if not excluded(case)) if part.op is Op.OR else part
        for part in conjuncts(known)
    )


def _both(invariant: Mapping[Location, Term], facts: Mapping[Location, Term]) -> dict[Location, Term]:
    return {place: and_(formula, facts[place]) for place, formula in invariant.items() if place in facts}

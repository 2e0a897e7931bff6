"""Every transform keeps reachability of the error, and gives evidence its way back (random models, brute force)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final
from unittest.mock import patch

import pytest
import z3
from hypothesis import assume, event, given, settings

from assay.core.budget import Deadline
from assay.core.evidence import Proof
from assay.core.model import Location, Model, Safety
from assay.core.roles import Lowered
from assay.core.terms import FALSE, Term, and_, not_, variable
from assay.core.terms.evaluate import holds
from assay.core.terms.rebuild import Substitution
from assay.core.terms.smtlib import symbol, to_smtlib
from assay.core.terms.sorts import BOOL, INT
from assay.transforms.aim import aim
from assay.transforms.edges.reduction import reduce_edges
from assay.transforms.facts.affine import with_affine_equalities
from assay.transforms.locations.blocks import Limits, enlarge
from assay.transforms.locations.control import unfold_control
from assay.transforms.locations.one_place import at_one_place
from assay.transforms.locations.reach import reachable_part
from assay.transforms.prepare.prepared import Blocks
from assay.transforms.prepare.standard import Transform, prepare
from assay.transforms.variables.constants import drop_constants
from assay.transforms.variables.live import without_dead_variables
from clocks import PATIENCE
from models import assignment, cube, described, models, replay, states_of, strongest, violations, weakest


def satisfiable(formula: Term) -> bool:
    """z3's answer, through text, in which a name has one sort."""
    plain = {v: variable(f"{v.name} of sort {v.sort}", v.sort) for v in formula.free}
    declared = "".join(f"(declare-const {symbol(v.name)} {v.sort})" for v in plain.values())
    solver = z3.Solver()
    solver.from_string(f"{declared}(assert {to_smtlib(Substitution(plain)(formula))})")
    answer = solver.check()
    assert answer != z3.unknown
    return bool(answer == z3.sat)


def require_inductive(model: Model, goal: Safety, proof: Proof) -> None:
    """Asserts initiation, consecution and safety over the unbounded sorts, edge by edge."""
    for place in model.locations:
        assert proof.invariant.get(place, FALSE).free <= set(place.variables), f"vocabulary of {place}"
    at = proof.invariant
    assert not satisfiable(and_(model.initial, not_(at.get(model.entry, FALSE)))), "initiation"
    for edge in model.edges:
        escape = and_(at.get(edge.source, FALSE), edge.guard, not_(edge.back(at.get(edge.target, FALSE))))
        assert not satisfiable(escape), f"{edge}: {at.get(edge.source)} to {at.get(edge.target)}"
    for place, bad in goal.bad.items():
        assert not satisfiable(and_(at.get(place, FALSE), bad)), f"safety at {place}"


def between(first: Sequence[Term], second: Sequence[Term], shared: frozenset[Term], deadline: Deadline) -> Term:
    """The strongest interpolant, state by state."""
    event("interpolated")
    assert not satisfiable(and_(*first, *second))
    place = Location("here", tuple(sorted(shared, key=lambda variable: variable.name)))
    return described(place, (state for state in states_of(place) if satisfiable(and_(*first, cube(place, state)))))


def in_a_row(*transforms: Transform) -> Callable[[Model], Lowered]:
    """The transforms one after the other, on the aimed model."""

    def apply(model: Model) -> Lowered:
        lowered = aim(model, model.properties[0])
        for transform in transforms:
            lowered = lowered.then(transform(lowered.model))
        return lowered

    return apply


def blocks(kind: Blocks, limits: Limits) -> Transform:
    return lambda model: enlarge(model, blocks=kind, between=between, limits=limits)


def interpolated(model: Model) -> Lowered:
    """Large blocks, every invariant of an eliminated location found by interpolation."""
    lowered = blocks("large", Limits())(model)

    def lift_proof(proof: Proof) -> Proof:
        with patch("assay.transforms.locations.restore.precondition", lambda escape, place: None):
            return lowered.lift_proof(proof)

    return Lowered(lowered.model, lowered.lift_trace, lift_proof)


def whole(kind: Blocks) -> Transform:
    return lambda model: prepare(model, model.properties[0], blocks=kind, between=between)


TRANSFORMS: Final[Mapping[str, Transform]] = {
    "aim": in_a_row(),
    "reachable part": in_a_row(reachable_part),
    "reduction": in_a_row(reduce_edges),
    "cone": in_a_row(without_dead_variables),
    "cone of reduced edges": in_a_row(reduce_edges, without_dead_variables),
    "constants": in_a_row(reduce_edges, drop_constants),
    "affine equalities": in_a_row(lambda model: with_affine_equalities(model, seconds=PATIENCE)),
    "control": in_a_row(reduce_edges, lambda model: unfold_control(model, seconds=PATIENCE)),
    "chains": in_a_row(blocks("chains", Limits())),
    "large blocks": in_a_row(blocks("large", Limits())),
    "large blocks, interpolated": in_a_row(interpolated),
    "small large blocks": in_a_row(reduce_edges, blocks("large", Limits(nodes=60, growth=0))),
    "one place": in_a_row(at_one_place),
    "one place for blocks": in_a_row(blocks("large", Limits()), at_one_place),
    "everything, single": whole("single"),
    "everything, chains": whole("chains"),
    "everything, large": whole("large"),
}

some = settings(max_examples=20)


@pytest.mark.parametrize("name", TRANSFORMS)
@some
@given(model=models(variables=2))
def test_reachability_is_kept_and_evidence_lifts(name: str, model: Model) -> None:
    (goal,) = model.properties
    lowered = TRANSFORMS[name](model)
    (aimed,) = lowered.model.properties
    runs = violations(lowered.model, aimed)
    assert bool(runs) == bool(violations(model, goal))
    for run in runs:
        replay(lowered.model, run, aimed)
        replay(model, lowered.lift_trace(run), goal)
    if not runs:
        event("safe")
        for proof in (strongest(lowered.model), weakest(lowered.model, aimed)):
            require_inductive(model, goal, lowered.lift_proof(proof))


@settings(some, max_examples=40)
@given(model=models(locations=1, edges=4, sorts=(BOOL, INT)))
def test_unfolding_any_control_is_exact(model: Model) -> None:
    """Even where it would not pay: each initial state in turn is the only one, so that all variables may be control."""
    (goal,) = model.properties
    for state in [s for s in states_of(model.entry) if holds(model.initial, assignment(model.entry, s))][:2]:
        fixed = replace(model, initial=cube(model.entry, state))
        with patch("assay.transforms.locations.control.MOST_DEGREE", 99):
            lowered = TRANSFORMS["control"](fixed)
        event(f"{len(lowered.model.locations) - len(model.locations)} more locations")
        (aimed,) = lowered.model.properties
        runs = violations(lowered.model, aimed)
        assert bool(runs) == bool(violations(fixed, goal))
        for run in runs:
            replay(fixed, lowered.lift_trace(run), goal)
        if not runs:
            require_inductive(fixed, goal, lowered.lift_proof(strongest(lowered.model)))


@pytest.mark.parametrize("name", TRANSFORMS)
@settings(some, max_examples=6)
@given(model=models(locations=5, variables=2, edges=10))
def test_evidence_lifts_in_larger_models(name: str, model: Model) -> None:
    (goal,) = model.properties
    lowered = TRANSFORMS[name](model)
    # Brute force tries every choice of inputs.
    assume(all(len(edge.inputs) <= 7 for edge in lowered.model.edges))
    (aimed,) = lowered.model.properties
    if runs := violations(lowered.model, aimed):
        replay(model, lowered.lift_trace(runs[-1]), goal)
    else:
        require_inductive(model, goal, lowered.lift_proof(strongest(lowered.model)))

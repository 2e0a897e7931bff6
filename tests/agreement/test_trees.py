"""Predicate abstraction of steps from several states against brute force: every order, abstraction and mode.

With the invariants of the unfolding asserted after each expansion.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.evidence import Derivation, Proof
from assay.core.model import Model
from assay.core.terms import FALSE
from assay.core.terms.evaluate import holds
from assay.domains.predicates.domain import Kind, PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.domains.scoped import SCOPES
from assay.engines.loop import run
from assay.engines.recipes.paths import Derivations
from assay.explore.unfold.explorer import Options, Reexploration, Unfold
from assay.explore.unfold.order import ORDERS, Order
from assay.refine.paths.trees import TreeInterpolation
from assay.solve.z3.solver import Z3Solver
from assay.transforms.aim import aim
from assay.witness.check.derivations import check_derivation
from assay.witness.check.invariants import check_proof
from clocks import PATIENCE
from derivable import derivable, hyper_models, violated
from models import assignment

KINDS: tuple[Kind, ...] = ("cartesian", "boolean")
MODES: tuple[Reexploration, ...] = ("restart", "lazy")


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
@settings(max_examples=15)
@given(
    model=hyper_models(),
    how=st.sampled_from(list(itertools.product(KINDS, MODES, SCOPES))),
    abort=st.booleans(),
)
def test_verdicts_agree_with_brute_force(
    order: Order, model: Model, how: tuple[Kind, Reexploration, str], abort: bool
) -> None:
    kind, mode, scope = how
    (goal,) = model.properties
    lowered = aim(model, goal)
    domain = PredicateAbstraction(lowered.model, Z3Solver, kind=kind)
    unfold = Unfold(lowered.model, domain, order, Options(mode, abort_pruned=abort, debug=True))
    answer = run(Derivations(unfold), TreeInterpolation(lowered.model), Precision.empty(scope))
    found = derivable(model)
    if isinstance(answer, Derivation):
        assert violated(found, goal)
        assert check_derivation(model, goal, lowered.lift_derivation(answer))
        return
    assert isinstance(answer, Proof) and not violated(found, goal), answer
    proof = lowered.lift_proof(answer)
    assert all(holds(proof.invariant.get(place, FALSE), assignment(place, state)) for place, state in found)
    assert check_proof(model, goal, proof, seconds=PATIENCE)

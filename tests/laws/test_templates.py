"""Template invariants hold of every reachable state, are inductive, and change no verdict."""

from __future__ import annotations

from hypothesis import given, settings

from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import TRUE, add, eq, ge, integer, le, not_, sub, variable
from assay.core.terms.evaluate import holds
from assay.core.terms.sorts import INT
from assay.solve.z3.solver import Z3Solver
from assay.transforms.aim import aim
from assay.transforms.facts.templates import with_template_invariants
from assay.witness.check.invariants import check_proof
from clocks import PATIENCE
from models import models, reachable, replay, strongest, violations

RELAXED = settings(max_examples=25)


@RELAXED
@given(models())
def test_bounds_hold_where_runs_go(model: Model) -> None:
    aimed = aim(model, model.properties[0]).model
    lowered = with_template_invariants(aimed, seconds=PATIENCE)
    assert lowered.model is not aimed
    everything = lowered.lift_proof(Proof(dict.fromkeys(aimed.locations, TRUE)))
    for (place, state), _ in reachable(aimed).came.items():
        assert holds(everything.invariant[place], dict(zip(place.variables, state, strict=True)))


@RELAXED
@given(models())
def test_verdicts_and_evidence_carry_over(model: Model) -> None:
    aimed = aim(model, model.properties[0]).model
    goal = aimed.properties[0]
    lowered = with_template_invariants(aimed, seconds=PATIENCE)
    assert lowered.model is not aimed
    runs = violations(lowered.model, goal)
    assert bool(runs) == bool(violations(aimed, goal))
    if runs:
        replay(aimed, lowered.lift_trace(runs[0]), goal)
    else:
        proof = lowered.lift_proof(strongest(lowered.model))
        check_proof(aimed, goal, proof, seconds=PATIENCE, checkers=(Z3Solver,))


def test_a_loop_gets_the_bounds_that_paths_do_not_show() -> None:
    i, total = variable("i", INT), variable("total", INT)
    entry, loop, error = Location("entry"), Location("loop", (i, total)), Location("error")
    model = Model(
        entry,
        (
            Edge("start", entry, loop, TRUE, {i: integer(0), total: integer(0)}),
            Edge("turn", loop, loop, le(i, integer(99)), {i: add(i, integer(1)), total: add(total, i)}),
            Edge("wrong", loop, error, le(total, integer(-1))),
        ),
        properties=(Safety("safe", {error: TRUE}),),
    )
    lowered = with_template_invariants(model, seconds=PATIENCE)
    bounds = lowered.lift_proof(Proof({loop: TRUE})).invariant[loop]
    solver = Z3Solver()
    solver.add(bounds)
    for fact in (ge(i, integer(0)), le(i, integer(100)), ge(total, integer(0))):
        assert solver.check((not_(fact),)).value == "unsat"
    assert solver.check((eq(sub(total, i), integer(7)),)).value == "sat"

"""What programs are prepared by: reachability of the error is kept, evidence lifts, bounds hold (random models)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from assay.core.budget import FOREVER
from assay.core.evidence import Proof
from assay.core.graph import loop_heads
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Lowered
from assay.core.terms import FALSE, TRUE, Term, add, and_, conjuncts, integer, le, variable
from assay.core.terms.bitvectors import bv
from assay.core.terms.evaluate import holds
from assay.core.terms.sorts import BOOL, INT, bitvector
from assay.transforms.aim import aim, error_of
from assay.transforms.edges.bounded_inputs import with_bounded_inputs
from assay.transforms.edges.reduction import reduce_edges
from assay.transforms.edges.shortening import shorten_steps
from assay.transforms.facts.houdini import inductive_part
from assay.transforms.facts.intervals import formula, has_bounds, intervals, within
from assay.transforms.locations.loop_free_paths import listing, summarised
from assay.transforms.prepare.programs import prepare_program, strengthen_program
from assay.transforms.prepare.standard import Transform
from assay.transforms.variables.live import live_variables
from assay.witness.check.court import Condition
from assay.witness.check.loop_invariants import block_conditions
from clocks import patient
from laws.test_transforms import in_a_row, require_inductive, satisfiable
from models import assignment, formulas, models, reachable, replay, strongest, violations, weakest

some = settings(max_examples=20)
small = models(variables=2, sorts=(INT, BOOL))


def between_loop_heads(model: Model) -> Lowered:
    heads = loop_heads(model)
    return listing(model, heads).then(summarised(model, heads))


def require_blocks(model: Model, goal: Safety, proof: Proof) -> None:
    """Asserts that the proof is one at the locations that it lists."""
    for condition in block_conditions(model, goal, proof):
        assert not satisfiable(and_(*condition.violation)), condition.what


def program(model: Model) -> Lowered:
    return strengthen_program(prepare_program(model, model.properties[0], blocks="large")).lowered


def within_intervals(model: Model) -> Lowered:
    found = intervals(model)
    assert found is not None
    return within(model, found)


Check = Callable[[Model, Safety, Proof], None]

TRANSFORMS: Final[Mapping[str, tuple[Transform, Check]]] = {
    "intervals": (in_a_row(reduce_edges, within_intervals), require_inductive),
    "bounded inputs": (in_a_row(with_bounded_inputs), require_inductive),
    "shorter steps": (in_a_row(reduce_edges, shorten_steps), require_inductive),
    "summaries": (in_a_row(between_loop_heads, reduce_edges), require_blocks),
    "a program": (program, require_blocks),
}


@pytest.mark.parametrize("name", TRANSFORMS)
@some
@given(model=small)
def test_reachability_is_kept_and_evidence_lifts(name: str, model: Model) -> None:
    (goal,) = model.properties
    transform, check = TRANSFORMS[name]
    lowered = transform(model)
    (aimed,) = lowered.model.properties
    runs = violations(lowered.model, aimed)
    assert bool(runs) == bool(violations(model, goal))
    for run in runs:
        replay(model, lowered.lift_trace(run), goal)
    if not runs:
        event("safe")
        for proof in (strongest(lowered.model), weakest(lowered.model, aimed)):
            check(model, goal, lowered.lift_proof(proof))


@pytest.mark.parametrize("name", ["summaries", "a program"])
@settings(some, max_examples=15)
@given(model=models(locations=6, variables=2, edges=10, inputs=0, sorts=(INT, BOOL)))
def test_evidence_lifts_in_larger_models(name: str, model: Model) -> None:
    (goal,) = model.properties
    transform, check = TRANSFORMS[name]
    lowered = transform(model)
    (aimed,) = lowered.model.properties
    if runs := violations(lowered.model, aimed):
        replay(model, lowered.lift_trace(runs[-1]), goal)
    else:
        check(model, goal, lowered.lift_proof(strongest(lowered.model)))


@some
@given(model=small)
def test_summaries_leave_cut_points_and_one_edge_between_two(model: Model) -> None:
    aimed = aim(model, model.properties[0]).model
    heads = loop_heads(aimed)
    lowered = summarised(aimed, heads).model
    assert len({(edge.source, edge.target) for edge in lowered.edges}) == len(lowered.edges)
    assert {place for edge in lowered.edges for place in (edge.source, edge.target)} <= {
        aimed.entry,
        error_of(aimed),
        *heads,
    }


@settings(some, max_examples=30)
@given(model=small)
def test_reachable_states_are_within_the_intervals(model: Model) -> None:
    lowered = aim(model, model.properties[0]).model
    bounds = intervals(lowered)
    assert bounds is not None
    for place, state in reachable(lowered).came:
        assert holds(formula(bounds[place]), assignment(place, state))


def test_a_truth_that_is_lost_late_ends_the_search_for_intervals() -> None:
    count, early = variable("n", INT), variable("early", BOOL)
    start, loop = Location("start"), Location("loop", (count, early))
    enter = Edge("enter", start, loop, TRUE, {count: integer(0), early: TRUE})
    again = Edge("again", loop, loop, TRUE, {count: add(count, integer(1)), early: le(count, integer(1000))})
    bounds = intervals(Model(start, (enter, again), TRUE, ()), patient())
    assert bounds is not None and early not in bounds[loop]


def test_where_no_variable_may_have_bounds_none_are_looked_for() -> None:
    for sort, value, may in ((bitvector(8), bv(3, 8), False), (INT, integer(3), True), (BOOL, TRUE, True)):
        symbol = variable("x", sort)
        start, then = Location("start"), Location("then", (symbol,))
        model = Model(start, (Edge("enter", start, then, TRUE, {symbol: value}),), TRUE, ())
        bounds = intervals(model)
        assert bounds is not None
        assert has_bounds(model) is may is (formula(bounds[then]) is not TRUE)


@settings(some, max_examples=30)
@given(model=small)
def test_the_intervals_are_inductive(model: Model) -> None:
    lowered = aim(model, model.properties[0]).model
    bounds = intervals(lowered)
    assert bounds is not None
    require_inductive(lowered, Safety("nothing", {}), Proof({p: formula(known) for p, known in bounds.items()}))


@settings(some, max_examples=25)
@given(model=small, data=st.data())
def test_the_inductive_part_is_inductive_and_misses_nothing_that_is(model: Model, data: st.DataObject) -> None:
    lowered = aim(model, model.properties[0]).model
    candidates: dict[Location, list[Term]] = {}
    for place in lowered.locations:
        if place.variables:
            drawn = data.draw(st.lists(formulas(place.variables), max_size=3))
            candidates[place] = [part for fact in drawn for part in conjuncts(fact)]
    found = inductive_part(lowered, candidates, FOREVER)
    assert found is not None
    everywhere = Proof({place: and_(*facts) for place, facts in found.items()})
    require_inductive(lowered, Safety("nothing", {}), everywhere)
    whole = {place: and_(*facts) for place, facts in candidates.items()}
    if _is_inductive(lowered, {**dict.fromkeys(lowered.locations, and_()), **whole}):
        event("all candidates are inductive")
        assert all(set(found[place]) == set(facts) for place, facts in candidates.items())


def _is_inductive(model: Model, at: Mapping[Location, Term]) -> bool:
    try:
        require_inductive(model, Safety("nothing", {}), Proof(at))
    except AssertionError:
        return False
    return True


@settings(some, max_examples=30)
@given(model=models(locations=5, edges=9))
def test_live_variables_are_the_least_closed_sets(model: Model) -> None:
    expected: dict[Location, set[Term]] = {place: set() for place in model.locations}
    while True:
        before = {place: set(symbols) for place, symbols in expected.items()}
        for edge in model.edges:
            wanted = edge.guard.free.union(*(edge.after(symbol).free for symbol in expected[edge.target]))
            expected[edge.source] |= wanted & set(edge.source.variables)
        if expected == before:
            break
    assert live_variables(model) == expected


# -- the checker of blocks ---------------------------------------------------------------------------------------------


def require_parts(condition: Condition) -> None:
    """Asserts that a condition is violated exactly if one of its parts is, and so on for each part."""
    if condition.parts is not None:
        event("divided")
        parts = list(condition.parts())
        assert len(parts) > 1
        broken = [satisfiable(and_(*part.violation)) for part in parts]
        assert satisfiable(and_(*condition.violation)) == any(broken)
        for part in parts:
            require_parts(part)


@settings(some, max_examples=30)
@given(model=small, data=st.data())
def test_whatever_the_checker_of_blocks_accepts_holds(model: Model, data: st.DataObject) -> None:
    """Random formulas at random locations: if they pass, no bad state is reachable."""
    (goal,) = model.properties
    listed = data.draw(st.sets(st.sampled_from(model.locations)))
    fact = {place: data.draw(st.one_of(formulas(place.variables), st.just(and_()))) for place in model.locations}
    proof = Proof({place: fact[place] for place in model.locations if place in listed and fact[place] is not FALSE})
    conditions = list(block_conditions(model, goal, proof))
    for condition in conditions:
        require_parts(condition)
    if all(not satisfiable(and_(*condition.violation)) for condition in conditions):
        event("accepted")
        assert not violations(model, goal)


@settings(some, max_examples=25)
@given(model=small, data=st.data())
def test_a_proof_of_all_locations_passes_at_any_of_them_that_cut_the_cycles(model: Model, data: st.DataObject) -> None:
    (goal,) = model.properties
    if violations(model, goal):
        return
    whole = strongest(model)
    require_blocks(model, goal, whole)
    loops = {edge.target for edge in model.edges}  # every cycle runs through the targets of its edges
    dropped = data.draw(st.sets(st.sampled_from(model.locations))) - loops
    require_blocks(model, goal, Proof({p: f for p, f in whole.invariant.items() if p not in dropped}))

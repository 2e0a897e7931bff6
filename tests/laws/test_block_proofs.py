"""Proofs at some locations: what the checker accepts is true on random models, and proofs about programs pass it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import FALSE, TRUE, Term, add, eq, integer, variable
from assay.core.terms.evaluate import holds
from assay.core.terms.sorts import INT
from assay.transforms.prepare.prepared import Prepared
from assay.transforms.prepare.programs import prepare_program, strengthen_program
from assay.witness.check.loop_invariants import check_proof_by_blocks
from clocks import PATIENCE
from models import assignment, described, models, reachable, replay, states_of, strongest, violations, weakest

some = settings(max_examples=40)


def cuts(model: Model) -> set[Location]:
    """Locations without which there is no cycle: targets of edges that go back in the order of depth-first search."""
    found: set[Location] = set()
    state: dict[Location, bool] = {}

    def visit(place: Location) -> None:
        state[place] = True
        for edge in model.leaving(place):
            if edge.target not in state:
                visit(edge.target)
            elif state[edge.target]:
                found.add(edge.target)
        state[place] = False

    for place in model.locations:
        if place not in state:
            visit(place)
    return found


@some
@given(model=models(locations=4, variables=2, edges=8), data=st.data())
def test_proofs_at_cut_points_are_accepted(model: Model, data: st.DataObject) -> None:
    (goal,) = model.properties
    if violations(model, goal):
        return
    event("safe")
    more = data.draw(st.sets(st.sampled_from(model.locations)))
    for proof in (strongest(model), weakest(model, goal)):
        listed = {place: fact for place, fact in proof.invariant.items() if place in cuts(model) | more}
        assert check_proof_by_blocks(model, goal, Proof(listed), seconds=PATIENCE)


X = variable("x", INT)
START, LEFT, RIGHT, END = Location("start"), *(Location(name, (X,)) for name in ("left", "right", "end"))


def test_a_cycle_without_an_invariant_must_be_unreachable() -> None:
    enter = Edge("enter", START, LEFT, TRUE, {X: integer(0)})
    there, back = Edge("there", LEFT, RIGHT), Edge("back", RIGHT, LEFT, TRUE, {X: add(X, integer(1))})
    model = Model(START, (enter, there, back), TRUE, (Safety("small", {RIGHT: eq(X, integer(3))}),))
    with pytest.raises(UnsoundVerdict):
        check_proof_by_blocks(model, model.properties[0], Proof({}), seconds=PATIENCE)
    closed = replace(model, edges=(replace(enter, guard=FALSE), there, back))
    assert check_proof_by_blocks(closed, model.properties[0], Proof({}), seconds=PATIENCE)


def test_values_are_known_where_paths_meet() -> None:
    edges = (
        Edge("left", START, LEFT, TRUE, {X: integer(1)}),
        Edge("right", START, LEFT, TRUE, {X: integer(2)}),
        Edge("on", LEFT, END, TRUE, {X: add(X, X)}),
    )
    even = Safety("even", {END: eq(X, integer(3))})
    model = Model(START, edges, TRUE, (even,))
    assert check_proof_by_blocks(model, even, Proof({}), seconds=PATIENCE)
    with pytest.raises(UnsoundVerdict):
        check_proof_by_blocks(model, Safety("small", {END: eq(X, integer(4))}), Proof({}), seconds=PATIENCE)


@st.composite
def claims(draw: st.DrawFn, model: Model) -> Proof:
    """Near enough to an invariant to be accepted at times: reachable states, with some more or fewer."""
    invariant: dict[Location, Term] = {}
    for place in model.locations:
        if draw(st.booleans()):
            continue
        if draw(st.integers(0, 3)) == 0:
            invariant[place] = TRUE
            continue
        states = set(reachable(model).at(place))
        states ^= set(draw(st.lists(st.sampled_from(list(states_of(place))), max_size=1)))
        invariant[place] = described(place, sorted(states))
    return Proof(invariant)


@settings(some, max_examples=60)
@given(model=models(locations=3, variables=1, edges=6), data=st.data())
def test_what_is_accepted_is_true(model: Model, data: st.DataObject) -> None:
    (goal,) = model.properties
    proof = data.draw(claims(model))
    try:
        check_proof_by_blocks(model, goal, proof, seconds=PATIENCE)
    except UnsoundVerdict:
        return
    event("accepted")
    assert not violations(model, goal)
    for place, fact in proof.invariant.items():
        assert all(holds(fact, assignment(place, state)) for state in reachable(model).at(place))


@some
@given(model=models(locations=4, variables=2, edges=8))
def test_programs_keep_reachability_and_their_evidence_lifts(model: Model) -> None:
    (goal,) = model.properties
    plain = prepare_program(model, goal, blocks="large")
    for prepared in (plain, strengthen_program(plain)):
        _judge(model, prepared)


def _judge(model: Model, prepared: Prepared) -> None:
    (goal,) = model.properties
    (aimed,) = prepared.model.properties
    runs = violations(prepared.model, aimed)
    assert bool(runs) == bool(violations(model, goal))
    for run in runs:
        replay(model, prepared.lowered.lift_trace(run), goal)
    if not runs:
        event("safe")
        proof = prepared.lowered.lift_proof(strongest(prepared.model))
        assert check_proof_by_blocks(model, goal, proof, seconds=PATIENCE)

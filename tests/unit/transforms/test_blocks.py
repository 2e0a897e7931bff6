"""Blocks: which locations go, which stay, and long chains."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Proof
from assay.core.graph import forward_order, loop_heads
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    eq,
    ge,
    gt,
    implies,
    integer,
    le,
    lt,
    not_,
    or_,
    prime,
    variable,
)
from assay.core.terms.evaluate import holds
from assay.core.terms.sorts import INT
from assay.transforms.locations.blocks import Limits, enlarge
from assay.transforms.locations.restore import disjoined, precondition
from assay.transforms.prepare.prepared import Blocks
from clocks import over

X, Y = variable("x", INT), variable("y", INT)
ONE, TEN = integer(1), integer(10)
ENTRY, ERROR = Location("%entry"), Location("%error")


def never(first: Sequence[Term], second: Sequence[Term], shared: frozenset[Term], deadline: Deadline) -> Term:
    raise SolverFailure("no interpolant is needed here")


def place(name: str) -> Location:
    return Location(name, (X,))


def aimed(*edges: Edge) -> Model:
    return Model(ENTRY, edges, TRUE, (Safety("safe", {ERROR: TRUE}),))


def chain(length: int) -> Model:
    """x counts the steps of a chain; the error is that it counted wrong."""
    places = [place(f"p{n}") for n in range(length + 1)]
    steps = [Edge(f"s{n}", places[n], places[n + 1], ge(X, integer(0)), {X: add(X, ONE)}) for n in range(length)]
    start = Edge("start", ENTRY, places[0], TRUE, {X: integer(0)})
    return aimed(start, *steps, Edge("stop", places[-1], ERROR, gt(X, integer(length))))


def diamond_loop() -> Model:
    head, left, right, join = (place(name) for name in ("head", "left", "right", "join"))
    return aimed(
        Edge("start", ENTRY, head, TRUE, {X: integer(0)}),
        Edge("small", head, left, lt(X, TEN)),
        Edge("large", head, right, ge(X, TEN)),
        Edge("up", left, join, TRUE, {X: add(X, ONE)}),
        Edge("down", right, join, TRUE, {X: add(X, integer(-1))}),
        Edge("again", join, head, TRUE),
        Edge("bad", join, ERROR, lt(X, integer(0))),
    )


@pytest.mark.parametrize("blocks", ["chains", "large"])
def test_a_chain_becomes_nothing_when_it_contradicts_itself(blocks: Blocks) -> None:
    assert enlarge(chain(5), blocks=blocks, between=never).model.edges == ()


def test_a_long_chain_is_quick_and_its_proof_lifts_without_recursion() -> None:
    model = chain(1500)
    lowered = enlarge(model, blocks="chains", between=never)
    assert lowered.model.edges == ()
    proof = lowered.lift_proof(Proof({ENTRY: TRUE}))
    for step in (0, 700, 1500):
        formula = proof.invariant[model.at(f"p{step}")]
        assert holds(formula, {X: step}) and not holds(formula, {X: step + 1})


def test_large_blocks_leave_one_edge_for_each_pair_of_loop_heads() -> None:
    lowered = enlarge(diamond_loop(), blocks="large", between=never).model
    assert {str(p) for p in lowered.locations} == {"%entry", "head", "%error"}
    assert len(lowered.edges) == 3


def test_chains_do_not_merge() -> None:
    lowered = enlarge(diamond_loop(), blocks="chains", between=never).model
    assert {str(p) for p in lowered.locations} == {"%entry", "join", "%error"}
    assert len(lowered.leaving(lowered.at("join"))) == 3


def test_single_changes_nothing() -> None:
    model = diamond_loop()
    assert enlarge(model, blocks="single", between=never).model is model


def test_limits_are_kept() -> None:
    model = diamond_loop()
    assert len(enlarge(model, blocks="large", between=never, limits=Limits(nodes=1)).model.locations) == 6
    assert enlarge(model, blocks="large", between=never, deadline=over()).model.locations == model.locations


def test_every_cycle_has_a_loop_head_and_only_edges_to_heads_go_backwards() -> None:
    model = diamond_loop()
    assert [str(p) for p in loop_heads(model)] == ["head"]
    order = forward_order(model)
    backwards = [edge for edge in model.edges if order[edge.source] >= order[edge.target]]
    assert [edge.name for edge in backwards] == ["again"]


def test_interpolation_is_asked_when_inputs_cannot_be_projected() -> None:
    first, last = place("first"), place("last")
    three = add(Y, Y, Y)
    model = aimed(
        Edge("start", ENTRY, first, TRUE, {X: integer(2)}),
        Edge("third", first, last, and_(le(X, three), le(add(Y, Y), X), ge(Y, ONE)), {X: add(X, Y)}),
        Edge("loop", last, last, le(X, TEN), {X: add(X, ONE)}),
        Edge("bad", last, ERROR, lt(X, integer(3))),
    )
    asked: list[frozenset[Term]] = []

    def between(first: Sequence[Term], second: Sequence[Term], shared: frozenset[Term], deadline: Deadline) -> Term:
        asked.append(shared)
        assert tuple(first) == (eq(X, integer(2)),)
        assert not any(holds(and_(*first, *second), {X: x, Y: y}) for x in range(-9, 9) for y in range(-9, 9))
        assert deadline is FOREVER
        return ge(X, integer(2))

    lowered = enlarge(model, blocks="large", between=between)
    proof = lowered.lift_proof(Proof({ENTRY: TRUE, last: ge(X, integer(3))}))
    assert asked == [frozenset((X,))]
    assert proof.invariant[first] is ge(X, integer(2))


def test_preconditions_project_inputs_cube_by_cube() -> None:
    here = place("here")
    escape = and_(ge(Y, X), or_(lt(Y, integer(0)), gt(X, TEN)))
    formula = precondition(escape, here)
    assert formula is not None
    for value in range(-3, 14):
        possible = any(holds(escape, {X: value, Y: other}) for other in range(-30, 30))
        assert holds(formula, {X: value}) is not possible


def test_normal_forms_are_limited() -> None:
    symbols = [variable(f"b{n}", X.sort) for n in range(12)]
    formula = and_(*(or_(eq(a, ONE), eq(a, TEN)) for a in symbols))
    assert disjoined(formula, 16) is None
    assert disjoined(FALSE, 16) == []
    assert len(disjoined(implies(eq(X, ONE), not_(eq(Y, ONE))), 16) or ()) == 2
    assert prime(X) not in formula.free

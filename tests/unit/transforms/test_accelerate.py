"""Loops with closed forms: which are replaced, which stay loops, and which are left alone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from assay.core.evidence import Assignment, Proof, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import TRUE, Term, add, and_, eq, ge, integer, ite, le, lt, mul, not_, scale, variable
from assay.core.terms.sorts import BOOL, INT
from assay.transforms.edges.history import TooLong
from assay.transforms.loops.accelerate import AFTER, accelerate
from assay.witness.check.invariants import check_proof
from assay.witness.check.replay import check_trace

X, Y, Z, P = variable("x", INT), variable("y", INT), variable("z", INT), variable("p", BOOL)
ENTRY, HEAD, ERROR = Location("entry"), Location("head", (X, Y, Z, P)), Location("error")
FREE = variable("free", INT)
ZERO = {X: integer(0), Y: integer(0), Z: integer(0), P: TRUE}


def model(guard: Term, updates: Mapping[Term, Term], wrong: Term = TRUE, *more: Edge) -> Model:
    edges = (
        Edge("start", ENTRY, HEAD, TRUE, ZERO),
        Edge("loop", HEAD, HEAD, guard, updates),
        Edge("wrong", HEAD, ERROR, wrong),
        *more,
    )
    return Model(ENTRY, edges, properties=(Safety("safe", {ERROR: TRUE}),))


def cyclic(found: Model) -> int:
    return sum(edge.source == edge.target for edge in found.edges)


UP = {X: add(X, integer(2))}


@pytest.mark.parametrize(
    ("guard", "updates"),
    [
        (lt(X, integer(9)), UP),
        (not_(eq(X, integer(9))), UP),
        (lt(X, Y), {**UP, Y: add(Y, integer(-1))}),
        (and_(lt(X, integer(9)), P), {**UP, Z: X, P: lt(Y, integer(3))}),
        (lt(Y, integer(99)), {X: add(X, integer(1)), Y: add(Y, X)}),
        (lt(X, integer(9)), {X: add(X, Y), Z: mul(Y, Y)}),
    ],
)
def test_a_loop_by_itself_is_replaced(guard: Term, updates: Mapping[Term, Term]) -> None:
    found = accelerate(model(guard, updates)).model
    assert cyclic(found) == 0 and any(place.name == f"head{AFTER}" for place in found.locations)


@pytest.mark.parametrize(
    ("guard", "updates"),
    [
        (ge(Y, integer(-99)), {X: add(X, integer(1)), Y: add(Y, X)}),  # y may fall and then rise
        (not_(eq(X, integer(9))), {X: add(X, Y)}),  # whether it jumps over 9 depends on y
        (lt(X, integer(9)), {X: ite(lt(X, Z), add(X, integer(1)), add(X, integer(2)))}),
    ],
)
def test_others_stay_loops_of_longer_steps(guard: Term, updates: Mapping[Term, Term]) -> None:
    before = model(guard, updates)
    found = accelerate(before).model
    assert found is not before and cyclic(found) >= 1


@pytest.mark.parametrize(
    ("guard", "updates"),
    [
        (TRUE, {X: add(X, FREE)}),
        (lt(X, FREE), {**UP, Y: FREE}),
        (TRUE, {X: scale(2, X)}),
        (TRUE, {X: Y, Y: X}),
        (TRUE, {X: add(X, Y), Y: add(Y, Z), Z: add(Z, integer(1))}),
        (TRUE, {X: mul(X, X)}),
        (P, {X: add(X, integer(1)), P: lt(X, integer(5))}),
        (le(mul(X, X), integer(9)), UP),
    ],
)
def test_what_has_no_closed_form_is_left_alone(guard: Term, updates: Mapping[Term, Term]) -> None:
    before = model(guard, updates)
    assert accelerate(before).model is before


def test_what_is_known_anyway_is_not_asked_of_each_iteration() -> None:
    fact = ge(Y, integer(-99))
    before = model(and_(lt(X, integer(9)), fact), {X: add(X, integer(1)), Y: add(Y, X)})
    assert cyclic(accelerate(before).model) == 1
    assert cyclic(accelerate(before, known={HEAD: frozenset((fact,))}).model) == 0


def test_names_that_are_taken_are_not_taken_again() -> None:
    taken = Location(f"head{AFTER}", HEAD.variables)
    found = accelerate(model(lt(X, integer(9)), UP, TRUE, Edge("other", HEAD, taken), Edge("end", taken, ERROR))).model
    assert len({place.name for place in found.locations}) == 5


def test_a_run_and_a_proof_come_back() -> None:
    before = model(lt(X, integer(9)), UP, eq(X, integer(10)))
    lowered = accelerate(before)
    (some,) = (edge for edge in lowered.model.leaving(HEAD) if edge.inputs)
    behind, (times,) = some.target, some.inputs
    start, wrong = lowered.model.edges[0], lowered.model.leaving(behind)[0]
    first: Assignment = {X: 0, Y: 0, Z: 0, P: True}
    for number in (5, 10**9):
        states: tuple[Assignment, ...] = ({}, first, {**first, X: 2 * number}, {})
        run = Trace(states, (start, some, wrong), ({}, {times: number}, {}))
        if number == 5:
            check_trace(before, before.properties[0], lowered.lift_trace(run))
        else:
            with pytest.raises(TooLong, match="1,000,000,000 times"):
                lowered.lift_trace(run)
    safe = model(lt(X, integer(9)), UP, eq(X, integer(9)))
    proof = Proof({ENTRY: TRUE, HEAD: eq(X, integer(0)), behind: not_(eq(X, integer(9)))})
    lifted = accelerate(safe).lift_proof(proof)
    assert behind not in lifted.invariant
    assert check_proof(safe, safe.properties[0], lifted, seconds=600)

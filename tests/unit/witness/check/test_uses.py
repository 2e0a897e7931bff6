"""Proofs about steps from several states: what is known of a state that a step uses is known, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Safety, Use
from assay.core.terms import FALSE, TRUE, add, eq, ge, integer, lt, variable
from assay.core.terms.sorts import INT
from assay.witness.check.invariants import check_proof
from assay.witness.check.loop_invariants import check_proof_by_blocks
from clocks import PATIENCE
from derivable import derivable, hyper_models, violated
from models import described

X, Y = variable("x", INT), variable("y", INT)
ENTRY, SUM, MIDDLE, LAST = Location("entry"), Location("sum", (X,)), Location("middle", (X,)), Location("last", (X,))
BEGIN = Edge("begin", ENTRY, SUM, TRUE, {X: integer(1)})
COPY = Edge("copy", SUM, MIDDLE)
JOIN = Edge("join", MIDDLE, SUM, TRUE, {X: add(X, Y)}, uses=(Use(SUM, (Y,)),))
PAIR = Edge("pair", SUM, LAST, uses=(Use(MIDDLE, (add(X, integer(1)),)),))
POSITIVE = Safety("positive", {SUM: lt(X, integer(1))})
MODEL = Model(ENTRY, (BEGIN, COPY, JOIN, PAIR), properties=(POSITIVE,))
INVARIANT = ge(X, integer(1))


def by_blocks(model: Model, goal: Safety, proof: Proof) -> str:
    return check_proof_by_blocks(model, goal, proof, seconds=PATIENCE)


def test_a_path_may_rely_on_the_invariant_of_what_it_uses() -> None:
    assert by_blocks(MODEL, POSITIVE, Proof({SUM: INVARIANT}))
    with pytest.raises(UnsoundVerdict, match="breaks the proof"):
        by_blocks(MODEL, POSITIVE, Proof({SUM: ge(X, integer(0))}))


def test_nothing_is_known_of_what_the_proof_does_not_list() -> None:
    never = Safety("never", {LAST: TRUE})
    model = Model(ENTRY, (BEGIN, PAIR), properties=(never,))
    assert by_blocks(model, never, Proof({SUM: eq(X, integer(1)), MIDDLE: FALSE}))
    with pytest.raises(UnsoundVerdict, match="breaks the proof"):
        by_blocks(model, never, Proof({SUM: eq(X, integer(1))}))


def test_what_is_used_must_itself_be_shown() -> None:
    never = Safety("never", {LAST: TRUE})
    with pytest.raises(UnsoundVerdict, match="breaks the proof"):
        by_blocks(MODEL, never, Proof({SUM: INVARIANT, MIDDLE: FALSE}))


@settings(max_examples=12, database=None)
@given(hyper_models())
def test_both_checkers_accept_the_least_fixpoint_where_nothing_is_violated(model: Model) -> None:
    goal, found = model.properties[0], derivable(model)
    proof = Proof({p: described(p, [s for where, s in found if where == p]) for p in model.locations})
    for accepts in (by_blocks, lambda *given: check_proof(*given, seconds=PATIENCE)):
        if not violated(found, goal):
            assert accepts(model, goal, proof)
        else:
            with pytest.raises(UnsoundVerdict):
                accepts(model, goal, proof)

"""Proofs found over integers that do not wrap where the program does: the reading over integers must refuse them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Range, Safety
from assay.core.terms import Op, Term, add, and_, int_mod, integer, le, mul, not_, sub, variable
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare
from assay.core.terms.evaluate import evaluate, holds
from assay.core.terms.sorts import INT, bitvector
from assay.solve.cvc5.solver import cvc5_solver
from assay.transforms.integers_to_bits import corresponds, proof_over_bits
from assay.witness.check.court import SolverFactory
from assay.witness.check.integer_solver import ReadAsIntegers
from assay.witness.check.loop_invariants import check_proof_by_blocks
from assay.witness.check.needed import check_proof_by_need
from clocks import PATIENCE
from strategies import whole

WIDTH = 4
HALF = 1 << (WIDTH - 1)
X, N = variable("x", bitvector(WIDTH)), variable("x", INT)


def reading() -> SolverFactory:
    return ReadAsIntegers(lambda: cvc5_solver(cores=False))


def program(factor: int, offset: int, limit: int, bad: int) -> tuple[Model, Safety]:
    """``x = 0; while (x <= limit) x = factor * x + offset``, and ``x`` is not to be ``bad`` or more."""
    start, head = Location("start"), Location("head", (X,))
    after = bv_binary(Op.BV_ADD, bv_binary(Op.BV_MUL, X, bv(factor, WIDTH)), bv(offset, WIDTH))
    guard = bv_compare(Op.BV_SLE, X, bv(limit, WIDTH))
    edges = (Edge("begin", start, head, updates={X: bv(0, WIDTH)}), Edge("step", head, head, guard, {X: after}))
    return Model(start, edges), Safety("safe", {head: bv_compare(Op.BV_SLE, bv(bad, WIDTH), X)})


def twin(factor: int, offset: int, limit: int, *, wraps: bool) -> Model:
    """The same over integers; a wrong one forgets that the program wraps."""
    start, head = Location("start"), Location("head", (N,))
    after = add(mul(integer(factor), N), integer(offset))
    if wraps:
        after = sub(int_mod(add(after, integer(HALF)), integer(2 * HALF)), integer(HALF))
    edges = (
        Edge("begin", start, head, updates={N: integer(0)}),
        Edge("step", head, head, le(N, integer(limit)), {N: after}),
    )
    return Model(start, edges, domains={N: Range(-HALF, HALF - 1)})


def is_proof(model: Model, prop: Safety, invariant: Term) -> bool:
    """By all states: whatever arrives, from within the invariant, stays there and is no error."""
    head = model.at("head")
    step = model.leaving(head)[0]
    inside = [value for value in range(1 << WIDTH) if holds(invariant, {X: value})]
    steps = [whole(evaluate(step.after(X), {X: value})) for value in inside if holds(step.guard, {X: value})]
    arrivals = [0, *([] if step.idle else steps)]
    return all(value in inside and not holds(prop.bad[head], {X: value}) for value in arrivals)


@pytest.mark.parametrize("seed", range(24))
def test_a_proof_is_accepted_iff_it_is_one_over_vectors(seed: int) -> None:
    choose = random.Random(seed)
    factor, offset = choose.choice((1, 1, 2, 3, -1)), choose.randrange(-3, 4)
    limit, bad = choose.randrange(-HALF, HALF), choose.randrange(HALF)
    model, prop = program(factor, offset, limit, bad)
    integers = twin(factor, offset, limit, wraps=choose.random() < 0.5)
    assert corresponds(integers, model)
    low, high = choose.randrange(-HALF, 1), choose.randrange(HALF)
    head = integers.at("head")
    found = Proof({head: and_(le(integer(low), N), le(N, integer(high)))})
    proof = proof_over_bits(integers, model, found)
    expected = is_proof(model, prop, proof.invariant[model.at("head")])
    for check in (check_proof_by_blocks, check_proof_by_need):
        try:
            check(model, prop, proof, seconds=PATIENCE, checkers=(reading(), reading()))
            assert expected, (factor, offset, limit, bad, low, high)
        except (UnsoundVerdict, SolverFailure):
            assert not expected, (factor, offset, limit, bad, low, high)


def test_what_a_twin_without_wrapping_proves_is_refuted() -> None:
    model, prop = program(1, 1, HALF - 1, HALF)
    grows = replace(prop, bad={model.at("head"): not_(bv_compare(Op.BV_SLE, bv(0, WIDTH), X))})
    wrong = twin(1, 1, HALF - 1, wraps=False)
    proof = proof_over_bits(wrong, model, Proof({wrong.at("head"): le(integer(0), N)}))
    with pytest.raises(UnsoundVerdict, match="refutes"):
        check_proof_by_blocks(model, grows, proof, seconds=PATIENCE, checkers=(reading(), reading()))

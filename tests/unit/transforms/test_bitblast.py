"""Bit-blasting: every operator against evaluation; reset values, guards, arrays and several edges; lifting back."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.circuit import Gates
from assay.core.errors import Unsupported
from assay.core.model import Edge, Justice, Location, Model, Safety
from assay.core.terms import TRUE, Op, Term, and_, bitvectors, eq, integer, ite, le, not_, or_, variable
from assay.core.terms.arrays import const_array, select, store
from assay.core.terms.bitvectors import (
    bv,
    bv_binary,
    bv_compare,
    bv_neg,
    bv_not,
    concat,
    extract,
    sign_extend,
    zero_extend,
)
from assay.core.terms.evaluate import ArrayValue, Value, evaluate
from assay.core.terms.sorts import BOOL, INT, array, bitvector
from assay.transforms.circuit.bitblast import Blaster, circuit_of, clause
from strategies import whole

X, Y = variable("x", bitvector(3)), variable("y", bitvector(3))
P, Q = variable("p", BOOL), variable("q", BOOL)


def blasted_value(term: Term, values: dict[Term, int]) -> int:
    """The value of ``term`` according to its gates."""
    blaster = Blaster()
    leaves = {symbol: blaster.leaf(symbol) for symbol in values}
    bits = blaster.bits(term)
    node = [0] * len(blaster.gates.left)
    for symbol, literals in leaves.items():
        for k, literal in enumerate(literals):
            node[literal >> 1] = values[symbol] >> k & 1
    for k, (a, b) in enumerate(zip(blaster.gates.left, blaster.gates.right, strict=True)):
        if a >= 0:
            node[k] = (node[a >> 1] ^ (a & 1)) & (node[b >> 1] ^ (b & 1))
    return sum((node[literal >> 1] ^ (literal & 1)) << k for k, literal in enumerate(bits))


OPERATIONS: list[Term] = [
    *(bv_binary(op, X, Y) for op in bitvectors.BINARY),
    *(bv_compare(op, X, Y) for op in bitvectors.COMPARE),
    *(bv_binary(op, X, bv(5, 3)) for op in bitvectors.BINARY),
    bv_not(X),
    bv_neg(X),
    concat(X, Y),
    extract(2, 1, X),
    zero_extend(2, X),
    sign_extend(2, X),
    eq(X, Y),
    ite(eq(X, Y), X, bv_not(Y)),
    bitvectors.bv_smod(X, Y),
]


@pytest.mark.parametrize("term", OPERATIONS, ids=repr)
def test_every_operator_on_all_values(term: Term) -> None:
    for x, y in product(range(8), repeat=2):
        assert blasted_value(term, {X: x, Y: y}) == whole(evaluate(term, {X: x, Y: y}))


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 99), st.integers(0, 99), st.integers(0, 99)), max_size=12))
def test_gates_compute_what_they_are_asked_for(program: list[tuple[int, int, int, int]]) -> None:
    """Whatever simplification does, every literal has the value of the operation that made it."""
    gates = Gates()
    leaves = [gates.leaf() for _ in range(3)]
    # A literal, and its value under each of the eight assignments.
    made: list[tuple[int, list[int]]] = [(0, [0] * 8), (1, [1] * 8)]
    for k, leaf in enumerate(leaves):
        made.append((leaf, [code >> k & 1 for code in range(8)]))
        made.append((leaf ^ 1, [1 - (code >> k & 1) for code in range(8)]))
    for op, i, j, m in program:
        (a, f), (b, g), (c, h) = made[i % len(made)], made[j % len(made)], made[m % len(made)]
        rows = list(zip(f, g, h, strict=True))
        match op:
            case 0:
                made.append((gates.both(a, b), [x & y for x, y, _ in rows]))
            case 1:
                made.append((gates.either(a, b), [x | y for x, y, _ in rows]))
            case 2:
                made.append((gates.differ(a, b), [x ^ y for x, y, _ in rows]))
            case 3:
                made.append((gates.choose(a, b, c), [y if x else z for x, y, z in rows]))
            case _:
                made.append((gates.all_of((a, b, c)) ^ 1, [1 - (x & y & z) for x, y, z in rows]))
    for code in range(8):
        node = [0] * len(gates.left)
        for k, leaf in enumerate(leaves):
            node[leaf >> 1] = code >> k & 1
        for k, (left, right) in enumerate(zip(gates.left, gates.right, strict=True)):
            if left >= 0:
                assert left >> 1 < k and right >> 1 < k
                node[k] = (node[left >> 1] ^ (left & 1)) & (node[right >> 1] ^ (right & 1))
        for literal, values in made:
            assert node[literal >> 1] ^ (literal & 1) == values[code]


def test_equal_gates_are_one() -> None:
    gates = Gates()
    a, b = gates.leaf(), gates.leaf()
    assert gates.both(a, b) == gates.both(b, a)
    assert gates.differ(a, b) == gates.differ(b ^ 1, a ^ 1)
    assert gates.both(gates.both(a, b), a ^ 1) == 0 and gates.both(gates.both(a, b), b) == gates.both(a, b)


def counter() -> Model:
    place = Location("here", (X, P))
    step = Edge("step", place, place, not_(Q), {X: bv_binary(Op.BV_ADD, X, bv(1, 3)), P: Q})
    initial = and_(eq(X, bv(5, 3)), or_(P, eq(X, bv(5, 3))))
    return Model(place, (step,), initial, (Safety("top", {place: eq(X, bv(7, 3))}),), inputs=(Q,))


def test_reset_values_and_the_rest_of_the_initial_formula() -> None:
    place = Location("here", (X, P))
    model = Model(place, counter().edges, and_(eq(X, bv(5, 3)), or_(P, not_(eq(X, bv(5, 3))))))
    circuit = circuit_of(model).circuit
    assert [latch.reset for latch in circuit.latches] == [1, 0, 1, None]
    assert circuit.initial != 1


def test_contradicting_reset_values_make_the_initial_literal_false() -> None:
    model = Model(Location("here", (X,)), (), and_(eq(X, bv(5, 3)), eq(X, bv(6, 3))))
    assert circuit_of(model).circuit.initial == 0


def test_a_run_is_lifted_with_the_inputs_of_its_last_state() -> None:
    blasted = circuit_of(counter())
    circuit = blasted.circuit
    steps, latches = [], [latch.reset or 0 for latch in circuit.latches]
    for _ in range(3):
        values = circuit.values({latch.node: bit for latch, bit in zip(circuit.latches, latches, strict=True)})
        steps.append(values)
        latches = [values[latch.next >> 1] ^ (latch.next & 1) for latch in circuit.latches]
    trace = blasted.trace(steps)
    assert [state[X] for state in trace.states] == [5, 6, 7]
    assert len(trace.edges) == len(trace.inputs) == 2 and trace.final == {Q: False}
    assert steps[-1][circuit.bads[0] >> 1] ^ (circuit.bads[0] & 1) == 1


def test_clauses_are_lifted_to_formulas_over_variables() -> None:
    blasted = circuit_of(counter())
    first, last = blasted.circuit.latches[0].node, blasted.circuit.latches[3].node
    formula = clause(blasted, [2 * first, 2 * last + 1])
    for x, p in product(range(8), (False, True)):
        assert evaluate(formula, {X: x, P: p}) is bool(x & 1 or not p)


def test_arrays() -> None:
    sort = array(bitvector(2), bitvector(3))
    memory, index = variable("m", sort), variable("i", bitvector(2))
    place = Location("here", (memory, index))
    step = Edge("write", place, place, TRUE, {memory: store(memory, index, Y)})
    bad = Safety("seven", {place: eq(select(memory, index), bv(7, 3))})
    model = Model(place, (step,), eq(memory, const_array(sort, bv(2, 3))), (bad,))
    blasted = circuit_of(model)
    circuit = blasted.circuit
    assert [latch.reset for latch in circuit.latches] == [0, 1, 0] * 4 + [None, None]
    before = ArrayValue(sort, 0, ((1, 7), (3, 4)))
    for place_, new in product(range(4), range(8)):
        values: dict[Term, Value] = {memory: before, index: place_, Y: new}
        nodes = {}
        for k in range(4):
            element = before.at(k)
            assert isinstance(element, int)
            for bit in range(3):
                nodes[blasted.variables[memory][3 * k + bit] >> 1] = element >> bit & 1
        for symbol, number in ((index, place_), (Y, new)):
            for bit, literal in enumerate(blasted.variables[symbol]):
                nodes[literal >> 1] = number >> bit & 1
        bits = circuit.values(nodes)
        assert bits[circuit.bads[0] >> 1] ^ (circuit.bads[0] & 1) == evaluate(bad.bad[model.entry], values)
        after = [bits[latch.next >> 1] ^ (latch.next & 1) for latch in circuit.latches]
        for latch, bit_after in zip(circuit.latches, after, strict=True):
            bits[latch.node] = bit_after
        assert blasted.value(memory, bits) == evaluate(step.after(memory), values)


def test_several_edges_are_told_apart_by_selector_bits() -> None:
    place = Location("here", (X,))
    edges = tuple(Edge(f"to {k}", place, place, not_(eq(X, bv(k, 3))), {X: bv(k, 3)}) for k in (1, 2, 3))
    blasted = circuit_of(Model(place, edges, eq(X, bv(0, 3))))
    circuit = blasted.circuit
    seen = set()
    for code in range(4):
        nodes = {literal >> 1: code >> k & 1 for k, literal in enumerate(blasted.selector)}
        bits = circuit.values(nodes)
        assert all(bits[part >> 1] ^ (part & 1) for part in circuit.constraints)
        after = sum((bits[latch.next >> 1] ^ (latch.next & 1)) << k for k, latch in enumerate(circuit.latches))
        assert blasted.taken(bits).after(X) is bv(after, 3)
        seen.add(after)
    assert seen == {1, 2, 3}


def test_what_does_not_fit_into_gates_is_refused() -> None:
    number = variable("n", INT)
    with pytest.raises(Unsupported):
        circuit_of(Model(Location("here", (number,)), (), le(number, integer(3))))
    huge = variable("m", array(bitvector(32), bitvector(8)))
    with pytest.raises(Unsupported):
        circuit_of(Model(Location("here", (huge,)), ()))
    other = Location("there", (P,))
    with pytest.raises(Unsupported):
        circuit_of(Model(other, (Edge("e", other, Location("elsewhere", (P,))),)))


def test_justice_fairness_and_compassion_have_literals() -> None:
    place = Location("here", (P,))
    model = Model(
        place,
        (Edge("step", place, place, TRUE, {P: not_(P)}),),
        P,
        temporal=(Justice("j", (P, Q)),),
        fairness=(not_(P),),
        compassion=((P, Q),),
    )
    blasted = circuit_of(model)
    p, q = blasted.variables[P][0], blasted.variables[Q][0]
    assert blasted.circuit.justice == ((p, q),) and blasted.circuit.fairness == (p ^ 1,)
    assert blasted.literals == {P: p, Q: q}

"""What a run depended on: changing anything else does not change its steps."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.evidence import Trace
from assay.core.model import Edge, Location
from assay.core.slicing.influence import influence, needs
from assay.core.terms import TRUE, Op, Term, and_, eq, ite, not_, or_, variable
from assay.core.terms.arrays import select, store
from assay.core.terms.bitvectors import bv, bv_binary
from assay.core.terms.evaluate import ArrayValue, Evaluation, Value, evaluate
from assay.core.terms.sorts import BOOL, Sort, array, bitvector

BYTE = bitvector(8)
MEMORY = array(BYTE, BYTE)
X, Y, Z = (variable(name, BYTE) for name in "xyz")
P, Q = (variable(name, BOOL) for name in "pq")
A = variable("a", MEMORY)


def empty(default: int = 0) -> ArrayValue:
    return ArrayValue(MEMORY, default)


def needed(term: Term, values: dict[Term, Value]) -> set[tuple[str, Value | None]]:
    return {(symbol.name, index) for symbol, index in needs([(term, None)], Evaluation(values))}


def test_the_branch_that_is_not_taken_does_not_matter() -> None:
    term = ite(P, X, Y)
    assert needed(term, {P: True, X: 1, Y: 2}) == {("p", None), ("x", None)}
    assert needed(term, {P: False, X: 1, Y: 2}) == {("p", None), ("y", None)}


def test_a_decisive_operand_is_enough() -> None:
    assert needed(and_(P, Q), {P: True, Q: False}) == {("q", None)}
    assert needed(or_(P, Q), {P: True, Q: False}) == {("p", None)}
    assert needed(and_(P, Q), {P: True, Q: True}) == {("p", None), ("q", None)}


def test_elements_of_arrays_are_told_apart() -> None:
    written = store(A, X, Y)
    assert needed(select(written, Z), {A: empty(), X: 3, Y: 9, Z: 3}) == {("x", None), ("y", None), ("z", None)}
    assert needed(select(written, Z), {A: empty(), X: 3, Y: 9, Z: 4}) == {("x", None), ("z", None), ("a", 4)}


def test_what_is_overwritten_did_not_matter() -> None:
    place = [Location(f"l{number}", (X, Y)) for number in range(4)]
    first, second = variable("first", BYTE), variable("second", BYTE)
    edges = (
        Edge("e0", place[0], place[1], TRUE, {X: first, Y: first}),
        Edge("e1", place[1], place[2], TRUE, {X: second}),
        Edge("e2", place[2], place[3], eq(X, bv(7, 8)), {}),
    )
    states = ({X: 0, Y: 0}, {X: 1, Y: 1}, {X: 7, Y: 1}, {X: 7, Y: 1})
    found = influence(Trace(states, edges, ({first: 1}, {second: 7}, {})))
    assert found.written == (frozenset(), frozenset((X,)), frozenset())
    assert found.inputs == (frozenset(), frozenset(((second, None),)), frozenset())
    assert found.initial == frozenset()
    also = influence(Trace(states, edges, ({first: 1}, {second: 7}, {})), eq(Y, bv(1, 8)))
    assert also.written[0] == frozenset((Y,)) and also.inputs[0] == frozenset(((first, None),))


def _value(sort: Sort) -> st.SearchStrategy[Value]:
    if sort is BOOL:
        return st.booleans()
    if sort.is_array:
        cells = st.dictionaries(st.integers(0, 3), st.integers(0, 3), max_size=3)
        return cells.map(lambda table: _array(table))
    return st.integers(0, 3)


def _array(table: dict[int, int]) -> ArrayValue:
    value = empty()
    for index, element in table.items():
        value = value.updated(index, element)
    return value


def _terms() -> st.SearchStrategy[Term]:
    leaves = st.sampled_from([X, Y, Z, bv(0, 8), bv(1, 8), bv(2, 8)])

    def grown(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
        truths = st.one_of(
            st.sampled_from([P, Q]),
            st.builds(eq, inner, inner),
            st.builds(lambda a, b, c: and_(eq(a, b), or_(P, not_(eq(b, c)))), inner, inner, inner),
        )
        return st.one_of(
            st.builds(ite, truths, inner, inner),
            st.builds(lambda a, b: bv_binary(Op.BV_ADD, a, b), inner, inner),
            st.builds(lambda a: select(A, a), inner),
            st.builds(lambda a, b, c: select(store(A, a, b), c), inner, inner, inner),
            st.builds(lambda p, a, b, c: select(ite(p, store(A, a, b), A), c), truths, inner, inner, inner),
        )

    return st.recursive(leaves, grown, max_leaves=8)


SYMBOLS = (X, Y, Z, P, Q, A)
ASSIGNMENTS = st.fixed_dictionaries({symbol: _value(symbol.sort) for symbol in SYMBOLS})


@settings(max_examples=150)
@given(_terms(), ASSIGNMENTS, ASSIGNMENTS)
def test_the_rest_may_change(term: Term, values: dict[Term, Value], others: dict[Term, Value]) -> None:
    """A term keeps its value if what it needed keeps its value."""
    found = needs([(term, None)], Evaluation(values))
    whole = {symbol for symbol, index in found if index is None}
    changed = {symbol: values[symbol] if symbol in whole else others[symbol] for symbol in SYMBOLS}
    memory, before = changed[A], values[A]
    assert isinstance(memory, ArrayValue) and isinstance(before, ArrayValue)
    for symbol, index in found:
        if symbol is A and index is not None:
            memory = memory.updated(index, before.at(index))
    assert evaluate(term, {**changed, A: memory}) == evaluate(term, values)

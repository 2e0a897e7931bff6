"""Other words for what a proof says: each follows from it, and what is chosen of them is a proof by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.budget import Deadline
from assay.core.evidence import Proof
from assay.core.model import Domain, Edge, Enumeration, Location, Model, Range, Safety
from assay.core.terms import (
    FALSE,
    TRUE,
    Term,
    and_,
    atoms,
    conjunction,
    conjuncts,
    disjunction,
    eq,
    ite,
    not_,
    variable,
)
from assay.core.terms.bitvectors import bv, extract
from assay.core.terms.evaluate import Value, constant, holds
from assay.core.terms.sorts import BOOL, bitvector
from assay.transforms.readable import readable
from assay.transforms.readable.by_values import by_values
from assay.transforms.readable.forms import form_of
from assay.transforms.readable.guesses import in_words
from assay.transforms.readable.numbers import Number
from clocks import PATIENCE
from models import models, strongest, violations
from oracles import is_proof

WIDTH = 3
X, Y, N = (variable(name, bitvector(WIDTH)) for name in "xyn")
FLAG = variable("flag", BOOL)
SYMBOLS = (X, Y, N, FLAG)
DOMAINS: dict[Term, Domain] = {Y: Range(-4, 3), N: Enumeration(("red", "green", "blue", "off", "on"))}
LITERALS = [FLAG, *(eq(extract(k, k, symbol), bv(1, 1)) for symbol in (X, Y, N) for k in range(WIDTH))]
NUMBERS = (
    Number(X, 0, 7),
    Number(X, 2, 5),
    Number(X, -4, 3, signed=True),
    Number(X, 0, 4, nominal=True),
)


def clauses(literals: Sequence[Term], most: int = 4) -> st.SearchStrategy[Term]:
    """A conjunction of clauses, as searches of gates make them."""
    literal = st.builds(lambda term, same: term if same else not_(term), st.sampled_from(literals), st.booleans())
    clause = st.lists(literal, min_size=1, max_size=3).map(disjunction)
    return st.lists(clause, min_size=1, max_size=most).map(conjunction)


def states(symbols: Sequence[Term]) -> Iterator[dict[Term, Value]]:
    ranges: list[Sequence[Value]] = [
        (False, True) if symbol.sort is BOOL else range(1 << symbol.sort.width) for symbol in symbols
    ]
    for values in product(*ranges):
        yield dict(zip(symbols, values, strict=True))


def in_type(state: Mapping[Term, Value]) -> bool:
    code = state[N]
    return isinstance(code, int) and code < 5


@given(clauses(LITERALS[1:4]), clauses(LITERALS[1:4]), st.sampled_from(NUMBERS))
@settings(max_examples=60)
def test_a_form_is_true_where_the_condition_is(condition: Term, known: Term, number: Number) -> None:
    """Wherever the known facts are."""
    form = form_of(condition, number, known, Deadline.after(PATIENCE))
    if form is not None:
        for state in states([X]):
            assert not holds(known, state) or holds(form, state) == holds(condition, state)


@given(clauses(LITERALS, 6))
@settings(max_examples=15)
def test_facts_follow(formula: Term) -> None:
    """From the formula and what the types say."""
    model = Model(Location("l", SYMBOLS), (), domains=DOMAINS)
    facts = list(in_words(model, formula, Deadline.after(PATIENCE)))
    for state in states(SYMBOLS):
        if in_type(state) and holds(formula, state):
            assert all(holds(fact, state) for fact in facts)


def machine(next_values: Sequence[Mapping[Term, Value]]) -> Model:
    """One location; a step takes each state to the next of a list, others stay."""
    place = Location("l", SYMBOLS)

    def is_state(state: Mapping[Term, Value]) -> Term:
        return and_(*(eq(symbol, constant(value, symbol.sort)) for symbol, value in state.items()))

    updates = {symbol: symbol for symbol in SYMBOLS}
    for before, after in pairwise(next_values):
        for symbol in SYMBOLS:
            value = constant(after[symbol], symbol.sort)
            updates[symbol] = ite(is_state(before), value, updates[symbol])
    edge = Edge("step", place, place, TRUE, updates)
    return Model(place, (edge,), is_state(next_values[0]), domains=DOMAINS)


@given(st.data())
@settings(max_examples=15)
def test_what_is_chosen_of_a_machine_is_a_proof(data: st.DataObject) -> None:
    """The invariant is what it reaches, as bits; the error is something else."""
    everything = [state for state in states(SYMBOLS) if in_type(state)]
    run = data.draw(st.lists(st.sampled_from(everything), min_size=1, max_size=6, unique_by=str))
    model = machine(run)
    place = model.entry
    reached = disjunction(
        conjunction(literal if holds(literal, state) else not_(literal) for literal in LITERALS) for state in run
    )
    outside = data.draw(st.sampled_from([state for state in everything if state not in run]))
    bad = conjunction(eq(symbol, constant(value, symbol.sort)) for symbol, value in outside.items())
    goal = Safety("safe", {place: bad})
    proof = Proof({place: reached})
    assert is_proof(model, goal, proof)
    found = readable(model, goal, proof, Deadline.after(PATIENCE))
    assert found is None or is_proof(model, goal, found)


@given(models(), st.data())
@settings(max_examples=15)
def test_what_is_chosen_at_many_locations_is_a_proof(model: Model, data: st.DataObject) -> None:
    (goal,) = model.properties
    if violations(model, goal):
        goal = replace(goal, bad=dict.fromkeys(goal.bad, FALSE))
    proof = strongest(model)
    found = readable(model, goal, proof, Deadline.after(PATIENCE))
    assert found is None or is_proof(model, goal, found)


@given(clauses(LITERALS, 6))
@settings(max_examples=15)
def test_deeper_inductions_are_told_in_words_that_mean_the_same(formula: Term) -> None:
    """As far as the types are concerned."""
    place = Location("l", SYMBOLS)
    model = Model(place, (), domains=DOMAINS)
    found = readable(model, Safety("safe", {place: FALSE}), Proof({place: formula}, depth=3), Deadline.after(PATIENCE))
    if found is not None:
        assert found.depth == 3
        for state in states(SYMBOLS):
            assert not in_type(state) or holds(found.invariant[place], state) == holds(formula, state)


def diagrams(literals: Sequence[Term]) -> st.SearchStrategy[Term]:
    """Decisions about single bits, as sets of states have them."""
    leaves = st.sampled_from([TRUE, FALSE, *literals])
    return st.recursive(leaves, lambda below: st.builds(ite, st.sampled_from(literals), below, below), max_leaves=12)


@given(st.lists(diagrams(LITERALS), min_size=1, max_size=3).map(conjunction))
def test_what_is_said_by_values_means_the_same_and_asks_for_no_bits_of_names(formula: Term) -> None:
    name = Number(N, 0, 4, nominal=True)
    clauses = by_values(formula, [name])
    asked = [part for part in conjuncts(formula) if N in part.free]
    for state in filter(in_type, states(SYMBOLS)):
        assert all(holds(clause, state) for clause in clauses) == all(holds(part, state) for part in asked)
    bits = [eq(extract(k, k, N), bv(1, 1)) for k in range(WIDTH)]
    assert not any(atom in bits for clause in clauses for atom in atoms(clause))


def test_what_would_be_too_long_stays() -> None:
    name = Number(N, 0, 4, nominal=True)
    wide = variable("wide", bitvector(6))
    condition = eq(extract(0, 0, wide), bv(1, 1))
    assert by_values(condition, [Number(wide, 0, 40, nominal=True)]) == []
    assert by_values(eq(N, bv(1, WIDTH)), [name]) == [], "no bits are asked for"

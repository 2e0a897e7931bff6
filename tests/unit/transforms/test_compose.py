"""Composition and merging of edges: the same relation, and inputs that do not get in each other's way."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.evidence import Trace
from assay.core.model import Edge, Location, relate
from assay.core.terms import TRUE, and_, eq, ge, integer, le, prime, size, variable
from assay.core.terms import add as plus
from assay.core.terms.sorts import INT
from assay.transforms.edges.compose import composed, merged
from assay.transforms.edges.history import lifting
from assay.transforms.edges.reduction import rewritten
from models import State, models, states_of, steps_between, successors

X, Y = variable("x", INT), variable("y", INT)
A, B = Location("a", (X, Y)), Location("b", (X, Y))
ONE = integer(1)


def ends(edge: Edge, state: State) -> set[State]:
    return {after for _, after in successors(edge, state)}


@settings(max_examples=30)
@given(st.data())
def test_composition_is_relational_composition(data: st.DataObject) -> None:
    places = data.draw(models(locations=3, variables=2)).locations
    pick = st.sampled_from(places)
    source, middle, target = data.draw(pick), data.draw(pick), data.draw(pick)
    first = data.draw(steps_between(source, middle, 1, 1))
    second = data.draw(steps_between(middle, target, 2, 1))
    both, _ = composed(first, second, "both")
    smaller, _ = rewritten(both)
    for state in states_of(source):
        expected = {end for between in ends(first, state) for end in ends(second, between)}
        assert ends(both, state) == expected == ends(smaller, state)


@settings(max_examples=30)
@given(st.data())
def test_merging_is_union(data: st.DataObject) -> None:
    places = data.draw(models(locations=2, variables=2)).locations
    source, target = data.draw(st.sampled_from(places)), data.draw(st.sampled_from(places))
    edges = [data.draw(steps_between(source, target, number, 1)) for number in range(3)]
    one, choice = merged(edges, "one")
    lift = lifting({one: choice})
    for state in states_of(source):
        assert ends(one, state) == set().union(*(ends(edge, state) for edge in edges))
        for inputs, after in successors(one, state):
            before = dict(zip(source.variables, state, strict=True))
            trace = lift(Trace((before, dict(zip(target.variables, after, strict=True))), (one,), (inputs,)))
            assert tuple(trace.states[1].values()) == after and trace.edges[0] in edges


def test_primes_keep_their_meaning() -> None:
    """Two relations in a row both use x'; the composed edge's x' is the last value of x."""
    step = relate("step", A, A, and_(ge(prime(X), X), eq(prime(Y), Y)))
    twice, made = composed(step, step, "twice")
    assert twice.after(X) is prime(X)
    assert made.first_names[prime(X)] is not prime(X)
    for symbol in twice.inputs:
        if symbol in (prime(X), prime(Y)):
            assert twice.after(X if symbol is prime(X) else Y) is symbol


def test_an_input_that_is_called_like_a_variable_elsewhere_is_renamed() -> None:
    narrow = Location("narrow", (Y,))
    forget = Edge("forget", A, narrow, TRUE, {})
    choose = Edge("choose", narrow, A, ge(X, Y), {X: X})  # x is an input here
    both, made = composed(forget, choose, "both")
    assert made.second_names[X] is not X
    assert both.after(X) is made.second_names[X]
    assert both.guard is ge(made.second_names[X], Y)


def test_common_conjuncts_are_factored_out_and_equal_values_shared() -> None:
    common = ge(X, integer(0))
    up = Edge("up", A, B, and_(common, le(Y, integer(3))), {X: plus(X, ONE), Y: ONE})
    stay = Edge("stay", A, B, and_(common, ge(Y, integer(5))), {Y: ONE})
    one, _ = merged((up, stay), "one")
    assert common in one.guard.args
    assert one.updates == {X: prime(X), Y: ONE}


def test_merging_many_edges_stays_small() -> None:
    edges = [Edge(f"e{n}", A, B, eq(Y, integer(n)), {X: plus(X, integer(n))}) for n in range(50)]
    one, _ = merged(edges, "one")
    assert size(one.guard) < 12 * len(edges)
    assert one.inputs == (prime(X),)


def test_a_lasso_returns_to_the_state_that_it_returned_to() -> None:
    tick = Edge("tick", A, A, TRUE, {X: plus(X, ONE)})
    twice, made = composed(tick, tick, "twice")
    states = tuple({X: n, Y: 0} for n in (0, 2, 4))
    lifted = lifting({twice: made})(Trace(states, (twice, twice), ({}, {}), loop=1))
    assert [state[X] for state in lifted.states] == [0, 1, 2, 3, 4]
    assert lifted.loop == 2


def test_a_prime_that_means_something_else_is_left_alone() -> None:
    """An edge may come with an input called x' that is not the next value of x."""
    odd = Edge("odd", A, B, ge(prime(X), Y), {X: ONE, Y: prime(X)})
    even = Edge("even", A, B, TRUE, {X: integer(2), Y: ONE})
    one, _ = merged((odd, even), "one")
    assert one.after(X) is not prime(X)
    for state in ((0, 0), (0, 2)):
        assert ends(one, state) == ends(odd, state) | ends(even, state)

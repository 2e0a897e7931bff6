"""Spacer and derivations that are unfolded: what they find is evidence, and what they are told is not believed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from assay.core.errors import SolverFailure
from assay.core.evidence import Derivation, Derived, Proof
from assay.core.model import Edge, Location, Model, Safety, Use
from assay.core.roles import Lowered, Stuck
from assay.core.terms import TRUE, Term, add, and_, conjunction, eq, ge, integer, le, lt, not_, sub, variable
from assay.core.terms.arrays import select, store
from assay.core.terms.evaluate import ArrayValue
from assay.core.terms.sorts import BOOL, INT, array
from assay.explore.clauses import spacer
from assay.explore.clauses.rebuild import needed_for, rebuilt
from assay.explore.clauses.rules import Fact, Refutation, Solution, Undecided, ask, consecutions
from assay.explore.clauses.spacer import by_spacer
from assay.explore.clauses.unfolding import Met, Open, Refuted, Unfolding
from assay.transforms.aim import aim, error_of
from assay.transforms.locations.derivable import derivable_part
from assay.witness.check.derivations import check_derivation
from assay.witness.check.invariants import check_proof
from clocks import PATIENCE, over, patient

N, R, B = (variable(name, INT) for name in "nrb")
ENTRY = Location("%entry")
FIB = Location("fib", (N, R))
FREE = Location("free", (N,))
SMALL = Edge("small", ENTRY, FIB, and_(ge(N, integer(0)), le(N, integer(1))), {N: N, R: N})
LARGER = Edge(
    "larger",
    FIB,
    FIB,
    ge(N, integer(1)),
    {N: add(N, integer(1)), R: add(R, B)},
    uses=(Use(FIB, (sub(N, integer(1)), B)),),
)


def fibonacci(bad: Term) -> Lowered:
    """Fibonacci's numbers, aimed at the states that are ``bad``."""
    goal = Safety("safe", {FIB: bad})
    return aim(Model(ENTRY, (SMALL, LARGER), TRUE, (goal,)), goal)


VIOLATED = fibonacci(and_(ge(N, integer(6)), lt(R, integer(9))))
SAFE = fibonacci(lt(R, integer(0)))


def state(n: int, r: int) -> Mapping[Term, int]:
    return {N: n, R: r}


# -- Spacer ------------------------------------------------------------------------------------------------------------


def test_spacer_finds_a_proof() -> None:
    found = by_spacer(SAFE.model)
    assert isinstance(found, Proof)
    assert check_proof(SAFE.model, SAFE.model.properties[0], found, seconds=PATIENCE)


def test_spacer_finds_a_derivation() -> None:
    found = by_spacer(VIOLATED.model)
    assert isinstance(found, Derivation)
    assert check_derivation(VIOLATED.model, VIOLATED.model.properties[0], found)


def test_what_was_inlined_gets_its_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    middle = Location("middle", (R, N))
    first = Edge("first", FIB, middle, ge(N, integer(2)), {R: add(R, integer(1)), N: N})
    goal = Safety("safe", {middle: lt(R, integer(1))})
    model = aim(Model(ENTRY, (SMALL, LARGER, first), TRUE, (goal,)), goal).model
    inlined = ask(model, inlining=True)
    assert isinstance(inlined, Solution) and middle not in inlined.formulas
    # As if nothing were found without inlining at first.
    monkeypatch.setattr(spacer, "ask", lambda *given, **more: Undecided() if "seconds" in more else ask(*given, **more))
    found = by_spacer(model)
    assert isinstance(found, Proof) and middle in found.invariant
    assert check_proof(model, model.properties[0], found, seconds=PATIENCE)


def test_a_wrong_solution_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Solution({FIB: ge(R, integer(1))})
    monkeypatch.setattr(spacer, "ask", lambda *_, **__: wrong)
    assert by_spacer(SAFE.model) == Stuck("what Spacer found is no solution")


def test_a_wrong_refutation_is_no_derivation(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Refutation((Fact(FIB, state(3, -1), ()), Fact(error_of(SAFE.model), {}, (0,))))
    monkeypatch.setattr(spacer, "ask", lambda *_, **__: wrong)
    with pytest.raises(SolverFailure, match="does not follow"):
        by_spacer(SAFE.model)


def test_the_uses_of_an_edge_are_part_of_its_condition() -> None:
    formulas = {ENTRY: TRUE, FIB: ge(R, integer(0)), error_of(SAFE.model): not_(TRUE)}
    (larger,) = [parts for parts in consecutions(SAFE.model, formulas) if ge(B, integer(0)) in parts]
    assert ge(R, integer(0)) in larger


def test_arrays_and_truth_values_pass_through_spacer() -> None:
    cells, flag = variable("a", array(INT, INT)), variable("f", BOOL)
    place = Location("place", (cells, flag))
    begin = Edge("begin", ENTRY, place, eq(select(cells, integer(0)), integer(3)), {cells: cells, flag: TRUE})
    turn = Edge(
        "turn", place, place, flag, {cells: store(cells, integer(1), integer(4)), flag: not_(flag)},
        uses=(Use(place, (cells, TRUE)),),
    )  # fmt: skip
    goal = Safety("safe", {place: and_(not_(flag), eq(select(cells, integer(1)), integer(4)))})
    model = aim(Model(ENTRY, (begin, turn), TRUE, (goal,)), goal).model
    found = by_spacer(model)
    assert isinstance(found, Derivation) and check_derivation(model, model.properties[0], found)
    assert any(isinstance(value, ArrayValue) for node in found.nodes for value in node.state.values())


# -- unfolding ---------------------------------------------------------------------------------------------------------


def test_a_derivation_is_unfolded() -> None:
    found = Unfolding(VIOLATED.model, error_of(VIOLATED.model), {}).search(patient(), highest=20)
    assert isinstance(found, Met)
    derivation = Derivation(needed_for(found.nodes, len(found.nodes) - 1))
    assert check_derivation(VIOLATED.model, VIOLATED.model.properties[0], derivation)
    # Each number of Fibonacci's is derived once.
    assert sum(node.edge is LARGER for node in derivation.nodes) == 5


def test_the_search_goes_on_where_it_stopped() -> None:
    unfolding = Unfolding(VIOLATED.model, error_of(VIOLATED.model), {})
    assert unfolding.search(patient(), highest=3) == Open(4)
    assert unfolding.search(over(), highest=20) == Open(4)
    assert isinstance(unfolding.search(patient(), highest=20), Met)


def test_what_ends_without_a_derivation_is_refuted() -> None:
    lowered = fibonacci(lt(N, integer(-5)))
    only = Model(
        ENTRY, tuple(edge for edge in lowered.model.edges if edge is not LARGER), TRUE, lowered.model.properties
    )
    assert Unfolding(only, error_of(only), {}).search(patient(), highest=20) == Refuted()


def test_nothing_is_derived_from_itself() -> None:
    one, two = Location("one"), Location("two")
    error = Location("%error")
    edges = (Edge("a", one, two), Edge("b", two, one), Edge("c", one, error, uses=(Use(two, ()),)))
    model = Model(ENTRY, edges, TRUE, (Safety("safe", {error: TRUE}),))
    assert not isinstance(Unfolding(model, error, {}).search(patient(), highest=8), Met)
    found = by_spacer(model)
    assert isinstance(found, Proof)


def test_known_states_are_used() -> None:
    nodes = (Derived({}), Derived(state(4, 3)), Derived(state(5, 5)))
    goal = state(6, 8)
    alone = Unfolding(VIOLATED.model, FIB, goal, nodes=nodes).search(patient(), highest=1)
    helped = Unfolding(VIOLATED.model, FIB, goal, nodes=nodes, known={FIB: (1, 2)}).search(patient(), highest=1)
    assert isinstance(alone, Open) and isinstance(helped, Met)
    assert helped.nodes[-1] == Derived(goal, LARGER, {B: 3}, 2, (1,))


# -- from facts to derivations -----------------------------------------------------------------------------------------


def test_facts_become_a_derivation_whatever_lies_between() -> None:
    error = error_of(VIOLATED.model)
    facts = (Fact(FIB, state(4, 3), ()), Fact(FIB, state(6, 8), (0,)), Fact(error, {}, (1,)))
    derivation = rebuilt(VIOLATED.model, facts, patient())
    assert check_derivation(VIOLATED.model, VIOLATED.model.properties[0], derivation)


def test_facts_that_do_not_follow_are_refused() -> None:
    with pytest.raises(SolverFailure, match="a state of fib does not follow"):
        rebuilt(VIOLATED.model, (Fact(FIB, state(1, 2), ()),), patient())


# -- the part that matters ---------------------------------------------------------------------------------------------


def test_what_takes_part_in_no_derivation_is_left_out() -> None:
    never, aside = Location("never", (N,)), Location("aside", (N,))
    edges = (
        *VIOLATED.model.edges,
        Edge("loop", never, never, TRUE, {N: add(N, integer(1))}),
        Edge("into", FIB, FIB, uses=(Use(never, (N,)),)),
        Edge("off", FIB, aside),
    )
    model = Model(ENTRY, edges, TRUE, VIOLATED.model.properties)
    lowered = derivable_part(model)
    assert set(lowered.model.edges) == set(VIOLATED.model.edges)
    lifted = lowered.lift_proof(Proof({FIB: TRUE}))
    assert lifted.invariant[aside] is TRUE and never not in lifted.invariant


def test_a_location_that_is_only_used_matters() -> None:
    give = Edge("give", ENTRY, FREE, TRUE, {N: N})
    take = Edge("take", ENTRY, FIB, TRUE, {N: N, R: N}, uses=(Use(FREE, (N,)),))
    goal = Safety("safe", {FIB: conjunction(())})
    model = aim(Model(ENTRY, (give, take), TRUE, (goal,)), goal).model
    assert set(derivable_part(model).model.edges) == set(model.edges)

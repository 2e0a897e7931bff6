"""Laws of predicate abstraction, against brute force over finite domains and against one plain query per literal."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay.core.model import Edge, Location, Model
from assay.core.terms import FALSE, TRUE, Term, add, and_, eq, integer, le, lt, not_, variable
from assay.core.terms.evaluate import Evaluation, Value, holds
from assay.core.terms.rebuild import substitute
from assay.core.terms.sorts import BOOL, INT
from assay.domains.predicates.cubes import Cube, Renumbering, cube_term, leq, rank, union_term
from assay.domains.predicates.domain import Kind, PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.domains.scoped import positive
from assay.solve.smt import Answer, Solver
from assay.solve.z3.solver import Z3Solver
from derivable import hyper_models
from models import State, assignment, choices, formulas, literals, models, states_of, successors

KINDS: tuple[Kind, ...] = ("cartesian", "boolean")
X, Y, Z = (variable(name, INT) for name in "xyz")


@dataclass(frozen=True)
class Case:
    """A model, a precision for it, a finer one, and some states at the source of one of its edges."""

    model: Model
    precision: Precision
    finer: Precision
    edge: Edge
    few: tuple[State, ...]
    many: tuple[State, ...]

    def domain(self, kind: Kind, precision: Precision, cap: int = 128) -> PredicateAbstraction:
        domain = PredicateAbstraction(self.model, Z3Solver, kind=kind, cap=cap)
        domain.adopt(precision)
        return domain


@st.composite
def cases(draw: st.DrawFn) -> Case:
    model = draw(models(locations=3, edges=5))
    first = {place: draw(predicate_lists(place)) for place in model.locations}
    second = {place: draw(predicate_lists(place)) for place in model.locations}
    scope = draw(st.sampled_from(("location", "global")))
    precision = Precision.empty(scope).extended(first)
    edge = draw(st.sampled_from(model.edges))
    states = list(states_of(edge.source))
    many = draw(st.lists(st.sampled_from(states), min_size=1, max_size=4))
    return Case(model, precision, precision.extended(second), edge, tuple(many[:1]), tuple(many))


def predicate_lists(place: Location) -> st.SearchStrategy[list[Term]]:
    return st.lists(st.one_of(literals(place.variables), formulas(place.variables)), max_size=4)


def above(place: Location, states: Iterable[State], precision: Precision) -> Cube:
    """The least cube that contains ``states``: closed by construction."""
    values = [assignment(place, state) for state in states]
    predicates = precision.at(place)
    true = sum(1 << i for i, p in enumerate(predicates) if all(holds(p, value) for value in values))
    false = sum(1 << i for i, p in enumerate(predicates) if not any(holds(p, value) for value in values))
    return true, false, len(predicates)


def contains(cube: Cube, values: dict[Term, Value], predicates: Sequence[Term]) -> bool:
    return holds(cube_term(cube, predicates), values)


def plain(edge: Edge, cube: Cube, source: Sequence[Term], target: Sequence[Term], *uses: Term) -> list[Cube]:
    """Cartesian abstraction by definition: a fresh solver and one query per literal; ``uses`` hold besides."""
    solver = Z3Solver()
    solver.add(edge.guard, cube_term(cube, source), *uses)
    if solver.check() is Answer.UNSAT:
        return []
    true = false = 0
    for number, predicate in enumerate(target):
        before = edge.back(predicate)
        if solver.check([not_(before)]) is Answer.UNSAT:
            true |= 1 << number
        if solver.check([before]) is Answer.UNSAT:
            false |= 1 << number
    return [(true, false, len(target))]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cap", [128, 1])
@settings(max_examples=25)
@given(case=cases())
def test_post_is_extensive(kind: Kind, cap: int, case: Case) -> None:
    """Every concrete successor lies in an abstract one."""
    domain, edge = case.domain(kind, case.precision, cap), case.edge
    cube = above(edge.source, case.many, case.precision)
    after = domain.post(edge, cube)
    target = case.precision.at(edge.target)
    for state in states_of(edge.source):
        if contains(cube, assignment(edge.source, state), case.precision.at(edge.source)):
            for _, successor in successors(edge, state):
                assert any(contains(c, assignment(edge.target, successor), target) for c in after)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(case=cases())
def test_initial_is_extensive(kind: Kind, case: Case) -> None:
    entry = case.model.entry
    found = case.domain(kind, case.precision).initial()
    for state in states_of(entry):
        if holds(case.model.initial, assignment(entry, state)):
            assert any(contains(c, assignment(entry, state), case.precision.at(entry)) for c in found)


@settings(max_examples=50)
@given(case=cases())
def test_cartesian_post_is_exactly_the_textbook_one(case: Case) -> None:
    """Carrying over, relevance and caching change nothing about the result; nor does growing."""
    domain, edge = case.domain("cartesian", case.precision), case.edge
    old = above(edge.source, case.many, case.precision)
    for precision in (case.precision, case.finer):
        assert domain.adopt(precision)
        source, target = precision.at(edge.source), precision.at(edge.target)
        for cube in (old, above(edge.source, case.many, precision), above(edge.source, case.few, precision)):
            assert list(domain.post(edge, cube)) == plain(edge, cube, source, target)


@st.composite
def joint_cases(draw: st.DrawFn) -> tuple[Model, Precision, Precision, Edge, list[list[State]]]:
    """A model with an edge that uses further states, two precisions, and some states for each of its premises."""
    model = draw(hyper_models(locations=3, edges=5))
    first, second = ({place: draw(predicate_lists(place)) for place in model.locations} for _ in range(2))
    precision = Precision.empty(draw(st.sampled_from(("location", "global")))).extended(first)
    edge = draw(st.sampled_from(model.edges))
    states = [
        draw(st.lists(st.sampled_from(list(states_of(place))), min_size=1, max_size=3)) for place in edge.premises
    ]
    return model, precision, precision.extended(second), edge, states


@settings(max_examples=30)
@given(case=joint_cases(), data=st.data())
def test_cartesian_post_of_several_states_is_exactly_the_textbook_one(
    case: tuple[Model, Precision, Precision, Edge, list[list[State]]], data: st.DataObject
) -> None:
    """And a choice of some of them is given up exactly if they exclude the step."""
    model, older, precision, edge, states = case
    domain = PredicateAbstraction(model, Z3Solver)
    domain.adopt(older)
    for now in (older, precision):
        assert domain.adopt(now)
        at = [data.draw(st.sampled_from((older, now))) for _ in states]
        cubes = [above(place, some, then) for place, some, then in zip(edge.premises, states, at, strict=True)]
        uses = [
            substitute(cube_term(cube, now.at(use.location)), use.values)
            for use, cube in zip(edge.uses, cubes[1:], strict=True)
        ]
        source, target = now.at(edge.source), now.at(edge.target)
        assert list(domain.post(edge, *cubes)) == plain(edge, cubes[0], source, target, *uses)
        kept = [data.draw(st.booleans()) for _ in cubes]
        some = [cube if keep else None for cube, keep in zip(cubes, kept, strict=True)]
        chosen = [use for use, keep in zip(uses, kept[1:], strict=True) if keep]
        rest = plain(edge, cubes[0] if kept[0] else (0, 0, 0), source, target, *chosen)
        assert domain.possible(edge, some) is bool(rest)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(case=joint_cases())
def test_post_of_several_states_is_extensive(
    kind: Kind, case: tuple[Model, Precision, Precision, Edge, list[list[State]]]
) -> None:
    model, _, precision, edge, states = case
    domain = PredicateAbstraction(model, Z3Solver, kind=kind)
    domain.adopt(precision)
    cubes = [above(place, some, precision) for place, some in zip(edge.premises, states, strict=True)]
    after = domain.post(edge, *cubes)
    for state in states[0]:
        values = assignment(edge.source, state)
        for inputs in choices(edge, values):
            now = Evaluation({**values, **inputs})
            used = [tuple(map(now, use.arguments)) for use in edge.uses]
            if all(pair in some for pair, some in zip(used, states[1:], strict=True)):
                reached = {v: now(edge.after(v)) for v in edge.target.variables}
                assert any(contains(cube, reached, precision.at(edge.target)) for cube in after)


@st.composite
def orderings(draw: st.DrawFn) -> tuple[Edge, Precision, Cube]:
    """Comparisons of variables as predicates and guard, at most one update, and a cube that may be older than some."""
    symbols = (X, Y, Z, variable("w", INT))
    place = Location("l", symbols)
    compare = st.builds(
        lambda relation, left, right: relation(left, right),
        st.sampled_from((le, lt)),
        st.sampled_from(symbols),
        st.one_of(st.sampled_from(symbols), st.integers(0, 2).map(integer)),
    )
    value = st.sampled_from([*symbols, integer(1), *(add(symbol, integer(1)) for symbol in symbols)])
    edge = Edge("e", place, place, draw(compare), draw(st.dictionaries(st.sampled_from(symbols), value, max_size=1)))
    older = Precision.empty().extended({place: draw(st.lists(compare, min_size=1, max_size=5))})
    precision = older.extended({place: draw(st.lists(compare, max_size=3))})
    states = draw(st.lists(st.tuples(*(st.integers(-1, 3) for _ in symbols)), min_size=1, max_size=5))
    return edge, precision, above(place, states, draw(st.sampled_from((older, precision))))


@settings(max_examples=75)
@given(case=orderings())
def test_cartesian_post_is_exactly_the_textbook_one_where_much_is_carried(case: tuple[Edge, Precision, Cube]) -> None:
    edge, precision, cube = case
    domain = PredicateAbstraction(Model(edge.source, (edge,)), Z3Solver)
    domain.adopt(precision)
    predicates = precision.at(edge.source)
    assert list(domain.post(edge, cube)) == plain(edge, cube, predicates, predicates)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=30)
@given(case=cases())
def test_post_is_monotone(kind: Kind, case: Case) -> None:
    domain, edge = case.domain(kind, case.precision), case.edge
    small, large = (above(edge.source, states, case.precision) for states in (case.few, case.many))
    assert leq(small, large)
    larger = domain.post(edge, large)
    assert all(any(leq(one, other) for other in larger) for one in domain.post(edge, small))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(case=cases())
def test_a_finer_precision_gives_smaller_states(kind: Kind, case: Case) -> None:
    """Even from a state that was computed before the precision grew."""
    domain, edge = case.domain(kind, case.precision), case.edge
    cube = above(edge.source, case.many, case.precision)
    before = domain.post(edge, cube)
    domain.adopt(case.finer)
    for state in (cube, above(edge.source, case.many, case.finer)):
        assert all(any(leq(one, other) for other in before) for one in domain.post(edge, state))


@settings(max_examples=30)
@given(case=cases())
def test_boolean_is_as_precise_as_cartesian_and_no_cube_is_empty(case: Case) -> None:
    edge, predicates = case.edge, case.precision.at(case.edge.target)
    cube = above(edge.source, case.many, case.precision)
    cartesian = case.domain("cartesian", case.precision).post(edge, cube)
    boolean = case.domain("boolean", case.precision).post(edge, cube)
    assert bool(boolean) == bool(cartesian)
    assert all(leq(one, other) for one in boolean for other in cartesian)
    for one in boolean:
        assert plain(edge, cube, case.precision.at(edge.source), ()), "enabled"
        solver = Z3Solver()
        solver.add(cube_term(cube, case.precision.at(edge.source)), edge.guard, edge.back(cube_term(one, predicates)))
        assert solver.check() is Answer.SAT
        assert not any(one is not other and leq(one, other) for other in boolean)


@settings(max_examples=20)
@given(case=cases())
def test_boolean_beyond_its_cap_is_cartesian(case: Case) -> None:
    cube = above(case.edge.source, case.many, case.precision)
    full = case.domain("boolean", case.precision).post(case.edge, cube)
    assume(len(full) > 1)
    capped = case.domain("boolean", case.precision, cap=len(full) - 1).post(case.edge, cube)
    assert capped == case.domain("cartesian", case.precision).post(case.edge, cube)
    assert case.domain("boolean", case.precision, cap=len(full)).post(case.edge, cube) == full


class Doubtful:
    """A solver that often does not know."""

    def __init__(self, generator: random.Random, doubt: float) -> None:
        self._inner = Z3Solver()
        self._generator = generator
        self._doubt = doubt

    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        answer = self._inner.check(assumptions, seconds=seconds)
        return Answer.UNKNOWN if self._generator.random() < self._doubt else answer

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(case=cases(), doubt=st.sampled_from((0.3, 1.0)), seed=st.integers(0, 99))
def test_doubt_only_makes_the_abstraction_coarser(kind: Kind, case: Case, doubt: float, seed: int) -> None:
    generator = random.Random(seed)

    def solver() -> Solver:
        return cast(Solver, Doubtful(generator, doubt))

    doubtful = PredicateAbstraction(case.model, solver, kind=kind)
    doubtful.adopt(case.precision)
    cube = above(case.edge.source, case.many, case.precision)
    coarse = doubtful.post(case.edge, cube)
    for one in case.domain(kind, case.precision).post(case.edge, cube):
        assert any(leq(one, other) for other in coarse)
    assert doubt < 1 or doubtful.counters()["unknowns"] == doubtful.counters()["queries"] > 0


# -- economy -----------------------------------------------------------------------------------------------------------


def fixture(*predicates: Term, edge: tuple[Term, dict[Term, Term]]) -> tuple[PredicateAbstraction, Edge]:
    source, target = (Location(name, (X, Y, Z)) for name in "lm")
    step = Edge("e", source, target, *edge)
    model = Model(source, (step,))
    domain = PredicateAbstraction(model, Z3Solver)
    domain.adopt(Precision.empty("global").extended({source: predicates}))
    return domain, step


def test_what_an_edge_does_not_touch_is_carried_without_a_query() -> None:
    increment = (le(X, integer(9)), {X: add(X, integer(1))})
    domain, edge = fixture(le(Y, integer(0)), le(Y, Z), eq(Z, integer(3)), edge=increment)
    assert domain.post(edge, (0b001, 0b010, 3)) == ((0b001, 0b010, 3),)
    assert domain.queries == 1
    assert domain.post(edge, (0b101, 0b010, 3)) == ((0b101, 0b010, 3),)
    assert domain.queries == 1, "the relevant part is the same: nothing"


def test_constants_are_fixed_without_a_query() -> None:
    domain, edge = fixture(le(X, integer(0)), eq(X, integer(3)), edge=(TRUE, {X: integer(0)}))
    assert domain.post(edge, (0, 0b01, 2)) == ((0b01, 0b10, 2),)
    assert domain.queries == 1


def test_a_renaming_carries_too() -> None:
    """x := y makes a predicate about x of the same one about y, even under a negation."""
    domain, edge = fixture(le(X, integer(0)), le(Y, integer(0)), lt(Y, Z), edge=(TRUE, {X: Y}))
    assert domain.post(edge, (0b100, 0b010, 3)) == ((0b100, 0b011, 3),)
    assert domain.queries == 1


def test_relevance_reaches_over_shared_variables() -> None:
    """y <= 0 and z <= y matter to a guard about z; nothing else does."""
    predicates = (le(Y, integer(0)), lt(Y, Z), le(X, integer(5)))
    domain, edge = fixture(*predicates, edge=(le(integer(1), Z), {}))
    assert domain.post(edge, (0b001, 0b010, 3)) == ()
    assert domain.post(edge, (0b101, 0b010, 3)) == ()
    assert domain.queries == 1
    assert domain.post(edge, (0b001, 0b100, 3)) == ((0b011, 0b100, 3),)


def test_edges_with_the_same_command_share_answers() -> None:
    places = [Location(name, (X, Y)) for name in "klm"]
    command = (le(X, Y), {X: add(X, integer(1))})
    edges = tuple(Edge(a.name, a, b, *command) for a, b in itertools.pairwise(places))
    domain = PredicateAbstraction(Model(places[0], edges), Z3Solver)
    domain.adopt(Precision.empty().extended({place: [le(X, Y), lt(X, Y)] for place in places}))
    first = domain.post(edges[0], (0b01, 0, 2))
    asked = domain.queries
    assert domain.post(edges[1], (0b01, 0, 2)) == first
    assert domain.queries == asked > 0


def test_answers_are_extended_when_predicates_arrive() -> None:
    source = Location("l", (X, Y))
    edge = Edge("e", source, source, TRUE, {X: add(X, integer(1))})
    domain = PredicateAbstraction(Model(source, (edge,)), Z3Solver)
    precision = Precision.empty().extended({source: [le(X, integer(0)), le(X, integer(1))]})
    domain.adopt(precision)
    assert domain.post(edge, (0b11, 0, 2)) == ((0b10, 0, 2),)
    asked = domain.queries
    domain.adopt(precision.extended({source: [le(X, integer(2))]}))
    assert domain.post(edge, (0b111, 0, 3)) == ((0b110, 0, 3),)
    # Its relevant part has a new literal, so it is asked anew; an unchanged part is asked about the newcomer alone.
    assert domain.post(edge, (0b11, 0, 2)) == ((0b110, 0, 3),)
    assert domain.queries - asked <= 6


def test_a_precision_that_is_no_extension_is_reported_and_served() -> None:
    source = Location("l", (X, Y))
    edge = Edge("e", source, source, TRUE, {X: integer(0)})
    domain = PredicateAbstraction(Model(source, (edge,)), Z3Solver)
    assert domain.adopt(Precision.empty().extended({source: [le(X, integer(0)), le(X, Y)]}))
    assert domain.post(edge, (0, 0, 2)) == ((0b01, 0, 2),)
    assert not domain.adopt(Precision.empty().extended({source: [le(X, Y), le(X, integer(0))]}))
    assert domain.post(edge, (0, 0, 2)) == ((0b10, 0, 2),)


# -- values ------------------------------------------------------------------------------------------------------------


def test_precision_grows_by_appending() -> None:
    place = Location("l", (X, Y))
    first = Precision.empty().extended({place: [le(X, Y), le(X, Y), TRUE, not_(eq(X, Y))]})
    assert first.at(place) == (le(X, Y), eq(X, Y))
    assert first.extended({place: [not_(le(X, Y)), eq(X, Y), FALSE]}) == first
    second = first.extended({place: [le(X, integer(0))]})
    assert second != first
    assert second.at(place) == (*first.at(place), le(X, integer(0)))
    assert (first.size, second.size) == (2, 3)
    assert second == Precision.empty().extended({place: [le(X, Y), eq(X, Y), le(X, integer(0))]})
    assert hash(second) == hash(Precision.empty().extended({place: [le(X, Y), eq(X, Y), le(X, integer(0))]}))


def test_a_predicate_speaks_of_its_location() -> None:
    with pytest.raises(ValueError, match="more than the variables of l"):
        Precision.empty().extended({Location("l", (X,)): [le(X, Y)]})


def test_scopes() -> None:
    one, two, other = Location("f@1", (X, Y)), Location("f@2", (X,)), Location("g@1", (X, Y))
    found = {one: [le(X, integer(0)), le(X, Y)]}
    by_location, by_symbol, by_all = (Precision.empty(s).extended(found) for s in ("location", "symbol", "global"))
    assert [by_location.at(place) for place in (one, two, other)] == [(le(X, integer(0)), le(X, Y)), (), ()]
    assert [by_symbol.at(place) for place in (two, other)] == [(le(X, integer(0)),), ()]
    assert [by_all.at(place) for place in (two, other)] == [(le(X, integer(0)),), (le(X, integer(0)), le(X, Y))]
    own = Precision.empty(lambda place: place.name[-1]).extended(found)
    assert [own.at(place) for place in (two, other)] == [(), (le(X, integer(0)), le(X, Y))]


@given(st.data())
def test_positions_never_change(data: st.DataObject) -> None:
    places = [Location(name, (X, Y)[:size]) for name, size in (("a", 1), ("b", 2))]
    precision = Precision.empty(data.draw(st.sampled_from(("location", "symbol", "global"))))
    for _ in range(4):
        place = data.draw(st.sampled_from(places))
        finer = precision.extended({place: data.draw(st.lists(literals(place.variables), max_size=3))})
        for where in places:
            assert finer.at(where)[: len(precision.at(where))] == precision.at(where)
            assert all(positive(p) is p and p.free <= set(where.variables) for p in finer.at(where))
            assert len(set(finer.at(where))) == len(finer.at(where))
        precision = finer


@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), unique_by=(lambda p: p[0], lambda p: p[1])))
def test_renumbering_moves_each_bit(pairs: list[tuple[int, int]]) -> None:
    move = Renumbering(pairs)
    for mask in (0, 0xFFFF, 0x5A5A, 0x0FF0):
        assert move(mask) == sum(1 << new for old, new in pairs if mask >> old & 1)


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=2, max_size=2))
def test_cubes_are_ordered_by_their_literals(masks: list[tuple[int, int]]) -> None:
    predicates = [variable(name, BOOL) for name in "pqr"]
    left, right = ((holds, fails & ~holds, 3) for holds, fails in masks)
    solver = Z3Solver()
    solver.add(cube_term(left, predicates), not_(cube_term(right, predicates)))
    assert leq(left, right) == (solver.check() is Answer.UNSAT)
    assert not leq(left, right) or rank(left) >= rank(right)
    solver = Z3Solver()
    solver.add(union_term([left, right], predicates), not_(cube_term(left, predicates)))
    solver.add(not_(cube_term(right, predicates)))
    assert solver.check() is Answer.UNSAT
    assert union_term([], predicates) is FALSE and union_term([(0, 0, 3)], predicates) is TRUE
    assert cube_term((0b101, 0b010, 3), predicates) is and_(predicates[0], not_(predicates[1]), predicates[2])

"""Predicate abstraction against brute force: every order, abstraction and mode of re-exploration, on random models.

The refiner here is exact: along a path it computes the sets of concrete states, and tracks either each set as one
predicate or the values that occur in it.  So the whole loop runs, and each verdict is checked by other means.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.evidence import Assignment, Path, Proof, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Alarm, Genuine, Proved, Refined, Stuck
from assay.core.terms import FALSE, TRUE, Term, add, and_, conjuncts, eq, integer, le, lt, not_, variable
from assay.core.terms.evaluate import constant, holds
from assay.core.terms.sorts import BOOL, INT
from assay.domains.predicates.cubes import Cube
from assay.domains.predicates.domain import Kind, PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.domains.scoped import SCOPES
from assay.engines.loop import rounds, run
from assay.explore.unfold.explorer import Options, Reexploration, Unfold, unfolding
from assay.explore.unfold.order import ORDERS, SUBSUMER_FIRST, Order
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.transforms.aim import aim
from models import State, assignment, described, inside, models, replay, states_of, successors, violations

Reading = Callable[[Location, frozenset[State]], tuple[Term, ...]]


def as_sets(place: Location, states: frozenset[State]) -> tuple[Term, ...]:
    return (described(place, sorted(states, key=repr)),)


def as_values(place: Location, states: frozenset[State]) -> tuple[Term, ...]:
    """Which values occur: too weak in general, so that refinement takes many rounds."""
    return tuple(
        eq(symbol, constant(value, symbol.sort))
        for index, symbol in enumerate(place.variables)
        for value in sorted({state[index] for state in states}, key=repr)
    )


@dataclass(frozen=True)
class ExactRefiner:
    """Follows all concrete runs along a path; excludes a spurious path for good."""

    model: Model
    readings: tuple[Reading, ...]

    def refine(self, precision: Precision, evidence: Path, /) -> Genuine[Trace] | Refined[Precision] | Stuck:
        entry = self.model.entry
        start = [s for s in states_of(entry) if holds(self.model.initial, assignment(entry, s))]
        came: list[dict[State, tuple[State, Assignment]]] = []
        current = frozenset(start)
        for edge in evidence.edges:
            came.append({after: (s, v) for s in sorted(current, key=repr) for v, after in successors(edge, s)})
            current = frozenset(came[-1])
        if current:
            return Genuine(self._trace(evidence.edges, came, min(current, key=repr)))
        for reading in self.readings:
            found: dict[Location, tuple[Term, ...]] = {}
            for edge, states in zip(evidence.edges[:-1], came[:-1], strict=True):
                found[edge.target] = (*found.get(edge.target, ()), *reading(edge.target, frozenset(states)))
            finer = precision.extended(found)
            if finer != precision:
                return Refined(finer)
        return Refined(precision)

    def _trace(self, edges: tuple[Edge, ...], came: list[dict[State, tuple[State, Assignment]]], last: State) -> Trace:
        states, inputs = [last], []
        for steps in reversed(came):
            before, values = steps[states[-1]]
            states.append(before)
            inputs.append(values)
        places = [self.model.entry, *(edge.target for edge in edges)]
        run = [assignment(place, state) for place, state in zip(places, reversed(states), strict=True)]
        return Trace(tuple(run), edges, tuple(reversed(inputs)))


def check_inductive(model: Model, proof: Proof) -> None:
    """One query an edge: the invariant holds initially, is preserved, and excludes the error."""
    invariant = proof.invariant
    violations = [and_(model.initial, not_(invariant.get(model.entry, FALSE)))]
    for edge in model.edges:
        before, after = invariant.get(edge.source, FALSE), invariant.get(edge.target, FALSE)
        violations.append(and_(before, edge.guard, not_(edge.back(after))))
    for violation in violations:
        solver = Z3Solver()
        solver.add(violation)
        assert solver.check() is Answer.UNSAT, violation
    for place, bad in model.properties[0].bad.items():
        assert bad is TRUE and place not in invariant


CONFIGURATIONS = list(itertools.product(ORDERS.values(), ("cartesian", "boolean"), ("restart", "lazy")))


@pytest.mark.parametrize(
    ("order", "kind", "mode"), CONFIGURATIONS, ids=[f"{o.name}-{k}-{m}" for o, k, m in CONFIGURATIONS]
)
@settings(max_examples=12)
@given(
    model=models(locations=4, variables=2, edges=6),
    scope=st.sampled_from(sorted(SCOPES)),
    readings=st.sampled_from(((as_sets,), (as_values, as_sets))),
    abort=st.booleans(),
)
def test_verdicts_agree_with_brute_force(
    order: Order,
    kind: Kind,
    mode: Reexploration,
    model: Model,
    scope: str,
    readings: tuple[Reading, ...],
    abort: bool,
) -> None:
    goal = model.properties[0]
    lowered = aim(model, goal)
    aimed = lowered.model
    domain = PredicateAbstraction(aimed, Z3Solver, kind=kind)
    explorer = Unfold(aimed, domain, order, Options(mode, abort_pruned=abort, debug=True))
    found = run(explorer, ExactRefiner(aimed, readings), Precision.empty(scope))
    if violations(model, goal):
        assert isinstance(found, Trace)
        replay(model, lowered.lift_trace(found), goal)
    else:
        assert isinstance(found, Proof), found
        check_inductive(aimed, found)


@pytest.mark.parametrize("kind", ["cartesian", "boolean"])
@settings(max_examples=25)
@given(model=models(locations=4, variables=2, edges=6))
def test_orders_find_the_same_states(kind: Kind, model: Model) -> None:
    """With one precision for all, the live states of a safe abstraction do not depend on the order."""
    lowered = aim(model, Safety("never", {Location("unreachable"): TRUE}))
    found = {place: conjuncts(edge.guard) for edge in model.edges for place in (edge.source,)}
    usable = {place: [p for p in parts if p.free <= set(place.variables)] for place, parts in found.items()}
    precision = Precision.empty("global").extended(usable)
    results = []
    for order in ORDERS.values():
        domain = PredicateAbstraction(lowered.model, Z3Solver, kind=kind)
        explorer = Unfold(lowered.model, domain, order, Options(debug=True))
        assert isinstance(explorer.explore(precision), Proved)
        results.append({place: frozenset(states) for place, states in explorer.live().items()})
    assert all(result == results[0] for result in results)


# -- lazy re-exploration by hand ---------------------------------------------------------------------------------------

X, Y, FLAG = variable("x", INT), variable("y", INT), variable("flag", BOOL)


def branching() -> Model:
    """A long safe branch beside one that needs the predicate x <= 0 at b to be safe."""
    start, a, b, error = (Location(name, (X, Y)) for name in ("start", "a", "b", "error"))
    side = [Location(f"side{number}", (X, Y)) for number in range(5)]
    edges = [
        Edge("to side", start, side[0], TRUE, {Y: integer(0)}),
        *(Edge(f"along {p}", p, q) for p, q in itertools.pairwise(side)),
        Edge("to a", start, a, TRUE, {X: integer(0)}),
        Edge("to b", a, b, TRUE, {Y: X}),
        Edge("fail", b, error, lt(integer(0), X)),
    ]
    return Model(start, tuple(edges), TRUE, (Safety("safe", {error: TRUE}),))


def alarm_then(mode: Reexploration, found: Mapping[str, list[Term]]) -> tuple[Unfold[Precision, Cube], int]:
    """Explore with nothing, then with ``found``: the explorer, and how many expansions the second time took."""
    model = branching()
    explorer = Unfold(model, PredicateAbstraction(model, Z3Solver), ORDERS["bfs"], Options(mode, debug=True))
    precision = Precision.empty()
    alarm = explorer.explore(precision)
    assert isinstance(alarm, Alarm)
    assert [edge.name for edge in alarm.evidence.edges] == ["to a", "to b", "fail"]
    before = explorer.totals.expansions
    finer = precision.extended({model.at(name): formulas for name, formulas in found.items()})
    assert isinstance(explorer.explore(finer), Proved)
    return explorer, explorer.totals.expansions - before


def test_lazy_exploration_keeps_what_did_not_change() -> None:
    predicates = {"a": [le(X, integer(0))], "b": [le(X, integer(0))]}
    lazy, few = alarm_then("lazy", predicates)
    restart, many = alarm_then("restart", predicates)
    assert lazy.live() == restart.live()
    assert few < many == 8
    assert (lazy.totals.renewed, lazy.totals.removed) == (1, 2)


def test_lazy_exploration_prunes_below_the_first_change_only() -> None:
    """a is on the way and keeps its node: only b is computed anew, from a."""
    model = branching()
    edges = tuple(
        Edge("to b", e.source, e.target, TRUE, {X: integer(0)}) if e.name == "to b" else e for e in model.edges
    )
    model = Model(model.entry, edges, TRUE, model.properties)
    watched: list[str] = []
    explorer = Unfold(
        model,
        PredicateAbstraction(model, Z3Solver),
        ORDERS["dfs"],
        Options("lazy", debug=True),
        watch=lambda node: watched.append(node.location.name),
    )
    precision = Precision.empty()
    explorer.explore(precision)
    watched.clear()
    assert isinstance(explorer.explore(precision.extended({model.at("b"): [le(X, integer(0))]})), Proved)
    assert watched[:2] == ["a", "b"]
    assert "start" not in watched


def test_a_change_at_the_entry_restarts_from_the_initial_states() -> None:
    model = branching()
    model = Model(model.entry, model.edges, le(X, integer(0)), model.properties)
    explorer = Unfold(model, PredicateAbstraction(model, Z3Solver), options=Options("lazy", debug=True))
    precision = Precision.empty("global")
    explorer.explore(precision)
    finer = precision.extended({model.entry: [le(X, integer(0))]})
    assert isinstance(explorer.explore(finer), Proved)
    assert explorer.live()[model.entry] == ((1, 0, 1),)


def test_an_alarm_is_raised_again_if_nothing_on_its_way_changed() -> None:
    model = branching()
    explorer = Unfold(model, PredicateAbstraction(model, Z3Solver), options=Options("lazy", debug=True))
    first = explorer.explore(Precision.empty())
    other = Precision.empty().extended({model.at("side3"): [le(X, integer(7))]})
    assert explorer.explore(other) == first


def test_no_alarm_rests_on_a_stale_state() -> None:
    """Two states at l need the same predicate; the alarm names one, and the other one must not raise it once more."""
    start, place, error = (Location(name, (X, FLAG)) for name in ("start", "l", "error"))
    edges = (
        Edge("yes", start, place, TRUE, {X: integer(0), FLAG: TRUE}),
        Edge("no", start, place, TRUE, {X: integer(0), FLAG: FALSE}),
        Edge("fail with", place, error, and_(FLAG, lt(integer(0), X))),
        Edge("fail without", place, error, and_(not_(FLAG), lt(integer(0), X))),
    )
    model = Model(start, edges, TRUE, (Safety("safe", {error: TRUE}),))
    precision = Precision.empty().extended({place: [FLAG]})
    for order in ORDERS.values():
        explorer = Unfold(model, PredicateAbstraction(model, Z3Solver), order, Options("lazy", debug=True))
        assert isinstance(explorer.explore(precision), Alarm)
        assert isinstance(explorer.explore(precision.extended({place: [le(X, integer(0))]})), Proved)
        assert explorer.totals.renewed == 2
        assert sorted(explorer.live()[place]) == [(0b10, 0b01, 2), (0b11, 0, 2)]


def test_taking_back_a_pruning() -> None:
    """m prunes p and is removed when its way turns out stale: what p stood for must be covered again.

    The loop at l raises x from 0; the thick state comes over a detour whose predicate arrives late.
    """
    start, detour, place, error = (Location(name, (X,)) for name in ("start", "detour", "l", "error"))
    edges = (
        Edge("thin", start, place, TRUE, {X: integer(0)}),
        Edge("away", start, detour, TRUE, {X: integer(0)}),
        Edge("thick", detour, place),
        Edge("up", place, place, lt(X, integer(2)), {X: add(X, integer(1))}),
        Edge("fail", place, error, lt(integer(5), X)),
    )
    model = Model(start, edges, TRUE, (Safety("safe", {error: TRUE}),))
    bounded = Precision.empty().extended({place: [le(X, integer(0)), le(X, integer(2)), le(X, integer(5))]})
    for order in ORDERS.values():
        explorer = Unfold(model, PredicateAbstraction(model, Z3Solver), order, Options("lazy", debug=True))
        outcome = explorer.explore(bounded)
        assert not isinstance(outcome, Proved)
        finer = bounded.extended({detour: [le(X, integer(0))]})
        outcome = explorer.explore(finer)
        assert isinstance(outcome, Proved), (order.name, outcome)
        check_inductive(model, outcome.evidence)
        assert explorer.totals.removed > 0


def test_rounds_can_be_watched() -> None:
    model = branching()
    model = Model(model.entry, model.edges, and_(inside(X), inside(Y)), model.properties)
    model = aim(model, model.properties[0]).model
    refiner = ExactRefiner(model, (as_sets,))
    turns = list(rounds(unfolding(model, order=SUBSUMER_FIRST), refiner, Precision.empty()))
    assert [turn.end is None for turn in turns][:-1] == [True] * (len(turns) - 1)
    assert isinstance(turns[-1].end, Proved)

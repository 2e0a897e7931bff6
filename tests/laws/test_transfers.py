"""The laws of abstract domains that are unfolded: one suite for predicates, values, and both side by side."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.core.model import Edge, Location, Model
from assay.core.terms.evaluate import holds
from assay.domains.predicates.cubes import Cube
from assay.domains.predicates.domain import Kind as Steps
from assay.domains.predicates.domain import PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.domains.product import Pair, ProductAbstraction, ProductPrecision
from assay.domains.transfer import Transfer
from assay.domains.values.compile_commands import State as ValueState
from assay.domains.values.domain import ValueAbstraction, ValuePrecision
from assay.solve.z3.solver import Z3Solver
from models import State, assignment, formulas, models, states_of, successors

MOST_STATES = 12
LAWS = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@dataclass(frozen=True)
class Case:
    """A domain that computes with a precision, a finer precision, and some of the abstract states that are reached."""

    model: Model
    domain: Transfer[Any, Any]
    finer: Any
    reached: dict[Location, list[Hashable]]

    def contains(self, place: Location, abstract: Sequence[Hashable], state: State) -> bool:
        return holds(self.domain.formula(place, abstract), assignment(place, state))


def by_predicates(draw: st.DrawFn, model: Model) -> tuple[Transfer[Precision, Cube], Precision, Precision]:
    found = [{p: draw(st.lists(formulas(p.variables), max_size=2)) for p in model.locations} for _ in range(2)]
    first = Precision.empty(draw(st.sampled_from(("location", "global")))).extended(found[0])
    steps: tuple[Steps, ...] = ("cartesian", "boolean")
    return PredicateAbstraction(model, Z3Solver, kind=draw(st.sampled_from(steps))), first, first.extended(found[1])


def by_values(draw: st.DrawFn, model: Model) -> tuple[Transfer[ValuePrecision, ValueState], Any, Any]:
    found = [{p: [v for v in p.variables if draw(st.booleans())] for p in model.locations} for _ in range(2)]
    first = ValuePrecision.empty(draw(st.sampled_from(("location", "global")))).extended(found[0])
    return ValueAbstraction(model), first, first.extended(found[1])


def by_both(draw: st.DrawFn, model: Model) -> tuple[Transfer[ProductPrecision, Pair], Any, Any]:
    _, predicates, more_predicates = by_predicates(draw, model)
    _, values, more_values = by_values(draw, model)
    domain = ProductAbstraction(ValueAbstraction(model), PredicateAbstraction(model, Z3Solver))
    return domain, ProductPrecision(values, predicates), ProductPrecision(more_values, more_predicates)


Kind = Callable[[st.DrawFn, Model], tuple[Transfer[Any, Any], Any, Any]]
KINDS: dict[str, Kind] = {"predicates": by_predicates, "values": by_values, "both": by_both}


@st.composite
def cases(draw: st.DrawFn, kind: Kind) -> Case:
    model = draw(models(locations=3, edges=5, variables=2))
    domain, first, finer = kind(draw, model)
    domain.adopt(first)
    reached: dict[Location, list[Hashable]] = {place: [] for place in model.locations}
    pending: list[tuple[Location, Hashable]] = [(model.entry, state) for state in domain.initial()]
    while pending and sum(map(len, reached.values())) < MOST_STATES:
        place, state = pending.pop(0)
        if state not in reached[place]:
            reached[place].append(state)
            pending += [(edge.target, after) for edge in model.leaving(place) for after in domain.post(edge, state)]
    return Case(model, domain, finer, reached)


every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@every_kind
@LAWS
@given(data=st.data())
def test_initial_states_and_steps_are_contained(kind: Kind, data: st.DataObject) -> None:
    case = data.draw(cases(kind))
    entry = case.model.entry
    for state in states_of(entry):
        if holds(case.model.initial, assignment(entry, state)):
            assert case.contains(entry, case.domain.initial(), state)
    for edge in case.model.edges:
        for abstract in case.reached[edge.source]:
            after = case.domain.post(edge, abstract)
            for state in states_of(edge.source):
                if case.contains(edge.source, [abstract], state):
                    assert all(case.contains(edge.target, after, target) for _, target in successors(edge, state))


@every_kind
@LAWS
@given(data=st.data())
def test_the_order_is_a_preorder_that_implies_inclusion_and_goes_down_in_rank(kind: Kind, data: st.DataObject) -> None:
    case = data.draw(cases(kind))
    leq, rank = case.domain.leq, case.domain.rank
    for place, here in case.reached.items():
        for left in here:
            assert leq(left, left)
            for right in here:
                if leq(left, right):
                    assert rank(left) >= rank(right)
                    assert all(leq(left, third) for third in here if leq(right, third))
                    inside = [state for state in states_of(place) if case.contains(place, [left], state)]
                    assert all(case.contains(place, [right], state) for state in inside)


@every_kind
@LAWS
@given(data=st.data())
def test_several_states_are_their_union(kind: Kind, data: st.DataObject) -> None:
    case = data.draw(cases(kind))
    for place, here in case.reached.items():
        for state in states_of(place):
            assert case.contains(place, here, state) == any(case.contains(place, [one], state) for one in here)


@every_kind
@LAWS
@given(data=st.data())
def test_states_keep_their_meaning_under_a_finer_precision_and_stamps_tell_where_it_is_finer(
    kind: Kind, data: st.DataObject
) -> None:
    case = data.draw(cases(kind))
    domain, model = case.domain, case.model
    meaning = {place: [domain.formula(place, [state]) for state in here] for place, here in case.reached.items()}
    stamps = {place: domain.stamp(place) for place in model.locations}
    steps: dict[tuple[Edge, Hashable], Sequence[Hashable]] = {
        (edge, state): domain.post(edge, state) for edge in model.edges for state in case.reached[edge.source]
    }
    assert domain.adopt(case.finer)
    assert meaning == {
        place: [domain.formula(place, [state]) for state in here] for place, here in case.reached.items()
    }
    same = {place for place in model.locations if domain.stamp(place) == stamps[place]}
    for (edge, state), after in steps.items():
        if edge.source in same and edge.target in same:
            assert list(domain.post(edge, state)) == list(after)

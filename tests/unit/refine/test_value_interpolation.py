"""Which variables value interpolation keeps, and which guards are taken apart, on examples small enough to see why."""

from __future__ import annotations

import pytest

from assay.core.budget import FOREVER
from assay.core.errors import SolverFailure
from assay.core.evidence import Path
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Stuck
from assay.core.terms import TRUE, Term, conjunction, conjuncts, disjunction, eq, integer, le, not_, or_, variable
from assay.core.terms.sorts import BOOL, INT
from assay.domains.values.domain import ValueAbstraction, ValuePrecision
from assay.domains.values.guard_cases import cases
from assay.domains.values.guard_values import demands
from assay.refine.selection.analyses import ALL_VALUES, ValueAnalysis
from assay.refine.selection.heuristics import Candidate, selection
from assay.refine.selection.refiner import LONGEST_PATH, RefinementSelection
from assay.refine.selection.value_interpolation import Operations
from clocks import over

X, COPY, FLAG = variable("x", INT), variable("copy", INT), variable("flag", BOOL)


def chain(*steps: tuple[Term, dict[Term, Term]]) -> tuple[Model, Path]:
    places = [Location(f"l{number}", (COPY, X)) for number in range(len(steps) + 1)]
    edges = tuple(
        Edge(f"e{number}", places[number], places[number + 1], guard, updates)
        for number, (guard, updates) in enumerate(steps)
    )
    return Model(places[0], edges, TRUE, (Safety("p", {places[-1]: TRUE}),)), Path(edges)


def refinements(model: Model, path: Path) -> list[Candidate]:
    analysis = ValueAnalysis(Operations(model), ALL_VALUES)
    return [c for prefix in analysis.prefixes(path, FOREVER) for c in analysis.refinements(prefix, FOREVER)]


def is_excluded(model: Model, path: Path, candidate: Candidate) -> bool:
    domain = ValueAbstraction(model)
    domain.adopt(ValuePrecision.empty("location").extended(candidate.found))
    states = list(domain.initial())
    for edge in path.edges:
        states = [after for state in states for after in domain.post(edge, state)]
    return not states


def test_a_copy_and_its_original_are_both_tracked_where_a_disjunction_couples_them() -> None:
    few = disjunction(eq(X, integer(value)) for value in (0, 1, 2))
    model, path = chain((few, {}), (TRUE, {COPY: X}), (not_(eq(COPY, integer(1))), {}), (eq(X, integer(1)), {}))
    found = refinements(model, path)
    assert [conjuncts(candidate.prefix.reason) for candidate in found] == [(eq(X, integer(1)),)]
    assert found[0].elements == ((X,), (COPY, X), (X,), ())
    assert is_excluded(model, path, found[0])


def test_what_does_not_flow_into_the_contradiction_is_not_tracked() -> None:
    either = or_(eq(COPY, integer(1)), eq(COPY, integer(2)))
    model, path = chain(
        (TRUE, {X: integer(0)}), (either, {}), (not_(eq(COPY, integer(1))), {}), (eq(X, integer(1)), {})
    )
    found = refinements(model, path)
    assert [candidate.elements for candidate in found] == [((X,), (X,), (X,), ())]
    assert is_excluded(model, path, found[0])


def test_guards_are_taken_apart_only_where_that_gives_a_value() -> None:
    unequal = or_(not_(eq(X, integer(1))), not_(eq(COPY, integer(2))))
    ranges = or_(le(X, integer(0)), le(integer(5), COPY))
    assert cases((unequal, ranges)) == ((unequal, ranges),)
    assert len(cases((or_(eq(X, integer(1)), le(integer(5), COPY)),))) == 2
    assert len(cases((or_(FLAG, le(integer(5), COPY)),))) == len(cases((or_(not_(FLAG), le(integer(5), COPY)),))) == 2


def test_what_a_guard_demands_of_single_variables() -> None:
    few = or_(eq(X, integer(1)), eq(X, integer(2)))
    guard = conjunction((few, not_(eq(X, integer(1))), not_(FLAG), or_(eq(COPY, integer(1)), FLAG), le(COPY, X)))
    assert demands(guard) == {X: frozenset((1, 2)), FLAG: frozenset((False,))}
    assert demands(conjunction((few, eq(X, integer(3))))) in ({X: frozenset()}, {})


def test_refinement_listens_to_its_deadline() -> None:
    model, path = chain((TRUE, {X: integer(0)}), (eq(X, integer(1)), {}))
    analysis = ValueAnalysis(Operations(model), ALL_VALUES)
    (prefix,) = analysis.prefixes(path, FOREVER)
    with pytest.raises(SolverFailure, match="in time"):
        analysis.prefixes(path, over())
    with pytest.raises(SolverFailure, match="in time"):
        list(analysis.refinements(prefix, over()))


def test_paths_that_are_too_long_are_refused() -> None:
    model, path = chain((TRUE, {X: integer(0)}), (eq(X, integer(1)), {}))
    analysis = ValueAnalysis(Operations(model), ALL_VALUES)
    refiner = RefinementSelection(model, ((analysis,),), selection("short"))
    answer = refiner.refine(ValuePrecision.empty(), Path(path.edges[:1] * (LONGEST_PATH + 1)))
    assert isinstance(answer, Stuck) and "too long" in answer.reason

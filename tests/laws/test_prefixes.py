"""Laws of sliced prefixes, of both analyses' refinements of them, and of the choice among these."""

from __future__ import annotations

from typing import Any, Final, Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay.core.budget import FOREVER
from assay.core.evidence import Path, Trace
from assay.core.model import Edge, Location, Model
from assay.core.terms import conjunction, conjuncts
from assay.domains.predicates.domain import PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.domains.transfer import Transfer
from assay.domains.values.domain import ValueAbstraction, ValuePrecision
from assay.refine.paths.unrolling import decide
from assay.refine.selection.analyses import ALL_PREDICATES, ALL_VALUES, PredicateAnalysis, ValueAnalysis
from assay.refine.selection.domain_types import domain_types
from assay.refine.selection.heuristics import HEURISTICS, Candidate, Situation, selection
from assay.refine.selection.prefixes import PathFormula, SlicedPrefix, sliced_prefixes, some, with_guard
from assay.refine.selection.refiner import Analysis
from assay.refine.selection.value_interpolation import Operations, ValueTrail
from assay.solve.z3.solver import Z3Solver
from assay.transforms.aim import aim, error_of
from models import models

MODEST = settings(max_examples=30, database=None)
LONGEST: Final = 8
NAMES: Final = (*HEURISTICS, "good&narrow", "narrow&good", "random:5")
ANALYSES: Final = ("predicate", "value")
Kind = Literal["predicate", "value"]


@st.composite
def spurious(draw: st.DrawFn) -> tuple[Model, Path]:
    """An aimed model and an infeasible path of it from the entry to the error."""
    model = draw(models(locations=4, variables=3, inputs=1, edges=9))
    aimed = aim(model, model.properties[0]).model
    error = error_of(aimed)
    far = distances(aimed, error)
    assume(far.get(aimed.entry, LONGEST + 1) <= LONGEST)
    edges: list[Edge] = []
    place = aimed.entry
    while place != error:
        left = LONGEST - len(edges)
        edges.append(draw(st.sampled_from([e for e in aimed.leaving(place) if far.get(e.target, left) < left])))
        place = edges[-1].target
    path = Path(tuple(edges))
    assume(not isinstance(decide(aimed, path, FOREVER), Trace))
    return aimed, path


def distances(model: Model, target: Location) -> dict[Location, int]:
    """How many edges it is from each location to ``target``."""
    far = {target: 0}
    while nearer := {e.source: far[e.target] + 1 for e in model.edges if e.target in far and e.source not in far}:
        far.update(nearer)
    return far


def analysis(kind: Kind, model: Model) -> Analysis[Any]:
    if kind == "value":
        return ValueAnalysis(Operations(model), ALL_VALUES)
    return PredicateAnalysis(model, ALL_PREDICATES)


def is_feasible(kind: Kind, model: Model, edges: tuple[Edge, ...]) -> bool:
    """As the analysis sees it: afresh, without anything incremental."""
    if kind == "predicate":
        return isinstance(decide(model, Path(edges), FOREVER), Trace)
    return not sliced_prefixes(edges, ValueTrail(Operations(model), edges))


def without_reason(prefix: SlicedPrefix) -> tuple[Edge, ...]:
    last = prefix.edges[-1]
    kept = [part for part in conjuncts(last.guard) if part is not prefix.reason]
    return (*prefix.edges[:-1], with_guard(last, kept))


@pytest.mark.parametrize("kind", ANALYSES)
def test_prefixes_are_infeasible_by_their_last_condition_alone(kind: Kind) -> None:
    @MODEST
    @given(spurious())
    def law(task: tuple[Model, Path]) -> None:
        model, path = task
        prefixes = analysis(kind, model).prefixes(path, FOREVER)
        assert prefixes or kind == "value"
        for prefix in prefixes:
            assert not is_feasible(kind, model, prefix.edges)
            assert is_feasible(kind, model, without_reason(prefix))
            for sliced, original in zip(prefix.edges, path.edges, strict=False):
                assert set(conjuncts(sliced.guard)) <= set(conjuncts(original.guard))
                assert sliced.updates == original.updates
        assert [len(prefix) for prefix in prefixes] == sorted(len(prefix) for prefix in prefixes)

    law()


@MODEST
@given(spurious())
def test_one_question_a_condition_at_most(task: tuple[Model, Path]) -> None:
    model, path = task
    trail = PathFormula(model, path.edges)
    sliced_prefixes(path.edges, trail)
    assert trail.queries <= sum(len(conjuncts(edge.guard)) for edge in path.edges)


def excluded(transfer: Transfer[Any, Any], precision: Any, path: Path) -> bool:
    """Does the abstraction at ``precision`` have no states at the end of ``path``?"""
    transfer.adopt(precision)
    states = list(transfer.initial())
    for edge in path.edges:
        states = [after for state in states for after in transfer.post(edge, state)]
    return not states


@pytest.mark.parametrize("kind", ANALYSES)
@pytest.mark.parametrize("scope", ["location", "global"])
def test_every_refinement_excludes_the_whole_path(kind: Kind, scope: str) -> None:
    @MODEST
    @given(spurious())
    def law(task: tuple[Model, Path]) -> None:
        model, path = task
        refiner = analysis(kind, model)
        for prefix in refiner.prefixes(path, FOREVER):
            for candidate in refiner.refinements(prefix, FOREVER):
                if kind == "value":
                    finer: Any = refiner.extended(ValuePrecision.empty(scope), candidate)
                    transfer: Transfer[Any, Any] = ValueAbstraction(model)
                else:
                    finer = refiner.extended(Precision.empty(scope), candidate)
                    transfer = PredicateAbstraction(model, Z3Solver)
                assert excluded(transfer, finer, path)

    law()


@MODEST
@given(spurious())
def test_values_refuse_to_refine_what_they_cannot_refute(task: tuple[Model, Path]) -> None:
    model, path = task
    refiner = ValueAnalysis(Operations(model), ALL_VALUES)
    everything = ValuePrecision.empty("global").extended({place: place.variables for place in model.locations})
    assert refiner.refutes(path, FOREVER) == excluded(ValueAbstraction(model), everything, path)


def candidates(model: Model, path: Path) -> list[Candidate]:
    both: list[Analysis[Any]] = [analysis("value", model), analysis("predicate", model)]
    return [c for one in both for prefix in one.prefixes(path, FOREVER) for c in one.refinements(prefix, FOREVER)]


@MODEST
@given(spurious())
def test_the_choice_is_deterministic_and_least(task: tuple[Model, Path]) -> None:
    found, again = ([candidate for candidate in candidates(*task) if candidate.positions] for _ in range(2))
    assume(found)
    situation = Situation(domain_types(task[0]))
    for name in NAMES:
        chosen, twin = (selection(name).best(among, situation) for among in (found, again))
        assert (chosen.domain, chosen.prefix.reason, chosen.elements) == (
            twin.domain,
            twin.prefix.reason,
            twin.elements,
        ), name
        keys = [selection(name).keys(candidate, situation, number) for number, candidate in enumerate(found)]
        assert selection(name).keys(chosen, situation, found.index(chosen)) == min(keys), name


@given(st.integers(0, 30), st.integers(1, 12))
def test_of_many_prefixes_the_ends_are_kept(count: int, limit: int) -> None:
    prefixes = [SlicedPrefix((), conjunction(())) for _ in range(count)]
    kept = some(prefixes, limit)
    assert len(kept) == min(count, limit)
    assert all(any(mine is own for own in prefixes) for mine in kept)
    if count > 1 and limit > 1:
        assert kept[0] is prefixes[0] and kept[-1] is prefixes[-1]

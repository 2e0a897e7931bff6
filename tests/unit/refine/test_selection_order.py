"""How candidates are gone through: early heuristics refine no more prefixes than they need, time is kept to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Path
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Genuine, Refined, Stuck
from assay.core.terms import FALSE, TRUE, Term, eq, integer, variable
from assay.core.terms.sorts import INT
from assay.refine.selection.heuristics import Candidate, Domain, selection
from assay.refine.selection.prefixes import SlicedPrefix
from assay.refine.selection.refiner import RefinementSelection

x = variable("x", INT)
PLACES = [Location(f"l{number}", (x,)) for number in range(5)]
EDGES = tuple(Edge(f"e{i}", PLACES[i], PLACES[i + 1], eq(x, integer(i))) for i in range(4))
MODEL = Model(PLACES[0], EDGES, TRUE, (Safety("safe", {PLACES[-1]: TRUE}),))
PATH = Path(EDGES)

Found = frozenset[int]


@dataclass(frozen=True)
class Recorder:
    """An analysis over precisions that are sets of lengths; it notes which prefixes it is asked to refine."""

    lengths: tuple[int, ...]
    name: Domain = "predicate"
    fails: frozenset[int] = frozenset()
    asked: list[int] = field(default_factory=list)

    def prefixes(self, path: Path, deadline: Deadline, /) -> tuple[SlicedPrefix, ...]:
        return tuple(SlicedPrefix(path.edges[:length], TRUE) for length in self.lengths)

    def refutes(self, path: Path, deadline: Deadline, /) -> bool:
        return bool(self.lengths)

    def refinements(self, prefix: SlicedPrefix, deadline: Deadline, /) -> Iterator[Candidate]:
        length = len(prefix)
        self.asked.append(length if prefix.reason is not FALSE else 0)
        if length in self.fails and prefix.reason is not FALSE:
            raise SolverFailure(f"no refinement of length {length}")
        yield Candidate(self.name, prefix, ((x,),) * (length - 1) + ((),))

    def extended(self, precision: Found, candidate: Candidate, /) -> Found:
        return precision | {candidate.length if candidate.prefix.reason is not FALSE else 0}

    def spent(self, precision: Found, /) -> Mapping[Term, int]:
        return {x: len(precision)}


def refined(select: str, *stages: tuple[Recorder, ...], known: Found = frozenset()) -> Found:
    answer = RefinementSelection(MODEL, stages, selection(select)).refine(known, PATH)
    assert isinstance(answer, Refined), answer
    return answer.precision


@pytest.mark.parametrize(("select", "first"), [("short", 2), ("long", 4), ("short&good", 2)])
def test_early_heuristics_refine_one_prefix(select: str, first: int) -> None:
    analysis = Recorder((2, 3, 4))
    assert refined(select, (analysis,)) == {first}
    assert analysis.asked == [first]


def test_early_heuristics_go_on_where_nothing_is_new_or_found() -> None:
    analysis = Recorder((2, 3, 4), fails=frozenset({3}))
    assert refined("short", (analysis,), known=frozenset({2})) == {2, 4}
    assert analysis.asked == [2, 3, 4]


def test_others_refine_all() -> None:
    analysis = Recorder((2, 3, 4))
    assert refined("narrow", (analysis,)) == {2}
    assert analysis.asked == [2, 3, 4]


def test_a_later_stage_is_asked_only_if_the_first_has_nothing() -> None:
    values, predicates = Recorder((3,), "value"), Recorder((2,))
    assert refined("narrow", (values,), (predicates,)) == {3}
    assert not predicates.asked
    assert refined("narrow", (values,), (predicates,), known=frozenset({3})) == {2, 3}
    assert refined("narrow", (values, predicates)) == {2}
    assert refined("wide", (values, predicates)) == {3}


def test_no_heuristic_takes_the_path_as_a_whole() -> None:
    analysis = Recorder((2, 3))
    assert refined("none", (analysis,)) == {0}
    assert analysis.asked == [0]


def test_the_whole_path_is_the_last_resort() -> None:
    analysis = Recorder((2, 3), fails=frozenset({2, 3}))
    assert refined("narrow", (analysis,)) == {0}
    assert analysis.asked == [2, 3, 0]


def test_what_no_analysis_refutes_is_decided_by_the_solver() -> None:
    answer = RefinementSelection(MODEL, ((Recorder((), "value"),),), selection("good")).refine(frozenset(), PATH)
    assert isinstance(answer, Stuck) and "value analysis" in answer.reason and "predicate+value" in answer.hint
    real = Path(EDGES[:1])
    model = Model(PLACES[0], EDGES[:1], TRUE, (Safety("safe", {PLACES[1]: TRUE}),))
    answer = RefinementSelection(model, ((Recorder((), "value"),),), selection("good")).refine(frozenset(), real)
    assert isinstance(answer, Genuine) and answer.evidence.states[0] == {x: 0}

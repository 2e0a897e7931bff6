"""Refinement selection by the book: vectors R1 to R4 of sliced prefixes and heuristics, and the loop on R2."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from functools import cached_property

import pytest

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import InputError
from assay.core.evidence import Path
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Proved, Stuck
from assay.core.terms import TRUE, Term, add, eq, ge, integer, lt, not_, variable
from assay.core.terms.sorts import INT
from assay.domains.predicates.domain import PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.domains.product import Pair, ProductAbstraction, ProductPrecision
from assay.domains.values.domain import ValueAbstraction, ValuePrecision
from assay.engines.loop import rounds
from assay.explore.unfold.explorer import Unfold
from assay.explore.unfold.order import BFS
from assay.explore.unfold.value_search import ValueSearch
from assay.refine.selection.analyses import ALL_PREDICATES, ALL_VALUES, Part, PredicateAnalysis, ValueAnalysis
from assay.refine.selection.domain_types import DomainType, domain_types
from assay.refine.selection.heuristics import Candidate, Situation, score, selection
from assay.refine.selection.refiner import Analysis, RefinementSelection
from assay.refine.selection.value_interpolation import Operations
from assay.solve.interpolation.providers import PROVIDERS
from assay.solve.z3.solver import Z3Solver
from clocks import over

Operation = Term | dict[Term, Term]
"""A condition, or updates."""

a, b, f, i, k, n, x, y = (variable(name, INT) for name in "abfiknxy")
zero, one = integer(0), integer(1)


class Line:
    """A straight path of operations, one an edge, as a model of its own."""

    def __init__(
        self, operations: Sequence[Operation], types: Mapping[Term, DomainType], provider: str | None = None
    ) -> None:
        self.orders = (None if provider is None else (provider,),)
        symbols = tuple(dict.fromkeys(symbol for op in operations for symbol in _symbols(op)))
        places = [Location(f"l{number}", symbols) for number in range(len(operations) + 1)]
        edges = [
            Edge(f"e{number}", source, target, operation)
            if isinstance(operation, Term)
            else Edge(f"e{number}", source, target, TRUE, operation)
            for number, (operation, source, target) in enumerate(zip(operations, places, places[1:], strict=False))
        ]
        self.model = Model(places[0], tuple(edges), TRUE, (Safety("safe", {places[-1]: TRUE}),))
        self.path = Path(tuple(edges))
        self.situation = Situation(types)

    @cached_property
    def predicate(self) -> tuple[Candidate, ...]:
        return self._candidates(PredicateAnalysis(self.model, ALL_PREDICATES, self.orders))

    @cached_property
    def value(self) -> tuple[Candidate, ...]:
        return self._candidates(ValueAnalysis(Operations(self.model), ALL_VALUES))

    def _candidates(self, analysis: Analysis[Precision] | Analysis[ValuePrecision]) -> tuple[Candidate, ...]:
        prefixes = analysis.prefixes(self.path, FOREVER)
        return tuple(found for prefix in prefixes for found in analysis.refinements(prefix, FOREVER))

    def chosen(self, heuristic: str, candidates: Sequence[Candidate]) -> Candidate:
        return selection(heuristic).best(candidates, self.situation)

    def scores(self, candidates: Sequence[Candidate]) -> list[float]:
        return [score(candidate, self.situation) for candidate in candidates]


def _symbols(operation: Operation) -> list[Term]:
    if isinstance(operation, Term):
        return sorted(operation.free, key=lambda symbol: symbol.name)
    return [*operation, *(symbol for update in operation.values() for symbol in update.free)]


def guards(candidate: Candidate) -> list[Term]:
    return [edge.guard for edge in candidate.prefix.edges]


def per_position(candidate: Candidate) -> list[set[Term]]:
    return [set(here) for here in candidate.elements]


SINGLE = ("short", "long", "good", "bad", "narrow", "wide", "shallow", "deep")
COMBINED = ("good&narrow", "narrow&good")


# -- R1 ----------------------------------------------------------------------------------------------------------------


def test_r1_two_prefixes_for_predicates_and_the_whole_path_for_values() -> None:
    line = Line([lt(a, zero), eq(a, zero), eq(a, one)], {})
    assert [guards(candidate) for candidate in line.predicate] == [
        [lt(a, zero), eq(a, zero)],
        [lt(a, zero), TRUE, eq(a, one)],
    ]
    assert [guards(candidate) for candidate in line.value] == [[lt(a, zero), eq(a, zero), eq(a, one)]]


# -- R2: a loop that has nothing to do with the error ------------------------------------------------------------------

BOOLEAN_AND_COUNTER = {b: DomainType.BOOLEAN, i: DomainType.LOOP_COUNTER}
R2: list[Operation] = [not_(eq(b, zero)), {i: zero}, ge(i, integer(10)), eq(b, zero), not_(eq(i, integer(10)))]


@pytest.mark.parametrize("provider", [None, *PROVIDERS])
def test_r2_candidates(provider: str | None) -> None:
    """What the predicates say in words depends on the provider; strongest posts give the text of the table."""
    line = Line(R2, BOOLEAN_AND_COUNTER, provider)
    first, second = line.predicate
    assert guards(first) == [not_(eq(b, zero)), TRUE, ge(i, integer(10))]
    assert [{s for e in here for s in e.free} for here in first.elements] == [set(), {i}, set()]
    assert (line.scores([first]), first.width, first.pivot, first.length) == ([math.inf], 1, 2, 3)
    assert guards(second) == [not_(eq(b, zero)), TRUE, TRUE, eq(b, zero)]
    assert [{s for e in here for s in e.free} for here in second.elements] == [{b}, {b}, {b}, set()]
    if provider == "strongest-post":
        assert per_position(first) == [set(), {eq(i, zero)}, set()]
        assert per_position(second) == [{not_(eq(b, zero))}] * 3 + [set()]
    assert (line.scores([second]), second.width, second.pivot, second.length) == ([2], 3, 1, 4)
    (only,) = line.value
    assert guards(only) == guards(first)
    assert per_position(only) == [set(), {i}, set()]
    assert (line.scores([only]), only.width, only.pivot, only.length) == ([math.inf], 1, 2, 3)


@pytest.mark.parametrize("heuristic", SINGLE + COMBINED)
def test_r2_selection(heuristic: str) -> None:
    line = Line(R2, BOOLEAN_AND_COUNTER)
    takes_second = heuristic in ("long", "good", "wide", "shallow", "good&narrow")
    assert line.chosen(heuristic, line.predicate) is line.predicate[1 if takes_second else 0]
    both = [*line.predicate, *line.value]
    assert line.chosen(heuristic, both) is (line.predicate[1] if takes_second else line.value[0])


def program(bound: int) -> Model:
    """R2 as a program: the loop counts to ``bound``."""
    limit = integer(bound)
    place = {name: Location(name, (b, i)) for name in ("l0", "l1", "l2", "l3", "l4", "l5", "end", "error")}
    table: list[tuple[str, str, Operation]] = [
        ("l0", "l1", not_(eq(b, zero))),
        ("l0", "end", eq(b, zero)),
        ("l1", "l2", {i: zero}),
        ("l2", "l3", lt(i, limit)),
        ("l2", "l4", ge(i, limit)),
        ("l3", "l2", {i: add(i, one)}),
        ("l4", "l5", eq(b, zero)),
        ("l4", "end", not_(eq(b, zero))),
        ("l5", "error", not_(eq(i, limit))),
        ("l5", "end", eq(i, limit)),
    ]
    edges = tuple(
        Edge(f"{source}-{target}", place[source], place[target], operation)
        if isinstance(operation, Term)
        else Edge(f"{source}-{target}", place[source], place[target], TRUE, operation)
        for source, target, operation in table
    )
    return Model(place["l0"], edges, TRUE, (Safety("safe", {place["error"]: TRUE}),))


def test_r2_domain_types() -> None:
    assert domain_types(program(10)) == BOOLEAN_AND_COUNTER


VALUES: Part[ProductPrecision, ValuePrecision] = Part(lambda p: p.values, ProductPrecision.with_values)
PREDICATES: Part[ProductPrecision, Precision] = Part(lambda p: p.predicates, ProductPrecision.with_predicates)


class MergingEqualStates(ProductAbstraction):
    """Only equal states are merged: what the table counts."""

    def leq(self, left: Pair, right: Pair, /) -> bool:
        return left == right


class Loop:
    """The loop on ``program(bound)`` as in the paper: breadth-first, restart, global precision, single blocks."""

    def __init__(self, bound: int, domains: str, heuristic: str) -> None:
        model = program(bound)
        values: Analysis[ProductPrecision] = ValueAnalysis(Operations(model), VALUES)
        predicates: Analysis[ProductPrecision] = PredicateAnalysis(model, PREDICATES, guided=False, seconds_a_prefix=60)
        stages = {
            "predicate": ((predicates,),),
            "value": ((values,),),
            "value-first": ((values,), (predicates,)),
            "both": ((values, predicates),),
        }[domains]
        transfer = MergingEqualStates(ValueAbstraction(model), PredicateAbstraction(model, Z3Solver))
        explorer = Unfold(model, transfer, BFS)
        # Interpolation must not depend on what else the machine does.
        unhurried = Deadline(math.inf, time.process_time)
        refiner = RefinementSelection(model, stages, selection(heuristic), unhurried, seconds_a_path=600)
        first = ProductPrecision(ValuePrecision.empty("global"), Precision.empty("global"))
        turns = list(rounds(explorer, refiner, first))
        assert isinstance(turns[-1].end, Proved)
        self.refinements = len(turns) - 1
        self.states = sum(map(len, explorer.live().values()))


@pytest.mark.parametrize("bound", [3, 5, 10, 20])
def test_r2_good_and_narrow_needs_one_refinement(bound: int) -> None:
    for domains in ("predicate", "both"):
        loop = Loop(bound, domains, "good&narrow")
        assert (loop.refinements, loop.states) == (1, 7)


@pytest.mark.parametrize("bound", [3, 5, 10, 20])
def test_r2_narrow_and_good_unrolls_the_loop(bound: int) -> None:
    assert Loop(bound, "predicate", "narrow&good").refinements == bound + 1


@pytest.mark.parametrize("bound", [3, 5, 10, 20])
def test_r2_values_need_one_refinement_and_unroll_the_loop(bound: int) -> None:
    for heuristic in (*SINGLE, *COMBINED, "none", "random"):
        loop = Loop(bound, "value", heuristic)
        assert (loop.refinements, loop.states) == (1, 2 * bound + 7)
    first = Loop(bound, "value-first", "good&narrow")
    assert (first.refinements, first.states) == (1, 2 * bound + 7)


@pytest.mark.parametrize("bound", [3, 20])
def test_r2_the_quick_explorer_drops_the_one_state_that_another_covers(bound: int) -> None:
    model = program(bound)
    search = ValueSearch(model, ValueAbstraction(model))
    refiner = RefinementSelection(model, ((ValueAnalysis(Operations(model), ALL_VALUES),),), selection("good"))
    turns = list(rounds(search, refiner, ValuePrecision.empty("global")))
    assert isinstance(turns[-1].end, Proved)
    assert (len(turns) - 1, sum(map(len, search.live().values()))) == (1, 2 * bound + 6)


def test_the_quick_explorer_gives_up_in_good_order() -> None:
    model = program(10_000)
    tracked = ValuePrecision.empty("global").extended(dict.fromkeys(model.locations, (i,)))
    outcome = ValueSearch(model, ValueAbstraction(model), most_states=2000).explore(tracked)
    assert isinstance(outcome, Stuck) and "2000 states" in outcome.reason
    outcome = ValueSearch(model, ValueAbstraction(model), over()).explore(tracked)
    assert isinstance(outcome, Stuck) and "time" in outcome.reason


# -- R3 and R4 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("domain", ["predicate", "value"])
def test_r3(domain: str) -> None:
    operations: list[Operation] = [{x: zero}, eq(x, one), eq(x, integer(2)), {y: x}, eq(y, integer(3))]
    line = Line(operations, {x: DomainType.EQUALITY, y: DomainType.EQUALITY})
    candidates = line.predicate if domain == "predicate" else line.value
    assert [guards(candidate) for candidate in candidates] == [
        [TRUE, eq(x, one)],
        [TRUE, TRUE, eq(x, integer(2))],
        [TRUE, TRUE, TRUE, TRUE, eq(y, integer(3))],
    ]
    assert line.scores(candidates) == [4, 4, 16]
    assert [candidate.width for candidate in candidates] == [1, 2, 4]
    assert [candidate.pivot for candidate in candidates] == [1, 1, 1]
    assert line.chosen("good", candidates).length == 2


@pytest.mark.parametrize("domain", ["predicate", "value"])
@pytest.mark.parametrize("heuristic", SINGLE + COMBINED)
def test_r4(domain: str, heuristic: str) -> None:
    operations: list[Operation] = [{f: one}, {n: zero}, {k: integer(5)}, ge(n, k), eq(f, zero)]
    types = {f: DomainType.BOOLEAN, n: DomainType.LOOP_COUNTER, k: DomainType.ARITHMETIC}
    line = Line(operations, types)
    candidates = line.predicate if domain == "predicate" else line.value
    assert [candidate.length for candidate in candidates] == [4, 5]
    assert line.scores(candidates) == [math.inf, 2]
    assert [candidate.width for candidate in candidates] == [2, 4]
    assert [candidate.pivot for candidate in candidates] == [2, 1]
    longer = heuristic in ("long", "good", "wide", "shallow", "good&narrow")
    assert line.chosen(heuristic, candidates).length == (5 if longer else 4)


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["better", "good&better", "good:3", "random:x", "", "none@providers"])
def test_unknown_heuristics_are_answered_with_the_known_ones(text: str) -> None:
    with pytest.raises(InputError, match=r"no refinement heuristic is called .*good.*narrow.*random"):
        selection(text)


def test_spelling() -> None:
    assert selection("none").heuristics == ()
    assert [h.name for h in selection("good & narrow").heuristics] == ["good", "narrow"]
    assert (selection("random:7").seed, selection("random").seed) == (7, 0)
    assert selection("good@providers").every_provider

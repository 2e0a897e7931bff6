"""Unfolding by the book: hand-checked runs S1 to S4 of subsumer-first exploration, and each rule by itself."""

from __future__ import annotations

import pytest

from assay.core.events import Event, Explored, Progress
from assay.core.model import Location, Model, Safety
from assay.core.roles import Alarm, Proved, Stuck
from assay.core.terms import FALSE, TRUE, variable
from assay.core.terms.sorts import BOOL
from assay.explore.unfold import explorer as unfold
from assay.explore.unfold.explorer import Options, Unfold
from assay.explore.unfold.order import (
    BFS,
    DFS,
    ORDERS,
    SCC_SUBSUMER_FIRST,
    SUBSUMER_FIRST,
    Order,
    at_the_end,
)
from clocks import over
from set_systems import Run, System, chain, comb, same, self_loop

SKIP = Options(debug=True)
LITERAL = Options(skip_pruned=False, debug=True)
ABORT = Options(abort_pruned=True, debug=True)

# -- S1: a chain that a thin branch reaches before a thick one ---------------------------------------------------------

THIN_FIRST = "S:01 L1:0 A1:01 L2:0 A2:01 L3:0 L1:01 L4:0 L2:01 L5:0 L3:01 L6:0 L4:01 L5:01 L6:01"


@pytest.mark.parametrize(
    ("order", "options", "expected"),
    [
        (BFS, SKIP, THIN_FIRST),
        (BFS, LITERAL, THIN_FIRST),
        (SUBSUMER_FIRST, SKIP, "S:01 L1:0 A1:01 L2:0 A2:01 L1:01 L2:01 L3:01 L4:01 L5:01 L6:01"),
        (SUBSUMER_FIRST, LITERAL, "S:01 L1:0 A1:01 L2:0 A2:01 L1:01 L2:01 L3:01 L3:0 L4:01 L5:01 L6:01"),
    ],
)
def test_chain(order: Order, options: Options, expected: str) -> None:
    assert " ".join(Run(chain(6), order, options).expanded) == expected


def test_chain_counters() -> None:
    totals = Run(chain(6), SUBSUMER_FIRST, SKIP).totals
    assert (totals.generated, totals.pruned, totals.skipped, totals.front_inserts, totals.states) == (11, 3, 1, 3, 12)
    assert (totals.expansions, totals.covered, totals.max_queue) == (11, 0, 2)


@pytest.mark.parametrize("length", [3, 4, 6, 20, 100])
def test_chain_of_any_length(length: int) -> None:
    assert Run(chain(length), BFS).totals.expansions == 2 * length + 3
    assert Run(chain(length), SUBSUMER_FIRST).totals.expansions == length + 5


# -- S2: the chain with dead ends --------------------------------------------------------------------------------------


def test_comb() -> None:
    assert Run(comb(6), BFS, SKIP).totals.expansions == 27
    assert Run(comb(6), SUBSUMER_FIRST, LITERAL).totals.expansions == 20
    expected = "S:01 L1:0 A1:01 L2:0 M1:0 A2:01 L1:01 L2:01 L3:01 M2:01 M1:01 L4:01 M3:01 L5:01 M4:01 L6:01 M5:01 M6:01"
    assert " ".join(Run(comb(6), SUBSUMER_FIRST, SKIP).expanded) == expected


@pytest.mark.parametrize(("length", "breadth", "subsumer"), [(20, 83, 46), (100, 403, 206)])
def test_comb_of_any_length(length: int, breadth: int, subsumer: int) -> None:
    assert Run(comb(length), BFS).totals.expansions == breadth
    assert Run(comb(length), SUBSUMER_FIRST).totals.expansions == subsumer


# -- S3: a cyclic child relation ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "options", "expansions", "generated"),
    [
        (BFS, LITERAL, 9, 9),
        (BFS, SKIP, 6, 9),
        (SUBSUMER_FIRST, LITERAL, 9, 9),
        (SUBSUMER_FIRST, SKIP, 6, 9),
        (SUBSUMER_FIRST, ABORT, 6, 6),
    ],
)
def test_self_loop(order: Order, options: Options, expansions: int, generated: int) -> None:
    totals = Run(self_loop(4), order, options).totals
    assert (totals.expansions, totals.generated) == (expansions, generated)


def test_self_loop_literal_order() -> None:
    run = Run(self_loop(4), SUBSUMER_FIRST, LITERAL)
    assert " ".join(run.expanded) == "S: L:0 L:01 L:012 L:0123 X:0123 X:012 X:01 X:0"


# -- S4: counterexamples are not minimal -------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "path"), [(BFS, "t1 c1 c2 c3 c4 c5"), (SUBSUMER_FIRST, "t2 t3 t4 c1 c2 c3 c4 c5")])
def test_counterexample(order: Order, path: str) -> None:
    run = Run(chain(6), order, SKIP, error="L6")
    assert isinstance(run.outcome, Alarm)
    assert " ".join(edge.name for edge in run.outcome.evidence.edges) == path
    assert run.totals.expansions == 10


# -- the rules ---------------------------------------------------------------------------------------------------------


def test_a_state_equal_to_a_live_one_is_covered_and_prunes_nothing() -> None:
    """Rule a: the covered test comes first and includes equality."""
    system = System("S", frozenset({0}), (("a", "S", "L", same), ("b", "S", "L", same)))
    totals = Run(system, SUBSUMER_FIRST, SKIP).totals
    assert (totals.covered, totals.pruned, totals.states) == (1, 0, 2)


def test_a_pruned_node_is_skipped_or_expanded_once() -> None:
    """Rule b: a pruned node stays queued as a position; whether it is expanded is an option."""
    grows = System("S", frozenset({0, 1}), (("a", "S", "L", lambda s: s & {0}), ("b", "S", "L", same)))
    assert Run(grows, BFS, SKIP).expanded == ["S:01", "L:01"]
    assert Run(grows, BFS, SKIP).totals.skipped == 1
    assert Run(grows, BFS, LITERAL).expanded == ["S:01", "L:0", "L:01"]


def test_the_node_under_expansion_may_be_pruned() -> None:
    """Rule e: by default its expansion is finished; with the option the rest is left to its heir."""
    assert Run(self_loop(2), SUBSUMER_FIRST, SKIP).totals.generated == 5
    assert Run(self_loop(2), SUBSUMER_FIRST, ABORT).totals.generated == 4


def test_an_error_is_found_when_generated() -> None:
    system = System("S", frozenset({0}), (("a", "S", "E", same), ("b", "S", "L", same)))
    run = Run(system, BFS, SKIP, error="E")
    assert isinstance(run.outcome, Alarm)
    assert (run.totals.expansions, run.totals.generated) == (1, 1)


@pytest.mark.parametrize("options", [SKIP, Options("lazy", debug=True)])
def test_an_error_at_the_entry_has_the_empty_path(options: Options) -> None:
    """And it stays an error, however often one asks."""
    system = System("S", frozenset({0}), ())
    explorer = Unfold(system.model("S"), system.transfer(), BFS, options)
    for _ in range(2):
        outcome = explorer.explore(None)
        assert isinstance(outcome, Alarm)
        assert outcome.evidence.edges == ()


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_without_error_the_outcome_is_a_proof(order: Order) -> None:
    run = Run(comb(6), order, SKIP)
    assert isinstance(run.outcome, Proved)
    assert {place.name for place in run.outcome.evidence.invariant} == set(run.antichain)


# -- lanes -------------------------------------------------------------------------------------------------------------


def test_components_first_beats_subsumer_first_on_the_chain() -> None:
    """Whatever leads into a component is known before the component is explored."""
    run = Run(chain(6), SCC_SUBSUMER_FIRST, SKIP)
    assert " ".join(run.expanded) == "S:01 A1:01 A2:01 L1:01 L2:01 L3:01 L4:01 L5:01 L6:01"


def test_an_order_of_ones_own() -> None:
    """Lanes by distance, read off the location's name: thick states first."""
    thick_first = Order("thick", at_the_end, lanes=lambda model: lambda place: 0 if place.name.startswith("A") else 1)
    run = Run(chain(6), thick_first, SKIP)
    assert run.expanded[:4] == ["S:01", "A1:01", "A2:01", "L1:01"]
    assert run.totals.expansions == 9


def test_depth_first_takes_the_newest() -> None:
    assert Run(comb(3), DFS, SKIP).expanded[:3] == ["S:01", "A1:01", "A2:01"]


# -- events, limits, requirements --------------------------------------------------------------------------------------


def test_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfold, "PROGRESS_SECONDS", -1.0)
    heard: list[Event] = []
    system = chain(6)
    explorer = Unfold(system.model("L6"), system.transfer(), SUBSUMER_FIRST, announce=heard.append)
    explorer.explore(None)
    assert all(isinstance(event, Progress) for event in heard[:-1]) and len(heard) > 2
    last = heard[-1]
    assert isinstance(last, Explored)
    assert last.outcome == "alarm"
    assert last.counters["expansions"] == 10
    assert last.counters["path_length"] == 8


def test_out_of_time() -> None:
    system = chain(6)
    explorer = Unfold(system.model(), system.transfer(), BFS, deadline=over())
    assert isinstance(explorer.explore(None), Stuck)


def test_restart_forgets_nodes_and_keeps_totals() -> None:
    system = chain(6)
    explorer = Unfold(system.model(), system.transfer(), BFS)
    explorer.explore(None)
    explorer.explore(None)
    assert explorer.totals.expansions == 30
    assert sum(map(len, explorer.live().values())) == 9


def test_the_error_must_be_a_location() -> None:
    place = Location("l", (variable("b", BOOL),))
    system = chain(3)
    for bad in ({place: variable("b", BOOL)},):
        with pytest.raises(ValueError, match="aim"):
            Unfold(Model(place, (), TRUE, (Safety("s", bad),)), system.transfer())
    with pytest.raises(ValueError, match="one property"):
        Unfold(Model(place, (), TRUE, ()), system.transfer())
    Unfold(Model(place, (), TRUE, (Safety("s", {place: FALSE}),)), system.transfer())

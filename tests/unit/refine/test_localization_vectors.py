"""Five small circuits on which every number is known: refinements, visible latches, depth, traversals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from assay.core.circuit import Circuit, Gates, Latch
from assay.core.circuit_answers import Run, simulate, truth
from assay.core.events import Event, Progress
from assay.core.evidence import StateTable, Trace
from assay.core.roles import Alarm, Genuine, Proved, Stuck
from assay.domains.localization import AbstractPath, BadStates, Latches, Localization, Visible
from assay.engines.loop import rounds
from assay.explore.circuit.localized import LassoExplorer, RingExplorer
from assay.refine.localization.lassos_bdd import (
    AbstractLoop,
    Closed,
    LoopReconstruction,
    Open,
    close_at_once,
    close_by_fixpoint,
    lasso_of,
)
from assay.refine.localization.paths_bdd import (
    Backtracking,
    Follow,
    Followed,
    LayeredReconstruction,
    follow_all,
    follow_backtracking,
    follow_relaxing,
)
from assay.refine.localization.separation import Failure, Rank, fewest_free, separating

FOLLOWS: Mapping[str, Follow] = {
    "layer1": follow_relaxing,
    "layer2": follow_backtracking,
    "layer2 with single states": Backtracking(1),
    "clarke": follow_all,
}


@dataclass
class Design:
    """A circuit under construction: latches and inputs by name."""

    gates: Gates = field(default_factory=Gates)
    names: dict[str, int] = field(default_factory=dict)
    resets: dict[str, int | None] = field(default_factory=dict)
    nexts: dict[str, int] = field(default_factory=dict)

    def latches(self, **resets: int | None) -> list[int]:
        self.resets.update(resets)
        for name in resets:
            self.names[name] = self.gates.leaf()
        return [self.names[name] for name in resets]

    def input(self, name: str) -> int:
        self.names[name] = self.gates.leaf()
        return self.names[name]

    def counter(self, prefix: str, width: int, enable: int = 1) -> list[int]:
        bits = self.latches(**{f"{prefix}{k}": 0 for k in range(width)})
        for k, bit in enumerate(bits):
            self.nexts[f"{prefix}{k}"] = self.gates.differ(bit, self.gates.all_of([enable, *bits[:k]]))
        return bits

    def circuit(self, bad: int = 0, constraints: tuple[int, ...] = ()) -> Circuit:
        gates, names = self.gates, self.names
        rows = tuple(Latch(names[name] >> 1, self.nexts[name], reset) for name, reset in self.resets.items())
        inputs = tuple(literal >> 1 for name, literal in names.items() if name not in self.resets)
        return Circuit(gates.left, gates.right, inputs, rows, 1, constraints, (bad,))

    def nodes(self, *names: str) -> Latches:
        return frozenset(self.names[name] >> 1 for name in names)


@dataclass
class Outcome:
    end: Proved[StateTable] | Genuine[Trace] | Stuck
    refinements: int
    visible: Latches
    depth: int
    runs: list[Run]


def lifter(circuit: Circuit, runs: list[Run]) -> Callable[..., Trace]:
    """Records the run after it has replayed."""

    def lift(initial: Mapping[int, int], inputs: Sequence[Mapping[int, int]], loop: int | None) -> Trace:
        runs.append(Run(initial, tuple(inputs), loop))
        return Trace((), (), ())

    return lift


def largest_free(localization: Localization, visible: Latches) -> Rank:
    """The opposite of the tie-break in use."""
    return lambda more: -localization.supports.frees(visible | more)


def localize(design: Design, circuit: Circuit, method: str, rank: Callable[..., Rank] = fewest_free) -> Outcome:
    local = Localization(circuit)
    bad = BadStates(circuit.bads)
    runs: list[Run] = []
    explorer = RingExplorer(local, bad)
    refiner = LayeredReconstruction(
        local, bad, lifter(circuit, runs), FOLLOWS[method], layered=method != "clarke", rank=rank
    )
    first = Visible(local.supports.leaves(circuit.bads[0]) & local.supports.latches)
    turns = list(rounds(explorer, refiner, first))
    assert turns[-1].end is not None
    return Outcome(turns[-1].end, len(turns) - 1, turns[-1].precision.latches, explorer.depth, runs)


def complementary() -> tuple[Design, Circuit]:
    design = Design()
    p, q = design.latches(p=0, q=1)
    top = design.counter("c", 20)[-1]
    design.nexts.update(p=top, q=top ^ 1)
    return design, design.circuit(design.gates.both(p, q))


@pytest.mark.parametrize("method", FOLLOWS)
def test_two_of_22_latches_suffice_without_refinement(method: str) -> None:
    design, circuit = complementary()
    outcome = localize(design, circuit, method)
    assert isinstance(outcome.end, Proved)
    assert (outcome.refinements, outcome.visible, outcome.depth) == (0, design.nodes("p", "q"), 1)


def ring() -> tuple[Design, Circuit]:
    design = Design()
    gates = design.gates
    t0, t1, t2 = design.latches(t0=1, t1=0, t2=0)
    move = design.counter("c", 5, design.input("en"))[-1]
    design.nexts.update(t0=gates.choose(move, t2, t0), t1=gates.choose(move, t0, t1), t2=gates.choose(move, t1, t2))
    return design, design.circuit(gates.both(t0, t1))


@pytest.mark.parametrize("method", FOLLOWS)
def test_the_tie_break_closes_a_ring_of_tokens(method: str) -> None:
    design, circuit = ring()
    outcome = localize(design, circuit, method)
    assert isinstance(outcome.end, Proved)
    assert (outcome.refinements, outcome.visible, outcome.depth) == (1, design.nodes("t0", "t1", "t2"), 2)


@pytest.mark.parametrize("method", FOLLOWS)
def test_without_the_tie_break_the_ring_needs_the_whole_counter(method: str) -> None:
    design, circuit = ring()
    outcome = localize(design, circuit, method, largest_free)
    assert isinstance(outcome.end, Proved)
    assert (outcome.refinements, len(outcome.visible), outcome.depth) == (6, 8, 48)


def test_the_first_path_through_the_ring_is_one_step_long() -> None:
    design, circuit = ring()
    local = Localization(circuit)
    alarm = RingExplorer(local, BadStates(circuit.bads)).explore(Visible(design.nodes("t0", "t1")))
    assert isinstance(alarm, Alarm) and len(alarm.evidence.steps) == 1


def rare_error() -> tuple[Design, Circuit]:
    design = Design()
    gates = design.gates
    (err,) = design.latches(err=0)
    x = design.input("x")
    c0, c1, c2, c3 = design.counter("c", 4)
    design.counter("z", 12)
    design.nexts.update(err=gates.either(err, gates.all_of([x, c0, c1 ^ 1, c2, c3 ^ 1])))
    return design, design.circuit(err)


@pytest.mark.parametrize("method", FOLLOWS)
def test_a_real_error_after_six_steps(method: str) -> None:
    design, circuit = rare_error()
    outcome = localize(design, circuit, method)
    assert isinstance(outcome.end, Genuine)
    (run,) = outcome.runs
    steps = simulate(circuit, run)
    assert len(steps) == 7 and truth(steps[-1], circuit.bads[0])
    assert (outcome.refinements, outcome.visible) == (3, design.nodes("err", "c0", "c1", "c2"))
    closed = list(Localization(circuit).supports.layers(Visible(design.nodes("err"))))[-1]
    assert len(closed) == 5


# -- lassos ------------------------------------------------------------------------------------------------------------


def cycling() -> tuple[Design, Circuit]:
    """GF p fails: p can stay false while c goes around 00, 01, 10."""
    design = Design()
    gates = design.gates
    p, c0, c1 = design.latches(p=0, c0=0, c1=0)
    x = design.input("x")
    design.nexts.update(
        p=gates.either(p, gates.all_of([x, c1, c0 ^ 1])),
        c0=gates.both(c0 ^ 1, c1 ^ 1),
        c1=gates.both(c0, c1 ^ 1),
    )
    return design, design.circuit(constraints=(p ^ 1,))


def first_lasso(design: Design, circuit: Circuit) -> tuple[Localization, AbstractPath]:
    local = Localization(circuit)
    alarm = LassoExplorer(local).explore(Visible(design.nodes("p")))
    assert isinstance(alarm, Alarm)
    return local, alarm.evidence


def test_the_abstract_loop_is_one_step_that_needs_three_traversals() -> None:
    design, circuit = cycling()
    local, path = first_lasso(design, circuit)
    assert (path.loop, len(path.steps)) == (0, 1)
    loop = AbstractLoop(local, path, design.nodes("p"), design.nodes("p", "c0", "c1"))
    closed = close_by_fixpoint(loop, local.diagrams.true)
    assert isinstance(closed, Closed)
    assert (closed.least, closed.greatest) == (3, 1)
    lasso = lasso_of(loop, closed)
    assert (lasso.traversals, len(lasso.inputs) - lasso.loop) == (3, 3)
    assert isinstance(close_at_once(loop, local.diagrams.true), Open)


@pytest.mark.parametrize(
    ("close", "refinements", "names"), [(close_by_fixpoint, 0, "p"), (close_at_once, 2, "p c0 c1")]
)
def test_loops(close: Callable[..., Closed | Open], refinements: int, names: str) -> None:
    design, circuit = cycling()
    local = Localization(circuit)
    runs: list[Run] = []
    explorer = LassoExplorer(local)
    refiner = LoopReconstruction(local, lifter(circuit, runs), close)
    turns = list(rounds(explorer, refiner, Visible(design.nodes("p"))))
    assert isinstance(turns[-1].end, Genuine)
    assert (len(turns) - 1, turns[-1].precision.latches) == (refinements, design.nodes(*names.split()))
    (run,) = runs
    assert run.loop is not None
    steps = simulate(circuit, Run(run.initial, (*run.inputs, run.inputs[run.loop])))
    latches = [latch.node for latch in circuit.latches]
    assert [steps[-1][node] for node in latches] == [steps[run.loop][node] for node in latches]
    assert not any(values[design.names["p"] >> 1] for values in steps)


# -- backtracking ------------------------------------------------------------------------------------------------------


def chosen_at_the_start() -> tuple[Design, Circuit]:
    design = Design()
    v, t, a = design.latches(v=0, t=0, a=None)
    design.nexts.update(v=design.gates.both(a, t), t=1, a=a)
    return design, design.circuit(design.gates.both(v, t))


def forced_path(design: Design, local: Localization) -> list[object]:
    """The abstract path on which the model checker chose a = 0 at first."""
    v, t, a = (next(iter(design.nodes(name))) for name in "vta")
    return [local.cube({v: 0, t: 0, a: 0}), local.cube({v: 0, t: 1, a: 1}), local.cube({v: 1, t: 1})]


def test_relaxing_misses_what_backtracking_finds() -> None:
    design, circuit = chosen_at_the_start()
    local = Localization(circuit)
    path, visible, inside = forced_path(design, local), design.nodes("v", "t"), design.nodes("v", "t", "a")
    aim = local.aim(BadStates(circuit.bads), inside)
    failure = follow_relaxing(local, path, visible, inside, aim)
    assert isinstance(failure, Failure) and failure.index == 1
    separation = separating(local, failure, visible, fewest_free(local, visible))
    assert separation is not None
    assert (separation.latches, separation.rule) == (design.nodes("a"), "dead2")
    followed = follow_backtracking(local, path, visible, inside, aim)
    assert isinstance(followed, Followed)
    assert (followed.backtracks, followed.forward) == (1, 3)
    values = [local.space(inside).pick(states)[0] for states in followed.sets]
    order = [next(iter(design.nodes(name))) for name in "atv"]
    assert [[state[node] for node in order] for state in values] == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]


def test_what_it_took_to_follow_a_layer_and_to_close_a_loop_is_announced() -> None:
    heard: list[Event] = []
    design, circuit = chosen_at_the_start()
    local = Localization(circuit)
    v, t, a = (next(iter(design.nodes(name))) for name in "vta")
    path = AbstractPath(({v: 0, t: 0, a: 0}, {v: 0, t: 1, a: 1}), local.cube({v: 1, t: 1}))
    follow = FOLLOWS["layer2"]
    refiner = LayeredReconstruction(local, BadStates(circuit.bads), lifter(circuit, []), follow, announce=heard.append)
    refiner.refine(Visible(design.nodes("v", "t")), path)
    assert Progress({"followed": 3, "backtracks": 1, "relaxed": 0}) in heard
    design, circuit = cycling()
    local, path = first_lasso(design, circuit)
    LoopReconstruction(local, lifter(circuit, []), announce=heard.append).refine(Visible(design.nodes("p")), path)
    assert Progress({"least_rounds": 3, "greatest_rounds": 1}) in heard


@pytest.mark.parametrize("method", FOLLOWS)
def test_the_error_that_depends_on_a_free_initial_value(method: str) -> None:
    design, circuit = chosen_at_the_start()
    outcome = localize(design, circuit, method)
    assert isinstance(outcome.end, Genuine)
    assert outcome.depth == 2
    assert outcome.refinements == (1 if method == "layer1" else 0)

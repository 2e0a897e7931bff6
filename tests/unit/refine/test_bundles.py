"""All shortest abstract runs at once: what one refinement excludes, and who refines where that is too hard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.core.budget import Deadline
from assay.core.circuit import Circuit, Gates, Latch
from assay.core.evidence import StateTable, Trace
from assay.core.roles import Alarm, Genuine, Proved, Refined, Stuck
from assay.domains.localization import AbstractPath, BadStates, Latches, Localization, Visible
from assay.engines.loop import rounds
from assay.explore.circuit.localized import RingExplorer
from assay.refine.localization.bundles import BundledReconstruction, bundle
from assay.refine.localization.paths_sat import GuardedSteps
from assay.solve.sat import SatSolver


def ways(number: int) -> tuple[Circuit, list[int]]:
    """An error behind so many doors, any of which is enough; each door has a latch that never opens it."""
    gates = Gates()
    error = gates.leaf()
    doors = [gates.leaf() for _ in range(number)]
    keys = [gates.leaf() for _ in range(number)]
    passed = gates.any_of([gates.both(door, key) for door, key in zip(doors, keys, strict=True)])
    rows = [Latch(error >> 1, gates.either(error, passed), 0)]
    rows += [Latch(door >> 1, door, 0) for door in doors]
    rows += [Latch(key >> 1, key ^ 1, 0) for key in keys]
    return Circuit(gates.left, gates.right, (), tuple(rows), 1, (), (error,)), [door >> 1 for door in doors]


class Other:
    """A refiner that says that it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def refine(self, precision: Visible, evidence: AbstractPath, /) -> Genuine[Trace] | Refined[Visible] | Stuck:
        self.asked += 1
        return Stuck("asked")


def lift(initial: Mapping[int, int], inputs: Sequence[Mapping[int, int]], loop: int | None) -> Trace:
    return Trace((), (), ())


def searched(circuit: Circuit) -> tuple[Localization, RingExplorer, Other, BundledReconstruction, Visible]:
    local, bad, other = Localization(circuit), BadStates(circuit.bads), Other()
    refiner = BundledReconstruction(local, bad, lift, other, GuardedSteps(circuit))
    first: Latches = local.supports.leaves(circuit.bads[0]) & local.supports.latches
    return local, RingExplorer(local, bad), other, refiner, Visible(first)


def test_one_refinement_closes_all_doors() -> None:
    circuit, doors = ways(5)
    _, explorer, other, refiner, first = searched(circuit)
    turns = list(rounds(explorer, refiner, first))
    assert isinstance(turns[-1].end, Proved) and isinstance(turns[-1].end.evidence, StateTable)
    assert len(turns) == 2 and other.asked == 0
    assert turns[-1].precision.latches == first.latches.union(doors)


def test_no_abstract_run_of_the_same_length_is_left() -> None:
    """A token goes round a ring of seven, one step each time; the error needs it at two places at once."""
    gates = Gates()
    ring = [gates.leaf() for _ in range(7)]
    rows = tuple(Latch(ring[k] >> 1, ring[k - 1], int(k == 0)) for k in range(7))
    circuit = Circuit(gates.left, gates.right, (), rows, 1, (), (gates.both(ring[0], ring[3]),))
    _, explorer, _, refiner, precision = searched(circuit)
    depth = -1
    while True:
        match explorer.explore(precision):
            case Alarm(alarm):
                assert len(alarm.rings) - 1 > depth
                depth = len(alarm.rings) - 1
                answer = refiner.refine(precision, alarm)
                assert isinstance(answer, Refined)
                precision = answer.precision
            case end:
                assert isinstance(end, Proved)
                return


def test_the_bundle_has_the_states_of_shortest_runs_alone() -> None:
    gates = Gates()
    a, b, x = gates.leaf(), gates.leaf(), gates.leaf()
    # a follows b, b follows x: the error a is two steps away, by b alone.
    rows = (Latch(a >> 1, b, 0), Latch(b >> 1, x, 0))
    circuit = Circuit(gates.left, gates.right, (x >> 1,), rows, 1, (), (a,))
    local, explorer, _, refiner, _ = searched(circuit)
    every = Visible(local.supports.latches)
    alarm = explorer.explore(every)
    assert isinstance(alarm, Alarm)
    sets = bundle(local, every.latches, alarm.evidence)
    states = [local.cube({a >> 1: 0, b >> 1: 0}), local.cube({a >> 1: 0, b >> 1: 1}), local.cube({a >> 1: 1})]
    assert [left & ~right == local.diagrams.false for left, right in zip(sets, states, strict=True)] == [True] * 3
    assert isinstance(refiner.refine(every, alarm.evidence), Genuine)


def test_what_is_too_hard_is_left_to_another() -> None:
    class Hard(SatSolver):
        def solve_within(self, deadline: Deadline, assumptions: Sequence[int] = (), conflicts: int = 0) -> bool | None:
            assert conflicts > 0
            return None

    circuit, _ = ways(2)
    _, explorer, other, refiner, first = searched(circuit)
    refiner.steps.sat = Hard()
    alarm = explorer.explore(first)
    assert isinstance(alarm, Alarm)
    assert refiner.refine(first, alarm.evidence) == Stuck("asked") and other.asked == 1

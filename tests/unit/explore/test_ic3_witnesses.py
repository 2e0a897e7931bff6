"""What IC3 knows without a query about cubes that cannot be pushed: exactly what a query would say."""

from __future__ import annotations

import pytest

from assay.core.circuit_answers import Run
from assay.explore.circuit.ic3.clauses import Frames
from assay.explore.circuit.ic3.cones import Cones, WideGates
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.ic3.witnesses import MOST_LOOKED_AT, Witness, Witnesses
from hardware import counter, three_latches
from unchecked import first


@pytest.mark.parametrize(("last", "bad"), [(20, 45), (37, 60), (44, 63), (40, 41), (30, 28), (33, 33)])
def test_a_cube_stays_exactly_if_a_step_enters_it(monkeypatch: pytest.MonkeyPatch, last: int, bad: int) -> None:
    advance, spared = Frames._advance, []

    def compared(frames: Frames, cube: frozenset[int], number: int) -> None:
        entered = frames.solver(number).unreached(sorted(cube), outside=False) is None
        queries = frames.queries
        advance(frames, cube, number)
        assert (cube in frames._cubes[number]) == entered
        spared.append(frames.queries == queries)

    monkeypatch.setattr(Frames, "_advance", compared)
    circuit = counter(6, last, bad)
    assert isinstance(first(Ic3(circuit, circuit.bads[0])), Run) == (bad <= last)
    assert any(spared) and not all(spared)


def test_a_witness_lasts_until_its_frame_loses_a_cube_that_may_contain_it() -> None:
    circuit, (a, b, c) = three_latches()
    witnesses, cones = Witnesses(circuit), Cones(WideGates(circuit))
    # Of the third latch the solver knows nothing.
    assert cones.sat.solve([cones.literal(a), cones.literal(b ^ 1)])
    witness: Witness | None = witnesses.found(cones)
    assert witness is not None
    for cube, level in (([a ^ 1, b ^ 1], 5), ([b], 2), ([b, c], 9), ([a, b ^ 1], 1)):
        witnesses.exclude(cube, level)
    still = witnesses.remaining(witness, 2)
    assert still == Witness(witness.false, 4)
    assert witnesses.remaining(witness, 1) is None
    witnesses.exclude([a, c], 2)
    assert witnesses.remaining(still, 2) is None and witnesses.remaining(still, 3) is not None
    cones.sat.close()


def test_of_many_excluded_cubes_a_query_is_the_quicker_judge() -> None:
    circuit, (a, _, _) = three_latches()
    witnesses = Witnesses(circuit)
    witness = Witness(false=1, seen=0)
    for _ in range(MOST_LOOKED_AT):
        witnesses.exclude([a], 1)
    assert witnesses.remaining(witness, 1) is not None
    witnesses.exclude([a], 1)
    assert witnesses.remaining(witness, 1) is None

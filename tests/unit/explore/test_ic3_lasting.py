"""Cubes that last: the largest set that is inductive, and searches that find some on the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.budget import FOREVER
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Invariant, Run
from assay.explore.circuit.ic3 import clauses, generalise, lasting
from assay.explore.circuit.ic3.clauses import Clock, Frames
from assay.explore.circuit.ic3.cones import WideGates
from assay.explore.circuit.ic3.justify import Justification
from assay.explore.circuit.ic3.lasting import lasting as found_lasting
from assay.explore.circuit.ic3.search import Ic3
from assay.frontends.hardware.aiger import read_circuit
from assay.solve.sat import ConeSolver
from hardware import Aig, counter, machines, three_latches
from health import ONE_FOLDER
from unchecked import first

Cubes = list[list[int]]


def inductive_part(circuit: Circuit, known: Cubes, cubes: Cubes) -> list[int]:
    """By leaving out one at a time, each time with a solver of its own."""
    nexts = {latch.node: latch.next for latch in circuit.latches}
    staying = list(range(len(cubes)))
    changed = True
    while changed:
        changed = False
        for number in staying:
            cones = ConeSolver(circuit)
            for cube in (*known, *(cubes[other] for other in staying)):
                cones.sat.add([-literal for literal in cones.literals(cube)])
            cones.sat.add([cones.literal(1)])
            entered = [nexts[literal >> 1] ^ (literal & 1) for literal in cubes[number]]
            if cones.sat.solve(cones.literals([*circuit.constraints, *entered])):
                staying.remove(number)
                changed = True
                break
    return staying


@settings(max_examples=60, suppress_health_check=ONE_FOLDER)
@given(machines(most_latches=5), st.data())
def test_the_largest_inductive_set_is_found(tmp_path: Path, aig: Aig, data: st.DataObject) -> None:
    circuit = read_circuit(aig.write(tmp_path / "x.aag"))
    nodes = [latch.node for latch in circuit.latches]
    cube = st.lists(st.sampled_from(nodes), min_size=1, max_size=3, unique=True).flatmap(
        lambda chosen: st.tuples(*(st.sampled_from((2 * node, 2 * node + 1)) for node in chosen)).map(list)
    )
    cubes = data.draw(st.lists(cube, max_size=8))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lasting, "QUERIES", 100)
        last = found_lasting(WideGates(circuit), [], cubes, FOREVER)
        assert sorted(last) == inductive_part(circuit, [], cubes)
        known = [cubes[number] for number in last[:1]] if len(last) == 1 else []
        rest = [other for other in cubes if other not in known]
        assert sorted(found_lasting(WideGates(circuit), known, rest, FOREVER)) == inductive_part(circuit, known, rest)


def test_it_is_given_up_where_most_fall() -> None:
    circuit = counter(6, 40, 50)
    state = [2 * latch.node for latch in circuit.latches]
    at = [[bit ^ (number >> k & 1 ^ 1) for k, bit in enumerate(state)] for number in range(64)]
    lost, kept = at[1:41], at[41:]
    assert len(found_lasting(WideGates(circuit), [], kept, FOREVER)) == len(kept)
    # Each number is entered from the one before, so that one falls after the other, and some are asked about again.
    assert found_lasting(WideGates(circuit), [], lost, FOREVER) == []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lasting, "QUERIES", 0.5)
        assert found_lasting(WideGates(circuit), [], kept, FOREVER) == []


def test_what_is_known_to_last_helps() -> None:
    circuit = counter(6, 40, 50)
    state = [2 * latch.node for latch in circuit.latches]
    at = [[bit ^ (number >> k & 1 ^ 1) for k, bit in enumerate(state)] for number in range(64)]
    assert found_lasting(WideGates(circuit), at[41:50], at[50:51], FOREVER) == [0]
    assert found_lasting(WideGates(circuit), at[41:49], at[50:51], FOREVER) == []


def test_what_lasts_is_excluded_from_later_frames_and_part_of_the_invariant() -> None:
    circuit, (a, b, _) = three_latches()
    frames = Frames(WideGates(circuit), Clock())
    for _ in range(3):
        frames.extend()
    frames.exclude([a, b], 2)
    frames._settle()
    assert frames.clauses == 1 and frames.excluded([a, b], 1) == 2
    frames.extend()
    solver = frames.solver(3)
    assert not solver.cones.sat.solve(solver.cones.literals([a, b]))
    assert frames.propagate(2) == Invariant(((a ^ 1, b ^ 1),))
    frames.close()


@pytest.mark.parametrize(("last", "bad"), [(20, 45), (37, 60), (44, 63), (40, 41), (30, 28), (33, 33)])
def test_a_search_that_looks_for_them_at_every_frame(monkeypatch: pytest.MonkeyPatch, last: int, bad: int) -> None:
    monkeypatch.setattr(clauses, "FIRST_LASTING", 1)
    monkeypatch.setattr(clauses, "NEXT_LASTING", 1)
    kept = []
    settle = Frames._settle

    def counted(frames: Frames) -> None:
        settle(frames)
        kept.append(len(frames._lasting))
        assert not frames._lasting or frames.excluded(sorted(frames._lasting[0]), 1) == frames.last

    monkeypatch.setattr(Frames, "_settle", counted)
    circuit = counter(6, last, bad)
    answer = first(Ic3(circuit, circuit.bads[0]))
    assert isinstance(answer, Run) == (bad <= last)
    if isinstance(answer, Invariant):
        cubes = [[literal ^ 1 for literal in row] for row in answer.clauses]
        assert len(inductive_part(circuit, [], cubes)) == len(cubes)
        assert len({*map(tuple, cubes)}) == len(cubes)


def test_the_parent_of_a_cube_is_the_smallest_part_in_the_frame_itself() -> None:
    circuit, (a, b, c) = three_latches()
    frames = Frames(WideGates(circuit), Clock())
    for _ in range(4):
        frames.extend()
    frames.exclude([a, b], 2)
    frames.exclude([c], 2)
    frames.exclude([a ^ 1], 3)
    assert frames.parent([a, b, c], 2) == {c} and frames.parent([a, b], 2) == {a, b}
    assert frames.parent([a, c], 3) == frozenset() and frames.parent([a ^ 1, c], 3) == {a ^ 1}
    frames.close()


@pytest.mark.parametrize(("failures", "left"), [(25, 2), (2, 1)])
def test_literals_that_were_tried_before_are_not_tried_again(
    monkeypatch: pytest.MonkeyPatch, failures: int, left: int
) -> None:
    monkeypatch.setattr(generalise, "FAILURES", failures)
    circuit, (a, b, c) = three_latches()
    gates = WideGates(circuit)
    frames = Frames(gates, Clock())
    for _ in range(4):
        frames.extend()
    frames.exclude([a, b], 2)
    found = generalise.Generalisation(frames, Justification(gates), list).smaller(2, [a, b, c])
    assert len(found) == left and {a, b}.issuperset(found)
    frames.close()

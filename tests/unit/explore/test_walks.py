"""Random walks: what they come to is a run of the circuit, from an initial state, that the constraints allow."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from assay.core.circuit import Circuit, Gates, Latch
from assay.core.circuit_answers import Run, broken_constraints, simulate, truth
from assay.core.roles import Found, Paused, Stuck
from assay.explore.circuit import walks
from assay.explore.circuit.walks import Walks
from assay.frontends.hardware.aiger import read_aiger, read_circuit
from clocks import over, ticking
from explicit import decide
from hardware import Aig, circuits, machines
from health import ONE_FOLDER


@settings(max_examples=40, suppress_health_check=ONE_FOLDER)
@given(circuits() | machines(most_latches=4))
def test_what_is_found_is_a_run(tmp_path: Path, aig: Aig) -> None:
    path = aig.write(tmp_path / "x.aag")
    circuit, model = read_circuit(path), read_aiger(path)
    answer = Walks(circuit, circuit.bads[0]).advance(ticking(100))
    if isinstance(answer, Found):
        assert not decide(model, model.properties[0])
        steps = simulate(circuit, answer.evidence)
        assert not broken_constraints(circuit, steps)
        assert [truth(values, circuit.bads[0]) for values in steps] == [0] * (len(steps) - 1) + [1]
        for latch in circuit.latches:
            assert latch.reset in (None, answer.evidence.initial[latch.node])


def tower(height: int, *, fragile: bool) -> Circuit:
    """As many good inputs in a row as the tower is high; after another one it falls, or the constraints forbid that."""
    gates = Gates()
    good, *floors = [gates.leaf() for _ in range(height + 1)]
    latches, below = [], 1
    for floor in floors:
        latches.append(Latch(floor >> 1, gates.both(good, below), 0))
        below = floor
    constraints = (gates.both(floors[0], good ^ 1) ^ 1,) if fragile else ()
    return Circuit(gates.left, gates.right, (good >> 1,), tuple(latches), 1, constraints, (floors[-1],))


@pytest.mark.parametrize("fragile", [False, True])
def test_what_takes_long_of_one_thing_is_walked(fragile: bool) -> None:
    circuit = tower(60, fragile=fragile)
    answer = Walks(circuit, circuit.bads[0]).advance(ticking(600))
    assert isinstance(answer, Found)
    steps = simulate(circuit, answer.evidence)
    assert len(steps) > 60 and truth(steps[-1], circuit.bads[0]) and not broken_constraints(circuit, steps)


def test_turns_go_on_where_they_stopped_and_walks_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    circuit = tower(20, fragile=False)

    def run(looks: int) -> Run:
        search = Walks(circuit, circuit.bads[0])
        assert isinstance(search.advance(over()), Paused)
        while isinstance(answer := search.advance(ticking(looks)), Paused):
            pass
        assert isinstance(answer, Found)
        return answer.evidence

    assert run(7) == run(10_000)
    monkeypatch.setattr(walks, "LONGEST", 22)
    assert 21 <= len(run(100).inputs) <= 22


def test_walks_give_up_where_they_see_nothing() -> None:
    gates = Gates()
    row = [gates.leaf() for _ in range(40)]
    free = Circuit(gates.left, gates.right, tuple(literal >> 1 for literal in row), (), 1, (gates.all_of(row),), (0,))
    assert isinstance(Walks(free, 0).advance(ticking(100)), Stuck)
    latch = Latch(1, 2, None)
    somewhere = Circuit([-1, -1], [-1, -1], (), (latch,), 2, (), (3,))
    assert isinstance(Walks(somewhere, 3).advance(ticking(100)), Stuck)


def test_walks_give_up_where_they_come_nowhere() -> None:
    gates = Gates()
    row = [gates.leaf() for _ in range(8)]
    nodes = tuple(literal >> 1 for literal in row)
    narrow = Circuit(gates.left, gates.right, nodes, (), 1, (gates.all_of(row),), (0,))
    search = Walks(narrow, 0)
    assert isinstance(search.advance(ticking(20)), Paused)
    assert isinstance(search.advance(ticking(100)), Stuck)

"""Searches in turns: however short a turn is, what was found is kept, and the answer is the one of a single turn."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from assay.engines.turns import search_in_turns
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit_answers import Inductive, Invariant, Run
from assay.core.events import ignore
from assay.core.roles import Stuck
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.kinduction import Induction
from assay.explore.circuit.long_bmc import Leaps
from assay.frontends.hardware.aiger import read_aiger, read_circuit
from assay.solve.sat import CHECKER, FINDER, OutOfTime, SatSolver
from explicit import Explicit
from hardware import Aig, circuits, machines

QUIET = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def pigeons(solver: SatSolver, holes: int) -> None:
    """One pigeon more than there are holes: hard to refute by clauses."""
    sits = {(p, h): solver.fresh() for p in range(holes + 1) for h in range(holes)}
    for p in range(holes + 1):
        solver.add([sits[p, h] for h in range(holes)])
    for h in range(holes):
        for p, q in combinations(range(holes + 1), 2):
            solver.add([-sits[p, h], -sits[q, h]])


@pytest.mark.parametrize("name", [FINDER, CHECKER])
def test_a_query_can_be_given_up_and_asked_again(name: str) -> None:
    solver = SatSolver(name)
    pigeons(solver, 7)
    assert solver.solve_within(FOREVER, (), 10) is None
    assert solver.solve_within(Deadline.after(0)) is None
    with pytest.raises(OutOfTime):
        solver.decide((), Deadline.after(0))
    assert solver.solve_within(FOREVER) is False
    assert solver.decide() is False and solver.core() == []
    solver.close()


@pytest.mark.parametrize("name", [FINDER, CHECKER])
def test_a_limit_binds_one_query_only(name: str) -> None:
    solver = SatSolver(name)
    pigeons(solver, 6)
    assert solver.solve_within(FOREVER, (), 1) is None
    assert solver.solve() is False
    solver.close()


class Ticking(Deadline):
    """A deadline that passes after a number of looks at it."""

    def __new__(cls, looks: int) -> Ticking:
        return object.__new__(cls)

    def __init__(self, looks: int) -> None:
        object.__setattr__(self, "at", float(looks))

    @property
    def left(self) -> float:
        object.__setattr__(self, "at", self.at - 1)
        return max(0.0, self.at)

    @property
    def passed(self) -> bool:
        return self.left <= 0


@settings(max_examples=60, deadline=None, suppress_health_check=QUIET)
@given(circuits() | machines(most_latches=4), st.integers(2, 9))
def test_short_turns_come_to_the_answer_of_a_long_one(tmp_path: Path, aig: Aig, looks: int) -> None:
    path = aig.write(tmp_path / "x.aag")
    circuit = read_circuit(path)
    bad = circuit.bads[0]
    reached = bool((explicit := Explicit(read_aiger(path))).sometimes(explicit.blasted.circuit.bads[0]))
    induction, ic3 = Induction(circuit, bad), Ic3(circuit, bad)
    for run, expected in ((induction.run, Inductive), (ic3.resume, Invariant)):
        turns = 0
        while isinstance(answer := run(Ticking(looks + turns)), Stuck):
            turns += 1
            assert turns < 2000
        assert isinstance(answer, Run if reached else expected)
    induction.close()
    ic3.close()


@settings(max_examples=30, deadline=None, suppress_health_check=QUIET)
@given(circuits() | machines(most_latches=4))
def test_all_searches_together(tmp_path: Path, aig: Aig) -> None:
    path = aig.write(tmp_path / "x.aag")
    circuit = read_circuit(path)
    reached = bool((explicit := Explicit(read_aiger(path))).sometimes(explicit.blasted.circuit.bads[0]))
    answer = search_in_turns(circuit, circuit.bads[0], FOREVER, ignore)
    assert isinstance(answer, Run) == reached and not isinstance(answer, Stuck)
    assert isinstance(search_in_turns(circuit, circuit.bads[0], Deadline.after(0), ignore), Stuck)


def test_leaps_in_turns(tmp_path: Path) -> None:
    circuit = read_circuit(Aig(1, [(2 * k + 2, 0) for k in range(40)], [], bads=[82]).write(tmp_path / "x.aag"))
    leaps = Leaps(circuit, circuit.bads[0])
    turns = 0
    while isinstance(answer := leaps.run(Ticking(10)), Stuck):
        turns += 1
    assert len(answer.inputs) >= 41 and 3 <= turns < 20
    leaps.close()

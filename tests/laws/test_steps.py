"""Questions about steps: a SAT solver and decision diagrams give the answers that enumeration gives."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.budget import FOREVER
from assay.core.circuit import Circuit
from assay.core.errors import UnsoundVerdict
from assay.frontends.hardware.aiger import read_circuit
from assay.solve.sat import CHECKER
from assay.transforms.circuit import choices
from assay.witness.check.diagrams import DiagramSteps
from assay.witness.check.steps import Steps
from hardware import Aig, circuits, one_at_a_time

AnySteps = Steps | DiagramSteps


def refuted(question: Callable[[], None]) -> bool:
    try:
        question()
    except UnsoundVerdict:
        return True
    return False


class Enumerated:
    """All steps of a small circuit: values now, and of the latches after."""

    def __init__(self, circuit: Circuit) -> None:
        self._circuit = circuit
        self.latches = [latch.node for latch in circuit.latches]
        self.rows: list[tuple[list[int], list[int]]] = []
        for bits in product((0, 1), repeat=len(self.latches) + len(circuit.inputs)):
            now = circuit.values(dict(zip((*self.latches, *circuit.inputs), bits, strict=True)))
            after = {latch.node: now[latch.next >> 1] ^ (latch.next & 1) for latch in circuit.latches}
            self.rows.append((now, circuit.values(after)))

    def state(self, values: list[int]) -> tuple[int, ...]:
        return tuple(values[node] for node in self.latches)

    def legal(self, now: list[int]) -> bool:
        return all(true(now, literal) for literal in self._circuit.constraints)


def true(values: list[int], literal: int) -> bool:
    return bool(values[literal >> 1] ^ (literal & 1))


def literals_of_latches(every: Enumerated) -> st.SearchStrategy[int]:
    """Sets of states that one latch decides, and all states."""
    return st.sampled_from([1, *(2 * node + sign for node in every.latches for sign in (0, 1))])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("steps")


@given(circuits(most_latches=3), st.data())
@settings(max_examples=30)
def test_answers(folder: Path, aig: Aig, data: st.DataObject) -> None:
    answers_are_right(read_circuit(aig.write(folder / "x.aag")), data)


@given(circuits(most_latches=3).map(one_at_a_time), st.data())
@settings(max_examples=60)
def test_answers_where_inputs_are_looked_at_one_by_one(folder: Path, aig: Aig, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choices, "FEWEST", 1)
        answers_are_right(read_circuit(aig.write(folder / "x.aag")), data)


@pytest.mark.parametrize("setter", [2, 4, 6, 8, 16])
def test_a_step_by_any_input_or_by_none_is_seen(tmp_path: Path, setter: int) -> None:
    """Inputs are 2 to 8; one of them sets the latch, or that none is 1, which is the last gate."""
    none = [(5, 3), (9, 7), (14, 12)]
    circuit = read_circuit(one_at_a_time(Aig(4, [(setter, 0)], none, bads=[10])).write(tmp_path / "x.aag"))
    (low,) = (2 * row.node + 1 for row in circuit.latches)
    assert refuted(DiagramSteps(circuit, low, FOREVER).be_invariant)


def test_no_step_by_two_inputs_is_seen_where_one_is_allowed(tmp_path: Path) -> None:
    aig = Aig(4, [(12, 0)], [(4, 2)], bads=[10])
    for allowed, expected in ((aig, True), (one_at_a_time(aig), False)):
        circuit = read_circuit(allowed.write(tmp_path / "x.aag"))
        (low,) = (2 * row.node + 1 for row in circuit.latches)
        assert refuted(DiagramSteps(circuit, low, FOREVER).be_invariant) == expected


def answers_are_right(circuit: Circuit, data: st.DataObject) -> None:
    every = Enumerated(circuit)
    own = literals_of_latches(every)
    inside, states, target = data.draw(own), data.draw(own), data.draw(own)
    condition = data.draw(st.integers(0, 2 * circuit.size - 1))
    within = [(now, after) for now, after in every.rows if true(now, inside)]
    stepping = [(now, after) for now, after in within if every.legal(now)]
    never_now = not any(true(now, states) and true(now, condition) for now, _ in within)
    never_later = not any(true(now, condition) and true(after, target) for now, after in stepping)
    good = {every.state(now) for now, after in stepping if true(now, condition) and true(after, target)}
    possible = all(every.state(now) in good for now, _ in within if true(now, states))
    sat = Steps(circuit, inside, CHECKER, FOREVER)
    diagrams = DiagramSteps(circuit, inside, FOREVER)
    both: tuple[AnySteps, ...] = (sat, diagrams)
    for steps in both:
        assert refuted(lambda: steps.never([states, condition], "x")) != never_now  # noqa: B023
        assert refuted(lambda: steps.never([condition], "x", later=[target])) != never_later  # noqa: B023
        assert refuted(lambda: steps.always_possible(states, condition, target, "x")) != possible  # noqa: B023
        steps.close()


@given(circuits(most_latches=3), st.data())
@settings(max_examples=40)
def test_invariants_and_what_is_left_out(folder: Path, aig: Aig, data: st.DataObject) -> None:
    circuit = read_circuit(aig.write(folder / "x.aag"))
    every = Enumerated(circuit)
    own = literals_of_latches(every)
    inside, gone, start, target = data.draw(own), data.draw(own), data.draw(own), data.draw(own)
    resets = {latch.node: latch.reset for latch in circuit.latches}
    initial = [now for now, _ in every.rows if all(v in (None, now[node]) for node, v in resets.items())]
    closed = all(true(after, inside) for now, after in every.rows if true(now, inside) and every.legal(now))
    invariant = closed and all(true(now, inside) for now in initial)
    left = [
        (now, after)
        for now, after in every.rows
        if every.legal(now) and all(true(values, part) for values in (now, after) for part in (inside, start, gone ^ 1))
    ]
    never = not any(true(after, target) for _, after in left)
    both: tuple[AnySteps, ...] = (Steps(circuit, inside, CHECKER, FOREVER), DiagramSteps(circuit, inside, FOREVER))
    for steps in both:
        assert refuted(steps.be_invariant) != invariant
        assert steps.possible_initially([target]) == any(true(now, target) for now in initial)
        if invariant:
            part = steps.within(start)
            part.leave_out(gone)
            assert refuted(lambda: part.never([], "x", later=[target])) != never  # noqa: B023
            part.close()
        steps.close()

"""Bounded search in leaps: what it finds is a run to a bad state, cut off where it is bad for the first time."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from assay.core.circuit_answers import Run, broken_constraints, simulate, truth
from assay.core.events import BoundReached, Event
from assay.core.roles import Paused
from assay.explore.circuit.long_bmc import Leaps
from assay.frontends.hardware.aiger import read_aiger, read_circuit
from clocks import over, ticking
from explicit import Explicit, decide
from hardware import Aig, circuits
from health import ONE_FOLDER
from unchecked import first


@settings(max_examples=40, suppress_health_check=ONE_FOLDER)
@given(circuits(constraints=False))
def test_runs_are_found_exactly_if_there_are_some(tmp_path: Path, aig: Aig) -> None:
    path = aig.write(tmp_path / "x.aag")
    circuit = read_circuit(path)
    bad = circuit.bads[0]
    answer = first(Leaps(circuit, bad))
    explicit = Explicit(read_aiger(path))
    assert isinstance(answer, Run) == bool(explicit.sometimes(explicit.blasted.circuit.bads[0]))
    if isinstance(answer, Run):
        steps = simulate(circuit, answer)
        assert [truth(values, bad) for values in steps] == [0] * (len(steps) - 1) + [1]


@settings(max_examples=40, suppress_health_check=ONE_FOLDER)
@given(circuits())
def test_constraints_hold_on_the_way(tmp_path: Path, aig: Aig) -> None:
    path = aig.write(tmp_path / "x.aag")
    circuit, model = read_circuit(path), read_aiger(path)
    answer = first(Leaps(circuit, circuit.bads[0]))
    # A run that cannot go on is left to other searches.
    if isinstance(answer, Run):
        assert not decide(model, model.properties[0])
        steps = simulate(circuit, answer)
        assert not broken_constraints(circuit, steps) and truth(steps[-1], circuit.bads[0])


def test_only_what_was_refuted_is_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The latch is bad from the second step on, or never; with the constraint that it is low, no run goes on so far."""

    def bounds(after: int, *constraints: int) -> list[int]:
        circuit = read_circuit(Aig(1, [(after, 0)], [], bads=[4], constraints=[*constraints]).write(tmp_path / "x.aag"))
        heard: list[Event] = []
        first(Leaps(circuit, circuit.bads[0], heard.append), ticking(2000))
        return [event.depth for event in heard if isinstance(event, BoundReached)]

    assert bounds(4) == [64, 128, 256]
    assert bounds(1) == bounds(1, 5) == []
    # What takes too much effort is left undecided.
    monkeypatch.setattr(Leaps, "_leap", lambda *_: None)
    assert bounds(4) == []


def test_a_long_run(tmp_path: Path) -> None:
    """A counter of 7 bits counts up while the input is 1: the run to 100 has 101 states."""
    carry, gates, nexts = 2, [], []
    lowest = 2 * (1 + 7 + 1)

    def both(a: int, b: int) -> int:
        gates.append((a, b))
        return lowest + 2 * (len(gates) - 1)

    for k in range(7):
        bit = 4 + 2 * k
        nexts.append(both(both(bit, carry) ^ 1, both(bit ^ 1, carry ^ 1) ^ 1))
        carry = both(bit, carry)
    bad = 1
    for k in range(7):
        bad = both(bad, 4 + 2 * k if 100 >> k & 1 else 5 + 2 * k)
    circuit = read_circuit(Aig(1, [(after, 0) for after in nexts], gates, bads=[bad]).write(tmp_path / "x.aag"))
    answer = first(Leaps(circuit, circuit.bads[0]))
    assert isinstance(answer, Run) and len(answer.inputs) >= 101
    assert isinstance(first(Leaps(circuit, circuit.bads[0]), over()), Paused)

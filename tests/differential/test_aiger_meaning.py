"""Random AIGER 1.9 files against what the format says of them: constraints, justice, fairness, all resets, outputs.

Files are made with their meaning, which every state and every input together decide; ``infinite_runs`` looks at them.
Evidence is written to files, which is where other code reads the circuit.  ``ASSAY_CIRCUITS=1000`` asks for that many.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest

import assay
from assay.app.evidence_files import witness_text
from assay.core.errors import Unsupported
from assay.core.verdict import Holds, Violated
from clocks import PATIENCE
from hardware import Aig
from infinite_runs import Runs

NUMBER = int(os.environ.get("ASSAY_CIRCUITS", "80"))
Values = Sequence[int]
State = tuple[int, ...]


def random_circuit(random: Random) -> Aig:
    """Of everything none, one or more."""
    inputs, latches, gates = random.randint(0, 2), random.randint(0, 4), random.randint(0, 10)
    leaves = inputs + latches
    rows = [(random.randint(0, 2 * (leaves + k) + 1), random.randint(0, 2 * (leaves + k) + 1)) for k in range(gates)]

    def literals(*numbers: int) -> list[int]:
        return [random.randint(0, 2 * (leaves + gates) + 1) for _ in range(random.choice(numbers))]

    circuit = Aig(inputs, [(literals(1)[0], random.choice([0, 0, 1, None])) for _ in range(latches)], rows)
    circuit.outputs, circuit.bads = literals(0, 0, 1, 2), literals(0, 1, 1, 2)
    circuit.constraints, circuit.fairness = literals(0, 0, 1, 2), literals(0, 0, 1, 2)
    circuit.justice = [literals(0, 1, 1, 2, 3) for _ in range(random.choice([0, 1, 2]))]
    return circuit


def values(circuit: Aig, state: State, inputs: State) -> Values:
    found = [0, 1]
    for bit in (*inputs, *state):
        found += [bit, 1 - bit]
    for left, right in circuit.gates:
        bit = found[left] & found[right]
        found += [bit, 1 - bit]
    return found


def steps(circuit: Aig, state: State) -> Iterator[tuple[Values, list[State]]]:
    for inputs in product((0, 1), repeat=circuit.inputs):
        found = values(circuit, state, inputs)
        if all(found[literal] for literal in circuit.constraints):
            yield found, [tuple(found[after] for after, _ in circuit.latches)]


def violated(circuit: Aig) -> list[bool]:
    """For each property, bad states first: is it violated?  Outputs are bad where nothing else is stated."""
    starts = product(*((0, 1) if reset is None else (reset,) for _, reset in circuit.latches))
    runs: Runs[State, Values] = Runs(starts, partial(steps, circuit))

    def true(literal: int, found: Values) -> int:
        return found[literal]

    bads = circuit.bads if circuit.bads or circuit.justice else circuit.outputs
    lassos = [[partial(true, literal) for literal in (*group, *circuit.fairness)] for group in circuit.justice]
    return [*(runs.reaches(partial(true, bad)) for bad in bads), *map(runs.endlessly, lassos)]


@pytest.mark.parametrize("part", range(4))
def test_verdicts_are_those_of_the_format(tmp_path: Path, part: int) -> None:
    for number in range(NUMBER // 4):
        random = Random(f"{part} {number}")
        circuit = random_circuit(random)
        expected = violated(circuit)
        if not expected:
            continue
        model = assay.load(circuit.write(tmp_path / random.choice(["x.aag", "x.aig"])))
        results = assay.check(model, seconds=PATIENCE, jobs=1)
        assert [type(result.verdict) for result in results] == [Violated if bad else Holds for bad in expected], (
            part,
            number,
        )
        for goal, result in zip(model.goals, results, strict=True):
            assert isinstance(result.verdict, Holds | Violated)
            try:
                assert witness_text(model, goal, result.verdict, result.evidence, seconds=PATIENCE)
            except Unsupported as refused:
                assert "without repeated states" in str(refused)

"""Random walks: what they come to is a run of the circuit, from an initial state, that the constraints allow."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from assay.core.circuit import Circuit, Gates, Latch
from assay.core.circuit_answers import Run, broken_constraints, simulate, truth
from assay.core.roles import Paused, Stuck
from assay.explore.circuit import walks
from assay.explore.circuit.walks import Walks
from assay.frontends.hardware.aiger import read_aiger, read_circuit
from assay.frontends.task import load
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.simplify import simplify
from assay.transforms.circuit.words import words_of
from clocks import over, ticking
from explicit import decide
from hardware import Aig, circuits, machines
from health import ONE_FOLDER
from unchecked import first

# A lock that opens when the same number, one of 2 ** 32, was dialled at 40 steps.
LOCK = """
1 sort bitvec 1
2 sort bitvec 32
3 sort bitvec 8
4 input 2 dialled
5 state 3 count
6 zero 3
7 init 3 5 6
8 consth 2 deadbeef
9 eq 1 4 8
10 inc 3 5
11 ite 3 9 10 5
12 next 3 5 11
13 constd 3 40
14 eq 1 5 13
15 bad 14
"""

# Two of sixteen bits have to be one at every step: of runs that choose at random most end at once.
FEW_GO_ON = """
1 sort bitvec 1
2 sort bitvec 16
3 input 2 mask
4 state 2 count
5 zero 2
6 init 2 4 5
7 inc 2 4
8 next 2 4 7
9 slice 1 3 3 3
10 slice 1 3 9 9
11 and 1 9 10
12 constraint 11
13 slice 1 3 0 0
14 constd 2 50
15 ugte 1 4 14
16 and 1 13 15
17 bad 16
"""

# The first value of a state is open.
OPEN_AT_FIRST = """
1 sort bitvec 1
2 sort bitvec 24
3 state 2 secret
4 next 2 3 3
5 constd 2 123456
6 eq 1 3 5
7 bad 6
"""


def searched(tmp_path: Path, text: str, *, words: bool = True) -> tuple[Circuit, Walks]:
    """The circuit of a design, and the search of it, which knows of vectors or does not."""
    path = tmp_path / "x.btor2"
    path.write_text(text)
    blasted = circuit_of(load(str(path)))
    small = simplify(blasted.circuit)
    return small.circuit, Walks(small.circuit, small.circuit.bads[0], words_of(blasted, small) if words else ())


def check(circuit: Circuit, run: Run) -> None:
    """It begins in an initial state, keeps to the constraints, and is bad at its end, and not before."""
    steps = simulate(circuit, run)
    assert [truth(values, circuit.bads[0]) for values in steps] == [0] * (len(steps) - 1) + [1]
    assert truth(steps[0], circuit.initial) and not broken_constraints(circuit, steps)
    assert all(latch.reset in (None, run.initial[latch.node]) for latch in circuit.latches)


@settings(max_examples=60, suppress_health_check=ONE_FOLDER)
@given(circuits() | machines(most_latches=4))
def test_what_is_found_is_a_run(tmp_path: Path, aig: Aig) -> None:
    path = aig.write(tmp_path / "x.aag")
    circuit, model = read_circuit(path), read_aiger(path)
    run = first(Walks(circuit, circuit.bads[0]), ticking(100))
    if isinstance(run, Run):
        assert not decide(model, model.properties[0])
        check(circuit, run)


def tower(height: int, *, fragile: bool = False, luck: int = 0, back: bool = False) -> Circuit:
    """As many good inputs in a row as the tower is high; after another one it falls, or the constraints forbid that.

    They also demand that so many other inputs are true at every second step, and false at the others.  The way
    ``back`` takes as many inputs in a row that are not good.
    """
    gates = Gates()
    good, time, *floors = [gates.leaf() for _ in range(2 + height * (1 + back))]
    lucky = [gates.leaf() for _ in range(luck)]
    latches, below = [Latch(time >> 1, time ^ 1, 0)], 1
    for number, floor in enumerate(floors):
        latches.append(Latch(floor >> 1, gates.both(good ^ (number >= height), below), 0))
        below = floor
    constraints = [gates.differ(time, guess) ^ 1 for guess in lucky]
    if fragile:
        constraints.append(gates.both(floors[0], good ^ 1) ^ 1)
    inputs = tuple(literal >> 1 for literal in (good, *lucky))
    return Circuit(gates.left, gates.right, inputs, tuple(latches), 1, tuple(constraints), (floors[-1],))


def steps_by_name(number: int, length: int) -> Circuit:
    """A counter whose each step is one of many, chosen by an input of its own: all others have to be 0."""
    gates = Gates()
    steps = [gates.leaf() for _ in range(number)]
    floors = [gates.leaf() for _ in range(length)]
    latches, below = [], 1
    for place, floor in enumerate(floors):
        chosen = steps[place * 7 % number]
        latches.append(Latch(floor >> 1, gates.either(floor, gates.both(below, chosen)), 0))
        below = floor
    twice = [gates.both(a, b) ^ 1 for place, a in enumerate(steps) for b in steps[:place]]
    inputs = tuple(literal >> 1 for literal in steps)
    constraints = (gates.any_of(steps), *twice)
    return Circuit(gates.left, gates.right, inputs, tuple(latches), 1, constraints, (floors[-1],))


WAYS = [steps_by_name(24, 12), tower(60), tower(60, fragile=True), tower(8, luck=10), tower(30, back=True)]


@pytest.mark.parametrize("circuit", WAYS)
def test_what_takes_long_of_one_thing_is_walked(circuit: Circuit) -> None:
    run = first(Walks(circuit, circuit.bads[0]), ticking(2000))
    assert isinstance(run, Run)
    check(circuit, run)


def test_turns_go_on_where_they_stopped_and_walks_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    circuit = tower(20, fragile=False)

    def run(looks: int) -> Run:
        search = Walks(circuit, circuit.bads[0])
        assert isinstance(search.advance(over()), Paused)
        while isinstance(answer := search.advance(ticking(looks)), Paused):
            pass
        assert not isinstance(answer, Stuck)
        return answer.evidence

    assert run(7) == run(10_000)
    monkeypatch.setattr(walks, "LENGTHS", (22,))
    assert 21 <= len(run(100).inputs) <= 22


def test_walks_give_up_where_no_step_is_found() -> None:
    circuit = tower(2, luck=40)
    assert isinstance(first(Walks(circuit, circuit.bads[0]), ticking(100)), Stuck)


@pytest.mark.parametrize("possible", [True, False])
def test_conditions_on_initial_states_are_met(possible: bool) -> None:
    """Of six latches that keep what they are, all are true at first, or two that cannot be."""
    gates = Gates()
    row = [gates.leaf() for _ in range(6)]
    latches = tuple(Latch(literal >> 1, literal, None if possible or literal > 2 else 0) for literal in row)
    all_true = gates.all_of(row)
    circuit = Circuit(gates.left, gates.right, (), latches, all_true, (), (row[3],))
    run = first(Walks(circuit, circuit.bads[0]), ticking(100))
    if possible:
        assert isinstance(run, Run) and set(run.initial.values()) == {1}
        check(circuit, run)
    else:
        assert isinstance(run, Stuck)


@pytest.mark.parametrize("text", [LOCK, FEW_GO_ON, OPEN_AT_FIRST])
def test_what_the_design_mentions_is_tried(tmp_path: Path, text: str) -> None:
    circuit, search = searched(tmp_path, text)
    run = first(search, ticking(5000))
    assert isinstance(run, Run)
    check(circuit, run)


def test_bits_alone_do_not_open_a_lock(tmp_path: Path) -> None:
    _, search = searched(tmp_path, LOCK, words=False)
    assert isinstance(first(search, ticking(300)), Paused)


@pytest.mark.parametrize("bad", [5, 9])
def test_where_nothing_is_open_there_is_one_run(tmp_path: Path, bad: int) -> None:
    """A counter from 0 to 7, over and over, is 5 at the sixth step, and never 9."""
    text = f"""
1 sort bitvec 1
2 sort bitvec 4
3 state 2
4 zero 2
5 init 2 3 4
6 inc 2 3
7 constd 2 7
8 and 2 6 7
9 next 2 3 8
10 constd 2 {bad}
11 eq 1 3 10
12 bad 11
"""
    run = first(searched(tmp_path, text)[1])
    assert isinstance(run, Stuck) if bad == 9 else isinstance(run, Run) and len(run.inputs) == 6


def test_words_are_vectors_with_the_constants_of_their_width(tmp_path: Path) -> None:
    path = tmp_path / "x.btor2"
    path.write_text(LOCK)
    blasted = circuit_of(load(str(path)))
    (dialled,) = words_of(blasted, simplify(blasted.circuit))
    assert dialled.width == 32 and len(dialled.leaves) == 32
    assert set(dialled.values) == {0, 1, 2**32 - 1, 0xDEADBEEF}

"""Circuits turned round: what is found in one direction is true in the other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay.checking.confirming import confirmed
from assay.core.circuit_answers import Inductive
from assay.core.errors import Unsupported
from assay.core.roles import Stuck
from assay.core.verdict import Holds, Violated
from assay.engines import catalogue
from assay.engines.plans import REVERSED
from assay.engines.views import Views
from assay.frontends.task import load
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.reverse import reversed_circuit
from clocks import patient
from engines import by_method
from explicit import decide
from health import ONE_FOLDER

METHODS = ("IC3", "decision diagrams", "random walks")


def backward(
    steps: list[tuple[int, int, int, int]],
    errors: int,
    start: int,
    limit: int = 7,
    forbidden: int | None = None,
    *,
    stays: bool = True,
) -> str:
    """A system of two words of three bits, as a circuit that goes back from its errors.

    Each step has an input that chooses it, exactly one at a time: where the first word is at most ``limit`` and the
    second is not the last number, the words become what is given by multiplication, addition and exchange.  The first
    word is never what is ``forbidden``.  That a step was wrong ``stays`` recorded.
    """
    lines = ["1 sort bitvec 1", "2 sort bitvec 3", "3 zero 1", "4 one 1", "5 zero 2"]

    def line(text: str) -> int:
        lines.append(f"{len(lines) + 1} {text}")
        return len(lines)

    def constant(value: int) -> int:
        return line(f"constd 2 {value}")

    words = [line(f"state 2 word{k}") for k in range(2)]
    guesses = [line(f"input 2 guess{k}") for k in range(2)]
    started, legal = line("state 1 started"), line("state 1 legal")
    for state in words:
        line(f"init 2 {state} 5")
    for state in (started, legal):
        line(f"init 1 {state} 3")
    for state, guess in zip(words, guesses, strict=True):
        line(f"next 2 {state} {guess}")
    line(f"next 1 {started} 4")
    after = list(guesses)
    allowed, some = 4, 3
    for number, (factor, summand, swap, excluded) in enumerate(steps):
        chosen = line(f"input 1 step{number}")
        allowed = line(f"and 1 {allowed} -{line(f'and 1 {chosen} {some}')}")
        some = line(f"or 1 {some} {chosen}")
        guard = line(f"ulte 1 {guesses[0]} {constant(limit)}")
        other = line(f"neq 1 {guesses[1]} {constant(excluded)}")
        guard = line(f"and 1 {guard} {other}")
        allowed = line(f"and 1 {allowed} {line(f'implies 1 {chosen} {guard}')}")
        product = line(f"mul 2 {guesses[0]} {constant(factor)}")
        result = [line(f"add 2 {product} {constant(summand)}"), guesses[1]]
        for place, value in enumerate(result[::-1] if swap else result):
            after[place] = line(f"ite 2 {chosen} {value} {after[place]}")
    allowed = line(f"and 1 {allowed} {some}")
    for state, value in zip(words, after, strict=True):
        allowed = line(f"and 1 {allowed} {line(f'eq 1 {state} {value}')}")
    allowed = line(f"and 1 {allowed} {legal if stays else 4}")
    error = line(f"eq 1 {guesses[0]} {constant(errors)}")
    line(f"next 1 {legal} {line(f'ite 1 {started} {allowed} {error}')}")
    begins = [line(f"eq 1 {words[0]} {constant(start)}"), line(f"eq 1 {words[1]} 5")]
    first = line(f"and 1 {begins[0]} {begins[1]}")
    line(f"bad {line(f'and 1 {first} {legal}')}")
    if forbidden is not None:
        line(f"constraint {line(f'neq 1 {words[0]} {constant(forbidden)}')}")
    return "\n".join([*lines, ""])


def views_of(path: Path, text: str) -> Views:
    path.write_text(text)
    model = load(str(path))
    return Views(model, model.properties[0], patient(), lambda event: None)


NUMBERS = st.integers(0, 7)
SYSTEMS = st.builds(
    backward,
    st.lists(st.tuples(NUMBERS, NUMBERS, st.integers(0, 1), NUMBERS), min_size=1, max_size=4),
    NUMBERS,
    NUMBERS,
    NUMBERS,
    st.none() | NUMBERS,
)


@settings(max_examples=40, suppress_health_check=ONE_FOLDER)
@given(SYSTEMS)
def test_evidence_is_about_the_direction_of_the_file(tmp_path: Path, text: str) -> None:
    views = views_of(tmp_path / "x.btor2", text)
    # Where the first state is forbidden, no state is bad.
    assume(circuit_of(views.model).circuit.bads != (0,))
    expected = decide(views.model, views.goal)
    for method in METHODS:
        if method == "random walks" and expected:
            continue
        found = by_method(method, views, REVERSED)
        assert not isinstance(found, Stuck), method
        verdict, _ = confirmed(views.model, views.goal, found, patient())
        assert isinstance(verdict, Holds if expected else Violated), method


# Three more each time, from 0: the first word is 2 at last.
COUNTS = backward([(1, 3, 0, 1)], 2, 0)


def test_it_is_the_system_again(tmp_path: Path) -> None:
    views = views_of(tmp_path / "x.btor2", COUNTS)
    circuit = views.reversed().circuit
    # The first word, from 0 on, counts; the second stays 0, and the flags are gone.
    assert [latch.reset for latch in circuit.latches] == [0, 0, 0]
    assert len(circuit.inputs) <= 1
    found = by_method("decision diagrams", views, REVERSED)
    assert not isinstance(found, Stuck)
    verdict, _ = confirmed(views.model, views.goal, found, patient())
    assert isinstance(verdict, Violated)


def test_a_step_by_induction_is_not_turned_round(tmp_path: Path) -> None:
    views = views_of(tmp_path / "x.btor2", COUNTS)
    assert isinstance(views.reversed().lift(Inductive(3, simple=False)), Stuck)


def test_searches_go_both_ways_where_there_are_two(tmp_path: Path) -> None:
    views = views_of(tmp_path / "x.btor2", COUNTS)
    turns = {(turn.search, turn.view) for turn in catalogue.over_gates(views).turns}
    assert turns >= {("IC3", REVERSED), ("IC3", "gates"), ("random walks", REVERSED)}
    assert ("random walks", "gates") not in turns


@pytest.mark.parametrize(
    "change",
    [("implies 1", "nand 1"), ("neq 1", "eq 1")],
)
def test_other_conditions_are_kept(tmp_path: Path, change: tuple[str, str]) -> None:
    """What steps demand besides is part of the circuit, whatever it is."""
    views = views_of(tmp_path / "x.btor2", COUNTS.replace(*change))
    expected = decide(views.model, views.goal)
    found = by_method("IC3", views, REVERSED)
    assert not isinstance(found, Stuck)
    verdict, _ = confirmed(views.model, views.goal, found, patient())
    assert isinstance(verdict, Holds if expected else Violated)


def test_what_has_another_form_is_left(tmp_path: Path) -> None:
    views = views_of(tmp_path / "x.btor2", COUNTS)
    circuit = circuit_of(views.model).circuit
    assert reversed_circuit(circuit) is not None
    started = next(latch for latch in circuit.latches if latch.next == 1)
    legal = next(latch for latch in circuit.latches if circuit.is_gate(latch.next >> 1))
    others = tuple(latch for latch in circuit.latches if latch not in (started, legal))
    word = others[0]
    for latches in (
        # One flag too few, or one that begins as 1; a state that is open at first, or that guesses nothing.
        (*others, legal),
        (*others, started, replace(legal, reset=1)),
        (*others, replace(started, reset=None), legal),
        (*others[1:], started, legal, replace(word, next=word.next ^ 1)),
        # Two states that take over the same input, and a record that does not stay.
        (*others[1:], started, legal, replace(word, next=others[1].next)),
        (*others, started, replace(legal, next=legal.next ^ 1)),
    ):
        assert reversed_circuit(replace(circuit, latches=latches)) is None
    # Bad states that are not legal, and such that depend on an input.
    assert reversed_circuit(replace(circuit, bads=(2 * word.node,))) is None
    assert reversed_circuit(replace(circuit, initial=2 * word.node)) is None


def test_what_is_forgotten_excludes_nothing(tmp_path: Path) -> None:
    views = views_of(tmp_path / "x.btor2", backward([(1, 3, 0, 1)], 2, 0, stays=False))
    with pytest.raises(Unsupported):
        views.reversed()


def test_a_design_that_guesses_nothing_has_one_direction(tmp_path: Path) -> None:
    lines = [
        "1 sort bitvec 1",
        "2 input 1",
        "3 state 1",
        "4 zero 1",
        "5 init 1 3 4",
        "6 or 1 2 3",
        "7 next 1 3 6",
        "8 bad 3",
    ]
    views = views_of(tmp_path / "x.btor2", "\n".join([*lines, ""]))
    with pytest.raises(Unsupported):
        views.reversed()


def test_what_is_only_compared_with_each_other_is_no_step(tmp_path: Path) -> None:
    """Two bits are guessed that have to be the same, whatever the state is that they lead to."""
    head = ["sort bitvec 1", "zero 1", "one 1", "state 1", "state 1", "input 1", "input 1", "state 1", "state 1"]
    firsts = [f"init 1 {state} 2" for state in (4, 5, 8, 9)]
    nexts = ["next 1 4 6", "next 1 5 7", "next 1 8 3"]
    last = ["eq 1 4 5", "and 1 17 9", "ite 1 8 18 6", "next 1 9 19", "and 1 4 9", "bad 21"]
    text = "".join(f"{number} {line}\n" for number, line in enumerate([*head, *firsts, *nexts, *last], 1))
    assert reversed_circuit(circuit_of(views_of(tmp_path / "x.btor2", text).model).circuit) is None

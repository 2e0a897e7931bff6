"""Random circuits with two to six bad states: searches for all of them at once against explicit-state search.

Each search is asked alone and with what another one proves; evidence is confirmed for each bad state by itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.checking import check
from assay.checking.confirming import confirmed
from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Run
from assay.core.joint import joint
from assay.core.model import Model
from assay.core.roles import Found, Search, unchanged
from assay.core.verdict import Holds, Violated
from assay.engines.config import Config
from assay.engines.forms import Gates
from assay.engines.together import claim
from assay.explore.circuit.several.decided import Decided, Open
from assay.explore.circuit.several.inductions import SeveralInductions
from assay.explore.circuit.several.proofs import SeveralProofs
from assay.explore.circuit.walks import SeveralWalks
from assay.frontends.hardware.aiger import model_of_file
from assay.frontends.hardware.aiger_file import parse
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.simplify import simplify
from clocks import PATIENCE, patient, ticking
from explicit import decide
from hardware import Aig, circuits, machines

MANY = settings(max_examples=int(os.environ.get("ASSAY_CIRCUITS", "12")))


@st.composite
def several(draw: st.DrawFn) -> Aig:
    """A random circuit with more bad states, each a latch or a gate."""
    circuit = draw(circuits() | machines(most_latches=5))
    nodes = circuit.inputs + len(circuit.latches) + len(circuit.gates)
    circuit.bads += draw(st.lists(st.integers(0, 2 * nodes + 1), min_size=1, max_size=5))
    return circuit


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("circuits")


def proofs(circuit: Circuit, left: Open) -> Iterator[Decided]:
    yield from all_of(SeveralProofs(circuit, left))


def proofs_after_induction(circuit: Circuit, left: Open) -> Iterator[Decided]:
    """What induction comes to in a few looks at the clock, and IC3 with what was proved of that."""
    proved: list[int] = []
    yield from all_of(SeveralInductions(circuit, left, proved=proved), ticking(6))
    yield from all_of(SeveralProofs(circuit, left, proved=proved))


def proofs_after_walks(circuit: Circuit, left: Open) -> Iterator[Decided]:
    yield from all_of(SeveralWalks(circuit, left), ticking(20))
    yield from all_of(SeveralProofs(circuit, left, part=1, parts=2))


def proofs_by_turns(circuit: Circuit, left: Open) -> Iterator[Decided]:
    """Turns that end soon and are taken up again, each a little longer, until all is decided."""
    search = SeveralProofs(circuit, left)
    looks = 5
    while list(left):
        looks += 2
        answer = search.advance(ticking(looks))
        if isinstance(answer, Found):
            yield answer.evidence
    search.close()


def all_of(search: Search[Decided], deadline: Deadline = FOREVER) -> Iterator[Decided]:
    while isinstance(answer := search.advance(deadline), Found):
        yield answer.evidence
    search.close()


WAYS = (proofs, proofs_after_induction, proofs_after_walks, proofs_by_turns)


@pytest.mark.parametrize("way", WAYS)
@given(circuit=several())
@MANY
def test_searches(folder: Path, way: Callable[[Circuit, Open], Iterator[Decided]], circuit: Aig) -> None:
    model = model_of(circuit, folder)
    blasted = circuit_of(model)
    gates = Gates(blasted, simplify(blasted.circuit), unchanged(model))
    goals = {goal.name: goal for goal in model.properties}
    expected = {name: decide(model, goal) for name, goal in goals.items()}
    left = Open(len(goals))
    for found in way(gates.circuit, left):
        claimed = claim(gates, list(goals), found)
        assert not set(found.numbers) & set(left)
        for name in claimed.goals:
            assert expected.pop(name) != isinstance(found.answer, Run)
            goal = joint(goals[other] for other in (name, *claimed.goals, *claimed.beside))
            verdict, how = confirmed(model, goal, claimed.evidence, patient())
            assert isinstance(verdict, Holds | Violated) and how
    assert not expected and not list(left)


@given(circuit=several())
@MANY
def test_checks(folder: Path, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    for result in check(model, config=Config(seconds=PATIENCE)):
        goal = next(goal for goal in model.properties if goal.name == result.property)
        assert isinstance(result.verdict, Holds if decide(model, goal) else Violated)


def model_of(circuit: Aig, folder: Path) -> Model:
    return model_of_file(parse(circuit.write(folder / "random.aag")))

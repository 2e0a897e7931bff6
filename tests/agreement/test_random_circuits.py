"""Every engine for hardware with every option on the same random circuits, against explicit-state search.

Engines are called by name, as the command line does, and every verdict has its evidence confirmed.  A few circuits by
default; ``make nightly`` asks for 1,000 of each kind (``ASSAY_CIRCUITS``), and prints what was seen.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from assay.engines.localization import Loops, Reconstruction
from hypothesis import given, settings

from assay.checking.confirming import confirmed
from assay.core.budget import Deadline
from assay.core.events import ignore
from assay.core.model import Goal, Model
from assay.core.verdict import Argued, Holds, Unknown, Violated
from assay.engines.catalogue import ENGINES
from assay.engines.config import Config
from assay.frontends.hardware.aiger import model_of_file
from assay.frontends.hardware.aiger_file import parse
from clocks import patient
from explicit import decide
from hardware import Aig, circuits, machines

NUMBER = int(os.environ.get("ASSAY_CIRCUITS", "12"))
MANY = settings(max_examples=NUMBER)

RECONSTRUCTIONS: tuple[Reconstruction, ...] = get_args(Reconstruction)
LOOPS: tuple[Loops, ...] = get_args(Loops)
WHOLE = [Config(engine=name) for name in ("auto", "ic3", "kinduction", "bdd")]
SAFETY = [*WHOLE, *(Config(engine="localization", reconstruction=kind) for kind in RECONSTRUCTIONS)]
LIVENESS = [
    *WHOLE,
    *(
        Config(engine="localization", reconstruction=kind, loops=loops)
        for kind, loops in product(RECONSTRUCTIONS, LOOPS)
    ),
]

Tally = Counter[tuple[str, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("circuits")


@pytest.fixture(scope="module")
def tally() -> Iterator[Tally]:
    counts: Tally = Counter()
    yield counts
    lines = [f"{kind}: {number} {verdict}" for (kind, verdict), number in sorted(counts.items())]
    sys.stdout.write("\n".join(["", *lines, ""]))


def model_of(circuit: Aig, folder: Path) -> Model:
    return model_of_file(parse(circuit.write(folder / "random.aag")))


def agree(model: Model, goal: Goal, configs: list[Config], kind: str, tally: Tally) -> None:
    """Every engine says what explicit-state search says; only bounded search may leave open what holds."""
    expected = decide(model, goal)
    tally[kind, "circuits that hold" if expected else "circuits that are violated"] += 1
    for config in configs:
        endless = expected and kind == "liveness" and config.engine == "kinduction"
        deadline = Deadline.after(0.05) if endless else patient()
        found = ENGINES[config.engine].decide(model, goal, config, deadline, ignore)
        verdict, evidence = confirmed(model, goal, found, deadline)
        match verdict:
            case Holds() | Argued():
                assert expected, config
                assert evidence, config
            case Violated():
                assert not expected, config
            case Unknown():
                assert endless, (config, verdict)
        tally[kind, f"verdicts of {config.engine}"] += not isinstance(verdict, Unknown)


@given(circuits() | machines(most_latches=5))
@MANY
def test_safety(folder: Path, tally: Tally, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    agree(model, model.properties[0], SAFETY, "safety", tally)


@given(circuits(justice=True))
@MANY
def test_liveness(folder: Path, tally: Tally, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    agree(model, model.temporal[0], LIVENESS, "liveness", tally)

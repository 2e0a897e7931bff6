"""Every engine for hardware with every option on the same random circuits, against explicit-state search.

Engines are called by name, as the command line does, and every verdict has its evidence confirmed.  A few circuits by
default; ``make nightly`` asks for 1,000 of each kind (``ASSAY_CIRCUITS``), and prints what was seen.
"""

from __future__ import annotations

import math
import os
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings

from assay.checking.confirming import confirmed
from assay.core.model import Goal, Model
from assay.core.roles import Stuck
from assay.core.verdict import Holds, Unknown, Violated
from assay.engines import swept
from assay.engines.options import Localization
from assay.frontends.hardware.aiger import model_of_file
from assay.frontends.hardware.aiger_file import parse
from clocks import PATIENCE, patient
from engines import decided
from explicit import decide
from hardware import Aig, circuits, machines, recording

NUMBER = int(os.environ.get("ASSAY_CIRCUITS", "12"))
MANY = settings(max_examples=NUMBER)

Choice = tuple[str, dict[str, Any]]

RECONSTRUCTIONS: tuple[str, ...] = Localization.choices("reconstruction")
LOOPS: tuple[str, ...] = Localization.choices("loops")
WHOLE: list[Choice] = [(name, {}) for name in ("auto", "ic3", "kinduction", "bdd")]
SAFETY = [*WHOLE, *(("localization", {"reconstruction": kind}) for kind in RECONSTRUCTIONS)]
LIVENESS = [
    *WHOLE,
    *(("localization", {"reconstruction": kind, "loops": loops}) for kind, loops in product(RECONSTRUCTIONS, LOOPS)),
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


def agree(model: Model, goal: Goal, choices: list[Choice], kind: str, tally: Tally) -> None:
    """Every engine says what explicit-state search says; only bounded search may leave open what holds."""
    expected = decide(model, goal)
    tally[kind, "circuits that hold" if expected else "circuits that are violated"] += 1
    for engine, options in choices:
        endless = expected and kind == "liveness" and engine == "kinduction"
        found = decided(model, goal, engine, seconds=0.05 if endless else PATIENCE, **options)
        if isinstance(found, Stuck):
            assert endless, (engine, options, found)
            continue
        verdict, evidence = confirmed(model, goal, found, patient())
        match verdict:
            case Holds():
                assert expected, (engine, options)
                assert evidence, (engine, options)
            case Violated():
                assert not expected, (engine, options)
            case Unknown():
                raise AssertionError((engine, options, verdict))
        tally[kind, f"verdicts of {engine}"] += 1


# A latch that a run does not need, and that some abstraction had with another first value than its own.
HIDDEN = Aig(
    3,
    [(17, 0), (8, 0), (23, None), (29, 0)],
    [(10, 8), (14, 12), (13, 12), (21, 19), (15, 7), (14, 6), (27, 25), (14, 7), (25, 5), (32, 6), (35, 11)],
    bads=[37],
)


@given(circuits() | machines(most_latches=5) | recording())
@example(HIDDEN)
@MANY
def test_safety(folder: Path, tally: Tally, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    agree(model, model.properties[0], SAFETY, "safety", tally)


@given(circuits(most_gates=24) | machines(most_latches=5))
@MANY
def test_safety_of_swept_gates(folder: Path, tally: Tally, circuit: Aig) -> None:
    """Every circuit is swept, however easy it is and however little that is worth."""
    model = model_of(circuit, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swept, "PLAIN", 0.0)
        patch.setattr(swept, "WORTH", -math.inf)
        agree(model, model.properties[0], [("ic3", {})], "safety of swept gates", tally)


@given(circuits(justice=True))
@MANY
def test_liveness(folder: Path, tally: Tally, circuit: Aig) -> None:
    model = model_of(circuit, folder)
    agree(model, model.temporal[0], LIVENESS, "liveness", tally)

"""No verdict without a checker: however little time there is for checking, each names who confirmed it.

Checkers get a deadline that passes at their first look, or at a later one that is drawn: most give up somewhere on the
way.  What they gave up on must not be told as an answer, and what is told must be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.checking import check
from assay.checking.confirming import confirmed
from assay.core.budget import Deadline
from assay.core.model import Model
from assay.core.verdict import Holds, Unknown, Verdict
from assay.engines.catalogue import configured
from assay.frontends.task import load
from clocks import PATIENCE
from explicit import decide
from hardware import Aig, circuits
from models import models, violations

# Who may have confirmed a verdict, in the words of its evidence.
CHECKERS = re.compile(r"checked (step by step )?by \w|replayed \w|executed|compiled")
ENOUGH = 10**9
DESIGN = """
MODULE main
VAR n : 0..3; b : boolean;
ASSIGN init(n) := 0; next(n) := n < {last} ? n + 1 : {back}; init(b) := FALSE; next(b) := {later};
FAIRNESS {fair}
INVARSPEC n < 3
LTLSPEC G F n = 0
LTLSPEC G (b -> F !b)
CTLSPEC AG EF n = 0
CTLSPEC EG !b
CTLSPEC AG (b -> AX !b)
"""


@contextmanager
def impatient(looks: int) -> Iterator[None]:
    """While evidence is checked, whoever sets itself a deadline has one that passes after so many looks."""
    seen = count()

    def hurried(*args: Any, **options: Any) -> tuple[Verdict, str]:
        with patch.object(Deadline, "after", staticmethod(lambda seconds: Deadline(looks, lambda: next(seen)))):
            return confirmed(*args, **options)

    with patch("assay.checking.confirmed", hurried):
        yield


def results_of(model: Model, looks: int) -> Iterator[tuple[str, object, str]]:
    with impatient(looks):
        # Where checks fail the search goes on, and with so little time nothing has to come of it.
        seconds = PATIENCE if looks >= ENOUGH else 0.5
        for result in check(model, config=configured("auto", seconds=seconds)):
            if isinstance(result.verdict, Unknown):
                assert result.verdict.reason and not result.evidence
            else:
                assert CHECKERS.search(result.evidence), result
                assert result.method, result
            yield result.property, result.verdict, result.evidence


LOOKS = st.one_of(st.integers(0, 3), st.integers(0, 200))


@given(models(), LOOKS)
@settings(max_examples=12)
def test_models(model: Model, looks: int) -> None:
    for name, verdict, _ in results_of(model, looks):
        (goal,) = (goal for goal in model.properties if goal.name == name)
        if not isinstance(verdict, Unknown):
            assert isinstance(verdict, Holds) == (not violations(model, goal))


@given(circuits(), LOOKS)
@settings(max_examples=12)
def test_circuits(tmp_path_factory: pytest.TempPathFactory, circuit: Aig, looks: int) -> None:
    model = load(str(circuit.write(tmp_path_factory.mktemp("circuits") / "x.aag")))
    for name, verdict, _ in results_of(model, looks):
        (goal,) = (goal for goal in model.goals if goal.name == name)
        if not isinstance(verdict, Unknown):
            assert isinstance(verdict, Holds) == decide(model, goal)


@pytest.mark.parametrize("seed", range(6))
def test_temporal_properties(tmp_path: Path, seed: int) -> None:
    draw = Random(seed)
    text = DESIGN.format(
        last=draw.choice("123"),
        back=draw.choice("0123"),
        later=draw.choice(("!b", "n = 2", "b", "n > 1 & !b")),
        fair=draw.choice(("TRUE", "n = 0", "!b")),
    )
    file = tmp_path / "design.smv"
    file.write_text(text)
    model = load(str(file))
    for looks in (0, 5, ENOUGH):
        for name, verdict, _ in results_of(model, looks):
            (goal,) = (goal for goal in model.goals if goal.name == name)
            if not isinstance(verdict, Unknown):
                assert isinstance(verdict, Holds) == decide(model, goal), (name, text)
            assert looks < ENOUGH or not isinstance(verdict, Unknown), name

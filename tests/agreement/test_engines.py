"""Every engine, order, abstraction and mode of re-exploration says what brute force says, with evidence that checks."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, Final

import pytest
from hypothesis import given, settings

from assay.checking import check
from assay.core.budget import FOREVER
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import EndedRuns, Trace
from assay.core.model import Model
from assay.core.roles import Alarm
from assay.core.verdict import Holds, Unknown, Violated
from assay.engines.catalogue import configured
from assay.engines.config import Config
from assay.explore.bounded import Bound
from assay.explore.merged_runs import MergedRuns
from assay.explore.unfold.order import ORDERS
from assay.refine.paths.unrolling import decide
from assay.transforms.aim import aim
from assay.witness.check.ended_runs import check_ended_runs
from clocks import PATIENCE
from models import models, replay, violations

ABSTRACTIONS: Final = ("cartesian", "boolean")
MODES: Final = ("restart", "lazy")
BLOCKS: Final = ("single", "chains", "large")

FEW_SECONDS: Final = 0.5  # for runs without an end

Choice = tuple[str, Mapping[str, Any]]

PREDICATE: list[Choice] = [
    ("predicate", {"order": order, "abstraction": abstraction, "reexploration": mode, "blocks": blocks})
    for order, abstraction, mode, blocks in product(ORDERS, ABSTRACTIONS, MODES, (BLOCKS[0], BLOCKS[-1]))
]
DIRECTED: list[Choice] = [
    (engine, {"blocks": blocks}) for engine, blocks in product(("directed", "directed-abstract"), BLOCKS)
]
SCOPED: list[Choice] = [
    (engine, {"scope": scope, "blocks": "single"})
    for engine, scope in product(("predicate", "directed-abstract"), ("symbol", "global"))
]


def name(choice: Choice) -> str:
    return "-".join((choice[0], *choice[1].values()))


@pytest.mark.parametrize("choice", [("auto", {}), *PREDICATE, *DIRECTED, *SCOPED], ids=name)
def test_verdicts_agree_with_brute_force(choice: Choice) -> None:
    engine, options = choice
    config = configured(engine, seconds=PATIENCE, **options)

    @settings(max_examples=12, database=None)
    @given(models())
    def agrees(model: Model) -> None:
        judge(model, config)

    agrees()


@pytest.mark.parametrize("blocks", BLOCKS)
@settings(max_examples=10)
@given(model=models())
def test_bounded_search_finds_every_error_and_proves_nothing(blocks: str, model: Model) -> None:
    goal = model.properties[0]
    (result,) = check(model, config=configured("bounded", seconds=PATIENCE, depth=40, blocks=blocks))
    if violations(model, goal):
        assert isinstance(result.verdict, Violated)
        replay(model, result.verdict.trace, goal)
    else:
        assert isinstance(result.verdict, Unknown)


@settings(max_examples=15)
@given(model=models())
def test_merged_runs_reach_what_single_runs_reach(model: Model) -> None:
    goal = model.properties[0]
    lowered = aim(model, goal)
    match MergedRuns(lowered.model).explore(Bound(40)):
        case Alarm(path):
            trace = decide(lowered.model, path, FOREVER)
            assert isinstance(trace, Trace)
            replay(model, lowered.lift_trace(trace), goal)
        case outcome:
            assert not violations(model, goal), outcome


@settings(max_examples=10)
@given(model=models())
def test_runs_are_followed_to_their_ends_as_brute_force_follows_them(model: Model) -> None:
    goal = model.properties[0]
    wrong = bool(violations(model, goal))
    try:
        check_ended_runs(model, goal, EndedRuns(20), seconds=FEW_SECONDS)
    except UnsoundVerdict:
        assert wrong
    except SolverFailure:
        pass  # some runs go on
    else:
        assert not wrong


def judge(model: Model, config: Config) -> None:
    """``check`` has validated the evidence; here the verdict itself meets the ground truth."""
    goal = model.properties[0]
    (result,) = check(model, config=config)
    expected: type[Any] = Violated if violations(model, goal) else Holds
    assert isinstance(result.verdict, expected), result
    assert result.evidence
    if isinstance(result.verdict, Violated):
        replay(model, result.verdict.trace, goal)

"""Every engine, order, abstraction and mode of re-exploration says what brute force says, with evidence that checks."""

from __future__ import annotations

from itertools import product
from typing import Any, Final, Literal

import pytest
from hypothesis import given, settings

from assay.checking import check
from assay.core.model import Model
from assay.core.verdict import Holds, Unknown, Violated
from assay.engines.config import Config
from assay.explore.unfold.order import ORDERS
from clocks import PATIENCE
from models import models, replay, violations

ABSTRACTIONS: Final[tuple[Literal["cartesian", "boolean"], ...]] = ("cartesian", "boolean")
MODES: Final[tuple[Literal["restart", "lazy"], ...]] = ("restart", "lazy")
BLOCKS: Final[tuple[Literal["single", "chains", "large"], ...]] = ("single", "chains", "large")

PREDICATE = [
    Config(
        engine="predicate", order=order, abstraction=abstraction, reexploration=mode, blocks=blocks, seconds=PATIENCE
    )
    for order, abstraction, mode, blocks in product(ORDERS, ABSTRACTIONS, MODES, (BLOCKS[0], BLOCKS[-1]))
]
OTHER = [
    Config(engine=engine, blocks=blocks, seconds=PATIENCE)
    for engine, blocks in product(("auto", "directed", "directed-abstract"), BLOCKS)
]
SCOPED = [Config(engine="predicate", scope=scope, blocks="single", seconds=PATIENCE) for scope in ("symbol", "global")]


def name(config: Config) -> str:
    return "-".join(
        (config.engine, config.order, config.abstraction, config.reexploration, config.blocks, config.scope)
    )


@pytest.mark.parametrize("config", PREDICATE + OTHER + SCOPED, ids=name)
def test_verdicts_agree_with_brute_force(config: Config) -> None:
    @settings(max_examples=12, database=None)
    @given(models())
    def agrees(model: Model) -> None:
        judge(model, config)

    agrees()


@settings(max_examples=15)
@given(models())
def test_bounded_search_finds_every_error_and_proves_nothing(model: Model) -> None:
    goal = model.properties[0]
    (result,) = check(model, config=Config(engine="bounded", seconds=PATIENCE, depth=40))
    if violations(model, goal):
        assert isinstance(result.verdict, Violated)
        replay(model, result.verdict.trace, goal)
    else:
        assert isinstance(result.verdict, Unknown)


def judge(model: Model, config: Config) -> None:
    """``check`` has validated the evidence; here the verdict itself meets the ground truth."""
    goal = model.properties[0]
    (result,) = check(model, config=config)
    expected: type[Any] = Violated if violations(model, goal) else Holds
    assert isinstance(result.verdict, expected), result
    assert result.evidence
    if isinstance(result.verdict, Violated):
        replay(model, result.verdict.trace, goal)

"""Value analysis and its combination with predicates say what brute force says, with evidence that checks."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import pytest
from assay.engines.selection import (
    check_selection,
    decide_by_both,
    decide_by_values,
    predicate,
    predicate_and_value,
    value,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.errors import InputError
from assay.core.events import ignore
from assay.core.model import Model
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines.config import Config
from assay.engines.recipes import Recipe, lifted
from assay.explore.unfold.order import ORDERS
from assay.refine.selection.heuristics import HEURISTICS
from assay.transforms.aim import aim
from assay.transforms.locations.blocks import Blocks
from assay.transforms.prepare.standard import prepare
from assay.witness.check.invariants import check_proof, check_trace
from clocks import PATIENCE, patient
from models import models, replay, violations

BLOCKS: Final[tuple[Blocks, ...]] = ("single", "large")
SELECTIONS: Final = ("none", *HEURISTICS, "good&narrow", "narrow&good", "good&narrow@providers")
MODEST = settings(max_examples=12, database=None)


def decided(model: Model, recipe: Recipe, config: Config) -> Verdict:
    """The recipe's verdict about the model's property, judged."""
    goal = model.properties[0]
    lowered = prepare(model, goal, blocks=config.blocks) if config.blocks == "large" else aim(model, goal)
    return judged(model, lifted(lowered, recipe(lowered.model, config, patient(), ignore)))


def judged(model: Model, verdict: Verdict) -> Verdict:
    """The verdict, after its evidence was checked and compared with the ground truth."""
    goal = model.properties[0]
    expected: type[Any] = Violated if violations(model, goal) else Holds
    assert isinstance(verdict, expected | Unknown), verdict
    if isinstance(verdict, Holds):
        check_proof(model, goal, verdict.proof, seconds=PATIENCE)
    elif isinstance(verdict, Violated):
        check_trace(model, goal, verdict.trace)
        replay(model, verdict.trace, goal)
    return verdict


@pytest.mark.parametrize("blocks", BLOCKS)
@pytest.mark.parametrize("select", ["none", "good&narrow", "random:1"])
def test_values_are_right_where_they_answer(blocks: Blocks, select: str) -> None:
    @MODEST
    @given(models())
    def agrees(model: Model) -> None:
        verdict = decided(model, lambda *task: value(*task, select=select), Config(blocks=blocks))
        if isinstance(verdict, Unknown):
            assert "value analysis" in verdict.reason and "predicate+value" in verdict.hint

    agrees()


@pytest.mark.parametrize("combination", ["together", "value-first"])
@pytest.mark.parametrize("select", SELECTIONS)
def test_the_product_decides_everything(select: str, combination: Any) -> None:
    @MODEST
    @given(models(), st.sampled_from(BLOCKS))
    def agrees(model: Model, blocks: Blocks) -> None:
        config = Config(blocks=blocks)
        verdict = decided(
            model, lambda *task: predicate_and_value(*task, select=select, combination=combination), config
        )
        assert not isinstance(verdict, Unknown), verdict

    agrees()


@pytest.mark.parametrize(("order", "mode"), list(product(ORDERS, ("restart", "lazy"))))
def test_the_product_in_every_order(order: str, mode: Any) -> None:
    @MODEST
    @given(models(), st.sampled_from(BLOCKS))
    def agrees(model: Model, blocks: Blocks) -> None:
        config = Config(blocks=blocks, order=order, reexploration=mode)
        verdict = decided(model, lambda *task: predicate_and_value(*task, combination="together"), config)
        assert not isinstance(verdict, Unknown), verdict

    agrees()


@pytest.mark.parametrize("select", SELECTIONS)
def test_selected_predicates_decide_everything(select: str) -> None:
    @MODEST
    @given(models(), st.sampled_from(BLOCKS))
    def agrees(model: Model, blocks: Blocks) -> None:
        verdict = decided(model, lambda *task: predicate(*task, select=select), Config(blocks=blocks))
        assert not isinstance(verdict, Unknown), verdict

    agrees()


@MODEST
@given(models(), st.sampled_from(BLOCKS))
def test_values_on_models_as_they_are_read(model: Model, blocks: Blocks) -> None:
    config = Config(blocks=blocks)
    judged(model, decide_by_values(model, model.properties[0], config, patient(), ignore))


@pytest.mark.parametrize("combination", ["in-turns", "together", "value-first"])
def test_both_on_models_as_they_are_read(combination: Any) -> None:
    @MODEST
    @given(models(), st.sampled_from(BLOCKS))
    def agrees(model: Model, blocks: Blocks) -> None:
        config = Config(blocks=blocks, combination=combination)
        verdict = judged(model, decide_by_both(model, model.properties[0], config, patient(), ignore))
        assert not isinstance(verdict, Unknown), verdict

    agrees()


def test_engines_without_paths_have_nothing_to_select() -> None:
    assert [heuristic.name for heuristic in check_selection("value", "good&narrow").heuristics] == ["good", "narrow"]
    with pytest.raises(InputError, match=r"does not refine along paths.*value, predicate, predicate\+value"):
        check_selection("directed", "good")
    with pytest.raises(InputError, match=r"no refinement heuristic is called 'better'.*narrow"):
        check_selection("predicate", "better")

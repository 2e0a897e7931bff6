"""Value analysis and its combination with predicates say what brute force says, with evidence that checks."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.budget import Deadline
from assay.core.errors import InputError
from assay.core.events import ignore
from assay.core.evidence import Evidence, Path, Proof, Trace
from assay.core.model import Model
from assay.core.roles import Stuck
from assay.engines.catalogue import configured
from assay.engines.loop import run
from assay.engines.options import Predicates, Values, ValuesAndPredicates
from assay.engines.recipes.paths import predicate_conversation, product_conversation, selected, value_conversation
from assay.engines.searches import Conversation
from assay.explore.unfold.order import ORDERS
from assay.refine.selection.heuristics import HEURISTICS
from assay.transforms.aim import aim
from assay.transforms.prepare.standard import prepare
from assay.witness.check.invariants import check_proof, check_trace
from clocks import PATIENCE, patient
from engines import decided
from models import models, replay, violations

Blocks = Literal["single", "large"]
Begin = Callable[[Model, Deadline], Conversation[Any, Path, Proof, Trace]]

BLOCKS: Final[tuple[Blocks, ...]] = ("single", "large")
SELECTIONS: Final = ("none", *HEURISTICS, "good&narrow", "narrow&good", "good&narrow@providers")
MODEST = settings(max_examples=12, database=None)


def conversed(model: Model, blocks: Blocks, begin: Begin) -> Evidence | Stuck:
    """What the conversation about the model's property comes to, judged."""
    goal = model.properties[0]
    lowered = prepare(model, goal, blocks=blocks) if blocks == "large" else aim(model, goal)
    talk = begin(lowered.model, patient())
    found: Proof | Trace | Stuck = run(talk.explorer, talk.refiner, talk.precision)
    return judged(model, found if isinstance(found, Stuck) else lowered.lift(found))


def judged(model: Model, found: Evidence | Stuck) -> Evidence | Stuck:
    """What was found, after it was checked and compared with the ground truth."""
    goal = model.properties[0]
    expected: type[Any] = Trace if violations(model, goal) else Proof
    assert isinstance(found, expected | Stuck), found
    if isinstance(found, Proof):
        check_proof(model, goal, found, seconds=PATIENCE)
    elif isinstance(found, Trace):
        check_trace(model, goal, found)
        replay(model, found, goal)
    return found


@pytest.mark.parametrize("blocks", BLOCKS)
@pytest.mark.parametrize("select", ["none", "good&narrow", "random:1"])
def test_values_are_right_where_they_answer(blocks: Blocks, select: str) -> None:
    @MODEST
    @given(models())
    def agrees(model: Model) -> None:
        options = Values(select=select)
        found = conversed(model, blocks, lambda small, time: value_conversation(small, options, time, ignore))
        if isinstance(found, Stuck):
            assert "value analysis" in found.reason and "predicate+value" in found.hint

    agrees()


@pytest.mark.parametrize("combination", ["together", "value-first"])
@pytest.mark.parametrize("select", SELECTIONS)
def test_the_product_decides_everything(select: str, combination: Any) -> None:
    @MODEST
    @given(models(), st.sampled_from(BLOCKS))
    def agrees(model: Model, blocks: Blocks) -> None:
        options = ValuesAndPredicates(combination, select=select)
        found = conversed(model, blocks, lambda small, time: product_conversation(small, options, time, ignore))
        assert not isinstance(found, Stuck), found

    agrees()


@pytest.mark.parametrize(("order", "mode"), list(product(ORDERS, ("restart", "lazy"))))
def test_the_product_in_every_order(order: str, mode: Any) -> None:
    @MODEST
    @given(models(), st.sampled_from(BLOCKS))
    def agrees(model: Model, blocks: Blocks) -> None:
        options = ValuesAndPredicates("together", order=order, reexploration=mode)
        found = conversed(model, blocks, lambda small, time: product_conversation(small, options, time, ignore))
        assert not isinstance(found, Stuck), found

    agrees()


@pytest.mark.parametrize("select", SELECTIONS)
def test_selected_predicates_decide_everything(select: str) -> None:
    @MODEST
    @given(models(), st.sampled_from(BLOCKS))
    def agrees(model: Model, blocks: Blocks) -> None:
        options = Predicates(select=select)
        found = conversed(model, blocks, lambda small, time: predicate_conversation(small, options, time, ignore))
        assert not isinstance(found, Stuck), found

    agrees()


@MODEST
@given(models(), st.sampled_from(["single", "chains"]))
def test_values_on_models_as_they_are_read(model: Model, blocks: str) -> None:
    judged(model, decided(model, model.properties[0], "value", blocks=blocks))


@pytest.mark.parametrize("combination", ["in-turns", "together", "value-first"])
def test_both_on_models_as_they_are_read(combination: str) -> None:
    @MODEST
    @given(models(), st.sampled_from(BLOCKS))
    def agrees(model: Model, blocks: Blocks) -> None:
        goal = model.properties[0]
        found = judged(model, decided(model, goal, "predicate+value", blocks=blocks, combination=combination))
        assert not isinstance(found, Stuck), found

    agrees()


def test_engines_without_paths_have_nothing_to_select() -> None:
    assert [heuristic.name for heuristic in selected("good&narrow").heuristics] == ["good", "narrow"]
    with pytest.raises(InputError, match=r"directed has no option select.*predicate, value, predicate\+value"):
        configured("directed", seconds=PATIENCE, select="good")
    with pytest.raises(InputError, match=r"no refinement heuristic is called 'better'.*narrow"):
        configured("predicate", seconds=PATIENCE, select="better")

"""Engines for steps from several states say what brute force says, with evidence that checks."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given, settings

from assay.checking import check
from assay.core.budget import FOREVER
from assay.core.evidence import Derivation, Proof, Trace
from assay.core.model import Model
from assay.core.terms.evaluate import holds
from assay.core.verdict import Holds, Violated
from assay.engines.catalogue import ENGINES, configured
from assay.explore.summaries.equations import equations
from assay.explore.summaries.rules import rules_of
from assay.transforms.aim import aim
from clocks import PATIENCE
from derivable import derivable, hyper_models, violated
from models import assignment, models

DECIDING: Final = [name for name, engine in ENGINES.items() if engine.derivations and name != "bounded"]


@pytest.mark.parametrize("engine", DECIDING)
def test_verdicts_agree_with_brute_force(engine: str) -> None:
    @settings(max_examples=20, database=None)
    @given(hyper_models())
    def agrees(model: Model) -> None:
        found = derivable(model)
        (result,) = check(model, config=configured(engine, seconds=PATIENCE))
        match result.verdict:
            case Violated(Derivation(nodes)):
                assert violated(found, model.properties[0])
                states = [(n.edge.target if n.edge else model.entry, n.state) for n in nodes]
                every = [(place, assignment(place, state)) for place, state in found]
                assert all(state in every for state in states)
            case Violated(Trace()):
                assert model.is_linear and violated(found, model.properties[0])
            case verdict:
                assert isinstance(verdict, Holds) and not violated(found, model.properties[0]), verdict

    agrees()


@settings(max_examples=30, database=None)
@given(models())
def test_summaries_decide_models_that_have_runs(model: Model) -> None:
    (result,) = check(model, config=configured("summaries", seconds=PATIENCE))
    assert isinstance(result.verdict, Violated) is violated(derivable(model), model.properties[0])
    evidence = result.verdict.evidence if isinstance(result.verdict, Holds | Violated) else None
    assert isinstance(evidence, Proof | Trace)


@settings(max_examples=20, database=None)
@given(hyper_models())
def test_equations_hold_of_all_that_is_derivable(model: Model) -> None:
    aimed = aim(model, model.properties[0]).model
    known = equations(rules_of(aimed), FOREVER)
    for place, state in derivable(model):
        for cube in known.get(place, ()):
            assert not all(holds(literal, assignment(place, state)) for literal in cube)

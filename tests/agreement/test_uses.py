"""Steps from several states: engines that do not know them say so, others answer each property for itself."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Final

import pytest
from hypothesis import given, settings

from assay.checking import check
from assay.core.budget import Deadline
from assay.core.errors import InputError, UnsoundVerdict
from assay.core.evidence import Derivation, Proof
from assay.core.model import Edge, Location, Model, Safety, Use
from assay.core.roles import Found
from assay.core.terms import TRUE, add, eq, integer, variable
from assay.core.terms.sorts import INT
from assay.core.verdict import Holds, Unknown, Violated
from assay.engines import properties
from assay.engines.catalogue import ENGINES, configured
from assay.engines.properties import Claim
from assay.witness.check.derivations import check_derivation
from assay.witness.check.invariants import check_proof
from clocks import PATIENCE
from derivable import derivable, hyper_models, violated
from models import described

EXAMPLES: Final = 400 if os.environ.get("ASSAY_CAMPAIGN") else 12
ABLE: Final = tuple(engine.name for engine in ENGINES.values() if engine.derivations)
OTHERS: Final = tuple(engine.name for engine in ENGINES.values() if not engine.derivations)
LIMITS: Final[Mapping[str, Mapping[str, Any]]] = {"bounded": {"depth": 3}}
"""Options of engines that would go on for ever."""

X, Y = variable("x", INT), variable("y", INT)
ENTRY, ONE, BOTH = Location("entry"), Location("one", (X,)), Location("both", (X,))
# One is derivable with 1 and 2; both needs two states of it whose values differ by one.
STARTS: Final = (Edge("a", ENTRY, ONE, TRUE, {X: integer(1)}), Edge("b", ENTRY, ONE, TRUE, {X: integer(2)}))
JOIN: Final = Edge("join", ONE, BOTH, uses=(Use(ONE, (add(X, integer(1)),)),))
SAFE: Final = Safety("not two", {BOTH: eq(X, integer(2))})
UNSAFE: Final = Safety("not one", {BOTH: eq(X, integer(1))})
SMALL: Final = Model(ENTRY, (*STARTS, JOIN), properties=(SAFE, UNSAFE))


@settings(max_examples=EXAMPLES, database=None)
@given(hyper_models())
def test_bounded_derivations_find_what_is_low_and_prove_nothing(model: Model) -> None:
    (result,) = check(model, config=configured("bounded", seconds=PATIENCE, depth=2))
    if isinstance(result.verdict, Violated):
        assert violated(derivable(model), model.properties[0])
    else:
        assert isinstance(result.verdict, Unknown)


@pytest.mark.parametrize("engine", OTHERS)
def test_other_engines_say_that_they_do_not_apply(engine: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"the engine {engine} does not decide")):
        check(SMALL, config=configured(engine, seconds=PATIENCE))


@pytest.mark.parametrize("engine", ABLE)
@pytest.mark.parametrize("jobs", [1, 2])
def test_each_of_several_properties_gets_its_own_verdict(engine: str, jobs: int) -> None:
    config = configured(engine, seconds=PATIENCE, jobs=jobs, **LIMITS.get(engine, {}))
    safe, unsafe = check(SMALL, config=config)
    assert isinstance(unsafe.verdict, Violated)
    assert isinstance(safe.verdict, Unknown if engine == "bounded" else Holds)


@settings(max_examples=EXAMPLES)
@given(hyper_models())
def test_the_least_fixpoint_is_a_proof_of_what_holds_and_of_nothing_else(model: Model) -> None:
    goal, found = model.properties[0], derivable(model)
    places = dict.fromkeys(place for place, _ in found)
    proof = Proof({place: described(place, [s for where, s in found if where == place]) for place in places})
    if not violated(found, goal):
        assert check_proof(model, goal, proof, seconds=PATIENCE)
    else:
        with pytest.raises(UnsoundVerdict, match="excludes the error"):
            check_proof(model, goal, proof, seconds=PATIENCE)


def test_a_proof_may_use_what_is_known_of_both() -> None:
    (result,) = check(SMALL, property=SAFE, config=configured("spacer", seconds=PATIENCE))
    assert isinstance(result.verdict, Holds) and result.method == "Spacer"


def test_auto_decides_without_spacer() -> None:
    (result,) = check(SMALL, property=UNSAFE, config=configured(seconds=PATIENCE, without=("Spacer",)))
    assert isinstance(result.verdict, Violated) and result.method != "Spacer"
    assert isinstance(result.verdict.evidence, Derivation)
    assert check_derivation(SMALL, UNSAFE, result.verdict.evidence)


@pytest.mark.parametrize("engine", ABLE)
def test_a_run_is_a_derivation_where_other_steps_have_uses(engine: str) -> None:
    goal = Safety("never one", {ONE: eq(X, integer(1))})
    aside = Model(ENTRY, (STARTS[0], Edge("loop", ONE, BOTH, uses=(Use(BOTH, (X,)),))), properties=(goal,))
    (result,) = check(aside, config=configured(engine, seconds=PATIENCE))
    assert isinstance(result.verdict, Violated) and isinstance(result.verdict.evidence, Derivation)


def test_evidence_against_one_property_is_none_against_others(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = check(SMALL, property=UNSAFE, config=configured("bounded", seconds=PATIENCE))
    assert isinstance(found.verdict, Violated)
    claim = Claim((SAFE.name, UNSAFE.name), found.verdict.evidence)

    class Claiming:
        def advance(self, deadline: Deadline, /) -> Found[Claim]:
            return Found(claim)

        def close(self) -> None:
            """There is nothing to let go of."""

    monkeypatch.setattr(properties, "search", lambda *_: Claiming())
    with pytest.raises(UnsoundVerdict, match="is no error"):
        check(SMALL, config=configured(seconds=PATIENCE))

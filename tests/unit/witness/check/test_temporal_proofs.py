"""Arguments that no fair run violates a property: right ones are confirmed, and each way to be wrong is refuted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import Branches, Counting, Elimination, Fixpoints, Holding, Proof, StateTable
from assay.core.model import Ctl, Justice, Ltl, Model
from assay.core.temporal import BINARY, Atom, PathOperator, Quantifier, negation_normal, temporal
from assay.core.terms import TRUE, not_
from assay.explore.circuit.reachability import list_rings, union
from assay.explore.temporal.ctl_certificate import fixpoints_for
from assay.explore.temporal.ctl_sets import StateSets
from assay.frontends.hardware.aiger import model_of_file
from assay.frontends.hardware.aiger_file import parse
from assay.spaces.circuit.space import CircuitSpace
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.temporal.observed import observe
from assay.witness.check import steps
from assay.witness.check.fixpoints import check_fixpoints
from assay.witness.check.temporal_proofs import check_certificate
from clocks import PATIENCE
from explicit import decide
from hardware import Aig
from unchecked import by, found

# A latch that toggles (4), one that has risen for good once the input (2) was true (6), and both of them at once (10).
GATES = [(7, 3), (6, 4)]
CIRCUIT = Aig(1, [(5, 0), (9, 0)], GATES)


@pytest.fixture(params=[steps.MOST_SAT, 0.0], ids=["SAT", "decision diagrams"], autouse=True)
def checker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is asked of SAT, and then of decision diagrams."""
    monkeypatch.setattr(steps, "MOST_SAT", request.param)


@pytest.fixture
def model(tmp_path: Path) -> Model:
    return replace(model_of_file(parse(CIRCUIT.write(tmp_path / "design.aag"))), temporal=())


def never_again(model: Model) -> Justice:
    """Holds: once risen, the second latch stays, so that it cannot be seen low and high again and again."""
    _, risen = model.entry.variables
    return Justice("both", (risen, not_(risen)))


def certificate(model: Model, prop: Justice | Ltl | Ctl, engine: str) -> Holding:
    evidence = found(model, prop, engine)
    assert isinstance(evidence, Holding)
    return evidence


def test_elimination(model: Model) -> None:
    prop = never_again(model)
    proof = certificate(model, prop, "bdd")
    assert isinstance(proof, Elimination)
    assert "eliminations" in check_certificate(model, prop, proof, seconds=PATIENCE)
    conditions = sorted({condition for _, condition in proof.removals})
    everything, nothing = StateTable((), 1), StateTable((), 0)
    wrong = [
        replace(proof, removals=proof.removals[1:]),
        replace(proof, removals=proof.removals[:-1]),
        replace(proof, removals=proof.removals[::-1]),
        replace(proof, removals=((everything, conditions[0]),)),
        replace(proof, removals=((everything, conditions[1]),)),
        replace(proof, removals=((everything, 0), *proof.removals)),
        replace(proof, removals=((everything, 1),)),
        replace(proof, reached=nothing),
        # Latches are nodes 1 and 2: states with the first low only, and a set that speaks of an input.
        replace(proof, reached=StateTable(((1, 1, 0),), 2)),
        replace(proof, removals=((StateTable(((3, 0, 1),), 2), conditions[0]), *proof.removals)),
    ]
    for mistake in wrong:
        with pytest.raises(UnsoundVerdict):
            check_certificate(model, prop, mistake, seconds=PATIENCE)
    with pytest.raises(SolverFailure):
        check_certificate(model, prop, proof, seconds=0)


def test_counting(model: Model) -> None:
    prop = never_again(model)
    proof = by("IC3 of fair rounds", model, prop, "runs")
    assert isinstance(proof, Counting)
    assert "rounds" in check_certificate(model, prop, proof, seconds=PATIENCE)
    wrong = [
        replace(proof, clauses=()),
        replace(proof, clauses=(*proof.clauses, (2,))),
        replace(proof, clauses=(*proof.clauses, (3,))),
        replace(proof, clauses=((), *proof.clauses)),
        replace(proof, clauses=((6,), *proof.clauses)),
    ]
    for mistake in wrong:
        with pytest.raises(UnsoundVerdict):
            check_certificate(model, prop, mistake, seconds=PATIENCE)
    with pytest.raises(SolverFailure):
        check_certificate(model, prop, proof, seconds=0)


def test_invariants(model: Model) -> None:
    toggling, risen = model.entry.variables
    always = temporal(PathOperator.GLOBALLY, Atom(TRUE), quantifier=Quantifier.ALL)
    assert "invariant" in check_certificate(model, Ctl("p", always), Proof({model.entry: TRUE}), seconds=PATIENCE)
    never = temporal(PathOperator.GLOBALLY, Atom(not_(risen)), quantifier=Quantifier.ALL)
    with pytest.raises(UnsoundVerdict):
        check_certificate(model, Ctl("p", never), Proof({model.entry: not_(risen)}), seconds=PATIENCE)
    sometime = temporal(PathOperator.FINALLY, Atom(toggling), quantifier=Quantifier.ALL)
    with pytest.raises(UnsoundVerdict):
        check_certificate(model, Ctl("p", sometime), Proof({model.entry: TRUE}), seconds=PATIENCE)


def test_what_runs_cannot_say_is_not_confirmed_by_their_absence(model: Model) -> None:
    toggling, _ = model.entry.variables
    possible = temporal(PathOperator.FINALLY, Atom(toggling), quantifier=Quantifier.SOME)
    with pytest.raises(UnsoundVerdict):
        check_certificate(model, Ctl("p", possible), Elimination((), StateTable((), 0), ()), seconds=PATIENCE)


# -- branching time ----------------------------------------------------------------------------------------------------

EVERYTHING = StateTable((), 1)


def claims_for(model: Model, prop: Ctl) -> Fixpoints:
    """True claims about all subformulas, whether the formula holds or not."""
    blasted = circuit_of(observe(model, prop).model)
    space = CircuitSpace(blasted.circuit, tuple(blasted.literals.values()))
    reached = union(space, list_rings(space, space.diagrams.false))
    return fixpoints_for(StateSets(space, reached, blasted.literals), negation_normal(prop.formula))


def pretended(certificate: Fixpoints, chosen: set[int]) -> Fixpoints:
    """The same, but all states are said to satisfy the chosen subformulas."""
    claims = [
        replace(claim, states=EVERYTHING) if number in chosen else claim
        for number, claim in enumerate(certificate.claims)
    ]
    return replace(certificate, claims=tuple(claims))


@pytest.mark.parametrize("outer", list(Quantifier))
@pytest.mark.parametrize("inner", list(Quantifier))
@pytest.mark.parametrize("operators", ["G F", "F G", "X X", "G U", "F V", "U F", "V G"])
def test_no_claims_make_a_wrong_formula_hold(
    model: Model, outer: Quantifier, inner: Quantifier, operators: str
) -> None:
    toggling, risen = (Atom(symbol) for symbol in model.entry.variables)
    first, second = (PathOperator(letter) for letter in operators.split())
    within = temporal(second, *((toggling, risen) if second in BINARY else (risen,)), quantifier=inner)
    whole = temporal(first, *((within, toggling) if first in BINARY else (within,)), quantifier=outer)
    for formula in (whole, negation_normal(whole, negated=True)):
        prop = Ctl("p", formula)
        certificate = claims_for(model, prop)
        if decide(model, prop):
            assert "step by step" in check_certificate(model, prop, certificate, seconds=PATIENCE)
            continue
        number = len(certificate.claims)
        wrong = [certificate, *(pretended(certificate, {number - 1, extra}) for extra in range(number))]
        wrong.append(pretended(certificate, set(range(number))))
        wrong.append(replace(certificate, unfair=((EVERYTHING, 1),)))
        wrong.append(replace(pretended(certificate, {number - 1}), reached=StateTable((), 0)))
        for mistake in wrong:
            with pytest.raises(UnsoundVerdict):
                check_certificate(model, prop, mistake, seconds=PATIENCE)


def test_rings_that_lead_nowhere_are_refuted(model: Model) -> None:
    """The second latch may rise from anywhere: one step suffices, and each wrong way to say so is found."""
    _, risen = model.entry.variables
    possible = temporal(PathOperator.FINALLY, Atom(risen), quantifier=Quantifier.SOME)
    prop = Ctl("p", temporal(PathOperator.GLOBALLY, possible, quantifier=Quantifier.ALL))
    certificate = claims_for(model, prop)
    assert "step by step" in check_certificate(model, prop, certificate, seconds=PATIENCE)
    reaching = certificate.claims[1]
    assert len(reaching.rings) == 2
    first, second = reaching.rings
    for rings in ((first,), (second,), (second, first), (EVERYTHING,), ()):
        claims = (certificate.claims[0], replace(reaching, rings=rings), certificate.claims[2])
        with pytest.raises(UnsoundVerdict):
            check_certificate(model, prop, replace(certificate, claims=claims), seconds=PATIENCE)
    empty = replace(certificate.fair, rings=())
    with pytest.raises(UnsoundVerdict):
        check_certificate(model, prop, replace(certificate, fair=empty), seconds=PATIENCE)
    with pytest.raises(UnsoundVerdict):
        check_certificate(model, prop, replace(certificate, claims=certificate.claims[1:]), seconds=PATIENCE)


def test_a_failing_formula_has_a_state_that_shows_it(model: Model) -> None:
    _, risen = model.entry.variables
    prop = Ctl("p", temporal(PathOperator.FINALLY, Atom(risen), quantifier=Quantifier.ALL))
    evidence = found(model, prop, "bdd")
    assert isinstance(evidence, Branches) and evidence.sets is not None
    proof = evidence.sets
    assert "step by step" in check_fixpoints(model, prop, proof, holds=False, seconds=PATIENCE)
    assert proof.state is not None
    for mistake in (replace(proof, state=((1, 1),)), replace(proof, state=((3, 0),)), replace(proof, state=None)):
        with pytest.raises(UnsoundVerdict):
            check_fixpoints(model, prop, mistake, holds=False, seconds=PATIENCE)
    with pytest.raises(UnsoundVerdict):
        check_fixpoints(model, prop, proof, holds=True, seconds=PATIENCE)
    with pytest.raises(SolverFailure, match="no time"):
        check_fixpoints(model, prop, proof, holds=False, seconds=0)

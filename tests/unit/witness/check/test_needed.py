"""A proof is checked with the facts that it needs: never with too few, and never a wrong one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import TRUE, Term, add, and_, conjuncts, eq, ge, integer, ite, le, lt, not_, or_, variable
from assay.core.terms.sorts import INT
from assay.solve.smt import Answer, Solver
from assay.solve.z3.context import Z3Context
from assay.solve.z3.solver import Z3Solver
from assay.witness.check import needed
from assay.witness.check.court import Condition, Court, Refuted, standard_checkers
from assay.witness.check.loop_invariants import check_proof_by_blocks
from assay.witness.check.needed import check_proof_by_need
from clocks import PATIENCE

X, Y, Z = (variable(name, INT) for name in "xyz")
START, HEAD = Location("start"), Location("head", (X, Y, Z))


def system(step: dict[Term, Term]) -> tuple[Model, Safety]:
    """x counts up to ten and begins again, y is its double, z is something else; x is never beyond ten."""
    zero = integer(0)
    enter = Edge("enter", START, HEAD, TRUE, {X: zero, Y: zero, Z: zero})
    goal = Safety("small", {HEAD: or_(lt(X, zero), lt(integer(12), X))})
    return Model(START, (enter, Edge("step", HEAD, HEAD, TRUE, step)), TRUE, (goal,)), goal


COUNTING = {
    X: ite(lt(X, integer(10)), add(X, integer(1)), integer(0)),
    Y: ite(lt(X, integer(10)), add(Y, integer(2)), integer(0)),
    Z: ite(le(Z, integer(70_000)), add(Z, integer(1)), Z),
}
OWN = and_(ge(X, integer(0)), le(X, integer(10)))
UNNEEDED = (eq(Y, add(X, X)), le(Z, integer(70_001)), ge(Z, integer(0)))
PROOF = Proof({HEAD: and_(OWN, *UNNEEDED)})


class Hesitant(Z3Solver):
    """Decides nothing that speaks of y or z, as a solver does that finds products hard."""

    def __init__(self) -> None:
        super().__init__(Z3Context(), incremental=False, deputy=False)
        self._formulas: list[tuple[Term, ...]] = []

    def add(self, *formulas: Term) -> None:
        self._formulas.append(formulas)
        super().add(*formulas)

    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        asked = [formula for formulas in self._formulas for formula in formulas]
        self._formulas.clear()
        if any({Y, Z} & formula.free for formula in asked):
            return Answer.UNKNOWN
        return super().check(assumptions, seconds=seconds)


def hesitant() -> Solver:
    return Hesitant()


def test_an_easy_proof_is_checked_as_it_is() -> None:
    model, goal = system(COUNTING)
    checker, proof = check_proof_by_need(model, goal, PROOF, seconds=PATIENCE)
    assert "cvc5" in checker and proof is PROOF


def test_facts_that_are_too_hard_and_not_needed_are_left_out() -> None:
    model, goal = system(COUNTING)
    with pytest.raises(SolverFailure):
        check_proof_by_blocks(model, goal, PROOF, seconds=PATIENCE, checkers=(hesitant,))
    _, proof = check_proof_by_need(model, goal, PROOF, seconds=PATIENCE, checkers=(hesitant,))
    assert set(conjuncts(proof.invariant[HEAD])) <= set(conjuncts(OWN))
    assert check_proof_by_blocks(model, goal, proof, seconds=PATIENCE), "what is left is a proof in its own right"


def test_without_a_fact_that_is_needed_there_is_no_yes() -> None:
    model, goal = system({**COUNTING, X: ite(lt(Y, integer(20)), add(X, integer(1)), integer(0))})
    _, proof = check_proof_by_need(model, goal, PROOF, seconds=PATIENCE)
    assert proof is PROOF
    with pytest.raises(SolverFailure):
        check_proof_by_need(model, goal, PROOF, seconds=PATIENCE, checkers=(hesitant,))
    lacking = Proof({HEAD: and_(OWN, *UNNEEDED[1:])})
    with pytest.raises(UnsoundVerdict):
        check_proof_by_need(model, goal, lacking, seconds=PATIENCE)


@pytest.mark.parametrize("number", range(5))
def test_a_changed_part_is_no_part_of_what_is_confirmed(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever part is turned into its opposite, or made too tight, is refuted, or left out of a proof without it."""
    monkeypatch.setattr(needed, "WHOLE_SHARE", 0.0)  # begin with the choice
    model, goal = system(COUNTING)
    parts = list(conjuncts(PROOF.invariant[HEAD]))
    for wrong in (not_(parts[number]), and_(parts[number], lt(X, integer(7)))):
        changed = Proof({HEAD: and_(*parts[:number], wrong, *parts[number + 1 :])})
        try:
            _, proof = check_proof_by_need(model, goal, changed, seconds=PATIENCE)
        except UnsoundVerdict:
            continue
        assert set(conjuncts(proof.invariant[HEAD])) <= set(parts)
        assert check_proof_by_blocks(model, goal, proof, seconds=PATIENCE)


def test_a_program_that_errs_is_never_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needed, "WHOLE_SHARE", 0.0)
    model, goal = system({**COUNTING, X: add(X, integer(1))})
    with pytest.raises(UnsoundVerdict):
        check_proof_by_need(model, goal, PROOF, seconds=PATIENCE)


def test_a_court_that_refuted_a_condition_has_forgotten_it() -> None:
    court = Court(standard_checkers(), Deadline.after(PATIENCE), patience=1.0)
    court.confirm(Condition("nothing", (and_(lt(X, integer(0)), ge(X, integer(0))),)))
    for possible in (le(X, integer(0)), ge(X, integer(1))):
        with pytest.raises(Refuted) as refuted:
            court.confirm(Condition("something", (possible,)))
        assert X in refuted.value.state

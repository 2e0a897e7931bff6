"""Wrong words for a right proof are never told: what is told of a proof is itself a proof, as z3 on SMT-LIB text says.

Whatever finds other words may be as wrong as it likes: here it is made to be, in one place, and the verdict is neither
another one nor told with evidence that proves nothing.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from assay.checking import check
from assay.checking.confirming import confirmed
from assay.checking.spare import Spare
from assay.core.budget import Deadline
from assay.core.evidence import Proof
from assay.core.model import Model, Safety
from assay.core.terms import FALSE, TRUE, Term
from assay.core.verdict import Holds
from assay.engines.catalogue import configured
from assay.frontends.task import load
from assay.transforms.aim import with_auxiliary
from assay.transforms.readable import readable
from clocks import PATIENCE
from mutants import mutated_proof
from oracles import is_cut, is_proof
from places import EXAMPLES

MUTANTS = 8
COUNTER = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned used = 0, free = 5;
    while (__VERIFIER_nondet_int()) {
        if (used < 5) used++; else used = 0;
        if (free > 0) free--;
        if (used > 5 || free > 5) reach_error();
    }
    return 0;
}
"""


def task(name: str, folder: Path) -> Model:
    if name.endswith(".c"):
        path = folder / name
        path.write_text(COUNTER)
        return load(path, checks="assert")
    return load(EXAMPLES / name)


def told(model: Model, goal: Safety, proof: Proof) -> Proof:
    """What is told of a proof, when there is all the time for other words."""
    ages = iter((0.0, 1e6))
    spare = Spare(lambda: next(ages))
    verdict, _ = confirmed(model, goal, proof, Deadline.after(PATIENCE), spare=spare, no_execute=True)
    assert isinstance(verdict, Holds) and isinstance(verdict.evidence, Proof)
    return verdict.evidence


@pytest.mark.parametrize("name", ["counter.c", "traffic-light.smv", "bakery-2.smt2"])
def test_wrong_words_are_never_told(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = task(name, tmp_path)
    goal = next(goal for goal in model.goals if isinstance(goal, Safety))
    (result,) = check(model, property=goal, config=configured(seconds=PATIENCE, jobs=1, no_execute=True))
    assert isinstance(result.verdict, Holds) and isinstance(result.verdict.evidence, Proof)
    proof, whole = result.verdict.evidence, with_auxiliary(model, goal)
    right = readable(model, whole, proof, Deadline.after(PATIENCE)) or proof
    judge = is_cut if name.endswith(".c") else is_proof
    random, refused = Random(name), 0
    for _ in range(MUTANTS):
        mutant = mutated_proof(model, right, random)
        monkeypatch.setattr("assay.transforms.readable.readable", lambda *_, mutant=mutant: mutant)
        found = told(model, goal, proof)
        refused += found is not mutant
        if found is mutant and not mutant.depth:
            assert judge(model, whole, mutant)
    assert refused


@pytest.mark.parametrize("claim", [TRUE, FALSE])
def test_words_that_say_nothing_or_everything_are_not_told(claim: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    model = load(EXAMPLES / "traffic-light.smv")
    goal = next(goal for goal in model.goals if isinstance(goal, Safety))
    (result,) = check(model, property=goal, config=configured(seconds=PATIENCE, jobs=1))
    assert isinstance(result.verdict, Holds) and isinstance(result.verdict.evidence, Proof)
    monkeypatch.setattr("assay.transforms.readable.readable", lambda *_: Proof({model.entry: claim}))
    assert told(model, goal, result.verdict.evidence) is result.verdict.evidence

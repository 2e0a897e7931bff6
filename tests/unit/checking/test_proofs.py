"""A proof that is confirmed in other words is told in these; else it is told as it was found."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.app.evidence_files import shown, witness_text
from assay.checking.confirming import confirmed
from assay.checking.spare import Spare
from assay.core.budget import Deadline
from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.model import Goal, Model, Safety
from assay.core.terms import FALSE, TRUE, Term, add, and_, conjunction, eq, int_mod, integer, ite, le, not_, or_
from assay.core.terms.bitvectors import bv, extract
from assay.core.verdict import Holds, Unknown
from assay.frontends.smv.model import smv_model
from assay.frontends.task import load
from assay.frontends.text import Source
from assay.transforms.circuit.truth import MOST_VARIABLES, counting
from assay.witness.hardware.certificate_checker import check_certificate
from clocks import PATIENCE
from places import EXAMPLES


def bit(index: int, symbol: Term) -> Term:
    return eq(extract(index, index, symbol), bv(1, 1))


def clear(symbol: Term, start: int) -> Term:
    return conjunction(not_(bit(k, symbol)) for k in range(start, symbol.sort.width))


def told(model: Model, goal: Goal, proof: Proof, *, spare: bool = True) -> tuple[Holds, str]:
    """With all the time for other words, or none."""
    ages = iter((0.0, 1e6))
    found = Spare(lambda: next(ages)) if spare else None
    verdict, how = confirmed(model, goal, proof, Deadline.after(PATIENCE), spare=found, no_execute=True)
    assert isinstance(verdict, Holds) and isinstance(verdict.evidence, Proof)
    return verdict, how


@pytest.fixture(scope="module")
def ring() -> tuple[Model, Safety, Proof]:
    """The buffer of the examples, with the clauses that IC3 finds."""
    model = load(EXAMPLES / "ring-buffer.c", checks="assert")
    (goal,) = model.goals
    assert isinstance(goal, Safety) and model.origin.source is not None
    (head,) = {loop.location for loop in model.origin.source.loops}
    used, tail, cells = (next(v for v in head.variables if v.name == name) for name in ("used", "tail", "head"))
    few = conjunction(or_(not_(bit(3, used)), not_(bit(k, used))) for k in range(3))
    return model, goal, Proof({head: and_(clear(used, 4), few, clear(tail, 3), clear(cells, 3))})


def test_the_ring_buffer_in_one_line(ring: tuple[Model, Safety, Proof]) -> None:
    model, goal, proof = ring
    verdict, how = told(model, goal, proof)
    assert how.startswith("inductive invariant, checked by cvc5")
    record = shown(model, goal, verdict)
    assert record is not None
    ((place, text),) = record["rows"]
    assert place == "line 24" and set(text.split(" && ")) == {"used <= 8", "tail <= 7", "head <= 7"}
    assert text in witness_text(model, goal, verdict, how, seconds=PATIENCE)


DESIGN = """
MODULE main
VAR light : {green, yellow, red};
ASSIGN init(light) := red; next(light) := light = red ? {red, yellow} : red;
"""


def lights(stated: str) -> tuple[Model, Goal, Proof]:
    """With the clauses over bits that say that one of them is 1."""
    model = smv_model(Source("x.smv", DESIGN + stated))
    (goal,) = model.goals
    (light,) = model.entry.variables
    some, both = or_(bit(0, light), bit(1, light)), and_(bit(0, light), bit(1, light))
    return model, goal, Proof({model.entry: and_(some, not_(both))})


@pytest.mark.parametrize("stated", ["INVARSPEC", "LTLSPEC G", "CTLSPEC AG"])
def test_enumerations_have_their_names_whoever_states_the_invariant(stated: str) -> None:
    model, goal, proof = lights(f"{stated} light != green")
    verdict, how = told(model, goal, proof)
    record = shown(model, goal, verdict)
    assert record is not None and record["rows"] == [["state", "light != green"]]
    assert "inductive invariant" in how


def test_the_written_proof_has_the_names_in_a_comment() -> None:
    model, goal, proof = lights("INVARSPEC light != green")
    verdict, how = told(model, goal, proof)
    assert "; state: light != green\n" in witness_text(model, goal, verdict, how, seconds=PATIENCE)


def test_without_time_to_spare_it_is_told_as_it_was_found() -> None:
    model, goal, proof = lights("INVARSPEC light != green")
    assert told(model, goal, proof, spare=False)[0].evidence is proof


@pytest.mark.parametrize("claim", [TRUE, FALSE])
def test_a_wrong_proof_is_refused_whatever_is_said_in_other_words(claim: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    model = smv_model(Source("x.smv", DESIGN + "INVARSPEC light != yellow"))
    (goal,) = model.goals
    monkeypatch.setattr("assay.transforms.readable.readable", lambda *_: Proof({model.entry: claim}))
    with pytest.raises(UnsoundVerdict):
        told(model, goal, Proof({model.entry: not_(bit(0, model.entry.variables[0]))}))


def token(stated: str, bits: int) -> tuple[Model, Goal, Term]:
    """A token goes round: exactly one bit is set.  Last the number of bits, as a solver's interpolant may say it."""
    rows = [f"x{k} : boolean;" for k in range(bits)]
    turns = [f"init(x{k}) := {'TRUE' if k == 0 else 'FALSE'}; next(x{k}) := x{(k - 1) % bits};" for k in range(bits)]
    text = f"MODULE main VAR {' '.join(rows)} ASSIGN {' '.join(turns)} {stated} (!(x0 & x1))"
    model = smv_model(Source("token.smv", text))
    (goal,) = model.goals
    return model, goal, add(*(ite(symbol, integer(1), integer(0)) for symbol in model.entry.variables))


@pytest.mark.parametrize("stated", ["INVARSPEC", "LTLSPEC G", "CTLSPEC AG"])
@pytest.mark.parametrize("bits", [3, 9, 20])
@pytest.mark.parametrize("spare", [True, False])
def test_a_proof_over_gates_that_counts(stated: str, bits: int, *, spare: bool) -> None:
    model, goal, ones = token(stated, bits)
    verdict, how = told(model, goal, Proof({model.entry: eq(ones, integer(1))}), spare=spare)
    assert "minisat22" in how
    assert isinstance(verdict.evidence, Proof)
    assert counting(verdict.evidence) == (bits > MOST_VARIABLES)
    with pytest.raises(UnsoundVerdict):
        told(model, goal, Proof({model.entry: eq(ones, integer(2))}), spare=spare)


@pytest.mark.parametrize("stated", ["INVARSPEC", "LTLSPEC G", "CTLSPEC AG"])
def test_what_gates_cannot_count_goes_to_a_solver_for_formulas(stated: str) -> None:
    model, goal, ones = token(stated, 9)
    one = and_(eq(int_mod(ones, integer(9)), integer(1)), le(ones, integer(8)))
    verdict, how = told(model, goal, Proof({model.entry: one}))
    assert "cvc5" in how and isinstance(verdict, Holds)
    # Nothing checks induction with such formulas, and that is no error.
    (unknown, _) = confirmed(model, goal, Proof({model.entry: one}, depth=2), Deadline.after(PATIENCE))
    assert isinstance(unknown, Unknown) and "cannot count" in unknown.reason


def test_a_proof_that_counts_has_a_certificate(tmp_path: Path) -> None:
    bits = MOST_VARIABLES + 1
    rows = [f"{2 * k + 2} {2 * ((k - 1) % bits) + 2} {int(k == 0)}" for k in range(bits)]
    path = tmp_path / "token.aag"
    path.write_text("\n".join([f"aag {bits + 1} 0 {bits} 0 1 1", *rows, f"{2 * bits + 2}", f"{2 * bits + 2} 4 2", ""]))
    model = load(path)
    (goal,) = model.goals
    ones = add(*(ite(symbol, integer(1), integer(0)) for symbol in model.entry.variables))
    verdict, how = told(model, goal, Proof({model.entry: eq(ones, integer(1))}))
    assert check_certificate(path, witness_text(model, goal, verdict, how, seconds=PATIENCE), 0, seconds=PATIENCE)

"""Programs as circuits: the searches say what brute force says, with evidence about the program as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from assay.core.budget import Deadline
from assay.core.errors import Unsupported
from assay.core.events import ignore
from assay.core.evidence import Evidence, Proof, Trace
from assay.core.model import Model, Safety
from assay.core.roles import Search, Stuck
from assay.core.terms.sorts import BOOL
from assay.engines import catalogue, plans, views
from assay.engines.options import NoOptions
from assay.engines.plans import Turn
from assay.engines.portfolio import Turns
from assay.engines.views import Task, Views
from assay.frontends.c import read_c
from assay.transforms.aim import aim
from assay.transforms.prepare.prepared import Prepared
from assay.witness.check.invariants import check_proof, check_trace
from assay.witness.check.loop_invariants import check_proof_by_blocks
from clocks import PATIENCE, over, patient
from engines import first
from models import models, replay, violations


class Unprepared(Views):
    """A model that is aimed at the property, and nothing else."""

    def prepared(self, name: str) -> Prepared:
        assert isinstance(self.goal, Safety)
        return Prepared(aim(self.model, self.goal))


def searched(views: Views, deadline: Deadline) -> Evidence | Stuck:
    """What the searches of a program's gates find, in turns."""
    circuit = views.gates_of_program().circuit

    def begin(turn: Turn) -> Search[Evidence]:
        assert isinstance(turn.search, str)
        return catalogue.method(turn.search)(Task(views, turn.view, NoOptions(), ignore))

    return first(Turns(plans.gates_of_program(len(circuit.latches), circuit.gates), begin, ignore), deadline)


@settings(max_examples=25)
@given(model=models(locations=5, inputs=0, edges=9, sorts=(BOOL,)))
def test_verdicts_agree_with_brute_force(model: Model) -> None:
    (goal,) = model.properties
    time = patient()
    found = searched(Unprepared(model, goal, time, ignore), time)
    expected: type[Any] = Trace if violations(model, goal) else Proof
    assert isinstance(found, expected)
    if isinstance(found, Proof):
        check_proof(model, goal, found, seconds=PATIENCE)
    elif isinstance(found, Trace):
        replay(model, found, goal)


PARITY = "int main(void) { int x = 0, y = 4; while (x != 30) { x = x + y; y = y + 4; } reach_error(); return 0; }"
FLAGS = """int main(void) {
  _Bool wants = 0, has = 0, other = 0;
  while (1) {
    _Bool step = __VERIFIER_nondet_char();
    if (step && !other) { has = wants; wants = 1; } else { other = !has && !other; }
    if (has && other) reach_error();
  }
  return 0; }"""
DEEP = """int main(void) {
  unsigned char turn = 0, held = 0, seen = 0;
  while (seen != 5) {
    unsigned char bit = __VERIFIER_nondet_char() & 3;
    held = held ^ (1 << bit);
    turn = (turn + 1) & 3;
    if (turn == 0 && held == 5) seen++;
  }
  reach_error();
  return 0; }"""
TABLE = "int a[5000]; int main(void) { int i = 0; while (i < 5000) { if (a[i]) reach_error(); i++; } return 0; }"


def read(folder: Path, text: str) -> Model:
    file = folder / "program.c"
    file.write_text("extern void reach_error(void); extern char __VERIFIER_nondet_char(void);" + text)
    return read_c(file)


def views_of(model: Model, deadline: Deadline) -> Views:
    return Views(model, model.properties[0], deadline, ignore)


@pytest.mark.parametrize(("text", "expected"), [(PARITY, Proof), (FLAGS, Proof), (DEEP, Trace)])
def test_programs_of_bits(tmp_path: Path, text: str, expected: type[Any]) -> None:
    model = read(tmp_path, text)
    (goal,) = model.properties
    time = patient()
    found = searched(views_of(model, time), time)
    assert isinstance(found, expected)
    if isinstance(found, Proof):
        check_proof_by_blocks(model, goal, found, seconds=PATIENCE)
    elif isinstance(found, Trace):
        check_trace(model, goal, found)


def test_what_is_no_circuit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = read(tmp_path, TABLE)
    with pytest.raises(Unsupported, match="array"):
        views_of(table, patient()).gates_of_program()
    parity = read(tmp_path, PARITY)
    monkeypatch.setattr(views, "MOST_GATES", 100)
    with pytest.raises(Unsupported, match="too many"):
        views_of(parity, patient()).gates_of_program()


def test_no_time_is_unknown(tmp_path: Path) -> None:
    model = read(tmp_path, DEEP)
    assert isinstance(searched(views_of(model, patient()), over()), Stuck)

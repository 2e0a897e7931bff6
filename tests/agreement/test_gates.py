"""Programs as circuits: the searches say what brute force says, with evidence about the program as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from assay.core.budget import Deadline
from assay.core.errors import Unsupported
from assay.core.events import ignore
from assay.core.model import Model
from assay.core.terms.sorts import BOOL
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines import gates
from assay.engines.gates import GateSearch
from assay.engines.recipes import lifted
from assay.frontends.c import read_c
from assay.transforms.aim import aim
from assay.transforms.prepare.programs import prepare_program
from assay.witness.check.invariants import check_proof, check_trace
from assay.witness.check.loop_invariants import check_proof_by_blocks
from models import models, replay, violations


def searched(model: Model, seconds: float = 60) -> Verdict:
    search = GateSearch(model, Deadline.after(seconds), ignore)
    try:
        return search.turn(Deadline.after(seconds))
    finally:
        search.close()


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(model=models(locations=5, inputs=0, edges=9, sorts=(BOOL,)))
def test_verdicts_agree_with_brute_force(model: Model) -> None:
    (goal,) = model.properties
    lowered = aim(model, goal)
    verdict = lifted(lowered, searched(lowered.model))
    expected: type[Any] = Violated if violations(model, goal) else Holds
    assert isinstance(verdict, expected)
    if isinstance(verdict, Holds):
        check_proof(model, goal, verdict.proof, seconds=60)
    elif isinstance(verdict, Violated):
        replay(model, verdict.trace, goal)


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


@pytest.mark.parametrize(("text", "expected"), [(PARITY, Holds), (FLAGS, Holds), (DEEP, Violated)])
def test_programs_of_bits(tmp_path: Path, text: str, expected: type[Any]) -> None:
    model = read(tmp_path, text)
    (goal,) = model.properties
    prepared = prepare_program(model, goal, blocks="large")
    verdict = lifted(prepared.lowered, searched(prepared.model))
    assert isinstance(verdict, expected)
    if isinstance(verdict, Holds):
        check_proof_by_blocks(model, goal, verdict.proof, seconds=60)
    elif isinstance(verdict, Violated):
        check_trace(model, goal, verdict.trace)


def test_what_is_no_circuit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = read(tmp_path, TABLE)
    with pytest.raises(Unsupported, match="array"):
        GateSearch(prepare_program(table, table.properties[0], blocks="large").model, Deadline.after(9), ignore)
    parity = read(tmp_path, PARITY)
    monkeypatch.setattr(gates, "MOST_GATES", 100)
    with pytest.raises(Unsupported, match="too many"):
        GateSearch(prepare_program(parity, parity.properties[0], blocks="large").model, Deadline.after(9), ignore)


def test_no_time_is_unknown(tmp_path: Path) -> None:
    model = read(tmp_path, DEEP)
    prepared = prepare_program(model, model.properties[0], blocks="large")
    assert isinstance(searched(prepared.model, seconds=0), Unknown)

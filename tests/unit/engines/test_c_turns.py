"""Values and predicates in turns on C programs: what each turn decides, always about the bit-precise program."""

from __future__ import annotations

from pathlib import Path

import pytest
from assay.engines.c_turns import candidates_by_both

from assay.core.budget import Deadline
from assay.core.events import ignore
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines.config import Config
from assay.frontends.c import read_c
from assay.frontends.c.translate.unbounded import Unbounded
from assay.witness.check.loop_invariants import check_proof_by_blocks
from assay.witness.check.replay import check_trace

HEAD = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
STATE_MACHINE = """int main(void) {
  int state = 1;
  while (__VERIFIER_nondet_int()) { if (state == 1) state = 2; else if (state == 2) state = 1; else reach_error(); }
  return 0; }"""
COUNTING = """int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > 100000) return 0;
  while (i < n) i++;
  if (i != n) reach_error();
  return 0; }"""
OVERFLOW = """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x + 1 < 0 && x == __VERIFIER_nondet_int()) reach_error();
  return 0; }"""


def turns(folder: Path, text: str, *, over_integers: bool) -> list[Verdict]:
    """The verdicts up to the first that decides; its evidence is checked."""
    file = folder / "program.c"
    file.write_text(HEAD + text)
    bits = read_c(file)
    integers = read_c(file, encoding=Unbounded) if over_integers else None
    (goal,) = bits.properties
    found: list[Verdict] = []
    for verdict in candidates_by_both(bits, lambda: integers, goal, Config(), Deadline.after(60), ignore):
        found.append(verdict)
        if not isinstance(verdict, Unknown):
            break
    match found[-1]:
        case Holds(proof):
            check_proof_by_blocks(bits, goal, proof, seconds=60)
        case Violated(trace):
            check_trace(bits, goal, trace)
    return found


def test_a_state_machine_is_proved_by_values_alone(tmp_path: Path) -> None:
    assert [type(verdict) for verdict in turns(tmp_path, STATE_MACHINE, over_integers=True)] == [Holds]


def test_what_values_cannot_refute_is_left_to_predicates_over_integers(tmp_path: Path) -> None:
    assert [type(verdict) for verdict in turns(tmp_path, COUNTING, over_integers=True)] == [Unknown, Holds]


@pytest.mark.parametrize("over_integers", [True, False])
def test_an_error_that_takes_an_overflow_is_found(tmp_path: Path, over_integers: bool) -> None:
    assert isinstance(turns(tmp_path, OVERFLOW, over_integers=over_integers)[-1], Violated)

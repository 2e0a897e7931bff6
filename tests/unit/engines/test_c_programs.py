"""The recipe for C programs: verdicts about the bit-precise model, whichever encoding found them."""

from __future__ import annotations

from pathlib import Path

import pytest
from assay.engines.c_programs import PLAN, decide_c

from assay.core.budget import Deadline
from assay.core.events import ignore
from assay.core.model import Model
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines import c_programs
from assay.engines.config import Config
from assay.frontends.c import read_c
from assay.frontends.c.translate.unbounded import Unbounded
from assay.witness.check.loop_invariants import check_proof_by_blocks
from assay.witness.check.replay import check_trace

HEAD = """
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
"""
SAFE = {
    "a counter": "int main(void) { int i = 0; while (i < 1000) i++; if (i != 1000) reach_error(); return 0; }",
    "two counters": """int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, j = 0;
  if (n < 0 || n > 100000) return 0;
  while (i < n) { i++; j += 2; }
  if (j != 2 * n) reach_error();
  return 0; }""",
    "parity of a product": """int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = 2 * x, i = 0;
  while (__VERIFIER_nondet_int()) y += 6;
  if (y & 1) reach_error();
  return 0; }""",
    "wrap around": """int main(void) {
  unsigned char c = 250; int i;
  for (i = 0; i < 10; i++) c++;
  if (c != 4) reach_error();
  return 0; }""",
    "a table": """int a[4];
int main(void) {
  int i, k = __VERIFIER_nondet_int();
  for (i = 0; i < 4; i++) a[i] = i;
  if (k >= 0 && k < 4 && a[k] != k) reach_error();
  return 0; }""",
}
UNSAFE = {
    "overflow": "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x + 1 < 0) reach_error(); return 0; }",
    "a few iterations": """int main(void) {
  int i, s = 0;
  for (i = 0; i < 6; i++) s += __VERIFIER_nondet_int() ? i : 0;
  if (s == 13) reach_error();
  return 0; }""",
    "bits": """int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (((x ^ 0x5a5a) & 0xffff) == 0x1234 && x > 0x10000) reach_error();
  return 0; }""",
}


def read(folder: Path, text: str) -> tuple[Model, Model]:
    file = folder / "program.c"
    file.write_text(HEAD + text)
    return read_c(file), read_c(file, encoding=Unbounded)


def decide(bits: Model, integers: Model | None) -> Verdict:
    (goal,) = bits.properties
    verdict = decide_c(bits, lambda: integers, goal, Config(), Deadline.after(60), ignore)
    match verdict:
        case Holds(proof):
            check_proof_by_blocks(bits, goal, proof, seconds=60)
        case Violated(trace):
            check_trace(bits, goal, trace)
    return verdict


@pytest.mark.parametrize("name", SAFE)
def test_safe_programs_are_proved(tmp_path: Path, name: str) -> None:
    assert isinstance(decide(*read(tmp_path, SAFE[name])), Holds)


@pytest.mark.parametrize("name", UNSAFE)
def test_errors_are_found(tmp_path: Path, name: str) -> None:
    assert isinstance(decide(*read(tmp_path, UNSAFE[name])), Violated)


@pytest.mark.parametrize("numbers", ["integers", "bits"])
def test_each_encoding_decides_alone(tmp_path: Path, numbers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c_programs, "PLAN", tuple(turn for turn in PLAN if turn.numbers == numbers))
    assert isinstance(decide(*read(tmp_path, SAFE["wrap around"])), Holds)
    assert isinstance(decide(*read(tmp_path, UNSAFE["overflow"])), Violated)


def test_without_integers_the_vectors_do(tmp_path: Path) -> None:
    bits, _ = read(tmp_path, UNSAFE["bits"])
    assert isinstance(decide(bits, None), Violated)


def test_a_verdict_that_cannot_be_confirmed_lets_the_search_go_on(tmp_path: Path) -> None:
    bits, integers = read(tmp_path, SAFE["wrap around"])
    (goal,) = bits.properties
    refused: list[Verdict] = []

    def reluctant(verdict: Verdict, deadline: Deadline) -> Verdict:
        refused.append(verdict)
        return Unknown("not yet") if len(refused) == 1 else verdict

    verdict = decide_c(bits, lambda: integers, goal, Config(), Deadline.after(60), ignore, reluctant)
    assert isinstance(verdict, Holds) and len(refused) == 2


def test_no_time_is_unknown(tmp_path: Path) -> None:
    bits, integers = read(tmp_path, SAFE["a table"])
    verdict = decide_c(bits, lambda: integers, bits.properties[0], Config(), Deadline.after(0), ignore)
    assert isinstance(verdict, Unknown)


def test_the_plan_ends_with_all_the_time_that_is_left() -> None:
    assert PLAN[-1].share >= 1 and all(turn.share < 1 for turn in PLAN[:-1])

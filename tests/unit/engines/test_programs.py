"""The plans for C programs: what any method finds, in any view, is evidence about the bit-precise model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from assay.checking import check
from assay.core.budget import Deadline
from assay.core.events import Event, TurnEnded, ignore
from assay.core.evidence import EndedRuns, Evidence, Proof, Trace
from assay.core.model import Model
from assay.core.roles import Found, Paused, Stuck
from assay.core.verdict import Holds
from assay.engines import catalogue, plans
from assay.engines.catalogue import configured
from assay.engines.plans import LARGE_PROGRAM, PROGRAM, PROGRAM_BY_BOTH, Plan
from assay.engines.views import Views
from assay.frontends.c import read_c
from assay.witness.check.ended_runs import check_ended_runs
from assay.witness.check.loop_invariants import check_proof_by_blocks
from assay.witness.check.replay import check_trace
from clocks import PATIENCE, over, patient
from unchecked import found

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


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], Model]:
    def read(text: str) -> Model:
        file = tmp_path / "program.c"
        file.write_text(HEAD + text)
        return read_c(file)

    return read


def only_bits(model: Model) -> Model:
    """The program as if it could not be read over integers."""
    return replace(model, origin=replace(model.origin, integers=lambda: None))


def decided(model: Model, engine: str = "auto", heard: list[Event] | None = None) -> Evidence | Paused | Stuck:
    """What the engine finds first; if it is evidence, it is checked against the bit-precise model."""
    (goal,) = model.properties
    evidence = found(model, goal, engine, announce=ignore if heard is None else heard.append)
    match evidence:
        case Proof():
            check_proof_by_blocks(model, goal, evidence, seconds=PATIENCE)
        case EndedRuns():
            check_ended_runs(model, goal, evidence, seconds=PATIENCE)
        case Trace():
            check_trace(model, goal, evidence)
    return evidence


@pytest.mark.parametrize("name", SAFE)
def test_safe_programs_are_proved(read: Callable[[str], Model], name: str) -> None:
    model = read(SAFE[name])
    (result,) = check(model, config=configured(seconds=PATIENCE))
    assert isinstance(result.verdict, Holds) and result.evidence


@pytest.mark.parametrize("name", UNSAFE)
def test_errors_are_found(read: Callable[[str], Model], name: str) -> None:
    assert isinstance(decided(read(UNSAFE[name])), Trace)


@pytest.mark.parametrize("numbers", ["integers", "bits"])
def test_each_encoding_decides_alone(
    read: Callable[[str], Model], numbers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = tuple(turn for turn in PROGRAM.turns if turn.view.split(" ")[0] == numbers)
    assert turns
    monkeypatch.setattr(plans, "PROGRAM", replace(PROGRAM, turns=turns))
    for text, kind in ((SAFE["wrap around"], Proof | EndedRuns), (UNSAFE["overflow"], Trace)):
        heard: list[Event] = []
        assert isinstance(decided(read(text), heard=heard), kind)
        methods = [event.method for event in heard if isinstance(event, TurnEnded)]
        assert methods and all(method.endswith(("over " + numbers, "predicates")) for method in methods)


def test_what_cannot_be_read_over_integers_is_still_decided(read: Callable[[str], Model]) -> None:
    for text, kind in ((UNSAFE["bits"], Trace), (SAFE["wrap around"], Proof | EndedRuns)):
        heard: list[Event] = []
        assert isinstance(decided(only_bits(read(text)), heard=heard), kind)
        assert not any("over integers" in event.method for event in heard if isinstance(event, TurnEnded))


def test_a_program_of_integers_only_says_why_it_has_none(
    read: Callable[[str], Model], monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = tuple(turn for turn in PROGRAM.turns if (turn.search, turn.view) == ("bounded search", "integers"))
    monkeypatch.setattr(plans, "PROGRAM", replace(PROGRAM, turns=turns))
    model = only_bits(read(SAFE["a counter"]))
    with pytest.raises(Exception, match="cannot be read over integers"):
        found(model, model.properties[0])


def test_evidence_that_does_not_count_lets_the_others_go_on(read: Callable[[str], Model]) -> None:
    model = read(SAFE["wrap around"])
    (goal,) = model.properties
    until = patient()
    views = Views(model, goal, until, ignore)
    search = catalogue.search(views, configured(seconds=until.left), ignore, seconds=until.left)
    methods = []
    for _ in range(2):
        answer = search.advance(until)
        assert isinstance(answer, Found) and isinstance(answer.evidence, Proof | EndedRuns)
        methods.append(answer.by)
    assert len(set(methods)) == 2
    search.close()


def test_no_time_is_no_evidence(read: Callable[[str], Model]) -> None:
    model = read(SAFE["a table"])
    assert isinstance(found(model, model.properties[0], deadline=over()), Paused)


def test_large_programs_are_looked_at_by_values_before_facts_are_looked_for(
    read: Callable[[str], Model], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = read(SAFE["a counter"])

    def planned() -> Plan:
        (goal,) = model.properties
        until: Deadline = patient()
        return catalogue.search(Views(model, goal, until, ignore), configured(seconds=60.0), ignore, seconds=60.0).plan

    assert planned() == PROGRAM
    monkeypatch.setattr(plans, "LARGE", 0)
    assert planned() == LARGE_PROGRAM
    views = [turn.view for turn in LARGE_PROGRAM.turns]
    assert views.index("small blocks") < min(k for k, view in enumerate(views) if view.endswith("with facts"))


@pytest.mark.parametrize("plan", [PROGRAM, LARGE_PROGRAM, PROGRAM_BY_BOTH])
def test_the_plan_ends_with_all_the_time_that_is_left(plan: Plan) -> None:
    assert plan.turns[-1].share >= 1 and all(turn.share < 1 for turn in plan.turns[:-1])


# -- values and predicates ---------------------------------------------------------------------------------------------


def methods_of(model: Model, kind: type) -> list[str]:
    """The methods that had a turn, until one found evidence of this kind."""
    heard: list[Event] = []
    assert isinstance(decided(model, "predicate+value", heard), kind)
    return [event.method for event in heard if isinstance(event, TurnEnded)]


def test_a_state_machine_is_proved_by_values_alone(read: Callable[[str], Model]) -> None:
    assert methods_of(read(STATE_MACHINE), Proof) == ["values"]


def test_what_values_cannot_refute_is_left_to_predicates_over_integers(read: Callable[[str], Model]) -> None:
    assert methods_of(read(COUNTING), Proof) == ["values", "predicates over integers"]


@pytest.mark.parametrize("over_integers", [True, False])
def test_an_error_that_takes_an_overflow_is_found(read: Callable[[str], Model], *, over_integers: bool) -> None:
    model = read(OVERFLOW)
    methods = methods_of(model if over_integers else only_bits(model), Trace)
    assert over_integers or "predicates over integers" not in methods

"""From searches to results: told as they are found, each with its checker; what cannot be checked ends nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import z3

from assay import checking
from assay.app.evidence_files import witness_text
from assay.checking import check, confirming, results
from assay.core.budget import Deadline
from assay.core.errors import EndlessRuns, UnsoundVerdict
from assay.core.evidence import Branches, Counting, EndedRuns, Evidence, Proof, Trace
from assay.core.model import Ctl, Goal, Model, Safety
from assay.core.roles import Found, Paused, Search, Stuck
from assay.core.terms import FALSE, TRUE, ge, integer
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines import properties
from assay.engines.catalogue import configured
from assay.engines.config import Config
from assay.engines.properties import Claim
from assay.frontends.smv.model import smv_model
from assay.frontends.task import load
from assay.frontends.text import Source
from assay.witness.hardware.certificate_checker import check_certificate
from clocks import PATIENCE
from places import EXAMPLES
from scenarios import BROKEN, END, LOOP, SAFE, START, TOY, X, long_run

NOT_NEGATIVE = ge(X, integer(0))
PROOF = Proof({START: TRUE, LOOP: NOT_NEGATIVE, END: NOT_NEGATIVE})
SMV = """
MODULE main
VAR x : boolean; y : boolean; n : 0..7;
ASSIGN init(x) := FALSE; next(x) := !x; init(y) := FALSE; next(y) := y; init(n) := 0; next(n) := (n + 2) mod 8;
{}
"""
C = """extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {{
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > 1000) return 0;
  while (i < n) i++;
  if ({}) reach_error();
  return 0; }}
"""
GRAPH = "graph\nstates 0..3\ninitial 0\nbad {}\nsteps 0>1 1>2 2>0\n"
INPUTS: dict[str, tuple[str, str, type[Verdict]]] = {
    "a safe circuit": ("x.smv", SMV.format("INVARSPEC n != 3"), Holds),
    "a circuit with an error": ("x.smv", SMV.format("INVARSPEC n != 6"), Violated),
    "a path formula that holds": ("x.smv", SMV.format("LTLSPEC G F x"), Holds),
    "a path formula that fails": ("x.smv", SMV.format("LTLSPEC F y"), Violated),
    "a branching formula that holds": ("x.smv", SMV.format("CTLSPEC AG EF x"), Holds),
    "a branching formula that fails": ("x.smv", SMV.format("CTLSPEC AG EF y"), Violated),
    "Horn clauses": ("x.smt2", (EXAMPLES / "count-up.smt2").read_text(), Holds),
    "broken Horn clauses": ("x.smt2", (EXAMPLES / "overshoot.smt2").read_text(), Violated),
    "a net": ("x.spec", (EXAMPLES / "one-writer.spec").read_text(), Holds),
    "a safe graph": ("x.graph", GRAPH.format("3"), Holds),
    "a graph with an error": ("x.graph", GRAPH.format("2"), Violated),
    "a safe program": ("x.c", C.format("i != n"), Holds),
    "a program with an error": ("x.c", C.format("i == 7"), Violated),
}


@pytest.fixture(params=INPUTS)
def read(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Model, type[Verdict]]:
    name, text, kind = INPUTS[request.param]
    if name.endswith(".c") and kind is Violated and shutil.which("cc") is None:
        pytest.skip("no C compiler is installed")
    file = tmp_path / name
    file.write_text(text)
    return load(file, checks="assert" if name.endswith(".c") else None), kind


def config() -> Config:
    return configured(seconds=PATIENCE, execute=True)


def uncheckable(goal: Goal) -> Evidence:
    """Evidence that nobody can check for such a property."""
    nothing = Trace(({},), (), ())
    return Counting(1, ()) if isinstance(goal, Safety) else Branches(nothing)


class First:
    """A search that makes claims of its own before another one begins."""

    def __init__(self, claims: list[Claim], search: Search[Claim] | None = None) -> None:
        self._claims = claims
        self._search = search
        self.said = 0
        self.closed = False

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        if self.said < len(self._claims):
            self.said += 1
            return Found(self._claims[self.said - 1], "a guess", more=True)
        return Stuck("no more") if self._search is None else self._search.advance(deadline)

    def close(self) -> None:
        self.closed = True
        if self._search is not None:
            self._search.close()


def searching_by(search: Search[Claim], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(properties, "search", lambda *_: search)


# -- what cannot be checked --------------------------------------------------------------------------------------------


def test_evidence_that_cannot_be_checked_lets_the_search_go_on(
    read: tuple[Model, type[Verdict]], monkeypatch: pytest.MonkeyPatch
) -> None:
    model, kind = read
    (goal,) = model.goals
    real = properties.search

    def search(*arguments: Any) -> Search[Claim]:
        return First([Claim((goal.name,), uncheckable(goal))], real(*arguments))

    monkeypatch.setattr(properties, "search", search)
    if isinstance(goal, Ctl):
        # Runs of branching formulas can be checked: nobody has the time for this one.
        refusing(monkeypatch, lambda evidence: isinstance(evidence, Branches) and evidence.trace.states == ({},))
    (result,) = check(model, config=config())
    assert isinstance(result.verdict, kind) and result.evidence and result.method != "a guess"


def refusing(monkeypatch: pytest.MonkeyPatch, refused: Callable[[Evidence], bool]) -> None:
    """There is no time to check some evidence."""
    real = confirming.confirmed

    def confirmed(model: Model, goal: Goal, evidence: Evidence, *rest: Any, **named: Any) -> tuple[Verdict, str]:
        if refused(evidence):
            return Unknown("a proof was found, but it could not be checked: no time", hint="raise --time"), ""
        return real(model, goal, evidence, *rest, **named)

    monkeypatch.setattr(checking, "confirmed", confirmed)


@pytest.mark.parametrize(
    "name", [name for name, (_, _, kind) in INPUTS.items() if kind is Holds and "branching" not in name]
)
def test_when_the_first_evidence_cannot_be_checked_another_method_finds_some(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, text, kind = INPUTS[name]
    (tmp_path / file).write_text(text)
    model = load(tmp_path / file, checks="assert" if file.endswith(".c") else None)
    seen: list[Evidence] = []

    def refused(evidence: Evidence) -> bool:
        seen.append(evidence)
        return len(seen) == 1

    refusing(monkeypatch, refused)
    (result,) = check(model, config=config())
    assert isinstance(result.verdict, kind) and result.evidence and len(seen) > 1


def test_a_run_is_confirmed_although_another_one_on_its_path_was_not(monkeypatch: pytest.MonkeyPatch) -> None:
    model = smv_model(Source("x.smv", "MODULE main VAR x : 0..3; INVARSPEC x = 0"))
    (x,), (goal,) = model.entry.variables, model.goals
    runs = [Trace(({x: value},), (), ()) for value in (1, 1, 2)]
    seen: list[Evidence] = []

    def refused(evidence: Evidence) -> bool:
        seen.append(evidence)
        return evidence == runs[0]

    searching_by(First([Claim((goal.name,), run) for run in runs]), monkeypatch)
    refusing(monkeypatch, refused)
    (result,) = check(model, config=config())
    assert isinstance(result.verdict, Violated) and result.verdict.trace == runs[2]
    assert seen == [runs[0], runs[2]]


def test_if_nothing_else_is_found_it_is_said_what_could_not_be_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    search = First([Claim((SAFE.name,), Counting(1, ()))])
    searching_by(search, monkeypatch)
    (result,) = check(TOY, config=config())
    assert isinstance(result.verdict, Unknown) and result.evidence == "" and search.closed
    assert result.verdict.reason.startswith("a proof was found, but it could not be checked")


# -- as they are found -------------------------------------------------------------------------------------------------


def test_a_proof_that_takes_long_to_check_is_checked_when_nothing_else_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []
    real = confirming.confirmed

    def confirmed(*rest: Any, share: float = 1.0, **named: Any) -> tuple[Verdict, str]:
        shares.append(share)
        if share < 1:
            return Unknown("a proof was found, but it could not be checked: no time", hint="raise --time"), ""
        return real(*rest, share=share, **named)

    monkeypatch.setattr(checking, "confirmed", confirmed)
    search = First([Claim((SAFE.name,), PROOF)])
    searching_by(search, monkeypatch)
    (result,) = check(TOY, property=SAFE, config=config())
    assert isinstance(result.verdict, Holds) and result.method == "a guess"
    assert len(shares) == 2 and shares[0] < 1 == shares[1]


def test_results_come_as_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model(TOY.entry, TOY.edges, TOY.initial, (SAFE, BROKEN), TOY.origin)
    search = First([Claim((BROKEN.name,), long_run()), Claim((SAFE.name,), PROOF)])
    searching_by(search, monkeypatch)
    found = results(model, model.goals, config())
    result = next(found)
    assert (result.property, search.said, search.closed) == (BROKEN.name, 1, False)
    assert isinstance(result.verdict, Violated) and result.method == "a guess"
    result = next(found)
    assert (result.property, search.said) == (SAFE.name, 2) and isinstance(result.verdict, Holds)
    assert next(found, None) is None and search.closed


def test_whoever_hears_no_more_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model(TOY.entry, TOY.edges, TOY.initial, (SAFE, BROKEN), TOY.origin)
    search = First([Claim((BROKEN.name,), long_run())])
    searching_by(search, monkeypatch)
    found = results(model, model.goals, config())
    assert isinstance(found, Generator)
    assert next(found).property == BROKEN.name
    found.close()
    assert search.closed


def test_results_of_all_are_in_the_order_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model(TOY.entry, TOY.edges, TOY.initial, (SAFE, BROKEN), TOY.origin)
    searching_by(First([Claim((BROKEN.name,), long_run()), Claim((SAFE.name,), PROOF)]), monkeypatch)
    assert [result.property for result in check(model, config=config())] == [SAFE.name, BROKEN.name]


def test_one_proof_serves_all_that_it_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Safety("never outside", {LOOP: FALSE, START: FALSE})
    model = Model(TOY.entry, TOY.edges, TOY.initial, (SAFE, other, BROKEN), TOY.origin)
    searching_by(First([Claim((SAFE.name, other.name), PROOF)]), monkeypatch)
    first, second, third = check(model, config=config())
    assert isinstance(first.verdict, Holds) and isinstance(second.verdict, Holds) and first.evidence
    assert isinstance(third.verdict, Unknown) and third.verdict.reason == "no more"


def test_what_holds_by_one_induction_has_evidence_for_each_property(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither of two errors can be excluded without the other in so few steps."""
    path = tmp_path / "together.aag"
    path.write_text("aag 7 2 3 0 2 2 1\n2\n4\n6 8\n8 3 1\n10 5\n7\n3\n10\n14 5 5\n12 7 4\n")
    model = load(path)
    names = tuple(goal.name for goal in model.goals)
    searching_by(First([Claim(names, Proof({model.entry: TRUE}, depth=3))]), monkeypatch)
    for place, (goal, result) in enumerate(zip(model.goals, check(model, config=config()), strict=True)):
        assert isinstance(result.verdict, Holds)
        proof = result.verdict.evidence
        assert isinstance(proof, Proof) and proof.depth == 3
        assert isinstance(confirming.confirmed(model, goal, proof, Deadline.after(PATIENCE))[0], Holds)
        with pytest.raises(UnsoundVerdict):
            confirming.confirmed(model, goal, replace(proof, beside={}), Deadline.after(PATIENCE))
        context = z3.Context()
        text, script = (
            witness_text(model, goal, result.verdict, result.evidence, suffix=suffix, seconds=PATIENCE)
            for suffix in (".aag", ".smt2")
        )
        assert check_certificate(path, text, place, seconds=PATIENCE)
        assert set(z3.Z3_eval_smtlib2_string(context.ref(), script).split()) == {"unsat"}


# Three latches, each of which takes over the one before.  Bad are the last one and the first, which begins with 0, or
# with any value.
FOLLOWING = "aag 3 0 3 0 0 2\n2 2 {first}\n4 2 0\n6 4 0\n6\n2\n"


@pytest.mark.parametrize("first", ["0", "2"])
def test_induction_rests_on_what_is_beside_it_and_that_is_checked(
    first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two steps without the first error exclude it only where the other one is excluded too."""
    path = tmp_path / "following.aag"
    path.write_text(FOLLOWING.format(first=first))
    model = load(path)
    last, earlier = (goal.name for goal in model.goals)
    alone, rests = (Proof({model.entry: TRUE}, depth=depth) for depth in (1, 2))
    claims = [Claim((earlier,), alone)] if first == "0" else []
    searching_by(First([*claims, Claim((last,), rests, beside=(earlier,))]), monkeypatch)
    if first != "0":
        with pytest.raises(UnsoundVerdict):
            check(model, config=config())
        return
    for goal, result in zip(model.goals, check(model, config=config()), strict=True):
        assert isinstance(result.verdict, Holds)
        assert isinstance(
            confirming.confirmed(model, goal, result.verdict.evidence, Deadline.after(PATIENCE))[0], Holds
        )


def test_a_claim_about_what_is_decided_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model(TOY.entry, TOY.edges, TOY.initial, (SAFE, BROKEN), TOY.origin)
    lie = Proof({START: TRUE, LOOP: FALSE, END: FALSE})
    claims = [Claim((SAFE.name,), PROOF), Claim((SAFE.name,), lie), Claim((BROKEN.name,), long_run())]
    searching_by(First(claims), monkeypatch)
    safe, broken = check(model, config=config())
    assert isinstance(safe.verdict, Holds) and isinstance(broken.verdict, Violated)


class Waiting(First):
    """A search that remembers until when it may go on."""

    def __init__(self, claims: list[Claim]) -> None:
        super().__init__(claims)
        self.limits: list[float] = []

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        self.limits.append(deadline.left)
        return super().advance(deadline)


@pytest.mark.parametrize(
    ("evidence", "first", "sooner"), [(EndedRuns(9), 0.1, True), (PROOF, 0.7, False)], ids=["ended runs", "proof"]
)
def test_what_took_too_long_to_be_checked_is_checked_again_when_the_search_is_over(
    evidence: Evidence, first: float, sooner: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares: list[float] = []

    def slowly(*_: object, share: float, **__: object) -> tuple[Verdict, str]:
        shares.append(share)
        return (Unknown("too hard"), "") if len(shares) == 1 else (Holds(PROOF), "checked by patience")

    monkeypatch.setattr(checking, "confirmed", slowly)
    model = Model(TOY.entry, TOY.edges, TOY.initial, (SAFE,), TOY.origin)
    search = Waiting([Claim((SAFE.name,), evidence)])
    searching_by(search, monkeypatch)
    (result,) = check(model, config=config())
    assert isinstance(result.verdict, Holds) and shares == [first, 1.0]
    # All runs are known then, and the search makes room for looking at them.
    assert (search.limits[-1] < search.limits[0] / 2) is sooner


def test_what_no_time_can_check_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search goes on with all of its time, and the verdict does not speak of what was no proof."""
    asked = 0

    def endless(*_: object, **__: object) -> tuple[Verdict, str]:
        nonlocal asked
        asked += 1
        raise EndlessRuns("runs go on after 9 steps")

    monkeypatch.setattr(checking, "confirmed", endless)
    model = Model(TOY.entry, TOY.edges, TOY.initial, (SAFE,), TOY.origin)
    search = Waiting([Claim((SAFE.name,), EndedRuns(9)), Claim((SAFE.name,), EndedRuns(4))])
    searching_by(search, monkeypatch)
    (result,) = check(model, config=config())
    assert isinstance(result.verdict, Unknown) and "runs go on" not in result.verdict.reason
    assert asked == 2 and search.limits[-1] > search.limits[0] / 2


# -- checkers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.0, 0.3, PATIENCE])
def test_every_verdict_names_its_checker_however_short_the_time(
    read: tuple[Model, type[Verdict]], seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, kind = read
    if seconds < PATIENCE:
        monkeypatch.setattr(confirming, "LEAST_CHECKING_SECONDS", seconds)
    for result in check(model, config=configured(seconds=seconds, execute=True)):
        if isinstance(result.verdict, Unknown):
            assert result.evidence == "" and result.verdict.reason and seconds < PATIENCE
        else:
            assert isinstance(result.verdict, kind)
            words = ("checked by", "replayed", "executed", "confirmed", "step by step", "interpreted", "evaluation")
            assert any(word in result.evidence for word in words), result.evidence


def test_several_properties_are_each_told_with_their_checker() -> None:
    model = smv_model(Source("x.smv", SMV.format("INVARSPEC n != 3\nINVARSPEC n != 6\nLTLSPEC G F x\nCTLSPEC AG EF y")))
    for jobs in (1, 2):
        told = check(model, config=configured(seconds=PATIENCE, jobs=jobs))
        assert [type(result.verdict) for result in told] == [Holds, Violated, Holds, Violated]
        assert all(result.evidence and result.method for result in told)

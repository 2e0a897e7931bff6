"""Nested counterexamples of CTL: they are what people read, and every part of them can be refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from assay.checking import check
from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Branch, Branches, Fixpoints, Trace
from assay.core.model import Ctl, Model
from assay.core.temporal import TRUE, Atom, Logic, PathOperator, Quantifier, Temporal, atoms, connect
from assay.core.terms import not_
from assay.core.verdict import Holds, Unknown, Violated
from assay.engines.config import Config
from assay.frontends.smv.model import smv_model
from assay.frontends.text import Source
from assay.report.branches import example_lines, violation_lines
from assay.witness.check.branches import Replay, check_branches, check_example
from assay.witness.write.document import document
from clocks import PATIENCE

DESIGN = """
MODULE main
VAR s : {a, b, c, d}; r : boolean; idle : 0..6;
IVAR go : boolean;
ASSIGN
  init(s) := a; init(r) := FALSE; init(idle) := 0;
  next(s) := case go & s = a : b; s = b : {b, c}; s = c : d; TRUE : s; esac;
  next(r) := !r;
  next(idle) := (idle + 1) mod 7;
FAIRNESS r
SPEC """


def failing(formula: str, engine: str = "bdd") -> tuple[Model, Ctl, Violated, str]:
    model = smv_model(Source("x.smv", DESIGN + formula))
    (goal,) = model.temporal
    (result,) = check(model, config=Config(engine=engine, seconds=PATIENCE))
    assert isinstance(goal, Ctl) and isinstance(result.verdict, Violated)
    return model, goal, result.verdict, result.evidence


def shown(verdict: Violated) -> Branches:
    assert isinstance(verdict.evidence, Branches)
    return verdict.evidence


def replayed(formula: str, engine: str = "bdd") -> Replay:
    model, goal, verdict, _ = failing(formula, engine)
    return check_branches(model, goal, verdict.trace, shown(verdict).branches)


@pytest.mark.parametrize("engine", ["auto", "bdd", "localization"])
def test_a_nested_counterexample_in_full(engine: str) -> None:
    """From b there is a run that stays there, and one that leaves: both are shown, from the same step."""
    model, goal, verdict, evidence = failing("AG (s = b -> (AF s != b | !EX s = c))", engine)
    assert evidence == "3 runs that show why it fails, replayed by evaluation"
    assert violation_lines(model, goal, verdict, whole=False) == [
        "why it is violated: the first state in full, then what changes",
        "some run: EF ((s = b & (EG (s = b) & EX (s = c))))",
        "  step 0  s           a",
        "          r           FALSE",
        "          go (input)  TRUE",
        "  step 1  s           a -> b",
        "          r           FALSE -> TRUE",
        "          go (input)  TRUE -> FALSE",
        "  and it goes on from there for ever",
        "    some run: EG (s = b)",
        "      step 0  the loop begins here",
        "              as at step 1 of the run above",
        "              go (input)  FALSE",
        "      step 1  r           TRUE -> FALSE",
        "      step 2  r           FALSE -> TRUE",
        "              this is the state of step 0: from here the run repeats",
        "    some run: EX (s = c)",
        "      step 0  as at step 1 of the run above",
        "              go (input)  FALSE",
        "      step 1  s           b -> c",
        "              r           TRUE -> FALSE",
        "      and it goes on from there for ever",
    ]
    stored = json.loads(document(model, goal, verdict, evidence=evidence))
    (branch,) = stored["branches"]
    assert branch["goal"] == 1 and [part["goal"] for part in branch["below"]["1"]] == [None, 1]


def test_what_no_run_shows_is_claimed_of_a_state() -> None:
    model, goal, verdict, evidence = failing("AG EF s = a")
    assert evidence.startswith(
        "a run that shows why it fails, replayed by evaluation; what no run shows: fixpoints of 3"
    )
    (branch,) = shown(verdict).branches
    assert shown(verdict).sets is not None and branch.goal == 1
    ((_, state),) = check_branches(model, goal, verdict.trace, [branch], shown(verdict).sets).claims
    assert state.items() >= verdict.trace.states[1].items()
    # Of the first state it is not true that a can never be reached again; without sets of states that is not known.
    early = replace(branch, goal=0)
    assert check_branches(model, goal, verdict.trace, [early]).claims
    with pytest.raises(UnsoundVerdict, match="does not satisfy what it should"):
        check_branches(model, goal, verdict.trace, [early], shown(verdict).sets)


def test_of_two_reasons_the_true_one_is_taken() -> None:
    """The first part of the negation, EX, is false and has no run; the second, AX, is in the sets."""
    model, goal, verdict, evidence = failing("AX r & !AX r")
    assert "what no run shows: fixpoints of" in evidence
    assert len(check_branches(model, goal, verdict.trace, shown(verdict).branches, shown(verdict).sets).claims) == 1


def test_the_title_says_that_sets_are_needed() -> None:
    model, goal, verdict, _ = failing("AG EF s = a")
    assert "not by runs" in violation_lines(model, goal, verdict, whole=True)[-1]


@pytest.mark.parametrize(
    "formula",
    [
        "AF AG s = d",
        "A [s = d U r]",
        "!E [s = a U (s = b & EX s = c)]",
        "!E [s = d V s = a]",
        "AX AX s = a",
        "s = b",
    ],
)
def test_every_operator_is_shown(formula: str) -> None:
    replay = replayed(formula)
    assert replay.runs and not replay.claims


def test_inputs_that_the_formula_mentions_are_part_of_the_state() -> None:
    model, goal, verdict, evidence = failing("AG (go -> EX (!go & s = a))")
    assert "replayed" in evidence
    assert any("go (input)" in line for line in violation_lines(model, goal, verdict, whole=False))


# -- what is refused ---------------------------------------------------------------------------------------------------


def changed(trace: Trace, number: int, name: str, value: int) -> Trace:
    states = [dict(state) for state in trace.states]
    symbol = next(symbol for symbol in states[number] if symbol.name == name)
    states[number][symbol] = value
    return replace(trace, states=tuple(states))


def test_runs_that_do_not_show_what_they_should() -> None:
    model, goal, verdict, _ = failing("AG (s = b -> AF s != b)")
    (branch,) = shown(verdict).branches
    ((below,),) = branch.below.values()
    assert branch.goal == 1

    def refused(words: str, *branches: Branch) -> None:
        with pytest.raises(UnsoundVerdict, match=words):
            check_branches(model, goal, branches[0].trace, branches)

    def with_below(part: Branch) -> Branch:
        return replace(branch, below={1: (part,)})

    refused("goes on for ever", replace(branch, trace=replace(branch.trace, loop=None)))
    refused("not that of position", replace(branch, trace=replace(branch.trace, loop=0)))
    refused("does not satisfy what it should", replace(branch, goal=0))
    refused("at one of its positions", replace(branch, goal=99))
    refused("does not show F", replace(branch, goal=None))
    refused("state 0 is not initial", replace(branch, trace=changed(branch.trace, 0, "s", 2)))
    refused("becomes", replace(branch, trace=changed(branch.trace, 1, "idle", 5)))
    refused("does not begin", with_below(replace(below, trace=branch.trace)))
    refused("does not begin", with_below(replace(below, trace=changed(below.trace, 0, "idle", 5))))
    # One that stays in b, but not with fairness.
    still = replace(below.trace, states=below.trace.states[:1] * 2, edges=below.trace.edges[:1], loop=0)
    still = replace(still, inputs=below.trace.inputs[:1])
    refused("becomes", with_below(replace(below, trace=still)))
    with pytest.raises(UnsoundVerdict, match="none of the branches"):
        check_branches(model, goal, replace(branch.trace, loop=0), [branch])
    with pytest.raises(UnsoundVerdict, match="first state does not satisfy"):
        check_branches(model, Ctl("other", TRUE), branch.trace, [branch])


def test_until_asks_for_its_first_part_on_the_way() -> None:
    model, _, verdict, _ = failing("AG s != c")
    (branch,) = shown(verdict).branches
    (s_is_c,) = branch.formula.parts
    assert isinstance(s_is_c, Atom) and branch.goal == 2
    for first, fine in ((TRUE, True), (Atom(not_(s_is_c.term)), True), (Atom(model.entry.variables[1]), False)):
        formula = Temporal(PathOperator.UNTIL, (first, s_is_c), Quantifier.SOME)
        goal = Ctl("until", connect(Logic.NOT, formula))
        if fine:
            assert check_branches(model, goal, branch.trace, [replace(branch, formula=formula)]).runs == 1
        else:
            with pytest.raises(UnsoundVerdict, match="position 0 of a run"):
                check_branches(model, goal, branch.trace, [replace(branch, formula=formula)])


def test_a_way_that_keeps_the_first_part_may_be_longer() -> None:
    text = """MODULE main VAR s : {start, short, one, two, end}; ASSIGN init(s) := start;
    next(s) := case s = start : {short, one}; s = one : two; TRUE : end; esac;
    SPEC !E [s != short U s = end]"""
    model = smv_model(Source("x.smv", text))
    (result,) = check(model, config=Config(engine="bdd", seconds=PATIENCE))
    assert isinstance(result.verdict, Violated) and shown(result.verdict).branches[0].goal == 3


def test_what_repeats_in_gates_may_need_more_turns_in_vectors() -> None:
    """The lowest bit of a counter is all that matters; the counter is back after four turns of its loop."""
    text = """MODULE main VAR n : word[3]; ASSIGN init(n) := 0ud3_0; next(n) := n + 0ud3_1;
    DEFINE odd := n[0:0] = 0ud1_1;
    SPEC AF ((odd -> AX odd) & (!odd -> AX !odd))"""
    model = smv_model(Source("x.smv", text))
    (goal,) = model.temporal
    (result,) = check(model, config=Config(engine="bdd", seconds=PATIENCE))
    assert isinstance(goal, Ctl) and isinstance(result.verdict, Violated)
    (branch,) = shown(result.verdict).branches
    assert (branch.trace.loop, len(branch.trace.edges), sorted(branch.below)) == (0, 8, list(range(8)))
    replay = check_branches(model, goal, branch.trace, [branch])
    assert replay.runs == 9 and not replay.claims


def test_a_loop_must_be_fair() -> None:
    text = (DESIGN + "AF s = d").replace("next(r) := !r;", "next(r) := {r, TRUE};")
    model = smv_model(Source("x.smv", text))
    (goal,) = model.temporal
    (result,) = check(model, config=Config(engine="bdd", seconds=PATIENCE))
    assert isinstance(goal, Ctl) and isinstance(result.verdict, Violated)
    (branch,) = shown(result.verdict).branches
    check_branches(model, goal, branch.trace, (branch,))
    free = replace(model, fairness=())
    check_branches(free, goal, branch.trace, (branch,))
    unfair = replace(model, fairness=(*model.fairness, atoms(goal.formula)[0]))
    with pytest.raises(UnsoundVerdict, match="fairness condition is never true"):
        check_branches(unfair, goal, branch.trace, (branch,))


# Equations are shown with the older term first.
SHOWN = r"some run: EF \(AG \((s != a|a != s)\)\)"


def test_the_command_line_shows_them(tmp_path: Path) -> None:
    from scenarios import run

    path = tmp_path / "x.smv"
    path.write_text(DESIGN + "AG EF s = a")
    result = run(["check", str(path), "--engine", "localization", "--trace", str(tmp_path / "t.txt")])
    assert re.search(SHOWN, result.stdout)
    assert "is outside of ACTL" in result.stderr
    assert re.search(SHOWN, (tmp_path / "t.txt").read_text())


def test_the_step_that_violates_an_invariant_is_marked_on_a_lasso() -> None:
    """With fairness the run must go on for ever; what is wrong with it is at its third step."""
    model, goal, verdict, _ = failing("AG s != c", "auto")
    assert verdict.trace.loop is not None and isinstance(verdict.evidence, Trace)
    lines = violation_lines(model, goal, verdict, whole=False)
    (place,) = (k for k, line in enumerate(lines) if line.endswith("here it is violated"))
    assert any("b -> c" in line for line in lines[place - 3 : place])


# -- examples ----------------------------------------------------------------------------------------------------------


def test_what_some_run_does_is_shown_where_the_formula_holds() -> None:
    model = smv_model(Source("x.smv", DESIGN + "EF (s = d & EG s = d) & AG r = r"))
    (goal,) = model.temporal
    (result,) = check(model, config=Config(seconds=PATIENCE))
    assert isinstance(goal, Ctl) and isinstance(result.verdict, Holds)
    assert isinstance(result.verdict.evidence, Fixpoints)
    assert result.evidence.endswith("; an example of 2 runs replayed by evaluation")
    lines = example_lines(model, goal, result.verdict.evidence.example)
    assert lines[1].startswith("some run: EF (") and any(line.endswith("c -> d") for line in lines)
    (branch,) = result.verdict.evidence.example
    assert check_example(model, goal, [branch]).runs == 2
    with pytest.raises(UnsoundVerdict, match="does not satisfy what it should"):
        check_example(model, goal, [replace(branch, goal=0)])


@pytest.mark.parametrize("formula", ["AG EF s = d | s = a", "AG (s = a | EX TRUE)", "s = a"])
def test_what_no_run_shows_has_no_example(formula: str) -> None:
    model = smv_model(Source("x.smv", DESIGN + formula))
    (result,) = check(model, config=Config(seconds=PATIENCE))
    assert not isinstance(result.verdict, Violated | Unknown)
    assert not (isinstance(result.verdict.evidence, Fixpoints) and result.verdict.evidence.example)

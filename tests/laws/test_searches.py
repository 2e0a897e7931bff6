"""One conformance suite for ``Search``: whatever looks for evidence keeps these laws.

However short its turns are, a search finds what it would find in one; a turn that is over before it begins changes
nothing; what is found is evidence that independent code confirms; and when it is closed, nothing of it is left.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from assay.checking.confirming import confirmed
from assay.core.budget import FOREVER, Deadline
from assay.core.events import BoundReached, Event, TurnEnded, ignore
from assay.core.evidence import Branches, Derivation, Evidence, Trace
from assay.core.model import Goal, Location, Model
from assay.core.roles import Found, Paused, Search, Stuck
from assay.core.verdict import Unknown
from assay.engines import plans
from assay.engines.catalogue import ENGINES, METHODS, configured, method, search
from assay.engines.plans import Plan, Turn
from assay.engines.portfolio import Turns
from assay.engines.properties import Claim, Settled
from assay.engines.properties import search as search_properties
from assay.engines.side_by_side import Bus, SideBySide
from assay.engines.views import Task, Views
from assay.frontends.task import load
from clocks import PATIENCE, over
from offspring import offspring

HORN = """
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (p x))))
(assert (forall ((x Int)) (=> (and (p x) (< x {bound})) (p (+ x 2)))))
(assert (forall ((x Int)) (=> (and (p x) (= x {bad})) false)))
(check-sat)
"""
FIBONACCI = """
(set-logic HORN)
(declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (< n 2) (fib n 1))))
(assert (forall ((n Int) (a Int) (b Int))
  (=> (and (fib (- n 1) a) (fib (- n 2) b) (>= n 2)) (fib n (+ a b)))))
(assert (forall ((n Int) (r Int)) (=> (and (fib n r) {bad}) false)))
(check-sat)
"""
COUNTER = """
MODULE main
VAR n : 0..7; flag : boolean;
ASSIGN init(n) := 0; next(n) := n >= {last} ? 0 : n + 1; init(flag) := FALSE; next(flag) := n = 2;
INVARSPEC n != 6
LTLSPEC G F n = 0
LTLSPEC F G flag
CTLSPEC AG EF n = 0
CTLSPEC AG (flag -> AX !flag)
CTLSPEC EF n = 6
"""
EVENTS = """
MODULE main
IVAR a : boolean; b : boolean; c : boolean; d : boolean;
VAR n : 0..7;
ASSIGN init(n) := 0; next(n) := case a & n < 3 : n + 1; b & n > 0 : n - 1; c : 0; d & n = 2 : 1; TRUE : n; esac;
TRANS !(a & b) & !(a & c) & !(a & d) & !(b & c) & !(b & d) & !(c & d)
INVARSPEC n != {bad}
"""
WIDE = """
1 sort bitvec 1
2 sort bitvec 3
3 sort bitvec 32
4 zero 2
5 zero 3
6 one 2
7 input 3 data
8 state 2 n
9 state 3 kept
10 init 2 8 4
11 init 3 9 5
12 constd 2 {last}
13 ugte 1 8 12
14 add 2 8 6
15 ite 2 13 4 14
16 next 2 8 15
17 next 3 9 7
18 constd 2 6
19 eq 1 8 18
20 redor 1 9
21 and 1 19 20
22 bad 21
"""
NET = """
vars a b
rules
  a >= 1 -> a' = a - 1, b' = b + 1;
init
  a = 2, b = 0
target
  b >= {tokens}
"""
PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {{
  int n = 5, i = 0;
  while (i < n && __VERIFIER_nondet_int() != 7) i = i + 1;
  if (i {relation} n) reach_error();
  return 0;
}}
"""

NUMERIC = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  float mean = 0;
  while (__VERIFIER_nondet_int() != 7) mean = mean / 2 + 1;
  if (mean > 3) reach_error();
  return 0;
}
"""

CALLS = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int twice(int n) { return n == 0 ? 0 : twice(n - 1) + 2; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (0 <= n && n <= 9 && twice(n) != n + n) reach_error();
  return 0;
}
"""


@dataclass(frozen=True)
class Case:
    """A method in a view of a property of a model, and what it is to find."""

    method: str
    view: str
    input: str
    goal: int
    holds: bool

    def __str__(self) -> str:
        return f"{self.method}, {self.input}, {self.goal}"


INPUTS = {
    "safe.smt2": HORN.format(bound=10, bad=5),
    "unsafe.smt2": HORN.format(bound=10, bad=6),
    "safe.horn.smt2": FIBONACCI.format(bad="(< r n)"),
    "unsafe.horn.smt2": FIBONACCI.format(bad="(> r (+ n 2))"),
    "safe.smv": COUNTER.format(last=5),
    "unsafe.smv": COUNTER.format(last=7),
    "safe.btor2": WIDE.format(last=5),
    "unsafe.btor2": WIDE.format(last=7),
    "safe.events.smv": EVENTS.format(bad="4"),
    "unsafe.events.smv": EVENTS.format(bad="3"),
    "safe.spec": NET.format(tokens=3),
    "unsafe.spec": NET.format(tokens=2),
    "safe.c": PROGRAM.format(relation=">"),
    "unsafe.c": PROGRAM.format(relation="=="),
    "numeric.c": NUMERIC,
    "calls.c": CALLS,
}


def both(method: str, view: str, suffix: str) -> list[Case]:
    return [Case(method, view, f"safe.{suffix}", 0, True), Case(method, view, f"unsafe.{suffix}", 0, False)]


CASES = [
    Case("bounded search", "large blocks", "unsafe.smt2", 0, False),
    *both("backward proof", "large blocks within bounds", "smt2"),
    *both("backward search over predicates", "large blocks within bounds", "smt2"),
    *both("proof over closed forms", "large blocks with closed forms", "smt2"),
    *both("summaries", "large blocks within bounds", "smt2"),
    *both("summaries", "clauses", "horn.smt2"),
    *both("summaries with equations", "clauses", "horn.smt2"),
    Case("equations by cases", "bits", "calls.c", 0, True),
    *both("Spacer", "clauses", "horn.smt2"),
    Case("bounded derivations", "clauses", "unsafe.horn.smt2", 0, False),
    *both("predicates", "large blocks", "smt2"),
    *both("values", "small blocks", "c"),
    *both("all values", "small blocks", "c"),
    *both("predicates and values", "small blocks", "c"),
    *both("proof", "integers with facts", "c"),
    Case("bounds", "bits with facts", "numeric.c", 0, True),
    Case("runs of growing length", "gates", "unsafe.smv", 0, False),
    *both("k-induction", "gates", "smv"),
    Case("random walks", "gates", "unsafe.smv", 0, False),
    Case("long runs", "gates", "unsafe.smv", 0, False),
    *both("IC3", "gates", "smv"),
    *both("decision diagrams", "gates", "smv"),
    *both("events", "gates", "events.smv"),
    *both("localization", "gates", "smv"),
    Case("fixpoints", "branching", "safe.smv", 3, True),
    Case("fixpoints", "branching", "safe.smv", 5, False),
    Case("fixpoints, or a lasso", "branching", "safe.smv", 4, True),
    Case("decision diagrams of runs", "runs", "safe.smv", 1, True),
    Case("decision diagrams of runs", "runs", "safe.smv", 2, False),
    Case("lassos of growing length", "runs", "safe.smv", 2, False),
    Case("IC3 of fair rounds", "runs", "safe.smv", 1, True),
    Case("localization of runs", "runs", "safe.smv", 1, True),
    Case("localization of runs", "runs", "safe.smv", 2, False),
    Case("localization of branching", "branching", "safe.smv", 4, True),
    *both("coverability", "net", "spec"),
    *both("cgr", "sets", "smv"),
    *both("cgr-dual", "sets", "spec"),
    *both("fbar", "sets", "smt2"),
    *both("hybrid", "sets", "smv"),
]


def test_every_method_of_the_catalogue_is_put_to_the_test() -> None:
    assert {case.method for case in CASES} == set(METHODS)


@pytest.fixture
def inputs(tmp_path: Path) -> Callable[[str], Model]:
    def read(name: str) -> Model:
        file = tmp_path / name
        file.write_text(INPUTS[name])
        return load(str(file), checks="assert" if file.suffix == ".c" else None)

    return read


def in_file_order(model: Model, number: int) -> Goal:
    return model.goals[number]


def begun(model: Model, goal: Goal, case: Case) -> Search[Evidence]:
    views = Views(model, goal, FOREVER, ignore)
    return method(case.method)(Task(views, case.view, None, ignore))


class Looks:
    """A clock that only looks move, a millisecond each; its turns last so many of them."""

    def __init__(self) -> None:
        self._looks = 0

    def _look(self) -> float:
        self._looks += 1
        return self._looks / 1000

    def turn(self, looks: int) -> Deadline:
        return Deadline((self._looks + looks) / 1000, self._look)


def shows_that_it_holds(evidence: Evidence) -> bool:
    return not isinstance(evidence, Trace | Branches | Derivation)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_found_is_right_and_can_be_confirmed(case: Case, inputs: Callable[[str], Model]) -> None:
    model = inputs(case.input)
    goal = in_file_order(model, case.goal)
    found = begun(model, goal, case)
    try:
        answer = found.advance(Deadline.after(PATIENCE))
        assert isinstance(answer, Found), answer
        assert shows_that_it_holds(answer.evidence) == case.holds
        verdict, how = confirmed(model, goal, answer.evidence, Deadline.after(PATIENCE))
        assert not isinstance(verdict, Unknown) and how
    finally:
        found.close()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_turns_that_grow_come_to_the_same(case: Case, inputs: Callable[[str], Model]) -> None:
    """Turns are counted in looks at the clock: the same on every machine, however busy."""
    model = inputs(case.input)
    goal = in_file_order(model, case.goal)
    found, looks, clock = begun(model, goal, case), 1, Looks()
    try:
        for _ in range(40):
            answer = found.advance(clock.turn(looks))
            if isinstance(answer, Found):
                break
            assert isinstance(answer, Paused), answer
            looks *= 2
        assert isinstance(answer, Found), "it never came to an end"
        assert shows_that_it_holds(answer.evidence) == case.holds
        verdict, _ = confirmed(model, goal, answer.evidence, Deadline.after(PATIENCE))
        assert not isinstance(verdict, Unknown)
    finally:
        found.close()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_closed_is_gone(case: Case, inputs: Callable[[str], Model]) -> None:
    model = inputs(case.input)
    goal = in_file_order(model, case.goal)
    threads, others = threading.active_count(), offspring()
    for turns in (0, 1):
        found = begun(model, goal, case)
        for _ in range(turns):
            assert not isinstance(found.advance(over()), Stuck)
        found.close()
        found.close()
    assert threading.active_count() == threads
    assert offspring() <= others


# -- searches made of searches -----------------------------------------------------------------------------------------


@pytest.fixture(params=["turns", "a plan in a plan", "side by side", "several properties", "several side by side"])
def composed(request: pytest.FixtureRequest) -> Callable[[Model, Deadline], Search[Evidence | Claim]]:
    def make(model: Model, deadline: Deadline) -> Search[Evidence | Claim]:
        goal = model.goals[0]
        views = Views(model, goal, deadline, ignore)
        config = configured("auto", seconds=math.inf, jobs=2 if "side" in request.param else 1)
        match request.param:
            case "turns":
                return search(views, config, ignore, seconds=math.inf)
            case "a plan in a plan":
                outer = Plan("outer", (Turn("inner"),), unit=0.01)
                return Turns(outer, lambda turn: search(views, config, ignore, seconds=math.inf), ignore)
            case "side by side":
                return search_properties(model, [goal], config, deadline, Bus(lambda name: ignore), Settled([goal]))
            case _:
                goals = model.goals[:2]
                return search_properties(model, goals, config, deadline, Bus(lambda name: ignore), Settled(goals))

    return make


@pytest.mark.parametrize("name", ["safe.smv", "unsafe.smv"])
def test_composed_searches_keep_the_laws(
    composed: Callable[[Model, Deadline], Search[Evidence | Claim]], name: str, inputs: Callable[[str], Model]
) -> None:
    model = inputs(name)
    deadline = Deadline.after(PATIENCE)
    threads, others = threading.active_count(), offspring()
    found = composed(model, deadline)
    try:
        answer = found.advance(deadline)
        assert isinstance(answer, Found) and answer.by, answer
        claim = answer.evidence
        goals = [goal for goal in model.goals if not isinstance(claim, Claim) or goal.name in claim.goals]
        evidence = claim.evidence if isinstance(claim, Claim) else claim
        verdict, _ = confirmed(model, goals[0], evidence, Deadline.after(PATIENCE))
        assert not isinstance(verdict, Unknown)
    finally:
        found.close()
    found.close()
    assert threading.active_count() == threads
    assert offspring() <= others


def test_a_search_side_by_side_ends_when_its_searches_do() -> None:
    class GivesUp:
        def advance(self, deadline: Deadline, /) -> Found[Evidence] | Paused | Stuck:
            return Stuck("there is nothing to find")

        def close(self) -> None:
            """There is nothing to let go of."""

    model = Model(entry=Location("start"), edges=())
    together = SideBySide([GivesUp(), GivesUp()], model, Bus(lambda name: ignore))
    try:
        assert together.advance(Deadline.after(PATIENCE)) == Stuck("there is nothing to find")
    finally:
        together.close()


def test_the_last_bound_of_a_turn_is_heard() -> None:
    """However soon bounds follow each other: it is what an *unknown* tells."""
    heard: list[Event] = []
    bus = Bus(lambda name: heard.append)

    class Deepens:
        def advance(self, deadline: Deadline, /) -> Found[Evidence] | Paused | Stuck:
            announce = bus.listener("p")
            for depth in range(1, 101):
                announce(BoundReached(depth))
            announce(TurnEnded("deepens", 0.0, "out of time"))
            return Stuck("there is nothing to find")

        def close(self) -> None:
            """There is nothing to let go of."""

    together = SideBySide([Deepens()], Model(entry=Location("start"), edges=()), bus)
    try:
        assert isinstance(together.advance(Deadline.after(PATIENCE)), Stuck)
    finally:
        together.close()
    assert heard[-2:] == [BoundReached(100), TurnEnded("deepens", 0.0, "out of time")]


def test_a_failure_in_a_child_is_raised_here() -> None:
    class Fails:
        def advance(self, deadline: Deadline, /) -> Found[Evidence] | Paused | Stuck:
            raise ZeroDivisionError("in a child")

        def close(self) -> None:
            """There is nothing to let go of."""

    together = SideBySide([Fails()], Model(entry=Location("start"), edges=()), Bus(lambda name: ignore))
    try:
        with pytest.raises(ZeroDivisionError, match="in a child"):
            together.advance(Deadline.after(PATIENCE))
    finally:
        together.close()


def test_every_plan_names_methods_that_exist() -> None:
    def names(plan: Plan) -> Iterator[str]:
        for turn in plan.turns:
            if isinstance(turn.search, Plan):
                yield from names(turn.search)
            elif turn.search != plans.GATES_OF_PROGRAM:
                yield turn.search

    known = [plans.HORN, plans.NET, plans.NET_BY_FIXPOINTS, plans.PROGRAM, plans.LARGE_PROGRAM, plans.NUMERIC_PROGRAM]
    known += [plans.PROGRAM_BY_BOTH, plans.BY_BOTH, plans.gates(10, 10), plans.gates(10**4, 10**5)]
    known += [plans.gates_of_program(10, 10), plans.fair_runs(10, 10, diagrams="fixpoints", invariant=None)]
    known += [plans.invariant(10, 10), plans.invariant(10**4, 10**5), plans.gates_with_events(plans.gates(10, 10))]
    assert {name for plan in known for name in names(plan)} <= set(METHODS)
    assert all(engine.summary for engine in ENGINES.values())


@pytest.mark.parametrize(("name", "expected"), [("safe.events.smv", True), ("safe.smv", False)])
def test_designs_whose_inputs_choose_are_searched_event_by_event(
    name: str, expected: bool, inputs: Callable[[str], Model]
) -> None:
    model = inputs(name)
    views = Views(model, model.goals[0], FOREVER, ignore)
    turns = [turn.search for turn in ENGINES["auto"].plan(views, configured("auto").options).turns]
    assert ("events" in turns, "decision diagrams" in turns) == (expected, not expected)


def test_walks_have_longer_than_proofs_where_there_is_much_arithmetic() -> None:
    def shares(latches: int) -> dict[str | Plan, float]:
        return {turn.search: turn.share for turn in plans.gates(latches, 20_000).turns if turn.view == "gates"}

    few, many = shares(300), shares(1000)
    assert few["random walks"] > few["IC3"]
    assert many["random walks"] < many["IC3"]


@pytest.mark.parametrize(("size", "localized"), [(10, True), (10**5, False)])
def test_an_invariant_of_a_temporal_property_is_localized_unless_the_design_is_very_large(
    size: int, localized: bool
) -> None:
    turns = plans.invariant(10**3, size).turns
    assert {turn.view for turn in turns} == {"invariant"}
    assert [turn.search for turn in turns].count("localization") == int(localized)

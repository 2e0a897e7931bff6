"""The independent checker: right evidence is accepted, wrong evidence never; brute force says which is which."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay.core.errors import Position, SolverFailure, UnsoundVerdict
from assay.core.evidence import Proof, Trace
from assay.core.model import Edge, Location, Model, Safety, relate
from assay.core.terms import FALSE, TRUE, Term, add, and_, eq, ge, gt, int_div, integer, le, lt, prime, variable
from assay.core.terms.evaluate import ArrayValue, Value, holds
from assay.core.terms.sorts import BOOL, INT, REAL, array, bitvector
from assay.solve.smt import Answer
from assay.witness.check.court import Condition, confirm_all, standard_checkers
from assay.witness.check.invariants import check_proof, check_trace
from assay.witness.check.replay import REPLAYED, belongs
from clocks import PATIENCE
from models import (
    DOMAIN,
    State,
    assignment,
    described,
    models,
    reachable,
    replay,
    states_of,
    strongest,
    successors,
    violations,
    weakest,
)

LAW = settings(max_examples=25)
X = variable("x", INT)
Y = variable("y", INT)
START = Location("start", (X,))
LOOP = Location("loop", (X,))
STEP = Edge("step", LOOP, LOOP, lt(X, integer(10)), {X: add(X, integer(1))}, Position("counter.c", 7, 3))
ENTER = Edge("enter", START, LOOP, TRUE, {X: integer(0)})
SAFE = Safety("at most ten", {LOOP: gt(X, integer(10))})
REACHED = Safety("below ten", {LOOP: ge(X, integer(10))})
COUNTER = Model(START, (ENTER, STEP), TRUE, (SAFE, REACHED))
PROOF = Proof({START: TRUE, LOOP: le(X, integer(10))})


def counting(last: int) -> Trace:
    values = [5, *range(last + 1)]
    states = tuple({X: value} for value in values)
    return Trace(states, (ENTER, *(STEP,) * last), tuple({} for _ in range(last + 1)))


# -- proofs ------------------------------------------------------------------------------------------------------------


def loops(number: int, *, broken: int | None = None) -> tuple[Model, Proof]:
    """Counters that each loop raises up to ten, one of them perhaps further; the invariant bounds them all."""
    counters = tuple(variable(f"c{k}", INT) for k in range(number))
    place = Location("net", counters)
    edges = tuple(
        Edge(f"rule {k}", place, place, lt(c, integer(11 if k == broken else 10)), {c: add(c, integer(1))})
        for k, c in enumerate(counters)
    )
    bad = Safety("all at most ten", {place: gt(counters[0], integer(10))})
    start = and_(*(eq(c, integer(0)) for c in counters))
    return Model(place, edges, start, (bad,)), Proof({place: and_(*(le(c, integer(10)) for c in counters))})


@pytest.mark.parametrize("number", [7, 8, 65, 150])
def test_many_conditions_are_asked_together(number: int) -> None:
    model, proof = loops(number)
    assert check_proof(model, model.properties[0], proof, seconds=PATIENCE)


@pytest.mark.parametrize(("number", "broken"), [(3, 1), (20, 0), (100, 63), (100, 99)])
def test_the_one_that_fails_among_many_is_named(number: int, broken: int) -> None:
    model, proof = loops(number, broken=broken)
    with pytest.raises(UnsoundVerdict, match=rf"edge rule {broken} from"):
        check_proof(model, model.properties[0], proof, seconds=PATIENCE)


@pytest.mark.parametrize("limit", [10, 11])
def test_what_is_near_a_loop_need_not_be_enough(limit: int) -> None:
    """That x may become y is shown by what is known of z, which no loop speaks of."""
    z = variable("z", INT)
    copies = tuple(variable(f"x{k}", INT) for k in range(12))
    place = Location("net", (Y, z, *copies))
    edges = tuple(Edge(f"copy {k}", place, place, TRUE, {x: Y}) for k, x in enumerate(copies))
    prop = Safety("all at most ten", {place: gt(copies[3], integer(10))})
    model = Model(place, edges, and_(*(eq(v, integer(0)) for v in place.variables)), (prop,))
    proof = Proof({place: and_(le(Y, z), le(z, integer(limit)), *(le(x, integer(10)) for x in copies))})
    if limit <= 10:
        assert check_proof(model, prop, proof, seconds=PATIENCE)
    else:
        with pytest.raises(UnsoundVerdict, match="edge copy 0"):
            check_proof(model, prop, proof, seconds=PATIENCE)


def test_a_part_that_a_loop_touches_is_asked_about_wherever_it_stands() -> None:
    place = Location("net", (X, Y))
    swap = Edge("swap", place, place, TRUE, {X: Y, Y: X})
    prop = Safety("x stays low", {place: gt(X, integer(3))})
    model = Model(place, (swap,), and_(eq(X, integer(0)), eq(Y, integer(5))), (prop,))
    with pytest.raises(UnsoundVerdict, match="edge swap"):
        check_proof(model, prop, Proof({place: and_(le(X, integer(3)), le(Y, integer(5)))}), seconds=PATIENCE)


def test_a_proof_is_confirmed_by_cvc5() -> None:
    assert re.fullmatch(r"cvc5 \d+\.\d+\.\d+", check_proof(COUNTER, SAFE, PROOF, seconds=PATIENCE))


@pytest.mark.parametrize(
    ("proof", "complaint"),
    [
        (Proof({START: TRUE, LOOP: TRUE}), "the invariant of loop excludes the error"),
        (Proof({START: TRUE, LOOP: lt(X, integer(10))}), "edge step from loop to loop (counter.c:7:3)"),
        (Proof({START: TRUE}), "edge enter from start to loop"),
        (Proof({LOOP: le(X, integer(10))}), "the initial states satisfy the invariant of start"),
        (Proof({}), "the initial states satisfy the invariant of start"),
        (Proof({START: TRUE, LOOP: and_(le(X, integer(10)), le(Y, X))}), "speaks of what has no value there: y"),
    ],
)
def test_a_wrong_proof_is_refused_with_the_place(proof: Proof, complaint: str) -> None:
    with pytest.raises(UnsoundVerdict) as caught:
        check_proof(COUNTER, SAFE, proof, seconds=PATIENCE)
    assert complaint in str(caught.value)


def test_a_refusal_shows_a_counterexample() -> None:
    with pytest.raises(UnsoundVerdict, match=r"counterexample: x = 9"):
        check_proof(COUNTER, SAFE, Proof({START: TRUE, LOOP: lt(X, integer(10))}), seconds=PATIENCE)


def test_edges_out_of_unreachable_locations_do_not_matter() -> None:
    nowhere = Location("nowhere", (X,))
    model = replace(COUNTER, edges=(*COUNTER.edges, Edge("jump", nowhere, LOOP, TRUE, {X: integer(99)})))
    assert check_proof(model, SAFE, PROOF, seconds=PATIENCE)
    with pytest.raises(UnsoundVerdict, match="edge jump"):
        check_proof(model, SAFE, Proof({**PROOF.invariant, nowhere: TRUE}), seconds=PATIENCE)


def test_the_error_may_be_at_a_location_without_edges() -> None:
    island = Location("island", (X,))
    goal = Safety("island", {island: TRUE})
    assert check_proof(COUNTER, goal, PROOF, seconds=PATIENCE)
    with pytest.raises(UnsoundVerdict):
        check_proof(COUNTER, goal, Proof({**PROOF.invariant, island: TRUE}), seconds=PATIENCE)


@LAW
@given(models())
def test_right_proofs_of_random_models_are_accepted(model: Model) -> None:
    goal = model.properties[0]
    assume(not violations(model, goal))
    assert check_proof(model, goal, strongest(model), seconds=PATIENCE)
    assert check_proof(model, goal, weakest(model, goal), seconds=PATIENCE)


@LAW
@given(models(), st.randoms(use_true_random=False))
def test_no_reachable_state_can_be_left_out(model: Model, chance: random.Random) -> None:
    found = reachable(model)
    place = chance.choice([place for place in model.locations if found.at(place)] or [model.entry])
    states = found.at(place)
    assume(states)
    states.remove(chance.choice(states))
    proof = Proof({**strongest(model).invariant, place: described(place, states)})
    with pytest.raises(UnsoundVerdict):
        check_proof(model, Safety("anything", {}), proof, seconds=PATIENCE)


@LAW
@given(models(locations=3, edges=4), st.randoms(use_true_random=False))
def test_any_set_of_states_is_judged_as_by_brute_force(model: Model, chance: random.Random) -> None:
    goal = model.properties[0]
    base = reachable(model) if chance.random() < 0.8 else None
    chosen: dict[Location, list[State]] = {}
    for place in model.locations:
        share = chance.choice((0.0, 0.2, 1.0))
        inside = set(base.at(place)) if base else set()
        chosen[place] = [state for state in states_of(place) if state in inside or chance.random() < share]
    proof = Proof({place: described(place, states) for place, states in chosen.items()})
    if _is_inductive(model, goal, chosen):
        assert check_proof(model, goal, proof, seconds=PATIENCE)
    else:
        with pytest.raises(UnsoundVerdict):
            check_proof(model, goal, proof, seconds=PATIENCE)


def _is_inductive(model: Model, goal: Safety, chosen: dict[Location, list[State]]) -> bool:
    start = [s for s in states_of(model.entry) if holds(model.initial, assignment(model.entry, s))]
    closed = all(
        after in chosen[edge.target]
        for edge in model.edges
        for state in chosen[edge.source]
        for _, after in successors(edge, state)
    )
    safe = not any(holds(bad, assignment(place, s)) for place, bad in goal.bad.items() for s in chosen[place])
    return set(start) <= set(chosen[model.entry]) and closed and safe


# -- who decides -------------------------------------------------------------------------------------------------------


class Scripted:
    """A solver that answers as it was told, whatever it is asked."""

    queries = 0

    def __init__(self, name: str, answer: Callable[[], Answer], model: Value = 0) -> None:
        self.name = name
        self._answer = answer
        self._model = model

    def add(self, *formulas: Term) -> None: ...
    def push(self) -> None: ...
    def pop(self) -> None: ...
    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        return self._answer()

    def core(self) -> tuple[Term, ...]:
        return ()

    def value(self, term: Term) -> Value:
        return self._model

    def truth(self, literals: Sequence[Term]) -> list[bool | None]:
        return []


def _always(answer: Answer) -> Callable[[], Answer]:
    return lambda: answer


def _fails() -> Answer:
    raise SolverFailure("out of order")


def test_what_the_first_solver_leaves_goes_to_the_second_and_is_said() -> None:
    answers = iter((Answer.UNSAT, Answer.UNKNOWN, Answer.UNSAT, Answer.UNSAT))
    first = Scripted("first", lambda: next(answers))
    second = Scripted("second", _always(Answer.UNSAT))
    credit = check_proof(COUNTER, SAFE, PROOF, seconds=PATIENCE, checkers=(lambda: first, lambda: second))
    assert credit == "second (fresh context; first gave up on 1 of 4 conditions)"


def test_what_is_too_hard_as_a_whole_is_asked_in_parts() -> None:
    whole = Condition("all is well", (eq(X, integer(1)),), parts=lambda: (part, part))
    part = Condition("one case is well", (FALSE,))
    answers = iter((Answer.UNKNOWN, Answer.UNSAT, Answer.UNSAT))
    first, second = Scripted("first", lambda: next(answers)), Scripted("second", _fails)
    assert confirm_all((whole,), seconds=PATIENCE, checkers=(lambda: first, lambda: second)) == "first"


def test_a_part_that_nobody_decides_leaves_the_whole_to_the_last() -> None:
    part = Condition("one case is well", (eq(X, integer(1)),))
    whole = Condition("all is well", (eq(X, integer(1)),), parts=lambda: (part,))
    answers = iter((Answer.UNKNOWN, Answer.UNSAT))
    first, second = Scripted("first", _always(Answer.UNKNOWN)), Scripted("second", lambda: next(answers))
    assert "second" in confirm_all((whole,), seconds=PATIENCE, checkers=(lambda: first, lambda: second))


def test_z3_is_named_with_its_version_when_it_had_to_help() -> None:
    first = Scripted("cvc5", _always(Answer.UNKNOWN))
    checkers = (lambda: first, standard_checkers()[-1])
    credit = check_proof(COUNTER, SAFE, PROOF, seconds=PATIENCE, checkers=checkers)
    assert re.fullmatch(r"z3 \d+\.\d+\.\d+ \(fresh context; cvc5 gave up on 4 of 4 conditions\)", credit)


@pytest.mark.parametrize("trouble", [_always(Answer.UNKNOWN), _fails])
def test_undecided_is_a_failure_and_no_refutation(trouble: Callable[[], Answer]) -> None:
    checkers = (lambda: Scripted("first", trouble), lambda: Scripted("second", _always(Answer.UNKNOWN)))
    with pytest.raises(SolverFailure, match=r"undecided whether the initial states satisfy.*second gave up"):
        check_proof(COUNTER, SAFE, PROOF, seconds=PATIENCE, checkers=checkers)


def test_no_time_is_a_failure() -> None:
    with pytest.raises(SolverFailure, match="no time left"):
        check_proof(COUNTER, SAFE, PROOF, seconds=0)


def test_a_countermodel_that_evaluation_denies_does_not_count() -> None:
    liar = Scripted("liar", _always(Answer.SAT), model=0)
    honest = Scripted("honest", _always(Answer.UNSAT))
    credit = check_proof(COUNTER, SAFE, PROOF, seconds=PATIENCE, checkers=(lambda: liar, lambda: honest))
    assert credit.startswith("honest (fresh context; liar gave up on 4 of 4")


# -- runs --------------------------------------------------------------------------------------------------------------


def test_a_run_is_confirmed_by_replaying_it() -> None:
    assert check_trace(COUNTER, REACHED, counting(10)) == REPLAYED


def test_a_run_without_steps_can_be_an_error() -> None:
    goal = Safety("not five", {START: eq(X, integer(5))})
    assert check_trace(COUNTER, goal, Trace(({X: 5},), (), ())) == REPLAYED
    with pytest.raises(UnsoundVerdict):
        check_trace(COUNTER, goal, Trace(({X: 6},), (), ()))


@pytest.mark.parametrize(
    ("trace", "complaint"),
    [
        (counting(9), "the last state, at loop, is no error"),
        (Trace((), (), ()), "do not make a run"),
        (replace(counting(10), inputs=()), "do not make a run"),
        (replace(counting(10), loop=0), "no loop"),
        (replace(counting(10), edges=(STEP,) * 11), "does not leave start"),
        (replace(counting(10), edges=(replace(ENTER), *counting(10).edges[1:])), "not one of the model"),
        (replace(counting(10), states=({}, *counting(10).states[1:])), "no value for x"),
        (replace(counting(10), states=({X: True}, *counting(10).states[1:])), "no value of x, a Int"),
        (replace(counting(10), states=({X: 5}, {X: 1}, *counting(10).states[2:])), "x becomes 0, not 1"),
    ],
)
def test_a_wrong_run_is_refused(trace: Trace, complaint: str) -> None:
    with pytest.raises(UnsoundVerdict) as caught:
        check_trace(COUNTER, REACHED, trace)
    assert complaint in str(caught.value)


def test_a_false_guard_is_refused() -> None:
    late = replace(counting(11))
    with pytest.raises(UnsoundVerdict, match="step 11, edge step: the guard is false"):
        check_trace(COUNTER, REACHED, late)


def test_a_run_must_start_in_an_initial_state() -> None:
    with pytest.raises(UnsoundVerdict, match="state 0 at start is not initial"):
        check_trace(replace(COUNTER, initial=eq(X, integer(4))), REACHED, counting(10))


def test_missing_inputs_are_refused_not_guessed() -> None:
    jump = relate("jump", START, LOOP, ge(prime(X), X))
    model = Model(START, (jump,), TRUE, (REACHED,))
    states: tuple[dict[Term, Value], ...] = ({X: 5}, {X: 12})
    assert check_trace(model, REACHED, Trace(states, (jump,), ({prime(X): 12},)))
    with pytest.raises(UnsoundVerdict, match="inputs of step 0, edge jump: no value for x'"):
        check_trace(model, REACHED, Trace(states, (jump,), ({},)))


def test_a_division_by_zero_cannot_be_confirmed() -> None:
    divide = Edge("divide", START, LOOP, TRUE, {X: int_div(integer(7), X)})
    model = Model(START, (divide,), TRUE, (REACHED,))
    with pytest.raises(SolverFailure, match="division by zero"):
        check_trace(model, REACHED, Trace(({X: 0}, {X: 12}), (divide,), ({},)))


@LAW
@given(models(), st.randoms(use_true_random=False))
def test_runs_of_random_models_are_judged_as_by_brute_force(model: Model, chance: random.Random) -> None:
    goal = model.properties[0]
    runs = violations(model, goal)
    assume(runs)
    for run in runs[:5]:
        assert check_trace(model, goal, run) == REPLAYED
        mutant = _mutated(run, model, chance)
        try:
            replay(model, mutant, goal)
        except (AssertionError, KeyError):
            with pytest.raises(UnsoundVerdict):
                check_trace(model, goal, mutant)
        else:
            assert check_trace(model, goal, mutant) == REPLAYED


def _mutated(run: Trace, model: Model, chance: random.Random) -> Trace:
    """Another value of a variable or input, another edge, or a step less."""
    kind = chance.choice(("state", "state", "input", "edge", "shorter"))
    if kind == "input" and any(run.inputs):
        number = chance.choice([n for n, values in enumerate(run.inputs) if values])
        return replace(run, inputs=_changed(run.inputs, number, chance))
    if kind == "edge" and run.edges:
        number = chance.randrange(len(run.edges))
        return replace(run, edges=(*run.edges[:number], chance.choice(model.edges), *run.edges[number + 1 :]))
    if kind == "shorter" and run.edges:
        return Trace(run.states[:-1], run.edges[:-1], run.inputs[:-1])
    filled = [n for n, values in enumerate(run.states) if values]
    return replace(run, states=_changed(run.states, chance.choice(filled), chance)) if filled else run


def _changed(
    assignments: Sequence[Mapping[Term, Value]], number: int, chance: random.Random
) -> tuple[dict[Term, Value], ...]:
    result = [dict(values) for values in assignments]
    symbol = chance.choice(list(result[number]))
    result[number][symbol] = chance.choice(DOMAIN[symbol.sort])
    return tuple(result)


@pytest.mark.parametrize(
    ("value", "sort", "expected"),
    [
        (True, BOOL, True),
        (1, BOOL, False),
        (1, INT, True),
        (True, INT, False),
        (Fraction(1, 2), REAL, True),
        (1, REAL, False),
        (15, bitvector(4), True),
        (16, bitvector(4), False),
        (-1, bitvector(4), False),
        (ArrayValue(array(INT, BOOL), False, ((3, True),)), array(INT, BOOL), True),
        (ArrayValue(array(INT, BOOL), False, ((3, 1),)), array(INT, BOOL), False),
        (ArrayValue(array(INT, INT), 0), array(INT, BOOL), False),
        (0, array(INT, BOOL), False),
    ],
)
def test_values_belong_to_their_sort_alone(value: Value, sort: object, expected: bool) -> None:
    assert belongs(value, sort) is expected  # type: ignore[arg-type]


def test_false_is_no_error() -> None:
    with pytest.raises(UnsoundVerdict):
        check_trace(COUNTER, Safety("nothing", {LOOP: FALSE}), counting(10))

"""Loops with closed forms: what is reachable stays what it was, as brute force tells, and evidence carries over."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay.core.budget import FOREVER
from assay.core.evidence import Assignment, Path, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Alarm, Proved, Stuck
from assay.core.terms import (
    TRUE,
    Op,
    Term,
    add,
    and_,
    conjunction,
    eq,
    ge,
    integer,
    ite,
    le,
    lt,
    not_,
    post_order,
    scale,
    variable,
)
from assay.core.terms.evaluate import Evaluation, holds
from assay.core.terms.sorts import INT
from assay.domains.predicates.precision import Precision
from assay.explore.directed.explorer import PropertyDirected
from assay.refine.paths.unrolling import decide
from assay.transforms.aim import aim
from assay.transforms.edges.history import successor
from assay.transforms.loops.accelerate import accelerate, accelerated
from assay.transforms.loops.cases import cases_of
from assay.witness.check.invariants import check_proof
from assay.witness.check.replay import check_trace
from clocks import PATIENCE, patient

X, Y, Z = SYMBOLS = variable("x", INT), variable("y", INT), variable("z", INT)
ENTRY, HEAD, END = Location("entry"), Location("head", SYMBOLS), Location("end", SYMBOLS)
MOST = 9  # iterations that are followed

small = st.integers(-4, 4)


def different(left: Term, right: Term) -> Term:
    return not_(eq(left, right))


@st.composite
def sums(draw: st.DrawFn, *, over: tuple[Term, ...] = SYMBOLS) -> Term:
    chosen = draw(st.lists(st.sampled_from(over), max_size=2, unique=True)) if over else []
    return add(integer(draw(small)), *(scale(draw(st.sampled_from((1, 1, -1, 2))), symbol) for symbol in chosen))


@st.composite
def literals(draw: st.DrawFn) -> Term:
    relation: Callable[[Term, Term], Term] = draw(st.sampled_from((le, ge, lt, eq, different)))
    return relation(draw(sums()), integer(draw(st.integers(-12, 12))))


@st.composite
def loops(draw: st.DrawFn) -> Edge:
    """Mostly strides, sums, copies and constants."""
    updates: dict[Term, Term] = {}
    for position, symbol in enumerate(SYMBOLS):
        others = SYMBOLS[:position]
        match draw(st.sampled_from(("stays", "stride", "stride", "adds", "set", "copy", "anything"))):
            case "stride":
                updates[symbol] = add(symbol, integer(draw(small)))
            case "adds":
                updates[symbol] = add(symbol, draw(sums(over=others)))
            case "set":
                updates[symbol] = integer(draw(small))
            case "copy":
                updates[symbol] = draw(sums(over=others))
            case "anything":
                updates[symbol] = draw(sums())
    guard = conjunction(draw(st.lists(literals(), max_size=3)))
    return Edge("loop", HEAD, HEAD, guard, {symbol: after for symbol, after in updates.items() if after is not symbol})


states = st.fixed_dictionaries({symbol: st.integers(-9, 9) for symbol in SYMBOLS})


def iterated(loop: Edge, state: Assignment) -> list[Assignment]:
    """The states after 1, 2, ... iterations, as long as the guard allows."""
    found: list[Assignment] = []
    while len(found) < MOST and holds(loop.guard, state):
        state = successor(state, loop, {})
        found.append(state)
    return found


@settings(max_examples=300)
@given(loops(), states)
def test_one_step_is_what_iterations_do(loop: Edge, state: Mapping[Term, int]) -> None:
    found = accelerated(loop)
    assume(found is not None)
    assert found is not None
    after = iterated(loop, state)
    for times in range(1, MOST + 1):
        inputs = {symbol: times if symbol is found.times else times * (times - 1) // 2 for symbol in found.step.inputs}
        allowed = holds(found.step.guard, {**state, **inputs})
        if times <= len(after):
            if allowed or found.exact or times == 1:
                assert allowed
                assert successor(state, found.step, inputs) == after[times - 1]
        else:
            assert not allowed


@given(loops(), literals(), sums(), sums(), states)
def test_the_ways_through_a_body_are_the_body(
    loop: Edge, condition: Term, then: Term, otherwise: Term, state: Mapping[Term, int]
) -> None:
    body = Edge("body", HEAD, HEAD, loop.guard, {**loop.updates, X: add(X, ite(condition, then, otherwise))})
    ways = cases_of(body)
    assert ways is not None
    taken = [successor(state, way, {}) for way in ways[0] if holds(way.guard, state)]
    assert taken == [successor(state, body, {})] * holds(body.guard, state)


@st.composite
def programs(draw: st.DrawFn) -> Model:
    """A loop or two that end, for the guard bounds x, which goes up; from a state where constants are."""
    first = {symbol: integer(draw(small)) for symbol in SYMBOLS}
    bodies = [draw(loops()) for _ in range(draw(st.integers(1, 2)))]
    bound = integer(draw(st.integers(0, 12)))
    edges = [Edge("start", ENTRY, HEAD, TRUE, first)]
    for number, body in enumerate(bodies):
        updates = {**body.updates, X: add(X, integer(draw(st.integers(1, 3))))}
        guard = and_(body.guard, lt(X, bound), draw(literals()) if number else TRUE)
        edges.append(Edge(f"loop {number}", HEAD, HEAD, guard, updates))
    edges.append(Edge("end", HEAD, END, ge(X, bound) if draw(st.booleans()) else TRUE))
    return Model(ENTRY, tuple(edges), properties=(Safety("safe", {END: draw(literals())}),))


def is_violated(model: Model) -> bool:
    """By following all runs."""
    (goal,) = model.properties
    pending: list[tuple[Location, Assignment]] = [(model.entry, {})]
    seen: set[tuple[object, ...]] = set()
    while pending:
        place, state = pending.pop()
        if place in goal.bad and holds(goal.bad[place], state):
            return True
        key = (place, *state.values())
        if key not in seen:
            seen.add(key)
            steps = (edge for edge in model.leaving(place) if Evaluation(state)(edge.guard) is True)
            pending.extend((edge.target, successor(state, edge, {})) for edge in steps)
    return False


def is_linear(model: Model) -> bool:
    terms = post_order(*(term for edge in model.edges for term in edge.terms))
    return not any(term.op is Op.MUL and not term.args[0].is_const for term in terms)


@settings(max_examples=40)
@given(programs())
def test_verdicts_and_evidence_carry_over(model: Model) -> None:
    (goal,) = model.properties
    lowered = aim(model, goal)
    lowered = lowered.then(accelerate(lowered.model))
    assume(is_linear(lowered.model))
    match PropertyDirected(lowered.model, "exact", patient(), lambda event: None).explore(Precision.empty()):
        case Alarm(Path() as path):
            run = decide(lowered.model, path, FOREVER)
            assert isinstance(run, Trace)
            check_trace(model, goal, lowered.lift_trace(run))
            assert is_violated(model)
        case Proved(proof):
            assert not is_violated(model)
            check_proof(model, goal, lowered.lift_proof(proof), seconds=PATIENCE)
        case Stuck(reason):
            raise AssertionError(reason)

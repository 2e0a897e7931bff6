"""Control in variables: a program whose counter is two bits and a number becomes a graph again."""

from __future__ import annotations

from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Lowered
from assay.core.terms import TRUE, Term, add, and_, eq, gt, integer, ite, lt, not_, or_, prime, variable
from assay.core.terms.sorts import BOOL, INT
from assay.transforms.aim import aim
from assay.transforms.edges.reduction import reduce_edges
from assay.transforms.locations.control import unfold_control
from assay.transforms.prepare.standard import prepare
from clocks import PATIENCE

HIGH, LOW, FLAG = (variable(name, BOOL) for name in ("high", "low", "flag"))
MODE, X = variable("mode", INT), variable("x", INT)
HERE = Location("here", (HIGH, LOW, MODE, X))


def at(high: bool, low: bool, *, after: bool = False) -> Term:
    first, second = (prime(HIGH), prime(LOW)) if after else (HIGH, LOW)
    return and_(first if high else not_(first), second if low else not_(second))


def step(source: tuple[bool, bool], target: tuple[bool, bool], guard: Term, mode: Term, value: Term) -> Term:
    return and_(at(*source), guard, at(*target, after=True), eq(prime(MODE), mode), eq(prime(X), value))


def program() -> Model:
    """00: x := 0; 01: while x < 5 do x := x + 1; 10: mode := 7; 11: end.  Is x ever 6 at the end?"""
    relation = or_(
        step((False, False), (False, True), TRUE, MODE, integer(0)),
        step((False, True), (False, True), lt(X, integer(5)), MODE, add(X, integer(1))),
        step((False, True), (True, False), not_(lt(X, integer(5))), MODE, X),
        step((True, False), (True, True), TRUE, integer(7), X),
    )
    updates = {symbol: prime(symbol) for symbol in HERE.variables}
    run = Edge("run", HERE, HERE, relation, updates)
    initial = and_(at(False, False), eq(MODE, integer(3)))
    return Model(HERE, (run,), initial, (Safety("five", {HERE: and_(at(True, True), gt(X, integer(5)))}),))


def unfolded(model: Model) -> Lowered:
    lowered = aim(model, model.properties[0])
    lowered = lowered.then(reduce_edges(lowered.model))
    return lowered.then(unfold_control(lowered.model, seconds=PATIENCE))


def test_the_graph_is_that_of_the_program() -> None:
    lowered = unfolded(program()).model
    inner = {(str(e.source), str(e.target)) for e in lowered.edges if str(e.source).startswith("here")}
    assert inner == {
        ("here[0,0,3]", "here[0,1,3]"),
        ("here[0,1,3]", "here[0,1,3]"),
        ("here[0,1,3]", "here[1,0,3]"),
        ("here[1,0,3]", "here[1,1,7]"),
        ("here[1,1,7]", "%error"),
    }
    assert lowered.at("here[0,1,3]").variables == (X,)
    ends = {str(e.target): e for e in reduce_edges(lowered).model.leaving(lowered.at("here[0,1,3]"))}
    assert ends["here[1,0,3]"].guard is not_(lt(X, integer(5)))
    assert ends["here[0,1,3]"].guard is lt(X, integer(5))


def test_a_proof_gets_one_case_for_each_combination() -> None:
    model = program()
    lowered = unfolded(model)
    low = not_(gt(X, integer(5)))
    names = ("here[0,1,3]", "here[1,0,3]", "here[1,1,7]")
    invariant = {lowered.model.entry: TRUE, lowered.model.at("here[0,0,3]"): TRUE}
    proof = lowered.lift_proof(Proof({**invariant, **{lowered.model.at(name): low for name in names}}))
    formula = proof.invariant[HERE]
    assert formula.free == {HIGH, LOW, MODE, X}
    assert len(formula.args) == 4


def test_the_pipeline_finds_the_loop() -> None:
    lowered = prepare(program(), program().properties[0], blocks="large", affine_seconds=0).model
    assert [str(place) for place in lowered.locations] == ["%entry", "here[0,1,3]", "%error"]


def test_data_is_not_control() -> None:
    """A counter has many values, and flags that are thrown at random give a dense graph."""
    flags = tuple(variable(f"flag{n}", BOOL) for n in range(3))
    here = Location("here", (*flags, X))
    start = and_(eq(X, integer(0)), *(not_(flag) for flag in flags))
    throw = Edge("throw", here, here, TRUE, {X: add(X, integer(1)), **{flag: prime(flag) for flag in flags}})
    model = Model(here, (throw,), start, (Safety("safe", {here: and_(*flags, gt(X, integer(9)))}),))
    lowered = aim(model, model.properties[0])
    lowered = lowered.then(reduce_edges(lowered.model))
    assert unfold_control(lowered.model, seconds=PATIENCE).model is lowered.model


def test_without_time_nothing_changes() -> None:
    model = aim(program(), program().properties[0]).model
    assert unfold_control(model, seconds=0).model is model


def test_a_variable_that_enters_with_any_value_is_not_control() -> None:
    here = Location("here", (FLAG, X))
    toggle = Edge("toggle", here, here, TRUE, {FLAG: not_(FLAG), X: ite(FLAG, X, add(X, integer(1)))})
    model = Model(here, (toggle,), eq(X, integer(0)), (Safety("safe", {here: gt(X, integer(3))}),))
    lowered = aim(model, model.properties[0])
    assert unfold_control(lowered.model, seconds=PATIENCE).model is lowered.model

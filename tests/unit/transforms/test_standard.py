"""Small cases of the single transforms, and the pipeline as a whole."""

from __future__ import annotations

from fractions import Fraction

from assay.core.events import Event, PhaseStarted, Progress
from assay.core.evidence import Proof, Trace
from assay.core.joint import joint
from assay.core.model import Edge, Location, Model, Safety, relate
from assay.core.terms import FALSE, TRUE, Term, add, and_, eq, ge, gt, integer, le, lt, not_, prime, scale, variable
from assay.core.terms.sorts import BOOL, INT
from assay.transforms.aim import aim, error_of
from assay.transforms.edges.reduction import reduce_edges
from assay.transforms.facts.affine import Equation, coordinates, hull_of, hulls, joined, with_affine_equalities
from assay.transforms.locations.reach import reachable_part
from assay.transforms.prepare.standard import prepare
from assay.transforms.variables.constants import constants, drop_constants
from assay.transforms.variables.live import live_variables, without_dead_variables
from clocks import PATIENCE, over, patient
from models import replay

X, Y, Z = (variable(name, INT) for name in "xyz")
B = variable("b", BOOL)
ZERO, ONE, TEN = integer(0), integer(1), integer(10)


def counter(limit: Term) -> Model:
    """x and y count up to ten together, z is a constant and b is never looked at; is x beyond ``limit`` ever?"""
    loop = Location("loop", (X, Y, Z, B))
    relation = and_(
        lt(X, TEN),
        eq(prime(X), add(X, ONE)),
        eq(prime(Y), add(Y, integer(2))),
        eq(prime(Z), Z),
        eq(prime(B), not_(B)),
    )
    initial = and_(eq(X, ZERO), eq(Y, ZERO), eq(Z, integer(7)))
    return Model(loop, (relate("up", loop, loop, relation),), initial, (Safety("low", {loop: gt(X, limit)}),))


def test_aiming_gives_one_entry_and_one_error_without_variables() -> None:
    model = counter(TEN)
    lowered = aim(model, model.properties[0])
    assert not lowered.model.entry.variables and lowered.model.initial is TRUE
    assert not lowered.model.entering(lowered.model.entry)
    error = error_of(lowered.model)
    assert not error.variables and not lowered.model.leaving(error)
    assert [edge.source.name for edge in lowered.model.entering(error)] == ["loop"]


def test_an_entry_that_is_entered_again_gets_another_before_it() -> None:
    here = Location("here")
    model = Model(here, (Edge("again", here, here, TRUE),), TRUE, (Safety("safe", {here: FALSE}),))
    lowered = aim(model, model.properties[0]).model
    assert lowered.entry != here and not lowered.entering(lowered.entry)


def test_aiming_avoids_names_that_are_taken() -> None:
    entry, error = Location("%entry", (X,)), Location("%error", (X,))
    model = Model(entry, (Edge("step", entry, error, TRUE),), TRUE, (Safety("safe", {error: gt(X, ZERO)}),))
    lowered = aim(model, model.properties[0]).model
    assert len({place.name for place in lowered.locations}) == 4


def test_the_joint_property_is_bad_where_any_is() -> None:
    here, there = Location("here", (X,)), Location("there", (X,))
    goals = (Safety("a", {here: gt(X, TEN)}), Safety("b", {here: lt(X, ZERO), there: TRUE}))
    together = joint(goals)
    assert set(together.bad) == {here, there}
    assert set(together.bad[here].args) == {gt(X, TEN), lt(X, ZERO)}


def test_the_reachable_part_gives_the_rest_its_due_in_proofs() -> None:
    entry, error, middle, sink, lost = (Location(n) for n in ("%entry", "%error", "middle", "sink", "lost"))
    arcs = [(entry, middle), (middle, error), (middle, sink), (sink, sink), (lost, error)]
    edges = [Edge(f"{a}-{b}", a, b, ge(Z, ZERO)) for a, b in arcs] + [Edge("shut", entry, lost, FALSE)]
    model = Model(entry, tuple(edges), TRUE, (Safety("safe", {error: TRUE}),))
    lowered = reachable_part(model)
    assert [edge.name for edge in lowered.model.edges] == ["%entry-middle", "middle-%error"]
    proof = lowered.lift_proof(Proof({entry: TRUE, middle: TRUE}))
    assert proof.invariant == {entry: TRUE, middle: TRUE, sink: TRUE}


def test_relations_become_updates() -> None:
    (edge,) = reduce_edges(counter(TEN)).model.edges
    assert edge.updates == {X: add(X, ONE), Y: add(Y, integer(2)), B: not_(B)}
    assert edge.guard is lt(X, TEN) and not edge.inputs


def test_inputs_that_are_defined_by_others_come_back_in_order() -> None:
    here = Location("here", (X,))
    first, second = variable("first", INT), variable("second", INT)
    guard = and_(eq(first, add(second, ONE)), eq(second, add(X, TEN)), le(first, integer(99)))
    model = Model(here, (Edge("step", here, here, guard, {X: first}),), eq(X, ZERO))
    lowered = reduce_edges(model)
    (edge,) = lowered.model.edges
    assert not edge.inputs
    lifted = lowered.lift_trace(Trace(({X: 0}, {X: 11}), (edge,), ({},)))
    replay(model, lifted)
    assert lifted.inputs == ({first: 11, second: 10},)


def test_only_variables_that_reach_a_guard_are_live() -> None:
    model = counter(TEN)
    lowered = aim(model, model.properties[0])
    lowered = lowered.then(reduce_edges(lowered.model))
    assert live_variables(lowered.model)[model.entry] == {X}
    small = without_dead_variables(lowered.model)
    assert small.model.at("loop").variables == (X,)


def test_dead_variables_come_back_in_runs() -> None:
    model = counter(integer(1))
    (goal,) = model.properties
    lowered = prepare(model, goal, blocks="single", affine_seconds=0)
    start, up, stop = (lowered.model.edges[i] for i in (0, 1, 2))
    trace = Trace(({}, {X: 0}, {X: 1}, {X: 2}, {}), (start, up, up, stop), ({}, {}, {}, {}))
    lifted = lowered.lift_trace(trace)
    replay(model, lifted, goal)
    assert [state[Y] for state in lifted.states] == [0, 2, 4]


def test_constants_need_every_entering_edge_to_agree() -> None:
    entry, here, error = Location("%entry"), Location("here", (X, Y)), Location("%error")
    model = Model(
        entry,
        (
            Edge("one", entry, here, TRUE, {X: ONE, Y: ONE}),
            Edge("two", entry, here, TRUE, {X: ONE, Y: TEN}),
            Edge("loop", here, here, lt(Y, TEN), {X: ONE, Y: add(X, Y)}),
            Edge("never", here, here, lt(X, ZERO), {X: ZERO, Y: Y}),
            Edge("bad", here, error, lt(Y, X)),
        ),
        TRUE,
        (Safety("safe", {error: TRUE}),),
    )
    assert constants(model)[here] == {X: ONE}
    lowered = drop_constants(model)
    assert lowered.model.at("here").variables == (Y,)
    assert [edge.name for edge in lowered.model.edges] == ["one", "two", "loop", "bad"]
    assert lowered.lift_proof(Proof({entry: TRUE, here: ge(Y, ONE)})).invariant[here] is and_(ge(Y, ONE), eq(X, ONE))


def test_joining_points_loses_one_equation_each() -> None:
    def point(x: int, y: int) -> dict[Term, Fraction]:
        return {X: Fraction(x), Y: Fraction(y)}

    hull = joined(hull_of(point(0, 0)), point(1, 2))
    assert [equation.formula for equation in hull] == [eq(scale(2, X), Y)]
    assert joined(hull, point(5, 10)) is hull
    assert joined(hull, point(5, 11)) == ()
    assert Equation({X: Fraction(1, 2), Y: Fraction(1, 3)}, Fraction(1)).formula is eq(
        add(scale(3, X), scale(2, Y)), integer(6)
    )


def test_affine_equalities_are_found_and_used() -> None:
    model = counter(TEN)
    lowered = aim(model, Safety("even", {model.entry: not_(eq(Y, scale(2, X)))}))
    found = hulls(lowered.model, patient())
    assert found is not None
    assert {equation.formula for equation in found[model.entry]} == {eq(scale(2, X), Y), eq(Z, integer(7))}
    assert coordinates(model.entry) == [X, Y, Z, B]
    small = with_affine_equalities(lowered.model, seconds=PATIENCE)
    assert small.model.at("loop").variables == (X, B)
    assert not any(edge.target == error_of(small.model) for edge in small.model.edges)


def test_affine_equalities_are_all_or_nothing() -> None:
    lowered = aim(counter(TEN), counter(TEN).properties[0])
    assert hulls(lowered.model, over()) is None
    assert with_affine_equalities(lowered.model, seconds=0).model is lowered.model


def test_the_pipeline_leaves_what_matters_and_says_so() -> None:
    heard: list[Event] = []
    model = counter(TEN)
    lowered = prepare(model, model.properties[0], blocks="large", announce=heard.append)
    assert [place.variables for place in lowered.model.locations] == [(), (X,), ()]
    assert heard == [PhaseStarted("preparing"), Progress({"locations": 3, "edges": 3, "variables": 1})]
    proof = lowered.lift_proof(Proof({lowered.model.entry: TRUE, lowered.model.at("loop"): le(X, TEN)}))
    assert proof.invariant[model.entry].free <= set(model.entry.variables)


def test_the_pipeline_is_deterministic() -> None:
    model = counter(ONE)
    first, second = (prepare(model, model.properties[0], blocks="large").model for _ in range(2))
    described = [[(str(e), e.guard, dict(e.updates)) for e in lowered.edges] for lowered in (first, second)]
    assert described[0] == described[1]


def test_a_model_without_time_is_only_aimed_and_reduced() -> None:
    model = counter(ONE)
    lowered = prepare(model, model.properties[0], blocks="large", seconds=0)
    assert len(lowered.model.at("loop").variables) == 4

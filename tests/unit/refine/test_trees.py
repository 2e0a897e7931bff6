"""Spurious and genuine derivations: what a tree says as a formula, and what is learnt from it."""

from __future__ import annotations

import pytest

from assay.core.budget import FOREVER
from assay.core.errors import SolverFailure
from assay.core.evidence import Derivation, Grown, Tree
from assay.core.model import Edge, Location, Model, Safety, Use
from assay.core.roles import Alarm, Genuine, Refined, Stuck
from assay.core.terms import TRUE, Term, add, eq, ge, integer, le, sub, variable
from assay.core.terms.sorts import INT
from assay.domains.predicates.precision import Precision
from assay.explore.unfold.explorer import unfolding
from assay.refine.paths.derivations import Grounded, decide_tree, unshared
from assay.refine.paths.trees import TreeInterpolation, branching
from assay.solve.interpolation.trees import interpolate_tree, validated_tree
from assay.witness.check.derivations import check_derivation

X, Y, Z = (variable(name, INT) for name in "xyz")
START, NUMBER, ERROR = Location("start"), Location("number", (X,)), Location("error")
SAFE = Safety("safe", {ERROR: TRUE})


def model(begin: Term, fail: Term) -> Model:
    """Numbers z that satisfy ``begin``, their sums, and two numbers x and y that must not satisfy ``fail``."""
    edges = (
        Edge("begin", START, NUMBER, begin, {X: Z}),
        Edge("sum", NUMBER, NUMBER, TRUE, {X: add(X, Y)}, uses=(Use(NUMBER, (Y,)),)),
        Edge("fail", NUMBER, ERROR, fail, uses=(Use(NUMBER, (Y,)),)),
    )
    return Model(START, edges, TRUE, (SAFE,))


def doubled(system: Model, times: int) -> Tree:
    """A number, added to itself so many times, and used twice by the error."""
    begin, double, fail = system.edges
    steps = [Grown(), Grown(begin, (0,))]
    for number in range(times):
        steps.append(Grown(double, (number + 1, number + 1)))
    return Tree((*steps, Grown(fail, (times + 1, times + 1))))


def test_a_shared_state_that_serves_twice_is_a_derivation() -> None:
    system = model(ge(Z, integer(1)), ge(X, integer(4)))
    found = decide_tree(system, doubled(system, 2), FOREVER)
    assert isinstance(found, Derivation)
    assert len(found.nodes) == 5, "nothing is derived twice"
    assert check_derivation(system, SAFE, found)


def test_states_that_differ_are_derived_by_themselves() -> None:
    """x and y differ, so that no single state can be both."""
    system = model(ge(Z, integer(1)), eq(Y, add(X, integer(1))))
    found = decide_tree(system, doubled(system, 0), FOREVER)
    assert isinstance(found, Derivation)
    assert len(found.nodes) == 5
    assert check_derivation(system, SAFE, found)


def test_a_tree_without_sharing_has_each_step_once_for_each_need() -> None:
    system = model(TRUE, TRUE)
    single = unshared(doubled(system, 2))
    assert [step.edge.name if step.edge else "" for step in single.steps] == [
        *(["", "begin"] * 2 + ["sum"] + ["", "begin"] * 2 + ["sum", "sum"]) * 2,
        "fail",
    ]
    needed = sorted(premise for step in single.steps for premise in step.premises)
    assert needed == list(range(len(single.steps) - 1))
    assert unshared(single) == single
    with pytest.raises(SolverFailure, match="too long"):
        unshared(doubled(system, 40))


def test_a_spurious_tree_is_excluded_for_good() -> None:
    system = model(eq(Z, integer(1)), le(add(X, Y), integer(0)))
    tree = doubled(system, 1)
    ground = decide_tree(system, tree, FOREVER)
    assert isinstance(ground, Grounded)
    assert validated_tree(branching(ground), interpolate_tree(branching(ground)).interpolants)
    explorer, refiner = unfolding(system), TreeInterpolation(system)
    precision = Precision.empty()
    for _ in range(3):
        alarm = explorer.derive(precision)
        if not isinstance(alarm, Alarm):
            break
        answer = refiner.refine(precision, alarm.evidence)
        assert isinstance(answer, Refined) and answer.precision != precision
        precision = answer.precision
    else:
        pytest.fail("the same tree again and again")


def test_the_refiner_shows_what_is_genuine_and_says_what_is_too_much() -> None:
    system = model(eq(Z, integer(1)), ge(sub(X, Y), integer(1)))
    refiner = TreeInterpolation(system)
    begin, double, fail = system.edges
    larger = Tree((Grown(), Grown(begin, (0,)), Grown(double, (1, 1)), Grown(fail, (2, 1))))
    answer = refiner.refine(Precision.empty(), larger)
    assert isinstance(answer, Genuine)
    assert check_derivation(system, SAFE, answer.evidence)
    stuck = refiner.refine(Precision.empty(), doubled(system, 40))
    assert isinstance(stuck, Stuck) and "too long" in stuck.reason
